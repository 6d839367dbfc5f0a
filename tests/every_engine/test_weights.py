"""Weights in a column, on every engine: the same tables as of repeated items in memory."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import partwise as pw
from every_engine.cases import Frame, cells_of, labels_of, same_summary
from partwise.clusterings import Policies
from partwise.engines.engine_tables import engine_table
from partwise.engines.item_join import join

GOLD, MINE, SEEN = [1, 1, 1, 2, 2, 2, 3], list("xxyyyzz"), [3, 1, 2, 0, 5, 1, 0]


def _repeated(labels: list[Any], weights: list[int]) -> list[Any]:
    return np.repeat(np.array(labels), weights).tolist()


def test_multiplicities_are_repeated_items(frame: Frame) -> None:
    """Cells and summary, of two frames whose rows come in different orders."""
    items = list(range(7))
    left = frame({"id": items, "gold": GOLD, "seen": SEEN})
    right = frame({"mine": MINE[::-1], "key": items[::-1]})
    given = {
        "gold": labels_of(left, "gold", item="id"),
        "mine": labels_of(right, "mine", item="key"),
    }
    joined = join(given, Policies(weights="seen"))
    expected = pw.contingency(_repeated(GOLD, SEEN), _repeated(MINE, SEEN))
    assert joined.n == 5
    assert cells_of(engine_table(joined, "gold", "mine")) == cells_of(expected)
    same_summary(engine_table(joined, "gold", "mine", most_cells=0), expected)
    joined.forget()


@pytest.mark.parametrize("max_cells", [10**6, 0], ids=["cells", "histograms"])
def test_many_candidates(frame: Frame, max_cells: int) -> None:
    rng = np.random.default_rng(5)
    columns = {name: rng.integers(0, k, 60).tolist() for name, k in (("r", 4), ("x", 5), ("y", 9))}
    weights = rng.integers(0, 6, 60).tolist()
    table = frame({"id": list(range(60)), **columns, "n": [float(w) for w in weights]})
    found = pw.scores("r", table, ["CC", "vi", "purity"], weights="n", max_cells=max_cells)
    assert list(found) == ["x", "y"]
    reference = _repeated(columns["r"], weights)
    for name, scores in found.items():
        expected = pw.scores(reference, _repeated(columns[name], weights), ["CC", "vi", "purity"])
        assert dict(scores) == pytest.approx(dict(expected), rel=1e-14)


@pytest.mark.parametrize("largest", [4.0, 0.99, 0.25, 1e-9, 1e-200])
def test_importance_is_that_of_memory(frame: Frame, largest: float) -> None:
    weights = [largest * weight for weight in (0.125, 0.5, 0.025, 0.0, 0.8125, 0.25, 1.0)]
    table = frame({"gold": GOLD, "mine": MINE, "worth": weights})
    for key in ("rand", "bcubed"):
        options: Any = {"weighting": "importance", "exact": True}
        found = pw.scores("gold", table, [key], weights="worth", **options)["mine"]
        assert found[key] == pw.score(GOLD, MINE, key, weights=weights, **options)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (
            [1, None, 1, 1, None, 2, 2],
            r"column 'n': 2 of 7 weights are missing, for the items \(1, 4\)",
        ),
        ([1, -3, 1, 1, 0, -4, 2], r"column 'n': 2 of 7 weights are negative \(-4, -3\)"),
        ([1.0, 2.5, 1, 1, 1, 1, 1], r"1 of 7 weights is not whole \(2.5\).*importance"),
        ([1.0, float("inf"), 1, 1, 1, 1, 1], r"1 of 7 weights is not whole \(inf\)"),
        ([0] * 7, r"all weights are zero"),
        (list("1234567"), r"column 'n' holds String values.*cast"),
        ([2**62, 2**62, 1, 1, 1, 1, 1], rf"add up to {2**63 + 5} .*64 bits"),
        ([1.0, 2.0**63, 1, 1, 1, 1, 1], rf"add up to {2**63} .*64 bits"),
        ([2**62, 2**62 - 5, 1, 1, 1, 1, 1], rf"add up to {2**63} .*64 bits"),
    ],
)
def test_what_is_no_multiplicity(frame: Frame, weights: list[Any], message: str) -> None:
    table = frame({"id": list(range(7)), "gold": GOLD, "mine": MINE, "n": weights})
    with pytest.raises(pw.errors.InputError, match=message):
        pw.contingency("gold", table, weights="n")


def test_sums_up_to_the_last_bit(frame: Frame) -> None:
    weights = [2**62, 2**62 - 6, 1, 1, 1, 1, 1]
    table = frame({"gold": GOLD, "mine": MINE, "n": weights})
    expected = pw.contingency(GOLD, MINE, weights=weights)
    assert cells_of(pw.contingency("gold", table, weights="n")) == cells_of(expected)
    found = pw.contingency("gold", table, weights="n", max_cells=0)
    assert found.n == 2**63 - 1
    assert found.pair_counts == expected.pair_counts


@pytest.mark.parametrize("rows", [3, 300])
def test_sums_beyond_64_bits_are_told_exactly(frame: Frame, rows: int) -> None:
    weights = [2**62 + 2**31 * i + i for i in range(rows)]
    table = frame({"gold": [1] * rows, "mine": [2] * rows, "n": weights})
    with pytest.raises(pw.errors.InputError, match=f"the weights add up to {sum(weights)} or more"):
        pw.contingency("gold", table, weights="n")


def test_importance_refuses_what_is_no_number(frame: Frame) -> None:
    options: Any = {"weights": "n", "weighting": "importance"}
    for value, message in ((float("inf"), "not finite"), (-0.5, "negative"), (None, "missing")):
        largest = sys.float_info.max  # a number like any other
        table = frame({"gold": GOLD, "mine": MINE, "n": [value, *[1.0] * 5, largest]})
        with pytest.raises(pw.errors.InputError, match=rf"1 of 7 weights is {message}") as caught:
            pw.contingency("gold", table, **options)
        assert str(largest) not in str(caught.value)


def test_policies_with_weights(frame: Frame) -> None:
    gold = frame({"id": [1, 2, 3, 4], "label": [1, 1, None, 2], "n": [2, 3, 1, 4]})
    mine = frame({"id": [5, 4, 3, 2, 1], "label": [7, 7, 7, 8, 8]})
    for other in (mine, frame({"id": [5, 4, 3], "label": [7, 7, 7]})):  # which lacks items, too
        with pytest.raises(pw.errors.InputError, match=r"1 item of .* has no weight \(5\)"):
            pw.contingency(gold, other, weights="n", missing="singletons")
    found = pw.contingency(gold, mine, weights="n", missing="drop")
    assert found.n == 9
    mine = frame({"id": [4, 3, 2, 1], "label": [7, 7, 8, 8]})
    found = pw.contingency(gold, mine, weights="n", missing="singletons")
    assert isinstance(found, pw.Contingency)
    assert sorted(found.row_sizes.tolist()) == [1, 4, 5]
    with pytest.raises(pw.errors.InputError, match=r"2 items without a cluster stand for several"):
        pw.contingency(gold, mine, weights="n", missing="singletons", noise="singletons",
                       noise_label=1)  # fmt: skip


def test_items_on_several_rows(frame: Frame) -> None:
    columns = {"id": [1, 2, 1], "a": [1, 1, 1], "b": [1, 2, 1]}
    assert pw.contingency("a", frame({**columns, "n": [5, 2, 5]}), weights="n").n == 7
    with pytest.raises(pw.errors.InputError, match=r"1 item has more than one weight: 1 has 4, 5"):
        pw.contingency("a", frame({**columns, "n": [5, 2, 4]}), weights="n")
