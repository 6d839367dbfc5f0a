"""Colours of series, as people see them who cannot tell red from green."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from partwise.charts.theme import DARK, LIGHT

# What the eye makes of linear red, green and blue: Machado, Oliveira and Fernandes (2009), full
# severity. The colours are compared in Oklab (Ottosson 2020), where 0.02 is just noticeable.
SEEN = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}
LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def oklab(colour: str, eye: str) -> NDArray[np.float64]:
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    seen = np.clip(SEEN[eye] @ linear, 0, 1)
    found: NDArray[np.float64] = OKLAB @ np.cbrt(LMS @ seen)
    return found


def distance(first: str, second: str, eye: str) -> float:
    return float(np.linalg.norm(oklab(first, eye) - oklab(second, eye)))


def test_the_simulation_is_that_of_the_literature() -> None:
    assert oklab("#ffffff", "normal") == pytest.approx([1, 0, 0], abs=1e-3)
    # Red becomes a dark yellow-brown for protanopes; the orange and olive of before were equal.
    assert (
        distance("#b34700", "#7d5a00", "protanopia")
        < 0.02
        < distance("#b34700", "#7d5a00", "normal")
    )


@pytest.mark.parametrize("eye", SEEN)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_series_stay_apart(theme: dict[str, str], eye: str) -> None:
    series = [theme[f"series-{i}"] for i in range(1, 9)]
    assert min(distance(a, b, eye) for a, b in combinations(series, 2)) > 0.095
