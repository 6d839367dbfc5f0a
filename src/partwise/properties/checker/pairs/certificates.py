"""Read the certificate of a proof about pair counts, and decide whether its claim is true."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from .algebra import Polynomial, Quotient, Signs, variable
from .formulas import Bound, Formula, UndefinedError, evaluate, exact_number, names_in, parsed
from .properties import COUNTS, GOALS, Goal, Index
from .refusals import NotShownError, demand

_KEYS = {
    "format", "kind", "property", "formula", "vocabulary", "direction", "conventions", "method",
    "value", "steps", "factors",
}  # fmt: skip
_RELATIONS = {"identical", "opposite", "vs_other", "otherwise"}
_INFINITE = {"inf": math.inf, "-inf": -math.inf}


def is_for(content: Any) -> bool:
    """Whether a certificate is a proof about pair counts, perhaps with the number n of items."""
    if not isinstance(content, Mapping) or content.get("kind") != "proof":
        return False
    return content.get("vocabulary") == "pairs" or _goal(content) is not None


def _goal(content: Mapping[str, Any]) -> Goal | None:
    about, method = str(content.get("property")), str(content.get("method"))
    suffix = "" if content.get("vocabulary") == "pairs" else "_of_pairs"
    goals = GOALS.get(about, {})
    return goals.get(method.removesuffix(suffix)) if method.endswith(suffix) else None


def verify(content: Mapping[str, Any]) -> None:
    """Verify a claim; what a certificate says for readers, its steps, is not looked at.

    Raises
    ------
    NotShownError
        If it does not show what it claims.
    """
    try:
        _verify(content)
    except NotShownError:
        raise
    except Exception as error:  # whatever goes wrong, nothing has been shown
        raise NotShownError(f"it cannot be read: {type(error).__name__}: {error}") from error


def _verify(content: Mapping[str, Any]) -> None:
    demand(is_for(content) and set(content) == _KEYS, "this is no proof about pair counts")
    demand(content["format"] == "partwise certificate 1", "this is in another format")
    about, value, is_table = content["property"], content["value"], content["vocabulary"] == "table"
    strange = names_in(parsed(content["formula"])) - {*COUNTS, *(["n"] if is_table else [])}
    demand(not strange, f"{', '.join(sorted(strange))}: not pair counts")
    goal = _goal(content)
    if goal is None:
        raise NotShownError(f"there is no proof of {about} by the method {content['method']}")
    conventions = {name: _bound(text) for name, text in content["conventions"].items()}
    demand(set(conventions) == _RELATIONS, f"there are conventions for {', '.join(_RELATIONS)}")
    likes = {"similarity": 1, "distance": -1}[content["direction"]]
    signs = Signs(_hints(content["factors"]))
    index = Index(content["formula"], likes, conventions, signs, is_table)
    found = goal(index)
    if isinstance(found, str | None):
        demand(found == value, f"the value is {found}, not {value}")
    elif isinstance(found, Quotient) and about.endswith("baseline"):
        is_value = index.formula.is_number(found, Formula(parsed(value)), signs)
        demand(is_value, f"the baseline is not {value}")
    else:
        demand(value is None, f"there is no value {value}")


def _bound(text: str | None) -> Bound | None:
    return None if text is None else _INFINITE.get(text) or exact_number(parsed(text))


def _hints(entries: list[Mapping[str, Any]]) -> Iterator[Polynomial]:
    """Yield the factors that a certificate names; only those that divide something matter."""
    for entry in entries:
        for text, _ in entry["factors"]:
            node = parsed(text)
            places = {name: Quotient(variable(name)) for name in (*names_in(node), "pi")}
            with suppress(NotShownError, UndefinedError):
                yield evaluate(node, places, Signs()).above
