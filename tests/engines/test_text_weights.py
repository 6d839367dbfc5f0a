"""Weights beside labels in text files, by DuckDB and by Python alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

import partwise as pw
from partwise.errors import InputError
from support.label_tables import write_csv
from support.libraries import without

GOLD, MINE = ["x", "x", "y", "y"], ["p", "q", "q", "q"]


@pytest.fixture(params=["DuckDB", "Python"], autouse=True)
def by(request: pytest.FixtureRequest) -> Iterator[str]:
    with nullcontext() if request.param == "DuckDB" else without("duckdb"):
        yield request.param


def table(folder: Path, weights: list[Any], *, ids: list[str] | None = None) -> str:
    columns = {"id": ids} if ids else {}
    times = len(weights) // len(GOLD)
    return str(
        write_csv({**columns, "gold": GOLD * times, "mine": MINE * times, "w": weights}, folder)
    )


def repeated(weights: list[str]) -> tuple[list[str], list[str]]:
    """Each item as often as its weight says."""
    gold, mine = (
        [x for x, weight in zip(side, weights, strict=True) for _ in range(int(float(weight)))]
        for side in (GOLD, MINE)
    )
    return gold, mine


def score(path: str, key: str, **options: Any) -> Any:
    scores: Any = pw.scores("gold", path, [key], weights="w", exact=True, **options)
    return scores["mine"][key]


@pytest.mark.parametrize("ids", [None, list("abcd")], ids=["rows", "ids"])
@pytest.mark.parametrize(
    "weights", [["1", "2", "3", "1"], ["+1", "2.0", "3", "1"], ["1", "2", "3", "0"]]
)
def test_whole_numbers_are_multiplicities(
    weights: list[str], ids: list[str] | None, tmp_path: Path
) -> None:
    """An item of weight 2 is two items in one cluster."""
    path = table(tmp_path, weights, ids=ids)
    for key in ("rand", "bcubed"):
        found = score(path, key)
        assert found == pw.score(*repeated(weights), key, exact=True)


@pytest.mark.parametrize("ids", [None, list("abcd")], ids=["rows", "ids"])
def test_real_numbers_are_importances(ids: list[str] | None, tmp_path: Path) -> None:
    weights = ["0.5", "1e-1", ".25", "2"]
    path = table(tmp_path, weights, ids=ids)
    options: Any = {"weights": "w", "weighting": "importance", "exact": True}
    found = score(path, "rand", weighting="importance")
    assert found == pw.score(GOLD, MINE, "rand", **options | {"weights": list(map(float, weights))})
    with pytest.raises(InputError, match=r'not (a )?whole.*weighting="importance"'):
        pw.scores("gold", path, ["rand"], weights="w")


@pytest.mark.parametrize("ids", [None, list("abcd")], ids=["rows", "ids"])
@pytest.mark.parametrize(
    ("weights", "says"),
    [
        (["1", None, "2", "1"], r"column 'w': 1 of 4 weights is missing, for the items"),
        ([None, None, "2", "1"], r"column 'w': 2 of 4 weights are missing, for the items"),
        (["1", "many", "2", "1"], r"column 'w': 1 of 4 weights is not numeric \('many'\)"),
        (["a", "b", "2", "1"], r"column 'w': 2 of 4 weights are not numeric \('a', 'b'\)"),
        (
            ["1", "-3", "2", "1"],
            r"1 of 4 weights is negative \(-3\)|weight -3 at position 1 is negative",
        ),
        (["0", "0", "0", "0"], r"all weights are zero"),
    ],
)
def test_what_is_no_weight(
    weights: list[Any], says: str, ids: list[str] | None, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=says):
        pw.scores("gold", table(tmp_path, weights, ids=ids), ["rand"], weights="w")


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        (["1", "2", "3", "1", "1", "2", "3", "1"], None),
        (
            ["1", "2", "3", "1", "1", "5", "3", "1"],
            "1 item has more than one weight: 'b' has 2, 5;",
        ),
        (
            ["1", "2", "3", "1", "9", "5", "3", "1"],
            "2 items have more than one weight: 'a' has 1, 9",
        ),
        (["1", "2", "3", "1", "2", "3", "4", "2"], r"4 items have .*'c' has 3, 4 and 1 more"),
    ],
)
def test_items_on_several_rows_have_one_weight(
    weights: list[str], says: str | None, tmp_path: Path
) -> None:
    path = table(tmp_path, weights, ids=list("abcd" * 2))
    if says is None:
        found = score(path, "rand")
        assert found == pw.score(*repeated(weights[:4]), "rand", exact=True)
        return
    with pytest.raises(InputError, match=says):
        pw.scores("gold", path, ["rand"], weights="w")
