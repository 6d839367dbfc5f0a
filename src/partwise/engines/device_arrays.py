"""Labels on a GPU: read and counted there, with every policy applied; one more place of labels.

What a GPU cannot do is done in memory, and a warning says so. Labels that the host would refuse
go to the host, which says why.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cache, partial, reduce
from operator import or_
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from partwise.clusterings import Clustering, Policies, noise_marks
from partwise.engines.coverage import Coverage, Side
from partwise.engines.device_kernels import Array, kind_name
from partwise.engines.device_libraries import Library, library_of
from partwise.engines.device_tables import Column, device_pair_counts, device_table
from partwise.engines.inputs import REFERENCE
from partwise.engines.same_items import InMemory, Inputs
from partwise.tables import AggregatedTable, PairCounts

_GPUS = (2, 10, 13)  # CUDA, ROCm and memory that CUDA manages, as DLPack numbers them
_WHOLE = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32"}
_REAL = {"float16", "bfloat16", "float32", "float64"}
_KINDS = {"bool"} | _WHOLE | _REAL
_BEYOND = 2.0**63


@dataclass(frozen=True)
class DeviceLabels:
    """Clusterings of the same items on one GPU, with all policies applied."""

    columns: Mapping[str, Column]
    sides: Mapping[str, Side]

    def table(self, first: str, second: str, max_cells: int) -> AggregatedTable:
        """Count cells on the GPU."""
        return device_table(self.columns[first], self.columns[second], max_cells)

    def pair_counts(self, first: str, second: str) -> PairCounts:
        """Count pairs of items on the GPU."""
        return device_pair_counts(self.columns[first], self.columns[second])


def read_device_labels(
    clusterings: Mapping[str, object], policies: Policies, *, counted: bool = False
) -> DeviceLabels | None:
    """Read labels of which some are on a GPU; None if the host is to read them.

    Arrays of numbers on the host are sent to the GPU. The items that are noise are counted where
    a policy or the caller asks for it.
    """
    gpus = {name: gpu for name, labels in clusterings.items() if (gpu := _gpu_of(labels))}
    if not gpus:
        return None
    first: Any = clusterings[next(iter(gpus))]
    library = library_of(first)
    reason = _why_not(clusterings, set(gpus.values()), policies)
    if library is None:
        reason = f"neither CuPy nor PyTorch is installed to read a {type(first).__name__}"
    if reason or library is None:
        message = f"labels were copied from the GPU and counted in memory, because {reason}"
        warnings.warn(message, UserWarning, stacklevel=4)
        return None
    like = library.adopt(first)
    with library.at_work(like):
        arrays = {
            name: library.adopt(labels) if name in gpus else library.send(_on_host(labels), like)
            for name, labels in clusterings.items()
        }
        return _settled(library, arrays, policies, counted)


def is_on_gpu(labels: object) -> bool:
    """Tell whether this is an array on a GPU."""
    return _gpu_of(labels) is not None


def _gpu_of(labels: Any) -> tuple[int, int] | None:
    """Return the GPU that holds an array, as DLPack numbers it."""
    if type(labels) in (list, dict, np.ndarray):
        return None
    if hasattr(labels, "__dlpack_device__"):
        try:
            kind, number = labels.__dlpack_device__()
        except (BufferError, RuntimeError, TypeError, ValueError):  # on several devices, or none
            return None
        return (int(kind), number) if kind in _GPUS else None
    return (_GPUS[0], 0) if hasattr(type(labels), "__cuda_array_interface__") else None


def fetched(clusterings: Mapping[str, object]) -> dict[str, object]:
    """Copy the arrays that are on a GPU to the host; everything else stays as it is."""
    return {
        name: library.fetch(library.adopt(labels))
        if _gpu_of(labels) and (library := library_of(labels))
        else labels
        for name, labels in clusterings.items()
    }


def _why_not(
    clusterings: Mapping[str, object], gpus: set[tuple[int, int]], policies: Policies
) -> str:
    """Say why labels cannot be counted on a GPU; nothing if they can."""
    if policies.weights is not None:
        return "weights are not supported on a GPU"
    if len(gpus) > 1:
        return "they are on different GPUs"
    for name, labels in clusterings.items():
        if getattr(labels, "ndim", 0) != 1 or not hasattr(labels, "dtype"):
            return f"{name} is not an array of numbers"
        if _kind_of(labels) not in _KINDS:
            return f"the labels of {name} are of type {_kind_of(labels)}"
    return ""


def _kind_of(array: Any) -> str:
    return kind_name(array.dtype)


def _on_host(labels: Any) -> Any:
    return labels if isinstance(labels, np.ndarray) else np.from_dlpack(labels)


def _settled(
    library: Library, arrays: Mapping[str, Array], policies: Policies, counted: bool
) -> DeviceLabels | None:
    """Apply the policies for missing labels and noise; None if the host is to refuse the labels."""
    n, *others = (array.shape[0] for array in arrays.values())
    if any(other != n for other in others):
        return None
    if n == 0:
        empty = {name: Column.of(library, array, (0, -1)) for name, array in arrays.items()}
        return DeviceLabels(empty, dict.fromkeys(arrays, Side(0, 0, 0)))
    read = _read(library, arrays, policies.noise_label, counted or bool(policies.noise))
    if read is None:
        return None
    if policies.missing == "raise" and any(labels.has_missing for labels in read.values()):
        return None
    dropped = [mask for labels in read.values() for mask in labels.marked(policies, "drop")]
    kept = ~reduce(or_, dropped) if dropped else None
    if kept is not None and not bool(kept.any()):
        return None
    columns = {name: labels.column(library, policies, kept) for name, labels in read.items()}
    return DeviceLabels(columns, {name: labels.side for name, labels in read.items()})


class _Read(NamedTuple):
    """Labels as whole numbers, their bounds, and which items have none or are noise, if any."""

    array: Array
    bounds: tuple[int, int]
    is_boolean: bool
    is_missing: Array | None
    is_noise: Array | None

    @property
    def has_missing(self) -> bool:
        """Tell whether an item has no label."""
        return self.is_missing is not None

    @property
    def side(self) -> Side:
        """What the clustering brought."""
        marked = (self.is_missing, self.is_noise)
        return Side(
            self.array.shape[0], *(0 if mask is None else int(mask.sum()) for mask in marked)
        )

    def marked(self, policies: Policies, policy: str) -> list[Array]:
        """Return which items a policy is for: those without a label, and noise."""
        masks = ((self.is_missing, policies.missing), (self.is_noise, policies.noise))
        return [mask for mask, chosen in masks if mask is not None and chosen == policy]

    def column(self, library: Library, policies: Policies, kept: Array | None) -> Column:
        """Make each item that is to be alone a cluster of its own, and leave out the others."""
        (low, high), array, lone = self.bounds, self.array, None
        alone = self.marked(policies, "singletons")
        if alone:
            lone, high = high + 1, high + len(array)
            own = library.positions(array) + lone
            array = library.module.where(reduce(or_, alone), own, library.cast(array, "int64"))
        array = array if kept is None else array[kept]
        return Column.of(library, array, (low, high), lone, self.is_boolean)


def _read(
    library: Library, arrays: Mapping[str, Array], noise_label: Hashable, mark_noise: bool
) -> dict[str, _Read] | None:
    """Read labels as whole numbers; None if they are none."""
    numbers = []
    for array in arrays.values():
        whole = _whole_numbers(library, array)
        if whole is None:
            return None
        numbers.append(whole)
    all_bounds = library.extremes([array for array, _ in numbers])
    read = {}
    for (name, labels), (array, is_missing), bounds in zip(
        arrays.items(), numbers, all_bounds, strict=True
    ):
        low, high = bounds
        if high + array.shape[0] >= _BEYOND:
            return None
        is_boolean, is_noise = _kind_of(labels) == "bool", None
        mark = _noise_mark(noise_label, is_boolean) if mark_noise else None
        if mark is not None and low <= mark <= high:
            is_noise = array == mark if is_missing is None else (array == mark) & ~is_missing
        read[name] = _Read(array, bounds, is_boolean, is_missing, is_noise)
    return read


def _whole_numbers(library: Library, array: Array) -> tuple[Array, Array | None] | None:
    """Return labels as whole numbers, and which are missing, if any; None if they are none."""
    kind = _kind_of(array)
    if kind not in _REAL:
        return library.cast(array, "uint8") if kind == "bool" else array, None
    array = library.cast(array, "float64")
    is_missing = library.module.isnan(array)
    array = library.module.where(is_missing, 0.0, array)
    is_whole = (library.module.trunc(array) == array) & (abs(array) < _BEYOND)
    if not bool(is_whole.all()):
        return None
    return library.cast(array, "int64"), is_missing if bool(is_missing.any()) else None


def _noise_mark(noise_label: Hashable, is_boolean: bool) -> int | None:
    """Return the number that marks noise; among booleans that is a boolean, and no number."""
    if isinstance(noise_label, bool | np.bool_):
        return int(noise_label) if is_boolean else None
    marks = (mark for mark in noise_marks(noise_label) if type(mark) is int)
    return None if is_boolean else next(marks, None)


Load: TypeAlias = Callable[[Mapping[str, object], Policies], InMemory]


@dataclass(frozen=True, eq=False)
class OnDevice(Inputs):
    """Clusterings whose labels are on a GPU: tables are counted there, each once."""

    labels: DeviceLabels
    tables: dict[tuple[str, str], AggregatedTable]

    @property
    def most_at_once(self) -> int:
        """One: a GPU uses all of itself."""
        return 1

    def table(self, name: str, reference: str = REFERENCE) -> AggregatedTable:
        """Count on the GPU."""
        pair = reference, name
        if pair not in self.tables:
            self.tables[pair] = self.labels.table(*pair, self.policies.max_cells)
        return self.tables[pair]

    def pair_counts(self, first: str, second: str) -> PairCounts:
        """Count on the GPU, without fetching a table."""
        return self.labels.pair_counts(first, second)

    def __exit__(self, *error: object) -> None:
        """Nothing is held."""


def inputs_on_device(
    clusterings: Mapping[str, object], policies: Policies, load: Load
) -> OnDevice | None:
    """Read clusterings on a GPU and count them against the first; None if the host is to."""
    labels = read_device_labels(clusterings, policies, counted=True)
    if labels is None:
        return None
    first, *others = clusterings
    tables = {
        (first, name): labels.table(first, name, policies.max_cells) for name in others or [first]
    }
    clusters = {name: table.k_b for (_, name), table in tables.items()}
    table = next(iter(tables.values()))
    clusters[first] = table.k_a
    on_host = cache(partial(_copied_labels, clusterings, policies, load))
    copies = {
        name: CopiedClustering(table.n, clusters[name], partial(_copied, on_host, name))
        for name in clusterings
    }
    coverage = Coverage.of(labels.sides, table.n, clusters, policies)
    return OnDevice(copies, coverage, policies, labels, tables)


def _copied_labels(
    clusterings: Mapping[str, object], policies: Policies, load: Load
) -> Mapping[str, Clustering]:
    message = "labels were copied from the GPU, because single items are needed"
    warnings.warn(message, UserWarning, stacklevel=4)
    return load(fetched(clusterings), policies).clusterings


def _copied(on_host: Callable[[], Mapping[str, Clustering]], name: str) -> Clustering:
    return on_host()[name]


class CopiedClustering(Clustering):
    """A clustering whose labels are copied from their GPU when its items are first asked for."""

    __slots__ = ("_clusters", "_load", "_n")

    def __init__(self, n: int, clusters: int, load: Callable[[], Clustering]) -> None:
        self._n, self._clusters, self._load = n, clusters, load

    @property
    def n(self) -> int:
        """Number of items."""
        return self._n

    @property
    def k(self) -> int:
        """Number of clusters."""
        return self._clusters

    def __getattr__(self, name: str) -> Any:
        if name not in Clustering.__slots__:
            raise AttributeError(name)
        copy = self._load()
        for slot in Clustering.__slots__:
            setattr(self, slot, getattr(copy, slot))
        return getattr(copy, name)
