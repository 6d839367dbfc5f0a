"""What a test sees in an SVG: marks with their words, places and colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from partwise.charts.figure import Figure
from partwise.charts.render import svg

SVG = "{http://www.w3.org/2000/svg}"
PAINT = ("fill", "stroke")


@dataclass(frozen=True)
class Mark:
    """An element with its absolute place and what it inherits."""

    tag: str
    x: float
    y: float
    attributes: dict[str, str]
    text: str

    @property
    def label(self) -> str:
        return self.attributes.get("aria-label", "")


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)  # noqa: S314 - our own drawing


def marks(root: ElementTree.Element) -> Iterator[Mark]:
    """Yield every element that is drawn, with translations added up and colours handed down."""
    yield from _walk(root, 0.0, 0.0, {})


def described(figure: Figure) -> list[Mark]:
    return [mark for mark in marks(parsed(svg(figure))) if mark.label]


def texts(figure: Figure) -> list[Mark]:
    return [mark for mark in marks(parsed(svg(figure))) if mark.tag == "text"]


def _walk(
    element: ElementTree.Element, x: float, y: float, inherited: dict[str, str]
) -> Iterator[Mark]:
    place = re.match(r"translate\(([-\d.]+),([-\d.]+)\)", element.get("transform", ""))
    if place:
        x, y = x + float(place[1]), y + float(place[2])
    paint = inherited | {name: element.attrib[name] for name in PAINT if name in element.attrib}
    tag = element.tag.removeprefix(SVG)
    if tag not in {"svg", "g"}:
        dx = float(element.get("cx", element.get("x", 0)))
        dy = float(element.get("cy", element.get("y", 0)))
        yield Mark(tag, x + dx, y + dy, paint | element.attrib, element.text or "")
    for child in element:
        yield from _walk(child, x, y, paint)


def points(path: Mark) -> list[tuple[float, float]]:
    """Return the corners of a path of straight lines, absolute within its group."""
    corners: list[tuple[float, float]] = []
    x = y = 0.0
    for command, arguments in re.findall(r"([MLHVhvZ])([-\d.,]*)", path.attributes["d"]):
        numbers = [float(number) for number in arguments.split(",") if number]
        if command in "ML":
            x, y = numbers
        elif command == "H":
            x = numbers[0]
        elif command == "V":
            y = numbers[0]
        elif command == "h":
            x += numbers[0]
        elif command == "v":
            y += numbers[0]
        corners.append((x, y))
    return corners
