"""What judgements of pairs mean, and how their columns are called."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pyarrow as pa
import pytest

from partwise.engines.judgements import columns_of, judged, judgement_columns, meaning_of
from partwise.errors import InputError

YES = [True, 1, 1.0, np.int8(1), np.bool_(True), "1", "1.0", "true", "True", " YES ", "match"]
NO = [False, 0, 0.0, np.int8(0), "0", "0.0", "false", "No", "non-match", "no match"]
NEITHER: list[Any] = [None, 2, -1, 0.5, "", "2", "maybe", "non match", [1], {}, float("nan")]


@pytest.mark.parametrize(("values", "meaning"), [(YES, True), (NO, False), (NEITHER, None)])
def test_meanings(values: list[Any], meaning: bool | None) -> None:
    assert [meaning_of(value) for value in values] == [meaning] * len(values)


def test_judgements_are_all_read_or_all_refused() -> None:
    assert judged(iter([*YES, *NO])) == [True] * len(YES) + [False] * len(NO)
    assert judged([]) == []
    with pytest.raises(InputError, match=r"1 or 0, yes or no \('x', None, 2 and 1 more\)"):
        judged([1, "x", 0, None, 2, "y"])
    with pytest.raises(InputError, match=r"^pairs=: .* \(2\); leave out pairs that were not"):
        judged([2])


def test_columns_are_found_by_name_in_any_case() -> None:
    names = ["left", "IS_MATCH", "matched", "label", "Clerical_Match_Score", "score"]
    assert judgement_columns(names) == ["IS_MATCH", "label", "Clerical_Match_Score"]
    assert judgement_columns(["left", "right"]) == []


@pytest.mark.parametrize("library", [pl.DataFrame, pl.LazyFrame, pa.table])
def test_columns_come_as_lists(library: Any) -> None:
    frame = nw.from_native(library({"a": [1, 2], "b": ["x", None], "c": [0, 0]}))
    assert columns_of(frame, ["b", "a"]) == {"b": ["x", None], "a": [1, 2]}
