"""The experiments that need no data: cells are as the paper prints them, but for its errata."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from pathlib import Path

import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.chance.bias_curves import BiasPoint
from partwise.charts.figure import CONTENT_WIDTH
from partwise.paper.artifact import Artifact, Context
from partwise.paper.baselines import direction
from partwise.paper.errata import ERRATA
from partwise.paper.formulas import expression, same_formula, typeset
from partwise.paper.index_list import FORMULAS
from partwise.paper.registry import EXPERIMENTS
from partwise.paper.requirements import Marks, verdicts_beside_marks
from partwise.properties.guide.decision_tree import decision
from support.drawings import described
from support.oracle import PAIR_COUNTING

DIFFERING = {  # experiment → rows and columns in which the paper is wrong, as docs/errata.md says
    "general_requirements": {("AMI", "Monotonicity")},  # 1
    "pair_counting_requirements": {("J", "Monotonicity"), ("D", "Monotonicity")},  # 2
    "decision_figure": {  # 1 and 2: AMI, Jaccard and Dice are not monotone
        ("not monotone, so ruled out", "indices or properties"),
        ("monotone, with a constant baseline", "indices or properties"),
        ("no → no → small", "indices"),
        ("no → no → neither", "indices"),
    },
}
COMPARED = {
    "general_requirements": 48,
    "pair_counting_requirements": 80,
    "decision_figure": 8,
    "index_list": 27,
    "equivalences": 5,
    "statistical_tests": 16,
    "baseline_figures": 29,
    "deviation_of_cd": 16,
    "errata": 13,
}
THEORY = sorted(COMPARED)


@pytest.fixture(scope="module")
def made() -> dict[str, Artifact]:
    return {name: EXPERIMENTS[name].run(Context(quick=True, progress=False)) for name in THEORY}


def differing(artifact: Artifact) -> set[tuple[str, str]]:
    return {
        (row, column)
        for table in artifact.tables
        for row, cells in table.rows
        for column, cell in zip(table.columns, cells, strict=True)
        if cell.same is False
    }


@pytest.mark.parametrize("name", [name for name in THEORY if name != "errata"])
def test_only_known_errata_differ(made: dict[str, Artifact], name: str) -> None:
    assert differing(made[name]) == DIFFERING.get(name, set())
    assert made[name].matches[1] == COMPARED[name]


@pytest.mark.parametrize("name", THEORY)
def test_artifacts_are_of_their_experiment(made: dict[str, Artifact], name: str) -> None:
    artifact, experiment = made[name], EXPERIMENTS[name]
    assert (artifact.name, artifact.title, artifact.where) == (
        name,
        experiment.title,
        experiment.where,
    )
    assert all(drawing.caption for drawing in artifact.drawings)


def test_seeds_repeat_what_is_random(made: dict[str, Artifact]) -> None:
    for name in ("statistical_tests", "baseline_figures"):
        run = EXPERIMENTS[name].run
        assert run(Context(quick=True, progress=False)) == made[name]
        assert run(Context(quick=True, seed=1, progress=False)) != made[name]


# Requirements


def test_what_differs_is_explained_by_its_counterexample(made: dict[str, Artifact]) -> None:
    (note,) = [note for note in made["general_requirements"].notes if note.startswith("AMI, mono")]
    assert "(erratum 1)" in note
    example = "A = 01|2, B = 02|1, B' = 0|1|2: V(A, B) = 0, V(A, B') = 0"
    assert f"J, monotonicity: {example} (erratum 2)." in made["pair_counting_requirements"].notes


def test_a_mark_that_is_wrong_is_seen_when_properties_are_decided_anew() -> None:
    properties, key = ("symmetry", "maximal_agreement"), "wallace_1"
    paper = Marks(properties, {key: "W"}, {key: "+-"}, {key: "inc"})
    table, notes = verdicts_beside_marks(paper, "A table", Context(progress=False))
    assert [(cell.ours, cell.paper, cell.same) for cell in table.cells] == [
        ("✗", "✓", False),
        ("✗", "✗", True),
        ("↘", "↗", False),
    ]
    assert [note.endswith("(not among the known errata).") for note in notes] == [True]


# Formulas


@pytest.mark.parametrize("key", FORMULAS)
def test_the_papers_formulas_are_those_of_the_oracle(key: str) -> None:
    read = expression(FORMULAS[key][1])
    for counts in ((2, 1, 3, 5), (5, 3, 2, 11), (7, 2, 9, 3)):
        symbols = dict(zip(("N11", "N10", "N01", "N00"), counts, strict=True))
        ours = read.subs({symbol: symbols[str(symbol)] for symbol in read.free_symbols})
        assert float(ours) == pytest.approx(float(PAIR_COUNTING[key](*map(Fraction, counts))))


def test_the_list_is_in_the_order_of_the_catalogue_and_complete() -> None:
    pairs = [index.key for index in pw.indices("paper") if index.kind == "pairs"]
    assert list(FORMULAS) == [key for key in pairs if key != "correlation_chord"]


@pytest.mark.parametrize(
    ("formula", "key"),
    [
        (r"\frac{N_{11}N_{00}-N_{10}N_{01}}{N_{11}N_{00}+N_{10}N_{01}}", "yule"),
        (r"\frac{1}{\pi}\arccos\left(\frac{N_{11}}{N_{11}+N_{10}}\right)", "correlation_distance"),
        (FORMULAS["correlation_distance"][1].replace("{1}", "{2}", 1), "correlation_distance"),
        (FORMULAS["fager_mcgowan"][1].replace(r"{2\sqrt", r"{3\sqrt"), "fager_mcgowan"),
    ],
)
def test_another_formula_is_not_the_same(formula: str, key: str) -> None:
    assert not same_formula(formula, pw.index(key).expression())


def test_formulas_are_typeset_and_other_texts_are_not() -> None:
    assert str(typeset(r"$\frac{N_{11}^2}{2}-\sqrt{(N_{10})}$")) == (
        '<math displaystyle="true"><mrow><mfrac><msup><msub><mi>N</mi><mn>11</mn></msub>'
        "<mn>2</mn></msup><mn>2</mn></mfrac><mo>−</mo><msqrt><mrow><mo>(</mo><msub><mi>N</mi>"
        "<mn>10</mn></msub><mo>)</mo></mrow></msqrt></mrow></math>"
    )
    for text in ("$", "$$", "$<b>$", "5 $", "$N_{11$", r"$\frac{1}$", "$1+$", "$(1$"):
        assert typeset(text) is text


@pytest.mark.parametrize("text", ["", "1 +", r"\sin", "(1", "1)", r"\frac{1}", "^2"])
def test_what_is_no_formula_is_told(text: str) -> None:
    with pytest.raises(InputError, match="formula"):
        expression(text)


# Baselines


def points(*means: float, error: float = 0.01) -> list[BiasPoint]:
    return [BiasPoint(x, mean, mean, mean, error) for x, mean in enumerate(means)]


@pytest.mark.parametrize(
    ("means", "told"),
    [
        ((0.5, 0.51, 0.49, 0.5), "level"),
        ((0.1, 0.1, 0.1), "level"),
        ((0.1, 0.2, 0.3), "rises"),
        ((0.1, 0.2, 0.19, 0.3), "rises"),
        ((5.0, 4.0, 2.0), "falls"),
        ((0.1, 0.5, 0.1), "rises and falls"),
        ([0.02 * i for i in range(30)], "rises"),  # by small steps
    ],
)
def test_directions_of_curves(means: list[float], told: str) -> None:
    assert direction(points(*means)) == told


def test_a_curve_without_error_has_a_direction() -> None:
    assert direction(points(0.5, 0.5, error=0.0)) == "level"
    assert direction(points(0.5, 0.6, error=0.0)) == "rises"


def test_captions_are_computed(made: dict[str, Artifact]) -> None:
    for drawing in made["baseline_figures"].drawings:
        assert drawing.caption.endswith("Constant here: SMI, AMI, AR, CC, S&S, CD.")
        assert "924 items in 431 clusters" in drawing.caption


# The decision figure


def test_the_decision_figure_has_a_box_for_each_question_and_end() -> None:
    figure = decision().plot()
    assert figure.chart  # which checks it against the schema
    said = [mark.label for mark in described(figure)]
    assert len(said) == 3 + 5
    for start in ("Do you need a distance?", "Do you need guaranteed linear", "Do errors in large"):
        assert sum(text.startswith(start) for text in said) == 1
    assert sum(text.startswith("CC  or  S&S ") for text in said) == 3
    boxes = [row for layer in figure.spec["layer"][:2] for row in layer["data"]["values"]]
    for box in boxes:
        assert 0 <= box["x"] < box["x2"] <= CONTENT_WIDTH
        assert 0 <= box["y"] < box["y2"] <= figure.spec["height"]
    for one in boxes:
        for other in boxes:
            apart = one["x2"] <= other["x"] or one["y2"] <= other["y"]
            assert one is other or apart or other["x2"] <= one["x"] or other["y2"] <= one["y"]


# Errata


def test_every_computed_erratum_differs_as_the_documentation_says(
    made: dict[str, Artifact],
) -> None:
    shown, listed = made["errata"].tables
    assert shown.matches == (0, 13)
    values = {row.partition(".")[0]: cells[1].ours for row, cells in shown.rows}
    assert values["1"] == "falls: −0.096024 → −0.097274"
    assert values["2"] == "stays: 0 → 0"
    root = f"{math.sqrt(2):.6f}"
    assert values["6"] == f"{root} → {root}"
    assert float(values["7"]) == pytest.approx(13 / 18, abs=1e-6)
    assert float(values["8"]) == pytest.approx(7 / 9, abs=1e-6)
    assert values["9"] == "0.333333 → 1"
    assert values["11"] == "4/25"
    assert float(values["12"]) == pytest.approx(1 / math.sqrt(176), abs=1e-6)
    assert values["20"] == "AR, CC, S&S, peirce, baulieu_2"
    assert float(values["24"]) == pytest.approx(math.sqrt(1.5) * math.log(2), abs=1e-6)
    assert values["30"] == "10"
    assert len(listed.rows) == len(ERRATA) == 34


def test_the_list_of_errata_is_that_of_the_documentation() -> None:
    text = (Path(__file__).parents[2] / "docs" / "errata.md").read_text("utf-8")
    titles = dict(re.findall(r"^(\d+)\. \*\*(.+?)[.:]?\*\*", text, re.MULTILINE))
    assert {str(number): each.title for number, each in ERRATA.items()} == titles
