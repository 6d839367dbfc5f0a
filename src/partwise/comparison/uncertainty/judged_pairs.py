"""Estimate scores of a candidate on all pairs from pairs that people judged.

The candidate tells of every pair whether it is joined: m_B and N are known. Of the judged pairs
each stands for w = 1/probability pairs (Horvitz & Thompson 1952). Two numbers are estimated: the
share of matches among the joined pairs, N11/m_B, with the weights calibrated to the known m_B, and
the number of matches among the others, N10. Every pair-counting index is a function of these two.

The interval of an index holds its values over a region of the two: at the distance of the normal
quantile from the estimates, by score limits (``judged_limits``) in groups of pairs that were drawn
with the same probability. The distance is measured by the covariance under the design: independent
draws, fixed numbers drawn with each probability, or pairs that share drawn records, where products
of residuals are summed over all pairs of judged pairs that have a record in common.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, many
from partwise.catalogue import Index
from partwise.clusterings import Codes
from partwise.comparison.uncertainty.estimates import Estimate, two_sided
from partwise.comparison.uncertainty.influence import Vector
from partwise.comparison.uncertainty.jackknife import value_on
from partwise.comparison.uncertainty.judged_limits import Count, Share
from partwise.tables import PairCounts

PairDesign: TypeAlias = Literal[
    "random pairs", "random joined pairs", "random blocked pairs", "pairs of random records"
]
Marks: TypeAlias = NDArray[np.bool_]

_METHOD = "Horvitz–Thompson, score limits"
_MOST_GROUPS = 20
_FEWEST_JOINED = 20  # joined pairs judged, if all were drawn with the lowest probability
_FEWEST_THROUGH_RECORDS = 60  # the same, if pairs share drawn records
_FEWEST_RECORDS = 60
_FAR = 5.0  # standard errors
_ROUNDING = 1e-6
_ANGLES = np.linspace(0, 2 * np.pi, 64, endpoint=False)
_AROUND = np.array([np.cos(_ANGLES), np.sin(_ANGLES)])

NO_CLUSTERS = "pairs tell of pairs alone, and this index needs the clusters of the reference"
_NEEDS_ALL = (
    "this index needs the matches among pairs that the candidate does not join, and these could "
    "not all be drawn; judge pairs drawn from all pairs"
)


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
    """Judged pairs beside a candidate that says of every pair whether it is joined."""

    judged: JudgedPairs
    joined: Marks
    n: int
    same_b: int

    @classmethod
    def of(cls, judged: JudgedPairs, codes: Codes) -> PairSample:
        """Look up judged pairs in the clusters of a candidate."""
        sizes = np.bincount(codes).tolist() if len(codes) else []
        same_b = sum(size * (size - 1) // 2 for size in sizes)
        joined = codes[judged.left] == codes[judged.right]
        return cls(judged, joined, len(codes), same_b)

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
        return bool(abs(self.weights.sum() / self._drawable - 1) < _ROUNDING)

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
            return (self.residuals * self.weights**2) @ self.residuals.T, self._between_records
        if not self.is_fixed:
            return independent, independent
        size = np.bincount(self.groups)
        sums = np.array([np.bincount(self.groups, row) for row in self.residuals])
        means = np.bincount(self.groups, variances) / size
        return independent, independent - (sums * means / size) @ sums.T

    @cached_property
    def of_records(self) -> Vector:
        """The sum of weighted residuals of each drawn record's pairs; the left one was drawn."""
        ends = self.judged.left, self.judged.right
        sums = [sum(np.bincount(end, row, self.n) for end in ends) for row in self._centred]
        return np.array(sums)[:, self._drawn_records]

    @cached_property
    def _centred(self) -> Vector:
        """Weighted residuals, less their mean among the pairs that are not joined."""
        first, second = self.residuals
        apart = ~self.joined
        mean = float(np.average(second[apart], weights=self.weights[apart])) if apart.any() else 0.0
        return np.array([first, np.where(apart, second - mean, 0.0)]) * self.weights

    @property
    def _between_records(self) -> Vector:
        """Sum products of residuals over pairs of judged pairs that share a record."""
        sums = self.of_records
        twice = self._centred[:, self._drawn_records[self.judged.right]]
        share = self._drawn_records.mean()
        return np.asarray((sums @ sums.T - twice @ twice.T) * (1 - share))

    @cached_property
    def _drawn_records(self) -> Marks:
        return np.bincount(self.judged.left, minlength=self.n) > 0

    def refusal(self) -> str | None:
        """Say why no index has an estimate; None if some have one."""
        if not len(self.judged):
            return "no pair was judged"
        if not self.joined.any():
            return "the candidate joins none of the judged pairs, so nothing is known about them"
        return self._not_as_drawn() or self._too_coarse(joined=True)

    def _not_as_drawn(self) -> str | None:
        """Compare the joined pairs for which the judged ones stand with those there are."""
        joined = self.weights[self.joined]
        each = float((joined**2).sum() / joined.sum())
        if self.judged.through_records:
            return None
        if abs(joined.sum() - self.same_b) <= _FAR * np.sqrt(each * self.same_b):
            return None
        about = f"the judged pairs stand for about {joined.sum():,.0f} pairs that the candidate "
        about += f"joins, but there are {self.same_b:,}: "
        if self.judged.probability is None:
            return (
                f"{about}they were not drawn at random from all pairs; add a column of the "
                "probabilities with which they were drawn"
            )
        return f"{about}the probabilities are wrong, or the other pairs could not be drawn"

    def _too_coarse(self, *, joined: bool) -> str | None:
        """Say whether a pair of the lowest probability stands for too many."""
        weights = self.weights
        if joined and abs(weights[self.joined].sum() / self.same_b - 1) < _ROUNDING:
            weights = weights[self.joined]
        fewest = _FEWEST_THROUGH_RECORDS if self.judged.through_records else _FEWEST_JOINED
        largest = float(weights.max())
        if self.same_b >= fewest * largest:
            return None
        more = fewest * largest / self.same_b
        lowest = "" if weights.min() == largest else " of those with the lowest probability"
        return (
            f"a judged pair stands for up to {largest:,.0f} pairs, and the candidate joins "
            f"{self.same_b:,}: judge {more:.1f} times as many pairs{lowest}"
        )

    def too_few(self) -> str | None:
        """Say why there is no index that needs more than the joined pairs."""
        if self.judged.through_records:
            records = int(self._drawn_records.sum())
            if records < _FEWEST_RECORDS:
                return (
                    f"{many(records, 'drawn record')} are too few for an interval; it takes "
                    f"{_FEWEST_RECORDS}"
                )
        return self._too_coarse(joined=False)


def estimate_pairs(
    sample: PairSample, indices: Iterable[Index], level: float = 0.95
) -> dict[str, Estimate]:
    """Estimate the scores of a candidate on all pairs from a sample of judged pairs.

    Examples
    --------
    >>> import partwise as pw
    >>> rng = np.random.default_rng(0)
    >>> truth, found = np.arange(400) // 10, np.arange(400) // 12
    >>> left, right = np.triu_indices(400, 1)
    >>> drawn = rng.choice(len(left), 3000, replace=False)
    >>> left, right = left[drawn], right[drawn]
    >>> judged = JudgedPairs(left, right, truth[left] == truth[right], None, "random pairs")
    >>> e = estimate_pairs(PairSample.of(judged, found), [pw.index("CC")])["correlation"]
    >>> print(f"{e.value:.2f}, {e.low:.2f} to {e.high:.2f}; {pw.score(truth, found, 'CC'):.2f}")
    0.56, 0.46 to 0.65; 0.62
    """
    refusal = sample.refusal()
    counts = None if refusal else _region(sample, level)
    return {index.key: _estimate(index, sample, refusal, counts, level) for index in indices}


def _region(sample: PairSample, level: float) -> PairCounts:
    """Return the pair counts of the estimate, and around the region that holds the truth."""
    quantile = two_sided(level)
    one, other = quantile * sample.stretch @ _AROUND
    share = np.concatenate(([sample.share.value], sample.share.limits(one)))
    n10 = np.concatenate(([sample.apart.value], sample.apart.limits(other)))
    diff_b = float(sample.total - sample.same_b)
    n11, n10 = share * sample.same_b, np.minimum(n10, diff_b)
    return PairCounts(n11, n10, sample.same_b - n11, diff_b - n10)


def _estimate(
    index: Index, sample: PairSample, refusal: str | None, counts: Any, level: float
) -> Estimate:
    if index.kind != "pairs":
        return Estimate.refused(np.nan, level, NO_CLUSTERS)
    if refusal:
        return Estimate.refused(np.nan, level, refusal)
    refusal = None if _of_joined_pairs(index, counts) else _needs_all(sample)
    if refusal:
        return Estimate.refused(np.nan, level, refusal)
    values = value_on(index, counts)
    if not np.isfinite(values).all():
        return Estimate.refused(
            np.nan, level, "this score may be undefined, by what the judged pairs tell"
        )
    value, low, high = float(values[0]), float(values.min()), float(values.max())
    error = (high - low) / (2 * two_sided(level))
    return Estimate(value, error, low, high, level, _METHOD)


def _needs_all(sample: PairSample) -> str | None:
    return sample.too_few() if sample.judged.from_all else _NEEDS_ALL


def _of_joined_pairs(index: Index, counts: PairCounts) -> bool:
    """Tell whether an index depends on the joined pairs alone, as precision does."""
    apart = counts.n10 + counts.n00
    values = [
        value_on(index, PairCounts(counts.n11, apart * part, counts.n01, apart * (1 - part)))
        for part in (0.25, 0.5)
    ]
    return bool(np.array_equal(*values, equal_nan=True))


def check_draws(sample: PairSample) -> None:
    """Refuse pairs that cannot have been drawn as the design says."""
    judged = sample.judged
    if judged.design == "random joined pairs" and not sample.joined.all():
        raise InputError(
            f"the candidate does not join {(~sample.joined).sum():,} of {len(judged):,} judged "
            "pairs, so they were not drawn from those that it joins",
            remedy="leave them out, or pass the design by which all of them were drawn",
        )
    if judged.design != "random pairs" or not len(judged):
        return
    if judged.probability is None:
        _check_one_by_one(judged, sample.n)
        return
    weights = sample.weights
    error = np.sqrt(((1 - sample.probability) * weights**2).sum())
    if abs(weights.sum() - sample.total) > _FAR * error + _ROUNDING * sample.total:
        raise InputError(
            f"by their probabilities the judged pairs stand for about {weights.sum():,.0f} pairs, "
            f"but {sample.n:,} items have {sample.total:,}",
            subject="pairs=",
            remedy='pass design="random blocked pairs" if some pairs could not be drawn; otherwise '
            "correct the probabilities",
        )


def _check_one_by_one(judged: JudgedPairs, n: int) -> None:
    """Refuse pairs that share records more often than pairs drawn one by one would."""
    ends = np.bincount(np.concatenate((judged.left, judged.right)), minlength=n)
    shared, number = int((ends * (ends - 1) // 2).sum()), len(judged)
    expected = number * (number - 1) / 2 * 4 / (n + 1)
    if shared > expected + _FAR * (np.sqrt(expected) + 1):
        raise InputError(
            f"two judged pairs have a record in common {shared:,} times; of pairs drawn one by one "
            f"from all pairs it would be about {expected:,.0f} times",
            subject="pairs=",
            remedy='pass design="pairs of random records" if records were drawn, and then pairs '
            "with them; or add a column probability if some pairs were more likely than others",
        )
