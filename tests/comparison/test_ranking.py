"""Ranks against a plain sort, infinite and undefined values among them."""

from __future__ import annotations

import math

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import partwise as pw
from partwise.comparison.ranking import ranks

VALUES = st.sampled_from([-math.inf, -2.0, 0.0, 0.5, 1.0, 1e300, math.inf, math.nan])


@pytest.mark.parametrize("key", ["rand", "vi"])
@given(st.lists(VALUES, max_size=6))
def test_a_rank_counts_those_that_are_better(key: str, values: list[float]) -> None:
    index = pw.index(key)
    sign = 1 if index.direction == "similarity" else -1
    expected = [
        None if math.isnan(value) else 1 + sum(sign * other > sign * value for other in values)
        for value in values
    ]
    assert ranks(index, values) == expected


def test_an_infinite_score_beats_a_finite_one() -> None:
    """Yule's Q of identical clusterings is infinite here: N10 = N01 = 0."""
    found = pw.compare(
        [0, 0, 1, 1, 2, 2], {"same": [5, 5, 6, 6, 7, 7], "mid": [0, 0, 1, 1, 1, 2]}, ["yule"]
    )
    assert math.isinf(float(found.scores["same"]["yule"]))
    assert found.best == ("same",)


@pytest.mark.parametrize(
    "keys", [(10, 2), (pd.Timestamp("2024-01-01"), pd.Timestamp("2024-01-02"))]
)
def test_frames_have_the_keys_of_the_candidates(keys: tuple[object, object]) -> None:
    reference, one, other = [0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 1, 2], [0, 1, 0, 1, 0, 1]
    candidates = {keys[0]: one, keys[1]: other}
    for result in (
        pw.compare(reference, candidates, ["rand"]),
        pw.scores(reference, candidates, ["rand"]),
    ):
        frame = result.to_frame("pandas")
        for key, labels in candidates.items():
            assert frame.loc[key, "rand"] == pw.score(reference, labels, "rand")
    square = pw.pairwise(candidates, "rand").to_frame("pandas")
    assert square.loc[keys[0], keys[1]] == pw.score(one, other, "rand")
