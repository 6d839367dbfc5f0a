"""Templates → pages of one style that need nothing else: no file, no network."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from partwise.base import InputError, require
from partwise.charts import css, printable


def rendered(package: str, template: str, values: Mapping[str, Any], *, style: str = "") -> str:
    """Fill in a template with the style, script and theme that all pages share.

    A template may extend and import those of this room.
    """
    jinja2, markup = require("jinja2"), require("markupsafe").Markup

    def shown(value: object) -> object:
        return printable(value) if type(value) is str else value

    page = jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=shown,
        loader=jinja2.FunctionLoader(lambda name: _file("partwise.report", name)),
    ).from_string(_file(package, template))
    sheet = _file("partwise.report", "page.css") + (_file(package, style) if style else "")
    script = _file("partwise.report", "page.js")
    return str(
        page.render(
            **values,
            style=markup(css() + sheet),
            script=markup(script),
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        )
    )


def checked_path(path: Path) -> Path:
    """Refuse a folder, and a file whose name promises anything else than HTML."""
    if path.is_dir():
        raise InputError(f"{path}: this is a folder; name a file for the report")
    if path.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"{path}: the report is a page of HTML; name a file that ends in .html")
    return path


@cache
def _file(package: str, name: str) -> str:
    return (resources.files(package) / "template" / name).read_text("utf-8")
