"""How often intervals of coreference scores hold the score of all documents.

Run ``python tests/coreference/simulate_coverage.py`` for the figures of docs/coreference.md.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import partwise as pw

POPULATION = 2000

Documents = dict[str, list[list[int]]]


def population(seed: int = 0) -> tuple[Documents, Documents]:
    """Documents of very different lengths and difficulty; some mentions are missed or spurious."""
    rng = np.random.default_rng(seed)
    reference: Documents = {}
    candidate: Documents = {}
    for number in range(POPULATION):
        mentions = int(rng.geometric(1 / 25)) + 2
        entities = max(1, mentions // int(rng.integers(2, 6)))
        error = rng.beta(2, 6)
        truth = rng.integers(entities, size=mentions)
        guess = np.where(rng.random(mentions) < error, rng.integers(entities, size=mentions), truth)
        missed = rng.random(mentions) < 0.1
        sides: list[list[list[int]]] = []
        for codes, left_out in ((truth, np.zeros(mentions, bool)), (guess, missed)):
            groups = [np.flatnonzero((codes == e) & ~left_out).tolist() for e in range(entities)]
            sides.append([group for group in groups if group])
        spurious = [[mentions + 1 + i] for i in range(int(rng.poisson(1)))]
        reference[f"d{number}"], candidate[f"d{number}"] = sides[0], sides[1] + spurious
    return reference, candidate


def coverage(documents: int, samples: int, seed: int = 0) -> dict[str, float]:
    """Draw documents from the population, and count intervals that hold its score."""
    reference, candidate = population()
    names = list(reference)
    whole = pw.coreference.scores(reference, candidate)
    true = {key: score.f1 for key, score in whole.metrics.items()} | {"conll": whole.conll}
    rng = np.random.default_rng(seed)
    held: dict[str, Any] = dict.fromkeys(true, 0)
    for _ in range(samples):
        drawn = [names[i] for i in rng.integers(len(names), size=documents)]
        ours, theirs = (
            {f"{i}": own[name] for i, name in enumerate(drawn)} for own in (reference, candidate)
        )
        for key, e in pw.coreference.estimate(ours, theirs).items():
            assert e.low is not None
            assert e.high is not None
            held[key] += e.low <= float(true[key]) <= e.high
    return {key: count / samples for key, count in held.items()}


if __name__ == "__main__":
    for size, samples in ((20, 1000), (50, 1000), (100, 400)):
        sys.stdout.write(f"{size} documents: {coverage(size, samples)}\n")
