"""Verdicts on properties beside the paper's marks."""

from __future__ import annotations

from collections.abc import Mapping

from partwise.catalogue import index
from partwise.paper.artifact import Beside, Cell, Context, cell
from partwise.paper.errata import erratum_of
from partwise.paper.requirement_marks import Marks
from partwise.properties import PROPERTIES, Verdict, known

_BIAS = {"none": "none", "dec": "↘", "inc": "↗", "both": "↗ ↘"}
_LEGEND = (
    "✓ has it (proved, or tried for all clusterings of up to so many items), ✗ has it not. Bias: "
    "↘ may favour fewer inter-cluster pairs, ↗ more."
)
Verdicts = Mapping[str, Mapping[str, Verdict]]


def requirements(paper: Marks, title: str, context: Context) -> tuple[Beside, list[str]]:
    """Return a table of verdicts beside the paper's marks, and notes on what differs."""
    found = _verdicts(paper, context)
    columns = [PROPERTIES[each].title for each in paper.properties]
    if paper.bias:
        columns.append("Type of bias")
    rows = tuple((paper.names[key], _cells(paper, key, found[key])) for key in paper.marks)
    table = Beside(title, tuple(columns), rows, (_LEGEND, _how(context)), "index")
    return table, why_they_differ(paper, found)


def _how(context: Context) -> str:
    if context.quick:
        return "The verdicts were decided beforehand, and are part of partwise."
    return (
        "The verdicts were decided anew: counterexamples among all clusterings of up to ten items "
        "(seven for the triangle inequality), smallest first, and proofs."
    )


def _verdicts(paper: Marks, context: Context) -> Verdicts:
    """Decide the properties anew; when in haste, go by what was decided beforehand."""
    if context.quick:
        return {key: known(index(key)) for key in paper.marks}
    from partwise.properties import table

    asked = [*paper.properties, *(["bias"] if paper.bias else [])]
    found = table(list(paper.marks), properties=asked, progress=context.progress)
    return {key: found.audits[key].verdicts for key in paper.marks}


def _cells(paper: Marks, key: str, verdicts: Mapping[str, Verdict]) -> tuple[Cell, ...]:
    from partwise.properties import mark

    cells = []
    for about in paper.properties:
        verdict, claimed = verdicts[about], paper.has(key, about)
        same = None if verdict.holds is None else verdict.holds == claimed
        ours = "✗" if verdict.status == "refuted" else mark(verdict)
        cells.append(Cell(ours, "✓" if claimed else "✗", same))
    if paper.bias:
        bias = verdicts["bias"].value or "?"
        cells.append(cell(_BIAS.get(bias, bias), _BIAS[paper.bias[key]]))
    return tuple(cells)


def why_they_differ(paper: Marks, found: Verdicts) -> list[str]:
    """Return a note with the counterexample for each mark of the paper that is refuted."""
    notes = []
    for key in paper.marks:
        for about in paper.properties:
            verdict = found[key][about]
            if verdict.holds is not None and verdict.holds != paper.has(key, about):
                told = verdict.counterexample or verdict.reason
                number = erratum_of(key, about)
                where = f"erratum {number}" if number else "not among the known errata"
                name, title = paper.names[key], PROPERTIES[about].title.lower()
                notes.append(f"{name}, {title}: {told} ({where}).")
    return notes
