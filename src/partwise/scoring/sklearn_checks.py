"""Columns of labels as scikit-learn takes them: the same checks, in the same words."""

from __future__ import annotations

import math
import warnings
from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.clusterings import MISSING, factorize
from partwise.kernels import are_plain, factorize_strings

Column = NDArray[Any]


class ParameterError(InputError, TypeError):
    """An argument is not of the kind that the function takes."""


def label_columns(function: str, labels_true: object, labels_pred: object) -> tuple[Column, Column]:
    """Check two columns of labels as scikit-learn does; return integers for the kernels.

    Examples
    --------
    >>> [labels.tolist() for labels in label_columns("rand_score", ["a", "b"], [1.0, 1.0])]
    [[0, 1], [1, 1]]
    """
    if are_plain(labels_true, labels_pred):
        return labels_true, labels_pred  # type: ignore[return-value]
    for name, labels in (("labels_true", labels_true), ("labels_pred", labels_pred)):
        if np.isscalar(labels) or not _is_array_like(labels):
            raise _refused(function, name, "an array-like", labels)
    return integer_columns(labels_true, labels_pred)


def integer_columns(
    labels_true: object, labels_pred: object, *, ordered: bool = False
) -> tuple[Column, Column]:
    """Check two columns of labels; return integers, in the order of the labels if that matters.

    Examples
    --------
    >>> [codes.tolist() for codes in integer_columns(["b", "a"], ["x", "x"], ordered=True)]
    [[1, 0], [0, 0]]
    """
    first, second = _text_codes(labels_true, ordered), _text_codes(labels_pred, ordered)
    if first is not None and second is not None and len(first) == len(second):
        return first, second
    checked = check_clusterings(labels_true, labels_pred)
    return as_integers(checked[0], ordered=ordered), as_integers(checked[1], ordered=ordered)


def _text_codes(labels: object, ordered: bool) -> Column | None:
    """Return integers for a list of text, of which only the distinct ones become an array."""
    if type(labels) is not list or not labels or type(labels[0]) is not str:
        return None
    codes, first, others = factorize_strings(labels)
    if len(others):
        return None
    return as_integers(np.asarray([labels[i] for i in first.tolist()]), ordered=ordered)[codes]


def check_clusterings(labels_true: object, labels_pred: object) -> tuple[Column, Column]:
    """Check that both are columns of labels, of one length; return them as arrays.

    Continuous values give a warning, as they do in scikit-learn.

    Examples
    --------
    >>> check_clusterings([0, 1], ["a", "b"])
    (array([0, 1]), array(['a', 'b'], dtype='<U1'))
    """
    columns = _as_array(labels_true), _as_array(labels_pred)
    if any(_is_continuous(column) for column in columns):
        kinds = [_kind(column) for column in columns]
        message = (
            f"Clustering metrics expects discrete values but received {kinds[0]} values for "
            f"label, and {kinds[1]} values for target"
        )
        warnings.warn(message, UserWarning, stacklevel=2)
    for name, column in zip(("labels_true", "labels_pred"), columns, strict=True):
        if column.ndim != 1:
            raise InputError(f"{name} must be 1D: shape is {column.shape!r}")
    lengths = [len(column) for column in columns]
    if lengths[0] != lengths[1]:
        raise InputError(f"Found input variables with inconsistent numbers of samples: {lengths}")
    return columns


def as_integers(labels: Column, *, ordered: bool = False) -> Column:
    """Return integers that are equal where the labels are, and in their order if that matters.

    Examples
    --------
    >>> labels = np.array(["b", "a", "b"])
    >>> as_integers(labels).tolist(), as_integers(labels, ordered=True).tolist()
    ([0, 1, 0], [1, 0, 1])
    """
    kind = labels.dtype.kind
    if kind == "b":
        return labels.view(np.uint8)
    if kind in "iu":
        return labels.astype(labels.dtype.newbyteorder("="), copy=False)
    if kind == "f" and (abs(labels) < 2**53).all() and (labels % 1 == 0).all():
        return labels.astype(np.int64)
    if kind == "f":
        return np.unique(labels, return_inverse=True)[1]
    codes, names = factorize(labels)
    if (codes == MISSING).any():
        raise InputError("Input contains NaN or None: give every item a label")
    return ranks(np.array(names, labels.dtype))[codes] if ordered else codes


def ranks(labels: Column) -> NDArray[np.intp]:
    """Return the place of each label among all of them in increasing order.

    Examples
    --------
    >>> ranks(np.array([30, 10, 20]))
    array([2, 0, 1])
    """
    places = np.empty(len(labels), np.intp)
    places[np.argsort(labels)] = np.arange(len(labels))
    return places


def check_option(function: str, name: str, value: object, options: Collection[str]) -> None:
    """Refuse a text that is none of the options."""
    if not isinstance(value, str) or value not in options:
        among = ", ".join(repr(option) for option in options)
        raise _refused(function, name, f"a str among {{{among}}}", value)


def check_weight(function: str, name: str, value: object, also: str = "") -> None:
    """Refuse what is not a finite number of at least 0; ``also`` says what else could be given."""
    if not isinstance(value, int | float | np.number) or not 0 <= value < math.inf:
        raise _refused(function, name, f"a float in the range [0.0, inf){also}", value)


def _refused(function: str, name: str, wanted: str, value: object) -> ParameterError:
    return ParameterError(
        f"The {name!r} parameter of {function} must be {wanted}. Got {value!r} instead."
    )


def _is_array_like(labels: object) -> bool:
    is_sparse = hasattr(labels, "tocsr")
    return not is_sparse and any(hasattr(labels, n) for n in ("__len__", "shape", "__array__"))


def _as_array(labels: Any) -> Column:
    if hasattr(labels, "tocsr"):
        raise TypeError(
            "Sparse data was passed, but dense data is required. Use '.toarray()' to convert to a "
            "dense numpy array."
        )
    array = np.asarray(labels)
    if array.dtype.kind == "c":
        raise InputError(f"Complex data not supported\n{array}\n")
    if array.ndim >= 3:
        raise InputError(f"Found array with dim {array.ndim}, while dim <= 2 is required.")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        if np.isnan(array).any():
            raise InputError("Input contains NaN.")
        raise InputError(f"Input contains infinity or a value too large for {array.dtype!r}.")
    if array.dtype.kind == "O" and array.ndim and bool(np.any(array != array)):
        raise InputError("Input contains NaN")
    return array


def _is_continuous(labels: Column) -> bool:
    return labels.dtype.kind == "f" and labels.ndim == 1 and bool((labels % 1 != 0).any())


def _kind(labels: Column) -> str:
    """Return what scikit-learn calls such labels in its warning."""
    if _is_continuous(labels):
        return "continuous"
    return "multiclass" if len(np.unique(labels)) > 2 else "binary"
