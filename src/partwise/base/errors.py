"""The errors that partwise raises on purpose.

Every message says what was wrong, where, and what to do. ``except PartwiseError`` catches them
all; each is also a member of the built-in family that a caller would expect.
"""

from __future__ import annotations

OVERLAPPING = (
    "clusters that overlap need indices of their own, such as the Omega index, overlapping NMI or "
    "element-centric similarity for covers, which partwise does not have"
)
"""What to say of an item in several clusters."""


class PartwiseError(Exception):
    """Base of all errors that partwise raises on purpose."""


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
        self.problem = problem
        self.formula = formula
        self.position = position
        super().__init__(
            f"{problem} (at position {position})\n    {formula}\n    {' ' * position}^"
        )
