"""The properties of many indices in one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from partwise.base import Cell, InputError, Table, WideResult, tracked
from partwise.catalogue import ByName, as_indices
from partwise.properties.auditing import AUDIT_COLUMNS, Audit, Auditable, audit, mark
from partwise.properties.registry import PROPERTIES, property_keys
from partwise.properties.verdict import Verdict

if TYPE_CHECKING:
    from partwise.properties.plots import PropertyTablePlots

_PAPERS = tuple(key for key, definition in PROPERTIES.items() if not definition.addition)


@dataclass(frozen=True)
class PropertyTable(WideResult):
    """Indices in rows, properties in columns.

    Parameters
    ----------
    audits : mapping
        An audit for each index, by its key.
    properties : tuple of str
        Keys of the columns.
    """

    audits: Mapping[str, Audit]
    properties: tuple[str, ...]

    def verdict(self, index: str, about: str) -> Verdict:
        """Return the verdict on one index and one property, by their keys."""
        if index not in self.audits or about not in self.properties:
            raise InputError(
                f"the table has no verdict on the index {index!r} and the property {about!r}"
            )
        return self.audits[index].verdicts[about]

    @property
    def plot(self) -> PropertyTablePlots:
        """``plot()`` draws which index has which property."""
        from partwise.properties.plots import PropertyTablePlots

        return PropertyTablePlots(self)

    def to_table(self) -> Table:
        """Return the table with a mark for each verdict, such as ✓ or ✗."""
        titles = [PROPERTIES[key].title for key in self.properties]
        rows = [
            [audit.index.key, *(mark(audit.verdicts[key]) for key in self.properties)]
            for audit in self.audits.values()
        ]
        legend = "✓ proved, ✓ n ≤ … tried up to this n, ✗ refuted, ? unknown, – not defined"
        return Table(["index", *titles], rows, "Properties of indices", [legend])

    def _full_table(self) -> Table:
        rows = [
            [audit.index.key, *(audit.verdicts[key].status for key in self.properties)]
            for audit in self.audits.values()
        ]
        return Table(["index", *self.properties], rows)

    def _tidy_table(self) -> Table:
        rows: list[list[Cell]] = [
            [index, *row]
            for index, audit in self.audits.items()
            for row in audit._full_table().rows
        ]
        return Table(["index", *AUDIT_COLUMNS], rows)

    def _content(self) -> dict[str, Any]:
        return {
            key: {about: audit.verdicts[about] for about in self.properties}
            for key, audit in self.audits.items()
        }


def table(
    indices: Iterable[Auditable] | None = None,
    *,
    max_n: int = 10,
    triples_n: int = 7,
    properties: str | list[str] | tuple[str, ...] | None = None,
    seconds: float = 30.0,
    progress: bool | None = None,
) -> PropertyTable:
    """Decide the properties of many indices.

    Parameters
    ----------
    indices : iterable, optional
        Names of indices or families, indices, formulas or functions; by default, the paper's
        indices and your own.
    max_n, triples_n : int
        As in :func:`~partwise.audit`.
    properties : str or list of str, optional
        The columns; by default, the ten properties of the paper. For all properties, pass
        ``list(PROPERTIES)``.
    seconds : float
        The time limit for each index.
    progress : bool, optional
        Whether to show a bar; by default, if standard error is a terminal.

    Examples
    --------
    >>> print(table(["rand", "wallace_1"], max_n=4, properties=["symmetry", "bias"]))
    Properties of indices
    index      Symmetry  No bias
    rand       ✓         ✗ both
    wallace_1  ✗         ✗ dec
    ✓ proved, ✓ n ≤ … tried up to this n, ✗ refuted, ? unknown, – not defined
    """
    keys = _PAPERS if properties is None else property_keys(properties)
    chosen = as_indices(("paper", "own") if indices is None else indices)
    names = [index.key for index in chosen]
    for name in names:
        if names.count(name) > 1:
            raise InputError(
                f"two indices are called {name!r}; use pw.define to give one of them another name"
            )
    audits = {
        index.key: audit(index, max_n=max_n, triples_n=triples_n, properties=keys, seconds=seconds)
        for index in tracked(chosen, len(chosen), "Deciding properties", progress)
    }
    return PropertyTable(ByName(audits), keys)
