"""Formulas in LaTeX, as the paper and SymPy write them: read, computed with, and typeset.

It knows the LaTeX that formulas of pair counts need: fractions, roots, powers, brackets, arccos, π.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from partwise.artifacts import require
from partwise.errors import InputError

_TOKEN = re.compile(
    r"\s*(\\frac|\\sqrt|\\arccos|\\operatorname\{acos\}|\\pi|\\left\(|\\right\)"
    r"|N_\{\d\d\}|\d+|[-+^(){}])\s*"
)
_OPEN, _CLOSE = {"(", r"\left("}, {")", r"\right)"}
_ARCCOS = {r"\arccos", r"\operatorname{acos}"}


@dataclass(frozen=True)
class Node:
    """A part of a formula: what it is, its text if it is a name or number, and its parts."""

    kind: str
    text: str = ""
    parts: tuple[Node, ...] = ()


def expression(latex: str) -> Any:
    r"""Read a formula as a SymPy expression of the symbols that `Index.expression` uses.

    Examples
    --------
    >>> expression(r"\frac{2N_{11}}{2N_{11}+N_{10}}")
    2*N11/(N10 + 2*N11)
    """
    return _computed(_read(latex))


def same_formula(latex: str, other: Any) -> bool:
    r"""Tell whether a formula is shown to equal a SymPy expression wherever both are defined.

    Examples
    --------
    >>> import partwise as pw
    >>> same_formula(r"1-\frac{N_{10}}{N_{11}+N_{10}}", pw.index("wallace_1").expression())
    True
    >>> same_formula(r"\frac{N_{10}}{N_{11}+N_{10}}", pw.index("wallace_1").expression())
    False
    """
    sympy = require("sympy")

    from partwise.properties import NotProvedError, is_zero

    ours = expression(latex)
    symbols = tuple(sorted(ours.free_symbols | other.free_symbols, key=str))
    try:
        if ours.has(sympy.acos) and other.has(sympy.acos):  # what is inside, then the rest
            angle = sympy.Symbol("angle", nonnegative=True)
            (mine,), (theirs,) = ours.atoms(sympy.acos), other.atoms(sympy.acos)
            if not is_zero(mine.args[0] - theirs.args[0], symbols):
                return False
            return bool(sympy.expand(ours.subs(mine, angle) - other.subs(theirs, angle)) == 0)
        return bool(is_zero(ours - other, symbols))
    except NotProvedError:
        return False


def typeset(text: str) -> object:
    """Return a text between dollar signs as MathML, which browsers draw; others as they are."""
    markup = require("markupsafe").Markup

    if not (len(text) > 2 and text[0] == text[-1] == "$"):
        return text
    try:
        drawn = _mathml(_read(text[1:-1]))
    except InputError:
        return text
    return markup(f'<math displaystyle="true">{drawn}</math>')  # made of known tokens only


def _read(latex: str) -> Node:
    tokens, at = [], 0
    while at < len(latex):
        match = _TOKEN.match(latex, at)
        if match is None:
            raise InputError(f"cannot read the formula {latex!r} from {latex[at:]!r} on")
        tokens.append(match[1])
        at = match.end()
    reader = _Reader(tokens)
    parsed = reader.sum()
    if reader.tokens:
        raise InputError(f"cannot read the formula {latex!r} from {reader.tokens[0]!r} on")
    return parsed


class _Reader:
    """Reads tokens from the left."""

    def __init__(self, tokens: Sequence[str]):
        self.tokens = list(tokens)

    def next(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def take(self, expected: set[str] | None = None) -> str:
        if not self.tokens or (expected and self.tokens[0] not in expected):
            raise InputError(f"a formula has {self.next()!r} where {expected} is expected")
        return self.tokens.pop(0)

    def sum(self) -> Node:
        terms: list[Node] = []
        while True:
            sign = self.take() if self.next() in {"+", "-"} else "+" if not terms else ""
            if not sign:
                return terms[0] if len(terms) == 1 and not terms[0].text else _sum(terms)
            terms.append(Node("term", "-" if sign == "-" else "", (self.product(),)))

    def product(self) -> Node:
        factors = []
        while self.next() not in {"", "}", "+", "-", *_CLOSE}:
            factors.append(self.power())
        if not factors:
            raise InputError(f"a formula has {self.next()!r} where a number or name is expected")
        return factors[0] if len(factors) == 1 else Node("product", "", tuple(factors))

    def power(self) -> Node:
        base = self.atom()
        if self.next() != "^":
            return base
        self.take()
        return Node("power", "", (base, self.atom()))

    def atom(self) -> Node:
        word = self.take()
        if word == "{":
            inside = self.sum()
            self.take({"}"})
            return inside
        if word in _OPEN:
            inside = self.sum()
            self.take(_CLOSE)
            return Node("brackets", "", (inside,))
        if word == r"\frac":
            return Node("fraction", "", (self.atom(), self.atom()))
        if word == r"\sqrt":
            return Node("root", "", (self.atom(),))
        if word in _ARCCOS:
            return Node("arccos", "", (self.atom(),))
        if word == r"\pi":
            return Node("pi")
        if word.startswith("N_"):
            return Node("count", word[3:5])
        if word.isdigit():
            return Node("number", word)
        raise InputError(f"a formula has {word!r} where a number or name is expected")


def _sum(terms: Sequence[Node]) -> Node:
    return Node("sum", "", tuple(terms))


def _computed(node: Node) -> Any:
    sympy = require("sympy")

    parts = [_computed(part) for part in node.parts]
    rules: dict[str, Callable[[], Any]] = {
        "sum": lambda: sympy.Add(*parts),
        "term": lambda: -parts[0] if node.text else parts[0],
        "product": lambda: sympy.Mul(*parts),
        "power": lambda: parts[0] ** parts[1],
        "brackets": lambda: parts[0],
        "fraction": lambda: parts[0] / parts[1],
        "root": lambda: sympy.sqrt(parts[0]),
        "arccos": lambda: sympy.acos(parts[0]),
        "pi": lambda: sympy.pi,
        "count": lambda: sympy.Symbol(f"N{node.text}", nonnegative=True),
        "number": lambda: sympy.Integer(node.text),
    }
    return rules[node.kind]()


def _mathml(node: Node) -> str:
    parts = [_mathml(part) for part in node.parts]
    whole = "".join(parts)
    if node.kind == "sum":
        signs = (
            f"<mo>{'−' if term.text else '+'}</mo>" if place or term.text else ""
            for place, term in enumerate(node.parts)
        )
        return _row("".join(sign + part for sign, part in zip(signs, parts, strict=True)))
    rules = {
        "term": whole,
        "product": _row(whole),
        "power": f"<msup>{whole}</msup>",
        "brackets": _row(f"<mo>(</mo>{whole}<mo>)</mo>"),
        "fraction": f"<mfrac>{whole}</mfrac>",
        "root": f"<msqrt>{whole}</msqrt>",
        "arccos": _row(f"<mi>arccos</mi>{whole}"),
        "pi": "<mi>π</mi>",
        "count": f"<msub><mi>N</mi><mn>{node.text}</mn></msub>",
        "number": f"<mn>{node.text}</mn>",
    }
    return rules[node.kind]


def _row(inside: str) -> str:
    return f"<mrow>{inside}</mrow>"
