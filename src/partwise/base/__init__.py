"""What everything else stands on and what knows nothing of clusterings.

Errors, exact whole numbers, the arithmetic of formulas (`ops`), tables that print, progress bars,
threads, and files that are written whole or not at all.
"""

from partwise.base import ops
from partwise.base.display import (
    Cell,
    Printable,
    Table,
    as_markdown,
    cell_len,
    listed,
    many,
    plain,
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
from partwise.base.numbers import exact_counts, total
from partwise.base.ops import Number
from partwise.base.progress import stages, tracked
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
    "Printable",
    "Table",
    "TableError",
    "UndefinedValueError",
    "UnknownIndexError",
    "WeightsError",
    "as_markdown",
    "cell_len",
    "exact_counts",
    "in_threads",
    "listed",
    "many",
    "ops",
    "plain",
    "shown",
    "stages",
    "total",
    "tracked",
    "write_whole",
]
