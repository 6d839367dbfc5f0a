"""Labels in any usual container → integer codes, in order of first appearance."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Set
from decimal import Decimal
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise import kernels
from partwise.base import NO_CLUSTERING, OVERLAPPING, InputError, require
from partwise.clusterings.text_numbers import numbers_of_text
from partwise.kernels import threads_for

Codes: TypeAlias = NDArray[np.int64]

_NUMPY_TYPES = {
    *(f"{sign}Int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)),
    *("Boolean", "Float32", "Float64"),
}

MISSING = -1
"""The code of an item that has no label."""


class Factorized(NamedTuple):
    """Codes 0, 1, … in order of first appearance, and the labels they stand for."""

    codes: Codes
    labels: list[Hashable]


def factorize(labels: object) -> Factorized:
    """Give numbers to the distinct labels of a list, array or series.

    Examples
    --------
    >>> codes, labels = factorize(["b", "a", None, "b"])
    >>> codes.tolist(), labels
    ([0, 1, -1, 0], ['b', 'a'])
    """
    if isinstance(labels, str | bytes):
        raise InputError(
            f"labels must be one per item, not a single string: {labels[:20]!r}; "
            "pass pw.read(…) for a file, or list(labels) for one label per character"
        )
    if hasattr(labels, "pair_counts"):
        raise InputError(
            "this is a contingency table, not labels; use pw.index(key).evaluate(table)"
        )
    if hasattr(type(labels), "nodes"):
        raise InputError(
            "this is a graph, not labels; use pw.graphs.score or pw.graphs.scores to compare graphs"
        )
    if hasattr(labels, "tocsr"):
        raise InputError(
            "these labels are a sparse matrix; if its columns are clusters and each item is "
            "in one, "
            "matrix.argmax(axis=1) gives the labels; if an item is in several: "
            f"{OVERLAPPING}"
        )
    if isinstance(labels, Set):
        raise InputError(
            "these labels are a set, which has no order; pass a list, or a mapping item → label"
        )
    if isinstance(labels, np.ndarray):
        return _factorize_array(labels)
    if _is_series(labels):
        return _factorize_series(labels)
    if hasattr(labels, "__array__") or hasattr(type(labels), "__cuda_array_interface__"):
        return _factorize_array(_as_array(labels))
    if not isinstance(labels, Iterable):
        raise InputError(
            f"labels must be a list, array or series with one label per item, not "
            f"{type(labels).__name__}"
        )
    return _factorize_list(list(labels))


def _as_array(labels: Any) -> NDArray[Any]:
    """Bring a tensor or the like out of its library, and from its GPU."""
    try:
        return np.asarray(_on_host(labels))
    except (TypeError, ValueError, RuntimeError) as error:
        kind = f"{type(labels).__module__}.{type(labels).__name__}"
        raise InputError(
            f"a {kind} cannot be read by NumPy ({error})", remedy="pass a NumPy array or a list"
        ) from None


def _on_host(labels: Any) -> Any:
    """Copy labels from a GPU: tensors of PyTorch, arrays of CuPy; others are there already."""
    if hasattr(labels, "detach"):
        return labels.detach().cpu()
    if hasattr(type(labels), "__cuda_array_interface__") and hasattr(labels, "get"):
        return labels.get()
    return labels


def is_networkx(data: object) -> bool:
    """Tell a NetworkX graph, of any of its classes."""
    return all(hasattr(data, name) for name in ("nodes", "edges", "is_directed", "adjacency"))


def renumber(codes: NDArray[Any]) -> tuple[Codes, Codes]:
    """Give integers new numbers by first appearance; return the numbers and one position for each.

    Examples
    --------
    >>> new, first = renumber(np.array([7, 3, 7, 5]))
    >>> new.tolist(), first.tolist()
    ([0, 1, 0, 2], [0, 1, 3])
    """
    return kernels.factorize(codes)


def _is_series(labels: object) -> bool:
    """Tell whether this is a column of a data-frame library."""
    root = type(labels).__module__.partition(".")[0]
    return root in {"cudf", "modin", "pandas", "polars", "pyarrow"}


def _factorize_array(array: NDArray[Any]) -> Factorized:
    if array.ndim != 1:
        raise InputError(
            f"labels must be one-dimensional, but the array has shape {array.shape}; "
            + _instead_of(array)
        )
    kind = array.dtype.kind
    masked = np.ma.getmaskarray(array) if isinstance(array, np.ma.MaskedArray) else None
    if kind not in "biufmMUSTO":
        raise InputError(f"labels of dtype {array.dtype} are not supported; use integers or text")
    array = np.ma.getdata(array)
    missing = np.zeros(len(array), bool) if masked is None else masked
    if kind == "f":
        missing = missing | np.isnan(array)
        if array.dtype.itemsize > 8 and not _fit_float64(array, missing):
            return _factorize_list([None if m else v for v, m in zip(array, missing, strict=True)])
        array = array.astype(np.float64)
    if kind in "US" and not missing.any():
        return _factorize_text(array)
    if kind in "USTO" or (kind == "f" and _is_beyond_int64(array, missing)):
        return _factorize_list(_as_objects(array, missing))
    if kind == "f":
        array = _integral(array, missing)
    elif kind in "mM":
        missing = missing | np.isnat(array)
    return _with_missing(array, _keys(array), missing)


def _keys(array: NDArray[Any]) -> NDArray[Any]:
    """Return whole numbers that stand for truth values, dates or whole numbers."""
    if array.dtype.kind == "b":
        return np.minimum(array.view(np.uint8), 1)  # any byte but 0 is true
    keys = array.view(np.int64) if array.dtype.kind in "mM" else array
    return keys if keys.dtype.isnative else keys.astype(keys.dtype.newbyteorder("="))


def _factorize_text(array: NDArray[Any]) -> Factorized:
    codes, first = numbers_of_text(array)
    return Factorized(codes, array[first].tolist())


def _instead_of(array: NDArray[Any]) -> str:
    """Say what to pass in the place of an array that is not one-dimensional."""
    plain = "pass one column, or Clustering.from_clusters for a list of clusters"
    if array.ndim != 2 or array.dtype.kind not in "biuf" or array.shape[1] < 2:
        return plain
    entries = np.ma.getdata(array)
    if not ((entries >= 0) & (entries <= 1)).all() or not (entries > 0).any(axis=1).all():
        return plain
    if (entries % 1).any() and np.allclose(entries.sum(axis=1), 1):
        return "if its rows are memberships of clusters, pass pw.Memberships(array)"
    several = np.flatnonzero((entries > 0).sum(axis=1) > 1)
    if len(several) == 0:
        return "if its columns are clusters, matrix.argmax(axis=1) gives one label for each item"
    return (
        f"if its columns are clusters, the item in row {several[0]} is in more than one of them; "
        f"{OVERLAPPING}"
    )


def _fit_float64(array: NDArray[Any], missing: NDArray[np.bool_]) -> bool:
    """Tell whether floats of more than 64 bits keep their values in 64."""
    present = array[~missing]
    with np.errstate(over="ignore"):
        return bool((present.astype(np.float64) == present).all())


def _is_beyond_int64(array: NDArray[Any], missing: NDArray[np.bool_]) -> bool:
    return bool((np.abs(array[~missing]) >= 2.0**63).any())


def _with_missing(
    array: NDArray[Any], keys: NDArray[Any], missing: NDArray[np.bool_]
) -> Factorized:
    codes, first = _numbered(keys, missing)
    return Factorized(codes, _as_list(array[first]))


def _numbered(keys: NDArray[Any], missing: NDArray[np.bool_]) -> tuple[Codes, Codes]:
    """Give numbers to keys but for missing ones; return them, and where each appears first."""
    if not missing.any():
        return renumber(keys)
    present = np.flatnonzero(~missing)
    codes = np.full(len(keys), MISSING, np.int64)
    codes[present], first = renumber(keys[present])
    return codes, present[first]


def _as_objects(array: NDArray[Any], missing: NDArray[np.bool_]) -> list[Any]:
    """Return Python objects, None for what is missing."""
    values: list[Any] = array.tolist()
    for position in np.flatnonzero(missing).tolist():
        values[position] = None
    return values


def _as_list(array: NDArray[Any]) -> list[Hashable]:
    """Return Python objects; dates stay dates, whatever their unit."""
    return list(array) if array.dtype.kind in "mM" else array.tolist()


def _integral(array: NDArray[Any], missing: NDArray[np.bool_]) -> NDArray[np.int64]:
    values = np.where(missing, 0, array)
    bad = np.flatnonzero(values != np.trunc(values))
    if len(bad):
        raise _not_whole(values[bad[0]], int(bad[0]))
    return values.astype(np.int64)


def _not_whole(value: object, position: int) -> InputError:
    return InputError(
        f"label {value} at position {position} is not a whole number",
        remedy=(*NO_CLUSTERING, "; convert them to text if each value is a cluster"),
    )


def _factorize_list(labels: list[Any]) -> Factorized:
    integers = kernels.integers_of(labels)
    if integers is not None:
        codes, first = renumber(integers)
        return Factorized(codes, [labels[i] for i in first.tolist()])
    codes, first, others = kernels.factorize_strings(labels)
    distinct = {id(labels[i]): labels[i] for i in others.tolist()}
    if all(map(is_missing, distinct.values())):
        return Factorized(codes, [labels[i] for i in first.tolist()])
    return _factorize_objects(labels)


def _factorize_objects(labels: list[Any]) -> Factorized:
    number: dict[Hashable, int] = {}
    codes = np.empty(len(labels), np.int64)
    for position, value in enumerate(labels):
        label = value.as_py() if hasattr(value, "as_py") else value  # a scalar of PyArrow
        if is_missing(label):
            codes[position] = MISSING
            continue
        if isinstance(label, complex | np.complexfloating):
            raise InputError(f"label {label} at position {position} is a complex number")
        if isinstance(label, float | np.floating):
            if not label.is_integer():
                raise _not_whole(label, position)
            label = int(label)
        if isinstance(label, Set):
            raise _no_label(label, position)
        try:
            codes[position] = number.setdefault(label, len(number))
        except TypeError:
            raise _no_label(label, position) from None
    return Factorized(codes, list(number))


def is_missing(label: object) -> bool:
    """Tell whether this stands for a missing value: None, NaN, NA or NaT.

    Examples
    --------
    >>> is_missing(float("nan")), is_missing("")
    (True, False)
    """
    if label is None or type(label).__name__ in {"NAType", "NaTType"}:
        return True
    if isinstance(label, np.datetime64 | np.timedelta64):
        return bool(np.isnat(label))
    if isinstance(label, Decimal):
        return label.is_nan()  # a signalling NaN cannot be compared, not even with itself
    return isinstance(label, float | np.floating) and bool(label != label)


def _no_label(label: object, position: int) -> InputError:
    kind = type(label).__name__
    hint = "convert it to text or a number first"
    if isinstance(label, list | np.ndarray | Set):
        hint = (
            "for a list of clusters use Clustering.from_clusters; otherwise pass one column. If "
            f"the item is in several clusters: {OVERLAPPING}"
        )
    elif isinstance(label, Mapping):
        hint = "pass one value per item"
    return InputError(f"the label at position {position} is a {kind} and cannot be a label; {hint}")


def _factorize_series(series: Any) -> Factorized:
    import narwhals as nw

    root = type(series).__module__.partition(".")[0]
    if getattr(series, "nlevels", 1) > 1:
        raise InputError(
            f"this is a MultiIndex of {series.nlevels} levels, not labels",
            remedy="pairs of matched items have two; for labels, take one level: "
            "index.get_level_values(0)",
        )
    if root == "pyarrow" and hasattr(series, "buffers"):
        series = require("pyarrow").chunked_array([series])
    elif root == "polars" and hasattr(series, "alias"):
        series = series.alias("labels")  # Polars takes a name such as ^x$ for a pattern
    elif root == "pandas" and getattr(series, "ndim", 0) == 1 and type(series).__name__ != "Series":
        series = require("pandas").Series(series)
    try:
        column = nw.from_native(series, series_only=True)
    except TypeError as error:
        raise InputError(
            f"labels must be one column, not a {type(series).__name__}; pick the column of labels"
        ) from error
    if str(column.dtype) in _NUMPY_TYPES and not column.is_null().any():
        return _factorize_array(column.to_numpy())
    return _factorize_natively(series, root) or _factorize_list(column.to_list())


def _factorize_natively(series: Any, root: str) -> Factorized | None:
    """Give numbers to text and categories where the series has them, as no Python objects."""
    if root == "pandas":
        return _factorize_pandas(series)
    if root == "pyarrow":
        return _factorize_arrow(series)
    if root == "polars":
        return _factorize_polars(series)
    return None


def _factorize_pandas(series: Any) -> Factorized | None:
    pd = require("pandas")
    if isinstance(series.dtype, pd.CategoricalDtype):
        keys = series.cat.codes.to_numpy()
        codes, numbers = _with_missing(keys, keys, keys == MISSING)
        return Factorized(codes, series.cat.categories[numbers].tolist())
    is_arrow = isinstance(series.dtype, pd.ArrowDtype)
    if not is_arrow and getattr(series.dtype, "storage", None) != "pyarrow":
        return None
    return _factorize_arrow(require("pyarrow").array(series.array))


def _factorize_arrow(series: Any) -> Factorized | None:
    pa = require("pyarrow")

    if hasattr(series, "combine_chunks"):
        series = series.combine_chunks()
    if pa.types.is_dictionary(series.type):
        return _factorize_dictionary(series)
    if pa.types.is_string_view(series.type):
        series = series.cast(pa.large_string())
    is_large = pa.types.is_large_string(series.type)
    if not is_large and not pa.types.is_string(series.type):
        return None
    _, starts, texts = series.buffers()
    part = slice(series.offset, series.offset + len(series) + 1)
    codes, first = kernels.factorize_arrow(
        np.frombuffer(starts, np.int64 if is_large else np.int32)[part],
        np.frombuffer(texts or b"", np.uint8),
        series.is_valid().to_numpy(zero_copy_only=False) if series.null_count else None,
        threads_for(None, len(series)),
    )
    return Factorized(codes, series.take(pa.array(first)).to_pylist())


def _factorize_dictionary(series: Any) -> Factorized | None:
    entries = _factorize_arrow(series.dictionary)
    if entries is None:
        return None
    keys = series.indices.cast("int64").fill_null(MISSING).to_numpy()
    coded = np.append(entries.codes, MISSING)[keys]
    codes, numbers = _with_missing(coded, coded, coded == MISSING)
    names: dict[Hashable, Hashable] = dict(enumerate(entries.labels))
    return Factorized(codes, [names[number] for number in numbers])


def _factorize_polars(series: Any) -> Factorized | None:
    pl = require("polars")

    if not isinstance(series.dtype, pl.String | pl.Categorical | pl.Enum):
        return None
    missing = series.is_null().to_numpy()
    keys = series.cast(pl.Categorical).to_physical().fill_null(0).to_numpy()
    codes, first = _numbered(keys, missing)
    return Factorized(codes, series.gather(first).to_list())
