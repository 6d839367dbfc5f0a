"""Labels that users have and programs trip over, and results that have to survive them."""

from __future__ import annotations

import json
from typing import Any, Protocol

from partwise import Clustering

__all__ = ["STRANGE", "check_output", "strange_pair"]

STRANGE = [
    ("a", 1),
    "None",
    "nan",
    "<script>alert(1)</script>",
    "日本|語",
    "",
    "unmatched x",
    True,
    2.0,
]


def strange_pair() -> tuple[Clustering, Clustering]:
    """Two clusterings with strange labels; the candidate's noise is singletons with lone labels."""
    reference = Clustering([label for label in STRANGE for _ in range(3)])
    rotated = [*STRANGE[1:], STRANGE[0]]
    mixed = [label for pair in zip(STRANGE, STRANGE, rotated, strict=True) for label in pair]
    mixed[:3] = mixed[9:11] = [-1] * 3
    mixed = mixed[: reference.n]
    return reference, Clustering(mixed, noise="singletons")


class Result(Protocol):
    """What every result of a comparison offers."""

    def _repr_html_(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...


def check_output(result: Result) -> str:
    """Check that a result can be printed, shown as HTML and written as JSON; return the JSON."""
    assert len(str(result).splitlines()) > 1
    html = result._repr_html_()
    assert "<script" not in html
    text = json.dumps(result.to_dict(), allow_nan=False)
    assert json.loads(text) == result.to_dict()
    return text
