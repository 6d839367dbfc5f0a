"""Scores at every threshold of a family of clusterings, and the best threshold by each index."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import NDArray

from partwise.base import Backend, InputError, Result, Table, frame_of_columns, listed, many
from partwise.catalogue import ByName, Index, as_index
from partwise.clusterings import Clustering, Codes
from partwise.comparison import Comparison, Sample, Sampling
from partwise.engines import RemoteClustering
from partwise.ensembles.sweeps.best_threshold import (
    MOST_COMPARED,
    BestThreshold,
    best_of_curve,
    best_place,
    places_to_compare,
    with_interval,
)
from partwise.ensembles.sweeps.families import Family, LabelFamily, MergeFamily
from partwise.ensembles.sweeps.grids import Places, joined, spread
from partwise.ensembles.sweeps.threshold_comparison import (
    DEFAULTS,
    Options,
    comparison_at,
    comparison_of_places,
)
from partwise.scoring import Which
from partwise.tables import Contingency, with_cells

if TYPE_CHECKING:
    from partwise.ensembles.sweeps.plots import SweepPlots
    from partwise.ensembles.sweeps.reporting import SweepPageOptions
    from partwise.report import SweepContents

_MOST_ROWS = 1000  # of a dictionary
_MOST_SECONDS = 2.0  # that intervals for a printed table may take, about


@dataclass(frozen=True, eq=False)
class Sweep(Result):
    """Scores of a family of clusterings at every threshold; made by :func:`partwise.sweep`.

    Prints the best threshold by each index; :meth:`to_frame` has one row per threshold.

    Parameters
    ----------
    family : MergeFamily or LabelFamily
        The clusterings, and the reference.
    indices : tuple of Index
        The indices.
    thresholds : array of float
        The thresholds, in the order of the sweep. For merges, from nothing joined (at an infinite
        threshold) to everything joined.
    clusters, largest : array of int
        The number of clusters at each threshold, and the size of the largest, among compared items.
    precision, recall : array of float
        Pair precision: the share of pairs together in the clustering that are also together in the
        reference. Pair recall: the share of pairs together in the reference that are also together
        in the clustering. NaN where there are no such pairs.
    scores : mapping index → array of float
        The score at each threshold; NaN where the index is undefined or was not evaluated.
    grid : array of int
        Places of the thresholds at which the indices in ``on_grid`` have scores.
    on_grid : tuple of str
        Keys of the slow indices that were evaluated only at some thresholds.
    notes : tuple of str
        Caveats.
    options : Options
        How to treat undefined values, and the seed of random numbers.

    Examples
    --------
    >>> import partwise as pw
    >>> people = {"ann": 1, "anne": 1, "bob": 2, "rob": 2, "cy": 3}
    >>> pairs = [("ann", "anne", 0.95), ("bob", "rob", 0.8), ("bob", "cy", 0.3)]
    >>> result = pw.sweep(people, pairs, ["ARI"])
    >>> print(result)
    Best of 4 thresholds, 5 items
    index  threshold  score  clusters
    ARI          0.8      1         3
    ARI: no confidence interval: only 2 pairs are together in both clusterings; a
    confidence interval needs 20, so label more items
    >>> result.to_frame()[["threshold", "clusters", "precision", "recall"]].iloc[2].tolist()
    [0.8, 3.0, 1.0, 1.0]
    """

    family: Family
    indices: tuple[Index, ...]
    thresholds: NDArray[np.float64]
    clusters: Codes
    largest: Codes
    precision: NDArray[np.float64]
    recall: NDArray[np.float64]
    scores: ByName[NDArray[np.float64]]
    grid: Places
    on_grid: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    options: Options = DEFAULTS

    def __len__(self) -> int:
        return len(self.thresholds)

    def best(
        self,
        index: Which | None = None,
        *,
        level: float = 0.95,
        sampling: Sampling | None = "items",
        clusters: int | None = None,
    ) -> BestThreshold:
        """Return the best threshold by an index, with a confidence interval and its plateau.

        The confidence interval is adjusted for choosing the threshold by its score: the intervals
        of all compared thresholds hold at the same time. At most 40 thresholds are compared: the
        best one, others at growing distances from it, and the best ones of equal parts of the
        sweep.

        Parameters
        ----------
        index : str, Index or callable, optional
            One of the indices of the sweep; by default, the first.
        level, sampling, clusters
            As in :meth:`Comparison.answer <partwise.Comparison.answer>`: the confidence level, also
            of the plateau; whether "items" or whole "clusters" of the reference were drawn; and how
            many clusters the whole reference has. Pass ``sampling=None`` if the compared items are
            the whole population: scores then have no sampling error.

        Examples
        --------
        >>> import numpy as np
        >>> import partwise as pw
        >>> reference, noise = np.repeat([0, 1, 2, 3], 50), np.arange(200)
        >>> labels = {k / 10: np.where(noise % k, reference, 9) for k in (2, 4, 6, 7)}
        >>> best = pw.sweep(reference, labels, ["CC"]).best()
        >>> best.threshold, best.plateau
        (0.7, (0.6, 0.7))
        >>> best.low < best.score < best.high
        True
        """
        chosen = self._index(index)
        question = (chosen.key, level, sampling, clusters)
        if question not in self._answers:
            best = self._best_of_curve(chosen)
            self._answers[question] = (
                self._without_error(best)
                if sampling is None
                else self._compared(best, Sample(level=level, sampling=sampling, clusters=clusters))
            )
        return self._answers[question]

    @cached_property
    def _answers(self) -> dict[tuple[object, ...], BestThreshold]:
        """The answers so far, as each takes a comparison."""
        return {}

    def _index(self, index: Which | None) -> Index:
        if index is None:
            return self.indices[0]
        key = as_index(index).key
        for known in self.indices:
            if known.key == key:
                return known
        keys = ", ".join(known.key for known in self.indices)
        raise InputError(
            f"{key} is not among the indices of this sweep", remedy=f"name one of {keys}"
        )

    def _place(self, index: Index) -> int:
        place = best_place(index, self.scores[index.key])
        if place is None:
            raise InputError(f"{index.short} is undefined at every threshold")
        return place

    def _best_of_curve(self, index: Index) -> BestThreshold:
        curve = self.scores[index.key]
        place = self._place(index)
        best = best_of_curve(index, self.thresholds, self.clusters, curve, place)
        best = replace(best, noun=self.family.noun)
        if isinstance(self.family, MergeFamily):
            later = self.thresholds[place + 1 :].tolist()
            return replace(best, until=later[0] if later else None)
        if self.family.are_counted:
            names = zip(self.thresholds.tolist(), map(str, self.family.names), strict=True)
            return replace(best, names=dict(names))
        return best

    def _without_error(self, best: BestThreshold) -> BestThreshold:
        alike = self.thresholds[self.scores[best.index.key] == best.score]
        return replace(best, plateau=tuple(alike.tolist()))

    def _compared(self, best: BestThreshold, sample: Sample) -> BestThreshold:
        index, is_nested = best.index, isinstance(self.family, MergeFamily)
        curve, clusters = self.scores[index.key], self.clusters
        is_trivial = (clusters == 1) | (clusters == self.n)
        places = places_to_compare(
            index, clusters, curve, self._place(index), is_trivial, is_nested
        )
        comparison = comparison_of_places(self.family, places, index, self.options)
        return with_interval(best, comparison, self.thresholds[places], sample)

    def at(self, threshold: float | str) -> Clustering:
        """Return the clustering at a threshold.

        For pairs or a dendrogram, it can be any number; for labels by value, a value or a name.
        """
        return self.family.clustering(threshold)

    def table(self, threshold: float | str) -> Contingency:
        """Return the contingency table of the reference and the clustering at a threshold."""
        return with_cells(self.family.table(threshold))

    def compare(self, thresholds: Sequence[float], decide_by: Which | None = None) -> Comparison:
        """Compare the clusterings at some thresholds, as :func:`partwise.compare` does.

        Parameters
        ----------
        thresholds : sequence of float
            The thresholds, as in :meth:`at`.
        decide_by : str, Index or callable, optional
            The index that decides the answer, one of the sweep; by default, the first.
        """
        decision = self._index(decide_by)
        others = [index for index in self.indices if index.key != decision.key]
        return comparison_at(self.family, thresholds, [decision, *others], self.options)

    @property
    def n(self) -> int:
        """How many items are compared."""
        if isinstance(self.family, LabelFamily):
            return self.family.inputs.reference.n
        return len(self.family.counted)

    @cached_property
    def best_by_index(self) -> ByName[BestThreshold]:
        """The best threshold by each index that has one, with intervals if these are quick."""
        known = [index for index in self.indices if not np.isnan(self.scores[index.key]).all()]
        take = self.best if self._is_quick else self._best_of_curve
        return ByName({index.key: take(index) for index in known})

    @property
    def _is_quick(self) -> bool:
        """Whether the intervals of all indices take a moment only."""
        if isinstance(self.family, LabelFamily) and isinstance(
            self.family.inputs.reference, RemoteClustering
        ):
            return False
        seconds = 0.3 + self.n * min(len(self), MOST_COMPARED) / 10**6
        return len(self.indices) * seconds <= _MOST_SECONDS

    @property
    def plot(self) -> SweepPlots:
        """The charts: ``plot()`` draws the curves; ``.precision_recall()``, ``.sizes()``."""
        from partwise.ensembles.sweeps.plots import SweepPlots

        return SweepPlots(self)

    def report(self, path: str | Path, **options: Unpack[SweepPageOptions]) -> Path:
        """Write the report as one self-contained HTML file, and return its path.

        Parameters
        ----------
        path : str or Path
            The file to write; its name ends in .html. It is written completely or not at all.
        level, sampling, clusters
            As in :meth:`best`: the confidence level, and what the items are a sample of.
        x : str, optional
            What the thresholds are, such as "resolution".
        title, command : str, optional
            Title of the page, and the command that made it, which is shown at the end.
        """
        from partwise.report import write_sweep

        return write_sweep(path, self.report_section(**options))

    def report_section(self, **options: Unpack[SweepPageOptions]) -> SweepContents:
        """Return what a report shows of this sweep; the options are those of :meth:`report`."""
        from partwise.ensembles.sweeps.reporting import contents_of

        return contents_of(self, **options)

    def to_table(self) -> Table:
        """Return one line per index: its best threshold, with score and confidence interval."""
        columns = ["index", self.family.noun, "score", "low", "high", "plateau", "clusters"]
        rows = [self._row(index) for index in self.indices]
        has_intervals = any(best.low is not None for best in self.best_by_index.values())
        if not has_intervals:
            kept = [column not in ("low", "high", "plateau") for column in columns]
            columns, *rows = ([*compress(row, kept)] for row in (columns, *rows))
        title = f"Best of {many(len(self), self.family.noun)}, {many(self.n, 'item')}"
        intervals = ", 95% confidence intervals" if has_intervals else ""
        notes, rest = [*self._about_rows(), *self.notes], "best_by_index has all of them"
        return Table(columns, rows, f"{title}{intervals}", notes, rest=rest)

    def _row(self, index: Index) -> list[Any]:
        name = _shown_name(index)
        best = self.best_by_index.get(index.key)
        if best is None:
            return [name, None, math.nan, *[None] * 4]
        threshold = best.word if best.names else float(best.word)
        plateau = best.plateau_words or None
        return [name, threshold, best.score, best.low, best.high, plateau, best.clusters]

    def _about_rows(self) -> list[str]:
        """Say which scores fall, and why intervals are missing."""
        notes = []
        if any(index.direction == "distance" for index in self.indices):
            notes.append("↓ lower is better")
        if not self._is_quick:
            first = self.indices[0]
            notes.append(
                f"best({first.key!r}) adds a confidence interval and the plateau by {first.short}"
            )
        by_reason: dict[str, list[str]] = {}
        for best in self.best_by_index.values():
            if best.estimate is not None and best.low is None:
                by_reason.setdefault(best.estimate.note or "", []).append(best.index.short)
        return notes + [
            f"{listed(names)}: no confidence interval: {reason}"
            for reason, names in by_reason.items()
        ]

    def columns(self, places: Places | None = None) -> dict[str, Any]:
        """Return the curve: an array for each column of :meth:`to_frame`, or some of its rows.

        The columns of indices that were evaluated on the grid only are lists, with None elsewhere.
        """
        rows = slice(None) if places is None else places
        curve: dict[str, Any] = {"threshold": self.thresholds[rows]}
        if isinstance(self.family, LabelFamily) and self._has_names(self.family):
            curve["name"] = np.array([str(name) for name in self.family.names], object)[rows]
        for name in ("clusters", "largest", "precision", "recall"):
            curve[name] = getattr(self, name)[rows]
        is_evaluated = np.zeros(len(self), bool)
        is_evaluated[self.grid] = True
        for key, scores in self.scores.items():
            name = f"{key} 2" if key in curve else key
            curve[name] = scores[rows]
            if key in self.on_grid:
                marked = zip(scores[rows].tolist(), is_evaluated[rows].tolist(), strict=True)
                curve[name] = [score if known else None for score, known in marked]
        return curve

    def _has_names(self, family: LabelFamily) -> bool:
        """Tell whether names say something else than the thresholds."""
        keys = (getattr(name, "key", name) for name in family.names)
        return any(key != value for key, value in zip(keys, self.thresholds, strict=True))

    def thinned(self, most: int = _MOST_ROWS) -> Places:
        """Return places of so many thresholds, spread over what is joined, and the best ones."""
        if len(self) <= most:
            return np.arange(len(self))
        places = (best_place(index, self.scores[index.key]) for index in self.indices)
        best = {place for place in places if place is not None}
        return spread(joined(self.clusters), most - len(best) - 1, {*best, len(self) - 1})

    def to_frame(self, backend: Backend | None = None) -> Any:
        """Return a data frame with one row per threshold.

        Its columns are ``threshold``, ``clusters``, ``largest``, ``precision`` and ``recall`` of
        pairs, and one per index, with its key as the name. If the names of labels are not numbers,
        there is a column ``name``. Slow indices have values only at some thresholds.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            The library of the data frame; by default, the first of them that is installed.
        """
        return frame_of_columns(self.columns(), backend)

    def _full_table(self) -> Table:
        return Table.from_columns(self.columns())

    def _content(self) -> dict[str, Any]:
        """Return the best thresholds, and the curve, thinned where it is long."""
        places = self.thinned()
        return {
            "items": self.n,
            "thresholds": len(self),
            "indices": [index.key for index in self.indices],
            "best": {key: best.to_dict() for key, best in self.best_by_index.items()},
            "curve": self.columns(places),
            "curve_rows": len(places),
            "on_grid": self.on_grid,
            "notes": self.notes,
        }


def _shown_name(index: Index) -> str:
    return f"{index.short} ↓" if index.direction == "distance" else index.short
