"""The verdicts that are shipped are those that are found now, and their counterexamples hold."""

from __future__ import annotations

import importlib.util
import json
import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest
import sympy
from mpmath import mp, mpf

import partwise as pw
from partwise.properties.known_verdicts import FILE, known, written_verdicts
from partwise.properties.registry import PROPERTIES
from partwise.properties.verdict import Counterexample
from support.claims import PROPERTIES as PAPER
from support.claims import Property
from support.definitions import (
    CHECKS,
    above,
    differ,
    mean,
    mpf_of,
    not_above,
    of_counts,
    oriented,
    score_of,
    trivial,
)
from support.oracle import set_partitions
from support.partitions import agreements, grouped, perfect_merges, perfect_splits, rgs

ROOT = Path(__file__).parents[2]
# Of each family some, of different kinds; quality/test_paper_tables.py audits the paper's own.
QUICK = {
    "baulieu_1", "element_centric", "f_measure", "goodman_kruskal", "lerman", "mari", "minkowski",
    "nmi_min", "normalised_accuracy", "purity", "russell_rao", "smi", "split_join", "tsallis_nmi_2",
    "yule",
}  # fmt: skip
CATALOGUE = [index for index in pw.indices("all") if index.builtin]
NAMES = [index.key for index in CATALOGUE]
EVERY = list(product(NAMES, PAPER))
DECIDED = [(key, kind) for key, kind in EVERY if kind in known(pw.index(key))]  # test_parts: all
REFUTED = [(key, kind) for key, kind in DECIDED if known(pw.index(key))[kind].status == "refuted"]
SHOWN = [(key, kind) for key, kind in REFUTED if known(pw.index(key))[kind].counterexample]
HELD = [(key, kind) for key, kind in DECIDED if known(pw.index(key))[kind].holds]


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "key", [key if key in QUICK else pytest.param(key, marks=pytest.mark.slow) for key in NAMES]
)
def test_verdicts_are_up_to_date(key: str) -> None:
    found = written_verdicts({key: generator().verdicts_on(pw.index(key))})
    shipped = json.loads((ROOT / "src" / "partwise" / "properties" / FILE).read_text("utf-8"))
    assert json.loads(found) == {key: shipped[key]}, "run make docs"


def test_verdicts_are_complete() -> None:
    for index in CATALOGUE:
        assert tuple(known(index)) == tuple(PROPERTIES)
    assert known(pw.define("verdicts_test_own", "n11 / N")) == {}


def test_every_refutation_is_shown() -> None:
    """A running time cannot be shown by clusterings; all else is."""
    assert {kind for _, kind in set(REFUTED) - set(SHOWN)} == {"linear_complexity"}


@pytest.fixture(autouse=True)
def _digits() -> Iterator[None]:
    with mp.workdps(60):
        yield


# --- each counterexample, by the paper's definitions and a second implementation


def example_of(key: str, kind: Property) -> Counterexample:
    found = known(pw.index(key))[kind].counterexample
    assert found is not None
    assert found.certified
    return found


def is_expected(counts: tuple[Fraction, ...]) -> bool:
    """Whether pairs agree as often as by chance, and 0 < mA < N, 0 < mB < N."""
    n11, n10, n01, _ = counts
    total, m_a, m_b = sum(counts), n11 + n10, n11 + n01
    return n11 * total == m_a * m_b and 0 < m_a < total and 0 < m_b < total


def breaks_asymptotic_baseline(key: str, example: Counterexample) -> bool:
    p, q = points(example)
    assert is_expected(p)
    assert is_expected(q)
    return differ(of_counts(key, p), of_counts(key, q))


def points(example: Counterexample) -> list[tuple[Fraction, ...]]:
    return [tuple(map(Fraction, counts)) for counts in (example.pair_counts or {}).values()]


def breaks_strong_monotonicity(key: str, example: Counterexample) -> bool:
    p, q = (tuple(map(int, counts)) for counts in points(example))
    change = [after - before for before, after in zip(p, q, strict=True)]
    assert sorted(change)[:3] == [0, 0, 0]
    assert max(change) > 0
    assert all(math.isqrt(8 * sum(counts) + 1) ** 2 == 8 * sum(counts) + 1 for counts in (p, q))
    if change[0] or change[3]:  # more agreeing pairs
        assert p[1] + p[2] > 0
        return not_above(of_counts(key, q), of_counts(key, p))
    assert p[0] + p[3] > 0
    return not_above(of_counts(key, p), of_counts(key, q))


def breaks_minimal_agreement(key: str, example: Counterexample) -> bool:
    p, q = points(example)
    assert p[0] == p[3] == 0
    lowest, other = of_counts(key, p), of_counts(key, q)
    if "convention" in example.says:  # as printed, Yule is nowhere defined without agreement
        assert key == "yule"
        return lowest is None
    return differ(lowest, other) if q[0] == q[3] == 0 else not_above(other, lowest)


BY_COUNTS = {
    "asymptotic_constant_baseline": breaks_asymptotic_baseline,
    "strong_monotonicity": breaks_strong_monotonicity,
    "minimal_agreement": breaks_minimal_agreement,
}


def clusterings(kind: str, example: Counterexample) -> list[tuple[int, ...]]:
    """The arguments of the check."""
    named = example.clusterings
    if kind == "constant_baseline":
        return [named["A"], named["B"], named.get("A'", named["A"]), named["B'"]]
    return list(named.values())


@pytest.mark.parametrize(("key", "kind"), [one for one in SHOWN if one[1] != "bias"])
def test_counterexamples_break_the_definition(key: str, kind: Property) -> None:
    example = example_of(key, kind)
    if kind in BY_COUNTS:
        assert BY_COUNTS[kind](key, example)
        return
    score, given = score_of(key), clusterings(kind, example)
    if len(given) == 1:  # no value where two are identical
        assert kind in ("maximal_agreement", "distance")
        assert not trivial(given[0])
        assert score(given[0], given[0]) is None
    elif len(set(map(len, given))) > 1 and kind in ("maximal_agreement", "distance"):
        a, b = given  # V(A, A) is not one constant for all numbers of items
        assert differ(score(a, a), score(b, b))
    else:
        assert CHECKS[kind](score, *given)


@pytest.mark.parametrize("key", [key for key, kind in SHOWN if kind == "bias"])
def test_counterexamples_of_bias(key: str) -> None:
    """V^(s) rises, or falls, from one expected count to another with more pairs together in B."""
    verdict = known(pw.index(key))["bias"]
    signs, counts = set(), points(example_of(key, "bias"))
    for p, q in zip(counts[::2], counts[1::2], strict=True):
        assert is_expected(p)
        assert is_expected(q)
        assert sum(p) == sum(q)
        assert p[0] + p[1] == q[0] + q[1]  # m_A
        assert p[0] + p[2] < q[0] + q[2]  # m_B
        low, high = of_counts(key, p), of_counts(key, q)
        signs.add("dec" if above(high, low) else "inc" if above(low, high) else "none")
    assert "none" not in signs
    assert signs == ({"dec", "inc"} if verdict.value == "both" else {verdict.value})


@pytest.mark.parametrize(("key", "kind"), [one for one in SHOWN if one[1] != "bias"])
def test_values_in_counterexamples(key: str, kind: Property) -> None:
    """Values of clusterings and of counts, and means, against the second implementation."""
    example = example_of(key, kind)
    for what, told in example.values.items():
        found = evaluated(key, example, what)
        if found is None:
            assert told == "undefined" or "convention" in example.says
        else:
            expected = float(mpf_of(found)) * oriented(key)
            text, _, decimals = str(told).rpartition("≈ ")
            assert float(decimals if text else sympy.sympify(decimals)) == pytest.approx(
                expected, rel=1e-5
            )
            if text:
                assert float(sympy.sympify(text)) == pytest.approx(expected, rel=1e-12)


def evaluated(key: str, example: Counterexample, what: str) -> Fraction | mpf | None:
    """Evaluate V(p), V(A, B), E[V(A, B)] or c_max."""
    named, counts, score = example.clusterings, example.pair_counts or {}, score_of(key)
    if what == "c_max":
        return score(named["A"], named["A"])
    names = what.removeprefix("E[").removeprefix("V(").rstrip(")]").split(", ")
    if names[0] in counts:
        return of_counts(key, counts[names[0]])
    a, b = (named[name] for name in names)
    return mean(score, a, b) if what.startswith("E[") else score(a, b)


# --- what holds, on all clusterings of three and four items


def small(kind: str, n: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    every = list(set_partitions(n))
    sizes = {tuple(sorted(map(len, grouped(p)))): p for p in every}  # one of each kind
    if kind in ("symmetry", "maximal_agreement"):
        yield from product(sizes.values(), every)
    elif kind == "minimal_agreement":
        one, single = every[0], every[-1]
        assert not agreements(one, single)
        for opposite in ((one, single), (single, one)):
            yield from ((*opposite, a, b) for a, b in product(sizes.values(), every))
    elif kind == "distance":
        yield from product(sizes.values(), every, every)
    elif kind == "monotonicity":
        for a, b in product(sizes.values(), every):
            for step in (perfect_splits, perfect_merges):
                yield from ((a, b, rgs(better)) for better in step(grouped(a), grouped(b)))
    else:
        inner = [p for p in sizes.values() if not trivial(p)]
        pairs = list(product(inner, inner))
        yield from ((*pairs[0], *other) for other in pairs[1:])


@pytest.mark.parametrize(("key", "kind"), [one for one in HELD if one[1] in CHECKS])
def test_no_small_clusterings_refute_what_holds(key: str, kind: Property) -> None:
    score = score_of(key)
    refuting = [
        example for n in (3, 4) for example in small(kind, n) if CHECKS[kind](score, *example)
    ]
    assert refuting == []


@pytest.mark.parametrize("key", [key for key, kind in HELD if kind == "strong_monotonicity"])
def test_no_small_counts_refute_strong_monotonicity(key: str) -> None:
    for counts in product(range(4), repeat=4):
        for place, step in ((0, 1), (1, -1), (2, -1), (3, 1)):
            better = tuple(c + step * (i == place) for i, c in enumerate(counts))
            some_wrong, some_right = counts[1] + counts[2] > 0, counts[0] + counts[3] > 0
            if min(better) >= 0 and (some_wrong if step == 1 else some_right):
                assert not not_above(of_counts(key, better), of_counts(key, counts))


def test_known_verdicts_by_any_name() -> None:
    nid = pw.index("nid")
    assert pw.properties.known("nid") == pw.properties.known(nid) != {}
    assert pw.properties.holds("nid", "symmetry") == pw.properties.holds(nid, "symmetry")
