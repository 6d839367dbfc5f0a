"""Pairs with a score, such as match probabilities: read from anywhere, with numbers for items."""

from __future__ import annotations

import os
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, TypeAlias

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Option
from partwise.clusterings import MISSING, Codes, Factorized, factorize, renumber
from partwise.engines.backends import column_names
from partwise.engines.columns import check_column, usual_pair
from partwise.engines.field_objects import SPLINK_SEPARATOR, is_splink
from partwise.engines.inputs import is_frame
from partwise.engines.label_columns import Frame, LabelColumns
from partwise.engines.loading import loaded_columns
from partwise.engines.reading import frame_of
from partwise.engines.scored_pairs import has_scores

_SCORE_NAMES = (
    "match_probability", "score", "probability", "similarity", "weight", "match_weight",
)  # fmt: skip
_PAIRS = "pairs"
_NAMES = (Option("score"), ", ", Option("left"), " and ", Option("right"))
_Ids: TypeAlias = NDArray[np.integer[Any]] | Factorized


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


def scored_pairs_of(
    data: Any, score: str | None = None, left: str | None = None, right: str | None = None
) -> ScoredPairs | None:
    """Read pairs with a score of a frame or a file, an array of three columns, or a list of tuples.

    Columns that are not named are found by their usual names; the score also as the only column of
    real numbers. If no column is named, and those of the items have no usual names, this is not
    about pairs: None. So it is for a list that is not one of tuples.

    Examples
    --------
    >>> pairs = scored_pairs_of([("a", "b", 0.9), ("c", "a", 0.2)])
    >>> pairs.left.tolist(), pairs.right.tolist(), pairs.scores.tolist(), pairs.items
    ([0, 1], [2, 0], [0.9, 0.2], ['a', 'c', 'b'])
    >>> scored_pairs_of([["a", "b", "b"]]) is None
    True
    """
    is_named = any(column is not None for column in (score, left, right))
    if is_splink(data):
        data = data.as_pandas_dataframe()
    if _has_pairs_as_index(data, is_named):
        data = data.reset_index()
        first, second = map(str, data.columns[:2])
        left, right = left or first, right or second
        is_named = True
    if isinstance(data, LabelColumns):
        return None
    if is_frame(data) or isinstance(data, str | os.PathLike):
        frame, source, typed = frame_of(data)
        if is_named or usual_pair(column_names(frame, source)):
            return _of_frame(frame, source, typed, score, left, right)
        _refuse_unnamed(frame, source, typed)
        return None
    if isinstance(data, np.ndarray):
        is_pairs = data.ndim == 2 and data.shape[1] == 3
    else:
        rows = data if isinstance(data, list | tuple) else ()
        is_pairs = len(rows) > 0 and all(isinstance(row, tuple) for row in rows)
    if is_named:
        raise InputError(
            (*_NAMES, " name columns, but these pairs have no column names"),
            subject=_PAIRS,
            remedy="pass a frame or a file, or leave these options out",
        )
    return _of_rows(data) if is_pairs else None


def _refuse_unnamed(frame: Frame, source: str, typed: bool) -> None:
    """Refuse three columns of which one has fractions: pairs whose columns have unusual names."""
    names = column_names(frame, source)
    if len(names) != 3:
        return
    columns = loaded_columns(LabelColumns(frame, tuple(names), None, source, typed))
    scores = [name for name in names if _has_fractions(columns[name])]
    if len(scores) != 1:
        return
    first, second = (name for name in names if name not in scores)
    raise InputError(
        f"column {scores[0]!r} has numbers that are not whole, so it cannot have labels",
        subject=source,
        remedy=(
            "if these are scored pairs, name their columns: ",
            Option("left", first), ", ", Option("right", second), ", ", Option("score", scores[0]),
        ),
    )  # fmt: skip


def _has_fractions(values: Any) -> bool:
    try:
        numbers = np.asarray(values, np.float64)
    except (TypeError, ValueError):
        return False
    finite = numbers[np.isfinite(numbers)]
    return bool((finite != np.rint(finite)).any())


def _has_pairs_as_index(data: Any, is_named: bool) -> bool:
    """Tell a series or frame of pandas whose index has the pairs, as recordlinkage makes them."""
    if not hasattr(type(data), "iloc") or getattr(data.index, "nlevels", 1) != 2:
        return False
    names = {str(name).lower() for name in getattr(data, "columns", _SCORE_NAMES)}
    return is_named or not names.isdisjoint(_SCORE_NAMES)


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
    sides = [_ids(columns[name], source, name) for name in chosen[:2]]
    if datasets:
        beside = (_ids(columns[name], source, name) for name in datasets)
        sides = list(map(_with_dataset, beside, sides))
    return _scored(sides, columns[chosen.score], f"{source}, column {chosen.score!r}", not typed)


def _of_rows(data: Any) -> ScoredPairs:
    columns: list[Any]
    if isinstance(data, np.ndarray):
        columns = [data[:, place] for place in range(3)]
    else:
        for position, row in enumerate(data):
            if len(row) != 3:
                raise InputError(
                    f"row {position} is {row!r}, but each row must be (left, right, score)",
                    subject=_PAIRS,
                )
        columns = [list(column) for column in zip(*data, strict=True)]
    left, right, scores = columns
    sides = [_ids(left, _PAIRS, "left"), _ids(right, _PAIRS, "right")]
    return _scored(sides, scores, _PAIRS, False)


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
            (*_NAMES, " must name three different columns"), subject=source,
            remedy=("name ", Option("left"), " and ", Option("right"), " both, or neither"),
        )  # fmt: skip
    one, other = sides
    pair = usual_pair(names) if one is None or other is None else (one, other)
    if score is None:
        others = [name for name in names if name not in (pair or ())]
        score = _usual_score(frame, source, typed, others)
    if pair is None:
        rest = [name for name in names if name != score]
        if len(rest) != 2:
            raise InputError(
                f"it is not clear which two of the columns {', '.join(rest)} hold the items of a "
                "pair",
                subject=source,
                remedy=("name them: ", Option("left", rest[0] if rest else "…"), " and ",
                        Option("right", rest[1] if rest[1:] else "…")),
            )  # fmt: skip
        pair = (rest[0], rest[1])
    if score in pair:
        raise InputError(
            f"the column {score!r} cannot hold both items and scores",
            subject=source,
            remedy=("name the columns of items: ", Option("left"), " and ", Option("right")),
        )
    return _Columns(*pair, score)


def _usual_score(frame: Frame, source: str, typed: bool, names: list[str]) -> str:
    """Return the column with the scores: by its name, or as the only one of numbers."""
    by_name = {name.lower(): name for name in reversed(names)}
    usual = next((by_name[name] for name in _SCORE_NAMES if name in by_name), None)
    if usual is not None:
        return usual
    numbers = [name for name in names if has_scores(frame, name, typed)]
    choice = numbers if numbers else names
    if len(choice) != 1:
        columns = ", ".join(choice)
        raise InputError(
            f"it is not clear which of the columns {columns} holds the scores"
            if choice
            else "there is no column of scores",
            subject=source,
            remedy=("name it: ", Option("score", choice[0] if choice else "…")),
        )
    if "dist" in choice[0].lower():
        raise InputError(
            f"the column {choice[0]} seems to hold distances, but pairs are joined if their "
            "score is at least the threshold",
            subject=source,
            remedy=("add a column with the distances negated, and name it: ", Option("score")),
        )
    return choice[0]


def _dataset_columns(names: list[str], chosen: _Columns) -> tuple[str, ...]:
    """Return the columns in which Splink names the dataset of a record, if there are any."""
    are_splink = (chosen.left, chosen.right) == ("unique_id_l", "unique_id_r")
    datasets = ("source_dataset_l", "source_dataset_r")
    return datasets if are_splink and set(datasets) <= set(names) else ()


def _with_dataset(datasets: _Ids, ids: _Ids) -> Factorized:
    """Give numbers to records by dataset and id; name them as Splink's clusters do."""
    dataset, record = map(_factorized, (datasets, ids))
    codes, first = renumber(dataset.codes * len(record.labels) + record.codes)
    places = zip(dataset.codes[first].tolist(), record.codes[first].tolist(), strict=True)
    return Factorized(
        codes, [f"{dataset.labels[d]}{SPLINK_SEPARATOR}{record.labels[r]}" for d, r in places]
    )


def _scored(sides: Sequence[_Ids], scores: Any, place: str, is_text: bool) -> ScoredPairs:
    left, right, items = _numbered(*sides)
    values = _numbers(scores)
    wrong = np.flatnonzero(~np.isfinite(values))
    if len(wrong):
        rows = wrong[:3].tolist()
        raise InputError(
            f"the scores of {len(wrong)} of {len(values)} pairs are missing or not finite numbers",
            subject=place,
            count=len(wrong),
            examples=[(items[left[row]], items[right[row]]) for row in rows],
            what="pairs",
            remedy="remove these pairs, or give them a score",
        )
    return ScoredPairs(left, right, values, items, is_text)


def _numbered(one: _Ids, other: _Ids) -> tuple[Codes, Codes, Any]:
    """Give numbers to the items of both sides together; return the items in their order, too."""
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        both = np.concatenate([one, other])
        if both.dtype.kind in "iu":  # one of int64 and uint64 would be float64
            codes, first = renumber(both)
            return codes[: len(one)], codes[len(one) :], both[first]
    left, right = map(_factorized, (one, other))
    kinds = [_kind(side.labels) for side in (left, right)]
    if None not in kinds and kinds[0] != kinds[1]:
        raise InputError(
            f"item ids have different types: {kinds[0]} on the left, {kinds[1]} on the right",
            subject=_PAIRS,
            remedy="cast them to one type, such as text",
        )
    number = {item: code for code, item in enumerate(left.labels)}
    new = (number.setdefault(item, len(number)) for item in right.labels)
    codes = np.fromiter(new, np.int64, len(right.labels))
    return left.codes, codes[right.codes], list(number)


def _kind(labels: list[Hashable]) -> str | None:
    return ("text" if isinstance(labels[0], str) else "numbers") if labels else None


def _factorized(ids: _Ids) -> Factorized:
    return ids if isinstance(ids, Factorized) else factorize(ids)


def _ids(values: Any, source: str, column: str) -> _Ids:
    """Read the items of one side: integers as they are, others with numbers; none is missing."""
    integers = _integers(values)
    if integers is not None:
        return integers
    try:
        ids = factorize(values)
    except InputError as error:
        raise InputError(
            f"column {column} has values that cannot be item ids ({error.problem})",
            subject=source,
            remedy="use whole numbers or text",
        ) from None
    absent = int(np.count_nonzero(ids.codes == MISSING))
    if absent:
        raise InputError(
            f"{absent} of {len(ids.codes)} pairs have no item in column {column}; a pair needs two "
            "items",
            subject=source,
            remedy="remove these rows",
        )
    return ids


def _integers(values: Any) -> NDArray[np.integer[Any]] | None:
    """Return integers none of which is missing as an array, without a Python object for each."""
    if isinstance(values, np.ma.MaskedArray | list):
        return None
    if isinstance(values, np.ndarray):
        return values if values.dtype.kind in "iu" else None
    series = nw.from_native(values, series_only=True)
    is_plain = series.dtype.is_integer() and series.null_count() == 0
    return np.asarray(series.to_numpy()) if is_plain else None


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
