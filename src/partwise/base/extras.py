"""Libraries that partwise uses where they are installed, and the extras that install them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from partwise.base.errors import MissingExtraError


class Library(NamedTuple):
    """A library that an extra installs: the extra, the library's name, and what needs it."""

    extra: str
    name: str
    purpose: str


OPTIONAL = {
    "altair": Library("report", "Altair", "charts"),
    "dask": Library("dask", "Dask", "frames of Dask"),
    "duckdb": Library("files", "DuckDB", "Parquet, Arrow and JSON files"),
    "ibis": Library("ibis", "Ibis", "tables of Ibis"),
    "jinja2": Library("report", "Jinja", "reports"),
    "markupsafe": Library("report", "Jinja", "reports"),
    "pandas": Library("frames", "pandas", "frames of pandas"),
    "polars": Library("frames", "Polars", "frames of Polars"),
    "pyarrow": Library("files", "PyArrow", "tables and files of Arrow"),
    "pyspark": Library("spark", "PySpark", "frames of Spark"),
    "sklearn": Library("sklearn", "scikit-learn", "estimators"),
    "sympy": Library("proofs", "SymPy", "proofs and formulas in symbols"),
    "vl_convert": Library("report", "vl-convert", "charts"),
}
"""Module → the library that it is of."""


def is_installed(module: str) -> bool:
    """Tell whether an optional library is installed."""
    return find_spec(module) is not None


@cache
def require(module: str, purpose: str = "") -> Any:
    """Import a module of an optional library, or say in one line how to install it.

    Examples
    --------
    >>> require("sympy").Rational(1, 3)
    1/3
    """
    library = module.partition(".")[0]
    try:
        with _some_home():
            return import_module(module)
    except ImportError as error:
        if (error.name or library).partition(".")[0] != library:
            raise  # the library is there, and something that it needs is not
        raise missing_extra(library, purpose) from None


@contextmanager
def _some_home() -> Iterator[None]:
    """Have a home while a library is imported: Altair asks for one, and fails without."""
    try:
        Path.home()
    except RuntimeError:  # a container whose user is a number
        os.environ["HOME"] = str(Path(os.sep).resolve())
        try:
            yield
        finally:
            os.environ.pop("HOME", None)
    else:
        yield


def missing_extra(module: str, purpose: str = "") -> MissingExtraError:
    """Return the error for a library that is not installed.

    Examples
    --------
    >>> print(missing_extra("vl_convert"))
    charts need vl-convert, which is not installed; pip install "partwise[report]"
    """
    library = OPTIONAL[module]
    return MissingExtraError(
        f"{purpose or library.purpose} need {library.name}, which is not installed",
        remedy=f'pip install "partwise[{library.extra}]"',
    )
