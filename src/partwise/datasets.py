"""Example data that come with partwise, as data frames and as files for the command line.

>>> import partwise as pw
>>> sorted(pw.datasets.digits(backend="pandas").columns)[:3]
['birch_5', 'dbscan', 'gaussian_10']
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeAlias

from partwise.base import InputError, Table, frame_of, write_whole

Backend: TypeAlias = Literal["pandas", "polars", "pyarrow"]
DATASETS = ("digits", "entities")
"""Names of the datasets."""


def digits(*, backend: Backend | None = None) -> Any:
    """Return handwritten digits, clustered in six ways.

    The items are 1797 images of the digits 0 to 9 (UCI, CC BY 4.0, from scikit-learn).
    ``reference`` is the digit that an image shows. DBSCAN labels noise points −1.

    Parameters
    ----------
    backend : {"pandas", "polars", "pyarrow"}, optional
        The library of the data frame; by default, the first of them that is installed.

    Returns
    -------
    data frame
        Columns item, reference, kmeans_10, kmeans_20, ward_10, gaussian_10, dbscan and birch_5.

    Examples
    --------
    >>> import partwise as pw
    >>> frame = pw.datasets.digits()
    >>> round(pw.score(frame["reference"], frame["ward_10"], "ARI"), 3)
    0.783
    """
    return _frame("digits", "all", backend)


def entities(
    table: Literal["all", "records", "pairs"] = "all", *, backend: Backend | None = None
) -> Any:
    """Return generated product records to deduplicate, with matched pairs and clusterings.

    There are 628 records of 300 products. The product names are made up and have typing errors.

    Parameters
    ----------
    table : {"all", "records", "pairs"}
        "all" has the clusterings: columns id, entity (the product that a record describes), and
        match_30, match_50, match_70 and match_90 (the connected components of the pairs that match
        with at least this probability, in percent). "records" has columns id and name. "pairs" has
        columns left, right and match_probability.
    backend : {"pandas", "polars", "pyarrow"}, optional
        The library of the data frame; by default, the first of them that is installed.

    Examples
    --------
    >>> import partwise as pw
    >>> pairs = pw.datasets.entities("pairs", backend="pandas")
    >>> matches = pairs[pairs.match_probability >= 0.7][["left", "right"]]
    >>> records = pw.datasets.entities(backend="pandas")
    >>> candidate = pw.Clustering.from_pairs(matches.values, items=records["id"])
    >>> candidate.k == records["match_70"].nunique()
    True
    """
    return _frame("entities", table, backend)


def write(name: str, folder: str | Path | None = None) -> list[Path]:
    """Write the files of a dataset to a folder, as ``partwise example NAME`` does.

    ``all.csv`` has one column per clustering. Each clustering also gets its own file, with columns
    item and label.

    Parameters
    ----------
    name : {"digits", "entities"}
        Which dataset.
    folder : path, optional
        The folder to write to, created if it does not exist; by default, a folder with the name of
        the dataset.

    Returns
    -------
    list of Path
        The files.

    Examples
    --------
    >>> import partwise as pw, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     print(*(path.name for path in pw.datasets.write("entities", folder)[:4]))
    all.csv pairs.csv records.csv entity.csv
    """
    if name not in DATASETS:
        raise InputError(f"there is no dataset {name!r}; choose {' or '.join(DATASETS)}")
    target = Path(name if folder is None else folder)
    target.mkdir(parents=True, exist_ok=True)
    stored = sorted(_folder(name).iterdir(), key=lambda file: file.name)
    written = [write_whole(target / file.name, file.read_bytes()) for file in stored]
    items, *clusterings = _columns(name, "all").items()
    for clustering, labels in clusterings:
        lines = [("item", "label"), *zip(items[1], labels, strict=True)]
        text = "".join(f"{item},{label}\n" for item, label in lines)
        written.append(write_whole(target / f"{clustering}.csv", text.encode()))
    return written


def _frame(name: str, table: str, backend: Backend | None) -> Any:
    columns = _columns(name, table)
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    return frame_of(Table(list(columns), rows), backend)


def _folder(name: str) -> Any:
    return resources.files("partwise") / "data" / name


def _columns(name: str, table: str) -> dict[str, list[Any]]:
    file = _folder(name) / f"{table}.csv"
    if not file.is_file():
        raise InputError(f'table= must be "all", "records" or "pairs", not {table!r}')
    header, *rows = csv.reader(file.read_text("utf-8").splitlines())
    return {
        column: _typed(values)
        for column, values in zip(header, zip(*rows, strict=True), strict=True)
    }


def _typed(values: Sequence[str]) -> list[Any]:
    """Return whole numbers, else numbers, else the texts as they are."""
    for kind in (int, float):
        try:
            return [kind(value) for value in values]
        except ValueError:
            continue
    return list(values)


__all__ = ["DATASETS", "digits", "entities", "write"]


def __dir__() -> list[str]:
    return sorted(__all__)
