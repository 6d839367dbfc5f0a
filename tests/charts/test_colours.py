"""Colours of series, as colour-blind people see them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from partwise.charts.cost_chart import _COLOURS
from partwise.charts.recovery_chart import _SHARES, _TONES
from partwise.charts.theme import DARK, LIGHT, contrast

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
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
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


def seen(colour: str, eye: str) -> NDArray[np.float64]:
    """Return linear red, green and blue as the eye sees them."""
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    light: NDArray[np.float64] = np.clip(SEEN[eye] @ linear, 0, 1)
    return light


def oklab(colour: str, eye: str) -> NDArray[np.float64]:
    lab: NDArray[np.float64] = OKLAB @ np.cbrt(LMS @ seen(colour, eye))
    return lab


def cielab(colour: str, eye: str) -> tuple[float, float, float]:
    t = XYZ @ seen(colour, eye) / XYZ.sum(axis=1)
    x, y, z = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29).tolist()
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(first: tuple[float, ...], second: tuple[float, ...]) -> float:
    """Return the difference of two CIELAB colours by Sharma, Wu and Dalal (2005)."""
    mean_chroma = sum(hypot(a, b) for _, a, b in (first, second)) / 2
    g = 1.5 - sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7)) / 2
    (l1, c1, h1), (l2, c2, h2) = (
        (light, hypot(g * a, b), degrees(atan2(b, g * a)) % 360) for light, a, b in (first, second)
    )
    turn = (h2 - h1 + 180) % 360 - 180
    light, chroma, hue = (l1 + l2) / 2, (c1 + c2) / 2, h1 + turn / 2
    t = (
        1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6)) - 0.2 * cos(radians(4 * hue - 63))
    )  # fmt: skip
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    angle = radians(60 * exp(-(((hue % 360 - 275) / 25) ** 2)))
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(angle)
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


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


def test_the_difference_of_colours_is_that_of_the_literature() -> None:
    """Pairs of the test data of Sharma, Wu and Dalal (2005)."""
    for first, second, difference in (
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ):
        assert ciede2000(first, second) == pytest.approx(difference, abs=5e-5)


@pytest.mark.parametrize("eye", SEEN)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_series_stay_apart(theme: dict[str, str], eye: str) -> None:
    """Of any two series, and of a series and the grey of those that step back."""
    together = [theme[name] for name in (*(f"series-{i}" for i in range(1, 9)), "faint")]
    for first, second in combinations(together, 2):
        assert distance(first, second, eye) > 0.05, (first, second)
        assert ciede2000(cielab(first, eye), cielab(second, eye)) > 11, (first, second)


@pytest.mark.parametrize("eye", SEEN)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    "names",
    [_TONES.values(), _SHARES.values(), _COLOURS.values()],
    ids=["stability", "shares", "costs"],
)
def test_colours_with_a_meaning_stay_apart(
    names: Iterable[str], theme: dict[str, str], eye: str
) -> None:
    for first, second in combinations([theme[name] for name in names], 2):
        assert ciede2000(cielab(first, eye), cielab(second, eye)) > 11, (first, second)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_series_can_be_read_as_text(theme: dict[str, str]) -> None:
    """Names of candidates are written in the colours of their lines (WCAG AA)."""
    for i in range(1, 9):
        assert contrast(theme[f"series-{i}"], theme["surface"]) >= 4.5
