"""Build the site into build/site: gather the pages, then run Sphinx with warnings as errors."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import main as sphinx

from check_search import check_search
from content_policy import add_policies
from search_engines import check_descriptions, sitemap
from sources import HERE, ROOT, gather

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
        add_policies(SITE)
        done = check_descriptions(SITE) or check_search(SITE)
        sys.stdout.write(f"wrote {(SITE / 'index.html').relative_to(Path.cwd())}\n")
    return int(done)


if __name__ == "__main__":
    sys.exit(build())
