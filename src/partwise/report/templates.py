"""Templates → pages of one style that need nothing else: no file, no network."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import cache, partial
from importlib import resources
from pathlib import Path
from typing import Any

from partwise.base import InputError, require
from partwise.charts import css, printable

_RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+"
_RUN = re.compile(rf"{_RIGHT_TO_LEFT}(?:[\s\d_.-]*{_RIGHT_TO_LEFT})*")


def rendered(
    package: str,
    template: str,
    values: Mapping[str, Any],
    *,
    style: str = "",
    names: Iterable[str] = (),
) -> str:
    """Fill in a template with the style, script and theme that all pages share.

    A template may extend and import those of this room. The names are those that sentences of the
    page contain: right-to-left ones keep their words and signs in order.
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
    environment.filters["isolated"] = partial(_isolated, names=tuple(names))
    page = environment.from_string(_file(package, template))
    sheet = css() + _file("partwise.report", "page.css") + (_file(package, style) if style else "")
    script = _file("partwise.report", "page.js")
    return str(
        page.render(
            **values,
            style=markup(sheet),
            script=markup(script),
            policy=markup(_policy(sheet, script)),
        )
    )


def _policy(sheet: str, script: str) -> str:
    """Return the content security policy of a page: its own style and script, and nothing else.

    Attributes have styles too, such as lengths of bars, which can neither load nor send anything.
    """
    sheet_hash, script_hash = (
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for text in (sheet, script)
    )
    return (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        f"script-src 'sha256-{script_hash}'; style-src-elem 'sha256-{sheet_hash}'; "
        "style-src-attr 'unsafe-inline'"
    )


def checked_path(path: Path) -> Path:
    """Refuse a folder, and a file whose name promises anything else than HTML."""
    if path.is_dir():
        raise InputError(f"{path}: this is a folder; name a file for the report")
    if path.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"{path}: the report is a page of HTML; name a file that ends in .html")
    return path


def _isolated(text: str, names: Iterable[str] = ()) -> Any:
    """Return a sentence as HTML in which right-to-left names do not move the words around them.

    Examples
    --------
    >>> _isolated("In \u05d0\u05d1, 22% are <noise>")
    Markup('In <bdi>\u05d0\u05d1</bdi>, 22% are &lt;noise&gt;')
    >>> _isolated("\u05d0: k (2) is best", ["\u05d0: k (2)"])
    Markup('<bdi>\u05d0: k (2)</bdi> is best')
    """
    escape, markup = require("markupsafe").escape, require("markupsafe").Markup
    turned = {str(escape(printable(name))) for name in names if _RUN.search(name)}
    longest_first = sorted(turned, key=len, reverse=True)
    run = re.compile("|".join([*map(re.escape, longest_first), _RUN.pattern]))
    return markup(run.sub(r"<bdi>\g<0></bdi>", str(escape(printable(text)))))


@cache
def _file(package: str, name: str) -> str:
    return (resources.files(package) / "template" / name).read_text("utf-8")
