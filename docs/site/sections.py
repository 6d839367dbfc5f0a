"""The map of the site: which page belongs to which section, and the pages that list them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

__all__ = ["BAR", "FOOTER", "SECTIONS", "Section", "first_sentence", "listed", "section_pages"]


@dataclass(frozen=True)
class Section:
    """A page that leads to others, in groups; a group without a name has no heading."""

    title: str
    intro: str
    groups: Mapping[str, tuple[str, ...]]


SECTIONS = {
    "get-started": Section(
        "Get started",
        "Install partwise, compare your first clusterings in ten minutes, and look up what you "
        "need every day.",
        {"": ("install", "tutorial", "everyday-tasks", "glossary", "examples")},
    ),
    "how-to": Section(
        "How-to",
        "One page for each task: the answer first, with code that you can copy.",
        {
            "Choose an index": ("ari-ami-nmi", "by-example", "guide"),
            "Compare and test": (
                "compare", "confidence-intervals", "partial-labels", "errors", "weights",
                "memberships", "charts",
            ),
            "In your field": (
                "hdbscan-noise", "entity-resolution", "coreference", "communities", "covers",
                "single-cell", "graphs",
            ),
            "Many clusterings": (
                "choose-a-threshold", "many", "cluster-stability", "hierarchies", "trees",
                "tracking", "streams",
            ),
            "Data and tools": ("data", "objects", "sklearn", "migrate", "big-data", "gpu"),
        },
    ),
    "explanation": Section(
        "Explanation",
        "Find out why scores differ, what chance contributes to them, and how confidence intervals "
        "are computed. [Properties](properties.md) explains each property of an index.",
        {"": ("nmi-high-ari-low", "chance", "interval-methods")},
    ),
    "reference": Section(
        "Reference",
        "Look up every index, property, function, command and file format.",
        {
            "Indices": ("indices", "properties", "peers"),
            "Code": ("api/index", "cli", "compare-json", "speed", "testing"),
        },
    ),
    "research": Section(
        "Research",
        "Read how partwise reproduces and checks *Systematic Analysis of Cluster Similarity "
        "Indices* (Gösgens, Tikhonov, Prokhorenkova, ICML 2021), and what it adds.",
        {
            "The paper": ("reproduce", "errata", "paper-ledger", "study", "triplets"),
            "Proofs": ("theorems", "certificates", "correlation-distance"),
            "Simulations": ("coverage", "baseline-tests"),
        },
    ),
}  # fmt: skip
"""What each section lists. A test compares this with the pages that exist."""

BAR = {
    "Get started": "get-started",
    "How-to": "how-to",
    "Explanation": "explanation",
    "Reference": "reference",
    "Gallery": "gallery/index",
    "Research": "research",
}
"""The bar on top of every page: names and pages."""

FOOTER = {"Contributing": "contributing", "Changelog": "changelog", "Decisions": "decisions"}
"""The links at the foot of every page."""

_UNDER_OTHERS = {"index", "undefined"}  # of these, other pages have a table of contents
_NOT_MARKDOWN = {
    "api/index": ("API", "Every public function and class, with examples that run."),
}


def listed() -> list[str]:
    """Return the pages that sections or the footer list, or that have another place.

    Examples
    --------
    >>> "tutorial" in listed(), "changelog" in listed(), "brand-new" in listed()
    (True, True, False)
    """
    groups = (group for section in SECTIONS.values() for group in section.groups.values())
    return [*(name for group in groups for name in group), *FOOTER.values(), *_UNDER_OTHERS]


def section_pages(pages: Mapping[str, str]) -> dict[str, str]:
    """Return the pages of the sections and the list of decisions, given all others."""
    decisions = sorted(name.removesuffix(".md") for name in pages if name.startswith("decisions/"))
    intro = "Read why partwise works as it does: each decision, its reasons and what it rules out."
    section = Section("Decisions", intro, {"": tuple(decisions)})
    found = {"decisions.md": _listing(section, pages)}
    return found | {f"{key}.md": _listing(each, pages) for key, each in SECTIONS.items()}


def _listing(section: Section, pages: Mapping[str, str]) -> str:
    """Return a page with links to all pages of a section that exist."""
    parts = [f"# {section.title}", section.intro]
    for caption, names in section.groups.items():
        chosen = [name for name in names if f"{name}.md" in pages or name in _NOT_MARKDOWN]
        lines = [_entry(name, pages) for name in chosen]
        parts += [f"## {caption}"] if caption and chosen else []
        parts += ["\n".join(lines), _menu(caption, chosen)] if chosen else []
    return "\n\n".join(parts) + "\n"


def _entry(name: str, pages: Mapping[str, str]) -> str:
    if name in _NOT_MARKDOWN:
        title, said = _NOT_MARKDOWN[name]
        return f"- [{title}]({name}.rst): {said}"
    page = pages[f"{name}.md"]
    return f"- [{_title(page)}]({name}.md): {first_sentence(page)}"


def _menu(caption: str, pages: Iterable[str]) -> str:
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    return "\n".join(["```{toctree}", *options, "", *pages, "```"])


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
    body = re.sub(r"^:::.*$", "", body, flags=re.MULTILINE)
    paragraphs = (part.strip() for part in body.split("\n\n"))
    first = next((part for part in paragraphs if re.match(r"[\w*`\[\"]", part)), "")
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", first.replace("\n", " "))
    return re.split(r"(?<=[.?!])\s", plain)[0]
