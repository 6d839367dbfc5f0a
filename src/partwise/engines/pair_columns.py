"""Pairs as people judge them: two items, whether they match, and how likely they were drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Option
from partwise.clusterings import Clustering, Codes, Policies, as_text, item_pairs
from partwise.engines.backends import column_names
from partwise.engines.columns import choose_columns
from partwise.engines.entrance import load_clustering
from partwise.engines.field_objects import is_file_name, opened
from partwise.engines.inputs import is_frame
from partwise.engines.judgements import columns_of, judged, judgement_columns
from partwise.engines.label_columns import Frame, LabelColumns
from partwise.engines.reading import frame_of

_PROBABILITY_NAMES = ("probability", "inclusion_probability", "sampling_probability")


class PairRows(NamedTuple):
    """Pairs of items, row by row.

    Parameters
    ----------
    left, right : list
        The two items.
    match : list of bool or None
        Whether they belong together; None if there is no such column.
    probability : array or None
        How likely each pair was to be drawn.
    is_text : bool
        Whether ids are text because all is in text files.
    """

    left: Sequence[Any]
    right: Sequence[Any]
    match: Sequence[bool] | None
    probability: NDArray[np.float64] | None
    is_text: bool = False

    @property
    def match_array(self) -> NDArray[np.bool_]:
        """The judgements; all false if there are none."""
        return np.array(self.match if self.match is not None else [False] * len(self.left), bool)


def read_pairs(data: Any) -> PairRows:
    """Read pairs of a frame or a file, an array or a list of tuples.

    Examples
    --------
    >>> read_pairs([("a", "b", True), ("a", "c", False)]).match
    [True, False]
    """
    if is_frame(data) or is_file_name(data) or hasattr(data, "__fspath__"):
        return _of_frame(*frame_of(data))
    return _of_rows(data)


def _of_frame(frame: Frame, source: str, typed: bool) -> PairRows:
    names = column_names(frame, source)
    match = _one(judgement_columns(names), "judgements")
    chances = [name for name in names if name.lower() in _PROBABILITY_NAMES]
    probability = _one(chances, "probabilities")
    rest = [name for name in names if name not in (match, probability)]
    try:
        left, right = choose_columns(source, rest, layout="pairs").labels
    except InputError:
        raise InputError(
            f"it is not clear which two of the columns {', '.join(rest)} hold the items of a pair",
            subject="pairs=",
            remedy="rename them to left and right",
        ) from None
    column = columns_of(frame, [name for name in (left, right, match, probability) if name])
    return PairRows(
        column[left],
        column[right],
        judged(column[match]) if match else None,
        _chances(column[probability]) if probability else None,
        not typed,
    )


def _one(names: Sequence[str], what: str) -> str | None:
    if len(names) > 1:
        raise InputError(
            f"{what} may be in any of the columns {', '.join(names)}",
            subject="pairs=",
            remedy="remove or rename the others",
        )
    return names[0] if names else None


def _of_rows(data: Any) -> PairRows:
    if getattr(data, "ndim", 0) == 2:
        data = data.tolist()
    rows = [tuple(row) if isinstance(row, list | tuple) else row for row in item_pairs(data)]
    for position, row in enumerate(rows):
        if not isinstance(row, tuple) or not 2 <= len(row) <= 4 or len(row) != len(rows[0]):
            raise InputError(
                f"row {position} is {row!r}; each row must be (left, right), (left, right, match) "
                "or (left, right, match, probability), and all rows must have the same form",
                subject="pairs=",
            )
    columns = [list(column) for column in zip(*rows, strict=True)] or [[], []]
    match = judged(columns[2]) if len(columns) > 2 else None
    return PairRows(
        columns[0], columns[1], match, _chances(columns[3]) if len(columns) > 3 else None
    )


def _chances(values: Sequence[Any]) -> NDArray[np.float64]:
    numbers = [_number(value) for value in values]
    strange = [value for value, number in zip(values, numbers, strict=True) if not 0 < number <= 1]
    if strange:
        raise InputError(
            "probabilities must be above 0 and at most 1",
            subject="pairs=",
            examples=strange,
            remedy="give each pair the probability with which it was drawn",
        )
    return np.array(numbers, np.float64)


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return math.nan


class PairsInClustering(NamedTuple):
    """Different pairs by the places of their items in a clustering, and their rows."""

    clustering: Clustering
    left: Codes
    right: Codes
    rows: Codes


def pairs_in(rows: PairRows, labels: object, policies: Policies) -> PairsInClustering:
    """Find pairs in a candidate; refuse pairs of one item, unknown items and contradictions.

    A pair that is judged alike several times counts once. Ids are compared as text if the pairs or
    the candidate are in a text file, where everything is text.

    Examples
    --------
    >>> rows = read_pairs([("a", "b", True), ("c", "a", False), ("b", "a", True)])
    >>> _, left, right, kept = pairs_in(rows, {"a": 0, "b": 0, "c": 1}, Policies())
    >>> left, right, kept
    (array([0, 2]), array([1, 0]), array([0, 1]))
    """
    if policies.noise == "drop":
        raise InputError(
            (Option("noise", "drop"), " would leave out items, but pairs need all of them"),
            remedy=("use ", Option("noise", "singletons")),
        )
    source = opened(labels)
    clustering = load_clustering(source, policies, "estimates from pairs")
    sides: Sequence[Iterable[Any]] = (clustering.items, rows.left, rows.right)
    if rows.is_text or (isinstance(source, LabelColumns) and not source.typed):
        sides = [map(as_text, side) for side in sides]
    items, first, second = (list(side) for side in sides)
    place = {item: i for i, item in enumerate(items)}
    left, right = _places(first, place), _places(second, place)
    alone = np.flatnonzero(left == right)
    if len(alone):
        raise InputError(
            "a pair needs two different items, but some are paired with themselves",
            subject="pairs=",
            count=len(alone),
            examples=[rows.left[i] for i in alone[:3].tolist()],
            remedy="remove these rows",
        )
    key = np.minimum(left, right) * len(place) + np.maximum(left, right)
    _, kept, which = np.unique(key, return_index=True, return_inverse=True)
    _check_same(rows, kept[which.ravel()])
    kept.sort()
    return PairsInClustering(clustering, left[kept], right[kept], kept)


def _places(side: Sequence[Any], place: Mapping[Any, int]) -> Codes:
    unknown = [item for item in side if item not in place]
    if unknown:
        raise InputError(
            "pairs name items that the candidate does not have",
            subject="pairs=",
            examples=unknown,
            remedy="use the ids of the candidate, with the same type",
        )
    return np.array([place[item] for item in side], np.int64)


def _check_same(rows: PairRows, first: Codes) -> None:
    for values, what in (
        (rows.match, "some pairs are judged both a match and a non-match"),
        (rows.probability, "some pairs have several probabilities"),
    ):
        if values is None:
            continue
        listed = np.asarray(values)
        other = np.flatnonzero(listed != listed[first])
        if len(other):
            raise InputError(
                what,
                subject="pairs=",
                count=len(other),
                examples=[(rows.left[i], rows.right[i]) for i in other[:3].tolist()],
                remedy="keep one row for each pair",
            )
