"""What explanations say is true: directions by exact baselines, numbers by definitions."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest

import partwise as pw
from partwise.chance import expected_of_sizes, mean_in_closed_form
from partwise.comparison.causes import Reason
from partwise.comparison.losses import losses_by_kind
from partwise.tables import AggregatedTable
from support.reason_checks import (
    Labels,
    baseline,
    check_baselines_told,
    check_bias,
    check_reason,
    check_sizes_told,
    labels_of,
    pairs_together,
    sizes_of,
)

CATALOGUE = [index.key for index in pw.indices("all") if index.builtin]
USUAL = [
    *("correlation", "sokal_sneath_1", "ami_arithmetic", "adjusted_rand", "correlation_distance"),
    *("nmi_arithmetic", "vi", "rand", "jaccard", "dice", "wallace_1", "wallace_2", "f_measure"),
    *("bcubed", "purity", "homogeneity", "completeness"),
]

REFERENCE_SIZES = (12, 10, 8, 6)
SIZES = {
    "one giant": (20, *[1] * 16),
    "balanced": (9, 9, 9, 9),
    "few large": (24, 12),
    "many small": (2,) * 18,
    "skewed": (22, 4, 4, 3, 3),
}


# --- baselines in closed form, against all candidates


@pytest.mark.parametrize("key", CATALOGUE)
def test_means_in_closed_form_are_means(key: str) -> None:
    """Against the mean over all orders of six labels, one by one."""
    index = pw.index(key)
    for reference, candidate in (
        ([0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 2]),
        ([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2]),
    ):
        mean = mean_in_closed_form(pw.contingency(reference, candidate), index)
        if mean is not None:
            orders = set(permutations(candidate))
            values = [float(index(reference, order)) for order in orders]
            assert mean == pytest.approx(math.fsum(values) / len(values), abs=1e-12)


def test_there_is_a_closed_form_wherever_expected_has_one() -> None:
    for key in CATALOGUE:
        table = pw.contingency(labels_of(REFERENCE_SIZES), labels_of(SIZES["skewed"]))
        formula = mean_in_closed_form(table, pw.index(key))
        reported = expected_of_sizes(
            index=key,
            row_sizes=REFERENCE_SIZES,
            column_sizes=SIZES["skewed"],
            samples=2,
            seed=1,
        )
        assert (formula is not None) == (reported.method == "closed form"), key
        if formula is not None:
            assert formula == pytest.approx(float(reported.value), abs=1e-12)


# --- directions


def preferences(key: str) -> Iterator[tuple[Reason, dict[str, Labels]]]:
    """Yield why an index prefers random candidates of some sizes to those of others."""
    generator = np.random.default_rng(3)
    reference = labels_of(REFERENCE_SIZES)
    for first, second in combinations(SIZES, 2):
        for strength in (0, 0.4):
            candidates = {}
            for name in (first, second):
                labels = generator.permutation(labels_of(SIZES[name]))
                kept = generator.random(36) < strength
                candidates[name] = np.where(kept, 100 + reference, labels)
            compared = pw.compare(reference, candidates, [key], decide_by=key)
            reason = compared.why(key, first, second)
            if isinstance(reason, Reason):
                yield reason, candidates


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_statement_about_sizes_and_baselines_holds(key: str) -> None:
    index = pw.index(key)
    sign = 1 if index.direction == "similarity" else -1
    for reason, candidates in preferences(key):
        liked, other = (sizes_of(candidates[name]) for name in (reason.prefers, reason.over))
        if not reason.cause.startswith("size bias"):
            assert "expected score" not in str(reason)
            continue
        means = [baseline(key, REFERENCE_SIZES, sizes) for sizes in (liked, other)]
        assert sign * (means[0][0] - means[1][0]) > 0, str(reason)  # such sizes score better
        check_sizes_told(reason.because, liked, other)
        check_bias(index, reason.because)
        check_baselines_told(reason.numbers, *means)


def test_a_giant_among_single_items_has_more_pairs_together() -> None:
    """Wallace is N11 / m_A, so its baseline is m_B / N: it rises with the pairs together."""
    reference = labels_of((25, 25, 25, 25))
    giant = np.concatenate([np.zeros(60, int), np.arange(1, 41)])
    generator = np.random.default_rng(0)
    balanced = np.where(generator.random(100) < 0.5, reference, generator.integers(0, 8, 100))
    compared = pw.compare(reference, {"giant": giant, "balanced": balanced}, ["CC", "W", "J", "R"])
    reason = compared.why("W", "giant", "balanced")
    assert isinstance(reason, Reason)
    assert reason.prefers == "giant"
    assert reason.cause.startswith("size bias")
    other = pairs_together(sizes_of(balanced))
    assert reason.because == f"giant puts more pairs together (1,770 against {other})"
    total = math.comb(100, 2)
    assert f"is {1770 / total:.3g} with the sizes of giant" in reason.numbers
    assert f"and {other / total:.3g} with those of balanced" in reason.numbers
    assert "smaller clusters" not in str(compared.explanation)


# --- a cause for every disagreement, with numbers that are right


def random_case(seed: int) -> tuple[Labels, dict[str, Labels]]:
    generator = np.random.default_rng(seed)
    n = int(generator.integers(12, 40))
    shares = generator.dirichlet(np.full(5, 0.8))
    reference = generator.choice(5, n, p=shares)
    candidates = {}
    for name in "ab":
        noise = generator.choice(10, n, p=generator.dirichlet(np.full(10, 0.5)))
        kept = generator.random(n) < generator.uniform(0.2, 0.9)
        candidates[name] = np.where(kept, reference, noise)
    return reference, candidates


@pytest.mark.parametrize("seed", range(25))
def test_every_disagreement_has_a_cause_whose_numbers_are_right(seed: int) -> None:
    reference, candidates = random_case(seed)
    compared = pw.compare(reference, candidates, USUAL)
    disagreement = compared.disagreement
    for first, second in permutations(compared.indices, 2):
        for pair in disagreement.between(first.key, second.key):
            reason = replace(compared, decision=second).why(first, *pair)
            assert isinstance(reason, Reason)
            assert (reason.prefers, reason.over) == pair
            check_reason(reason, second, reference, candidates)


@pytest.mark.parametrize("seed", range(100, 106))
def test_the_whole_catalogue_has_reasons(seed: int) -> None:
    reference, candidates = random_case(seed)
    compared = pw.compare(reference, candidates, "all")
    for index in compared.indices:
        reason = compared.why(index, "a", "b")
        if isinstance(reason, Reason):
            check_reason(reason, compared.decision, reference, candidates)


@pytest.mark.parametrize("pair", [*combinations(("one", "lone", "same", "other"), 2)], ids="-".join)
def test_trivial_candidates_have_reasons_too(pair: tuple[str, str]) -> None:
    """One cluster, single items and the reference itself, for which much is undefined."""
    reference = np.array([0, 0, 0, 1, 1, 2, 2, 2])
    kinds = {
        "one": np.zeros(8, int),
        "lone": np.arange(8),
        "same": reference + 5,
        "other": np.array([0, 0, 1, 1, 1, 2, 0, 2]),
    }
    candidates = dict(zip("ab", (kinds[name] for name in pair), strict=True))
    own = pw.define("own_careful_jaccard", "n11 / (n11 + n10 + 2 * n01)", range=(0, 1))
    compared = pw.compare(reference, candidates, [*CATALOGUE, own])
    assert compared.explanation.summary
    for index in compared.indices:
        reason = compared.why(index, "a", "b")
        if isinstance(reason, Reason):
            assert not re.search(r"\b(nan|inf|undefined)\b", str(reason))
            check_reason(reason, compared.decision, reference, candidates)


@pytest.mark.parametrize("key", CATALOGUE)
def test_losses_need_no_cells(key: str) -> None:
    """Where the cells stay in their engine, costs and baselines are the same, or not told."""
    table = pw.contingency([0, 0, 0, 0, 1, 1, 1, 2, 2, 3], [0, 0, 1, 1, 1, 2, 2, 2, 3, 3])
    summarised = AggregatedTable(
        table.blocks,
        table.row_histogram,
        table.column_histogram,
        table.row_maxima,
        table.column_maxima,
    )
    index = pw.index(key)
    mean, other_mean = (mean_in_closed_form(t, index) for t in (table, summarised))
    assert mean == other_mean
    costs = np.array([losses_by_kind(index, t) for t in (table, summarised)])
    if key in ("accuracy", "normalised_accuracy", "pair_sets_index"):  # which match clusters
        assert np.isnan(costs[1]).all()
    elif key == "yule":  # which is infinite for the reference itself
        assert (costs[0] == costs[1]).all()
    else:
        assert costs[0] == pytest.approx(costs[1], abs=1e-12)
        assert np.isfinite(costs).all()
