"""Scored pairs beside a reference: all items in one order, by any form of ids."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from partwise.clusterings import Policies
from partwise.engines.pair_scores import scored_pairs_of
from partwise.engines.paired_items import PairedItems, pairs_beside
from partwise.errors import AlignmentError, InputError

NUMBERS = [(3, 1), (1, 7), (0, 3)]
PAIRS: dict[str, Callable[[list[tuple[Any, Any]]], Any]] = {
    "tuples": lambda pairs: [(*pair, 0.5) for pair in pairs],
    "array": lambda pairs: np.array([(*pair, 1) for pair in pairs]),
    "frame": lambda pairs: pd.DataFrame(pairs, columns=["left", "right"]).assign(score=0.5),
}


def placed(pairs: Any, reference: object, **policies: Any) -> PairedItems:
    scored = scored_pairs_of(pairs)
    assert scored is not None
    found = pairs_beside(scored, reference, Policies(**policies))
    assert len(set(found.items.ids())) == found.items.total
    names = np.array(found.items.ids(), object)[found.places].tolist()
    assert names[: found.reference.n] == list(found.reference.items)
    return found


def ends(found: PairedItems) -> list[tuple[Any, Any]]:
    names = found.items.ids()
    return [(names[a], names[b]) for a, b in zip(found.left, found.right, strict=True)]


@pytest.mark.parametrize("form", PAIRS)
def test_items_that_the_reference_lacks_come_after_its_own(form: str) -> None:
    reference = {1: "x", 3: "x", 5: "y", 8: "y", 0: "z"}
    found = placed(PAIRS[form](NUMBERS), reference)
    assert ends(found) == NUMBERS
    assert list(found.items.ids()) == [1, 3, 5, 8, 0, 7]
    assert found.places.tolist() == [0, 1, 2, 3, 4]
    assert (found.reference.n, found.reference.k, found.unpaired) == (5, 3, 2)


@pytest.mark.parametrize("form", PAIRS)
def test_a_reference_that_has_all_items_keeps_its_own(form: str) -> None:
    found = placed(PAIRS[form](NUMBERS), dict.fromkeys([7, 0, 1, 3], 0))
    assert list(found.items.ids()) == [7, 0, 1, 3]
    assert (ends(found), found.unpaired) == (NUMBERS, 0)


@pytest.mark.parametrize("form", PAIRS)
def test_lacking_items_may_be_clusters_of_their_own(form: str) -> None:
    reference = {1: "x", 3: "x", 5: None}
    found = placed(PAIRS[form](NUMBERS), reference, missing="singletons")
    assert ends(found) == NUMBERS
    assert list(found.items.ids()) == [1, 3, 5, 0, 7]
    assert found.places.tolist() == [0, 1, 2, 3, 4]
    assert (found.reference.n, found.reference.k) == (5, 4)
    assert found.unpaired == 1


@pytest.mark.parametrize("form", PAIRS)
@pytest.mark.parametrize(
    ("labels", "policies"),
    [
        ([0, None, 1, 1, 0, 0, 0, 1], {"missing": "drop"}),
        ([0, -1, 1, 1, 0, 0, 0, 1], {"noise": "drop"}),
        ([0, -1, 1, 1, 0, 0, 0, 1], {"noise": "drop", "missing": "singletons"}),
    ],
)
def test_positions_of_items_that_were_dropped(form: str, labels: Any, policies: Any) -> None:
    """Item 1 is in pairs, and the reference has dropped it: it is no cluster of its own."""
    found = placed(PAIRS[form](NUMBERS), labels, **policies)
    assert ends(found) == NUMBERS
    assert list(found.items.ids()) == [0, 2, 3, 4, 5, 6, 7, 1]
    assert found.places.tolist() == list(range(7))
    assert (found.reference.n, found.reference.k, found.unpaired) == (7, 2, 4)


@pytest.mark.parametrize("form", PAIRS)
@pytest.mark.parametrize(("last", "is_there"), [(7, True), (8, False), (-1, False)])
def test_positions_end_with_the_labels(form: str, last: int, is_there: bool) -> None:
    pairs = [(3, 1), (1, last)]
    if is_there:
        assert ends(placed(PAIRS[form](pairs), [0] * 8)) == pairs
        return
    says = rf"positions 0 … 7 \({last}\); pass the reference as a mapping"
    with pytest.raises(AlignmentError, match=says) as caught:
        placed(PAIRS[form](pairs), [0] * 8)
    assert caught.value.count == 1


@pytest.mark.parametrize("form", PAIRS)
def test_at_most_three_examples_are_shown(form: str) -> None:
    pairs = [(i, i + 1) for i in range(10, 20, 2)]
    with pytest.raises(AlignmentError, match=r"positions 0 … 1 \(1\d, 1\d, 1\d and 7 more\)"):
        placed(PAIRS[form](pairs), [0, 0])
    with pytest.raises(AlignmentError, match=r"which has 'a', 'b', 'c' and 1 more \(items 10, "):
        placed(PAIRS[form](pairs), dict.fromkeys("abcd", 0))


def test_ids_of_different_types() -> None:
    with pytest.raises(AlignmentError, match=r"which has '1', '3' \(items 3, 1, 0\); use the same"):
        placed(PAIRS["array"](NUMBERS), {"1": 0, "3": 0})
    with pytest.raises(AlignmentError, match=r"which has none \(items "):
        placed(PAIRS["tuples"](NUMBERS), {})
    with pytest.raises(AlignmentError, match=r"positions 0 … 1 \('b', 'a'\)"):
        placed([("b", "a", 0.5)], [0, 1])


@pytest.mark.parametrize("text", ["pairs", "reference", "both"])
@pytest.mark.parametrize("missing", ["drop", "singletons"])
def test_ids_are_text_where_either_is_in_a_text_file(
    text: str, missing: str, tmp_path: Path
) -> None:
    labels = {1: "x", 3: "x", 5: None}
    pairs: Any = PAIRS["frame"](NUMBERS)
    reference: Any = labels
    if text != "reference":
        pairs.to_csv(tmp_path / "pairs.csv", index=False)
        pairs = tmp_path / "pairs.csv"
    if text != "pairs":
        frame = pd.DataFrame({"id": list(labels), "label": list(labels.values())})
        frame.to_csv(tmp_path / "gold.csv", index=False)
        reference = str(tmp_path / "gold.csv")
    scored = scored_pairs_of(pairs)
    assert scored is not None
    found = pairs_beside(scored, reference, Policies(missing=missing))  # type: ignore[arg-type]
    assert ends(found) == [(str(a), str(b)) for a, b in NUMBERS]
    is_kept = missing == "singletons"
    assert (found.reference.n, found.reference.k) == ((5, 4) if is_kept else (2, 1))
    assert found.unpaired == (1 if is_kept else 0)


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ({"gold": [0, 0], "who": [1, 3]}, None),
        ({"id": [1, 3], "gold": [0, 0]}, None),
        ({"gold": [0, 0, 0, 0, 0, 0, 0, 0]}, None),
        ({"gold": [0, 0], "who": [1, 3], "where": [1, 3]}, "which of the columns who, where has"),
    ],
)
def test_a_frame_as_reference(columns: dict[str, Any], says: str | None) -> None:
    """The only other column has the ids; without one, items are rows."""
    from partwise.engines.reading import read

    reference = read(pd.DataFrame(columns), label_column="gold")
    if says:
        with pytest.raises(InputError, match=says):
            placed(PAIRS["tuples"](NUMBERS), reference)
        return
    assert ends(placed(PAIRS["tuples"](NUMBERS), reference)) == NUMBERS
