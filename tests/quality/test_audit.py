"""The audit: of names, formulas and functions, also of those that misbehave."""

from __future__ import annotations

import io
import itertools
import json
import threading
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import partwise as pw
import partwise.properties.decide as deciding
from partwise.base.errors import FormulaError, InputError, UnknownIndexError
from partwise.catalogue import Conventions, Index, as_index
from partwise.properties.auditing import Audit, audit, audited
from partwise.properties.deadline import Deadline
from partwise.properties.decide import Case, decide
from partwise.properties.property_table import table as property_table
from partwise.properties.registry import PROPERTIES, property_keys
from partwise.properties.search.enumeration import enumeration
from partwise.properties.verdict import Counterexample, Verdict
from support.clocks import FakeClock

pytestmark = pytest.mark.usefixtures("still_clock")


def agreeing(table: Any) -> float:
    counts = table.pair_counts
    return float((counts.n11 + counts.n00) / max(1, sum(counts)))


def test_a_name_and_its_formula_get_the_same_verdicts() -> None:
    by_name = audit("rand", max_n=5, triples_n=4).verdicts
    by_formula = audit("(n11 + n00) / N", max_n=5, triples_n=4).verdicts
    assert {k: v.holds for k, v in by_name.items()} == {k: v.holds for k, v in by_formula.items()}
    assert list(by_name) == list(PROPERTIES)


def test_a_distance_is_audited_as_one() -> None:
    verdicts = audit("(n10 + n01) / N", max_n=5, triples_n=5, direction="distance").verdicts
    assert verdicts["distance"].holds
    assert verdicts["monotonicity"].holds
    assert audit("(n10 + n01) / N", max_n=4).verdicts["maximal_agreement"].status == "refuted"


def test_a_formula_that_does_not_run_on_symbols_is_tried_and_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fast = "partwise.properties.definitions.linear_complexity.process_time"
    monkeypatch.setattr(fast, FakeClock(step=0.001))

    def opaque(view: Any) -> float:
        return float(view.k_a) + float(view.k_b)

    found = audit(pw.Index("opaque", "Opaque", "table", opaque), max_n=4, triples_n=4)
    assert found.verdicts["symmetry"].status == "held"
    assert found.verdicts["linear_complexity"].status == "held"
    assert "measured, not proved" in found.verdicts["linear_complexity"].reason
    assert found.to_dict()["formula"] is None


def test_a_function_gets_verdicts_and_what_speaks_of_pairs_does_not_apply() -> None:
    found = audit(agreeing, max_n=6, triples_n=5)
    assert not found.problems
    assert found.verdicts["symmetry"].status == "held"
    assert found.verdicts["symmetry"].up_to_n == 6
    assert found.verdicts["distance"].up_to_n == 5
    assert found.verdicts["monotonicity"].status == "held"
    assert found.verdicts["minimal_agreement"].status == "not_applicable"
    refuted = found.verdicts["constant_baseline"]
    assert refuted.status == "refuted"
    assert refuted.counterexample is not None
    assert not refuted.counterexample.certified  # floats of a user's function prove nothing
    assert "not certified" in refuted.reason


def test_fractions_of_a_function_are_certified() -> None:
    def exact(table: Any) -> Any:
        return pw.index("rand").evaluate(table, exact=True).value

    verdict = audit(exact, max_n=4, properties="constant_baseline").verdicts["constant_baseline"]
    assert verdict.counterexample is not None
    assert verdict.counterexample.certified


def test_a_function_that_raises_is_reported_with_the_table() -> None:
    def raises(table: Any) -> float:
        if table.k_a == 2 and table.k_b == 3:
            raise RuntimeError("no such thing")
        return agreeing(table)

    found = audit(raises, max_n=5, triples_n=4)
    (problem,) = [each for each in found.problems if each.relation == "ordinary"]
    assert problem.kind == "raised"
    assert [len(set(labels)) for labels in problem.clusterings] == [2, 3]
    assert {len(labels) for labels in problem.clusterings} == {4}  # of three, one is trivial
    assert "RuntimeError: no such thing" in str(problem)
    assert "no such thing" in str(found)


def test_a_function_that_gives_nan_is_reported_with_the_table() -> None:
    def undefined(table: Any) -> float:
        return float("nan") if table.n == 4 and table.k_a == table.k_b == 2 else agreeing(table)

    found = audit(undefined, max_n=5, triples_n=4)
    assert {"undefined"} == {problem.kind for problem in found.problems}
    assert all(len(problem.clusterings[0]) == 4 for problem in found.problems)


def test_a_function_that_depends_on_names_of_clusters_is_reported() -> None:
    def first_label(table: Any) -> float:
        return float(table.to_dense()[0, 0])

    kinds = {problem.kind for problem in audit(first_label, max_n=4).problems}
    assert "not_of_table" in kinds


def test_a_function_that_changes_its_mind_is_reported() -> None:
    numbers = itertools.count()

    def counter(table: Any) -> float:
        return float(next(numbers))

    kinds = {problem.kind for problem in audit(counter, max_n=3).problems}
    assert "changing" in kinds


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look ten times as often whether there is an answer: a clock runs out by looks."""
    monkeypatch.setattr("partwise.properties.deadline._LOOK_AGAIN", 0.005)


@pytest.mark.usefixtures("_impatient")
def test_a_function_that_hangs_does_not_hang_the_audit() -> None:
    def sleeps(table: Any) -> float:
        threading.Event().wait()
        return 0.0

    case = Case(as_index(sleeps), max_n=4, triples_n=4)
    found = audited(case, property_keys(), Deadline(10.0, FakeClock(step=0.1)))
    assert {v.status for v in found.verdicts.values()} == {"unknown", "not_applicable"}
    assert found.problems[0].kind == "too_slow"
    assert all(v.reason for v in found.verdicts.values())


def _waits(data: Any) -> float:
    threading.Event().wait()
    return 0.0


def _waits_for_exact_numbers(data: Any) -> Any:
    if not isinstance(np.asarray(data.n11).flat[0], np.floating):
        threading.Event().wait()
    return data.n11 / (data.n11 + data.n10)


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize("kind", ["pairs", "table"])
@pytest.mark.parametrize("conventions", [Conventions(None, None, None), Conventions(1, 0, 0)])
def test_a_formula_in_python_that_hangs_does_not_hang_the_audit(
    kind: Any, conventions: Conventions
) -> None:
    case = Case(Index("waits", "Waits", kind, _waits, conventions=conventions), 4, 4)
    result = audited(case, property_keys(), Deadline(10.0, FakeClock(step=0.1)))
    assert {v.status for v in result.verdicts.values()} <= {"unknown", "not_applicable"}
    assert result.problems[0].kind == "too_slow"


@pytest.mark.usefixtures("_impatient")
def test_a_formula_in_python_that_hangs_in_the_search_does_not_hang_the_audit() -> None:
    case = Case(Index("waits", "Waits", "pairs", _waits_for_exact_numbers, stable=True), 4, 4)
    result = audited(case, property_keys(["symmetry"]), Deadline(10.0, FakeClock(step=0.1)))
    assert result.verdicts["symmetry"].status == "unknown"


def test_a_slow_function_is_audited_as_far_as_time_goes() -> None:
    clock = FakeClock()

    def slow(table: Any) -> float:
        clock.time += 1
        return agreeing(table)

    asked_thrice = sum(enumeration(n).count for n in range(2, 6))
    deadline = Deadline(2 * (3 * asked_thrice + 10), clock)  # half of it is for this survey
    case = Case(as_index(slow), max_n=10)
    found = audited(case, property_keys(["symmetry", "constant_baseline"]), deadline)
    verdict = found.verdicts["symmetry"]
    assert verdict.status == "unknown"
    assert verdict.up_to_n == 5
    assert "up to n = 5" in verdict.reason
    assert found.verdicts["constant_baseline"].status == "refuted"


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        ("n11 / (n11 + n10", FormulaError, "position"),
        ("n11 / n12", FormulaError, "n12"),
        ("jaccardd", UnknownIndexError, "jaccard"),
        (42, InputError, "int"),
    ],
)
def test_what_cannot_be_audited_is_refused_clearly(wrong: Any, error: Any, says: str) -> None:
    with pytest.raises(error, match=says):
        audit(wrong)


@pytest.mark.parametrize(
    "options",
    [
        {"max_n": 13},
        {"max_n": 1},
        {"triples_n": 9},
        {"properties": "beauty"},
        {"direction": "up"},
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        audit("rand", **options)


def test_it_prints_everywhere_and_escapes_what_users_wrote() -> None:
    def evil(table: Any) -> float:
        raise ValueError("<script>alert(1)</script>")

    found = audit("jaccard", max_n=4, triples_n=4)
    assert "A = 01|2, B = 02|1, B' = 0|1|2" in str(found)
    html = found._repr_html_()
    assert "<svg" in html
    assert "B = 02|1" in html
    assert "<details>" in html
    stream = io.StringIO()
    Console(file=stream, width=200).print(found)
    assert "Monotonicity" in stream.getvalue()
    assert "<script>" not in audit(evil, max_n=3)._repr_html_()
    assert "Proof of symmetry" in found.proofs["symmetry"]


def test_it_becomes_json_and_counterexamples_can_be_replayed() -> None:
    plain = json.loads(json.dumps(audit("f_measure", max_n=6, triples_n=4).to_dict()))
    told = plain["verdicts"]["monotonicity"]
    a, b, better = told["counterexample"]["clusterings"].values()
    assert told["status"] == "refuted"
    assert pw.score(a, b, "f_measure", exact=True) == pw.score(a, better, "f_measure", exact=True)
    assert json.dumps(audit(agreeing, max_n=3).to_dict())


def test_a_contradiction_between_proof_and_enumeration_is_a_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    certificate = decide(pw.index("rand"), "symmetry").certificate

    def false_proof(index: Any, about: str) -> Verdict:
        return Verdict(about, "proved", certificate=certificate)

    monkeypatch.setattr(deciding, "_proved", false_proof)
    verdict = decide(pw.index("jaccard"), "monotonicity")
    assert verdict.status == "unknown"
    assert verdict.reason == "the proof and the search disagree"
    assert verdict.certificate is certificate is not None
    assert str(verdict.counterexample).startswith("A = 01|2, B = 02|1")
    assert "disagree: A = 01|2" in str(verdict)
    table = property_table(["jaccard", "n11 / N"], max_n=4, properties="monotonicity")
    assert [audit.verdicts["monotonicity"].holds for audit in table.audits.values()] == [None] * 2
    assert json.dumps(table.to_dict())


def test_the_table_of_properties() -> None:
    table = property_table(["rand", "vi", "n11 / N"], max_n=4, triples_n=4)
    assert table.verdict("rand", "bias").value == "both"
    assert table.verdict("vi", "bias").status == "not_applicable"
    assert isinstance(table.audits["vi"], Audit)
    assert "✗ both" in str(property_table(["rand"], max_n=4, triples_n=4, properties="bias"))
    assert json.dumps(table.to_dict())
    assert set(table.to_dict()["vi"]) == {k for k, p in PROPERTIES.items() if not p.addition}
    with pytest.raises(InputError, match="two indices"):
        property_table([lambda _: 0, lambda _: 1])
    formulas = property_table(["n11 / N", "n00 / N"], max_n=3, properties="symmetry")
    assert list(formulas.audits) == ["n11 / N", "n00 / N"]
    with pytest.raises(InputError, match=r"no verdict on .* 'rand' and the property 'rag_bag'"):
        table.verdict("rand", "rag_bag")


def test_times_alone_print_without_clusterings() -> None:
    assert str(Counterexample({}, {"seconds": 1.0}, "slow")) == "seconds = 1.0"


def test_what_the_declared_algorithm_decides_is_not_timed() -> None:
    """A timing differs from run to run, and may contradict what is proved."""
    for name, status in (("ARI", "proved"), ("AMI", "refuted")):
        first, second = (
            pw.audit(name, max_n=2, properties="linear_complexity").verdicts["linear_complexity"]
            for _ in range(2)
        )
        assert first.status == status
        assert first.reason == second.reason
        assert "measured" not in first.reason
