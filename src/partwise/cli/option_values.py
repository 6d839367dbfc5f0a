"""What options take: lists, whole numbers and numbers in a range."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable


def separated(text: str) -> list[str]:
    """Split at commas, except those between the brackets of a formula.

    Examples
    --------
    >>> separated("CC, AMI"), separated("max(n11, min(n10, n01)) / N")
    (['CC', 'AMI'], ['max(n11, min(n10, n01)) / N'])
    """
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def whole_number(least: int) -> Callable[[str], int]:
    """Return what reads a whole number that is not below the least.

    Examples
    --------
    >>> whole_number(1)("12")
    12
    """

    def read(text: str) -> int:
        if not re.fullmatch(r"\d+", text) or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
        return int(text)

    return read


read_seed = whole_number(0)


def number(least: float, most: float = math.inf, *, ends: bool = True) -> Callable[[str], float]:
    """Return what reads a number in a range, the ends of the range included or not.

    Examples
    --------
    >>> number(0, 1)("1"), number(0, 1, ends=False)("0.95")
    (1.0, 0.95)
    """
    wanted = f"from {least:g} to {most:g}" if ends else f"between {least:g} and {most:g}"
    if most == math.inf:
        wanted = f"of at least {least:g}" if ends else f"above {least:g}"

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        inside = least <= value <= most if ends else least < value < most
        if not inside or math.isinf(value):
            raise argparse.ArgumentTypeError(f"{text!r} is not a number {wanted}")
        return value

    return read
