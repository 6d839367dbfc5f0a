"""Formulas as MathML, written when the site is built: no script has to come from anywhere."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert

__all__ = ["mathml", "setup"]

_UNKNOWN = re.compile(r">\\[A-Za-z]+<")


def mathml(latex: str, display: str) -> str:
    r"""Return a formula as MathML.

    Examples
    --------
    >>> mathml(r"\frac{a}{b}", "inline").count("<mfrac>")
    1
    """
    found = str(convert(latex.strip(), display=display))
    if left := _UNKNOWN.search(found):
        raise ValueError(f"{left[0][1:-1]} in {latex!r} cannot be written in MathML")
    return found


def _inline(self: Any, node: nodes.math) -> None:
    self.body.append(mathml(node.astext(), "inline"))
    raise nodes.SkipNode


def _block(self: Any, node: nodes.math_block) -> None:
    self.body.append(f'<div class="formula" tabindex="0">{mathml(node.astext(), "block")}</div>')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
