"""No verdict about a species of the zoo is false."""

from __future__ import annotations

import math
from typing import Any

import pytest

import partwise as pw
from partwise.properties.late_search import LateSearch
from properties.zoo import branches, disguises, scales, state, tables, twins
from properties.zoo.evidence import SPEAKS_OF, is_any, is_broken, small_cases
from properties.zoo.species import Broken, Species

HOUSES = (branches, disguises, scales, tables, state, twins)
ZOO: list[Species] = [species for house in HOUSES for species in house.SPECIES]
MAX_N, TRIPLES_N = 6, 5
OF_COUNTS = {"strong_monotonicity", "minimal_agreement", "asymptotic_constant_baseline", "bias"}
NOT_TRIED = {"linear_complexity"}  # no clustering shows how long something takes

every_species = pytest.mark.parametrize("species", ZOO, ids=[one.name for one in ZOO])


@pytest.fixture(autouse=True)
def _only_small_clusterings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the search among larger ones, which takes seconds: proofs stand without it."""
    monkeypatch.setattr(LateSearch, "violation", lambda *_: None)


def test_names_are_given_once() -> None:
    assert len({species.name for species in ZOO}) == len(ZOO)


@every_species
def test_the_truth_is_what_the_definitions_say(species: Species) -> None:
    for about, truth in species.truths.items():
        if about in NOT_TRIED or truth == "no function":
            continue
        cases = [tuple(truth)] if isinstance(truth, Broken) else small_cases(about)
        if isinstance(truth, Broken):
            assert SPEAKS_OF.get(about, is_any)(*truth), f"{about} does not speak of {truth}"
        assert is_broken(species.make(), about, cases) is (truth is not True), (about, truth)


@every_species
def test_no_verdict_is_false(species: Species) -> None:
    about = list(species.truths)
    limits: dict[str, Any] = {"max_n": MAX_N, "triples_n": TRIPLES_N, "seconds": math.inf}
    audit = pw.audit(species.make(), properties=about, **limits)
    wrong = {
        f"{key}: {audit.verdicts[key]}"
        for key, truth in species.truths.items()
        if not _may_be(audit.verdicts[key], truth)
    }
    assert not wrong, species.why


def _may_be(verdict: pw.properties.Verdict, truth: object) -> bool:
    if verdict.reason.startswith("failed"):
        return truth == "no function"
    if truth is True:
        return verdict.status in ("proved", "held")
    allowed = {"refuted", "unknown"}
    return verdict.status in (allowed if _is_in_reach(verdict.about, truth) else allowed | {"held"})


def _is_in_reach(about: str, truth: object) -> bool:
    """Whether a search of MAX_N items meets what breaks the property."""
    if truth is False:
        return about not in NOT_TRIED
    if not isinstance(truth, Broken) or about in OF_COUNTS:
        return False
    return max(map(len, truth)) <= (TRIPLES_N if len(truth) == 3 else MAX_N)
