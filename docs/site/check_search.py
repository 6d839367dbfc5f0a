"""Whether search finds the right page first, asked in Chromium with the words that people type.

``make site`` runs this on the site that it has built. Without a browser it says so, and fails if
this is CI.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.browser import Browser, MissingToolError, find_browser, started

__all__ = ["QUESTIONS", "Question", "check_search"]


class Question(NamedTuple):
    """What somebody types, the page that answers it, and what its first screen must say."""

    typed: str
    page: str
    says: str


QUESTIONS = (
    Question("ARI", "indices/adjusted_rand", "score 0 on average"),
    Question("adjusted mutual information", "indices/ami_arithmetic", "[Aa]djusted for chance"),
    Question("confidence interval", "confidence-intervals", "95% (CI|confidence interval)"),
    Question("hdbscan noise", "hdbscan-noise", 'noise="singletons"'),
    Question("NMI high ARI low", "nmi-high-ari-low", "many small clusters"),
    # as people type them into a search engine, written down before search was tried
    Question("ari vs nmi", "ari-ami-nmi", "use AMI"),
    Question("which clustering metric should i use", "ari-ami-nmi", "use AMI"),
    Question("why is nmi high but ari low", "nmi-high-ari-low", "many small clusters"),
    Question("how to evaluate dbscan with noise points", "hdbscan-noise", 'noise="singletons"'),
    Question(
        "bootstrap confidence interval adjusted rand index",
        "confidence-intervals",
        "95% (CI|confidence interval)",
    ),
    Question("is an adjusted rand index of 0.6 good", "chance", "score of a random clustering"),
    Question("entity resolution precision recall", "entity-resolution", "precision, recall"),
    Question("compare leiden clustering to cell types", "single-cell", "against cell types"),
    Question("evaluate community detection against ground truth", "communities", "known groups"),
    Question("gridsearchcv clustering adjusted rand", "sklearn", "GridSearchCV"),
    Question("how to choose resolution parameter", "choose-a-threshold", "best resolution"),
    Question("only a sample of items is labelled", "partial-labels", "labels for some"),
    # a second dozen, likewise
    Question("how to compare two clusterings python", "compare", r"call pw\.compare"),
    Question(
        "difference between rand index and adjusted rand index",
        "indices/adjusted_rand",
        "rescaled so that random candidates score 0",
    ),
    Question("negative adjusted rand index meaning", "chance", "what a negative"),
    Question("v-measure vs nmi", "ari-ami-nmi", "same number as the V-measure"),
    Question("cluster purity python", "indices/purity", "most frequent class"),
    Question("evaluate overlapping communities python", "covers", r"pw\.Cover"),
    Question("fuzzy c-means compare with ground truth", "memberships", r"pw\.Memberships"),
    Question(
        "match cluster labels between two clusterings hungarian",
        "errors",
        r"which cluster\s+stands",
    ),
    Question("bcubed precision recall python", "indices/bcubed_precision", "BCubed recall"),
    Question("clustering metrics 10 million rows memory", "big-data", "larger than memory"),
    Question("homogeneity completeness score meaning", "indices/homogeneity", "lies inside one"),
    Question(
        "is the difference between two ari scores significant",
        "confidence-intervals",
        "really better",
    ),
    # and a third
    Question("rand index formula", "indices/rand", "N11"),
    Question(
        "how many clusters should i choose kmeans ground truth", "choose-a-threshold", "best one"
    ),
    Question("compare two dendrograms python", "hierarchies", "Baker's gamma"),
    Question("weighted adjusted rand index", "weights", "weight"),
    Question("p-value for clustering similarity", "confidence-intervals", "really better"),
    Question("variation of information python", "indices/vi", "in nats"),
    Question("why is my ari different from sklearn", "peers", "scikit-learn"),
    Question("coreference evaluation conll score python", "coreference", "CoNLL score"),
    Question("track clusters over time", "tracking", r"pw\.ensembles\.track"),
    Question("consensus clustering python", "many", "one consensus clustering"),
    Question("adjusted rand index gpu cuda", "gpu", "CUDA tensors"),
    Question("fowlkes mallows index", "indices/fowlkes_mallows", "Geometric mean"),
    # and a fourth
    Question(
        "what does adjusted rand index of 0 mean", "indices/adjusted_rand", "score 0 on average"
    ),
    Question(
        "compare clusterings with different number of clusters",
        "ari-ami-nmi",
        "different numbers of clusters",
    ),
    Question("visualize difference between two clusterings sankey", "charts", "Sankey"),
    Question("silhouette score vs adjusted rand index", "ari-ami-nmi", "silhouette"),
    Question("rand index high but clusters bad", "indices/rand", "even a bad candidate"),
    Question(
        "kmeans results change every run how to measure stability", "many", "how stable a method"
    ),
    Question(
        "clustering accuracy unsupervised labels permutation python",
        "indices/accuracy",
        "permuted by the Hungarian algorithm",
    ),
    Question("pairwise f1 score deduplication", "entity-resolution", "Pair F1"),
    Question("best clustering metric for imbalanced clusters", "ari-ami-nmi", "imbalanced"),
    Question("is nmi symmetric", "indices/nmi_arithmetic", "symmetric"),
    Question(
        "compare two clusterings that do not contain the same items", "compare", 'missing="drop"'
    ),
    Question(
        "how many pairs to label to evaluate record linkage",
        "entity-resolution",
        "How many records or pairs",
    ),
)
_FIRST_SCREEN = """
const seen = [];
const texts = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const range = document.createRange();
  range.selectNodeContents(texts.currentNode);
  const box = range.getBoundingClientRect();
  if (box.height > 0 && box.top < innerHeight) seen.push(texts.currentNode.data);
}
return seen.join("")
"""
_SECONDS = 20


def check_search(site: Path) -> int:
    """Print what each question finds; return 1 if a first hit is wrong or does not answer."""
    try:
        programs = find_browser()
    except MissingToolError as error:
        print(f"search was not checked: {error}")
        return int(os.environ.get("CI") == "true")
    rows = [("question", "first hit", "clicks", "first screen answers")]
    with tempfile.TemporaryDirectory() as profile, started(*programs, Path(profile)) as browser:
        for question in QUESTIONS:
            hits = _hits(browser, site, question.typed)
            clicks = str(hits.index(question.page) + 1) if question.page in hits else "not found"
            answers = "yes" if _answers(browser, site, question) else "NO"
            rows.append((question.typed, hits[0] if hits else "nothing", clicks, answers))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)))
    return int(any(row[2:] != ("1", "yes") for row in rows[1:]))


def _hits(browser: Browser, site: Path, typed: str) -> list[str]:
    """Return the pages that search shows, each once, in their order."""
    browser.open(f"{(site / 'search.html').as_uri()}?q={quote(typed)}")
    WebDriverWait(browser.driver, _SECONDS).until(
        lambda driver: re.search("found|match", _text(driver, ".search-summary"))
    )
    links = browser.driver.find_elements(By.CSS_SELECTOR, "ul.search > li > a")
    base = site.as_uri() + "/"
    found = (str(link.get_attribute("href")).removeprefix(base) for link in links[:30])
    return list(dict.fromkeys(address.partition(".html")[0] for address in found))


def _text(driver: object, selector: str) -> str:
    found = driver.find_elements(By.CSS_SELECTOR, selector)  # type: ignore[attr-defined]
    return str(found[0].text) if found else ""


def _answers(browser: Browser, site: Path, question: Question) -> bool:
    """Whether the page that is meant says on its first screen what it must."""
    page = site / f"{question.page}.html"
    if not page.exists():
        return False
    browser.open(page)
    return re.search(question.says, browser.run(_FIRST_SCREEN), re.DOTALL) is not None


if __name__ == "__main__":
    sys.exit(check_search(Path(sys.argv[1]).resolve()))
