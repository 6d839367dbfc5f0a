"""Sizes of clusters for any number of items: balanced ones, and as many as a power of n."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any, TypeAlias

from partwise.chance.models import balanced_sizes
from partwise.errors import InputError

__all__ = ["Power", "SizeRule", "rule_name", "sizes_by"]

SizeRule: TypeAlias = int | Callable[[int], Any]
"""How many clusters n items have, as a number or a function of n; or a function n → sizes."""

_ROUNDING = 1e-9  # 1000 ** (1 / 3) is just below 10


@dataclass(frozen=True)
class Power:
    """⌊n^exponent⌋ clusters.

    Examples
    --------
    >>> Power(0.5)(1000), str(Power(0.25))
    (31, 'n^0.25')
    """

    exponent: float

    def __call__(self, n: int) -> int:
        """Return the number of clusters of n items."""
        return math.floor(math.pow(n, self.exponent) + _ROUNDING)

    def __str__(self) -> str:
        return f"n^{self.exponent:g}"


def sizes_by(rule: SizeRule, n: int) -> Sequence[int]:
    """Return the sizes of the clusters that a rule gives n items.

    Examples
    --------
    >>> sizes_by(2, 5), sizes_by(Power(0.5), 9), sizes_by(lambda n: (n - 1, 1), 5)
    ((3, 2), (3, 3, 3), (4, 1))
    """
    found: Any = rule(n) if callable(rule) else rule
    if isinstance(found, Integral):
        return balanced_sizes(n, int(found))
    sizes = tuple(map(int, found))
    if sum(sizes) != n:
        raise InputError(
            f"{rule_name(rule)} gives {n} items sizes that add up to {sum(sizes)}; they must "
            f"add up to {n}"
        )
    return sizes


def rule_name(rule: SizeRule) -> str:
    """Return what a rule is called in tables.

    Examples
    --------
    >>> rule_name(Power(0.75)), rule_name(3), rule_name(balanced_sizes)
    ('n^0.75', '3', 'balanced_sizes')
    """
    return str(getattr(rule, "__name__", rule))
