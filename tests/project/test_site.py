"""The pages that the site generates: one for every index and property, with links that lead on.

``make docs`` builds the whole site with warnings as errors; these tests need no Sphinx.
"""

from __future__ import annotations

import doctest
import re
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import genieclust.compare_partitions
import igraph
import numpy as np
import pytest
import sklearn.metrics

import catalogue as catalogue_module
import long_names
import partwise as pw
import sections
import sources
import symbols
from api_pages import api_pages
from catalogue import catalogue
from index_pages import index_page
from partwise.properties.known_verdicts import known
from partwise.properties.registry import PROPERTIES
from peer_names import PeerName, peer_names
from property_pages import property_page, reasons
from sections import FOOTER
from sources import gather

BUILTIN = catalogue()
CALLS = {
    "scikit-learn": sklearn.metrics,
    "genieclust": genieclust.compare_partitions,
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "source"
    gather(folder)
    return folder


def test_all_pages_are_there_and_their_links_lead_somewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.md"))
    names = {page.relative_to(site).as_posix() for page in pages}
    assert {f"indices/{index.key}.md" for index in BUILTIN} <= names
    assert {f"properties/{key}.md" for key in PROPERTIES} <= names
    for page in pages:
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\((?!https?://|#)([^)#\s]+)", text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_page_is_in_some_table_of_contents(site: Path) -> None:
    """But for those at the foot of every page."""
    texts = {
        page.relative_to(site).as_posix().removesuffix(".md"): page.read_text(encoding="utf-8")
        for page in site.rglob("*.md")
    }
    trees = re.findall(r"```\{toctree\}\n(?::.*?\n)+\n(.*?)```", "".join(texts.values()), re.DOTALL)
    in_trees = {line.rpartition("<")[2].rstrip(">") for tree in trees for line in tree.splitlines()}
    assert set(texts) - in_trees - {"index"} == set(FOOTER.values())
    assert all(texts[name].startswith("---\norphan: true\n") for name in FOOTER.values())


@pytest.mark.parametrize("index", BUILTIN, ids=lambda index: index.key)
def test_the_code_on_an_index_page_gives_what_the_page_says(index: pw.Index) -> None:
    page = index_page(index, ())
    code = re.findall(r"```pycon\n(.*?)```", page, re.DOTALL)
    tests = doctest.DocTestParser().get_doctest("".join(code), {}, index.key, None, 0)
    assert len(tests.examples) >= 4
    assert doctest.DocTestRunner(verbose=False).run(tests).failed == 0


@pytest.mark.parametrize("index", BUILTIN, ids=lambda index: index.key)
def test_an_index_page_has_all_verdicts(index: pw.Index) -> None:
    page = index_page(index, ())
    for key in known(index):
        assert f"](../properties/{key}.md)" in page
    for word in ("Favours", "Avoid when"):
        assert (f"{word}:" in index.doc) == (f":::{{admonition}} {word}" in page)


@pytest.mark.parametrize("index", BUILTIN, ids=lambda index: index.key)
def test_an_index_page_has_all_names_near_its_top(index: pw.Index) -> None:
    """Search finds visible text; the title is spelled out."""
    peers = [name for name in peer_names() if name.key == index.key]
    top = index_page(index, peers).partition("$$")[0].replace("\\", "")
    for name in (index.key, *index.aka, *(peer.call for peer in peers)):
        assert name in top
    title = top.partition("# ")[2].partition("\n")[0]
    assert not re.search(r"\b(MI|VI|NMI) ", title)


@pytest.mark.parametrize("key", PROPERTIES)
def test_a_property_page_counts_every_index_once(key: str) -> None:
    page = property_page(key, BUILTIN)
    having = page.partition("## Which indices")[2].partition("## Smallest counterexamples")[0]
    linked = re.findall(r"\]\(\.\./indices/(\w+)\.md\)", having)
    assert sorted(linked) == sorted(index.key for index in BUILTIN if key in known(index))
    assert len(reasons()[key]) > 80


@pytest.mark.parametrize("key", PROPERTIES)
def test_a_property_page_starts_with_why_and_a_picture(key: str) -> None:
    top, _, rest = property_page(key, BUILTIN).partition("## Definition")
    assert reasons()[key].partition("\n\n")[0] in top
    assert "Source: " in rest
    examples = [known(index)[key].counterexample for index in BUILTIN if key in known(index)]
    can_be_drawn = any(each and (each.clusterings or each.pair_counts) for each in examples)
    assert ("<svg" in top) is can_be_drawn


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs
        self.seen.append(tag)


def test_pictures_show_every_item_of_the_smallest_counterexamples() -> None:
    """Each section draws its clusterings: a dot for each item, a box for each cluster."""
    page = property_page("monotonicity", BUILTIN)
    sections = page.split("\n### ")[1:]
    assert sections
    for section in sections:
        title = section.partition("\n")[0].replace("\\", "")
        clusterings = [part.partition(" = ")[2] for part in title.split(", ")]
        tags = _Tags()
        tags.feed(section)
        assert tags.seen.count("circle") == sum(len(c.replace("|", "")) for c in clusterings)
        assert tags.seen.count("rect") == sum(len(c.split("|")) for c in clusterings)


def test_names_are_escaped() -> None:
    odd = pw.define("odd", "n11 / (n11 + n10)", range=(0, 1))
    named = pw.Index(**{**vars(odd), "label": "<script>*|x|*</script>", "doc": "Odd."})
    page = index_page(named, [PeerName("some", "`call`", "odd", "")])
    assert "# \\<script>\\*\\|x\\|\\*\\</script>" in page
    assert "<script>" not in page.replace("\\<script>", "")


def test_names_in_other_libraries_exist() -> None:
    found = peer_names()
    assert {name.library for name in found} == {*CALLS, "igraph", "clusim", "aricode"}
    for name in found:
        assert pw.index(name.key).key == name.key
        if name.library in CALLS:
            called = re.match(r"`(\w+)", name.call)
            assert called is not None
            assert callable(getattr(CALLS[name.library], called[1])), name.call


@pytest.mark.parametrize(
    "name",
    [name for name in peer_names() if name.library in {*CALLS, "igraph"}],
    ids=lambda name: f"{name.library}-{name.call}",
)
def test_other_libraries_give_the_same_values(name: PeerName) -> None:
    """The call as the table has it, on clusterings where no convention is needed."""
    rng = np.random.default_rng(3)
    a, b = rng.integers(0, 4, (2, 40)).tolist()
    call = name.call.strip("`")
    if name.library == "igraph":
        theirs = igraph.compare_communities(a, b, method=call.strip('"'))
    else:
        function, _, option = call.rstrip(")").partition("(")
        options = dict([option.replace('"', "").split("=")]) if option else {}
        theirs = getattr(CALLS[name.library], function)(a, b, **options)
    assert pw.score(a, b, name.key) == pytest.approx(theirs, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("module", [catalogue_module, sections, sources, symbols, long_names])
def test_examples_in_docstrings_run(module: ModuleType) -> None:
    tried = doctest.testmod(module)
    assert (tried.attempted > 0, tried.failed) == (True, 0)


def test_the_reference_has_every_public_name() -> None:
    pages = api_pages()
    top = pages["api/index.rst"].split()
    missing = [name for name in pw.__all__ if name not in top]
    assert [name for name in missing if f"api/partwise.{name}.rst" not in pages] == []
