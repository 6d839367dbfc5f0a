"""The paper's decision figure: drawn, and compared with the verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from partwise.paper.artifact import Artifact, Beside, Context, Drawing, Experiment, cell, matches
from partwise.paper.baselines import NAMES
from partwise.paper.names import index
from partwise.paper.requirements import PAIR_COUNTING
from partwise.properties import PROPERTIES, Leaf, Question, decision, holds

_NOT_MONOTONE = "nmi_max fnmi smi f_measure"  # "we advise against using …"
_LEFT = "ami_geometric adjusted_rand correlation sokal_sneath_1"  # "only left with …"
_DOMINATED = "minimal_agreement strong_monotonicity"  # what AR lacks and CC and S&S have
_LEAVES = {  # Section 6, the paragraphs that explain the figure
    ("yes",): "correlation_distance",
    ("no", "yes"): "correlation sokal_sneath_1",
    ("no", "no", "large"): "correlation sokal_sneath_1",
    ("no", "no", "small"): "ami_geometric",
    ("no", "no", "neither"): "correlation sokal_sneath_1 ami_geometric",
}
_SHORTLIST = ("correlation", "sokal_sneath_1", "correlation_distance", "ami_geometric")
_ASSUMED = (
    "The paper's source does not include the drawing. The questions come from the text that "
    "explains it (Section 6)."
)
_WHY = (
    "All differences have two causes. AMI is not monotone (erratum 1), and neither are Jaccard and "
    "Dice, which may stay at 0 (erratum 2). The paper also does not list Wallace here, although it "
    "states elsewhere that Wallace is not monotone. It calls a lack of monotonicity fatal."
)


def run(context: Context) -> Artifact:
    """Draw the figure, and repeat the choices that lead to it."""
    del context
    figure = decision().plot("Figure 2: how to choose among good indices")
    drawing = Drawing("figure_2", figure, f"{figure.description} {_ASSUMED}")
    tables = [_narrowing(), _ends()]
    same, compared = matches(tables)
    return EXPERIMENT.artifact(tables, [drawing], [_WHY] if same < compared else [])


def _narrowing() -> Beside:
    """Section 6: which indices are left when properties are asked for."""
    without = [key for key in NAMES if holds(index(key), "monotonicity") is False]
    left = [
        key
        for key in NAMES
        if holds(index(key), "monotonicity") and holds(index(key), "constant_baseline")
    ]
    lacking = [
        about
        for about in PAIR_COUNTING.properties
        if holds(index("adjusted_rand"), about) is False
        and all(holds(index(key), about) for key in ("correlation", "sokal_sneath_1"))
    ]
    rows = (
        ("not monotone, so ruled out", (cell(_named(without), _named(_NOT_MONOTONE.split())),)),
        ("monotone, with a constant baseline", (cell(_named(left), _named(_LEFT.split())),)),
        (
            "properties that CC and S&S have and AR lacks",
            (cell(_titles(lacking), _titles(_DOMINATED.split())),),
        ),
    )
    return Beside("Which indices remain", ("indices or properties",), rows, (), "requirement")


def _ends() -> Beside:
    """Which of the last four indices meet what the answers ask for, monotonicity included."""
    from partwise.properties import recommend

    rows = []
    for answers, leaf in _ways(decision()):
        asked = {**leaf.requirements, "monotonicity": True}
        admissible = recommend(**asked, indices=_SHORTLIST).admissible
        ours = _named(index.key for index, _ in admissible)
        rows.append((" → ".join(answers), (cell(ours, _named(_LEAVES[answers].split())),)))
    note = (
        "The answers are to three questions: do you need a distance, do you need linear time, and "
        "in which clusters do errors matter more. Our value is which of CC, S&S, CD and AMI meet "
        "the requirements and are monotone. The drawing keeps AMI, with a warning."
    )
    return Beside("Where the figure leads", ("indices",), tuple(rows), (note,), "answers")


def _ways(at: Question | Leaf, *before: str) -> Iterator[tuple[tuple[str, ...], Leaf]]:
    if isinstance(at, Leaf):
        yield before, at
        return
    for reply, then in at.answers.items():
        yield from _ways(then, *before, reply)


def _named(keys: Iterable[str]) -> str:
    wanted = set(keys)
    return ", ".join(name for key, name in NAMES.items() if key in wanted) or "none"


def _titles(properties: Iterable[str]) -> str:
    return ", ".join(PROPERTIES[key].title.lower() for key in properties)


EXPERIMENT = Experiment(
    "decision_figure", "How to choose among good indices", "Figure 2, Section 6", run
)
