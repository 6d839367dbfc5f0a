"""Confidence intervals of scores of covers and memberships: the jackknife, by brute force."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import partwise as pw
from covers.simulate_coverage import COVER_KEYS, coverage, population

N = 120


def _sample() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    p = population(0.3, 6, 0)
    drawn = np.random.default_rng(3).choice(len(p.shares), N, p=p.shares)
    return p.reference[drawn], p.candidate[drawn]


def _estimates(reference: Any, candidate: Any, which: Any) -> Mapping[str, Any]:
    estimates = pw.compare(reference, {"candidate": candidate}, which).estimates()
    found: Mapping[str, Any] = estimates["candidate"]
    return found


@pytest.mark.parametrize("key", COVER_KEYS)
def test_covers_are_scored_without_each_item(key: str) -> None:
    """A second way: leave out each item, and score the rest."""
    reference, candidate = _sample()
    rest = [
        float(
            pw.score(
                pw.Cover(np.delete(reference, i, axis=0)),
                pw.Cover(np.delete(candidate, i, axis=0)),
                key,
            )
        )
        for i in range(N)
    ]
    value = float(pw.score(pw.Cover(reference), pw.Cover(candidate), key))
    estimate = _estimates(pw.Cover(reference), pw.Cover(candidate), key)[key]
    assert estimate.value == value
    error = math.sqrt((N - 1) * float(np.var(rest)))
    assert estimate.standard_error == pytest.approx(error, rel=1e-9)
    assert estimate.corrected == pytest.approx(N * value - (N - 1) * float(np.mean(rest)), rel=1e-9)


def test_memberships_are_scored_without_each_item() -> None:
    rng = np.random.default_rng(4)
    one, other = (rng.dirichlet(np.full(4, 0.4), N) for _ in "ab")
    rest = [
        float(
            pw.score(
                pw.Memberships(np.delete(one, i, axis=0)),
                pw.Memberships(np.delete(other, i, axis=0)),
                "NDC",
            )
        )
        for i in range(N)
    ]
    estimates = _estimates(pw.Memberships(one), pw.Memberships(other), "fuzzy_rand")
    estimate = estimates["fuzzy_rand"]
    error = math.sqrt((N - 1) * float(np.var(rest)))
    assert estimate.standard_error == pytest.approx(error, rel=1e-9)
    assert estimate.corrected == pytest.approx(estimate.value)  # a mean over pairs has no bias


def test_indices_without_an_interval_say_why() -> None:
    reference, candidate = map(pw.Cover, _sample())
    estimates = _estimates(reference, candidate, pw.indices("covers"))
    refused = {key for key, e in estimates.items() if e.low is None}
    assert refused == {"onmi_lfk", "onmi_max", "average_f1", "element_centric"}
    assert all(estimates[key].note for key in refused)
    soft = pw.Memberships(np.full((N, 2), 0.5))
    notes = {
        key: e.note or "" for key, e in _estimates(soft, soft, pw.indices("memberships")).items()
    }
    assert "expected contingency table" in notes["purity"]
    assert "pairs of pairs" in notes["adjusted_concordance"]
    assert notes["fuzzy_rand"] == "leaving out an item does not change the score"


def test_few_items_and_identical_covers_are_refused() -> None:
    cover = pw.Cover([{0, 1}, {1, 2}])
    assert "too few" in str(_estimates(cover, cover, "omega")["omega"].note)
    same = pw.Cover(_sample()[0])
    assert (
        _estimates(same, same, "omega")["omega"].note
        == "leaving out an item does not change the score"
    )
    with pytest.raises(pw.PartwiseError, match="level="):
        pw.compare(cover, cover).estimates(level=95)


def test_too_many_pairs_are_refused_with_the_reason() -> None:
    all_in_one = pw.Cover.from_clusters([range(10_000), range(5)])
    other = pw.Cover.from_clusters([range(9_000), range(8_000, 10_000)])
    note = _estimates(all_in_one, other, "omega")["omega"].note
    assert note is not None
    assert "random sample of the items" in note


@pytest.mark.slow
def test_intervals_hold_about_as_often_as_they_say() -> None:
    held = coverage(0.3, 6, 400, 300, seed=1)
    assert held.pop("refused") == 0
    assert all(0.90 <= share <= 0.99 for share in held.values()), held
