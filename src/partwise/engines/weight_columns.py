"""A column of weights: looked through inside its engine, before anything is joined."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import narwhals as nw

from partwise.base import InputError, Option, Words
from partwise.engines import data_problems
from partwise.engines.grouped import number_of, single_row
from partwise.engines.inspection import first_values
from partwise.engines.label_columns import Frame, LabelColumns
from partwise.engines.label_types import not_whole, without_nan
from partwise.engines.source_columns import ITEM, WEIGHT, Source
from partwise.tables import Weighting

if TYPE_CHECKING:
    from partwise.engines.duck import Relation

_LIMIT = 2**63
_HALF = 2**31
_LARGEST_FLOAT = 1.7976931348623157e308
_REAL_WEIGHTS: Words = ("pass ", Option("weighting", "importance"), " for real weights")


def weight_column(weights: object, reference: LabelColumns) -> str:
    """Return which column of the reference's frame has the weights.

    Examples
    --------
    >>> import partwise as pw, pyarrow as pa
    >>> labels = pw.read(pa.table({"gold": [1, 1], "mine": [1, 2], "seen": [3, 4]}))
    >>> weight_column(labels["seen"], labels["gold"]), weight_column("seen", labels["gold"])
    ('seen', 'seen')
    """
    if reference.layout in ("pairs", "stacked"):
        raise InputError(
            [
                Option("weights"),
                " needs one item per row, but rows here are not single items (",
                Option("layout", reference.layout),
                ")",
            ],
            place=reference.source,
            remedy="pass a table of items with their labels and weights",
        )
    if isinstance(weights, str):
        return weights
    if isinstance(weights, LabelColumns) and weights.frame is reference.frame:
        return weights.column
    raise InputError(
        "the labels are in a frame or file, so weights= must be the name of a column beside the "
        "reference's labels",
        remedy="to pass weights in memory, load the labels into memory: "
        "pw.read(...).to_clustering()",
    )


def checked_weights(source: Source, weighting: Weighting) -> Source:
    """Refuse what is no weight; return multiplicities as integers of 64 bits."""
    if not source.typed:
        source = _from_text(source)
    _check_type(source)
    if source.schema[WEIGHT] == nw.UInt64:
        source = _signed(source)
    counts = _counts(source)
    _refuse(source, counts, "null", "missing, for the items", nw.col(WEIGHT).is_null(), ITEM)
    _refuse(source, counts, "negative", "negative", nw.col(WEIGHT) < 0)
    if counts["n"] and not counts["positive"]:
        raise InputError(
            "all weights are zero, so no item is left to compare", place=source.where_weights
        )
    if weighting == "importance":
        too_large = nw.col(WEIGHT) > _LARGEST_FLOAT
        _refuse(source, counts, "infinite", "not finite", too_large)
        return source
    _refuse(source, counts, "fractions", "not whole", not_whole(WEIGHT), remedy=_REAL_WEIGHTS)
    if counts["most"] >= _LIMIT:
        raise _too_many(source, counts["most"])
    frame = source.frame.with_columns(nw.col(WEIGHT).cast(nw.Int64))
    if counts["most"] * counts["n"] >= _LIMIT:
        total = _exact_total(frame)
        if total >= _LIMIT:
            raise _too_many(source, total)
    return replace(source, frame=frame)


def count_weighted(frame: Frame, columns: list[str], weighting: Weighting) -> int:
    """Count items; refuse those without a cluster that stand for several."""
    is_lone = nw.any_horizontal(
        *(nw.col(column).is_null() for column in columns), ignore_nulls=False
    )
    several = number_of(is_lone & (nw.col(WEIGHT) > 1))
    counts = single_row(frame, n=nw.len(), several=several)
    if counts["several"] and weighting == "multiplicity":
        raise InputError(
            f"{counts['several']} items without a cluster stand for several items, each of which "
            "would become a singleton; drop these items, or repeat them in the labels"
        )
    return counts["n"]


def _from_text(source: Source) -> Source:
    """Read numbers in a file of text: integers if all are, else floats."""
    text: Relation = nw.to_native(source.frame)
    is_number = f"(TRY_CAST({WEIGHT} AS DOUBLE) NOTNULL AND NOT contains({WEIGHT}, '_'))"
    is_whole = rf"regexp_full_match({WEIGHT}, '\s*[+-]?\d+\s*')"  # else 1.5 would be cast to 2
    is_integer = f"{is_whole} AND TRY_CAST({WEIGHT} AS BIGINT) NOTNULL"
    counts = single_row(
        nw.from_native(
            text.project(
                f"{WEIGHT} NOTNULL AND NOT ({is_number}) AS strange, "
                f"{WEIGHT} NOTNULL AND NOT ({is_integer}) AS other"
            )
        ),
        n=nw.len(),
        strange=number_of(nw.col("strange")),
        other=number_of(nw.col("other")),
    )
    if counts["strange"]:
        strange: Frame = nw.from_native(text.filter(f"{WEIGHT} NOTNULL AND NOT ({is_number})"))
        values = first_values(source, strange, WEIGHT)
        where = source.where_weights
        raise data_problems.weights(where, "not numeric", counts["strange"], counts["n"], values)
    dtype = nw.Float64() if counts["other"] else nw.Int64()
    frame = source.frame.with_columns(nw.col(WEIGHT).cast(dtype))
    return replace(source, frame=frame.with_columns(without_nan(WEIGHT, dtype)))


def _check_type(source: Source) -> None:
    dtype = source.schema[WEIGHT]
    if not (dtype.is_integer() or dtype.is_float()):
        raise InputError(
            f"{source.where_weights} holds {dtype} values, but weights must be numbers",
            remedy="cast them to integers or floats",
        )


def _signed(source: Source) -> Source:
    """Return unsigned weights with a sign: PyArrow compares no others with 0, nor casts them."""
    most = single_row(source.frame, most=nw.col(WEIGHT).max())["most"]
    if most >= _LIMIT:
        raise _too_many(source, most)
    return replace(source, frame=source.frame.with_columns(nw.col(WEIGHT).cast(nw.Int64)))


def _counts(source: Source) -> dict[str, int]:
    value = nw.col(WEIGHT)
    wanted = {
        "n": nw.len(),
        "null": number_of(value.is_null()),
        "negative": number_of(value < 0),
        "positive": number_of(value > 0),
        "most": value.max(),
    }
    if source.schema[WEIGHT].is_float():
        limited = nw.when(value < float(_LIMIT)).then(value).otherwise(nw.lit(float(_LIMIT)))
        wanted["most"] = nw.when(~value.is_null()).then(limited).max()
        wanted["fractions"] = number_of(not_whole(WEIGHT))
        wanted["infinite"] = number_of(value > _LARGEST_FLOAT)
    return single_row(source.frame, **wanted)


def _refuse(
    source: Source,
    counts: dict[str, int],
    key: str,
    what: str,
    condition: nw.Expr,
    example: str = WEIGHT,
    remedy: Words = "",
) -> None:
    count = counts.get(key, 0)
    if not count:
        return
    examples: list[Any] = []
    if example == WEIGHT or source.item is not None:
        examples = first_values(source, source.frame.filter(condition), example)
    raise data_problems.weights(source.where_weights, what, count, counts["n"], examples, remedy)


def _exact_total(frame: Frame) -> int:
    """Add up in two parts, neither of which can exceed 64 bits."""
    value = nw.col(WEIGHT)
    parts = frame.select(WEIGHT, high=(value // _HALF).cast(nw.Int64))
    low = value - nw.col("high") * _HALF
    sums = single_row(parts, high=nw.col("high").sum(), low=low.sum())
    return sums["high"] * _HALF + sums["low"]


def _too_many(source: Source, total: int) -> InputError:
    return InputError(
        f"the weights add up to {total} or more, but engines count in 64 bits",
        place=source.where_weights,
        remedy="divide the weights by a common factor, or load the data into memory",
    )
