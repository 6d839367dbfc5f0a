"""Judged pairs beside a candidate: weights, groups, residuals and their covariance by design."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.clusterings import Codes
from partwise.comparison.uncertainty.estimates import two_sided
from partwise.comparison.uncertainty.influence import Vector
from partwise.comparison.uncertainty.judged_limits import Count, Marks, Share

PairDesign: TypeAlias = Literal[
    "random pairs", "random joined pairs", "random blocked pairs", "pairs of random records"
]

_MOST_GROUPS = 20
_FEWEST_JOINED = 20  # joined pairs judged, if all were drawn with the lowest probability
_FEWEST_THROUGH_RECORDS = 60  # the same, if pairs share drawn records
_FEWEST_BY_GROUPS = 90  # the same, for matches among other pairs, if probabilities differ
_FEWEST_RECORDS = 50  # in effect
# Of judgements about two joined pairs that share a record: 1/2 if few records are in a wrong
# cluster and nothing else is wrong, 0 if each pair is right or wrong on its own.
_LEAST_CORRELATION = 1 / 3
_MATCHES_SEEN = 20  # in the group of the lowest probability: then it is known what it has
_USUAL_VARIANCE = 0.15  # of a judgement about a joined pair
FAR = 5.0  # standard errors
ROUNDING = 1e-6


@dataclass(frozen=True, eq=False)
class JudgedPairs:
    """Pairs that people judged, by the places of their items in the candidate.

    Parameters
    ----------
    left, right : arrays of int
        The two items of each pair.
    match : array of bool
        Whether they belong together.
    probability : array or None
        How likely each pair was to be drawn; None if all were equally likely.
    design : str
        Which pairs could be drawn, and how.
    """

    left: Codes
    right: Codes
    match: Marks
    probability: Vector | None
    design: PairDesign

    def __len__(self) -> int:
        return len(self.match)

    @property
    def through_records(self) -> bool:
        """Whether records were drawn, and pairs with them judged."""
        return self.design == "pairs of random records"

    @property
    def from_all(self) -> bool:
        """Whether every pair of items could be drawn."""
        return self.design in ("random pairs", "pairs of random records")


@dataclass(frozen=True, eq=False)
class PairSample:
    """Judged pairs beside a candidate that says for every pair whether it is joined."""

    judged: JudgedPairs
    joined: Marks
    partners: NDArray[np.int64]
    """How many others the candidate joins each item with."""
    same_b: int

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.partners)

    @classmethod
    def of(cls, judged: JudgedPairs, codes: Codes) -> PairSample:
        """Look up judged pairs in the clusters of a candidate."""
        sizes = np.bincount(codes)
        same_b = sum(size * (size - 1) // 2 for size in sizes.tolist())
        joined = codes[judged.left] == codes[judged.right]
        return cls(judged, joined, sizes[codes] - 1, same_b)

    @property
    def total(self) -> int:
        """Number of all pairs."""
        return self.n * (self.n - 1) // 2

    @property
    def _drawable(self) -> int:
        """How many pairs could be drawn, where that is known."""
        return self.total if self.judged.from_all else self.same_b

    @cached_property
    def probability(self) -> Vector:
        """How likely each pair was to be drawn."""
        if self.judged.probability is not None:
            return self.judged.probability
        return np.full(len(self.judged), len(self.judged) / self._drawable)

    @cached_property
    def weights(self) -> Vector:
        """For how many pairs each judged pair stands."""
        return 1 / self.probability

    @cached_property
    def is_fixed(self) -> bool:
        """Whether the numbers drawn with each probability were fixed.

        Then weights add up to the number of pairs that could be drawn; for independent draws they
        do so only about.
        """
        return bool(abs(self.weights.sum() / self._drawable - 1) < ROUNDING)

    @cached_property
    def groups(self) -> NDArray[np.int64]:
        """Groups of pairs that were drawn with the same, or much the same, probability."""
        if self.judged.probability is None:
            return np.zeros(len(self.judged), np.int64)
        values, groups = np.unique(self.probability, return_inverse=True)
        if len(values) > _MOST_GROUPS:
            halvings = np.ceil(-np.log2(self.probability))
            groups = np.unique(halvings, return_inverse=True)[1]
        return groups.ravel()

    def count(self, marks: Marks) -> Count:
        """Return how many pairs of a kind there are in the whole."""
        number = int(self.groups.max()) + 1
        spread = 1 - self.probability
        if self.judged.through_records:
            spread = np.ones(len(spread))
        size = np.bincount(self.groups, minlength=number)
        # A group without such pairs is described by all its pairs.
        empty = np.bincount(self.groups, marks, number) == 0
        chosen = marks | empty[self.groups]
        w = self.weights * chosen
        weights = np.bincount(self.groups, w**2, number) / np.bincount(self.groups, w, number)
        drawn = np.bincount(self.groups, self.weights * marks, number) / weights
        return Count(drawn, weights, np.bincount(self.groups, spread, number) / size)

    @cached_property
    def share(self) -> Share:
        """The share of matches among joined pairs."""
        match = self.judged.match
        return Share(
            self.count(self.joined & match), self.count(self.joined & ~match), float(self.same_b)
        )

    @cached_property
    def apart(self) -> Count:
        """The number of matches among pairs that the candidate does not join."""
        count = self.count(~self.joined & self.judged.match)
        judged = float(self.weights[~self.joined].sum())
        if self.judged.probability is None and judged > 0:
            scale = (self.total - self.same_b) / judged
            return Count(count.drawn, count.weights * scale, count.spreads)
        return count

    @cached_property
    def stretch(self) -> Vector:
        """A matrix that turns a circle into the region of both distances under the design."""
        independent, actual = self._covariances
        errors = np.sqrt(np.diag(independent))
        known = errors > 0
        scaled = np.eye(2)
        scale = np.outer(errors, errors)
        both = np.outer(known, known)
        scaled[both] = actual[both] / scale[both]
        values, axes = np.linalg.eigh(scaled)
        return np.asarray(axes * np.sqrt(np.maximum(values, 0)))

    @cached_property
    def residuals(self) -> Vector:
        """What each judged pair adds to the two estimates, but for its weight."""
        match, variances = self.judged.match, (1 - self.probability) * self.weights**2
        at_hand = float(variances[self.joined].sum())
        expected = float(variances[self.joined & match].sum()) / at_hand if at_hand > 0 else 0.0
        return np.array(
            [np.where(self.joined, match - expected, 0.0), (match & ~self.joined).astype(float)]
        )

    @property
    def _covariances(self) -> tuple[Vector, Vector]:
        """Return the covariance of both estimates for independent draws, and for the design."""
        variances = (1 - self.probability) * self.weights**2
        independent = (self.residuals * variances) @ self.residuals.T
        if self.judged.through_records:
            independent = (self.residuals * self.weights**2) @ self.residuals.T
            actual = self._between_records(self._centred)
            actual[0, 0] = max(actual[0, 0], independent[0, 0] * self._least_inflation)
            return independent, actual
        if not self.is_fixed:
            return independent, independent
        size = np.bincount(self.groups)
        sums = np.array([np.bincount(self.groups, row) for row in self.residuals])
        means = np.bincount(self.groups, variances) / size
        return independent, independent - (sums * means / size) @ sums.T

    @cached_property
    def _centred(self) -> Vector:
        """Weighted residuals, less their mean among the pairs that are not joined."""
        first, second = self.residuals
        apart = ~self.joined
        mean = float(np.average(second[apart], weights=self.weights[apart])) if apart.any() else 0.0
        return np.array([first, np.where(apart, second - mean, 0.0)]) * self.weights

    def _between_records(self, single: Vector, correlation: float = 1.0) -> Vector:
        """Sum products over pairs of judged pairs that share a drawn record.

        The products of different pairs are multiplied with a correlation, if their residuals are
        not known but for the size.
        """
        ends, drawn = (self.judged.left, self.judged.right), self._drawn_records
        both = drawn[self.judged.right]  # the left one was drawn
        of_records = [sum(np.bincount(end, row, self.n) for end in ends) for row in single]
        sums = np.array(of_records)[:, drawn]
        own, twice = single @ single.T, single[:, both] @ single[:, both].T
        shared = sums @ sums.T - own - twice  # of different pairs
        # With a share f of records drawn, and π and π' the chances of a pair and of two that share
        # a record: (π' − π²)/π' is 1 − f if both records must be drawn, where π = f², π' = f³. If
        # one of them suffices, π = 1 − (1 − f)² and (π' − π²)/f is (1 − f)³.
        apart = 1 - float(drawn.mean())
        factor = correlation * (apart if both.mean() > 1 / 2 else apart**3)
        return np.asarray(shared * factor + own * (1 - float(self.probability.mean())))

    @property
    def _least_inflation(self) -> float:
        """The least variance of the share of matches, relative to that of independent draws.

        A record in the wrong cluster makes all its joined pairs wrong. Few such records are drawn,
        and the residuals of those of large clusters may be missing altogether.
        """
        joined = self.joined[None].astype(float)
        return float(self._between_records(joined, _LEAST_CORRELATION)[0, 0] / joined.sum())

    @cached_property
    def _drawn_records(self) -> Marks:
        return np.bincount(self.judged.left, minlength=self.n) > 0

    def refusal(self) -> str | None:
        """Say why no index has an estimate; None if some have one."""
        if not len(self.judged):
            return "there are no judged pairs"
        if not self.joined.any():
            return "the candidate joins none of the judged pairs, so its scores are unknown"
        return self._not_as_drawn() or self._too_coarse(joined=True) or self._too_few_records()

    def _too_few_records(self) -> str | None:
        """Say whether too few of the records were drawn that have most of the joined pairs."""
        if not self.judged.through_records:
            return None
        if self._records >= _FEWEST_RECORDS:
            return None
        return (
            f"the effective number of drawn records is {self._records:.0f}, because some have many "
            "more joined pairs than others: draw "
            f"{_FEWEST_RECORDS / self._records:.1f} times as many records"
        )

    @cached_property
    def _records(self) -> float:
        """The number of drawn records, in effect: those with most of the joined pairs decide."""
        squares = self.partners.astype(np.float64) ** 2
        return float(squares.sum() ** 2 / (squares**2).sum() * self._drawn_records.mean())

    @property
    def degrees(self) -> float | None:
        """Degrees of freedom of the quantile; None for the normal distribution."""
        return self._records - 1 if self.judged.through_records else None

    def _not_as_drawn(self) -> str | None:
        """Compare the joined pairs for which the judged ones stand with those there are."""
        joined = self.weights[self.joined]
        each = float((joined**2).sum() / joined.sum())
        if self.judged.through_records:
            return None
        if abs(joined.sum() - self.same_b) <= FAR * np.sqrt(each * self.same_b):
            return None
        about = f"the judged pairs represent about {joined.sum():,.0f} pairs that the candidate "
        about += f"joins, but there are {self.same_b:,}: "
        if self.judged.probability is None:
            return (
                f"{about}they were not drawn at random from all pairs; add a column probability: "
                "how likely each pair was to be drawn"
            )
        return f"{about}the probabilities are wrong, or the other pairs could not be drawn"

    def _too_coarse(self, *, joined: bool) -> str | None:
        """Say whether a pair of the lowest probability stands for too many."""
        weights = self.weights
        if joined and abs(weights[self.joined].sum() / self.same_b - 1) < ROUNDING:
            weights = weights[self.joined]
        fewest = _FEWEST_THROUGH_RECORDS if self.judged.through_records else _FEWEST_JOINED
        largest = float(weights.max())
        if not joined and weights.min() < largest:
            fewest = _FEWEST_BY_GROUPS
        if self.same_b >= fewest * largest:
            return None
        more = fewest * largest / self.same_b
        lowest = "" if weights.min() == largest else " of those with the lowest probability"
        return (
            f"a judged pair represents up to {largest:,.0f} pairs, and the candidate joins only "
            f"{self.same_b:,}: judge {more:.1f} times as many pairs{lowest}"
        )

    def too_few(self) -> str | None:
        """Say why there is no index that needs more than the joined pairs."""
        return self._too_coarse(joined=False) or self._too_rare()

    def _too_rare(self) -> str | None:
        """Say whether one match of the group drawn most rarely would decide about the interval.

        Such an interval would hold nearly always: that the group has no matches cannot be seen.
        """
        count = self.apart
        rarest = int(np.argmax(count.weights * count.spreads))
        if len(count.drawn) == 1 or count.drawn[rarest] >= _MATCHES_SEEN:
            return None
        joined = ((1 - self.probability) * self.weights**2)[self.joined].sum()
        usual = np.sqrt(_USUAL_VARIANCE * joined)  # not the error itself, which the matches tell
        more = two_sided(0.95) * count.weights[rarest] / max(usual, ROUNDING)
        if more <= 1 or count.spreads[rarest] == 0:
            return None
        return (
            f"one match among the pairs that were drawn most rarely would represent "
            f"{count.weights[rarest]:,.0f} pairs and determine the confidence interval: "
            f"judge {more:.1f} times as many of these pairs"
        )
