"""What every result can do: print on a screen, leave as JSON and as a data frame, be pickled."""

from __future__ import annotations

import importlib
import io
import json
import math
import pickle
import pkgutil
import re
from collections import namedtuple
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from rich.cells import cell_len
from rich.console import Console

import partwise as pw
from partwise.base import Record, Result, Table, TextResult
from partwise.base.json_values import as_json
from partwise.base.results import frame_of
from partwise.catalogue.index_card import card
from partwise.chance.bias_curves import equal_clusters_curve
from partwise.chance.bias_surfaces import bias_surface
from partwise.chance.deviation_of_cd import correlation_deviation
from partwise.chance.random_candidates import random_scores
from partwise.comparison.whole import estimate_whole
from partwise.errors import InputError
from partwise.paper.artifact import Beside, cell
from partwise.paper.running import Reproduction
from partwise.paper.writing import Settings
from partwise.properties.definitions.linear_complexity import DeclaredAlgorithm
from partwise.scoring.graph_scoring import graph_scores

RANDOM = np.random.default_rng(0)
REFERENCE = RANDOM.integers(0, 40, 300).tolist()
CANDIDATES = {
    f"candidate {i} with a long name, to be cut": RANDOM.integers(0, 10 + i, 300).tolist()
    for i in range(30)
}
FIRST, SECOND, *_ = CANDIDATES


@cache
def compared() -> pw.Comparison:
    return pw.compare(REFERENCE, CANDIDATES, ["CC", "S&S", "AMI", "R", "J", "VI", "W", "BCubed"])


@cache
def audited() -> Any:
    return pw.audit("jaccard", max_n=4, properties=["monotonicity", "linear_complexity"])


def certificate() -> Any:
    return (
        pw.audit("correlation", max_n=3, properties="monotonicity")
        .verdicts["monotonicity"]
        .certificate
    )


EXAMPLES: dict[str, Callable[[], Any]] = {
    "Scores": lambda: pw.scores(REFERENCE, CANDIDATES[FIRST]),
    "ScoreTable": lambda: pw.scores(REFERENCE, CANDIDATES),
    "GraphScores": lambda: graph_scores([(0, 1), (1, 2)], [(1, 0), (2, 3)], ["CC", "J"], n=4),
    "Comparison": compared,
    "Answer": lambda: compared().answer(),
    "Explanation": lambda: compared().explanation,
    "Reason": lambda: next(r for f in compared().explanation.findings for r in f.reasons),
    "Disagreement": lambda: compared().disagreement,
    "Estimates": lambda: compared().estimates(),
    "Estimate": lambda: compared().estimates("CC")[FIRST]["CC"],
    "ByIndex": lambda: compared().differences(FIRST, SECOND, ["CC", "R"]),
    "Difference": lambda: compared().differences(FIRST, SECOND, "CC")["CC"],
    "WholeEstimates": lambda: estimate_whole(
        {i: label for i, label in enumerate(REFERENCE) if label < 30},
        {name: dict(enumerate(labels)) for name, labels in CANDIDATES.items()},
        ["CC", "R"],
    ),
    "ClusterOutcomes": lambda: compared().fates(FIRST),
    "Fate": lambda: compared().fates(FIRST)[0],
    "Mistakes": lambda: compared().mistakes(FIRST, top=100),
    "Mistake": lambda: compared().mistakes(FIRST)[0],
    "Matching": lambda: compared().matching(FIRST),
    "Coverage": lambda: compared().coverage,
    "Expected": lambda: pw.chance.expected("rand", [0, 0, 1], [0, 1, 1]),
    "Significance": lambda: pw.chance.significance("rand", [0, 0, 1], [0, 1, 1]),
    "RandomScores": lambda: random_scores([pw.index("CC")], [30] * 9, [9] * 30, 500)["correlation"],
    "BaselineTest": lambda: pw.chance.constant_baseline_test(["CC", "R"], n=[20], samples=20),
    "BiasCurve": lambda: equal_clusters_curve(["CC", "R"], [3] * 20, seed=0),
    "BiasSurface": lambda: bias_surface("jaccard", steps=48),
    "CorrelationDeviation": lambda: correlation_deviation([2, 2], [2, 1, 1]),
    "Landscape": lambda: pw.ensembles.landscape(CANDIDATES),
    "Consensus": lambda: pw.ensembles.consensus([[0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 1, 1]]),
    "Stability": lambda: pw.ensembles.stability({2: [[0, 0, 1]] * 3, 3: [[0, 1, 1], [0, 1, 2]]}),
    "Study": lambda: pw.ensembles.study({"a": (REFERENCE, CANDIDATES)}),
    "Audit": audited,
    "Verdict": lambda: audited().verdicts["monotonicity"],
    "Counterexample": lambda: audited().verdicts["monotonicity"].counterexample,
    "DeclaredAlgorithm": lambda: DeclaredAlgorithm(pw.index("jaccard")),
    "ProofCertificate": certificate,
    "Step": lambda: certificate().steps[0],
    "PropertyTable": lambda: pw.properties.table(["J", "R"], max_n=3),
    "Equivalence": lambda: pw.properties.equivalent("hubert", "rand"),
    "Triplets": lambda: pw.properties.triplets(["CC", "R"]),
    "Triplet": lambda: pw.properties.triplets(["CC", "R"])[0],
    "Recommendation": lambda: pw.recommend(distance=True),
    "guide Answer": lambda: next(iter(pw.recommend(distance=True).rejected.values()))[0],
    "Card": lambda: card(pw.index("correlation")),
    "Beside": lambda: Beside("Shares", ("k=2",), (("CC", (cell("3", "3"),)),)),
    "Reproduction": lambda: Reproduction((), Settings("1.0", True, 0, None)),
}


def subclasses(of: type[Any]) -> Iterator[type[Any]]:
    for each in of.__subclasses__():
        yield each
        yield from subclasses(each)


def result_classes() -> set[type[Result]]:
    """Every class of the package whose instances are results."""
    for module in pkgutil.walk_packages(pw.__path__, "partwise."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    ours = {each for each in subclasses(Result) if each.__module__.startswith("partwise.")}
    return ours - {Record, TextResult}


@cache
def example(name: str) -> Any:
    return EXAMPLES[name]()


def test_there_is_an_example_of_every_result() -> None:
    assert {type(example(name)) for name in EXAMPLES} == result_classes()


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_result_fits_on_a_screen(name: str) -> None:
    lines = repr(example(name)).splitlines()
    assert 0 < len(lines) <= 24
    assert max(map(cell_len, lines)) <= 100


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_result_prints_in_terminals_and_notebooks(name: str) -> None:
    console = Console(width=100, record=True, quiet=True)
    console.print(example(name))
    html = example(name)._repr_html_()
    assert html.startswith(("<table", "<p"))
    assert str(example(name)).strip()


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_result_leaves_as_json(name: str, tmp_path: Path) -> None:
    result = example(name)
    text = result.to_json(tmp_path / "result.json")
    assert json.loads(text, parse_constant=pytest.fail) == result.to_dict()
    assert json.loads((tmp_path / "result.json").read_text("utf-8")) == result.to_dict()


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_result_leaves_as_a_frame_of_any_library(name: str) -> None:
    result = example(name)
    pandas, polars, arrow = (result.to_frame(of) for of in ("pandas", "polars", "pyarrow"))
    assert isinstance(pandas, pd.DataFrame)
    assert isinstance(polars, pl.DataFrame)
    assert isinstance(arrow, pa.Table)
    assert list(pandas.columns) == polars.columns == arrow.column_names
    assert len(pandas) == polars.height == arrow.num_rows
    assert isinstance(result.to_frame(), pd.DataFrame)
    assert len(pd.read_csv(io.StringIO(result.to_csv()))) == len(pandas)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_result_can_be_pickled(name: str) -> None:
    again = pickle.loads(pickle.dumps(example(name)))  # noqa: S301 - our own
    assert again.to_dict() == example(name).to_dict()
    assert repr(again) == repr(example(name))


# Every number is in the frame


def test_frames_hold_every_score_and_rank() -> None:
    frame = compared().to_frame()
    assert len(frame) == len(CANDIDATES) * len(compared().indices)
    for name, key, value, rank in frame.itertuples(index=False):
        assert value == compared().scores[name][key]
        assert rank == compared().ranks[key][name]


def test_frames_of_disagreement_are_not_rounded() -> None:
    found = compared().disagreement
    keys = [index.key for index in found.indices]
    for row in found.to_frame("polars").iter_rows(named=True):
        i, j = keys.index(row["first"]), keys.index(row["second"])
        assert row["disagree"] == found.counts[i, j]
        assert row["percent"] == found.percentages[i, j]


def test_frames_hold_all_clusters_though_few_are_printed() -> None:
    assert len(compared().fates(FIRST).to_frame()) == len(set(REFERENCE))
    matching = compared().matching(FIRST)
    assert len(matching.to_frame()) == len(matching.pairs)


# Values as JSON holds them

Pair = namedtuple("Pair", ["label", "count"])


@dataclass
class Own:
    shown: Any
    _hidden: int = 3


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (math.nan, None),
        (-math.inf, "-inf"),
        (np.float32(0.5), 0.5),
        (np.longdouble(0.25), 0.25),
        (np.bool_(True), True),
        (np.int64(3), 3),
        (np.datetime64("2020-01-02"), "2020-01-02"),
        (10**40, 10**40),
        (Fraction(2, 3), "2/3"),
        (np.array([[1.0, math.nan]]), [[1.0, None]]),
        ({1, 2}, [1, 2]),
        ({"a": {3: (1, "x")}}, {"a": {"3": [1, "x"]}}),
        ({1: "number", "1": "text"}, {"1": "number", "'1'": "text"}),
        ({("a", 1): 2, None: 3, 0.5: 4}, {"['a', 1]": 2, "None": 3, "0.5": 4}),
        (Pair("x", 2), {"label": "x", "count": 2}),
        (Own(Own(np.int8(1))), {"shown": {"shown": 1}}),
        (pw.index("CC"), "correlation"),
        ({pw.index("CC"): b"bytes"}, {"correlation": "b'bytes'"}),
        (range(2), [0, 1]),
        (complex(1, 2), "(1+2j)"),
    ],
)
def test_values_as_json_holds_them(value: Any, expected: Any) -> None:
    assert as_json(value) == expected
    assert json.loads(json.dumps(as_json(value), allow_nan=False)) == expected


# Frames


def test_columns_of_a_frame_have_one_type_and_one_name() -> None:
    rows: list[list[Any]] = [[1, "a", 2**70, Fraction(1, 4), True], [None, 2, 1, None, None]]
    frame = frame_of(Table(["x", "x", "x 2", "y", "z"], rows), "polars")
    assert frame.columns == ["x", "x 2", "x 2 2", "y", "z"]
    assert frame.rows() == [(1, "a", 2.0**70, 0.25, True), (None, "2", 1.0, None, None)]


def test_a_frame_of_an_unknown_or_missing_library_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(["x"], [[1]])
    with pytest.raises(InputError, match="one of 'pandas', 'polars', 'pyarrow', not 'spark'"):
        frame_of(table, "spark")  # type: ignore[arg-type]
    installed = {"pyarrow"}
    monkeypatch.setattr("partwise.base.results.is_installed", lambda name: name in installed)
    assert isinstance(frame_of(table), pa.Table)
    with pytest.raises(ImportError, match=r"need Polars.*partwise\[frames\]"):
        frame_of(table, "polars")
    installed.clear()
    with pytest.raises(ImportError, match=r"need pandas.*partwise\[frames\]"):
        frame_of(table)


@pytest.mark.parametrize("letter", ["x", "日", "é", "\u0301", "\n"])
def test_a_wide_and_long_table_says_what_is_left_out(letter: str) -> None:
    names = [f"{letter}{i}" for i in range(50)]
    table = Table(names, [[letter * 80] * 50] * 50, letter * 500, [letter * 300] * 99)
    lines = table.on_a_screen().splitlines()
    assert len(lines) <= 24
    assert max(map(cell_len, lines)) <= 100
    (left_out,) = [line for line in lines if line.startswith("… and")]
    rows, columns = map(int, re.findall(r"\d+", left_out))
    assert 25 < rows < 50
    assert 0 < columns < 50


def test_the_last_column_takes_the_room_that_is_left() -> None:
    table = Table(["a", "why"], [["x", "w" * 97], ["x", "w" * 98]])
    assert table.on_a_screen().splitlines() == ["a  why", f"x  {'w' * 97}", f"x  {'w' * 96}…"]
