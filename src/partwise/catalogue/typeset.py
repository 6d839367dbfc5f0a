"""Formulas in LaTeX as textbooks print them: in the order in which the formula is written.

A formula runs once on numbers that only remember what was done to them
(:mod:`partwise.tables.traced_numbers`). What they remember is printed as it is, nothing simplified
and nothing sorted.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from partwise.base import Number
from partwise.tables import FormulaTable, NotTraceableError, PairCounts, Trace, Traced

_SUM, _PRODUCT, _POWER, _ATOM = range(4)  # how firmly a formula holds together
_COUNTS = {"n11": "N_{11}", "n10": "N_{10}", "n01": "N_{01}", "n00": "N_{00}"}
_SYMBOLS = {
    **_COUNTS,
    "pi": r"\pi",
    "n": "n",
    "k_a": "k_{A}",
    "k_b": "k_{B}",
    "cell": "n_{ij}",
    "row": "a_{i}",
    "col": "b_{j}",
    "same_clusters": "k_{AB}",
    "size_overlap": "s_{AB}",
    "n11_variance": r"\operatorname{Var}[N_{11}]",
    "entropy_a": "H(A)",
    "entropy_b": "H(B)",
    "entropy_joint": "H(A,B)",
    "mutual_information": r"\mathrm{MI}",
    "expected_mutual_information": r"E[\mathrm{MI}]",
    "sd_mutual_information": r"\sigma[\mathrm{MI}]",
}
_PRODUCTS = {
    "row_maxima": r"\sum_{i} \max_{j} n_{ij}",
    "column_maxima": r"\sum_{j} \max_{i} n_{ij}",
    "arrangement_information": r"\frac{1}{n} \ln \frac{n! \prod_{i,j} n_{ij}!}"
    r"{\prod_{i} a_{i}! \prod_{j} b_{j}!}",
    "log_table_count": r"\ln \Omega",
}
_TALL = re.compile(r"\\frac|\\sum|\\prod")


class Step(NamedTuple):
    """What a formula does, and to what; a number or a name has no parts."""

    does: str
    parts: tuple[Step, ...] = ()

    @property
    def steps(self) -> Iterator[Step]:
        """The step itself and all before it."""
        yield self
        for part in self.parts:
            yield from part.steps


class _Recorder(Trace):
    """Traced numbers whose origin is a :class:`Step`."""

    def __init__(self) -> None:
        super().__init__()
        self.pi = Traced(Step("pi"), self)

    def made(self, does: str, *parts: object) -> Traced:
        return Traced(Step(does, tuple(map(self.step, parts))), self)

    def number(self, value: Fraction) -> Traced:
        return Traced(Step(str(value)), self)

    def step(self, x: object) -> Step:
        if type(x) is Traced:
            step: Step = x.origin
            return step
        if not isinstance(x, int | float | Fraction) or not math.isfinite(x):
            self.refuse(f"something with a {type(x).__name__}")
        return Step(str(int(x) if x == int(x) else x))

    def acos(self, x: Traced) -> Traced:
        return self.made("arccos", x)

    def floor(self, x: Traced) -> Traced:  # only the number of items is rounded
        return Traced(Step("n"), x.context)


class _RecordedTable(FormulaTable):
    """What formulas see of a table, as traced numbers."""

    whose = "traced numbers"

    def __init__(self, recorder: _Recorder) -> None:
        self._recorder = recorder
        for member in (_SYMBOLS | _PRODUCTS).keys() - _COUNTS.keys() - {"pi"}:
            setattr(self, member, Traced(Step(member), recorder))
        self.pairs = _pairs(recorder)

    def sum(self, terms: object) -> Traced:
        return self._recorder.made("sum", terms)

    def matched(self, terms: object) -> Traced:
        return self._recorder.made("matched", terms)


def _pairs(recorder: _Recorder) -> PairCounts:
    return PairCounts(*(Traced(Step(count), recorder) for count in _COUNTS))


def named(name: str, value: Number) -> Number:
    """Return a value under a name, which a printed formula explains at its end."""
    if type(value) is Traced:
        recorder: Any = value.context
        return Traced(Step(f"={name}", (value.origin,)), recorder)
    return value


def recorded(formula: Callable[..., Number], kind: str) -> Step:
    r"""Return what a formula does with pair counts (``kind`` is "pairs") or with a table.

    Raises
    ------
    NotTraceableError
        If it does more than arithmetic.

    Examples
    --------
    >>> typeset(recorded(lambda p: p.n11 / (p.n11 + p.n10), "pairs"))
    '\\frac{N_{11}}{N_{11} + N_{10}}'
    """
    recorder = _Recorder()
    seen = _pairs(recorder) if kind == "pairs" else _RecordedTable(recorder)
    step = recorder.step(formula(seen))
    if recorder.refusals:
        raise NotTraceableError(f"the formula takes {recorder.refusals[0]} of a count")
    return step


def typeset(step: Step) -> str:
    """Return what a formula does in LaTeX, and after it the names that it gives to its parts."""
    names = dict.fromkeys(each for each in step.steps if each.does[0] == "=")
    told = [f"{name.does[1:]} = {_printed(name.parts[0])[0]}" for name in names]
    return r",\quad ".join([_printed(step)[0], *told])


def _printed(step: Step) -> tuple[str, int]:
    """Return LaTeX, and how firmly it holds together."""
    does, parts = step
    if does[0] == "=":
        return does[1:], _ATOM
    if not parts:
        firmness = _SUM if does[0] == "-" else _PRODUCT if does in _PRODUCTS else _ATOM
        return _leaf(does), firmness
    return _RULES[does](*parts)


def _leaf(does: str) -> str:
    above, slash, below = does.partition("/")
    return rf"\frac{{{above}}}{{{below}}}" if slash else (_SYMBOLS | _PRODUCTS).get(does, does)


def _inside(step: Step, least: int) -> str:
    """Return LaTeX for a place that needs something that holds together so firmly."""
    text, firmness = _printed(step)
    return _bracketed(text) if firmness < least else text


def _bracketed(text: str) -> str:
    return rf"\left({text}\right)" if _TALL.search(text) else f"({text})"


def _sum(first: Step, second: Step) -> tuple[str, int]:
    return f"{_first(first)} + {_inside(second, _SUM)}", _SUM


def _difference(first: Step, second: Step | None = None) -> tuple[str, int]:
    if second is None:
        return f"-{_inside(first, _PRODUCT)}", _SUM
    return f"{_first(first)} - {_inside(second, _PRODUCT)}", _SUM


def _first(step: Step) -> str:
    """Return a first term; a sum over cells ends where its bracket does."""
    return _inside(step, _ATOM if step.does in ("sum", "matched") else _SUM)


def _product(first: Step, second: Step) -> tuple[str, int]:
    if Step("1") in (first, second):
        return _printed(second if first == Step("1") else first)
    if first == second:
        return _power(first, Step("2"))
    both = f"{_inside(first, _PRODUCT)} {_inside(second, _PRODUCT)}"
    return both, _PRODUCT


def _quotient(above: Step, below: Step) -> tuple[str, int]:
    """Return a fraction; what is tall is not put above a number but beside 1 over it."""
    if above.does == "-" and len(above.parts) == 1:
        return f"-{_quotient(above.parts[0], below)[0]}", _SUM
    text, firmness = _printed(above)
    is_number = not below.parts and (below.does.isdigit() or below.does == "pi")
    if is_number and (firmness == _SUM or above.does == "arccos"):
        return rf"\frac{{1}}{{{_leaf(below.does)}}} {_inside(above, _PRODUCT)}", _PRODUCT
    if below.does == "n" and _TALL.search(text):
        return rf"\frac{{1}}{{n}} {_inside(above, _PRODUCT)}", _PRODUCT
    return rf"\frac{{{text}}}{{{_printed(below)[0]}}}", _POWER


def _power(base: Step, exponent: Step) -> tuple[str, int]:
    return f"{_inside(base, _ATOM)}^{{{_printed(exponent)[0]}}}", _POWER


def _function(name: str) -> Callable[..., tuple[str, int]]:
    def printed(*parts: Step) -> tuple[str, int]:
        return name + _bracketed(", ".join(_printed(part)[0] for part in parts)), _ATOM

    return printed


def _over_cells(term: Step) -> tuple[str, int]:
    return rf"\sum_{{i,j}} {_inside(term, _PRODUCT)}", _PRODUCT


def _matched(term: Step) -> tuple[str, int]:
    """Return the largest sum over matchings μ: cluster i goes with cluster μ(i)."""
    text = _inside(term, _PRODUCT)
    text = text.replace("n_{ij}", r"n_{i\mu(i)}").replace("b_{j}", r"b_{\mu(i)}")
    return rf"\max_{{\mu}} \sum_{{i}} {text}", _PRODUCT


_RULES: dict[str, Callable[..., tuple[str, int]]] = {
    "+": _sum,
    "-": _difference,
    "*": _product,
    "/": _quotient,
    "**": _power,
    "sqrt": lambda x: (rf"\sqrt{{{_printed(x)[0]}}}", _ATOM),
    "abs": lambda x: (rf"\left|{_printed(x)[0]}\right|", _ATOM),
    "log": _function(r"\ln"),
    "exp": _function(r"\exp"),
    "arccos": _function(r"\arccos"),
    "min": _function(r"\min"),
    "max": _function(r"\max"),
    "sum": _over_cells,
    "matched": _matched,
}
