"""Policies mean in every engine what they mean in memory."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import partwise as pw
from every_engine.cases import Frame, cells_of, joined_two, joined_wide
from every_engine.engines import Engine
from partwise.base.errors import InputError
from partwise.clusterings.policies import is_noise
from partwise.engines.engine_tables import engine_table

POLICIES = [
    {"noise": noise, "missing": missing}
    for noise, missing in product(
        (None, "singletons", "drop", "cluster"), ("raise", "drop", "singletons")
    )
]
# Each item has a label, noise, no label, or is absent, on each side: all sixteen combinations.
SIDES: list[Any] = [1, -1, None, "absent"]
TEXTS = {1: "1", -1: "-1", None: None, 2: "2"}


def _sides(kinds: list[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    a: dict[str, Any] = {"p": 1, "q": 2, "r": 2}
    b: dict[str, Any] = {"p": "1", "q": "1", "r": "2"}
    for number, (left, right) in enumerate(product(kinds, kinds)):
        for twin in "xy":
            if left != "absent":
                a[f"{twin}{number}"] = left
            if right != "absent":
                b[f"{twin}{number}"] = TEXTS[right]
    return a, b


def _same(make: Any, a: Any, b: Any, policies: dict[str, Any]) -> None:
    """Check that the engine finds the cells of memory, or refuses with the same error."""
    try:
        expected = pw.contingency(a, b, **policies)
    except InputError as error:
        with pytest.raises(type(error)):
            make(**policies)
        return
    joined = make(**policies)
    assert cells_of(engine_table(joined, *joined.names)) == cells_of(expected)
    assert joined.n == expected.n
    joined.forget()


EVERY: list[Any] = ["singletons", "drop", None, "cluster"]
GRIDS: dict[str, tuple[list[Any], list[tuple[Any, str]]]] = {
    "null, noise, absent": (SIDES, [*product(EVERY, ("drop", "singletons")), ("drop", "raise")]),
    "noise, absent": ([1, -1, "absent"], list(product(("drop", "singletons"), ("raise", "drop")))),
    "noise": ([1, -1], list(product(EVERY, ("raise",)))),
}
SLOW = {("drop", "singletons"), ("singletons", "drop"), ("drop", "raise")}


@pytest.mark.parametrize("grid", GRIDS)
def test_two_frames(frame: Frame, engine: Engine, grid: str) -> None:
    kinds, policies = GRIDS[grid]
    a, b = _sides(kinds)
    for noise, missing in policies:
        if not engine.slow or (noise, missing) in SLOW:
            chosen = {"noise": noise, "missing": missing}
            _same(lambda **p: joined_two(frame, a, b, **p), a, b, chosen)


def test_one_frame(frame: Frame, engine: Engine) -> None:
    a, b = zip(*product([1, -1, None, 2], [1, -1, None, 2]), strict=True)
    columns: dict[str, Any] = {"a": list(a), "b": [TEXTS[label] for label in b]}
    for policies in POLICIES[2:8] if engine.slow else POLICIES:
        _same(lambda **p: joined_wide(frame, columns, **p), columns["a"], columns["b"], policies)


def test_noise_labels_of_any_kind(frame: Frame) -> None:
    columns: dict[str, list[Any]] = {
        "a": [1, 2, 2, 3],
        "b": ["2", "", "2", "None"],
        "c": [2.0, 2.0, 1.0, 3.0],
    }
    for label in (2, "2", 2.0, 0.5, 2**64, "", None):
        joined = joined_wide(frame, columns, noise_label=label)
        for name, values in columns.items():
            expected = sum(is_noise(value, label) for value in values)
            assert joined.sides[name].noise == expected, (label, name)


def test_booleans_never_mark_noise(frame: Frame) -> None:
    columns = {"a": [True, True, False], "b": [1, 2, 2]}
    joined = joined_wide(frame, columns, noise="drop", noise_label=1)
    expected = pw.contingency(*columns.values(), noise="drop", noise_label=1)
    assert cells_of(engine_table(joined, "a", "b")) == cells_of(expected)


def test_three_clusterings_share_what_is_dropped(frame: Frame) -> None:
    columns = {"a": [1, 1, None, 2, 2], "b": [5, -1, 5, 6, 6], "c": [7, 7, 8, None, 8]}
    joined = joined_wide(frame, columns, noise="drop", missing="drop")
    assert joined.n == 2
    assert cells_of(engine_table(joined, "a", "c")) == cells_of(pw.contingency([1, 2], [7, 8]))
    assert {name: (s.given, s.missing, s.noise) for name, s in joined.sides.items()} == {
        "a": (5, 1, 0),
        "b": (5, 0, 1),
        "c": (5, 1, 0),
    }
