"""A description for search engines on every page: its first sentence, or two."""

from __future__ import annotations

import html
import re
from typing import Any

from docutils import nodes

from search_engines import description

__all__ = ["setup"]


def _of_page(doctree: Any) -> list[str]:
    """Return the paragraphs of a page that stand in no table, list or note."""
    kept = (nodes.section, nodes.container, nodes.document)
    return [
        paragraph.astext()
        for paragraph in doctree.findall(nodes.paragraph)
        if isinstance(paragraph.parent, kept) or "desc_content" in str(type(paragraph.parent))
    ]


def _describe(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    del app, page, template
    title = re.sub(r"<[^>]*>", "", html.unescape(str(context.get("title", ""))))
    paragraphs = _of_page(doctree) if doctree is not None else []
    said = html.escape(description(title, paragraphs), quote=True)
    context["metatags"] = (
        f'{context.get("metatags", "")}<meta name="description" content="{said}" />'
    )


def setup(app: Any) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("html-page-context", _describe)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
