"""Indices as scorers, for scikit-learn's model selection."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias, get_args

from partwise.base import InputError, UndefinedValueError, many, require
from partwise.catalogue import Index, UndefinedPolicy, as_index, check_undefined
from partwise.clusterings import Clustering, NoisePolicy, Policies
from partwise.scoring.single import Which, score

LabelsFrom: TypeAlias = Literal["predict", "refit", "fitted"]


@dataclass(frozen=True)
class Scorer:
    """An index that judges a clustering estimator: ``scorer(estimator, X, y)``, greater is better.

    Made by :func:`scorer`. Distances are negated, as in scikit-learn.
    """

    index: Index
    undefined: UndefinedPolicy = "convention"
    noise: NoisePolicy | None = None
    noise_label: Hashable = -1
    labels_from: LabelsFrom | None = None

    def __call__(self, estimator: Any, X: Any, y: Any = None) -> float:
        """Cluster X by the estimator, and compare with the classes y."""
        if y is None:
            raise InputError(
                f"{self!r} compares clusters with known classes, so it needs y: call "
                "search.fit(X, y)"
            )
        labels = Clustering(
            self._labels(estimator, X), noise=self.noise, noise_label=self.noise_label
        )
        if labels.n == 0 < labels.total:
            if self.undefined == "raise":
                raise UndefinedValueError(f"{self.index.key} is undefined: all items are noise")
            return math.nan
        value = float(score(y, labels, self.index, undefined=self.undefined))
        return value if self.index.direction == "similarity" else -value

    def _labels(self, estimator: Any, X: Any) -> Any:
        chosen = self.labels_from or ("predict" if hasattr(estimator, "predict") else "refit")
        if chosen == "predict":
            return estimator.predict(X)
        if chosen == "refit":
            fresh = _clone(estimator)
            return fresh.fit_predict(X) if hasattr(fresh, "fit_predict") else fresh.fit(X).labels_
        labels, n = estimator.labels_, X.shape[0] if hasattr(X, "shape") else len(X)
        if len(labels) != n:
            raise InputError(
                f"the estimator was fitted to {many(len(labels), 'item')}, not to the {n} to "
                'score; pass labels_from="refit" to cluster them instead'
            )
        return labels

    def __repr__(self) -> str:
        defaults = {field.name: field.default for field in fields(self)}
        settings = ((name, getattr(self, name)) for name in defaults if name != "index")
        chosen = [f"{name}={value!r}" for name, value in settings if value != defaults[name]]
        return f"scorer({', '.join([repr(self.index.key), *chosen])})"


def scorer(
    index: Which,
    *,
    undefined: UndefinedPolicy = "convention",
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    labels_from: LabelsFrom | None = None,
) -> Scorer:
    """Make a scikit-learn scorer, for ``scoring=`` in GridSearchCV, cross_validate and others.

    Parameters
    ----------
    index : str, Index or callable
        As in :func:`~partwise.score`. Distances are negated, so that greater is better.
    undefined : {"convention", "nan", "raise"}
        What to do if the formula divides by zero, for example because an estimator finds only one
        cluster. GridSearchCV ranks NaN last.
    noise : {None, "singletons", "drop", "cluster"}
        What to do with noise points of the estimator. The classes ``y`` are left as they are,
        because −1 may be a class there. "drop" rewards an estimator that calls all but the easiest
        items noise. If nothing is left, the value is undefined.
    noise_label : hashable
        The estimator's label for noise.
    labels_from : {"predict", "refit", "fitted"}, optional
        Where the clusters come from: ``predict(X)``; a copy of the estimator that is fitted to X;
        or ``labels_``, if X is the data that the estimator was fitted to. The default is "predict"
        if the estimator can predict, else "refit" (DBSCAN, AgglomerativeClustering and others can
        only cluster the data that they are fitted to).

    Returns
    -------
    Scorer
        A callable ``(estimator, X, y) → float`` that can be pickled.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.model_selection import GridSearchCV
    >>> X, y = [[0.0], [0.1], [0.2], [5.0], [5.1], [5.2]] * 5, [0, 0, 0, 1, 1, 1] * 5
    >>> means = KMeans(n_init=5, random_state=0)
    >>> search = GridSearchCV(means, {"n_clusters": [1, 2, 6]}, scoring=scorer("correlation"))
    >>> search.fit(X, y).best_params_
    {'n_clusters': 2}
    """
    check_undefined(undefined)
    Policies(noise, noise_label)  # checks them
    if labels_from is not None and labels_from not in get_args(LabelsFrom):
        known = '"predict", "refit", "fitted" or None'
        raise InputError(f"labels_from= must be {known}, not {labels_from!r}")
    return Scorer(as_index(index), undefined, noise, noise_label, labels_from)


def _clone(estimator: Any) -> Any:
    copies = 'copies of an estimator (labels_from="fitted" makes none)'
    return require("sklearn.base", copies).clone(estimator)
