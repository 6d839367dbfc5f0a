"""Errors that partwise raises deliberately; ``except pw.PartwiseError`` catches them all."""

from partwise.base import (
    AlignmentError,
    FormulaError,
    InputError,
    MissingExtraError,
    MissingLabelError,
    NothingLeftError,
    NotRationalError,
    PartwiseError,
    TableError,
    UndefinedValueError,
    UnknownIndexError,
    WeightsError,
)

__all__ = [
    "AlignmentError",
    "FormulaError",
    "InputError",
    "MissingExtraError",
    "MissingLabelError",
    "NotRationalError",
    "NothingLeftError",
    "PartwiseError",
    "TableError",
    "UndefinedValueError",
    "UnknownIndexError",
    "WeightsError",
]
