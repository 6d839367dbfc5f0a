"""What was wrong with data, in counts, examples and a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from partwise.base import AlignmentError, InputError, MissingLabelError, many
from partwise.clusterings import examples

TroubleKind: TypeAlias = Literal[
    "missing labels", "missing ids", "duplicates", "conflicts", "absent items", "noise", "fractions"
]

_POLICIES = (
    'pass missing="drop" to leave {them} out or missing="singletons" to make each its own cluster'
)


@dataclass(frozen=True)
class DataProblem:
    """One kind of trouble in one clustering or one source.

    Parameters
    ----------
    kind : str
        What it is.
    source : str
        Where: the name of the clustering, or of the data.
    count : int
        How many rows or items.
    examples : tuple
        Up to three of the items, or of the values.
    sentence : str
        All that in words.
    """

    kind: TroubleKind
    source: str
    count: int
    examples: tuple[Any, ...]
    sentence: str

    def as_error(self) -> InputError:
        """Return the error for where the policy is to raise one."""
        if self.kind == "missing labels":
            return MissingLabelError(f"{self.sentence}; {_POLICIES.format(them='these items')}")
        if self.kind == "absent items":
            return AlignmentError(self.sentence)
        return InputError(self.sentence)


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


def named(found: Sequence[Any], count: int) -> str:
    """Name up to three of many, in brackets; nothing where there are none to name."""
    if not found:
        return ""
    shown = examples(list(found))
    rest = count - len(found)
    return f" ({shown}{f' and {rest} more' if rest > 0 else ''})"


def missing_labels(
    name: str, count: int, given: int, found: Sequence[Any], what: str
) -> DataProblem:
    """Items without a label."""
    shown = named(found, count).replace("(", f"({what} ", 1)
    return DataProblem(
        "missing labels",
        name,
        count,
        tuple(found),
        f"{name}: {count} of {given} labels are missing{shown}",
    )


def missing_ids(source: str, column: str, count: int, given: int) -> DataProblem:
    """Rows that do not say which item they are about."""
    return DataProblem(
        "missing ids",
        source,
        count,
        (),
        f"{source}: {count} of {given} item ids in column {column!r} are missing; name every item, "
        "or leave these rows out",
    )


def duplicates(source: str, count: int, found: Sequence[Any]) -> DataProblem:
    """Items that are named more than once, always with the same label."""
    are = "repeats" if count == 1 else "repeat"
    return DataProblem(
        "duplicates",
        source,
        count,
        tuple(found),
        f"{source}: {many(count, 'row')} {are} an item with the same label{named(found, count)}; "
        "each item counts once",
    )


def conflicts(
    source: str, count: int, found: Sequence[tuple[Any, Sequence[Any]]], what: str = "label"
) -> DataProblem:
    """Items that have several labels, or weights."""
    rules = {"label": "A clustering puts each item into exactly one cluster"}
    rule = rules.get(what, "Rows that repeat an item count once")
    have = "has" if count == 1 else "have"
    told = "; ".join(f"{item!r} has {examples(list(labels))}" for item, labels in found)
    more = f" and {count - len(found)} more" if count > len(found) else ""
    return DataProblem(
        "conflicts",
        source,
        count,
        tuple(item for item, _ in found),
        f"{source}: {many(count, 'item')} {have} more than one {what}: {told}{more}. {rule}; "
        "remove the rows that are wrong",
    )


def fractions(name: str, what: str, count: int, found: Sequence[Any]) -> DataProblem:
    """Numbers that are not whole."""
    return DataProblem(
        "fractions",
        name,
        count,
        tuple(found),
        f"{name}: {count} {what} are not whole numbers{named(found, count)}; labels name clusters, "
        "so round or bin the values first, or turn them into text if each value is a cluster",
    )


def weights(
    where: str, what: str, count: int, given: int, found: Sequence[Any], why: str = ""
) -> InputError:
    """Return the error for weights that are none."""
    are = "is" if count == 1 else "are"
    return InputError(f"{where}: {count} of {given} weights {are} {what}{named(found, count)}{why}")


def noise(name: str, label: Any, count: int) -> DataProblem:
    """Items that carry the noise label."""
    are = "is" if count == 1 else "are"
    sentence = f"{name}: {many(count, 'item')} {are} labelled {label!r}, which marks noise"
    return DataProblem("noise", name, count, (), sentence)


def absent(source: str, count: int, found: Sequence[Any]) -> DataProblem:
    """Items that other sources have."""
    sentence = f"{source} lacks {many(count, 'item')} that others have{named(found, count)}"
    return DataProblem("absent items", source, count, tuple(found), sentence)


def different_items(found: Sequence[DataProblem]) -> AlignmentError:
    """Return the error for sources that are not about the same items."""
    told = " and ".join(trouble.sentence for trouble in found)
    return AlignmentError(
        f'the clusterings are not about the same items: {told}. Pass missing="drop" to compare the '
        'items they share, or missing="singletons" to treat an absent item as a cluster of its own'
    )
