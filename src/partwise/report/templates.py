"""Templates → pages of one style that need nothing else: no file, no network."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from partwise.base import InputError, require
from partwise.charts import css, printable

_RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+"
_RUN = re.compile(rf"{_RIGHT_TO_LEFT}(?:[\s\d_.-]*{_RIGHT_TO_LEFT})*")


def rendered(package: str, template: str, values: Mapping[str, Any], *, style: str = "") -> str:
    """Fill in a template with the style, script and theme that all pages share.

    A template may extend and import those of this room.
    """
    jinja2, markup = require("jinja2"), require("markupsafe").Markup

    def shown(value: object) -> object:
        return printable(value) if type(value) is str else value

    environment = jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=shown,
        loader=jinja2.FunctionLoader(lambda name: _file("partwise.report", name)),
    )
    environment.filters["isolated"] = _isolated
    page = environment.from_string(_file(package, template))
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


def _isolated(text: str) -> Any:
    """Return a sentence as HTML in which right-to-left names do not move the words around them.

    Examples
    --------
    >>> _isolated("In \u05d0\u05d1, 22% are <noise>")
    Markup('In <bdi>\u05d0\u05d1</bdi>, 22% are &lt;noise&gt;')
    """
    escaped = str(require("markupsafe").escape(printable(text)))
    return require("markupsafe").Markup(_RUN.sub(r"<bdi>\g<0></bdi>", escaped))


@cache
def _file(package: str, name: str) -> str:
    return (resources.files(package) / "template" / name).read_text("utf-8")
