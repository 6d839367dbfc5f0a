"""z-scores and p-values against all clusterings."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.chance.models import all_clusterings, fixed_number
from partwise.chance.p_values import significance
from support.oracle import set_partitions
from support.partitions import integer_partitions
from support.random_clusterings import (
    Weighed,
    mean_and_variance,
    of_margins,
    of_sides,
    representative,
)

KEYS = [index.key for index in pw.indices("paper")]


def tail(index: pw.Index, weighed: Weighed, value: float, sign: int) -> Fraction:
    """Return how likely a value as high (sign 1) or as low (−1) is, up to rounding."""
    values = ((c, float(index.evaluate(table).value)) for c, table in weighed)
    return sum((c for c, other in values if sign * (other - value) >= -1e-12), Fraction(0))


def candidates(n: int) -> list[tuple[int, ...]]:
    return list(set_partitions(n))[::7]


@pytest.mark.parametrize("key", KEYS)
def test_exact_p_values_are_shares_of_all_clusterings(key: str) -> None:
    index, rows = pw.index(key), (3, 2)
    reference = representative(rows)
    better = 1 if index.direction == "similarity" else -1
    for candidate in candidates(5):
        columns = tuple(sorted(np.unique(candidate, return_counts=True)[1].tolist())[::-1])
        tables = of_margins(5)[rows, columns]
        total = sum(many for many, _ in tables)
        weighed = [(Fraction(many, total), table) for many, table in tables]
        value = float(index(reference, candidate))
        found = significance(reference, candidate, index)
        mean, variance = mean_and_variance(index, weighed)
        if math.isnan(mean):
            assert math.isnan(found.p_value)
            continue
        assert found.method == "enumeration"
        assert found.p_value == tail(index, weighed, value, better)
        assert found.mean == pytest.approx(float(mean), abs=1e-12)
        assert found.sd == pytest.approx(math.sqrt(variance), abs=1e-7, nan_ok=True)
        two_sided = significance(reference, candidate, index, alternative="two-sided")
        tails = tail(index, weighed, value, 1), tail(index, weighed, value, -1)
        assert two_sided.p_value == min(Fraction(1), 2 * min(tails))


@pytest.mark.parametrize("key", ["rand", "jaccard", "correlation", "nmi_arithmetic", "vi"])
def test_exact_p_values_for_other_models(key: str) -> None:
    index, reference, candidate = pw.index(key), (0, 0, 0, 1, 1, 2), (0, 0, 0, 0, 1, 1)
    better = 1 if index.direction == "similarity" else -1
    value = float(index(reference, candidate))
    for two_sided in (False, True):
        rows = None if two_sided else (3, 2, 1)
        number = significance(reference, candidate, index, model=fixed_number(two_sided=two_sided))
        everything = significance(
            reference, candidate, index, model=all_clusterings(two_sided=two_sided)
        )
        assert number.p_value == tail(index, of_sides(6, rows, 3, 2), value, better)
        assert everything.p_value == tail(index, of_sides(6, rows, None, None), value, better)


def test_p_values_of_random_candidates_are_valid() -> None:
    """P(p ≤ α) ≤ α under the null, for every α that occurs: exact, over all candidates."""
    for rows in integer_partitions(5):
        reference = representative(rows)
        by_sizes: dict[tuple[int, ...], list[Fraction]] = {}
        for candidate in set_partitions(5):
            sizes = tuple(sorted(np.unique(candidate, return_counts=True)[1].tolist()))
            p = significance(reference, candidate, "rand").p_value
            by_sizes.setdefault(sizes, []).append(Fraction(p))
        for found in by_sizes.values():
            for level in found:
                assert Fraction(sum(p <= level for p in found), len(found)) <= level


def labels(n: int, k: int, seed: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.random.default_rng(seed).integers(0, k, n)


def test_sampled_p_values_are_never_zero_and_have_a_seed() -> None:
    a = labels(2000, 10, 1)
    perfect = significance(a, a, "f_measure", samples=99, seed=3)
    assert (perfect.method, perfect.p_value, perfect.samples) == ("sampling", 1 / 100, 99)
    b = labels(2000, 10, 2)
    first, again = (significance(a, b, "bcubed", samples=99, seed=3) for _ in range(2))
    assert first.p_value == again.p_value
    assert first.mean == again.mean


def test_sampled_p_values_agree_with_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    reference, candidate = [0] * 6 + [1] * 6, [0] * 5 + [1] * 2 + [0] + [1] * 4
    exact = significance(reference, candidate, "f_measure")
    assert exact.method == "enumeration"
    monkeypatch.setattr("partwise.chance.better_than_chance.enumerated", lambda *_: None)
    sampled = significance(reference, candidate, "f_measure", samples=4000)
    assert sampled.method == "sampling"
    share = float(exact.p_value)
    assert abs(sampled.p_value - share) < 4 * math.sqrt(share * (1 - share) / 4000) + 1 / 4000


def test_z_of_linear_indices_is_one_and_the_same() -> None:
    """R, CC, AR and Wallace are increasing linear functions of N11 at given sizes."""
    a, b = labels(500, 5, 1), labels(500, 8, 2)
    scores = [significance(a, b, key, samples=2) for key in ("R", "CC", "AR", "W")]
    assert all(one.z == pytest.approx(scores[0].z, rel=1e-9) for one in scores)
    smi = significance(a, b, "nmi_max", samples=2).z
    assert smi == pytest.approx(float(pw.index("smi")(a, b)), rel=1e-6)


def test_where_all_candidates_are_alike() -> None:
    found = significance([0, 0, 1], [0, 0, 0], "rand")
    assert found.p_value == 1
    assert found.sd == 0
    assert math.isnan(found.z)


def test_results_print_and_export() -> None:
    found = significance([0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1], "VI")
    assert found.z < 0
    assert found.to_dict()["p_value"] == "1/10"
    assert "enumeration" in str(found)
    assert "clusterings with the same cluster sizes" in found._repr_html_()


def test_bad_input_is_refused() -> None:
    with pytest.raises(InputError, match="alternative="):
        significance([0, 1], [0, 1], "rand", alternative="worse")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="samples="):
        significance([0, 1], [0, 1], "rand", samples=0)
    with pytest.raises(InputError, match="model="):
        significance([0, 1], [0, 1], "rand", model="none")
