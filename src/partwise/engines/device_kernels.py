"""CUDA kernels that CuPy compiles, for the two passes over all items that a dense table needs.

They read the memory of any library by its address.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

import numpy as np

Array: TypeAlias = Any
"""A one-dimensional array on a GPU."""


class Lines(NamedTuple):
    """Whole numbers on a GPU, of which ``low`` is not above the smallest, in a range of a width."""

    array: Array
    low: int
    width: int


class Stream(NamedTuple):
    """A CUDA stream of another library, as the protocol of such streams has it."""

    address: int

    def __cuda_stream__(self) -> tuple[int, int]:
        return 0, self.address

    @contextmanager
    def at_work(self, device: int) -> Iterator[None]:
        """Let CuPy launch its kernels on a GPU in this stream."""
        cuda = import_module("cupy").cuda
        with cuda.Device(device):
            if hasattr(cuda.Stream, "from_external"):  # from CuPy 14 on
                stream = cuda.Stream.from_external(self)
            else:
                stream = cuda.ExternalStream(self.address)
            with stream:
                yield


@cache
def has_kernels() -> bool:
    """Tell whether CuPy is installed, finds a GPU and compiles for it with CUDA."""
    try:
        cuda = import_module("cupy").cuda
    except ImportError:
        return False
    return bool(cuda.is_available()) and not cuda.runtime.is_hip


@cache
def kind_name(dtype: Hashable) -> str:
    """Return the name that NumPy has for a type of any library."""
    return str(dtype).removeprefix("torch.")


def kind_of_counts(rows: Lines) -> str:
    """Return the type of counts: of less than 2^31 items 32 bits, as half as much is fetched."""
    return "int32" if rows.array.shape[0] < 2**31 else "int64"


def count_cells(sides: Sequence[Lines], table: Array, address: Callable[[Array], int]) -> None:
    """Count in the shared memory of each block if the table fits there, else in global.

    All arrays are contiguous, and the table has zeros.
    """
    rows, columns = sides
    n, cells = rows.array.shape[0], rows.width * columns.width
    first, second, counts = (np.uint64(address(a)) for a in (rows.array, columns.array, table))
    numbers = (np.int64(k) for k in (n, rows.low, columns.low, columns.width, cells))
    types = (
        _C_TYPES[kind_name(rows.array.dtype)],
        _C_TYPES[kind_name(columns.array.dtype)],
        _C_COUNTS[kind_name(table.dtype)],
    )
    arguments = (first, second, *numbers, counts)
    if cells <= _MOST_SHARED:
        _launch("count_shared", types, n, arguments, shared=4 * cells)
    else:
        _launch("count_global", types, n, arguments)


def find_bounds(column: Array, bounds: Array) -> None:
    """Lower the first of two numbers to the smallest label of CuPy's, raise the other likewise."""
    n = len(column)
    _launch("bounds", (_C_TYPES[kind_name(column.dtype)],), n, (column, np.int64(n), bounds))


def _launch(
    name: str, types: tuple[str, ...], n: int, arguments: tuple[Any, ...], shared: int = 0
) -> None:
    """Run a kernel for n items of these types on all of the current GPU."""
    most = _BLOCKS_OF_A_PROCESSOR * _processors(import_module("cupy").cuda.Device().id)
    blocks = min(most, -(-n // _THREADS))
    _kernel(name, types)((blocks,), (_THREADS,), arguments, shared_mem=shared)


_THREADS = 512
_BLOCKS_OF_A_PROCESSOR = 4
_MOST_SHARED = 12 * 1024  # cells of 32 bits in the 48 KiB that every GPU has for a block
_C_COUNTS = {"int32": "unsigned int", "int64": "unsigned long long"}
_C_TYPES = {
    "int8": "signed char",
    "int16": "short",
    "int32": "int",
    "int64": "long long",
    "uint8": "unsigned char",
    "uint16": "unsigned short",
    "uint32": "unsigned int",
}


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
