"""The safe parser of formulas: what is allowed is right, everything else is refused in its place.

Expected values come from a second evaluator over expression trees, in fractions.
"""

from __future__ import annotations

import builtins
import math
import operator
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mpmath import mp

from partwise.base.errors import FormulaError, NotRationalError
from partwise.catalogue.formula import parse_formula
from partwise.tables.pairs import PairCounts

COUNTS = (5, 3, 2, 11)  # n11, n10, n01, n00: 21 pairs of 7 items
OPERATORS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


def environment(n11: int, n10: int, n01: int, n00: int) -> dict[str, Fraction]:
    total = n11 + n10 + n01 + n00
    items = next(n for n in range(1, total + 2) if n * (n - 1) // 2 >= total)
    values = (n11, n10, n01, n00, items, total, n11 + n10, n11 + n01)
    names = ("n11", "n10", "n01", "n00", "n", "N", "mA", "mB")
    return dict(zip(names, map(Fraction, values), strict=True))


@dataclass(frozen=True)
class Expression:
    """A formula as text, and what it is worth by this file's own evaluation."""

    text: str
    value: Callable[[dict[str, Fraction]], Fraction]


def atoms() -> st.SearchStrategy[Expression]:
    names = st.sampled_from(list(environment(*COUNTS))).map(lambda s: Expression(s, lambda e: e[s]))
    decimals = st.sampled_from(["1", "2", "3", "7", "12", "0.1", ".5", "2.", "1.25", "3e2", "4E-2"])
    return names | decimals.map(lambda s: Expression(s, lambda _: Fraction(s)))


def powers() -> st.SearchStrategy[Expression]:
    def power(base: Expression, k: int) -> Expression:
        return Expression(f"{base.text}**{k}", lambda e: base.value(e) ** k)

    return st.builds(power, atoms(), st.integers(-3, 5))


def extended(inner: st.SearchStrategy[Expression], symbols: str) -> st.SearchStrategy[Expression]:
    def binary(symbol: str, x: Expression, y: Expression) -> Expression:
        apply = OPERATORS[symbol]
        return Expression(
            f"({x.text}) {symbol} ({y.text})", lambda e: apply(x.value(e), y.value(e))
        )

    def pick(name: str, some: list[Expression]) -> Expression:
        function: Callable[[list[Fraction]], Fraction] = min if name == "min" else max
        text = f"{name}({', '.join(each.text for each in some)})"
        return Expression(text, lambda e: function([each.value(e) for each in some]))

    picks = st.builds(
        pick, st.sampled_from(["min", "max"]), st.lists(inner, min_size=2, max_size=4)
    )
    result = st.builds(binary, st.sampled_from(symbols), inner, inner) | picks
    if "-" in symbols:
        result |= inner.map(lambda x: Expression(f"-({x.text})", lambda e: -x.value(e)))
    return result


ANY = st.recursive(atoms() | powers(), lambda inner: extended(inner, "+-*/"), max_leaves=8)
POSITIVE = st.recursive(atoms() | powers(), lambda inner: extended(inner, "+*/"), max_leaves=6)


@st.composite
def pair_counts(draw: st.DrawFn, least: int = 0) -> tuple[int, int, int, int]:
    """Four counts that add up to n(n−1)/2."""
    n11, n10, n01 = (draw(st.integers(least, 30)) for _ in range(3))
    wanted = n11 + n10 + n01 + least
    n = draw(st.integers(0, 3)) + next(n for n in range(2, 30) if n * (n - 1) // 2 >= wanted)
    return n11, n10, n01, n * (n - 1) // 2 - n11 - n10 - n01


@settings(max_examples=200)
@given(ANY, pair_counts())
def test_exact_values_are_those_of_fractions(
    expression: Expression, counts: tuple[int, int, int, int]
) -> None:
    evaluate = parse_formula(expression.text)
    fractions = PairCounts(*map(Fraction, counts))
    try:
        expected = expression.value(environment(*counts))
    except ZeroDivisionError:
        with pytest.raises(ZeroDivisionError):
            evaluate(fractions)
        return
    value = evaluate(fractions)
    assert not isinstance(value, float)
    assert value == expected


@given(POSITIVE, st.lists(pair_counts(1), min_size=1, max_size=4))
def test_floats_and_arrays_agree_with_fractions(
    expression: Expression, many: list[tuple[int, int, int, int]]
) -> None:
    evaluate = parse_formula(expression.text)
    expected = [float(expression.value(environment(*counts))) for counts in many]
    singly = [float(evaluate(PairCounts(*counts))) for counts in many]
    arrays = PairCounts(*(np.array(count, np.float64) for count in zip(*many, strict=True)))
    together = np.broadcast_to(np.asarray(evaluate(arrays), np.float64), len(many))
    np.testing.assert_allclose(singly, expected, rtol=1e-13)
    np.testing.assert_allclose(together, expected, rtol=1e-13)


@given(POSITIVE, pair_counts(1))
def test_symbols_agree_with_fractions(
    expression: Expression, counts: tuple[int, int, int, int]
) -> None:
    symbols = sympy.symbols("N11 N10 N01 N00", positive=True)
    symbolic = sympy.sympify(parse_formula(expression.text)(PairCounts(*symbols)))
    value = symbolic.subs(dict(zip(symbols, counts, strict=True)))
    expected = expression.value(environment(*counts))
    assert sympy.simplify(value - sympy.Rational(expected.numerator, expected.denominator)) == 0
    assert not value.has(sympy.Float)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("n11", 5), ("n10", 3), ("n01", 2), ("n00", 11), ("N", 21), ("n", 7), ("mA", 8), ("mB", 7),
        ("2 + 3*4", 14), ("(2 + 3) * 4", 20), ("8 - 4 - 2", 2), ("8/4/2", 1), ("8/(4/2)", 4),
        ("-2**2", -4), ("(-2)**2", 4), ("2**-2", Fraction(1, 4)), ("2**(3)", 8), ("n10**0", 1),
        ("n11**16", 5**16), ("2*-3", -6), ("n11--n10", 8), ("+n11", 5), ("- - n11", 5),
        ("1/3", Fraction(1, 3)), ("n/3", Fraction(7, 3)), ("2/n", Fraction(2, 7)),
        ("1/3*n11", Fraction(5, 3)), ("n/(n - 1)", Fraction(7, 6)), ("0.1", Fraction(1, 10)),
        ("1e-3*n11", Fraction(1, 200)), ("min(n11, n10, n01)", 2),
        ("max(1/3, 1/7)", Fraction(1, 3)), ("max(min(n11, 4), n10)", 4), ("  n11\t+ n10 ", 8),
        ("123456789012345678901234567890 + n", 123456789012345678901234567897),
    ],
)  # fmt: skip
def test_values_by_hand(formula: str, expected: int | Fraction) -> None:
    evaluate = parse_formula(formula)
    value = evaluate(PairCounts(*map(Fraction, COUNTS)))
    assert not isinstance(value, float)
    assert value == expected
    assert float(evaluate(PairCounts(*COUNTS))) == pytest.approx(float(expected), rel=1e-15)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("sqrt(n11 + n00)", 4.0),
        ("sqrt(2)", math.sqrt(2)),
        ("sqrt(n)", math.sqrt(7)),
        ("log(N)", math.log(21)),
        ("log(2)", math.log(2)),
        ("log(n)", math.log(7)),
        ("n11 / sqrt(mA*mB)", 5 / math.sqrt(56)),
        ("log(sqrt(max(n11, n00)))", math.log(11) / 2),
    ],
)
def test_roots_and_logarithms(formula: str, expected: float) -> None:
    evaluate = parse_formula(formula)
    assert float(evaluate(PairCounts(*COUNTS))) == pytest.approx(expected, rel=1e-15)
    arrays = PairCounts(*(np.array([c, c], np.float64) for c in COUNTS))
    both = np.broadcast_to(np.asarray(evaluate(arrays), np.float64), 2)
    np.testing.assert_allclose(both, [expected, expected], rtol=1e-15)
    symbols = PairCounts(*map(sympy.Integer, COUNTS))
    assert float(sympy.sympify(evaluate(symbols)).evalf(30)) == pytest.approx(expected, rel=1e-15)
    with pytest.raises(NotRationalError):
        evaluate(PairCounts(*map(Fraction, COUNTS)))


# The fault stands between « and »; the position of the error has to lie in it.
REFUSED = [
    "«»", "«»   ", "«total»", "n11 / «total»", "«x» + 1", "«N11x»", "«print»", "«__class__»",
    "n10 + «n11.real»", "«n11.__class__.__bases__»", "«().__class__»", "n10 + «n11[0]»",
    "«abs(n11)»", "2*«eval('1')»", "«n11(2)»", "«sqrt(n11)(n10)»", "«exp(n11)»", "«pow(n11, 2)»",
    "«sqrt», 1", "1 + «sqrt»", "«sqrt()»", "«sqrt(n11, n10)»", "«log()»", "«min()»", "1+«min(n11)»",
    "«sqrt(x=n11)»", "«min(n11, n10, key=n)»", "«sqrt(**n11)»", "min(«*n11»)", "min(n11, «*n10»)",
    "«'n11'»", "«\"a\"»", "«b'a'»", "n11 + «'x'»", "«f'{n11}'»", "«f'{n11:>{n10}}'»", "«'\\d'»",
    "«lambda: n11»", "«(lambda: n11)()»", "«[n11]»", "«(n11,)»", "«n11, n10»", "«{n11}»", "«{}»",
    "«[n for n in n11]»", "«{n for n in n11}»", "«min(n for n in n11)»", "«(n11 := 3)»",
    "«n11 < n10»", "1 + («n11 == n10»)", "«n11 != n10»", "«n11 in n10»", "«n11 is n10»",
    "«n11 and n10»", "«n11 or n10»", "«not n11»", "«~n11»", "«n11 if n10 else n01»", "«await n11»",
    "n11 «^» 2", "n11 «^» (2)", "n11 «//» n10", "n11 «%» n10", "n11 «@» n10", "n11 «<<» 2",
    "n11 «>>» 2", "n11 «&» 2", "n11 «|» 2", "1 + (n11*2) «^» (n10 + 1)", "n11*(n10) «^» 2",
    "«1_000»", "«0x1f»", "«0b11»", "«0o17»", "n11 * «1j»", "«1e1_0»", "«True»", "«None»", "«...»",
    "n11**«17»", "n11**«-17»", "n11**«2.0»", "n11**«0.5»", "n11**«n10»", "10**«10**10»",
    "n11**«(n10 + 1)»", "n11**«True»", "n11**«0x2»", "n11**«1_0»", "n11**«0b11»", "n11**«-0x2»",
    "n11**«1e1»", "2**«2**2»", "n11 +«»", "n11 + «(»n10 *", "n11 *«»", "«(»n11",
    "sqrt«(»n11", "n11«)»", "(n11 + n10«]»", "n11 «n10»", "n11«=»3", "n11«;» n10", "«2n11»",
    "«$»n11", "n11 «?» 2", "n11«!»", "«`»n11`", "«007»", "1.5«.2»", "n11 «#» a comment", "n11 «\\»",
    "n11«\x00»", "n11«\n»+ n10", "(n11«\n»+ n10)", "(n11«\r»+ n10)", "n11«\r»+ n10", "«π»",
    "n11 «−» n10", "n11 «×» n10", "«ｎ»11", "n11«²»", "n11 +«\u00a0»n10", "«１»", "«import» os",
    "n11 +« yield»",
]  # fmt: skip


@pytest.mark.parametrize("marked", REFUSED)
def test_everything_else_is_refused_where_the_fault_is(marked: str) -> None:
    before, fault, _ = re.split("[«»]", marked)
    formula = re.sub("[«»]", "", marked)
    with pytest.raises(FormulaError) as caught:
        parse_formula(formula)
    error = caught.value
    assert formula.strip() in (error.formula, error.formula.strip())
    first = len(before)
    assert first <= error.position < first + max(len(fault), 1), str(error)


def test_the_message_points_at_the_fault() -> None:
    for formula in ("n11 / total", "   n11 / total"):
        with pytest.raises(FormulaError, match=r"unknown name 'total'.*mB") as caught:
            parse_formula(formula)
        error = caught.value
        assert error.formula[error.position :] == "total"
        _, shown, caret = str(error).splitlines()
        assert shown[caret.index("^") :] == "total"
        assert caret.strip() == "^"


def test_what_to_write_instead_is_said() -> None:
    for formula, hint in [
        ("n11 ^ 2", r"\*\*"),
        ("n11**0.5", "sqrt"),
        ("abs(n11)", "sqrt, log, min and max"),
        ("sqrt", "parentheses"),
        ("log(n11, 2)", "one argument"),
        ("", "empty"),
    ]:
        with pytest.raises(FormulaError, match=hint):
            parse_formula(formula)


ATTACKS = [
    "__import__('pathlib').Path({path!r}).touch()",
    "open({path!r}, 'w')",
    "(lambda: open({path!r}, 'w'))()",
    "[open({path!r}, 'w') for n in (1,)]",
    "f\"{{open({path!r}, 'w')}}\"",
    "(n11 := open({path!r}, 'w'))",
    "min(open({path!r}, 'w'), n11)",
    "sqrt(x=open({path!r}, 'w'))",
    "n11**open({path!r}, 'w')",
    "n11 if open({path!r}, 'w') else 1",
    "n11.__class__.__base__.__subclasses__()",
    "exec(\"open({path!r}, 'w')\")",
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_is_ever_executed(
    attack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "executed"
    called: list[object] = []
    for name in ("eval", "exec", "open", "__import__"):
        monkeypatch.setattr(builtins, name, lambda *args, **_: called.append(args))
    try:
        with pytest.raises(FormulaError):
            parse_formula(attack.format(path=str(target)))
    finally:
        monkeypatch.undo()
    assert not called
    assert not target.exists()


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("+".join(["n11"] * 499), 499 * 5),
        ("+".join(["n"] * 1000), 1000 * 7),
        ("*".join(["1"] * 1000), 1),
        ("-" * 1900 + "n11", 5),
        ("+" * 1901 + "n11", 5),
        ("(" * 190 + "n11" + ")" * 190, 5),
        ("(" * 900 + "n11" + ")" * 900, 5),
        ("sqrt(" * 150 + "1" + ")" * 150, 1),
        ("min(1," * 150 + "n11" + ")" * 150, 1),
        ("1/(1+" * 150 + "0" + ")" * 150, None),
    ],
)
def test_deep_formulas_are_computed_or_refused(formula: str, value: int | None) -> None:
    """Never a RecursionError or MemoryError, neither on reading nor on evaluating."""
    try:
        evaluate = parse_formula(formula)
    except FormulaError as error:
        assert 0 <= error.position <= len(formula)  # noqa: PT017
        return
    result = float(evaluate(PairCounts(*COUNTS)))
    assert result == (pytest.approx((math.sqrt(5) - 1) / 2) if value is None else value)


def test_long_formulas_are_refused_briefly() -> None:
    with pytest.raises(FormulaError, match="longer than") as caught:
        parse_formula("n11 + " * 100_000 + "n11")
    assert len(str(caught.value)) < 1000
    with pytest.raises(FormulaError):
        parse_formula("9" * 100_000)


@pytest.mark.parametrize(
    "formula",
    [
        "1e999999999",
        "n11 + 1e-999999999",
        "n11**16" + ")**16" * 8,
        "2**16" + ")**16" * 8,
    ],
)
def test_small_formulas_cannot_take_forever(formula: str) -> None:
    """A formula is either refused or computed at once; run apart, since it may hang."""
    formula = "(" * (formula.count(")") - formula.count("(")) + formula
    code = (
        "import resource, sys, partwise as pw\n"
        "resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (5, 5))\n"  # seconds of the processor
        "try: pw.define('own', sys.argv[1]).from_counts(5, 3, 2, 11)\n"
        "except pw.errors.FormulaError: pass\n"
    )
    done = subprocess.run([sys.executable, "-c", code, formula], timeout=120, check=False)
    assert done.returncode == 0, f"{formula} ended with {done.returncode}, or after 5 s"


TOKENS = st.sampled_from(
    [*"()+-*/,.[]{}:=<>%!@^~|&'\"\\#; \t\n\r_eEjx01é", "**", "//", "n11", "n10", "N", "n", "mA",
     "2.5", "16", "sqrt", "log", "min", "max", "lambda", "if", "else", "for", "in", "not", "and",
     "f'", "0x"]
)  # fmt: skip


@settings(max_examples=400)
@given(st.lists(TOKENS, max_size=14).map("".join) | st.text(max_size=12))
def test_any_text_is_a_formula_or_a_formula_error(text: str) -> None:
    assume(not re.search(r"[eE][+-]?[0-9]{4}", text))  # astronomical numbers: see above
    try:
        evaluate = parse_formula(text)
    except FormulaError as error:
        assert 0 <= error.position <= len(error.formula)  # noqa: PT017
        assert error.formula.strip() == text.strip()  # noqa: PT017
    else:
        assert not set(text.strip()) & set("[]{}:=<>%!@^~|&'\"\\#;_jx\n\r")
        assert callable(evaluate)


def test_the_number_of_items_is_the_same_in_every_kind_of_number() -> None:
    """Also where the counts add up to no n(n−1)/2."""
    n = parse_formula("n")
    for counts in (COUNTS, (1, 1, 1, 1), (0, 0, 0, 0), (10**23, 5, 7, 10**24)):
        kinds: list[Callable[[int], object]] = [int, Fraction, mp.mpf]
        values = [float(n(PairCounts(*map(kind, counts)))) for kind in kinds]
        assert values == pytest.approx([values[0]] * len(kinds), rel=1e-15)


@pytest.mark.parametrize("number", ["1e1000", "1E-1000", "1e+0001000"])
def test_exponents_of_more_than_three_digits_are_refused(number: str) -> None:
    with pytest.raises(FormulaError, match="too large or too small"):
        parse_formula(f"n11 * {number}")
    parse_formula("n11 * 1e0009")
