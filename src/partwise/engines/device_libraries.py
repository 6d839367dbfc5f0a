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
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = Any
"""A one-dimensional array on a GPU."""


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


class Lines(NamedTuple):
    """Whole numbers on a GPU, of which ``low`` is not above the smallest, in a range of a width."""

    array: Array
    low: int
    width: int


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
        if not self._has_kernels(*arrays):
            return super().extremes(arrays)
        bounds = self.module.asarray(np.tile(_NO_BOUNDS, (len(arrays), 1)))
        for array, own in zip(arrays, bounds, strict=True):
            column = self.module.ascontiguousarray(array)
            self._launch("bounds", (column,), (column, np.int64(len(column)), own))
        return _in_pairs(bounds.get().ravel().tolist())

    def dense(self, rows: Lines, columns: Lines) -> Array:
        """Count in the shared memory of each block if the table fits there, else in global.

        Counts of less than 2^31 items are int32: half as much leaves the GPU.
        """
        if not self._has_kernels(rows.array, columns.array):
            return super().dense(rows, columns)
        n, cells = len(rows.array), rows.width * columns.width
        bits = 32 if n < 2**31 else 64
        table = self.module.zeros(cells, f"uint{bits}")
        both = [self.module.ascontiguousarray(side.array) for side in (rows, columns)]
        numbers = (np.int64(k) for k in (n, rows.low, columns.low, columns.width, cells))
        name = "count_shared" if cells <= _MOST_SHARED else "count_global"
        shared = 4 * cells if cells <= _MOST_SHARED else 0
        self._launch(name, (*both, table), (*both, *numbers, table), shared)
        return table.view(f"int{bits}")

    def _has_kernels(self, *arrays: Array) -> bool:
        is_hip = self.module.cuda.runtime.is_hip
        return not is_hip and all(array.dtype in _C_TYPES for array in arrays)

    def _launch(
        self, name: str, typed: tuple[Array, ...], arguments: tuple[Any, ...], shared: int = 0
    ) -> None:
        """Run a kernel for the types of its arrays on all of the GPU."""
        kernel = _kernel(name, tuple(_C_TYPES[array.dtype] for array in typed))
        most = _BLOCKS_OF_A_PROCESSOR * _processors(self.module.cuda.Device().id)
        blocks = min(most, -(-len(typed[0]) // _THREADS))
        kernel((blocks,), (_THREADS,), arguments, shared_mem=shared)


_NO_BOUNDS = np.array([2**63 - 1, -(2**63)])
_THREADS = 512
_BLOCKS_OF_A_PROCESSOR = 4
_MOST_SHARED = 12 * 1024  # cells of 32 bits in the 48 KiB that every GPU has for a block
_C_TYPES = {
    np.dtype("int8"): "signed char",
    np.dtype("int16"): "short",
    np.dtype("int32"): "int",
    np.dtype("int64"): "long long",
    np.dtype("uint8"): "unsigned char",
    np.dtype("uint16"): "unsigned short",
    np.dtype("uint32"): "unsigned int",
    np.dtype("uint64"): "unsigned long long",
}


def _in_pairs(bounds: list[int]) -> list[tuple[int, int]]:
    return list(zip(bounds[::2], bounds[1::2], strict=True))


@cache
def _processors(device: int) -> int:
    count: int = import_module("cupy").cuda.Device(device).attributes["MultiProcessorCount"]
    return count


@cache
def _kernel(name: str, types: tuple[str, ...]) -> Any:
    """Compile a kernel for these types of columns and table."""
    unused = ("", "int", "unsigned int")[len(types) :]
    names = zip((*types, *unused), "ABC", strict=True)
    aliases = "".join(f"typedef {kind} {letter};\n" for kind, letter in names)
    return import_module("cupy").RawKernel(aliases + _SOURCE, name)


_SOURCE = r"""
typedef long long Number;

// Runs of equal cells are added at once: a cell that many items share is no bottleneck.
template <typename Add>
__device__ void walk(const A* __restrict__ a, const B* __restrict__ b, Number n, Number low_a,
                     Number low_b, Number width, Add add) {
  const Number step = Number(gridDim.x) * blockDim.x;
  Number last = -1;
  unsigned int run = 0;
#pragma unroll 4
  for (Number i = Number(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step) {
    const Number cell = (Number(a[i]) - low_a) * width + (Number(b[i]) - low_b);
    if (cell != last) {
      if (run) add(last, run);
      last = cell;
      run = 0;
    }
    ++run;
  }
  if (run) add(last, run);
}

extern "C" __global__ void count_global(const A* a, const B* b, Number n, Number low_a,
                                        Number low_b, Number width, Number cells, C* table) {
  walk(a, b, n, low_a, low_b, width,
       [=](Number cell, unsigned int run) { atomicAdd(&table[cell], C(run)); });
}

extern "C" __global__ void count_shared(const A* a, const B* b, Number n, Number low_a,
                                        Number low_b, Number width, Number cells, C* table) {
  extern __shared__ unsigned int own[];
  for (Number cell = threadIdx.x; cell < cells; cell += blockDim.x) own[cell] = 0;
  __syncthreads();
  walk(a, b, n, low_a, low_b, width,
       [=](Number cell, unsigned int run) { atomicAdd(&own[cell], run); });
  __syncthreads();
  for (Number cell = threadIdx.x; cell < cells; cell += blockDim.x)
    if (own[cell]) atomicAdd(&table[cell], C(own[cell]));
}

extern "C" __global__ void bounds(const A* a, Number n, Number* extremes) {
  const Number step = Number(gridDim.x) * blockDim.x;
  Number low = a[0], high = a[0];
  for (Number i = Number(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step) {
    const Number label = a[i];
    low = label < low ? label : low;
    high = label > high ? label : high;
  }
  for (int lane = 16; lane > 0; lane /= 2) {
    const Number other_low = __shfl_down_sync(0xffffffffu, low, lane);
    const Number other_high = __shfl_down_sync(0xffffffffu, high, lane);
    low = other_low < low ? other_low : low;
    high = other_high > high ? other_high : high;
  }
  if (threadIdx.x % 32 == 0) {
    atomicMin(&extremes[0], low);
    atomicMax(&extremes[1], high);
  }
}
"""

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


FEW_ITEMS = 2**22
"""So few are counted by PyTorch sooner than its arrays are handed to CuPy."""


def counter_of(library: Library, n: int) -> Library:
    """Return what counts dense tables of n items: CuPy's kernels, if it is installed."""
    gains = isinstance(library, Jax) or (isinstance(library, Torch) and n >= FEW_ITEMS)
    return _reached("cupy") if gains and _has_cupy() else library


@cache
def _reached(name: str) -> Library:
    return LIBRARIES[name]()


@cache
def _has_cupy() -> bool:
    """Tell whether CuPy is installed and finds a GPU."""
    try:
        return bool(import_module("cupy").cuda.is_available())
    except ImportError:
        return False
