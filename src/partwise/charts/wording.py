"""Names and numbers as charts write them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from os.path import commonprefix

from partwise.base import cell_len

_CONTROL = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_NO_CHARACTER = "\ud800-\udfff\ufffe\uffff"
_TURNS_OTHERS_ROUND = "\u202a-\u202e\u2066-\u2069"  # embeddings, overrides, isolates
_NOT_PRINTABLE = re.compile(f"[{_CONTROL}{_NO_CHARACTER}{_TURNS_OTHERS_ROUND}]")
_OF_CELL, _MORE_IF_WIDE, _MORE_IF_WIDEST = 0.6, 0.13, 0.4  # of the font size


def printable(text: str) -> str:
    r"""Return a text without characters that no page can hold or that change the text around it.

    Examples
    --------
    >>> printable("a\x00b"), printable("two\nlines")
    ('a�b', 'two\nlines')
    """
    return _NOT_PRINTABLE.sub("\ufffd", text)


def clean(name: object) -> str:
    r"""Return a name on one line, without characters that are not printable.

    Examples
    --------
    >>> clean("two\nlines"), clean("a\x00b"), clean("  "), clean(10)
    ('two lines', 'a�b', '(empty)', '10')
    """
    one_line = re.sub(r"\s+", " ", str(name)).strip()
    return printable(one_line) or "(empty)"


def shorten(name: str, cells: int) -> str:
    """Return a clean name of at most so many cells, with its middle left out where it is longer.

    Examples
    --------
    >>> shorten("gaussian_mixture_full_10", 15)
    'gaussian…ull_10'
    """
    name = clean(name)
    if cell_len(name) <= cells:
        return name
    head, tail = name, name
    while cell_len(head) > max(1, (cells + 1) // 2):
        head = head[:-1]
    while tail and cell_len(tail) > cells - 1 - cell_len(head):
        tail = tail[1:]
    return f"{head}…{tail}"


def shorten_all(names: Sequence[str], cells: int) -> list[str]:
    """Return names of at most so many cells, without their common start if two would look alike.

    Examples
    --------
    >>> shorten_all(["candidate-01 kmeans", "candidate-02 kmeans", "candidate-03"], 12)
    ['…01 kmeans', '…02 kmeans', '…03']
    >>> shorten_all(["a rather long name", "short"], 12)
    ['a rath… name', 'short']
    """
    short = [shorten(name, cells) for name in names]
    if len(set(short)) == len(set(names)):
        return short
    alike = commonprefix([clean(name) for name in names])  # noqa: RUF071 - not paths
    shared = len(re.sub(r"[^\W_]*$", "", alike))  # whole words
    return [shorten(f"…{clean(name)[shared:]}" if shared > 1 else name, cells) for name in names]


def text_width(text: str, size: float) -> float:
    """Return about how many pixels a text takes at a font size, in one of the wider fonts.

    Examples
    --------
    >>> round(text_width("iris", 10)), round(text_width("IRIS", 10)), round(text_width("数据", 10))
    (24, 29, 24)
    """
    widest = sum(character in "mwMW@%…" for character in text)
    wide = sum(character.isupper() and character not in "MW" for character in text)
    cells = cell_len(text) * _OF_CELL
    return (cells + wide * _MORE_IF_WIDE + widest * _MORE_IF_WIDEST) * size


def number(value: float, digits: int = 3) -> str:
    """Return a number with so many decimals and a true minus sign.

    Examples
    --------
    >>> number(-0.25), number(float("nan")), number(float("inf")), number(-0.0001)
    ('−0.250', 'undefined', 'infinite', '0.000')
    """
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "infinite" if value > 0 else "−infinite"
    text = f"{value:,.{digits}f}"
    return text.replace("-", "−") if float(text.replace(",", "")) else text.removeprefix("-")


def decimals(values: Iterable[float], most: int = 6) -> int:
    """Return how many decimals tell the values apart, at least three (fewer for large values).

    Examples
    --------
    >>> decimals([0.9392, 0.9398]), decimals([0.93921, 0.93924]), decimals([120.5, 31.2])
    (3, 5, 1)
    """
    finite = sorted({value for value in values if math.isfinite(value)})
    largest = max(map(abs, finite), default=0)
    least = 3 if largest < 10 else 2 if largest < 100 else 1 if largest < 10_000 else 0
    for digits in range(least, most):
        if len({round(value, digits) for value in finite}) == len(finite):
            return digits
    return least


def percent(share: float) -> str:
    """Return a share as a percentage without decimals, unless they are all there is.

    Examples
    --------
    >>> percent(0.2), percent(0.004), percent(0.999), percent(0)
    ('20%', '0.4%', '99.9%', '0%')
    """
    value = 100 * share
    rounded = round(value)
    exact = rounded == value or 1 <= value <= 99
    return f"{rounded if exact else f'{value:.1f}'}%"


def count(value: int) -> str:
    """Return a whole number with separated thousands.

    Examples
    --------
    >>> count(1234567)
    '1,234,567'
    """
    return f"{value:,}"


def compact(value: int) -> str:
    """Return a whole number in at most four characters.

    Examples
    --------
    >>> [compact(value) for value in (950, 1234, 99_960, 1_500_000, 999_999, 25 * 10**9)]
    ['950', '1.2k', '100k', '1.5M', '1M', '25G']
    """
    scaled, suffix = float(value), ""
    for suffix in ("", "k", "M", "G", "T", "P"):  # noqa: B007 - the last one is used below
        if scaled < 999.5:
            break
        scaled /= 1000
    return (
        f"{scaled:.1f}".removesuffix(".0") + suffix
        if scaled < 9.95 and suffix
        else f"{scaled:.0f}{suffix}"
    )


def plural(value: int, noun: str) -> str:
    """Return a counted noun.

    Examples
    --------
    >>> plural(1, "cluster"), plural(1200, "item")
    ('1 cluster', '1,200 items')
    """
    return f"{count(value)} {noun}{'' if value == 1 else 's'}"
