"""Labels of other libraries and unusual numbers: read exactly, or refused with what to do."""

from __future__ import annotations

import warnings
from decimal import Decimal
from typing import Any, ClassVar

import numpy as np
import pandas as pd
import polars as pl
import pytest

import partwise as pw
from partwise.base.errors import InputError


class TorchLike:
    """A tensor on a GPU, as PyTorch has it."""

    device = "cuda:0"

    def __array__(self, *_: object, **__: object) -> Any:
        raise TypeError("can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu()")

    def detach(self) -> TorchLike:
        return self

    def cpu(self) -> list[int]:
        return [0, 0, 1]


class CuPyLike:
    """An array on a GPU, as CuPy has it."""

    __cuda_array_interface__: ClassVar[dict[str, Any]] = {"version": 3}

    def __array__(self, *_: object, **__: object) -> Any:
        raise TypeError("Implicit conversion to a NumPy array is not allowed. Use `.get()`")

    def get(self) -> list[int]:
        return [0, 0, 1]


class Unreadable:
    """An array that NumPy cannot read for a reason of its own."""

    def __array__(self, *_: object, **__: object) -> Any:
        raise ValueError("the buffer is gone")


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (Unreadable(), r"cannot be read by NumPy \(the buffer is gone\); pass a NumPy array"),
        (pd.MultiIndex.from_tuples([(1, 2, 3)]), "MultiIndex of 3 levels, not labels; pairs"),
    ],
)
def test_what_cannot_be_read_says_what_to_do(labels: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        pw.Clustering(labels)
    with pytest.raises(InputError, match=message):
        pw.score([0, 0, 1], labels, "rand")


@pytest.mark.parametrize("labels", [TorchLike(), CuPyLike()])
def test_labels_on_a_gpu_are_copied(labels: Any) -> None:
    assert pw.Clustering(labels).codes.tolist() == [0, 0, 1]
    with warnings.catch_warnings():  # that they are copied is said where no library reads them
        warnings.filterwarnings("ignore", "labels were copied from the GPU", UserWarning)
        assert pw.score([0, 1, 1], labels, "rand") == pw.score([0, 1, 1], [0, 0, 1], "rand")


def test_pairs_in_a_multi_index() -> None:
    pairs = [("a", "b"), ("b", "c"), ("d", "e")]
    index = pd.MultiIndex.from_tuples(pairs, names=["rec_id_1", "rec_id_2"])
    assert pw.Clustering.from_pairs(index) == pw.Clustering.from_pairs(pairs)
    assert pw.Clustering(index) == pw.Clustering.from_pairs(pairs)


WIDE = np.finfo(np.longdouble).nmant > np.finfo(np.float64).nmant


@pytest.mark.skipif(not WIDE, reason="long doubles are doubles here")
@pytest.mark.parametrize("exponent", [53, 62, 63, 1000, 2000])
def test_long_doubles_are_told_apart(exponent: int) -> None:
    first = np.longdouble(2) ** exponent
    second = max(first + 1, first * (1 + np.finfo(np.longdouble).eps))
    labels = np.array([first, second, first, np.nan], np.longdouble)
    for made in (labels, list(labels)):
        clustering = pw.Clustering(made, missing="drop")
        assert clustering.codes.tolist() == [0, 1, 0]
        assert list(clustering.cluster_labels) == [int(first), int(second)]


@pytest.mark.skipif(not WIDE, reason="long doubles are doubles here")
def test_fractions_of_long_doubles_are_refused() -> None:
    with pytest.raises(InputError, match="position 1 is not a whole number"):
        pw.Clustering(np.array([1, 2**53], np.longdouble) + np.array([0, 0.5], np.longdouble))


@pytest.mark.parametrize("nan", [Decimal("NaN"), Decimal("sNaN"), np.nan, np.longdouble("nan")])
def test_every_nan_is_missing(nan: Any) -> None:
    assert pw.Clustering([nan, Decimal(1), Decimal(2)], missing="drop").n == 2
    with pytest.raises(InputError, match="missing"):
        pw.Clustering([nan, Decimal(1)])
    with pytest.raises(InputError, match="name"):
        pw.Clustering([0, 1], items=[nan, "x"])


@pytest.mark.parametrize("name", ["*", "^x$", "", "labels"])
@pytest.mark.parametrize("labels", [[0, 0, 1], ["a", "a", None], [1.0, 1.0, None]])
def test_polars_series_of_any_name(name: str, labels: list[Any]) -> None:
    found = pw.Clustering(pl.Series(name, labels), missing="drop")
    assert found.codes.tolist() == pw.Clustering(labels, missing="drop").codes.tolist()


@pytest.mark.parametrize("nan", [Decimal("NaN"), Decimal("sNaN"), np.nan, None, pd.NA, pd.NaT])
def test_every_nan_is_missing_in_a_frame_of_objects(nan: Any) -> None:
    labels = pd.Series([nan, Decimal(1), Decimal(2), Decimal(1)], dtype=object)
    frame = pd.DataFrame({"item": [1, 2, 3, 4], "mine": labels, "gold": [0, 0, 1, 0]})
    read = pw.read(frame, item_column="item")
    assert pw.score(read["gold"], read["mine"], "rand", missing="drop") == 1
    with pytest.raises(InputError, match="1 of 4 labels are missing"):
        pw.score(read["gold"], read["mine"], "rand")
