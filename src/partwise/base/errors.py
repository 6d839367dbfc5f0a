"""The errors that partwise raises on purpose.

An error is built from fields: what is wrong, whose data and where, how many items with a few
examples, and what to do. It is put into words once for Python (``str(error)``) and once for the
command line (:meth:`PartwiseError.for_command_line`). ``except PartwiseError`` catches them all;
each is also a member of the built-in family that a caller would expect.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self, TypeAlias

OVERLAPPING = (
    "to compare clusters that overlap, pass pw.Cover(clusters) and an index for covers, such as "
    "omega, onmi_max or element_centric"
)
"""What to say about an item in several clusters."""

_EXAMPLES = 3
_LONGEST = 80  # characters of an example


@dataclass(frozen=True)
class Either:
    """Words of which Python and the command line have their own.

    Examples
    --------
    >>> rows = Either("len(frame)", "wc -l FILE")
    >>> rows.in_python, rows.on_command_line
    ('len(frame)', 'wc -l FILE')
    """

    in_python: str
    on_command_line: str


@dataclass(frozen=True)
class Option:
    """An option that functions and commands share: ``missing="drop"`` and ``--missing drop``.

    Examples
    --------
    >>> drop = Option("missing", "drop")
    >>> drop.in_python, drop.on_command_line, Option("item_column").on_command_line
    ('missing="drop"', '--missing drop', '--item-column')
    """

    name: str
    value: object = None

    @property
    def in_python(self) -> str:
        """The keyword argument."""
        if isinstance(self.value, str):
            return f'{self.name}="{self.value}"'
        return f"{self.name}={'' if self.value is None else self.value}"

    @property
    def on_command_line(self) -> str:
        """The flag of the command line."""
        flag = self.name.replace("_", "-")
        return f"--{flag}" if self.value is None else f"--{flag} {self.value}"


Words: TypeAlias = "str | Option | Either | Sequence[str | Option | Either]"
"""A text, with options among its words."""

LABEL_POLICIES: Words = (
    "pass ",
    Option("missing", "drop"),
    " to leave these items out or ",
    Option("missing", "singletons"),
    " to make each its own cluster",
)
"""What to do where labels are missing."""

OVERLAPPING_ROWS: tuple[str | Either, ...] = (
    "if clusters overlap, compare covers: ",
    Either(
        "pass pw.Cover(pw.read(…)), and name an index such as omega",
        "`partwise score` and `partwise compare` take several rows per item with --index omega",
    ),
)
"""What to say about an item in several clusters on as many rows of a file or frame."""

NO_CLUSTERING: tuple[str | Either, ...] = (
    "labels name clusters: leave this column out (",
    Either(
        'choose the others: frame[["a", "b"]], or pw.read(file, label_column=["a", "b"])',
        "name the others with --candidate, in landscape, consensus and tree with --column",
    ),
    "), or round or bin the values",
)
"""What to do where labels are measurements."""

ITEM_POLICIES: Words = (
    "pass ",
    Option("missing", "drop"),
    " to compare the items they share, or ",
    Option("missing", "singletons"),
    " to treat an absent item as a cluster of its own",
)
"""What to do where clusterings are not about the same items."""

_Reader: TypeAlias = Literal["in_python", "on_command_line"]


def _worded(words: Words, reader: _Reader) -> str:
    parts = (words,) if isinstance(words, str | Option | Either) else words
    return "".join(part if isinstance(part, str) else getattr(part, reader) for part in parts)


class PartwiseError(Exception):
    """Base class of all errors that partwise raises deliberately.

    Parameters
    ----------
    problem : str or sequence of str, Option and Either
        What is wrong.
    subject : str, optional
        Whose data: the name of a clustering, an argument.
    place : str, optional
        Where: a file, a column, a line.
    count : int, optional
        How many items or rows are affected, if there are more than the examples.
    examples : sequence
        Some of them; the message shows up to three.
    what : str
        What the examples are, such as "rows".
    remedy : str or sequence of str, Option and Either
        What to do.

    Examples
    --------
    >>> from partwise.base import Option
    >>> error = InputError(
    ...     "2 labels are missing", subject="the reference", examples=["ann", "bob"], what="items",
    ...     remedy=["pass ", Option("missing", "drop"), " to leave them out"],
    ... )
    >>> print(error)
    the reference: 2 labels are missing (items 'ann', 'bob'); pass missing="drop" to leave them out
    >>> print(error.for_command_line({"the reference": "gold.csv"}))
    gold.csv: 2 labels are missing (items 'ann', 'bob'); pass --missing drop to leave them out
    """

    __module__ = "partwise.errors"

    def __init__(
        self,
        problem: Words,
        *,
        subject: str | None = None,
        place: str | None = None,
        count: int | None = None,
        examples: Sequence[object] = (),
        what: str = "",
        remedy: Words = "",
    ) -> None:
        super().__init__(_worded(problem, "in_python"))
        self.problem = problem
        self.subject = subject
        self.place = place
        self.count = len(examples) if count is None else count
        self.examples = tuple(examples)[:_EXAMPLES]
        self.what = what
        self.remedy = remedy

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.__module__ == __name__:
            cls.__module__ = "partwise.errors"

    def about(self, subject: str) -> Self:
        """Return the same error with a subject, unless it has one.

        Examples
        --------
        >>> InputError("there are no labels").about("the reference").about("another")
        InputError('the reference: there are no labels')
        """
        return self if self.subject is not None else self._with_subject(subject)

    def within(self, whole: str) -> Self:
        """Return the same error, with its subject inside something larger, such as a dataset.

        Examples
        --------
        >>> InputError("there are no labels", subject="the reference").within("iris")
        InputError('iris: the reference: there are no labels')
        """
        return self._with_subject(whole if self.subject is None else f"{whole}: {self.subject}")

    def _with_subject(self, subject: str) -> Self:
        error = copy.copy(self).with_traceback(self.__traceback__)
        error.subject = subject
        return error

    def __str__(self) -> str:
        said = self._said("in_python")
        return said if self.subject is None else f"{self.subject}: {said}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def for_command_line(
        self, files: Mapping[str, str] | None = None, columns: Mapping[str, str] | None = None
    ) -> str:
        """Return the message for the command line: with flags, files and columns.

        A file is named only once. The first file is that of the reference.

        Examples
        --------
        >>> error = InputError("the label is missing", subject="mine", place="all.csv, line 3")
        >>> print(error.for_command_line({"mine": "all.csv"}))
        all.csv, line 3: the label is missing
        >>> error = InputError("2 labels are missing", subject="mine")
        >>> print(error.for_command_line({"mine": "all.csv"}, {"mine": "k-means"}))
        all.csv, column 'k-means': 2 labels are missing
        """
        said = self._said("on_command_line")
        if self.subject is None:
            return said
        file, column = (files or {}).get(self.subject), (columns or {}).get(self.subject)
        if file is None:
            return f"{self.subject}: {said}"
        if said.startswith((f"{file}:", f"{file},")):
            return said
        if column is not None:
            return f"{file}, column {column!r}: {said}"
        if isinstance(self, AlignmentError):
            first = next(iter((files or {}).values()))
            file = file if file == first else f"{first} and {file}"
        return f"{file}: {said}"

    def _said(self, reader: _Reader) -> str:
        """Say everything but the subject."""
        place = "" if self.place is None else f"{self.place}: "
        remedy = _worded(self.remedy, reader)
        separator = "; " if remedy else ""
        return f"{place}{_worded(self.problem, reader)}{self._examples()}{separator}{remedy}"

    def _examples(self) -> str:
        if not self.examples:
            return ""
        is_one = len(self.examples) == 1 and self.count in (None, 1) and " " not in self.what
        what = self.what.removesuffix("s") if is_one else self.what
        return f" ({' '.join(filter(None, (what, examples(self.examples, self.count))))})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, dict(self.__dict__))


def examples(things: Sequence[object], count: int | None = None) -> str:
    """Name up to three of many things, for a message.

    Examples
    --------
    >>> examples(["a", "b", "c", "d", "e"])
    "'a', 'b', 'c' and 2 more"
    >>> examples([7], count=2)
    '7 and 1 more'
    """
    shown = [_shortened(repr(thing)) for thing in things[:_EXAMPLES]]
    rest = (len(things) if count is None else count) - len(shown)
    return f"{', '.join(shown)}{f' and {rest} more' if rest > 0 else ''}"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _restored(kind: type[PartwiseError], args: tuple[Any, ...], fields: dict[str, Any]) -> Any:
    """Make an error of its fields, without its constructor: for pickling and copying."""
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(fields)
    return error


class InputError(PartwiseError, ValueError):
    """The data or the arguments are wrong; the message says what to change."""


class MissingLabelError(InputError):
    """Some items have no label, and ``missing=`` does not say what to do with them."""


class AlignmentError(InputError):
    """Two clusterings have different items."""


class NothingLeftError(AlignmentError):
    """No items are left after noise points and items without a label were dropped."""


class TableError(InputError):
    """The contingency table lacks what the index needs."""


class WeightsError(TableError):
    """The index is not defined for items with importance weights."""


class UnknownIndexError(PartwiseError, LookupError):
    """There is no index with this name."""


class NotRationalError(PartwiseError, TypeError):
    """You asked for an exact value, but the formula has roots or logarithms."""


class UndefinedValueError(PartwiseError, ArithmeticError):
    """The index is undefined for these clusterings, and you passed ``undefined="raise"``."""


class MissingExtraError(PartwiseError, ImportError):
    """A library that you need is not installed; the message has the ``pip`` command."""


class FormulaError(PartwiseError, ValueError):
    """A formula cannot be read.

    Parameters
    ----------
    problem : str
        What is wrong and what to write instead.
    formula : str
        The whole formula.
    position : int
        Where the mistake is: the number of characters before it.
    """

    def __init__(self, problem: str, formula: str, position: int) -> None:
        super().__init__(problem)
        self.formula = formula
        self.position = position

    def _said(self, reader: _Reader) -> str:
        caret = " " * self.position + "^"
        said = super()._said(reader)
        return f"{said} (at position {self.position})\n    {self.formula}\n    {caret}"
