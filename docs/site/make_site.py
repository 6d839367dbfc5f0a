"""Build the site into build/site: gather the pages, then run Sphinx with warnings as errors."""

from __future__ import annotations

import re
import shutil
import sys
from html import unescape
from pathlib import Path
from urllib.parse import quote

from sphinx.cmd.build import main as sphinx

from address import ADDRESS
from check_search import check_search
from descriptions import LONGEST, SHORTEST
from sources import HERE, ROOT, gather

_NOWHERE = "https://partwise.example"  # until the project has an address
SOURCE, SITE = ROOT / "build" / "site-source", ROOT / "build" / "site"


def build() -> int:
    """Build the whole site from scratch, and check it; return 0 if nothing is wrong."""
    gather(SOURCE)
    shutil.rmtree(SITE, ignore_errors=True)
    strict = ["-W", "--keep-going", "-q", "-j", "auto"]
    done = sphinx([*strict, "-b", "html", "-c", str(HERE), str(SOURCE), str(SITE)])
    (SITE / "_static" / "webpack-macros.html").unlink(missing_ok=True)  # the theme's, no page
    if done == 0:
        shutil.copytree(ROOT / "docs" / "images", SITE / "images")  # README.md on a package index
        (SITE / "sitemap.xml").write_text(sitemap(SITE), encoding="utf-8")
        done = check_descriptions(SITE) or check_search(SITE)
        sys.stdout.write(f"wrote {(SITE / 'index.html').relative_to(Path.cwd())}\n")
    return int(done)


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


if __name__ == "__main__":
    sys.exit(build())
