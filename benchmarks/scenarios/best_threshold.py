"""The best of all thresholds of a sweep, chosen by the sample that also scores it.

Items fall into fragments: mostly into those of their own reference cluster, some anywhere. As the
threshold falls, fragments are joined, those of one cluster mostly before those of two. The
reference labels a sample of the items, and the best threshold is chosen among all. "Peaked" curves
have one threshold that is clearly best; on "flat" ones, most joins are of fragments that hold
hardly any item.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

import partwise as pw
from partwise.catalogue.index_record import Index
from partwise.clusterings.clustering import Clustering
from partwise.clusterings.items import Items
from partwise.comparison.uncertainty.estimates import Estimate
from partwise.ensembles.sweeps.families import MergeFamily
from partwise.ensembles.sweeps.merges import Merges
from partwise.ensembles.sweeps.sweep_scores import sweep_of
from partwise.ensembles.sweeps.threshold_comparison import codes_along
from populations import pair_value, shares
from scenarios import Cell, Column

TITLE = "Best threshold"
COLUMNS = (
    Column("score at the best threshold", 93, 100),
    Column("the same, interval not adjusted", 0, 100),
    Column("a best one left out of the plateau", 0, 6),
)

_FRAGMENTS = 6  # of each cluster
_ASTRAY = 0.15  # share of the items that fall anywhere


@dataclass(frozen=True)
class Population:
    """Shares of the reference's clusters, and which fragments are joined when.

    ``joint`` has the probability of each cluster (row) and fragment (column).
    """

    joint: NDArray[np.float64]
    merges: Merges

    @classmethod
    def of(cls, sizes: str, curve: str, clusters: int = 25) -> Population:
        """Make a population whose curve is peaked or flat."""
        rng = np.random.default_rng(0)
        size = shares(clusters, sizes, rng)
        concentration = 5.0 if curve == "peaked" else 0.2
        parts = rng.dirichlet(np.full(_FRAGMENTS, concentration), clusters)
        fragments = (size[:, None] * parts).ravel()
        own = np.zeros((clusters, fragments.size))
        home = np.repeat(np.arange(clusters), _FRAGMENTS)
        own[home, np.arange(fragments.size)] = fragments
        joint = (1 - _ASTRAY) * own + _ASTRAY * np.outer(size, fragments)
        left, right = rng.integers(0, fragments.size, (2, 4 * fragments.size))
        mate = home[left] * _FRAGMENTS + rng.integers(0, _FRAGMENTS, left.size)
        right = np.where(rng.random(left.size) < 0.7, mate, right)
        is_within = home[left] == home[right]
        scores = np.where(is_within, rng.beta(4, 2, left.size), rng.beta(2, 4, left.size))
        return cls(joint, Merges.of_scores(left, right, scores, fragments.size))

    def truth(self, index: Index) -> NDArray[np.float64]:
        """Return the score at each threshold in the population."""
        values = []
        for codes in codes_along(self.merges, np.arange(len(self.merges.thresholds))):
            joined = np.zeros((len(self.joint), int(codes.max()) + 1))
            np.add.at(joined.T, codes, self.joint.T)
            with np.errstate(invalid="ignore"):  # of one cluster
                values.append(pair_value(index, joined))
        return np.array(values)

    @cached_property
    def _cumulated(self) -> NDArray[np.float64]:
        return np.cumsum(self.joint.ravel())

    def draw(self, n: int, rng: np.random.Generator) -> MergeFamily:
        """Draw n items; the fragments themselves are items too, which the reference lacks."""
        cells = np.searchsorted(self._cumulated, rng.random(n) * self._cumulated[-1])
        rows, fragments = np.divmod(cells, self.joint.shape[1])
        reference, merges = Clustering(rows), self.merges
        merged = Merges(
            n + merges.n,
            np.r_[np.arange(n), n + merges.left].astype(np.int32),
            np.r_[n + fragments, n + merges.right].astype(np.int32),
            np.r_[np.full(n, np.inf), merges.levels],
            merges.thresholds,
            n + merges.ends,
            is_score=True,
        )
        known = np.r_[reference.codes, np.full(merges.n, -1)].astype(np.int32)
        return MergeFamily(merged, Items(n + merges.n), reference, known)


def draw(
    population: Population, n: int, truth: NDArray[np.float64], rng: np.random.Generator
) -> dict[str, bool | None]:
    """Draw a sample, choose the best threshold, and tell what held."""
    sweep = sweep_of(population.draw(n, rng), [pw.index("CC")])
    best = sweep.best()
    true = dict(zip(population.merges.thresholds.tolist(), truth.tolist(), strict=True))
    chosen = true[best.threshold]
    own = sweep.compare([best.threshold]).estimates()[best.threshold]["CC"]
    highest = max(true[t] for t in best.compared)
    truly_best = {t for t in best.compared if true[t] >= highest - 1e-12}
    is_left_out = not truly_best <= {*best.plateau, *best.unjudged}
    return {
        "score at the best threshold": _holds(best.estimate, chosen),
        "the same, interval not adjusted": _holds(own, chosen),
        "a best one left out of the plateau": is_left_out if best.plateau else None,
    }


def _holds(e: Estimate | None, true: float) -> bool | None:
    """Tell whether an interval, if there is one, holds the truth."""
    return None if e is None or e.low is None or e.high is None else e.low <= true <= e.high


def cells() -> list[Cell]:
    """Return all populations and sizes of samples."""
    made = []
    for sizes in ("equal", "geometric", "power law 2"):
        for curve in ("peaked", "flat"):
            population = Population.of(sizes, curve)
            truth = population.truth(pw.index("CC"))
            for n in (300, 1500):
                labels = {"sizes": sizes, "curve": curve, "items": str(n)}
                made.append(Cell(labels, partial(draw, population, n, truth)))
    return made
