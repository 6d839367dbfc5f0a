"""What everything else stands on and what knows nothing of clusterings.

Errors, exact whole numbers, the arithmetic of formulas (`ops`), tables that print, what every
result can do, progress bars, threads, and files that are written whole or not at all.
"""

from partwise.base import ops
from partwise.base.display import (
    Cell,
    Table,
    as_markdown,
    cell_len,
    listed,
    many,
    percent,
    shown,
)
from partwise.base.errors import (
    OVERLAPPING,
    AlignmentError,
    FormulaError,
    InputError,
    MissingLabelError,
    NotRationalError,
    Option,
    PartwiseError,
    TableError,
    UndefinedValueError,
    UnknownIndexError,
    WeightsError,
)
from partwise.base.files import write_whole
from partwise.base.json_values import as_json
from partwise.base.numbers import exact_counts, total
from partwise.base.ops import Number
from partwise.base.progress import stages, tracked
from partwise.base.results import Record, Result, TextResult
from partwise.base.threads import in_threads

__all__ = [
    "OVERLAPPING",
    "AlignmentError",
    "Cell",
    "FormulaError",
    "InputError",
    "MissingLabelError",
    "NotRationalError",
    "Number",
    "Option",
    "PartwiseError",
    "Record",
    "Result",
    "Table",
    "TableError",
    "TextResult",
    "UndefinedValueError",
    "UnknownIndexError",
    "WeightsError",
    "as_json",
    "as_markdown",
    "cell_len",
    "exact_counts",
    "in_threads",
    "listed",
    "many",
    "ops",
    "percent",
    "shown",
    "stages",
    "total",
    "tracked",
    "write_whole",
]
