"""A small simulation: intervals hold the value of the population about as often as they say."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import partwise as pw
from partwise.comparison.uncertainty.api import difference, estimates_of
from partwise.tables.pairs import PairCounts

SAMPLES = 300
INDICES = [pw.index(name) for name in ("CC", "S&S", "AR", "J", "R")]
# 300 intervals that hold with 95 % each: outside of these bounds once in ten thousand runs or so.
LEAST, MOST = 0.90, 0.99

Matrix = NDArray[np.float64]


def laws(k: int) -> tuple[Matrix, Matrix, Matrix]:
    """Return shares of clusters, and for two candidates the law of their cluster given that."""
    rng = np.random.default_rng(k)
    shares = rng.dirichlet(np.full(k, 3.0))
    elsewhere = rng.dirichlet(np.full(k, 3.0))
    first, second = (right * np.eye(k) + (1 - right) * elsewhere for right in (0.75, 0.7))
    return shares, first, second


def true_values(joint: Matrix) -> dict[str, float]:
    both, a, b = ((p**2).sum() for p in (joint, joint.sum(axis=1), joint.sum(axis=0)))
    p = PairCounts(*(np.array([x]) for x in (both, a - both, b - both, 1 - a - b + both)))
    return {index.key: float(index.formula(p)[0]) for index in INDICES}


@pytest.mark.parametrize("k", [20, 100, 400])
def test_pair_counting_intervals_hold(k: int) -> None:
    shares, *candidates = laws(k)
    one, two = (true_values(shares[:, None] * law) for law in candidates)
    rng = np.random.default_rng(1)
    held = dict.fromkeys(one, 0), dict.fromkeys(one, 0)
    cumulated = [np.cumsum(law, axis=1) for law in candidates]
    for _ in range(SAMPLES):
        a = rng.choice(k, 2000, p=shares)
        b, c = (
            np.minimum((rng.random((2000, 1)) > law[a]).sum(axis=1), k - 1) for law in cumulated
        )
        scores = estimates_of(pw.contingency(a, b), INDICES)
        differences = difference(a, b, c, INDICES)
        for key in one:
            score, paired = scores[key], differences[key]
            assert score.low is not None
            assert score.high is not None
            assert paired.low is not None
            assert paired.high is not None
            held[0][key] += score.low <= one[key] <= score.high
            held[1][key] += paired.low <= one[key] - two[key] <= paired.high
    for counts in held:
        assert all(LEAST <= count / SAMPLES <= MOST for count in counts.values()), counts


@pytest.mark.parametrize("name", ["NMI", "VI", "AMI", "BCubed"])
def test_corrected_intervals_hold(name: str) -> None:
    index = pw.index(name)
    k, n = 12, 4000
    shares, law, _ = laws(k)
    joint = shares[:, None] * law
    whole = pw.Contingency.from_matrix(np.round(joint * 10**12).astype(np.int64))
    true = float(index.evaluate(whole).value)
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(SAMPLES):
        drawn = rng.multinomial(n, joint.ravel() / joint.sum()).reshape(k, k)
        found = estimates_of(pw.Contingency.from_matrix(drawn), [index])[index.key]
        assert found.low is not None
        assert found.high is not None
        held += found.low <= true <= found.high
    assert LEAST <= held / SAMPLES <= MOST


def test_recall_of_whole_clusters_holds() -> None:
    k, drawn = 600, 60
    rng = np.random.default_rng(4)
    a = np.repeat(np.arange(k), rng.integers(5, 15, k))
    quality = rng.uniform(0.4, 1.0, k)
    b = np.where(rng.random(len(a)) < quality[a], a, k + rng.integers(0, k, len(a)))
    index = pw.index("wallace_1")
    true = pw.score(a, b, index)
    held = 0
    for _ in range(SAMPLES):
        picked = np.isin(a, rng.choice(k, drawn, replace=False))
        table = pw.contingency(a[picked], b[picked])
        found = estimates_of(table, [index], sampling="clusters", clusters=k)[index.key]
        assert found.low is not None
        assert found.high is not None
        held += found.low <= true <= found.high
    assert LEAST <= held / SAMPLES <= MOST
