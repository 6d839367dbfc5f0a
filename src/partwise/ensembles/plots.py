"""The charts of many clusterings: landscape, consensus, stability, studies."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np

from partwise.base import InputError
from partwise.charts import (
    Disagreement,
    Figure,
    Pictures,
    Plots,
    Point,
    Recovery,
    Score,
    consistency,
    cut,
    dendrogram,
    disagreement,
    heat_map,
    points,
    preferences,
    recoveries,
    scores,
    stability_curve,
    together,
)
from partwise.ensembles.co_associations import CoAssociation
from partwise.ensembles.consensus_clustering import Consensus
from partwise.ensembles.consistent_items import ItemConsistency
from partwise.ensembles.landscapes import Landscape, as_dendrogram
from partwise.ensembles.stability_curves import Stability
from partwise.ensembles.stable_clusters import ClusterStability
from partwise.ensembles.study_result import Study
from partwise.tables import label_text


class LandscapePlots(Plots[Landscape]):
    """``landscape.plot()`` and the other charts of a landscape.

    Examples
    --------
    >>> import partwise as pw
    >>> runs = {"a": [0, 0, 1, 1], "b": [0, 0, 1, 2], "c": [0, 1, 0, 1]}
    >>> result = pw.ensembles.landscape(runs)
    >>> result.plot(), result.plot.dendrogram()
    (<Figure 'A map of the clusterings'>, <Figure 'Which clusterings are alike'>)
    """

    def map(self) -> Figure:
        """Draw the clusterings as points in a plane, with the medoid marked."""
        result = self._result
        return points(
            result.map.coordinates.tolist(),
            result.names,
            index=result.index.short,
            shown=result.map.shown,
            marked=[result.medoid],
        )

    def dendrogram(self) -> Figure:
        """Draw the dendrogram: which clusterings are joined, and at which distance."""
        result, note = self._central()
        return dendrogram(
            result.merges.tolist(), result.names, index=result.index.short, linkage=result.linkage
        ).noted(note)

    def matrix(self) -> Figure:
        """Draw the distance between each two clusterings, with similar ones side by side."""
        result, note = self._central()
        inside = result.distances[np.ix_(result.places, result.places)].tolist()
        return heat_map(inside, result.order, index=result.index.short).noted(note)

    __call__ = map  # noqa: A003 - the method above

    def _central(self) -> tuple[Landscape, str]:
        """Return the clusterings nearest to all, as many as there is space for, and a note."""
        result = self._result
        nearest = sorted(result.names, key=lambda name: result.mean_distances[name])
        names, note = cut(nearest, "clusterings, those nearest to all others first")
        if not note:
            return result, ""
        kept = [place for place, name in enumerate(result.names) if name in names]
        distances = result.distances[np.ix_(kept, kept)]
        merges, leaves = as_dendrogram(distances, result.linkage)
        clusterings = {
            result.names[place]: result.clusterings[result.names[place]] for place in kept
        }
        order = tuple(result.names[kept[leaf]] for leaf in leaves)
        part = replace(
            result, clusterings=clusterings, distances=distances, merges=merges, order=order
        )
        return part, note

    def _pictures(self) -> Pictures:
        return {"map": self.map, "dendrogram": self.dendrogram, "matrix": self.matrix}


class ConsensusPlots(Plots[Consensus]):
    """``consensus.plot()``: the distance to each clustering."""

    def distances(self) -> Figure:
        """Draw the distance of the consensus to each clustering, and that of the medoid."""
        result = self._result
        names, note = cut(list(result.distances), "clusterings")
        means = {"consensus": result.mean_distance, "medoid": result.medoid_mean}
        heads = [f"{name}, mean {mean:.3g}" for name, mean in means.items()]
        sides = (result.distances, result.medoid_distances)
        rows = [
            Score(name, head, mine[name], best=mine[name] < theirs[name])
            for head, mine, theirs in zip(heads, sides, sides[::-1], strict=True)
            for name in names
        ]
        title = f"Distance by {result.index.label} to each clustering"
        figure = scores(rows, lower_is_better=heads, title=title)
        described = (
            f"One panel is for the consensus and one for the medoid ({result.medoid}), the input "
            "clustering that is closest to all. A dot is the distance to the clustering of the "
            "row, and is blue if it is the smaller of the two. Both panels have the same axis."
        )
        return replace(figure, description=described).noted(note)

    __call__ = distances

    def _pictures(self) -> Pictures:
        return {"consensus": self.distances}


class StabilityPlots(Plots[Stability]):
    """``stability.plot()``: how much replicates agree, by number of clusters."""

    def curve(self) -> Figure:
        """Draw the mean agreement of replicates for each number of clusters."""
        result = self._result
        rows = [Point(str(p.clusters), p.mean, p.low, p.high) for p in result.points]
        if len(rows) == 1:
            raise InputError(
                "a curve needs several sets of replicates, but there is only one",
                remedy="pass a mapping from numbers of clusters to replicates",
            )
        return stability_curve(
            rows,
            index=result.index.short,
            level=result.level,
            best=str(result.best.clusters),
            lower_is_better=result.index.direction == "distance",
        )

    __call__ = curve

    def _pictures(self) -> Pictures:
        return {"stability": self.curve} if len(self._result.points) > 1 else {}


class CoAssociationPlots(Plots[CoAssociation]):
    """``result.plot()``: how often items of two clusters are together."""

    def matrix(self) -> Figure:
        """Draw a cell for each pair of clusters, with those often together side by side."""
        result = self._result
        largest = np.argsort(-result.sizes, kind="stable").tolist()
        kept, note = cut(largest, "clusters, the largest first")
        order = [place for place in result.order if place in set(kept)]
        return together(
            result.shares[np.ix_(order, order)].tolist(),
            [str(result.labels[place]) for place in order],
            replicates=result.replicates,
        ).noted(note)

    __call__ = matrix

    def _pictures(self) -> Pictures:
        return {"co-association": self.matrix}


class ClusterStabilityPlots(Plots[ClusterStability]):
    """``cluster_stability(…).plot()``: a bar for each cluster."""

    def clusters(self) -> Figure:
        """Draw the mean similarity of each cluster with its best match in the replicates."""
        result = self._result
        shown, note = cut(result.clusters, "clusters, the most stable first")
        rows = [
            Recovery(
                label_text(c.cluster), c.size, c.mean, c.low, c.high, c.dissolved, c.recovered,
                c.replicates, c.trust,
            )
            for c in shown
        ]  # fmt: skip
        return recoveries(
            rows,
            level=result.level,
            dissolution=result.dissolution,
            recovery=result.recovery,
        ).noted(note)

    __call__ = clusters

    def _pictures(self) -> Pictures:
        return {"cluster-stability": self.clusters}


class ItemConsistencyPlots(Plots[ItemConsistency]):
    """``item_consistency(…).plot()``: a histogram of the consistency of items."""

    def items(self) -> Figure:
        """Draw a histogram of the consistency of items, and list the least consistent ones."""
        result = self._result
        least = {label_text(item): value for item, value in result.least(12).items()}
        return consistency(result.values.tolist(), least)

    __call__ = items

    def _pictures(self) -> Pictures:
        return {"item-consistency": self.items}


class StudyPlots(Plots[Study]):
    """``study.plot()`` and the other charts of a study."""

    def disagreement(self, title: str = "How often two indices disagree") -> Figure:
        """Draw the percentage of triplets on which each two indices disagree."""
        study = self._result
        shorts = [index.short for index in study.indices]
        chosen, note = cut(range(len(shorts)), "indices")
        rows = [
            Disagreement(shorts[i], shorts[j], int(study.counts[i, j]), study.triplets)
            for i, j in combinations(chosen, 2)
        ]
        order = [shorts[place] for place in study.order if place in chosen]
        return disagreement(rows, order, title=title).noted(note)

    def preferences(self, first: str, second: str) -> Figure:
        """Draw how many datasets each index prefers one of two candidates on."""
        study = self._result
        counts = list(study.preference(first, second).values())
        by_name = {
            first: [preference.first for preference in counts],
            second: [preference.second for preference in counts],
        }
        shorts = [index.short for index in study.indices]
        return preferences(by_name, shorts, sum(counts[0]) if counts else 0)

    def wins(self) -> Figure:
        """Draw the number of datasets on which each candidate is best, by each index."""
        study = self._result
        total = {
            name: sum(study.wins[index.key][name] for index in study.indices)
            for name in study.candidates
        }
        ordered = sorted(study.candidates, key=lambda name: -total[name])
        names, note = cut(ordered, "candidates, those that win most first")
        counts = {name: [study.wins[index.key][name] for index in study.indices] for name in names}
        shorts = [index.short for index in study.indices]
        title = "On how many datasets each candidate is best"
        return preferences(counts, shorts, len(study.scores), title=title).noted(note)

    __call__ = disagreement

    def _pictures(self) -> Pictures:
        several = {"disagreement": self.disagreement} if len(self._result.indices) > 1 else {}
        return {**several, "wins": self.wins}
