"""Scored pairs beside a reference: all items in one order, those of the reference first."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from partwise.base import AlignmentError, InputError
from partwise.clusterings import (
    Clustering,
    Codes,
    Items,
    Policies,
    as_clustering,
    as_text,
    examples,
    placed,
)
from partwise.engines.columns import no_item_column
from partwise.engines.field_objects import opened
from partwise.engines.inputs import REFERENCE, as_labels, is_frame
from partwise.engines.label_columns import LabelColumns
from partwise.engines.pair_scores import ScoredPairs


class PairedItems(NamedTuple):
    """Pairs by the numbers of their items, of which the reference labels all or some.

    Parameters
    ----------
    reference : Clustering
        The reference, with all policies applied.
    left, right : int64 arrays
        Numbers of the two items of each pair.
    items : Items
        All items by their numbers: those of the reference and those of the pairs.
    places : int64 array
        The numbers of the reference's items.
    unpaired : int
        How many items of the reference are in no pair.
    """

    reference: Clustering
    left: Codes
    right: Codes
    items: Items
    places: Codes
    unpaired: int


def pairs_beside(pairs: ScoredPairs, reference: object, policies: Policies) -> PairedItems:
    """Find the items of pairs in a reference, which need not have all of them.

    Items that the reference lacks come after its own; with ``missing="singletons"`` each of them
    is a cluster of its own there. Ids are compared as text if the pairs or the reference are in a
    text file, where everything is text.

    Examples
    --------
    >>> from partwise.engines.pair_scores import scored_pairs_of
    >>> pairs = scored_pairs_of([("a", "b", 0.9), ("b", "z", 0.8)])
    >>> both = pairs_beside(pairs, {"a": 0, "b": 0, "c": 1}, Policies())
    >>> both.left.tolist(), both.right.tolist(), both.items.names, both.places.tolist()
    ([0, 1], [1, 3], ('a', 'b', 'c', 'z'), [0, 1, 2])
    """
    clustering, is_text = load_reference(_with_ids(reference), policies)
    is_text = is_text or pairs.is_text
    numbers, names = _numbers(pairs, clustering, is_text)
    extra = np.flatnonzero(numbers < 0)
    numbers[extra] = clustering.n + np.arange(len(extra))
    paired = np.zeros(clustering.n + len(extra), bool)
    paired[numbers] = True
    items = clustering.item_set
    if len(extra):
        known = map(as_text, clustering.items) if is_text else clustering.items
        everything = (*known, *(names[place] for place in extra.tolist()))
        items = Items(len(everything), names=everything, keyed=True)
    places = np.arange(clustering.n)
    unpaired = int(np.count_nonzero(~paired[: clustering.n]))
    if policies.missing == "singletons":
        clustering, places = _with_singletons(clustering, items, is_text)
    sides = (numbers[pairs.left], numbers[pairs.right])
    return PairedItems(clustering, *sides, items, places, unpaired)


def load_reference(reference: object, policies: Policies) -> tuple[Clustering, bool]:
    """Read a reference into memory, wherever it is; tell also whether its ids are text of a file.

    Examples
    --------
    >>> load_reference({"a": 0, "b": 0}, Policies())
    (<Clustering of 2 items into 1 cluster>, False)
    """
    source = opened(reference)
    is_text = isinstance(source, LabelColumns) and not source.typed
    try:
        if is_frame(source):
            source = as_labels(source, REFERENCE).to_clustering(missing=policies.missing)
        return as_clustering(source, policies), is_text
    except InputError as error:
        raise error.about(REFERENCE) from None


def _with_ids(reference: object) -> object:
    """Return a reference whose ids are known: rows of a table that has other columns are none.

    The only other column has the ids, whatever it is called.
    """
    source = opened(reference)
    if not is_frame(source):
        return source
    labels = as_labels(source, REFERENCE)
    others = [name for name in labels.frame.collect_schema().names() if name != labels.column]
    if labels.item is not None or not others:
        return labels
    if len(others) > 1:
        raise no_item_column(REFERENCE, others)
    return replace(labels, item=others[0])


def _numbers(
    pairs: ScoredPairs, reference: Clustering, is_text: bool
) -> tuple[Codes, Sequence[Hashable]]:
    """Return where in the reference the items of pairs are, −1 for those it lacks; and their names.

    Labels without item ids have no items but their positions.
    """
    ids, items = pairs.items, reference.item_set
    has_names = items.names is not None
    if isinstance(ids, np.ndarray) and not has_names and not is_text:
        places = np.full(items.total, -1, np.int64)
        places[items.where()] = np.arange(reference.n)
        strange = ids[(ids < 0) | (ids >= items.total)]
        if len(strange):
            raise _no_position(reference, strange.tolist())
        return places[ids], ids.tolist()
    names = ids.tolist() if isinstance(ids, np.ndarray) else ids
    known: Iterable[Hashable] = reference.items
    if is_text:
        known, names = map(as_text, known), list(map(as_text, names))
    number = {item: place for place, item in enumerate(known)}
    numbers = np.fromiter((number.get(item, -1) for item in names), np.int64, len(names))
    if not has_names:
        dropped = _dropped(reference, is_text)
        unknown = [names[place] for place in np.flatnonzero(numbers < 0).tolist()]
        strangers = [item for item in unknown if item not in dropped]
        if strangers:
            raise _no_position(reference, strangers)
    elif len(numbers) and (numbers < 0).all():
        raise AlignmentError(
            "no item of the pairs is in the reference, which has "
            f"{examples(reference.items) or 'none'}",
            subject="pairs",
            examples=names[:3],
            what="items",
            remedy="use the same ids in both, with the same type",
        )
    return numbers, names


def _dropped(reference: Clustering, is_text: bool) -> set[Hashable]:
    return set(map(as_text, reference.dropped) if is_text else reference.dropped)


def _no_position(reference: Clustering, items: Sequence[Hashable]) -> AlignmentError:
    """Return the error for items of pairs that are no positions in a list of labels."""
    return AlignmentError(
        "pairs name items that the reference does not have: its labels come without item ids, so "
        f"its items are the positions 0 … {reference.total - 1}",
        count=len(items),
        examples=items[:3],
        remedy="pass the reference as a mapping item → label, as a series whose index has the ids, "
        "or as a frame with a column of them",
    )


def _with_singletons(
    reference: Clustering, items: Items, is_text: bool
) -> tuple[Clustering, Codes]:
    """Give each item that the reference lacks, and did not drop, a cluster of its own there."""
    dropped = _dropped(reference, is_text)
    names = items.ids()[reference.n :]
    others = [reference.n + i for i, name in enumerate(names) if name not in dropped]
    where = np.r_[np.arange(reference.n), np.full(len(others), -1)]
    places = np.r_[np.arange(reference.n), np.array(others, np.int64)]
    return placed(reference, where, items.take(places)), places
