"""Confidence intervals of coreference scores: documents left out one by one."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import pytest

import partwise as pw
from coreference.simulate_coverage import coverage, population

REFERENCE, CANDIDATE = (dict(list(side.items())[:25]) for side in population())


@pytest.mark.parametrize("of", ["recall", "precision", "f1"])
def test_documents_are_left_out_one_by_one(of: Literal["recall", "precision", "f1"]) -> None:
    """A second way: score the corpus without each document."""
    estimates = pw.coreference.estimate(REFERENCE, CANDIDATE, of=of)
    assert ("conll" in estimates) == (of == "f1")
    for metric, estimate in estimates.items():
        rest = [
            float(
                pw.coreference.score(
                    {d: own for d, own in REFERENCE.items() if d != name},
                    {d: own for d, own in CANDIDATE.items() if d != name},
                    metric,
                    of=of,
                )
            )
            for name in REFERENCE
        ]
        error = math.sqrt((len(rest) - 1) * float(np.var(rest)))
        assert estimate.standard_error == pytest.approx(error, rel=1e-9)
        value = pw.coreference.score(REFERENCE, CANDIDATE, metric, of=of)
        assert estimate.value == pytest.approx(float(value), rel=1e-14)
        assert estimate.low is not None
        assert estimate.high is not None
        assert 0 <= estimate.low < estimate.value < estimate.high <= 1


def test_few_documents_and_equal_ones_have_no_interval() -> None:
    few = pw.coreference.estimate([["a", "b"]], [["a"], ["b"]])
    assert few["muc"].low is None
    assert "1 document" in str(few["muc"].note)
    same = {f"d{i}": [["a", "b"]] for i in range(30)}
    assert pw.coreference.estimate(same, same)["muc"].note == "all documents have the same rate"
    assert "30 documents" in str(pw.coreference.estimate(same, same))


def test_options_are_checked() -> None:
    with pytest.raises(pw.PartwiseError, match="of="):
        pw.coreference.estimate(REFERENCE, CANDIDATE, of="f2")  # type: ignore[arg-type]
    with pytest.raises(pw.PartwiseError, match="level="):
        pw.coreference.estimate(REFERENCE, CANDIDATE, level=95)


@pytest.mark.slow
def test_intervals_hold_about_as_often_as_they_say() -> None:
    held = coverage(50, 300)
    assert all(0.90 <= share <= 0.99 for share in held.values()), held
