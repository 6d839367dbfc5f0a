"""Counts, shares and lists in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches

_MOST_NAMES = 5


def many(count: int, thing: str, things: str = "") -> str:
    """Count things in words.

    Examples
    --------
    >>> many(1, "merge"), many(2, "merge"), many(2, "index", "indices")
    ('1 merge', '2 merges', '2 indices')
    """
    return f"{count} {thing if count == 1 else things or f'{thing}s'}"


def percent(level: float) -> str:
    """Write a level in per cent, with as many digits as it has.

    Examples
    --------
    >>> percent(0.95), percent(0.999)
    ('95%', '99.9%')
    """
    return f"{100 * level:.6g}%"


def confidence_interval(level: float) -> str:
    """Name a confidence interval in a sentence or a title.

    Examples
    --------
    >>> confidence_interval(0.95)
    '95% confidence interval'
    """
    return f"{percent(level)} confidence interval"


def ci_name(level: float) -> str:
    """Name a confidence interval where space is short.

    Examples
    --------
    >>> ci_name(0.95)
    '95% CI'
    """
    return f"{percent(level)} CI"


def ci_text(
    level: float, low: float, high: float, write: Callable[[float], str] = "{:z.4f}".format
) -> str:
    """Write a confidence interval beside the number that it belongs to.

    Examples
    --------
    >>> ci_text(0.95, 0.75, 0.8173), ci_text(0.9, 0.75, 0.8173, "{:.2f}".format)
    ('95% CI 0.7500 to 0.8173', '90% CI 0.75 to 0.82')
    """
    return f"{ci_name(level)} {write(low)} to {write(high)}"


def p_number(p_value: float) -> str:
    """Write a p-value in a table: never as 0.

    Examples
    --------
    >>> p_number(0.0123), p_number(0.00004)
    ('0.012', '< 0.001')
    """
    return "< 0.001" if p_value < 0.001 else f"{p_value:.2g}"


def p_text(p_value: float) -> str:
    """Write a p-value in a sentence: never as 0.

    Examples
    --------
    >>> p_text(0.0123), p_text(0.00004)
    ('p = 0.012', 'p < 0.001')
    """
    number = p_number(p_value)
    return f"p {number}" if number.startswith("<") else f"p = {number}"


def listed_up_to(words: Sequence[str], most: int = _MOST_NAMES, joint: str = "and") -> str:
    """Join words as a list in a sentence; of many, the first and how many others there are.

    Examples
    --------
    >>> listed_up_to(["a", "b", "c", "d"], 2), listed_up_to(["a", "b", "c"], 2)
    ('a, b and 2 others', 'a, b and c')
    """
    more = len(words) - most
    return listed([*words[:most], f"{more} others"] if more > 1 else words, joint)


def among(names: Sequence[str], every: int) -> str:
    """Say which candidates something is about.

    Examples
    --------
    >>> among(["a", "b"], 2), among(["a", "b"], 3), among(["a"], 1)
    ('all candidates', 'a and b', 'a')
    """
    return "all candidates" if 1 < len(names) == every else listed_up_to(names)


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Join words as a list in a sentence.

    Examples
    --------
    >>> listed(["a", "b", "c"]), listed(["a"]), listed(["a", "b"], "or")
    ('a, b and c', 'a', 'a or b')
    """
    *others, last = words
    return f"{', '.join(others)} {joint} {last}" if others else last


def near_names(name: str, names: Iterable[str]) -> str:
    """Suggest the names that a misspelt one may mean, in brackets; nothing if none is near.

    Examples
    --------
    >>> near_names("god", ["id", "gold", "kmeans"]), near_names("Truth", ["truth", "kmeans"])
    (" (did you mean 'gold'?)", " (did you mean 'truth'?)")
    """
    by_folded = {known.casefold(): known for known in names}
    close = get_close_matches(name.casefold(), by_folded, 3)
    meant = [repr(by_folded[one]) for one in close]
    return f" (did you mean {listed(meant, 'or')}?)" if close else ""
