"""Where names in code may be broken: long ones in tables at their joints, options nowhere."""

from __future__ import annotations

import re
from typing import Any

__all__ = ["breakable", "setup"]

_LONG = 24
_CELL = re.compile(r"<t[dh]\b.*?</t[dh]>", re.DOTALL)
_CODE = re.compile(r'(<code class="docutils literal notranslate">)(.*?)(</code>)', re.DOTALL)
_OPTION = re.compile(rf'<span class="pre">(?=--[^<]{{1,{_LONG}}}</span>)')
_JOINT = re.compile(r"(?<=[_(.=/])(?=[\w&\"])")


def breakable(body: str) -> str:
    """Return HTML in which long code in the cells of tables has places to break.

    Options such as ``--noise`` get a class that keeps their hyphens together.

    Examples
    --------
    >>> code = '<code class="docutils literal notranslate">adjusted_mutual_info_score()</code>'
    >>> breakable(code) == code
    True
    >>> breakable(f"<td>{code}</td>").count("<wbr>")
    3
    >>> breakable('<span class="pre">--noise</span>')
    '<span class="pre option">--noise</span>'
    """
    body = _CELL.sub(lambda cell: _CODE.sub(_broken, cell[0]), body)
    return _OPTION.sub('<span class="pre option">', body)


def _broken(code: re.Match[str]) -> str:
    parts = re.split(r"(<[^>]*>)", code[2])
    if len("".join(parts[::2])) <= _LONG:
        return code[0]
    parts[::2] = [_JOINT.sub("<wbr>", text) for text in parts[::2]]
    return code[1] + "".join(parts) + code[3]


def _change(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    del app, page, template, tree
    if "body" in context:
        context["body"] = breakable(context["body"])


def setup(app: Any) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("html-page-context", _change)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
