"""Adjustment for chance, against AR, AMI and all clusterings."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction

import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.chance.adjustment import adjust
from partwise.chance.models import all_clusterings, element_symmetric, fixed_number, power_law
from support.oracle import value as oracle_value
from support.random_clusterings import mean_and_variance, of_margins, of_sides

ADJUSTABLE = [i.key for i in pw.indices("paper") if math.isfinite(i.best)]
TABLES = [table for n in range(1, 7) for tables in of_margins(n).values() for _, table in tables]


def equals(index: pw.Index, adjusted: str) -> None:
    other = pw.index(adjusted)
    for table in TABLES:
        wanted = float(other.evaluate(table).value)
        assert index.evaluate(table).value == pytest.approx(wanted, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("key", ["rand", "mirkin", "hubert"])
def test_adjusted_rand_is_a_special_case(key: str) -> None:
    """Mirkin is 1 − R and Hubert 2R − 1, so they are adjusted to the same."""
    equals(adjust(key), "adjusted_rand")


@pytest.mark.parametrize("mean", ["arithmetic", "geometric", "max", "min"])
def test_adjusted_mutual_information_is_a_special_case(mean: str) -> None:
    equals(adjust(f"nmi_{mean}"), f"ami_{mean}")


def test_adjusted_rand_is_that_of_the_paper() -> None:
    a, b = (0, 0, 0, 1, 1, 2, 2), (0, 0, 1, 1, 1, 2, 0)
    wanted = oracle_value("adjusted_rand", a, b)
    assert wanted is not None
    assert adjust("rand")(a, b) == float(wanted)


@pytest.mark.parametrize("key", ADJUSTABLE)
def test_adjusted_indices_have_the_mean_zero(key: str) -> None:
    adjusted = adjust(key)
    for (rows, columns), tables in of_margins(5).items():
        if 1 in (len(rows), len(columns)) or 5 in (len(rows), len(columns)):
            continue
        total = sum(many for many, _ in tables)
        mean, _ = mean_and_variance(adjusted, [(Fraction(m, total), t) for m, t in tables])
        assert mean == pytest.approx(0, abs=1e-10, nan_ok=True)


@pytest.mark.parametrize("two_sided", [False, True])
def test_other_models(two_sided: bool) -> None:
    a, b = [0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 1, 1]
    rows = None if two_sided else (3, 2, 1)
    for key in ("rand", "jaccard", "nmi_arithmetic"):
        value = pw.index(key)(a, b)
        for model, k_a, k_b in (
            (fixed_number(two_sided=two_sided), 3, 2),
            (all_clusterings(two_sided=two_sided), None, None),
        ):
            mean, _ = mean_and_variance(pw.index(key), of_sides(6, rows, k_a, k_b))
            wanted = float((value - mean) / (1 - mean))
            assert adjust(key, model)(a, b) == pytest.approx(wanted, abs=1e-12)


def test_a_distance_becomes_a_similarity() -> None:
    adjusted = adjust("vi")
    assert adjusted.prefers(1, 0)
    assert adjusted.best == 1
    assert adjusted([0, 0, 1, 1], [1, 1, 0, 0]) == 1


def test_trivial_clusterings() -> None:
    for key in ("rand", "correlation", "nmi_geometric"):
        adjusted = adjust(key)
        assert adjusted([0, 0, 0], [0, 0, 0]) == 1
        assert adjusted([0, 1, 2], [0, 1, 2]) == 1
        assert adjusted([0, 0, 1], [0, 0, 0]) == 0


def test_it_is_an_index_like_any_other() -> None:
    adjusted = adjust("jaccard")
    a, b = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]
    assert pw.score(a, b, adjusted) == adjusted(a, b)
    assert pickle.loads(pickle.dumps(adjusted))(a, b) == adjusted(a, b)  # noqa: S301
    assert adjusted.key == "jaccard_adjusted"
    named = adjust("jaccard", "all_clusterings")
    assert named.key == "jaccard_adjusted_all_clusterings"
    assert "all clusterings of the items" in named.label
    keys = [adjust("rand", model).key for model in (fixed_number(), fixed_number(3), power_law(2))]
    keys += [adjust("rand", model).key for model in (power_law(1.5), fixed_number(two_sided=True))]
    assert len(set(keys)) == 5


def test_adjusted_mutual_information_of_many_items() -> None:
    a, b = [i % 7 for i in range(3000)], [i * i % 11 for i in range(3000)]
    assert adjust("nmi_max")(a, b) == pytest.approx(pw.score(a, b, "ami_max"), rel=1e-9)


def test_sampled_means_have_a_seed() -> None:
    a, b = [i % 7 for i in range(300)], [i % 11 for i in range(300)]
    assert adjust("jaccard")(a, b) == adjust("jaccard")(a, b)
    assert adjust("jaccard", seed=1)(a, b) != adjust("jaccard", seed=2)(a, b)
    halves = element_symmetric(lambda n, _: [n - n // 2, n // 2])
    assert math.isfinite(adjust("jaccard", halves, samples=20)(a, b))


def test_what_cannot_be_adjusted_is_refused() -> None:
    with pytest.raises(InputError, match="no finite best value"):
        adjust("smi")
    with pytest.raises(InputError, match="samples="):
        adjust("rand", samples=1)
    with pytest.raises(InputError, match="seed="):
        adjust("rand", seed=-1)
    with pytest.raises(InputError, match="model="):
        adjust("rand", model="none")
