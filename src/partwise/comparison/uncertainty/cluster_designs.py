"""How labelled clusters were drawn, and with which weights they stand for the others."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import Either, InputError, Option, exact_counts, many
from partwise.clusterings import examples
from partwise.comparison.uncertainty.influence import Vector
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.tables import Contingency

Design: TypeAlias = Literal["random items", "random clusters", "clusters of random items"]
Whole: TypeAlias = Literal["all", "neighbourhood"]
Draws: TypeAlias = Mapping[Any, int] | Sequence[int] | NDArray[Any]
SamplingWeights: TypeAlias = Mapping[Any, float]


def design_option(design: str) -> Either:
    """Return how a design is passed: ``design="random items"`` and ``--design random-items``."""
    option = Option("design", design)
    return Either(option.in_python, f"--design {design.replace(' ', '-')}")


class Weights(NamedTuple):
    """What each labelled cluster stands for.

    ``weight`` is that of one draw, up to a factor; ``times`` is how often the cluster was drawn,
    and ``kept`` the part of the variance that is left as the whole is finite.
    """

    weight: Vector
    times: Vector
    kept: Vector

    @property
    def draws(self) -> float:
        """How many draws there were."""
        return float(self.times.sum())


class Holding(NamedTuple):
    """How many labelled clusters carry a total in effect, and how many an interval needs."""

    effective: float
    needed: float


_FEWEST_CLUSTERS = 3.0  # drawn alike,
_FEWEST_OF_WHOLE = {1: 100.0, 2: 20.0}  # and in the whole, by power of sizes
_FEWEST_FOUND = 20.0  # through items
_FEWEST_LABELLED = {1: 30.0, 2: 12.0}  # where the labelled clusters alone tell


@dataclass(frozen=True)
class ClusterDesign:
    """How whole clusters of the reference came to be labelled.

    Parameters
    ----------
    design : str or None
        "random clusters" or "clusters of random items"; None with ``sampling_weights``.
    whole : {"all", "neighbourhood"}
        Whether the candidate has all items, or those of the clusters that touch labelled items.
    clusters : int, optional
        How many clusters the reference of the whole has, for "random clusters".
    draws : mapping label → int, or sequence in the order of rows, optional
        How often each cluster was drawn, for "clusters of random items". If not given, as often as
        is to be expected of clusters of their sizes, or once in a neighbourhood.
    sampling_weights : mapping label → float, optional
        Inverse inclusion probabilities, for any other design.
    """

    design: Design | None
    whole: Whole = "all"
    clusters: int | None = None
    draws: Draws | None = None
    sampling_weights: SamplingWeights | None = None

    @property
    def knows_all(self) -> bool:
        """Whether n and the sizes of all candidate clusters are known."""
        return self.whole == "all"

    def weights(self, truth: PartialTruth) -> Weights:
        """Return the weights of the labelled clusters, in the order of rows."""
        a = truth.table.row_sizes.astype(np.float64)
        ones = np.ones(len(a))
        if self.sampling_weights is not None:
            weight = _weights_of(truth.table, self.sampling_weights)
            return Weights(weight, ones, 1 - 1 / weight)
        if self.design == "random clusters":
            return Weights(ones, ones, ones * (1 - self.share(truth)))
        if self.draws is None and self.knows_all:
            return Weights(1 / a, _likely_times(a / truth.n), ones)
        return Weights(1 / a, _times(truth.table, self.draws), ones)

    def share(self, truth: PartialTruth) -> float:
        """Return which share of the reference's clusters was drawn, for "random clusters".

        Unless it is known how many there are, the share of the candidate's clusters tells.
        """
        if self.clusters is not None:
            return truth.table.k_a / self.clusters
        return float(truth.parts.candidates.sum()) / truth.k_b if self.knows_all else 0.0

    def holding(self, truth: PartialTruth, power: int) -> Holding:
        """Return how many labelled clusters carry a total, in effect, as far as one can foresee.

        The total is one of items (power 1) or of pairs (2). The candidate shows which
        large clusters the whole has, labelled or not; if only the neighbourhood is available, or
        the design is another one, the labelled clusters show it.
        """
        weight, times, _ = self.weights(truth)
        parts = truth.parts
        if not self.knows_all or self.sampling_weights is not None:
            load = np.maximum(parts.same_a, parts.same_b) if power == 2 else parts.items
            least = _FEWEST_LABELLED[power]
            if self.design == "clusters of random items":
                least = max(least, _FEWEST_FOUND)
            return Holding(_effective(weight * load, times), least)
        sizes, counts = truth.whole.as_floats()
        load = sizes * (sizes - 1) / 2 if power == 2 else sizes
        if self.design == "random clusters":
            share = self.share(truth)
            least = max(_FEWEST_CLUSTERS, share * _FEWEST_OF_WHOLE[power])
            return Holding(share * _effective(load, counts), least)
        effective = _effective(load / sizes, counts * sizes)
        return Holding(times.sum() / truth.n * effective, _FEWEST_FOUND)

    def check(self, truth: PartialTruth) -> None:
        """Refuse a number of clusters, draws or weights that the labelled clusters contradict."""
        self.weights(truth)
        if self.clusters is not None:
            _check_clusters(truth, self.clusters, self.knows_all)


def _effective(load: Vector, times: Vector) -> float:
    """Return the effective number of clusters that decide about a variance: (Σ h²)²/Σ h⁴."""
    top = load.max(initial=0.0)
    if top == 0:
        return math.inf  # there is nothing to carry
    squares = (load / top) ** 2
    return float(times @ squares) ** 2 / float(times @ squares**2)


def _weights_of(table: Contingency, sampling_weights: SamplingWeights) -> Vector:
    weights = np.array(_by_label(table, sampling_weights, "sampling_weights"), np.float64)
    if not (np.isfinite(weights) & (weights >= 1)).all():
        raise InputError(
            (Option("sampling_weights"), " are inverse inclusion probabilities, at least 1"),
            remedy=(
                "to weight each cluster by 1 / size, pass ",
                design_option("clusters of random items"),
            ),
        )
    return weights


def _likely_times(shares: Vector) -> Vector:
    """Return how often clusters with these shares of all items were drawn, on average.

    That is λ/(1 − exp(−λ)), with λ = m·share, for a cluster that was found; m is the sum of these.
    """
    draws = float(len(shares))
    for _ in range(100):
        expected = draws * shares
        times: Vector = expected / -np.expm1(-expected)
        draws, before = float(times.sum()), draws
        if abs(draws - before) <= 1e-12 * draws:
            break
    return times


def _times(table: Contingency, draws: Draws | None) -> Vector:
    if draws is None:
        return np.ones(table.k_a)
    if isinstance(draws, Mapping):
        draws = _by_label(table, draws, "draws")
    times = exact_counts(draws, "number of draws")
    if times.shape != (table.k_a,) or (times < 1).any():
        raise InputError(
            f"draws= must give a number of draws of at least 1 for each of the {table.k_a} "
            "labelled clusters"
        )
    return times.astype(np.float64)


def _by_label(table: Contingency, values: Mapping[Any, Any], name: str) -> list[Any]:
    """Return a value for each labelled cluster, in the order of rows."""
    labelled = set(table.row_labels)
    lacking = [label for label in table.row_labels if label not in values]
    strange = [label for label in values if label not in labelled]
    if lacking or strange:
        what = f"lacks {examples(lacking)}" if lacking else f"has {examples(strange)}"
        raise InputError((Option(name), f" must name the labelled clusters; it {what}"))
    return [values[label] for label in table.row_labels]


def _check_clusters(truth: PartialTruth, clusters: int, knows_all: bool) -> None:
    labelled = truth.table.k_a
    if not isinstance(clusters, int) or clusters < labelled:
        problem = f" must be at least {labelled}, the number of labelled clusters, not {clusters!r}"
        raise InputError(
            (Option("clusters"), problem),
            remedy="pass how many clusters the whole reference has",
        )
    apart = truth.n - truth.table.n
    if knows_all and clusters == labelled and apart > 0:
        are = "is" if apart == 1 else "are"
        raise InputError(
            (
                "all of ",
                Option("clusters", clusters),
                f" are labelled, but {many(apart, 'item')} {are} in none of them",
            ),
            remedy=("pass the number of clusters of the whole reference as ", Option("clusters")),
        )
