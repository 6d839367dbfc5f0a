"""The best of 2, 5 or 30 candidates, where none, several or one of them is the best.

An item is right in a candidate with a probability that depends on the item (a third of them are
hard) and on the candidate, and else in any cluster, by size. Errors of two candidates on one item
are independent given whether it is hard, apart from a share of the items on which all candidates
draw the same luck, as clusterings of the same data do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

import partwise as pw
from partwise.catalogue.index_record import Index
from partwise.comparison.uncertainty.api import difference
from partwise.comparison.uncertainty.best_of_many import (
    Joint,
    contenders,
    joint_of_columns,
    simultaneous,
)
from populations import pair_value, shares
from scenarios import Cell, Column

TITLE = "Best of many"
COLUMNS = (
    Column("all scores", 93, 97.5),
    Column("winner's score", 93, 100),
    Column("true best in the set", 94, 100),
    Column("a best one left out", 0, 6),
    Column("halves: score of the chosen one", 93, 97.5),
)

LEVEL = 0.95
_HARD, _EASIER = 0.3, 0.3
_LUCK = 0.5  # of the items, on which all candidates are right or wrong together


@dataclass(frozen=True)
class Population:
    """Shares of the reference's clusters, and how often each candidate is right."""

    shares: NDArray[np.float64]
    right: NDArray[np.float64]

    @classmethod
    def of(cls, sizes: str, candidates: int, truth: str) -> Population:
        """Make a population in which none, several, or one of the candidates is best."""
        right = np.full(candidates, 0.7)
        if truth == "near-equal":
            right = np.linspace(0.7, 0.66, candidates)
        elif truth == "one clearly best":
            right[0] = 0.85
        k = {"equal": 10, "geometric": 15}.get(sizes, 30)
        return cls(shares(k, sizes, np.random.default_rng(0)), right)

    def draw(
        self, n: int, rng: np.random.Generator
    ) -> tuple[NDArray[np.int64], list[NDArray[np.int64]]]:
        """Draw n items: the reference, and the candidates."""
        k = len(self.shares)
        reference = rng.choice(k, n, p=self.shares)
        shift = np.where(rng.random(n) < _HARD, -_EASIER * (1 - _HARD), _EASIER * _HARD)
        luck, shared = rng.random(n), rng.random(n) < _LUCK
        candidates = []
        for right in self.right:
            own = np.where(shared, luck, rng.random(n))
            anywhere = rng.choice(k, n, p=self.shares)
            candidates.append(np.where(own < right + shift, reference, anywhere))
        return reference, candidates

    def truth(self, index: Index) -> NDArray[np.float64]:
        """Return the scores of the candidates in the population."""
        return np.array(
            [
                pair_value(
                    index, right * np.diag(self.shares) + (1 - right) * np.outer(*[self.shares] * 2)
                )
                for right in self.right
            ]
        )


def draw(
    population: Population, n: int, truth: NDArray[np.float64], rng: np.random.Generator
) -> dict[str, bool | None]:
    """Draw a sample, choose the best, and tell what held."""
    index = pw.index("CC")
    reference, candidates = population.draw(n, rng)
    codes = [np.unique(column, return_inverse=True)[1] for column in (reference, *candidates)]
    joint, intervals = joint_of_columns(codes[0], codes[1:], index, LEVEL)
    held = [
        None if e.low is None or e.high is None else e.low <= true <= e.high
        for e, true in zip(simultaneous(joint, intervals, index, LEVEL), truth, strict=True)
    ]
    chosen = _contenders(joint, codes, index)
    best = np.flatnonzero(truth >= truth.max() - 1e-12)
    known = [one for one in held if one is not None]
    judged = bool(joint.judged.any())
    return {
        "all scores": all(known) if known else None,
        "winner's score": held[chosen[0]],
        "true best in the set": best[0] in chosen if judged else None,
        "a best one left out": not set(best) <= set(chosen) if judged else None,
        "halves: score of the chosen one": _halves_hold(reference, candidates, truth),
    }


def _halves_hold(
    reference: NDArray[np.int64], candidates: list[NDArray[np.int64]], truth: NDArray[np.float64]
) -> bool | None:
    """Choose on one half of the items; tell whether the interval on the other half holds."""
    one, other = slice(0, len(reference) // 2), slice(len(reference) // 2, None)
    by_place = {str(place): codes[one] for place, codes in enumerate(candidates)}
    best = int(pw.compare(reference[one], by_place, ["CC"], progress=False).best[0])
    scored = pw.compare(reference[other], {"best": candidates[best][other]}, ["CC"], progress=False)
    e = scored.estimates()["best"]["CC"]
    return None if e.low is None or e.high is None else bool(e.low <= truth[best] <= e.high)


def _contenders(joint: Joint, codes: list[NDArray[np.int64]], index: Index) -> list[int]:
    """Return the contenders as ``answer`` does: of two, as the p-value of their difference says."""
    if len(codes) > 3:
        return contenders(joint, LEVEL)
    order = [int(place) for place in np.argsort(-joint.scores, kind="stable")]
    reference, one, two = codes
    p_value = difference(reference, one, two, [index], LEVEL)[index.key].p_value
    return order[:1] if p_value is not None and p_value < 1 - LEVEL else order


def cells() -> list[Cell]:
    """Return all populations and sizes of samples."""
    shapes = {  # thirty candidates take long, so each shape has two such cells
        "equal": ((30, "nothing differs", 150), (30, "near-equal", 400)),
        "geometric": ((30, "nothing differs", 150), (30, "near-equal", 2000)),
        "power law 1.6": ((30, "nothing differs", 150), (30, "one clearly best", 2000)),
        "power law 2": ((30, "nothing differs", 400), (30, "near-equal", 400)),
        "power law 2.5": ((30, "nothing differs", 5000), (30, "one clearly best", 400)),
    }
    of_all = (
        (2, "nothing differs", 150),
        (2, "nothing differs", 2000),
        (5, "nothing differs", 150),
        (5, "nothing differs", 400),
        (2, "near-equal", 400),
        (5, "near-equal", 5000),
        (5, "one clearly best", 150),
    )
    populated = [
        (sizes, *cell) for sizes, of_shape in shapes.items() for cell in (*of_all, *of_shape)
    ]
    made = []
    for sizes, m, truth, n in populated:
        population = Population.of(sizes, m, truth)
        labels = {"sizes": sizes, "candidates": str(m), "truth": truth, "items": str(n)}
        true = population.truth(pw.index("CC"))
        made.append(Cell(labels, partial(draw, population, n, true)))
    return made
