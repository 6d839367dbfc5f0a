"""Clusters over snapshots: links, fates, origins and ids, against sets; and nothing is lost."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import pairwise
from typing import Any

import narwhals as nw
import numpy as np
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.ensembles import Tracking, track

Labels = dict[Any, Any]
Cluster = frozenset[Hashable]
BACKWARDS = {"death": "birth", "split": "merge", "merge": "split", "continue": "continue"}


def history(seed: int, steps: int = 5, n: int = 22) -> dict[str, Labels]:
    """Return snapshots in which items move, come and go, and clusters are split and merged."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 5, n)
    snapshots = {}
    for step in range(steps):
        labels = np.where(rng.random(n) < 0.12, rng.integers(0, 6, n), labels)
        if step % 2:
            labels = np.where(labels == rng.integers(0, 5), rng.integers(0, 5), labels)
        else:
            labels = np.where((labels == rng.integers(0, 5)) & (rng.random(n) < 0.5), 9, labels)
        kept = np.flatnonzero(rng.random(n) < 0.85).tolist()
        snapshots[f"t{step}"] = {f"i{i}": f"c{labels[i]}" for i in kept}
    return snapshots


def clusters(labels: Labels) -> list[Cluster]:
    return [
        frozenset(item for item, own in labels.items() if own == label)
        for label in dict.fromkeys(labels.values())
    ]


def linked(a: Cluster, b: Cluster, both: set[Hashable], overlap: float, part: float) -> bool:
    a, b = a & both, b & both
    shared, sizes = len(a & b), sorted((len(a), len(b)))
    return shared > 0 and shared >= overlap * sizes[0] and shared >= part * sizes[1]


def links(
    one: Labels, other: Labels, overlap: float = 0.5, part: float = 0.1
) -> set[tuple[Cluster, Cluster]]:
    both = one.keys() & other.keys()
    return {
        (a, b) for a in clusters(one) for b in clusters(other) if linked(a, b, both, overlap, part)
    }


def fates(one: Labels, other: Labels, **rule: float) -> dict[Cluster, str]:
    pairs = links(one, other, **rule)
    fates = {}
    for a in clusters(one):
        targets = [b for x, b in pairs if x == a]
        if len(targets) != 1:
            fates[a] = "split" if targets else "death"
        else:
            fates[a] = "merge" if sum(b == targets[0] for _, b in pairs) > 1 else "continue"
    return fates


def members(tracking: Tracking, snapshots: dict[str, Labels]) -> dict[tuple[str, Cluster], Any]:
    """Return the tracked clusters by snapshot and items."""
    return {
        (c.snapshot, frozenset(i for i, x in snapshots[c.snapshot].items() if x == c.cluster)): c
        for c in tracking.clusters
    }


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("rule", [{}, {"overlap": 0.7, "part": 0.0}, {"overlap": 0.3, "part": 0.3}])
def test_fates_and_origins_by_definition(seed: int, rule: dict[str, Any]) -> None:
    snapshots = history(seed)
    by_cluster = members(track(snapshots, **rule), snapshots)
    for before, after in pairwise(snapshots):
        for cluster, fate in fates(snapshots[before], snapshots[after], **rule).items():
            assert by_cluster[before, cluster].fate == fate
        for cluster, fate in fates(snapshots[after], snapshots[before], **rule).items():
            assert by_cluster[after, cluster].origin == BACKWARDS[fate]
        for a, b in links(snapshots[before], snapshots[after], **rule):
            assert by_cluster[after, b].id in by_cluster[before, a].targets
            assert by_cluster[before, a].id in by_cluster[after, b].sources
    assert {c.origin for c in by_cluster.values() if c.snapshot == "t0"} == {"first"}
    assert {c.fate for c in by_cluster.values() if c.snapshot == "t4"} == {"last"}


def matchings(pairs: list[tuple[Cluster, Cluster]]) -> Iterator[list[tuple[Cluster, Cluster]]]:
    if not pairs:
        yield []
        return
    (a, b), rest = pairs[0], pairs[1:]
    yield from matchings(rest)
    for more in matchings([(x, y) for x, y in rest if x != a and y != b]):
        yield [(a, b), *more]


@pytest.mark.parametrize("seed", range(12))
def test_ids_persist_by_the_matching_that_shares_most(seed: int) -> None:
    snapshots = history(seed)
    by_cluster = members(track(snapshots), snapshots)
    for before, after in pairwise(snapshots):
        possible = list(links(snapshots[before], snapshots[after]))
        best = max(sum(len(a & b) for a, b in pairs) for pairs in matchings(possible))
        ids = {c.id: items for (at, items), c in by_cluster.items() if at == before}
        kept = {c.id: items for (at, items), c in by_cluster.items() if at == after}
        shared = ids.keys() & kept.keys()
        assert {(ids[x], kept[x]) for x in shared} <= set(possible)
        assert sum(len(ids[x] & kept[x]) for x in shared) == best


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("max_pause", [0, 2])
def test_nothing_is_lost(seed: int, max_pause: int) -> None:
    snapshots = history(seed)
    tracking = track(snapshots, max_pause=max_pause)
    by_cluster = members(tracking, snapshots)
    assert set(by_cluster) == {
        (at, own) for at, labels in snapshots.items() for own in clusters(labels)
    }
    assert (
        len(by_cluster)
        == len(tracking.clusters)
        == len({(c.snapshot, c.id) for c in by_cluster.values()})
    )
    assert tracking.ids == tuple(range(1, len(tracking.ids) + 1))
    for name, labels in snapshots.items():
        ids = tracking.clusterings[name]
        assert dict(zip(ids.items, ids.labels, strict=True)) == {
            item: c.id for (at, own), c in by_cluster.items() if at == name for item in own
        }
        assert sum(c.size for c in by_cluster.values() if c.snapshot == name) == len(labels)
    for place, step in enumerate(tracking.transitions):
        one, other = snapshots[step.before], snapshots[step.after]
        flows = list(zip(*(x.tolist() for x in tracking.flows[place]), strict=True))
        for (at, own), c in by_cluster.items():
            if at == step.before:
                assert sum(n for a, _, n in flows if a == c.id) + c.gone == c.size == len(own)
            if at == step.after:
                assert sum(n for _, b, n in flows if b == c.id) + c.new == c.size
        assert step.shared == len(one.keys() & other.keys()) == sum(n for *_, n in flows)
        assert (step.entered, step.left) == (len(other) - step.shared, len(one) - step.shared)
        counts = tracking.counts(step.after)
        origins = Counter(c.origin for c in by_cluster.values() if c.snapshot == step.after)
        fate = Counter(c.fate for c in by_cluster.values() if c.snapshot == step.before)
        assert counts["continue"] == origins["continue"] == fate["continue"]
        assert (counts["birth"], counts["merge"]) == (origins["birth"], origins["merge"])
        assert (counts["death"], counts["split"]) == (fate["death"], fate["split"])
        assert counts["pause"] == fate["pause"]
        assert counts["return"] == origins["return"]
    assert Counter(e.kind for e in tracking.events)["pause"] == sum(
        e.kind == "return" for e in tracking.events
    )
    if not max_pause:
        for each in tracking.ids:
            seen = [tracking.snapshots.index(c.snapshot) for c in tracking.history(each)]
            assert seen == list(range(seen[0], seen[-1] + 1))


@pytest.mark.parametrize("seed", range(6))
def test_names_of_clusters_and_order_of_items_do_not_matter(seed: int) -> None:
    snapshots = history(seed)
    rng = np.random.default_rng(seed)
    other = {
        name: {item: (name, labels[item]) for item in rng.permutation(list(labels)).tolist()}
        for name, labels in snapshots.items()
    }
    one, two = members(track(snapshots), snapshots), members(track(other), other)
    assert {key: (c.origin, c.fate, c.size, c.new, c.gone) for key, c in one.items()} == {
        key: (c.origin, c.fate, c.size, c.new, c.gone) for key, c in two.items()
    }


def test_time_can_run_backwards() -> None:
    snapshots = history(3)
    forth = members(track(snapshots), snapshots)
    back = members(track(dict(reversed(snapshots.items()))), snapshots)
    for key, cluster in forth.items():
        if cluster.fate != "last":
            assert back[key].origin == BACKWARDS[cluster.fate]


def test_similarity_is_on_the_items_that_two_snapshots_share() -> None:
    snapshots = history(5)
    for step in track(snapshots, "AMI").transitions:
        one, other = snapshots[step.before], snapshots[step.after]
        both = sorted(one.keys() & other.keys(), key=str)
        expected = pw.score([one[i] for i in both], [other[i] for i in both], "AMI")
        assert step.similarity == pytest.approx(float(expected))


def days(*texts: str) -> list[Labels]:
    """Return snapshots: each word is a cluster, each letter an item."""
    return [{item: word for word in text.split() for item in word} for text in texts]


@pytest.mark.parametrize(
    ("texts", "kind", "sources", "targets"),
    [
        (("abcd ef", "abcd efg"), "continue", (2,), (2,)),
        (("abcd ef", "ab cd ef"), "split", (1,), (1, 3)),
        (("abc de fg", "abcde fg"), "merge", (1, 2), (1,)),
        (("abcd ef", "abcd ef xyz"), "birth", (), (3,)),
        (("abcd efg", "abcd"), "death", (2,), ()),
        (("abcdef ghijkl mn", "abcm defghi njkl"), "split", (1,), (1, 2)),
    ],
)
def test_single_events(
    texts: tuple[str, str], kind: str, sources: tuple[int, ...], targets: tuple[int, ...]
) -> None:
    tracking = track(days(*texts))
    assert (kind, sources, targets) in [(e.kind, e.sources, e.targets) for e in tracking.events]
    assert {e.before for e in tracking.events} == {"0"}


def test_a_cluster_that_scatters_dies_and_one_that_gathers_is_born() -> None:
    tracking = track(days("abcdef ghijkl mnopqr xyz", "abcdefx ghijkly mnopqrz"))
    assert [c.fate for c in tracking.history(4)] == ["death"]
    tracking = track(days("abcdefx ghijkly mnopqrz", "abcdef ghijkl mnopqr xyz"))
    assert [c.origin for c in tracking.history(4)] == ["birth"]


def test_small_parts_count_if_you_want() -> None:
    big = "abcdefghijklmnopqrst"
    texts = (f"{big}", f"{big[:19]} {big[19:]}")
    assert track(days(*texts)).counts("1")["split"] == 0
    assert track(days(*texts), part=0).counts("1")["split"] == 1


def test_an_id_returns_only_if_it_is_remembered() -> None:
    texts = ("abcd efgh", "abcd", "abcd", "abcd efgx")
    assert [c.id for c in track(days(*texts)).clusters][-2:] == [1, 3]
    assert [c.id for c in track(days(*texts), max_pause=1).clusters][-2:] == [1, 3]
    tracking = track(days(*texts), max_pause=2)
    assert [(c.snapshot, c.origin, c.fate) for c in tracking.history(2)] == [
        ("0", "first", "pause"), ("3", "return", "last")
    ]  # fmt: skip
    (event,) = (event for event in tracking.events if event.kind == "return")
    assert (event.before, event.after, event.sources, event.targets) == ("0", "3", (2,), (2,))
    assert "came back after a pause: id 2" in str(tracking)
    assert "pause" not in str(track(days(*texts)))


def test_new_items_get_the_id_of_their_cluster() -> None:
    tracking = track(days("abc def", "abcx defy z"))
    ids = tracking.clusterings["1"]
    assert dict(zip(ids.items, ids.labels, strict=True)) == {
        **dict.fromkeys("abcx", 1), **dict.fromkeys("defy", 2), "z": 3
    }  # fmt: skip
    frame = tracking.to_frame("polars", of="items")
    assert frame.filter(frame["item"] == "x").row(0) == ("x", None, 1)


def test_lists_are_matched_by_position_and_missing_labels_are_absent() -> None:
    tracking = track([[0, 0, 0, 1, 1], [5, 5, None, 7, 7], [5, 5, 5, 7, -1]], noise="drop")
    assert [t.shared for t in tracking.transitions] == [4, 3]
    assert [c.id for c in tracking.clusters] == [1, 2] * 3
    with pytest.raises(InputError, match="must have the same length"):
        track([[0, 0], [0, 0, 1]])
    with pytest.raises(InputError, match="missing"):
        track([[0, 0, 1], [0, None, 1]], missing="raise")
    dropped = track([[0, 0, 0, 1, 1], [5, 5, None, 7, 7]], missing="drop")
    assert [c.size for c in dropped.clusters] == [2, 2, 2, 2]


def test_frames_and_files(tmp_path: Any) -> None:
    pl = pytest.importorskip("polars")
    snapshots = history(2)
    expected = track(snapshots)
    paths = []
    for name, labels in snapshots.items():
        paths.append(tmp_path / f"{name}.csv")
        frame = pl.DataFrame({"item": list(labels), "label": list(labels.values())})
        frame.write_csv(paths[-1])
    tracking = track({path.stem: path for path in paths})
    assert tracking.to_dict() == expected.to_dict()
    for of, rows in {
        "clusters": len(expected.clusters),
        "events": len(expected.events),
        "items": len({item for labels in snapshots.values() for item in labels}),
        "snapshots": 5,
        "flows": sum(len(flow.shared) for flow in expected.flows),
    }.items():
        assert len(expected.to_frame(of=of)) == rows  # type: ignore[arg-type]
    assert json.loads(expected.to_json())["snapshots"] == list(snapshots)


def test_a_pattern_stands_for_its_files_in_sorted_order(tmp_path: Any) -> None:
    snapshots = history(4)
    for name, labels in reversed(snapshots.items()):
        lines = [f"{item},{label}\n" for item, label in labels.items()]
        (tmp_path / f"{name}.csv").write_text("item,label\n" + "".join(lines), encoding="utf-8")
    paths = [tmp_path / f"{name}.csv" for name in snapshots]
    assert track(f"{tmp_path}/t*.csv").to_dict() == track(paths).to_dict()
    with pytest.raises(InputError, match="no file matches"):
        track(f"{tmp_path}/x*.csv")
    with pytest.raises(InputError, match="at least two snapshots, not 1"):
        track(f"{tmp_path}/t0*.csv")


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_stacked_snapshots_of_a_frame(library: str) -> None:
    pytest.importorskip(library)
    snapshots = history(5)
    rows = [(name, *row) for name, labels in snapshots.items() for row in labels.items()]
    columns = dict(zip(("run", "item", "label"), zip(*rows, strict=True), strict=True))
    frame = nw.from_dict(columns, backend=library).to_native()  # type: ignore[arg-type]
    stacked: Any = pw.read(frame, layout="stacked")
    tracking = track(stacked)
    assert [t.similarity for t in tracking.transitions] == [
        t.similarity for t in track(snapshots).transitions
    ]


def test_series_of_different_lengths_that_are_matched_by_row_say_so() -> None:
    pd = pytest.importorskip("pandas")
    short, long = pd.Series([0, 0, 1, 1]), pd.Series([0, 0, 1, 1, 1])
    assert "items were matched by row number" in " ".join(track([short, long]).notes)
    for quiet in ([long, long], [short.set_axis(list("abcd")), long.set_axis(list("abcde"))]):
        assert "by row number" not in " ".join(track(quiet).notes)


def test_ids_stay_whole_numbers_in_pandas() -> None:
    pytest.importorskip("pandas")
    tracking = track(days("abc def", "abcx dez", "abcx"))
    items = tracking.to_frame("pandas", of="items").set_index("item")
    assert [str(dtype) for dtype in items.dtypes] == ["Int64"] * 3
    assert items.loc["x"].isna().tolist() == [True, False, False]
    assert items.loc["a"].tolist() == [1, 1, 1]
    snapshots = tracking.to_frame("pandas", of="snapshots")
    assert snapshots["shared"].dtype == "Int64"
    assert snapshots["similarity"].dtype == "float64"


def test_snapshots_that_share_nothing() -> None:
    tracking = track(days("ab cd", "ab cd", "xy zw"))
    assert {kind: n for kind, n in tracking.counts("2").items() if n} == {"birth": 2, "death": 2}
    assert math.isnan(tracking.transitions[1].similarity)
    assert "no items in common, so nothing continues: 1 and 2" in tracking.notes


@pytest.mark.parametrize(
    ("snapshots", "options", "words"),
    [
        ([[0, 1]], {}, "at least two snapshots, not 1"),
        ([{1: 0, 2: 0}, {"1": 0, "2": 0}], {}, "consecutive snapshots have an item in common"),
        ([[0, 1], {"a": 0, "b": 1}], {}, "clustering 1 has item ids but clustering 0 has none"),
        ([[0, 1], [0, 1]], {"overlap": 2}, "overlap="),
        ([[0, 1], [0, 1]], {"part": -1}, "part="),
        ([[0, 1], [0, 1]], {"max_pause": 0.5}, "max_pause="),
        ([[0, 1], [0, 1]], {"missing": "all"}, '"pairwise", not'),
    ],
)
def test_bad_input(snapshots: Any, options: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        track(snapshots, **options)


def test_questions_that_have_no_answer() -> None:
    tracking = track([[0, 1], [0, 1]])
    with pytest.raises(InputError, match="no id 9; ids are 1 to 2"):
        tracking.history(9)
    with pytest.raises(InputError, match="of= must be one of"):
        tracking.to_frame(of="nothing")  # type: ignore[arg-type]


@pytest.mark.parametrize("shared", range(1, 100))
def test_a_share_of_exactly_what_is_asked_for_links(shared: int) -> None:
    share = shared / 100  # times 100, some of these are above the whole number
    whole = dict.fromkeys(range(100), "all")
    parts = {item: "part" if item < shared else item for item in range(100)}
    linked = track([whole, parts], part=share).clusters[0].targets
    assert 1 in linked
    above = float(np.nextafter(share, 1))
    assert not set(linked) & set(track([whole, parts], part=above).clusters[0].targets)


@pytest.mark.parametrize("between", [[{}], [{"x": 1}], [{}, {"x": 1}]])
def test_ids_come_back_after_snapshots_with_other_items(between: list[Labels]) -> None:
    day: Labels = {"a": 1, "b": 1, "c": 2}
    tracking = track([day, *between, day], max_pause=len(between))
    last = tracking.snapshots[-1]
    assert tracking.clusterings[last].labels == tracking.clusterings["0"].labels
    assert tracking.counts(last)["return"] == 2
    with pytest.raises(InputError, match="have an item in common"):
        track([day, *between, day], max_pause=len(between) - 1)
