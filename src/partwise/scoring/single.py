"""Compare two clusterings by one index or several."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from partwise.base import Result, Table, TableError, many
from partwise.catalogue import (
    ByName,
    Index,
    UndefinedPolicy,
    Value,
    as_index,
    as_indices,
    check_undefined,
    decided_values,
    index_for,
    indices,
    known_by_key,
)
from partwise.clusterings import AS_THEY_ARE, MissingPolicy, NoisePolicy, Policies, Weighting
from partwise.engines import score_of
from partwise.scoring.beyond_scoring import kind_beyond
from partwise.tables import AggregatedTable, Contingency

Which: TypeAlias = str | Index | Callable[[Contingency], float]


class Scores(Result, Mapping[str, float | Fraction]):
    """The values of several indices for one pair of clusterings: a mapping key → value.

    Prints as a table. ``notes`` says, by key, where a formula was undefined and what was done.

    Examples
    --------
    >>> import partwise as pw
    >>> s = pw.scores([0, 0, 0], [0, 1, 1], ["rand", "correlation"])
    >>> s["rand"], s["correlation"]
    (0.3333333333333333, 0.0)
    >>> s.notes["correlation"]
    'by convention: one clustering is trivial (a single cluster, or all singletons)'
    >>> print(s)
    3 items, 1 reference cluster, 2 candidate clusters
    index        label                       value  better  note
    rand         Rand                     0.333333  higher
    correlation  Correlation Coefficient         0  higher  *
    * by convention: one clustering is trivial (a single cluster, or all singletons)
    """

    def __init__(self, table: Any, values: Mapping[Index, Value]) -> None:
        self._values: ByName[Value] = ByName()
        self._indices: dict[str, Index] = {}
        for index, value in values.items():
            key, count = index.key, 1
            while key in self._indices:
                count += 1
                key = f"{index.key} ({count})"
            self._values[key], self._indices[key] = value, index
        self.table = table

    def __getitem__(self, key: str) -> float | Fraction:
        return self._values[key].value

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    @property
    def indices(self) -> tuple[Index, ...]:
        """The indices, in order."""
        return tuple(self._indices.values())

    @property
    def notes(self) -> ByName[str]:
        """Why a formula was undefined and what was done instead, by key."""
        return ByName({key: value.note for key, value in self._values.items() if value.note})

    def to_table(self) -> Table:
        """Return the scores as a table to print."""
        marks = {note: "*" * (i + 1) for i, note in enumerate(dict.fromkeys(self.notes.values()))}
        rows = [
            [
                key,
                self._indices[key].label,
                value.value,
                "higher" if self._indices[key].direction == "similarity" else "lower",
                marks.get(value.note or "", ""),
            ]
            for key, value in self._values.items()
        ]
        notes = [f"{mark} {note}" for note, mark in marks.items()]
        columns = ["index", "label", "value", "better", "note"]
        width = len(columns) if marks else len(columns) - 1
        return Table(columns[:width], [row[:width] for row in rows], self._title(), notes)

    def _title(self) -> str:
        t = self.table
        weight = "" if t.n == t.item_count else f" of weight {float(t.n):g}"
        return (
            f"{many(t.item_count, 'item')}{weight}, {many(t.k_a, 'reference cluster')}, "
            f"{many(t.k_b, 'candidate cluster')}"
        )

    def _sizes(self) -> dict[str, int]:
        t = self.table
        return {"n": t.item_count, "reference_clusters": t.k_a, "candidate_clusters": t.k_b}

    def _full_table(self) -> Table:
        columns = ("index", "label", "value", "better", "note")
        rows = [[*row[:4], self._values[str(row[0])].note or ""] for row in self.to_table().rows]
        return Table(columns, rows)

    def _content(self) -> dict[str, Any]:
        values = {key: value.value for key, value in self._values.items()}
        return {**self._sizes(), "scores": values, "notes": self.notes}


def score(
    reference: object,
    candidate: object,
    index: Which,
    *,
    exact: bool = False,
    undefined: UndefinedPolicy = "convention",
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
    weights: object = None,
    weighting: Weighting = "multiplicity",
) -> float | Fraction:
    """Compare two clusterings of the same items by one index.

    Parameters
    ----------
    reference, candidate : Clustering, labels, label columns of a frame, Cover or Memberships
        Labels in any form that :class:`~partwise.Clustering` takes (list, array, series, mapping)
        or that :func:`~partwise.contingency` takes (frames, the result of :func:`~partwise.read`).
        If one is a :class:`~partwise.Cover` or the index is for covers, both are read as covers.
        The same holds for :class:`~partwise.Memberships`: labels become memberships of 0 and 1.
    index : str, Index or callable
        Any common name of an index ("correlation", "CC", "adjusted Rand index", "ARI"), an
        :class:`~partwise.Index`, or a function of a :class:`~partwise.Contingency`.
    exact : bool
        Whether to return a :class:`~fractions.Fraction`; an error if the formula has roots or
        logarithms.
    undefined : {"convention", "nan", "raise"}
        What to do if the formula divides by zero: return a value by convention, return NaN, or
        raise an error.
    noise, noise_label, missing
        What to do with noise points and missing labels, as in :class:`~partwise.Clustering`.
    weights, weighting
        Weights of the items and their meaning, as in :func:`~partwise.contingency`.

    Returns
    -------
    float or Fraction
        The value of the index.

    Examples
    --------
    >>> score([0, 0, 1, 1], [0, 0, 1, 2], "correlation")
    0.6324555320336759
    >>> score([0, 0, 1, 1], [0, 0, 1, 2], "adjusted_rand", exact=True)
    Fraction(4, 7)
    """
    # Whether these are covers, and a call of the index, take as long as to score 100 items.
    chosen = known_by_key(index) if type(index) is str else None
    if chosen is None and kind_beyond((reference, candidate), index) is None:
        chosen = as_index(index)
    if (
        chosen is not None
        and not exact
        and undefined == "convention"
        and noise is weights is None
        and missing == "raise"
        and weighting == "multiplicity"
    ):
        value = score_of(reference, candidate, AS_THEY_ARE, chosen.program)
        if value == value:  # not NaN
            return value
    kind = kind_beyond((reference, candidate), index)
    if kind is not None:
        policies = Policies(noise, noise_label, missing, weights, weighting)
        beyond = index_for(index, kind)
        table = kind.table(reference, candidate, policies)
        return beyond.evaluate(table, exact=exact, undefined=undefined).value
    return as_index(index)(
        reference,
        candidate,
        exact=exact,
        undefined=undefined,
        noise=noise,
        noise_label=noise_label,
        missing=missing,
        weights=weights,
        weighting=weighting,
    )


def scores_of_table(
    table: AggregatedTable,
    which: Iterable[Which] | None = None,
    *,
    exact: bool = False,
    undefined: UndefinedPolicy = "convention",
) -> Scores:
    """Evaluate several indices on one table, by default the recommended ones and your own.

    An index that has no value on such a table is NaN, with a note that says why.
    """
    chosen = indices() if which is None else as_indices(which)
    return scores_by(chosen, table, exact=exact, undefined=undefined)


def scores_by(
    chosen: Sequence[Index], table: AggregatedTable, *, exact: bool, undefined: UndefinedPolicy
) -> Scores:
    """Evaluate indices on one table, all of them in one call of a kernel as far as it decides."""
    check_undefined(undefined)
    decided = [math.nan] * len(chosen) if exact else decided_values(chosen, table)

    def evaluated(index: Index, value: float) -> Value:
        if value == value:  # not NaN
            return Value(value)
        try:
            return index.evaluate(table, exact=exact and index.is_rational, undefined=undefined)
        except TableError as error:
            if undefined == "raise" or len(chosen) == 1:
                raise error.about(index.key) from None
            return Value(math.nan, f"undefined: {error}")

    values = map(evaluated, chosen, decided)
    return Scores(table, dict(zip(chosen, values, strict=True)))
