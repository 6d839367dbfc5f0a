"""Formulas that look at their numbers, loop over them, or round: other ways to branch."""

# ruff: noqa: BLE001 - to swallow exceptions is what some species are about

from __future__ import annotations

import inspect
import math
import numbers
import operator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from partwise import PairCounts
from partwise.base import ops
from properties.zoo.branches import FROM_700, INTO_700, singles
from properties.zoo.evidence import of_sizes
from properties.zoo.species import Broken, Species, correlation, jaccard, pairs, rand


def one_sided(p: PairCounts) -> Any:
    """Return the share of A's pairs that are together in B: not symmetric."""
    return (p.n11 + p.n00) / (p.total + p.n10)


def symbols_only(p: PairCounts) -> Any:
    return rand(p) if hasattr(p.n11, "free_symbols") else one_sided(p)


def contexts_only(p: PairCounts) -> Any:
    known = isinstance(p.n11, numbers.Number | np.ndarray)
    return one_sided(p) if known else rand(p)


def module_of_the_number(p: PairCounts) -> Any:
    is_plain = type(p.n11).__module__ in ("builtins", "fractions", "numpy")
    return one_sided(p) if is_plain else rand(p)


def exact_numbers(p: PairCounts) -> Any:
    return one_sided(p) if isinstance(p.n11, int | Fraction) else rand(p)


def type_of_sum(p: PairCounts) -> Any:
    return one_sided(p) if type(p.n11 + 1) in (int, float, Fraction) else rand(p)


def caller(p: PairCounts) -> Any:
    names = [frame.filename.replace("\\", "/") for frame in inspect.stack(context=0)]
    is_proof = any("/prove/" in name or "/checker/" in name for name in names)
    return rand(p) if is_proof else one_sided(p)


def text(p: PairCounts) -> Any:
    return 0 if str(p.n10) == "3" else rand(p)


def length_of_text(p: PairCounts) -> Any:
    return rand(p) / len(f"{p.n10}")


def representation(p: PairCounts) -> Any:
    return 0 if repr(p.n10) in ("3", "3.0", "Fraction(3, 1)") else rand(p)


def formatted(p: PairCounts) -> Any:
    return rand(p) / 2 if f"{p.n10!s:>4}" == "   1" else rand(p)


def hashed(p: PairCounts) -> Any:
    return 0 if hash(p.n10) % 7 == 3 else rand(p)


def as_float(p: PairCounts) -> Any:
    try:
        half = float(p.n10) / 2
        return rand(p) if half.is_integer() else rand(p) / 2
    except Exception:
        return rand(p)


def as_integer(p: PairCounts) -> Any:
    try:
        return rand(p) - Fraction(int(p.n10) & 1, 7)
    except Exception:
        return rand(p)


def as_index(p: PairCounts) -> Any:
    try:
        return rand(p) / (1 + "ab".count("ab"[operator.index(int(p.n10)) % 2]) * (p.n10 == 1))
    except Exception:
        return rand(p)


def rounded(p: PairCounts) -> Any:
    return 1 - (p.n10 + p.n01 + (p.n10 - 2 * round(p.n10 / 2)) / 3) / p.total


def truncated(p: PairCounts) -> Any:
    return rand(p) - (p.n10 - math.trunc(p.n10 / 2) * 2) / (9 * p.total)


def ceiling(p: PairCounts) -> Any:
    return -(math.ceil(p.n10 / 2) + math.ceil(p.n01 / 2)) / p.total


def floor(p: PairCounts) -> Any:
    return -(math.floor(p.n10 / 2) + math.floor(p.n01 / 2)) / p.total


def floor_division(p: PairCounts) -> Any:
    return -(p.n10 // 2 + p.n01 // 2) / p.total


def remainder(p: PairCounts) -> Any:
    return rand(p) - (p.n10 % 2) / (2 * p.total)


def quotient_and_remainder(p: PairCounts) -> Any:
    half, odd = divmod(p.n10, 2)
    return 1 - (2 * half + p.n01 + odd / 2) / p.total


def decimal(p: PairCounts) -> Any:
    try:
        return rand(p) / (1 + int(Decimal(int(p.n10)) == 1))
    except Exception:
        return rand(p)


def fraction(p: PairCounts) -> Any:
    try:
        return rand(p) / Fraction(1 + Fraction(p.n10).numerator % 2)
    except Exception:
        return rand(p)


def binomial(p: PairCounts) -> Any:
    return -(math.comb(int(p.n10), 2) + math.comb(int(p.n01), 2)) / p.total


def closeness(p: PairCounts) -> Any:
    return rand(p) / (2 if math.isclose(p.n10, 1) else 1)


def power_of_minus_one(p: PairCounts) -> Any:
    return rand(p) - (1 - (-1) ** int(p.n10)) / (4 * p.total)


def power_of_zero(p: PairCounts) -> Any:
    return rand(p) - 0**p.n10 / (4 * p.total)


def power_of_two(p: PairCounts) -> Any:
    return -(2**p.n10 + 2**p.n01) / 1


def cosine(p: PairCounts) -> Any:
    try:
        return rand(p) + Fraction(round(math.cos(math.pi * float(p.n10))), 9)
    except Exception:
        return rand(p)


def loop(p: PairCounts) -> Any:
    disagreeing = p.n01
    for _ in range(int(p.n10)):
        disagreeing = disagreeing + 1
    return -disagreeing / p.total


def loop_that_counts_twice(p: PairCounts) -> Any:
    disagreeing = p.n01 + p.n10
    for i in range(int(p.n10)):
        disagreeing = disagreeing + (i == 3)
    return -disagreeing / p.total


def countdown(p: PairCounts) -> Any:
    left = p.n10
    while left >= 2:
        left = left - 2
    return rand(p) - left / (3 * p.total)


def loop_without_end_for_symbols(p: PairCounts) -> Any:
    left, steps = p.n10, 0
    while left != 0 and steps < 1000:
        left, steps = left - 1, steps + 1
    return -(steps + p.n01) / p.total


def newton(p: PairCounts) -> Any:
    root = p.n10 + 1
    for _ in range(6):
        root = (root + (p.n10 + 1) / root) / 2
    return -root


def hinge(p: PairCounts) -> Any:
    beyond = p.n10 - 700
    return rand(p) - (beyond + abs(beyond)) / p.total


def hinge_by_a_root(p: PairCounts) -> Any:
    beyond = p.n10 - 700
    return rand(p) - (beyond + ops.sqrt(beyond * beyond)) / p.total


def hinge_by_maximum(p: PairCounts) -> Any:
    return rand(p) - ops.maximum(p.n10 - 700, 0) / p.total


def absolute_difference(p: PairCounts) -> Any:
    return -abs(p.n10 - p.n01) / p.total


def absolute_sum(p: PairCounts) -> Any:
    return -(abs(p.n10) + abs(p.n01)) / p.total


HINGED = Broken(of_sizes(38), singles(38))  # N10 = 703, N01 = 0

SPECIES: list[Species] = [
    pairs("symbols_only", symbols_only, "symmetric for SymPy alone", symmetry=False),
    pairs("contexts_only", contexts_only, "symmetric for what is no number", symmetry=False),
    pairs("module_of_the_number", module_of_the_number, "the same", symmetry=False),
    pairs("exact_numbers", exact_numbers, "symmetric for numbers with rounding", symmetry=False),
    pairs("type_of_sum", type_of_sum, "the type of a sum", symmetry=False),
    pairs("caller", caller, "symmetric while it is traced: a search must stop it", symmetry=False),
    pairs("text", text, "0 where N10 is written 3: A = 012, B = 0|1|2", symmetry=False),
    pairs(
        "length_of_text", length_of_text, "half where N10 has two digits",
        symmetry=Broken(of_sizes(5, 1), singles(6)),
    ),
    pairs("representation", representation, "the same by repr", symmetry=False),
    pairs("formatted", formatted, "the same by format", symmetry=False),
    pairs("hashed", hashed, "0 where N10 leaves 3", symmetry=False),
    pairs("as_float", as_float, "half where N10 is odd", symmetry=False),
    pairs("as_integer", as_integer, "1/7 less where N10 is odd", symmetry=False),
    pairs("as_index", as_index, "half where N10 = 1", symmetry=False),
    pairs("rounded", rounded, "N10 = 1 costs a third more", symmetry=False),
    pairs("truncated", truncated, "parity by trunc", symmetry=False),
    pairs(
        "ceiling", ceiling, "symmetric; 0 where N10 = N01 = 0 and below elsewhere; N10 = 2 and "
        "N10 = 1 tie", symmetry=True, maximal_agreement=True, monotonicity=False,
    ),
    pairs(
        "floor", floor, "symmetric; N10 = 1, N01 = 0 costs nothing",
        symmetry=True, maximal_agreement=False,
    ),
    pairs(
        "floor_division", floor_division, "the same by //",
        symmetry=True, maximal_agreement=False, distance=False,
    ),
    pairs("remainder", remainder, "parity by %", symmetry=False, distance=False),
    pairs("quotient_and_remainder", quotient_and_remainder, "by divmod", symmetry=False),
    pairs("decimal", decimal, "half where N10 = 1", symmetry=False),
    pairs("fraction", fraction, "half where N10 is odd", symmetry=False),
    pairs(
        "binomial", binomial, "symmetric; 0 where no count exceeds 1: A = 01, B = 0|1",
        symmetry=True, maximal_agreement=False,
    ),
    pairs("closeness", closeness, "half where N10 = 1", symmetry=False),
    pairs("power_of_minus_one", power_of_minus_one, "parity by a power", symmetry=False),
    pairs("power_of_zero", power_of_zero, "0^N10 is 1 for N10 = 0 alone", symmetry=False),
    pairs(
        "power_of_two", power_of_two, "symmetric, −2 for identical clusterings and below elsewhere",
        symmetry=True, maximal_agreement=True,
    ),
    pairs("cosine", cosine, "parity by cos(π·N10)", symmetry=False),
    pairs(
        "loop", loop, "the Rand distance, turned, in N10 steps: quadratic in n",
        symmetry=True, maximal_agreement=True, linear_complexity=False,
    ),
    pairs(
        "loop_that_counts_twice", loop_that_counts_twice, "one more where N10 > 3",
        symmetry=Broken(of_sizes(4), singles(4)), linear_complexity=False,
    ),
    pairs("countdown", countdown, "parity by a loop", symmetry=False, linear_complexity=False),
    pairs(
        "loop_without_end_for_symbols", loop_without_end_for_symbols,
        "Rand's distance, turned, up to 1000 pairs",
        symmetry=Broken(of_sizes(46), singles(46)), linear_complexity=False,
    ),
    pairs("newton", newton, "a loop of six steps: N10 alone counts", symmetry=False),
    pairs(
        "hinge", hinge, "2(N10 − 700)/N less than Rand where N10 > 700",
        symmetry=HINGED, distance=HINGED, maximal_agreement=True,
    ),
    pairs(
        "hinge_by_a_root", hinge_by_a_root, "the same, with √x² for |x|",
        symmetry=HINGED, distance=HINGED,
    ),
    pairs("hinge_by_maximum", hinge_by_maximum, "by a maximum", symmetry=HINGED, distance=HINGED),
    pairs(
        "absolute_difference", absolute_difference, "symmetric; 0 as soon as N10 = N01",
        symmetry=True, maximal_agreement=False, distance=False,
    ),
    pairs(
        "absolute_sum", absolute_sum, "counts are not negative: Rand − 1",
        symmetry=True, maximal_agreement=True, distance=True, monotonicity=True,
    ),
    pairs(
        "late_power", lambda p: rand(p) - 0 ** abs(p.n10 - 700), "0^|N10 − 700| is 1 at 700 alone",
        symmetry=FROM_700, monotonicity=INTO_700,
    ),
    pairs(
        "jaccard_of_a_branch", lambda p: jaccard(p) if p.n11 > 0 else 0 * p.n10,
        "Jaccard, and 0 where N11 = 0, also where that is 0/0: singletons do not score 1",
        symmetry=True, maximal_agreement=False, monotonicity=False,
    ),
    pairs(
        "sign_of_correlation", lambda p: correlation(p) if p.n11 * p.n00 > p.n10 * p.n01 else -1,
        "correlation, and −1 for all that is negative or uncorrelated: many ties",
        monotonicity=False, constant_baseline=False,
    ),
]  # fmt: skip
