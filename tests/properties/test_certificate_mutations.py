"""Certificates with a random change: what still verifies is true, or claims what it claimed."""

from __future__ import annotations

import copy
import gzip
import json
import math
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from partwise.base import ops
from partwise.catalogue import Conventions, as_index
from partwise.properties.checker.algebra import NotShownError
from partwise.properties.checker.certificates import verify
from partwise.properties.registry import PROPERTIES
from partwise.properties.search.index_values import IndexValues

FILE = Path(__file__).parents[2] / "docs" / "certificates.json.gz"
CERTIFICATES: list[dict[str, Any]] = json.loads(gzip.decompress(FILE.read_bytes()))
CLAIM = ("property", "formula", "vocabulary", "direction", "conventions", "value", "violation")
NAMES = ("n11", "n10", "n01", "n00")
RELATIONS = ("identical", "opposite", "vs_other", "otherwise")
MUTANTS = 12
Place = tuple[Any, ...]


def of_kind(kind: str) -> list[dict[str, Any]]:
    """Return certificates whose formula plain Python can evaluate without rounding errors."""
    of_pairs = (c for c in CERTIFICATES if c["kind"] == kind and c["vocabulary"] == "pairs")
    return [c for c in of_pairs if "given" not in c["formula"]]


def some(kind: str, count: int) -> list[dict[str, Any]]:
    return random.Random(kind).sample(of_kind(kind), count)  # noqa: S311


def places(content: Any, above: Place = ()) -> Iterator[Place]:
    """Yield where something stands in a certificate."""
    if above:
        yield above
    if isinstance(content, list):
        content = dict(enumerate(content))
    for key, part in content.items() if isinstance(content, dict) else ():
        yield from places(part, (*above, key))


def changed(content: Any, rng: random.Random) -> Any:
    """Return something else of the same kind."""
    if isinstance(content, int):
        return content + rng.choice((-1, 1))
    if content is None:
        return rng.choice(("1", "0", "tie", "none"))
    if isinstance(content, str):
        return changed_text(content, rng)
    if isinstance(content, list):
        i = rng.randrange(len(content) + 1)
        return content[:i] + content[i + 1 :] if i < len(content) else [*content, *content[:1]]
    kept = [key for key in content if key != rng.choice([*content, None])]
    return {key: content[key] for key in rng.sample(kept, len(kept))}


def changed_text(text: str, rng: random.Random) -> Any:
    tokens = re.findall(r"\w+|\W", text)
    numbers = [i for i, token in enumerate(tokens) if token.strip()]
    i = rng.choice(numbers)
    if tokens[i] in NAMES:
        tokens[i] = rng.choice(NAMES)
    elif tokens[i].isdigit():
        tokens[i] = str(int(tokens[i]) + rng.choice((1, 2)))
    elif tokens[i] in "+-":
        tokens[i] = "-" if tokens[i] == "+" else "+"
    elif tokens[i] in "*/":
        tokens[i] = "/" if tokens[i] == "*" else "*"
    else:
        return rng.choice((None, "similarity", "distance", *PROPERTIES))
    return "".join(tokens)


def mutants(certificate: dict[str, Any], rng: random.Random) -> Iterator[dict[str, Any]]:
    """Yield certificates with one change each: at every field, and at random places below."""
    everywhere = list(places(certificate))
    chosen: list[Place] = [(field,) for field in certificate] + rng.choices(everywhere, k=MUTANTS)
    for place in chosen:
        above, last = place[:-1], place[-1]
        mutant = copy.deepcopy(certificate)
        part = mutant
        for key in above:
            part = part[key]
        if rng.random() < 0.3 and not above:  # a field of another certificate
            part[last] = rng.choice(of_kind(certificate["kind"]))[last]
        else:
            part[last] = changed(part[last], rng)
        if mutant != certificate:
            yield mutant
        without = copy.deepcopy(certificate)
        del without[above[0] if above else last]
        yield without


def is_verified(certificate: Any) -> bool:
    try:
        verify(certificate)
    except NotShownError:
        return False
    return True


def claim(certificate: dict[str, Any]) -> list[Any]:
    return [certificate.get(name) for name in CLAIM]


def number(text: str | None) -> float | Fraction | None:
    if text is None or text in ("inf", "-inf"):
        return None if text is None else float(text)
    value = evaluated(text, {"sqrt": math.sqrt, "pi": math.pi})
    return value if isinstance(value, float) else Fraction(value)


def evaluated(text: str, names: dict[str, Any]) -> Any:
    """Let Python evaluate a formula, in which whole numbers are fractions."""
    exact = re.sub(r"(?<!\w)(\d+)", r"Fraction(\1)", text)
    return eval(exact, {"__builtins__": {}, "Fraction": Fraction, **names})  # noqa: S307


FUNCTIONS: dict[str, Any] = {"sqrt": ops.sqrt, "log": ops.log}


def is_violated(certificate: dict[str, Any]) -> bool:
    """Search all small clusterings for a violation, as an audit without proofs does."""

    def formula(p: Any) -> Any:
        counts = dict(zip(NAMES, p, strict=True))
        return evaluated(certificate["formula"], {**FUNCTIONS, **counts})

    conventions = (number(certificate["conventions"][relation]) for relation in RELATIONS)
    index = replace(
        as_index("n11"),
        formula=formula,
        direction=certificate["direction"],
        conventions=Conventions(*conventions),
    )
    clusterings = certificate.get("clusterings", {}).values()
    values = IndexValues(index, max([5, *map(len, clusterings)]), 5)
    return PROPERTIES[certificate["property"]].decide(values).status == "refuted"


def says_violated(certificate: dict[str, Any]) -> bool:
    """Whether a certificate claims that the property does not hold, as proofs of a bias do."""
    has_bias = certificate["property"] == "bias" and certificate.get("value") != "none"
    return has_bias or certificate["kind"] == "counterexample"


@pytest.mark.parametrize("kind", ["proof", "counterexample"])
def test_no_mutant_verifies_a_false_claim(kind: str) -> None:
    rng = random.Random(18)  # noqa: S311
    tried = other_claims = 0
    for certificate in some(kind, 25):
        for mutant in mutants(certificate, rng):
            tried += 1
            if not is_verified(mutant):
                continue
            assert set(mutant) == set(certificate)
            if claim(mutant) != claim(certificate):
                other_claims += 1
                assert is_violated(mutant) == says_violated(mutant), mutant
    assert tried > 1000, "hardly anything was tried"
    assert other_claims < tried / 10, "nothing is noticed"
