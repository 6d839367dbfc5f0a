"""Judgements of pairs: what their columns are called, and what their values mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from partwise.base import InputError
from partwise.engines.label_columns import Frame
from partwise.engines.text_files import is_text_table

_MATCH_NAMES = (
    "match", "is_match", "judgement", "judgment", "label", "same", "duplicate", "is_duplicate",
    "clerical_match_score",
)  # fmt: skip
_MEANINGS = {
    **dict.fromkeys((True, "1", "1.0", "true", "yes", "match"), True),  # 1 is equal to True
    **dict.fromkeys((False, "0", "0.0", "false", "no", "non-match", "no match"), False),
}


def judgement_columns(names: Iterable[str]) -> list[str]:
    """Return the columns that are called as judgements of pairs are."""
    return [name for name in names if name.lower() in _MATCH_NAMES]


def judged(values: Iterable[Any]) -> list[bool]:
    """Read judgements: true or false, 1 or 0, yes or no.

    Examples
    --------
    >>> judged(["1", "no", True])
    [True, False, True]
    """
    listed = list(values)
    meanings = [meaning_of(value) for value in listed]
    strange = [value for value, meaning in zip(listed, meanings, strict=True) if meaning is None]
    if strange:
        raise InputError(
            "judgements must be true or false, 1 or 0, yes or no",
            subject="pairs=",
            examples=strange,
            remedy="leave out pairs that were not judged",
        )
    return [bool(meaning) for meaning in meanings]


def meaning_of(value: Any) -> bool | None:
    """Return what a judgement says; None if it says neither."""
    key = value.strip().lower() if isinstance(value, str) else value
    try:
        return _MEANINGS.get(key)
    except TypeError:  # unhashable
        return None


def columns_of(frame: Frame, names: list[str]) -> Mapping[str, list[Any]]:
    """Return columns of a frame as lists."""
    if is_text_table(frame):
        return {name: frame[name] for name in names}
    collected = frame.select(names).lazy().collect()
    return {name: collected[name].to_list() for name in names}
