"""The values of an index on all tables, or at many counts, in their order.

Formulas of + − × ÷ give fractions; formulas with roots and logarithms give enclosures, and those
that round on their way floats. All tables are evaluated at once where the formula allows it.
Whether it has a value is decided exactly, one table at a time where enclosures do not decide.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import ExactReal, NotRationalError
from partwise.catalogue import Index, is_straight_line
from partwise.properties.deadline import OutOfTimeError, check_time
from partwise.properties.search.enclosure import real_of
from partwise.properties.search.enclosure_arrays import (
    NO_VALUE,
    UNDECIDED,
    Enclosures,
    enclosures_of,
)
from partwise.properties.search.enumeration import MOST_ITEMS, enumeration
from partwise.properties.search.exact_tables import enclosure_tables, fraction_tables
from partwise.properties.search.exact_value import Exact, is_expression
from partwise.properties.search.fraction_arrays import FractionArray
from partwise.properties.search.index_numbers import (
    Data,
    FloatsOnlyError,
    convention_at,
    each,
    float_at,
    fraction_at,
    of_one_kind,
    real_at,
    returned,
)
from partwise.properties.search.levels import Levels, levels_between, levels_of
from partwise.properties.search.tables_view import tables_view
from partwise.tables import PairCounts, Relation

Counts: TypeAlias = NDArray[np.int64]
"""N11, N10, N01 and N00, a line each."""

_BITS = (512, 4096)  # of enclosures; the second where the first are too wide to tell much
_NARROW = 2**100  # values should lie so many times farther apart than enclosures are wide


def levels_on(index: Index, n: int, sense: int = 1) -> Levels:
    """Return the values on all tables of n items.

    Examples
    --------
    >>> import partwise as pw
    >>> levels_on(pw.index("jaccard"), 3).ranks.tolist()
    [2, 1, 1, 0, 0, 2, 0, 0, 0, 2]
    """
    if index.kind == "table":
        return _levels(index, _AllTables(n), sense)
    first, place = tables_view(n).distinct_pair_counts  # many tables share theirs
    counts = np.array([count[first] for count in tables_view(n).pairs]).astype(np.int64)
    return _levels(index, _ManyCounts(counts), sense).at(place)


def levels_at(index: Index, data: Sequence[Data], sense: int = 1) -> Levels:
    """Return the values on some tables, or at some whole pair counts."""
    if index.kind == "callable":
        return levels_of(of_one_kind([*each(returned, index, data)]), sense)
    if index.kind == "table":
        return _levels(index, _Cases(data), sense)
    counts = [one if isinstance(one, PairCounts) else one.pair_counts for one in data]
    if any(count >= 2**53 for one in counts for count in one):
        return _levels(index, _Cases(counts), sense)
    arrays = np.array([tuple(one) for one in counts], np.int64).reshape(-1, 4).T
    return _levels(index, _ManyCounts(arrays), sense)


class _Cases:
    """Tables or counts on which an index is evaluated, one after another."""

    def __init__(self, data: Sequence[Data]) -> None:
        self._data = data

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, i: int) -> Data:
        return self._data[i]

    def __iter__(self) -> Iterator[Data]:
        return (self[i] for i in range(len(self)))

    def at_once(self, index: Index, bits: int) -> Any:
        """Evaluate a formula on all cases, in enclosures or (0) fractions; None if it cannot be."""


class _ManyCounts(_Cases):
    """Counts of pairs, evaluated all at once."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts

    def __len__(self) -> int:
        return int(self._counts.shape[1])

    def __getitem__(self, i: int) -> Data:
        return PairCounts(*self._counts[:, i].tolist())

    def at_once(self, index: Index, bits: int) -> Any:
        if not bits:
            view = PairCounts(*map(FractionArray, self._counts))
        else:
            view = PairCounts(*(Enclosures.of(counts, bits) for counts in self._counts))
        return _at_once(index.formula, view, len(self))


class _AllTables(_Cases):
    """All tables of n items, evaluated at once."""

    def __init__(self, n: int) -> None:
        self._tables = enumeration(n)

    def __len__(self) -> int:
        return self._tables.count

    def __getitem__(self, i: int) -> Data:
        return self._tables.contingency(i)

    def at_once(self, index: Index, bits: int) -> Any:
        return _on_tables(index.formula, self._tables.n, bits)


@lru_cache(maxsize=2 * MOST_ITEMS)
def _on_tables(formula: Callable[[Any], Any], n: int, bits: int) -> Any:
    """Evaluate on all tables; kept for the same index with other conventions."""
    view = enclosure_tables(n, bits) if bits else fraction_tables(n)
    return _at_once(formula, view, enumeration(n).count)


def _at_once(formula: Callable[[Any], Any], view: Any, count: int) -> Any:
    check_time()
    try:
        value = formula(view)
    except (NotRationalError, OutOfTimeError):
        raise
    except Exception:  # noqa: BLE001 - of a formula with branches, or that fails
        return None
    is_array = isinstance(value, FractionArray | Enclosures)
    return value.broadcast((count,)) if is_array else None


def _levels(index: Index, cases: _Cases, sense: int) -> Levels:
    with contextlib.suppress(NotRationalError):
        return _of_fractions(index, cases, sense)
    with contextlib.suppress(FloatsOnlyError):
        return _of_enclosures(index, cases, sense)
    return levels_of([*each(float_at, index, cases)], sense)


def _takes_arrays(index: Index) -> bool:
    """Whether a formula surely does with arrays what it does with numbers."""
    return index.is_plain or is_straight_line(index.formula)


def _of_fractions(index: Index, cases: _Cases, sense: int) -> Levels:
    at_once = cases.at_once(index, bits=0) if _takes_arrays(index) else None
    if at_once is None:
        numbers, place = [*each(fraction_at, index, cases)], np.arange(len(cases))
    else:
        numbers, place = at_once.distinct()
    undefined = [i for i, number in enumerate(numbers) if number is None]
    for i, agreed in _conventions(index, cases, np.isin(place, undefined)):
        if is_expression(agreed):
            raise NotRationalError("the convention is a root")
        place[i] = len(numbers)
        numbers.append(agreed)
    return levels_of(numbers, sense).at(place)


def _of_enclosures(index: Index, cases: _Cases, sense: int) -> Levels:
    for bits in _BITS:
        numbers = _enclosed(index, cases, bits)
        infinite = np.full(len(cases), np.nan)
        agreed: dict[int, ExactReal] = {}
        for i, value in _conventions(index, cases, numbers.state == NO_VALUE):
            if isinstance(value, float):
                infinite[i] = value
            else:
                agreed[i] = real_of(value) if is_expression(value) else ExactReal(value)
        numbers = numbers.replaced([*agreed], enclosures_of([*agreed.values()], bits))
        levels = levels_between(numbers, infinite, sense)
        if _are_narrow(levels):
            break
    return levels


def _enclosed(index: Index, cases: _Cases, bits: int) -> Enclosures:
    """Return enclosures of what the formula gives, where it has a value."""
    numbers: Enclosures | None = None
    with contextlib.suppress(NotRationalError):  # of numbers that are no array
        numbers = cases.at_once(index, bits) if _takes_arrays(index) else None
    if numbers is None:
        return enclosures_of([*each(real_at, index, cases)], bits)
    undecided = np.flatnonzero(numbers.state == UNDECIDED).tolist()
    reals = each(real_at, index, (cases[i] for i in undecided))
    return numbers.replaced(undecided, enclosures_of([*reals], bits))


def _are_narrow(levels: Levels) -> bool:
    finite = [whole for whole in levels.wholes if isinstance(whole, int)]
    return not finite or levels.room * _NARROW <= finite[-1] - finite[0]


def _conventions(
    index: Index, cases: _Cases, is_undefined: NDArray[np.bool_]
) -> Iterator[tuple[int, Exact]]:
    """Yield the values by convention where there is one."""
    known: dict[Relation, Exact | None] = {}
    for i in np.flatnonzero(is_undefined).tolist():
        data = cases[i]
        relation = data.relation
        if relation not in known:
            known[relation] = convention_at(index, data)
        if known[relation] is not None:
            yield i, known[relation]
