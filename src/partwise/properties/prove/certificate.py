"""A proof as a result: it prints, leaves as JSON, and is checked again by the checker alone."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from partwise.base import Cell, Table, TextResult
from partwise.catalogue import Index
from partwise.properties.checker.algebra import NotShownError
from partwise.properties.checker.certificates import FORMAT, verify
from partwise.properties.checker.claims import RELATIONS
from partwise.properties.checker.formulas import Tree, parse
from partwise.properties.prove.tracing import traced
from partwise.tables import NotTraceableError

_LARGEST_DENOMINATOR = 2**20  # of a number that is meant as it stands
_SMALL = 1000


@dataclass(frozen=True)
class Certificate(TextResult):
    """A proof that an index has a property, as lines that you can check one by one.

    Parameters
    ----------
    index : Index
        The index.
    content : dict
        What the checker reads: formula, property, conventions, steps and factors.

    Examples
    --------
    >>> import partwise as pw
    >>> from partwise.properties.prove.proving import prove
    >>> proof = prove(pw.index("wallace_1"), "completeness").certificate
    >>> for line in str(proof).splitlines()[:5]:
    ...     print(line)
    Proof of completeness of Pair recall (Wallace I)
    V = n11/(n11 + n10)
    1. to show: completeness
    2. V(A, B), perfect merge: pairs move from N10 to N11
    3. N11, N10, N01, N00 > 0: slope of V along N10 down, N11 up = 1/(n10 + n11) > 0
    >>> proof.recheck()
    True
    """

    has_layout = True

    index: Index
    content: dict[str, Any]

    @property
    def about(self) -> str:
        """Key of the property."""
        return str(self.content["property"])

    @property
    def steps(self) -> tuple[str, ...]:
        """The lines of the proof."""
        return tuple(self.content["steps"])

    @property
    def value(self) -> str | None:
        """A further result of the proof, such as "dec" for a bias."""
        value: str | None = self.content["value"]
        return value

    def recheck(self) -> bool:
        """Trace the formula again, and verify every step with the stand-alone checker."""
        try:
            is_bound = claim_of(self.index, traced(self.index)).items() <= self.content.items()
            verify(json.loads(json.dumps(self.content)))
        except (NotShownError, NotTraceableError):
            return False
        return is_bound

    def __str__(self) -> str:
        title = f"{self.about.replace('_', ' ')} of {self.index.label}"
        lines = [f"{i}. {step}" for i, step in enumerate(self.steps, 1)]
        return "\n".join((f"Proof of {title}", f"V = {self.content['formula']}", *lines))

    def _content(self) -> dict[str, Any]:
        return self.content

    def _full_table(self) -> Table:
        rows: list[list[Cell]] = [[place, step] for place, step in enumerate(self.steps, 1)]
        return Table(["step", "text"], rows)


def claim_of(index: Index, tree: Tree) -> dict[str, Any]:
    """Return what a certificate says about an index: formula, direction and conventions.

    Raises
    ------
    NotShownError
        If the formula reads differently once it is written down.
    """
    text = str(tree)
    if parse(text) != tree:
        raise NotShownError(f"{text} reads differently")
    return {
        "format": FORMAT,
        "kind": "proof",
        "formula": text,
        "vocabulary": index.kind,
        "direction": index.direction,
        "conventions": {name: written(getattr(index.conventions, name)) for name in RELATIONS},
    }


def written(value: float | Fraction | None) -> str | None:
    """Return a declared number exactly; a float that is near √(p/q) or π·p/q means that number.

    Examples
    --------
    >>> written(0.25), written(2**0.5), written(math.pi / 2), written(-math.inf), written(None)
    ('1/4', 'sqrt(2)', 'pi*1/2', '-inf', None)
    """
    if value is None or math.isnan(value):
        return None
    if math.isinf(value):
        return str(float(value))
    exact = Fraction(value)
    if exact.denominator > _LARGEST_DENOMINATOR:
        square = (exact * exact).limit_denominator(_SMALL)
        if math.sqrt(square) == value and not _is_square(square):
            return f"sqrt({square})"
        share = Fraction(value / math.pi).limit_denominator(_SMALL)
        if (
            float(share) * math.pi == value
            or math.pi / share.denominator * share.numerator == value
        ):
            return f"pi*{share}"
    return str(exact)


def _is_square(value: Fraction) -> bool:
    return all(math.isqrt(part) ** 2 == part for part in value.as_integer_ratio())
