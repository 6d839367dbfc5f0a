"""Pairs with a score, such as match probabilities: read from anywhere, with numbers for items."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Option
from partwise.clusterings import Codes, Factorized, factorize, is_missing, renumber
from partwise.engines.backends import column_names
from partwise.engines.columns import check_column, usual_pair
from partwise.engines.field_objects import SPLINK_SEPARATOR, is_file_name, is_splink
from partwise.engines.inputs import is_frame
from partwise.engines.label_columns import Frame, LabelColumns
from partwise.engines.loading import loaded_columns
from partwise.engines.reading import frame_of
from partwise.engines.scored_pairs import has_scores

_SCORE_NAMES = (
    "match_probability", "score", "probability", "similarity", "weight", "match_weight",
)  # fmt: skip
_PAIRS = "pairs"


class ScoredPairs(NamedTuple):
    """Pairs of items with a score, row by row.

    Parameters
    ----------
    left, right : int64 arrays
        Numbers of the two items.
    scores : float64 array
        How likely they belong together, on any scale; finite.
    items : list or integer array
        The items by their numbers.
    is_text : bool
        Whether ids are text because all is in text files.
    """

    left: Codes
    right: Codes
    scores: NDArray[np.float64]
    items: Sequence[Hashable] | NDArray[np.integer[Any]]
    is_text: bool = False


def are_scored_pairs(data: Any) -> bool:
    """Tell scored pairs from labels: by the columns of a frame or file, by tuples of a list.

    Examples
    --------
    >>> are_scored_pairs([("a", "b", 0.9)]), are_scored_pairs([["a", "b", "b"]])
    (True, False)
    """
    if isinstance(data, LabelColumns):
        return False
    if is_splink(data):
        return True
    if _has_pairs_as_index(data):
        names = {str(name).lower() for name in getattr(data, "columns", _SCORE_NAMES)}
        return not names.isdisjoint(_SCORE_NAMES)
    if _is_table(data):
        frame, source, _ = frame_of(data)
        return usual_pair(column_names(frame, source)) is not None
    if isinstance(data, np.ndarray):
        return data.ndim == 2 and data.shape[1] == 3
    is_list = isinstance(data, list | tuple)
    return is_list and len(data) > 0 and all(isinstance(row, tuple) for row in data)


def read_scored_pairs(
    data: Any, score: str | None = None, left: str | None = None, right: str | None = None
) -> ScoredPairs:
    """Read pairs with a score of a frame or a file, an array of three columns, or a list of tuples.

    Columns that are not named are found by their usual names; the score also as the only column of
    real numbers.

    Examples
    --------
    >>> pairs = read_scored_pairs([("a", "b", 0.9), ("c", "a", 0.2)])
    >>> pairs.left.tolist(), pairs.right.tolist(), pairs.scores.tolist(), pairs.items
    ([0, 1], [2, 0], [0.9, 0.2], ['a', 'c', 'b'])
    """
    if is_splink(data):
        data = data.as_pandas_dataframe()
    if _has_pairs_as_index(data):
        data = data.reset_index()
        first, second = map(str, data.columns[:2])
        left, right = left or first, right or second
    if _is_table(data):
        return _of_frame(*frame_of(data), score, left, right)
    return _of_rows(data)


def _is_table(data: Any) -> bool:
    return is_frame(data) or is_file_name(data) or hasattr(data, "__fspath__")


def _has_pairs_as_index(data: Any) -> bool:
    """Tell a series or frame of pandas whose index has the pairs, as recordlinkage makes them."""
    return getattr(getattr(data, "index", None), "nlevels", 1) == 2


class _Columns(NamedTuple):
    left: str
    right: str
    score: str


def _of_frame(
    frame: Frame,
    source: str,
    typed: bool,
    score: str | None,
    left: str | None,
    right: str | None,
) -> ScoredPairs:
    chosen = _chosen(frame, source, typed, score, (left, right))
    datasets = () if left else _dataset_columns(column_names(frame, source), chosen)
    columns = loaded_columns(LabelColumns(frame, (*chosen, *datasets), None, source, typed))
    sides = (columns[chosen.left], columns[chosen.right])
    for side, name in zip(sides, chosen, strict=False):
        _check_present(side, source, name)
    if datasets:
        beside = (columns[name] for name in datasets)
        sides = tuple(map(_with_dataset, beside, sides))  # type: ignore[assignment]
    return _scored(sides, columns[chosen.score], f"{source}, column {chosen.score!r}", not typed)


def _of_rows(data: Any) -> ScoredPairs:
    if isinstance(data, np.ndarray):
        if data.ndim != 2 or data.shape[1] != 3:
            raise InputError(
                f"the array has shape {data.shape}, and scored pairs have three columns: left, "
                "right, score",
                subject=_PAIRS,
            )
        columns: list[Any] = [data[:, place] for place in range(3)]
    else:
        rows = list(data)
        for position, row in enumerate(rows):
            if not isinstance(row, list | tuple) or len(row) != 3:
                raise InputError(
                    f"row {position} is {row!r}, and a row is (left, right, score)", subject=_PAIRS
                )
        columns = [list(column) for column in zip(*rows, strict=True)] or [[], [], []]
    for column, name in zip(columns, ("left", "right"), strict=False):
        _check_present(column, _PAIRS, name)
    return _scored((columns[0], columns[1]), columns[2], _PAIRS, False)


def _chosen(
    frame: Frame,
    source: str,
    typed: bool,
    score: str | None,
    sides: tuple[str | None, str | None],
) -> _Columns:
    """Choose the columns of the items and of the score, as named or by their usual names."""
    names = column_names(frame, source)
    wanted = [column for column in (*sides, score) if column is not None]
    for column in wanted:
        check_column(source, names, column)
    if len(set(wanted)) < len(wanted) or sides.count(None) == 1:
        raise InputError(
            "left=, right= and score= name three different columns", subject=source,
            remedy="name left= and right= both, or neither",
        )  # fmt: skip
    one, other = sides
    pair = usual_pair(names) if one is None or other is None else (one, other)
    if score is None:
        others = [name for name in names if name not in (pair or ())]
        score = _found_score(frame, source, typed, others)
    if pair is None:
        rest = [name for name in names if name != score]
        if len(rest) != 2:
            raise InputError(
                f"it is not clear which two of the columns {', '.join(rest)} have the items of a "
                "pair",
                subject=source,
                remedy=("name them: ", Option("left", rest[0] if rest else "…"), " and ",
                        Option("right", rest[1] if rest[1:] else "…")),
            )  # fmt: skip
        pair = (rest[0], rest[1])
    if score in pair:
        raise InputError(
            f"the column {score!r} cannot have both items and scores",
            subject=source,
            remedy=("name the columns of items: ", Option("left"), " and ", Option("right")),
        )
    return _Columns(*pair, score)


def _found_score(frame: Frame, source: str, typed: bool, names: list[str]) -> str:
    """Return the column with the scores: of a usual name, the only one of numbers, or the last."""
    by_name = {name.lower(): name for name in reversed(names)}
    usual = next((by_name[name] for name in _SCORE_NAMES if name in by_name), None)
    if usual is not None:
        return usual
    numbers = [name for name in names if has_scores(frame, name, typed)]
    choice = numbers if numbers else names
    if len(choice) != 1:
        columns = ", ".join(choice)
        raise InputError(
            f"it is not clear which of the columns {columns} has the scores"
            if choice
            else "there is no column of scores",
            subject=source,
            remedy=("name it: ", Option("score", choice[0] if choice else "…")),
        )
    if "dist" in choice[0].lower():
        raise InputError(
            f"the column {choice[0]} seems to have distances, and pairs are joined when their "
            "score is at least the threshold",
            subject=source,
            remedy=("add a column with the distances negated, and name it: ", Option("score")),
        )
    return choice[0]


def _dataset_columns(names: list[str], chosen: _Columns) -> tuple[str, ...]:
    """Return the columns in which Splink says of which dataset a record is, if there are any."""
    are_splink = (chosen.left, chosen.right) == ("unique_id_l", "unique_id_r")
    datasets = ("source_dataset_l", "source_dataset_r")
    return datasets if are_splink and set(datasets) <= set(names) else ()


def _with_dataset(datasets: Any, ids: Any) -> Factorized:
    """Give numbers to records by dataset and id; name them as Splink's clusters do."""
    dataset, record = factorize(datasets), factorize(ids)
    codes, first = renumber(dataset.codes * len(record.labels) + record.codes)
    places = zip(dataset.codes[first].tolist(), record.codes[first].tolist(), strict=True)
    return Factorized(
        codes, [f"{dataset.labels[d]}{SPLINK_SEPARATOR}{record.labels[r]}" for d, r in places]
    )


def _scored(sides: tuple[Any, Any], scores: Any, place: str, is_text: bool) -> ScoredPairs:
    left, right, items = _numbered(*sides)
    values = _numbers(scores)
    wrong = np.flatnonzero(~np.isfinite(values))
    if len(wrong):
        rows = wrong[:3].tolist()
        raise InputError(
            f"{len(wrong)} of {len(values)} pairs have no score that is a finite number",
            subject=place,
            count=len(wrong),
            examples=[(items[left[row]], items[right[row]]) for row in rows],
            what="pairs",
            remedy="leave these pairs out, or give them a score",
        )
    return ScoredPairs(left, right, values, items, is_text)


def _numbered(one: Any, other: Any) -> tuple[Codes, Codes, Any]:
    """Give numbers to the items of both sides together; return the items in their order, too."""
    integers = [_integers(side) for side in (one, other)]
    first, second = integers
    if first is not None and second is not None:
        both = np.concatenate([first, second])
        if both.dtype.kind in "iu":  # one of int64 and uint64 would be float64
            codes, where = renumber(both)
            return codes[: len(first)], codes[len(first) :], both[where]
    left, right = (
        side if isinstance(side, Factorized) else factorize(side) for side in (one, other)
    )
    kinds = [_kind(side.labels) for side in (left, right)]
    if None not in kinds and kinds[0] != kinds[1]:
        raise InputError(
            f"item ids have different types: {kinds[0]} left and {kinds[1]} right",
            subject=_PAIRS,
            remedy="cast them to one type, text for instance",
        )
    number = {item: code for code, item in enumerate(left.labels)}
    new = (number.setdefault(item, len(number)) for item in right.labels)
    codes = np.fromiter(new, np.int64, len(right.labels))
    return left.codes, codes[right.codes], list(number)


def _kind(labels: list[Hashable]) -> str | None:
    return ("text" if isinstance(labels[0], str) else "numbers") if labels else None


def _integers(side: Any) -> NDArray[np.integer[Any]] | None:
    """Return integers none of which is missing as an array, without a Python object for each."""
    if isinstance(side, np.ndarray):
        return side if side.dtype.kind in "iu" else None
    if isinstance(side, list | Factorized):
        return None
    series = nw.from_native(side, series_only=True)
    return np.asarray(series.to_numpy()) if series.dtype.is_integer() else None


def _check_present(side: Any, source: str, column: str) -> None:
    """Refuse pairs with one item."""
    if isinstance(side, np.ndarray):
        mask = np.ma.getmaskarray(side) if isinstance(side, np.ma.MaskedArray) else side != side
        absent = int(np.count_nonzero(mask))
    elif isinstance(side, list):
        absent = sum(map(is_missing, side))
    else:
        series = nw.from_native(side, series_only=True)
        absent = series.null_count()
        if series.dtype.is_float():
            absent += int(series.is_nan().sum())
    if absent:
        raise InputError(
            f"{absent} of {len(side)} pairs have no item in column {column}; a pair has two items",
            subject=source,
            remedy="leave these rows out",
        )


def _numbers(values: Any) -> NDArray[np.float64]:
    """Return numbers, also written as text; NaN for what is none."""
    if isinstance(values, np.ma.MaskedArray):
        return np.ma.filled(values.astype(np.float64), np.nan)
    if isinstance(values, np.ndarray) and values.dtype.kind in "iufb":
        return values.astype(np.float64)
    if not isinstance(values, list | np.ndarray):
        series = nw.from_native(values, series_only=True)
        try:
            return np.asarray(series.cast(nw.Float64()).to_numpy(), np.float64)
        except Exception:  # noqa: BLE001 - each library has its own for text that is no number
            values = series.to_list()
    return np.array([_number(value) for value in values], np.float64)


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return float("nan")
