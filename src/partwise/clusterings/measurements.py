"""Labels that measure something and name no clusters: times, durations, fractions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from partwise.base import NO_CLUSTERING, InputError
from partwise.clusterings.factorization import MISSING, Factorized

FIRST_LABELS = 1000
"""So many labels tell what kind all of them are."""

_NAMES = {str, int, bool}  # the types of nearly all labels
_TIMES, _DURATIONS, _FRACTIONS = "dates or times", "durations", "numbers that are not whole"
_TEXTS = {
    _FRACTIONS: re.compile(r"[-+]?\d*\.\d*[1-9]\d*([eE][-+]?\d+)?"),
    _TIMES: re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d.*)?|\d\d:\d\d(:\d\d(\.\d+)?)?"),
    _DURATIONS: re.compile(r"[-+]?\d+ days?(,? [-+]?\d+:\d\d(:\d\d(\.\d+)?)?)?"),
}


def refuse_measurements(labelled: Factorized, *, are_text: bool = False) -> None:
    """Refuse labels in memory that are measurements, as text only where files hold them so.

    Examples
    --------
    >>> labels = [f"2026-01-{day}" for day in range(10, 30)]
    >>> refuse_measurements(Factorized(np.arange(20), labels), are_text=True)
    ... # doctest: +ELLIPSIS
    Traceback (most recent call last):
    partwise.errors.InputError: 20 of 20 labels differ, and nearly all are dates or times ...
    """
    first = labelled.labels[:FIRST_LABELS]
    kind = kind_of_measurement(first, are_text=are_text)
    if kind:
        distinct, total = len(labelled.labels), int((labelled.codes != MISSING).sum())
        if are_nearly_all(distinct, total):
            raise measured(kind, distinct, total, first, are_text=are_text)


def are_nearly_all(count: int, total: int) -> bool:
    """Return whether this many are nearly all; never for fewer than ten."""
    return count >= max(10, 0.9 * total)


def kind_of_measurement(labels: Sequence[Any], *, are_text: bool) -> str:
    """Return what nearly all labels measure; nothing if they may name clusters.

    Examples
    --------
    >>> days = [date(2026, 1, day) for day in range(1, 20)]
    >>> kind_of_measurement(days, are_text=False), kind_of_measurement(range(20), are_text=False)
    ('dates or times', '')
    """
    if not are_text and set(map(type, labels)) <= _NAMES:
        return ""
    kinds = Counter(_kind_of_text(str(label)) if are_text else _kind(label) for label in labels)
    return next((k for k, count in kinds.items() if k and are_nearly_all(count, len(labels))), "")


def _kind(label: object) -> str:
    if isinstance(label, date | time | np.datetime64):
        return _TIMES
    if isinstance(label, timedelta | np.timedelta64) or hasattr(label, "nanoseconds"):  # PyArrow
        return _DURATIONS
    if isinstance(label, Decimal):
        return "" if label == label.to_integral_value() else _FRACTIONS
    return _FRACTIONS if isinstance(label, Fraction) and label.denominator > 1 else ""


def _kind_of_text(label: str) -> str:
    return next((kind for kind, pattern in _TEXTS.items() if pattern.fullmatch(label)), "")


def measured(
    kind: str, distinct: int, total: int, some: Sequence[Any], *, are_text: bool
) -> InputError:
    """Return the error for labels that are measurements."""
    as_text = () if are_text else ("; convert them to text if each value is a cluster",)
    return InputError(
        f"{distinct} of {total} labels differ, and nearly all are {kind}",
        count=distinct,
        examples=[str(label) for label in some[:3]],
        remedy=(*NO_CLUSTERING, *as_text),
    )
