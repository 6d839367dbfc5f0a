"""The same numbers from an object of another library as from the plain labels inside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import partwise as pw

POLICIES: tuple[dict[str, Any], ...] = (
    {},
    {"noise": "drop"},
    {"noise": "singletons"},
    {"missing": "drop"},
    {"missing": "singletons", "noise": "drop"},
)


def check_same_numbers(truth: Any, thing: Any, plain: Any) -> None:
    """Score, compare and set side by side under every policy, as reference and as candidate."""
    for policies in POLICIES:
        expected = pw.score(truth, plain, "ARI", **policies)
        assert pw.score(truth, thing, "ARI", **policies) == expected
        assert pw.index("VI")(thing, truth, **policies) == pw.score(plain, truth, "VI", **policies)
        assert dict(pw.scores(truth, thing, ["CC", "VI"], **policies)) == dict(
            pw.scores(truth, plain, ["CC", "VI"], **policies)
        )
        compared = pw.compare(truth, {"thing": thing}, ["ARI", "VI"], **policies)
        assert compared.scores["thing"]["ARI"] == expected
        matrix = pw.pairwise([truth, thing], "ARI", **policies)
        np.testing.assert_array_equal(matrix, pw.pairwise([truth, plain], "ARI", **policies))


def check_missing_items(truth: Mapping[Any, Any], thing: Any, plain: Any) -> None:
    """Do the same with a reference that lacks an item, and labels another as noise."""
    items = list(truth)
    partial = {item: truth[item] for item in items[1:]} | {items[1]: -1}
    for policies in POLICIES:
        if "missing" in policies:
            expected = pw.score(partial, plain, "CC", **policies)
            assert pw.score(partial, thing, "CC", **policies) == expected
            compared = pw.compare(partial, {"thing": thing}, ["CC"], **policies)
            assert compared.scores["thing"]["CC"] == expected
