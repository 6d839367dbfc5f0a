"""Where labels begin to contradict their design, one labelled cluster more at a time."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import partwise as pw
from partwise.base import InputError
from partwise.comparison.uncertainty.cluster_designs import ClusterDesign
from partwise.comparison.uncertainty.design_checks import (
    NO_POWER,
    _Mates,
    check_clusters,
    check_items,
)
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.tables import SizeHistogram

WEIGHTED = ClusterDesign(None, sampling_weights={0: 2.0})


def truth(size: int, number: int, whole: int, single: int) -> PartialTruth:
    """Label some candidate clusters wholly, and of others an item each; all belong together."""
    cells = [size] * whole + [1] * single
    table = pw.contingency([0] * sum(cells), np.repeat(np.arange(whole + single), cells).tolist())
    sizes = np.full(whole + single, size)
    return PartialTruth(table, sizes, SizeHistogram.of(np.array([size] * number)))


CASES = [
    (2, 40, 20),
    (2, 60, 30),
    (2, 80, 30),
    (3, 30, 20),
    (3, 30, 29),
    (2, 400, 80),
    (3, 60, 40),
]


@pytest.mark.parametrize(("size", "number", "labelled"), CASES)
def test_limits_in_standard_deviations(size: int, number: int, labelled: int) -> None:
    """Whole clusters from five deviations more and a fifth more than usual, single items up to
    three; and where whole clusters would show no more than five, or four, nothing can be told.
    """
    for whole in range(labelled + 1):
        made = truth(size, number, whole, labelled - whole)
        mates = _Mates.of(made)
        z = mates.excess / mates.deviation
        usual = mates.rate * mates.number
        half = (1 - mates.rate) * mates.number / 2 / mates.deviation
        if mates.labelled > 1.2 * usual and z > 5:
            with pytest.raises(InputError, match="whole clusters seem to have been labelled"):
                check_items(made)
        else:
            assert check_items(made) == (NO_POWER if half <= 5 else None)
        if z > 5:
            assert check_clusters(made, WEIGHTED) is None
        elif (half > 4 and z <= 3) and mates.labelled:
            with pytest.raises(InputError, match="single items seem to have been labelled"):
                check_clusters(made, WEIGHTED)
        else:
            assert check_clusters(made, WEIGHTED) == NO_POWER


def test_the_cases_come_near_every_limit() -> None:
    """From both sides, by less than half a deviation."""
    near: Counter[tuple[str, bool]] = Counter()
    for size, number, labelled in CASES:
        for whole in range(labelled + 1):
            mates = _Mates.of(truth(size, number, whole, labelled - whole))
            z = mates.excess / mates.deviation
            half = (1 - mates.rate) * mates.number / 2 / mates.deviation
            for limit in (3, 5):
                near[f"excess {limit}", z > limit] += abs(z - limit) < 0.5
            for limit in (4, 5):
                near[f"power {limit}", half > limit] += abs(half - limit) < 0.5
    assert len(near) == 8
    assert min(near.values()) > 0
