"""Appendix C.5, constant baseline: the argument for k_A = k_B = n - 1 and what it needs.

The printed expectations are in ``test_paper_baselines.py``. An erratum is one of docs/errata.md.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import pytest
import sympy

from support.definitions import differ, mean, score_of
from support.oracle import PAIR_COUNTING, value

Labels = tuple[int, ...]
NEGATIVE = ["rand", "jaccard", "wallace_1", "dice", "correlation_distance", "vi", "f_measure"]
NEGATIVE += ["bcubed", "fnmi", "nmi_arithmetic", "nmi_max", "nmi_min", "nmi_geometric"]


def one_pair(n: int, pair: tuple[int, int]) -> Labels:
    """The clustering of n items whose only pair is the given one."""
    seen: dict[int, int] = {}
    return tuple(seen.setdefault(pair[0] if i == pair[1] else i, len(seen)) for i in range(n))


# --- positive cases


@pytest.mark.parametrize("key", ["adjusted_rand", "correlation", "sokal_sneath_1", "rand"])
def test_linear_in_the_share_of_common_pairs(key: str) -> None:
    """C.5: AR, CC, S&S (and R, W) are linear in p_AB for fixed p_A, p_B; J, D, CD are not."""
    x, a, b = sympy.symbols("p_AB p_A p_B", positive=True)
    if key == "correlation":
        index = (x - a * b) / sympy.sqrt(a * b * (1 - a) * (1 - b))
    else:
        index = PAIR_COUNTING[key](x, a - x, b - x, 1 - a - b + x)
    assert sympy.simplify(sympy.diff(index, x, 2)) == 0


def test_correlation_in_shares() -> None:
    """C.1 and C.5: CC^(p) = (p_AB - p_A p_B) / sqrt(p_A p_B (1 - p_A) (1 - p_B))."""
    n11, n10, n01, n00 = counts = sympy.symbols("n11 n10 n01 n00", positive=True)
    total = sum(counts)
    a, b, x = (n11 + n10) / total, (n11 + n01) / total, n11 / total
    margins = (n11 + n10) * (n11 + n01) * (n00 + n10) * (n00 + n01)
    assert sympy.simplify((x - a * b) * total**2 - (n11 * n00 - n10 * n01)) == 0
    assert sympy.simplify(a * b * (1 - a) * (1 - b) * total**4 - margins) == 0


@pytest.mark.parametrize("n", [3, 4, 5])
def test_candidates_for_which_the_baseline_is_a_convention(n: int) -> None:
    """C.5: AR, CC, S&S, AMI and SMI have a constant baseline, for every distribution of B.

    Erratum 5: for trivial B only AR is defined; AMI is 0/0 for one cluster, not for singletons.
    """
    a, one, single = one_pair(n, (0, 1)), (0,) * n, tuple(range(n))
    undefined = {
        key: [value(key, a, b) is None for b in (one, single)]
        for key in ("adjusted_rand", "correlation", "sokal_sneath_1", "ami_geometric", "smi")
    }
    assert undefined == {
        "adjusted_rand": [False, False],
        "correlation": [True, True],
        "sokal_sneath_1": [True, True],
        "ami_geometric": [True, False],
        "smi": [True, True],
    }


# --- negative cases


def test_wallace_lacks_the_maximal_agreement_that_the_argument_assumes() -> None:
    """C.5: "all of these indices satisfy the maximal agreement property"; Wallace is among them.

    Erratum 26: W(01|2, 012) = W(01|2, 01|2) = 1. Its expectation is found otherwise.
    """
    assert value("wallace_1", (0, 0, 1), (0, 0, 0)) == value("wallace_1", (0, 0, 1), (0, 0, 1)) == 1


@pytest.mark.parametrize("n", [3, 4, 5])
def test_the_pairs_coincide_with_probability_1_over_n(n: int) -> None:
    """C.5: for k_A = k_B = n - 1 both pairs coincide with probability 1/N."""
    a = one_pair(n, (0, 1))
    candidates = [one_pair(n, pair) for pair in combinations(range(n), 2)]
    assert len(set(candidates)) == len(candidates) == n * (n - 1) // 2
    assert candidates.count(a) == 1


def table(a: Labels, b: Labels) -> tuple[tuple[int, ...], ...]:
    """A canonical form of the contingency table: least over all orders of the rows."""
    cells = Counter(zip(a, b, strict=True))
    rows, columns = sorted(set(a)), sorted(set(b))
    return min(
        tuple(sorted(tuple(cells[i, j] for i in order) for j in columns))
        for order in permutations(rows)
    )


def matched(a: Labels, b: Labels) -> Fraction:
    """The share of items in matched clusters, for the best matching of clusters."""
    cells = Counter(zip(a, b, strict=True))
    rows, columns = sorted(set(a)), sorted(set(b))
    best = max(
        sum(cells[i, j] for i, j in zip(rows, order, strict=False))
        for order in permutations(columns)
    )
    return Fraction(best, len(a))


def test_two_tables_where_the_pairs_do_not_coincide() -> None:
    """C.5: if the pairs do not coincide, there are "the same contingency variables and hence the
    same value of the index".

    Erratum 26: pairs that share an item and pairs that do not have different tables from four
    items on, and an index may tell them apart (best matching: 3/4 and 1/2). The indices of C.5 do
    not, as the next test shows.
    """
    three = [table((0, 0, 1), one_pair(3, pair)) for pair in ((0, 2), (1, 2))]
    assert three[0] == three[1]
    a, sharing, apart = (0, 0, 1, 2), one_pair(4, (1, 2)), one_pair(4, (2, 3))
    assert table(a, sharing) != table(a, apart)
    assert (matched(a, sharing), matched(a, apart)) == (Fraction(3, 4), Fraction(1, 2))


@pytest.mark.parametrize("key", NEGATIVE)
def test_one_value_where_the_pairs_do_not_coincide(key: str) -> None:
    """C.5: c_n(V) is one value for all pairs that do not coincide (n = 5)."""
    score, a = score_of(key), one_pair(5, (0, 1))
    apart = [one_pair(5, pair) for pair in combinations(range(5), 2) if pair != (0, 1)]
    assert not any(differ(score(a, b), score(a, apart[0])) for b in apart)


@pytest.mark.parametrize("key", NEGATIVE)
def test_baselines_differ_for_one_n_as_well(key: str) -> None:
    """C.5 lets n vary; the baseline is not constant for n = 4 alone either."""
    score = score_of(key)
    inner = [(0, 0, 0, 1), (0, 0, 1, 1), (0, 0, 1, 2)]
    means = [mean(score, a, b) for a in inner for b in inner]
    assert None not in means
    assert any(differ(x, means[0]) for x in means)


@pytest.mark.parametrize("key", NEGATIVE)
def test_expectations_change_with_n(key: str) -> None:
    """C.5: each expectation for k_A = k_B = n - 1 is "a non-constant function of n" (n = 3, 4)."""
    score = score_of(key)
    three, four = (one_pair(n, (0, 1)) for n in (3, 4))
    assert differ(mean(score, three, three), mean(score, four, four))
