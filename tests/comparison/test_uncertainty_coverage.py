"""A small simulation: intervals hold the value of the population about as often as they say."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import partwise as pw
from partwise.comparison.uncertainty.api import difference, estimates_of
from partwise.tables.pairs import PairCounts

pytestmark = pytest.mark.slow

SAMPLES = 300
INDICES = [pw.index(name) for name in ("CC", "J", "R")]
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


@pytest.mark.parametrize("k", [20, 400])
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


def drawn(joint: Matrix, n: int, rng: np.random.Generator) -> list[NDArray[np.int64]]:
    """Draw items; return a column for each axis of a table of probabilities."""
    counts = rng.multinomial(n, joint.ravel())
    return [np.repeat(c, counts) for c in np.unravel_index(np.arange(joint.size), joint.shape)]


def true_value(index: pw.Index, joint: Matrix) -> float:
    whole = pw.Contingency.from_matrix(np.round(joint * 10**12).astype(np.int64))
    value = float(index.evaluate(whole).value)
    if index.key != "bcubed":
        return value
    recall, precision = ((joint**2 / joint.sum(axis=x, keepdims=True)).sum() for x in (1, 0))
    return float(2 * precision * recall / (precision + recall))


def somewhere(shares: Matrix, wrong: float) -> Matrix:
    """Return a table of probabilities: a share of the items is in any cluster."""
    k = len(shares)
    return shares[:, None] * ((1 - wrong) * np.eye(k) + wrong / k)


@pytest.mark.parametrize(
    ("shares", "wrong", "n", "names"),
    [
        (np.full(5, 0.2), 0.1, 60, ("CC", "R", "BCubed")),
        (np.full(5, 0.2), 0.2, 60, ("CC", "R", "BCubed")),
        (np.array([0.9, 0.1]), 0.1, 300, ("Yule", "gamma")),
        (np.arange(1.0, 31) ** -2 / (np.arange(1.0, 31) ** -2.0).sum(), 0.2, 400, ("gamma", "VI")),
        (np.full(5, 0.2), 0.3, 300, ("NMI", "gamma")),
    ],
)
def test_what_is_given_holds(shares: Matrix, wrong: float, n: int, names: tuple[str, ...]) -> None:
    """Where few items decide, or one cluster is a giant: what is given holds, or none is given."""
    joint = somewhere(shares, wrong)
    rng = np.random.default_rng(5)
    tables = [pw.contingency(*drawn(joint, n, rng)) for _ in range(SAMPLES)]
    for index in (pw.index(name) for name in names):
        true = true_value(index, joint)
        intervals = [
            (e.low, e.high)
            for table in tables
            if (e := estimates_of(table, [index])[index.key]).low is not None and e.high is not None
        ]
        held = sum(low <= true <= high for low, high in intervals)
        assert len(intervals) < 30 or held / len(intervals) >= LEAST, index.key


@pytest.mark.parametrize("n", [178, 300])
def test_paired_p_values_hold_for_errors_of_other_kinds(n: int) -> None:
    """One candidate merges and one splits, equally good by CC: few of their p-values are small."""
    shares = np.array([0.9, 0.1]) if n == 300 else np.full(3, 1 / 3)
    k, index = len(shares), pw.index("CC")
    merges = 0.96 * np.eye(k) + 0.04 * np.roll(np.eye(k), 1, axis=1)
    wanted = true_value(index, shares[:, None] * merges)
    low, high = 0.0, 0.5
    for _ in range(40):
        part = (low + high) / 2
        splits = np.hstack([(1 - part) * np.eye(k), part * np.eye(k)])
        is_better = true_value(index, shares[:, None] * splits) > wanted
        low, high = (part, high) if is_better else (low, part)
    joint = shares[:, None, None] * merges[:, :, None] * splits[:, None, :]
    rng = np.random.default_rng(6)
    known = []
    for _ in range(SAMPLES):
        a, b, c = drawn(joint, n, rng)
        p_value = difference(a, b, c, [index])["correlation"].p_value
        known += [] if p_value is None else [p_value]
    assert len(known) > 100
    # 6 % of 300: more than 31 once in a thousand runs or so
    assert sum(p < 0.05 for p in known) <= 31 * len(known) / SAMPLES
