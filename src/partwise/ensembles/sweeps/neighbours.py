"""Sweeps without a reference: how much the clustering changes, and where it is steady."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from partwise.base import Backend, InputError, Result, Table, frame_of_columns, many
from partwise.catalogue import Index
from partwise.clusterings import Clustering, Codes
from partwise.ensembles.sweeps.families import Family, LabelFamily, MergeFamily
from partwise.ensembles.sweeps.grids import Places, joined, spread
from partwise.ensembles.sweeps.merges import is_number
from partwise.ensembles.sweeps.nested import (
    OfTables,
    Similarities,
    is_near,
    of_merges,
    reach_by_bisection,
    reach_one_by_one,
)
from partwise.ensembles.sweeps.threshold_comparison import DEFAULTS, Options
from partwise.tables import counted, sweep_merges

if TYPE_CHECKING:
    from partwise.ensembles.sweeps.plots import NeighbourPlots
    from partwise.ensembles.sweeps.reporting import SweepPageOptions
    from partwise.report import SweepContents

Curve = NDArray[np.float64]

_MOST_PLACES = 100
"""Thresholds of merges whose neighbours are compared."""
_ROUNDING = 1e-9
_MOST_STRETCHES = 10
_NEED_NOT_BE_RIGHT = (
    "a clustering that does not change may still be wrong: only a reference can show that"
)


class Stretch(NamedTuple):
    """Consecutive thresholds between which the clustering changes little.

    Parameters
    ----------
    start, end : float
        The first and the last threshold, in the order of the sweep. For merges, the stretch ends
        just before ``end``, at which the next items are joined.
    clusters, clusters_at_end : int
        Number of clusters of the first and of the last clustering.
    largest : int
        Size of the largest cluster of the last clustering.
    similarity : float
        Similarity of the first and the last clustering.
    """

    start: float
    end: float
    clusters: int
    clusters_at_end: int
    largest: int
    similarity: float

    @property
    def width(self) -> float:
        """How far apart the thresholds are."""
        return abs(self.end - self.start)


@dataclass(frozen=True, eq=False)
class NeighbourSweep(Result):
    """A sweep without a reference; made by :func:`partwise.sweep` with ``reference=None``.

    Prints the widest steady stretches; :meth:`to_frame` has one row per threshold.

    Parameters
    ----------
    family : MergeFamily or LabelFamily
        The clusterings.
    index : Index
        The index that measures similarity, with the earlier clustering as the reference.
    thresholds : array of float
        The thresholds, in the order of the sweep: all thresholds of labels, or at most 100 of
        merges, spread evenly over the joins.
    clusters, largest : array of int
        The number of clusters at each threshold, and the size of the largest.
    similarity : array of float
        Similarity of the clusterings at each threshold and the next; NaN at the last.
    stretches : tuple of Stretch
        Where the clustering changes by at most ``tolerance``, widest first. They do not overlap.
        For merges, they are found among all thresholds.
    tolerance : float
        How far the similarity of the ends of a stretch may be from that of equal clusterings.
    notes : tuple of str
        Caveats.
    """

    family: Family
    index: Index
    thresholds: Curve
    clusters: Codes
    largest: Codes
    similarity: Curve
    stretches: tuple[Stretch, ...]
    tolerance: float
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.thresholds)

    def at(self, threshold: float | str) -> Clustering:
        """Return the clustering at a threshold.

        Parameters
        ----------
        threshold : float or str
            Any threshold of pairs or a dendrogram. For labels by value, one of the values or names.
        """
        return self.family.clustering(threshold)

    @property
    def plot(self) -> NeighbourPlots:
        """The charts: ``plot()`` draws the similarity of neighbours; ``.sizes()``."""
        from partwise.ensembles.sweeps.plots import NeighbourPlots

        return NeighbourPlots(self)

    def report(
        self,
        path: str | Path,
        *,
        x: str | None = None,
        title: str | None = None,
        command: str | None = None,
    ) -> Path:
        """Write the report as one self-contained HTML file, and return its path.

        Parameters
        ----------
        path : str or Path
            The file to write; its name ends in .html. It is written completely or not at all.
        x : str, optional
            What the thresholds are, such as "resolution".
        title, command : str, optional
            Title of the page, and the command that made it, which is shown at the end.
        """
        from partwise.report import write_sweep

        return write_sweep(path, self.report_section(x=x, title=title, command=command))

    def report_section(self, **options: Unpack[SweepPageOptions]) -> SweepContents:
        """Return what a report shows of this sweep; there are no intervals to choose about."""
        from partwise.ensembles.sweeps.reporting import contents_of_neighbours

        return contents_of_neighbours(self, **options)

    def to_table(self) -> Table:
        """Return one line per steady stretch, widest first."""
        columns = ["start", "end", "width", "clusters", "clusters at end", "largest", "similarity"]
        rows = [[s.start, s.end, s.width, *s[2:]] for s in self.stretches]
        head, tail = ("Stretches", ", the widest first") if rows else ("No stretches", "")
        title = (
            f"{head} of {self.family.noun}s in which {self.index.short} stays within "
            f"{self.tolerance:g} of {float(self.index.best):g}{tail}"
        )
        return Table(columns, rows, title, self.notes, rest="stretches has all of them")

    def columns(self) -> dict[str, Any]:
        """Return the columns of :meth:`to_frame`, each an array."""
        names = ("clusters", "largest", "similarity")
        following = np.append(self.thresholds[1:], np.nan)
        return {
            "threshold": self.thresholds,
            "next": following,
            **{name: getattr(self, name) for name in names},
        }

    def to_frame(self, backend: Backend | None = None) -> Any:
        """Return a data frame with one row per threshold.

        Its columns are ``threshold``, ``next`` (the next threshold), ``clusters``, ``largest``, and
        ``similarity`` (of the clusterings at this threshold and the next).

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            The library of the data frame; by default, the first of them that is installed.
        """
        return frame_of_columns(self.columns(), backend)

    def _full_table(self) -> Table:
        return Table.from_columns(self.columns())

    def _content(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "tolerance": self.tolerance,
            "curve": self.columns(),
            "stretches": [{**s._asdict(), "width": s.width} for s in self.stretches],
            "notes": self.notes,
        }


def neighbours_of(
    family: Family, index: Index, tolerance: float = 0.01, options: Options = DEFAULTS
) -> NeighbourSweep:
    """Compare the clusterings of a family with their neighbours, and find where it is steady."""
    if not is_number(tolerance) or not 0 <= tolerance < np.inf:
        raise InputError(f"tolerance= must be a number of at least 0, not {tolerance!r}")
    if not np.isfinite(float(index.best)) or not is_near(index, _of_equal(index), _ROUNDING).all():
        raise InputError(
            f"{index.short} has no best value, so it is unknown how similar equal clusterings are",
            remedy="choose an index with a bounded range, such as the correlation coefficient",
        )
    if isinstance(family, LabelFamily):
        return _of_labels(family, index, tolerance, options)
    return _of_merges(family, index, tolerance, options)


def _of_equal(index: Index) -> Curve:
    """Return what the index says about some clusterings and themselves."""
    some = [np.array(codes) for codes in ([0, 0, 1, 1], [0, 0, 0, 1, 1, 2])]
    return np.array([float(index.evaluate(counted(codes, codes)).value) for codes in some])


def _of_labels(
    family: LabelFamily, index: Index, tolerance: float, options: Options
) -> NeighbourSweep:
    every = np.arange(len(family.names))
    sizes = np.array([_sizes(family, place) for place in every.tolist()], np.int64)
    curves = _Curves(family.thresholds, *sizes.T)
    similarities = OfTables(family, index, options.undefined)
    reach = reach_one_by_one(similarities, index, len(every), tolerance)
    stretches = _widest(curves, similarities, every, reach, curves.thresholds)
    return _result(family, index, tolerance, curves, similarities, every, stretches, ())


def _sizes(family: LabelFamily, place: int) -> tuple[int, int]:
    """Return the number of clusters of a clustering, and the size of the largest."""
    name = family.names[place]
    clustering = family.inputs.clusterings[name]
    if isinstance(clustering, Clustering):
        return clustering.k, int(clustering.sizes.max(initial=0))
    table = family.inputs.table(name, family.names[place - 1])
    return table.k_b, int(max(table.column_histogram.sizes, default=0))


def _of_merges(
    family: MergeFamily, index: Index, tolerance: float, options: Options
) -> NeighbourSweep:
    merges = family.merges
    rows = np.zeros(merges.n, np.int32)
    sums = sweep_merges(rows, merges.left, merges.right, merges.ends, quotients=False)
    curves = _Curves(merges.thresholds, sums.clusters, sums.largest)
    joins = joined(sums.clusters)
    grid = spread(joins, _MOST_PLACES)
    similarities, is_nested = of_merges(merges, sums, grid, index, options.undefined)
    notes: tuple[str, ...] = ()
    if is_nested:
        starts = places = np.flatnonzero(np.diff(joins, prepend=-1) > 0)  # of new clusterings
        reach = reach_by_bisection(similarities, index, places, tolerance)
        looked_at = grid
    else:
        curves, starts, places = curves.at(grid), grid, np.arange(len(grid))
        reach = reach_one_by_one(similarities, index, len(grid), tolerance)
        looked_at = places
        where = many(len(grid), "threshold")
        notes = (f"{index.short} is slow to evaluate, so stretches were searched among {where}",)
    following = np.searchsorted(joins, joins[starts], side="right")  # where the next ones join
    ends = merges.thresholds[np.minimum(following, len(joins) - 1)]
    stretches = _widest(curves, similarities, places, reach, ends)
    return _result(family, index, tolerance, curves, similarities, looked_at, stretches, notes)


class _Curves(NamedTuple):
    """The thresholds, and what is known about the clustering at each."""

    thresholds: Curve
    clusters: Codes
    largest: Codes

    def at(self, places: Places) -> _Curves:
        """Return some of the places."""
        return _Curves(self.thresholds[places], self.clusters[places], self.largest[places])


def _widest(
    curves: _Curves, similarities: Similarities, places: Places, reach: Places, ends: Curve
) -> tuple[Stretch, ...]:
    """Return the widest stretches that do not overlap.

    A stretch goes from one of the places to the one that it reaches, and the threshold at which it
    ends is that of ``ends`` there.
    """
    starts = curves.thresholds[places]
    is_free = np.isfinite(starts)
    reach = reach.copy()
    stretches: list[Stretch] = []
    while is_free.any() and len(stretches) < _MOST_STRETCHES:
        widths = np.where(is_free, np.abs(ends[reach] - np.where(is_free, starts, 0.0)), -1.0)
        first = int(widths.argmax())
        if widths[first] <= 0:
            break
        last = int(reach[first])
        at_start, at_end = places[first], places[last]
        [similarity] = similarities.of(np.array([at_start]), np.array([at_end])).tolist()
        stretches.append(
            Stretch(
                float(starts[first]),
                float(ends[last]),
                int(curves.clusters[at_start]),
                int(curves.clusters[at_end]),
                int(curves.largest[at_end]),
                similarity,
            )
        )
        is_free[first : last + 1] = False
        reach[:first] = np.minimum(reach[:first], first - 1)
    return tuple(stretches)


def _result(
    family: Family,
    index: Index,
    tolerance: float,
    curves: _Curves,
    similarities: Similarities,
    places: Places,
    stretches: tuple[Stretch, ...],
    notes: tuple[str, ...],
) -> NeighbourSweep:
    similarity = np.append(similarities.of(places[:-1], places[1:]), np.nan)
    notes = (*family.notes, *notes, _NEED_NOT_BE_RIGHT)
    looked_at = curves.at(places)
    return NeighbourSweep(family, index, *looked_at, similarity, stretches, tolerance, notes)
