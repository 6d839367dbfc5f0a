"""The map of the site: every page has its place, a description and names to be found by."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

import address
import partwise as pw
import search_engines
import search_words
from address import absolute
from catalogue import catalogue
from search_engines import LONGEST, SHORTEST, check_descriptions, description, sitemap
from search_words import PAGE_WORDS, index_words, scorer, with_words
from sections import BAR, SECTIONS, listed, section_pages

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FROM_ELSEWHERE = {"index", "examples", "changelog", "contributing", "decisions", "api/index"}


def test_sections_list_every_page_once_and_no_other() -> None:
    """A page that is new must be put into a section, and one that is removed must leave it."""
    written = {page.stem for page in (ROOT / "docs").glob("*.md")}
    assert sorted(listed()) == sorted(written | FROM_ELSEWHERE)
    assert set(SECTIONS) == set(BAR.values()) - {"gallery/index"}


def test_a_section_says_what_its_pages_are_about() -> None:
    pages = {"install.md": "# Install it\n\nYou can [install](x.md) it. More.", "api/index.rst": ""}
    found = section_pages(pages)
    assert "- [Install it](install.md): You can install it.\n" in found["get-started.md"]
    assert "tutorial" not in found["get-started.md"]  # it is not there
    assert "- [API](api/index.rst): " in found["reference.md"]


def test_synonyms_lead_to_pages_that_exist() -> None:
    assert set(PAGE_WORDS) <= set(listed())


def test_an_index_is_found_by_all_its_names() -> None:
    for index in catalogue():
        words = index_words(index, ())
        assert {index.label, *index.aka} <= set(words)
        assert not any("," in word or ";" in word for word in words), words  # they separate entries
    assert {"adjusted mutual information", "AMI"} <= {
        word.lower() if len(word) > 4 else word for word in index_words(pw.index("AMI"), ())
    }
    assert "Adjusted Rand index" in index_words(pw.index("ARI"), ())
    assert "normalized mutual information" in map(str.lower, index_words(pw.index("NMI"), ()))


def test_words_stand_below_the_title() -> None:
    assert with_words("text", ["a"]) == "text"
    assert with_words("(x)=\n\n# T\n\ntext", ["a"]).startswith(
        "(x)=\n\n# T\n\n```{index} ! a\n```\n"
    )


def test_search_knows_what_pages_are_about() -> None:
    script = scorer({"guide.md": '# G\n\nUse **"this"** `now`. More.', "api/x.rst": "X"})
    assert r'"guide": {"weight": 1, "description": "Use \"this\" now."}' in script
    assert "api/x" not in script


@pytest.mark.parametrize("words", [0, 1, 5, 30, 300])
def test_descriptions_have_a_length_that_search_engines_show(words: int) -> None:
    for sentence in ("Word " + "word " * words + "ends.", "A. " * words):
        assert SHORTEST <= len(description("Some title", [sentence])) <= LONGEST


def test_pages_without_a_good_description_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = f'<meta name="description" content="{"x" * 100}" />'
    for name, text in {"a": good, "b": "", "c": good * 2, "d": good.replace("x" * 90, "")}.items():
        (tmp_path / f"{name}.html").write_text(text, encoding="utf-8")
    assert check_descriptions(tmp_path) == 1
    named = re.findall(r"^(\w)\.html", capsys.readouterr().out, re.MULTILINE)
    assert sorted(named) == ["b", "c", "d"]


def test_the_sitemap_has_all_pages(tmp_path: Path) -> None:
    for name in ("index", "a&b", "indices/rand", "_static/x", "search"):
        (tmp_path / f"{name}.html").parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.html").touch()
    root = ElementTree.fromstring(sitemap(tmp_path, "https://x.org/"))  # noqa: S314 - it is ours
    places = [str(place.text) for place in root.iter() if place.tag.endswith("loc")]
    assert places == [f"https://x.org/{name}.html" for name in ("a%26b", "index", "indices/rand")]


def test_the_readme_is_short_and_its_links_can_be_made_absolute() -> None:
    assert len(README.splitlines()) <= 80
    assert absolute(README) == README, "run python docs/site/address.py"
    made = absolute(README, "https://x.org")
    assert not re.findall(r"\]\((?!https://|#)[^)]*", made)
    for target in re.findall(r"\]\(https://x\.org/([^)#]*)", made):
        assert target.endswith((".html", ".png", ".svg")), target


@pytest.mark.parametrize("module", [address, search_engines, search_words])
def test_examples_in_docstrings_run(module: ModuleType) -> None:
    tried = doctest.testmod(module)
    assert (tried.attempted > 0, tried.failed) == (True, 0)
