"""Equal facts have equal verdicts: indices that are functions of each other share properties."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

import partwise as pw
from partwise.properties.known_verdicts import known
from partwise.properties.prove.proving import prove
from partwise.properties.registry import PROPERTIES
from partwise.properties.search.index_values import IndexValues

CATALOGUE = [index.key for index in pw.indices("all") if index.builtin]
OF_VALUES = {"distance", "constant_baseline", "lei_nc_inc", "lei_nc_dec", "lei_gt_bias"} | {
    f"{model}_{what}"
    for model in ("fixed_number", "all_clusterings")
    for what in ("baseline", "two_sided_baseline", "bias", "two_sided_bias")
}
"""Properties of sums and means of values, which a change of scale may destroy."""


@cache
def on_small_tables(key: str) -> NDArray[np.float64]:
    """Values on all tables of 2 to 6 items; larger means more alike, NaN is undefined."""
    values = IndexValues(pw.index(key), 6)
    return np.concatenate([values.values(n) for n in range(2, 7)])


def is_linear(first: str, second: str) -> bool:
    """Whether one index is a V + b of the other with a > 0, where either is defined."""
    x, y = on_small_tables(first), on_small_tables(second)
    if not np.array_equal(np.isfinite(x), np.isfinite(y)):
        return False
    x, y = x[np.isfinite(x)], y[np.isfinite(y)]
    low, high = np.argmin(x), np.argmax(x)
    line = y[low] + (x - x[low]) * (y[high] - y[low]) / (x[high] - x[low])
    return bool(y[high] > y[low] and np.allclose(line, y, rtol=0, atol=1e-11))


def is_increasing(first: str, second: str) -> bool:
    """Whether two indices put all tables in the same order, with the same ties."""
    x, y = on_small_tables(first), on_small_tables(second)
    if not np.array_equal(np.isfinite(x), np.isfinite(y)):
        return False
    ranks = []
    for values in (x[np.isfinite(x)], y[np.isfinite(y)]):
        ordered = np.sort(values)
        starts = np.concatenate([[True], np.diff(ordered) > 1e-9])
        ranks.append(np.cumsum(starts)[np.searchsorted(ordered, values)])
    return bool((ranks[0] == ranks[1]).all())


LINEAR = [pair for pair in combinations(CATALOGUE, 2) if is_linear(*pair)]
INCREASING = [
    pair for pair in combinations(CATALOGUE, 2) if pair not in LINEAR and is_increasing(*pair)
]


def test_the_textbook_relations_are_among_them() -> None:
    """Hubert = 2 R − 1, mirkin = 1 − R, JD = 1 − J, NID = 1 − NMImax, NVI = 1 − NMIjoint."""
    known_pairs = {
        ("rand", "hubert"),
        ("rand", "mirkin"),
        ("jaccard", "jaccard_distance"),
        ("nmi_max", "nid"),
        ("nmi_joint", "nvi"),
        ("nmi_arithmetic", "v_measure"),
    }
    assert known_pairs <= set(LINEAR)
    assert {("jaccard", "dice"), ("correlation", "correlation_distance")} <= set(INCREASING)


@pytest.mark.parametrize(("first", "second"), LINEAR)
def test_linear_functions_of_each_other_share_all_verdicts(first: str, second: str) -> None:
    one, other = known(pw.index(first)), known(pw.index(second))
    for about in PROPERTIES:
        assert _decided(one[about]) == _decided(other[about]), about


@pytest.mark.parametrize(("first", "second"), INCREASING)
def test_indices_of_the_same_order_share_its_verdicts(first: str, second: str) -> None:
    one, other = known(pw.index(first)), known(pw.index(second))
    for about in set(PROPERTIES) - OF_VALUES:
        assert _decided(one[about]) == _decided(other[about]), about


def _decided(verdict: pw.properties.Verdict) -> tuple[object, ...]:
    return verdict.status, verdict.value, verdict.up_to_n


@pytest.mark.parametrize(("factor", "offset"), [(1, 0), (-1, 1), (-2, 3), (2, -5)])
def test_a_proof_survives_a_change_of_scale(factor: int, offset: int) -> None:
    """Whatever the linear function of NMImax, it is a distance by the same proof."""
    plain = pw.index("nmi_max")
    scaled = replace(
        plain,
        formula=lambda t: factor * plain.formula(t) + offset,
        direction="similarity" if factor > 0 else "distance",
        conventions=replace(plain.conventions, identical=factor + offset),
    )
    verdict = prove(scaled, "distance", 60)
    assert verdict is not None
    assert verdict.status == "proved"
    assert verdict.certificate is not None
    assert verdict.certificate.recheck()
