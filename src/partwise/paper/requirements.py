"""The paper's two tables of requirements: its marks as printed, and our verdicts beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from partwise.paper.artifact import Artifact, Beside, ComparedCell, Context, Experiment, cell
from partwise.paper.errata import erratum_of
from partwise.paper.names import index
from partwise.properties import PROPERTIES, Verdict, known

_BIAS = {"none": "none", "dec": "↘", "inc": "↗", "both": "↗ ↘"}
_LEGEND = (
    "✓ has the property (proved, or tried for all clusterings of up to n items), ✗ does not have "
    "it. Bias: ↘ may favour fewer inter-cluster pairs, ↗ may favour more."
)
Verdicts = Mapping[str, Mapping[str, Verdict]]


@dataclass(frozen=True)
class Marks:
    """A table of requirements as the paper prints it."""

    properties: tuple[str, ...]  # keys of the columns
    names: dict[str, str]  # the paper's name of each index
    marks: dict[str, str]  # for each index, "+" for ✓ and "-" for ✗, a sign for each column
    # the column "Type of bias", where the table has it: "none", "dec", "inc" or "both"
    bias: dict[str, str]

    def has(self, key: str, about: str) -> bool:
        """Whether the paper says that an index has a property.

        Examples
        --------
        >>> GENERAL.has("nmi_max", "monotonicity")
        False
        """
        return self.marks[key][self.properties.index(about)] == "+"


def _table(properties: str, rows: str) -> Marks:
    lines = [line.split() for line in rows.strip().splitlines()]
    return Marks(
        tuple(properties.split()),
        {key: name for key, name, *_ in lines},
        {key: marks for key, _, marks, *_ in lines},
        {key: bias[0] for key, _, _, *bias in lines if bias},
    )


GENERAL = _table(
    "maximal_agreement symmetry distance linear_complexity monotonicity constant_baseline",
    """
    nmi_arithmetic  NMI       ++-++-
    nmi_max         NMI_max   ++++--
    fnmi            FNMI      +--+--
    vi              VI        +++++-
    smi             SMI       -+---+
    f_measure       FMeasure  ++-+--
    bcubed          BCubed    ++-++-
    ami_geometric   AMI       ++--++
    """,
)
PAIR_COUNTING = _table(
    "maximal_agreement minimal_agreement symmetry distance linear_complexity monotonicity "
    "strong_monotonicity constant_baseline asymptotic_constant_baseline",
    """
    rand                  R    +++++++--  both
    adjusted_rand         AR   +-+-++-++  none
    jaccard               J    +-++++---  dec
    wallace_1             W    ----+----  dec
    dice                  D    +-+-++---  dec
    correlation           CC   +++-+++++  none
    sokal_sneath_1        S&S  +++-+++++  none
    correlation_distance  CD   +++++++-+  none
    """,
)


def verdicts_beside_marks(paper: Marks, title: str, context: Context) -> tuple[Beside, list[str]]:
    """Return a table of verdicts beside the paper's marks, and notes on what differs."""
    verdicts = _verdicts(paper, context)
    columns = [PROPERTIES[key].title for key in paper.properties]
    if paper.bias:
        columns.append("Type of bias")
    rows = tuple((paper.names[key], _cells(paper, key, verdicts[key])) for key in paper.marks)
    table = Beside(title, tuple(columns), rows, (_LEGEND, _how(context)), "index")
    return table, why_they_differ(paper, verdicts)


def _how(context: Context) -> str:
    if context.quick:
        return "These are the stored verdicts that come with partwise."
    return (
        "The verdicts were computed in this run, from proofs and from the smallest counterexamples "
        "among all clusterings of up to ten items (seven for the triangle inequality)."
    )


def _verdicts(paper: Marks, context: Context) -> Verdicts:
    """Decide the properties; with ``quick``, take the verdicts that partwise comes with."""
    if context.quick:
        return {key: known(index(key)) for key in paper.marks}
    from partwise.properties import table

    asked = [*paper.properties, *(["bias"] if paper.bias else [])]
    property_table = table(list(paper.marks), properties=asked, progress=context.progress)
    return {key: property_table.audits[key].verdicts for key in paper.marks}


def _cells(paper: Marks, key: str, verdicts: Mapping[str, Verdict]) -> tuple[ComparedCell, ...]:
    from partwise.properties import mark

    cells = []
    for about in paper.properties:
        verdict, claimed = verdicts[about], paper.has(key, about)
        same = None if verdict.holds is None else verdict.holds == claimed
        ours = "✗" if verdict.status == "refuted" else mark(verdict)
        cells.append(ComparedCell(ours, "✓" if claimed else "✗", same))
    if paper.bias:
        bias = verdicts["bias"].value or "?"
        cells.append(cell(_BIAS.get(bias, bias), _BIAS[paper.bias[key]]))
    return tuple(cells)


def why_they_differ(paper: Marks, verdicts: Verdicts) -> list[str]:
    """Return a note with the counterexample for each mark of the paper that is refuted."""
    notes = []
    for key in paper.marks:
        for about in paper.properties:
            verdict = verdicts[key][about]
            if verdict.holds is not None and verdict.holds != paper.has(key, about):
                why = verdict.counterexample or verdict.reason
                number = erratum_of(key, about)
                where = f"erratum {number}" if number else "not among the known errata"
                name, title = paper.names[key], PROPERTIES[about].title.lower()
                notes.append(f"{name}, {title}: {why} ({where}).")
    return notes


_GENERAL_REMARKS = (
    (
        "SMI and AMI have a constant baseline only with conventions for tables where they are 0/0 "
        "(erratum 5)."
    ),
    (
        "AMI and SMI do not have linear complexity with the usual algorithms. Faster ones may "
        "exist (erratum 27)."
    ),
)
_PAIR_COUNTING_REMARKS = (
    (
        "CC and S&S have a constant baseline only with a convention for trivial candidates, where "
        "they are 0/0 (erratum 5)."
    ),
    (
        "S&S has an asymptotic constant baseline by the definition, but its values need not "
        "converge to it (erratum 3)."
    ),
)


def _experiment(
    name: str, title: str, where: str, paper: Marks, remarks: tuple[str, ...]
) -> Experiment:
    """Decide each property of each index of a table."""

    def run(context: Context) -> Artifact:
        table, differing = verdicts_beside_marks(paper, title, context)
        return experiment.artifact([table], notes=[*differing, *remarks])

    experiment = Experiment(name, title, where, run)
    return experiment


GENERAL_REQUIREMENTS = _experiment(
    "general_requirements",
    "Requirements for general similarity indices",
    "Table 3",
    GENERAL,
    _GENERAL_REMARKS,
)
PAIR_COUNTING_REQUIREMENTS = _experiment(
    "pair_counting_requirements",
    "Requirements for pair-counting indices",
    "Table 4",
    PAIR_COUNTING,
    _PAIR_COUNTING_REMARKS,
)
