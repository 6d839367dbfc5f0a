"""Formulas drawn at random: sums, quotients and roots of counts, and mutants of known ones."""

from __future__ import annotations

import re
from random import Random

KNOWN = (
    "(n11 + n00) / N",
    "n11 / (n11 + n10 + n01)",
    "2*n11 / (2*n11 + n10 + n01)",
    "n11 / (n11 + n10)",
    "(n11*n00 - n10*n01) / sqrt(mA*mB*(N - mA)*(N - mB))",
    "2*(n11*n00 - n10*n01) / (mA*(N - mB) + mB*(N - mA))",
    "(n11/mA + n11/mB + n00/(N - mA) + n00/(N - mB)) / 4",
    "n11 / sqrt(mA*mB)",
    "(n11 + n00 - n10 - n01) / N",
    "(n11*n00 - n10*n01) / (n11*n00 + n10*n01)",
    "n11 / N",
    "(n11 + n00) / (n11 + n00 + 2*(n10 + n01))",
    "n11*n00 - n10*n01",
    "n11 - mA*mB/N",
    "sqrt((n10 + n01) / N)",
    "n10 + n01",
    "n11*n00 / sqrt(mA*mB*(N - mA)*(N - mB))",
    "(N*n11 - mA*mB) / (N*min(mA, mB) - mA*mB)",
)
_COUNTS = ("n11", "n10", "n01", "n00")
_NAMES = (*_COUNTS, *_COUNTS, "mA", "mB", "N", "(N - mA)", "(N - mB)", "(n10 + n01)", "(n11 + n00)")
_SWAPS = {"mA": "mB", "mB": "mA", "n10": "n01", "n01": "n10", "n11": "n00", "n00": "n11"}


def formula(draw: Random) -> str:
    """Return a formula as text."""
    if draw.random() < 0.55:
        text = draw.choice(KNOWN)
        for _ in range(draw.choice((0, 1, 1, 1, 2, 3))):
            text = _mutated(text, draw)
        return _dressed(text, draw)
    return _dressed(_expression(draw, draw.choice((1, 2, 2, 3))), draw)


def _mutated(text: str, draw: Random) -> str:
    kind = draw.randrange(6)
    names = list(re.finditer(r"\b(n11|n10|n01|n00|mA|mB|N)\b", text))
    name = draw.choice(names)
    before, after = text[: name.start()], text[name.end() :]
    if kind == 0:  # another count
        return before + draw.choice(_COUNTS) + after
    if kind == 1:  # a factor
        return f"{before}({draw.choice((2, 3, 7))}*{name[0]}){after}"
    if kind == 2:  # a small constant
        return f"{before}({name[0]} {draw.choice('+-')} {draw.choice((1, 2, 5))}){after}"
    if kind == 3:  # a small term of another count
        return f"({text}) {draw.choice('+-')} {draw.choice(_COUNTS)}/{draw.choice((9, 100, 10**9))}"
    if kind == 4:  # the other sign
        signs = [i for i, c in enumerate(text) if c in "+-"]
        if signs:
            i = draw.choice(signs)
            return text[:i] + ("-" if text[i] == "+" else "+") + text[i + 1 :]
        return text
    return f"({text}) * {draw.choice(_NAMES)} / {draw.choice(_NAMES)}"


def _dressed(text: str, draw: Random) -> str:
    """Put a formula into other clothes, most of which change no order."""
    kind = draw.randrange(9)
    if kind == 0:
        return f"({text})**{draw.choice((2, 3))}"
    if kind == 1:
        return f"{draw.choice((2, '1e-12', '1e16'))} * ({text}) + {draw.choice((0, -1, '1e16'))}"
    if kind == 2:
        return f"1 - ({text})"
    if kind == 3:
        return re.sub(r"\b(mA|mB|n10|n01|n11|n00)\b", lambda m: _SWAPS[m[0]], text)
    if kind == 4:
        return f"sqrt({text})"
    return text


def _expression(draw: Random, depth: int) -> str:
    if depth == 0:
        return draw.choice(_NAMES) if draw.random() < 0.9 else str(draw.choice((1, 2, 3)))
    kind = draw.random()
    first, second = _expression(draw, depth - 1), _expression(draw, depth - 1)
    if kind < 0.35:
        return f"({first} {draw.choice('++-')} {second})"
    if kind < 0.55:
        return f"{first}*{second}"
    if kind < 0.85:
        return f"{first}/({second})"
    if kind < 0.92:
        return f"sqrt({first})"
    return f"{draw.choice(('min', 'max'))}({first}, {second})"
