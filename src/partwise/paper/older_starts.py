"""The random starts of k-means as scikit-learn drew them when the paper was written.

It drew one seed for each start, and the first centre uniformly; today it draws from one stream. A
Gaussian mixture starts from such a k-means, so the same ``random_state`` gives another mixture. The
paper's own k-means all drew from one stream with seed 0, dataset by dataset in the order of their
names: drawn so, the published scores are found again.
"""

from __future__ import annotations

from collections.abc import Collection
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.artifacts import require

_LARGEST_SEED = np.iinfo(np.int32).max
_STARTS = 10
_RUNS = {
    "arrhythmia": 4,
    "balance-scale": 3,
    "cpu": 3,
    "ecoli": 4,
    "heart-statlog": 2,
    "iono": 2,
    "iris": 3,
    "letter": 4,
    "segment": 4,
    "sonar": 2,
    "thy": 3,
    "vehicle": 3,
    "wdbc": 2,
    "wine": 3,
    "wisc": 2,
    "zoo": 4,
}  # how often k-means ran on each dataset, in the order of the stream
_ORDER = ("gt", "2", "gt_half", "gt_double")


def runs_before(dataset: str, size: str, sizes: Collection[str]) -> int:
    """Return how many k-means of the paper's run came before one.

    Examples
    --------
    >>> runs_before("cpu", "2", ("2", "gt", "gt_half"))
    8
    """
    names = list(_RUNS)
    earlier = sum(_RUNS[name] for name in names[: names.index(dataset)])
    return earlier + [name for name in _ORDER if name in sizes].index(size)


def older_k_means_labels(features: Any, clusters: int, before: int, seed: int) -> Any:
    """Return the labels of a k-means that came after others in the paper's stream."""
    KMeans = require("sklearn.cluster").KMeans

    stream = np.random.RandomState(seed)
    stream.randint(_LARGEST_SEED, size=_STARTS * before)
    model = KMeans(clusters, init=older_start, n_init=_STARTS, random_state=stream)
    return model.fit(features).labels_


def older_start(features: Any, clusters: int, random_state: Any) -> NDArray[np.float64]:
    """Choose centres by k-means++, each the best of a few; for ``init`` of scikit-learn's KMeans.

    Examples
    --------
    >>> points = np.array([[0.0], [0.0], [9.0]])
    >>> sorted(older_start(points, 2, np.random.RandomState(0)).ravel().tolist())
    [0.0, 9.0]
    """
    generator = np.random.RandomState(random_state.randint(_LARGEST_SEED, size=1)[0])
    tried = 2 + int(log(clusters))
    chosen = [int(generator.randint(len(features)))]
    nearest = _squared_distances(features[chosen], features)[0]
    while len(chosen) < clusters:
        drawn = generator.random_sample(tried) * nearest.sum()
        places = np.searchsorted(np.cumsum(nearest), drawn).clip(max=len(features) - 1)
        distances = np.minimum(nearest, _squared_distances(features[places], features))
        best = int(distances.sum(axis=1).argmin())
        nearest = distances[best]
        chosen.append(int(places[best]))
    return np.asarray(features[chosen], np.float64)


def _squared_distances(centres: Any, features: Any) -> Any:
    euclidean_distances = require("sklearn.metrics.pairwise").euclidean_distances

    return euclidean_distances(centres, features, squared=True)


def older_mixture_labels(features: Any, clusters: int, covariance: str, seed: int) -> Any:
    """Return the labels of a Gaussian mixture that starts from such a k-means."""
    KMeans = require("sklearn.cluster").KMeans
    GaussianMixture = require("sklearn.mixture").GaussianMixture

    class OlderMixture(GaussianMixture):  # type: ignore[misc, valid-type]
        def _initialize_parameters(self, X: Any, random_state: Any, **_: Any) -> None:
            start = KMeans(clusters, init=older_start, n_init=1, random_state=random_state)
            self._initialize(X, np.eye(clusters)[start.fit(X).labels_])

    mixture = OlderMixture(clusters, covariance_type=covariance, max_iter=20, random_state=seed)
    return mixture.fit(features).predict(features)
