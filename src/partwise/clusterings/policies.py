"""How items without a label, noise points and weights are treated."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from partwise.base import LABEL_POLICIES, InputError, MissingLabelError
from partwise.clusterings.factorization import MISSING, Codes, Factorized, is_missing
from partwise.clusterings.items import Items, MissingPolicy

NoisePolicy: TypeAlias = Literal["singletons", "drop", "cluster"]
Weighting: TypeAlias = Literal["multiplicity", "importance"]
"""Whether an item of weight w stands for w items, or is one item that counts w times as much."""

MissingInPairs: TypeAlias = Literal["raise", "drop", "singletons", "pairwise"]
"""``missing=`` where clusterings are compared two by two: also on the items that both have."""

MOST_CELLS = 10_000_000
"""So many cells may leave an engine: some 400 MB in memory."""

_NOISE, _MISSING, _WEIGHTING = map(get_args, (NoisePolicy, MissingPolicy, Weighting))


class Lone:
    """The label of a cluster made for one item that had none; equal to no other label.

    Parameters
    ----------
    item : hashable
        The item.
    """

    __slots__ = ("item",)

    def __init__(self, item: Hashable) -> None:
        self.item = item

    def __repr__(self) -> str:
        return f"(only {self.item})"


@dataclass(frozen=True, slots=True, eq=False)
class Policies:
    """Your choices about noise points, missing labels and weights, checked before any work.

    Parameters
    ----------
    noise, noise_label, missing
        As in :class:`~partwise.Clustering`.
    weights, weighting, max_cells
        As in :func:`~partwise.contingency`.

    Examples
    --------
    >>> Policies(noise="drop").missing
    'raise'
    >>> Policies(missing="ignore")
    Traceback (most recent call last):
    partwise.errors.InputError: missing= must be "raise", "drop" or "singletons", not 'ignore'
    """

    noise: NoisePolicy | None = None
    noise_label: Hashable = -1
    missing: MissingPolicy = "raise"
    weights: object = None
    weighting: Weighting = "multiplicity"
    max_cells: int = MOST_CELLS

    def __post_init__(self) -> None:
        if self.noise is not None and self.noise not in _NOISE:
            raise InputError(
                f'noise= must be None, "singletons", "drop" or "cluster", not {self.noise!r}'
            )
        try:
            hash(self.noise_label)
        except TypeError:
            raise InputError(
                f"noise_label= must be one label, not {self.noise_label!r}",
                remedy="if several labels mark noise, replace them by one label first",
            ) from None
        if self.missing not in _MISSING:
            raise InputError(
                f'missing= must be "raise", "drop" or "singletons", not {self.missing!r}'
            )
        if self.weighting not in _WEIGHTING:
            raise InputError(
                f'weighting= must be "multiplicity" or "importance", not {self.weighting!r}'
            )
        if type(self.max_cells) is not int or self.max_cells < 0:
            raise InputError(
                f"max_cells= must be a whole number of at least 0, not {self.max_cells!r}"
            )

    @property
    def are_none(self) -> bool:
        """Whether nothing was decided: labels are taken as they are, all items alike."""
        return self.noise is None and self.missing == "raise" and self.weights is None


def missing_in_each(missing: MissingInPairs) -> tuple[MissingPolicy, bool]:
    """Return what becomes of missing labels, and whether two are compared on the items they share.

    Examples
    --------
    >>> missing_in_each("pairwise"), missing_in_each("raise")
    (('drop', True), ('raise', False))
    """
    if missing == "pairwise":
        return "drop", True
    if missing not in _MISSING:
        raise InputError(
            f'missing= must be "raise", "drop", "singletons" or "pairwise", not {missing!r}'
        )
    return missing, False


AS_THEY_ARE = Policies()
"""Labels are taken as they are, and all items alike."""


def settle_missing(labelled: Factorized, items: Items, policy: MissingPolicy) -> Factorized:
    """Apply the policy for items without a label."""
    where = np.flatnonzero(labelled.codes == MISSING)
    if len(where) == 0 or policy == "drop":
        return labelled
    if policy == "singletons":
        return _isolate(labelled, where, items)
    names = items.ids()
    kind = "positions" if items.names is None else "items"
    raise MissingLabelError(
        f"{len(where)} of {len(labelled.codes)} labels are missing",
        count=len(where),
        examples=[names[i] for i in where[:3].tolist()],
        what=kind,
        remedy=LABEL_POLICIES,
    )


def settle_noise(
    labelled: Factorized, items: Items, policy: NoisePolicy | None, noise_label: Hashable
) -> Factorized:
    """Apply the policy for items that carry the noise label."""
    if policy is None or policy == "cluster":
        return labelled
    codes = [code for code, label in enumerate(labelled.labels) if is_noise(label, noise_label)]
    where = np.flatnonzero(np.isin(labelled.codes, codes))
    if policy == "singletons":
        return _isolate(labelled, where, items)
    kept = labelled.codes.copy()
    kept[where] = MISSING
    return Factorized(kept, labelled.labels)


@lru_cache(typed=True)
def noise_marks(noise_label: Hashable) -> frozenset[Hashable]:
    """Return all values that mark noise where this one does: the one definition, for all engines.

    A whole number does in every form: as an integer, a float or text, with or without ".0". So
    does a date, also as text and as midnight. Other text is compared letter by letter. A boolean
    is no number: True marks True, and not 1. Missing values never mark noise.

    Examples
    --------
    >>> sorted(map(repr, noise_marks("-1")))
    ["'-1'", "'-1.0'", '-1']
    >>> noise_marks("noise"), noise_marks(float("nan"))
    (frozenset({'noise'}), frozenset())
    """
    if is_missing(noise_label):
        return frozenset()
    if isinstance(noise_label, bool | np.bool_):
        return frozenset({bool(noise_label), str(noise_label)})
    number, day = _whole_number(noise_label), _day(noise_label)
    if number is not None:
        return frozenset({number, str(number), f"{number}.0", str(noise_label)})
    if day is not None:
        return frozenset({day, datetime.combine(day, time()), str(day)})
    return frozenset({noise_label, str(noise_label)})


def is_noise(label: Hashable, noise_label: Hashable) -> bool:
    """Whether a label marks noise."""
    is_boolean = isinstance(noise_label, bool | np.bool_)
    if isinstance(label, bool) != is_boolean and not isinstance(label, str):
        return False
    if isinstance(label, np.datetime64):
        label = label.astype("datetime64[us]").item()
    return label in noise_marks(noise_label)


def _whole_number(label: Any) -> int | None:
    """Return the number that a number or text stands for; "01" is the name of a cluster."""
    if isinstance(label, str):
        is_number = re.fullmatch(r"(0|-?[1-9]\d{0,99})(\.0)?", label, re.ASCII)
        return int(label.removesuffix(".0")) if is_number else None
    if isinstance(label, int | np.integer):
        return int(label)
    if isinstance(label, float | np.floating | Decimal | Fraction):
        return int(label) if np.isfinite(float(label)) and label == int(label) else None
    return None


def _day(label: Any) -> date | None:
    if isinstance(label, datetime):
        return label.date() if label.time() == time() and label.tzinfo is None else None
    if isinstance(label, date):
        return label
    is_day = isinstance(label, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", label)
    try:
        return date.fromisoformat(str(label)) if is_day else None
    except ValueError:
        return None


def _isolate(labelled: Factorized, where: Codes, items: Items) -> Factorized:
    names = items.ids()
    codes = labelled.codes.copy()
    codes[where] = len(labelled.labels) + np.arange(len(where))
    lone: list[Hashable] = [Lone(names[i]) for i in where.tolist()]
    return Factorized(codes, labelled.labels + lone)
