"""Agreement with each peer of benchmarks/peers.py, wherever it offers what we have.

docs/peers.md explains each difference that is asserted here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import genieclust.compare_partitions as gc
import numpy as np
import pytest
import sklearn.metrics as sk

import partwise as pw
from every_index.catalogue import pairs_up_to_order
from partwise.catalogue.entropy import v_measure_beta
from peers import GENIECLUST, IGRAPH, PEERS, SCIKIT_LEARN, TABLES, Peer, our_numbers
from support.oracle import set_partitions

Labels = np.ndarray[Any, Any]


def _sk_adjusted(method: str) -> Callable[[Labels, Labels], float]:
    return lambda a, b: sk.adjusted_mutual_info_score(a, b, average_method=method)


def _sk_normalized(method: str) -> Callable[[Labels, Labels], float]:
    return lambda a, b: sk.normalized_mutual_info_score(a, b, average_method=method)


DOES_NOT_RUN = {("fastami (estimate)", "smi")}  # with a scikit-learn that checks its arguments
CASES = [
    pytest.param(peer, key, id=f"{key}-{peer.name}")
    for peer in PEERS
    for key in peer.functions
    if (peer.name, key) not in DOES_NOT_RUN
]


def _labelings(same_k: bool = False) -> list[tuple[Labels, Labels]]:
    rng = np.random.default_rng(2021)
    pairs = []
    for n, k_a, k_b in [(5, 2, 3), (50, 5, 9), (400, 20, 3), (1000, 300, 40)]:
        k_a, k_b = (5, 5) if same_k else (k_a, k_b)
        a = np.unique(rng.integers(0, k_a, n), return_inverse=True)[1]
        keep = rng.random(n) < 0.6
        b = np.where(keep, a % k_b, rng.integers(0, k_b, n))
        pairs.append((a, np.unique(b, return_inverse=True)[1]))
    return pairs


@pytest.mark.filterwarnings("ignore:Function entropy is deprecated:FutureWarning")  # fastami
@pytest.mark.parametrize(("peer", "key"), CASES)
def test_agreement(peer: Peer, key: str) -> None:
    """make bench compares nothing but what means the same."""
    _wanted(peer)
    for a, b in _labelings(same_k=key == "normalised_accuracy"):
        theirs = peer.numbers(key, a, b)
        assert our_numbers(key, a, b) == pytest.approx(
            theirs, rel=peer.tolerance, abs=peer.tolerance
        )


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_every_comparison_of_a_peer_has_a_row_or_a_reason(peer: Peer) -> None:
    _wanted(peer)
    compared = {function.name for function in peer.functions.values()}
    assert peer.comparisons - compared == set(peer.others)


def _wanted(peer: Peer) -> None:
    if not peer.is_installed:
        pytest.skip(f"{peer.name} is not installed")


BEYOND = [
    pytest.param(peer, key, id=f"{key}-{peer.name}")
    for peer in (SCIKIT_LEARN, GENIECLUST, IGRAPH)
    for key in peer.functions
    if key not in TABLES and key != "normalised_accuracy" and pw.index(key).family != "paper"
]


@pytest.mark.parametrize(("peer", "key"), BEYOND)
def test_agreement_on_all_small_clusterings(peer: Peer, key: str) -> None:
    compared = 0
    for labels in pairs_up_to_order(6):
        a, b = map(np.array, labels)
        ours = float(pw.score(a, b, key, undefined="nan"))
        if not math.isnan(ours):
            assert ours == pytest.approx(peer.numbers(key, a, b)[0], rel=1e-10, abs=1e-12)
            compared += 1
    assert compared > 350


def test_normalised_accuracy_is_that_of_genieclust_for_equal_numbers_of_clusters() -> None:
    """genieclust refuses other tables."""
    rng = np.random.default_rng(9)
    small = [(np.array(a), np.array(b)) for a, b in product(set_partitions(5), repeat=2)]
    large = [tuple(rng.integers(0, 6, (2, 200))) for _ in range(20)]
    pairs = [(a, b) for a, b in [*small, *large] if len(set(a)) == len(set(b)) > 1]
    for a, b in pairs:
        expected = gc.normalized_clustering_accuracy(a, b)
        assert pw.score(a, b, "normalised_accuracy") == pytest.approx(expected, abs=1e-12)
    assert len(pairs) > 900
    with pytest.raises(RuntimeError, match="xc == yc"):
        gc.normalized_clustering_accuracy(np.array([0, 0, 1]), np.array([0, 1, 2]))


@pytest.mark.parametrize("beta", [0, 0.5, 1, 2.5])
def test_v_measure_with_weights_is_that_of_scikit_learn(beta: float) -> None:
    index = v_measure_beta(beta)
    for a, b in _labelings():
        assert index(a, b) == pytest.approx(sk.v_measure_score(a, b, beta=beta), rel=1e-12)


def test_pair_counts_are_those_of_scikit_learn() -> None:
    for a, b in _labelings():
        (n00, n01), (n10, n11) = sk.cluster.pair_confusion_matrix(a, b) // 2
        assert tuple(pw.contingency(a, b).pair_counts) == (n11, n10, n01, n00)


def test_contingency_is_that_of_scikit_learn() -> None:
    for a, b in _labelings():
        table = pw.contingency(a, b)
        theirs = sk.cluster.contingency_matrix(a, b)
        rows = [table.row_labels.index(label) for label in range(table.k_a)]
        columns = [table.column_labels.index(label) for label in range(table.k_b)]
        assert np.array_equal(table.to_dense()[np.ix_(rows, columns)], theirs)


# --- where the numbers differ, and why (docs/peers.md)

ONE, SINGLETONS, OTHER = np.zeros(4, int), np.arange(4), np.array([0, 0, 1, 1])


def test_fowlkes_mallows_of_a_trivial_clustering() -> None:
    """0/0: scikit-learn says 0, also for identical singletons; we say 1 there, else undefined."""
    assert sk.fowlkes_mallows_score(SINGLETONS, SINGLETONS) == 0
    assert pw.score(SINGLETONS, SINGLETONS, "fowlkes_mallows") == 1
    assert sk.fowlkes_mallows_score(SINGLETONS, OTHER) == 0
    assert math.isnan(pw.score(SINGLETONS, OTHER, "fowlkes_mallows"))


def test_homogeneity_and_completeness_of_one_cluster() -> None:
    """0/0: scikit-learn says 1; nothing is known about a clustering without information."""
    assert sk.homogeneity_score(ONE, OTHER) == sk.completeness_score(OTHER, ONE) == 1
    assert math.isnan(pw.score(ONE, OTHER, "homogeneity"))
    assert math.isnan(pw.score(OTHER, ONE, "completeness"))


def test_normalised_mi_by_the_smaller_entropy_of_a_trivial_clustering() -> None:
    """M = min H = 0: scikit-learn says 0; no baseline says what it should be, so NaN."""
    assert _sk_normalized("min")(ONE, OTHER) == 0
    assert math.isnan(pw.score(ONE, OTHER, "nmi_min"))
    assert math.isnan(pw.score(ONE, OTHER, "nmi_geometric"))


def test_adjusted_mi_of_singletons() -> None:
    """M = E[M] for every candidate, so AMI is 0: scikit-learn's rounding leaves about 1e-15."""
    singletons, halves = np.arange(60), np.arange(60) % 7
    assert pw.score(singletons, halves, "ami_arithmetic") == 0
    assert abs(_sk_adjusted("arithmetic")(singletons, halves)) < 1e-13


def test_ari_of_genieclust_and_igraph_on_trivial_clusterings() -> None:
    """Identical trivial clusterings: all agree on 1 or say that it is undefined."""
    assert pw.score(ONE, ONE, "adjusted_rand") == sk.adjusted_rand_score(ONE, ONE) == 1
    assert pw.score(SINGLETONS, SINGLETONS, "adjusted_rand") == 1
    assert sk.adjusted_rand_score(SINGLETONS, SINGLETONS) == 1


def test_rand_at_a_size_where_int64_overflows() -> None:
    """n = 10^10: the sum of squares does not fit in 64 bits; here it is exact."""
    table = pw.Contingency.from_cells([0, 1, 1], [0, 0, 1], [6 * 10**9, 10**9, 3 * 10**9])
    n11 = sum(c * (c - 1) // 2 for c in (6 * 10**9, 10**9, 3 * 10**9))
    assert table.pair_counts.n11 == n11 > 2**63
