"""The paper's table of linearly equivalent indices, recomputed over the whole catalogue."""

from __future__ import annotations

from partwise.experiments.artifact import Artifact, Beside, Cell, Context, Experiment
from partwise.experiments.index_list import FORMULAS

__all__ = ["EQUIVALENT", "EXPERIMENT"]

EQUIVALENT: dict[str, tuple[str, ...]] = {
    "rand": ("mirkin", "hubert"),
    "jaccard": ("jaccard_distance",),
    "wallace_1": ("wallace_2",),
    "kulczynski": ("mcconnaughey",),
}
"""The paper's table: its representatives, and the indices that are equivalent to each."""


def run(context: Context) -> Artifact:
    """Look for equivalences among all indices of the catalogue, and prove them."""
    from partwise.properties.equivalence import equivalences

    del context
    found = {each.first: each for each in equivalences()}
    printed = {twin: first for first, twins in EQUIVALENT.items() for twin in twins}
    rows = []
    for key in [*printed, *(key for key in found if key not in printed)]:
        ours = found.get(key)
        second = ours.second if ours else ""
        claimed = printed.get(key, "")
        name = FORMULAS[key][0] if key in FORMULAS else key
        same = second == claimed
        proved = ours is not None and ours.proved
        told = Cell(str(ours) if ours else "no linear function")
        cells = Cell(second, claimed or "not in the table", same), told
        rows.append((name, (*cells, Cell("yes" if proved else "no"))))
    notes = (
        "Of every two indices of the catalogue, information-theoretic ones included: no "
        "equivalence is missing from the paper's table.",
    )
    columns = ("equivalent to", "by", "proved")
    complete = notes if all(row[1][0].same for row in rows) else ()
    return EXPERIMENT.artifact(
        [Beside("Equivalent pair-counting indices", columns, tuple(rows), complete, "index")]
    )


EXPERIMENT = Experiment(
    "equivalences", "Equivalent pair-counting indices", "Table 6, Appendix B.2", run
)
