"""Whether axe-core finds anything against a page of each kind, opened in Chromium.

``make accessibility`` runs this on the site. Without a browser or axe-core it says so, and fails.
"""

from __future__ import annotations

import sys
import tempfile
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.accessibility import find_axe, violations
from support.browser import MissingToolError, find_browser, started

__all__ = ["KINDS", "check_accessibility"]

KINDS = (
    "index", "tutorial", "ari-ami-nmi", "nmi-high-ari-low", "by-example", "cli", "glossary",
    "indices", "indices/ami_arithmetic", "properties", "properties/monotonicity", "undefined",
    "api/index", "gallery/index", "search", "coverage",
)  # fmt: skip
"""A page of each kind."""


def check_accessibility(site: Path) -> int:
    """Print what axe-core holds against a page of each kind; return 1 if there is anything."""
    try:
        programs = find_browser()
        find_axe()
    except MissingToolError as error:
        print(f"accessibility was not checked: {error}")
        return 1
    against = 0
    with tempfile.TemporaryDirectory() as profile, started(*programs, Path(profile)) as browser:
        for kind, scheme in product(KINDS, ("light", "dark")):
            for line in violations(browser, site / f"{kind}.html", scheme=scheme):
                against += 1
                print(f"{kind}, {scheme}: {line}")
    print(f"axe-core: {len(KINDS)} pages, light and dark, {against} violations")
    return int(against > 0)


if __name__ == "__main__":
    sys.exit(check_accessibility(Path(sys.argv[1]).resolve()))
