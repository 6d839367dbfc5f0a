"""Fitted models of scikit-learn, clusters of SciPy, and arrays of PyTorch, JAX and CuPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.errors import InputError
from support.field import check_same_numbers

pytestmark = pytest.mark.filterwarnings("ignore")  # of other libraries

RANDOM = np.random.default_rng(0)
POINTS = np.concatenate([RANDOM.normal(place, 0.4, (20, 2)) for place in (0, 2, 5)])
TRUTH = np.repeat([0, 1, -1], 20)
LABELS = RANDOM.integers(-1, 3, len(TRUTH))


def test_fitted_models() -> None:
    cluster = pytest.importorskip("sklearn.cluster", reason="scikit-learn is not installed")
    models = {
        "k-means": cluster.KMeans(3, n_init=1, random_state=0),
        "DBSCAN": cluster.DBSCAN(eps=0.3),
        "HDBSCAN": cluster.HDBSCAN(),
        "spectral": cluster.SpectralClustering(3, random_state=0),
    }
    with pytest.raises(InputError, match=r"^k-means: this KMeans has no labels_; fit it first"):
        pw.compare(TRUTH, models)
    for model in models.values():
        model.fit(POINTS)
        check_same_numbers(TRUTH, model, model.labels_)
    assert -1 in models["DBSCAN"].labels_
    compared = pw.compare(TRUTH, models, ["CC"], noise="singletons")
    assert compared.names == tuple(models)
    for name, model in models.items():
        expected = pw.score(TRUTH, model.labels_, "CC", noise="singletons")
        assert compared.scores[name]["CC"] == expected


def test_a_model_without_labels() -> None:
    mixture = pytest.importorskip("sklearn.mixture", reason="scikit-learn is not installed")
    model = mixture.GaussianMixture(3, random_state=0).fit(POINTS)
    with pytest.raises(InputError, match=r"GaussianMixture has no labels_.*model\.predict\(X\)"):
        pw.score(TRUTH, model, "ARI")
    check_same_numbers(TRUTH, model.predict(POINTS), model.predict(POINTS).tolist())


def test_scipy() -> None:
    hierarchy = pytest.importorskip("scipy.cluster.hierarchy", reason="SciPy is not installed")
    flat = hierarchy.fcluster(hierarchy.linkage(POINTS), 3, "maxclust")
    check_same_numbers(TRUTH, flat, flat.tolist())


def _check_array(convert: Any) -> None:
    for kind in (np.int64, np.int32, np.int8):
        check_same_numbers(TRUTH, convert(LABELS.astype(kind)), LABELS)
    compared = pw.compare(convert(TRUTH), [convert(LABELS), convert(TRUTH[::-1].copy())], ["CC"])
    assert compared.scores[0]["CC"] == pw.score(TRUTH, LABELS, "CC")


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_torch(device: str) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    if device == "cuda" and not torch.cuda.is_available():
        pytest.skip("there is no GPU")
    _check_array(lambda labels: torch.tensor(labels, device=device))
    learned = torch.tensor(LABELS, dtype=torch.float32, device=device, requires_grad=True)
    assert pw.score(TRUTH, learned, "ARI") == pw.score(TRUTH, LABELS, "ARI")


def test_jax() -> None:
    numpy = pytest.importorskip("jax.numpy", reason="JAX is not installed")
    _check_array(numpy.array)


def test_cupy() -> None:
    cupy = pytest.importorskip("cupy", reason="CuPy is not installed")
    if not cupy.cuda.is_available():
        pytest.skip("there is no GPU")
    _check_array(cupy.array)
