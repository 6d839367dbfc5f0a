"""Counterexamples as certificates: the checker confirms what the definitions say, and no more."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import mpmath  # type: ignore[import-untyped, unused-ignore]
import pytest

import partwise as pw
from partwise.catalogue import Conventions
from partwise.properties.checker.algebra import NotShownError
from partwise.properties.checker.certificates import verify
from partwise.properties.known_verdicts import known
from partwise.properties.prove.certificate import claim_of
from partwise.properties.prove.tracing import traced
from partwise.properties.refutation import refutation
from support.definitions import CHECKS, score_of
from support.lone_checker import checked_alone
from support.set_partitions import set_partitions

KEYS = [index.key for index in pw.indices("all")]
BARE = dict.fromkeys(("identical", "opposite", "vs_other", "otherwise"))


def claim(formula: str, about: str, **content: Any) -> dict[str, Any]:
    return {
        "format": "partwise certificate 1",
        "kind": "counterexample",
        "property": about,
        "formula": formula,
        "vocabulary": "pairs",
        "direction": "similarity",
        "conventions": BARE,
        "clusterings": {},
        "pair_counts": {},
        "items": [],
        "violation": None,
        **content,
    }


def is_verified(certificate: dict[str, Any]) -> bool:
    try:
        verify(json.loads(json.dumps(certificate)))
    except NotShownError:
        return False
    return True


@pytest.mark.parametrize("key", KEYS[::5])  # make check-certificates takes them all
def test_counterexamples_of_the_catalogue_are_confirmed(key: str) -> None:
    index = pw.index(key)
    for about, verdict in known(index).items():
        if verdict.counterexample is None or verdict.status != "refuted":
            continue
        certificate = refutation(index, verdict)
        assert certificate.content["property"] == about
        assert certificate.recheck()


@pytest.mark.parametrize("key", ["jaccard", "correlation", "ami_arithmetic", "smi", "yule"])
def test_the_checker_alone_confirms_counterexamples(key: str, tmp_path: Path) -> None:
    index = pw.index(key)
    refuted = [v for v in known(index).values() if v.counterexample and v.status == "refuted"]
    path = tmp_path / "certificates.json"
    path.write_text(json.dumps([refutation(index, verdict).to_dict() for verdict in refuted]))
    process = checked_alone(path)
    assert process.returncode == 0, process.stdout + process.stderr
    assert process.stdout.count("verified") == len(refuted)


SCORED = [
    "jaccard",
    "correlation",
    "fowlkes_mallows",
    "wallace_1",
    "vi",
    "nmi_max",
    "ami_arithmetic",
]
NAMES = {
    "symmetry": ("A", "B"),
    "maximal_agreement": ("A", "B"),
    "distance": ("A", "B", "C"),
    "monotonicity": ("A", "B", "B'"),
    "constant_baseline": ("A", "B", "A'", "B'"),
}


@pytest.mark.parametrize("about", NAMES)
@pytest.mark.parametrize("key", SCORED)
def test_the_checker_agrees_with_the_definitions(key: str, about: str) -> None:
    """Random clusterings violate a property, or not, whoever is asked."""
    rng = random.Random(f"{key} {about}")  # noqa: S311
    index, names = pw.index(key), NAMES[about]
    content = {**claim_of(index, traced(index)), "conventions": BARE}
    with mpmath.workdps(60):
        score = score_of(key)
        for _ in range(25):
            clusterings = rng.choices(set_partitions(rng.choice((4, 4, 5))), k=len(names))
            a, b = clusterings[:2]
            if score(a, a) is None or score(b, b) is None:
                continue
            certificate = claim("", about) | content | {"kind": "counterexample"}
            certificate |= {
                "property": about,
                "clusterings": dict(zip(names, clusterings, strict=True)),
            }
            kinds = ("tie", "decrease") if about == "monotonicity" else (None,)
            confirmed = any(is_verified(certificate | {"violation": kind}) for kind in kinds)
            assert confirmed == CHECKS[about](score, *clusterings), clusterings


def test_ties_are_told_from_decreases() -> None:
    clusterings = {"A": [0, 0, 1], "B": [0, 1, 0], "B'": [0, 1, 2]}
    tie = claim("n11/(n11 + n10 + n01)", "monotonicity", clusterings=clusterings)
    assert is_verified(tie | {"violation": "tie"})
    assert not is_verified(tie | {"violation": "decrease"})
    assert not is_verified(tie | {"violation": None})
    assert not is_verified(tie | {"property": "weak_monotonicity"})


@pytest.mark.parametrize(
    ("about", "clusterings", "why"),
    [
        ("monotonicity", {"A": [0, 0, 1], "B": [0, 0, 1], "B'": [0, 1, 2]}, "not made from B"),
        ("monotonicity", {"A": [0, 0, 0], "B": [0, 1, 0], "B'": [0, 0, 0]}, "not trivial"),
        ("monotonicity", {"A": [0, 0, 1], "B": [0, 1, 0], "B'": [5, 7, 5]}, "not made from B"),
        ("homogeneity", {"A": [0, 1, 2, 2], "B": [0] * 4, "B'": [0, 1, 2, 2]}, "not made from B"),
        ("completeness", {"A": [0, 0, 1], "B": [0, 1, 2], "B'": [0, 1, 1]}, "not made from B"),
        ("meila_monotonicity", {"A": [0, 0, 1], "B": [0] * 3, "B'": [0, 1, 2]}, "not made from B"),
        ("symmetry", {"A": [0, 0, 1], "B": [0, 1]}, "different items"),
        ("symmetry", {"A": [0, 0, 1]}, "the clusterings are A, B"),
        ("symmetry", {"A": [0, 0, 0.5], "B": [0, 1, 1]}, "whole numbers"),
        ("rag_bag", {"A": [0, 0, 1, 2, 3], "B": [0] * 5, "B'": [0, 0, 1, 1, 1]}, "not made from B"),
        (
            "scale_invariance",
            {"A": [0, 1], "B": [0, 0], "2A": [0, 1, 0, 1], "2B": [0] * 4},
            "copies",
        ),
        ("constant_baseline", {"A": [0, 0], "B": [0, 1], "B'": [0, 0]}, "not trivial"),
        ("beauty", {"A": [0, 0], "B": [0, 1]}, "no property beauty"),
    ],
)
def test_clusterings_must_be_as_the_property_wants_them(
    about: str, clusterings: dict[str, list[int]], why: str
) -> None:
    with pytest.raises(NotShownError, match=why):
        verify(claim("n10", about, clusterings=clusterings, violation=None))


@pytest.mark.parametrize(
    ("about", "points", "why"),
    [
        ("strong_monotonicity", {"p": [0, 0, 1, 0], "q": [1, 0, 1, 0]}, "no items have 2 pairs"),
        ("strong_monotonicity", {"p": [1, 0, 0, 0], "q": [3, 0, 0, 0]}, "nothing is demanded"),
        ("strong_monotonicity", {"p": [0, 0, 1, 0], "q": [1, 1, 1, 0]}, "one kind of pairs"),
        ("minimal_agreement", {"p": [1, 0, 0, 0], "q": [1, 0, 0, 0]}, "no agreeing pair"),
        ("minimal_agreement", {"p": [0, -1, 2, 0], "q": [1, 0, 0, 0]}, "not negative"),
        ("bias", {"p": [1, 0, 1, 1], "q": [1, 0, 1, 1]}, "not expected counts"),
        ("bias", {"p": [3, 0, 0, 0], "q": [3, 0, 0, 0]}, "between 0 and N"),
        ("symmetry", {"p": [3, 0, 0, 0]}, "clusterings"),
    ],
)
def test_counts_must_be_as_the_property_wants_them(
    about: str, points: dict[str, list[int]], why: str
) -> None:
    with pytest.raises(NotShownError, match=why):
        verify(claim("n11", about, pair_counts=points, violation=None))


def test_a_tie_that_nothing_shows_is_refused() -> None:
    """Both values are 1, but as e to the power of ln 2, less 1, and e to that of ln 4, less 3."""
    clusterings = {"A": [0, 0, 1, 2], "B": [0, 1, 1, 1]}
    formula = "exp(log(n10 + 1)) - n10"
    with pytest.raises(NotShownError, match="proves nothing"):
        verify(claim(formula, "symmetry", clusterings=clusterings))


def test_whether_a_value_exists_is_decided_exactly() -> None:
    """1 − n11/(√m_A √m_B) is 0 for identical clusterings, where floats make it negative."""
    formula = "1 - sqrt(1 - n11/(sqrt(n11 + n10)*sqrt(n11 + n01)))"
    for n in (3, 4, 6, 7):
        clusterings = {"A": [0] * n + [1]}
        assert not is_verified(claim(formula, "maximal_agreement", clusterings=clusterings))


def test_conventions_count_where_the_formula_has_no_value() -> None:
    formula = "(n11*n00 - n10*n01)/(n11*n10 + n01*n00)"
    clusterings = {"A": [0, 0, 1], "B": [0, 0, 1, 1]}
    assert not is_verified(claim(formula, "maximal_agreement", clusterings=clusterings))
    assert is_verified(claim(formula, "maximal_agreement", clusterings={"A": [0, 0, 1]}))
    settled = {**BARE, "identical": "inf"}
    certificate = claim(formula, "maximal_agreement", clusterings={"A": [0, 0, 1]})
    assert not is_verified(certificate | {"conventions": settled})


def test_a_function_has_no_certificate() -> None:
    audit = pw.audit(lambda table: float(table.k_a), properties=["symmetry"], max_n=4)
    assert audit.verdicts["symmetry"].status == "refuted"
    assert audit.certificates == {}


def test_audits_have_certificates() -> None:
    formula = "n11/(n11 + n10 + n01)"
    audit = pw.audit(formula, properties=["symmetry", "monotonicity"], max_n=5)
    assert {key: c.to_dict()["kind"] for key, c in audit.certificates.items()} == {
        "symmetry": "proof",
        "monotonicity": "counterexample",
    }
    checks = pw.properties.check(*audit.certificates.values())
    assert checks.verified
    assert [one.name.split(" of ")[-1] for one in checks.certificates] == [formula] * 2


def test_conventions_of_an_index_are_in_its_certificate() -> None:
    index = pw.index("correlation_chord")
    assert index.conventions == Conventions(0, 2, 2**0.5)
    verdict = known(index)["constant_baseline"]
    assert verdict.status in ("refuted", "proved")
    content = claim_of(index, traced(index))
    assert content["conventions"] == {
        **BARE,
        "identical": "0",
        "opposite": "2",
        "vs_other": "sqrt(2)",
    }
