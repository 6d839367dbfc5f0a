"""A stand-in for arrays on a GPU, with NumPy as their library: it shows what reaches the host."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import NDArray

from partwise.engines import device_libraries
from partwise.engines.device_kernels import Lines
from partwise.engines.device_libraries import Library


class DeviceArray(NDArrayOperatorsMixin):
    """An array that computes as NumPy does and refuses to become an array of NumPy.

    What comes to the host as a single number does so by ``int`` and ``bool``, as from a GPU.
    """

    __array_priority__ = 1

    def __init__(self, values: Any, gpu: int = 0) -> None:
        self._values, self._gpu = np.asarray(values), gpu

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, self._gpu

    def __array__(self, *args: object, **options: object) -> NDArray[Any]:
        raise TypeError("labels were copied to the host")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return _on_device(getattr(ufunc, method)(*map(_values_of, inputs), **options))

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        return _on_device(function(*map(_values_of, args), **options))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in {"get", "columns", "labels", "values"}:
            raise AttributeError(name)
        member = getattr(self._values, name)
        if not callable(member):
            return member
        return lambda *args, **options: _on_device(member(*map(_values_of, args), **options))

    def __getitem__(self, place: Any) -> Any:
        return _on_device(self._values[_values_of(place)])

    def __iter__(self) -> Iterator[Any]:
        raise TypeError("labels were copied to the host, one by one")

    def __len__(self) -> int:
        return len(self._values)

    def __int__(self) -> int:
        return int(self._values)

    def __bool__(self) -> bool:
        return bool(self._values)


def _values_of(array: Any) -> Any:
    return array._values if isinstance(array, DeviceArray) else array


def _on_device(result: Any) -> Any:
    if isinstance(result, tuple):
        return tuple(map(_on_device, result))
    return DeviceArray(result) if isinstance(result, np.ndarray | np.generic) else result


class NumPyAsDevice(Library):
    """NumPy, as if its arrays were on a GPU; counts the numbers that it fetches."""

    def __init__(self) -> None:
        super().__init__(np)
        self.fetched = 0

    def send(self, column: NDArray[Any], like: DeviceArray) -> DeviceArray:
        del like
        return DeviceArray(column)

    def dense(self, rows: Lines, columns: Lines) -> DeviceArray:
        counts: DeviceArray = super().dense(rows, columns).astype("int32")  # as CuPy's kernels do
        return counts

    def fetch(self, array: DeviceArray) -> NDArray[Any]:
        self.fetched += array.size
        values: NDArray[Any] = array._values
        return values


@contextmanager
def numpy_as_device() -> Iterator[NumPyAsDevice]:
    """Let the stand-in be read as arrays of PyTorch, CuPy and JAX are."""
    library = NumPyAsDevice()
    root = DeviceArray.__module__.partition(".")[0]
    device_libraries.LIBRARIES[root] = lambda: library
    device_libraries._reached.cache_clear()
    try:
        yield library
    finally:
        del device_libraries.LIBRARIES[root]
        device_libraries._reached.cache_clear()
