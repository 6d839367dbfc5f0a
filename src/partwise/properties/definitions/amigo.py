"""What the four constraints of Amigó et al. (2009) have in common.

They speak of the quality Q of a candidate against categories: here V(A, B), A being the reference,
in this argument order alone. As in the paper's monotonicity, trivial references are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from partwise.properties.search.candidates import Finding
from partwise.properties.search.enumeration import enumeration
from partwise.properties.search.index_values import Study, not_above, table_of
from partwise.properties.search.moves import Improve, compared, numbered
from partwise.properties.verdict import Counterexample, Labels


def improving(
    study: Study, n: int, is_move: NDArray[np.bool_], improve: Improve
) -> Iterator[Finding]:
    """Yield some perfect splits or merges that do not score better."""
    tables, values = study.tables(n), study.values(n)
    source, target = tables.moves.source, tables.moves.target
    is_proper = (tables.k_a[source] > 1) & (tables.k_a[source] < n)
    is_bad = is_move & is_proper & not_above(values[target], values[source])
    for i in np.unique(source[is_bad]).tolist():
        for example, found in compared(study, *tables.labels(i), improve, orders=(False,)):
            yield Finding(example, "tie" if found.sign == 0 else "decrease")


def with_others(n: int, core: tuple[Labels, ...]) -> Iterator[tuple[Labels, ...]]:
    """Extend a reference and candidates by all ways to cluster the other items among themselves."""
    others = n - len(core[0])
    if others < 0:
        return
    if others == 0:
        yield tuple(map(numbered, core))
        return
    tables = enumeration(others)
    for i in range(tables.count):
        a, b = tables.labels(i)
        yield tuple(
            numbered(given + tuple(label + n for label in rest))
            for given, rest in zip(core, (a, *(b for _ in core[1:])), strict=True)
        )


def preferring(study: Study, cases: Iterator[tuple[Labels, ...]], says: str) -> Iterator[Finding]:
    """Yield references A with candidates B and B′ such that B′ does not score better."""
    for a, worse, better in cases:
        before, after = table_of(a, worse), table_of(a, better)
        found = study.compare(after, before)
        if found is not None and found.sign <= 0:
            shown = {"V(A, B)": study.shown(before), "V(A, B')": study.shown(after)}
            clusterings = {"A": a, "B": worse, "B'": better}
            example = Counterexample(clusterings, shown, says, certified=found.certified)
            yield Finding(example, "tie" if found.sign == 0 else "decrease")
