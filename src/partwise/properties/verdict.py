"""The verdict on a property of an index, with its proof or counterexample."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

from partwise.base import TextResult

Status: TypeAlias = Literal["proved", "refuted", "held", "unknown", "not_applicable"]
LabelTuple: TypeAlias = tuple[int, ...]
Quantity: TypeAlias = Fraction | float | str

_ITEMS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LONGEST = 60  # characters of a fraction


class Certificate(Protocol):
    """A proof or a counterexample that you can check without any search."""

    def __str__(self) -> str: ...

    def recheck(self) -> bool:
        """Check every step; return whether all of them are right."""

    def to_dict(self) -> dict[str, Any]:
        """Return the certificate as a dictionary, in types that JSON has."""

    def to_json(self, path: str | Path | None = None) -> str:
        """Return the certificate as JSON text, and write it to a file if you name one."""


@dataclass(frozen=True)
class Counterexample(TextResult):
    """Concrete clusterings, or pair counts, for which a property fails.

    Parameters
    ----------
    clusterings : mapping name → labels
        The label of each item, for the clusterings that ``says`` names: A, B, B', C.
    values : mapping expression → value
        Values of the index, such as that of ``V(A, B)``; exact if possible.
    says : str
        What the counterexample shows.
    pair_counts : mapping name → (N11, N10, N01, N00)
        Pair counts instead of clusterings, if the property is about counts.
    certified : bool
        Whether the violation was confirmed in exact or interval arithmetic.

    Examples
    --------
    >>> tie = Counterexample({"A": (0, 0, 1), "B": (0, 1, 0)}, {"V(A, B)": Fraction(0)}, "a tie")
    >>> print(tie)
    A = 01|2, B = 02|1: V(A, B) = 0
    """

    clusterings: dict[str, LabelTuple]
    values: dict[str, Quantity]
    says: str
    pair_counts: dict[str, tuple[int, int, int, int]] | None = None
    certified: bool = True

    @property
    def n(self) -> int:
        """The number of items; 0 if there are only pair counts."""
        return max((len(labels) for labels in self.clusterings.values()), default=0)

    def __str__(self) -> str:
        drawn = {name: written(labels) for name, labels in self.clusterings.items()}
        points = (self.pair_counts or {}).items()
        drawn |= {name: f"({', '.join(map(str, counts))})" for name, counts in points}
        left = ", ".join(f"{name} = {text}" for name, text in drawn.items())
        right = ", ".join(_stated(name, value) for name, value in self.values.items())
        return ": ".join(filter(None, (left, right)))

    def _content(self) -> dict[str, Any]:
        return {**super()._content(), "pair_counts": self.pair_counts or {}}


@dataclass(frozen=True)
class Verdict(TextResult):
    """Whether an index has a property.

    Parameters
    ----------
    about : str
        Key of the property.
    status : {"proved", "refuted", "held", "unknown", "not_applicable"}
        "held" means that all cases of up to ``up_to_n`` items were tried without a violation. It
        says nothing about more items.
    up_to_n : int, optional
        The largest number of items for which all cases were tried.
    counterexample : Counterexample, optional
        Clusterings or counts for which the property fails.
    certificate : Certificate, optional
        The proof that it holds. If a search found a counterexample nevertheless, the verdict is
        "unknown" and has both.
    value : str, optional
        For bias: "none", "dec", "inc" or "both", or "at least dec" and "at least inc" if only a
        search found one. For a refuted monotonicity: "tie" or "decrease".
    reason : str
        Why the verdict is not certain, why the property is not defined, or other remarks.

    Examples
    --------
    >>> print(Verdict("distance", "held", 7, reason="triples were tried up to n = 7"))
    held up to n = 7: triples were tried up to n = 7
    """

    about: str
    status: Status
    up_to_n: int | None = None
    counterexample: Counterexample | None = None
    certificate: Certificate | None = None
    value: str | None = None
    reason: str = ""

    @property
    def holds(self) -> bool | None:
        """True if proved or held, False if refuted, None if unknown."""
        if self.status in ("proved", "held"):
            return True
        return False if self.status == "refuted" else None

    def __str__(self) -> str:
        text: str = self.status.replace("_", " ")
        if self.status == "held":
            text += f" up to n = {self.up_to_n}"
        if self.value is not None:
            text += f" ({self.value})"
        is_doubtful = self.status == "unknown" and self.counterexample is not None
        details = [self.reason] if is_doubtful or self.counterexample is None else []
        details += [str(self.counterexample)] if self.counterexample is not None else []
        return ": ".join(filter(None, (text, *details)))

    def _content(self) -> dict[str, Any]:
        return {
            "property": self.about,
            "status": self.status,
            "up_to_n": self.up_to_n,
            "value": self.value,
            "reason": self.reason,
            "counterexample": self.counterexample,
            "certificate": self.certificate,
        }


def _stated(name: str, value: Quantity) -> str:
    """Write what something is worth; a value that is not exact starts with ≈."""
    text = str(value)
    if isinstance(value, Fraction) and len(text) > _LONGEST:
        text = f"≈ {float(value):.6g}"
    return f"{name} {text}" if text.startswith("≈") else f"{name} = {text}"


def written(labels: LabelTuple) -> str:
    """Write a clustering as its clusters; where there are many items, the sizes of these alone.

    Examples
    --------
    >>> written((0, 1, 0, 2)), written((0,) * 35 + (1, 1, 2, 2))
    ('02|1|3', '39 items: 35 + 2 × 2')
    """
    clusters: dict[int, list[int]] = {}
    for item, label in enumerate(labels):
        clusters.setdefault(label, []).append(item)
    if len(labels) <= len(_ITEMS):
        return "|".join("".join(_ITEMS[item] for item in items) for items in clusters.values())
    sizes = Counter(map(len, clusters.values()))
    parts = (f"{many} × {size}" if many > 1 else str(size) for size, many in sizes.items())
    return f"{len(labels)} items: {' + '.join(parts)}"
