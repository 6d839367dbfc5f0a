"""Baselines and biases under other random models, against all pairs of clusterings one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any

import pytest
from mpmath import mp, mpf

import partwise as pw
from partwise.catalogue import Conventions
from partwise.chance import Model, adjust, all_clusterings, fixed_number
from partwise.properties import PROPERTIES, Verdict, holds, known
from partwise.properties.decide import decide
from partwise.properties.verdict import Counterexample
from support.definitions import EPSILON, Score, mpf_of, oriented, score_of, trivial
from support.oracle import set_partitions
from support.partitions import integer_partitions

Labels = tuple[int, ...]

KEYS = ("rand", "adjusted_rand", "correlation", "vi", "bcubed", "minkowski")
BASELINES = [key for key in PROPERTIES if re.match("(fixed_number|all_clust).*baseline", key)]
BIASES = [key for key in PROPERTIES if re.match("(fixed_number|all_clust).*bias", key)]
MOST = 5  # items
CATALOGUE = [index for index in pw.indices("all") if index.builtin]


@pytest.fixture(autouse=True)
def _digits() -> Iterator[None]:
    with mp.workdps(60):
        yield


@cache
def every(n: int) -> tuple[Labels, ...]:
    return tuple(map(tuple, set_partitions(n)))


def into(n: int, k: int) -> list[Labels]:
    return [labels for labels in every(n) if len(set(labels)) == k]


@cache
def with_conventions(key: str) -> Score:
    """Values of the oracle, and what the index gets by convention where it has none."""
    oracle, sign = score_of(key), oriented(key)

    @cache
    def score(a: Labels, b: Labels) -> Fraction | mpf | None:
        value = oracle(a, b)
        if value is not None:
            return value
        settled = pw.score(a, b, key)
        return None if settled != settled else sign * mpf(settled)

    return score


def mean(values: list[Fraction | mpf | None]) -> mpf | None:
    if any(value is None for value in values):
        return None
    return sum(mpf_of(value) for value in values if value is not None) / len(values)


def of_sizes(sizes: tuple[int, ...]) -> Labels:
    return tuple(label for label, size in enumerate(sizes) for _ in range(size))


def references(key: str, n: int) -> list[list[Labels]]:
    """From where the reference is drawn: one clustering, k_A clusters, or all clusterings."""
    if "two_sided" not in key:
        return [[a] for a in map(of_sizes, integer_partitions(n)) if not trivial(a)]
    return [into(n, k) for k in range(2, n)] if "fixed_number" in key else [list(every(n))]


@cache
def means(score: Score, key: str, n: int) -> list[mpf]:
    """The means that a baseline speaks of."""
    of_number = "fixed_number" in key
    candidates = [into(n, k) for k in range(1, n + 1)] if of_number else [list(every(n))]
    found = [
        mean([score(a, b) for a, b in product(some, others)])
        for some, others in product(references(key, n), candidates)
    ]
    return [value for value in found if value is not None]


def trends(score: Score, key: str, n: int) -> list[mpf]:
    """What is positive if more clusters are favoured: differences, or covariances with k_B."""
    found: list[mpf] = []
    for some in references(key, n):
        if "fixed_number" in key:
            by_number = [
                mean([score(a, b) for a, b in product(some, into(n, k))]) for k in range(2, n)
            ]
            found += [y - x for x, y in pairwise(by_number) if x is not None and y is not None]
        else:
            pairs = list(product(some, every(n)))
            level, number = mean([score(a, b) for a, b in pairs]), mean_number(n)
            if level is not None:
                terms = [mpf_of(score(a, b)) * (len(set(b)) - number) for a, b in pairs]
                found.append(sum(terms) / len(pairs))
    return found


def mean_number(n: int) -> mpf:
    return mpf(sum(len(set(b)) for b in every(n))) / len(every(n))


@pytest.mark.parametrize("about", BASELINES)
@pytest.mark.parametrize("key", KEYS)
def test_baselines_fail_first_where_trying_all_says(key: str, about: str) -> None:
    score, seen = with_conventions(key), []
    for n in range(3, MOST + 1):
        seen += means(score, about, n)
        differ = bool(seen) and max(seen) - min(seen) > EPSILON
        verdict = decide(pw.index(key), about, max_n=n)
        assert verdict.holds is (not differ if seen else None), (n, str(verdict))


@pytest.mark.parametrize("about", BIASES)
@pytest.mark.parametrize("key", KEYS)
def test_biases_are_those_that_trying_all_shows(key: str, about: str) -> None:
    score = with_conventions(key)
    found = [one for n in range(3, MOST + 1) for one in trends(score, about, n)]
    signs = {int(mp.sign(one)) for one in found if abs(one) > EPSILON}
    values = {(): "none", (1,): "at least inc", (-1,): "at least dec", (-1, 1): "both"}
    verdict = decide(pw.index(key), about, max_n=MOST)
    assert verdict.value == (values[tuple(sorted(signs))] if found else None)
    assert verdict.holds is (not signs if found else None)


# --- the values that are shown


def shown_mean(score: Score, example: Counterexample, name: str) -> mpf:
    """Recompute what a line such as "E[V(A', B) | k_B = 2]" says."""
    match = re.fullmatch(r"(E|Cov)\[V\((A'?), B\)(?:, k_B)?(?: \| (.*))?\]", name)
    assert match
    conditions = dict(part.split(" = ") for part in (match[3] or "").split(", ") if part)
    fixed = example.clusterings.get(match[2])
    n = int(conditions.get("n", len(fixed or ())))
    k_a, k_b = conditions.get("k_A"), conditions.get("k_B")
    some = [fixed] if fixed else into(n, int(k_a)) if k_a else every(n)
    others = into(n, int(k_b)) if k_b else every(n)
    values = [
        mpf_of(score(a, b)) * (len(set(b)) - mean_number(n) if match[1] == "Cov" else 1)
        for a, b in product(some, others)
    ]
    return sum(values) / len(values)


@pytest.mark.parametrize("about", [*BASELINES, *BIASES])
@pytest.mark.parametrize("key", KEYS)
def test_the_values_that_are_shown(key: str, about: str) -> None:
    verdict = decide(pw.index(key), about, max_n=MOST)
    if verdict.counterexample is None:
        assert verdict.status != "refuted"
        return
    assert verdict.counterexample.certified
    score, sign = with_conventions(key), oriented(key)
    for name, value in verdict.counterexample.values.items():
        expected = float(sign * shown_mean(score, verdict.counterexample, name))
        number = float(Fraction(str(value).rpartition("≈ ")[2]))
        assert number == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)
def test_shipped_counterexamples_of_a_few_items(index: pw.Index) -> None:
    score, sign, seen = with_conventions(index.key), oriented(index.key), 0
    for about in (*BASELINES, *BIASES):
        example = known(index)[about].counterexample
        if example is None or max(example.n, *numbers_of_items(example)) > 4:
            continue
        for name, value in example.values.items():
            expected = float(sign * shown_mean(score, example, name))
            shown = float(Fraction(str(value).rpartition("≈ ")[2]))
            assert shown == pytest.approx(expected, rel=1e-5)
            seen += 1
    assert seen or holds(index, "fixed_number_baseline")


def numbers_of_items(example: Counterexample) -> list[int]:
    return [0, *(int(n) for name in example.values for n in re.findall(r"\bn = (\d+)", name))]


def test_means_are_those_of_the_chance_models() -> None:
    example = decide(pw.index("rand"), "fixed_number_bias").counterexample
    assert example is not None
    for name, value in example.values.items():
        a = example.clusterings["A'" if "A'" in name else "A"]
        model = fixed_number(int(name.rpartition("= ")[2].rstrip("]")))
        assert pw.chance.expected(a, a, "rand", model=model).value == value


def test_a_mean_by_hand() -> None:
    """Of the three clusterings of 3 items into 2, one is A = 01|2 and two agree on one pair."""
    example = decide(pw.index("rand"), "fixed_number_baseline").counterexample
    assert example is not None
    assert example.values == {
        "E[V(A, B) | k_B = 1]": Fraction(1, 3),
        "E[V(A, B) | k_B = 2]": (1 + Fraction(1, 3) + Fraction(1, 3)) / 3,
    }


# --- indices of which the answer is known


MODELS = {
    "fixed_number": fixed_number(),
    "fixed_number_two_sided": fixed_number(two_sided=True),
    "all_clusterings": all_clusterings(),
    "all_clusterings_two_sided": all_clusterings(two_sided=True),
}


@pytest.mark.parametrize(("name", "model"), MODELS.items())
def test_an_index_adjusted_under_a_model_has_its_baseline(name: str, model: Model) -> None:
    """By construction; and it has no other that is not a mixture of it."""
    adjusted = adjust("rand", model)
    held = {key for key in BASELINES if decide(adjusted, key, max_n=4).status == "held"}
    assert f"{name}_baseline" in held
    if name == "fixed_number":
        assert held >= {"fixed_number_two_sided_baseline", "all_clusterings_baseline"}
    elif name == "fixed_number_two_sided":
        assert "fixed_number_baseline" not in held
    else:
        assert not held & {"fixed_number_baseline", "fixed_number_two_sided_baseline"}


def test_zeros_on_few_items_hide_nothing_of_more() -> None:
    """Rounding is measured by the values: where all are 0, there is none."""
    late = pw.Index("late", "Late", "callable", lambda table: float(table.k_b > 2) / 4)
    assert decide(late, "constant_baseline", max_n=4).status == "refuted"
    assert decide(late, "fixed_number_baseline", max_n=4).status == "refuted"


@pytest.mark.parametrize("about", ["fixed_number_bias", "fixed_number_two_sided_bias"])
def test_the_number_of_clusters_itself_is_biased_throughout(about: str) -> None:
    more = pw.Index("more", "More", "callable", lambda table: table.k_b)
    fewer = pw.Index("fewer", "Fewer", "callable", lambda table: -table.k_b)
    assert decide(more, about, max_n=5).value == "at least inc"
    assert decide(fewer, about, max_n=5).value == "at least dec"


FROM_PERMUTATIONS = {key for key in (*BASELINES, *BIASES) if "all_clusterings_two" not in key}


@pytest.mark.parametrize("about", [*BASELINES, *BIASES])
def test_what_follows_from_a_constant_baseline(about: str) -> None:
    """The sizes of candidates are drawn; among all pairs, so are trivial references."""
    verdict = decide(pw.index("correlation"), about, max_n=6)
    assert verdict.status == ("proved" if about in FROM_PERMUTATIONS else "held")
    if about in FROM_PERMUTATIONS:
        assert verdict.reason == "follows from constant_baseline"
    assert verdict.value == ("none" if about in BIASES else None)


def test_among_all_pairs_trivial_ones_count() -> None:
    """V = 1 for two pairs of identical trivial clusterings, and means of 0: 2 / Bell(n)²."""
    example = decide(pw.index("adjusted_rand"), "all_clusterings_two_sided_baseline").counterexample
    assert example is not None
    assert list(example.values.values()) == [Fraction(2, 5**2), Fraction(2, 15**2)]


def _of_trivial(value: Fraction) -> pw.Index:
    """Return the correlation with another value of trivial candidates."""
    correlation = pw.index("correlation")
    conventions = Conventions(identical=1, opposite=-1, vs_other=value)
    return pw.Index("odd", "Odd", "pairs", correlation.formula, conventions=conventions)


@pytest.mark.parametrize("about", sorted(FROM_PERMUTATIONS & set(BASELINES)))
def test_a_trivial_candidate_off_the_baseline_is_not_overlooked(about: str) -> None:
    verdict = decide(_of_trivial(Fraction(1, 2)), about, max_n=6)
    assert verdict.status == "refuted", str(verdict)


def test_without_values_there_is_no_mean() -> None:
    for about in ("all_clusterings_baseline", "all_clusterings_bias"):
        verdict = decide(pw.index("yule"), about, max_n=6)
        assert verdict.status == "unknown"
        assert "no mean" in verdict.reason


def _status(verdict: Verdict) -> tuple[Any, ...]:
    return verdict.status, verdict.value, verdict.up_to_n


@pytest.mark.parametrize("about", [*BASELINES, *BIASES])
@pytest.mark.parametrize(("factor", "offset"), [("1e-12", "0"), ("3", "10**16")])
def test_scale_and_offset_change_nothing(about: str, factor: str, offset: str) -> None:
    plain = pw.define("models_plain", "(n11 + n00) / N")
    factor = str(Fraction(factor))
    scaled = pw.define("models_scaled", f"{factor} * (n11 + n00) / N + {offset}")
    assert _status(decide(plain, about, max_n=5)) == _status(decide(scaled, about, max_n=5))


def test_too_few_items_decide_nothing() -> None:
    verdict = decide(pw.index("rand"), "fixed_number_bias", max_n=3)
    assert verdict.status == "unknown"
    assert "at least 4 items" in verdict.reason
