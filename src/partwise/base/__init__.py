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
    lower_half,
    shown,
)
from partwise.base.errors import (
    ITEM_POLICIES,
    LABEL_POLICIES,
    NO_CLUSTERING,
    OVERLAPPING,
    OVERLAPPING_ROWS,
    AlignmentError,
    Either,
    FormulaError,
    InputError,
    MissingExtraError,
    MissingLabelError,
    NothingLeftError,
    NotRationalError,
    Option,
    PartwiseError,
    TableError,
    UndefinedValueError,
    UnknownIndexError,
    WeightsError,
    Words,
    examples,
)
from partwise.base.extras import OPTIONAL, is_installed, missing_extra, require
from partwise.base.files import write_whole
from partwise.base.limits import check_virtual_memory
from partwise.base.numbers import exact_counts, sum_of_ratios, total
from partwise.base.ops import Number, precise
from partwise.base.progress import stages, tracked
from partwise.base.reals import ExactReal, as_real
from partwise.base.results import (
    Backend,
    InNotebooks,
    Result,
    TextResult,
    WideResult,
    frame_of,
    frame_of_columns,
)
from partwise.base.threads import in_threads
from partwise.base.words import (
    among,
    ci_name,
    ci_text,
    confidence_interval,
    listed,
    listed_up_to,
    many,
    near_names,
    p_number,
    p_text,
    percent,
)

__all__ = [
    "ITEM_POLICIES",
    "LABEL_POLICIES",
    "NO_CLUSTERING",
    "OPTIONAL",
    "OVERLAPPING",
    "OVERLAPPING_ROWS",
    "AlignmentError",
    "Backend",
    "Cell",
    "Either",
    "ExactReal",
    "FormulaError",
    "InNotebooks",
    "InputError",
    "MissingExtraError",
    "MissingLabelError",
    "NotRationalError",
    "NothingLeftError",
    "Number",
    "Option",
    "PartwiseError",
    "Result",
    "Table",
    "TableError",
    "TextResult",
    "UndefinedValueError",
    "UnknownIndexError",
    "WeightsError",
    "WideResult",
    "Words",
    "among",
    "as_markdown",
    "as_real",
    "cell_len",
    "check_virtual_memory",
    "ci_name",
    "ci_text",
    "confidence_interval",
    "exact_counts",
    "examples",
    "frame_of",
    "frame_of_columns",
    "in_threads",
    "is_installed",
    "listed",
    "listed_up_to",
    "lower_half",
    "many",
    "missing_extra",
    "near_names",
    "ops",
    "p_number",
    "p_text",
    "percent",
    "precise",
    "require",
    "shown",
    "stages",
    "sum_of_ratios",
    "total",
    "tracked",
    "write_whole",
]
