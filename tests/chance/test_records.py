"""What results about random clusterings hold and export, against values by hand."""

from __future__ import annotations

import csv
import importlib
import io
import json
import math
import pkgutil
from collections.abc import Callable
from dataclasses import is_dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise import chance
from partwise.base import Result
from partwise.chance.better_than_chance import Chance, tails_of
from partwise.chance.bias_surfaces import bias_surface
from partwise.chance.cell_laws import GammaLaw, Shape, n11_law
from partwise.chance.distribution import Distribution
from partwise.chance.exact_laws import law_of_n11
from partwise.chance.random_candidates import RandomScores
from partwise.chance.sampling import sample_sums
from partwise.tables import SizeHistogram

F = Fraction
A, B = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]  # of 15 pairs, 6 and 3 are inside clusters


def rows_of(result: Result | RandomScores) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(result.to_csv())))


def records() -> list[type]:
    modules = [
        importlib.import_module(f"{chance.__name__}.{module.name}")
        for module in pkgutil.iter_modules(chance.__path__)
    ]
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and is_dataclass(value) and value.__module__ == module.__name__
    ]


@pytest.mark.parametrize("record", records(), ids=lambda record: record.__name__)
def test_records_are_frozen(record: Any) -> None:
    assert record.__dataclass_params__.frozen


def test_records_that_hold_arrays_are_equal_to_themselves_alone() -> None:
    """Arrays have neither a truth value nor a hash, so that fields cannot be compared."""
    pairs = SizeHistogram(np.array([2]), np.array([300]))

    def made() -> list[Any]:
        return [
            bias_surface("rand", steps=2),
            chance.random_scores([2, 2], [3, 1], [pw.index("rand")], 3)["rand"],
            sample_sums([2, 2], [3, 1], 3),
            n11_law(pairs, pairs),
            GammaLaw(Shape(np.float64(1), 2.0, 0.0), 1),
            Chance(pw.contingency(A, B)),
        ]

    for one, other in zip(made(), made(), strict=True):
        assert one in {one, other}
        assert one != other


# Surfaces of bias

SHARES = (F(1, 6), F(1, 2), F(5, 6))
SURFACES: dict[str, tuple[Callable[[F, F], F], str]] = {
    "rand": (lambda x, y: 1 - x - y + 2 * x * y, "falls stays rises"),
    "jaccard": (lambda x, y: x * y / (x + y - x * y), "rises rises rises"),
    "jaccard_distance": (lambda x, y: 1 - x * y / (x + y - x * y), "rises rises rises"),
    "wallace_1": (lambda _, y: y, "rises rises rises"),
    "wallace_2": (lambda x, _: x, "stays stays stays"),
}


@pytest.mark.parametrize("key", SURFACES)
def test_surfaces_export_what_follows_from_their_formula(key: str) -> None:
    """N11 is x·y of all pairs if x and y of them are inside clusters."""
    formula, ways = SURFACES[key]
    surface, words = bias_surface(key, n=7, steps=3), ways.split()
    assert surface.shares == pytest.approx([float(x) for x in SHARES])
    exported = [(float(r["reference_share"]), float(r["candidate_share"]), float(r["value"]))
                for r in rows_of(surface)]  # fmt: skip
    expected = [(float(x), float(y), float(formula(x, y))) for x in SHARES for y in SHARES]
    assert exported == [pytest.approx(row) for row in expected]
    assert {row["index"] for row in rows_of(surface)} == {key}
    table = surface.to_table()
    for row, x, way in zip(table.rows, SHARES, words, strict=True):
        ends = [float(formula(x, y)) for y in (SHARES[0], SHARES[-1])]
        assert list(row) == [pytest.approx(float(x)), *map(pytest.approx, ends), way]
    assert list(table.columns)[1:3] == ["at m_B/N = 0.167", "at m_B/N = 0.833"]
    assert table.title.endswith("n = 7")
    names = {"rises": "dec", "falls": "inc", "stays": "none"}
    shares = {name: words.count(word) / 3 for word, name in names.items()}
    assert surface.parts() == pytest.approx(shares)
    both = {"rises", "falls"} <= set(words)
    assert surface.bias == ("both" if both else names[words[0]])
    signs = {"rises": 1, "falls": -1, "stays": 0}
    assert surface.direction.tolist() == [[signs[word]] * 2 for word in words]


def test_surfaces_are_of_a_hundred_items_and_24_steps_unless_told() -> None:
    surface = bias_surface("rand")
    assert (surface.n, surface.values.shape) == (100, (24, 24))
    assert bias_surface("rand", n=3, steps=2).values.shape == (2, 2)


@pytest.mark.parametrize("scale", ["", "*1000000000"])
def test_slopes_within_rounding_are_none(scale: str) -> None:
    level = pw.define("own_level", f"(1 + n11/mA*0.000000000001){scale}")
    steep = pw.define("own_steep", f"(1 + n11/mA*0.0000000001){scale}")
    assert bias_surface(level, steps=2).bias == "none"
    assert bias_surface(steep, steps=2).bias == "dec"


# Scores


def test_random_scores_say_their_mean_error_and_band() -> None:
    scores = RandomScores(pw.index("rand"), np.array([0.0, 0.25, 0.5, 1.0, 0.75]))
    error = math.sqrt(5 / 32 / 5)  # squares of deviations add up to 5/8, and 4 are free
    assert (scores.mean, scores.standard_error) == pytest.approx((0.5, error))
    assert scores.band(0.5) == (0.25, 0.75)
    assert scores.band(0.9) == scores.band() == pytest.approx((0.05, 0.95))
    assert str(scores) == "Rand of 5 random candidates: mean 0.5000 (standard error 0.18)"
    assert [(r["index"], float(r["value"])) for r in rows_of(scores)] == [
        ("rand", value) for value in (0.0, 0.25, 0.5, 1.0, 0.75)
    ]
    told = json.loads(scores.to_json())
    assert (told["mean"], told["values"]) == (0.5, [0.0, 0.25, 0.5, 1.0, 0.75])
    assert told["standard_error"] == pytest.approx(error)
    two = RandomScores(pw.index("rand"), np.array([0.0, 1.0]))
    assert two.standard_error == pytest.approx(0.5)
    assert math.isnan(RandomScores(pw.index("rand"), np.array([1.0])).standard_error)


def test_expected_scores_export_mean_and_deviation() -> None:
    """R is (2 N11 + 15 − 6 − 3) / 15, so its moments follow from the law of N11."""
    law = law_of_n11([3, 3], [2, 2, 2]) or {}
    mean = sum((p * n11 for n11, p in law.items()), F(0))
    variance = sum((p * (n11 - mean) ** 2 for n11, p in law.items()), F(0))
    found = chance.expected(A, B, "rand")
    assert (found.value, found.variance) == ((2 * mean + 6) / 15, 4 * variance / 225)
    (row,) = found.to_table().rows
    sd = math.sqrt(4 * variance / 225)
    assert list(row) == ["R", pytest.approx(0.56), pytest.approx(sd), "closed form", 0.0]
    (told,) = rows_of(found)
    assert (told["index"], told["method"], told["samples"]) == ("rand", "closed form", "0")
    assert [float(told[name]) for name in ("mean", "sd", "standard_error")] == pytest.approx(
        [0.56, sd, 0]
    )
    content = found.to_dict()
    assert (content["model"], content["two_sided"]) == ("fixed_sizes", False)
    assert content["standard_error"] == 0
    assert float(found) == 0.56
    drawn = chance.expected(np.arange(300) % 7, np.arange(300) % 11, "jaccard", samples=25)
    assert drawn.standard_error == pytest.approx(math.sqrt(drawn.variance) / 5)
    assert drawn.to_dict()["samples"] == 25


@pytest.mark.parametrize("key", ["rand", "jaccard", "vi"])
def test_significance_exports_its_numbers(key: str) -> None:
    for alternative, words in (("better", "at least as well."), ("two-sided", "on either side.")):
        found = chance.significance(A, B, key, alternative=alternative)  # type: ignore[arg-type]
        z = (float(pw.score(A, B, key)) - found.mean) / found.sd
        (row,), (told,) = found.to_table().rows, rows_of(found)
        assert list(row)[1:5] == pytest.approx([pw.score(A, B, key), found.mean, found.sd, z])
        assert (told["index"], told["alternative"], told["method"]) == (
            key, alternative, "enumeration")  # fmt: skip
        assert float(told["z"]) == found.to_dict()["z"] == pytest.approx(z)
        assert float(told["p_value"]) == float(found.p_value)
        assert (told["samples"], found.samples) == ("0", 0)
        assert words in found.to_table().notes[0]
        assert found.to_dict()["two_sided_model"] is False


@pytest.mark.parametrize("terms", [0, 5, -1])
def test_a_series_has_one_to_four_terms(terms: int) -> None:
    found = chance.correlation_deviation([2, 2], [2, 2])
    for call in (found.series, found.series_error):
        with pytest.raises(pw.errors.InputError, match=f"terms= must be 1 to 4, not {terms}"):
            call(terms)
    assert found.series() == found.series(4)
    assert found.series_error() == found.series_error(4)


# Tails

VALUES = (F(1, 3), F(1, 2), F(1, 2) + F(1, 10**15), F(2, 3))
CHANCES = (F(1, 10), F(2, 10), F(3, 10), F(4, 10))


def test_fractions_are_compared_exactly_and_floats_up_to_rounding() -> None:
    exact = tails_of(Distribution(VALUES, CHANCES, is_exact=True), F(1, 2))
    assert exact == (F(9, 10), F(3, 10), "enumeration", 0)
    floats = Distribution(tuple(map(float, VALUES)), CHANCES, is_exact=True)
    assert tails_of(floats, 0.5) == (F(9, 10), F(6, 10), "enumeration", 0)
    far = Distribution((0.5, 0.5 + 1e-11, math.inf), (F(1, 4), F(1, 4), F(1, 2)), is_exact=True)
    assert tails_of(far, 0.5) == (F(1), F(1, 4), "enumeration", 0)


def test_samples_count_the_value_itself() -> None:
    drawn = Distribution((0.1, 0.2, 0.2, 0.9), (F(1, 4),) * 4, is_exact=False)
    assert tails_of(drawn, 0.2) == (4 / 5, 4 / 5, "sampling", 4)
    assert tails_of(drawn, 0.5) == (2 / 5, 4 / 5, "sampling", 4)
    rand, vi = pw.index("rand"), pw.index("vi")
    tails = tails_of(drawn, 0.5)
    assert tails.p_value(rand, "better") == (2 / 5, "sampling", 4)
    assert tails.p_value(vi, "better") == (4 / 5, "sampling", 4)
    assert tails.p_value(rand, "two-sided") == (4 / 5, "sampling", 4)
    assert tails_of(drawn, 0.2).p_value(rand, "two-sided").value == 1


@pytest.mark.parametrize("place", range(3))
def test_an_undefined_value_leaves_no_tails(place: int) -> None:
    values = [0.1, 0.2, 0.3]
    values[place] = math.nan
    distribution = Distribution((values[0], values[1]), (F(1, 2),) * 2, is_exact=True)
    tails = tails_of(distribution, values[2])
    assert tails.method == "undefined"
    assert math.isnan(tails.above)
    assert math.isnan(tails.below)
    assert math.isnan(tails.p_value(pw.index("rand"), "better").value)


def test_moments_of_samples_are_unbiased() -> None:
    drawn = Distribution((1.0, 2.0, 6.0), (F(1, 3),) * 3, is_exact=False)
    assert drawn.moments == pytest.approx((3.0, 7.0))
    whole = Distribution((F(1), F(2), F(6)), (F(1, 2), F(1, 4), F(1, 4)), is_exact=True)
    assert whole.moments == (F(5, 2), F(17, 4))
    floats = Distribution((1.0, 2.0, 6.0), (F(1, 2), F(1, 4), F(1, 4)), is_exact=True)
    assert floats.moments == pytest.approx((2.5, 4.25))
    one = Distribution((1.0,), (F(1),), is_exact=False)
    assert one.moments.mean == 1
    assert math.isnan(one.moments.variance)
