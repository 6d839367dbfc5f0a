"""Sources of different kinds beside each other: the definition's number, or an error."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import partwise as pw
from support.libraries import without

GOLD = [0, 0, 1, 1, 2, 2]
OTHER = [0, 1, 1, 1, 2, 2]


class TestEqualLabelsOfOtherItems:
    """A candidate with the labels of the reference, but for other items, is no reference."""

    NAMES = tuple("abcdef")
    SHUFFLED = tuple("acebdf")
    EXPECTED = 0.6  # of 15 pairs, 3 are together in either, none in both: (15 - 6) / 15

    def check(self, reference: Any, candidate: Any, other: Any) -> None:
        found = pw.compare(reference, {"shuffled": candidate, "other": other}, ["rand"])
        assert set(found.names) == {"shuffled", "other"}
        assert pw.score(reference, candidate, "rand") == self.EXPECTED

    def test_series_that_share_their_values(self) -> None:
        gold = pd.Series(GOLD, index=list(self.NAMES))
        other = pd.Series(OTHER, index=list(self.NAMES))
        self.check(gold, gold.set_axis(list(self.SHUFFLED)), other)

    @pytest.mark.parametrize("is_file", [False, True])
    def test_one_label_column_beside_two_of_ids(self, is_file: bool, tmp_path: Path) -> None:
        columns = {"id": self.NAMES, "id2": self.SHUFFLED, "l": GOLD, "o": OTHER}
        source: Any = pd.DataFrame(columns)
        if is_file:
            source.to_csv(tmp_path / "all.csv", index=False)
            source = tmp_path / "all.csv"
        one, two = (pw.read(source, item_column=i, label_column="l") for i in ("id", "id2"))
        self.check(one, two, pw.read(source, item_column="id", label_column="o"))

    def test_lists_of_files_that_start_alike(self, tmp_path: Path) -> None:
        for name, labels in {"a": "01", "b": "01", "c": "10"}.items():
            rows = [f"{name if name == 'a' else 'b'}{i},{label}" for i, label in enumerate(labels)]
            (tmp_path / f"{name}.csv").write_text("\n".join(["id,label", *rows]) + "\n")
        first, second = (pw.read([tmp_path / "a.csv", tmp_path / f"{x}.csv"]) for x in "bc")
        found = pw.compare(first, {"x": second, "y": [0, 0, 1, 1]}, ["rand"])
        assert set(found.names) == {"x", "y"}

    def test_pairs_among_other_items(self, tmp_path: Path) -> None:
        path = tmp_path / "pairs.csv"
        path.write_text("left,right\na,b\n")
        few, more = (pw.read(path, layout="pairs", items=list(names)) for names in ("abc", "abcd"))
        other = {"a": 0, "b": 1, "c": 1}
        found = pw.compare(few, {"more": more, "other": other}, ["rand"], missing="drop")
        assert set(found.names) == {"more", "other"}


ORDERS = ([3, 0, 5, 1, 4, 2], [5, 4, 3, 2, 1, 0], [0, 2, 4, 1, 3, 5])
LABELS = (GOLD, OTHER, [0, 1, 0, 1, 0, 1])
EXPECTED = [1 - sum((a[i] == a[j]) != (b[i] == b[j]) for j in range(6) for i in range(j)) / 15
            for a, b in ((GOLD, OTHER), (GOLD, LABELS[2]))]  # fmt: skip
KINDS = ("csv", "int frame", "str frame", "float frame", "int mapping", "str mapping",
         "int series", "str series")  # fmt: skip


def _source(kind: str, place: int, folder: Path) -> Any:
    order = ORDERS[place]
    frame = pd.DataFrame({"id": order, "label": [LABELS[place][item] for item in order]})
    if kind == "csv":
        frame.to_csv(folder / f"{place}.csv", index=False)
        return str(folder / f"{place}.csv")
    of_type, form = kind.split()
    frame = frame.astype({"id": of_type})
    if form == "frame":
        return frame
    series = frame.set_index("id")["label"]
    return series.to_dict() if form == "mapping" else series


@pytest.mark.parametrize("has_duckdb", [True, False])
@pytest.mark.parametrize("missing", ["raise", "singletons"])
@pytest.mark.parametrize("first", KINDS)
def test_every_mixture_counts_each_item_once(
    first: str, missing: Any, has_duckdb: bool, tmp_path: Path
) -> None:
    """Beside text files ids are text; else ids of two types are refused, never counted twice."""
    with nullcontext() if has_duckdb else without("duckdb"):
        for kinds in product([first], KINDS, ["csv", "str mapping"]):
            sources = [_source(kind, place, tmp_path) for place, kind in enumerate(kinds)]
            candidates = {"x": sources[1], "y": sources[2]}
            types = {"str" if kind.startswith("str") else "number" for kind in kinds}
            if "csv" not in kinds and len(types) > 1:
                with pytest.raises(pw.errors.InputError):
                    pw.compare(sources[0], candidates, ["rand"], missing=missing)
                continue
            found = pw.compare(sources[0], candidates, ["rand"], missing=missing)
            assert found.coverage.compared == 6, kinds
            values = [found.scores[name]["rand"] for name in "xy"]
            assert values == pytest.approx(EXPECTED, rel=1e-15), kinds


@pytest.mark.parametrize("has_duckdb", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_a_part_and_the_whole_in_different_places(
    kind: str, has_duckdb: bool, tmp_path: Path
) -> None:
    """A reference of all items leaves nothing to estimate: the scores are those of the whole."""
    with nullcontext() if has_duckdb else without("duckdb"):
        for sources in (("csv", kind), (kind, "csv")):
            reference, whole = (_source(each, i, tmp_path) for i, each in enumerate(sources))
            found = pw.estimate(reference, {"x": whole}, ["rand"], design="random clusters")["x"][
                "rand"
            ]
            assert found.value == pytest.approx(EXPECTED[0], rel=1e-15), sources


def test_ids_that_are_one_text_are_refused(tmp_path: Path) -> None:
    twice: dict[Any, int] = {1: 0, "1": 1, **dict.fromkeys(range(2, 6), 0)}
    with pytest.raises(pw.errors.InputError, match="the same when written as text"):
        pw.score(_source("csv", 0, tmp_path), twice, "rand")


def test_a_lazy_frame_is_not_brought_to_a_file(tmp_path: Path) -> None:
    lazy = pl.from_pandas(_source("int frame", 1, tmp_path)).lazy()
    for entry in (pw.score, partial(pw.estimate, design="random clusters")):
        with pytest.raises(pw.errors.InputError, match="different libraries cannot be joined"):
            entry(_source("csv", 0, tmp_path), lazy, "rand")


@pytest.mark.parametrize("has_duckdb", [True, False])
@pytest.mark.parametrize("is_file", [True, False])
def test_weights_beside_a_reference_in_a_file_or_a_frame(
    is_file: bool, has_duckdb: bool, tmp_path: Path
) -> None:
    """A multiplicity is that many items which are alike."""
    weights = [1, 2, 3, 1, 2, 1]
    reference: Any = pd.DataFrame({"id": range(6), "a": GOLD, "w": weights})
    if is_file:
        reference.to_csv(tmp_path / "a.csv", index=False)
        reference = str(tmp_path / "a.csv")
    repeated = [[x for x, w in zip(side, weights, strict=True) for _ in range(w)]
                for side in (GOLD, OTHER)]  # fmt: skip
    expected = pw.score(repeated[0], repeated[1], "rand")
    with nullcontext() if has_duckdb else without("duckdb"):
        other = _source("csv", 1, tmp_path)
        assert pw.score(reference, other, "rand", weights="w") == expected
        assert pw.scores(reference, other, ["rand"], weights="w")["rand"] == expected


def test_a_column_goes_before_a_file_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("truth").write_text("0\n1\n")
    frame = pd.DataFrame({"id": range(6), "truth": GOLD, "mine": OTHER})
    frame.to_csv("both.csv", index=False)
    assert pw.score("truth", "both.csv", "rand") == pytest.approx(EXPECTED[0], rel=1e-15)
    found = pw.compare("truth", "both.csv", ["rand"]).scores["mine"]["rand"]
    assert found == pytest.approx(EXPECTED[0], rel=1e-15)
