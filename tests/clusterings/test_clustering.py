"""Labels in any container become a clustering; nonsense is refused with a message that helps."""

from __future__ import annotations

import copy
import pickle
from collections import UserDict
from collections.abc import Callable, Hashable, Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import networkx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from scipy.sparse import csr_array

import partwise as pw
from partwise import Clustering, PartwiseError
from partwise.errors import InputError, MissingLabelError
from support.partitions import blocks, grouped

BIG = 2**64 - 1
WORDS = ["b", "a", "b", "b"]
NUMBERS = [7, 3, 7, 7]
ENDS = [-(2**63), 2**63 - 1, -(2**63), -(2**63)]
WIDE = [2**90, 3, 2**90, 2**90]
MANY = [10**30, -(10**25), 10**30, 10**30]

# Each is four items, of which the second is apart: the expected labels are those written here.
CONTAINERS: dict[str, tuple[object, list[Any]]] = {
    "list": (NUMBERS, NUMBERS),
    "tuple": (tuple(WORDS), WORDS),
    "generator": ((x for x in WORDS), WORDS),
    "beyond 64 bits": (MANY, MANY),
    "whole floats": ([7.0, 3, 7, 7.0], NUMBERS),
    "huge whole floats": ([1e20, 3.0, 1e20, 1e20], [10**20, 3, 10**20, 10**20]),
    "tuples": ([(1, 2), (1, 3), (1, 2), (1, 2)], [(1, 2), (1, 3), (1, 2), (1, 2)]),
    "fractions": ([Fraction(1, 2), 1, Fraction(1, 2), Fraction(2, 4)], [0.5, 1, 0.5, 0.5]),
    "numpy scalars": ([np.int8(7), np.uint64(3), 7, np.float32(7)], NUMBERS),
    **{
        f"numpy {dtype}": (np.array(NUMBERS, dtype), NUMBERS)
        for dtype in "bBhHiIlLqQefdg"  # every integer and every real floating dtype
    },
    "numpy uint64": (np.array([BIG, 2**63, BIG, BIG], np.uint64), [BIG, 2**63, BIG, BIG]),
    "numpy uint64 close": (np.array([BIG, BIG - 1, BIG, BIG], np.uint64), [BIG, BIG - 1, BIG, BIG]),
    "numpy int64 ends": (np.array(ENDS), ENDS),
    "numpy bool": (np.array([True, False, True, True]), [True, False, True, True]),
    "numpy text": (np.array(WORDS), WORDS),
    **(
        {"numpy StringDType": (np.array(WORDS, np.dtypes.StringDType()), WORDS)}
        if hasattr(np.dtypes, "StringDType")  # since NumPy 2
        else {}
    ),
    "numpy bytes": (np.array([b"b", b"a", b"b", b"b"]), [b"b", b"a", b"b", b"b"]),
    "numpy object": (np.array([7, "a", 7, 7.0], object), [7, "a", 7, 7]),
    "numpy huge floats": (np.array([1e20, 3, 1e20, 1e20]), [10**20, 3, 10**20, 10**20]),
    "numpy dates": (
        np.array(["2020-01-01", "2021-01-01", "2020-01-01", "2020-01-01"], "M8[D]"),
        [date(2020, 1, 1), date(2021, 1, 1), date(2020, 1, 1), date(2020, 1, 1)],
    ),
    "numpy masked, none hidden": (np.ma.array(NUMBERS), NUMBERS),
    "pandas int": (pd.Series(NUMBERS), NUMBERS),
    "pandas Int64": (pd.Series(NUMBERS, dtype="Int64"), NUMBERS),
    "pandas UInt64": (pd.Series([BIG, 2**63, BIG, BIG], dtype="UInt64"), [BIG, 2**63, BIG, BIG]),
    "pandas float": (pd.Series([7.0, 3, 7, 7]), NUMBERS),
    "pandas text": (pd.Series(WORDS), WORDS),
    "pandas string": (pd.Series(WORDS, dtype="string"), WORDS),
    "pandas category": (pd.Series(WORDS, dtype="category"), WORDS),
    "pandas boolean": (pd.Series([True, False, True, True], dtype="boolean"), [1, 0, 1, 1]),
    "pandas arrow": (pd.Series(NUMBERS, dtype=pd.ArrowDtype(pa.int64())), NUMBERS),
    "pandas Categorical": (pd.Categorical(WORDS), WORDS),
    "pandas Index": (pd.Index(WORDS), WORDS),
    "pandas .values of text": (pd.Series(WORDS).values, WORDS),
    "pandas .values of Int64": (pd.Series(NUMBERS, dtype="Int64").values, NUMBERS),
    "pandas .array": (pd.Series(NUMBERS).array, NUMBERS),
    "polars int": (pl.Series(NUMBERS), NUMBERS),
    "polars UInt64": (pl.Series([BIG, 2**63, BIG, BIG], dtype=pl.UInt64), [BIG, 2**63, BIG, BIG]),
    "polars Int128": (pl.Series(WIDE, dtype=pl.Int128), WIDE),
    "polars text": (pl.Series(WORDS), WORDS),
    "polars Categorical": (pl.Series(WORDS, dtype=pl.Categorical), WORDS),
    "polars Enum": (pl.Series(WORDS, dtype=pl.Enum(["a", "b"])), WORDS),
    "polars bool": (pl.Series([True, False, True, True]), [True, False, True, True]),
    "pyarrow Array": (pa.array(NUMBERS), NUMBERS),
    "pyarrow uint64": (pa.array([BIG, 2**63, BIG, BIG], pa.uint64()), [BIG, 2**63, BIG, BIG]),
    "pyarrow text": (pa.array(WORDS, pa.large_string()), WORDS),
    "pyarrow ChunkedArray": (pa.chunked_array([[7, 3], [], [7, 7]], pa.int64()), NUMBERS),
    "pyarrow DictionaryArray": (pa.array(WORDS).dictionary_encode(), WORDS),
    "pyarrow chunked dictionaries": (
        pa.chunked_array([pa.array(part).dictionary_encode() for part in (["b", "a"], ["b"] * 2)]),
        WORDS,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CONTAINERS)
def test_container(name: str) -> None:
    labels, expected = CONTAINERS[name]
    c = Clustering(labels)
    assert (c.n, c.k, len(c), c.total, c.dropped) == (4, 2, 4, 4, ())
    assert c.codes.tolist() == [0, 1, 0, 0]
    assert c.sizes.tolist() == [3, 1]
    assert list(c.labels) == expected
    assert c.cluster_labels == (c.labels[0], c.labels[1])
    assert c.has_names == isinstance(labels, pd.Series)  # a series is matched by its index
    assert c.items == (0, 1, 2, 3)
    assert list(c.clusters()) == [(0, 2, 3), (1,)]
    assert not c.is_trivial


def test_range_and_one_item_are_all_singletons() -> None:
    c = Clustering(range(5, 0, -1))
    assert c.labels == (5, 4, 3, 2, 1)
    assert (c.k, c.is_trivial) == (5, True)
    one = Clustering(["only"])
    assert (one.n, one.k, one.labels, one.is_trivial) == (1, 1, ("only",), True)


def test_pandas_index_names_the_items() -> None:
    c = Clustering(pd.Series([1, 2, 1], index=["x", "y", "z"]))
    assert (c.items, c.has_names) == (("x", "y", "z"), True)
    assert Clustering(pd.Series([1, 2, 1], index=[3, 4, 5])).items == (3, 4, 5)
    several = pd.MultiIndex.from_tuples([(1, "a"), (1, "b")])
    assert Clustering(pd.Series([1, 2], index=several)).items == ((1, "a"), (1, "b"))


@pytest.mark.parametrize("unit", ["s", "ns"])
def test_dates_stay_recognisable(unit: str) -> None:
    # A label that was a moment must not turn into a count of nanoseconds.
    c = Clustering(np.array(["2020-01-01", "2020-01-02", "NaT"], f"M8[{unit}]"), missing="drop")
    assert [str(label)[:10] for label in c.cluster_labels] == ["2020-01-01", "2020-01-02"]


@given(
    st.lists(
        st.integers(-3, 3)
        | st.integers(2**62, 2**66)
        | st.sampled_from(["a", "1", b"a", True, 2.0, -0.0, (1, 2), Fraction(1, 3), Decimal(1)])
    )
)
def test_any_list_is_grouped_by_equality(labels: list[Hashable]) -> None:
    c = Clustering(labels)
    assert blocks(c) == grouped(labels)
    assert list(c.labels) == labels
    assert sum(c.sizes.tolist()) == c.n == len(labels)


@given(npst.arrays(npst.integer_dtypes() | npst.unsigned_integer_dtypes(), st.integers(0, 12)))
def test_any_integer_array_is_grouped_by_value(array: np.ndarray[Any, Any]) -> None:
    before = array.copy()
    c = Clustering(array)
    assert blocks(c) == grouped(array.tolist())
    assert list(c.labels) == array.tolist()
    assert array.flags.writeable
    array += 1  # the clustering must not look at the caller's memory any more
    assert list(c.labels) == before.tolist()


@pytest.mark.parametrize("empty", [[], {}, np.array([]), pd.Series([]), pl.Series([]), pa.nulls(0)])
def test_empty_input(empty: object) -> None:
    c = Clustering(empty)
    assert (c.n, c.k, c.labels, c.items, list(c.clusters())) == (0, 0, (), (), [])
    assert c.is_trivial
    assert c == Clustering([])


class Tensor:
    """Acts as a torch tensor does: its elements are tensors, whose hash is their identity."""

    def __init__(self, data: object) -> None:
        self.data = np.asarray(data)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return self.data

    def __iter__(self) -> Iterator[Tensor]:
        return map(Tensor, self.data)


def test_tensors_do_not_fall_apart_into_singletons() -> None:
    try:
        c = Clustering(Tensor([0, 0, 1]))
    except InputError:
        return  # to refuse it is right too; to see three different labels is not
    assert c.sizes.tolist() == [2, 1]


NAN = float("nan")
HIDDEN = [False, True, False, False]
WITH_MISSING: dict[str, object] = {
    "None": [1, None, 1, 2],
    "nan": [1, NAN, 1, 2],
    "NaT": [1, np.datetime64("NaT"), 1, 2],
    "pandas NA": [1, pd.NA, 1, 2],
    "decimal NaN": [Decimal(1), Decimal("NaN"), Decimal(1), Decimal(2)],
    "float array": np.array([1, NAN, 1, 2]),
    "object array": np.array([1, None, 1, 2], object),
    "masked int": np.ma.array([1, 9, 1, 2], mask=HIDDEN),
    "masked half": np.ma.array([1, 0.5, 1, 2], mask=HIDDEN),
    "masked text": np.ma.array(["1", "1", "1", "2"], mask=HIDDEN),
    "masked bool": np.ma.array([True, True, True, False], mask=HIDDEN),
    "date array": np.array([1, "NaT", 1, 2], "m8[D]"),
    "pandas float": pd.Series([1, NAN, 1, 2]),
    "pandas Int64": pd.Series([2**62 + 1, None, 2**62 + 1, 2**62], dtype="Int64"),
    "pandas string": pd.Series(["1", None, "1", "2"], dtype="string"),
    "pandas object": pd.Series(["1", None, "1", "2"], dtype=object),
    "pandas category": pd.Series(["1", None, "1", "2"], dtype="category"),
    "pandas boolean": pd.Series([True, None, True, False], dtype="boolean"),
    "pandas dates": pd.Series(pd.to_datetime(["2020", None, "2020", "2021"])),
    "polars int": pl.Series([BIG, None, BIG, BIG - 1], dtype=pl.UInt64),
    "polars nan": pl.Series([1.0, NAN, 1.0, 2.0]),
    "polars text": pl.Series(["1", None, "1", "2"]),
    "polars Categorical": pl.Series(["1", None, "1", "2"], dtype=pl.Categorical),
    "polars Enum": pl.Series(["1", None, "1", "2"], dtype=pl.Enum(["1", "2"])),
    "pyarrow int": pa.array([BIG, None, BIG, BIG - 1], pa.uint64()),
    "pyarrow nan": pa.array([1.0, NAN, 1.0, 2.0]),
    "pyarrow chunked": pa.chunked_array([["1"], [None, "1"], ["2"]]),
    "pyarrow dictionary": pa.array(["1", None, "1", "2"]).dictionary_encode(),
    "pyarrow scalars": list(pa.array([1, None, 1, 2])),
}


@pytest.mark.parametrize("name", WITH_MISSING)
def test_missing_label(name: str) -> None:
    labels = WITH_MISSING[name]
    with pytest.raises(MissingLabelError, match=r"1 of 4 labels .* \(position.* 1\).*drop"):
        Clustering(labels)
    dropped = Clustering(labels, missing="drop")
    assert blocks(dropped) == {frozenset({0, 2}), frozenset({3})}
    assert (dropped.dropped, dropped.total, dropped.n) == ((1,), 4, 3)
    alone = Clustering(labels, missing="singletons")
    assert blocks(alone) == {frozenset({0, 2}), frozenset({1}), frozenset({3})}
    assert (alone.dropped, alone.total) == ((), 4)


def test_missing_labels_of_named_items() -> None:
    with pytest.raises(MissingLabelError, match=r"2 of 3 .*\(items 'x', 'z'\).*drop") as caught:
        Clustering({"x": None, "y": 1, "z": NAN})
    assert isinstance(caught.value, ValueError)
    assert Clustering({"x": None, "y": 1, "z": 1}, missing="drop").items == ("y", "z")
    assert Clustering({"x": None, "y": NAN, "z": 1}, missing="singletons").k == 3
    assert Clustering([None, None], missing="drop").n == 0


@pytest.mark.parametrize("labels", [[0, -1, 0, -1], np.array([0, -1, 0, -1.0]),
                                    pl.Series([0, -1, 0, -1], dtype=pl.Int8)])  # fmt: skip
def test_noise(labels: object) -> None:
    one, two = frozenset({0, 2}), frozenset({1, 3})
    assert blocks(Clustering(labels)) == {one, two}
    assert blocks(Clustering(labels, noise="cluster")) == {one, two}
    assert blocks(Clustering(labels, noise="singletons")) == {one, frozenset({1}), frozenset({3})}
    dropped = Clustering(labels, noise="drop")
    assert blocks(dropped) == {one}
    assert (dropped.items, dropped.dropped, dropped.total) == ((0, 2), (1, 3), 4)


def test_noise_with_its_own_label_and_missing_labels() -> None:
    labels = ["noise", "a", None, "noise", "a"]
    both = Clustering(labels, noise="drop", noise_label="noise", missing="drop")
    assert both.dropped == (0, 2, 3)
    assert blocks(both) == {frozenset({1, 4})}
    mixed = Clustering(labels, noise="singletons", noise_label="noise", missing="drop")
    assert (mixed.dropped, mixed.k, mixed.n) == ((2,), 3, 4)
    assert Clustering(["a", "-1"], noise="drop").n == 1  # −1 that was read as text is noise too
    assert Clustering(["a", "-1"], noise="drop", noise_label="noise").n == 2


def test_made_up_names_are_not_taken_for_labels() -> None:
    # The label (1,) of item 0 has nothing to do with the singleton made for item 1.
    c = Clustering([(1,), None], missing="singletons")
    assert c.k == len(set(c.labels)) == 2
    assert Clustering(c) == c


def test_mapping() -> None:
    for mapping in ({"x": 1, "y": 2, "z": 1}, UserDict({"x": 1, "y": 2, "z": 1})):
        c = Clustering(mapping)
        assert (c.items, c.labels, c.has_names) == (("x", "y", "z"), (1, 2, 1), True)


def test_from_clusters() -> None:
    c = Clustering.from_clusters([["d", "a"], ("b",), {"c"}])
    assert blocks(c) == {frozenset("ad"), frozenset("b"), frozenset("c")}
    named = Clustering.from_clusters({"red": np.array([3, 1]), "blue": (x for x in [2])})
    assert dict(zip(named.items, named.labels, strict=True)) == {3: "red", 1: "red", 2: "blue"}
    assert Clustering.from_clusters(Clustering([0, 1, 0]).clusters()) == Clustering([4, 5, 4])
    assert Clustering.from_clusters([]).n == 0


def test_from_clusters_of_all_items() -> None:
    clusters = [["c", "a"], ["d"]]
    whole = Clustering.from_clusters(clusters, items="dabc", missing="singletons")
    assert whole.items == ("d", "a", "b", "c")
    assert whole.codes.tolist() == [0, 1, 2, 1]
    assert Clustering.from_clusters(clusters, items="dabc", missing="drop").items == tuple("dac")
    assert Clustering.from_clusters(clusters, items=iter("dac")).items == tuple("dac")
    # items= give an order, so that labels without names can be compared with them
    assert pw.score([7, 8, 9, 8], whole, "rand") == 1
    with pytest.raises(pw.errors.AlignmentError, match="in no particular order"):
        pw.score([7, 8, 8], Clustering.from_clusters(clusters), "rand")


def test_from_pairs() -> None:
    edges = [("a", "b"), ("c", "d"), ("b", "a"), ("e", "e"), ("d", "f")]
    expected = {frozenset("ab"), frozenset("cdf"), frozenset("e")}
    assert blocks(Clustering.from_pairs(edges)) == expected
    given_all = Clustering.from_pairs(iter(edges), items="gfedcba")
    assert given_all.items == tuple("gfedcba")
    assert blocks(given_all) == expected | {frozenset("g")}
    assert blocks(Clustering.from_pairs(np.array([[5, 7], [7, 9]]))) == {frozenset({5, 7, 9})}
    assert Clustering.from_pairs([], items=range(3)).sizes.tolist() == [1, 1, 1]
    assert Clustering.from_pairs([]).n == 0
    assert Clustering.from_pairs([("a", "b")] * 256, items="abc").k == 2  # 256 is 0 in 8 bits


# --- what is refused: what was wrong, where, and what to do

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "half": (lambda: Clustering([1.0, 1.5]), r"1\.5 at position 1 is not a whole.*round or bin"),
    "half array": (lambda: Clustering(np.array([1, 1.5])), r"1\.5 at position 1 .*round or bin"),
    "infinite": (lambda: Clustering([1, float("inf")]), "inf at position 1 .*round"),
    "matrix": (lambda: Clustering(np.zeros((2, 3))), r"one-dimensional.*\(2, 3\).*one column"),
    "scalar array": (lambda: Clustering(np.array(3)), r"one-dimensional.*\(\)"),
    "nested": (lambda: Clustering([[1, 2], [3]]), "position 0 is a list.*from_clusters"),
    "frame": (lambda: Clustering(pd.DataFrame({"a": [1]})), "one column, not a DataFrame; pick"),
    "polars frame": (lambda: Clustering(pl.DataFrame({"a": [1]})), "one column, not a DataFrame"),
    "arrow table": (lambda: Clustering(pa.table({"a": [1]})), "one column, not a Table"),
    "dict label": (lambda: Clustering([1, {}]), "position 1 is a dict.*one value per item"),
    "deep": (lambda: Clustering([1, (2, [3])]), "position 1 is a tuple"),
    "complex": (lambda: Clustering(np.array([1j])), "complex128 .*not supported.*integers or text"),
    "string": (lambda: Clustering("abab"), r"'abab'.*list\(labels\)"),
    "set": (lambda: Clustering({1, 2}), "set, which has no order; pass a list"),
    "number": (lambda: Clustering(3), "list, array or series.*not int"),
    "no such noise policy": (lambda: Clustering([0], noise="keep"), "noise= must .*, not 'keep'"),  # type: ignore[arg-type]
    "no such policy": (lambda: Clustering([0], missing="skip"), "missing= must .*, not 'skip'"),  # type: ignore[arg-type]
    "lengths": (lambda: Clustering([1, 2], items="abc"), "2 labels but 3 items; each item needs"),
    "named twice": (lambda: Clustering([1, 2, 3], items="aba"), "named twice: 'a'.*Remove"),
    "nan named twice": (lambda: Clustering([1, 2], items=[float("nan"), float("nan")]), "nan"),
    "twice in index": (lambda: Clustering(pd.Series([1, 2], index=["x", "x"])), "'x'.*Remove"),
    "items again": (lambda: Clustering({"a": 1}, items="a"), "names its items; leave out items="),
    "list as item": (lambda: Clustering([1], items=[[2]]), r"item \[2\] is a list.*use text"),  # type: ignore[list-item]
    "list in item": (lambda: Clustering([1], items=[([2],)]), "item .*tuple.*use text"),
    "no items": (lambda: Clustering([1], items=5), "items"),  # type: ignore[arg-type]
    "overlap": (
        lambda: Clustering.from_clusters([[1, 2], [2]]),
        "item 2 of cluster 1 .*cluster 0.*pw.Cover.*omega",
    ),
    "sets of labels": (lambda: Clustering([{0, 1}, {1}]), "clusters overlap: item 1.*pw.Cover"),
    "a set among labels": (
        lambda: Clustering([frozenset({0, 1}), 2]),
        "position 0 is a frozenset.*use Clustering.from_clusters.*pw.Cover",
    ),
    "items of clusters": (lambda: Clustering([{1}, {2}], items="ab"), "leave out items="),
    "unknown items": (
        lambda: Clustering.from_clusters([["a", "b"], ["c"]], items="ac"),
        r"clusters have items that are not in items= \('b'\)",
    ),
    "in no cluster": (
        lambda: Clustering.from_clusters([["a", "b"]], items="abcd"),
        r"2 of 4 labels are missing.*'c', 'd'.*missing=\"singletons\"",
    ),
    "sparse": (lambda: Clustering(csr_array(np.eye(2))), "a sparse matrix.*argmax.*pw.Cover"),
    "graph": (lambda: Clustering(networkx.path_graph(3)), "this is a graph.*pw.graphs.score"),
    "in two clusters": (lambda: Clustering([0, 1], items="aa"), "named twice: 'a'.*pw.Cover"),
    "memberships": (
        lambda: Clustering(np.array([[1, 0], [1, 1]])),
        r"shape \(2, 2\).*the item in row 1 is in more than one.*pw.Cover",
    ),
    "soft memberships": (
        lambda: Clustering(np.array([[0.9, 0.1], [0, 1]])),
        "memberships of clusters, pass pw.Memberships",
    ),
    "one-hot": (lambda: Clustering(np.eye(3)), r"matrix\.argmax\(axis=1\) gives one label"),
    "repeated": (lambda: Clustering.from_clusters({"k": [1, 1]}), "item 1 of cluster 'k'.*twice"),
    "empty cluster": (lambda: Clustering.from_clusters([[1], []]), "cluster 1 is empty; leave it"),
    "flat clusters": (lambda: Clustering.from_clusters([1, 2]), "cluster 0 must be a list"),  # type: ignore[list-item]
    "text cluster": (lambda: Clustering.from_clusters(["ab"]), "cluster 0 must be a list.*'ab'"),
    "no clusters": (lambda: Clustering.from_clusters(5), "clusters"),  # type: ignore[arg-type]
    "list in cluster": (lambda: Clustering.from_clusters([[[2]]]), r"\[2\]"),  # type: ignore[list-item]
    "triple": (lambda: Clustering.from_pairs([(1, 2), (1, 2, 3)]), r"pair 1 must be two items"),
    "flat pairs": (lambda: Clustering.from_pairs(np.array([1, 2])), "two columns"),
    "stranger": (lambda: Clustering.from_pairs([("a", "z")], items="ab"), "pair 0 names 'z'"),
    "items twice": (lambda: Clustering.from_pairs([], items="aa"), "named twice: 'a'"),
    "no pairs": (lambda: Clustering.from_pairs(5), "pairs"),  # type: ignore[arg-type]
    "list in pair": (lambda: Clustering.from_pairs([(1, [2])]), r"pair 0 .*\[2\]"),  # type: ignore[list-item]
    # A partner that is missing would otherwise chain all items without a partner together.
    "None in pair": (lambda: Clustering.from_pairs([("a", None), ("b", None)]), "pair 0 .*missing"),
    "nan in pair": (lambda: Clustering.from_pairs(np.array([[1, NAN]])), "pair 0 .*missing"),
    "no restriction": (lambda: Clustering([1]).restrict(5), "items"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    make, message = REFUSED[name]
    with pytest.raises(PartwiseError, match=message):
        make()


def test_immutable() -> None:
    source = np.array([0, 0, 1])
    c = Clustering(source)
    source[:] = 9
    assert c.labels == (0, 0, 1)
    for twin in (c, pickle.loads(pickle.dumps(c)), copy.deepcopy(c)):  # noqa: S301
        assert twin == c
        assert (twin.labels, twin.items) == (c.labels, c.items)
        for array in (twin.sizes, twin.codes):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 5
        for name in ("n", "labels", "items", "anything"):
            with pytest.raises(AttributeError):
                setattr(twin, name, 5)


def test_equality_is_about_items_that_are_together() -> None:
    c = Clustering([0, 0, 1])
    same = [Clustering("yyx"[i] for i in range(3)), Clustering([True, True, False])]
    other = [Clustering([0, 1, 1]), Clustering([0, 0, 1, 1]), Clustering([0, 0, 0]), Clustering([])]
    assert all(c == twin and hash(c) == hash(twin) for twin in same)
    assert all(c != stranger for stranger in other)
    assert c != [0, 0, 1]
    assert Clustering({"x": 0, "y": 1, "z": 1}) == Clustering({"z": 5, "x": 6, "y": 5})
    assert Clustering({"x": 0, "y": 1}) != Clustering({"x": 0, "z": 1})
    # The same three items dropped or not: a different set of items.
    assert Clustering([None, 0, 0], missing="drop") != Clustering([0, 0, None], missing="drop")


def test_equality_is_transitive() -> None:
    one, bare, two = Clustering({"x": 0, "y": 0}), Clustering([0, 0]), Clustering({"p": 0, "q": 0})
    assert (one == two) or not (one == bare and bare == two)
