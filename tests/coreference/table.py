"""How often metrics of coreference agree with clusterings, definitions and other scorers.

    python tests/coreference/table.py [CASES]

A case is a random corpus of one to three documents, in which both sides lack mentions; for scorch
it is a document, and beside indices for clusterings both sides have the same mentions.
``python tests/covers/table.py`` prints these rows, too.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import partwise as pw
from coreference.definitions import DEFINITIONS, Corpus, Document
from coreference.peers import OFFICIAL, SCORCH, official, official_scorer
from support.agreement import Row, printed

CLOSE = 1e-9
MOST_FILES = 300  # cases for which files are written and Perl is started
_CONLL = ("muc", "bcubed", "ceaf_e")
_TWINS = {"bcubed": "bcubed", "ceaf_m": "accuracy"}


def random_document(random: Random, mentions: list[int], most: int) -> Document:
    """Put mentions into entities at random."""
    entities: list[set[int]] = [set() for _ in range(random.randint(1, most))]
    for mention in mentions:
        random.choice(entities).add(mention)
    return [entity for entity in entities if entity]


def random_corpora(random: Random, documents: int) -> tuple[Corpus, Corpus]:
    """Draw two corpora; either side lacks mentions, and some documents have none."""
    sides: tuple[Corpus, Corpus] = ([], [])
    for _ in range(documents):
        size, most = random.randint(0, 9), random.randint(1, 6)
        keep = random.choice([0.3, 0.8, 1.0])
        for side in sides:
            mentions = [m for m in range(size) if random.random() < keep]
            side.append(random_document(random, mentions, most))
    return sides


def named(corpus: Corpus) -> dict[str, Document]:
    return {f"document {k}": document for k, document in enumerate(corpus)}


def rates(score: pw.coreference.MetricScore) -> tuple[float | Fraction, ...]:
    return score.recall, score.precision, score.f1


def _are_close(ours: pw.coreference.MetricScore, theirs: Sequence[float], f1: float) -> bool:
    *exact, last = (abs(float(a) - b) for a, b in zip(rates(ours), theirs, strict=True))
    return max(exact) < CLOSE and last < f1


def with_definitions(cases: int, seed: int) -> list[Row]:
    """Compare as fractions."""
    found = {key: Row(key, "definition") for key in (*DEFINITIONS, "conll")}
    random = Random(seed)  # noqa: S311
    for _ in range(cases):
        a, b = random_corpora(random, random.randint(1, 3))
        scores = pw.coreference.scores(named(a), named(b), exact=True)
        wanted = {key: definition(a, b) for key, definition in DEFINITIONS.items()}
        for key in DEFINITIONS:
            found[key].count(rates(scores[key]) == wanted[key], (a, b))
        mean = sum((wanted[key][2] for key in _CONLL), Fraction(0)) / 3
        found["conll"].count(scores.conll == mean, (a, b))
    return list(found.values())


def with_clusterings(cases: int, seed: int) -> list[Row]:
    """Compare with indices for clusterings where both sides have the same mentions: exactly."""
    found = {key: Row(key, f"{twin} on clusterings") for key, twin in _TWINS.items()}
    random = Random(seed)  # noqa: S311
    for _ in range(cases):
        n, most = random.randint(2, 12), random.randint(1, 6)
        ours, theirs = ({m: random.randrange(most) for m in range(n)} for _ in "ab")
        labels = list(ours.values()), list(theirs.values())
        for key, twin in _TWINS.items():
            value = pw.coreference.score(ours, theirs, key, exact=True)
            found[key].count(value == pw.score(*labels, twin, exact=True), labels)
    return list(found.values())


def with_official_scorer(scorer: Path, cases: int, seed: int) -> list[Row]:
    """Compare recall and precision to nine digits; it prints F1 to four, cut off."""
    name = "official scorer 8.01"
    found = {key: Row(key, name) for key in ("mentions", *OFFICIAL.values(), "conll")}
    random = Random(seed)  # noqa: S311
    for _ in range(cases):
        a, b = random_corpora(random, random.randint(1, 3))
        said = official(scorer, a, b)
        scores = pw.coreference.scores(named(a), named(b))
        for key, theirs in said.items():
            same = _are_close(scores[key], theirs, 1.01e-4)
            why = None if same else _official_reason(key, a)
            found[key].count(same, (a, b, theirs, scores[key]), why)
        mean = sum(said[key][2] for key in _CONLL) / 3
        found["conll"].count(abs(float(scores.conll) - mean) < 1.01e-4, (a, b))
    return list(found.values())


def with_scorch(cases: int, seed: int) -> list[Row]:
    """Compare one document; differences count as explained if their reason is known."""
    found = {key: Row(key, "scorch 0.2.0") for key in SCORCH}
    random = Random(seed)  # noqa: S311
    for _ in range(cases):
        (a,), (b,) = random_corpora(random, 1)
        scores = pw.coreference.scores(a, b)
        for key, compute in SCORCH.items():
            try:
                same = _are_close(scores[key], theirs := compute(a, b), CLOSE)
            except (ValueError, IndexError, ZeroDivisionError, StopIteration) as error:
                same, theirs = False, (type(error).__name__,)  # type: ignore[assignment]
            why = None if same else _scorch_reason(key, a, b)
            found[key].count(same, (a, b, theirs, scores[key]), why)
    return list(found.values())


def _official_reason(key: str, a: Corpus) -> str | None:
    """Say why the official scorer gives another value; None: unexplained."""
    if key == "blanc" and not any(sum(map(len, document)) > 1 for document in a):
        return "0 where the reference has no pairs; Luo et al. (2014): 1 for the same mentions"
    return None


def _scorch_reason(key: str, a: Document, b: Document) -> str | None:
    """Say why scorch gives another value; None: unexplained."""
    if not a or not b:
        return "fails or gives another value where a side has no mentions"
    if key == "ceaf_e" and not set().union(*a) & set().union(*b):
        return "stops with a StatisticsError where no mention is shared"
    if key == "blanc" and sum(map(len, a)) == 1:
        return "1 where the reference is a single mention, whatever the candidate is"
    return None


def rows(cases: int, seed: int = 0) -> list[Row]:
    """Return all comparisons that can be made here."""
    found = [*with_clusterings(cases, seed), *with_definitions(cases, seed)]
    if scorer := official_scorer():
        found += with_official_scorer(scorer, min(cases, MOST_FILES), seed)
    if find_spec("scorch"):
        found += with_scorch(cases, seed)
    order = [*DEFINITIONS, "conll"]
    return sorted(found, key=lambda row: order.index(row.index))


if __name__ == "__main__":
    sys.stdout.write(printed(rows(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)))
