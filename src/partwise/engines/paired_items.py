"""Scored pairs beside a reference: all items in one order, those of the reference first."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from partwise.base import AlignmentError, InputError
from partwise.clusterings import Clustering, Codes, Items, Policies, as_clustering, placed
from partwise.engines.field_objects import opened
from partwise.engines.inputs import REFERENCE, as_labels, is_frame
from partwise.engines.label_columns import LabelColumns
from partwise.engines.pair_scores import ScoredPairs
from partwise.engines.text_inputs import as_text


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
    >>> from partwise.engines.pair_scores import read_scored_pairs
    >>> pairs = read_scored_pairs([("a", "b", 0.9), ("b", "z", 0.8)])
    >>> both = pairs_beside(pairs, {"a": 0, "b": 0, "c": 1}, Policies())
    >>> both.left.tolist(), both.right.tolist(), both.items.names, both.places.tolist()
    ([0, 1], [1, 3], ('a', 'b', 'c', 'z'), [0, 1, 2])
    """
    clustering, is_text = load_reference(reference, policies)
    is_text = is_text or pairs.is_text
    known: Sequence[Hashable] = clustering.items
    names: Sequence[Hashable] = (
        pairs.items.tolist() if isinstance(pairs.items, np.ndarray) else pairs.items
    )
    if is_text:
        known, names = list(map(as_text, known)), list(map(as_text, names))
    number = {item: place for place, item in enumerate(known)}
    _check_shared(clustering, number, names, is_text)
    new = (number.setdefault(item, len(number)) for item in names)
    numbers = np.fromiter(new, np.int64, len(names))
    paired = np.zeros(len(number), bool)
    paired[numbers] = True
    items = clustering.item_set
    if is_text or len(number) > clustering.n:
        items = Items(len(number), names=tuple(number), keyed=True)
    places = np.arange(clustering.n)
    unpaired = int(np.count_nonzero(~paired[: clustering.n]))
    if policies.missing == "singletons":
        clustering, places = _with_singletons(clustering, items)
    sides = (numbers[pairs.left], numbers[pairs.right])
    return PairedItems(clustering, *sides, items, places, unpaired)


def load_reference(reference: object, policies: Policies) -> tuple[Clustering, bool]:
    """Read a reference into memory, wherever it is; tell also whether its ids are text of a file.

    Examples
    --------
    >>> load_reference({"a": 0, "b": 0}, Policies())
    (<Clustering of 2 items into 1 clusters>, False)
    """
    source = opened(reference)
    is_text = isinstance(source, LabelColumns) and not source.typed
    try:
        if is_frame(source):
            source = as_labels(source, REFERENCE).to_clustering(missing=policies.missing)
        return as_clustering(source, policies), is_text
    except InputError as error:
        raise error.about(REFERENCE) from None


def _check_shared(
    reference: Clustering,
    number: dict[Hashable, int],
    names: Sequence[Hashable],
    is_text: bool,
) -> None:
    """Refuse pairs without any item of the reference, and positions that it does not have."""
    if reference.item_set.names is None:
        positions = {*number, *(map(as_text, reference.dropped) if is_text else reference.dropped)}
        strange = [item for item in names if item not in positions]
        if strange:
            raise AlignmentError(
                "pairs name items that the reference does not have: its labels come without item "
                f"ids, so its items are the positions 0 … {reference.total - 1}",
                count=len(strange),
                examples=strange[:3],
                remedy="pass the reference as a mapping item → label, as a series whose index has "
                "the ids, or as a frame with a column of them",
            )
    elif names and not any(item in number for item in names):
        raise AlignmentError(
            f"the pairs have no item of the reference, whose items are such as "
            f"{', '.join(map(repr, reference.items[:3])) or 'none'}",
            subject="pairs",
            examples=names[:3],
            remedy="ids must be the same, of the same type",
        )


def _with_singletons(reference: Clustering, items: Items) -> tuple[Clustering, Codes]:
    """Give each item that the reference lacks, and did not drop, a cluster of its own there."""
    dropped = set(reference.dropped)
    names = items.ids()[reference.n :]
    others = [reference.n + i for i, name in enumerate(names) if name not in dropped]
    where = np.r_[np.arange(reference.n), np.full(len(others), -1)]
    places = np.r_[np.arange(reference.n), np.array(others, np.int64)]
    return placed(reference, where, items.take(places)), places
