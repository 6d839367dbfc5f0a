"""scikit-learn's names for comparing clusterings: the same signatures, values, warnings and errors.

Write ``from partwise.sklearn import adjusted_rand_score`` instead of
``from sklearn.metrics import …``. You do not need to install scikit-learn. The few values that
differ, and why, are listed in docs/sklearn.md.
"""

from __future__ import annotations

import warnings
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise import kernels
from partwise.base import InputError, require, total
from partwise.catalogue import adjusted_rand, rand
from partwise.catalogue import paper_information as information
from partwise.scoring import (
    as_integers,
    check_clusterings,
    check_option,
    check_weight,
    integer_columns,
    label_columns,
    ranks,
)
from partwise.tables import (
    Contingency,
    Information,
    SizeHistogram,
    counted,
    margin,
    matrix_cells,
    pair_counts,
)

__all__ = [
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "check_clusterings",
    "completeness_score",
    "contingency_matrix",
    "entropy",
    "expected_mutual_information",
    "fowlkes_mallows_score",
    "homogeneity_completeness_v_measure",
    "homogeneity_score",
    "mutual_info_score",
    "normalized_mutual_info_score",
    "pair_confusion_matrix",
    "rand_score",
    "v_measure_score",
]


def __dir__() -> list[str]:
    return sorted(__all__)


_AVERAGES = ("arithmetic", "geometric", "max", "min")
_NOT_ABOUT_CLUSTERINGS = {  # these need the data, or compare biclusters, which may overlap
    "calinski_harabasz_score",
    "consensus_score",
    "davies_bouldin_score",
    "silhouette_samples",
    "silhouette_score",
}


def __getattr__(name: str) -> Any:
    """Return scikit-learn's own function for scores that do not compare two clusterings."""
    if name not in _NOT_ABOUT_CLUSTERINGS:
        raise AttributeError(f"module 'partwise.sklearn' has no attribute {name!r}")
    return getattr(require("sklearn.metrics.cluster", f"{name} and other scores of data"), name)


def contingency_matrix(
    labels_true: Any,
    labels_pred: Any,
    *,
    eps: float | None = None,
    sparse: bool = False,
    dtype: Any = np.int64,
) -> Any:
    """Count how many items each pair of clusters shares.

    Rows are the clusters of the reference and columns those of the candidate, in increasing order
    of their labels.

    Parameters
    ----------
    labels_true, labels_pred : array-like
        Labels of the reference and of the candidate.
    eps : float, optional
        A number to add to every cell.
    sparse : bool
        Whether to return a SciPy CSR matrix.
    dtype : NumPy type
        The type of the counts, if ``eps`` is None.

    Examples
    --------
    >>> contingency_matrix([0, 0, 1, 1, 2, 2], [1, 0, 2, 1, 0, 2])
    array([[1, 1, 0],
           [0, 1, 1],
           [1, 0, 1]])
    """
    if eps is not None:
        check_weight("contingency_matrix", "eps", eps, " or None")
        if sparse:
            raise InputError("Cannot set 'eps' when sparse=True")
    table = counted(*integer_columns(labels_true, labels_pred, ordered=True))
    rows = ranks(np.array(table.row_labels))[table.cells.rows]
    places = ranks(np.array(table.column_labels))[table.cells.columns]
    counts = table.cells.counts.astype(dtype)
    shape = (table.k_a, table.k_b)
    if sparse:
        from scipy.sparse import csr_matrix

        return csr_matrix((counts, (rows, places)), shape)
    matrix = np.zeros(shape, dtype)
    matrix[rows, places] = counts
    return matrix if eps is None else matrix + eps


def pair_confusion_matrix(labels_true: Any, labels_pred: Any) -> NDArray[np.int64]:
    """Count pairs of items that are apart or together in the reference (rows) and the candidate.

    Each pair counts twice, once in each order.

    Examples
    --------
    >>> pair_confusion_matrix([0, 0, 1, 2], [0, 0, 1, 1])
    array([[8, 2],
           [0, 2]])
    """
    p = pair_counts(*label_columns("pair_confusion_matrix", labels_true, labels_pred))
    return np.array([[2 * p.n00, 2 * p.n01], [2 * p.n10, 2 * p.n11]], np.int64)


def rand_score(labels_true: Any, labels_pred: Any) -> float:
    """Return the Rand index: the share of pairs of items on which the clusterings agree.

    Examples
    --------
    >>> rand_score([0, 0, 1, 2], [0, 0, 1, 1])
    0.8333333333333334
    """
    columns = label_columns("rand_score", labels_true, labels_pred)
    return float(rand.evaluate(pair_counts(*columns)).value)


def adjusted_rand_score(labels_true: Any, labels_pred: Any) -> float:
    """Return the adjusted Rand index (ARI): 1 if identical, 0 on average for random candidates.

    Examples
    --------
    >>> adjusted_rand_score([0, 0, 1, 1], [0, 1, 0, 1])
    -0.5
    """
    columns = label_columns("adjusted_rand_score", labels_true, labels_pred)
    return float(adjusted_rand.evaluate(pair_counts(*columns)).value)


def fowlkes_mallows_score(labels_true: Any, labels_pred: Any) -> float:
    """Return the geometric mean of pair precision and pair recall; 0 if both share no pair.

    Examples
    --------
    >>> fowlkes_mallows_score([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    """
    p = pair_counts(*label_columns("fowlkes_mallows_score", labels_true, labels_pred))
    return sqrt(p.n11 / p.same_a) * sqrt(p.n11 / p.same_b) if p.n11 else 0.0


def mutual_info_score(labels_true: Any, labels_pred: Any, *, contingency: Any = None) -> float:
    """Return the mutual information of two clusterings, in nats.

    Parameters
    ----------
    labels_true, labels_pred : array-like or None
        Labels of the reference and of the candidate; ignored if you pass ``contingency``.
    contingency : array-like or sparse matrix, optional
        What :func:`contingency_matrix` returns.

    Examples
    --------
    >>> mutual_info_score([0, 0, 1, 1], [0, 0, 1, 1])
    0.6931471805599453
    """
    if contingency is None:
        table = counted(*integer_columns(labels_true, labels_pred))
    else:
        table = Contingency.from_matrix(contingency)
    return float(table.information.mutual_information)


def expected_mutual_information(contingency: Any, n_samples: int) -> float:
    """Return the mean mutual information over all clusterings with the same cluster sizes.

    Parameters
    ----------
    contingency : array-like or sparse matrix
        What :func:`contingency_matrix` returns.
    n_samples : int
        The number of items.

    Examples
    --------
    >>> round(expected_mutual_information([[2, 0], [0, 2]], 4), 6)  # ln(2) / 3
    0.231049
    """
    rows, columns, counts, shape = matrix_cells(contingency)
    n = total(counts)
    if n != n_samples:
        raise InputError(f"n_samples is {n_samples}, but the counts of the matrix sum to {n}")
    if 1 in shape or n == 0:
        return 0.0
    margins = (margin(rows, counts, shape[0]), margin(columns, counts, shape[1]))
    sides = [SizeHistogram.of(sizes[sizes > 0]).as_floats() for sizes in margins]
    high, low = kernels.expected_mutual_information(float(n), *sides[0], *sides[1], False)
    return max((high + low) / n, 0.0)


def normalized_mutual_info_score(
    labels_true: Any, labels_pred: Any, *, average_method: str = "arithmetic"
) -> float:
    """Return normalised mutual information (NMI): mutual information over a mean of the entropies.

    Parameters
    ----------
    labels_true, labels_pred : array-like
        Labels of the reference and of the candidate.
    average_method : {"arithmetic", "geometric", "max", "min"}
        Which mean of the two entropies to divide by.

    Examples
    --------
    >>> normalized_mutual_info_score([0, 0, 0, 0], [0, 1, 2, 3])
    0.0
    """
    name = "normalized_mutual_info_score"
    check_option(name, "average_method", average_method, _AVERAGES)
    table = counted(*label_columns(name, labels_true, labels_pred))
    if table.k_a != table.k_b and 1 in (table.k_a, table.k_b):
        return 0.0
    index = getattr(information, f"nmi_{average_method}")
    return float(index.evaluate(table).value)


def adjusted_mutual_info_score(
    labels_true: Any, labels_pred: Any, *, average_method: str = "arithmetic"
) -> float:
    """Return adjusted mutual information (AMI), which is 0 on average for random candidates.

    Parameters
    ----------
    labels_true, labels_pred : array-like
        Labels of the reference and of the candidate.
    average_method : {"arithmetic", "geometric", "max", "min"}
        Which mean of the two entropies is the upper bound.

    Examples
    --------
    >>> adjusted_mutual_info_score([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    """
    name = "adjusted_mutual_info_score"
    check_option(name, "average_method", average_method, _AVERAGES)
    table = counted(*label_columns(name, labels_true, labels_pred))
    index = getattr(information, f"ami_{average_method}")
    return float(index.evaluate(table).value)


def homogeneity_completeness_v_measure(
    labels_true: Any, labels_pred: Any, *, beta: float = 1.0
) -> tuple[float, float, float]:
    """Return homogeneity, completeness and V-measure.

    Parameters
    ----------
    labels_true, labels_pred : array-like
        Labels of the reference and of the candidate.
    beta : float
        How many times as much completeness weighs as homogeneity.

    Examples
    --------
    >>> homogeneity_completeness_v_measure([0, 0, 1, 1], [0, 0, 1, 2])
    (1.0, 0.6666666666666666, 0.8)
    """
    name = "homogeneity_completeness_v_measure"
    return _measures(name, labels_true, labels_pred, beta)


def homogeneity_score(labels_true: Any, labels_pred: Any) -> float:
    """Return the share of the reference's entropy that the candidate explains.

    Examples
    --------
    >>> homogeneity_score([0, 0, 1, 1], [0, 0, 1, 2])
    1.0
    """
    return _measures("homogeneity_score", labels_true, labels_pred)[0]


def completeness_score(labels_true: Any, labels_pred: Any) -> float:
    """Return the share of the candidate's entropy that the reference explains.

    Examples
    --------
    >>> completeness_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.6666666666666666
    """
    return _measures("completeness_score", labels_true, labels_pred)[1]


def v_measure_score(labels_true: Any, labels_pred: Any, *, beta: float = 1.0) -> float:
    """Return the V-measure: the weighted harmonic mean of homogeneity and completeness.

    Parameters
    ----------
    labels_true, labels_pred : array-like
        Labels of the reference and of the candidate.
    beta : float
        How many times as much completeness weighs as homogeneity.

    Examples
    --------
    >>> v_measure_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.8
    """
    return _measures("v_measure_score", labels_true, labels_pred, beta)[2]


def _measures(
    function: str, labels_true: Any, labels_pred: Any, beta: float = 1.0
) -> tuple[float, float, float]:
    check_weight(function, "beta", beta)
    information: Information = counted(
        *label_columns(function, labels_true, labels_pred)
    ).information
    shared = information.mutual_information
    homogeneity = shared / information.entropy_a if information.entropy_a else 1
    completeness = shared / information.entropy_b if information.entropy_b else 1
    weighted = beta * homogeneity + completeness
    v_measure = (1 + beta) * homogeneity * completeness / weighted if weighted else 0.0
    return float(homogeneity), float(completeness), float(v_measure)


def entropy(labels: Any) -> float:
    """Return the entropy of one clustering in nats; 1 if there are no items.

    scikit-learn has deprecated this function, so it warns here too.

    Examples
    --------
    >>> import warnings
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore", FutureWarning)
    ...     entropy([0, 0, 1, 1])
    0.6931471805599453
    """
    message = (
        "Function entropy is deprecated; `entropy` is deprecated in 1.8 and will be removed in "
        "1.10."
    )
    warnings.warn(message, FutureWarning, stacklevel=2)
    return _entropy(labels)


def _entropy(labels: Any) -> float:
    column = as_integers(np.asarray(labels).reshape(-1))
    return float(counted(column, column).information.entropy_a) if len(column) else 1.0
