"""Triplets on which indices disagree: all of them, and the fewest that tell indices apart.

The second opinion is brute force over set partitions with the formulas of ``oracle``, which shares
nothing with partwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from mpmath import mpf

import partwise as pw
from partwise.base.errors import InputError, UnknownIndexError
from partwise.properties.search.enumeration import enumeration
from partwise.properties.triplet_search import search as searching
from partwise.properties.triplet_search.example import Triplet
from partwise.properties.triplet_search.orders import all_candidates
from partwise.properties.triplet_search.result import Triplets
from partwise.properties.triplet_search.same_order import same_order, signs
from partwise.properties.triplet_search.search import PAPER, triplets
from support.oracle import set_partitions, value
from support.partitions import integer_partitions

Labels = tuple[int, ...]
Ranks = list[list[int | None]]

SAME = mpf("1e-40")  # the oracle has 50 digits


def references(n: int) -> Iterator[Labels]:
    """One clustering for each list of sizes: other names of items change nothing."""
    for sizes in integer_partitions(n):
        yield tuple(label for label, size in enumerate(sizes) for _ in range(size))


def ranks(key: str, reference: Labels, candidates: Sequence[Labels]) -> list[int | None]:
    """Rank candidates by an index, ties together; None where its formula has no value."""
    sense = 1 if pw.index(key).direction == "similarity" else -1
    values = [value(key, reference, candidate) for candidate in candidates]
    exact = [
        None
        if v is None
        else sense * (v if isinstance(v, mpf) else mpf(v.numerator) / v.denominator)
        for v in values
    ]
    levels: list[mpf] = []
    for one in sorted(v for v in exact if v is not None):
        if not levels or one - levels[-1] > SAME:
            levels.append(one)
    return [
        None if v is None else next(i for i, level in enumerate(levels) if abs(v - level) <= SAME)
        for v in exact
    ]


@cache
def brute_signs(n: int, every_reference: bool = False) -> frozenset[tuple[int, ...]]:
    """All (±1, 0)-vectors of the 13 indices on triplets of n items; no value prefers neither."""
    candidates = list(set_partitions(n))
    found: set[tuple[int, ...]] = set()
    for reference in candidates if every_reference else references(n):
        columns = [ranks(key, reference, candidates) for key in PAPER]
        lines = sorted(set(zip(*columns, strict=True)), key=str)
        for one, other in product(lines, lines):
            found.add(
                tuple(
                    0 if x is None or y is None else (x > y) - (x < y)
                    for x, y in zip(one, other, strict=True)
                )
            )
    return frozenset(found)


def code_of(vector: tuple[int, ...]) -> int:
    return sum(1 << i for i, sign in enumerate(vector) if sign > 0)


def strict_codes(n: int, every_reference: bool = False) -> set[int]:
    """The sign vectors without ties in which the first index prefers the left."""
    return {code_of(v) for v in brute_signs(n, every_reference) if all(v) and v[0] > 0}


def separating(codes: Sequence[int], count: int, keys: Sequence[str] = PAPER) -> int:
    """How many sets of so many codes give these indices different columns: all sets are tried."""
    chosen = np.array(list(combinations(range(len(codes)), count)))
    bits = np.array(codes)[:, None] >> np.array([PAPER.index(key) for key in keys]) & 1
    columns = sum(bits[chosen[:, place]] << place for place in range(count))
    ordered = np.sort(columns, axis=1)
    return int((np.diff(ordered, axis=1) > 0).all(axis=1).sum())


@pytest.fixture(scope="module")
def found() -> Triplets:
    return triplets()


@pytest.fixture(scope="module")
def indices() -> list[pw.Index]:
    return [pw.index(key) for key in PAPER]


class TestAllSigns:
    @pytest.mark.parametrize("n", [2, 3, 4])
    def test_are_those_of_all_triples_of_set_partitions(
        self, n: int, indices: list[pw.Index]
    ) -> None:
        assert signs(indices, n).codes == strict_codes(n, every_reference=True)

    @pytest.mark.parametrize("n", [5, 6])
    def test_are_those_of_all_candidates_of_each_reference(
        self, n: int, indices: list[pw.Index]
    ) -> None:
        assert signs(indices, n).codes == strict_codes(n)

    def test_opposed_are_pairs_that_disagree_whatever_others_do(
        self, indices: list[pw.Index]
    ) -> None:
        opposed = signs(indices, 5).opposed
        for i, j in combinations(range(len(PAPER)), 2):
            assert opposed[i, j] == any(v[i] * v[j] < 0 for v in brute_signs(5))

    def test_every_code_has_a_triplet(self, indices: list[pw.Index]) -> None:
        found = signs(indices, 5)
        for code in found.codes:
            reference, left, right = found.simplest(code).labels()
            told = [
                value(key, reference, left) > value(key, reference, right)  # type: ignore[operator]
                for key in PAPER
                if key != "vi"
            ]
            expected = [bool(code >> i & 1) for i, key in enumerate(PAPER) if key != "vi"]
            assert told == expected

    def test_values_that_floats_do_not_tell_apart_are_put_in_order(self) -> None:
        close = pw.define("close", "n11 - n01 / 10**14", direction="distance")
        tables, close_together = enumeration(5), 0
        for here in all_candidates([close], 5):
            counts = [tables.contingency(int(i)).pair_counts for i in here.tables]
            exact = [-(c.n11 - Fraction(c.n01, 10**14)) for c in counts]
            order = sorted(set(exact))
            assert here.ranks[:, 0].tolist() == [order.index(value) for value in exact]
            assert len(order) == len(here.tables)
            close_together += len(order) - len({c.n11 for c in counts})
        assert close_together > 10

    def test_a_code_without_a_triplet_is_refused(self, indices: list[pw.Index]) -> None:
        with pytest.raises(LookupError):
            signs(indices, 4).simplest(1)


class TestPaperIndices:
    def test_four_triplets_of_at_most_six_items(self, found: Triplets) -> None:
        assert sorted(each.n for each in found) == [5, 5, 6, 6]
        assert found.proved
        assert not found.inseparable

    def test_separate_every_pair(self, found: Triplets) -> None:
        for pair in combinations(found.indices, 2):
            assert any(each.separates(*pair) for each in found)

    def test_by_the_oracle(self, found: Triplets) -> None:
        columns = set()
        for key in PAPER:
            sense = 1 if pw.index(key).direction == "similarity" else -1
            column = []
            for each in found:
                left, right = (value(key, each.reference, side) for side in (each.left, each.right))
                assert left is not None
                assert right is not None
                difference = sense * (left - right)
                assert difference != 0
                assert isinstance(difference, Fraction) or abs(difference) > SAME
                column.append(difference > 0)
            columns.add(tuple(column))
        assert len(columns) == len(PAPER)

    def test_no_four_of_at_most_five_items_do(self, found: Triplets) -> None:
        codes = sorted(set().union(*(strict_codes(n) for n in range(2, 6))))
        assert {code for code, n in found.vectors.items() if n <= 5} == set(codes)
        assert separating(codes, 4) == 0

    def test_no_number_of_at_most_five_items_does(self, found: Triplets) -> None:
        step = next(step for step in found.steps if step.n == 5)
        assert [[index.short for index in group] for group in step.alike] == [
            ["AMIsqrt", "S&S", "CC"]
        ]
        places = [PAPER.index(key) for key in ("ami_geometric", "sokal_sneath_1", "correlation")]
        for n in range(2, 6):
            assert all(len({v[i] for i in places}) == 1 for v in brute_signs(n) if all(v))

    def test_no_four_of_at_most_five_items_do_even_with_ties(self) -> None:
        """Where some indices tie, a triplet still separates those that do not."""
        pairs = list(combinations(range(len(PAPER)), 2))
        separated = {
            tuple(v[i] * v[j] < 0 for i, j in pairs) for n in range(2, 6) for v in brute_signs(n)
        }
        sets = np.array(sorted(separated))
        is_part = [(~one | sets).all(axis=1).sum() > 1 for one in sets]  # of another one
        largest = sets[~np.array(is_part)]
        chosen = np.array(list(combinations(range(len(largest)), 4)))
        together = largest[chosen[:, 0]]
        for place in range(1, 4):
            together = together | largest[chosen[:, place]]
        assert not together.all(axis=1).any()

    def test_of_at_most_six_items_one_set_of_signs_does(self) -> None:
        codes = sorted(set().union(*(strict_codes(n) for n in range(2, 7))))
        assert separating(codes, 4) == 1
        assert separating(codes, 3) == 0

    def test_steps_tell_how_far_fewer_items_go(self, found: Triplets) -> None:
        assert [(step.n, step.classes, step.enough) for step in found.steps] == [
            (2, 1, False), (3, 1, False), (4, 1, False), (5, 11, False), (6, 13, True)
        ]  # fmt: skip
        assert str(found.steps[-2]) == (
            "Up to 5 items: 17 sign vectors, not enough, and none separates AMIsqrt, S&S and CC."
        )
        assert len(strict_codes(5) | strict_codes(4) | strict_codes(3)) == 17


class TestOwnIndices:
    def test_few_indices(self) -> None:
        """With A = 01|2, singletons agree on two pairs of three, but share no pair with A."""
        (one,) = triplets(["rand", "jaccard"])
        assert str(one) == "A = 01|2, B₁ = 0|1|2, B₂ = 012: left R; right J"
        rand, jaccard = one.opinions
        assert (rand.left, rand.right) == (2 / 3, 1 / 3)
        assert (jaccard.left, jaccard.right) == (0, 1 / 3)

    def test_a_formula_and_a_function(self) -> None:
        def clusters(table: pw.Contingency) -> float:
            return -abs(table.k_a - table.k_b) / 3

        own = pw.define("mine", "n11 / (n11 + 2*n10 + n01)", range=(0, 1))
        found = triplets([own, clusters, "n11 / (n11 + n10)", "CC"], max_n=6)
        assert [index.key for index in found.indices] == [
            "mine", "clusters", "n11 / (n11 + n10)", "correlation"
        ]  # fmt: skip
        for pair in combinations(found.indices, 2):
            assert any(each.separates(*pair) for each in found)
        opinions = {each.index.key: each for each in found[0].opinions}
        assert not opinions["clusters"].certified
        assert opinions["mine"].certified

    def test_distances_prefer_the_smaller_value(self) -> None:
        for each in triplets(["vi", "correlation"]):
            vi, cc = each.opinions
            assert (vi.favours == "left") == (vi.left < vi.right)
            assert (cc.favours == "left") == (cc.left > cc.right)

    def test_monotone_transforms_are_not_separated(self) -> None:
        found = triplets(["J", "D"])
        assert len(found) == 0
        assert found.most_items == 0
        assert str(found).splitlines()[0] == "No triplet separates J and Pair F1"
        assert (
            "J and Pair F1 cannot be separated: they rank all candidates in the same order"
            in str(found)
        )

    def test_with_others_they_are_kept_together(self) -> None:
        found = triplets(["J", "D", "R", "CC", "CD"])
        assert [[i.short for i in each.indices] for each in found.inseparable] == [
            ["J", "Pair F1"], ["CC", "CD"]
        ]  # fmt: skip
        assert len(found) == 2
        for each in found:
            assert not each.separates(pw.index("J"), pw.index("D"))

    def test_what_is_not_proved_says_how_far_it_was_tried(self) -> None:
        """A function that is Rand's index: nothing is proved of functions."""
        rand = pw.index("rand")
        own = pw.define("rand_as_a_function", lambda table: float(rand.evaluate(table).value))
        found = triplets(["rand", own, "jaccard"], max_n=5)
        (pair,) = found.inseparable
        assert pair.reason == "up to 5 items, they never disagree"

    def test_more_triplets_where_items_are_too_few(self) -> None:
        """AMI, S&S and CC stay together; the other 11 take more than four triplets."""
        found = triplets(PAPER, max_n=5)
        assert [[i.short for i in each.indices] for each in found.inseparable] == [
            ["AMIsqrt", "S&S", "CC"]
        ]
        assert found.inseparable[0].reason == (
            "up to 5 items, they disagree only on triplets on which another index ties"
        )
        assert f"neither fewer triplets, nor {len(found)} of" in " ".join(str(found).split())
        codes = sorted(set().union(*(strict_codes(n) for n in range(2, 6))))
        others = [key for key in PAPER if key not in ("sokal_sneath_1", "correlation")]
        assert separating(codes, len(found) - 1, others) == 0
        assert separating(codes, len(found), others) > 0

    def test_an_index_that_ties_hides_others(self) -> None:
        nothing = pw.define("nothing", lambda _: 1.0)
        found = triplets(["rand", "jaccard", nothing], max_n=4)
        assert len(found) == 0
        assert "they disagree only on triplets on which another index ties" in " ".join(
            str(found).split()
        )


class TestSameOrder:
    @pytest.mark.parametrize(
        ("first", "second", "expected"),
        [
            ("J", "D", True),
            ("J", "JD", True),
            ("CC", "CD", True),
            ("CC", "correlation_chord", True),
            ("rand", "minkowski", True),
            ("rand", "rogers_tanimoto", True),
            ("wallace_1", "russell_rao", True),
            ("wallace_2", "adjusted_wallace_2", True),
            ("NMI", "nmi_joint", True),
            ("homogeneity", "mi", True),
            ("rand", "tsallis_vi_2", True),
            ("homogeneity", "completeness", False),
            ("wallace_1", "wallace_2", False),
            ("CC", "S&S", False),
            ("AR", "CC", False),
            ("NMI", "CC", False),
        ],
    )
    def test_is_proved_for_those_that_never_disagree(
        self, first: str, second: str, expected: bool
    ) -> None:
        one, other = pw.index(first), pw.index(second)
        assert same_order(one, other) == same_order(other, one) == expected
        opposed = signs([one, other], 6).opposed[0, 1]
        assert opposed != expected

    def test_a_function_is_not_proved_anything(self) -> None:
        own = pw.define("mine", lambda _: 1.0)
        assert not same_order(own, own)

    def test_the_opposite_is_not_the_same(self) -> None:
        down = pw.define("down", "1 - n11 / (n11 + n10 + n01)")
        assert not same_order(pw.index("J"), down)


class TestBadInput:
    @pytest.mark.parametrize(
        ("given", "said"),
        [
            (["CC"], "at least two indices"),
            ([], "at least two indices"),
            (["CC", "correlation"], "correlation is named more than once"),
            ([len, len], "len is named more than once"),
            ("CC", "must be a list"),
            (["rand"] * 63, "at most 62"),
        ],
    )
    def test_indices(self, given: list[str], said: str) -> None:
        with pytest.raises(InputError, match=said):
            triplets(given)

    def test_unknown_index(self) -> None:
        with pytest.raises(UnknownIndexError, match="no index is called 'nonsense'"):
            triplets(["CC", "nonsense"])

    @pytest.mark.parametrize("most", [2, 13, True, 5.0, "5"])
    def test_items(self, most: int) -> None:
        with pytest.raises(InputError, match="max_n must be"):
            triplets(["CC", "AMI"], max_n=most)

    def test_is_checked_before_any_work(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(searching, "signs", pytest.fail)
        with pytest.raises(InputError):
            triplets(["CC", "AMI"], max_n=99)


def test_a_triplet_of_any_labels() -> None:
    one = Triplet.of("aab", ["x", "y", "y"], [1, 1, 1], map(pw.index, ("rand", "CC", "W")))
    assert [each.favours for each in one.opinions] == ["tie", "undefined", "right"]
    assert str(one) == "A = 01|2, B₁ = 0|12, B₂ = 012: right Pair recall; tie R; undefined CC"
