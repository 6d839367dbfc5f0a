"""The clusterings at some thresholds of a sweep, as candidates of a comparison."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from partwise.base import InputError
from partwise.catalogue import Index, UndefinedPolicy
from partwise.chance import Seed
from partwise.clusterings import AS_THEY_ARE, Clustering, Codes, Factorized, Items
from partwise.comparison import Comparison, compare
from partwise.engines import Coverage, components
from partwise.ensembles.sweeps.families import Family, LabelFamily, MergeFamily
from partwise.ensembles.sweeps.grids import Places
from partwise.ensembles.sweeps.merges import Merges
from partwise.scoring import ScoreTable, scores_of_table
from partwise.tables import table_of_clusterings


class Options(NamedTuple):
    """How values are decided and drawn."""

    undefined: UndefinedPolicy = "convention"
    seed: Seed = 0


DEFAULTS = Options()


def comparison_at(
    family: Family, thresholds: Sequence[float], indices: Sequence[Index], options: Options
) -> Comparison:
    """Compare the clusterings at any thresholds; the first index decides.

    Candidates have the names of their labels, or are called by their threshold.
    """
    if not len(thresholds):
        raise InputError("thresholds= is empty", remedy="name at least one")
    if isinstance(family, LabelFamily):
        return _of_labels(family, [family.name(t) for t in thresholds], indices, options)
    both = {float(t): family.both(t) for t in thresholds}
    return compare(
        next(iter(both.values()))[0],
        {threshold: candidate for threshold, (_, candidate) in both.items()},
        indices,
        decide_by=indices[0],
        undefined=options.undefined,
        seed=options.seed,
    )


def comparison_of_places(
    family: Family, places: Places, index: Index, options: Options
) -> Comparison:
    """Compare the clusterings at some of a family's own thresholds, in their order.

    For merges, it is without the names of items and what is known about their coverage.
    """
    if isinstance(family, LabelFamily):
        return _of_labels(family, [family.names[place] for place in places], [index], options)
    along = zip(family.thresholds[places].tolist(), counted_codes(family, places), strict=True)
    reference = _nameless(family.reference_codes)
    clusterings: dict[Any, Clustering] = {at: _nameless(codes) for at, codes in along}
    scores = {
        at: scores_of_table(
            table_of_clusterings(reference, clustering), [index], undefined=options.undefined
        )
        for at, clustering in clusterings.items()
    }
    coverage = Coverage.of({}, 0, {}, AS_THEY_ARE)
    return Comparison(reference, clusterings, ScoreTable(scores), index, coverage, options.seed)


def _of_labels(
    family: LabelFamily, names: Sequence[str], indices: Sequence[Index], options: Options
) -> Comparison:
    inputs = family.inputs
    scores = {
        name: scores_of_table(inputs.table(name), indices, undefined=options.undefined)
        for name in dict.fromkeys(names)
    }
    candidates = {name: inputs.clusterings[name] for name in scores}
    table = ScoreTable(scores)
    return Comparison(
        inputs.reference, candidates, table, indices[0], inputs.coverage, options.seed
    )


def counted_codes(family: MergeFamily, places: Places) -> Iterator[Codes]:
    """Yield the clusters of the items that the reference has, at some of the thresholds."""
    counted = family.counted
    everything = len(counted) == family.merges.n
    for codes in codes_along(family.merges, places):
        yield codes if everything else codes[counted]


def codes_along(merges: Merges, places: Places) -> Iterator[Codes]:
    """Yield the clusters of all items at some of the thresholds, in the order of joining.

    Each is made from the one before, so all of them take not much longer than the last one alone.

    Examples
    --------
    >>> merges = Merges.of_scores([0, 1, 0], [1, 2, 3], [0.9, 0.5, 0.1], n=4)
    >>> [codes.tolist() for codes in codes_along(merges, np.array([0, 2, 3]))]
    [[0, 1, 2, 3], [0, 0, 0, 1], [0, 0, 0, 0]]
    """
    codes, clusters, done = np.arange(merges.n), merges.n, 0
    for end in merges.ends[places].tolist():
        if end > done:
            new = slice(done, end)
            joined = components(codes[merges.left[new]], codes[merges.right[new]], clusters)
            codes, clusters, done = joined[codes], int(joined.max()) + 1, end
        yield codes


def _nameless(codes: Codes) -> Clustering:
    """Return a clustering of items that are known by their position."""
    numbers: list[Hashable] = list(range(int(codes.max(initial=-1)) + 1))
    return Clustering.from_codes(Factorized(codes, numbers), Items(len(codes)))
