"""The paper's two statistical tests (Appendix D.3), against scipy, simulation and the paper."""

from __future__ import annotations

import json
import math
from inspect import signature

import numpy as np
import pytest
from scipy import stats

import partwise as pw
from partwise.base.errors import InputError
from partwise.chance import random_scores
from partwise.chance.baseline_tests import (
    PAPER_CANDIDATES,
    PAPER_ITEMS,
    PAPER_REFERENCE,
    constant_baseline_test,
    selection_bias_test,
)
from partwise.chance.group_tests import anova, combined, shares_of_wins
from partwise.chance.sampling import sample_tables
from partwise.chance.size_laws import Power, balanced_sizes, sizes_by
from partwise.tables.contingency_table import Contingency

# The column "Const. baseline" of the paper's Tables 1 and 2.
NOT_CONSTANT = [
    *("nmi_arithmetic", "nmi_max", "fnmi", "vi", "f_measure", "bcubed"),
    *("rand", "jaccard", "wallace_1", "dice"),
]
CONSTANT = ["smi", "ami_geometric", "adjusted_rand", "correlation", "sokal_sneath_1"]
UNDETECTED = "correlation_distance"  # "the tests are unable to detect it"


def test_defaults_are_those_of_the_paper() -> None:
    assert list(PAPER_ITEMS) == [50 * i for i in range(1, 21)]
    assert Power(0.5) == PAPER_REFERENCE
    assert [rule(1000) for rule in PAPER_CANDIDATES] == [5, 31, 177]
    first, second = (
        {name: each.default for name, each in signature(test).parameters.items()}
        for test in (constant_baseline_test, selection_bias_test)
    )
    assert first == second
    assert (first["n"], first["samples"]) == (PAPER_ITEMS, 500)
    assert (first["reference_clusters"], first["candidate_clusters"]) == (
        PAPER_REFERENCE,
        PAPER_CANDIDATES,
    )


@pytest.mark.parametrize("base", range(2, 11))
def test_powers_of_round_numbers_are_exact(base: int) -> None:
    assert [Power(p / 4)(base**4) for p in (1, 2, 3)] == [base, base**2, base**3]
    assert Power(1 / 3)(base**3) == base


@pytest.mark.parametrize(("n", "k"), [(50, 7), (50, 50), (9, 1), (924, 512), (12, 4)])
def test_balanced_sizes_are_as_the_paper_defines_them(n: int, k: int) -> None:
    sizes = balanced_sizes(n, k)
    larger = n - k * (n // k)
    assert sorted(sizes) == [n // k] * (k - larger) + [math.ceil(n / k)] * larger
    assert sum(sizes) == n


def test_the_paper_s_statement_about_every_index_of_its_tables() -> None:
    """Appendix D.3: the results agree with Tables 1 and 2, except for Correlation Distance."""
    keys = [*NOT_CONSTANT, *CONSTANT, UNDETECTED]
    found = constant_baseline_test(keys, n=range(50, 501, 50), samples=200, seed=2)
    assert found.rejected == tuple(NOT_CONSTANT)


def test_romano_s_selection_bias() -> None:
    """Romano et al. 2014, cited in D.3: AMI has a constant baseline and a selection bias."""
    found = selection_bias_test(["AMI", "SMI", "NMI", "VI"], seed=3, samples=300)
    assert found.rejected == ("ami_arithmetic", "nmi_arithmetic", "vi")
    few, _, many = found["NMI"].findings[-1].averages
    assert (few, many) == (0, 1)
    few, _, many = found["VI"].findings[-1].averages  # a distance: the smallest wins
    assert (few, many) == (1, 0)


def test_statistics_are_those_of_scipy() -> None:
    n, r = (60, 90), 40
    keys = ["CC", "NMI", "SMI"]
    found = constant_baseline_test(keys, n=n, samples=r, seed=8)
    generator = np.random.default_rng(8)
    expected: dict[str, list[float]] = {pw.index(key).key: [] for key in keys}
    for items in n:
        rows = sizes_by(PAPER_REFERENCE, items)
        groups = [
            random_scores(rows, sizes_by(rule, items), map(pw.index, keys), r, seed=generator)
            for rule in PAPER_CANDIDATES
        ]
        for key, p_values in expected.items():
            told = stats.f_oneway(*(group[key].values for group in groups))
            finding = found[key].findings[n.index(items)]
            assert finding.statistic == pytest.approx(told.statistic, rel=1e-9)
            assert finding.p_value == pytest.approx(told.pvalue, rel=1e-6, abs=1e-300)
            p_values.append(told.pvalue)
    for key in ("correlation", "smi"):
        fisher = stats.combine_pvalues(expected[key], method="fisher").pvalue
        assert found[key].p_value == pytest.approx(fisher, rel=1e-9)


def test_wins_are_tested_as_by_scipy() -> None:
    scores = np.random.default_rng(1).random((3, 200))
    wins = np.bincount(scores.argmax(axis=0), minlength=3)
    told = stats.chisquare(wins)
    found = shares_of_wins(scores)
    assert found.statistic == pytest.approx(told.statistic)
    assert found.p_value == pytest.approx(told.pvalue)
    assert found.averages == pytest.approx(tuple(wins / 200))


@pytest.mark.parametrize("key", ["adjusted_rand", "nmi_arithmetic", "bcubed"])
def test_p_values_are_uniform_if_candidates_are_alike(key: str) -> None:
    """The same sizes for all candidates: the hypothesis is true whatever the index."""
    alike = (Power(0.5),) * 3
    found = constant_baseline_test(
        key, n=[100] * 300, samples=60, candidate_clusters=alike, seed=11
    )
    p_values = [finding.p_value for finding in found[key].findings]
    assert stats.kstest(p_values, "uniform").pvalue > 0.001


def test_p_values_are_uniform_for_a_constant_baseline_and_different_sizes() -> None:
    """SMI has mean 0 and variance 1 for any sizes, as the analysis of variance assumes."""
    found = constant_baseline_test("SMI", n=[200] * 300, samples=60, seed=12)
    p_values = [finding.p_value for finding in found["SMI"].findings]
    assert stats.kstest(p_values, "uniform").pvalue > 0.001


def test_wins_are_uniform_if_candidates_are_alike() -> None:
    alike = (Power(0.5),) * 3
    found = selection_bias_test("NMI", n=[200] * 300, samples=90, candidate_clusters=alike, seed=13)
    rejected = sum(finding.p_value < 0.05 for finding in found["NMI"].findings)
    assert stats.binomtest(rejected, 300, 0.05).pvalue > 0.001


def test_ties_share_a_win() -> None:
    scores = np.array([[1.0, 1, 3, 0], [1, 2, 3, 0], [0, 2, 3, 1]])
    found = shares_of_wins(scores)
    # shares: (1/2, 1/2, 0), (0, 1/2, 1/2), (1/3, 1/3, 1/3), (0, 0, 1)
    assert found.averages == pytest.approx(tuple(x / 24 for x in (5, 8, 11)))
    assert not found.constant
    everything = shares_of_wins(np.ones((3, 10)))
    assert (everything.statistic, everything.p_value, everything.constant) == (0, 1, True)


def test_rounding_breaks_no_tie() -> None:
    assert shares_of_wins(np.array([[0.3], [0.1 + 0.2]])).averages == (0.5, 0.5)


def test_pools_with_an_undefined_score_are_left_out() -> None:
    scores = np.array([[1.0, math.nan, 5], [0, 1, math.inf]])
    assert shares_of_wins(scores).averages == (1, 0)
    assert math.isnan(shares_of_wins(scores[:, 1:]).p_value)


def test_a_constant_index_is_not_rejected_and_said_so() -> None:
    def always(_: Contingency) -> float:
        return 0.1

    for test in (constant_baseline_test, selection_bias_test):
        found = test(always, n=[20, 30], samples=5, seed=1)
        (tested,) = found.results.values()
        assert (tested.p_value, tested.constant, tested.rejected()) == (1, 2, False)
        assert found.to_table().rows[0][-1] == "not rejected: the index is constant"
        assert "always is constant for 2 of 2 values of n." in str(found)


def test_values_that_differ_between_groups_alone_are_rejected() -> None:
    found = anova(np.array([[1.0, 1.0], [2.0, 2.0]]))
    assert (found.statistic, found.p_value) == (math.inf, 0)
    assert anova(np.array([[0.3, 0.3], [0.1 + 0.2, 0.3]])).constant
    assert combined([0.4, 0.0]) == 0


def test_undefined_values_give_no_p_value_and_are_said() -> None:
    def at_times(table: Contingency) -> float:
        return math.nan if table.n == 20 else float(table.pair_counts.n11)

    found = constant_baseline_test(at_times, n=[20, 30], samples=5, seed=1)
    (tested,) = found.results.values()
    assert math.isnan(tested.findings[0].p_value)
    assert tested.p_value == pytest.approx(tested.findings[1].p_value)
    assert "at_times is undefined for 1 of 2 values of n." in str(found)
    nothing = constant_baseline_test(at_times, n=20, samples=5, seed=1)
    assert "undefined" in str(nothing)
    assert nothing.rejected == ()
    told = json.loads(json.dumps(nothing.to_dict(), allow_nan=False))
    assert told["indices"]["at_times"]["p"] is None


def test_indices_share_their_tables_and_seeds_repeat_them() -> None:
    alone = constant_baseline_test("CC", n=[50], samples=30, seed=5)
    among = constant_baseline_test(["NMI", "CC"], n=[50], samples=30, seed=5, threads=1)
    assert alone["CC"] == among["CC"]
    assert alone["CC"] != constant_baseline_test("CC", n=[50], samples=30, seed=6)["CC"]


def test_sizes_may_be_given_themselves() -> None:
    found = constant_baseline_test(
        "Rand",
        n=12,
        samples=50,
        reference_clusters=3,
        candidate_clusters=(lambda n: (n - 2, 2), 6),
        seed=1,
    )
    finding = found["Rand"].findings[0]
    rand = pw.index("Rand")
    for sizes, mean in zip(((10, 2), (2,) * 6), finding.averages, strict=True):
        values = rand.values(sample_tables((4, 4, 4), sizes, 4000, seed=2))
        assert mean == pytest.approx(values.mean(), abs=5 * values.std() / math.sqrt(50) + 1e-9)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"n": []}, "n= must be one or more"),
        ({"n": 1}, "at least 2"),
        ({"samples": 1}, "samples= must be at least 2"),
        ({"candidate_clusters": (2,)}, "at least two kinds"),
        ({"alpha": 5}, "between 0 and 1"),
        ({"candidate_clusters": (2, 51), "n": 50}, "50 items cannot be in 51 clusters"),
        ({"candidate_clusters": (2, lambda n: (n, 1)), "n": 50}, "add up to 51"),
    ],
)
def test_what_cannot_be_tested_is_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words.replace("(", r"\(")):
        constant_baseline_test("CC", **options)  # type: ignore[arg-type]


def test_indices_that_were_not_tested_are_named() -> None:
    found = constant_baseline_test("CC", n=20, samples=2, seed=1)
    with pytest.raises(
        InputError, match="nmi_arithmetic was not tested; the tested indices are correlation"
    ):
        found["NMI"]
    with pytest.raises(InputError, match="name at least one"):
        constant_baseline_test([])
