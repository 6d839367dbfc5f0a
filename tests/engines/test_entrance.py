"""The one door: where labels live is decided once, and every policy is followed on every route."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import partwise as pw
from partwise.clusterings import Policies
from partwise.engines import (
    fetch,
    label_columns,
    read_clusterings,
    read_ensemble,
    sources,
    three_way_of,
)
from partwise.engines.item_join import join
from partwise.engines.same_items import InEngine, InMemory, in_memory
from partwise.errors import InputError

GOLD = [1, 1, 1, 2, 2, -1, -1, 3]
NEAR = [1, 1, 2, 2, 2, -1, 3, 3]
FAR = [1, 2, 1, 2, 1, 2, 1, 2]

Entry = Callable[[Any, Any], Any]

COUNTED: dict[str, Entry] = {
    "score": lambda a, b: pw.score(a, b, "CC"),
    "scores": lambda a, b: dict(pw.scores(a, b, ["CC", "VI", "BCubed"])),
    "contingency": lambda a, b: list(pw.contingency(a, b).pair_counts),
    "Index": lambda a, b: pw.index("rand")(a, b),
    "Index of tables": lambda a, b: pw.index("vi")(a, b),
    "compare": lambda a, b: pw.compare(a, {"b": b}, ["CC", "VI"]).values.tolist(),
    "pairwise": lambda a, b: pw.pairwise([a, b], "rand").tolist(),
    "pairwise of tables": lambda a, b: pw.pairwise({"a": a, "b": b}, "vi").tolist(),
    "expected": lambda a, b: pw.chance.expected(a, b, "rand").value,
    "significance": lambda a, b: pw.chance.significance(a, b, "CC", seed=0).p_value,
    "adjust": lambda a, b: pw.chance.adjust("jaccard")(a, b),
    "landscape": lambda a, b: pw.ensembles.landscape({"a": a, "b": b}).distances.tolist(),
    "graphs": lambda a, b: pw.graphs.score(a, b, "CC"),
    "estimate": lambda a, b: (
        pw.estimate(a, {"b": b}, ["R"], design="random clusters")["b"]["rand"].value
    ),
}
NEED_ITEMS: dict[str, Entry] = {
    "consensus": lambda a, b: pw.ensembles.consensus({"a": a, "b": b}),
    "stability": lambda a, b: pw.ensembles.stability([a, b]),
    "stability of what is shared": lambda a, b: pw.ensembles.stability([a, b], missing="pairwise"),
    "stability of clusters": lambda a, b: pw.ensembles.cluster_stability(a, [b, b]),
    "consistency of items": lambda a, b: pw.ensembles.item_consistency([a, b]),
    "tracking": lambda a, b: pw.ensembles.track([a, b]),
    "pairwise of what is shared": lambda a, b: pw.pairwise([a, b], "rand", missing="pairwise"),
    "carry_over": lambda a, b: pw.carry_over(a, b),
    "graph": lambda a, _: pw.graphs.score(a, [(0, 1)], "CC"),
}


@pytest.fixture
def columns() -> pw.engines.LabelColumns:
    """Columns of a user's own database, which never come into memory unasked."""
    table = pa.table({"id": list(range(8)), "gold": GOLD, "near": NEAR, "far": FAR})
    connection = duckdb.connect()
    connection.register("labels", table)
    return pw.read(connection.sql("SELECT * FROM labels"))


@pytest.fixture
def nothing_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **kwargs: Any) -> Any:
        raise AssertionError("items were loaded")

    from partwise.engines import fetch, loading

    monkeypatch.setattr(label_columns.LabelColumns, "to_clustering", fail)
    for module, name in ((fetch, "fetch"), (fetch, "fetch_columns"), (loading, "clusterings")):
        monkeypatch.setattr(module, name, fail)


@pytest.mark.usefixtures("nothing_is_loaded")
@pytest.mark.parametrize("entry", COUNTED)
def test_an_engine_counts_what_tables_are_enough_for(columns: Any, entry: str) -> None:
    found = COUNTED[entry](columns["gold"], columns["near"])
    expected = COUNTED[entry](GOLD, NEAR)
    if isinstance(expected, int | Fraction | tuple):
        assert found == expected
    elif isinstance(expected, dict):
        assert found == pytest.approx(expected, rel=1e-12)
    else:
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-15)


@pytest.mark.usefixtures("nothing_is_loaded")
@pytest.mark.parametrize("entry", NEED_ITEMS)
def test_what_needs_items_says_so_before_it_loads_them(columns: Any, entry: str) -> None:
    with pytest.raises(InputError, match=r"every item in memory.*load them first: pw\.read"):
        NEED_ITEMS[entry](columns["gold"], columns["near"])


@pytest.mark.parametrize("entry", [entry for entry in NEED_ITEMS if "shared" not in entry])
def test_items_of_frames_in_memory_are_there(entry: str) -> None:
    frame = pw.read(pa.table({"id": list(range(8)), "gold": GOLD, "near": NEAR}))
    found = NEED_ITEMS[entry](frame["gold"], frame["near"])
    assert str(found) == str(NEED_ITEMS[entry](GOLD, NEAR))


@pytest.mark.parametrize("policies", [{"noise": "drop"}, {"noise": "singletons"}, {"noise": None}])
@pytest.mark.parametrize("entry", ["expected", "significance", "landscape", "pairwise", "Index"])
def test_policies_reach_the_engine(columns: Any, entry: str, policies: Any) -> None:
    def value(a: Any, b: Any) -> Any:
        if entry == "expected":
            return pw.chance.expected(a, b, "rand", **policies).value
        if entry == "significance":
            return pw.chance.significance(a, b, "CC", **policies).value
        if entry == "landscape":
            return pw.ensembles.landscape([a, b], **policies).distances.tolist()
        if entry == "pairwise":
            return pw.pairwise([a, b], "CC", **policies).tolist()
        return pw.index("CC")(a, b, **policies)

    settled = [pw.Clustering(labels, **policies) for labels in (GOLD, NEAR)]
    kept = [i for i in range(8) if "drop" not in policies.values() or -1 not in (GOLD[i], NEAR[i])]
    if policies["noise"] == "drop":
        settled = [pw.Clustering([labels[i] for i in kept]) for labels in (GOLD, NEAR)]
    plain = dict(policies)
    policies.update(noise=None)
    expected = value(*settled)
    policies.update(plain)
    assert value(columns["gold"], columns["near"]) == expected
    assert value(GOLD, NEAR) == expected


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ({"noise": "ignore"}, "noise= must be"),
        ({"noise_label": [-1, -2]}, "noise_label= must be one label"),
        ({"noise_label": (-1, [-2])}, "noise_label= must be one label"),
        ({"missing": "ignore"}, "missing= must be"),
        ({"weighting": "heavy"}, "weighting= must be"),
        ({"max_cells": -1}, "max_cells= must be"),
        ({"max_cells": True}, "max_cells= must be"),
    ],
)
def test_policies_are_checked_before_any_work(bad: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        Policies(**bad)
    with pytest.raises(InputError, match=told):
        pw.contingency(None, None, **bad)
    if bad.keys() <= {"noise", "noise_label", "missing"}:
        with pytest.raises(InputError, match=told):
            pw.Clustering(GOLD, **bad)
        with pytest.raises(InputError, match=told):
            pw.compare(GOLD, {"near": NEAR}, **bad)


def test_policies_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Policies().noise = "drop"  # type: ignore[misc]
    assert not hasattr(Policies(), "__dict__")


@pytest.mark.parametrize("noise", ["drop", "singletons", "cluster"])
def test_a_policy_that_matches_nothing_says_so(columns: Any, noise: Any) -> None:
    a, b = [0, 0, 1], [0, 1, 1]
    told = f"No item is labelled -1, so the policy for noise ({noise}) changed nothing."
    assert told in pw.compare(a, {"b": b}, noise=noise).coverage.notes()
    assert told in pw.ensembles.landscape([a, b], noise=noise).notes
    assert told in pw.ensembles.consensus([a, b], noise=noise).notes
    found = pw.compare(columns["gold"], {"b": columns["far"]}, noise=noise, noise_label=77)
    assert any("labelled 77, so the policy" in note for note in found.coverage.notes())
    found = pw.compare(columns["gold"], {"b": columns["far"]}, noise=noise)
    assert not any("changed nothing" in note for note in found.coverage.notes())


def test_in_memory_and_engine_answer_alike(columns: Any) -> None:
    here = read_clusterings(GOLD, {"near": NEAR, "far": FAR}, Policies())
    there = read_clusterings(
        columns["gold"], {"near": columns["near"], "far": columns["far"]}, Policies()
    )
    assert here.names == there.names == ("near", "far")
    assert here.coverage == there.coverage
    for name in here.names:
        assert here.table(name).pair_counts == there.table(name).pair_counts
    assert here.pair_counts("near", "far") == there.pair_counts("near", "far")
    one, other = (
        three_way_of(
            (inputs.reference, inputs.candidates["near"], inputs.candidates["far"]),
            (inputs.table("near"), inputs.table("far")),
        )
        for inputs in (here, there)
    )
    assert sum(one.counts) == sum(other.counts) == 8
    assert one.same is other.same is False


def test_a_mixture_of_three_is_refused(columns: Any) -> None:
    here = read_clusterings(GOLD, {"near": NEAR, "far": FAR}, Policies())
    there = read_clusterings(
        columns["gold"], {"near": columns["near"], "far": columns["far"]}, Policies()
    )
    tables: Any = (here.table("near"), here.table("far"))
    every = [
        (inputs.reference, inputs.candidates["near"], inputs.candidates["far"])
        for inputs in (here, there)
    ]
    for places in product((0, 1), repeat=3):
        sides: Any = tuple(every[place][i] for i, place in enumerate(places))
        if len(set(places)) == 1:
            found = three_way_of(sides, tables)
            assert sum(found.counts) == 8
            for table, expected in zip(found.tables, tables, strict=True):
                assert table.pair_counts == expected.pair_counts
                assert sorted(table.row_histogram.sizes) == sorted(expected.row_histogram.sizes)
        else:
            with pytest.raises(InputError, match="needs every item in memory"):
                three_way_of(sides, tables)


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow", "polars lazy", "duckdb"])
def test_frames_in_memory_are_counted_there(library: str) -> None:
    table = pa.table({"id": list(range(8)), "gold": GOLD, "near": NEAR})
    frames: dict[str, Callable[[], Any]] = {
        "pandas": table.to_pandas,
        "polars": lambda: pl.from_arrow(table),
        "pyarrow": lambda: table,
        "polars lazy": lambda: pl.LazyFrame(pl.from_arrow(table)),
        "duckdb": lambda: duckdb.connect().from_arrow(table),
    }
    labels = pw.read(frames[library]())
    inputs = read_clusterings(labels["gold"], {"near": labels["near"]}, Policies())
    is_query = library in ("polars lazy", "duckdb")
    assert isinstance(inputs, InEngine if is_query else InMemory)
    assert inputs.table("near").pair_counts == pw.contingency(GOLD, NEAR).pair_counts
    if isinstance(inputs, InMemory):
        assert inputs.clusterings["near"].items == tuple(range(8))


def test_a_clustering_in_an_engine_says_that_its_items_are_not_here(columns: Any) -> None:
    inputs = read_clusterings(columns["gold"], {"near": columns["near"]}, Policies())
    remote: Any = inputs.candidates["near"]
    assert (remote.name, remote.n, remote.k) == ("near", 8, 4)
    for name in ("labels", "items", "codes", "restrict"):
        with pytest.raises(InputError, match=f"^{name} needs every item in memory"):
            getattr(remote, name)
    with pytest.raises(AttributeError, match="nonsense"):
        remote.nonsense  # noqa: B018
    with pytest.raises(InputError, match=r"^this needs every item in memory"):
        in_memory(remote)


def test_records_of_this_room_cannot_be_changed_and_frames_are_not_compared() -> None:
    """Frames in them answer == with a frame."""
    records = {
        value
        for module in pkgutil.walk_packages(pw.engines.__path__, "partwise.engines.")
        if module.name.rpartition(".")[2] not in ("spark", "dask", "ibis")
        for value in vars(importlib.import_module(module.name)).values()
        if isinstance(value, type) and dataclasses.is_dataclass(value)
        if value.__module__.startswith("partwise.engines")
    }
    names = {record.__name__ for record in records}
    assert names > {"LabelColumns", "Source", "JoinedItems", "Coverage", "Files", "InEngine"}
    for record in records - {sources._Watched}:
        assert record.__dataclass_params__.frozen, record  # type: ignore[attr-defined]
        held = {field.name for field in dataclasses.fields(record)}
        if held & {"frame", "joined", "clusterings"} and record.__name__ != "_Data":
            assert record.__eq__ is object.__eq__, record


@pytest.mark.parametrize("policies", [Policies(), Policies("drop"), Policies(missing="drop")])
@pytest.mark.parametrize("kind", ["integers", "floats", "text", "booleans", "dates"])
def test_coverage_of_every_kind_of_labels(kind: str, policies: Policies) -> None:
    """Also where no label can mark noise."""
    make: Callable[[int], Any] = {
        "integers": lambda i: i - 1,
        "floats": lambda i: i - 1.0,
        "text": lambda i: f"{i - 1}",
        "booleans": lambda i: i > 0,
        "dates": lambda i: date(2020, 1, i + 1),
    }[kind]
    gold, near = ([make(i % 4) for i in range(start, start + 12)] for start in (0, 2))
    if policies.missing == "drop":
        near[3] = None
    connection = duckdb.connect()
    relation = connection.from_arrow(pa.table({"gold": gold, "near": near}))
    labels = pw.read(relation, layout="wide")
    here = read_clusterings(gold, {"near": near}, policies)
    there = read_clusterings(labels["gold"], {"near": labels["near"]}, policies)
    assert here.coverage == there.coverage
    assert here.coverage.notes() == there.coverage.notes()
    assert here.table("near").pair_counts == there.table("near").pair_counts


def test_files_come_into_memory_where_there_is_room_for_labels_and_cells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each item takes some tens of bytes, and more with another clustering or weights."""
    path = tmp_path / "x.csv"
    path.write_text("id,a,b,c,n\n" + "".join(f"{i},1,2,3,1\n" for i in range(100)))
    labels = pw.read(path, layout="wide")

    def is_near(names: str, weights: str | None, room: int) -> bool:
        monkeypatch.setattr("partwise.engines.duck.memory_left", lambda: room * 100)
        joined = join({name: labels[name] for name in names}, Policies(weights=weights))
        return fetch.is_near(joined)

    least = {}
    for names, weights in (("ab", None), ("abc", None), ("ab", "n")):
        rooms = range(8, 1000, 8)
        near = [is_near(names, weights, room) for room in (0, 60, 1000)]
        assert (near[:2], near[-1]) == ([False, False], True)
        least[names, weights] = next(room for room in rooms if is_near(names, weights, room))
    assert least["ab", None] + 16 <= least["abc", None] <= 2 * least["ab", None]
    assert least["ab", None] + 16 <= least["ab", "n"] <= 2 * least["ab", None]


def test_one_clustering_alone(columns: Any) -> None:
    assert read_ensemble({"a": columns["gold"]}, Policies()).candidates["a"].k == 4
    assert pw.pairwise({"a": columns["gold"]}, "rand").tolist() == [[1.0]]
    nothing = read_ensemble({}, Policies())
    assert (nothing.names, nothing.coverage.compared, nothing.coverage.sides) == ((), 0, {})


@pytest.mark.parametrize("lazy", [(0, 1), (1, 0), (1, 1), (0, 0)])
def test_rows_of_two_frames_are_matched_in_memory_alone(lazy: tuple[int, int]) -> None:
    frames: list[Any] = [pl.DataFrame({"a": GOLD}), pl.DataFrame({"b": NEAR})]
    one, other = (
        frame.lazy() if is_lazy else frame for frame, is_lazy in zip(frames, lazy, strict=True)
    )
    if not any(lazy):
        found = pw.contingency(one, other)
        assert found.pair_counts == pw.contingency(GOLD, NEAR).pair_counts
        return
    with pytest.raises(InputError, match="have no fixed order, so they cannot be matched by posi"):
        pw.contingency(one, other)


def test_a_mixture_of_memory_and_engine_is_refused(columns: Any) -> None:
    for name, entry in COUNTED.items():
        told = "every item" if name == "graphs" else r"in a frame or file, but .* is in memory"
        with pytest.raises(InputError, match=told):
            entry(columns["gold"], NEAR)


RELOADED = """
import importlib, sys
import pyarrow as pa
import partwise as pw
for name in sorted(sys.modules):
    if name == "partwise.tables" or name.startswith("partwise.engines"):
        importlib.reload(sys.modules[name])
frame = pw.read(pa.table({"gold": [1, 1, 2], "mine": [1, 2, 2]}))
print(pw.score(frame["gold"], frame["mine"], "rand"), pw.score([1, 1, 2], [1, 2, 2], "rand"))
print(pw.contingency(frame["gold"], frame["mine"]).n)
"""


def test_reloading_breaks_nothing() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", RELOADED], capture_output=True, text=True, check=False
    )
    assert ran.stdout.split() == ["0.3333333333333333", "0.3333333333333333", "3"], ran.stderr


class TestTheReferenceAmongTheCandidates:
    """It would win, so it is left out, with a note; what merely has equal labels is kept."""

    @staticmethod
    def check(reference: Any, candidates: Any, left: list[str], out: str) -> None:
        found = pw.compare(reference, candidates, ["CC"])
        assert list(found.names) == left
        assert (
            f"{out} is the reference itself and was not compared with it." in found.coverage.notes()
        )
        assert found.coverage.to_dict()["left_out"] == [out]

    def test_the_same_object(self) -> None:
        self.check(GOLD, {"near": NEAR, "gold": GOLD}, ["near"], "gold")

    def test_the_same_array(self) -> None:
        table = np.array([GOLD, NEAR]).T
        self.check(table[:, 0], {"a": table[:, 0], "b": table[:, 1]}, ["b"], "a")

    def test_the_same_column_of_a_data_frame(self) -> None:
        pd = pytest.importorskip("pandas")
        frame = pd.DataFrame({"gold": GOLD, "near": NEAR})
        self.check(frame["gold"], frame, ["near"], "gold")

    def test_the_same_column_of_an_engine(self, columns: Any) -> None:
        self.check(columns["gold"], {"x": columns["gold"], "y": columns["far"]}, ["y"], "x")

    @pytest.mark.parametrize("other", ["gold.csv", "./gold.csv"])
    def test_the_same_file(
        self, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        for name, labels in {"gold": GOLD, "near": NEAR}.items():
            lines = [f"{item},{label}" for item, label in enumerate(labels)]
            Path(f"{name}.csv").write_text("\n".join(["id,label", *lines]) + "\n")
        candidates = {"x": pw.read(other), "y": pw.read("near.csv")}
        self.check(pw.read("gold.csv"), candidates, ["y"], "x")

    def test_equal_labels_are_kept(self) -> None:
        assert list(pw.compare(GOLD, {"same": list(GOLD), "near": NEAR}).names) == ["same", "near"]

    def test_nothing_else(self) -> None:
        with pytest.raises(InputError, match="no candidate besides the reference itself"):
            pw.compare(GOLD, {"gold": GOLD})


def test_formulas_measure_distances() -> None:
    """Jaccard as a formula gives the distances of Jaccard, whose range is known."""
    given = {"a": GOLD, "b": NEAR, "c": FAR}
    jaccard = pw.ensembles.landscape(given, "jaccard")
    formula = pw.ensembles.landscape(given, "n11 / (n11 + n10 + n01)")
    np.testing.assert_allclose(formula.distances, jaccard.distances, rtol=1e-12)
    distance = pw.ensembles.landscape(given, "1 - n11 / (n11 + n10 + n01)")
    np.testing.assert_allclose(distance.distances, jaccard.distances, atol=1e-12)
    one, other = (
        pw.ensembles.consensus(given, index) for index in ("jaccard", "n11 / (n11 + n10 + n01)")
    )
    assert one.mean_distance == pytest.approx(other.mean_distance)
    with pytest.raises(InputError, match="no best value to measure distances from"):
        pw.ensembles.landscape(given, "n11")


def test_what_is_undefined_is_not_advised() -> None:
    """The index that failed is no remedy; the policy that let it fail is."""
    given = {"a": [0, 0, 1], "b": [0, 1, 2]}
    for function in (pw.ensembles.landscape, pw.ensembles.consensus):
        with pytest.raises(InputError, match="undefined") as raised:
            function(given, "correlation_distance", undefined="nan")
        assert 'pass undefined="convention"' in str(raised.value)
        assert "such as correlation_distance" not in str(raised.value)
        function(given, "correlation_distance")


@pytest.mark.parametrize(("ids", "label", "advised"), [([3, 4], 0, True), ([1, 2], -1, False)])
def test_only_ids_that_differ_are_to_be_checked(ids: list[int], label: int, advised: bool) -> None:
    gold = pa.table({"item": [1, 2], "gold": [label, label]})
    mine = pa.table({"item": ids, "mine": [0, 0]})
    with pytest.raises(InputError, match="no items are left to compare") as caught:
        pw.score(gold, mine, "rand", noise="drop", missing="drop")
    assert ("written in the same way" in str(caught.value)) == advised


@pytest.mark.parametrize(
    "work",
    [pw.ensembles.landscape, pw.ensembles.consensus, lambda many: pw.compare([0, 0, 1], many)],
)
def test_no_clustering_takes_the_name_that_stands_for_the_reference(work: Any) -> None:
    many = {"a": [0, 0, 1], "the reference": [0, 1, 1], "b": [0, 0, 0]}
    with pytest.raises(pw.errors.InputError, match="cannot be called 'the reference'"):
        work(many)
