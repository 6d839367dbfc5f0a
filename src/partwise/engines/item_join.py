"""Label columns of one or several frames → one frame with a row for each item to compare."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import cast

import narwhals as nw

from partwise.base import AlignmentError, InputError, NothingLeftError, Option
from partwise.clusterings import AS_THEY_ARE, MissingPolicy, Policies
from partwise.engines import data_problems
from partwise.engines.backends import backend_of, one_connection
from partwise.engines.backends.plain import Backend, HeldFrame
from partwise.engines.data_problems import DataProblem, SideCounts
from partwise.engines.grouped import single_row
from partwise.engines.inspection import EXAMPLES, inspect, noise_in
from partwise.engines.label_columns import Frame, LabelColumns
from partwise.engines.source_columns import ITEM, WEIGHT, Source, sources_of
from partwise.engines.weight_columns import checked_weights, count_weighted
from partwise.tables import Weighting


@dataclass(frozen=True, eq=False)
class JoinedItems:
    """Label columns of several clusterings of the same items, with all policies applied.

    A null label stands for a cluster of its own.

    Parameters
    ----------
    frame : narwhals frame
        Columns "c0", "c1", …, one for each clustering, "i" with the item ids if asked for,
        and "w" with weights if there are some; items of weight 0 are left out.
    names : tuple of str
        The clusterings.
    n : int
        Rows: the items that are compared.
    sides : mapping name → SideCounts
        What each clustering brought.
    problems : list of DataProblem
        What was found wrong, and settled by a policy.
    weighting : str, optional
        What weights mean.
    weightless : int
        Items that were left out because their weight is 0.
    """

    frame: Frame
    names: tuple[str, ...]
    n: int
    sides: Mapping[str, SideCounts]
    problems: list[DataProblem]
    held: HeldFrame | None = None
    weighting: Weighting | None = None
    weightless: int = 0

    @property
    def backend(self) -> Backend:
        """The engine that holds the frame."""
        return backend_of(self.frame)

    def column(self, name: str) -> str:
        """Return the column of a clustering."""
        if name not in self.names:
            known = ", ".join(self.names)
            raise InputError(f"there is no clustering {name!r}; there are {known}")
        return f"c{self.names.index(name)}"

    def forget(self) -> None:
        """Release what the engine holds; it is also released when nothing refers to it."""
        if self.held is not None:
            self.held.release()


def join(
    clusterings: Mapping[str, LabelColumns],
    policies: Policies = AS_THEY_ARE,
    *,
    items: bool = False,
    alone: Collection[str] = (),
) -> JoinedItems:
    """Look for problems in label columns and bring them to the same items, inside their engine.

    The weights of the policies name a column of the first clustering's frame. Where items without
    a label are dropped, those of the clusterings ``alone`` stay, each as a cluster of its own.

    Examples
    --------
    >>> import narwhals as nw, pyarrow as pa
    >>> frame = nw.from_native(pa.table({"gold": [1, 1, 2], "mine": ["x", None, "x"]}))
    >>> labels = LabelColumns(frame, ("gold", "mine"))
    >>> apart = Policies(missing="singletons")
    >>> joined = join({name: labels[name] for name in labels.columns}, apart)
    >>> joined.n, joined.sides["mine"].missing
    (3, 1)
    """
    noise, noise_label, missing = policies.noise, policies.noise_label, policies.missing
    weights, weighting = cast("str | None", policies.weights), policies.weighting
    sources = sources_of(clusterings, weights)
    if weights is not None:
        sources[0] = checked_weights(sources[0], weighting)
    inspected = [inspect(source, noise_label, missing) for source in sources]
    sources = [source for source, _, _ in inspected]
    sides = {name: side for _, brought, _ in inspected for name, side in brought.items()}
    sides = {name: sides[name] for name in clusterings}
    problems = [problem for _, _, some in inspected for problem in some]
    if items and sources[0].item is None:
        raise InputError(
            f"{sources[0].name} has no column of item ids",
            remedy=["name it with ", Option("item_column")],
        )
    settled = [_settled(s, policies, alone, len(sources) > 1) for s in sources]
    columns = [f"c{i}" for i in range(len(clusterings))]
    columns += [ITEM] * items + [WEIGHT] * (weights is not None)
    held = None
    if len(settled) == 1:
        frame = settled[0].frame.select(columns)
        n = next(iter(sides.values())).items
        if missing == "drop" or noise == "drop":
            n = single_row(frame, n=nw.len())["n"]
    else:
        with one_connection():
            held, n, absent = _joined(settled, columns, missing)
        if missing == "drop" and any(side.items > n for side in sides.values()):
            absent = _lacking_of_two(sources)
        frame, problems = held.frame.select(columns), problems + absent
    joined = JoinedItems(frame, tuple(clusterings), n, sides, problems, held)
    if weights is not None:
        joined = _weighted(joined, weighting)
    if joined.n == 0 and any(side.given for side in sides.values()):
        joined.forget()
        raise _nothing_left(sides, policies)
    return joined


def _weighted(joined: JoinedItems, weighting: Weighting) -> JoinedItems:
    """Leave out items that weigh nothing."""
    frame = joined.frame.filter(nw.col(WEIGHT) > 0)
    try:
        n = count_weighted(frame, [joined.column(name) for name in joined.names], weighting)
    except InputError:
        joined.forget()
        raise
    return replace(joined, frame=frame, n=n, weighting=weighting, weightless=joined.n - n)


def _settled(source: Source, policies: Policies, alone: Collection[str], marked: bool) -> Source:
    """Apply the policies to one source.

    Where it is yet to be joined, and items that only some sources have may stay, rows to drop are
    only marked: the item has to go from the other sources too.
    """
    noise, missing = policies.noise, policies.missing
    frame = source.frame
    labelled = [column for column, name in source.columns.items() if name not in alone]
    if missing == "drop" and labelled:
        frame = frame.drop_nulls(labelled)
    noisy = noise_in(source, policies.noise_label)
    is_noise = [_is_true(condition) for condition in noisy.values()]
    if noise == "drop" and is_noise and (missing == "drop" or not marked):
        frame = frame.filter(~_any(is_noise))
    mark = nw.lit(0)
    if noise == "drop" and is_noise:
        mark = nw.when(_any(is_noise)).then(nw.lit(1)).otherwise(nw.lit(0))
    if marked and missing != "drop":
        frame = frame.with_columns(mark.cast(nw.Int64).alias(_mark(source)))
    if noise == "singletons" and noisy:
        frame = frame.with_columns(
            nw.when(~condition).then(nw.col(column)).alias(column)
            for column, condition in noisy.items()
        )
    return replace(source, frame=source.backend.steady(frame))


def _is_true(condition: nw.Expr) -> nw.Expr:
    return nw.when(condition).then(nw.lit(1)).otherwise(nw.lit(0)) == 1


def _any(conditions: list[nw.Expr]) -> nw.Expr:
    return reduce(lambda one, other: one | other, conditions)


def _mark(source: Source) -> str:
    """Name the column that says which rows are to be dropped, and by nulls which are absent."""
    return f"m{next(iter(source.columns))}"


def _joined(
    settled: list[Source], columns: list[str], missing: MissingPolicy
) -> tuple[HeldFrame, int, list[DataProblem]]:
    """Join sources on their item ids; return the frame, its rows, and which items were absent."""
    if missing == "drop":
        frame = reduce(_inner, [source.frame for source in settled])
        held = _held(frame.select(columns))
        return held, single_row(held.frame, n=nw.len())["n"], []
    frame = reduce(_full, [source.frame for source in settled])
    marks = [_mark(source) for source in settled]
    frame = frame.filter(*(_is_true(nw.col(mark) == 1) == False for mark in marks))  # noqa: E712
    held = _held(frame.select(*columns, *marks))
    absent = {
        mark: nw.when(nw.col(mark).is_null()).then(nw.lit(1)).otherwise(nw.lit(0)).sum()
        for mark in marks
    }
    counts = single_row(held.frame, n=nw.len(), **absent)
    absences = [
        data_problems.absent(source.name, counts[mark], _absent_items(frame, mark))
        for source, mark in zip(settled, marks, strict=True)
        if counts[mark]
    ]
    if absences and missing == "raise":
        held.release()
        raise data_problems.different_items(absences)
    if settled[0].weight is not None and counts[marks[0]]:
        held.release()
        raise data_problems.without_weight(absences[0])
    return held, counts["n"], absences


def _held(frame: Frame) -> HeldFrame:
    backend = backend_of(frame)
    return HeldFrame(backend, backend.keep(frame))


def _inner(one: Frame, other: Frame) -> Frame:
    return one.join(other, on=ITEM, how="inner")  # type: ignore[arg-type]


def _full(one: Frame, other: Frame) -> Frame:
    other = other.rename({ITEM: "other"})
    both = one.join(other, left_on=ITEM, right_on="other", how="full")  # type: ignore[arg-type]
    return both.with_columns(nw.coalesce(ITEM, "other").alias(ITEM)).drop("other")


def _absent_items(frame: Frame, mark: str) -> list[Hashable]:
    absent = frame.filter(nw.col(mark).is_null()).select(ITEM).sort(ITEM).head(EXAMPLES)
    return backend_of(frame).collect(absent)[ITEM].to_list()


def _lacking_of_two(sources: list[Source]) -> list[DataProblem]:
    """Return which items the first source has and another lacks, and the other way round."""
    first = sources[0]
    pairs = [pair for other in sources[1:] for pair in ((first, other), (other, first))]
    absences = []
    for one, other in pairs:
        alone = one.frame.join(other.frame.select(ITEM), on=ITEM, how="anti")  # type: ignore[arg-type]
        count = single_row(alone, n=nw.len())["n"]
        if count:
            items = alone.select(ITEM).sort(ITEM).head(EXAMPLES)
            names = backend_of(items).collect(items)[ITEM].to_list()
            absences.append(data_problems.absent(other.name, count, names))
    return absences


def _nothing_left(sides: Mapping[str, SideCounts], policies: Policies) -> AlignmentError:
    counts = ", ".join(f"{name} {side.items}" for name, side in sides.items())
    noise, missing = policies.noise == "drop", policies.missing == "drop"
    were_dropped = any(
        side.noise * noise + side.missing * missing >= side.items for side in sides.values()
    )
    return (NothingLeftError if were_dropped else AlignmentError)(
        "no items are left to compare: the clusterings share no item that was not dropped (items "
        f"in the input: {counts})",
        remedy="" if were_dropped else "check that the item ids are written in the same way",
    )
