"""The random starts of k-means as scikit-learn drew them when the paper was written.

It drew one seed for each start, and the first centre uniformly; today it draws from one stream. A
Gaussian mixture starts from such a k-means, so the same ``random_state`` gives another mixture.
"""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["older_mixture_labels", "older_start"]

_LARGEST_SEED = np.iinfo(np.int32).max


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
    from sklearn.metrics.pairwise import euclidean_distances

    return euclidean_distances(centres, features, squared=True)


def older_mixture_labels(features: Any, clusters: int, covariance: str, seed: int) -> Any:
    """Return the labels of a Gaussian mixture that starts from such a k-means."""
    from sklearn.cluster import KMeans
    from sklearn.mixture import GaussianMixture

    class OlderMixture(GaussianMixture):  # type: ignore[misc]
        def _initialize_parameters(self, X: Any, random_state: Any, **_: Any) -> None:
            start = KMeans(clusters, init=older_start, n_init=1, random_state=random_state)
            self._initialize(X, np.eye(clusters)[start.fit(X).labels_])

    mixture = OlderMixture(clusters, covariance_type=covariance, max_iter=20, random_state=seed)
    return mixture.fit(features).predict(features)
