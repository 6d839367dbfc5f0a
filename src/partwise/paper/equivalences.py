"""The paper's table of linearly equivalent indices, recomputed over the whole catalogue."""

from __future__ import annotations

from partwise.paper.artifact import Artifact, Beside, ComparedCell, Context, Experiment, cell
from partwise.paper.index_list import FORMULAS

EQUIVALENT: dict[str, tuple[str, ...]] = {
    "rand": ("mirkin", "hubert"),
    "jaccard": ("jaccard_distance",),
    "wallace_1": ("wallace_2",),
    "kulczynski": ("mcconnaughey",),
}
"""The paper's table: its representatives, and the indices that are equivalent to each."""


def run(context: Context) -> Artifact:
    """Look for equivalences among all indices of the catalogue, and prove them."""
    from partwise.properties import equivalences

    del context
    found = {each.first: each for each in equivalences()}
    printed = {twin: first for first, twins in EQUIVALENT.items() for twin in twins}
    rows = []
    for key in [*printed, *(key for key in found if key not in printed)]:
        ours = found.get(key)
        same = cell(_name(ours.second) if ours else "none", _name(printed.get(key, "none")))
        by = ComparedCell(str(ours) if ours else "")
        rows.append((_name(key), (same, by, ComparedCell("yes" if ours and ours.proved else "no"))))
    complete = (
        "Of every two indices of the catalogue, information-theoretic ones included: no "
        "equivalence is missing from the paper's table."
    )
    columns = ("equivalent to", "by", "proved")
    notes = (complete,) if set(found) <= set(printed) else ()
    return EXPERIMENT.artifact([Beside(EXPERIMENT.title, columns, tuple(rows), notes, "index")])


def _name(key: str) -> str:
    return FORMULAS[key][0] if key in FORMULAS else key


EXPERIMENT = Experiment(
    "equivalences", "Equivalent pair-counting indices", "Table 6, Appendix B.2", run
)
