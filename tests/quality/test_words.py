"""Users read idiomatic English: no odd phrase, every index spelled out, and counts that add up."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import partwise as pw
from partwise.paper.published import TRIPLET_INDICES
from partwise.properties.known_orders import order_classes
from partwise.properties.triplet_search.search import PAPER
from support.visible_text import ROOT, Visible, code_of, pages, prose, visible_texts

TERMS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))["term"]
NAMES = {
    "ARI": "adjusted Rand",
    "AMI": "adjusted mutual information",
    "NMI": "normali[sz]ed mutual information",
    "VI": "variation of information",
}
"""Abbreviations that a page spells out at their first mention."""


@dataclass(frozen=True)
class Term:
    """An odd phrase, and what to say instead."""

    odd: re.Pattern[str]
    say: str
    pages: bool

    def found_in(self, visible: Visible) -> Iterator[str]:
        """Return a line for each place where a text has the phrase."""
        if self.pages and visible.path.suffix != ".md":
            return
        for match in self.odd.finditer(visible.text):
            phrase = match[0].lstrip(" \n.!?")
            line = visible.line_of(match.end() - len(phrase))
            phrase = " ".join(phrase.split())
            yield f"{visible.where}:{line}: {phrase!r}; say: {self.say}"


@cache
def _terms() -> tuple[Term, ...]:
    return tuple(
        Term(
            re.compile(term["odd"].replace(" ", r"\s+"), re.IGNORECASE),
            term["say"],
            term.get("pages", False),
        )
        for term in TERMS
    )


def _odd(visible: Visible) -> Iterator[str]:
    for term in _terms():
        yield from term.found_in(visible)


def test_users_read_no_odd_phrase() -> None:
    odd = [line for visible in visible_texts() for line in _odd(visible)]
    assert not odd, "\n".join(["", *odd])


@pytest.mark.parametrize(
    "text",
    [
        "It is made\n  again.",
        "Of CC random candidates get 0.",
        "CC. Of a larger table come the histograms.",
        "at 95 % intervals are",
        "One less NMI (max).",
        "The data cannot tell it\nfrom the best one.",
    ],
)
def test_odd_phrases_are_found(text: str) -> None:
    assert list(_odd(Visible(ROOT / "docs" / "page.md", 1, text)))


def test_the_line_of_an_odd_phrase_is_named(tmp_path: Path) -> None:
    page = ROOT / "docs" / "page.md"
    (line,) = _odd(Visible(page, 7, "Fine.\nFine.\nDecided anew, here."))
    assert line.startswith("docs/page.md:9: 'anew'; say: again")


# --- names of variables

_NAME = re.compile(
    r"^(?:>>> |\.\.\. )?(?:for )?(found|told|given)(?: =|, \w+ =| in )", re.MULTILINE
)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_variables_on_pages_say_what_they_are(page: Path) -> None:
    """A comparison is called comparison, and a table table."""
    names = _NAME.findall(code_of(page))
    assert not names, f"{page.name}: rename {', '.join(names)}"


# --- indices are spelled out


def _first_mentions(page: Path) -> Iterator[str]:
    """Return abbreviations of indices that come before their names; headings and tables aside."""
    text = re.sub(r"^(?:#+ |\|).*$", "", prose(page).text, flags=re.MULTILINE)
    for short, name in NAMES.items():
        mention = re.search(rf"(?<![\w-]){short}(?![\w-])", text)
        if mention and not re.search(
            name.replace(" ", r"\s+"), text[: mention.end() + 50], re.IGNORECASE
        ):
            yield short


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_an_index_is_spelled_out_at_its_first_mention(page: Path) -> None:
    short = list(_first_mentions(page))
    assert not short, f"{page.name}: spell out {', '.join(short)} at the first mention"


# --- counts of indices

_COUNT = re.compile(r"\b(\d+)\s+(?:(?:pair-counting|known|recommended)\s+)*(?:indices|scores)\b")


def _counts() -> dict[str, int]:
    """Return how many indices there are, in each sense in which a page may count them."""
    paper = pw.indices("paper")
    every = [index for index in pw.indices("all") if index.builtin]
    pairs = [index for index in paper if index.kind == "pairs"]
    slow = [index for index in paper if index.key == "smi" or index.key.startswith("ami_")]
    return {
        "in the paper's list of pair-counting indices": len(pairs) - 1,
        "that count pairs, with the paper's CD′": len(pairs),
        "of the paper": len(paper),
        "of the paper in linear time": len(paper) - len(slow),
        "beyond the paper": len(every) - len(paper),
        "of the catalogue": len(every),
        "recommended": len(pw.indices("recommended")),
        "in the paper's experiments": len(TRIPLET_INDICES),
        "of these, with orders of their own": len(PAPER),
        "votes of the paper's indices": len(order_classes(paper)),
    }


def test_counts_of_indices_add_up() -> None:
    """Wherever a page or a message says how many indices there are, the registry has as many."""
    counts = _counts()
    wrong = [
        f"{visible.where}:{visible.line_of(match.start())}: {match[0]!r} is none of {counts}"
        for visible in visible_texts()
        for match in _COUNT.finditer(visible.text)
        if int(match[1]) >= 10 and int(match[1]) not in counts.values()
    ]
    assert not wrong, "\n".join(["", *wrong])
    paper = r"(\d+) indices of the paper\b|all (\d+) scores\b"
    said = {
        int(one or other) for page in pages() for one, other in re.findall(paper, prose(page).text)
    }
    assert said <= {counts["of the paper"]}
    assert counts["of the catalogue"] == counts["of the paper"] + counts["beyond the paper"]
