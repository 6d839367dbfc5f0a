"""Moments of mutual information are as near to their values as they say, by every way."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import permutations, repeat
from typing import Any

import pytest
from mpmath import mp, mpf

import partwise as pw
from partwise.tables import information
from partwise.tables.information import Information

ITEMS = [0] * 7 + [1] * 5 + [2] * 3 + [3]
CANDIDATES = {
    "same": ITEMS,
    "near": [0] * 6 + [1] * 6 + [2] * 3 + [3],
    "far": [i % 4 for i in range(16)],
    "uneven": [0] * 9 + [1] * 4 + [2, 3, 4],
}
QUICK, PLAIN = dict[str, int](), {"_FEW_SIZES": 0, "_MOST_EXTENDED": 0}
EXTENDED = {"_FEW_SIZES": 0, "_OF_ADJUSTED": 0}


def log_sum(pairs: Any, n: int) -> Any:
    return mp.fsum(mpf(c) / n * mp.log(mpf(n) * c / (a * b)) for c, a, b in pairs)


def mutual_information(a: list[int], b: list[int]) -> Any:
    rows, columns = Counter(a), Counter(b)
    cells = Counter(zip(a, b, strict=True)).items()
    return log_sum(((c, rows[i], columns[j]) for (i, j), c in cells), len(a))


def expectation(a: list[int], b: list[int]) -> Any:
    """Return the mean over all tables, cell by cell: their counts are hypergeometric."""
    n, total = len(a), mpf(0)
    for x in Counter(a).values():
        for y in Counter(b).values():
            for count in range(max(1, x + y - n), min(x, y) + 1):
                ways = math.comb(x, count) * math.comb(n - x, y - count)
                total += mpf(ways) / math.comb(n, y) * log_sum([(count, x, y)], n)
    return total


@pytest.mark.parametrize("name", CANDIDATES)
@pytest.mark.parametrize("limits", [QUICK, PLAIN, EXTENDED], ids=["quick", "plain", "extended"])
def test_expectations_are_as_near_as_they_say(
    name: str, limits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit, value in limits.items():
        monkeypatch.setattr(information, limit, value)
    found = pw.contingency(ITEMS, CANDIDATES[name]).information
    with mp.workdps(60):
        expected = expectation(ITEMS, CANDIDATES[name])
        value, error = found.with_error("expected_mutual_information")
        assert abs(mpf(value) - expected) <= mpf(error)
        assert error <= (mpf(10) ** -14 if limits is PLAIN else mpf(10) ** -26)
        own, error = found.with_error("mutual_information")
        assert abs(mpf(own) - mutual_information(ITEMS, CANDIDATES[name])) <= mpf(error) < 1e-26
        room = min(mpf(found.entropy_a), mpf(found.entropy_b)) - expected
        adjusted = (own - value) / (min(found.entropy_a, found.entropy_b) - value)
        exact = (mutual_information(ITEMS, CANDIDATES[name]) - expected) / room
        assert abs(mpf(adjusted) - exact) <= (1e-14 if limits is PLAIN else 1e-15)


@pytest.mark.parametrize(
    ("sizes", "items", "is_quick"), [(16, 16, True), (15, 16, False), (16, 15, False)]
)
def test_few_sizes_of_few_items_are_quick(
    sizes: int, items: int, is_quick: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four sizes on both sides, of 16 items: so many, and no more, have all digits at once."""
    monkeypatch.setattr(information, "_FEW_SIZES", sizes)
    monkeypatch.setattr(information, "_FEW_ITEMS", items)
    monkeypatch.setattr(information, "_MOST_EXTENDED", 0)
    found = pw.contingency(ITEMS, ITEMS[::-1]).information
    assert (found.expectation_error < 1e-26) == is_quick


@pytest.mark.parametrize(("most", "is_extended"), [(16, True), (15, False)])
def test_digits_are_extended_where_the_index_would_lose_them(
    most: int, is_extended: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where M is just E[M], 15 digits cannot tell the sign of what is left."""
    monkeypatch.setattr(information, "_FEW_SIZES", 0)
    monkeypatch.setattr(information, "_MOST_EXTENDED", most)
    monkeypatch.setattr(information, "_OF_ADJUSTED", 0)
    found = pw.contingency(ITEMS, ITEMS[::-1]).information
    assert (found.expectation_error < 1e-26) == is_extended
    monkeypatch.setattr(information, "_OF_ADJUSTED", 1)
    again = pw.contingency(ITEMS, ITEMS[::-1]).information
    assert again.expectation_error > 1e-26


@pytest.mark.parametrize("labels", [[0, 0, 0, 1, 1, 2], [0, 1, 1, 1, 1, 2], [0, 0, 0, 1, 1, 1]])
def test_deviations_are_those_of_all_arrangements(labels: list[int]) -> None:
    other = [0, 0, 1, 1, 1, 2]
    found = pw.contingency(labels, other).information
    with mp.workdps(40):
        values = [mutual_information(labels, [*way]) for way in permutations(other)]
        mean = mp.fsum(values) / len(values)
        deviation = mp.sqrt(mp.fsum((value - mean) ** 2 for value in values) / len(values))
        value, error = found.with_error("sd_mutual_information")
        assert abs(mpf(value) - deviation) <= mpf(error) < 1e-8
        assert abs(mpf(found.expected_mutual_information) - mean) <= mpf(10) ** -26


def test_errors_of_constants_are_those_of_sums() -> None:
    found: Information = pw.contingency([0, 0, 1], [0, 0, 0]).information
    assert found.with_error("sd_mutual_information") == (0, 0)
    value, error = found.with_error("expected_mutual_information")
    assert value == 0
    assert 0 <= error < 1e-26
    for name in ("entropy_a", "entropy_joint"):
        value, error = found.with_error(name)
        with mp.workdps(50):
            exact = mp.log(3) - mp.log(2) * 2 / 3
            assert abs(mpf(value) - exact) <= mpf(error) < 1e-26


@pytest.mark.parametrize("n", [2, 3, 7, 11, 100])
def test_errors_allow_for_the_rounding_of_the_largest_entropy(n: int) -> None:
    found = pw.contingency(range(n), [0] * n).information
    with mp.workdps(60):
        value, error = found.with_error("entropy_a")
        assert abs(mpf(value) - mp.log(n)) <= mpf(error) < 1e-26
        assert error > 0


def test_expectations_near_the_entropy_have_the_digits_that_the_index_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of nearly only singletons, E[M] is most of the entropy: little is left to divide by."""
    monkeypatch.setattr(information, "_FEW_SIZES", 0)
    labels = [0, 0, *range(1, 39)]
    found = pw.contingency(labels, [0, 1, 1, *range(2, 39)]).information
    with mp.workdps(60):
        room = min(mpf(found.entropy_a), mpf(found.entropy_b)) - expectation(labels, labels)
        assert 0 < mpf(found.expectation_error) <= mpf(10) ** -15 * room


@pytest.mark.parametrize("seed", range(6))
def test_the_least_dependence_is_more_than_none(seed: int) -> None:
    """Two clusters each, of a and of b items, where ab leaves 1 over modulo a prime number n.

    Then every cell is nearest to what independence expects, and 1/n away from it.
    """
    n = 10**9 + 7
    drawn = (a for a in map(random.Random(seed).randrange, repeat(n)) if n < 4 * a < 3 * n)  # noqa: S311
    a, b = next((a, b) for a in drawn if n < 4 * (b := pow(a, -1, n)) < 3 * n)
    both = a * b // n
    counts = [[both, a - both], [b - both, n - a - b + both]]
    sizes = [(x, y) for x in (a, n - a) for y in (b, n - b)]
    found = pw.Contingency.from_matrix(counts).information.mutual_information
    with mp.workdps(120):
        cells = [count for row in counts for count in row]
        expected = log_sum(((c, x, y) for c, (x, y) in zip(cells, sizes, strict=True)), n)
        assert 0 < expected < 1e-34
        assert abs(found / expected - 1) < mpf(10) ** -29
