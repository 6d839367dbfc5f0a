"""Sources of different kinds beside each other: the definition's number, or an error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import partwise as pw

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
