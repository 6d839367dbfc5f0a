"""Which properties go together: proofs, examples, minimal sets, and how close one can get."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.properties import known
from partwise.properties.checker.combinations import AXIOMS
from partwise.properties.compatibility.closeness import closeness, kept_rewards, least_deviation
from partwise.properties.compatibility.constraints import Constraints, Kind
from partwise.properties.compatibility.minimal_sets import minimal_sets
from partwise.properties.compatibility.programs import largest_margin
from partwise.properties.compatibility.rationals import is_met
from partwise.properties.compatibility.witness import ADJUSTED_BRAUN_BLANQUET
from support.commands import ran
from support.labelled_program import margin_of_labels
from support.partitions import grouped, perfect_merges, perfect_splits, rgs
from support.set_partitions import set_partitions

THEOREM = ("monotonicity", "distance", "constant_baseline")
KINDS: list[Kind] = ["table", "pairs"]
LARGEST = [  # each leaves one of the three out
    ("minimal_agreement", "distance", "monotonicity"),
    ("minimal_agreement", "distance", "weak_monotonicity", "constant_baseline"),
    (
        *("maximal_agreement", "minimal_agreement", "symmetry"),
        *("monotonicity", "constant_baseline"),
    ),
]


@pytest.mark.parametrize("kind", KINDS)
def test_no_index_is_monotone_a_distance_and_has_a_constant_baseline(kind: Kind) -> None:
    result = pw.properties.compatible(list(THEOREM), kind=kind)
    assert (result.possible, result.n, result.max_n, result.index) == (False, 4, 6, None)
    assert result.certificate is not None
    assert result.certificate.recheck()
    assert result.example is not None  # up to three items there is one
    verdicts = pw.audit(result.example, max_n=3, properties=list(THEOREM)).verdicts
    known = {key: (verdict.status, verdict.up_to_n) for key, verdict in verdicts.items()}
    assert known == dict.fromkeys(THEOREM, ("held", 3))
    four = pw.audit(result.example, max_n=4, properties=list(THEOREM)).verdicts
    assert not any(v.status == "proved" for v in four.values())


@pytest.mark.parametrize("kind", KINDS)
def test_what_holds_the_three_is_impossible_too(kind: Kind) -> None:
    for more in (("minimal_agreement",), tuple(AXIOMS)):
        result = pw.properties.compatible((*THEOREM, *more), kind=kind)
        assert result.n == 4
        assert result.certificate is not None
        assert result.certificate.recheck()


@pytest.mark.parametrize("n", [4, 5, 6])
@pytest.mark.parametrize("kind", KINDS)
def test_it_stays_impossible_for_more_items(n: int, kind: Kind) -> None:
    constraints = Constraints(n, kind)
    margin = largest_margin(constraints.of(THEOREM), constraints.size)
    assert margin is not None
    assert abs(margin.t) < 1e-9


# --- a second linear program, over labels instead of tables


@pytest.mark.parametrize(("n", "is_possible"), [(3, True), (4, False)])
def test_a_second_program_agrees(n: int, is_possible: bool) -> None:
    margin = margin_of_labels(n)
    assert margin > 0.1 if is_possible else abs(margin) < 1e-9
    constraints = Constraints(n, "table")
    first = largest_margin(constraints.of(THEOREM), constraints.size)
    assert first is not None
    assert first.t == pytest.approx(margin, abs=1e-9)


# --- what is possible


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("properties", LARGEST, ids=["no baseline", "ties", "no distance"])
def test_audits_confirm_examples(properties: tuple[str, ...], kind: Kind) -> None:
    result = pw.properties.compatible(properties, kind=kind, max_n=5)
    assert result.possible
    assert result.certificate is None
    assert result.index is not None
    assert result.example is not None
    found = pw.audit(result.example, max_n=5, properties=list(properties))
    assert not found.problems
    for key, verdict in found.verdicts.items():
        if key == "minimal_agreement" and kind == "table":
            assert verdict.status == "not_applicable"
        else:
            assert (key, verdict.status, verdict.up_to_n) == (key, "held", 5)


def test_an_example_has_no_value_for_more_items() -> None:
    for kind in KINDS:
        example = pw.properties.compatible("symmetry", kind=kind, max_n=3).example
        assert example is not None
        assert math.isfinite(example([0, 0, 1], [0, 1, 1]))
        assert math.isnan(example([0, 0, 1, 1], [0, 1, 1, 1]))


def test_an_example_that_misses_a_constraint_is_seen() -> None:
    constraints = Constraints(3, "table")
    blocks = constraints.of(["symmetry", "constant_baseline"])
    point = [Fraction(0)] * constraints.size
    assert is_met(blocks, point)
    for place in range(constraints.value_count):
        moved = [*point]
        moved[place] = Fraction(1, 10**12)
        rows = [block.rows[:, [place]] for block in blocks]
        assert is_met(blocks, moved) == (not any(row.nnz for row in rows))
    assert not is_met(constraints.of(["monotonicity"]), point)
    assert is_met(constraints.of(["weak_monotonicity"]), point)


@pytest.mark.parametrize("kind", KINDS)
def test_minimal_sets(kind: Kind) -> None:
    """Every set that holds the theorem's is impossible, and no other: by all 127 programs."""
    result = minimal_sets(kind, max_n=4)
    assert [set(r.properties) for r in result.impossible] == [set(THEOREM)]
    assert len(result.possible) == 3
    assert {frozenset(AXIOMS) - set(r.properties) for r in result.possible} == {
        frozenset({key}) for key in THEOREM
    }
    constraints = Constraints(4, kind)
    for size in range(1, len(AXIOMS) + 1):
        for keys in combinations(AXIOMS, size):
            margin = largest_margin(constraints.of(keys), constraints.size)
            assert margin is not None
            assert (margin.t > 1e-3) == (not set(THEOREM) <= set(keys)), keys


# --- the adjusted Braun-Blanquet index


def _of_sets(a: set[int], b: set[int], total: int) -> Fraction:
    """Return 1 less the index, by its definition in sets of pairs: N |A∖B| / (|A| |not B|)."""
    larger, smaller = (a, b) if len(a) >= len(b) else (b, a)
    if a == b:
        return Fraction(0)
    return Fraction(total * len(larger - smaller), len(larger) * (total - len(smaller)))


@pytest.mark.parametrize("n", [3, 4, 5])
def test_the_witness_has_its_properties(n: int) -> None:
    """By the definitions, in fractions, on all clusterings."""
    every, pairs = set_partitions(n), list(combinations(range(n), 2))
    together = {a: {i for i, (j, k) in enumerate(pairs) if a[j] == a[k]} for a in every}
    d = {(a, b): _of_sets(together[a], together[b], len(pairs)) for a in every for b in every}
    one, many = (0,) * n, tuple(range(n))
    for ends in ((one, many), (many, one)):
        d[ends] = Fraction(2)
    index = ADJUSTED_BRAUN_BLANQUET
    assert all(index(a, b, exact=True) == 1 - d[a, b] for a, b in d)
    for a, b in d:
        assert (d[a, b] > 0) == (a != b)
        assert d[a, b] == d[b, a]
        assert (d[a, b] == 2) == ({a, b} == {one, many})
        assert d[a, b] <= 2
    for a, b, c in product(every, repeat=3):
        assert d[a, c] <= d[a, b] + d[b, c]
    for a in every:
        if not 1 < len(set(a)) < n:
            continue
        for b in every:
            moves = (perfect_splits, perfect_merges)
            for better in (m for move in moves for m in move(grouped(a), grouped(b))):
                assert d[a, rgs(better)] <= d[a, b]
        for wanted in {tuple(sorted(map(b.count, set(b)))) for b in every}:
            of_sizes = [d[a, b] for b in every if tuple(sorted(map(b.count, set(b)))) == wanted]
            assert sum(of_sizes) == len(of_sizes)


def test_the_identities_behind_its_triangle_inequalities() -> None:
    """The two sums of products on the page are what is left of the triangle inequalities."""
    sympy = pytest.importorskip("sympy")
    atoms = {key: sympy.Symbol("p" + "".join(map(str, key))) for key in product((0, 1), repeat=3)}
    whole = sum(atoms.values())

    def p(**where: int) -> Any:
        places = {"a": 0, "b": 1, "c": 2}
        return sum(
            atom
            for key, atom in atoms.items()
            if all(key[places[name]] == value for name, value in where.items())
        )

    a, b, c = p(a=1), p(b=1), p(c=1)
    not_b, not_c = whole - b, whole - c
    a_not_b, b_not_c, a_not_c = p(a=1, b=0), p(b=1, c=0), p(a=1, c=0)
    over_b = b * not_c * a_not_b + a * not_b * b_not_c - b * not_b * a_not_c
    said = (
        b * not_b * (p(a=1, b=0, c=1) + p(a=0, b=1, c=0))
        + b * (b - c) * a_not_b
        + (a - b) * not_b * b_not_c
    )
    assert sympy.expand(over_b - said) == 0
    over_c = b * not_b * a_not_c + a * not_b * b_not_c - b * not_c * a_not_b
    said = (a - b) * not_b * b_not_c + b * (
        (b - c) * p(a=0, b=0, c=0) + not_b * p(a=1, b=1, c=0) + not_c * p(a=0, b=0, c=1)
    )
    assert sympy.expand(over_c - said) == 0


# --- how close one can get


@pytest.mark.parametrize("n", [4, 5])
def test_deviation_of_correlation_distance(n: int) -> None:
    """By the definitions, on all clusterings."""
    (standing,) = closeness(sizes=[n]).standings
    every = set_partitions(n)
    proper = [a for a in every if 1 < len(set(a)) < n]
    d = {(a, b): float(pw.score(a, b, "CD")) for a in every for b in every}
    sizes = {b: tuple(sorted(map(b.count, set(b)))) for b in every}
    means = [
        np.mean([d[a, b] for b in every if sizes[b] == wanted])
        for a in proper
        for wanted in set(sizes.values())
    ]
    baseline = (min(means) + max(means)) / 2
    assert standing.deviation == pytest.approx((max(means) - baseline) / baseline)
    rewards = [
        d[a, b] - d[a, rgs(better)]
        for a in proper
        for b in every
        for better in (
            *perfect_splits(grouped(a), grouped(b)),
            *perfect_merges(grouped(a), grouped(b)),
        )
    ]
    assert standing.reward == pytest.approx(min(rewards) / baseline)
    total = comb(n, 2)
    assert standing.bound == pytest.approx(standing.reward * (total - 2) / (2 * total))
    assert standing.least == pytest.approx(standing.bound)
    assert standing.bound < standing.deviation


@pytest.mark.parametrize("n", [4, 5])
def test_correlation_distance_deviates_least_of_the_monotone_metrics(n: int) -> None:
    metrics = [
        index
        for index in pw.indices("all")
        if all(known(index)[key].status == "proved" for key in ("distance", "monotonicity"))
    ]
    assert len(metrics) > 5
    standings = closeness(metrics, [n]).standings
    assert min(standings, key=lambda s: s.deviation).index == "correlation_distance"
    for standing in standings:
        assert standing.least is not None
        assert standing.bound - 1e-9 <= standing.least <= standing.deviation + 1e-9


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [4, 5])
def test_the_bound_is_never_beaten(n: int, kind: Kind) -> None:
    total = comb(n, 2)
    for reward in (0.01, 0.1, 0.3, 0.5):
        assert least_deviation(n, reward, kind) >= reward * (total - 2) / (2 * total) - 1e-9


@pytest.mark.parametrize("n", [4, 5])
def test_keeping_all_rewards_gains_nothing(n: int) -> None:
    """A metric that rewards every improvement as CD does is at least CD everywhere."""
    ((size, deviation, all_kept, most_kept, half_kept),) = kept_rewards((1, 0.9, 0.5), [n]).rows
    assert (size, all_kept) == (n, deviation)
    assert half_kept < most_kept < all_kept / 2  # type: ignore[operator]


# --- what is asked for, and how it is shown


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"properties": ["beauty"]}, "there is no property 'beauty'"),
        ({"properties": ["strong_monotonicity"]}, "no linear program for the property"),
        ({"properties": []}, "the list is empty"),
        ({"properties": 3}, "a list of property keys, not 3"),
        ({"properties": "symmetry", "kind": "callable"}, 'kind= must be "pairs" or "table"'),
        ({"properties": "symmetry", "max_n": 8}, "max_n must be a whole number from 2 to 7"),
        ({"properties": "symmetry", "max_n": True}, "max_n must be a whole number from 2 to 7"),
    ],
)
def test_bad_input(options: dict[str, Any], said: str) -> None:
    with pytest.raises(pw.errors.InputError, match=said):
        pw.properties.compatible(**options)


def test_a_result_leaves_as_json_and_as_a_frame() -> None:
    impossible = pw.properties.compatible(THEOREM, max_n=4)
    data = json.loads(impossible.to_json())
    assert (data["possible"], data["n"], data["certificate"]["kind"]) == (False, 4, "combination")
    assert {"A": "012", "B": "012", "value": data["example"][4]["value"]} in data["example"]
    assert len(data["example"]) == 4 + 10  # tables of two and three items
    assert impossible.to_frame("pandas").loc[0, "n"] == 4
    possible = pw.properties.compatible("symmetry", kind="pairs", max_n=2)
    assert len(possible.to_dict()["example"]) == 4
    assert possible.to_dict()["index"] == "rand"
    assert len(repr(impossible).splitlines()) <= 40


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    result = ran(capsys, "compatible", *THEOREM, "--max-n", "4", "--certificate", str(proof))
    assert (result.code, result.err) == (0, f"the certificate is in {proof}\n")
    assert result.out.startswith("Impossible: monotonicity, distance and constant baseline.")
    certificate = pw.properties.compatible(THEOREM, max_n=4).certificate
    assert certificate is not None
    assert json.loads(proof.read_text("utf-8")) == certificate.to_dict()
    none = tmp_path / "none.json"
    result = ran(capsys, "compatible", "symmetry", "--max-n", "2", "--certificate", str(none))
    assert "rand has it, proved" in result.out
    assert result.err == f"{none} was not written: such an index is possible\n"
    assert not none.exists()
    result = ran(capsys, "compatible", "symmetry", "--format", "json", "--max-n", "2")
    assert json.loads(result.out)["possible"] is True
    assert ran(capsys, "compatible", "symmetry", "--max-n", "8").code == 2
    result = ran(capsys, "compatible", "beauty")
    assert result.code == 2
    assert "beauty" in result.err
