"""``partwise audit`` and ``partwise properties``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from partwise.properties.registry import PROPERTIES
from support.commands import ran

QUICK = ("--max-n", "4", "--triples-n", "4")


def verdicts(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code, out, err = ran(capsys, "audit", *arguments, *QUICK, "--format", "json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out, parse_constant=pytest.fail)["verdicts"]
    return found


def test_an_index_is_audited(capsys: pytest.CaptureFixture[str]) -> None:
    found = verdicts(capsys, "CC")
    assert list(found) == list(PROPERTIES)
    assert found["monotonicity"]["status"] == found["constant_baseline"]["status"] == "proved"
    assert found["distance"]["status"] == "refuted"
    assert set(found["distance"]["counterexample"]["clusterings"]) == {"A", "B", "C"}


def test_an_index_for_covers_is_audited(capsys: pytest.CaptureFixture[str]) -> None:
    found = verdicts(capsys, "omega")
    assert found["symmetry"]["up_to_n"] == 3
    assert found["maximal_agreement"]["counterexample"]["covers"]["A"]


def test_a_formula_is_audited(capsys: pytest.CaptureFixture[str]) -> None:
    """Recall of pairs: one cluster of everything has all of it, so it is not symmetric."""
    found = verdicts(capsys, "n11 / (n11 + n10)", "--property", "symmetry")
    assert list(found) == ["symmetry"]
    assert found["symmetry"]["status"] == "refuted"


@pytest.mark.parametrize(
    ("direction", "status"), [("distance", "proved"), ("similarity", "refuted")]
)
def test_a_formula_can_be_a_distance(
    capsys: pytest.CaptureFixture[str], direction: str, status: str
) -> None:
    """The share of pairs on which two clusterings disagree is 1 − Rand, a metric."""
    formula = ("(n10 + n01) / N", "--property", "distance", "--direction", direction)
    assert verdicts(capsys, *formula)["distance"]["status"] == status


def test_a_function_is_audited(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "def share(table):\n    return float(table.cells.counts.max()) / table.n\n"
    (tmp_path / "own_index_module.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    found = verdicts(capsys, "own_index_module:share", "--property", "symmetry")
    assert found["symmetry"] == {**found["symmetry"], "status": "held", "up_to_n": 4}


def test_problems_of_a_function_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "failing_index_module.py").write_text("def fails(table):\n    return 1 / 0\n")
    monkeypatch.chdir(tmp_path)
    code, out, _ = ran(
        capsys, "audit", "failing_index_module:fails", *QUICK, "--property", "symmetry"
    )
    assert code == 0
    assert "Problem: " in out
    assert "ZeroDivisionError" in out


def test_nothing_is_vouched_for_without_values(capsys: pytest.CaptureFixture[str]) -> None:
    found = verdicts(capsys, "n11 / 0")
    assert {each["status"] for each in found.values()} == {"unknown"}


def test_proofs_are_printed_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("audit", "rand", "--property", "symmetry", *QUICK)
    assert "Proof of symmetry" not in ran(capsys, *asked)[1]
    assert "Proof of symmetry" in ran(capsys, *asked, "--proofs")[1]


@pytest.mark.parametrize("form", ["table", "csv", "markdown", "html"])
def test_formats(capsys: pytest.CaptureFixture[str], form: str) -> None:
    asked = ("--property", "symmetry", *QUICK, "--format", form)
    for given in (("audit", "W"), ("properties", "--index", "W")):
        code, out, _ = ran(capsys, *given, *asked)
        assert code == 0
        assert "✗" in out


def test_properties_of_several_indices(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ran(
        capsys, "properties", "--index", "CC", "--index", "W", *QUICK, "--format", "json"
    )
    found = json.loads(out)
    assert code == 0
    assert list(found) == ["correlation", "wallace_1"]
    assert list(found["correlation"]) == [k for k, p in PROPERTIES.items() if not p.addition]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("audit", "nonsense"), 2, "nonsense"),
        (("audit", "n11 / (n11"), 2, "cannot read the formula"),
        (("audit", "no_such_module_:f"), 2, "cannot be imported"),
        (("audit", "math:no_such_function"), 2, "has no function"),
        (("audit", "math:pi"), 2, "name a function"),
        (("audit", "covers"), 2, "'covers' is a family of indices, but one index is needed"),
        (("show", "memberships"), 2, "'memberships' is a family of indices, but one index is"),
        (("audit", "omega", "--direction", "distance"), 2, "has its own direction"),
        (("audit", "CC", "--property", "beauty"), 2, "beauty"),
        (("audit", "CC", "--max-n", "13"), 2, "--max-n must be from 2 to 12, not 13"),
        (("properties", "--triples-n", "9"), 2, "--triples-n must be from 2 to 8, not 9"),
        (("audit", "CC", "--seconds", "0"), 2, "not a number of seconds above 0"),
        (("audit", "CC", "--proofs", "--format", "csv"), 2, "--proofs is for --format table"),
        (("properties", "--index", "nonsense"), 2, "nonsense"),
    ],
)
def test_bad_input(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, says: str
) -> None:
    found, out, err = ran(capsys, *arguments)
    assert (found, out) == (code, "")
    assert says in err
