"""Counterexamples as certificates, which anyone can check without partwise."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from itertools import product
from typing import Any

from partwise.base import TextResult
from partwise.catalogue import Index
from partwise.properties.checker.algebra import NotShownError
from partwise.properties.checker.certificates import verify
from partwise.properties.checker.claims import RELATIONS, Claim
from partwise.properties.checker.formulas import UndefinedError
from partwise.properties.checker.values import Index as CheckedIndex
from partwise.properties.checker.values import as_float
from partwise.properties.prove.certificate import claim_of
from partwise.properties.prove.tracing import traced
from partwise.properties.verdict import Counterexample, Verdict
from partwise.tables import NotTraceableError, contingency

_NO_CONVENTIONS = dict.fromkeys(RELATIONS)


@dataclass(frozen=True)
class Refutation(TextResult):
    """A counterexample with everything needed to check it: formula, property and conventions.

    Parameters
    ----------
    index : Index
        The index.
    content : dict
        What the checker reads.
    counterexample : Counterexample
        The clusterings, or pair counts, with their values.
    """

    index: Index
    content: dict[str, Any]
    counterexample: Counterexample

    def recheck(self) -> bool:
        """Let the checker evaluate the formula, and compare the values with the definition."""
        try:
            verify(json.loads(json.dumps(self.content)))
        except NotShownError:
            return False
        return True

    def __str__(self) -> str:
        about = str(self.content["property"]).replace("_", " ")
        title = f"Counterexample to {about} of {self.index.label}"
        formula = f"V = {self.content['formula']}"
        return "\n".join((title, formula, str(self.counterexample), self.counterexample.says))

    def _content(self) -> dict[str, Any]:
        return self.content


def refutation(index: Index, verdict: Verdict) -> Refutation:
    """Return the certificate of a refuted property.

    Where only the formula by itself violates it, and a convention gives another value, the
    certificate is about the formula without conventions.

    Raises
    ------
    NotShownError
        If the checker does not confirm it, or the formula cannot be written down.

    Examples
    --------
    >>> import partwise as pw
    >>> jaccard = pw.index("jaccard")
    >>> verdict = pw.audit(jaccard, properties="monotonicity").verdicts["monotonicity"]
    >>> print(refutation(jaccard, verdict))
    Counterexample to monotonicity of Jaccard
    V = n11/(n11 + n10 + n01)
    A = 01|2, B = 02|1, B' = 0|1|2: V(A, B) = 0, V(A, B') = 0
    B' is an improvement of B, but the value stays the same
    """
    example = verdict.counterexample
    if example is None:
        raise NotShownError("there is no counterexample")
    try:
        claim = {**claim_of(index, traced(index)), "kind": "counterexample"}
    except NotTraceableError as error:
        raise NotShownError(str(error)) from error
    content = {
        **claim,
        "property": verdict.about,
        "clusterings": {name: list(labels) for name, labels in example.clusterings.items()},
        "pair_counts": {name: list(p) for name, p in (example.pair_counts or {}).items()},
        "items": [] if example.clusterings or example.pair_counts else _items(example),
        "violation": _violation(verdict.value),
    }
    _compare_values(index, content, example)
    complete = Refutation(index, content, example)
    if complete.recheck():
        return complete
    verify({**content, "conventions": _NO_CONVENTIONS})
    return Refutation(index, {**content, "conventions": _NO_CONVENTIONS}, example)


def _items(example: Counterexample) -> list[int]:
    """Return of how many items all clusterings are in the means that the example shows."""
    return sorted({int(n) for name in example.values for n in re.findall(r"\bn = (\d+)", name)})


def _violation(value: str | None) -> str | None:
    """Return what a counterexample shows: one bias, but not that there is no other."""
    return f"at least {value}" if value in ("dec", "inc") else value


def _compare_values(index: Index, content: dict[str, Any], example: Counterexample) -> None:
    """Refuse a tree that has other values than the index at the clusterings of the example."""
    checked, sense = CheckedIndex(Claim.read(content)), 1 if index.direction == "similarity" else -1
    for a, b in product(example.clusterings.values(), repeat=2):
        if len(a) != len(b):
            continue
        value = float(index.evaluate(contingency(a, b)).value)
        try:
            ours = sense * as_float(checked(a, b))
        except UndefinedError:
            ours = math.nan
        same = math.isclose(value, ours, rel_tol=1e-9, abs_tol=1e-12)
        if not same and not (math.isnan(value) and math.isnan(ours)):
            raise NotShownError(f"the formula as it was read gives {ours}, the index {value}")
