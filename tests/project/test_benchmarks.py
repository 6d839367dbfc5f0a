"""``make bench`` keeps itself honest; tests/catalogue/test_peers.py compares values of peers."""

from __future__ import annotations

from pathlib import Path

import pytest

import history
from measure import Row


def row(figure: float, work: str = "ARI", at_least: bool = True, unit: str = "× faster") -> Row:
    return Row(work, "a peer", figure, unit, 2, at_least)


def test_a_row_cannot_be_without_a_bar() -> None:
    with pytest.raises(ValueError, match="without a bar"):
        Row("ARI", "a peer", 3.0, "× faster", 0, True)


def test_a_bar_is_cleared_from_its_own_side() -> None:
    assert [row(figure).passed for figure in (1.9, 2, 2.1)] == [False, True, True]
    below = [row(figure, at_least=False).passed for figure in (1.9, 2, 2.1)]
    assert below == [True, True, False]


def test_rows_that_became_worse_beyond_noise_are_named(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    then = [row(10), row(10, "AMI"), row(1, "NMI", at_least=False), row(1, "SMI", unit="MB")]
    assert history.regressions(then, "two cores", path) == []
    history.add(then, "two cores", path)
    history.add([row(100), row(100, "AMI")], "many cores", path)
    assert history.regressions(then, "two cores", path) == []
    now = [row(6), row(7, "AMI"), row(1.6, "NMI", at_least=False), row(100, "SMI", unit="MB")]
    assert history.regressions(now, "two cores", path) == [
        "ARI / a peer: 10 → 6 × faster",
        "NMI / a peer: 1 → 1.6 × faster",
    ]
    assert history.regressions([row(20), row(1, "new")], "two cores", path) == []
