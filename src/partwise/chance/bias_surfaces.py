"""Bias of pair-counting indices: V^(s)(m_A, m_B), the score at the expected pair counts.

With m_A and m_B of N pairs together in A and in B, a random candidate is expected to have

    N11 = m_A m_B / N,  N10 = m_A − N11,  N01 = m_B − N11,  N00 = N − m_A − m_B + N11.

If agreement rises with m_B, the bias is PairDec: the index favours fewer inter-cluster pairs. If
agreement falls, the bias is PairInc (Definition of biases, Section 4). For a distance, lower values
mean more agreement.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import Cell, InputError, Number, Result, Table, require
from partwise.catalogue import Index, as_index
from partwise.catalogue import index as find_index
from partwise.chance.exact_laws import law_of_n11
from partwise.tables import PairCounts

if TYPE_CHECKING:
    from partwise.chance.plots import BiasSurfacePlots

Bias: TypeAlias = Literal["none", "dec", "inc", "both"]

_Floats: TypeAlias = NDArray[np.float64]
_SLACK = 1e-11  # of the largest value on the surface, for rounding


def expected_counts(total: Number, m_a: Number, m_b: Number) -> PairCounts:
    """Return the pair counts that are expected of a random candidate.

    Examples
    --------
    >>> expected_counts(6, 3, 2)
    PairCounts(n11=1.0, n10=2.0, n01=1.0, n00=2.0)
    """
    n11 = m_a * m_b / total
    return PairCounts(n11, m_a - n11, m_b - n11, total - m_a - m_b + n11)


@dataclass(frozen=True, eq=False)
class BiasSurface(Result):
    """V^(s) on a grid; made by :func:`bias_surface`.

    Parameters
    ----------
    index : Index
        A pair-counting index.
    n : int
        Number of items. It matters only to the few indices that depend on more than shares of
        pairs.
    shares : array of float
        m_A/N of the rows and m_B/N of the columns: increasing values between 0 and 1.
    values : array of float
        V^(s), with a row for each m_A; NaN if it is undefined.
    """

    index: Index
    n: int
    shares: _Floats
    values: _Floats

    @cached_property
    def direction(self) -> NDArray[np.int8]:
        """Slope of agreement along m_B between neighbours: 1 for PairDec, −1 for PairInc."""
        sense = 1 if self.index.direction == "similarity" else -1
        slack = _SLACK * max(1.0, float(np.nanmax(np.abs(self.values), initial=0.0)))
        steps = sense * np.diff(self.values, axis=1)
        return (steps > slack).astype(np.int8) - (steps < -slack).astype(np.int8)

    @property
    def bias(self) -> Bias:
        """The bias that the grid shows: "dec" (PairDec), "inc" (PairInc), "both" or "none"."""
        rises, falls = bool((self.direction > 0).any()), bool((self.direction < 0).any())
        return "both" if rises and falls else "dec" if rises else "inc" if falls else "none"

    def parts(self) -> dict[str, float]:
        """Return the shares of the grid on which agreement rises, falls or stays with m_B."""
        names = {1: "dec", -1: "inc", 0: "none"}
        return {name: float(np.mean(self.direction == sign)) for sign, name in names.items()}

    @property
    def plot(self) -> BiasSurfacePlots:
        """Plot the surface with ``plot()``, or several side by side with ``plot(*others)``."""
        from partwise.chance.plots import BiasSurfacePlots

        return BiasSurfacePlots(self)

    def to_table(self) -> Table:
        """Return a row for each m_A, with the direction of agreement as m_B grows."""
        words = {1: "rises", -1: "falls", 0: "stays"}
        rows: list[list[Cell]] = []
        for share, values, signs in zip(self.shares, self.values, self.direction, strict=True):
            ways = list(dict.fromkeys(words[sign] for sign in signs.tolist()))
            rows.append([float(share), float(values[0]), float(values[-1]), " and ".join(ways)])
        first, last = (f"at m_B/N = {self.shares[end]:.3g}" for end in (0, -1))
        title = f"{self.index.label}: score of random candidates, n = {self.n}"
        return Table(["m_A/N", first, last, "agreement as m_B grows"], rows, title)

    def _full_table(self) -> Table:
        shares = self.shares.tolist()
        rows: list[list[Cell]] = [
            [self.index.key, m_a, m_b, value]
            for m_a, values in zip(shares, self.values.tolist(), strict=True)
            for m_b, value in zip(shares, values, strict=True)
        ]
        return Table(["index", "reference_share", "candidate_share", "value"], rows)


def bias_surface(index: str | Index, *, n: int = 100, steps: int = 24) -> BiasSurface:
    """Compute the bias of a pair-counting index: V^(s) on a grid of m_A/N and m_B/N.

    Parameters
    ----------
    index : str or Index
        A pair-counting index.
    n : int
        Number of items. It matters only to indices that depend on more than shares of pairs.
    steps : int
        How many points each side of the grid has. They are the middles of equal parts of (0, 1).

    Examples
    --------
    >>> import partwise as pw
    >>> bias_surface(pw.index("jaccard")).bias, bias_surface(pw.index("rand")).bias
    ('dec', 'both')
    >>> print(bias_surface(pw.index("rand"), steps=4))
    Rand: score of random candidates, n = 100
    m_A/N  at m_B/N = 0.125  at m_B/N = 0.875  agreement as m_B grows
    0.125           0.78125           0.21875  falls
    0.375           0.59375           0.40625  falls
    0.625           0.40625           0.59375  rises
    0.875           0.21875           0.78125  rises
    """
    index = as_index(index)
    _check_pairs(index)
    if n < 3:
        raise InputError(
            f"n= must be at least 3, not {n}: fewer items have only trivial clusterings"
        )
    if steps < 2:
        raise InputError(f"steps= must be at least 2, not {steps}: a slope needs two points")
    shares = (np.arange(steps) + 0.5) / steps
    return BiasSurface(index, n, shares, _values(index, n * (n - 1) // 2, steps))


def _values(index: Index, total: int, steps: int) -> _Floats:
    if not index.stable:  # point by point, exact where it has a value
        sides = [Fraction(total * (2 * place + 1), 2 * steps) for place in range(steps)]
        points = [expected_counts(total, m_a, m_b) for m_a in sides for m_b in sides]
        exact = [float(index.evaluate(point, undefined="nan")) for point in points]
        return np.array(exact).reshape(steps, steps)
    m_a, m_b = np.meshgrid(*[total * (np.arange(steps) + 0.5) / steps] * 2, indexing="ij")
    with np.errstate(all="ignore"):
        values = np.asarray(index.formula(expected_counts(total, m_a, m_b)), np.float64)
    return np.broadcast_to(np.where(np.isfinite(values), values, np.nan), m_a.shape)


def surface_expression(index: Index) -> Any:
    """Return V^(s) as a SymPy expression in m_A, m_B and N.

    Examples
    --------
    >>> import partwise as pw
    >>> surface_expression(pw.index("jaccard"))
    m_A*m_B/(N*(m_A + m_B) - m_A*m_B)
    """
    _check_pairs(index)
    if not index.is_plain:
        raise InputError(
            f"{index.key} is a function of yours, which SymPy cannot read; define "
            "the index by a formula as text"
        )
    sympy = require("sympy")

    total, m_a, m_b = sympy.symbols("N m_A m_B", positive=True)
    return sympy.simplify(index.formula(expected_counts(total, m_a, m_b)))


def slope_expression(index: Index) -> Any:
    """Return dV^(s)/dm_B as a SymPy expression, whose sign gives the bias.

    Examples
    --------
    The direction of Rand's bias is that of 2 m_A − N:

    >>> import partwise as pw
    >>> slope_expression(pw.index("rand"))
    -(N - 2*m_A)/N**2
    """
    sympy = require("sympy")

    m_b = sympy.Symbol("m_B", positive=True)
    return sympy.factor(sympy.diff(surface_expression(index), m_b))


class MoreClusters(NamedTuple):
    """The paper's example against NCdec: more clusters, but fewer inter-cluster pairs.

    Parameters
    ----------
    sizes, other_sizes : tuple of int
        (ℓ, ℓ, ℓ), which the reference has too, and (2ℓ, 1, …, 1).
    inter_pairs, other_inter_pairs : int
        Inter-cluster pairs of candidates with these sizes.
    mean, other_mean : Fraction
        Exact E[J] over all candidates with these sizes.
    """

    sizes: tuple[int, ...]
    other_sizes: tuple[int, ...]
    inter_pairs: int
    other_inter_pairs: int
    mean: Fraction
    other_mean: Fraction


def jaccard_against_nc_dec(size: int = 3) -> MoreClusters:
    """Return the example of Appendix E.3, in exact numbers, for clusters of ℓ = ``size`` items.

    Lei et al. (2017) hold that Jaccard falls as the candidate has more clusters. Three clusters of
    ℓ items score lower than one of 2ℓ with ℓ singletons, for these have fewer inter-cluster pairs.

    Examples
    --------
    >>> result = jaccard_against_nc_dec(3)
    >>> result.mean, result.other_mean, result.inter_pairs, result.other_inter_pairs
    (Fraction(11033, 72800), Fraction(137, 735), 27, 21)
    """
    if size < 3:
        raise InputError(f"size= must be above 2, as in the paper, not {size}")
    sizes, other = (size,) * 3, (2 * size, *(1,) * size)
    total = _pairs((3 * size,))
    means = [_expected_jaccard(sizes, candidate) for candidate in (sizes, other)]
    return MoreClusters(sizes, other, total - _pairs(sizes), total - _pairs(other), *means)


def _expected_jaccard(reference: tuple[int, ...], candidate: tuple[int, ...]) -> Fraction:
    law = law_of_n11(reference, candidate)
    if law is None:
        raise InputError(f"size={reference[0]} has too many tables to count; pass a smaller size")
    m_a, m_b, total = _pairs(reference), _pairs(candidate), _pairs((sum(reference),))
    jaccard = find_index("jaccard")
    return sum(
        (
            chance
            * jaccard.formula(
                PairCounts(n11, m_a - n11, m_b - n11, total - m_a - m_b + n11).as_fractions()
            )
            for n11, chance in law.items()
        ),
        Fraction(0),
    )


def _pairs(sizes: tuple[int, ...]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes)


def _check_pairs(index: Index) -> None:
    if index.kind != "pairs":
        raise InputError(
            f"{index.key} is not a pair-counting index, so it has no value at expected pair counts"
        )
