"""The content security policy of each page: files of the site, and scripts by their hashes."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

__all__ = ["add_policies"]

_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)([^>]*)>(.*?)</script>", re.DOTALL)
_CHARSET = re.compile(r"<meta charset=[^>]*>")
_IS_POLICY = "Content-Security-Policy"


def add_policies(site: Path) -> None:
    """Write its policy into each page that has none.

    The theme sets styles inline and from scripts, so that these are allowed; they can load nothing
    from elsewhere.
    """
    for path in site.rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        charset = _CHARSET.search(page)
        if charset and _IS_POLICY not in page:
            meta = f'\n<meta http-equiv="{_IS_POLICY}" content="{_policy(page)}">'
            path.write_text(page[: charset.end()] + meta + page[charset.end() :], encoding="utf-8")


def _policy(page: str) -> str:
    hashes = {
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for attributes, script in _SCRIPT.findall(page)
        if "json" not in attributes
    }
    scripts = " ".join(["'self'", *(f"'sha256-{digest}'" for digest in sorted(hashes))])
    return (
        "default-src 'none'; base-uri 'none'; form-action 'self'; connect-src 'self'; "
        "font-src 'self'; frame-src 'self'; img-src 'self' data:; "
        f"style-src 'self' 'unsafe-inline'; script-src {scripts}"
    )
