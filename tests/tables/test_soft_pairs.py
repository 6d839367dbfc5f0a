"""Agreement of soft clusterings about pairs, against the definitions in fractions."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from partwise.base import TableError
from partwise.clusterings import Memberships
from partwise.tables import disagreement, observed_disagreement, sampled_disagreement, soft_pairs
from support import soft_memberships as brute

_NEAR = 1e-13  # of sums of at most 15 pairs


def _cases(count: int, seed: int) -> list[tuple[brute.Rows, brute.Rows]]:
    """Draw soft ones beside soft ones, and every third beside labels."""
    rng = Random(seed)  # noqa: S311
    cases = []
    for case in range(count):
        n = rng.randint(2, 6)
        p, q = (brute.random_rows(rng, n, rng.randint(1, 4)) for _ in range(2))
        if case % 3 == 0:
            p = brute.one_hot([rng.randrange(3) for _ in range(n)])
        cases.append((p, q))
    return cases


def test_the_observed_disagreement_is_that_of_the_definition() -> None:
    for p, q in _cases(1000, seed=1):
        found = observed_disagreement(Memberships(p), Memberships(q))
        assert found == pytest.approx(float(brute.disagreement(p, q)), abs=_NEAR)


def test_the_expected_disagreement_is_the_mean_over_all_permutations() -> None:
    """Every permutation of up to six items, in fractions: the value has no sampling error."""
    for p, q in _cases(60, seed=2):
        found = disagreement(Memberships(p), Memberships(q))
        assert found.expected == pytest.approx(float(brute.expected_disagreement(p, q)), abs=_NEAR)
        assert found.pairs == len(brute.pairs(len(p)))


def test_blocks_and_repeated_rows_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    p, q = (Memberships(rng.dirichlet([1, 1, 1], 30)[rng.integers(30, size=80)]) for _ in "pq")
    whole = disagreement(p, q)
    monkeypatch.setattr(soft_pairs, "_AT_ONCE", 50)
    assert disagreement(p, q) == pytest.approx(whole, rel=1e-13)
    rows = [side.to_array() for side in (p, q)]
    apart = [np.abs(own[:, None] - own[None]).sum(axis=2) / 2 for own in rows]
    assert whole.observed == pytest.approx(np.abs(apart[0] - apart[1]).sum() / 2, rel=1e-12)
    above = np.triu_indices(80, 1)
    values = [own[above] for own in apart]
    expected = np.abs(values[0][:, None] - values[1][None]).mean() * whole.pairs
    assert whole.expected == pytest.approx(expected, rel=1e-12)


def test_sparse_memberships_give_what_dense_ones_do() -> None:
    from scipy.sparse import csr_array

    rng = np.random.default_rng(4)
    dense = rng.dirichlet([0.2] * 5, 40)
    dense[dense < 0.05] = 0
    dense /= dense.sum(axis=1)[:, None]
    p, q = Memberships(dense), Memberships(rng.dirichlet([1, 1], 40))
    sparse = Memberships(csr_array(dense))
    assert disagreement(sparse, q) == pytest.approx(disagreement(p, q), rel=1e-14)
    labels = Memberships(rng.integers(3, size=40))
    beside_labels = disagreement(p, labels)
    assert disagreement(sparse, labels) == pytest.approx(beside_labels, rel=1e-14)
    sampled = sampled_disagreement(p, q, 100, 0)
    assert sampled_disagreement(sparse, q, 100, 0) == pytest.approx(sampled, rel=1e-14)


def test_few_items_have_no_pairs() -> None:
    for n in (0, 1):
        nothing = Memberships(np.full((n, 2), 0.5))
        assert disagreement(nothing, nothing) == (0, 0, 0)


def test_standard_errors_of_samples_are_true() -> None:
    """Over 400 samples, errors divided by their standard errors have a deviation near 1."""
    rng = np.random.default_rng(5)
    p = rng.dirichlet([1, 1, 1], 30)
    q = np.where(np.arange(30)[:, None] < 15, p, rng.dirichlet([0.5] * 3, 30))
    sides = Memberships(p), Memberships(q)
    truth = disagreement(*sides)
    deviations = []
    for seed in range(400):
        found = sampled_disagreement(*sides, 500, seed)
        deviations.append(
            (
                (truth.observed / truth.pairs - found.observed) / found.rand_error,
                (truth.observed / truth.expected - found.observed / found.expected)
                / found.adjusted_error,
            )
        )
    spread, centre = np.std(deviations, axis=0), np.mean(deviations, axis=0)
    # Of 400 draws, a standard deviation is known to 1/√800 and a mean to 1/√400; four of each.
    assert (np.abs(spread - 1) < 4 / math.sqrt(800)).all()
    assert (np.abs(centre) < 4 / math.sqrt(400)).all()


def test_too_many_distinct_rows_are_refused_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(soft_pairs, "MOST_ROWS", 5)
    soft = Memberships(np.random.default_rng(6).dirichlet([1, 1], 6))
    other = Memberships(np.random.default_rng(7).dirichlet([1, 1], 6))
    with pytest.raises(TableError, match=r"there are 6 distinct memberships.*sampled"):
        observed_disagreement(soft, other)
    assert observed_disagreement(soft, Memberships([0, 0, 0, 1, 1, 1])) > 0  # labels have no limit


@pytest.mark.parametrize("at_once", [1, 3, 7, 1000])
def test_shares_and_samples_of_any_block_are_those_of_all_pairs(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soft_pairs, "_AT_ONCE", at_once)
    rng = np.random.default_rng(at_once)
    for _ in range(10):
        n = int(rng.integers(2, 8))
        rows = rng.integers(1, 4, (2, n, 2)) / 1.0
        rows /= rows.sum(axis=2)[:, :, None]
        p, q = (Memberships(own) for own in rows)
        above = np.triu_indices(n, 1)
        values = [np.abs(own[above[0]] - own[above[1]]).sum(axis=1) / 2 for own in rows]
        found = disagreement(p, q)
        assert found.observed == pytest.approx(np.abs(values[0] - values[1]).sum(), abs=1e-12)
        every = np.abs(values[0][:, None] - values[1][None]).mean() * len(values[0])
        assert found.expected == pytest.approx(every, abs=1e-12)
        shares = soft_pairs._distances(p)
        for value in (-0.1, 0.0, 0.25, 0.5, 1.0):
            share = float((values[0] <= value + 1e-12).mean())
            assert float(shares.at(np.array([value + 1e-12]))[0]) == pytest.approx(share)


def test_a_sample_is_the_mean_over_its_pairs_and_never_of_an_item_with_itself() -> None:
    """Of two items there is one pair: every draw is that pair."""
    p, q = Memberships([[0.5, 0.5], [0, 1]]), Memberships([[1, 0], [0.25, 0.75]])
    found = sampled_disagreement(p, q, 50, 3)
    assert found.observed == pytest.approx(0.25)
    assert found.expected == pytest.approx(0.25)
    assert (found.rand_error, found.adjusted_error) == pytest.approx((0, 0), abs=1e-9)
    rng = np.random.default_rng(8)
    values, others = rng.random(30), rng.random(20)
    means = np.abs(values[:, None] - others[None]).mean(axis=1)
    assert soft_pairs._mean_differences(values, others) == pytest.approx(means)
