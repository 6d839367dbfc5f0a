"""Proofs as they are written down, and how they are read again.

A prover is a function of a ``Search`` or of a ``Replay``. The search finds the sign of each
expression that the prover asks about, and writes it down; the replay holds each expression, which
the prover derives again from the formula, against what was written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from partwise.base import Cell, Table, TextResult
from partwise.catalogue import Index
from partwise.properties.prove.signs import NotProvedError, Signed, confirmed, signed

Expr: TypeAlias = Any
Symbols: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class ProofStep(TextResult):
    """One line of a proof.

    Parameters
    ----------
    where : str
        For which counts it is claimed.
    what : str
        What is claimed, or whose sign.
    found : Signed or None
        The sign with its witness; None for a remark.
    """

    where: str
    what: str
    found: Signed | None = None

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.what} = {self.found}" if self.found else f"{place}{self.what}"

    def _content(self) -> dict[str, Any]:
        content: dict[str, Any] = {"where": self.where, "what": self.what}
        if self.found:
            content |= {"sign": self.found.sign, "shown_by": str(self.found)}
        return content


class Proof(Protocol):
    """What a prover writes to."""

    def sign(self, what: str, expr: Expr, variables: Symbols, where: str) -> int:
        """Return the sign of an expression where the variables are positive."""

    def note(self, what: str, where: str = "") -> None:
        """Write a remark."""


Prover: TypeAlias = Callable[[Index, Proof], "str | None"]


@dataclass
class Search:
    """A proof in the making."""

    steps: list[ProofStep] = field(default_factory=list)
    _noted: set[tuple[str, str]] = field(default_factory=set)
    _known: dict[tuple[str, str, Expr, Symbols], int] = field(default_factory=dict)

    def sign(self, what: str, expr: Expr, variables: Symbols, where: str) -> int:
        """Find a sign and write it down, unless it stands there already."""
        key = (where, what, expr, variables)
        if key not in self._known:
            result = signed(expr, variables)
            self.steps.append(ProofStep(where, what, result))
            self._known[key] = result.sign
        return self._known[key]

    def note(self, what: str, where: str = "") -> None:
        """Write a remark, unless it stands there already."""
        if (where, what) not in self._noted:
            self.steps.append(ProofStep(where, what))
            self._noted.add((where, what))


@dataclass
class Replay:
    """A proof that is read again."""

    steps: tuple[ProofStep, ...]
    _next: int = 0
    _noted: set[tuple[str, str]] = field(default_factory=set)
    _known: dict[tuple[str, str, Expr, Symbols], int] = field(default_factory=dict)

    def _expect(self, where: str, what: str) -> ProofStep:
        if self._next >= len(self.steps):
            raise NotProvedError(f"{what} is missing")
        step = self.steps[self._next]
        if (step.where, step.what) != (where, what):
            raise NotProvedError(f"{step.what} stands where {what} is needed")
        self._next += 1
        return step

    def sign(self, what: str, expr: Expr, variables: Symbols, where: str) -> int:
        """Read a sign and check it against the expression."""
        key = (where, what, expr, variables)
        if key not in self._known:
            written = self._expect(where, what).found
            if written is None or not confirmed(written, expr, variables):
                raise NotProvedError(f"{what} is not what the certificate says")
            self._known[key] = written.sign
        return self._known[key]

    def note(self, what: str, where: str = "") -> None:
        """Read a remark."""
        if (where, what) in self._noted:
            return
        if self._expect(where, what).found is not None:
            raise NotProvedError(f"{what} is a remark")
        self._noted.add((where, what))

    def finish(self) -> None:
        """Fail if something was written that nothing asked for."""
        if self._next != len(self.steps):
            raise NotProvedError(f"{self.steps[self._next].what} belongs to nothing")


@dataclass(frozen=True)
class ProofCertificate(TextResult):
    """A proof that an index has a property: lines that a reader can check one by one.

    Parameters
    ----------
    index : Index
        The index.
    about : str
        Key of the property.
    prover : callable
        Says which expressions must have which sign; it derives them from the formula.
    steps : tuple of ProofStep
        The lines.
    value : str or None
        What the prover concludes besides, such as "dec" for a bias.
    """

    has_layout = True

    index: Index
    about: str
    prover: Prover
    steps: tuple[ProofStep, ...]
    value: str | None = None

    def recheck(self) -> bool:
        """Derive every expression from the formula again and multiply every witness out."""
        replay = Replay(self.steps)
        try:
            value = self.prover(self.index, replay)
            replay.finish()
        except Exception:  # noqa: BLE001 - a formula may do anything with symbols
            return False
        return value == self.value

    def __str__(self) -> str:
        title = f"{self.about.replace('_', ' ')} of {self.index.label}"
        lines = [f"{i}. {step}" for i, step in enumerate(self.steps, 1)]
        formula = f"V = {self.index.expression()}"
        return "\n".join((f"Proof of {title}", formula, *lines))

    def _content(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "property": self.about,
            "formula": str(self.index.expression()),
            "value": self.value,
            "steps": self.steps,
        }

    def _full_table(self) -> Table:
        rows: list[list[Cell]] = [
            [place, step.where, step.what, str(step)] for place, step in enumerate(self.steps, 1)
        ]
        return Table(["step", "where", "what", "text"], rows)
