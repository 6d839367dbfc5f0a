"""Counts of pairs as bars: how many pairs are together in both, in one, or in neither."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

__all__ = ["count_bars"]

_PARTS = (
    ("N11", "together in both", "#0072b2", "#fff"),
    ("N10", "in A alone", "#e69f00", "#000"),
    ("N01", "in B alone", "#cc79a7", "#000"),
    ("N00", "apart in both", "#009e73", "#000"),
)
_WIDTH, _HEIGHT = 420, 28


def count_bars(examples: Mapping[str, Iterable[int]]) -> str:
    """Draw each four counts as a bar in HTML, all on one scale, with a key below.

    Examples
    --------
    >>> drawn = count_bars({"p": (1, 0, 2, 1)})
    >>> drawn.count("<rect"), "p = (1, 0, 2, 1)" in drawn
    (3, True)
    """
    counts = {name: tuple(map(int, each)) for name, each in examples.items()}
    unit = _WIDTH / max(map(sum, counts.values()))
    rows = "".join(
        f"<div><span>{escape(name)}</span>{_bar(name, each, unit)}</div>"
        for name, each in counts.items()
    )
    key = "".join(
        f'<span style="background:{colour};color:{ink}">{told} ({sign})</span>'
        for sign, told, colour, ink in _PARTS
    )
    return f'{rows}<div class="key">{key}</div>'


def _bar(name: str, counts: tuple[int, ...], unit: float) -> str:
    parts, x = [], 0.0
    for count, (_, _, colour, ink) in zip(counts, _PARTS, strict=True):
        if not count:
            continue
        wide = count * unit
        parts.append(f'<rect x="{x:g}" width="{wide:g}" height="{_HEIGHT}" fill="{colour}"/>')
        middle = f'x="{x + wide / 2:g}" y="{_HEIGHT / 2 + 4:g}" text-anchor="middle"'
        parts.append(f'<text {middle} font-size="12" fill="{ink}">{count}</text>')
        x += wide
    title = escape(f"{name} = ({', '.join(map(str, counts))})")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_WIDTH}" height="{_HEIGHT}" '
        f'aria-label="{title}"><title>{title}</title>{"".join(parts)}</svg>'
    )
