"""Words that people search for, beside those of a page's title: full names and synonyms.

They become index entries of the page, which Sphinx's search ranks first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import partwise as pw
from peer_names import PeerName
from sections import SECTIONS, first_sentence

__all__ = ["PAGE_WORDS", "index_words", "page_words", "scorer", "with_words"]

PAGE_WORDS: dict[str, tuple[str, ...]] = {
    "ari-ami-nmi": (
        "ARI vs NMI", "ARI vs AMI", "NMI vs AMI", "which metric", "which clustering metric",
        "best clustering metric", "external validation", "silhouette", "imbalanced clusters",
        "different number of clusters",
    ),
    "big-data": ("larger than memory", "out of core", "Parquet", "DuckDB", "Spark", "Dask"),
    "chance": (
        "adjusted for chance", "random baseline", "permutation test", "selection bias",
        "good score", "good adjusted Rand index", "good ARI", "good NMI", "negative score",
    ),
    "charts": (
        "visualize clusterings", "Sankey diagram", "alluvial diagram", "heat map", "plot clusters",
    ),
    "choose-a-threshold": (
        "number of clusters", "resolution parameter", "threshold", "cut a dendrogram",
    ),
    "cluster-stability": (
        "cluster stability", "stable clusters", "reproducible clusters", "k-means random seed",
    ),
    "data": ("different items", "missing items", "match items"),
    "communities": (
        "community detection", "Louvain", "Leiden", "modularity", "network clustering",
    ),
    "compare": (
        "compare clusterings", "compare two clusterings", "compare clustering results",
        "compare clustering algorithms", "benchmark clusterings", "evaluate clusterings",
    ),
    "confidence-intervals": (
        "confidence interval", "bootstrap", "p-value", "standard error", "error bars",
        "statistical significance", "significant difference",
    ),
    "coreference": (
        "coreference resolution", "entity linking", "CoNLL-2012", "CoNLL F1", "CEAF", "B-cubed",
        "mention detection",
    ),
    "covers": (
        "overlapping clusters", "overlapping communities", "overlapping clustering",
        "overlapping NMI", "Omega index", "multi-label", "several labels per item",
        "evaluate overlapping clusters",
    ),
    "entity-resolution": (
        "record linkage", "deduplication", "duplicate detection", "Splink", "dedupe",
        "author disambiguation",
    ),
    "errors": (
        "confusion matrix", "split clusters", "merged clusters", "misclassified items",
        "match cluster labels", "align cluster labels", "relabel clusters",
        "Hungarian algorithm",
    ),
    "glossary": ("terms", "definitions", "abbreviations"),
    "hdbscan-noise": (
        "HDBSCAN", "DBSCAN", "OPTICS", "noise points", "outliers", "label -1", "unclustered points",
    ),
    "hierarchies": ("dendrogram", "tanglegram", "cophenetic", "hierarchical clustering"),
    "install": ("pip install", "conda", "requirements", "extras"),
    "many": ("consensus clustering", "ensemble clustering", "co-association matrix"),
    "memberships": (
        "fuzzy clustering", "soft clustering", "fuzzy c-means", "GMM", "predict_proba",
        "fuzzy ARI", "topic model", "LDA", "evaluate soft clustering",
    ),
    "migrate": ("clusim", "cdlib", "igraph", "genieclust", "aricode", "mclust"),
    "partial-labels": (
        "ground truth for a sample", "partially labelled data", "labelled sample",
        "labeled sample", "judged pairs",
    ),
    "peers": ("different score", "sklearn", "scikit-learn", "cdlib", "clusim"),
    "single-cell": (
        "scRNA-seq", "cell types", "cell type annotation", "scanpy", "AnnData", "Seurat",
    ),
    "sklearn": ("scikit-learn", "sklearn", "GridSearchCV", "scorer", "make_scorer"),
    "tutorial": ("getting started", "quick start", "quickstart", "first steps", "tour"),
    "undefined": ("division by zero", "NaN", "single cluster", "one cluster"),
    "weights": ("weighted ARI", "weighted Rand index", "weighted NMI", "sample weights"),
}  # fmt: skip
"""Synonyms by page; a page that does not exist is left out."""

_RESEARCH = (name for group in SECTIONS["research"].groups.values() for name in group)
_WEIGHTS = {
    **dict.fromkeys(["changelog", "decisions", "contributing"], 0.2),
    **dict.fromkeys([*SECTIONS, "index"], 0.3),
    **dict.fromkeys([*_RESEARCH, "api", "files", "everyday-tasks", "glossary"], 0.6),
    "gallery": 0.8,
}
_IN_FULL = {
    r"\bMI\b": "mutual information",
    r"\bNMI\b": "normalised mutual information",
    r"\bVI\b": "variation of information",
}
_ADJUSTED = {r"\bARI\b": "adjusted Rand index", r"\bAMI\b": "adjusted mutual information"}
_CALL = re.compile(r"\w+")


def index_words(index: pw.Index, names: Iterable[PeerName]) -> list[str]:
    """Return the names of an index: in full, in both spellings, abbreviated, in other libraries.

    Examples
    --------
    >>> index_words(pw.index("nvi"), [PeerName("other", "`nvi_score(x)`", "nvi", "")])
    ['Normalised VI', 'Normalized VI', 'Normalised variation of information', \
'Normalized variation of information', 'NVI', 'nvi', 'nvi_score']
    >>> index_words(pw.index("rand"), [])[:2]
    ['Rand', 'Rand index']
    """
    known = [index.label, *index.aka, index.key.replace("_", " ")]
    if index.label.isalpha() or index.label.startswith("Adjusted "):
        known.insert(1, f"{index.label} index")
    called = (_CALL.search(name.call) for name in names)
    found = [spelling for name in known for spelling in _spellings(name)]
    return list(dict.fromkeys([*found, *(call[0] for call in called if call)]))


def page_words(page: str) -> list[str]:
    """Return the synonyms of a page, with abbreviations and in full.

    Examples
    --------
    >>> page_words("weights")[:2]
    ['weighted ARI', 'weighted adjusted Rand index']
    """
    found = [
        spelling
        for word in PAGE_WORDS.get(page, ())
        for spelling in (word, *_spellings(_written_out(word, _ADJUSTED)))
    ]
    return list(dict.fromkeys(found))


def _written_out(text: str, abbreviations: Mapping[str, str]) -> str:
    for short, long in abbreviations.items():
        text = re.sub(short, long, text)
    return text


def _spellings(name: str) -> Iterator[str]:
    full = _written_out(name, _IN_FULL)
    for spelling in dict.fromkeys([name, full]):
        yield spelling
        if "ormalised" in spelling or "tandardised" in spelling:
            yield spelling.replace("ised", "ized")


def with_words(page: str, words: Iterable[str]) -> str:
    r"""Return a page in Markdown with index entries below its title.

    Examples
    --------
    >>> print(with_words("# Title\n\nText.", ["ARI", "adjusted Rand"]))
    # Title
    <BLANKLINE>
    ```{index} ! ARI, ! adjusted Rand
    ```
    <BLANKLINE>
    Text.
    """
    entries = ", ".join(f"! {word}" for word in words)
    title = re.search(r"^# .+\n", page, re.MULTILINE)
    if not entries or not title:
        return page
    return f"{page[: title.end()]}\n```{{index}} {entries}\n```\n{page[title.end() :]}"


def scorer(pages: Mapping[str, str]) -> str:
    """Return the script that ranks what search finds, with a weight and a description by page."""
    about: dict[str, dict[str, float | str]] = {
        name: {"weight": weight} for name, weight in _WEIGHTS.items()
    }
    for file, text in pages.items():
        name, _, kind = file.rpartition(".")
        if kind == "md":
            weight = _WEIGHTS.get(name, _WEIGHTS.get(name.partition("/")[0], 1))
            about[name] = {"weight": weight, "description": _plain(first_sentence(text))}
    script = (Path(__file__).parent / "scorer.js").read_text(encoding="utf-8")
    return f"const PAGES = {json.dumps(about, ensure_ascii=False)};\n{script}"


def _plain(text: str) -> str:
    return re.sub(r"\*\*?|`|\\(?=\W)", "", text)
