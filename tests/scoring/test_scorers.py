"""Indices as scorers in scikit-learn's model selection."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn import config_context
from sklearn.base import BaseEstimator
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score, check_scoring, get_scorer, make_scorer
from sklearn.model_selection import GridSearchCV, KFold, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import partwise as pw
from partwise.scoring.scorers import scorer
from support.libraries import without

X, Y = make_blobs(90, centers=3, cluster_std=0.6, random_state=1)
FOLDS = KFold(3, shuffle=True, random_state=0)


@pytest.mark.parametrize("index", pw.indices("paper"), ids=lambda index: index.key)
def test_every_index_scores_a_fitted_estimator(index: pw.Index) -> None:
    means = KMeans(4, n_init=2, random_state=0).fit(X)
    sign = 1 if index.direction == "similarity" else -1
    expected = sign * float(pw.score(Y, means.predict(X), index))
    assert scorer(index.key)(means, X, Y) == expected


@pytest.mark.parametrize("key", ["correlation", "vi", "ami_geometric"])
def test_grid_search_finds_the_number_of_clusters(key: str) -> None:
    grid = {"n_clusters": [1, 2, 3, 8]}
    search = GridSearchCV(KMeans(n_init=5, random_state=0), grid, scoring=scorer(key), cv=FOLDS)
    assert search.fit(X, Y).best_params_ == {"n_clusters": 3}


def test_the_scores_are_those_of_scikit_learns_own_scorer() -> None:
    means = KMeans(4, n_init=2, random_state=0)
    both = {"ours": scorer("adjusted_rand"), "theirs": make_scorer(adjusted_rand_score)}
    found = cross_validate(means, X, Y, scoring=both, cv=FOLDS, return_train_score=True)
    assert found["test_ours"] == pytest.approx(found["test_theirs"], abs=1e-15)
    assert found["train_ours"] == pytest.approx(found["train_theirs"], abs=1e-15)


def test_what_cannot_predict_is_fitted_to_what_it_is_scored_on() -> None:
    search = GridSearchCV(
        make_pipeline(StandardScaler(), AgglomerativeClustering()),
        {"agglomerativeclustering__n_clusters": [2, 3, 5]},
        scoring=scorer("correlation"),
        cv=FOLDS,
    ).fit(X, Y)
    assert search.best_params_ == {"agglomerativeclustering__n_clusters": 3}
    test = next(FOLDS.split(X))[1]
    fitted = AgglomerativeClustering(4).fit(X)
    expected = pw.score(Y[test], AgglomerativeClustering(4).fit_predict(X[test]), "correlation")
    assert scorer("correlation")(fitted, X[test], Y[test]) == expected
    assert len(fitted.labels_) == len(X), "the estimator itself is left as it was"


class OnlyLabels(BaseEstimator):  # type: ignore[misc]
    """An estimator with nothing but ``fit`` and ``labels_``."""

    def fit(self, data: Any) -> OnlyLabels:
        self.labels_ = (np.asarray(data)[:, 0] > 0).astype(int)
        return self


def test_an_estimator_with_labels_only() -> None:
    expected = pw.score(Y[:20], (X[:20, 0] > 0).astype(int), "rand")
    assert scorer("rand")(OnlyLabels().fit(X), X[:20], Y[:20]) == expected


def test_labels_of_the_fit() -> None:
    fitted = DBSCAN(eps=0.3).fit(X)
    fitted.labels_ = Y  # what "refit" would not find
    assert scorer("rand", labels_from="fitted")(fitted, X, Y) == 1
    assert scorer("rand")(fitted, X, Y) < 1
    with pytest.raises(pw.errors.InputError, match="to 90 items, not to the 10 to score"):
        scorer("rand", labels_from="fitted")(fitted, X[:10], Y[:10])


@pytest.mark.parametrize("noise", ["singletons", "drop", "cluster", None])
def test_noise_of_dbscan(noise: Any) -> None:
    found = DBSCAN(eps=0.3).fit_predict(X)
    assert (found == -1).sum() > 5
    kept = found != -1 if noise == "drop" else np.full(len(X), True)
    expected = np.where(found == -1, 1000 + np.arange(len(X)), found)
    expected = expected if noise == "singletons" else found
    value = scorer("correlation", noise=noise)(DBSCAN(eps=0.3), X, Y)
    assert value == pw.score(Y[kept], expected[kept], "correlation")


def test_nothing_but_noise() -> None:
    assert math.isnan(scorer("correlation", noise="drop")(DBSCAN(eps=1e-9), X, Y))
    with pytest.raises(pw.errors.UndefinedValueError, match="all items are noise"):
        scorer("correlation", noise="drop", undefined="raise")(DBSCAN(eps=1e-9), X, Y)


def test_classes_called_minus_one_are_no_noise() -> None:
    found = DBSCAN(eps=0.3).fit_predict(X)
    classes = np.where(Y == 0, -1, Y)
    value = scorer("rand", noise="drop")(DBSCAN(eps=0.3), X, classes)
    assert value == pw.score(Y[found != -1], found[found != -1], "rand")


def test_frames_and_series_are_matched_by_position() -> None:
    """In a fold, a series of classes has the index of the rows that are in it."""
    frame, classes = pd.DataFrame(X), pd.Series(Y, name="class").map({0: "a", 1: "b", 2: "c"})
    order = np.random.default_rng(0).permutation(len(X))
    frame, classes = frame.iloc[order], classes.iloc[order]
    for noise in ("drop", "singletons"):
        both = [
            cross_validate(DBSCAN(eps=0.6), data, y, scoring=scorer("CC", noise=noise), cv=3)
            for data, y in ((frame, classes), (X[order], classes.to_numpy()))
        ]
        assert both[0]["test_score"].tolist() == both[1]["test_score"].tolist()


def test_routing_of_metadata() -> None:
    with config_context(enable_metadata_routing=True):
        grid = {"n_clusters": [1, 3]}
        means = KMeans(n_init=2, random_state=0)
        search = GridSearchCV(means, grid, scoring=scorer("CC"), cv=FOLDS).fit(X, Y)
    assert search.best_params_ == {"n_clusters": 3}


def test_undefined_values() -> None:
    one = KMeans(1, n_init=1, random_state=0).fit(X)
    assert scorer("correlation")(one, X, Y) == 0
    assert math.isnan(scorer("correlation", undefined="nan")(one, X, Y))
    with pytest.raises(pw.errors.UndefinedValueError):
        scorer("correlation", undefined="raise")(one, X, Y)


def test_it_goes_where_scorers_go() -> None:
    made = scorer("CD")
    assert get_scorer(made) is made
    assert check_scoring(KMeans(), scoring=made) is made
    assert pickle.loads(pickle.dumps(made)) == made  # noqa: S301
    assert repr(made) == "scorer('correlation_distance')"
    assert repr(scorer("VI", noise="drop")) == "scorer('vi', noise='drop')"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"noise": "ignore"}, "noise= must be"),
        ({"noise_label": [-1]}, "noise_label= must be"),
        ({"undefined": "zero"}, "undefined= must be"),
        ({"labels_from": "magic"}, "labels_from= must be"),
    ],
)
def test_bad_options_are_refused_at_once(options: dict[str, Any], message: str) -> None:
    with pytest.raises(pw.errors.InputError, match=message):
        scorer("rand", **options)


def test_without_classes() -> None:
    with pytest.raises(pw.errors.InputError, match=r"known classes.*needs y: .*fit\(X, y\)"):
        scorer("rand")(KMeans(2, n_init=1).fit(X), X)


def test_without_scikit_learn() -> None:
    means, dbscan = KMeans(2, n_init=1, random_state=0).fit(X), DBSCAN()
    with (
        without("sklearn", "sklearn.base"),
        pytest.raises(ImportError, match=r'pip install "partwise\[sklearn\]"'),
    ):
        scorer("rand")(dbscan, X, Y)
    assert 0 <= scorer("rand")(means, X, Y) <= 1
