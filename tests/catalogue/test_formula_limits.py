"""How deep a formula may be and how large its powers: exactly up to the limits, and no further."""

from __future__ import annotations

from fractions import Fraction

import pytest

import partwise as pw
from partwise.base.errors import FormulaError
from partwise.catalogue.formula import parse_formula
from partwise.catalogue.straight_line import is_straight_line
from partwise.tables.pairs import PairCounts

COUNTS = PairCounts(*map(Fraction, (2, 3, 5, 7)))


@pytest.mark.parametrize("levels", range(1, 5))
def test_a_hundred_levels_are_read_and_no_more(levels: int) -> None:
    """The name is a level; signs, brackets of functions and sums one each."""
    kinds = {"-": ("-", ""), "min": ("min(9, ", ")"), "sum": ("1 + (", ")")}
    for name, (before, after) in kinds.items():
        most = 100 - levels
        assert parse_formula(before * most + "n11" + after * most) is not None, name
        with pytest.raises(FormulaError, match="nested more than 100 levels deep"):
            parse_formula(before * 100 + "n11" + after * 100)


def test_the_level_that_is_too_deep_is_pointed_at() -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula("-" * 120 + "n11")
    assert caught.value.position == 100


def test_a_formula_may_be_as_wide_as_it_is_long() -> None:
    """Arguments and sides stand beside one another, not below."""
    wide = f"min({', '.join(['n11 + 1'] * 180)})"
    assert parse_formula(wide)(COUNTS) == 3
    wide = f"min({', '.join(['n11 + 1'] * 90)})"
    assert parse_formula(f"{wide} - {wide}")(COUNTS) == 0


@pytest.mark.parametrize(
    ("formula", "product"),
    [
        ("(n11**16)**4", 64),
        ("((n11**2)**4)**8", 64),
        ("(1 + n11**8)**8", 64),
        ("(n11**16)**5", 80),
        ("((n11**8)**8)**2", 128),
        ("(n11**-13)**-5", 65),
        ("sqrt(n11**16)**5", 80),
        ("(n10 - max(1, n11**13))**5", 65),
        ("(n11**5)**13 + 1", 65),
    ],
)
def test_exponents_above_one_another_multiply_to_at_most_64(formula: str, product: int) -> None:
    if product <= 64:
        assert parse_formula(formula)(COUNTS) == eval(formula, {"n11": 2})  # noqa: S307
        return
    with pytest.raises(FormulaError, match="powers of powers are more than 64") as caught:
        parse_formula(formula)
    rest = caught.value.formula[caught.value.position :]
    assert rest.rstrip(" +1") in formula.rsplit("**", 1)[1]


def test_exponents_beside_one_another_do_not_multiply() -> None:
    assert parse_formula("n11**16 * n10**16 * n01**16")(COUNTS) == 30**16
    assert parse_formula("(n11**16 * n10**16)**4")(COUNTS) == 6**64
    assert parse_formula("((n11**16)**4)**0 + (n11**0)**16")(COUNTS) == 2


@pytest.mark.parametrize("operator", ["%", "//", "@", "<<", ">>", "&", "|"])
def test_only_a_caret_is_taken_for_a_power(operator: str) -> None:
    with pytest.raises(FormulaError, match=r"not allowed; use numbers, \+"):
        parse_formula(f"n11 {operator} 2")
    with pytest.raises(FormulaError, match=r"not allowed; write powers as \*\*"):
        parse_formula("n11 ^ 2")


@pytest.mark.parametrize(
    "text",
    ["2", "-n11", "n11 + n10", "0.5 * n11**2 / N", "n11**-3", "min(n11, 2, n10)", "sqrt(n)"],
)
def test_formulas_as_text_are_straight_lines(text: str) -> None:
    assert is_straight_line(parse_formula(text))


def test_a_function_of_a_user_is_looked_into_wherever_it_is_called() -> None:
    def branches(p: PairCounts) -> object:
        return p.n11 if p.n11 != 3 else 0

    assert is_straight_line(pw.define("limits_own", "n11**2 / N").formula)
    assert is_straight_line(pw.define("limits_own", lambda p: p.n11).formula)
    assert not is_straight_line(pw.define("limits_own", branches).formula)


def test_two_thousand_characters_are_read_and_no_more() -> None:
    longest = "min(" + ", ".join(["n11"] * 398) + ",7+ n10)"
    assert len(longest) == 2000
    assert parse_formula(longest)(COUNTS) == 2
    with pytest.raises(FormulaError, match="longer than 2000 characters") as caught:
        parse_formula(longest.replace("7", "77"))
    assert (caught.value.formula, caught.value.position) == (longest[:60], 60)


@pytest.mark.parametrize("character", ["−", "×", "\x00", "\n", "#", "é", "\u00a0", "\x7f"])
def test_a_character_that_no_formula_has_is_named(character: str) -> None:
    with pytest.raises(FormulaError, match=r"the character .* is not allowed") as caught:
        parse_formula(f"n11 {character} n10")
    assert caught.value.position == 4
    assert parse_formula("n11\t+ n10")(COUNTS) == 5


@pytest.mark.parametrize(("exponent", "power"), [("e100", 100), ("E+0100", 100), ("e-100", -100)])
def test_exponents_of_three_digits_are_read(exponent: str, power: int) -> None:
    assert parse_formula(f"3{exponent} * n11")(COUNTS) == 6 * Fraction(10) ** power
