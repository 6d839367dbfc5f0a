"""What users sweep over → a family: pairs with scores, dendrograms, labels for each value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from partwise.base import InputError, Option, listed, many
from partwise.clusterings import Items, Policies, as_list, correspond
from partwise.engines import (
    ScoredPairs,
    candidates_of,
    load_reference,
    named,
    pairs_beside,
    read_clusterings,
    read_ensemble,
    same_as_reference,
    scored_pairs_of,
)
from partwise.ensembles.numbered_names import numbered, stem_of
from partwise.ensembles.sweeps.dendrograms import Dendrogram, dendrogram_of
from partwise.ensembles.sweeps.families import Family, LabelFamily, MergeFamily
from partwise.ensembles.sweeps.merges import Merges


class PairColumns(NamedTuple):
    """The columns of scored pairs, where they are named."""

    score: str | None = None
    left: str | None = None
    right: str | None = None


_USUAL_COLUMNS = PairColumns()


def read_family(
    reference: object,
    family: Any,
    policies: Policies,
    columns: PairColumns = _USUAL_COLUMNS,
    thresholds: int | Sequence[float] | None = None,
) -> Family:
    """Read what is swept and bring it to the items of the reference, if there is one.

    Examples
    --------
    >>> pairs = [("a", "b", 0.9), ("b", "z", 0.8)]
    >>> family = read_family({"a": 0, "b": 0, "c": 1}, pairs, Policies())
    >>> family.rows.tolist(), family.thresholds.tolist()
    ([0, 0, 1, -1], [inf, 0.9, 0.8])
    >>> read_family([0, 0, 1], {0.5: [0, 1, 1], 0.1: [0, 0, 0]}, Policies()).thresholds.tolist()
    [0.1, 0.5]
    """
    family = as_list(family)
    dendrogram = dendrogram_of(family)
    merged: MergeFamily | None = None
    if dendrogram is not None:
        _check_no_columns(columns)
        merged = _of_dendrogram(reference, dendrogram, policies)
    elif (pairs := scored_pairs_of(family, *columns)) is not None:
        merged = _of_pairs(reference, pairs, policies)
    if merged is not None:
        return merged if thresholds is None else merged.on_grid(thresholds)
    if thresholds is not None:
        raise InputError(
            (
                Option("thresholds"),
                " is for scored pairs and dendrograms, which can be cut anywhere",
            ),
            remedy="leave it out, and pass only the labels that you want to score",
        )
    return _of_labels(reference, family, policies)


def _check_no_columns(columns: PairColumns) -> None:
    named_ones = [f"{name}=" for name, column in columns._asdict().items() if column is not None]
    if named_ones:
        raise InputError(f"a dendrogram has no columns, but you passed {listed(named_ones)}")


def _of_dendrogram(reference: object, dendrogram: Dendrogram, policies: Policies) -> MergeFamily:
    merges, items, notes = dendrogram
    if reference is None:
        return MergeFamily(merges, items, notes=notes)
    clustering, _ = load_reference(reference, policies)
    in_reference, in_tree = correspond(clustering.item_set, items, policies.missing)
    if (in_reference < 0).any() or (in_tree < 0).any():
        raise InputError(
            (Option("missing", "singletons"), " is for labels and pairs, not for dendrograms"),
            remedy=("to compare the items that both have, pass ", Option("missing", "drop")),
        )
    if len(in_reference) < clustering.n:  # clusters of other items are none here
        ids = clustering.items
        clustering = clustering.restrict([ids[place] for place in in_reference.tolist()])
        in_reference, in_tree = correspond(clustering.item_set, items, policies.missing)
    rows = np.full(merges.n, -1, np.int32)
    rows[in_tree] = clustering.codes[in_reference]
    if not items.keyed and len(in_tree) == merges.n and (np.diff(in_tree) > 0).all():
        items = clustering.item_set
    return MergeFamily(merges, items, clustering, rows, notes)


def _of_pairs(reference: object, pairs: ScoredPairs, policies: Policies) -> MergeFamily:
    if reference is None:
        ids = pairs.items.tolist() if isinstance(pairs.items, np.ndarray) else pairs.items
        items = Items(len(ids), names=tuple(ids), keyed=True)
        merges, notes = _joined(pairs.left, pairs.right, pairs, len(items))
        return MergeFamily(merges, items, notes=tuple(notes))
    both = pairs_beside(pairs, reference, policies)
    merges, notes = _joined(both.left, both.right, pairs, len(both.items))
    rows = np.full(merges.n, -1, np.int32)
    rows[both.places] = both.reference.codes
    others = merges.n - len(both.places)
    if others:
        notes.append(
            f"the pairs contain {many(others, 'item')} without a label in the reference; such "
            "items join others, but are not counted"
        )
    if both.unpaired:
        notes.append(
            f"in no pair, so always a cluster of one item: {many(both.unpaired, 'item')} of the "
            "reference"
        )
    return MergeFamily(merges, both.items, both.reference, rows, tuple(notes))


def _joined(left: Any, right: Any, pairs: ScoredPairs, n: int) -> tuple[Merges, list[str]]:
    """Return the merges of pairs of two different items, and a note if there are others."""
    different = left != right
    alone = len(left) - int(np.count_nonzero(different))
    if alone == 0:
        return Merges.of_scores(left, right, pairs.scores, n), []
    merges = Merges.of_scores(left[different], right[different], pairs.scores[different], n)
    return merges, [f"ignored: {many(alone, 'pair')} of an item with itself"]


def _of_labels(reference: object, family: Any, policies: Policies) -> LabelFamily:
    notes: list[str] = []
    if reference is None:
        by_name = named(family)
        inputs = read_ensemble(by_name, policies)
    else:
        reference, by_name = candidates_of(reference, family)
        if list(by_name) == ["candidate"] and not isinstance(family, Mapping):
            raise InputError(
                "a sweep needs several clusterings, but this is one",
                remedy="pass labels by value, such as {0.1: labels, 0.2: labels}, a frame with one "
                "column per clustering, scored pairs or a dendrogram; for one clustering, use "
                "pw.score",
            )
        same = same_as_reference(reference, by_name)
        by_name = {name: labels for name, labels in by_name.items() if name not in same}
        notes += [f"left out, because it is the reference: {listed(same)}"] if same else []
        inputs = read_clusterings(reference, by_name, policies)
    notes += _mixed([*by_name])
    return LabelFamily(inputs, *numbered([*by_name]), (*notes, *inputs.coverage.notes()))


def _mixed(names: Sequence[str]) -> list[str]:
    """Say so if there are clusterings by value, and others among them.

    Examples
    --------
    >>> _mixed(["sample", "leiden_0.4", "leiden_0.6"])[0]
    'the names have no order: only 2 of 3 are leiden_ and a number; to sweep, pass only these'
    >>> _mixed(["leiden_0.4", "leiden_0.6"]), _mixed(["ward", "single"])
    ([], [])
    """
    stems = Counter(stem for stem in map(stem_of, names) if stem is not None)
    stem, count = max(stems.items(), key=lambda item: item[1], default=("", 0))
    if not 1 < count < len(names):
        return []
    what = f"{stem} and a number" if stem else "numbers"
    order = f"the names have no order: only {count} of {len(names)} are {what}"
    return [f"{order}; to sweep, pass only these"]
