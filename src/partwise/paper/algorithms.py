"""The eight clustering algorithms of the paper's experiment, with scikit-learn."""

from __future__ import annotations

import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.artifacts import require
from partwise.errors import InputError
from partwise.paper.older_starts import older_k_means_labels, older_mixture_labels, runs_before

FAMILIES = {
    "kmeans": "KMeans",
    "affprop": "AffinityPropagation",
    "meanshift": "MeanShift",
    "aggcl": "AgglomerativeClustering",
    "dbscan": "DBSCAN",
    "optics": "OPTICS",
    "birch": "Birch",
    "gmm": "GaussianMixture",
}
"""The algorithms, as the published scores and as scikit-learn call them."""

_VARIANTS = {
    "aggcl": ("ward", "average", "complete", "single"),
    "gmm": ("spherical", "diag", "tied", "full"),
}
_SIZED = ("kmeans", "birch", "aggcl", "gmm")
_SIZES = ("2", "gt", "gt_half", "gt_double")
_LACKING = {
    "arrhythmia": ("dbscan", "meanshift"),
    "balance-scale": ("dbscan", "meanshift", "optics"),
    "cpu": ("dbscan",),
    "ecoli": ("birch",),
    "heart-statlog": ("dbscan", "optics"),
    "iono": ("meanshift",),
    "letter": ("affprop", "meanshift"),
    "segment": ("dbscan",),
    "sonar": ("dbscan", "meanshift"),
    "thy": ("dbscan",),
    "vehicle": ("dbscan",),
    "wdbc": ("affprop", "dbscan"),
    "wine": ("dbscan",),
    "wisc": ("affprop",),
}  # what the published scores lack: it failed, or found a single cluster


@dataclass(frozen=True)
class Method:
    """An algorithm with its variant and its rule for the number of clusters.

    Examples
    --------
    >>> method = as_method("gt_vs_aggcl_ward_gt_half")
    >>> method.family, method.variant, method.size, method.clusters(7, 100)
    ('aggcl', 'ward', 'gt_half', 3)
    >>> method.name
    'aggcl_ward_gt_half'
    """

    family: str
    variant: str | None = None
    size: str | None = None

    @property
    def name(self) -> str:
        """The name in the published scores."""
        return "_".join(part for part in (self.family, self.variant, self.size) if part)

    @property
    def group(self) -> tuple[str, str | None]:
        """Methods with the same one share their work."""
        return self.family, self.variant

    def clusters(self, classes: int, items: int) -> int | None:
        """Return the number of clusters that is asked for, if one is."""
        if self.size is None:
            return None
        sizes = {
            "2": 2,
            "gt": classes,
            "gt_half": max(2, classes // 2),
            "gt_double": min(items, 2 * classes),
        }
        return sizes[self.size]


@dataclass(frozen=True, eq=False)
class MethodRun:
    """What a method found."""

    method: Method
    labels: NDArray[np.int32] | None  # cluster of each item; None if there is none to use
    seconds: float  # how long it took; what several methods share is counted for the first
    problem: str = ""  # why there are no labels, or what scikit-learn warned of


def as_method(comparison: str) -> Method:
    """Decode a name of the published scores."""
    name = comparison.removeprefix("gt_vs_")
    family, _, rest = name.partition("_")
    variant = None
    if family in _VARIANTS:
        variant, _, rest = rest.partition("_")
    size = rest if family in _SIZED else None
    known = (
        family in FAMILIES
        and (variant is None or variant in _VARIANTS[family])
        and (size in _SIZES if family in _SIZED else not rest)
    )
    if not known:
        raise InputError(f"{comparison!r} is not a clustering of the paper's experiment")
    return Method(family, variant, size)


def paper_methods(dataset: str, classes: int, items: int) -> list[Method]:
    """Return the methods of which there are published scores for a dataset.

    Examples
    --------
    >>> [method.name for method in paper_methods("iris", 3, 150)][:4]
    ['kmeans_2', 'kmeans_gt', 'kmeans_gt_double', 'affprop']
    """
    wanted = _sizes(classes, items)
    return [
        Method(family, variant, size)
        for family in FAMILIES
        if family not in _LACKING.get(dataset, ())
        for variant in _VARIANTS.get(family, (None,))
        for size in (wanted if family in _SIZED else (None,))
    ]


def _sizes(classes: int, items: int) -> list[str]:
    """Return the rules for the number of clusters that differ and are possible."""
    possible = {
        "2": classes > 2,
        "gt": True,
        "gt_half": classes // 2 > 2,
        "gt_double": 2 * classes < items,
    }
    return [size for size in _SIZES if possible[size]]


def groups(methods: Sequence[Method]) -> list[list[Method]]:
    """Put methods that share their work together."""
    by_group: dict[tuple[str, str | None], list[Method]] = {}
    for method in methods:
        by_group.setdefault(method.group, []).append(method)
    return list(by_group.values())


def require_sklearn() -> None:
    """Say what to do if scikit-learn is not installed."""
    require("sklearn", "the clustering algorithms")


def run_group(
    features: NDArray[np.float64],
    classes: int,
    methods: Sequence[Method],
    seed: int,
    older: str | None = None,
) -> list[MethodRun]:
    """Run methods of one group on one core, so that results do not depend on the cores."""
    from threadpoolctl import threadpool_limits

    family, variant = methods[0].group
    with tempfile.TemporaryDirectory() as cache, threadpool_limits(1):
        fit = _FITS[family](features, seed, variant, cache)
        return [
            _run(
                fit if older is None else _older_fit(features, seed, method, classes, older),
                method,
                method.clusters(classes, len(features)),
            )
            for method in methods
        ]


_Fit = Callable[[Any], Any]


def _run(fit: _Fit, method: Method, clusters: int | None) -> MethodRun:
    start = time.perf_counter()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            labels = np.asarray(fit(clusters), np.int32)
        except (ValueError, MemoryError, np.linalg.LinAlgError) as error:
            return MethodRun(method, None, time.perf_counter() - start, f"failed: {error}")
    seconds = time.perf_counter() - start
    if len(np.unique(labels)) < 2:
        return MethodRun(method, None, seconds, "dropped: a single cluster")
    texts = dict.fromkeys(str(warning.message).splitlines()[0] for warning in warned)
    return MethodRun(method, labels, seconds, "; ".join(texts))


def _kmeans(features: Any, seed: int, _variant: Any, _cache: str) -> _Fit:
    KMeans = require("sklearn.cluster").KMeans

    return lambda k: KMeans(k, n_init=10, random_state=seed).fit(features).labels_


def _affinity_propagation(features: Any, seed: int, _variant: Any, _cache: str) -> _Fit:
    AffinityPropagation = require("sklearn.cluster").AffinityPropagation

    return lambda _: AffinityPropagation(random_state=seed).fit(features).labels_


def _mean_shift(features: Any, seed: int, _variant: Any, _cache: str) -> _Fit:
    MeanShift = require("sklearn.cluster").MeanShift
    estimate_bandwidth = require("sklearn.cluster").estimate_bandwidth

    def fit(_: Any) -> Any:
        width = estimate_bandwidth(features, quantile=0.2, n_samples=500, random_state=seed)
        return MeanShift(bandwidth=width, bin_seeding=True, cluster_all=True).fit(features).labels_

    return fit


def _agglomerative(features: Any, _seed: int, linkage: Any, cache: str) -> _Fit:
    """Build the tree once, and cut it at each number of clusters."""
    AgglomerativeClustering = require("sklearn.cluster").AgglomerativeClustering

    def fit(k: Any) -> Any:
        return AgglomerativeClustering(k, linkage=linkage, memory=cache).fit(features).labels_

    return fit


def _dbscan(features: Any, _seed: int, _variant: Any, _cache: str) -> _Fit:
    DBSCAN = require("sklearn.cluster").DBSCAN

    return lambda _: DBSCAN(eps=0.3, min_samples=10).fit(features).labels_


def _optics(features: Any, _seed: int, _variant: Any, _cache: str) -> _Fit:
    OPTICS = require("sklearn.cluster").OPTICS

    return lambda _: OPTICS(xi=0.05, min_cluster_size=0.05).fit(features).labels_


def _birch(features: Any, _seed: int, _variant: Any, cache: str) -> _Fit:
    """Build both trees once: that of the features, and that of its leaves."""
    AgglomerativeClustering = require("sklearn.cluster").AgglomerativeClustering
    Birch = require("sklearn.cluster").Birch

    model = None

    def fit(k: Any) -> Any:
        nonlocal model
        model = model or Birch(n_clusters=None).fit(features)
        if len(model.subcluster_centers_) < k:
            return Birch(n_clusters=k).fit(features).labels_
        model.set_params(n_clusters=AgglomerativeClustering(k, memory=cache))
        return model.partial_fit().predict(features)

    return fit


def _gaussian_mixture(features: Any, seed: int, covariance: Any, _cache: str) -> _Fit:
    GaussianMixture = require("sklearn.mixture").GaussianMixture

    def fit(k: Any) -> Any:
        mixture = GaussianMixture(k, covariance_type=covariance, max_iter=20, random_state=seed)
        return mixture.fit(features).predict(features)

    return fit


def _older_fit(features: Any, seed: int, method: Method, classes: int, dataset: str) -> _Fit:
    """Return how a k-means or a mixture of the paper's run is fitted."""
    if method.family == "gmm":
        return lambda k: older_mixture_labels(features, k, str(method.variant), seed)
    before = runs_before(dataset, str(method.size), _sizes(classes, len(features)))
    return lambda k: older_k_means_labels(features, k, before, seed)


_FITS: dict[str, Callable[[Any, int, Any, str], _Fit]] = {
    "kmeans": _kmeans,
    "affprop": _affinity_propagation,
    "meanshift": _mean_shift,
    "aggcl": _agglomerative,
    "dbscan": _dbscan,
    "optics": _optics,
    "birch": _birch,
    "gmm": _gaussian_mixture,
}
