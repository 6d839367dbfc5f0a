"""What a search finds blocks a proof: late violations, counts of no clusterings, and loops."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import partwise as pw
from partwise.catalogue import Conventions
from partwise.clusterings import Clustering, perfect_merges, perfect_splits
from partwise.properties import decide as deciding
from partwise.properties.decide import DISAGREE, decide
from partwise.properties.definitions.linear_complexity import may_take_long
from partwise.properties.registry import PROPERTIES
from partwise.properties.search.index_values import IndexValues
from partwise.properties.search.late_cases import (
    constants_of,
    late_cases,
    late_points,
    with_counts,
)
from partwise.properties.verdict import Counterexample, Verdict
from support.partitions import grouped

LIMIT = 700
IMPLIED = ("weak_monotonicity", "meila_monotonicity", "homogeneity", "completeness")


def rand(p: Any) -> Any:
    return p.agree / p.total


def only_at(p: Any) -> Any:
    return Fraction(0) if p.n10 == LIMIT else rand(p)


def from_there_on(p: Any) -> Any:
    return p.n11 / p.total if p.n10 > 200 else rand(p)


def of_its_items(p: Any) -> Any:
    return p.n10 if p.items == 531 else rand(p)


def with_default(p: Any, limit: int = 650) -> Any:
    return rand(p) - (2 if p.same_a == limit else 0)


class Pairs(dict[str, int]):
    limit = 620

    def __call__(self, p: Any) -> Any:
        return rand(p) - (2 if p.n01 == self["limit"] else 0)


def jaccard_but_there(p: Any) -> Any:
    return Fraction(0) if p.n10 == LIMIT else p.n11 / (p.n11 + p.n10 + p.n01)


LATE: list[Callable[[Any], Any]] = [
    only_at,
    jaccard_but_there,
    from_there_on,
    of_its_items,
    with_default,
    lambda p: rand(p) - (2 if p.n10 in (655, 656) else 0),
]


@pytest.fixture
def _everything_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    def false_proof(index: Any, about: str) -> Verdict:
        reason = "follows from monotonicity" if about in IMPLIED else ""
        return Verdict(about, "proved", value="none" if about == "bias" else None, reason=reason)

    monkeypatch.setattr(deciding, "_proved", false_proof)


def own(formula: Callable[[Any], Any]) -> pw.Index:
    return pw.Index("own", "Own", "pairs", formula)


@pytest.mark.usefixtures("_everything_is_proved")
@pytest.mark.parametrize("formula", LATE)
@pytest.mark.parametrize("about", ["symmetry", "distance", "monotonicity"])
def test_a_late_violation_blocks_a_proof(formula: Callable[[Any], Any], about: str) -> None:
    verdict = decide(own(formula), about, max_n=5, triples_n=4)
    assert (verdict.status, verdict.reason) == ("unknown", DISAGREE)
    example = verdict.counterexample
    assert example is not None
    assert example.certified
    if "swapped" in example.says:
        a, b = example.clusterings.values()
        table = pw.contingency(a, b)
        one, other = (view.pair_counts.as_fractions() for view in (table, table.T))
        assert formula(one) != formula(other)


@pytest.mark.usefixtures("_everything_is_proved")
@pytest.mark.parametrize("about", ["minimal_agreement", "strong_monotonicity"])
def test_late_counts_block_a_proof(about: str) -> None:
    verdict = decide(own(only_at), about, max_n=4)
    assert verdict.reason == DISAGREE
    assert verdict.counterexample is not None
    assert any(p[1] == LIMIT for p in (verdict.counterexample.pair_counts or {}).values())
    assert decide(own(rand), about, max_n=4).status == "proved"


@pytest.mark.usefixtures("_everything_is_proved")
def test_what_follows_from_a_blocked_proof_is_not_proved() -> None:
    """Jaccard's ties break monotonicity, though not what it implies."""
    jaccard = pw.index("jaccard")
    for about in IMPLIED:
        assert decide(jaccard, about, max_n=4).reason == DISAGREE
        assert decide(pw.index("rand"), about, max_n=4).status == "proved"
    assert decide(own(only_at), "homogeneity", max_n=4).reason == DISAGREE


@pytest.mark.usefixtures("_everything_is_proved")
def test_a_violation_that_nothing_certifies_blocks_a_proof_too() -> None:
    def rounded(p: Any) -> float:
        return float(p.n11) - 2.0 * math.sqrt(float(p.n10))

    verdict = decide(own(rounded), "symmetry", max_n=4)
    assert verdict.reason == DISAGREE
    assert verdict.counterexample is not None
    assert not verdict.counterexample.certified


@pytest.mark.usefixtures("_everything_is_proved")
@pytest.mark.parametrize("about", ["asymptotic_constant_baseline", "bias"])
def test_expected_counts_block_a_proof(about: str) -> None:
    assert decide(own(rand), about, max_n=4).reason == DISAGREE
    adjusted = own(lambda p: p.determinant / (p.same_a * p.diff_b + p.same_b * p.diff_a))
    assert decide(adjusted, about, max_n=4).status == "proved"


@pytest.mark.usefixtures("_everything_is_proved")
def test_formulas_of_tables_are_tried_on_larger_ones_too() -> None:
    def formula(t: Any) -> Any:
        return t.row_maxima / t.n if t.n > 20 else t.mutual_information

    index = pw.Index("own", "Own", "table", formula)
    assert decide(index, "symmetry", max_n=4).reason == DISAGREE


def test_without_a_proof_late_violations_refute() -> None:
    verdict = decide(own(from_there_on), "symmetry", max_n=4)
    assert verdict.status == "refuted"
    assert "up to n = 4" in verdict.reason


def test_constants_are_read_from_formulas_of_all_kinds() -> None:
    limit = 77

    def closed(p: Any) -> bool:
        return bool(p.n11 == limit)

    assert constants_of(closed) == [77]
    assert constants_of(only_at) == [LIMIT]  # a global name
    assert constants_of(with_default) == [650]
    assert 620 in constants_of(Pairs(limit=620))
    assert 123 in constants_of(pw.define("blocked_test", "n11 / (n11 + 123*n10)").formula)


def test_cases_are_what_they_say() -> None:
    for counts in ((1, 3, 0), (7, 0, 12), (0, 5, 100)):
        n11, n10, n01, _ = pw.contingency(*with_counts(*counts, singles=2)).pair_counts
        assert (n11, n10, n01) == counts
    cases = [case for portion in range(6) for case in late_cases(rand, portion)]
    for case in cases:
        if case.better is not None and len(case.a) <= 7:
            reference, candidate = Clustering(list(case.a)), Clustering(list(case.b))
            moved = [*perfect_splits(reference, candidate), *perfect_merges(reference, candidate)]
            assert grouped(case.better) in [grouped(tuple(c.codes.tolist())) for c in moved]
    assert any(len(case.a) == 40 for case in cases)


def is_triangular(total: int) -> bool:
    return math.isqrt(8 * total + 1) ** 2 == 8 * total + 1


def test_counts_of_late_points_are_of_some_number_of_items() -> None:
    points = late_points(only_at, 200)
    assert all(min(p) >= 0 and is_triangular(sum(p)) for p in points)


# --- counts for which no number of items exists


def odd_elsewhere(p: Any) -> Any:
    """The Rand index for all numbers of items, and nonsense for other numbers of pairs."""
    return rand(p) if is_triangular(int(p.total)) else p.n10 - p.n11


@pytest.mark.parametrize("about", [key for key, p in PROPERTIES.items() if p.pairs_only])
def test_counts_of_no_clusterings_refute_nothing(about: str) -> None:
    own_verdict, plain = (
        PROPERTIES[about].decide(IndexValues(own(formula), 5)) for formula in (odd_elsewhere, rand)
    )
    assert (own_verdict.status, own_verdict.value) == (plain.status, plain.value)
    assert own_verdict.counterexample == plain.counterexample


@pytest.mark.parametrize("formula", ["n11 / (n11 + n10)", "n11 / N", "n11 - n10 - n01", "n00 / n"])
@pytest.mark.parametrize("about", [key for key, p in PROPERTIES.items() if p.pairs_only])
def test_counterexamples_are_of_whole_numbers_of_items(formula: str, about: str) -> None:
    verdict = decide(pw.define("blocked_test", formula), about, max_n=5)
    for counts in _counts(verdict.counterexample):
        assert is_triangular(int(sum(map(Fraction, counts))))


def _counts(example: Counterexample | None) -> list[Any]:
    return [] if example is None else [*(example.pair_counts or {}).values()]


@pytest.mark.parametrize("formula", ["(n11 + n00) / n", "(n11 + n00) / (n - 1)", "n11 / n - n10"])
def test_formulas_of_the_number_of_items_are_audited_without_contradiction(formula: str) -> None:
    audit = pw.audit(formula, max_n=6, triples_n=4)
    assert DISAGREE not in {verdict.reason for verdict in audit.verdicts.values()}


def test_agreement_per_item_is_monotone_and_has_no_one_best_value() -> None:
    verdicts = pw.audit("(n11 + n00) / n", max_n=5, triples_n=4).verdicts
    # V(A, A) = (n − 1)/2; one more agreeing pair raises it at every n, and so do n more at n + 1
    assert verdicts["maximal_agreement"].status == "refuted"
    assert verdicts["minimal_agreement"].holds
    assert verdicts["monotonicity"].holds
    assert verdicts["symmetry"].holds


# --- premises by convention


def test_the_convention_that_applies_is_the_one_that_counts() -> None:
    """Undefined for identical clusterings and elsewhere; ``otherwise`` is worth more than best."""

    def formula(p: Any) -> Any:
        return 1 / (p.n11 * p.n00) * p.n11 * p.n00 - p.disagree / p.total

    for otherwise, is_refuted in ((2, True), (None, False)):
        conventions = Conventions(1, 0, 0, otherwise)
        index = pw.Index("own", "Own", "pairs", formula, conventions=conventions)
        verdict = PROPERTIES["maximal_agreement"].decide(IndexValues(index, 5))
        assert (verdict.status == "refuted") == is_refuted


# --- complexity and bias


def looping(p: Any) -> Any:
    total = 0
    while total < p.n11:
        total += 1
    return total


def counting(p: Any) -> Any:
    return sum(1 for _ in range(int(p.n11)))


def calling(p: Any) -> Any:
    return looping(p) / p.total


def recursive(p: Any, depth: int = 100) -> Any:
    return p.n11 / p.total if depth == 0 else recursive(p, depth - 1)


@pytest.mark.parametrize("formula", [looping, counting, calling, recursive, Pairs(limit=3)])
def test_linear_complexity_of_a_function_with_a_loop_is_never_proved(formula: Any) -> None:
    assert may_take_long(formula)
    verdict = decide(own(formula), "linear_complexity", max_n=3)
    assert verdict.status != "proved"


def test_linear_complexity_of_plain_formulas_is_proved() -> None:
    for index in (own(rand), pw.define("blocked_test", "sqrt(n11) / N")):
        assert decide(index, "linear_complexity", max_n=3).status == "proved"


def test_a_bias_that_is_only_found_is_at_least_that() -> None:
    def opaque(p: Any) -> float:
        return float(p.n11) / float(p.n11 + p.n10 + p.n01)

    assert decide(own(opaque), "bias").value == "at least dec"
    assert decide(pw.index("jaccard"), "bias").value == "dec"  # which is proved
