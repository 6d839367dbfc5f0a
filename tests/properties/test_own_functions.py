"""Audits of functions that a user wrote: what is said, and what is refused."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.errors import InputError, NotRationalError
from partwise.properties.decide import decide
from partwise.properties.guide import facts
from partwise.properties.verdict import Counterexample
from partwise.tables import PairCounts


def ochiai(p: PairCounts) -> Any:
    return p.n11 / np.sqrt((p.n11 + p.n10) * (p.n11 + p.n01))


def test_a_function_that_calls_numpy_is_searched() -> None:
    index = pw.Index("own", "Own", "pairs", ochiai)
    audit = pw.audit(index, properties=["symmetry", "monotonicity"], max_n=4, triples_n=4)
    assert audit.verdicts["symmetry"].status == "held"
    tie = audit.verdicts["monotonicity"].counterexample
    assert tie is not None
    assert not tie.certified
    assert not index.is_rational
    with pytest.raises(NotRationalError, match="exact=False"):
        index([0, 0, 1], [0, 1, 1], exact=True)


@pytest.mark.parametrize(
    ("index", "said"),
    [
        (pw.Index("own", "Own", "pairs", ochiai), "calls a library"),
        (pw.Index("own", "Own", "pairs", lambda p: max(p.n11, p.n00)), "a comparison of a count"),
    ],
)
def test_why_nothing_was_proved(index: pw.Index, said: str) -> None:
    verdict = pw.audit(index, properties=["symmetry"], max_n=4).verdicts["symmetry"]
    assert (verdict.status, verdict.up_to_n) == ("held", 4)
    assert verdict.reason.startswith("not proved, as ")
    assert said in verdict.reason


def test_a_function_of_a_table_is_never_proved() -> None:
    audit = pw.audit(lambda table: table.pair_counts.n11, properties=["symmetry"], max_n=4)
    assert audit.verdicts["symmetry"].reason == ""
    assert str(audit).count("can be tried but not proved") == 1
    assert audit.certificates == {}


def test_a_function_that_always_raises() -> None:
    audit = pw.audit(lambda table: table.n11, properties=["symmetry"], max_n=3)
    assert "raised an error on every table" in audit.verdicts["symmetry"].reason
    assert ".pair_counts.n11" in str(audit.problems[0])


def test_a_table_says_where_its_numbers_are() -> None:
    table = pw.contingency([0, 0, 1], [0, 1, 1])
    for name, place in (("n11", "pair_counts"), ("mutual_information", "information")):
        with pytest.raises(AttributeError, match=rf"it is at \.{place}\.{name}"):
            getattr(table, name)
        assert hasattr(getattr(table, place), name)


def test_pair_counts_and_long_fractions_are_written_plainly() -> None:
    long = Fraction(10**40, 3 * 10**40 + 1)
    counts: Any = {"p": ("1/3", "2/3", 1, 1)}
    example = Counterexample({}, {"V(p)": long, "V(q)": Fraction(1, 3)}, "", counts)
    assert str(example) == "p = (1/3, 2/3, 1, 1): V(p) ≈ 0.333333, V(q) = 1/3"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"properties": []}, "properties= is empty"),
        ({"properties": 3}, "a list of keys, not 3"),
        ({"properties": ["nonsense"]}, "there is no property 'nonsense'"),
        ({"seconds": -1}, "seconds= must be a number above 0"),
    ],
)
def test_bad_input(options: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        pw.audit("rand", **options)


def test_a_check_of_nothing_verifies_nothing() -> None:
    assert not pw.properties.check().verified
    with pytest.raises(InputError, match="not int"):
        pw.properties.check(3)  # type: ignore[arg-type]


def test_formulas_are_told_from_their_arguments() -> None:
    equivalence = pw.properties.equivalent("3 * n11 / N", "russell_rao")
    assert str(equivalence) == "[3 * n11 / N](A, B) = 3·russell_rao(A, B)"


def _raises(_: object) -> Any:
    raise ValueError("no such cluster")


def _ends_its_process(_: object) -> Any:
    os._exit(3)


def _never_returns(_: object) -> Any:
    threading.Event().wait()


def _agreement(p: PairCounts) -> Any:
    return p.n11 + p.n00


@pytest.mark.parametrize("kind", ["pairs", "callable"])
@pytest.mark.parametrize("formula", [_raises, _ends_its_process, _never_returns, _agreement])
@pytest.mark.parametrize("seconds", [0.0, 0.3])
def test_the_guide_has_a_verdict_whatever_a_function_does(
    monkeypatch: pytest.MonkeyPatch, formula: Callable[[Any], Any], kind: Any, seconds: float
) -> None:
    index = pw.Index(f"own{formula.__name__}", "Own", kind, formula)
    monkeypatch.setattr(facts, "_SECONDS", seconds)
    known = facts.facts_about(index)
    assert set(known) == set(facts.KINDS)
    assert not [fact for fact in known.values() if fact.source == "held" and seconds == 0]
    if formula is not _agreement:
        assert not [key for key, fact in known.items() if fact.source in ("held", "proved")]
    admitted = pw.recommend(symmetry=True, indices=[index, "ARI"]).admissible
    assert "adjusted_rand" in {each.index.key for each in admitted}


def _has_no_value(_: object) -> Any:
    return float("nan")


@pytest.mark.parametrize("kind", ["pairs", "table", "callable"])
@pytest.mark.parametrize("formula", [_raises, _has_no_value])
def test_the_guide_knows_nothing_about_a_function_without_values(
    formula: Callable[[Any], Any], kind: Any
) -> None:
    known = facts.facts_about(pw.Index("own", "Own", kind, formula))
    assert {(fact.holds, fact.source) for fact in known.values()} == {(None, "unknown")}


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        (_raises, "failed: ValueError: no such cluster"),
        (_ends_its_process, "failed: it ended its process"),
    ],
)
def test_why_a_property_of_a_function_is_unknown(
    formula: Callable[[Any], Any], reason: str
) -> None:
    verdict = decide(pw.Index("own", "Own", "pairs", formula), "minimal_agreement", max_n=3)
    assert (verdict.status, verdict.reason) == ("unknown", reason)
