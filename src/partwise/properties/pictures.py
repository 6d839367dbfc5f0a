"""Small pictures of clusterings: items as dots, clusters as boxes, the reference as colours."""

from __future__ import annotations

from html import escape

from partwise.properties.verdict import Counterexample, LabelTuple, written

_MOST_DRAWN = 36  # items
_RADIUS, _STEP, _GAP, _HEIGHT = 9, 22, 10, 34
_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#f0e442", "#999999")
_DARK = {"#0072b2"}  # white text on the others has too little contrast


def picture(name: str, labels: LabelTuple, reference: LabelTuple | None = None) -> str:
    """Draw a clustering as SVG; items of one cluster of the reference have one colour.

    Examples
    --------
    >>> drawn = picture("B", (0, 1, 0), (0, 0, 1))
    >>> drawn.count("<circle"), drawn.count("<rect"), "B = 02|1" in drawn
    (3, 2, True)
    """
    colours = reference if reference is not None and len(reference) == len(labels) else labels
    parts, x = [], _GAP / 2
    for cluster in dict.fromkeys(labels):
        items = [item for item, label in enumerate(labels) if label == cluster]
        size = f'width="{len(items) * _STEP + 4}" height="{_HEIGHT - 6}"'
        parts.append(f'<rect x="{x:g}" y="3" {size} rx="10" fill="none" stroke="#666"/>')
        for place, item in enumerate(items):
            parts.append(_dot(x + 2 + (place + 0.5) * _STEP, item, colours[item]))
        x += len(items) * _STEP + 4 + _GAP
    title = escape(f"{name} = {written(labels)}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{x:g}" height="{_HEIGHT}" '
        f'viewBox="0 0 {x:g} {_HEIGHT}" aria-label="{title}"><title>{title}</title>'
        f"{''.join(parts)}</svg>"
    )


def _dot(x: float, item: int, cluster: int) -> str:
    colour = _COLOURS[cluster % len(_COLOURS)]
    ink = "#fff" if colour in _DARK else "#000"
    dashes = ' stroke-dasharray="2 2"' if cluster >= len(_COLOURS) else ""
    return (
        f'<circle cx="{x:g}" cy="{_HEIGHT / 2:g}" r="{_RADIUS}" fill="{colour}" '
        f'stroke="#333"{dashes}/>'
        f'<text x="{x:g}" y="{_HEIGHT / 2 + 4:g}" font-size="11" text-anchor="middle" '
        f'fill="{ink}">{item}</text>'
    )


def pictures(example: Counterexample) -> str:
    """Draw all clusterings of a counterexample in HTML, coloured by A; nothing if they are large.

    Examples
    --------
    >>> pictures(Counterexample({"A": (0,) * 100}, {}, ""))
    ''
    """
    if example.n > _MOST_DRAWN:
        return ""
    reference = example.clusterings.get("A")
    return "".join(
        f'<div><span style="display:inline-block;min-width:2em">{escape(name)}</span>'
        f"{picture(name, labels, reference)}</div>"
        for name, labels in example.clusterings.items()
    )
