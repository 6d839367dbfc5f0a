"""A page as a test reads it: a tree of elements, and tables of cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from html.parser import HTMLParser
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

__all__ = ["by_id", "check_page", "tables", "tree", "words"]

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


def by_id(root: Element, name: str) -> Element:
    """Return the one element of this id."""
    (found,) = [element for element in root.iter() if element.get("id") == name]
    return found


def check_page(page: str, files: Collection[str] = ()) -> Element:
    """Check all that has to hold for every page, which may link to files; return its tree."""
    root = tree(page)
    page.encode()
    assert Counter(element.tag for element in root.iter())["script"] == 1
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert name not in {"src", "srcset", "action", "data", "xlink:href", "http-equiv"} or (
                element.tag == "meta"
            )
            if name == "href":
                assert value == "data:," or value[1:] in ids or value in files
            if name in {"aria-describedby", "aria-labelledby"}:
                assert value in ids
            for target in re.findall(r"url\(([^)]*)\)", value):
                assert target[1:] in ids
        if element.tag == "th":
            assert element.get("scope") in {"row", "col"}
        if element.tag == "svg":
            assert element.get("aria-label")
            assert words(by_id(root, element.attrib["aria-describedby"]))
    (style,) = root.iter("style")
    assert not re.search(r"url\(|@import|expression|http", style.text or "")
    return root
