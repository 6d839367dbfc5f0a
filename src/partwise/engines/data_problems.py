"""Problems with data, as fields: kind, source, count, examples and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from partwise.base import (
    ITEM_POLICIES,
    LABEL_POLICIES,
    NO_CLUSTERING,
    OVERLAPPING_ROWS,
    AlignmentError,
    InputError,
    MissingLabelError,
    Words,
    examples,
    many,
)

ProblemKind: TypeAlias = Literal[
    "missing labels", "missing ids", "duplicates", "conflicts", "absent items", "noise", "fractions"
]

_ERRORS: dict[ProblemKind, type[InputError]] = {
    "missing labels": MissingLabelError,
    "absent items": AlignmentError,
}


@dataclass(frozen=True)
class DataProblem:
    """One kind of problem in one clustering or one source.

    Parameters
    ----------
    kind : str
        What kind.
    source : str
        Where: the name of the clustering, or of the data.
    count : int
        How many rows or items.
    problem : str
        What is wrong.
    examples : tuple
        Up to three of the items, or of the values.
    what : str
        What the examples are.
    remedy : str or sequence of str and Option
        What to do.

    Examples
    --------
    >>> print(missing_labels("gold", 2, 9, ["ann", "bob"], "items").as_error())
    ... # doctest: +ELLIPSIS
    gold: 2 of 9 labels are missing (items 'ann', 'bob'); pass missing="drop" to leave ...
    """

    kind: ProblemKind
    source: str
    count: int
    problem: str
    examples: tuple[Any, ...] = ()
    what: str = ""
    remedy: Words = ""

    def as_error(self) -> InputError:
        """Return the error for where the policy is to raise one."""
        return _ERRORS.get(self.kind, InputError)(
            self.problem,
            subject=self.source,
            count=self.count,
            examples=self.examples,
            what=self.what,
            remedy=self.remedy,
        )


@dataclass(frozen=True)
class SideCounts:
    """What one clustering brought.

    Parameters
    ----------
    given : int
        Rows.
    missing : int
        Items without a label.
    noise : int
        Items that carry the noise label.
    duplicates : int
        Rows that repeat an item with the same label.
    """

    given: int
    missing: int
    noise: int
    duplicates: int = 0

    @property
    def items(self) -> int:
        """Distinct items."""
        return self.given - self.duplicates


def missing_labels(
    name: str, count: int, total: int, some: Sequence[Any], what: str
) -> DataProblem:
    """Items without a label."""
    problem = f"{count} of {total} labels are missing"
    return DataProblem("missing labels", name, count, problem, tuple(some), what, LABEL_POLICIES)


def missing_ids(source: str, column: str, count: int, total: int) -> DataProblem:
    """Rows that do not say which item they are about."""
    problem = f"{count} of {total} item ids in column {column!r} are missing"
    remedy = "give every row an item id, or remove the rows without one"
    return DataProblem("missing ids", source, count, problem, remedy=remedy)


def duplicates(source: str, count: int, some: Sequence[Any]) -> DataProblem:
    """Items that are named more than once, always with the same label."""
    repeat = "repeats" if count == 1 else "repeat"
    problem = f"{many(count, 'row')} {repeat} an item with the same label"
    return DataProblem("duplicates", source, count, problem, tuple(some))


def conflicts(
    source: str, count: int, some: Sequence[tuple[Any, Sequence[Any]]], what: str = "label"
) -> DataProblem:
    """Items that have several labels, or weights."""
    have = "has" if count == 1 else "have"
    shown = "; ".join(f"{item!r} has {examples(list(values))}" for item, values in some)
    more = f" and {count - len(some)} more" if count > len(some) else ""
    problem = f"{many(count, 'item')} {have} more than one {what}: {shown}{more}"
    remedy: tuple[Any, ...] = (f"keep one {what} for each item, and remove the other rows",)
    if what == "label":
        remedy += ("; ", *OVERLAPPING_ROWS)
    return DataProblem("conflicts", source, count, problem, remedy=remedy)


def fractions(name: str, count: int, some: Sequence[Any]) -> DataProblem:
    """Labels that are numbers but not whole."""
    are = "is not a whole number" if count == 1 else "are not whole numbers"
    problem = f"{many(count, 'label')} {are}"
    remedy = (*NO_CLUSTERING, "; convert them to text if each value is a cluster")
    return DataProblem("fractions", name, count, problem, tuple(some), remedy=remedy)


def weights(
    where: str, what: str, count: int, total: int, some: Sequence[Any], remedy: Words = ""
) -> InputError:
    """Return the error for values that cannot be weights."""
    are = "is" if count == 1 else "are"
    problem = f"{count} of {many(total, 'weight')} {are} {what}"
    return InputError(problem, subject=where, count=count, examples=some, remedy=remedy)


def noise(name: str, label: Any, count: int) -> DataProblem:
    """Items that carry the noise label."""
    are = "is" if count == 1 else "are"
    problem = f"{many(count, 'item')} {are} labelled {label!r}, which marks noise"
    return DataProblem("noise", name, count, problem)


def absent(source: str, count: int, some: Sequence[Any]) -> DataProblem:
    """Items that other sources have."""
    problem = f"{many(count, 'item')} that others have {'is' if count == 1 else 'are'} absent"
    return DataProblem("absent items", source, count, problem, tuple(some), remedy=ITEM_POLICIES)


def different_items(problems: Sequence[DataProblem]) -> AlignmentError:
    """Return the error for sources that do not have the same items."""
    lacking = " and ".join(
        f"{problem.source} lacks {many(problem.count, 'item')} that others have "
        f"({examples(problem.examples, problem.count)})"
        for problem in problems
    )
    return AlignmentError(
        f"the clusterings do not have the same items: {lacking}", remedy=ITEM_POLICIES
    )


def without_weight(problem: DataProblem) -> InputError:
    """Return the error for items that the source of the weights does not have."""
    have = "has" if problem.count == 1 else "have"
    return InputError(
        f"{many(problem.count, 'item')} of other clusterings {have} no weight",
        subject=problem.source,
        count=problem.count,
        examples=problem.examples,
        remedy="give every item a weight, or remove the items without one",
    )
