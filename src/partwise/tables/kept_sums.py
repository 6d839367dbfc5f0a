"""What a formula ``f(t)`` sees of tables of which only some sums over cells were kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from partwise.tables.formula_protocol import FormulaTable, NotGivenError


@dataclass(frozen=True)
class Term:
    """c · n_ij^cell · a_i^row · b_j^col, of which formulas build the terms that they sum up."""

    factor: float = 1
    cell: int = 0
    row: int = 0
    col: int = 0

    def __mul__(self, other: object) -> Term:
        if isinstance(other, int | float):
            return Term(self.factor * other, self.cell, self.row, self.col)
        if isinstance(other, Term):
            powers = (self.cell + other.cell, self.row + other.row, self.col + other.col)
            return Term(self.factor * other.factor, *powers)
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Term:
        if isinstance(other, Term):
            return self * Term(1 / other.factor, -other.cell, -other.row, -other.col)
        return self * (1 / other) if isinstance(other, int | float) else NotImplemented

    def __pow__(self, power: int) -> Term:
        powers = (self.cell * power, self.row * power, self.col * power)
        return Term(self.factor**power, *powers)

    def _not_kept(self, _other: object) -> NoReturn:
        raise NotGivenError("sum of sums, or of what was compared", KeptSums.whose)

    __add__ = __radd__ = __sub__ = __rsub__ = __lt__ = __gt__ = _not_kept


class KeptSums(FormulaTable):
    """Tables as formulas see them, an entry for each: sums over cells are looked up.

    ``kept`` has Σ n_ij^p a_i^q b_j^r by (p, q, r).

    Examples
    --------
    >>> class Squares(KeptSums):
    ...     whose = "sums of squares"
    ...     kept = {(2, 0, 0): np.array([5.0, 9.0])}
    >>> t = Squares()
    >>> t.sum(2 * t.cell**2)
    array([10., 18.])
    """

    whose = "sums that were kept"
    cell, row, col = Term(cell=1), Term(row=1), Term(col=1)
    kept: Mapping[tuple[int, int, int], NDArray[Any]]

    def sum(self, terms: object) -> NDArray[np.float64]:
        """Sum over the cells of each table."""
        if not isinstance(terms, Term):
            self.not_given("sum of a constant")
        powers = (terms.cell, terms.row, terms.col)
        if powers not in self.kept:
            self.not_given(f"sum of n_ij^{terms.cell} a_i^{terms.row} b_j^{terms.col}")
        return np.asarray(terms.factor * self.kept[powers], np.float64)
