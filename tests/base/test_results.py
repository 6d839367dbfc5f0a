"""What every result can do: print on a screen, leave as JSON and as a data frame, be pickled."""

from __future__ import annotations

import importlib
import inspect
import io
import json
import math
import pickle
import pkgutil
import re
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping
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
from partwise.base import Result, Table
from partwise.base.display import SCREEN_LINES, SCREEN_WIDTH
from partwise.base.json_values import as_json
from partwise.base.results import frame_of
from partwise.catalogue.index_card import card
from partwise.chance.bias_curves import equal_clusters_curve
from partwise.chance.bias_surfaces import bias_surface
from partwise.chance.deviation_of_cd import correlation_deviation
from partwise.chance.random_candidates import random_scores
from partwise.coreference import Documents
from partwise.errors import InputError
from partwise.paper.artifact import Beside, cell
from partwise.paper.running import Reproduction
from partwise.paper.writing import Settings
from partwise.properties.compatibility.closeness import closeness
from partwise.properties.compatibility.minimal_sets import minimal_sets
from partwise.properties.definitions.linear_complexity import DeclaredAlgorithm
from partwise.scoring.graph_scoring import graph_scores
from partwise.tables import AggregatedTable, Blocks, SizeHistogram

RANDOM = np.random.default_rng(0)
REFERENCE = [f"<i>{label}</i>" for label in RANDOM.integers(0, 40, 300).tolist()]
CANDIDATES = {
    f"<b>{i}</b> & a long name, to be cut": RANDOM.integers(0, 10 + i, 300).tolist()
    for i in range(30)
}
"""Names and labels that are HTML must come out as they are."""
FIRST, SECOND, *_ = CANDIDATES


@cache
def compared() -> pw.Comparison:
    return pw.compare(REFERENCE, CANDIDATES, ["CC", "S&S", "AMI", "R", "J", "VI", "W", "BCubed"])


def planned() -> Any:
    """A plan for two candidates that are right about most items."""
    random = np.random.default_rng(1)
    reference = random.integers(0, 8, 300)
    is_right = random.random((2, 300)) < np.array([[0.8], [0.75]])
    labels = np.where(is_right, reference, random.integers(0, 8, (2, 300)))
    return pw.compare(reference, {FIRST: labels[0], SECOND: labels[1]}, ["CC"]).plan()


@cache
def audited() -> Any:
    return pw.audit("jaccard", max_n=4, properties=["monotonicity", "linear_complexity"])


def certificate() -> Any:
    return (
        pw.audit("correlation", max_n=3, properties="monotonicity")
        .verdicts["monotonicity"]
        .certificate
    )


def checked() -> Any:
    return pw.properties.check(certificate())


@cache
def impossible() -> Any:
    return pw.properties.compatible(["monotonicity", "distance", "constant_baseline"], max_n=4)


@cache
def swept() -> pw.ensembles.Sweep:
    return pw.sweep(REFERENCE, CANDIDATES, ["CC", "VI"])


@cache
def compared_covers() -> Any:
    """Two covers whose names are HTML, beside a third."""
    near, far = [{0, 1}, {2, 3, 4}], [{0, 4}, {1, 2, 3}]
    return pw.compare(
        pw.Cover([{0, 1, 2}, {2, 3, 4}]), {FIRST: near, SECOND: far}, ["omega", "ECS"]
    )


HIERARCHY = pw.Hierarchy([["<i>a</i>", "b"], ["c", ["d", "e"]]])


def coreference() -> Any:
    return pw.coreference.scores({"<i>a</i>": [["x", "y"]]}, {"<i>a</i>": [["x"], ["y", "z"]]})


def coreference_estimates() -> Any:
    key = {f"<i>{i}</i>": [["x", "y"], ["z"]] for i in range(20)}
    response = {name: [["x", "y", "z"]] if i % 3 else [["x", "y"]] for i, name in enumerate(key)}
    return pw.coreference.estimate(key, response)


EXAMPLES: dict[str, Callable[[], Any]] = {
    "ExpectedTable": lambda: pw.contingency(
        pw.Memberships([[0.5, 0.5], [0.25, 0.75]]), pw.Memberships([[1, 0], [0.5, 0.5]])
    ),
    "CoreferenceScores": coreference,
    "CoreferenceEstimates": coreference_estimates,
    "DocumentScores": lambda: coreference().by_document,
    "Documents": lambda: Documents({"<i>a</i>": (frozenset("xy"),)}),
    "Scores": lambda: pw.scores(REFERENCE, CANDIDATES[FIRST]),
    "ScoreTable": lambda: pw.scores(REFERENCE, CANDIDATES),
    "GraphScores": lambda: graph_scores([(0, 1), (1, 2)], [(1, 0), (2, 3)], ["CC", "J"], n=4),
    "Comparison": compared,
    "BeyondComparison": compared_covers,
    "Answer": lambda: compared().answer(),
    "Explanation": lambda: compared().explanation,
    "Reason": lambda: next(r for f in compared().explanation.findings for r in f.reasons),
    "NoPreference": lambda: compared().why("CC", FIRST, FIRST),
    "Opinions": lambda: compared().opinions,
    "Agreement": lambda: compared().agreement,
    "Votes": lambda: compared().votes,
    "Tables": lambda: compared().tables,
    "ranks": lambda: compared().ranks,
    "preferred": lambda: compared().preferred,
    "Question": pw.properties.decision,
    "Finding": lambda: compared().explanation.findings[0],
    "Disagreement": lambda: compared().disagreement,
    "Estimates": lambda: compared().estimates(),
    "Estimate": lambda: compared().estimates("CC")[FIRST]["CC"],
    "ByIndex": lambda: compared().differences(FIRST, SECOND, ["CC", "R"]),
    "Difference": lambda: compared().differences(FIRST, SECOND, "CC")["CC"],
    "ByCandidate": lambda: compared().chance,
    "p-values": lambda: compared().better_than_chance("CC", samples=20),
    "PairwiseScores": lambda: pw.pairwise(CANDIDATES, "CC"),
    "Contingency": lambda: pw.contingency(REFERENCE, CANDIDATES[FIRST]),
    "large Contingency": lambda: pw.contingency(range(5000), [i // 3 for i in range(5000)]),
    "WeightedTable": lambda: pw.contingency(
        REFERENCE, CANDIDATES[FIRST], weights=[0.5] * 300, weighting="importance"
    ),
    "SampleEstimates": lambda: pw.estimate(
        {i: label for i, label in enumerate(REFERENCE) if len(label) == 9},
        {name: dict(enumerate(labels)) for name, labels in CANDIDATES.items()},
        ["CC", "R"],
        design="random clusters",
    ),
    "LabelPlan": planned,
    "LabelPlan without a curve": lambda: compared().plan(index="VI"),
    "PairEstimates": lambda: pw.estimate(
        REFERENCE, CANDIDATES, ["CC", "R"], pairs=[(0, 1), (1, 2)]
    ),
    "ClusterOutcomes": lambda: compared().fates(FIRST),
    "Fate": lambda: compared().fates(FIRST)[0],
    "Mistakes": lambda: compared().mistakes(FIRST, top=100),
    "Mistake": lambda: compared().mistakes(FIRST)[0],
    "Matching": lambda: compared().matching(FIRST),
    "Coverage": lambda: compared().coverage,
    "Expected": lambda: pw.chance.expected([0, 0, 1], [0, 1, 1], "rand"),
    "Significance": lambda: pw.chance.significance([0, 0, 1], [0, 1, 1], "rand"),
    "RandomScores": lambda: random_scores([30] * 9, [9] * 30, [pw.index("CC")], 500)["correlation"],
    "BaselineTest": lambda: pw.chance.constant_baseline_test(["CC", "R"], n=[20], samples=20),
    "TestedIndex": lambda: pw.chance.constant_baseline_test(["CC"], n=[20], samples=20)["CC"],
    "BiasCurve": lambda: equal_clusters_curve(["CC", "R"], reference_sizes=[3] * 20, seed=0),
    "BiasSurface": lambda: bias_surface("jaccard", steps=48),
    "CorrelationDeviation": lambda: correlation_deviation([2, 2], [2, 1, 1]),
    "Landscape": lambda: pw.ensembles.landscape(CANDIDATES),
    "CoAssociation": lambda: pw.ensembles.co_association(REFERENCE, CANDIDATES),
    "ClusterTree": lambda: pw.ensembles.tree(CANDIDATES),
    "Consensus": lambda: pw.ensembles.consensus([[0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 1, 1]]),
    "Sweep": swept,
    "BestThreshold": lambda: swept().best("CC"),
    "NeighbourSweep": lambda: pw.sweep(None, CANDIDATES, "CC"),
    "CutCurve": lambda: HIERARCHY.bk_curve(HIERARCHY),
    "ClusterStability": lambda: pw.ensembles.cluster_stability(REFERENCE, CANDIDATES),
    "ItemConsistency": lambda: pw.ensembles.item_consistency(CANDIDATES),
    "Tracking": lambda: pw.ensembles.track(CANDIDATES),
    "Stability": lambda: pw.ensembles.stability({2: [[0, 0, 1]] * 3, 3: [[0, 1, 1], [0, 1, 2]]}),
    "Study": lambda: pw.ensembles.study({"a": (REFERENCE, CANDIDATES)}),
    "Audit": audited,
    "Verdict": lambda: audited().verdicts["monotonicity"],
    "Counterexample": lambda: audited().verdicts["monotonicity"].counterexample,
    "CoverCounterexample": lambda: (
        pw.audit("average_f1").verdicts["constant_baseline"].counterexample
    ),
    "DeclaredAlgorithm": lambda: DeclaredAlgorithm(pw.index("jaccard")),
    "Certificate": certificate,
    "Refutation": lambda: audited().certificates["monotonicity"],
    "Checks": checked,
    "Compatibility": lambda: pw.properties.compatible(["symmetry", "distance"], max_n=3),
    "Incompatibility": lambda: impossible().certificate,
    "MinimalSets": lambda: minimal_sets("pairs", max_n=3),
    "Closeness": lambda: closeness(sizes=[4]),
    "PropertyTable": lambda: pw.properties.table(["J", "R"], max_n=3),
    "Equivalence": lambda: pw.properties.equivalent("hubert", "rand"),
    "Triplets": lambda: pw.properties.triplets(["CC", "R"]),
    "Triplet": lambda: pw.properties.triplets(["CC", "R"])[0],
    "Recommendation": lambda: pw.recommend(distance=True),
    "AgreementRanking": lambda: pw.recommend(judgements=[([0, 0, 1], [0, 1, 2], [0, 0, 0])]),
    "QuizResult": lambda: pw.properties.Quiz.of().result(["a", "neither", "b"]),
    "guide Answer": lambda: next(iter(pw.recommend(distance=True).rejected.values()))[0],
    "Card": lambda: card(pw.index("correlation")),
    "Beside": lambda: Beside("Shares", ("k=2",), (("CC", (cell("3 %", "3 %"),)),)),
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
    return {each for each in ours if not inspect.isabstract(each)}


@cache
def example(name: str) -> Any:
    return EXAMPLES[name]()


def test_there_is_an_example_of_every_result() -> None:
    assert {type(example(name)) for name in EXAMPLES} == result_classes()


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_result_fits_on_a_screen(name: str) -> None:
    lines = repr(example(name)).splitlines()
    assert 0 < len(lines) <= SCREEN_LINES
    assert max(map(cell_len, lines)) <= SCREEN_WIDTH


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_result_prints_in_terminals_and_notebooks(name: str) -> None:
    console = Console(width=SCREEN_WIDTH, file=io.StringIO())
    console.print(example(name))
    assert isinstance(console.file, io.StringIO)
    assert max(map(cell_len, console.file.getvalue().splitlines())) <= SCREEN_WIDTH
    html = example(name)._repr_html_()
    assert html.startswith(("<table", "<p"))
    assert "<b>" not in html
    assert "<i>" not in html
    assert str(example(name)).strip()


@pytest.mark.parametrize("name", EXAMPLES)
def test_nothing_that_is_shown_is_a_dump_of_python(name: str) -> None:
    for shown in (repr(example(name)), str(example(name)), example(name)._repr_html_()):
        assert " object at 0x" not in shown
        assert not re.search(r"(Index|Part|Estimate|array|Fraction)\(", shown)


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
    names = [*filter(None, pandas.index.names), *pandas.columns]
    assert names == polars.columns == arrow.column_names
    assert len(pandas) == polars.height == arrow.num_rows
    pd.testing.assert_frame_equal(result.to_frame(), pandas)
    assert len(pd.read_csv(io.StringIO(result.to_csv()))) == len(pandas)


@pytest.mark.parametrize("name", EXAMPLES)
def test_columns_of_frames_have_plain_names_and_numbers_are_numbers(name: str) -> None:
    frame = example(name).to_frame("polars")
    for column in frame.columns:
        assert column in CANDIDATES or re.fullmatch("[a-z][a-z0-9_]*", column)
    texts = frame.select(pl.col(pl.String)).drop(["candidate", "clustering"], strict=False)
    for column in texts.iter_columns():
        known = column.drop_nulls().filter(column.drop_nulls() != "")
        assert not len(known) or known.cast(pl.Float64, strict=False).null_count(), column.name


@pytest.mark.parametrize("name", EXAMPLES)
def test_pandas_refuses_a_result_and_arrow_takes_its_frame(name: str) -> None:
    result = example(name)
    says = r"\.to_frame\(\) returns a data frame" if hasattr(result, "__iter__") else "constructor"
    with pytest.raises((TypeError, ValueError), match=says):
        pd.DataFrame(result)
    arrow = result.to_frame("pyarrow").to_pandas()
    pd.testing.assert_frame_equal(pa.table(result).to_pandas(), arrow)
    if not isinstance(result, Mapping):  # of which Polars makes a column for each key
        assert pl.DataFrame(result).equals(result.to_frame("polars"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_result_can_be_pickled(name: str) -> None:
    again = pickle.loads(pickle.dumps(example(name)))  # noqa: S301 - our own
    assert again.to_dict() == example(name).to_dict()
    assert repr(again) == repr(example(name))


# Every number is in the frame


def test_frames_hold_every_score_and_rank() -> None:
    frame = compared().to_frame(wide=False)
    assert len(frame) == len(CANDIDATES) * len(compared().indices)
    for name, key, value, rank, _ in frame.itertuples(index=False):
        assert value == compared().scores[name][key]
        assert rank == compared().ranks[key][name]
    wide = compared().to_frame()
    assert wide.index.tolist() == compared().ranking
    assert wide.stack().to_dict() == frame.set_index(["candidate", "index"])["value"].to_dict()


def test_scores_of_several_candidates_are_a_wide_frame_or_a_tidy_one() -> None:
    scores = pw.scores([0, 0, 0], {"x": [0, 1, 1], "y": [0, 0, 0]}, ["rand", "CC"])
    assert scores.to_frame().to_dict("index") == {
        "x": {"rand": 1 / 3, "correlation": 0.0},
        "y": {"rand": 1.0, "correlation": 1.0},
    }
    rows = scores.to_frame("polars", wide=False).rows()
    assert [row[:3] for row in rows] == [
        ("x", "rand", 1 / 3), ("x", "correlation", 0.0),
        ("y", "rand", 1.0), ("y", "correlation", 1.0),
    ]  # fmt: skip
    assert [bool(row[3]) for row in rows] == [False, True, False, True]


def test_a_contingency_table_is_a_row_per_cell_or_a_crosstab() -> None:
    reference, candidate = ["b", "a", "b", "b"], [10, 9, 9, 9]
    table = pw.contingency(reference, candidate)
    assert sorted(table.to_frame("polars").rows()) == [("a", 9, 1), ("b", 9, 2), ("b", 10, 1)]
    crosstab = pd.crosstab(pd.Series(reference, name="reference"), pd.Series(candidate))
    wide = table.to_frame(wide=True)
    assert wide.index.tolist() == crosstab.index.tolist()
    assert wide.columns.tolist() == crosstab.columns.tolist()
    assert wide.to_numpy().tolist() == crosstab.to_numpy().tolist()
    assert wide.index.name == "reference"
    with pytest.raises(InputError, match="cells, most of them zero; leave out wide=True"):
        pw.contingency(range(4000), range(4000)).to_frame(wide=True)
    weighted = pw.contingency([0, 0], [1, 1], weights=[0.5, 1], weighting="importance")
    assert weighted.to_frame("polars").to_dicts() == [
        {"reference": 0, "candidate": 1, "weight": 1.5}
    ]


def test_numpy_takes_a_contingency_table_for_its_dense_matrix() -> None:
    table = pw.contingency(["a", "a", "b"], [0, 1, 1])
    assert np.asarray(table).tolist() == [[1, 1], [0, 1]]
    assert np.asarray(table).dtype == table.to_dense().dtype
    assert np.array(table, dtype=float).dtype == float
    weights = [0.5, 1, 2]
    weighted = pw.contingency([0, 0, 1], [0, 1, 1], weights=weights, weighting="importance")
    assert np.asarray(weighted).tolist() == [[0.5, 1], [0, 2]]
    with pytest.raises(ValueError, match=r"cannot .* without a copy"):
        np.array(table, copy=False)
    with pytest.raises(InputError, match=r"5,000 × 5,000 cells.*to_frame\(\).*to_dense\(\)"):
        np.asarray(pw.contingency(range(5000), range(5000)))


def test_indices_print_on_a_screen_and_leave_as_a_frame() -> None:
    everything = pw.indices("all")
    lines = repr(everything).splitlines()
    assert len(lines) <= SCREEN_LINES
    assert max(map(cell_len, lines)) <= SCREEN_WIDTH
    assert everything.to_frame("polars")["key"].to_list() == [index.key for index in everything]
    assert pickle.loads(pickle.dumps(everything)) == tuple(everything)  # noqa: S301 - our own


@pytest.mark.parametrize("shown", [repr, str])
def test_no_row_of_a_disagreement_that_is_cut_is_empty(shown: Callable[[object], str]) -> None:
    disagreement = pw.compare(REFERENCE, CANDIDATES, "all").disagreement
    _, *lines, more = shown(disagreement).splitlines()
    assert more.startswith("… and ")
    names = [index.short for index in disagreement.indices]
    rows = [line for line in lines if line and not line.startswith(" ")]
    assert [row for row in rows if not re.search(r" \d", row)] == []
    assert rows[0].split()[-1] == f"{disagreement.percentages[0, 1]:.1f}".removesuffix(".0")
    assert rows[0].startswith(names[1])


def test_a_contingency_table_of_which_only_counts_are_here_has_no_frame() -> None:
    two, pairs = np.array([2]), SizeHistogram(np.array([2]), np.array([3]))
    table = AggregatedTable(Blocks(two, two, two, np.array([3])), pairs, pairs, 6, 6)
    with pytest.raises(InputError, match=r"to_frame: .* 3 cells, which were not fetched"):
        table.to_frame()  # type: ignore[attr-defined]


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
def test_a_wide_and_full_table_says_what_is_left_out(letter: str) -> None:
    names = [f"{letter}{i}" for i in range(50)]
    table = Table(names, [[letter * 80] * 50] * 50, letter * 500, [letter * 300] * 99)
    lines = table.on_a_screen().splitlines()
    assert len(lines) <= SCREEN_LINES
    assert max(map(cell_len, lines)) <= SCREEN_WIDTH
    (left_out,) = [line for line in lines if line.startswith("… and")]
    rows, columns = map(int, re.findall(r"\d+", left_out))
    assert 25 < rows < 50
    assert 0 < columns < 50


def test_the_last_column_takes_the_room_that_is_left() -> None:
    room = SCREEN_WIDTH - 3
    text, longer = ("w " * 50)[:room], ("w " * 50)[: room + 2]
    table = Table(["a", "why"], [["x", text], ["x", longer]])
    assert table.on_a_screen().splitlines() == ["a  why", f"x  {text}", f"x  {longer[: room - 1]}…"]
    assert str(table).splitlines()[:2] == ["a  why", f"x  {text}"]
    assert str(table).splitlines()[2:] == [
        f"x  {longer[:room].rstrip()}",
        f"   {longer[room:].strip()}",
    ]
