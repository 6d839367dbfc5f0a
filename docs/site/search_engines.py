"""What search engines read: a description of every page, and the map of the site."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import quote

from address import ADDRESS

__all__ = ["LONGEST", "SHORTEST", "check_descriptions", "description", "sitemap"]

_NOWHERE = "https://partwise.example"  # until the project has an address
SHORTEST, LONGEST = 50, 170


def description(title: str, paragraphs: list[str]) -> str:
    """Return the first sentences of a page, as many as fit; the title helps where they are short.

    Examples
    --------
    >>> description("Rand", ["Share of pairs that agree.", "More."])
    'Rand: Share of pairs that agree. More. A page on partwise, which compares clusterings.'
    >>> description("x", ["word " * 80 + "."])[-11:]
    'word word …'
    """
    text = " ".join(" ".join(paragraphs).split())
    chosen = ""
    for sentence in re.split(r"(?<=[.?!])\s+(?=[A-Z\"“‘`(])", text):
        if chosen and (len(chosen) >= SHORTEST or len(chosen) + len(sentence) >= LONGEST):
            break
        chosen = f"{chosen} {sentence}".strip()
    if len(chosen) < SHORTEST:
        chosen = f"{title}: {chosen}" if chosen else title
    if len(chosen) < SHORTEST:
        chosen = f"{chosen.rstrip('.:')}. A page on partwise, which compares clusterings."
    if len(chosen) <= LONGEST:
        return chosen
    return chosen[: LONGEST - 2].rpartition(" ")[0].rstrip(",;:") + " …"


def check_descriptions(site: Path) -> int:
    """Print which pages have no description, or one that is too short or long; return 1 if any."""
    pages = [page for page in site.rglob("*.html") if not _is_internal(page.relative_to(site))]
    wrong = [page for page in pages if not _is_described(page.read_text(encoding="utf-8"))]
    for page in wrong:
        print(f"{page.relative_to(site)}: needs one description of {SHORTEST} to {LONGEST} signs")
    return int(bool(wrong))


def _is_described(page: str) -> bool:
    found = re.findall(r'<meta name="description" content="([^"]*)"', page)
    return len(found) == 1 and SHORTEST <= len(unescape(found[0])) <= LONGEST


def _is_internal(page: Path) -> bool:
    return page.parts[0].startswith("_") or page.name == "search.html"


def sitemap(site: Path, address: str = ADDRESS) -> str:
    """Return the addresses of all pages, for search engines."""
    base = address.rstrip("/") or _NOWHERE
    pages = sorted(path.relative_to(site) for path in site.rglob("*.html"))
    places = "".join(
        f"<url><loc>{base}/{quote(page.as_posix())}</loc></url>\n"
        for page in pages
        if not _is_internal(page)
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    schema = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'{head}<urlset xmlns="{schema}">\n{places}</urlset>\n'
