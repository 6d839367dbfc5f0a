"""Standard errors of indices that are functions of entropies: NMI, AMI, VI and the like.

Entropies are replaced by estimates of the population's (module ``unseen``), each
item is left out of them in turn, and the formula is linearised at the estimates. Expected mutual
information vanishes as the number of items grows, so that AMI estimates the NMI with the same
normalisation. Where much of the estimate rests on cells that the sample has not seen, the
interval is refused (module ``intervals``).
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from partwise.comparison.uncertainty.influence import Features, Influence, Outcome, Vector
from partwise.comparison.uncertainty.intervals import NO_SPREAD
from partwise.comparison.uncertainty.unseen import UnseenEntropy
from partwise.index import Index
from partwise.ops import Number
from partwise.summary import Summary

__all__ = ["Entropies", "entropy_influence"]

_CLEARLY = 4.0  # standard errors
_STEP = 1e-5
_KINK = 1e-2

_MAXIMA = "no interval is valid for an index that takes the largest cell of each cluster"
_NUMBERS = (
    "this score does not carry over from the sample to the whole: it depends on how many clusters "
    "were seen, and a larger sample sees more; prefer a pair-counting index"
)
_REASONS = {
    "row_maxima": _MAXIMA,
    "column_maxima": _MAXIMA,
    "k_a": _NUMBERS,
    "k_b": _NUMBERS,
    "sd_mutual_information": "this is a test statistic that grows with the number of items; it "
    "estimates nothing of the whole",
}
_UNKNOWN = "how this index behaves on a sample is not known"


class _NotAnEntropyError(Exception):
    """A formula asked for something that is no entropy."""


class _View:
    """What a formula sees of estimated entropies: arrays with an entry for each set of them."""

    expected_mutual_information = 0.0

    def __init__(self, entropies: Vector) -> None:
        self.entropy_a, self.entropy_b, self.entropy_joint = entropies
        self.mutual_information: Vector = self.entropy_a + self.entropy_b - self.entropy_joint

    def __getattr__(self, name: str) -> Number:
        raise _NotAnEntropyError(_REASONS.get(name, _UNKNOWN))


class Entropies:
    """Estimated H(A), H(B) and H(A, B) of a table, and without each item; shared by all indices.

    Parameters
    ----------
    table : Summary
        Of the sample.
    """

    def __init__(self, table: Summary) -> None:
        blocks = table.blocks
        sides = (
            (table.row_histogram, blocks.row),
            (table.column_histogram, blocks.column),
            (table.cell_histogram, blocks.cell),
        )
        found = [UnseenEntropy(histogram, table.n) for histogram, _ in sides]
        moves = [one.moves(sizes) for one, (_, sizes) in zip(found, sides, strict=True)]
        self.estimates = np.array([each.value for each in found])
        self._seen = np.array([each.seen for each in found])
        self._features = Features(blocks.items.astype(np.float64), np.array(moves))

    def influence(self, index: Index, value: float) -> Influence:
        """Return how much each item moves an index."""
        steps = np.concatenate((np.zeros((3, 1)), _STEP * np.eye(3), -_STEP * np.eye(3)), axis=1)
        points = np.concatenate((self.estimates[:, None] + steps, self._seen[:, None]), axis=1)
        with np.errstate(all="ignore"):
            values = np.asarray(index.formula(_View(points)), np.float64)
        return Influence(
            value,
            float(values[0]),
            self._features,
            (values[1:4] - values[4:7]) / (2 * _STEP),
            "jackknife of Chao–Wang–Jost entropies",
            unseen=float(values[0] - values[7]),
        )

    def _is_clearly_positive(self, weights: tuple[int, int, int]) -> bool:
        """Tell whether a sum of the entropies is far above zero."""
        linear = np.array(weights, np.float64)
        estimate = float(linear @ self.estimates)
        error = Influence(0.0, estimate, self._features, linear, "").standard_error
        return estimate > _CLEARLY * error

    @cached_property
    def has_information(self) -> bool:
        """Whether mutual information stands out from zero."""
        return self._is_clearly_positive((1, 1, -1))

    @cached_property
    def has_order(self) -> bool:
        """Whether it is clear which clustering has the larger entropy."""
        return self._is_clearly_positive((1, -1, 0)) or self._is_clearly_positive((-1, 1, 0))

    def has_kink(self, index: Index) -> bool:
        """Tell whether the slope of a formula jumps where both entropies are equal."""
        mean = float(self.estimates[:2].mean())
        step = _STEP * mean
        a = np.array([mean - step, mean, mean + step])
        joint = np.full(3, self.estimates[2])
        low, here, high = index.formula(_View(np.array([a, a[::-1], joint])))
        return bool(abs(low + high - 2 * here) > _KINK * _STEP * abs(here))


def entropy_influence(index: Index, table: Summary, entropies: Entropies) -> Outcome:
    """Return how much each item moves an index of entropies, or why that is unknown."""
    scored = index.evaluate(table)
    if scored.note:
        return scored.note
    if table.relation == "identical":
        return NO_SPREAD
    try:
        found = entropies.influence(index, float(scored.value))
    except _NotAnEntropyError as reason:
        return str(reason)
    if not np.isfinite((found.estimate, *found.weights)).all():
        return "the score is undefined for the entropies that the sample lets expect"
    if not entropies.has_information:
        return "the clusterings share no information that stands out from chance"
    if not entropies.has_order and entropies.has_kink(index):
        return "it takes the larger or smaller entropy, and the sample does not tell which that is"
    return found
