"""The ``Index`` record: one definition from which everything else about an index is derived."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, NotRationalError, Number, require
from partwise.catalogue.conventions import (
    SITUATION,
    Conventions,
    UndefinedPolicy,
    Value,
    check_undefined,
    settle,
)
from partwise.catalogue.kernel_values import decided_values
from partwise.catalogue.many_values import values_of_counts, values_of_sums, values_of_tables
from partwise.catalogue.recorded_program import RecordedProgram
from partwise.catalogue.textbook import TEXTBOOK
from partwise.catalogue.typeset import Step, recorded, typeset
from partwise.clusterings import AS_THEY_ARE, MissingPolicy, NoisePolicy, Policies, Weighting
from partwise.engines import counts_of, score_of, table_of
from partwise.tables import (
    AggregatedTable,
    ExactTable,
    ExpectedTable,
    FloatTable,
    KeptSums,
    NotGivenError,
    NotTraceableError,
    PairCounts,
    RealTable,
    Relation,
    SymbolicTable,
    contingency,
    value_of,
)

Direction: TypeAlias = Literal["similarity", "distance"]
Kind: TypeAlias = Literal["pairs", "table", "callable"]

_LARGEST = 2**104  # the product of nine such numbers is a float
_PROBES = (7, 9, 12)  # items; formulas of the catalogue have a value at the first


@dataclass(frozen=True, eq=False)
class Index:
    """A similarity index or distance between clusterings.

    Made by the decorators :func:`~partwise.pair_index` and :func:`~partwise.table_index`, by
    :func:`~partwise.define`, or found by :func:`~partwise.index`. Calling it compares two
    clusterings.

    Parameters
    ----------
    key : str
        The name that code uses.
    label : str
        The name that people read.
    kind : {"pairs", "table", "callable"}
        Whether the formula takes :class:`~partwise.PairCounts`, a view of a table
        (:mod:`partwise.tables.formula_protocol`), or is a user's function of a
        :class:`~partwise.Contingency`.
    formula : callable
        The formula.
    aka : tuple of str
        Other names, the paper's abbreviation first.
    direction : {"similarity", "distance"}
        Whether larger means more alike or less.
    range : pair of numbers
        Bounds of the values over all clusterings (for pair-counting indices over all graphs).
    symmetric : bool or None
        Whether swapping the clusterings changes nothing; None if not declared.
    conventions : Conventions
        Values where the formula is undefined.
    references : tuple of str
        Keys in ``references.bib``.
    stable : bool
        Whether the formula loses no digits in float arithmetic, and has a value there exactly where
        it has one. Otherwise, it is evaluated in exact real numbers, and rounded once.
    builtin : bool
        Whether it belongs to the catalogue.
    family : str
        "paper" for the indices of the paper, "own" for a user's; the others are families beyond
        the paper (:func:`~partwise.indices`).

    Examples
    --------
    >>> import partwise as pw
    >>> jaccard = pw.index("jaccard")
    >>> jaccard([0, 0, 1, 1], [0, 0, 1, 2])
    0.5
    >>> jaccard.from_counts(1, 1, 0, 4)
    0.5
    >>> jaccard.expression()
    N11/(N01 + N10 + N11)
    """

    key: str
    label: str
    kind: Kind
    formula: Callable[[Any], Number]
    aka: tuple[str, ...] = ()
    direction: Direction = "similarity"
    range: tuple[float | Fraction, float | Fraction] = (-math.inf, math.inf)
    symmetric: bool | None = None
    conventions: Conventions = field(default_factory=lambda: Conventions(None, None, None))
    references: tuple[str, ...] = ()
    stable: bool = False
    builtin: bool = False
    family: str = "own"
    doc: str = ""

    def __call__(
        self,
        reference: object,
        candidate: object,
        *,
        exact: bool = False,
        undefined: UndefinedPolicy = "convention",
        noise: NoisePolicy | None = None,
        noise_label: Hashable = -1,
        missing: MissingPolicy = "raise",
        weights: object = None,
        weighting: Weighting = "multiplicity",
    ) -> float | Fraction:
        """Compare two clusterings; see :func:`partwise.score`."""
        policies = AS_THEY_ARE  # made already: the most frequent call is to be quick
        if not (noise is weights is None and missing == "raise" and weighting == "multiplicity"):
            policies = Policies(noise, noise_label, missing, weights, weighting)
        if not exact:
            value = score_of(reference, candidate, policies, self.program)
            if value == value:  # not NaN
                check_undefined(undefined)
                return value
        read = counts_of if self.kind == "pairs" else table_of
        data = read(reference, candidate, policies)
        if isinstance(data, ExpectedTable):
            import_module("partwise.catalogue.membership_indices").check_meaning(self)
        return self.evaluate(data, exact=exact, undefined=undefined).value

    def evaluate(
        self,
        data: AggregatedTable | PairCounts,
        *,
        exact: bool = False,
        undefined: UndefinedPolicy = "convention",
        situations: Mapping[Relation, str] = SITUATION,
    ) -> Value:
        """Return the value for a table or for pair counts, and whether a convention was used.

        ``situations`` are the words for why an index is undefined.
        """
        check_undefined(undefined)
        if isinstance(data, PairCounts) and isinstance(data.n11, np.ndarray):
            raise InputError("these are the counts of many tables; call values(counts) instead")
        try:
            value = self._compute(data, exact)
        except OverflowError:
            return Value(self._infinite(data), "too large for a float")
        except ArithmeticError:
            value = math.nan
        if type(value) is Fraction or math.isfinite(value):
            return Value(value)
        return settle(self.key, data.relation, self.conventions, undefined, exact, situations)

    def _compute(self, data: AggregatedTable | PairCounts, exact: bool) -> float | Fraction:
        if self.kind == "pairs":
            counts = data.pair_counts if isinstance(data, AggregatedTable) else data
            return self._in_fractions(counts.as_fractions()) if exact else self._of_counts(counts)
        if not isinstance(data, AggregatedTable):
            raise InputError(
                f"{self.key} is not a function of pair counts; it needs the contingency table"
            )
        if self.kind == "callable":
            if exact:
                raise NotRationalError(f"{self.key} is a Python function, which returns floats")
            return float(self.formula(data))
        return self._in_fractions(ExactTable(data)) if exact else self._of_table(data)

    def _of_counts(self, counts: PairCounts) -> float:
        value = self._by_program(counts)
        if not math.isnan(value):
            return value
        if self.stable and type(counts.n11) is not Fraction and counts.total < _LARGEST:
            value = float(self.formula(counts))
            if self.program is None or not math.isfinite(value):
                return value
        return float(self._decided(counts))

    def _of_table(self, table: AggregatedTable) -> float:
        [value] = decided_values([self], table)
        if math.isnan(value):
            value = self._by_program(table)
        if not math.isnan(value):
            return value
        with np.errstate(all="ignore"):
            if not self.stable:
                return float(self._decided(table))
            if table.n >= _LARGEST:
                with suppress(ArithmeticError):  # of a member that is known to few digits
                    return float(self._decided(table))
            return float(self.formula(FloatTable(table)))

    def _by_program(self, data: AggregatedTable | PairCounts) -> float:
        """Return the correctly rounded value; NaN where the program does not decide."""
        return math.nan if self.program is None else value_of(self.program, data)

    def _in_fractions(self, data: PairCounts | ExactTable) -> Fraction:
        try:
            return _exact(self.formula(data))
        except NotRationalError:
            raise
        except TypeError as error:  # of a library that does not know fractions
            said = f"the formula does not run on fractions ({error}); ask for exact=False"
            raise NotRationalError(said) from error

    def _decided(self, data: AggregatedTable | PairCounts) -> Number:
        """Evaluate a formula of unknown stability, so that it is exact where it has a value.

        A formula that asks a library which knows nothing of exact numbers runs on floats.
        """
        try:
            return self.formula(
                data.as_reals() if isinstance(data, PairCounts) else RealTable(data)
            )
        except (TypeError, AttributeError):
            return self.formula(data if isinstance(data, PairCounts) else FloatTable(data))

    def _infinite(self, data: AggregatedTable | PairCounts) -> float:
        """Return the infinity that stands for a value which is too large for a float."""
        if self.kind == "pairs" and isinstance(data, AggregatedTable):
            data = data.pair_counts
        try:
            is_positive = self.kind != "callable" and self._decided(data) > 0
        except ArithmeticError:
            return math.nan
        return math.inf if is_positive else -math.inf if self.kind != "callable" else math.nan

    def from_counts(
        self,
        n11: Any,
        n10: Any,
        n01: Any,
        n00: Any,
        *,
        exact: bool = False,
        undefined: UndefinedPolicy = "convention",
    ) -> Any:
        """Evaluate a pair-counting index on counts, or on arrays with one entry per table.

        Examples
        --------
        >>> import partwise as pw
        >>> pw.index("AR").from_counts(2, 1, 1, 2, exact=True)
        Fraction(1, 3)
        >>> pw.index("CC").from_counts([2, 1], [1, 0], [1, 0], [2, 5])
        array([0.33333333, 1.        ])
        """
        if self.kind != "pairs":
            raise InputError(f"{self.key} is not a pair-counting index")
        check_undefined(undefined)
        counts = PairCounts.checked(n11, n10, n01, n00)
        if isinstance(counts.n11, int):
            return self.evaluate(counts, exact=exact, undefined=undefined).value
        return values_of_counts(self, counts, exact=exact, undefined=undefined)

    def values(
        self,
        tables: Sequence[AggregatedTable] | PairCounts | KeptSums,
        *,
        undefined: UndefinedPolicy = "convention",
    ) -> NDArray[np.float64]:
        """Evaluate the index on many tables at once, on arrays of pair counts, or on kept sums.

        Raises :class:`~partwise.tables.NotGivenError` if the formula needs more than kept sums.

        Examples
        --------
        >>> import partwise as pw
        >>> t = pw.contingency([0, 0, 1, 1], [0, 0, 0, 1])
        >>> pw.index("bcubed").values([t, t.T])
        array([0.70588235, 0.70588235])
        """
        check_undefined(undefined)
        if isinstance(tables, PairCounts):
            return np.asarray(self.from_counts(*tables, undefined=undefined), np.float64)
        if isinstance(tables, KeptSums):
            return values_of_sums(self, tables, undefined)
        return values_of_tables(self, tables, undefined)

    program = RecordedProgram()

    @cached_property
    def is_rational(self) -> bool:
        """Whether ``exact=True`` works: the formula uses only + − × ÷ on counts."""
        for n in _PROBES:
            table = contingency([i // 4 for i in range(n)], [i // 3 for i in range(n)])
            try:
                self._compute(table.pair_counts if self.kind == "pairs" else table, exact=True)
            except NotRationalError:
                return False
            except ArithmeticError:  # no value here
                continue
            return True
        return True

    @property
    def is_plain(self) -> bool:
        """Whether the formula is the catalogue's or was given as text, so that it has no steps."""
        is_ours = str(getattr(self.formula, "__module__", "")).startswith("partwise.catalogue.")
        return is_ours and self.kind != "callable"

    def expression(self) -> Any:
        """Return the formula as a SymPy expression.

        Pair counts are the symbols N11, N10, N01 and N00; see
        :class:`~partwise.tables.formula_views.SymbolicTable` for the others.
        """
        if self.kind == "callable":
            raise InputError(f"{self.key} is a Python function and has no formula to show")
        if self.kind == "table":
            return self.formula(SymbolicTable())
        sympy = require("sympy")

        symbols = sympy.symbols("N11 N10 N01 N00", nonnegative=True)
        return self.formula(PairCounts(*symbols))

    def recorded(self) -> Step:
        """Return what the formula does, step by step, in the form that textbooks print."""
        formula = TEXTBOOK.get(self.key, self.formula) if self.is_plain else self.formula
        return recorded(formula, self.kind)

    def latex(self) -> str:
        r"""Return the formula in LaTeX, as textbooks print it.

        Terms stand in the order in which the formula has them. A formula that does more than
        arithmetic is printed as SymPy does it.

        Examples
        --------
        >>> import partwise as pw
        >>> pw.index("wallace_1").latex()
        '\\frac{N_{11}}{N_{11} + N_{10}}'
        """
        if self.kind == "callable":
            raise InputError(f"{self.key} is a Python function and has no formula to show")
        try:
            return typeset(self.recorded())
        except (NotTraceableError, NotGivenError):
            return str(require("sympy").latex(self.expression()))

    @property
    def short(self) -> str:
        """The usual abbreviation: the first other name if it is shorter than the label."""
        return next((name for name in self.aka[:1] if len(name) < len(self.label)), self.key)

    @property
    def summary(self) -> str:
        """The first sentence of its documentation."""
        return self.doc.partition("\n\n")[0].replace("\n", " ")

    @property
    def best(self) -> float | Fraction:
        """The end of the range that means "most alike"."""
        return self.range[1] if self.direction == "similarity" else self.range[0]

    def prefers(self, first: float, second: float) -> bool:
        """Whether the first value means more alike than the second.

        Examples
        --------
        >>> import partwise as pw
        >>> pw.index("VI").prefers(0.1, 0.2)
        True
        """
        return first > second if self.direction == "similarity" else first < second

    def __repr__(self) -> str:
        return f"<Index {self.key}: {self.label}>"


def _exact(value: Number) -> Fraction:
    if isinstance(value, float):
        raise NotRationalError("the formula converts fractions to floats; use exact=False")
    return Fraction(value)
