"""Random models: the distributions of random candidates.

All models are element-symmetric: given its cluster sizes, a random clustering is uniform among the
clusterings with these sizes (the paper's C(s)). So a model is a distribution of cluster sizes.
"""

from __future__ import annotations

import math
import operator
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

import numpy as np

from partwise.base import InputError, many
from partwise.chance.sampling import whole_number
from partwise.chance.size_laws import (
    Law,
    Sizes,
    draw_among_all,
    draw_of_number,
    draw_power_law,
    power_law_of_sizes,
    uniform_law,
)

_MOST_EXACT_EXPONENT = 64  # beyond, exact fractions would be long


@dataclass(frozen=True)
class Model(ABC):
    """A distribution of random clusterings; made by functions such as :func:`fixed_sizes`.

    Parameters
    ----------
    two_sided : bool
        Whether the reference is random, too, and not only the candidate.
    """

    two_sided: bool = field(default=False, kw_only=True)
    name: ClassVar[str]
    what: ClassVar[str]

    @abstractmethod
    def law(self, sizes: Sizes, most: int = 10_000) -> Law | None:
        """Return the probability of each list of cluster sizes, given the observed cluster sizes.

        The result is None if the probabilities are not known, or if more than ``most`` lists are
        possible.
        """

    @abstractmethod
    def draw(self, sizes: Sizes, rng: np.random.Generator) -> Sizes:
        """Draw cluster sizes at random, given the observed cluster sizes."""

    @property
    def key(self) -> str:
        """A name for code, which includes the parameters of the model."""
        parts = (*self._parameters(), *(["two_sided"] if self.two_sided else []))
        return "_".join([self.name, *(re.sub(r"[^a-z0-9]", "_", str(part)) for part in parts)])

    def _parameters(self) -> tuple[object, ...]:
        return ()

    def __str__(self) -> str:
        return self.what + (", for both clusterings" if self.two_sided else "")


class _FixedSizes(Model):
    name, what = "fixed_sizes", "clusterings with the same cluster sizes"

    def law(self, sizes: Sizes, most: int = 10_000) -> Law | None:  # noqa: ARG002
        return {sizes: Fraction(1)}

    def draw(self, sizes: Sizes, rng: np.random.Generator) -> Sizes:  # noqa: ARG002
        return sizes


@dataclass(frozen=True)
class _FixedNumber(Model):
    k: int | None
    name, what = "fixed_number", "clusterings with the same number of clusters"

    def _number(self, sizes: Sizes) -> int:
        k = len(sizes) if self.k is None else self.k
        n = sum(sizes)
        if not min(n, 1) <= k <= n:
            raise InputError(
                f"{many(n, 'item')} cannot be in {many(k, 'cluster')}; choose from 1 to {n}"
            )
        return k

    def _parameters(self) -> tuple[object, ...]:
        return () if self.k is None else (self.k,)

    def law(self, sizes: Sizes, most: int = 10_000) -> Law | None:
        return uniform_law(sum(sizes), self._number(sizes), most)

    def draw(self, sizes: Sizes, rng: np.random.Generator) -> Sizes:
        return draw_of_number(sum(sizes), self._number(sizes), rng)

    def __str__(self) -> str:
        into = f"clusterings with {self.k} clusters"
        text = self.what if self.k is None else into
        return text + (", for both clusterings" if self.two_sided else "")


class _AllClusterings(Model):
    name, what = "all_clusterings", "all clusterings of the items"

    def law(self, sizes: Sizes, most: int = 10_000) -> Law | None:
        return uniform_law(sum(sizes), None, most)

    def draw(self, sizes: Sizes, rng: np.random.Generator) -> Sizes:
        return draw_among_all(sum(sizes), rng)


@dataclass(frozen=True)
class _PowerLaw(Model):
    exponent: float
    smallest: int
    largest: int | None
    name, what = "power_law", "clusterings with power-law cluster sizes"

    def _parameters(self) -> tuple[object, ...]:
        is_default = (self.smallest, self.largest) == (1, None)
        return (self.exponent,) if is_default else (self.exponent, self.smallest, self.largest)

    def law(self, sizes: Sizes, most: int = 10_000) -> Law | None:
        if self.exponent != int(self.exponent) or abs(self.exponent) > _MOST_EXACT_EXPONENT:
            return None
        bounds = self.smallest, self._largest(sizes)
        return power_law_of_sizes(sum(sizes), int(self.exponent), *bounds, most)

    def draw(self, sizes: Sizes, rng: np.random.Generator) -> Sizes:
        bounds = self.smallest, self._largest(sizes)
        return draw_power_law(sum(sizes), self.exponent, *bounds, rng)

    def _largest(self, sizes: Sizes) -> int:
        return max(self.smallest, sum(sizes)) if self.largest is None else self.largest


@dataclass(frozen=True)
class _ElementSymmetric(Model):
    sample_sizes: Callable[[int, np.random.Generator], Iterable[int]]
    name, what = "element_symmetric", "clusterings with cluster sizes drawn by a function"

    def law(self, sizes: Sizes, most: int = 10_000) -> Law | None:  # noqa: ARG002
        return None

    def draw(self, sizes: Sizes, rng: np.random.Generator) -> Sizes:
        n = sum(sizes)
        returned = self.sample_sizes(n, rng)
        try:
            drawn = [operator.index(size) for size in returned]
        except TypeError:
            raise InputError(
                f"sample_sizes({n}, rng) returned {returned!r}; it must return whole numbers"
            ) from None
        if sum(drawn) != n or any(size < 1 for size in drawn):
            raise InputError(
                f"sample_sizes({n}, rng) returned {drawn[:10]}, which add up to "
                f"{sum(drawn)}; return positive sizes that add up to {n}"
            )
        return tuple(sorted(drawn, reverse=True))


def fixed_sizes() -> Model:
    """Return the model of clusterings with the observed cluster sizes: the paper's C(s).

    It does not matter which clustering is random: the contingency table has the same distribution.
    So this model has no ``two_sided``.

    Examples
    --------
    >>> fixed_sizes().law((3, 1))
    {(3, 1): Fraction(1, 1)}
    """
    return _FixedSizes()


def fixed_number(k: int | None = None, *, two_sided: bool = False) -> Model:
    """Return the model in which all clusterings with k clusters are equally likely.

    Parameters
    ----------
    k : int, optional
        The number of clusters. By default, it is that of the observed clustering.
    two_sided : bool
        Whether the reference is random, too.

    Examples
    --------
    >>> fixed_number().law((2, 2))
    {(3, 1): Fraction(4, 7), (2, 2): Fraction(3, 7)}
    """
    if k is not None:
        k = whole_number(k, "k", least=1)
    return _FixedNumber(k, two_sided=two_sided)


def all_clusterings(*, two_sided: bool = False) -> Model:
    """Return the model in which all clusterings of the items are equally likely.

    Examples
    --------
    >>> all_clusterings().law((2, 1))
    {(3,): Fraction(1, 5), (2, 1): Fraction(3, 5), (1, 1, 1): Fraction(1, 5)}
    """
    return _AllClusterings(two_sided=two_sided)


def power_law(
    exponent: float, *, smallest: int = 1, largest: int | None = None, two_sided: bool = False
) -> Model:
    """Return the model of clusterings with cluster sizes from a power law.

    Sizes s are drawn one by one, with probability proportional to s^−exponent, until they cover all
    items. The last size is reduced to the number of items that are left, so it may be below
    ``smallest``.

    Parameters
    ----------
    exponent : float
        The exponent: large sizes are rarer if it is higher.
    smallest, largest : int
        Bounds of the sizes. By default, ``largest`` is the number of items.
    two_sided : bool
        Whether the reference is random, too.

    Examples
    --------
    >>> power_law(1).law((2,))
    {(1, 1): Fraction(2, 3), (2,): Fraction(1, 3)}
    """
    if (
        not isinstance(exponent, int | float)
        or isinstance(exponent, bool)
        or not math.isfinite(exponent)
    ):
        raise InputError(f"exponent= must be a finite number, not {exponent!r}")
    smallest = whole_number(smallest, "smallest=", least=1)
    if largest is not None:
        largest = whole_number(largest, "largest=", least=smallest)
    return _PowerLaw(exponent, smallest, largest, two_sided=two_sided)


def element_symmetric(
    sample_sizes: Callable[[int, np.random.Generator], Iterable[int]], *, two_sided: bool = False
) -> Model:
    """Return the model of clusterings with cluster sizes that your function draws.

    Parameters
    ----------
    sample_sizes : callable
        A function of the number of items and a random generator. It returns cluster sizes that add
        up to the number of items.
    two_sided : bool
        Whether the reference is random, too.

    Examples
    --------
    >>> pairs = element_symmetric(lambda n, rng: [2] * (n // 2) + [1] * (n % 2))
    >>> pairs.draw((3, 2), np.random.default_rng(1))
    (2, 2, 1)
    """
    if not callable(sample_sizes):
        raise InputError(f"sample_sizes must be a function of n and rng, not {sample_sizes!r}")
    return _ElementSymmetric(sample_sizes, two_sided=two_sided)


_BY_NAME: dict[str, Callable[[], Model]] = {
    "fixed_sizes": fixed_sizes,
    "fixed_number": fixed_number,
    "all_clusterings": all_clusterings,
}


def as_model(model: str | Model) -> Model:
    """Return the model for a name, or the model itself.

    Examples
    --------
    >>> as_model("all_clusterings").two_sided
    False
    """
    if isinstance(model, Model):
        return model
    if isinstance(model, str) and model in _BY_NAME:
        return _BY_NAME[model]()
    raise InputError(f"model= must be {', '.join(_BY_NAME)} or a Model, not {model!r}")
