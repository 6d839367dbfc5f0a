"""The errors that partwise raises on purpose.

An error is built from fields: what is wrong, whose data and where, how many items with a few
examples, and what to do. It is put into words once for Python (``str(error)``) and once for the
command line (:meth:`PartwiseError.for_command_line`). ``except PartwiseError`` catches them all;
each is also a member of the built-in family that a caller would expect.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

OVERLAPPING = (
    "clusters that overlap need indices of their own, such as the Omega index, overlapping NMI or "
    "element-centric similarity for covers, which partwise does not have"
)
"""What to say of an item in several clusters."""


@dataclass(frozen=True)
class Option:
    """An option that functions and commands share: ``missing="drop"`` and ``--missing drop``.

    Examples
    --------
    >>> drop = Option("missing", "drop")
    >>> drop.in_python, drop.on_command_line, Option("item", flag="item-column").on_command_line
    ('missing="drop"', '--missing drop', '--item-column')
    """

    name: str
    value: str | None = None
    flag: str | None = None

    @property
    def in_python(self) -> str:
        """The keyword argument."""
        return f"{self.name}=" if self.value is None else f'{self.name}="{self.value}"'

    @property
    def on_command_line(self) -> str:
        """The flag of the command line."""
        flag = f"--{self.flag or self.name.replace('_', '-')}"
        return flag if self.value is None else f"{flag} {self.value}"


Remedy: TypeAlias = str | Sequence["str | Option"]
"""What to do: words, and options among them."""


class PartwiseError(Exception):
    """Base of all errors that partwise raises on purpose.

    Parameters
    ----------
    problem : str
        What is wrong.
    subject : str, optional
        Whose data: the name of a clustering, an argument.
    place : str, optional
        Where: a file, a column, a line.
    count : int, optional
        How many items or rows are concerned.
    examples : sequence
        A few of them.
    remedy : str or sequence of str and Option
        What to do.

    Examples
    --------
    >>> error = InputError(
    ...     "2 labels are missing", subject="the reference", examples=["ann", "bob"],
    ...     remedy=["pass ", Option("missing", "drop"), " to leave these items out"],
    ... )
    >>> print(error)
    the reference: 2 labels are missing ('ann', 'bob'); pass missing="drop" to leave these items out
    >>> print(error.for_command_line({"the reference": "gold.csv"}))
    gold.csv: 2 labels are missing ('ann', 'bob'); pass --missing drop to leave these items out
    """

    __module__ = "partwise.errors"

    def __init__(
        self,
        problem: str,
        *,
        subject: str | None = None,
        place: str | None = None,
        count: int | None = None,
        examples: Sequence[object] = (),
        remedy: Remedy = "",
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.subject = subject
        self.place = place
        self.count = count
        self.examples = tuple(examples)
        self.remedy = (remedy,) if isinstance(remedy, str) else tuple(remedy)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.__module__ = PartwiseError.__module__

    def about(self, subject: str) -> Self:
        """Return the same error about somebody's data, unless it already says whose."""
        if self.subject is not None:
            return self
        named = copy.copy(self)
        named.subject = subject
        return named

    def __str__(self) -> str:
        return self._in_words({}, lambda option: option.in_python)

    def for_command_line(self, files: Any = None) -> str:
        """Say it with flags for arguments, and with file names for those who have one."""
        return self._in_words(files or {}, lambda option: option.on_command_line)

    def _in_words(self, names: Any, worded: Any) -> str:
        subject = None if self.subject is None else names.get(self.subject, self.subject)
        told = "".join(f"{part}: " for part in (subject, self.place) if part)
        remedy = "".join(part if isinstance(part, str) else worded(part) for part in self.remedy)
        return f"{told}{self.problem}{self._examples()}{'; ' if remedy else ''}{remedy}"

    def _examples(self) -> str:
        if not self.examples:
            return ""
        shown = [repr(each) for each in self.examples[:3]]
        rest = (self.count or len(self.examples)) - len(shown)
        return f" ({', '.join(shown)}{f' and {rest} more' if rest > 0 else ''})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, dict(self.__dict__))


def _restored(kind: type[PartwiseError], args: tuple[Any, ...], fields: dict[str, Any]) -> Any:
    """Make an error of its fields, without its constructor: for pickling and copying."""
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(fields)
    return error


class InputError(PartwiseError, ValueError):
    """The data are not what they have to be."""


class MissingLabelError(InputError):
    """Some items have no label, and no policy was given for them."""


class AlignmentError(InputError):
    """Two clusterings are not about the same items."""


class TableError(InputError):
    """The index needs what this contingency table does not have."""


class WeightsError(TableError):
    """The index has no meaning for items with weights of importance."""


class UnknownIndexError(PartwiseError, LookupError):
    """No index goes by that name."""


class NotRationalError(PartwiseError, TypeError):
    """An exact value was asked of a formula that takes roots, logarithms or the like."""


class UndefinedValueError(PartwiseError, ArithmeticError):
    """The index is undefined for these clusterings, and ``undefined="raise"`` was asked for."""


class FormulaError(PartwiseError, ValueError):
    """A formula cannot be read.

    Parameters
    ----------
    problem : str
        What is wrong and what to write instead.
    formula : str
        The whole formula.
    position : int
        Where the fault is: characters from the start, from 0.
    """

    def __init__(self, problem: str, formula: str, position: int) -> None:
        super().__init__(problem)
        self.formula = formula
        self.position = position

    def _in_words(self, names: Any, worded: Any) -> str:
        told = super()._in_words(names, worded)
        caret = " " * self.position + "^"
        return f"{told} (at position {self.position})\n    {self.formula}\n    {caret}"
