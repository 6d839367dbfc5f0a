"""Formulas as programs for the kernels, recorded once, and what they see of a table.

A program works with about 30 digits and a bound of its error. It gives the correctly rounded value
of the formula, or NaN where that is not certain: where the formula has no value, where a sum of
nearly equal terms cancels, or in the middle between two floats.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise import kernels
from partwise.base import Number
from partwise.tables.aggregated import AggregatedTable
from partwise.tables.formula_protocol import FormulaTable, NotGivenError
from partwise.tables.information import Information
from partwise.tables.pairs import PairCounts
from partwise.tables.traced_numbers import NotTraceableError, Trace, Traced
from partwise.tables.weighted import WeightedTable

Enclosed: TypeAlias = tuple[float, float, float]
"""A number as the sum of two floats, and how far off it may be; 0 says that it is whole."""

COUNTS = ("n11", "n10", "n01", "n00")
_CELLS = ("cell", "row", "column")
_OPERATIONS = {
    "+": "add", "-": "subtract", "*": "multiply", "/": "divide", "min": "minimum",
    "max": "maximum", "abs": "absolute",
}  # fmt: skip
_HAVE_CONDITIONS = ("divide", "sqrt", "log", "exp", "items", "angle", "one_minus_cosine")
_LARGEST_POWER = 64
_EXACT = 2**53  # whole numbers below are floats
_WHOLE = 2.0**104  # whole numbers below are sums of two floats
_AS_INTEGERS = np.frompyfunc(int, 1, 1)
_ROUNDING = 2.0**-104  # of a number that is no sum of two floats, relatively


class _Recording(Trace):
    """The steps of a formula: numbers of earlier steps, each step once."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: dict[tuple[Any, ...], int] = {}
        self.has_cells: list[bool] = []  # whether a step has a result for each cell
        self.pi = self.step("constant", (math.pi, 1.2246467991473532e-16, _ROUNDING))

    def step(self, does: str, *parts: Any, has_cells: bool = False) -> Traced:
        place = self.steps.setdefault((does, *parts), len(self.steps))
        if place == len(self.has_cells):
            self.has_cells.append(has_cells)
        return Traced(place, self)

    def number(self, value: Fraction) -> Traced:
        return self.step("constant", enclosed(value))

    def place(self, x: object) -> int:
        if type(x) is not Traced:
            if not isinstance(x, int | float | Fraction) or not -1e100 < x < 1e100:
                self.refuse(f"something with a {type(x).__name__}")
            x = self.number(Fraction(x))
        return int(x.origin)

    def made(self, does: str, *parts: object) -> Traced:
        if does == "**":
            return self._power(*parts)  # type: ignore[arg-type]
        if does == "-" and len(parts) == 1:
            parts = (0, *parts)
        if len(parts) > 2:
            return reduce(lambda x, y: self.made(does, x, y), parts)  # type: ignore[return-value]
        places = [self.place(part) for part in parts]
        has_cells = any(self.has_cells[place] for place in places)
        return self.step(_OPERATIONS.get(does, does), *places, has_cells=has_cells)

    def _power(self, base: Traced, exponent: object) -> Traced:
        if not isinstance(exponent, int | float | Fraction) or not (
            -_LARGEST_POWER <= exponent <= _LARGEST_POWER
        ):
            self.refuse("a power with such an exponent")
        if exponent == 0.5:
            return self.sqrt(base)
        if exponent != int(exponent):
            return self.exp(self.made("*", exponent, self.log(base)))
        if exponent < 0:
            return self.made("/", 1, self._power(base, -exponent))
        if exponent == 0:
            return self.number(Fraction(1))
        result = base
        for bit in f"{int(exponent):b}"[1:]:
            result = self.made("*", result, result)
            result = self.made("*", result, base) if bit == "1" else result
        return result

    # --- under the names by which ops asks for them

    def angle_of(self, cosine: Traced, sine_squared: Traced) -> Traced:
        return self.made("angle", cosine, self.sqrt(sine_squared))

    def one_minus(self, cosine: Traced, sine_squared: Traced) -> Traced:
        return self.made("one_minus_cosine", cosine, sine_squared)

    # --- programs

    def program(self, result: object) -> kernels.Program:
        """Return what leads to a result."""
        place = self.place(result)
        if self.refusals or self.has_cells[place]:
            raise NotTraceableError("there is more to the formula than arithmetic")
        return _Listing(self).program(place)


class _Listing:
    """The steps that lead to a result, in the order and the numbers of a program."""

    def __init__(self, recording: _Recording) -> None:
        self._steps = list(recording.steps)
        self._has_cells = recording.has_cells
        self._constants: dict[Enclosed, int] = {}
        self._terms: list[list[tuple[str, int, int]]] = []
        self._main: list[tuple[str, int, int]] = []
        self._places: dict[int, int] = {}
        self._used: set[int] = set()

    def program(self, result: int) -> kernels.Program:
        self._add_all(result, self._main, self._places)
        for step, (does, *_) in enumerate(self._steps):
            if does in _HAVE_CONDITIONS and step not in self._used:
                raise NotTraceableError("a step that the result does not need may have no value")
        return kernels.Program(self._main, self._terms, list(self._constants))

    def _add_all(
        self, result: int, instructions: list[tuple[str, int, int]], places: dict[int, int]
    ) -> None:
        """Append a result after all that it needs, in order, so that no chain is too long."""
        wanted = {result}
        for step in range(result, -1, -1):
            if step in wanted and self._steps[step][0] not in ("constant", "member"):
                wanted.update(self._steps[step][1:])
        of_cells = instructions is not self._main
        for step in sorted(wanted):
            if self._steps[step][0] != "constant" and self._has_cells[step] == of_cells:
                self._add(step, instructions, places)
        self._add(result, instructions, places)

    def _add(
        self, step: int, instructions: list[tuple[str, int, int]], places: dict[int, int]
    ) -> int:
        """Append a step and what it needs to instructions; return its place among them."""
        if step in places:
            return places[step]
        self._used.add(step)
        does, *parts = self._steps[step]
        if does == "constant":
            instruction = (does, self._constants.setdefault(parts[0], len(self._constants)), 0)
        elif instructions is not self._main and not self._has_cells[step]:
            instruction = ("outer", self._add(step, self._main, self._places), 0)
        elif does == "member":
            instruction = (does, parts[0], 0)
        elif does in _CELLS:
            instruction = (does, 0, 0)
        elif does in ("sum", "matched"):
            terms: list[tuple[str, int, int]] = []
            self._add_all(parts[0], terms, {})
            self._terms.append(terms)
            instruction = (does, len(self._terms) - 1, 0)
        else:
            needed = [self._add(part, instructions, places) for part in parts]
            instruction = (does, needed[0], needed[-1])
        instructions.append(instruction)
        places[step] = len(instructions) - 1
        return places[step]


class _RecordedPairs(PairCounts):
    """Traced counts of pairs."""

    @property
    def items(self) -> Number:
        return self.total.context.made("items", self.total)


class RecordedTable(FormulaTable):
    """What formulas see of a table, as numbers that are recorded.

    Examples
    --------
    >>> table = RecordedTable()
    >>> table.program(table.matched(table.cell) / table.n).members
    ['n']
    """

    whose = "programs"

    def __init__(self) -> None:
        self._recording = recording = _Recording()
        members = {name: recording.step("member", i) for i, name in enumerate(kernels.MEMBERS)}
        self.pairs = _RecordedPairs(*(members.pop(name) for name in COUNTS))
        cells = (recording.step(name, has_cells=True) for name in _CELLS)
        self.cell, self.row, self.col = cells
        vars(self).update(members)

    def sum(self, terms: object) -> Traced:
        """Return the sum over the cells."""
        return self._recording.step("sum", self._recording.place(terms))

    def matched(self, terms: object) -> Traced:
        """Return the largest sum over cells of different rows and columns."""
        return self._recording.step("matched", self._recording.place(terms))

    def program(self, result: object) -> kernels.Program:
        """Return the program that computes a result.

        Raises
        ------
        NotTraceableError
            If the formula did more than arithmetic.
        """
        return self._recording.program(result)


def program_of(formula: Callable[[Any], Number], of_pairs: bool) -> kernels.Program | None:
    """Record a formula; None if it does what no program can.

    Examples
    --------
    >>> jaccard = program_of(lambda p: p.n11 / (p.n11 + p.n10 + p.n01), of_pairs=True)
    >>> jaccard.members, value_of(jaccard, PairCounts(1, 1, 0, 4))
    (['n11', 'n10', 'n01'], 0.5)
    """
    table = RecordedTable()
    try:
        program = table.program(formula(table.pairs if of_pairs else table))
        return program if program.members or program.needs_cells else None
    except (NotTraceableError, NotGivenError, ArithmeticError, TypeError, AttributeError):
        return None
    except ValueError:  # of a program that is too long
        return None


# --- numbers for programs


def enclosed(value: Number) -> Enclosed:
    """Return a count, a fraction or a precise number as the sum of two floats.

    Examples
    --------
    >>> enclosed(2**60 + 1), enclosed(Fraction(1, 2))[:2]
    ((1.152921504606847e+18, 1.0, 0), (0.5, 0.0))
    """
    high = float(value)
    low = float(value - type(value)(high)) if high != value else 0.0
    is_whole = isinstance(value, int) or (isinstance(value, Fraction) and value.denominator == 1)
    is_exact = is_whole and abs(high) < _WHOLE
    return high, low, 0 if is_exact else abs(high) * _ROUNDING


def value_of(program: kernels.Program, data: AggregatedTable | PairCounts) -> float:
    """Run a program on a table, or on single counts of pairs; NaN where it does not decide."""
    if type(data) is PairCounts and type(data.n11) is int and data.total < _EXACT:
        return program.of_counts(*data)
    try:
        numbers = numbers_of(program, data)
    except OverflowError:  # counts beyond floats
        return math.nan
    return math.nan if numbers is None else program.value(*numbers)


def numbers_of(
    program: kernels.Program, data: AggregatedTable | PairCounts
) -> tuple[list[Enclosed], list[NDArray[np.float64]]] | None:
    """Return the members and cells that a program needs.

    None if they are no whole numbers, or if the formula matches clusters: then exact numbers do.
    """
    if isinstance(data, WeightedTable) or program.needs_places:
        return None
    if isinstance(data, PairCounts):
        counts = [getattr(data, name) for name in program.members]
        if any(type(count) is not int for count in counts):
            return None
        return [enclosed(count) for count in counts], []
    cells: list[NDArray[np.float64]] = []
    if program.needs_cells:
        if data.n >= _EXACT:
            return None
        blocks = data.blocks
        of_blocks = blocks[:3] if isinstance(blocks.times, int) else blocks
        cells = [np.ascontiguousarray(column, np.float64) for column in of_blocks]
    return [_member(data, name) for name in program.members], cells


def _member(table: AggregatedTable, name: str) -> Enclosed:
    if name in COUNTS:
        return enclosed(getattr(table.pair_counts, name))
    if not hasattr(Information, name):
        return enclosed(getattr(table, name))
    value, error = table.information.with_error(name)
    if not value:
        return 0.0, 0.0, 0.0
    high, low, rounding = enclosed(value)
    return high, low, float(error) + rounding


def values_of(program: kernels.Program, counts: PairCounts) -> NDArray[np.float64]:
    """Run a program on arrays of counts of pairs; NaN where it does not decide.

    Examples
    --------
    >>> rand = program_of(lambda p: p.agree / p.total, of_pairs=True)
    >>> values_of(rand, PairCounts.checked([1, 2], [0, 1], [1, 1], [1, 2]))
    array([0.66666667, 0.66666667])
    """
    columns = [np.ravel(getattr(counts, name)) for name in program.members]
    try:
        high = [np.ascontiguousarray(column, np.float64) for column in columns]
    except OverflowError:  # counts beyond floats
        return np.full(counts.n11.shape, np.nan)
    low: list[NDArray[np.float64]] = []
    if any(column.dtype == object for column in columns):
        if any((column >= _WHOLE).any() for column in high):
            return np.full(counts.n11.shape, np.nan)
        rests = zip(columns, high, strict=True)
        low = [(column - _AS_INTEGERS(floats)).astype(np.float64) for column, floats in rests]
    threads = kernels.threads_for(None, 16 * counts.n11.size)
    return program.values(high, low, threads).reshape(counts.n11.shape)
