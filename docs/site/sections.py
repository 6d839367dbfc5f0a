"""The sections of the site that gather pages: a list of them, each with its first sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["SECTIONS", "Section", "first_sentence", "section_pages"]


@dataclass(frozen=True)
class Section:
    """A page that leads to others."""

    title: str
    intro: str
    pages: tuple[str, ...]


SECTIONS = {
    "use": Section(
        "Use",
        "What one does with clusterings, a page each.",
        ("everyday-tasks", "compare", "choose-a-threshold", "hierarchies", "trees",
         "cluster-stability", "tracking", "streams", "charts", "errors", "uncertainty", "coverage",
         "chance", "baselines", "bias", "data", "objects", "big-data", "gpu", "sklearn",
         "weights", "graphs", "many", "study", "triplets", "correlation-distance", "compare-json",
         "speed", "peers", "examples"),
    ),
    "paper": Section(
        "Paper",
        "*Systematic Analysis of Cluster Similarity Indices* (Gösgens, Tikhonov, Prokhorenkova, "
        "ICML 2021): reproduced, and checked.",
        ("reproduce", "errata", "theorems", "certificates", "paper-ledger"),
    ),
    "project": Section(
        "Project",
        "What changed, why it is as it is, and how to add to it.",
        ("changelog", "decisions", "contributing"),
    ),
}  # fmt: skip
_OWN_ENTRY = {"index", "tour", "guide", "indices", "properties", "migrate", "undefined"}


def section_pages(pages: Mapping[str, str]) -> dict[str, str]:
    """Return the pages of the sections, given all others; a page in no section goes to "use"."""
    decisions = sorted(name for name in pages if name.startswith("decisions/"))
    intro = "Decisions that a successor would question, and the reasons."
    found = {"decisions.md": _listing("Decisions", intro, decisions, pages)}
    pages = {**pages, **found}
    top = {name.removesuffix(".md") for name in pages if re.fullmatch(r"[^/]+\.md", name)}
    listed = {name for section in SECTIONS.values() for name in section.pages}
    for key, section in SECTIONS.items():
        names = [name for name in section.pages if name in top]
        names += sorted(top - listed - _OWN_ENTRY) if key == "use" else []
        chosen = [f"{name}.md" for name in names]
        found[f"{key}.md"] = _listing(section.title, section.intro, chosen, pages)
    return found


def _listing(title: str, intro: str, names: list[str], pages: Mapping[str, str]) -> str:
    lines = [f"- [{_title(pages[name])}]({name}): {first_sentence(pages[name])}" for name in names]
    tree = "\n".join(name.removesuffix(".md") for name in names)
    listed = "\n".join(lines)
    return f"# {title}\n\n{intro}\n\n{listed}\n\n```{{toctree}}\n:hidden:\n\n{tree}\n```\n"


def _title(page: str) -> str:
    found = re.search(r"^# (.+)$", page, re.MULTILINE)
    return found[1] if found else "?"


def first_sentence(page: str) -> str:
    r"""Return the first sentence of the first paragraph below the title, without links.

    Examples
    --------
    >>> first_sentence("# Title\n\n```\ncode\n```\n\nSee [this](x.md): it\nhelps. More.")
    'See this: it helps.'
    """
    body = page.partition("\n# ")[2] if not page.startswith("# ") else page[2:]
    body = re.sub(r"```.*?```|<!--.*?-->", "", body.partition("\n")[2], flags=re.DOTALL)
    paragraphs = (part.strip() for part in body.split("\n\n"))
    first = next((part for part in paragraphs if re.match(r"[\w*`\[\"]", part)), "")
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", first.replace("\n", " "))
    return re.split(r"(?<=[.?!])\s", plain)[0]
