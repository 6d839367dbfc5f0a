"""Matches, outcomes of clusters and mistakes as they are printed and exported, by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import partwise as pw
from partwise.base import InputError
from partwise.comparison.errors.cluster_lines import (
    Part,
    columns_of,
    largest_first,
    listing,
    rows_of,
    wide,
)
from partwise.comparison.errors.cluster_outcomes import fates
from partwise.comparison.errors.costs import mistakes
from partwise.comparison.errors.matching import Match, Matching, Unmatched, matching_of
from partwise.comparison.errors.repairs import joined, split_up, taken_out, wrong_pairs
from partwise.comparison.estimating_pairs import PairEstimates, _or_none
from partwise.comparison.uncertainty.estimates import Estimate

ITEMS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=12)

# a: 9 items in x (6), y (2), z (1); b: 3 in y; c: 4 in z and 1 in w; d alone in v.
CELLS = [("a", "x", 6), ("a", "y", 2), ("a", "z", 1), ("b", "y", 3), ("c", "z", 4), ("c", "w", 1),
         ("d", "v", 1)]  # fmt: skip


def table_of(cells: list[tuple[str, str, int]]) -> pw.Contingency:
    rows, columns, counts = zip(*cells, strict=True)
    return pw.Contingency.from_cells(rows, columns, counts)


TABLE = table_of(CELLS)


# --- lines of a table


@given(ITEMS)
def test_lines_have_the_cells_of_rows_and_columns(items: list[tuple[int, int]]) -> None:
    table = pw.contingency([a for a, _ in items], [b for _, b in items])
    sides = (
        (rows_of(table), table.row_labels, table.column_labels, 0),
        (columns_of(table), table.column_labels, table.row_labels, 1),
    )
    for lines, labels, others, side in sides:
        sizes = Counter(item[1 - side] for item in items)
        for place, label in enumerate(labels):
            shared = Counter(item[1 - side] for item in items if item[side] == label)
            where, counts = lines.cells(place)
            found = {others[i]: n for i, n in zip(where.tolist(), counts.tolist(), strict=True)}
            assert found == shared
            parts = lines.parts(place)
            assert sorted(parts) == sorted(Part(o, n, sizes[o]) for o, n in shared.items())
            assert [part.items for part in parts] == sorted(shared.values(), reverse=True)
            ties = [others.index(part.label) for part in parts if part.items == parts[0].items]
            assert ties == sorted(ties)


@given(st.lists(st.integers(0, 3), max_size=9), st.none() | st.integers(0, 10))
def test_the_largest_come_first_and_ties_as_they_are(values: list[int], most: int | None) -> None:
    order = sorted(range(len(values)), key=lambda i: -values[i])
    assert largest_first(np.array(values, int), most).tolist() == order[:most]


def test_products_of_counts_do_not_overflow() -> None:
    for n, dtype in ((3_037_000_499, np.int64), (3_037_000_500, object)):
        assert wide(pw.Contingency.from_cells([0, 1], [0, 0], [n - 1, 1])) == np.dtype(dtype)


def test_listings() -> None:
    parts = [Part("x", 5, 6), Part("y", 1, 1)]
    assert listing(parts, 2) == "x (5 of 6), y (1 of 1)"
    assert listing(parts, 4) == "x (5 of 6), y (1 of 1) and 2 more"


# --- outcomes


def test_a_fate_in_words() -> None:
    found = fates(TABLE)
    assert str(found.of("a")) == (
        "reference cluster a (9 items): split and merged, overlap 0.6667; in candidate clusters x "
        "(6 of 6), y (2 of 5), z (1 of 5); together with b (6 pairs), c (4 pairs)"
    )
    assert str(found.of("d")) == (
        "reference cluster d (1 item): recovered, overlap 1.0000; in candidate clusters v (1 of 1)"
    )
    content = found.of("a").to_dict()
    assert (content["parts_in_all"], content["merged_with_in_all"], content["foreign"]) == (3, 2, 7)
    assert [part["label"] for part in content["parts"]] == ["x", "y", "z"]
    assert content["overlap"] == 6 / 9
    many = table_of([("a", f"x{i}", 20 - i) for i in range(12)] + [("b", "x0", 1)])
    listed = fates(many).of("a").to_dict()
    assert (len(listed["parts"]), listed["parts_in_all"]) == (10, 12)
    assert "x0 (20 of 21), x1 (19 of 19), x2 (18 of 18) and 9 more;" in str(fates(many).of("a"))
    four = table_of([("a", "x", 9), *((f"b{i}", "x", 5 - i) for i in range(4))])
    assert str(fates(four).of("a")).endswith(
        "together with b0 (45 pairs), b1 (36 pairs), b2 (27 pairs) and 1 more"
    )


def test_outcomes_as_a_table() -> None:
    found = fates(TABLE)
    assert len(found) == 4
    assert [fate.label for fate in found] == ["a", "b", "c", "d"]
    assert [fate.label for fate in found[1:3]] == ["b", "c"]
    assert [fate.label for fate in found.largest(2)] == ["a", "c"]
    table = found.to_table(2)
    assert table.title == ("4 reference clusters: 1 recovered, 1 merged, 2 split and merged")
    assert table.notes == ["and 2 smaller clusters"]
    assert found.to_table(3).notes == ["and 1 smaller cluster"]
    assert found.to_table(4).notes == []
    assert table.rows[1] == [
        "c", 5, "split and merged", 4 / 6, "z (4 of 5), w (1 of 1)", "a (4 pairs)"
    ]  # fmt: skip
    rows = found.to_frame("polars").rows()
    assert rows[0] == ("a", 9, "split and merged", 6 / 9, 3, "x", 6, 7, 2)
    assert rows[3] == ("d", 1, "recovered", 1.0, 1, "v", 1, 0, 0)
    tolerant = fates(TABLE, 0.2)
    assert tolerant.to_table().notes == ["shares of at most 20.00% do not affect the outcome"]
    content = found.to_dict()
    assert (content["clusters"], content["tolerance"]) == (4, 0)
    assert str(fates(pw.contingency([0], [0]))).startswith("1 reference cluster: 1 recovered")


def test_tallies_with_nearly_recovered_clusters() -> None:
    """a has an overlap of 6/9, b of 3/5, c of 4/6."""
    found = fates(TABLE)
    assert found.summary == {
        "recovered": (1, 1), "split": (0, 0), "merged": (1, 3), "split and merged": (2, 14)
    }  # fmt: skip
    for nearly, near, rest in ((0.6, (3, 17), 0), (2 / 3, (2, 14), 0), (0.67, (0, 0), 2)):
        tally = found.tally(nearly)
        assert [*tally] == ["recovered", "nearly recovered", "split", "merged", "split and merged"]
        assert tally["recovered"] == (1, 1)
        assert tally["nearly recovered"] == near
        assert tally["split and merged"].clusters == rest
        assert sum(of.clusters for of in tally.values()) == 4


# --- repairs and mistakes


@given(ITEMS)
def test_repairs_by_moving_items(items: list[tuple[int, int]]) -> None:
    """Each repaired table is that of labels from which one mistake is undone."""
    a, b = [x for x, _ in items], [y for _, y in items]
    table = pw.contingency(a, b)
    for j, column in enumerate(table.column_labels):
        apart = [(y, x) if y == column else y for x, y in items]
        assert _cells(split_up(table, j)) == _cells(pw.contingency(a, apart))
    sizes, both = Counter(b), Counter(items)
    for i, row in enumerate(table.row_labels):
        out = [(y, "own") if x == row and both[x, y] < sizes[y] else y for x, y in items]
        assert _cells(taken_out(table, i)) == _cells(pw.contingency(a, out))
        whole = ["whole" if x == row else y for x, y in items]
        assert _cells(joined(table, i)) == _cells(pw.contingency(a, whole))


def _cells(table: pw.Contingency) -> Any:
    rows, columns, counts = (part.tolist() for part in table.cells)
    assert list(zip(rows, columns, strict=True)) == sorted(zip(rows, columns, strict=True))
    sizes = [table.column_sizes.tolist()[j] for j in columns]
    assert len(table.column_labels) == len({*table.column_labels}) == table.k_b
    return sorted(zip(rows, counts, sizes, strict=True)), sorted(table.column_sizes.tolist())


@given(ITEMS)
def test_wrong_pairs_of_each_mistake(items: list[tuple[int, int]]) -> None:
    a, b = [x for x, _ in items], [y for _, y in items]
    table = pw.contingency(a, b)
    wrong = wrong_pairs(table)
    both, columns = Counter(items), Counter(b)
    splits, merges = [], []
    for i, row in enumerate(table.row_labels):
        parts = [count for (x, _), count in both.items() if x == row]
        mixed = sum(n * (columns[y] - n) for (x, y), n in both.items() if x == row)
        pairs = (sum(parts) ** 2 - sum(n * n for n in parts)) // 2
        splits += [(True, i, pairs, mixed)] if pairs else []
    for j, column in enumerate(table.column_labels):
        parts = [count for (_, y), count in both.items() if y == column]
        pairs = (sum(parts) ** 2 - sum(n * n for n in parts)) // 2
        merges += [(False, j, pairs, 0)] if pairs else []
    found = zip(*(part.tolist() for part in wrong), strict=True)
    assert list(found) == [*splits, *merges]


def test_mistakes_in_words() -> None:
    """Rand of 171 pairs: a merge of 3 · 2 pairs, gained at once."""
    found = mistakes(TABLE, "rand", None)
    assert (found.splits, found.merges, found.evaluated) == (2, 2, 4)
    assert (found.split_pairs, found.merge_pairs) == (12 + 6 + 2 + 4, 6 + 4)
    merge = next(each for each in found if each.cluster == "y")
    total = 18 * 17 // 2
    value = 1 - (24 + 10) / total
    assert (merge.kind, merge.size, merge.pairs) == ("merge", 5, 6)
    assert merge.parts == (Part("b", 3, 3), Part("a", 2, 9))
    assert merge.cost == pytest.approx(6 / total)
    assert merge.before == pytest.approx(value)
    assert merge.repaired == pytest.approx(value + 6 / total)
    assert str(merge) == (
        f"candidate cluster y (5 items) merges items of b (3 of 3), a (2 of 9): 6 wrong pairs, "
        f"cost {6 / total:.4g} ({value:.4f}, {value + 6 / total:.4f} without it)"
    )
    below = replace(merge, before=-2e-5, repaired=-1e-5)
    assert str(below).endswith("(0.0000, 0.0000 without it)")
    split = next(each for each in found if each.cluster == "a")
    assert str(split).startswith(
        "reference cluster a (9 items) is split into x (6 of 6), y (2 of 5), z (1 of 5): 20 wrong"
    )
    assert (split.worst.one, split.worst.other, split.worst.pairs) == ("x", "y", 12)
    assert (split.is_entangled, merge.is_entangled) == (True, False)
    rows = found.to_frame("polars").rows()
    assert [row[4] for row in rows] == sorted((each.cost for each in found), reverse=True)
    place = [each.cluster for each in found].index("a")
    assert rows[place][:4] == ("split", "a", 9, 20)
    assert rows[place][5:] == (split.before, split.repaired, 3, "x", "y", 12)
    content = split.to_dict()
    assert (content["parts_in_all"], content["worst"]["pairs"]) == (3, 12)
    title = found.to_table().title
    assert title.endswith(": 2 splits (24 pairs), 2 merges (10 pairs)")
    assert found.notes == [
        (
            "the cost of a split is what joining its parts gains, after each part has been "
            "separated from other items"
        )
    ]
    assert [found[0], *found[1:]] == list(found)
    few = mistakes(TABLE, "rand", 2, limit=3)
    assert (len(few), few.evaluated) == (2, 3)
    assert few.notes[-1].startswith("costs were computed for the 3 of 4 mistakes")
    only = mistakes(table_of([("a", "x", 2), ("a", "y", 2)]), "rand")
    assert only.notes == []
    assert str(only).startswith("Rand 0.333333: 1 split (4 pairs), 0 merges (0 pairs)")


@pytest.mark.parametrize("wrong", [{"top": 0}, {"limit": 0}, {"top": -1}])
def test_numbers_of_mistakes(wrong: dict[str, int]) -> None:
    (name,) = wrong
    with pytest.raises(InputError, match=f"{name}= must be at least 1, or None for all"):
        mistakes(TABLE, "rand", **wrong)  # type: ignore[arg-type]
    assert len(mistakes(TABLE, "rand", 1, limit=1)) == 1


# --- matches


def test_a_matching_in_words() -> None:
    """x–a, z–c, y–b and v–d share 14 of 18 items; w stays alone."""
    found = matching_of(TABLE)
    assert found.pairs == (
        Match("a", "x", 6, 9, 6), Match("c", "z", 4, 5, 5), Match("b", "y", 3, 3, 5),
        Match("d", "v", 1, 1, 1),
    )  # fmt: skip
    assert found.unmatched_reference == ()
    assert found.unmatched_candidate == (Unmatched("w", 1),)
    assert (found.n, found.shared, found.accuracy, found.exact) == (18, 14, 14 / 18, True)
    table = found.to_table()
    assert table.title == "4 matched, 14 of 18 items (77.8%)"
    assert table.notes == ["1 candidate cluster unmatched: w (1 item)"]
    assert found.to_table(3).notes[0] == "and 1 smaller match"
    assert found.to_table(2).notes[0] == "and 2 smaller matches"
    assert found.to_table(3).rows == [["a", "x", 6, 9, 6], ["c", "z", 4, 5, 5], ["b", "y", 3, 3, 5]]
    assert found.to_frame("polars").rows() == [tuple(pair) for pair in found.pairs]
    assert found.to_dict()["accuracy"] == 14 / 18


def test_many_unmatched_clusters() -> None:
    lone = tuple(Unmatched(f"w{i}", 7 - i) for i in range(6))
    made = Matching((), lone[:5], lone, 27, False)
    assert made.to_table().notes == [
        (
            "5 reference clusters unmatched: w0 (7 items), w1 (6 items), w2 (5 items), "
            "w3 (4 items), w4 (3 items)"
        ),
        (
            "6 candidate clusters unmatched: w0 (7 items), w1 (6 items), w2 (5 items), "
            "w3 (4 items), w4 (3 items) and 1 more"
        ),
        "counts were rounded to 53 bits to find the matching",
    ]
    assert made.to_table().title == "0 matched, 0 of 27 items (0.0%)"
    assert Matching((), (), (), 0).accuracy == 1
    for n, is_exact in ((2**53 - 1, True), (2**53, False)):
        assert matching_of(table_of([("a", "x", n)])).exact == is_exact


def test_labels_are_carried_over() -> None:
    reference = ["a", "a", "b", "b", "b", "c"]
    assert pw.carry_over(reference, [7, 7, 7, 8, 8, 9]).labels == ("a", "a", "a", "b", "b", "c")
    assert pw.carry_over(reference, [7, 8, 8, 8, 8, 8]).labels[0] == "a"
    fresh = pw.carry_over(["unmatched 9", "a", "a", "a"], [5, 9, 8, 8])
    assert fresh.labels == ("unmatched 9", "unmatched 9 (2)", "a", "a")
    more = pw.carry_over(["unmatched 9", "unmatched 9 (2)", "a", "a", "a"], [5, 6, 9, 8, 8])
    assert more.labels == ("unmatched 9", "unmatched 9 (2)", "unmatched 9 (3)", "a", "a")
    two = pw.carry_over(["a", "a", "a", "a"], [1, "1", 2, 2])
    assert two.labels == ("unmatched 1", "unmatched 1 (2)", "a", "a")
    major = pw.carry_over(["b", "a", "a", "b", "a"], [1, 1, 2, 2, 2], "majority")
    assert major.labels == ("b", "b", "a", "a", "a")  # b and a tie, and b comes first
    with pytest.raises(InputError, match="how= must be"):
        pw.carry_over([0], [0], "all")  # type: ignore[arg-type]


# --- tables of comparisons and pairs


def test_tables_of_candidates() -> None:
    compared = pw.compare([0, 0, 1], {"x": [0, 1, 2], "y": [0, 0, 0]}, ["R"])
    tables = compared.tables
    assert ([*tables], len(tables)) == (["x", "y"], 2)
    assert tables.to_table().rows == [["x", 3, 2, 3], ["y", 3, 2, 1]]
    table = compared.to_table()
    assert "3 items, 2 reference clusters, 2 candidates, best first" in table.notes[0]
    alone = pw.compare([0, 0, 1], {"x": [0, 1, 2]}, ["R"]).to_table()
    assert alone.title == "x has R 0.6667."
    assert alone.notes[0] == "3 items, 2 reference clusters, 1 candidate"


def test_scores_that_were_refused_are_blank() -> None:
    rand = pw.index("rand")
    estimates = {"x": {"rand": Estimate.refused(float("nan"), 0.95, "why")}}
    made = PairEstimates([rand], estimates, "The title")
    assert made.to_table().title == "The title"
    assert made.to_table().rows[0][2] is None
    assert [_or_none(cell) for cell in (float("nan"), 0.5, "x", None)] == [None, 0.5, "x", None]


def test_titles_of_judged_pairs_and_edges() -> None:
    pairs = [(0, 1, True), (0, 2, False), (1, 3, False)]
    judged = pw.estimate(None, [0, 0, 1, 1], ["R"], pairs=pairs, design="random pairs")
    assert judged.to_table().title == "3 judged pairs, 1 of them matches"
    one = pw.estimate(None, [0, 0, 1, 1], ["R"], pairs=pairs[:1], design="random pairs")
    assert one.to_table().title == "1 judged pair, 1 of them matches"
    edges = [(0, 1), (2, 3)]
    counted = pw.estimate([0, 0, 1, 1], [0, 0, 1, 2], ["R", "NMI"], pairs=edges)
    assert counted.to_table().title == "2 edges, counted over all edges: exact"
    e = counted["candidate"]["R"]
    assert (e.value, e.low, e.high, e.standard_error, e.level) == (0.5, 0.5, 0.5, 0, 0.95)
    assert "needs reference clusters" in str(counted["candidate"]["NMI"].note)
    with pytest.raises(InputError, match="but the edges of a graph are not a sample; leave it"):
        pw.estimate([0, 0, 1, 1], [0, 0, 1, 2], ["R"], pairs=edges, design="random pairs")
    with pytest.raises(InputError, match="nothing says which pairs match"):
        pw.estimate(None, [0, 0, 1, 2], ["R"], pairs=edges)
