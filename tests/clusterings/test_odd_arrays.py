"""Arrays that hold plain labels in an odd way: as fields of records, or as other bytes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

import partwise as pw

LABELS = [5, 5, 2, 2, 2, 7, 7, 5]
OTHERS = [0, 0, 0, 1, 1, 2, 2, 2]
Array = np.ndarray[Any, Any]


def _field(labels: list[int], dtype: str, before: str, after: str) -> Array:
    fields = [("before", before), ("labels", dtype), ("after", after)]
    records = np.zeros(len(labels), fields)
    records["labels"] = labels
    return records["labels"]


MAKERS: dict[str, Callable[[list[int], str], Array]] = {
    "plain": lambda labels, dtype: np.array(labels, dtype),
    "every other": lambda labels, dtype: np.repeat(np.array(labels, dtype), 2)[::2],
    "backwards": lambda labels, dtype: np.array(labels[::-1], dtype)[::-1],
    "repeated": lambda labels, dtype: np.array(labels, dtype)[:, None].repeat(3, 1)[:, 1],
    "packed": lambda labels, dtype: _field(labels, dtype, "u1", "u2"),
    "of half steps": lambda labels, dtype: _field(labels, dtype, "u4", "u8"),
    "not aligned": lambda labels, dtype: _field(labels, dtype, "u1", "S7"),
    "packed backwards": lambda labels, dtype: _field(labels[::-1], dtype, "u1", "u2")[::-1],
    "read only": lambda labels, dtype: np.frombuffer(np.array(labels, dtype).tobytes(), dtype),
}
ENTRIES: dict[str, Callable[[Any, Any], Any]] = {
    "score of pairs": lambda a, b: pw.score(a, b, "rand"),
    "score of cells": lambda a, b: pw.score(a, b, "nmi_arithmetic"),
    "matching": lambda a, b: pw.score(a, b, "accuracy"),
    "smi": lambda a, b: pw.score(a, b, "smi"),
    "exact": lambda a, b: pw.score(a, b, "rand", exact=True),
    "noise": lambda a, b: pw.score(a, b, "rand", noise="drop", noise_label=7),
    "weights": lambda a, b: pw.score(OTHERS, b, "rand", weights=a),
    "scores": lambda a, b: pw.scores(a, b).to_dict(),
    "table": lambda a, b: pw.contingency(a, b).pair_counts,
    "clustering": lambda a, b: [pw.Clustering(x).codes.tolist() for x in (a, b)],
    "pairwise": lambda a, b: pw.pairwise({"a": a, "b": b}, "rand").values.tolist(),
    "compare": lambda a, b: pw.compare(a, {"b": b, "c": a}, ["rand"]).to_dict(),
    "matched": lambda a, b: pw.match_clusters(a, b).to_dict(),
}


OF_LABELS = [entry for entry in ENTRIES if entry not in ("weights", "noise")]
DTYPES = ["i1", "i2", "i4", "i8", "u8", ">i4", "f8"]
CASES = [*product(ENTRIES, DTYPES), *product(OF_LABELS, ["M8[s]"])]


@pytest.mark.parametrize(("entry", "dtype"), CASES)
def test_how_an_array_lies_in_memory_changes_nothing(entry: str, dtype: str) -> None:
    ask = ENTRIES[entry]
    expected = ask(np.array(LABELS, dtype), np.array(OTHERS, dtype))
    for name, make in MAKERS.items():
        assert ask(make(LABELS, dtype), make(OTHERS, dtype)) == expected, name


TRUE = np.array([0, 1, 2, 255, 0, 128, 1, 3], "u1").view(bool)  # every byte but 0 is true


@pytest.mark.parametrize("entry", OF_LABELS)
@pytest.mark.parametrize("step", [1, -1, 2])
def test_truth_has_two_values(entry: str, step: int) -> None:
    odd = TRUE[::step]
    plain = np.array([bool(byte) for byte in odd.view("u1").tolist()])
    others = np.array(OTHERS)[: len(odd)]
    ask = ENTRIES[entry]
    assert ask(odd, others) == ask(plain, others)
    assert ask(others, odd) == ask(others, plain)
    assert pw.Clustering(odd).k == 2
