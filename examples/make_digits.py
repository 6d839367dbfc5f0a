"""Cluster scikit-learn's handwritten digits in several ways and write the labels.

    python examples/make_digits.py [folder]

The script needs scikit-learn. The seed is fixed, so the same versions of scikit-learn and NumPy
write the same file.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import DBSCAN, AgglomerativeClustering, Birch, KMeans
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.mixture import GaussianMixture

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SEED = 0
LARGEST_PIXEL = 16
COMPONENTS = 20  # of 64, with 89 % of the variance

Labels = NDArray[np.int64]


def digits() -> tuple[NDArray[np.float64], Labels]:
    """Return the images as points in a PCA projection, and the digit that each of them shows."""
    images, shown = load_digits(return_X_y=True)
    # One scale for all pixels: standardising each would blow up those that are nearly always empty.
    points = PCA(COMPONENTS, svd_solver="full").fit_transform(images / LARGEST_PIXEL)
    return np.asarray(points, dtype=np.float64), np.asarray(shown, dtype=np.int64)


def candidates(points: NDArray[np.float64]) -> dict[str, Labels]:
    """Cluster the points with each algorithm; `dbscan` labels those that it leaves out -1."""
    algorithms = {
        "kmeans_10": KMeans(10, n_init=10, random_state=SEED),
        "kmeans_20": KMeans(20, n_init=10, random_state=SEED),  # splits digits on purpose
        "ward_10": AgglomerativeClustering(10, linkage="ward"),
        "gaussian_10": GaussianMixture(10, n_init=5, reg_covar=1e-3, random_state=SEED),
        "dbscan": DBSCAN(eps=1.2, min_samples=10),
        "birch_5": Birch(n_clusters=5),  # merges digits on purpose
    }
    return {
        name: np.asarray(algorithm.fit_predict(points), dtype=np.int64)
        for name, algorithm in algorithms.items()
    }


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write under a temporary name, then rename: nobody ever reads half a file."""
    unfinished = path.with_name(path.name + ".part")
    with unfinished.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
    unfinished.replace(path)


def main(folder: Path) -> None:
    """Write all clusterings side by side into ``all.csv``."""
    points, shown = digits()
    clusterings = {"reference": shown, **candidates(points)}
    items = [f"digit-{number:04d}" for number in range(1, len(points) + 1)]
    side_by_side = zip(items, *clusterings.values(), strict=True)
    write_csv(folder / "all.csv", ("item", *clusterings), side_by_side)


if __name__ == "__main__":
    here = Path(__file__).parents[1] / "src" / "partwise" / "data" / "digits"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else here)
