"""Generate records of products with typing errors, and the pairs that a matcher would score.

    python examples/make_entities.py [folder]

Names are made of random syllables, so nothing in them is real. The seed is fixed, so the script
always writes the same files. ``records.csv`` has the names, and ``pairs.csv`` has the match
probabilities of pairs. ``all.csv`` has the entity that each record describes, and the clusters of
the pairs that reach each of four thresholds.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import combinations
from math import exp
from pathlib import Path
from random import Random

import partwise as pw

SEED = 7
ENTITIES = 300
THRESHOLDS = (0.3, 0.5, 0.7, 0.9)
LEAST = 0.05  # pairs that are less alike are not written
SYLLABLES = ("ba", "do", "fi", "gu", "ka", "lo", "mi", "nu", "pe", "ro", "sa", "ti", "vu", "xe")
KINDS = ("lamp", "chair", "kettle", "pump", "drill", "radio", "shelf", "clock")
SHORT = {"lamp": "lmp", "chair": "chr.", "kettle": "kettle", "pump": "pmp", "drill": "drl"}


def product(random: Random) -> str:
    """Make up a name: a maker, a kind of thing, a model."""
    maker = "".join(random.choices(SYLLABLES, k=random.choice((2, 3)))).capitalize()
    model = f"{random.choice('ABCDEFGH')}{random.choice((100, 150, 200, 220, 300, 310, 500))}"
    return f"{maker} {random.choice(KINDS)} {model}"


def misspelt(name: str, random: Random) -> str:
    """Write a name as people do: letters swapped, lost or doubled, words shortened or left out."""
    maker, kind, model = name.split()
    if random.random() < 0.35:
        kind = SHORT.get(kind, kind)
    if random.random() < 0.15:
        kind = ""
    if random.random() < 0.2:
        model = f"{model[0]}-{model[1:]}"
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        place = random.randrange(1, len(maker) - 1)
        before, letter, after = maker[:place], maker[place], maker[place + 1 :]
        maker = random.choice(
            (before + after, before + 2 * letter + after, before + after[:1] + letter + after[1:])
        )
    return " ".join(filter(None, (maker, kind, model)))


def records(random: Random) -> list[tuple[str, str, str]]:
    """Return records (id, name, entity): most products have one or two, a few have many."""
    names: set[str] = set()
    while len(names) < ENTITIES:
        names.add(product(random))
    described = []
    for number, name in enumerate(sorted(names), 1):
        copies = random.choices((1, 2, 3, 4, 7), (40, 30, 17, 10, 3))[0]
        described += [(misspelt(name, random), f"E{number:03d}") for _ in range(copies)]
    random.shuffle(described)
    return [(f"R{row:04d}", name, entity) for row, (name, entity) in enumerate(described, 1)]


def scored_pairs(rows: list[tuple[str, str, str]]) -> list[tuple[str, str, float]]:
    """Compare names letter by letter, and turn likeness into a probability of a match."""
    pairs = []
    for (left, name, _), (right, other, _) in combinations(rows, 2):
        likeness = SequenceMatcher(None, name.lower(), other.lower(), autojunk=False)
        if likeness.real_quick_ratio() > 0.6 and likeness.quick_ratio() > 0.6:
            probability = round(1 / (1 + exp(-25 * (likeness.ratio() - 0.84))), 3)
            if probability >= LEAST:
                pairs.append((left, right, probability))
    return pairs


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def main(folder: Path) -> None:
    """Write the three files."""
    rows = records(Random(SEED))  # noqa: S311 - nothing is secret
    pairs = scored_pairs(rows)
    ids = [record for record, _, _ in rows]
    columns = [
        pw.Clustering.from_pairs([(a, b) for a, b, p in pairs if p >= least], items=ids)
        for least in THRESHOLDS
    ]
    clusters = [dict(zip(found.items, found.labels, strict=True)) for found in columns]
    header = ("id", "entity", *(f"match_{100 * least:.0f}" for least in THRESHOLDS))
    all_rows = ((row, entity, *(found[row] for found in clusters)) for row, _, entity in rows)
    write_csv(folder / "all.csv", header, all_rows)
    write_csv(folder / "records.csv", ("id", "name"), (row[:2] for row in rows))
    write_csv(folder / "pairs.csv", ("left", "right", "match_probability"), pairs)


if __name__ == "__main__":
    here = Path(__file__).parents[1] / "src" / "partwise" / "data" / "entities"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else here)
