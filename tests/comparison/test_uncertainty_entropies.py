"""Entropies and BCubed of a population, estimated from a sample of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from mpmath import mp, mpf
from numpy.typing import NDArray

import partwise as pw
from partwise.catalogue.index_record import Index
from partwise.comparison.uncertainty.api import difference, estimates_of
from partwise.comparison.uncertainty.dispatch import outcomes
from partwise.comparison.uncertainty.entropies import UnseenEntropy
from partwise.tables.information import SizeHistogram


def unseen(sizes: Sequence[int]) -> UnseenEntropy:
    return UnseenEntropy(SizeHistogram.of(np.array(sizes)), sum(sizes))


def chao_wang_jost(sizes: Sequence[int]) -> tuple[float, float]:
    """Return both parts as printed in the paper (equation 7 and below), in 200 digits."""
    n, once, twice = sum(sizes), sizes.count(1), sizes.count(2)
    seen = sum(Fraction(x, n) * sum(Fraction(1, k) for k in range(x, n)) for x in sizes)
    with mp.workdps(200):
        if twice:
            share = mpf(2 * twice) / ((n - 1) * once + 2 * twice)
        else:
            share = mpf(2) / ((n - 1) * max(once - 1, 0) + 2)
        if share == 1 or not once:
            return float(seen), 0.0
        left = -mp.log(share) - sum((1 - share) ** r / r for r in range(1, n))
        return float(seen), float(mpf(once) / n * (1 - share) ** (1 - n) * left)


@pytest.mark.parametrize(
    "sizes",
    [
        [5, 3],
        [1, 4],
        [2, 2, 1],
        [1, 1, 1],
        [1] * 40,
        [1] * 30 + [2] * 10 + [7, 30],
        [1] * 3 + [2] * 50 + [100],
        [1, 2, 400],
        [1] * 200 + [2] + [300],
    ],
)
def test_estimator_is_the_published_one(sizes: list[int]) -> None:
    found = unseen(sizes)
    assert (found.seen, found.tail) == pytest.approx(chao_wang_jost(sizes), rel=1e-9, abs=1e-15)


def test_what_is_seen_misses_the_tail_alone() -> None:
    """E[seen] = Σ_{k<n} (1/k) Σ p (1−p)^k: the entropy's series, cut off at n; by enumeration."""
    p, n = (0.6, 0.3, 0.1), 5
    mean = 0.0
    for drawn in product(range(3), repeat=n):
        sizes = [drawn.count(i) for i in range(3) if drawn.count(i)]
        mean += math.prod(p[i] for i in drawn) * unseen(sizes).seen
    expected = sum(sum(q * (1 - q) ** k for q in p) / k for k in range(1, n))
    assert mean == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("sizes", [[4, 3, 2, 1], [1, 1, 2, 2, 3], [2, 2], [1, 5], [3, 1, 1, 1]])
def test_leaving_out_is_estimating_what_is_left(sizes: list[int]) -> None:
    found = unseen(sizes).moves(np.array(sizes))
    left = [[*sizes[:i], sizes[i] - 1, *sizes[i + 1 :]] for i in range(len(sizes))]
    expected = np.array([unseen([x for x in each if x]).value for each in left])
    assert found - found[0] == pytest.approx(expected - expected[0], rel=1e-12, abs=1e-14)


def sample(seed: int = 0, n: int = 3000, k: int = 6) -> tuple[NDArray[np.int64], ...]:
    rng = np.random.default_rng(seed)
    a = rng.choice(k, n, p=np.arange(1, k + 1) / (k * (k + 1) / 2))
    b, c = (np.where(rng.random(n) < q, a, rng.integers(0, k - 1, n)) for q in (0.8, 0.7))
    return a, b, c


@pytest.mark.parametrize("key", ["nmi_arithmetic", "nmi_joint", "nmi_geometric", "nmi_max", "vi"])
def test_standard_error_is_that_of_items_left_out(key: str) -> None:
    a, b, _ = sample()
    table = pw.contingency(a, b)
    [(_, found)] = outcomes(table, [pw.index(key)])
    assert not isinstance(found, str)
    values = []
    for i in range(len(table.cells.counts)):
        counts = table.cells.counts.copy()
        counts[i] -= 1
        less = pw.Contingency.from_cells(table.cells.rows, table.cells.columns, counts)
        h_a, h_b, joint = (
            unseen(sizes.tolist()).value
            for sizes in (less.row_sizes, less.column_sizes, less.cells.counts)
        )
        shared = h_a + h_b - joint
        values.append(
            {
                "nmi_arithmetic": 2 * shared / (h_a + h_b),
                "nmi_joint": shared / joint,
                "nmi_geometric": shared / math.sqrt(h_a * h_b),
                "nmi_max": shared / max(h_a, h_b),
                "vi": 2 * joint - h_a - h_b,
            }[key]
        )
    items = np.repeat(values, table.cells.counts)
    expected = math.sqrt((table.n - 1) * items.var())
    assert found.standard_error == pytest.approx(expected, rel=1e-3)


def test_ami_estimates_the_nmi_of_its_normalisation() -> None:
    a, b, c = sample()
    keys = ("ami_geometric", "nmi_geometric", "ami_arithmetic", "nmi_arithmetic")
    indices = [pw.index(key) for key in keys]
    found = estimates_of(pw.contingency(a, b), indices)
    for ami, nmi in (keys[:2], keys[2:]):
        assert found[ami].value == pw.score(a, b, ami)
        assert found[ami].corrected == found[nmi].corrected
        assert (found[ami].low, found[ami].high) == (found[nmi].low, found[nmi].high)
    paired = difference(a, b, c, indices)
    assert paired["ami_geometric"].p_value == paired["nmi_geometric"].p_value


def test_sparse_tables_do_not_carry_over() -> None:
    a, b, c = sample(n=2000, k=80)
    indices = [pw.index(key) for key in ("NMI", "VI", "AMI", "nmi_joint")]
    for found in estimates_of(pw.contingency(a, b), indices).values():
        assert (found.standard_error, found.low, found.high) == (None, None, None)
        assert "does not carry over" in str(found.note)
        assert "pair-counting" in str(found.note)
    for paired in difference(a, b, c, indices).values():
        assert paired.p_value is None
        assert "does not carry over" in str(paired.note)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("f_measure", "takes the largest cell"),
        ("fnmi", "how many clusters were seen"),
        ("smi", "does not estimate"),
    ],
)
def test_some_indices_estimate_nothing(key: str, words: str) -> None:
    a, b, c = sample()
    found = estimates_of(pw.contingency(a, b), [pw.index(key)])[key]
    assert found.value == pw.score(a, b, key)
    assert found.low is None
    assert words in str(found.note)
    assert words in str(difference(a, b, c, [pw.index(key)])[key].note)


def test_larger_entropy_must_be_clear() -> None:
    a, b, _ = sample()
    rng = np.random.default_rng(2)
    even = rng.integers(0, 4, 3000)
    as_even = np.where(rng.random(3000) < 0.8, even, rng.integers(0, 4, 3000))
    for key in ("nmi_max", "nmi_min", "ami_max", "ami_min"):
        clear = estimates_of(pw.contingency(a, b), [pw.index(key)])[key]
        unclear = estimates_of(pw.contingency(even, as_even), [pw.index(key)])[key]
        assert clear.low is not None
        assert unclear.low is None
        assert "larger or smaller" in str(unclear.note)


def test_chance_has_no_interval() -> None:
    rng = np.random.default_rng(3)
    table = pw.contingency(rng.integers(0, 4, 2000), rng.integers(0, 4, 2000))
    found = estimates_of(table, [pw.index("NMI")])["nmi_arithmetic"]
    assert "from chance" in str(found.note)


def test_own_functions_are_unknown_and_own_entropies_are_not() -> None:
    a, b, _ = sample()
    table = pw.contingency(a, b)

    def own(t: pw.Contingency) -> float:
        return t.n / 2.0

    of_function = pw.define("own_function_of_table", own)
    of_entropies = Index("own_vi", "own", "table", lambda t: t.entropy_joint * 2 - t.entropy_a)
    of_cells = Index("own_cells", "own", "table", lambda t: t.sum(t.cell) / t.n)
    found = estimates_of(table, [of_function, of_entropies, of_cells])
    assert "is unknown" in str(found["own_function_of_table"].note)
    assert "is unknown" in str(found["own_cells"].note)
    assert found["own_vi"].low is not None


def company(a: Sequence[int], b: Sequence[int]) -> Fraction:
    """Of the other items of an item's cluster in a, the share with it in b; mean over items."""
    total = Fraction(0)
    for i in range(len(a)):
        mates = [j for j in range(len(a)) if j != i and a[j] == a[i]]
        if mates:
            total += Fraction(sum(b[j] == b[i] for j in mates), len(mates))
    return total / len(a)


@pytest.mark.parametrize("seed", [0, 1])
def test_bcubed_leaves_items_and_self_pairs_out(seed: int) -> None:
    a, b = (x.tolist() for x in sample(seed, 36, 4)[:2])
    [(_, found)] = outcomes(pw.contingency(a, b), [pw.index("bcubed")])
    assert not isinstance(found, str)
    recall, precision = company(a, b), company(b, a)
    values = []
    for i in range(36):
        less = a[:i] + a[i + 1 :], b[:i] + b[i + 1 :]
        slopes = (2 * other**2 / (recall + precision) ** 2 for other in (precision, recall))
        values.append(next(slopes) * company(*less) + next(slopes) * company(*less[::-1]))
    mean = sum(values) / 36
    expected = math.sqrt(Fraction(35, 36) * sum((value - mean) ** 2 for value in values))
    f1 = 2 * precision * recall / (precision + recall)
    assert found.estimate == pytest.approx(float(f1), rel=1e-12)
    assert found.standard_error == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("name", ["NMI", "VI", "AMI", "BCubed"])
def test_errors_shrink_as_the_root_of_items_at_any_size(name: str) -> None:
    matrix = np.array([[40, 10, 2], [5, 60, 5], [1, 10, 70]], object)
    errors = []
    for factor in (10**5, 10**14, 10**25):
        table = pw.Contingency.from_matrix(matrix * factor)
        [(_, found)] = outcomes(table, [pw.index(name)])
        assert not isinstance(found, str)
        errors.append(found.standard_error * math.sqrt(factor))
    assert errors == pytest.approx([errors[0]] * 3, rel=1e-4)


def test_bcubed_of_many_lone_items_does_not_carry_over() -> None:
    a = np.concatenate([np.arange(300), np.repeat(np.arange(300, 330), 10)])
    b = np.where(np.arange(600) % 7, a, 0)
    found = estimates_of(pw.contingency(a, b), [pw.index("bcubed")])["bcubed"]
    assert "does not carry over" in str(found.note)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([], []),
        ([0], [0]),
        ([0, 0], [0, 1]),
        ([0] * 50, [0] * 50),
        ([0] * 50, list(range(50))),
        (list(range(50)), list(range(50))),
        ([0, 1] * 25, [0, 1] * 25),
    ],
)
def test_extremes_give_a_reason(a: list[int], b: list[int]) -> None:
    indices = [index for index in pw.indices("paper") if index.kind == "table"]
    for found in estimates_of(pw.contingency(a, b), indices).values():
        assert found.low is None
        assert found.note
    codes = np.array(a, np.int64), np.array(b, np.int64)
    for paired in difference(codes[0], codes[1], codes[0], indices).values():
        assert paired.p_value in (None, 1)
