"""A description for search engines on every page: its first sentence, or two."""

from __future__ import annotations

import html
import re
from typing import Any

from docutils import nodes

__all__ = ["LONGEST", "SHORTEST", "description", "setup"]

SHORTEST, LONGEST = 50, 170


def description(title: str, paragraphs: list[str]) -> str:
    """Return the first sentences of a page, as many as fit; the title helps where they are short.

    Examples
    --------
    >>> description("Rand", ["Share of pairs that agree.", "More."])
    'Rand: Share of pairs that agree. More. From the documentation of partwise.'
    >>> description("x", ["word " * 80 + "."])[-11:]
    'word word …'
    """
    text = " ".join(" ".join(paragraphs).split())
    chosen = ""
    for sentence in re.split(r"(?<=[.?!])\s+(?=[A-Z\"“‘`(])", text):
        if chosen and (len(chosen) >= SHORTEST or len(chosen) + len(sentence) >= LONGEST):
            break
        chosen = f"{chosen} {sentence}".strip()
    if len(chosen) < SHORTEST:
        chosen = f"{title}: {chosen}" if chosen else title
    if len(chosen) < SHORTEST:
        chosen = f"{chosen.rstrip('.:')}. From the documentation of partwise."
    if len(chosen) <= LONGEST:
        return chosen
    return chosen[: LONGEST - 2].rpartition(" ")[0].rstrip(",;:") + " …"


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
