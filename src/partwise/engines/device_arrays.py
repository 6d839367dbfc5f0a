"""Labels on a GPU: counted there by the library of their arrays; only cells come to the host."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from partwise.base import AlignmentError
from partwise.clusterings import Clustering, Codes, Lone, Policies, noise_marks
from partwise.engines.coverage import Coverage, Side
from partwise.engines.inputs import REFERENCE
from partwise.engines.same_items import InMemory, Inputs
from partwise.tables import Cells, Contingency, PairCounts

Array: TypeAlias = Any
"""A one-dimensional array of integers of PyTorch, CuPy or JAX."""

_GPUS = (2, 10)  # CUDA and ROCm, as DLPack numbers them
_LIBRARIES = {"torch": "torch", "cupy": "cupy", "jaxlib": "jax.numpy", "jax": "jax.numpy"}
_MOST_DENSE = 2**24  # cells of a table that is counted without sorting


def are_on_device(clusterings: Mapping[str, object], policies: Policies) -> bool:
    """Whether all labels are integers on one GPU, and nothing is asked that needs the host."""
    first, *others = clusterings.values()
    if policies.weights is not None or not _is_on_device(first):
        return False
    place: Any = first
    return all(
        _is_on_device(other)
        and type(other) is type(place)
        and other.__dlpack_device__() == place.__dlpack_device__()  # type: ignore[attr-defined]
        for other in others
    )


def _is_on_device(labels: Any) -> bool:
    if type(labels).__module__.partition(".")[0] not in _LIBRARIES:
        return False
    if getattr(labels, "ndim", 0) != 1 or not hasattr(labels, "__dlpack_device__"):
        return False
    is_integer = str(labels.dtype).removeprefix("torch.") in _INTEGERS
    return is_integer and labels.__dlpack_device__()[0] in _GPUS


_INTEGERS = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32"}


class _Library:
    """What is asked of the library of an array; NumPy, CuPy and JAX have the same names for it."""

    def __init__(self, module: Any) -> None:
        self._module = module

    def cast(self, array: Array, bits: int) -> Array:
        return array.astype(f"int{bits}")

    def extremes(self, array: Array) -> tuple[int, int]:
        return int(array.min()), int(array.max())

    def positions(self, like: Array) -> Array:
        return self._module.arange(len(like), dtype="int64")

    def where(self, condition: Array, one: Array, other: Array) -> Array:
        return self._module.where(condition, one, other)

    def counts(self, codes: Array, length: int) -> tuple[Codes, Codes]:
        """Return the codes that occur, and how often."""
        counts = self._module.bincount(codes, minlength=length)
        (present,) = self._module.nonzero(counts)
        return self.on_host(present), self.on_host(counts[present])

    def distinct(self, codes: Array) -> tuple[Codes, Codes]:
        """Return the same where codes are far apart."""
        values, counts = self._module.unique(codes, return_counts=True)
        return self.on_host(values), self.on_host(counts)

    def numbered(self, array: Array) -> tuple[Array, Codes]:
        """Return the labels as 0, 1, 2, … in their order, and what they were."""
        values, codes = self._module.unique(array, return_inverse=True)
        return codes, self.on_host(values)

    def on_host(self, array: Array) -> Codes:
        return np.asarray(array.get() if hasattr(array, "get") else array).astype(np.int64)


class _Torch(_Library):
    """PyTorch, where it differs."""

    def cast(self, array: Array, bits: int) -> Array:
        return array.to(getattr(self._module, f"int{bits}"))

    def extremes(self, array: Array) -> tuple[int, int]:
        low, high = self._module.aminmax(array)
        return int(low), int(high)

    def positions(self, like: Array) -> Array:
        return self._module.arange(len(like), device=like.device)

    def counts(self, codes: Array, length: int) -> tuple[Codes, Codes]:
        counts = self._module.bincount(codes, minlength=length)
        (present,) = self._module.nonzero(counts, as_tuple=True)
        return self.on_host(present), self.on_host(counts[present])

    def on_host(self, array: Array) -> Codes:
        numbers: Codes = array.cpu().numpy().astype(np.int64)
        return numbers


def _library_of(array: Array) -> _Library:
    root = type(array).__module__.partition(".")[0]
    module = import_module(_LIBRARIES.get(root, root))
    return _Torch(module) if root == "torch" else _Library(module)


def count_on_device(first: Array, second: Array) -> Contingency:
    """Count the cells of two columns of integers of equal length, where they are.

    The table is the same as on the host, to the last bit and in the same order.

    Examples
    --------
    >>> count_on_device(np.array([7, 7, 5]), np.array([1, 1, 2])).cells.counts.tolist()
    [1, 2]
    """
    library = _library_of(first)
    if len(first) == 0:
        return Contingency(Cells(*(np.zeros(0, np.int64) for _ in range(3))), (), ())
    sides = [_Side.of(library, column) for column in (first, second)]
    if sides[0].width * sides[1].width >= 2**63:
        sides = [side.numbered(library) for side in sides]
    rows, columns = sides
    cells = rows.width * columns.width
    bits = 32 if cells < 2**31 else 64
    codes = rows.codes(library, bits) * columns.width + columns.codes(library, bits)
    found = library.counts(codes, cells) if cells <= _MOST_DENSE else library.distinct(codes)
    keys, counts = found
    (kept_rows, row), (kept_columns, column) = (
        np.unique(part, return_inverse=True) for part in np.divmod(keys, columns.width)
    )
    return Contingency(
        Cells(row.reshape(-1), column.reshape(-1), counts),
        rows.labels(kept_rows),
        columns.labels(kept_columns),
    )


@dataclass(frozen=True)
class _Side:
    """A column of labels as numbers from 0: its smallest label is 0, or ``names`` has them."""

    column: Array
    low: int
    width: int
    names: Codes | None = None

    @classmethod
    def of(cls, library: _Library, column: Array) -> _Side:
        low, high = library.extremes(column)
        return cls(column, low, high - low + 1)

    def numbered(self, library: _Library) -> _Side:
        column, names = library.numbered(self.column)
        return _Side(column, 0, len(names), names)

    def codes(self, library: _Library, bits: int) -> Array:
        fits = self.low >= -(2**31) and self.low + self.width <= 2**31
        wide = library.cast(self.column, bits if fits else 64)
        return library.cast(wide - self.low if self.low else wide, bits)

    def labels(self, codes: Codes) -> Codes:
        return codes + self.low if self.names is None else self.names[codes]


@dataclass(frozen=True, eq=False)
class OnDevice(Inputs):
    """Clusterings whose labels are on a GPU: tables are counted there, each once."""

    columns: Mapping[str, _Column]
    tables: dict[tuple[str, str], Contingency]

    @property
    def most_at_once(self) -> int:
        """One: a GPU uses all of itself."""
        return 1

    def table(self, name: str, reference: str = REFERENCE) -> Contingency:
        """Count on the GPU."""
        if (reference, name) not in self.tables:
            self.tables[reference, name] = _count(self.columns[reference], self.columns[name])
        return self.tables[reference, name]

    def pair_counts(self, first: str, second: str) -> PairCounts:
        """Take them from the table."""
        return self.table(second, first).pair_counts

    def __exit__(self, *error: object) -> None:
        """Nothing is held."""


Load: TypeAlias = Callable[[Mapping[str, object], Policies], InMemory]


class _Copies(Mapping[str, Clustering]):
    """The clusterings on the host, copied when single items are asked for."""

    def __init__(self, arrays: Mapping[str, Array], policies: Policies, load: Load) -> None:
        self._arrays, self._policies, self._load = arrays, policies, load

    @cached_property
    def _loaded(self) -> Mapping[str, Clustering]:
        copies = {name: _library_of(array).on_host(array) for name, array in self._arrays.items()}
        return self._load(copies, self._policies).clusterings

    def __getitem__(self, name: str) -> Clustering:
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)


def read_on_device(arrays: Mapping[str, Array], policies: Policies, load: Load) -> OnDevice:
    """Bring arrays on one GPU to the same items, and count them against the first."""
    _check_lengths(arrays)
    columns, noise = _settled(arrays, policies)
    first, *others = arrays
    tables = {(first, name): _count(columns[first], columns[name]) for name in others or [first]}
    clusters = {name: table.k_b for (_, name), table in tables.items()}
    table = next(iter(tables.values()))
    sides = {name: Side(len(array), 0, noise[name]) for name, array in arrays.items()}
    coverage = Coverage.of(sides, table.n, {**clusters, first: table.k_a}, policies)
    return OnDevice(_Copies(arrays, policies, load), coverage, policies, columns, tables)


def _check_lengths(arrays: Mapping[str, Array]) -> None:
    if len({len(array) for array in arrays.values()}) > 1:
        lengths = ", ".join(f"{name} {len(array):,}" for name, array in arrays.items())
        raise AlignmentError(f"the clusterings have different numbers of items: {lengths}")


def device_table(first: Array, second: Array, policies: Policies) -> Contingency:
    """Count two columns on their GPU, with the policy for noise applied there."""
    arrays = {REFERENCE: first, "the candidate": second}
    _check_lengths(arrays)
    columns, _ = _settled(arrays, policies)
    return _count(*columns.values())


class _Column(NamedTuple):
    """Labels with the policy for noise applied; those from ``lone`` on are of single items."""

    array: Array
    lone: int | None = None


def _settled(
    arrays: Mapping[str, Array], policies: Policies
) -> tuple[dict[str, _Column], dict[str, int]]:
    """Apply the policy for noise; return the columns, and how many items of each are noise."""
    marks = [mark for mark in noise_marks(policies.noise_label) if type(mark) is int]
    if not marks or not all(map(len, arrays.values())):
        return {name: _Column(array) for name, array in arrays.items()}, dict.fromkeys(arrays, 0)
    library = _library_of(next(iter(arrays.values())))
    noisy = {name: array == marks[0] for name, array in arrays.items()}
    counts = {name: int(is_noise.sum()) for name, is_noise in noisy.items()}
    columns = {name: _Column(array) for name, array in arrays.items()}
    if policies.noise == "drop" and any(counts.values()):
        kept = ~_any(list(noisy.values()))
        columns = {name: _Column(array[kept]) for name, array in arrays.items()}
    if policies.noise == "singletons":
        for name, array in arrays.items():
            if counts[name]:
                lone = library.extremes(array)[1] + 1
                alone = library.positions(array) + lone
                wide = library.cast(array, 64)
                columns[name] = _Column(library.where(noisy[name], alone, wide), lone)
    return columns, counts


def _any(flags: list[Array]) -> Array:
    result = flags[0]
    for other in flags[1:]:
        result = result | other
    return result


def _count(first: _Column, second: _Column) -> Contingency:
    table = count_on_device(first.array, second.array)
    if first.lone is second.lone is None:
        return table
    labels: Any = (table.row_labels, first.lone), (table.column_labels, second.lone)
    rows, columns = (
        [Lone(label - lone) if lone is not None and label >= lone else label for label in side]
        for side, lone in labels
    )
    return Contingency(table.cells, rows, columns, (table.row_sizes, table.column_sizes))
