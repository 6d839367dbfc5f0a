"""Properties of indices for covers: printed verdicts, rechecked from the definitions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import partwise as pw
from covers.definitions import DEFINITIONS, together
from covers.property_table import audits, counterexample_rows, verdict_rows

PAGE = Path(__file__).parents[2] / "docs" / "covers.md"
ROW = re.compile(r"^\| `(\w+)` \| (\w+) \| (.+) \((\d) items\): (.+) \|$", re.MULTILINE)
PRINTED = ROW.findall(PAGE.read_text(encoding="utf-8").replace("\\|", "|"))
ROOM = 1e-9

Clusters = tuple[frozenset[int], ...]
Number = Any  # a fraction, or a float where a definition has logarithms


def _read(text: str) -> Clusters:
    if text == "∅":
        return ()
    return tuple(frozenset(map(int, part)) for part in text.split("|"))


def _levels(cover: Clusters, n: int) -> list[int]:
    return [together(cover, x, y) for x in range(n) for y in range(x, n)]


def _is_improvement(a: Clusters, b: Clusters, better: Clusters, n: int) -> bool:
    levels = list(zip(*(_levels(cover, n) for cover in (a, b, better)), strict=True))
    return all(min(x, y) <= z <= max(x, y) for x, y, z in levels) and any(
        y != z for _, y, z in levels
    )


def _moved(cover: Clusters, order: Sequence[int]) -> Clusters:
    return tuple(frozenset(order[x] for x in part) for part in cover)


def _value(key: str, n: int, a: Clusters, b: Clusters) -> Number:
    value: Number = DEFINITIONS[key](n, a, b)
    return value


def _mean(key: str, n: int, a: Clusters, b: Clusters) -> Number:
    return _mean_of([_value(key, n, a, _moved(b, order)) for order in permutations(range(n))])


def _mean_of(values: Sequence[Number]) -> Number:
    numbers = [value for value in values if value is not None]
    return sum(numbers) / len(values) if len(numbers) == len(values) else None


def test_the_page_has_counterexamples_for_every_index() -> None:
    assert {row[0] for row in PRINTED} == DEFINITIONS.keys()
    assert len(PRINTED) >= 30


@pytest.mark.parametrize("row", PRINTED, ids=lambda row: f"{row[0]}-{row[1]}")
def test_a_printed_counterexample_is_one_by_definition(row: tuple[str, ...]) -> None:
    key, about, covers_text, n_text, values_text = row
    n = int(n_text)
    covers = {name: _read(own) for name, own in re.findall(r"([ABC]'?) = ([\d|∅]+)", covers_text)}
    values: dict[tuple[str, str], Number] = {}
    shown = re.findall(r"(E\[)?V\(([ABC]'?), ([ABC]'?)\)\]? [=≈] (-?[\d./e-]+)", values_text)
    assert shown
    for is_mean, one, other, text in shown:
        of_pair = (_mean if is_mean else _value)(key, n, covers[one], covers[other])
        assert of_pair is not None
        assert float(of_pair) == pytest.approx(float(Fraction(text)), rel=1e-5, abs=1e-9)
        values[one, other] = of_pair
    numbers = list(values.values())
    if about == "constant_baseline":
        assert abs(numbers[0] - numbers[1]) > ROOM
    elif about == "symmetry":
        assert abs(values["A", "B"] - values["B", "A"]) > ROOM
    elif "monotonicity" in about:
        assert _is_improvement(covers["A"], covers["B"], covers["B'"], n)
        gain = numbers[1] - numbers[0]
        assert gain < -ROOM if about == "weak_monotonicity" else gain <= ROOM
    elif "C" in covers:  # all best values are 1
        assert 1 - values["A", "C"] > 2 - values["A", "B"] - values["B", "C"] + ROOM
    else:
        assert sorted(map(sorted, covers["A"])) != sorted(map(sorted, covers["B"]))
        assert values["A", "B"] >= 1 - ROOM


PARTS = [frozenset(part) for size in (1, 2, 3) for part in combinations(range(3), size)]
COVERS: list[Clusters] = [c for k in range(8) for c in combinations(PARTS, k)]


def test_omega_has_a_constant_baseline_by_definition() -> None:
    """For all 128 covers of three items; pairs without a value are those the audit leaves out."""
    value = {(a, b): _value("omega", 3, a, b) for a in COVERS for b in COVERS}
    place = {frozenset(cover): cover for cover in COVERS}
    for a in COVERS:
        for b in COVERS:
            orders = permutations(range(3))
            own = [value[a, place[frozenset(_moved(b, order))]] for order in orders]
            assert _mean_of(own) in (None, 0)


@pytest.mark.parametrize("key", ["extended_bcubed", "extended_bcubed_precision"])
def test_extended_bcubed_never_decreases_by_definition(key: str) -> None:
    levels = np.array([_levels(cover, 3) for cover in COVERS])
    tried = 0
    for place in range(0, len(COVERS), len(COVERS) // 16):
        values = [_value(key, 3, COVERS[place], b) for b in COVERS]
        order = sorted({value for value in values if value is not None})
        ranks = np.array([-1 if value is None else order.index(value) for value in values])
        low, high = (f(levels[place], levels)[:, None] for f in (np.minimum, np.maximum))
        improves = ((low <= levels) & (levels <= high)).all(axis=2)
        improves &= (levels[:, None] != levels).any(axis=2) & (ranks[:, None] >= 0) & (ranks >= 0)
        tried += int(improves.sum())
        worse = np.argwhere(improves & (ranks < ranks[:, None]))
        assert not len(worse), (COVERS[place], [COVERS[i] for i in worse[0]])
    assert tried > 1000


@pytest.mark.slow
def test_the_page_prints_what_audits_find() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    found = audits()
    for row in (*verdict_rows(found), *counterexample_rows(found)):
        assert row in lines


def test_an_audit_of_an_index_for_covers_reads_like_any() -> None:
    audit = pw.audit("average_f1", max_n=2)
    assert audit.verdicts["symmetry"].status == "held"
    assert audit.verdicts["symmetry"].up_to_n == 2
    example = audit.to_dict()["verdicts"]["distance"]["counterexample"]
    assert example["covers"] == {"A": [[0]], "B": [[0, 1]], "C": [[1]]}
    assert example["items"] == 2
    assert audit.certificates == {}
    assert "01|12 is the cover" in str(audit)
    assert "A = 0, B = 01, C = 1" in audit._repr_html_()


def test_time_limits_and_unknown_properties_of_covers() -> None:
    audit = pw.audit("omega", seconds=1e-9, properties="symmetry")
    assert audit.verdicts["symmetry"].status == "unknown"
    with pytest.raises(pw.PartwiseError, match="bias is not defined for covers"):
        pw.audit("omega", properties="bias")
    with pytest.raises(pw.PartwiseError, match="max_n="):
        pw.audit("omega", max_n=1)
