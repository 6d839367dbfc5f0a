"""Classical scaling: points whose distances are as close to given ones as two axes allow."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Scaling", "classical_scaling"]

_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class Scaling:
    """Coordinates on the main axes, and how much they show.

    Parameters
    ----------
    coordinates : array of shape (m, axes)
        A point for each clustering.
    eigenvalues : array of length m
        Of −½ J D² J, the largest first. Each positive one is the sum of squares on its axis;
        negative ones tell that no points in any number of dimensions have these distances.
    """

    coordinates: NDArray[np.float64]
    eigenvalues: NDArray[np.float64]

    @property
    def shown(self) -> float:
        """Share of all eigenvalues, by absolute value, that the axes have; 1 if all are zero."""
        size = float(abs(self.eigenvalues).sum())
        axes = self.eigenvalues[: self.coordinates.shape[1]]
        return float(np.maximum(axes, 0).sum()) / size if size else 1.0

    @property
    def negative(self) -> float:
        """Share of the negative eigenvalues, which no axis can show."""
        size = float(abs(self.eigenvalues).sum())
        return float(abs(np.minimum(self.eigenvalues, 0)).sum()) / size if size else 0.0


def classical_scaling(distances: NDArray[np.float64], axes: int = 2) -> Scaling:
    """Place points in a plane such that their distances resemble the given ones.

    Parameters
    ----------
    distances : array of shape (m, m)
        Symmetric, with zeros on the diagonal.
    axes : int
        How many axes.

    Returns
    -------
    Scaling
        The sign of each axis is such that its largest coordinate is positive.

    Examples
    --------
    >>> line = classical_scaling(np.array([[0, 1, 3], [1, 0, 2], [3, 2, 0.0]]))
    >>> abs(line.coordinates[:, 0] - line.coordinates[0, 0]).round(6).tolist()
    [0.0, 1.0, 3.0]
    >>> round(line.shown, 6), line.negative
    (1.0, 0.0)
    """
    m = len(distances)
    squares = distances**2
    means = squares.mean(axis=0)
    products = -(squares - means - means[:, None] + means.mean()) / 2
    values, vectors = np.linalg.eigh(products)
    values, vectors = values[::-1], vectors[:, ::-1]
    values = np.where(abs(values) > _ROUNDING * max(1, m) * abs(values).max(), values, 0.0)
    points = vectors[:, :axes] * np.sqrt(np.maximum(values[:axes], 0))
    points = np.pad(points, ((0, 0), (0, axes - points.shape[1])))
    peaks = points[abs(points).argmax(axis=0), np.arange(axes)]
    return Scaling(points * np.where(peaks < 0, -1, 1) + 0.0, values)  # no negative zeros
