"""The libraries of arrays on a GPU behind one face: CuPy, PyTorch, JAX; none is imported unasked.

Functions whose names and meanings are NumPy's in all of them are called on ``module``. CuPy, where
it is installed, counts the dense tables of every library by a kernel of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.engines.device_kernels import (
    Array,
    Lines,
    Stream,
    count_cells,
    find_bounds,
    has_kernels,
    kind_of_counts,
)


class Library:
    """A library with NumPy's names, which JAX and CuPy have."""

    def __init__(self, module: Any) -> None:
        self.module = module

    def at_work(self, array: Array) -> AbstractContextManager[object]:
        """Return a context in which this library computes where an array is, in 64 bits."""
        del array
        return nullcontext()

    def adopt(self, labels: Any) -> Array:
        """Return labels of any library on the same GPU, without copying them."""
        return labels

    def send(self, column: NDArray[Any], like: Array) -> Array:
        """Copy a column from the host to where another is."""
        del like
        return self.module.asarray(column)

    def fetch(self, array: Array) -> NDArray[Any]:
        """Copy an array to the host."""
        return np.asarray(array)

    def cast(self, array: Array, dtype: str) -> Array:
        """Return the same numbers in another type."""
        return array.astype(dtype, copy=False)

    def extremes(self, arrays: Sequence[Array]) -> list[tuple[int, int]]:
        """Return the smallest and the largest number of each array."""
        return [(int(array.min()), int(array.max())) for array in arrays]

    def positions(self, like: Array) -> Array:
        """Return 0, 1, 2, … for the items of an array, where it is."""
        return self.module.arange(len(like), dtype="int64")

    def nonzero(self, array: Array) -> Array:
        """Return where an array is not zero."""
        return self.module.nonzero(array)[0]

    def dense(self, rows: Lines, columns: Lines) -> Array:
        """Count every cell, empty ones too, in one line after the other."""
        length = rows.width * columns.width
        counts = self.module.bincount(self.codes(rows, columns), minlength=length)
        return self.cast(counts, "int64")

    def codes(self, rows: Lines, columns: Lines) -> Array:
        """Return the number of each item's cell; cells are numbered line by line."""
        row, column = self.shifted(rows), self.shifted(columns)
        if rows.width * columns.width >= 2**31:
            return self.cast(row, "int64") * columns.width + column
        return self.cast(row, "int32") * columns.width + self.cast(column, "int32")

    def shifted(self, side: Lines) -> Array:
        """Return labels that start from 0."""
        if side.low == 0:
            return side.array
        fits = side.low >= -(2**31) and side.low + side.width <= 2**31
        return self.cast(side.array, "int32" if fits else "int64") - side.low


class Jax(Library):
    """JAX, which has 64 bits only where they are asked for."""

    def at_work(self, array: Array) -> AbstractContextManager[object]:
        """Ask for them."""
        del array
        jax = import_module("jax")
        home = jax if hasattr(jax, "enable_x64") else import_module("jax.experimental")
        context: AbstractContextManager[object] = home.enable_x64(True)
        return context

    def send(self, column: NDArray[Any], like: Array) -> Array:
        """Copy to the device of the other."""
        return import_module("jax").device_put(column, like.device)


class Torch(Library):
    """PyTorch, where its names differ from NumPy's."""

    def adopt(self, labels: Any) -> Array:
        """Take what is on the GPU; unsigned numbers, for which functions lack, become wider."""
        if isinstance(labels, self.module.Tensor):
            tensor = labels.detach()
        elif hasattr(labels, "__dlpack__"):
            tensor = self.module.from_dlpack(labels)
        else:
            tensor = self.module.as_tensor(labels, device="cuda")
        is_narrow = tensor.dtype not in (self.module.uint16, self.module.uint32)
        return tensor if is_narrow else self.cast(tensor, "int64")

    def send(self, column: NDArray[Any], like: Array) -> Array:
        """Copy to the device of the other."""
        return self.adopt(self.module.as_tensor(column, device=like.device))

    def fetch(self, array: Array) -> NDArray[Any]:
        """Copy to the host."""
        numbers: NDArray[Any] = array.cpu().numpy()
        return numbers

    def cast(self, array: Array, dtype: str) -> Array:
        """Return the same numbers in another type."""
        return array.to(getattr(self.module, dtype))

    def extremes(self, arrays: Sequence[Array]) -> list[tuple[int, int]]:
        """Find both in one pass over each array, and fetch all of them together."""
        bounds = [bound for array in arrays for bound in self.module.aminmax(array)]
        return _in_pairs(self.module.stack(bounds).tolist())

    def positions(self, like: Array) -> Array:
        """Return 0, 1, 2, … on the same device."""
        return self.module.arange(len(like), device=like.device)

    def nonzero(self, array: Array) -> Array:
        """Return where an array is not zero."""
        return self.module.nonzero(array, as_tuple=True)[0]

    def dense(self, rows: Lines, columns: Lines) -> Array:
        """Count by CuPy's kernels, if it is installed, in the stream in which PyTorch works."""
        device = rows.array.device
        if device.type != "cuda" or not has_kernels():
            return super().dense(rows, columns)
        both = [side._replace(array=side.array.contiguous()) for side in (rows, columns)]
        kind = getattr(self.module, kind_of_counts(rows))
        table = self.module.zeros(rows.width * columns.width, dtype=kind, device=device)
        stream = Stream(self.module.cuda.current_stream(device).cuda_stream)
        with stream.at_work(device.index):
            count_cells(both, table, lambda tensor: tensor.data_ptr())
        return table


class CuPy(Library):
    """CuPy, with kernels for the two passes over all items that a dense table needs."""

    def at_work(self, array: Array) -> AbstractContextManager[object]:
        """Compute on the GPU of the array."""
        context: AbstractContextManager[object] = array.device
        return context

    def adopt(self, labels: Any) -> Array:
        """Take what any library has on the GPU."""
        if isinstance(labels, self.module.ndarray):
            return labels
        if hasattr(labels, "__dlpack__"):
            return self.module.from_dlpack(labels)
        return self.module.asarray(labels)

    def fetch(self, array: Array) -> NDArray[Any]:
        """Copy to the host."""
        numbers: NDArray[Any] = array.get()
        return numbers

    def extremes(self, arrays: Sequence[Array]) -> list[tuple[int, int]]:
        """Find both in one pass over each array, and fetch all of them together."""
        if not has_kernels():
            return super().extremes(arrays)
        bounds = self.module.asarray(np.tile(_NO_BOUNDS, (len(arrays), 1)))
        for array, own in zip(arrays, bounds, strict=True):
            column = self.module.ascontiguousarray(array)
            find_bounds(column, own)
        return _in_pairs(bounds.get().ravel().tolist())

    def dense(self, rows: Lines, columns: Lines) -> Array:
        """Count by a kernel."""
        if not has_kernels():
            return super().dense(rows, columns)
        contiguous = self.module.ascontiguousarray
        both = [side._replace(array=contiguous(side.array)) for side in (rows, columns)]
        table = self.module.zeros(rows.width * columns.width, kind_of_counts(rows))
        count_cells(both, table, lambda array: array.data.ptr)
        return table


_NO_BOUNDS = np.array([2**63 - 1, -(2**63)])


def _in_pairs(bounds: list[int]) -> list[tuple[int, int]]:
    return list(zip(bounds[::2], bounds[1::2], strict=True))


LIBRARIES: dict[str, Callable[[], Library]] = {
    "cupy": lambda: CuPy(import_module("cupy")),
    "torch": lambda: Torch(import_module("torch")),
    "jax": lambda: Jax(import_module("jax.numpy")),
    "jaxlib": lambda: Jax(import_module("jax.numpy")),
}
"""How each library is reached, by the first name of the modules of its arrays."""


def library_of(labels: object) -> Library | None:
    """Return the library of an array, or one that reads it where it is; None if there is none."""
    root = type(labels).__module__.partition(".")[0]
    readers = (name for name in ("cupy", "torch") if find_spec(name))
    name = root if root in LIBRARIES else next(readers, None)
    return None if name is None else _reached(name)


def counter_of(library: Library, sides: Sequence[Lines]) -> tuple[Library, Sequence[Lines]]:
    """Return what counts dense tables, and the sides as it reads them: of JAX, CuPy if it can."""
    if not isinstance(library, Jax) or not has_kernels():
        return library, sides
    cupy = _reached("cupy")
    return cupy, [side._replace(array=cupy.adopt(side.array)) for side in sides]


@cache
def _reached(name: str) -> Library:
    return LIBRARIES[name]()
