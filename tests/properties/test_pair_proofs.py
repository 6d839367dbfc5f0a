"""The small program for proofs about pair counts: alone, against values, and against forgeries."""

from __future__ import annotations

import copy
import gzip
import json
import math
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from partwise.properties import checker
from partwise.properties.checker.pairs.algebra import (
    Polynomial,
    Quotient,
    Root,
    Signs,
    variable,
)
from partwise.properties.checker.pairs.certificates import is_for, verify
from partwise.properties.checker.pairs.formulas import UndefinedError, evaluate, parsed
from partwise.properties.checker.pairs.refusals import NotShownError

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "certificates.json.gz"
FOLDER = Path(checker.__file__).parent / "pairs"
PROOFS = [c for c in json.loads(gzip.decompress(FILE.read_bytes())) if is_for(c)]
NAMES = "xyz"


def test_it_verifies_every_proof_about_pair_counts_alone(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "pairs", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-S", "-E", "-s", "-m", "pairs", str(FILE)]
    process = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    *lines, summary = process.stdout.splitlines()
    assert process.returncode == 0, process.stderr
    assert len(lines) == len(PROOFS) > 200
    assert all(line.startswith("verified") for line in lines)
    assert summary.startswith(f"proofs about pair counts: {len(PROOFS)}; ")


def is_shown(certificate: dict[str, Any]) -> bool:
    try:
        verify(certificate)
    except NotShownError:
        return False
    return True


def test_a_proof_shows_nothing_of_another_property_or_direction() -> None:
    """Another property with its own method, the other direction, no conventions."""
    methods = {(c["property"], c["method"]) for c in PROOFS if c["vocabulary"] == "pairs"}
    known = {(c["formula"], c["direction"], c["property"]) for c in PROOFS}
    refuted = {
        (c["formula"], c["direction"], c["property"])
        for c in json.loads(gzip.decompress(FILE.read_bytes()))
        if c["kind"] == "counterexample"
    }
    tried = 0
    of_pairs = [c for c in PROOFS if c["vocabulary"] == "pairs"]
    for proof in Random(3).sample(of_pairs, 40):  # noqa: S311
        for about, method in methods:
            claim = (proof["formula"], proof["direction"], about)
            if claim in refuted and claim not in known:
                tried += 1
                assert not is_shown({**proof, "property": about, "method": method}), claim
        turned = {"similarity": "distance", "distance": "similarity"}[proof["direction"]]
        if proof["property"] in ("monotonicity", "maximal_agreement", "homogeneity"):
            assert not is_shown({**proof, "direction": turned})
    assert tried > 60


def test_a_damaged_proof_is_refused_and_never_crashes() -> None:
    rng = Random(5)  # noqa: S311
    for proof in rng.sample(PROOFS, 40):
        for key in proof:
            damaged = copy.deepcopy(proof)
            damaged[key] = rng.choice((None, 7, "x + ", [1], {"a": []}))
            if key not in ("steps", "value") and damaged[key] != proof[key]:
                assert not is_shown(damaged), (key, damaged[key])
            del damaged[key]
            assert not is_shown(damaged)
    assert not is_shown(None)  # type: ignore[arg-type]


def test_factors_that_are_none_do_no_harm() -> None:
    """Forged factors are divisors that do not divide: nothing more is shown, nothing less."""
    forged = [{"polynomial": "n11", "factors": [["n10 - n01", 1], ["sqrt(n11 - n00)", 2]]}]
    plain = [proof for proof in PROOFS if not proof["factors"]]
    assert plain
    assert all(is_shown({**proof, "factors": forged}) for proof in plain[:20])


def random_formula(rng: Random, depth: int) -> str:
    if depth == 0:
        return str(rng.choice([*NAMES, str(rng.randrange(1, 4))]))
    first, second = (random_formula(rng, depth - 1) for _ in range(2))
    below = f"({rng.choice(NAMES)} + {rng.randrange(3)})"
    return rng.choice(
        [f"({first} + {second})", f"({first} - {second})", f"({first})*({second})",
         f"({first})/{below}", f"sqrt(({first})*({first}) + {rng.choice(NAMES)})",
         f"abs({first} - {second})", f"max({first}, {second})", f"({first})**2"]
    )  # fmt: skip


def value_of(quotient: Quotient, place: dict[str, float]) -> float:
    def at(polynomial: Polynomial) -> float:
        return math.fsum(
            float(c) * math.prod(of(name) ** power for name, power in monomial)
            for monomial, c in polynomial.terms.items()
        )

    def of(name: str | Root) -> float:
        return (
            math.sqrt(at(Polynomial(dict(name.terms)))) if isinstance(name, Root) else place[name]
        )

    return at(quotient.above) / math.prod(at(f) ** power for f, power in quotient.below.items())


@pytest.mark.parametrize("seed", range(120))
def test_values_signs_and_slopes_are_those_of_floats(seed: int) -> None:
    rng = Random(seed)  # noqa: S311
    text = random_formula(rng, 3)
    places, signs = {name: Quotient(variable(name)) for name in NAMES}, Signs()
    functions = {"sqrt": math.sqrt, "abs": abs, "max": max}
    points = [{name: rng.uniform(0.1, 9) for name in NAMES} for _ in range(8)]
    try:
        value = evaluate(parsed(text), places, signs)
    except (NotShownError, UndefinedError):
        return
    expected = [eval(text, {**functions, **point}) for point in points]  # noqa: S307
    assert [value_of(value, point) for point in points] == pytest.approx(expected, abs=1e-6)
    slope, step = value.slope({"x": 1, "y": -2}), 1e-6
    for point in points:
        near = [{**point, "x": point["x"] + h, "y": point["y"] - 2 * h} for h in (step, -step)]
        ends = [value_of(value, place) for place in near]
        steep = (ends[0] - ends[1]) / (2 * step)
        assert value_of(slope, point) == pytest.approx(steep, rel=1e-3, abs=1e-3)
    try:
        sign = signs.of(value)
    except NotShownError:
        return
    assert {(one > 1e-9) - (one < -1e-9) for one in expected} == {sign}
