"""scikit-learn's names: the same signatures, values, types, warnings and errors as the original.

docs/sklearn.md explains each difference that is asserted here.
"""

from __future__ import annotations

import inspect
import itertools
import math
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest
import scipy.sparse
import sklearn.metrics.cluster as theirs
from sklearn.metrics.cluster._supervised import check_clusterings

import partwise as pw
import partwise.sklearn as ours

SCORES = [
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "completeness_score",
    "fowlkes_mallows_score",
    "homogeneity_completeness_v_measure",
    "homogeneity_score",
    "mutual_info_score",
    "normalized_mutual_info_score",
    "rand_score",
    "v_measure_score",
]
MATRICES = ["contingency_matrix", "pair_confusion_matrix"]
AVERAGES = ["arithmetic", "geometric", "max", "min"]

rng = np.random.default_rng(4)
PAIRS: list[tuple[Any, Any]] = [
    (rng.integers(0, k, n), rng.integers(0, m, n))
    for n, k, m in ((1, 1, 1), (2, 2, 2), (5, 3, 2), (30, 4, 5), (300, 20, 90), (500, 400, 3))
]
PAIRS += [(a, a) for a, _ in PAIRS]
PAIRS += [
    ([0, 0, 1, 2], ["a", "b", "b", "b"]),
    (["x", "y", "x"], np.array(["q", "q", "r"], object)),
    ([True, False, True], [1.0, 2.0, 2.0]),
    (np.array([3, -1, 3], np.int8), np.array([2**63, 1, 1], np.uint64)),
    (np.array([1, 2, 1], ">i4"), [0, 0, 0]),
    ([0, 0, 0, 0], [0, 0, 1, 1]),
    ([0, 1, 2], [0, 0, 1]),
    ([0, 0, 0], [1, 1, 1]),
    ([], []),
]


def outcome(function: Any, *args: Any, **options: Any) -> tuple[Any, list[tuple[type, str]]]:
    """Return the value, or the error's text, and the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = function(*args, **options)
        except (TypeError, ValueError) as error:
            value = str(error)
    return value, [(each.category, str(each.message)) for each in caught]


@pytest.mark.parametrize("name", [name for name in ours.__all__ if name in theirs.__all__])
def test_signatures_are_the_same(name: str) -> None:
    if name == "expected_mutual_information":  # compiled, there
        assert [*inspect.signature(ours.expected_mutual_information).parameters] == [
            "contingency",
            "n_samples",
        ]
        return
    found, expected = (inspect.signature(getattr(where, name)) for where in (ours, theirs))
    described = [
        [(p.name, p.kind, p.default) for p in signature.parameters.values()]
        for signature in (found, expected)
    ]
    assert described[0] == described[1]


def test_every_name_is_there() -> None:
    for name in theirs.__all__:
        assert callable(getattr(ours, name)), name
    assert ours.consensus_score is theirs.consensus_score
    with pytest.raises(AttributeError, match="no attribute 'accuracy_score'"):
        _ = ours.accuracy_score


@pytest.mark.parametrize("name", SCORES)
def test_values_are_the_same(name: str) -> None:
    for a, b in PAIRS:
        if name == "mutual_info_score" and len(a) == 0:
            continue  # no items: see below
        found, noted = outcome(getattr(ours, name), a, b)
        expected, warned = outcome(getattr(theirs, name), a, b)
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-13), (a, b)
        assert type(found) is type(expected)
        assert noted == warned


@pytest.mark.parametrize("name", ["normalized_mutual_info_score", "adjusted_mutual_info_score"])
@pytest.mark.parametrize("average", AVERAGES)
def test_averages(name: str, average: str) -> None:
    for a, b in PAIRS:
        if name == "adjusted_mutual_info_score" and len(set(a)) == len(a):
            continue  # singletons: see below
        found = getattr(ours, name)(a, b, average_method=average)
        expected = getattr(theirs, name)(a, b, average_method=average)
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-13), (a, b)


@pytest.mark.parametrize("beta", [0.2, 1, 7])
def test_beta(beta: float) -> None:
    for a, b in PAIRS:
        found = ours.homogeneity_completeness_v_measure(a, b, beta=beta)
        expected = theirs.homogeneity_completeness_v_measure(a, b, beta=beta)
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-13)
        assert ours.v_measure_score(a, b, beta=beta) == found[2]


@pytest.mark.parametrize("name", MATRICES)
def test_matrices_are_the_same(name: str) -> None:
    for a, b in PAIRS:
        found, expected = (getattr(where, name)(a, b) for where in (ours, theirs))
        assert np.array_equal(found, expected), (a, b)
        assert found.dtype == expected.dtype
        assert found.shape == expected.shape


@pytest.mark.parametrize(
    "options",
    [
        {"eps": 0.5},
        {"eps": 1, "dtype": np.int32},
        {"dtype": np.float32},
        {"sparse": True},
        {"sparse": True, "dtype": np.int32},
    ],
)
def test_options_of_the_contingency_matrix(options: dict[str, Any]) -> None:
    for a, b in PAIRS:
        found, expected = (where.contingency_matrix(a, b, **options) for where in (ours, theirs))
        assert type(found) is type(expected)
        assert found.dtype == expected.dtype
        if scipy.sparse.issparse(found):
            assert (found.format, found.has_sorted_indices) == (expected.format, True)
            found, expected = found.toarray(), expected.toarray()
        assert np.array_equal(found, expected)


def test_many_clusters_are_in_order() -> None:
    """Beyond some number of clusters the kernels count in no particular order."""
    labels = rng.integers(-(10**6), 10**6, 20_000) * 7919, rng.integers(0, 10**6, 20_000)
    found, expected = (where.contingency_matrix(*labels, sparse=True) for where in (ours, theirs))
    assert (found != expected).nnz == 0


def test_information_of_a_matrix() -> None:
    for a, b in PAIRS[:6]:
        for matrix in (ours.contingency_matrix(a, b), ours.contingency_matrix(a, b, sparse=True)):
            found = ours.mutual_info_score(None, None, contingency=matrix)
            assert found == pytest.approx(theirs.mutual_info_score(a, b), rel=1e-9, abs=1e-13)
            n = int(matrix.sum())
            expected = theirs.expected_mutual_information(matrix, n)
            found = ours.expected_mutual_information(matrix, n)
            assert found == pytest.approx(expected, rel=1e-9, abs=1e-13)


def test_expectation_against_all_arrangements() -> None:
    """An independent one: the mean over every arrangement of the candidate's labels."""
    a, b = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 1]
    values = [theirs.mutual_info_score(a, order) for order in itertools.permutations(b)]
    matrix = ours.contingency_matrix(a, b)
    expected = math.fsum(values) / len(values)
    assert ours.expected_mutual_information(matrix, 6) == pytest.approx(expected, rel=1e-12)
    padded = np.pad(matrix, 1)  # lines without items are no clusters
    assert ours.expected_mutual_information(padded, 6) == pytest.approx(expected, rel=1e-12)
    assert ours.expected_mutual_information([[5, 0], [0, 0]], 5) == 0


def test_entropy() -> None:
    for labels in ([0, 0, 42.0], [], [1, 1], ["a", "b", "b"]):
        found, expected = outcome(ours.entropy, labels), outcome(theirs.entropy, labels)
        assert found[0] == pytest.approx(expected[0], rel=1e-14)
        assert found[1] == expected[1]
        assert found[1][0][0] is FutureWarning


BAD: list[tuple[Any, Any]] = [
    (3, [1]),
    (None, [1]),
    ("ab", "ab"),
    ([0, 1], [1, 1, 1]),
    ([[0, 1], [1, 0]], [1, 1, 1]),
    ([0, 1], np.zeros((2, 1))),
    ([0, 1], [[[1]]]),
    ([0, 1], [math.nan, 1]),
    ([0, 1], [math.inf, 1]),
    (np.array([0, math.nan], object), [1, 2]),
    ([0, 1j], [1, 2]),
    ({0, 1}, [1, 2]),
]


@pytest.mark.parametrize("name", [*SCORES, "pair_confusion_matrix"])
@pytest.mark.parametrize("labels", BAD, ids=repr)
def test_errors_are_the_same(name: str, labels: tuple[Any, Any]) -> None:
    found, expected = (outcome(getattr(where, name), *labels)[0] for where in (ours, theirs))
    assert isinstance(expected, str)
    if name == "mutual_info_score" and not isinstance(labels[0], list | np.ndarray | set):
        assert isinstance(found, str)  # there, what is checked depends on whether it is None
        return
    assert found == expected


def test_sparse_labels_are_refused_as_there() -> None:
    labels = scipy.sparse.csr_matrix([[0, 1]])
    with pytest.raises(TypeError, match="must be an array-like"):
        theirs.rand_score(labels, [0, 1])
    with pytest.raises(TypeError, match="must be an array-like"):
        ours.rand_score(labels, [0, 1])


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("v_measure_score", {"beta": -1}),
        ("v_measure_score", {"beta": "a"}),
        ("homogeneity_completeness_v_measure", {"beta": None}),
        ("normalized_mutual_info_score", {"average_method": "mean"}),
        ("adjusted_mutual_info_score", {"average_method": 3}),
        ("contingency_matrix", {"eps": -1}),
        ("contingency_matrix", {"eps": 1, "sparse": True}),
    ],
)
def test_errors_of_options_are_the_same(name: str, options: dict[str, Any]) -> None:
    errors = []
    for where in (ours, theirs):
        with pytest.raises(ValueError, match=r".") as caught:
            getattr(where, name)([0, 1], [0, 1], **options)
        errors.append(caught.value)
    texts = [str(error).partition("{")[0].replace(" or None", "") for error in errors]
    assert texts[0] == texts[1]
    assert isinstance(errors[0], TypeError) == isinstance(errors[1], TypeError)


@pytest.mark.parametrize("labels", [[0.5, 1.5, 1.5], [0.5, 2.5, 3.5]])
@pytest.mark.parametrize("others", [[1, 2, 1], [1, 2, 3], ["a", "b", "c"], [0.1, 0.1, 0.2]])
def test_continuous_labels_give_the_same_warning(labels: Any, others: Any) -> None:
    for a, b in ((labels, others), (others, labels)):
        found, expected = outcome(ours.rand_score, a, b), outcome(theirs.rand_score, a, b)
        assert found == expected
        assert found[1][0][0] is UserWarning


def test_checked_labels() -> None:
    for a, b in PAIRS:
        found, expected = ours.check_clusterings(a, b), check_clusterings(a, b)
        for mine, other in zip(found, expected, strict=True):
            assert mine.dtype == other.dtype
            assert np.array_equal(mine, other)


# --- where the numbers differ, and why (docs/sklearn.md)


def test_adjusted_mutual_information_of_singletons() -> None:
    """M = E[M]: 0 by 0, where scikit-learn divides two rounding errors."""
    singletons, sevens = np.arange(60), np.arange(60) % 7
    table = pw.contingency(singletons, sevens).information
    assert table.mutual_information == table.expected_mutual_information
    for average in AVERAGES:
        assert ours.adjusted_mutual_info_score(singletons, sevens, average_method=average) == 0
    wrong = theirs.adjusted_mutual_info_score(singletons, sevens, average_method="min")
    assert wrong > 0.5


def test_only_homogeneity_counts() -> None:
    a, b = [0, 0, 0, 0], [0, 0, 1, 1]
    assert ours.homogeneity_completeness_v_measure(a, b, beta=0) == (1, 0, 0)
    with pytest.raises(ZeroDivisionError):
        theirs.v_measure_score(a, b, beta=0)


def test_no_items() -> None:
    assert ours.mutual_info_score([], []) == 0
    with pytest.raises(ValueError, match="math domain error"):
        theirs.mutual_info_score([], [])


@pytest.mark.parametrize("matrix", [[[1.5, 2], [3, 4]], [[-1, 2], [3, 4]]])
def test_matrices_of_no_counts(matrix: Any) -> None:
    with pytest.raises(ValueError, match=r"is not a whole number|is negative"):
        ours.mutual_info_score(None, None, contingency=matrix)


def test_a_number_of_items_that_is_not_that_of_the_matrix() -> None:
    with pytest.raises(ValueError, match="n_samples is 9, but the counts of the matrix sum to 10"):
        ours.expected_mutual_information([[1, 2], [3, 4]], 9)


@pytest.mark.parametrize("labels", [([0, math.nan], [1, 1]), ([[0, 1]], [1])])
def test_labels_of_a_contingency_matrix_are_checked(labels: Any) -> None:
    with pytest.raises(ValueError, match=r"NaN|must be 1D"):
        ours.contingency_matrix(*labels)


def test_labels_without_an_order() -> None:
    with pytest.raises(ValueError, match="NaN or None"):
        ours.rand_score([0, 1], [None, 1])
    with pytest.raises(TypeError):
        theirs.rand_score([0, 1], [None, 1])


def test_labels_of_bytes() -> None:
    labels = [b"a", b"a", b"b"]
    assert ours.rand_score(labels, [0, 0, 1]) == 1
    with pytest.raises(TypeError):
        theirs.rand_score(labels, [0, 0, 1])


@pytest.mark.filterwarnings("ignore:.*entropy.*:FutureWarning")
def test_entropy_of_a_matrix_is_that_of_its_entries() -> None:
    assert ours.entropy([[0, 1], [1, 1]]) == pytest.approx(theirs.entropy([[0, 1], [1, 1]]))


@pytest.mark.parametrize("beta", [math.inf, math.nan, -1, "1"])
def test_beta_is_finite_and_not_negative(beta: Any) -> None:
    for each in (ours, theirs):
        with pytest.raises(ValueError, match=r"must be a float in the range \[0\.0, inf\)"):
            each.v_measure_score([0, 1], [0, 1], beta=beta)


def test_pairs_beyond_64_bits_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = pw.Contingency.from_cells([0, 1], [0, 1], [4 * 10**9, 10]).pair_counts
    monkeypatch.setattr(ours, "pair_counts", lambda *_: counts)
    with pytest.raises(OverflowError):
        ours.pair_confusion_matrix([0], [0])


def test_scikit_learn_is_not_needed() -> None:
    code = """
import sys
sys.modules["sklearn"] = None
import partwise.sklearn as ours
for name in ours.__all__:
    if name.endswith(("_score", "_measure", "_matrix")):
        getattr(ours, name)([0, 0.5, 1], ["a", "b", "b"])
try:
    ours.silhouette_score
except ImportError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, check=True, text=True
    )
    assert 'pip install "partwise[sklearn]"' in done.stdout
