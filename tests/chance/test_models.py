"""Random models: exact laws against counting, drawing against the laws."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from partwise.base.errors import InputError
from partwise.chance.models import (
    Model,
    all_clusterings,
    as_model,
    element_symmetric,
    fixed_number,
    fixed_sizes,
    power_law,
)
from partwise.chance.size_laws import balanced_sizes
from support.oracle import set_partitions

Sizes = tuple[int, ...]


def sizes_of(labels: tuple[int, ...]) -> Sizes:
    return tuple(sorted(Counter(labels).values(), reverse=True))


def counted_law(n: int, k: int | None = None) -> dict[Sizes, Fraction]:
    found = [sizes_of(labels) for labels in set_partitions(n)]
    kept = [sizes for sizes in found if k is None or len(sizes) == k]
    return {sizes: Fraction(many, len(kept)) for sizes, many in Counter(kept).items()}


@pytest.mark.parametrize("n", range(1, 8))
def test_laws_are_those_of_counting_clusterings(n: int) -> None:
    assert all_clusterings().law((n,)) == counted_law(n)
    for k in range(1, n + 1):
        assert fixed_number(k).law((n,)) == counted_law(n, k)
        assert fixed_number().law(balanced_sizes(n, k)) == counted_law(n, k)


def test_fixed_sizes_leave_sizes_as_they_are() -> None:
    assert fixed_sizes().law((3, 1)) == {(3, 1): Fraction(1)}
    assert fixed_sizes().draw((3, 1), np.random.default_rng(1)) == (3, 1)


def test_power_law_is_that_of_sizes_drawn_one_after_the_other() -> None:
    # P(1) : P(2) : P(3) = 1 : 1/4 : 1/9 = 36 : 9 : 4; for n = 3, by hand:
    one, two, three = Fraction(36, 49), Fraction(9, 49), Fraction(4, 49)
    expected = {
        (3,): three,
        (2, 1): two + one * (two + three),
        (1, 1, 1): one * one,
    }
    assert power_law(2).law((3,)) == expected


def test_power_law_respects_its_bounds() -> None:
    law = power_law(1, smallest=2, largest=3).law((7,))
    assert law is not None
    assert sum(law.values()) == 1
    assert set(law) == {(3, 3, 1), (3, 2, 2), (2, 2, 2, 1)}


def drawn(model: Model, sizes: Sizes, many: int) -> Counter[Sizes]:
    rng = np.random.default_rng(7)
    return Counter(model.draw(sizes, rng) for _ in range(many))


@pytest.mark.parametrize(
    ("model", "sizes"),
    [
        (all_clusterings(), (1,)),
        (all_clusterings(), (4, 4)),
        (fixed_number(), (5, 3)),
        (fixed_number(), (4, 2, 1, 1)),
        (fixed_number(7), (8,)),
        (power_law(2), (8,)),
        (power_law(1, smallest=2, largest=3), (9,)),
    ],
)
def test_draws_follow_the_exact_law(model: Model, sizes: Sizes) -> None:
    """Compare frequencies with the exact probabilities by Pearson's χ² (its mean is df)."""
    many, law = 4000, model.law(sizes)
    assert law is not None
    found = drawn(model, sizes, many)
    assert set(found) <= set(law)
    expected = {key: many * float(chance) for key, chance in law.items()}
    statistic = sum((found[key] - mean) ** 2 / mean for key, mean in expected.items())
    df = len(law) - 1
    assert statistic <= df + 5 * np.sqrt(2 * df) + 5


def test_drawing_of_a_number_of_clusters_among_many_items() -> None:
    """A uniform clustering of n into k: E[Σ s(s−1)] = n(n−1) S(n−1, k) / S(n, k)."""
    n, k, many = 300, 40, 400
    stirling = [[1]]
    for m in range(1, n + 1):
        above = [*stirling[-1], 0]
        stirling.append([0, *(j * above[j] + above[j - 1] for j in range(1, m + 1))])
    mean = n * (n - 1) * stirling[n - 1][k] / stirling[n][k]
    rng = np.random.default_rng(3)
    sizes = [fixed_number(k).draw((n,), rng) for _ in range(many)]
    assert {(len(one), sum(one)) for one in sizes} == {(k, n)}
    sums = np.array([sum(s * (s - 1) for s in one) for one in sizes])
    assert abs(sums.mean() - mean) < 4 * sums.std() / np.sqrt(many)


def test_drawing_among_all_clusterings_of_many_items() -> None:
    """The number of clusters has the mean B(n+1)/B(n) − 1."""
    n, many = 300, 400
    bell = [1]
    row = [1]
    for _ in range(n + 1):
        row = [row[-1], *row]
        for i in range(1, len(row)):
            row[i] += row[i - 1]
        bell.append(row[0])
    rng = np.random.default_rng(3)
    sizes = [all_clusterings().draw((n,), rng) for _ in range(many)]
    assert {sum(one) for one in sizes} == {n}
    numbers = np.array([len(one) for one in sizes])
    expected = bell[n + 1] / bell[n] - 1
    assert abs(numbers.mean() - expected) < 4 * numbers.std() / np.sqrt(many)


def test_a_law_of_too_many_sizes_is_not_computed() -> None:
    assert all_clusterings().law((1000,)) is None
    assert fixed_number(500).law((1000,), most=10) is None
    assert power_law(2).law((1000,)) is None
    assert power_law(2.5).law((3,)) is None


def test_equal_seeds_draw_equal_sizes() -> None:
    for model in (all_clusterings(), fixed_number(), power_law(1.5)):
        assert drawn(model, (60, 40), 5) == drawn(model, (60, 40), 5)


def test_large_numbers_of_items() -> None:
    rng = np.random.default_rng(1)
    for model in (all_clusterings(), fixed_number(100), fixed_number(99_999), power_law(2)):
        assert sum(model.draw((100_000,), rng)) == 100_000


def test_no_items() -> None:
    rng = np.random.default_rng(1)
    for model in (fixed_sizes(), fixed_number(), all_clusterings(), power_law(2)):
        assert model.law(()) == {(): Fraction(1)}
        assert model.draw((), rng) == ()


def test_balanced_sizes() -> None:
    assert balanced_sizes(10, 4) == (3, 3, 2, 2)
    assert balanced_sizes(6, 3) == (2, 2, 2)
    with pytest.raises(InputError, match="choose from 1 to 3"):
        balanced_sizes(3, 4)


def test_own_sizes_are_checked() -> None:
    wrong = element_symmetric(lambda n, _: [n + 1])
    with pytest.raises(InputError, match="add up to 6; return positive sizes that add up to 5"):
        wrong.draw((5,), np.random.default_rng(1))
    with pytest.raises(InputError, match="function of n and rng"):
        element_symmetric(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [None, ["x"], [3.9, 2.9]])
def test_sizes_that_are_no_whole_numbers_are_refused(given: object) -> None:
    model = element_symmetric(lambda _n, _rng: given)  # type: ignore[arg-type, return-value]
    with pytest.raises(InputError, match="whole numbers"):
        model.draw((5,), np.random.default_rng(1))


def test_large_exponents_are_drawn_and_not_counted() -> None:
    assert power_law(10_000).law((5,)) is None
    assert sum(power_law(10_000).draw((5,), np.random.default_rng(1))) == 5


def test_bad_models_are_refused() -> None:
    with pytest.raises(InputError, match="finite number"):
        power_law("2")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="model= must be"):
        as_model("no_such")
    with pytest.raises(InputError, match="whole number"):
        fixed_number(0)
    with pytest.raises(InputError, match="choose from 1 to"):
        fixed_number(4).law((3,))
    with pytest.raises(InputError, match="finite"):
        power_law(float("nan"))
    with pytest.raises(InputError, match="largest="):
        power_law(2, smallest=3, largest=2)


def test_models_can_be_pickled_and_say_what_they_are() -> None:
    for model in (fixed_sizes(), fixed_number(3), all_clusterings(two_sided=True), power_law(2)):
        assert pickle.loads(pickle.dumps(model)) == model  # noqa: S301
    assert str(fixed_number(3)) == "clusterings with 3 clusters"
    assert str(all_clusterings(two_sided=True)).endswith("for both clusterings")
