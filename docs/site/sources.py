"""Gather the pages of the site in one folder: those of docs/ as they are, and generated ones."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import partwise as pw
from api_pages import api_pages
from catalogue import catalogue
from index_pages import index_page
from partwise.charts.render import themed_svg
from partwise.charts.theme import css
from partwise.properties.registry import PROPERTIES
from peer_names import peer_names
from property_pages import property_page
from quiz import with_quiz
from search_words import PAGE_WORDS, index_words, page_words, scorer, with_words
from sections import BAR, FOOTER, section_pages

__all__ = ["HERE", "ROOT", "gather", "site_path"]

HERE = Path(__file__).parent
DOCS = HERE.parent
ROOT = DOCS.parent
_MOVED = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "examples/README.md": "examples.md",
    "docs/decisions": "decisions.md",
}
_LINK = re.compile(r"(\]\()(?!https?://|#)([^)#\s]+)")
_INDEX_LINK = re.compile(r"\]\(indices\.md#([\w-]+)\)")
_TABLE = re.compile(r"\n\n(\| (?:index|key) \|(?:.*\n)(?:\|.*(?:\n|\Z))+)")
_INDEX_ROW = re.compile(r"^\| (\w+) \|", re.MULTILINE)


def gather(out: Path) -> None:
    """Write the sources of all pages into a folder, which is emptied before."""
    shutil.rmtree(out, ignore_errors=True)
    indices = catalogue()
    written = {page.relative_to(ROOT): page.read_text(encoding="utf-8") for page in _pages()}
    pages = {site_path(path.as_posix()): _linked(text, path, out) for path, text in written.items()}
    for name, change in _CHANGES.items():
        pages[name] = change(pages[name])
    pages |= {f"indices/{index.key}.md": _index_page(index) for index in indices}
    pages |= {f"properties/{key}.md": property_page(key, indices) for key in PROPERTIES}
    pages |= api_pages()
    pages |= section_pages(pages)
    for name in PAGE_WORDS:
        if f"{name}.md" in pages:
            pages[f"{name}.md"] = with_words(pages[f"{name}.md"], page_words(name))
    for name in FOOTER.values():
        pages[f"{name}.md"] = f"---\norphan: true\n---\n\n{pages[f'{name}.md']}"
    pages["index.md"] = _tidy((HERE / "index.md").read_text(encoding="utf-8")) + _contents()
    pages["_static/colours.css"] = css()
    pages["scorer.js"] = scorer(pages)
    for name, text in pages.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shutil.copytree(DOCS / "images", out / "images")


def site_path(path: str) -> str:
    """Return where a file of the repository is on the site.

    Examples
    --------
    >>> site_path("docs/guide.md"), site_path("CHANGELOG.md"), site_path("benchmarks/run.py")
    ('guide.md', 'changelog.md', 'files/benchmarks/run.py')
    """
    if path in _MOVED:
        return _MOVED[path]
    return path.removeprefix("docs/") if path.startswith("docs/") else f"files/{path}"


def _pages() -> list[Path]:
    written = [*DOCS.glob("*.md"), *(DOCS / "decisions").glob("*.md")]
    return sorted(written) + [ROOT / name for name in _MOVED if name.endswith(".md")]


def _linked(text: str, page: Path, out: Path) -> str:
    """Return a page with links that lead to the same things on the site."""
    here = Path(site_path(page.as_posix())).parent

    def moved(link: re.Match[str]) -> str:
        target = os.path.normpath(page.parent / link[2])
        there = site_path(target)
        if there.startswith("files/"):
            copy = out / there
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / target, copy)
        return link[1] + Path(os.path.relpath(there, here)).as_posix()

    return _tidy(_INDEX_LINK.sub(_index_page_link, _LINK.sub(moved, text)))


def _index_page_link(link: re.Match[str]) -> str:
    """Return a link to the page of an index instead of its section in docs/indices.md."""
    found = (each.key for each in catalogue() if _slug(each.label) == link[1])
    return f"](indices/{next(found)}.md)"


def _slug(heading: str) -> str:
    """Return the anchor of a heading, as a browser of repositories makes it.

    Examples
    --------
    >>> _slug("Sokal & Sneath I"), _slug("Adjusted MI (arithmetic)")
    ('sokal--sneath-i', 'adjusted-mi-arithmetic')
    """
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _tidy(text: str) -> str:
    """Drop the blank line that doctest needs at the end of a block."""
    return text.replace("\n\n```\n", "\n```\n")


def _index_page(index: pw.Index) -> str:
    names = [name for name in peer_names() if name.key == index.key]
    return with_words(index_page(index, names), index_words(index, names))


def _catalogue(text: str) -> str:
    """Return the page of all indices: its table with links, instead of all cards."""
    head, *groups = text.partition("<!-- Each of them: -->")[0].split("\n## ")
    families = [group for group in groups if _keys(group) and not group.startswith("Recommended\n")]
    menus = [_menu(group.partition("\n")[0], _keys(group)) for group in families]
    menus.append(_menu("All of them", ["undefined"]))
    linked = _INDEX_ROW.sub(_index_link, "\n## ".join([head, *groups]))
    return "\n".join([_TABLE.sub(r"\n\n:::{div} catalogue\n\1\n:::\n", linked), *menus])


def _keys(table: str) -> list[str]:
    known = {index.key for index in catalogue()}
    return [f"indices/{key}" for key in _INDEX_ROW.findall(table) if key in known]


def _menu(caption: str, pages: list[str]) -> str:
    listed = "\n".join(pages)
    return f'```{{toctree}}\n:hidden:\n:caption: "{caption}"\n\n{listed}\n```\n'


def _index_link(row: re.Match[str]) -> str:
    known = any(index.key == row[1] for index in catalogue())
    return f"| [{row[1]}](indices/{row[1]}.md) |" if known else row[0]


def _properties(text: str) -> str:
    """Return the page of properties with links; definitions and examples have their own pages."""
    for heading in ("Definitions", "Smallest counterexamples"):
        text = re.sub(rf"\n## {heading}\n.*?(?=\n## |\Z)", "", text, flags=re.DOTALL)
    for key, each in PROPERTIES.items():
        text = text.replace(f"| {each.title} |", f"| [{each.title}](properties/{key}.md) |", 1)
    text = _upright(text)
    keys = "\n".join(f"properties/{key}" for key in PROPERTIES)
    return f"{text}\n\n```{{toctree}}\n:hidden:\n\n{keys}\n```\n"


def _upright(text: str) -> str:
    """Return a page whose tables of all indices have upright heads."""
    return _TABLE.sub(r"\n\n:::{div} matrix\n\1\n:::\n", _INDEX_ROW.sub(_index_link, text))


def _guide(text: str) -> str:
    """Return the guide with the decision figure drawn."""
    figure = pw.properties.decision().plot("Which index? In three questions")
    drawn = f'<figure class="drawn">{themed_svg(figure, "decision")}</figure>'.replace("\n", " ")
    heading = "## In three questions\n"
    return text.replace(heading, f"{heading}\n{drawn}\n", 1)


_CHANGES: dict[str, Callable[[str], str]] = {
    "indices.md": _catalogue,
    "properties.md": _properties,
    "undefined.md": _upright,
    "guide.md": _guide,
    "by-example.md": with_quiz,
}


def _contents() -> str:
    """Return the bar on top of every page: short names."""
    entries = "\n".join(f"{name} <{page}>" for name, page in BAR.items())
    return f"\n```{{toctree}}\n:hidden:\n\n{entries}\n```\n"
