"""Libraries that partwise uses where they are installed, and the extras that install them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from partwise.base.errors import MissingExtraError

EXTRAS = {
    "altair": ("report", "charts"),
    "dask": ("dask", "frames of Dask"),
    "duckdb": ("files", "files other than CSV, TSV and text"),
    "ibis": ("ibis", "tables of Ibis"),
    "jinja2": ("report", "reports"),
    "markupsafe": ("report", "reports"),
    "pandas": ("frames", "frames of pandas"),
    "polars": ("frames", "frames of Polars"),
    "pyarrow": ("files", "Arrow tables and files"),
    "pyspark": ("spark", "frames of Spark"),
    "sklearn": ("sklearn", "estimators and metrics of scikit-learn"),
    "sympy": ("proofs", "proofs and exact formulas"),
    "vl_convert": ("report", "charts"),
}
"""Library → the extra that installs it, and what needs it."""


def is_installed(library: str) -> bool:
    """Tell whether an optional library is installed."""
    return find_spec(library) is not None


@cache
def require(module: str, purpose: str = "") -> Any:
    """Import an optional library, or say in one line how to install it.

    Examples
    --------
    >>> require("sympy").Rational(1, 3)
    1/3
    >>> print(missing_extra("altair"))
    charts need altair, which is not installed; pip install "partwise[report]"
    """
    try:
        return import_module(module)
    except ImportError as error:
        library = module.partition(".")[0]
        if (error.name or library).partition(".")[0] != library:
            raise  # the library is there, and something that it needs is not
        raise missing_extra(library, purpose) from None


def missing_extra(library: str, purpose: str = "") -> MissingExtraError:
    """Return the error for a library that is not installed."""
    extra, usual = EXTRAS[library]
    return MissingExtraError(
        f"{purpose or usual} need {library}, which is not installed",
        remedy=f'pip install "partwise[{extra}]"',
    )
