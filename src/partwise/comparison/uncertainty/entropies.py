"""Standard errors of indices that are functions of entropies, such as NMI, AMI and VI.

Entropies are replaced by estimates of the population's (module ``unseen``), each
item is left out of them in turn, and the formula is linearised at the estimates. Expected mutual
information vanishes as the number of items grows, so that AMI estimates the NMI with the same
normalisation. Where much of the estimate rests on cells that the sample has not seen, the
interval is refused (module ``influence``).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.catalogue import Index
from partwise.comparison.uncertainty.influence import (
    NO_SPREAD,
    Features,
    Influence,
    Outcome,
    Vector,
)
from partwise.tables import AggregatedTable, FormulaTable, NotGivenError, SizeHistogram

_INFORMATION = 2.0  # standard errors
_ORDER = 4.0
_STEP = 1e-5
_SMALL = 20  # items
_MOST_SMALL = 0.1  # of the clusters
_KINK = 1e-2

_MAXIMA = (
    "the index takes the largest cell of each cluster, which is biased in samples; prefer a "
    "pair-counting index"
)
_NUMBERS = (
    "this score does not carry over from the sample to the whole: it depends on how many clusters "
    "were seen, and a larger sample sees more; prefer a pair-counting index"
)
_REASONS = {
    "row_maxima": _MAXIMA,
    "column_maxima": _MAXIMA,
    "k_a": _NUMBERS,
    "k_b": _NUMBERS,
    "sd_mutual_information": "this is a test statistic that grows with the number of items, so it "
    "does not estimate a value for the whole",
}
_SPARSE = (
    "this score does not carry over from the sample to the whole: more than a tenth of the "
    f"clusters have fewer than {_SMALL} items; label more items or prefer a pair-counting index"
)
_UNKNOWN = "how this index behaves on samples is unknown"


class EstimatedEntropies(FormulaTable):
    """What a formula sees of estimated entropies: arrays with an entry for each set of them."""

    whose = "estimated entropies"
    expected_mutual_information = 0.0

    def __init__(self, entropies: Vector) -> None:
        self.entropy_a, self.entropy_b, self.entropy_joint = entropies


class Entropies:
    """Estimated H(A), H(B) and H(A, B) of a table, and without each item; shared by all indices."""

    def __init__(self, table: AggregatedTable) -> None:
        histograms = (table.row_histogram, table.column_histogram, table.cell_histogram)
        of_rows, of_columns, of_cells = (UnseenEntropy(h, table.n) for h in histograms)

        def moves(cells: slice) -> Vector:
            cell, row, column, _ = table.blocks_at(cells)
            return np.array([of_rows.moves(row), of_columns.moves(column), of_cells.moves(cell)])

        entropies = (of_rows, of_columns, of_cells)
        self.estimates = np.array([entropy.value for entropy in entropies])
        self._seen = np.array([entropy.seen for entropy in entropies])
        self._features = Features(table.items_of_blocks, moves)

    def influence(self, index: Index, value: float) -> Influence:
        """Return how much each item moves an index."""
        steps = np.concatenate((np.zeros((3, 1)), _STEP * np.eye(3), -_STEP * np.eye(3)), axis=1)
        points = np.concatenate((self.estimates[:, None] + steps, self._seen[:, None]), axis=1)
        with np.errstate(all="ignore"):
            values = np.asarray(index.formula(EstimatedEntropies(points)), np.float64)
        weights = (values[1:4] - values[4:7]) / (2 * _STEP)
        features = self._features

        def score(factors: Vector) -> float:
            shift = features.values @ (features.counts * factors) * (1 - 1 / features.n)
            return float(index.formula(EstimatedEntropies(self.estimates - shift)))

        return Influence(
            value,
            float(values[0]),
            features,
            weights,
            "jackknife of Chao–Wang–Jost entropies",
            score=score,
            unseen=float(values[0] - values[7]),
        )

    def _is_above_zero(self, weights: tuple[int, int, int], errors: float) -> bool:
        """Tell whether a sum of the entropies is more than so many standard errors above zero."""
        linear = np.array(weights, np.float64)
        estimate = float(linear @ self.estimates)
        error = Influence(0.0, estimate, self._features, linear, "").standard_error
        return estimate > errors * error

    @cached_property
    def has_information(self) -> bool:
        """Whether mutual information stands out from zero."""
        return self._is_above_zero((1, 1, -1), _INFORMATION)

    @cached_property
    def has_order(self) -> bool:
        """Whether it is clear which clustering has the larger entropy."""
        return any(self._is_above_zero(sides, _ORDER) for sides in ((1, -1, 0), (-1, 1, 0)))

    def has_kink(self, index: Index) -> bool:
        """Tell whether the slope of a formula jumps where both entropies are equal."""
        mean = float(self.estimates[:2].mean())
        step = _STEP * mean
        a = np.array([mean - step, mean, mean + step])
        joint = np.full(3, self.estimates[2])
        low, here, high = index.formula(EstimatedEntropies(np.array([a, a[::-1], joint])))
        return bool(abs(low + high - 2 * here) > _KINK * _STEP * abs(here))


def entropy_influence(index: Index, table: AggregatedTable, entropies: Entropies) -> Outcome:
    """Return how much each item moves an index of entropies, or why that is unknown."""
    scored = index.evaluate(table)
    if scored.note:
        return scored.note
    if table.relation == "identical":
        return NO_SPREAD
    try:
        influence = entropies.influence(index, float(scored.value))
    except NotGivenError as error:
        return _REASONS.get(error.member, _UNKNOWN)
    if not np.isfinite((influence.estimate, *influence.weights)).all():
        return "the score is undefined for the entropies estimated from the sample"
    if not entropies.has_information:
        return "the mutual information cannot be distinguished from chance"
    if not entropies.has_order and entropies.has_kink(index):
        return "it uses the larger or smaller entropy, and the sample does not show which that is"
    if _is_sparse(table.row_histogram) or _is_sparse(table.column_histogram):
        return replace(influence, caveat=_SPARSE)
    return influence


def _is_sparse(histogram: SizeHistogram) -> bool:
    """Tell whether many clusters are too small for their entropy to be known.

    Examples
    --------
    >>> [_is_sparse(SizeHistogram.of(np.array(sizes))) for sizes in ([30] * 9 + [2], [2, 30])]
    [False, True]
    """
    small = histogram.counts[histogram.sizes < _SMALL].sum()
    return bool(small > _MOST_SMALL * histogram.counts.sum())


_MOST_LISTED = 2**20
_DIRECT = 64  # terms of the tail's series that are summed before Euler and Maclaurin take over
_ASYMPTOTIC = 50.0


class UnseenEntropy:
    """The estimated entropy of one clustering, with and without each item, from its cluster sizes.

    Examples
    --------
    >>> few = UnseenEntropy(SizeHistogram.of(np.array([2, 1])), 3)
    >>> round(few.seen, 4)  # 2/3 · 1/2 + 1/3 · 3/2
    0.8333
    """

    def __init__(self, histogram: SizeHistogram, n: int) -> None:
        from scipy.special import digamma

        self._n = float(n)
        self._sizes = histogram.sizes.astype(np.float64)
        self._digamma = digamma(self._sizes)
        counts = histogram.counts.astype(np.float64)
        once, twice = (np.asarray(counts[self._sizes == size].sum()) for size in (1, 2))
        self._rare = once, twice
        self.seen = float(digamma(self._n) - counts @ (self._sizes * self._digamma) / self._n)
        self.tail = float(_tail(once, twice, self._n))
        self.value = self.seen + self.tail

    @cached_property
    def _moves(self) -> Vector:
        """What leaving out an item of a cluster of each distinct size adds."""
        x, n = self._sizes, self._n - 1
        once, twice = self._rare
        tail = _tail(once - (x == 1) + (x == 2), twice - (x == 2) + (x == 3), n)
        tail -= _tail(once, twice, n)
        return np.asarray((self._digamma + (x > 1)) / n + tail)

    @cached_property
    def _places(self) -> NDArray[np.int64] | None:
        """Where each size is among the distinct ones; None if sizes are too large for a list."""
        if len(self._sizes) == 0 or self._sizes[-1] > _MOST_LISTED:
            return None
        places = np.zeros(int(self._sizes[-1]) + 1, np.int64)
        places[self._sizes.astype(np.int64)] = np.arange(len(self._sizes))
        return places

    def moves(self, sizes: NDArray[Any]) -> Vector:
        """Return what leaving out an item of a cluster of each size adds, up to a constant.

        Since x ψ(x) − (x−1) ψ(x−1) = ψ(x) + 1, and ψ(1) for x = 1, nothing cancels however many
        items there are.

        Examples
        --------
        >>> entropy = UnseenEntropy(SizeHistogram.of(np.array([5, 4])), 9)
        >>> of_five, of_four = entropy.moves(np.array([5, 4]))
        >>> left = [UnseenEntropy(SizeHistogram.of(np.array(s)), 8) for s in ([4, 4], [5, 3])]
        >>> bool(abs(of_five - of_four - (left[0].value - left[1].value)) < 1e-12)
        True
        """
        if self._places is None:
            return np.take(self._moves, np.searchsorted(self._sizes, sizes.astype(np.float64)))
        return np.take(self._moves, np.take(self._places, sizes))


def _tail(once: Vector, twice: Vector, n: float) -> Vector:
    """Return what singletons and doubletons say about the clusters that were not seen."""
    share = np.where(
        twice > 0,
        2 * twice / np.maximum((n - 1) * once + 2 * twice, 1),
        2 / ((n - 1) * np.maximum(once - 1, 0) + 2),
    )
    left = np.where((once > 0) & (share < 1), 1 - share, 0.0)
    return once / n * _series(left, n)


def _series(q: Vector, n: float) -> Vector:
    """Return Σ_{m≥1} q^m / (n−1+m) for 0 ≤ q < 1."""
    powers = q[..., None] ** np.arange(1, _DIRECT)
    direct = (powers / (n - 1 + np.arange(1, _DIRECT))).sum(axis=-1)
    from_here = n - 1 + _DIRECT
    with np.errstate(divide="ignore"):
        rate = -np.log(q)
    first = q**_DIRECT / from_here
    # Euler and Maclaurin: the integral, half of the first term, a twelfth of its derivative.
    slope = np.where(q > 0, -first * (np.where(q > 0, rate, 0.0) + 1 / from_here), 0.0)
    integral = q**_DIRECT * _scaled_exponential_integral(rate * from_here)
    return np.asarray(direct + integral + first / 2 - slope / 12)


def _scaled_exponential_integral(z: Vector) -> Vector:
    """Return e^z E1(z)."""
    from scipy.special import exp1

    small = np.minimum(z, _ASYMPTOTIC)
    with np.errstate(divide="ignore"):
        asymptotic = (1 - (1 - (2 - 6 / z) / z) / z) / z
    return np.where(z < _ASYMPTOTIC, np.exp(small) * exp1(small), asymptotic)
