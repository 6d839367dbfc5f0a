"""Figures → SVG, PNG and HTML: self-contained, without scripts, and small."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from partwise.base import InputError, check_virtual_memory, require, write_whole
from partwise.charts.figure import Figure, Spec
from partwise.charts.theme import DARK, FONT, LIGHT, colour, css
from partwise.charts.wording import clean, text_width

if TYPE_CHECKING:
    import altair as alt
    from markupsafe import Markup

VEGA_LITE = "6.1"
"""The version of Vega-Lite in which charts are written."""

_LEAST_MEMORY = 2**40  # bytes of virtual memory: V8 reserves a terabyte
_SVG = "http://www.w3.org/2000/svg"
_GEOMETRY = ("d", "transform", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height")
_INHERITED = (
    "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "text-anchor",
    "font-family", "font-size", "font-weight", "font-style", "pointer-events",
)  # fmt: skip
_NOISE = {"opacity": "1", "stroke-opacity": "1", "fill-opacity": "1", "transform": "translate(0,0)"}
_CIRCLE = re.compile(r"M([\d.]+),0A\1,\1,0,1,1,-\1,0A\1,\1,0,1,1,\1,0(?:Z)?")
_TRANSLATE = re.compile(r"translate\(([-\d.e]+),([-\d.e]+)\)")


def svg(figure: Figure, *, titled: bool = True) -> str:
    """Return a file of its own: light colours as they are, with the title drawn above."""
    root = _drawn(figure, titled=titled)
    root.set("aria-labelledby", "title")
    root.set("aria-describedby", "desc")
    for place, (tag, text) in enumerate((("title", figure.title), ("desc", figure.description))):
        element = ElementTree.Element(tag, {"id": tag})
        element.text = clean(text)
        root.insert(place, element)
    x, y, width, height = root.get("viewBox", "0 0 0 0").split()
    backdrop = {"x": x, "y": y, "width": width, "height": height, "fill": colour("surface")}
    root.insert(2, ElementTree.Element("rect", backdrop))
    return ElementTree.tostring(root, encoding="unicode")


def adaptive(document: str) -> str:
    """Return a light SVG file that is dark where the page around it is, or else the system.

    Programs that know no style sheets draw it light.

    Examples
    --------
    >>> adaptive('<svg xmlns="x"><path fill="#1b2330"/></svg>')[15:85]
    '<style>@media (prefers-color-scheme:dark){[fill="#1b2330"]{fill:#e7ecf'
    """
    used = [
        f'[{attribute}="{value}"]{{{attribute}:{DARK[name]}}}'
        for name, value in LIGHT.items()
        for attribute in ("fill", "stroke")
        if f'{attribute}="{value}"' in document
    ]
    style = f"<style>@media (prefers-color-scheme:dark){{{''.join(used)}}}</style>"
    head, end, rest = document.partition(">")
    return f"{head}{end}{style}{rest}"


def adaptive_svg(figure: Figure, *, titled: bool = True) -> str:
    """Return a file like `svg` that is dark where the page around it is, or else the system."""
    return adaptive(svg(figure, titled=titled))


def themed_svg(figure: Figure, prefix: str) -> str:
    """Return a drawing to put into a page: colours are the variables of `theme.css`.

    It has no title of its own, for the page has a heading; no `<title>` either, since browsers
    would show that over the descriptions of marks.

    """
    root = _drawn(figure, titled=False)
    names = {value: f"var(--{name})" for name, value in LIGHT.items()}
    for element in root.iter():
        for attribute in ("fill", "stroke"):
            value = element.get(attribute)
            if value in names:
                element.set(attribute, names[value])
    _prefix_ids(root, prefix)
    root.set("aria-label", clean(figure.title))
    root.set("aria-describedby", f"{prefix}-desc")
    root.set("tabindex", "0")
    root.set("style", f"max-width:100%;height:auto;--natural:{root.get('width')}")
    description = ElementTree.Element("desc", {"id": f"{prefix}-desc"})
    description.text = clean(figure.description)
    root.insert(0, description)
    return ElementTree.tostring(root, encoding="unicode")


@dataclass(frozen=True)
class Inline:
    """A drawing in the page, and the caption below it."""

    svg: Markup
    caption: str


def inline(figure: Figure, prefix: str) -> Inline:
    """Draw a figure for the page; all that users named in it is escaped by the drawing."""
    markup = require("markupsafe").Markup
    return Inline(markup(themed_svg(figure, prefix)), figure.description)


def png(figure: Figure, scale: float = 2) -> bytes:
    """Return the picture of `svg` as PNG, so many times as large."""
    return _picture(svg(figure), scale)


def html(figure: Figure) -> str:
    """Return a page with the chart, light or dark; the browser shows what each mark says."""
    root = ElementTree.fromstring(themed_svg(figure, "chart"))  # noqa: S314 - our own drawing
    for mark in list(root.iter()):
        if mark is not root and mark.get("aria-label"):
            tip = ElementTree.Element(f"{{{_SVG}}}title")
            tip.text = mark.get("aria-label")
            mark.insert(0, tip)
    title, caption = (escape(clean(text)) for text in (figure.title, figure.description))
    return _PAGE.format(
        css=css(),
        font=FONT,
        title=title,
        caption=caption,
        drawing=ElementTree.tostring(root, encoding="unicode"),
    )


def write(figure: Figure, path: Path) -> Path:
    """Write a figure to a file; the ending of its name says in which form."""
    forms: dict[str, Callable[[Figure], bytes]] = {
        ".svg": lambda figure: svg(figure).encode(),
        ".png": png,
        ".html": lambda figure: html(figure).encode(),
    }
    form = forms.get(path.suffix.lower())
    if form is None:
        raise InputError(
            f"a chart cannot be written as {path.suffix or 'a file without an ending'}",
            place=str(path),
            remedy="let the name end with .svg, .png or .html",
        )
    return write_whole(path, form(figure))


def save(figure: Figure, folder: Path, name: str) -> tuple[Path, Path]:
    """Write NAME.svg and NAME.png into a folder, each whole or not at all."""
    if Path(name).name != name or name in {"", ".."}:
        raise InputError(f"{name!r} is not the name of a file", remedy="leave out folders")
    document = svg(figure)
    picture = _picture(document)
    return (
        write_whole(folder / f"{name}.svg", document.encode()),
        write_whole(folder / f"{name}.png", picture),
    )


def as_altair(figure: Figure) -> alt.TopLevelMixin:
    """Return a figure as an Altair chart, which checks it against the schema of Vega-Lite."""
    alt = require("altair")
    spec = _titled(figure) | {"config": _CONFIG | {"background": colour("surface")}}
    return alt.Chart.from_dict(spec)


def _picture(document: str, scale: float = 2) -> bytes:
    return require("vl_convert").svg_to_png(document, scale=scale)  # type: ignore[no-any-return]


def _titled(figure: Figure) -> Spec:
    """Return the drawing with our colours, its title, and its description below that."""
    caption = wrap(clean(figure.description), _CAPTION_CHARACTERS)
    title = {"text": clean(figure.title), "subtitle": caption, **_TITLE}
    return figure.spec | {"config": _CONFIG, "title": title}


def _drawn(figure: Figure, *, titled: bool) -> ElementTree.Element:
    check_virtual_memory(_LEAST_MEMORY, "the library that draws charts")
    spec = _titled(figure) if titled else figure.spec | {"config": _CONFIG}
    text = require("vl_convert").vegalite_to_svg(spec, vl_version=VEGA_LITE, allowed_base_urls=[])
    ElementTree.register_namespace("", _SVG)
    root = ElementTree.fromstring(text)  # noqa: S314 - our own drawing, without a document type
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{_SVG}}}")
    _widen(root)
    _simplify(root)
    root.attrib.pop("version", None)
    root.attrib.pop("class", None)
    root.set("xmlns", _SVG)
    root.set("role", "graphics-document")
    root.set("font-family", FONT)
    return root


def _widen(root: ElementTree.Element) -> None:
    """Make room at both sides for fonts that are wider than the one the layout was made with."""
    left, top, width, height = map(float, root.get("viewBox", "0 0 0 0").split())
    ends = list(_text_ends(root, 0.0))
    first = min([left, *(math.floor(low) for low, _ in ends)])
    last = max([left + width, *(math.ceil(high) for _, high in ends)])
    root.set("viewBox", f"{first:g} {top:g} {last - first:g} {height:g}")
    root.set("width", f"{last - first:g}")


def _text_ends(
    element: ElementTree.Element, x: float, size: float = 0
) -> Iterator[tuple[float, float]]:
    """Yield where each text that lies starts and ends, if its font is a wide one."""
    transform = element.get("transform", "")
    place = _TRANSLATE.match(transform)
    x += float(place[1]) if place else 0.0
    size = float(element.get("font-size", f"{size}px").removesuffix("px"))
    if element.text and "rotate" not in transform:
        bold = element.get("font-weight", "400") not in {"400", "normal"}
        width = text_width(element.text, size) * (1.15 if bold else 1)
        before = {"end": 1.0, "middle": 0.5}.get(element.get("text-anchor", "start"), 0.0)
        yield x - before * width, x + (1 - before) * width
    for child in element:
        yield from _text_ends(child, x, size)


def _simplify(element: ElementTree.Element) -> None:
    """Drop what is not seen, round what is, and say once what most children share."""
    _tidy(element)
    for child in list(element):
        _simplify(child)
    element[:] = list(_kept(element))
    if element.tag == "g":
        for name in _INHERITED:
            _share(element, name)


def _share(group: ElementTree.Element, name: str) -> None:
    """Move the most frequent value of an attribute to the group, if every child has one."""
    values = Counter(child.get(name) for child in group)
    if len(group) > 1 and None not in values:
        common = str(values.most_common(1)[0][0])
        group.set(name, common)
        for child in group:
            if child.get(name) == common:
                del child.attrib[name]


def _kept(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    for child in element:
        drawn = child.get("fill") or child.get("stroke") or child.get("class") != "background"
        if child.get("display") == "none" or not drawn:
            continue
        child.attrib.pop("class", None)
        if child.tag == "g" and not child.attrib:
            yield from child
        elif child.tag != "g" or len(child):
            yield child


def _tidy(element: ElementTree.Element) -> None:
    for name, value in _NOISE.items():
        if element.get(name) == value:
            del element.attrib[name]
    element.attrib.pop("font-family", None)
    element.attrib.pop("aria-roledescription", None)
    element.attrib.pop("role", None)
    if element.tag == "g":
        element.attrib.pop("aria-label", None)
    if "aria-label" in element.attrib:
        element.set("role", "img")  # a name is for what has a role
        element.attrib.pop("class", None)
    place = _TRANSLATE.fullmatch(element.get("transform", ""))
    if place and element.tag == "path":
        _as_circle(element, place[1], place[2])
    if place and element.tag == "text":
        del element.attrib["transform"]
        element.attrib.update({"x": place[1], "y": place[2]})
    for name in _GEOMETRY:
        if name in element.attrib:
            element.set(name, re.sub(r"-?\d*\.\d+(?:e-?\d+)?", _rounded, element.attrib[name]))


def _as_circle(path: ElementTree.Element, x: str, y: str) -> None:
    outline = _CIRCLE.fullmatch(path.get("d", ""))
    if outline:
        path.tag = "circle"
        del path.attrib["d"], path.attrib["transform"]
        path.attrib.update({"cx": x, "cy": y, "r": outline[1]})


def _rounded(match: re.Match[str]) -> str:
    return f"{float(match[0]):.1f}".removesuffix(".0")


def _prefix_ids(root: ElementTree.Element, prefix: str) -> None:
    for element in root.iter():
        for name, value in element.attrib.items():
            if name == "id":
                element.set(name, f"{prefix}-{value}")
            elif name in {"clip-path", "fill", "stroke", "mask"} and value.startswith("url(#"):
                element.set(name, f"url(#{prefix}-{value[5:]}")


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>{css}
body {{ margin: 2rem auto; max-width: 62rem; padding: 0 1rem; background: var(--surface);
  color: var(--ink); font-family: {font}; }}
h1 {{ font-size: 1.25rem; }}
p {{ color: var(--muted); line-height: 1.45; }}
</style>
</head>
<body>
<h1>{title}</h1>
{drawing}
<p>{caption}</p>
</body>
</html>
"""
_CAPTION_CHARACTERS = 120
_TITLE: dict[str, Any] = {
    "anchor": "start",
    "frame": "bounds",
    "fontSize": 15,
    "fontWeight": 600,
    "offset": 18,
    "subtitlePadding": 5,
}
_AXIS: dict[str, Any] = {
    "labelColor": colour("muted"),
    "labelFontSize": 11,
    "labelLimit": 0,  # labels are short, and to see whether they are takes time
    "titleColor": colour("muted"),
    "titleFontSize": 11,
    "titleFontWeight": "normal",
    "titlePadding": 8,
    "gridColor": colour("grid"),
    "domain": False,
    "ticks": False,
    "labelPadding": 6,
}
_CONFIG: dict[str, Any] = {
    "font": FONT,
    "background": None,
    "padding": 6,
    "view": {"stroke": None},
    "axis": _AXIS,
    "text": {"color": colour("ink"), "fontSize": 12},
    "title": {
        "color": colour("ink"),
        "fontSize": 12.5,
        "fontWeight": 600,
        "subtitleColor": colour("muted"),
        "subtitleFontSize": 11,
        "anchor": "start",
        "frame": "group",
        "offset": 8,
    },
}
