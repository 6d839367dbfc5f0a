"""Meet, join and refinement; perfect splits and merges; Theorem 2 of the paper, by brute force."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partwise import Clustering
from partwise.clusterings.lattice import (
    Step,
    improvement_path,
    is_consistent_improvement,
    is_perfect_merge,
    is_perfect_split,
)
from partwise.clusterings.lattice import perfect_merges as found_merges
from partwise.clusterings.lattice import perfect_splits as found_splits
from partwise.errors import AlignmentError, InputError
from support.oracle import set_partitions
from support.partitions import (
    Partition,
    agreements,
    blocks,
    grouped,
    is_coarser,
    join,
    label_lists,
    perfect_merges,
    perfect_splits,
    rgs,
)

Labels = tuple[int, ...]

# One reference of each shape is enough where all B and B' are tried: the rest are renamings.
SHAPES_OF_5: list[Labels] = [
    (0, 0, 0, 0, 0),
    (0, 0, 0, 0, 1),
    (0, 0, 0, 1, 1),
    (0, 0, 0, 1, 2),
    (0, 0, 1, 1, 2),
    (0, 0, 1, 2, 3),
    (0, 1, 2, 3, 4),
]


@cache
def clusterings(n: int) -> dict[Labels, Clustering]:
    return {labels: Clustering(labels) for labels in set_partitions(n)}


def is_improvement(a: Labels, b: Labels, after: Labels) -> bool:
    """Decide by the definition: B ≠ B', and pairs agreeing in A and B agree in A and B'."""
    return b != after and agreements(a, b) <= agreements(a, after)


# --- the lattice


@given(label_lists(2))
def test_meet_join_refines_against_sets(labels: tuple[list[int], ...]) -> None:
    x, y = labels
    a, b = Clustering(x), Clustering(y)
    assert blocks(a.meet(b)) == grouped(zip(x, y, strict=True))
    assert blocks(a.join(b)) == join(grouped(x), grouped(y))
    assert a.refines(b) == is_coarser(grouped(y), grouped(x))
    assert a.is_trivial == (len(grouped(x)) in {0, 1, len(x)})


@given(label_lists(3))
def test_lattice_laws(labels: tuple[list[int], ...]) -> None:
    a, b, c = (Clustering(side) for side in labels)
    for operation in (Clustering.meet, Clustering.join):
        assert operation(a, a) == a
        assert operation(a, b) == operation(b, a)
        assert operation(operation(a, b), c) == operation(a, operation(b, c))
        assert hash(operation(a, b)) == hash(operation(b, a))
    assert a.meet(a.join(b)) == a
    assert a.join(a.meet(b)) == a
    assert a.refines(b) == (a.meet(b) == a) == (a.join(b) == b)
    assert a.meet(b).refines(a)
    assert a.refines(a.join(b))
    if a.refines(b) and b.refines(a):
        assert a == b


@given(label_lists(2), st.randoms(use_true_random=False))
def test_named_items_in_any_order(labels: tuple[list[int], ...], random: Random) -> None:
    x, y = labels
    names = [f"item {i}" for i in range(len(x))]
    order = random.sample(range(len(x)), len(x))
    a = Clustering(x, items=names)
    b = Clustering([y[i] for i in order], items=[names[i] for i in order])
    assert blocks(a.meet(b)) == grouped(zip(x, y, strict=True), names)
    assert blocks(a.join(b)) == join(grouped(x, names), grouped(y, names))
    assert a.refines(b) == is_coarser(grouped(y), grouped(x))
    assert (a == b) == (grouped(x) == grouped(y))


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8))))
def test_matched_pairs_are_joined(pairs: list[tuple[int, int]]) -> None:
    edges = (frozenset({frozenset(pair)}) for pair in pairs)
    expected = reduce(join, edges, grouped(range(9)))  # start from nine singletons
    assert blocks(Clustering.from_pairs(pairs, items=range(9))) == expected


@given(label_lists(1), st.data())
def test_restrict(labels: tuple[list[int], ...], data: st.DataObject) -> None:
    (x,) = labels
    n = len(x)
    items = data.draw(st.lists(st.sampled_from(range(n)), unique=True) if n else st.just([]))
    part = Clustering(x).restrict(items)
    assert blocks(part) == grouped([x[i] for i in items], items)
    assert set(part.items) == set(items)
    assert part.restrict(part.items) == part
    assert set(part.labels) == {x[i] for i in items}


def test_restrict_refuses_strangers_and_repeats() -> None:
    with pytest.raises(AlignmentError, match=r"not in the clustering: 'y', 'z'"):
        Clustering({"x": 0, "w": 1}).restrict(["x", "y", "z"])
    with pytest.raises(AlignmentError, match="not in the clustering: 2"):
        Clustering([0, 1]).restrict([2])
    with pytest.raises(AlignmentError, match="not in the clustering: 1"):
        Clustering([0, None, 1], missing="drop").restrict([0, 1])  # item 1 was dropped
    with pytest.raises(InputError, match="named twice: 0"):
        Clustering([0, 1]).restrict([0, 0])


@pytest.mark.parametrize("operation", [Clustering.meet, Clustering.join, Clustering.refines])
def test_different_items(operation: Callable[[Clustering, Clustering], object]) -> None:
    for other in (Clustering([0, 1, 2]), Clustering([0, None, 1], missing="drop")):
        with pytest.raises(AlignmentError, match=r"different items.*restrict"):
            operation(Clustering([0, 1]), other)
    with pytest.raises(AlignmentError, match=r"different items"):
        operation(Clustering({"x": 0}), Clustering({"y": 0}))


def test_many_items_in_one_cell() -> None:
    # 256 equal pairs of clusters: a count of them is 0 modulo 2^8.
    halves, whole = Clustering([0] * 256 + [1] * 256), Clustering([0] * 512)
    assert halves.join(whole) == whole
    assert halves.meet(whole) == halves
    assert halves.join(Clustering([0] * 256 + [1] * 255 + [2])) == halves


# --- perfect splits and merges


@pytest.mark.parametrize("n", range(6))
def test_perfect_splits_and_merges_against_the_definition(n: int) -> None:
    every = clusterings(n)
    for a, b in product(every, repeat=2):
        reference, before = every[a], every[b]
        for found, expected in (
            (found_splits, perfect_splits(grouped(a), grouped(b))),
            (found_merges, perfect_merges(grouped(a), grouped(b))),
        ):
            results = [blocks(result) for result in found(reference, before)]
            assert len(results) == len(set(results))
            assert set(results) == set(expected), (a, b)


@pytest.mark.parametrize("n", range(5))
def test_is_perfect_against_the_definition(n: int) -> None:
    every = clusterings(n)
    for a, b in product(every, repeat=2):
        splits = {rgs(result) for result in perfect_splits(grouped(a), grouped(b))}
        merges = {rgs(result) for result in perfect_merges(grouped(a), grouped(b))}
        for after, clustering in every.items():
            case = (every[a], every[b], clustering)
            assert is_perfect_split(*case) == (after in splits), (a, b, after)
            assert is_perfect_merge(*case) == (after in merges), (a, b, after)


# --- consistent improvements


@pytest.mark.parametrize("n", range(5))
def test_consistent_improvement_for_all_triples(n: int) -> None:
    every = clusterings(n)
    for a, b, after in product(every, repeat=3):
        found = is_consistent_improvement(every[a], every[b], every[after])
        assert found == is_improvement(a, b, after), (a, b, after)


@settings(max_examples=200)
@given(label_lists(3, most=6))
def test_consistent_improvement_for_larger_ones(labels: tuple[list[int], ...]) -> None:
    a, b, after = (rgs(grouped(side)) for side in labels)
    case = (Clustering(a), Clustering(b), Clustering(after))
    assert is_consistent_improvement(*case) == is_improvement(a, b, after)


def improvements(n: int) -> Iterator[tuple[Labels, Labels, Labels]]:
    for a, b, after in product(clusterings(n), repeat=3):
        if is_improvement(a, b, after):
            yield a, b, after


def check_path(a: Labels, before: Labels, after: Labels, path: Iterable[Step]) -> None:
    """Follow a path with the sets of the definition only."""
    reference, here = grouped(a), grouped(before)
    kinds = []
    for step in path:
        one, other = (frozenset(part) for part in step.parts)
        if step.kind == "split":
            assert one | other in here
            assert blocks(step.result) in set(perfect_splits(reference, here))
            here = (here - {one | other}) | {one, other}
        else:
            assert {one, other} <= here
            assert blocks(step.result) in set(perfect_merges(reference, here))
            here = (here - {one, other}) | {one | other}
        assert blocks(step.result) == here
        kinds.append(step.kind)
    assert here == grouped(after)
    assert kinds == sorted(kinds, key=["split", "merge"].index)  # splits first
    meet = len(set(zip(before, after, strict=True)))
    assert kinds.count("split") == meet - len(set(before))
    assert kinds.count("merge") == meet - len(set(after))


@pytest.mark.parametrize("n", range(5))
def test_every_improvement_has_a_path(n: int) -> None:
    every = clusterings(n)
    cases = list(improvements(n))
    for a, b, after in cases:
        check_path(a, b, after, improvement_path(every[a], every[b], every[after]))
    # Nothing can be improved with at most one item; with two, the two clusterings that differ.
    assert len(cases) == 2 if n == 2 else (len(cases) == 0) == (n < 2)


@given(label_lists(2, most=30))
def test_paths_to_the_reference_itself(labels: tuple[list[int], ...]) -> None:
    # A is an A-consistent improvement of any other B: no pair disagrees with A any more.
    a, b = (rgs(grouped(side)) for side in labels)
    if a != b:
        check_path(a, b, a, improvement_path(Clustering(a), Clustering(b), Clustering(a)))


def test_path_of_named_items() -> None:
    reference = Clustering({"p": 0, "q": 0, "r": 1, "s": 1})
    before = Clustering({"s": 5, "q": 6, "r": 6, "p": 7})
    path = improvement_path(reference, before, Clustering({"q": 1, "r": 2, "s": 2, "p": 1}))
    assert (path[0].kind, {frozenset(part) for part in path[0].parts}) == (
        "split",
        {frozenset("q"), frozenset("r")},
    )
    assert path[-1].result == reference
    assert sorted(step.kind for step in path) == ["merge", "merge", "split"]


def reachable(start: Labels, steps: Callable[[Labels], set[Labels]]) -> set[Labels]:
    """Return what one or more steps lead to."""
    seen: set[Labels] = set()
    frontier = [start]
    while frontier:
        for following in steps(frontier.pop()) - seen:
            seen.add(following)
            frontier.append(following)
    return seen


def steps_of(a: Labels) -> Callable[[Labels], set[Labels]]:
    every = clusterings(len(a))

    @cache
    def steps(b: Labels) -> frozenset[Labels]:
        case = (every[a], every[b])
        return frozenset(rgs(blocks(c)) for c in (*found_splits(*case), *found_merges(*case)))

    return lambda b: set(steps(b))


@pytest.mark.parametrize("a", [*set_partitions(2), *set_partitions(3), *set_partitions(4)])
def test_theorem_2_for_all_small_clusterings(a: Labels) -> None:
    steps = steps_of(a)
    for b in set_partitions(len(a)):
        expected = {after for after in set_partitions(len(a)) if is_improvement(a, b, after)}
        assert reachable(b, steps) == expected


@pytest.mark.parametrize("a", SHAPES_OF_5)
def test_theorem_2_for_five_items(a: Labels) -> None:
    every = clusterings(5)
    steps = steps_of(a)
    for b in every:
        expected = {c for c in every if is_improvement(a, b, c)}
        assert reachable(b, steps) == expected
        found = {c for c in every if is_consistent_improvement(every[a], every[b], every[c])}
        assert found == expected


# --- no path


@pytest.mark.parametrize("n", range(2, 5))
def test_the_error_names_a_pair_that_shows_it(n: int) -> None:
    every = clusterings(n)
    for a, b, after in product(every, repeat=3):
        if b == after or is_improvement(a, b, after):
            continue
        with pytest.raises(InputError, match="not a consistent improvement") as caught:
            improvement_path(every[a], every[b], every[after])
        i, j = map(int, re.findall(r"\b(\d)\b", str(caught.value)))
        assert (min(i, j), max(i, j)) in agreements(a, b) - agreements(a, after)
        together = a[i] == a[j]
        assert ("are together in the reference" in str(caught.value)) == together


def test_no_path_between_equals() -> None:
    a = Clustering([0, 0, 1])
    with pytest.raises(InputError, match="the same: there is nothing to improve"):
        improvement_path(a, Clustering([0, 1, 1]), Clustering([1, 0, 0]))


def test_different_lengths() -> None:
    three, two = Clustering([0, 0, 1]), Clustering([0, 1])
    for case in ((three, three, two), (three, two, three), (two, three, three)):
        with pytest.raises(AlignmentError, match="items"):
            is_consistent_improvement(*case)


# --- items that one of the three does not have: as for indices, they are left out of all three

NOISY: dict[str, Callable[[list[int | None]], Clustering]] = {
    "positions": lambda labels: Clustering(labels, missing="drop"),
    "names": lambda labels: Clustering(dict(zip("wxyz", labels, strict=True)), missing="drop"),
}


@pytest.mark.parametrize("make", NOISY.values(), ids=NOISY)
@pytest.mark.parametrize("side", range(3))
def test_dropped_items(make: Callable[[list[int | None]], Clustering], side: int) -> None:
    # Without the first item: A = {1, 2}, {3}; B = all three; B' = A, a perfect split of B.
    labels: list[list[int | None]] = [[0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 1]]
    labels[side][0] = None
    case = (make(labels[0]), make(labels[1]), make(labels[2]))
    assert is_consistent_improvement(*case)
    assert is_perfect_split(*case)
    assert not is_perfect_merge(*case)
    path = improvement_path(*case)
    assert [(step.kind, {len(part) for part in step.parts}) for step in path] == [("split", {1, 2})]


def test_names_on_one_side_only() -> None:
    # A has names, B and B' do not: matched by position, as everywhere else.
    reference = Clustering([0, 0, 1], items="xyz")
    assert is_consistent_improvement(reference, Clustering([0, 0, 0]), Clustering([0, 0, 1]))
    assert not is_consistent_improvement(reference, Clustering([0, 0, 0]), Clustering([0, 1, 1]))
    result: list[Partition] = [
        blocks(step.result)
        for step in improvement_path(reference, Clustering([0, 0, 0]), Clustering([0, 0, 1]))
    ]
    assert [sorted(map(len, partition)) for partition in result] == [[1, 2]]


def test_names_of_two_out_of_three() -> None:
    # B and B' name their items, in different orders; A does not. By name, B' is {x, y}, {z}.
    before = Clustering({"x": 0, "y": 0, "z": 0})
    after = Clustering({"z": 1, "x": 0, "y": 0})
    try:
        found = is_consistent_improvement(Clustering([0, 0, 1]), before, after)
    except AlignmentError:
        return  # which item of A is which is unclear, so this is right too
    assert found
