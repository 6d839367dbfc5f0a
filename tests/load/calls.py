"""A call of every public function and class of ``pw.__all__``, on objects that threads share."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import partwise as pw

INDICES = ("ARI", "AMI", "VI", "BCubed", "SMI")


@dataclass
class Shared:
    """What all threads work on, made once; what it caches is made by whichever comes first."""

    gold: pw.Clustering
    mine: pw.Clustering
    other: pw.Clustering
    table: Any
    tree: pw.Hierarchy
    comparison: pw.Comparison
    labels: Any
    index: pw.Index
    pairs: list[tuple[int, int, float]]
    cover: pw.Cover
    soft: pw.Memberships
    sample: list[int | None] = field(default_factory=list)


def shared(items: int = 3000) -> Shared:
    """Make the shared objects."""
    draw = np.random.default_rng(0)
    truth = draw.integers(0, 30, items)
    gold, mine, other = (
        pw.Clustering(labels)
        for labels in (truth, truth // 2, np.where(draw.random(items) < 0.7, truth, 99))
    )
    pairs = [(i, i + 1, round(float(score), 3)) for i, score in enumerate(draw.random(300))]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "labels.csv")
        lines = (f"{i},{a},{a // 2}" for i, a in enumerate(truth[:300].tolist()))
        path.write_text("\n".join(["item,gold,mine", *lines]))
        labels = pw.read(path)
        loaded = {name: labels[name].to_clustering() for name in labels.columns}
    return Shared(
        gold,
        mine,
        other,
        pw.contingency(gold, mine),
        pw.Hierarchy([[[1, 2], 3], [4, 5, 6]]),
        pw.compare(gold, {"mine": mine, "other": other}, ["CC", "VI"]),
        loaded,
        pw.index("ARI"),
        pairs,
        pw.Cover({k: [*range(k * 100, k * 100 + 150)] for k in range(20)}),
        pw.Memberships(draw.dirichlet([1, 1, 1], items)),
        [int(label) if label % 3 else None for label in truth[:600]],
    )


def _accumulated(of: Shared) -> object:
    stream = pw.Accumulator(["ARI"])
    for a, b in zip(of.gold.codes[:50].tolist(), of.mine.codes[:50].tolist(), strict=True):
        stream.update(a, b)
    return stream.score("Rand")


def _error(of: Shared) -> object:
    try:
        pw.score(of.gold, [0, 1], "ARI")
    except pw.PartwiseError as error:
        return str(error)
    raise AssertionError("clusterings of different items were compared")


def _own(of: Shared) -> object:
    return pw.define("shared_own", "n11 / (n11 + n10 + n01)")(of.gold, of.mine)


def _pair_index(of: Shared) -> object:
    return pw.pair_index("shared_pairs")(lambda p: p.agree / p.total)(of.gold, of.mine)


def _table_index(of: Shared) -> object:
    return pw.table_index("shared_table")(lambda t: t.column_maxima / t.n)(of.gold, of.mine)


CALLS: dict[str, Callable[[Shared], object]] = {
    "Accumulator": _accumulated,
    "Clustering": lambda of: (pw.Clustering(of.gold.codes).k, of.gold.meet(of.mine).k),
    "Comparison": lambda of: (of.comparison.best, of.comparison.to_dict(), str(of.comparison)),
    "Contingency": lambda of: (of.table.pair_counts, of.table.to_dict()),
    "Cover": lambda of: pw.score(of.cover, of.cover, "omega"),
    "Hierarchy": lambda of: (of.tree.to_newick(), of.tree.cut(clusters=2).k),
    "Index": lambda of: (of.index(of.gold, of.mine), str(of.index.expression())),
    "Memberships": lambda of: pw.score(of.soft, of.gold, "fuzzy_rand"),
    "PairCounts": lambda _: pw.PairCounts(2, 1, 0, 3).determinant,
    "PartwiseError": _error,
    "Scores": lambda of: pw.scores(of.gold, of.mine, INDICES).to_dict(),
    "audit": lambda _: str(pw.audit("n11 / (n11 + n10)", properties="symmetry", max_n=5)),
    "carry_over": lambda of: pw.carry_over(of.gold, of.mine).k,
    "compare": lambda of: pw.compare(of.gold, {"a": of.mine, "b": of.other}, ["CC"]).to_dict(),
    "contingency": lambda of: pw.contingency(of.gold, of.other).pair_counts,
    "define": _own,
    "estimate": lambda of: str(
        pw.estimate(of.sample, {"a": of.mine.codes[:600]}, ["CC"], design="random items")
    ),
    "index": lambda _: pw.index("adjusted_rand_score").key,
    "indices": lambda _: [index.key for index in pw.indices("recommended")],
    "match_clusters": lambda of: str(pw.match_clusters(of.gold, of.mine)),
    "pair_index": _pair_index,
    "pairwise": lambda of: pw.pairwise([of.gold, of.mine, of.other], "ARI", threads=2).to_dict(),
    "read": lambda of: pw.score(of.labels["gold"], of.labels["mine"], "AMI"),
    "recommend": lambda _: str(
        pw.recommend(monotonicity=True, linear_complexity=True, indices=pw.indices("recommended"))
    ),
    "score": lambda of: [pw.score(of.gold, of.mine, name) for name in INDICES],
    "scorer": lambda _: str(pw.scorer("correlation")),
    "scores": lambda of: pw.scores(of.gold, {"a": of.mine, "b": of.other}, INDICES).to_dict(),
    "sweep": lambda of: pw.sweep(None, of.pairs).to_dict(),
    "table_index": _table_index,
}


def public_names() -> list[str]:
    """Return the functions and classes that users see."""
    return [name for name in pw.__all__ if not isinstance(getattr(pw, name), ModuleType)]


def scored(seed: int) -> list[float]:
    """Score what follows from a seed, in a process that imports this module by its name."""
    labels = [(i * 7 + seed) % 11 for i in range(5000)]
    table = pw.pairwise([labels, [label // 2 for label in labels]], "AMI", threads=2)
    return [table[0, 1], pw.score(labels, labels[::-1], "ARI")]
