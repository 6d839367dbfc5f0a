"""The stored verdicts on the catalogue, which the guide and explanations use.

``make docs`` recomputes them and writes ``verdicts.json``; a test does so too. Proofs are not
stored: ``partwise.audit`` finds them in a second.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from partwise.catalogue import Index, as_index
from partwise.properties.verdict import Counterexample, Verdict

FILE = "verdicts.json"


def known(index: str | Index) -> Mapping[str, Verdict]:
    """Return the stored verdicts on an index of the catalogue, by property.

    The result is empty for an index of your own.

    Examples
    --------
    >>> print(known("jaccard")["monotonicity"])
    refuted (tie): A = 01|2, B = 02|1, B' = 0|1|2: V(A, B) = 0, V(A, B') = 0
    """
    index = as_index(index)
    return _verdicts().get(index.key, {}) if index.builtin else {}


def holds(index: str | Index, about: str) -> bool | None:
    """Return whether an index of the catalogue has a property.

    The result is None if that is unknown or if the property is not defined for the index.

    Examples
    --------
    >>> holds("CC", "constant_baseline"), holds("NMI", "constant_baseline")
    (True, False)
    """
    verdict = known(index).get(about)
    return None if verdict is None else verdict.holds


@cache
def _verdicts() -> dict[str, dict[str, Verdict]]:
    text = (resources.files("partwise.properties") / FILE).read_text("utf-8")
    return {
        key: {about: _verdict(about, data) for about, data in verdicts.items()}
        for key, verdicts in json.loads(text).items()
    }


def _verdict(about: str, data: dict[str, Any]) -> Verdict:
    example = data.get("counterexample")
    return Verdict(
        about,
        data["status"],
        up_to_n=data.get("up_to_n"),
        value=data.get("value"),
        reason=data.get("reason", ""),
        counterexample=None if example is None else _counterexample(example),
    )


def _counterexample(data: dict[str, Any]) -> Counterexample:
    return Counterexample(
        clusterings={name: tuple(labels) for name, labels in data["clusterings"].items()},
        values=data["values"],
        says=data["says"],
        pair_counts={name: tuple(c) for name, c in data["pair_counts"].items()} or None,
        certified=data["certified"],
    )


def written_verdicts(known_verdicts: Mapping[str, Mapping[str, Verdict]]) -> str:
    """Return verdicts as the text of the file, without proofs and what is empty."""
    plain = {
        key: {about: _plain(verdict) for about, verdict in verdicts.items()}
        for key, verdicts in known_verdicts.items()
    }
    return json.dumps(plain, indent=1, ensure_ascii=False) + "\n"


def _plain(verdict: Verdict) -> dict[str, Any]:
    data = verdict.to_dict()
    if verdict.about == "linear_complexity":  # what was measured is another each time
        data["reason"] = data["reason"].partition("; ")[0]
    kept = ("status", "up_to_n", "value", "reason", "counterexample")
    return {name: data[name] for name in kept if data[name] not in (None, "")}
