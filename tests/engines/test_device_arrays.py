"""Labels on a GPU give what the same labels give on the host.

Everything runs on a stand-in whose library is NumPy, and on PyTorch, CuPy and JAX where they are
installed: on a GPU if they find one, else PyTorch and JAX take the memory of the host for it.
PyTorch and JAX run alone, and with CuPy's kernels where it is installed.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import partwise as pw
from partwise.engines import device_arrays, device_libraries, device_tables
from partwise.errors import AlignmentError, InputError, MissingLabelError, NothingLeftError
from partwise.tables import AggregatedTable
from support.device_arrays import DeviceArray, numpy_as_device

Put = Callable[[NDArray[Any]], object]


def _torch() -> Put:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    return lambda labels: torch.from_numpy(labels.copy()).to(device)


def _cupy() -> Put:
    cupy = pytest.importorskip("cupy", reason="CuPy is not installed")
    if not cupy.cuda.is_available():
        pytest.skip("CuPy finds no GPU")
    return cupy.asarray  # type: ignore[no-any-return]


def _jax() -> Put:
    jax = pytest.importorskip("jax", reason="JAX is not installed")

    def put(labels: NDArray[Any]) -> Any:
        with device_libraries.Jax(jax.numpy).at_work(None):
            return jax.numpy.asarray(labels)

    return put


LIBRARIES = [
    "stand-in",
    "torch",
    "torch and kernels",
    "cupy and kernels",
    "jax",
    "jax and kernels",
]


@pytest.fixture(params=LIBRARIES)
def put(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Put]:
    """Copy an array of NumPy to a GPU."""
    library, _, kernels = request.param.partition(" and ")
    monkeypatch.setattr(device_arrays, "_GPUS", (1, 2))  # the host too, for arrays of GPU libraries
    if kernels:
        _cupy()
    else:
        monkeypatch.setattr(device_libraries, "has_kernels", lambda: False)
    with numpy_as_device(), warnings.catch_warnings():
        warnings.simplefilter("error")
        if library == "stand-in":
            yield DeviceArray
        else:
            yield {"torch": _torch, "cupy": _cupy, "jax": _jax}[library]()


@pytest.fixture
def put_quickly(put: Put, request: pytest.FixtureRequest) -> Put:
    """Leave out JAX on the host, which compiles everything anew for each number of items."""
    if request.node.callspec.params["put"] == "jax" and _is_on_host(put):
        pytest.skip("JAX finds no GPU, and compiles for long without one")
    return put


def _is_on_host(put: Put) -> bool:
    first: Any = put(np.zeros(1, np.int32))
    return put is DeviceArray or first.__dlpack_device__()[0] == 1


def _labels(n: int, k: int, kind: str = "int64", seed: int = 0) -> tuple[Any, Any]:
    """Return two clusterings that agree about most items; −1 is among the labels if it can be."""
    draw = np.random.default_rng(seed)
    low = 0 if kind.startswith("u") or kind == "bool" else -1
    reference = draw.integers(low, k, n)
    candidate = np.where(draw.random(n) < 0.7, reference, draw.integers(low, k, n))
    return reference.astype(kind), candidate.astype(kind)


def _check_same(device: pw.Contingency, host: pw.Contingency) -> None:
    assert device == host
    assert device.pair_counts == host.pair_counts
    for name in ("n", "k_a", "k_b", "row_maxima", "column_maxima", "same_clusters"):
        assert getattr(device, name) == getattr(host, name), name
    assert Counter(device.row_sizes.tolist()) == Counter(host.row_sizes.tolist())
    assert device.cells.counts.dtype == np.int64


KINDS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "float32", "float64"]
SIZES = [("int32", 1, 1), ("int64", 2000, 3), ("uint8", 2000, 100)]


@pytest.mark.parametrize(("kind", "n", "k"), [*((kind, 50, 4) for kind in KINDS), *SIZES])
def test_types_and_sizes(put: Put, kind: str, n: int, k: int) -> None:
    a, b = _labels(n, k, kind)
    ours = put(a), put(b)
    table, host = pw.contingency(*ours), pw.contingency(a, b)
    _check_same(table, host)
    for index in ("ARI", "AMI", "bcubed"):
        assert pw.score(*ours, index) == pw.score(a, b, index), index
    if not kind.startswith("f"):
        assert table.row_labels == host.row_labels  # in order, as from arrays of NumPy
        assert table.cells.counts.tolist() == host.cells.counts.tolist()
        assert table.cells.columns.tolist() == host.cells.columns.tolist()


def test_types_that_differ(put_quickly: Put) -> None:
    put = put_quickly
    a, b = _labels(200, 9)
    for first, second in (("int8", "uint32"), ("uint8", "int64"), ("int16", "float32")):
        one, other = abs(a).astype(first), abs(b).astype(second)
        _check_same(pw.contingency(put(one), put(other)), pw.contingency(one, other))


def test_labels_keep_their_kind(put: Put) -> None:
    flags = np.array([True, False, True, True])
    table = pw.contingency(put(flags), put(np.array([2.0, 3.0, 3.0, 2.0])))
    assert table.row_labels == (False, True)
    assert table.column_labels == (2, 3)
    assert [type(label) for label in table.row_labels] == [bool, bool]
    assert [type(label) for label in table.column_labels] == [int, int]


WIDE = [(0, 2**40), (-(2**63), 2**62), (2**31 - 3, 2**31 + 3), (-(2**31) - 2, -(2**31) + 2)]


@pytest.mark.parametrize("bounds", WIDE)
def test_labels_of_any_size(put_quickly: Put, bounds: tuple[int, int]) -> None:
    put = put_quickly
    draw = np.random.default_rng(1)
    names = draw.integers(*bounds, 40)
    a, b = names[draw.integers(0, 40, 500)], names[draw.integers(0, 40, 500)]
    _check_same(pw.contingency(put(a), put(b)), pw.contingency(a, b))
    assert pw.score(put(a), put(b), "ARI") == pw.score(a, b, "ARI")


def test_many_items_in_one_cell(put: Put) -> None:
    a = np.zeros(100_000, np.int32)
    b = a.copy()
    b[::1000] = 4000  # a table that is too large for the memory of one block
    _check_same(pw.contingency(put(a), put(b)), pw.contingency(a, b))


def test_views_that_are_not_contiguous(put: Put) -> None:
    a, b = _labels(400, 6)
    ours: Any = put(a), put(b)
    assert pw.score(ours[0][::3], ours[1][::3], "ARI") == pw.score(a[::3], b[::3], "ARI")


def test_no_items(put: Put) -> None:
    nothing = np.zeros(0, np.int32)
    assert pw.contingency(put(nothing), put(nothing)).n == 0
    assert pw.score(put(nothing), put(nothing), "ARI") == 1


ROUTES = {"dense": (2**24, 2**16), "dense on the GPU": (2**24, 0), "sorted": (0, 0)}


@pytest.mark.parametrize(
    ("route", "squares_fit"), [*((route, True) for route in ROUTES), ("sorted", False)]
)
def test_every_way_to_count(
    put_quickly: Put, route: str, squares_fit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = put_quickly
    monkeypatch.setattr(device_tables, "MOST_DENSE", ROUTES[route][0])
    monkeypatch.setattr(device_tables, "_MOST_FETCHED", ROUTES[route][1])
    if not squares_fit:
        monkeypatch.setattr(device_tables, "_SQUARES_FIT", 0)
    a, b = _labels(500, 12)
    a[a == 7] = 8  # a number without items
    host = pw.contingency(a, b)
    _check_same(pw.contingency(put(a), put(b)), host)
    assert pw.score(put(a), put(b), "CC") == pw.score(a, b, "CC")
    few: Any = pw.contingency(put(a), put(b), max_cells=10)
    assert type(few) is AggregatedTable
    _check_aggregated(few, host)


def _check_aggregated(few: Any, host: pw.Contingency) -> None:
    """Compare with the definition: cells that are alike, counted."""
    alike = Counter(zip(*(part.tolist() for part in host.blocks[:3]), strict=True))
    blocks = [part.tolist() for part in few.blocks]
    assert Counter(dict(zip(zip(*blocks[:3], strict=True), blocks[3], strict=True))) == alike
    names = ("pair_counts", "n", "k_a", "k_b", "n_cells", "row_maxima", "column_maxima")
    for name in (*names, "same_clusters", "size_overlap", "linked_pairs", "relation"):
        assert getattr(few, name) == getattr(host, name), name


def test_squares_beyond_63_bits() -> None:
    """Sums of squares of counts that no array of this size could have."""
    sizes = np.array([2**32, 2**32, 0, 3])
    total = device_tables._sum_of_squares(device_libraries.Library(np), sizes, 2**33 + 3)
    assert total == 2 * 2**64 + 9


POLICIES = [
    *product([None, "drop", "singletons", "cluster"], ["drop", "singletons"], [-1]),
    *product(["drop"], ["singletons"], ["-1", 0, 77, True]),
]


@pytest.mark.parametrize(("noise", "missing", "noise_label"), POLICIES)
def test_policies(put_quickly: Put, noise: Any, missing: Any, noise_label: Any) -> None:
    _check_policies(put_quickly, noise, missing, noise_label)


def test_policies_of_every_library(put: Put) -> None:
    _check_policies(put, "singletons", "drop", -1)


def _check_policies(put: Put, noise: Any, missing: Any, noise_label: Any) -> None:
    a, b = _labels(100, 5, "float64")
    a[::17] = b[::23] = np.nan
    policies = {"noise": noise, "missing": missing, "noise_label": noise_label}
    table, host = pw.contingency(put(a), put(b), **policies), pw.contingency(a, b, **policies)
    assert sorted(map(repr, table.row_labels)) == sorted(map(repr, host.row_labels))
    assert table.pair_counts == host.pair_counts
    for index in ("ARI", "AMI"):
        assert pw.score(put(a), put(b), index, **policies) == pw.score(a, b, index, **policies)
    others = {"x": b, "y": np.roll(b, 3)}
    sent = {name: put(labels) for name, labels in others.items()}
    ours = pw.compare(put(a), sent, ["ARI", "AMI"], **policies)
    theirs = pw.compare(a, others, ["ARI", "AMI"], **policies)
    assert ours.coverage == theirs.coverage
    assert (ours.values == theirs.values).all()


@pytest.mark.parametrize("noise_label", [True, False, 1, -1])
def test_noise_among_booleans(put_quickly: Put, noise_label: Any) -> None:
    put = put_quickly
    a, b = _labels(60, 2, "bool")
    for noise in ("drop", "singletons"):
        policies = {"noise": noise, "noise_label": noise_label}
        host = pw.contingency(a, b, **policies)
        assert pw.contingency(put(a), put(b), **policies).pair_counts == host.pair_counts


def test_noise_of_unsigned_labels_does_not_wrap(put: Put) -> None:
    a = np.array([255, 255, 1, 1, 0], np.uint8)
    assert pw.contingency(put(a), put(a), noise="drop").n == 5


def test_compare(put: Put) -> None:
    a, b = _labels(500, 8)
    others = {"split": b * 2 + np.arange(500) % 2, "merged": b // 2, "same": b}
    theirs = pw.compare(a, others)
    ours = pw.compare(put(a), {name: put(labels) for name, labels in others.items()})
    with pytest.warns(UserWarning, match="single items are needed") as notes:
        assert str(ours) == str(theirs)
    assert len(notes) == 1
    assert str(ours) == str(theirs)  # and no second note, which would be an error
    assert ours.to_dict() == theirs.to_dict()
    assert ours.reference == pw.Clustering(a)


def test_many_candidates(put: Put) -> None:
    a, b = _labels(300, 6)
    several = {"x": b, "y": b // 2}
    ours: Any = pw.scores(put(a), {name: put(labels) for name, labels in several.items()})
    theirs: Any = pw.scores(a, several)
    for name in several:
        assert dict(ours[name]) == dict(theirs[name])


@pytest.mark.parametrize("index", ["ARI", "AMI", "wallace_1"])
def test_pairwise(put: Put, index: str) -> None:
    a, b = _labels(300, 6)
    arrays = {"a": a, "b": b, "c": a // 2}
    ours = pw.pairwise({name: put(labels) for name, labels in arrays.items()}, index)
    assert (ours.values == pw.pairwise(arrays, index).values).all()


def test_arrays_of_the_host_are_sent_to_the_gpu(put: Put) -> None:
    a, b = _labels(300, 6)
    assert pw.score(put(a), b, "ARI") == pw.score(a, put(b), "ARI") == pw.score(a, b, "ARI")
    assert pw.compare(a, {"b": put(b)}).scores["b"]["AMI"] == pw.score(a, b, "AMI")


def _fallbacks(a: NDArray[Any], b: NDArray[Any], put: Put) -> dict[str, Any]:
    return {
        "weights are not supported": lambda: pw.score(put(a), put(b), "ARI", weights=[1] * len(a)),
        "is not an array of numbers": lambda: pw.score(put(a), b.tolist(), "ARI"),
        "of type uint64": lambda: pw.score(a.astype(np.uint64), put(b), "ARI"),
    }


@pytest.mark.parametrize(
    "reason", ["weights are not supported", "is not an array of numbers", "of type uint64"]
)
def test_what_a_gpu_cannot_do_is_done_in_memory_with_a_note(put: Put, reason: str) -> None:
    a, b = _labels(50, 4, "uint8")
    with pytest.warns(UserWarning, match=f"counted in memory, because .*{reason}") as notes:
        assert _fallbacks(a, b, put)[reason]() == pw.score(a, b, "ARI")
    assert len(notes) == 1


def test_labels_on_different_gpus() -> None:
    a, b = _labels(50, 4)
    with numpy_as_device(), pytest.warns(UserWarning, match="they are on different GPUs"):
        assert pw.score(DeviceArray(a, 0), DeviceArray(b, 1), "ARI") == pw.score(a, b, "ARI")


def test_labels_that_are_refused_on_the_host_are_refused_alike(put: Put) -> None:
    whole, missing = np.array([0.0, 1.0, 1.0]), np.array([0.0, np.nan, 1.0])
    with pytest.raises(InputError, match=r"label 0\.5 at position 1 is not a whole number"):
        pw.score(put(whole), put(np.array([0.0, 0.5, 1.0])), "ARI")
    with pytest.raises(MissingLabelError, match="1 of 3 labels are missing"):
        pw.score(put(whole), put(missing), "ARI")
    with pytest.raises(AlignmentError, match="3 items and the candidate has 2"):
        pw.score(put(whole), put(whole[:2]), "ARI")
    with pytest.raises(NothingLeftError, match="no items are left"):
        pw.score(put(whole), put(whole * 0 - 1), "ARI", noise="drop")


def test_only_sums_leave_the_gpu_for_pair_counts() -> None:
    a, b = _labels(9000, 300)
    with numpy_as_device() as library:
        pw.score(DeviceArray(a), DeviceArray(b), "ARI")
        assert library.fetched == 0
        pw.pairwise([DeviceArray(a), DeviceArray(b)], "CC")
        cells = pw.contingency(DeviceArray(a), DeviceArray(b)).n_cells
        assert library.fetched > 3 * cells  # the tables against the first, and this one
        assert library.fetched < 12 * cells


def test_labels_are_copied_when_items_are_asked_for() -> None:
    a, b = _labels(50_000, 3)
    with numpy_as_device() as library:
        comparison = pw.compare(DeviceArray(a), {"b": DeviceArray(b)}, ["ARI", "AMI"])
        assert comparison.scores["b"]["ARI"] == pw.score(a, b, "ARI")
        assert library.fetched < 100
        assert comparison.reference.n == 50_000
        assert library.fetched < 100
        with pytest.warns(UserWarning, match="labels were copied from the GPU"):
            assert comparison.reference == pw.Clustering(a)
        assert library.fetched > 100_000


class _Interface:
    """An array of a library that partwise does not know, which offers a protocol alone."""

    def __init__(self, array: Any) -> None:
        self._array = array
        self.dtype, self.ndim = array.dtype, array.ndim

    def __len__(self) -> int:
        return len(self._array)


class _WithDLPack(_Interface):
    def __dlpack_device__(self) -> Any:
        return self._array.__dlpack_device__()

    def __dlpack__(self, **options: Any) -> Any:
        return self._array.__dlpack__(**options)


class _WithCuda(_Interface):
    @property
    def __cuda_array_interface__(self) -> Any:
        return self._array.__cuda_array_interface__


@pytest.mark.parametrize("protocol", [_WithDLPack, _WithCuda])
def test_arrays_of_other_libraries(protocol: type[_Interface]) -> None:
    put = _cupy()
    a, b = _labels(300, 6)
    assert pw.score(protocol(put(a)), protocol(put(b)), "ARI") == pw.score(a, b, "ARI")


@pytest.mark.parametrize("k", [3, 90, 2000, 5000])
def test_many_items(put: Put, k: int) -> None:
    if _is_on_host(put):
        pytest.skip("there is no GPU")
    a, b = _labels(3_000_000, k, "int32")
    assert pw.contingency(put(a), put(b), max_cells=10**9) == pw.contingency(a, b)
    assert pw.score(put(a), put(b), "ARI") == pw.score(a, b, "ARI")
