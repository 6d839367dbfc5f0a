"""Looking for problems in one source, inside its engine and before anything is joined."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import narwhals as nw

from partwise.clusterings import (
    FIRST_LABELS,
    MissingPolicy,
    are_nearly_all,
    is_missing,
    kind_of_measurement,
    measured,
)
from partwise.engines import data_problems
from partwise.engines.data_problems import DataProblem, SideCounts
from partwise.engines.grouped import COUNT, count_groups, number_of, single_row
from partwise.engines.label_columns import Frame
from partwise.engines.label_types import is_noise_in, may_measure, not_whole
from partwise.engines.source_columns import ITEM, WEIGHT, Source

EXAMPLES = 3


def inspect(
    source: Source, noise_label: Hashable, missing: MissingPolicy
) -> tuple[Source, dict[str, SideCounts], list[DataProblem]]:
    """Return the source with each item once, what each clustering brought, and all problems.

    A problem that no policy can settle is an error; so is a missing label, if that is the policy.
    """
    counts = _counts(source, noise_label)
    if counts.get(ITEM):
        name, column = source.name, str(source.item)
        raise data_problems.missing_ids(name, column, counts[ITEM], counts["n"]).as_error()
    _check_whole(source, counts)
    _check_measurements(source)
    merged, repeated = _merged(source)
    rows, duplicates, problems = counts["n"], 0, []
    if repeated:
        counts = _counts(merged, noise_label)
        duplicates = rows - counts["n"]
        problems = [data_problems.duplicates(source.name, duplicates, repeated)]
    sides = {}
    for column, name in source.columns.items():
        lacking, noisy = counts[f"{column} null"], counts.get(f"{column} noise", 0)
        sides[name] = SideCounts(rows, lacking, noisy, duplicates)
        if lacking:
            problems.append(_missing(merged, column, lacking, counts["n"]))
            if missing == "raise":
                raise problems[-1].as_error()
        if noisy:
            problems.append(data_problems.noise(name, noise_label, noisy))
    return merged, sides, problems


def noise_in(source: Source, noise_label: Hashable) -> dict[str, nw.Expr]:
    """Tell for each column that may have noise which rows are noise."""
    schema = source.schema
    conditions = {c: is_noise_in(c, schema[c], noise_label) for c in source.columns}
    return {column: noisy for column, noisy in conditions.items() if noisy is not None}


def _counts(source: Source, noise_label: Hashable) -> dict[str, int]:
    """Count rows, nulls, noise and fractions of all columns in one pass."""
    schema = source.schema
    wanted = {"n": nw.len()}
    wanted |= {f"{c} null": number_of(nw.col(c).is_null()) for c in source.columns}
    wanted |= {f"{c} noise": number_of(e) for c, e in noise_in(source, noise_label).items()}
    wanted |= {
        f"{c} fractions": number_of(not_whole(c)) for c in source.columns if schema[c].is_float()
    }
    if source.item is not None:
        wanted[ITEM] = number_of(nw.col(ITEM).is_null())
    return single_row(source.frame, **wanted)


def _check_whole(source: Source, counts: dict[str, int]) -> None:
    for column in source.columns:
        count = counts.get(f"{column} fractions", 0)
        if count:
            values = first_values(source, source.frame.filter(not_whole(column)), column)
            raise data_problems.fractions(source.where(column), count, values).as_error()


def _check_measurements(source: Source) -> None:
    """Refuse times, durations and fractions; the first rows tell where to count."""
    are_text, schema = not source.typed, source.schema
    columns = [column for column in source.columns if are_text or may_measure(schema[column])]
    if not columns:
        return
    rows = source.backend.collect(source.frame.select(*columns).head(FIRST_LABELS))
    for column in columns:
        first = rows[column].drop_nulls().to_list()
        kind = kind_of_measurement(first, are_text=are_text)
        if kind:
            labels = source.frame.select(column).filter(~nw.col(column).is_null())
            total = single_row(labels, n=nw.len())["n"]
            distinct = single_row(count_groups(labels, [column]), n=nw.len())["n"]
            if are_nearly_all(distinct, total):
                error = measured(kind, distinct, total, first, are_text=are_text)
                raise error.about(source.where(column))


def first_values(source: Source, frame: Frame, column: str) -> list[Any]:
    """Return the smallest few values of a column."""
    smallest = frame.select(column).unique().sort(column).head(EXAMPLES)
    return source.backend.collect(smallest)[column].to_list()


def _missing(source: Source, column: str, count: int, total: int) -> DataProblem:
    name = source.where(column)
    if source.item is not None:
        lacking = source.frame.filter(nw.col(column).is_null())
        items = first_values(source, lacking, ITEM)
        return data_problems.missing_labels(name, count, total, items, "items")
    places = []
    if isinstance(source.frame, nw.DataFrame):
        rows = source.frame.with_row_index(ITEM).filter(nw.col(column).is_null())
        places = rows.head(EXAMPLES)[ITEM].to_list()
    return data_problems.missing_labels(name, count, total, places, "rows")


def _merged(source: Source) -> tuple[Source, list[Any]]:
    """Merge rows that repeat an item, and return such items; refuse rows that contradict."""
    if source.item is None:
        return source, []
    repeated = count_groups(source.frame.select(ITEM), [ITEM]).filter(nw.col(COUNT) > 1)
    if len(source.backend.collect(repeated.head(1))) == 0:
        return source, []
    weight = [] if source.weight is None else [WEIGHT]
    _check_conflicts(source, repeated, list(source.columns), "label")
    if weight:
        _check_conflicts(source, repeated, weight, "weight")
    frame = count_groups(source.frame, [ITEM, *source.columns, *weight]).drop(COUNT)
    return replace(source, frame=frame), first_values(source, repeated, ITEM)


def _check_conflicts(source: Source, repeated: Frame, columns: list[str], what: str) -> None:
    backend = source.backend
    rows = source.frame.join(repeated.select(ITEM), on=ITEM, how="semi")  # type: ignore[arg-type]
    distinct = count_groups(rows, [ITEM, *columns]).drop(COUNT)
    several = count_groups(distinct, [ITEM]).filter(nw.col(COUNT) > 1)
    count = single_row(several, n=nw.len())["n"]
    if not count:
        return
    few = several.select(ITEM).sort(ITEM).head(EXAMPLES)
    versions = backend.collect(distinct.join(few, on=ITEM, how="semi").sort(ITEM))  # type: ignore[arg-type]
    items, values = versions[ITEM].to_list(), [_with_none(versions[c].to_list()) for c in columns]
    conflicts = []
    for item in dict.fromkeys(items):
        rows_of_item = [row for row, other in enumerate(items) if other == item]
        by_column = (sorted({column[row] for row in rows_of_item}, key=str) for column in values)
        conflicts.append((item, next(some for some in by_column if len(some) > 1)))
    raise data_problems.conflicts(source.name, count, conflicts, what).as_error()


def _with_none(values: list[Any]) -> list[Any]:
    return [None if is_missing(value) else value for value in values]
