"""No text claims a property that the verdicts refute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import partwise as pw
from partwise.comparison.explanation import summary
from partwise.comparison.opinions import Agreement
from partwise.properties import holds
from partwise.properties.guide.requirements import HELD_WORDS, Requirement, judge
from partwise.report import page

ROOT = Path(__file__).parents[2]
CATALOGUE = [index for index in pw.indices("all") if index.builtin]
CLAIM = re.compile(r"\bconstant baseline\b|\bbaselines? (?:is|are) constant\b")
DENIAL = re.compile(
    r"\b(no|not|nearly|without|asymptotic\w*|deviat\w+|approximates|from|exact\w*|close|needed|"
    r"can be considered)\b"
)
"""Words that make a sentence with "constant baseline" something else than a claim."""


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, cells of tables and lines of code as such."""
    for paragraph in re.split(r"\n\s*\n|\n\s*[-*|>#]|\|", text):
        yield from re.split(r"(?<=[.;:])\s+", " ".join(paragraph.split()))


def pages() -> list[Path]:
    texts = [*ROOT.glob("docs/**/*.md"), ROOT / "README.md", *ROOT.glob("examples/**/*.py")]
    return [path for path in texts if "decisions" not in path.parts]


@pytest.mark.parametrize("path", [*pages(), *(ROOT / "src").rglob("*.py")], ids=lambda p: p.name)
def test_no_text_says_that_the_correlation_distance_has_a_constant_baseline(path: Path) -> None:
    assert holds(pw.index("CD"), "constant_baseline") is False
    for paragraph in re.split(r"\n\s*\n", path.read_text("utf-8")):
        about = re.search(r"\bCD\b|[Cc]orrelation [Dd]istance", paragraph)
        for sentence in sentences(paragraph) if about else ():
            named = re.search(r"\bCD\b|[Cc]orrelation [Dd]istance|\bits?\b", sentence)
            if named and CLAIM.search(sentence):
                assert DENIAL.search(sentence), sentence


@pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)
def test_cards_claim_a_constant_baseline_where_there_is_one(index: pw.Index) -> None:
    praise, _, _ = index.doc.partition("Avoid when:")
    if any(CLAIM.search(s) and not DENIAL.search(s) for s in sentences(praise)):
        assert holds(index, "constant_baseline"), index.doc


@pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)
def test_summaries_warn_of_baselines_that_move(index: pw.Index) -> None:
    text = summary(index, ["a", "b"], ["a"], Agreement(2, 0, {}, 0))
    is_constant = holds(index, "constant_baseline")
    assert (is_constant is False) == ("Note that" in text)
    if "only nearly" in text:
        assert holds(index, "asymptotic_constant_baseline")


@pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)
def test_the_report_says_of_the_deciding_index_what_the_verdicts_do(index: pw.Index) -> None:
    text = page._why(index)
    claims = {
        "constant_baseline": "has a constant baseline",
        "monotonicity": "is monotone",
        "symmetry": "is symmetric",
    }
    for about, words in claims.items():
        assert (words in text) == (holds(index, about) is True), text


@pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)
def test_the_guide_says_what_the_verdicts_do(index: pw.Index) -> None:
    asked = [Requirement(about) for about in HELD_WORDS if not about.endswith("baseline")]
    asked += [Requirement("constant_baseline", value) for value in ("exact", "asymptotic")]
    meant = {words: about for about, words in HELD_WORDS.items()}
    for requirement in asked:
        answer = judge(index, requirement)
        assert (answer.words in meant) == (answer.met is True)
        if answer.met:
            assert holds(index, meant[answer.words]) is True
