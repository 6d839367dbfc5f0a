"""An accumulator is the table of its items at every moment, whatever happened before."""

from __future__ import annotations

import copy
import math
import pickle
import random
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import partwise as pw
from partwise import Accumulator
from partwise.errors import AlignmentError, InputError, MissingLabelError, UndefinedValueError
from partwise.tables import Contingency

Item = tuple[Any, Any]
ROWS: Sequence[Hashable] = ("a", "b", 3, (1, "x"), date(2026, 11, 16))
COLUMNS: Sequence[Hashable] = (0, 1, "two", (3,), "b", 10**30, -1, "7")


def counted(items: Iterable[Item]) -> Contingency:
    pairs = list(items)
    return pw.contingency([a for a, _ in pairs], [b for _, b in pairs])


def filled(items: Iterable[Item], indices: Any = "ARI", **options: Any) -> Accumulator:
    accumulator = Accumulator(indices, **options)
    for item in items:
        accumulator.update(*item)
    return accumulator


def same(first: float | Fraction, second: float | Fraction) -> bool:
    return first == second or (math.isnan(first) and math.isnan(second))


def check(accumulator: Accumulator, items: Sequence[Item], indices: Sequence[pw.Index]) -> None:
    """Compare with counting from scratch: pair-counting scores to the last bit."""
    table = counted(items)
    assert accumulator.table == table
    assert accumulator.n == table.n
    assert accumulator.pair_counts == table.pair_counts
    for index in indices:
        score, expected = accumulator.score(index), index.evaluate(table).value
        if index.kind == "pairs":
            assert same(score, expected), index.key
        else:
            assert score == pytest.approx(expected, rel=1e-11, abs=1e-13, nan_ok=True), index.key


class Stream:
    """Random steps of an accumulator, and of a list of items."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311
        self.accumulator = Accumulator(["ARI", "NMI"])
        self.items: list[Item] = []

    def update(self) -> None:
        item = self.random.choice(ROWS), self.random.choice(COLUMNS)
        self.accumulator.update(*item)
        self.items.append(item)

    def update_several(self) -> None:
        item = self.random.choice(ROWS), self.random.choice(COLUMNS)
        self.accumulator.update(*item, weight=3)
        self.items += [item] * 3

    def update_many(self) -> None:
        items = [(self.random.choice(ROWS), self.random.choice(COLUMNS)) for _ in range(5)]
        self.accumulator.update_many([a for a, _ in items], [b for _, b in items])
        self.items += items

    def revert(self) -> None:
        if self.items:
            self.accumulator.revert(*self.items.pop(self.random.randrange(len(self.items))))

    def move(self) -> None:
        if self.items:
            where = self.random.randrange(len(self.items))
            (row, source), target = self.items[where], self.random.choice(COLUMNS)
            self.accumulator.move(row, source, target)
            self.items[where] = (row, target)

    def merge(self) -> None:
        first, second = self.random.choice(COLUMNS), self.random.choice(COLUMNS)
        self.accumulator.merge(first, second)
        self.items = [(a, first if b == second else b) for a, b in self.items]

    def pickle(self) -> None:
        self.accumulator = pickle.loads(pickle.dumps(self.accumulator))  # noqa: S301

    def fail(self) -> None:
        with pytest.raises(InputError):
            self.accumulator.revert("nobody", self.random.choice(COLUMNS))
        with pytest.raises(InputError):
            self.accumulator.move("a", "never seen", self.random.choice(["new", *COLUMNS]))

    def run(self, steps: int, every: int, indices: Sequence[pw.Index]) -> None:
        kinds = (self.update, self.revert, self.move, self.update_several, self.update_many)
        rare = (self.merge, self.pickle, self.fail)
        chosen = self.random.choices((*kinds, *rare), (300, 340, 300, 10, 8, 20, 2, 4), k=steps)
        for number, step in enumerate(chosen):
            step()
            if number % every == 0:
                check(self.accumulator, self.items, indices)
        check(self.accumulator, self.items, indices)


def test_a_hundred_thousand_steps_against_recounting() -> None:
    Stream(0).run(100_000, 250, [pw.index(key) for key in ("ARI", "CC", "rand", "dice")])


@pytest.mark.parametrize("seed", range(1, 6))
def test_every_index_at_many_moments(seed: int) -> None:
    Stream(seed).run(400, 40, [*pw.indices("all")])


@pytest.mark.parametrize("seed", range(6, 36))
def test_few_items_meet_every_convention(seed: int) -> None:
    """Empty tables, single clusters and singletons come up again and again."""
    stream = Stream(seed)
    steps = (stream.update, stream.revert, stream.revert, stream.move, stream.merge)
    for _ in range(60):
        stream.random.choice(steps)()
        check(stream.accumulator, stream.items, [*pw.indices("recommended")])


def test_scores_are_those_of_the_table() -> None:
    items = [(1, 1), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3)]
    gold, labels = zip(*items, strict=True)
    accumulator = filled(items, ["ARI", "NMI", "AMI", "bcubed"])
    scores, expected = accumulator.scores(), pw.scores(gold, labels, ["ARI", "AMI"])
    assert list(scores) == ["adjusted_rand", "nmi_arithmetic", "ami_arithmetic", "bcubed"]
    assert {key: scores[key] for key in expected} == dict(expected)
    assert all(accumulator.score(key) == scores[key] for key in scores)
    assert accumulator.score(exact=True) == pw.score(gold, labels, "ARI", exact=True)
    exact = pw.score(gold, labels, "bcubed", exact=True)
    assert accumulator.score("bcubed", exact=True) == exact
    assert accumulator.score(lambda table: table.n / 4) == 1.5
    assert accumulator.score("VI") == pytest.approx(pw.score(gold, labels, "VI"))
    assert accumulator._repr_html_() == f"<p>{accumulator}</p>"


def test_undefined_values_and_their_notes() -> None:
    one_cluster = [(0, 0), (0, 1), (0, 1)]
    accumulator = filled(one_cluster, ["correlation", "jaccard", "nmi_arithmetic"])
    expected = pw.scores([0, 0, 0], [0, 1, 1], list(accumulator.indices))
    assert dict(accumulator.scores()) == dict(expected)
    assert accumulator.scores().notes == expected.notes
    assert math.isnan(filled(one_cluster, "correlation", undefined="nan").get())
    with pytest.raises(UndefinedValueError, match="correlation is undefined here"):
        filled(one_cluster, "correlation", undefined="raise").get()
    empty = Accumulator()
    assert dict(empty.scores()) == dict(pw.scores([], []))


# --- noise and missing labels


POLICIES: tuple[dict[str, Any], ...] = (
    {"noise": "singletons"},
    {"noise": "drop"},
    {"noise": "cluster", "missing": "drop"},
    {"noise": "singletons", "noise_label": "?", "missing": "drop"},
    {"noise": "drop", "missing": "singletons"},
    {"noise": "singletons", "missing": "singletons"},
)
STRANGE: Sequence[Any] = (-1, "?", None, float("nan"), 0, 1, "x")


def anonymous(table: Contingency) -> Counter[tuple[Any, Any, int]]:
    """Return the cells; clusters of single items that had none are all called alone."""
    rows, columns, counts = (array.tolist() for array in table.cells)
    names = [
        [label if isinstance(label, int | str) else "alone" for label in labels]
        for labels in (table.row_labels, table.column_labels)
    ]
    cells = zip(rows, columns, counts, strict=True)
    return Counter((names[0][i], names[1][j], count) for i, j, count in cells)


@pytest.mark.parametrize("policies", POLICIES, ids=str)
def test_policies_hold_at_every_step(policies: dict[str, Any]) -> None:
    chance = random.Random(3)  # noqa: S311
    labels = [x for x in STRANGE if policies.get("missing") or (x == x and x is not None)]
    accumulator, items = Accumulator("ARI", **policies), list[Item]()
    for step in range(1500):
        if items and chance.random() < 0.45:
            accumulator.revert(*items.pop(chance.randrange(len(items))))
        elif items and chance.random() < 0.3:
            where, target = chance.randrange(len(items)), chance.choice(labels)
            accumulator.move(*items[where], target)
            items[where] = (items[where][0], target)
        elif chance.random() < 0.05:
            accumulator.merge(0, "x")
            items = [(a, 0 if b == "x" else b) for a, b in items]
        elif chance.random() < 0.02:
            accumulator = pickle.loads(pickle.dumps(accumulator))  # noqa: S301
        else:
            items += [(chance.choice(labels), chance.choice(labels))] * 2
            accumulator.update(*items[-1], weight=2)
        if step % 10 == 0:
            known = [*items, ("x", "x")]  # where nothing is left, there is no table
            accumulator.update("x", "x")
            expected = pw.contingency([a for a, _ in known], [b for _, b in known], **policies)
            items = known
            assert anonymous(accumulator.table) == anonymous(expected)
            assert accumulator.pair_counts == expected.pair_counts


def test_lone_items_of_two_workers_stay_apart() -> None:
    items = [(-1, 0), (0, -1), (-1, -1), (0, 0)]
    part = filled(items, noise="singletons")
    both = part + filled(items, noise="singletons")
    gold, labels = zip(*items * 2, strict=True)
    expected = pw.contingency(gold, labels, noise="singletons")
    assert both.pair_counts == expected.pair_counts
    assert anonymous((both - part).table) == anonymous(part.table)
    assert (both - part - part).n == 0


def test_a_missing_label_says_whose_it_is() -> None:
    accumulator = Accumulator("ARI")
    with pytest.raises(MissingLabelError, match=r'the candidate: .*None.*missing="drop"'):
        accumulator.update("a", None)
    with pytest.raises(MissingLabelError, match=r"the reference: .*nan"):
        accumulator.update(float("nan"), "a")
    with pytest.raises(MissingLabelError):
        accumulator.update_many(["a", None], [1, 2])
    assert accumulator.n == 0


# --- labels


@pytest.mark.parametrize(
    "labels",
    [
        ["b", "a", "b", ""],
        [7, 3, 7, -1],
        [7, 7.0, np.int64(7), np.float64(7)],
        [(1, 2), (1, 2), (2, 1), ()],
        [True, False, True, True],
        [date(2026, 1, 1), date(2026, 1, 2), date(2026, 1, 1), "2026-01-01"],
        [np.str_("a"), "a", np.str_("b"), "b"],
        [10**30, 10**30, -(10**30), 0],
        [b"x", b"x", "x", "x"],
    ],
    ids=repr,
)
def test_labels_of_every_kind(labels: list[Any]) -> None:
    other = [0, 0, 1, 1]
    one_by_one = filled(zip(labels, other, strict=True))
    assert one_by_one.table == pw.contingency(labels, other)
    many = Accumulator("ARI")
    many.update_many(labels, other)
    assert many.table == one_by_one.table
    many.update_many(other, labels)
    for item in zip(other, labels, strict=True):
        one_by_one.update(*item)
    assert many.table == one_by_one.table


def test_arrays_and_weights_at_once() -> None:
    rng = np.random.default_rng(0)
    gold, labels, weights = (rng.integers(0, high, 1000) for high in (7, 9, 4))
    accumulator = Accumulator("ARI")
    for part in np.array_split(np.arange(1000), 7):
        accumulator.update_many(gold[part], labels[part], weights[part])
    assert accumulator.table == pw.contingency(gold, labels, weights=weights)
    assert accumulator.get() == pw.score(gold, labels, "ARI", weights=weights)


# --- what cannot be done leaves everything as it was


class Scalar:
    """What libraries hand out for one number: a hash of its own."""

    def detach(self) -> Scalar:
        return self


WRONG: dict[str, tuple[Callable[[Any], object], str]] = {
    "never added": (lambda a: a.revert("a", 2), "there is no item of reference cluster 'a' in"),
    "too often": (lambda a: a.revert("a", 1, 3), "there are fewer than 3 items"),
    "unknown": (lambda a: a.revert("z", "y"), "there is no item of reference cluster 'z'"),
    "moved": (lambda a: a.move("b", 1, 2), "in candidate cluster 1; remove only items"),
    "moved anew": (lambda a: a.move("b", 1, "new"), "no item of reference cluster 'b'"),
    "moved to a list": (lambda a: a.move("a", 1, [2]), r"a label cannot be \[2\], of type list"),
    "moved too many": (lambda a: a.move("a", 1, 2, 9), "fewer than 9 items"),
    "a list": (lambda a: a.update(["a"], 1), r"a label cannot be \['a'\], of type list"),
    "a list inside": (lambda a: a.update("a", (1, [2])), "of type tuple"),
    "a set": (lambda a: a.update("a", frozenset({1})), "of type frozenset"),
    "a measurement": (lambda a: a.update("a", 0.5), "a label cannot be 0.5"),
    "a scalar": (lambda a: a.update("a", Scalar()), "of type Scalar"),
    "merged lists": (lambda a: a.merge([1], 2), "of type list"),
    "a weight": (lambda a: a.update("a", 1, 0.5), "weight= must be a whole number"),
    "a negative weight": (lambda a: a.update("a", 1, -1), "weight= must be .* not -1"),
    "a negative revert": (lambda a: a.revert("a", 1, -1), "weight= must be .* not -1"),
    "text as weight": (lambda a: a.update("a", 1, "2"), "weight= must be"),
    "too many": (lambda a: a.update("a", 1, 2**31 - 3), "fewer than 2\\^31 items"),
    "far too many": (lambda a: a.update("a", 1, 10**30), "first.table \\+ second.table"),
    "many too many": (lambda a: a.update_many(["a"], [1], [2**40]), "fewer than 2\\^31 items"),
    "lengths": (lambda a: a.update_many(["a", "b"], [1]), "must have the same length"),
    "other items": (lambda a: a - filled([("b", 1)]), "has items that this one does not have"),
    "other policies": (lambda a: a + Accumulator("ARI", noise="drop"), "the same noise="),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_done_changes_nothing(name: str) -> None:
    items = [("a", 1), ("a", 1), ("b", 2)]
    accumulator = filled(items)
    wrong, message = WRONG[name]
    with pytest.raises(InputError, match=message):
        wrong(accumulator)
    assert accumulator.table == counted(items)
    accumulator.merge(2, "new")
    accumulator.revert("b", 2)
    assert accumulator.table == counted(items[:2])


def test_noise_cannot_be_merged() -> None:
    accumulator = filled([(0, -1), (0, 1)], noise="singletons")
    with pytest.raises(InputError, match="noise points and items without a label cannot be merged"):
        accumulator.merge(1, -1)
    assert accumulator.table.k_b == 2


def test_settings_are_checked_at_once() -> None:
    for options in ({"noise": "ignore"}, {"missing": "ignore"}, {"undefined": "zero"}):
        with pytest.raises(InputError):
            Accumulator("ARI", **options)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="there is no index to score"):
        Accumulator([])
    with pytest.raises(LookupError):
        Accumulator("no such index")


def test_merging_with_an_empty_cluster_renames() -> None:
    accumulator = filled([("a", 1), ("b", 2)])
    accumulator.merge("fresh", 1)
    accumulator.merge("fresh", "unknown")
    assert accumulator.table == counted([("a", "fresh"), ("b", 2)])
    accumulator.update("c", 1)  # the name is free again
    assert accumulator.table == counted([("a", "fresh"), ("b", 2), ("c", 1)])


# --- workers


def test_workers_in_any_order() -> None:
    rng = random.Random(5)  # noqa: S311
    items = [(rng.choice("abcd"), rng.randrange(6)) for _ in range(400)]
    parts = [filled(items[start::4], ["ARI", "VI"]) for start in range(4)]
    whole = counted(items)
    for order in permutations(parts):
        travelled = [pickle.loads(pickle.dumps(part)) for part in order]  # noqa: S301
        total = sum(travelled)
        assert isinstance(total, Accumulator)
        assert total.table == whole
        assert total.scores() == sum(order[1:], order[0]).scores()
        travelled[0] += travelled[1]
        assert travelled[0].table == order[0].table + order[1].table
    assert [part.n for part in parts] == [100] * 4  # adding changes none of them


def test_taking_a_worker_away() -> None:
    items = [("a", 1), ("a", 2), ("b", 2), ("b", 2)]
    whole, part = filled(items), filled(items[1:3])
    assert (whole - part).table == counted([items[0], items[3]])
    assert whole.n == 4
    whole -= part
    assert whole.table == counted([items[0], items[3]])
    other: tuple[Any, ...] = (3, None, whole.table)
    for nonsense in other:
        with pytest.raises(TypeError, match="unsupported operand"):
            whole + nonsense
        with pytest.raises(TypeError, match="unsupported operand"):
            whole - nonsense


def test_copies_are_independent() -> None:
    first = filled([("a", 1), ("b", 2)], ["CC", "ARI"], undefined="nan", noise="singletons")
    for second in (first.copy(), copy.copy(first), copy.deepcopy(first)):
        second.update("b", 1)
        second.update("b", -1)
        assert (first.n, second.n) == (2, 4)
        assert second.indices == first.indices
    empty = first.clone()
    assert (empty.n, empty.indices) == (0, first.indices)
    assert math.isnan(empty.get())  # by undefined="nan"


def test_threads_with_an_accumulator_each() -> None:
    items = [(i % 5, i % 7) for i in range(8000)]
    with ThreadPoolExecutor(8) as pool:
        parts = list(pool.map(filled, [items[start::8] for start in range(8)]))
    assert sum(parts).table == counted(items)  # type: ignore[union-attr]


def test_a_long_stream_forgets_what_left_it() -> None:
    """New clusters come for ever, in a window of 50 items."""
    window = deque[Item]()
    accumulator = Accumulator("ARI", noise="singletons")
    for i in range(20_000):
        item = (i // 3, -1 if i % 10 == 0 else i // 2)
        accumulator.update(*item)
        window.append(item)
        if len(window) > 50:
            accumulator.revert(*window.popleft())
    gold, labels = zip(*window, strict=True)
    assert accumulator.get() == pw.score(gold, labels, "ARI", noise="singletons")
    assert len(pickle.dumps(accumulator)) < 20_000
    assert sum(map(len, (accumulator._rows, accumulator._columns))) < 2000


# --- the manners of river's metrics


def test_manners_of_a_metric() -> None:
    similarity, distance = filled([("a", 1), ("b", 1), ("b", 2)], "ARI"), filled([], "VI")
    assert similarity.bigger_is_better
    assert not distance.bigger_is_better
    better = filled([("a", 1), ("b", 2)], "ARI")
    assert better.is_better_than(similarity)
    assert not similarity.is_better_than(better)
    assert filled([("a", 1), ("b", 2)], "VI").is_better_than(filled([("a", 1), ("a", 2)], "VI"))
    assert similarity.get() == similarity.score() == pw.score(["a", "b", "b"], [1, 1, 2], "ARI")
    assert repr(similarity) == "ARI: -0.5 (3 items)"
    similarity.update(y_true="a", y_pred=1)
    similarity.revert("a", 1, 1.0)  # type: ignore[arg-type]  # as river's containers do
    assert similarity.n == 3


@pytest.mark.parametrize("form", [list, np.array, pd.Series, pl.Series])
@pytest.mark.parametrize("policy", [{"noise": "drop"}, {"noise": "drop", "missing": "drop"}])
def test_a_part_of_which_nothing_is_counted_changes_nothing(form: Any, policy: Any) -> None:
    stream = pw.Accumulator("ARI", **policy)
    for labels in ([0, 1], [-1, -1], [1, 1]):
        stream.update_many(form([0, 1]), form(labels))
    assert stream.table == pw.contingency([0, 1, 0, 1], [0, 1, 1, 1])
    with pytest.raises(AlignmentError):
        stream.update_many({"a": 0}, {"b": 0})  # not left out, but named differently
