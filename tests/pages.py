"""A page as a test reads it: a tree of elements, and tables of cells."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

__all__ = ["tables", "tree", "words"]

_VOID = {"meta", "link", "br", "img"}


class _Builder(HTMLParser):
    """Builds the tree, and does not forgive an element that is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.builder = ElementTree.TreeBuilder()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in _VOID:
            self.builder.end(tag)
        else:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self.builder.end(tag)

    def handle_data(self, data: str) -> None:
        if self.open:
            self.builder.data(data)


def tree(page: str) -> Element:
    """Return the root of a page, every element of which has to be closed."""
    parser = _Builder()
    parser.feed(page)
    parser.close()
    assert not parser.open
    return parser.builder.close()


def words(element: Element) -> str:
    """Return the text of an element on one line."""
    return " ".join("".join(element.itertext()).split())


def tables(element: Element) -> list[list[list[str]]]:
    """Return the cells of every table below an element, headings first."""
    return [
        [[words(cell) for cell in row if cell.tag in {"th", "td"}] for row in table.iter("tr")]
        for table in element.iter("table")
    ]
