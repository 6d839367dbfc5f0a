"""What a certificate claims: a property of an index, given by its formula and its conventions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from .algebra import NotShownError
from .constants import Bound, constant
from .formulas import Tree, parse
from .proofs import Proof

Vocabulary = Literal["pairs", "table"]
RELATIONS = ("identical", "opposite", "vs_other", "otherwise")
_INFINITE = {"inf": math.inf, "-inf": -math.inf}


class Claim(NamedTuple):
    """An index, and which property it is said to have.

    Examples
    --------
    >>> claim = Claim.read({
    ...     "property": "symmetry", "formula": "n11/(n11 + n10)", "vocabulary": "pairs",
    ...     "direction": "similarity",
    ...     "conventions": {"identical": "1", "opposite": None, "vs_other": "1/2",
    ...                     "otherwise": None}})
    >>> print(claim.formula, claim.sense, claim.convention("opposite"))
    n11/(n11 + n10) 1 1/2
    """

    about: str
    formula: Tree
    vocabulary: Vocabulary
    sense: int  # 1 if larger means more alike, −1 if less
    conventions: Mapping[str, Bound | None]

    @classmethod
    def read(cls, content: Mapping[str, Any]) -> Claim:
        """Read the claim of a certificate."""
        sense = {"similarity": 1, "distance": -1}[content["direction"]]
        conventions = content["conventions"]
        if set(conventions) != set(RELATIONS):
            raise NotShownError(f"there are conventions for {', '.join(RELATIONS)}, all of them")
        numbers = {relation: _number(text) for relation, text in conventions.items()}
        formula = parse(content["formula"])
        return cls(content["property"], formula, content["vocabulary"], sense, numbers)

    def convention(self, relation: str) -> Bound | None:
        """Return the value of identical, opposite, trivial or ordinary clusterings, if any."""
        if relation == "identical":
            return self.conventions["identical"]
        if relation == "opposite" and self.conventions["opposite"] is not None:
            return self.conventions["opposite"]
        return self.conventions["otherwise" if relation == "ordinary" else "vs_other"]


def _number(text: str | None) -> Bound | None:
    if text is None or text in _INFINITE:
        return None if text is None else _INFINITE[text]
    return constant(parse(text))


Goal = Callable[[Claim, Proof], str | None]
"""Shows that an index has a property, or raises; returns what else it finds, such as a bias."""
