"""Build the site into build/site: gather the pages, then run Sphinx with warnings as errors."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from urllib.parse import quote

from sphinx.cmd.build import main as sphinx

from address import ADDRESS
from sources import HERE, ROOT, gather

_NOWHERE = "https://partwise.example"  # until the project has an address
SOURCE, SITE = ROOT / "build" / "site-source", ROOT / "build" / "site"


def build() -> int:
    """Build the whole site from scratch; return Sphinx's exit code."""
    gather(SOURCE)
    shutil.rmtree(SITE, ignore_errors=True)
    strict = ["-W", "--keep-going", "-q", "-j", "auto"]
    done = sphinx([*strict, "-b", "html", "-c", str(HERE), str(SOURCE), str(SITE)])
    (SITE / "_static" / "webpack-macros.html").unlink(missing_ok=True)  # the theme's, no page
    shutil.copytree(ROOT / "docs" / "images", SITE / "images")  # for README.md on a package index
    (SITE / "sitemap.xml").write_text(sitemap(SITE), encoding="utf-8")
    if done == 0:
        sys.stdout.write(f"wrote {(SITE / 'index.html').relative_to(Path.cwd())}\n")
    return int(done)


def sitemap(site: Path, address: str = ADDRESS) -> str:
    """Return the addresses of all pages, for search engines."""
    base = address.rstrip("/") or _NOWHERE
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    places = "".join(
        f"<url><loc>{base}/{quote(page)}</loc></url>\n"
        for page in pages
        if not page.startswith("_") and page != "search.html"
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    schema = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'{head}<urlset xmlns="{schema}">\n{places}</urlset>\n'


if __name__ == "__main__":
    sys.exit(build())
