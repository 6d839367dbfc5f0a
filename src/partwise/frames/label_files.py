"""Label files → clusterings in memory."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from pathlib import Path

from partwise.clustering import Clustering
from partwise.frames.load import clusterings
from partwise.frames.read import read, read_as
from partwise.policies import MissingPolicy, NoisePolicy

__all__ = ["read_columns", "read_labels"]


def read_labels(
    path: str | Path,
    *,
    label_column: str | None = None,
    item_column: str | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = "-1",
    missing: MissingPolicy = "raise",
) -> Clustering:
    r"""Read a clustering from a file.

    Parameters
    ----------
    path : str or Path
        A file that :func:`~partwise.read` knows.
    label_column : str, optional
        Column of the labels. Found by itself if there is only one column, one besides the items,
        or one with a usual name (label, cluster, class, …).
    item_column : str, optional
        Column of the item names (item, id, name or key if not given). Without one, items are
        known by their position.
    noise, noise_label, missing
        Policies as in :class:`~partwise.Clustering`.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "found.csv")
    ...     _ = path.write_text("item,cluster\nann,1\nbob,1\ncy,2\n")
    ...     read_labels(path).items
    ('ann', 'bob', 'cy')
    """
    labels = read_as(path, "long", label=label_column, item=item_column)
    found = clusterings(labels, noise=noise, noise_label=noise_label, missing=missing)
    return found[labels.column]


def read_columns(
    path: str | Path,
    columns: Iterable[str] | None = None,
    *,
    item_column: str | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = "-1",
    missing: MissingPolicy = "raise",
) -> dict[str, Clustering]:
    r"""Read several clusterings from a wide file, which has a column for each.

    Parameters
    ----------
    path : str or Path
        A file that :func:`~partwise.read` knows, with named columns.
    columns : iterable of str, optional
        Which columns; all but that of the item names if not given.
    item_column, noise, noise_label, missing
        As in :func:`read_labels`.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "all.csv")
    ...     _ = path.write_text("item,gold,mine\nann,1,x\nbob,1,y\n")
    ...     {name: each.k for name, each in read_columns(path).items()}
    {'gold': 1, 'mine': 2}
    """
    wanted = None if columns is None else list(columns)
    labels = read(path, label=wanted, item=item_column, layout="wide")
    return clusterings(labels, noise=noise, noise_label=noise_label, missing=missing)
