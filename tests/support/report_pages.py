"""Reports to open in a browser."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import partwise as pw

__all__ = ["HOSTILE", "five_report", "hostile_report", "number_report", "plain_report"]

INDICES = ["CC", "S&S", "NMI", "VI", "R", "W", "J", "SMI", "FMeasure"]
HOSTILE = [
    "<script>window.hacked=1;alert(1)</script>",
    "\"><img src=x onerror='window.hacked=2;alert(2)'>",
    "</style><svg onload=alert(3)>",
    "{{ 7*7 }} ' &amp; ${window.hacked=4}",
    "W" * 300,
]


def plain_report(folder: Path) -> Path:
    """A report of four candidates that the indices disagree about."""
    random = np.random.default_rng(1)
    reference = random.integers(0, 8, 600)
    candidates = {
        "coarse": reference // 2,
        "fine": reference * 4 + random.integers(0, 4, 600),
        "mixed": np.where(random.random(600) < 0.25, random.integers(0, 8, 600), reference),
        "random": random.integers(0, 12, 600),
    }
    found = pw.compare(reference, candidates, INDICES)
    assert found.disagreement.counts.any()
    return found.report(folder / "report.html")


def five_report(folder: Path) -> Path:
    """A report of five candidates by all indices, with noise points, items left out and a tie."""
    random = np.random.default_rng(2)
    reference = random.integers(0, 12, 900)

    def mixed(share: float) -> np.ndarray:
        return np.where(random.random(900) < share, random.integers(0, 12, 900), reference)

    candidates: dict[str, list[int | None]] = {
        f"kmeans_{place}": mixed(0.05 + 0.1 * place).tolist() for place in range(4)
    }
    candidates["hdbscan"] = np.where(random.random(900) < 0.2, -1, mixed(0.02)).tolist()
    candidates["kmeans_3"][:30] = [None] * 30
    found = pw.compare(reference, candidates, noise="singletons", missing="drop")
    return found.report(folder / "five.html")


def number_report(folder: Path) -> Path:
    """A report whose numbers are not in the order of their text, and one undefined."""
    n, reference = 1500, np.arange(1500) % 40
    candidates = {f"k{k}": np.arange(n) // 3 * 3 % k for k in (1200, 950, 90, 1000, 7)}
    found = pw.compare(
        reference, {**candidates, "one": np.zeros(n, int)}, ["CC", "VI"], undefined="nan"
    )
    return found.report(folder / "numbers.html")


def hostile_report(folder: Path) -> Path:
    """A report of names that would do harm if they were not escaped."""
    random = np.random.default_rng(0)
    reference = [HOSTILE[i] for i in random.integers(0, len(HOSTILE), 100)]
    candidates = {
        name: [HOSTILE[i] for i in random.integers(0, place + 1, 100)]
        for place, name in enumerate(HOSTILE)
    }
    found = pw.compare(reference, candidates, ["CC", "NMI", "R"])
    return found.report(folder / "<img src=x> & 'q'.html", title=HOSTILE[1], command=HOSTILE[0])
