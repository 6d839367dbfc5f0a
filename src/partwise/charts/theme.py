"""The colours of charts and page, light and dark, by name."""

from __future__ import annotations

from typing import Final

FONT: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

# Every light colour is used once: a chart is drawn in them, and `render.themed_svg` reads the name
# of a colour back from its value. Colours of series stay apart for colour-blind readers:
# tests/charts/test_colours.py simulates how they see them.
LIGHT: Final = {
    "surface": "#ffffff",
    "ink": "#1b2330",
    "muted": "#5b6572",
    "faint": "#858f9b",
    "grid": "#e4e8ed",
    "band": "#cfd7e0",
    "accent": "#0a5ea8",
    "series-1": "#086cec",
    "series-2": "#b65011",
    "series-3": "#5a7e59",
    "series-4": "#442f57",
    "series-5": "#731305",
    "series-6": "#8c639a",
    "series-7": "#363fa9",
    "series-8": "#78404c",
    "ramp-0": "#f4f6f9",
    "ramp-1": "#dce9f5",
    "ramp-2": "#b7d4ec",
    "ramp-3": "#89badf",
    "ramp-4": "#599dd0",
    "ramp-5": "#1f6cad",
    "ramp-6": "#0b4680",
    "on-ramp-low": "#1b2331",
    "on-ramp-high": "#fffffe",
}

DARK: Final = {
    "surface": "#12171f",
    "ink": "#e7ecf2",
    "muted": "#a3aebb",
    "faint": "#6f7c8b",
    "grid": "#28303b",
    "band": "#3a4654",
    "accent": "#6db5f5",
    "series-1": "#449dfb",
    "series-2": "#e78f25",
    "series-3": "#17936c",
    "series-4": "#9bc4a1",
    "series-5": "#ef4064",
    "series-6": "#cc70b9",
    "series-7": "#3dddf6",
    "series-8": "#face80",
    "ramp-0": "#1a212b",
    "ramp-1": "#1c3043",
    "ramp-2": "#1d4060",
    "ramp-3": "#1f527f",
    "ramp-4": "#28669c",
    "ramp-5": "#67ace4",
    "ramp-6": "#b5ddff",
    "on-ramp-low": "#f0f4f8",
    "on-ramp-high": "#0c1219",
}

SERIES: Final = tuple(LIGHT[f"series-{i}"] for i in range(1, 9))
RAMP: Final = tuple(LIGHT[f"ramp-{i}"] for i in range(7))
_LAST_LOW = 4


def colour(name: str) -> str:
    """Return the light value of a named colour.

    Examples
    --------
    >>> colour("ink")
    '#1b2330'
    """
    return LIGHT[name]


def ramp_step(share: float) -> int:
    """Return the step of the ramp for a share: 0 for nothing, 1 to 6 for what is more.

    Examples
    --------
    >>> ramp_step(0), ramp_step(0.001), ramp_step(0.5), ramp_step(1)
    (0, 1, 3, 6)
    """
    steps = len(RAMP) - 1
    return (
        0
        if share <= 0
        else next(i for i in range(1, steps + 1) if i == steps or share * steps <= i)
    )


def on_ramp(step: int) -> str:
    """Return the colour of text on a step of the ramp."""
    return colour("on-ramp-low" if step <= _LAST_LOW else "on-ramp-high")


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21, as WCAG 2 defines it.

    Examples
    --------
    >>> contrast("#000000", "#ffffff")
    21.0
    """

    def luminance(value: str) -> float:
        parts = (int(value[i : i + 2], 16) / 255 for i in (1, 3, 5))
        linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def css() -> str:
    """Return the style sheet that gives the colours their values, light and dark.

    Dark is what the system prefers or ``data-theme="dark"`` on the root asks for; print is light.

    Examples
    --------
    >>> css()[:40]
    ':root{color-scheme:light;--surface:#ffff'
    """
    light, dark = (
        f"color-scheme:{scheme};" + ";".join(f"--{name}:{value}" for name, value in values.items())
        for scheme, values in (("light", LIGHT), ("dark", DARK))
    )
    return (
        f":root{{{light}}}\n"
        f"@media screen and (prefers-color-scheme:dark)"
        f"{{:root:not([data-theme=light]){{{dark}}}}}\n"
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}\n"
    )
