"""Where the project is published, for the sitemap and for the links of README.md.

The address stands once, as ``Documentation`` under ``[project.urls]`` in pyproject.toml; reports
take it from there too. A package index shows README.md without the files beside it, so that its
links must be absolute: ``python docs/site/address.py`` writes them, once there is an address.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

__all__ = ["ADDRESS", "absolute", "published"]

ROOT = Path(__file__).parents[2]
_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ADDRESS: str = _PROJECT.get("urls", {}).get("Documentation", "")
"""The address of the site, such as ``https://partwise.example``; empty as long as there is none."""

_PAGES = {"CHANGELOG.md": "changelog.html", "CONTRIBUTING.md": "contributing.html"}
_LINK = re.compile(r"(\]\(|src(?:set)?=\")(?!https?://|#)([^)\"\s]+)([)\"])")


def published(path: str, address: str = ADDRESS) -> str:
    """Return where a file of the repository is on the published site.

    Examples
    --------
    >>> published("docs/tutorial.md#install", "https://partwise.example")
    'https://partwise.example/tutorial.html#install'
    >>> published("docs/images/report.png", "https://partwise.example")
    'https://partwise.example/images/report.png'
    """
    file, hash_sign, anchor = path.partition("#")
    page = _PAGES.get(file, file.removeprefix("docs/")).replace(".md", ".html")
    return f"{address.rstrip('/')}/{page}{hash_sign}{anchor}"


def absolute(text: str, address: str = ADDRESS) -> str:
    """Return README.md with absolute links, or as it is while there is no address.

    Examples
    --------
    >>> absolute("[a](docs/a.md), [b](https://b.org)", "https://partwise.example")
    '[a](https://partwise.example/a.html), [b](https://b.org)'
    >>> absolute('<img src="docs/images/a.png">', "https://partwise.example")
    '<img src="https://partwise.example/images/a.png">'
    >>> absolute("[a](docs/a.md)", "")
    '[a](docs/a.md)'
    """
    if not address:
        return text
    return _LINK.sub(lambda link: link[1] + published(link[2], address) + link[3], text)


if __name__ == "__main__":
    readme = ROOT / "README.md"
    readme.write_text(absolute(readme.read_text(encoding="utf-8")), encoding="utf-8")
