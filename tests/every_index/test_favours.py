"""What a docstring says an index favours is what it favours.

Each "Favours:" starts with one of a few phrases; here each is checked against the index's value for
random candidates: at the expected pair counts (the paper's V^(s)), or averaged over permutations.
"""

from __future__ import annotations

import numpy as np
import pytest
import sympy

import partwise as pw
from every_index.catalogue import PAIRS, TABLES, name
from support.index_parts import favours


@pytest.mark.parametrize("index", PAIRS, ids=name)
def test_pair_counting(index: pw.Index) -> None:
    """The sign of dV^(s)/dm_B (Definition 8 of the paper) over a grid of m_A and m_B."""
    a, b = sympy.symbols("a b", positive=True)
    expected = pw.PairCounts(a * b, a * (1 - b), (1 - a) * b, (1 - a) * (1 - b))
    slope = sympy.diff(index.formula(expected), b)
    better = 1 if index.direction == "similarity" else -1
    grid = [sympy.Rational(i, 10) for i in (1, 3, 7, 9)]
    slopes = [better * float(slope.subs({a: x, b: y})) for x in grid for y in grid]
    signs = {int(np.sign(s)) if abs(s) > 1e-9 else 0 for s in slopes}
    assert favours(index) == {
        frozenset({0}): "no cluster sizes",
        frozenset({1}): "large clusters",
        frozenset({-1}): "small clusters",
        frozenset({1, -1}): "either",
    }.get(frozenset(signs - {0} or {0}))


NUMBERS = (2, 5, 10, 30, 80, 160)


def mean_scores(index: pw.Index, reference_clusters: int) -> tuple[np.ndarray, np.ndarray]:
    """Mean scores, and their errors, of random candidates with equal clusters, n = 240."""
    rng = np.random.default_rng(5)
    reference = np.arange(240) % reference_clusters
    better = 1 if index.direction == "similarity" else -1
    samples = np.array(
        [
            better
            * index.values([pw.contingency(reference, rng.permutation(240) % k) for _ in range(30)])
            for k in NUMBERS
        ]
    )
    return samples.mean(axis=1), samples.std(axis=1) / np.sqrt(30)


@pytest.mark.parametrize("index", TABLES, ids=name)
def test_other_indices(index: pw.Index) -> None:
    coarse, fine = mean_scores(index, 3), mean_scores(index, 160)
    told = favours(index)
    if told == "no cluster sizes":
        for means, errors in (coarse, fine):
            assert (np.abs(means) < 5 * errors + 1e-9).all()
    elif told == "small clusters":
        for means, _ in (coarse, fine):
            assert (np.diff(means) > -1e-12).all()
        # Of three clusters of 80 items, no random candidate recovers one to the last item.
        least = 0 if index.key.startswith("cluster_") else 0.1
        assert coarse[0][-1] - coarse[0][0] >= least
        assert fine[0][-1] - fine[0][0] > 0.1
    elif told == "large clusters":
        for means, errors in (coarse, fine):
            assert means[0] - means[-1] > 5 * (errors[0] + errors[-1])
    elif told == "either":  # it depends on the reference
        # The mean of purity, which rises, and inverse purity, which falls, moves less than either.
        least = 0.04 if index.key == "van_dongen" else 0.1
        assert coarse[0][0] - coarse[0][-1] > least
        assert fine[0][-1] - fine[0][0] > 0.1
    else:  # as many clusters as the reference has
        assert told == "neither"
        assert NUMBERS[int(np.argmax(mean_scores(index, 10)[0]))] == 10
        assert NUMBERS[int(np.argmax(fine[0]))] == 160
