"""The audit of an index: every property, with its verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any, TypeAlias, cast

from partwise.base import Cell, InputError, Option, Result, Table, require, stages, write_whole
from partwise.catalogue import (
    CoverIndex,
    Direction,
    Index,
    as_index,
    index_for,
    kind_of_index,
)
from partwise.properties.checker.algebra import NotShownError
from partwise.properties.checking import is_checkable, written_certificates
from partwise.properties.covers.cover_audit import cover_property_keys, cover_verdicts
from partwise.properties.deadline import Deadline, time_limit
from partwise.properties.decide import Case
from partwise.properties.definitions.linear_complexity import formula_text
from partwise.properties.pictures import pictures
from partwise.properties.refutation import refutation
from partwise.properties.registry import PROPERTIES, property_keys
from partwise.properties.search.survey import FunctionProblem
from partwise.properties.verdict import Certificate, Verdict

Auditable: TypeAlias = str | Index | Callable[[Any], Any]

_SURVEY_SHARE = 0.5  # of the time, for the values on all tables
_NO_VALUE = "the index has no value on any table of a few items"
_FAILS = "the function raised an error on every table of a few items (see Problem)"
_NO_PROOFS = (
    "A function of a contingency table can be tried but not proved. For proofs, pass a formula as "
    "text, or write it as arithmetic with pw.pair_index or pw.table_index."
)
_OF_COVERS = (
    "Items are numbered from 0; 01|12 is the cover {0, 1}, {1, 2}; ∅ is the cover without clusters."
)
_SERIOUS = frozenset({"raised", "changing", "not_of_table"})
_MARKS = {"proved": "✓", "refuted": "✗", "unknown": "?", "not_applicable": "–"}


def mark(verdict: Verdict) -> str:
    """Return a short mark for a verdict, such as ✓ or ✗.

    Examples
    --------
    >>> mark(Verdict("symmetry", "proved")), mark(Verdict("symmetry", "held", 10))
    ('✓', '✓ n ≤ 10')
    """
    if verdict.status == "held":
        return f"✓ n ≤ {verdict.up_to_n}"
    text = _MARKS[verdict.status]
    return f"{text} {verdict.value}" if verdict.value and verdict.status == "refuted" else text


AUDIT_COLUMNS = ("property", "status", "value", "up_to_n", "why")


@dataclass(frozen=True)
class Audit(Result):
    """Which properties an index has: the result of :func:`~partwise.audit`.

    Parameters
    ----------
    index : Index
        The index.
    verdicts : mapping
        A verdict for each property, by its key.
    problems : tuple of FunctionProblem
        Where your own function raised an error, returned no number, took too long, or returned
        different values for the same table.

    Examples
    --------
    >>> import partwise as pw
    >>> result = pw.audit("jaccard", properties=["symmetry", "monotonicity"])
    >>> [verdict.status for verdict in result.verdicts.values()]
    ['proved', 'refuted']
    >>> print(result.verdicts["monotonicity"].counterexample)
    A = 01|2, B = 02|1, B' = 0|1|2: V(A, B) = 0, V(A, B') = 0
    """

    index: Index
    verdicts: Mapping[str, Verdict]
    problems: tuple[FunctionProblem, ...] = ()

    @property
    def certificates(self) -> dict[str, Certificate]:
        """The proofs and counterexamples that anyone can check, by property.

        Use a certificate's ``.to_json("file.json")`` to write a file for ``partwise check``. A
        function of a contingency table has no certificates, because its formula is unknown.
        """
        made = {key: self._certificate(verdict) for key, verdict in self.verdicts.items()}
        return {key: certificate for key, certificate in made.items() if certificate is not None}

    def _certificate(self, verdict: Verdict) -> Certificate | None:
        if verdict.status not in ("proved", "refuted") or isinstance(self.index, CoverIndex):
            return None  # also where a proof and the search disagree
        if verdict.certificate is not None:
            return verdict.certificate if is_checkable(verdict.certificate) else None
        with suppress(NotShownError):
            return refutation(self.index, verdict)
        return None

    def write_certificates(self, path: str | Path) -> str:
        """Write the certificates to a file for :func:`~partwise.properties.check`.

        Returns
        -------
        str
            How many certificates there are, and which verdicts have none.
        """
        certificates = self.certificates
        write_whole(Path(path), written_certificates(certificates.values()).encode())
        settled = [key for key, v in self.verdicts.items() if v.status in ("proved", "refuted")]
        missing = [PROPERTIES[key].title for key in settled if key not in certificates]
        plural = "" if len(certificates) == 1 else "s"
        said = f"{len(certificates)} certificate{plural} in {path}"
        return f"{said}; none for {', '.join(missing)}" if missing else said

    @property
    def proofs(self) -> dict[str, str]:
        """The proofs, as text, by property."""
        proofs = {key: verdict.certificate for key, verdict in self.verdicts.items()}
        return {key: str(proof) for key, proof in proofs.items() if proof is not None}

    def to_table(self) -> Table:
        """Return one row per property."""
        rows = [
            [PROPERTIES[key].title + (" *" if PROPERTIES[key].addition else ""), mark(v), _said(v)]
            for key, v in self.verdicts.items()
        ]
        legend = "✓ proved, ✓ n ≤ … tried up to this n, ✗ refuted, ? unknown, – not defined"
        of_covers = isinstance(self.index, CoverIndex)
        of_clusterings = "Items are numbered from 0; 01|2 is the clustering {0, 1}, {2}."
        notes = [legend, _OF_COVERS if of_covers else of_clusterings]
        if any(PROPERTIES[key].addition for key in self.verdicts):
            notes.append("* not one of the paper's properties")
        if self.index.kind == "callable" and not of_covers:
            notes.append(_NO_PROOFS)
        notes += [f"Problem: {problem}" for problem in self.problems]
        return Table(["property", "verdict", "why"], rows, f"Audit of {self.index.label}", notes)

    def _full_table(self) -> Table:
        rows: list[list[Cell]] = [
            [key, verdict.status, verdict.value, verdict.up_to_n, _said(verdict)]
            for key, verdict in self.verdicts.items()
        ]
        return Table(AUDIT_COLUMNS, rows)

    def _repr_html_(self) -> str:
        drawn = [
            f"<h4>{escape(PROPERTIES[key].title)}</h4>{pictures(example)}"
            f"<p>{escape(example.says)}: {escape(str(example))}</p>"
            for key, verdict in self.verdicts.items()
            if (example := verdict.counterexample) is not None
        ]
        proofs = [
            f"<details><summary>Proof: {escape(PROPERTIES[key].title)}</summary>"
            f"<pre>{escape(text)}</pre></details>"
            for key, text in self.proofs.items()
        ]
        return self.to_table()._repr_html_() + "".join((*drawn, *proofs))

    def _content(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "label": self.index.label,
            "formula": formula_text(self.index),
            "verdicts": self.verdicts,
            "problems": [
                {
                    "kind": problem.kind,
                    "clusterings": problem.clusterings,
                    "detail": problem.detail,
                    "says": str(problem),
                }
                for problem in self.problems
            ],
        }


def audit(
    x: Auditable,
    *,
    max_n: int = 10,
    triples_n: int = 7,
    properties: str | list[str] | tuple[str, ...] | None = None,
    seconds: float = 60.0,
    direction: Direction | None = None,
    progress: bool | None = None,
) -> Audit:
    """Find out which properties an index has, with proofs and smallest counterexamples.

    Parameters
    ----------
    x : str, Index or callable
        The name of an index, an index, a formula such as ``"n11 / (n11 + n10)"``, or a function
        that takes a :class:`~partwise.Contingency` and returns a number. An index for covers, such
        as ``"omega"``, is tried on all covers of up to three items, for the properties that are
        defined for covers.
    max_n : int
        Try all pairs of clusterings of up to this many items, from 2 to 12.
    triples_n : int
        Try all triples of clusterings of up to this many items, from 2 to 8.
    properties : str or list of str, optional
        Keys of the properties to decide, from ``PROPERTIES``; by default, all of them.
    seconds : float
        The time limit. Properties that were not reached get the verdict "unknown". Your own
        function runs in a child process, which is killed if it does not return in time.
    direction : {"similarity", "distance"}, optional
        "similarity" if larger values mean more similar, "distance" if they mean less similar. By
        default, an index has its own direction, and formulas and functions are similarities.
    progress : bool, optional
        Whether to show which property is being decided; by default, if standard error is a
        terminal.

    Returns
    -------
    Audit
        ``.verdicts`` maps the keys of the properties to verdicts.

    Examples
    --------
    >>> import partwise as pw
    >>> found = audit("n11 / (n11 + n10)", properties=["symmetry", "bias"])
    >>> print(found.verdicts["symmetry"])
    refuted: A = 012, B = 01|2: V(A, B) = 1/3, V(B, A) = 1
    >>> found.verdicts["bias"].value
    'dec'
    """
    if not seconds > 0:
        raise InputError(f"seconds= must be a number above 0, not {seconds!r}")
    if direction not in (None, "similarity", "distance"):
        raise InputError(f'direction= must be "similarity" or "distance", not {direction!r}')
    if kind_of_index(x) is CoverIndex:
        if direction is not None:
            raise InputError(
                "an index for covers has its own direction",
                remedy=("leave out ", Option("direction")),
            )
        return _audit_of_covers(x, max_n, properties, seconds)
    require("sympy", "audits")
    index, keys = as_index(x), property_keys(properties)
    index = index if direction is None else replace(index, direction=direction)
    return audited(Case(index, max_n, triples_n), keys, Deadline(seconds), progress)


def _audit_of_covers(
    x: object,
    max_n: int,
    properties: str | list[str] | tuple[str, ...] | None,
    seconds: float,
) -> Audit:
    if not isinstance(max_n, int) or max_n < 2:
        raise InputError(f"max_n= must be a whole number of at least 2, not {max_n!r}")
    index = cast("CoverIndex", index_for(x, CoverIndex))
    keys = cover_property_keys(properties)
    return Audit(index, cover_verdicts(index, keys, max_n, Deadline(seconds)))


def audited(
    case: Case, keys: tuple[str, ...], deadline: Deadline, progress: bool | None = None
) -> Audit:
    """Decide properties of an index by a deadline."""
    titles = [PROPERTIES[key].title.lower() for key in keys]
    with closing(stages(["values", *titles], "auditing", progress)) as names:
        next(names)
        if not _has_values(case, deadline):
            return _without_values(case, keys)
        verdicts: dict[str, Verdict] = {}
        for i, (_, key) in enumerate(zip(names, keys, strict=True)):
            is_function = case.index.kind == "callable"
            share = deadline.left / (len(keys) - i) if is_function else deadline.left
            verdicts[key] = _decided(case, key, deadline.part(share))
    if not case.index.builtin:
        verdicts = {key: _vouched_for(verdict, case) for key, verdict in verdicts.items()}
    return Audit(case.index, verdicts, tuple(case.full.problems.values()))


def _has_values(case: Case, deadline: Deadline) -> bool:
    if case.index.kind == "callable":
        case.survey(deadline.part(deadline.left * _SURVEY_SHARE))
    with time_limit(deadline):
        return case.index.builtin or case.full.has_values


def _without_values(case: Case, keys: tuple[str, ...]) -> Audit:
    problems = tuple(case.full.problems.values())
    always_fails = problems and all(problem.kind == "raised" for problem in problems)
    reason = _FAILS if always_fails else _NO_VALUE
    unknown = {key: Verdict(key, "unknown", reason=reason) for key in keys}
    return Audit(case.index, unknown, problems)


def _vouched_for(verdict: Verdict, case: Case) -> Verdict:
    """Take a verdict back that rests on values which are not there, or not to be trusted."""
    kinds = {problem.kind for problem in case.full.problems.values()}
    if kinds & _SERIOUS and verdict.status == "held":
        reason = "no violation was found, but the function fails on some tables (see Problem)"
        return replace(verdict, status="unknown", up_to_n=None, reason=reason)
    if "undefined" in kinds and verdict.status == "held":
        said = "only where the index has a value; it has none on some tables (see Problem)"
        return replace(verdict, reason="; ".join(filter(None, (verdict.reason, said))))
    return verdict


def _decided(case: Case, key: str, deadline: Deadline) -> Verdict:
    if deadline.is_up:
        return Verdict(key, "unknown", reason="not tried: out of time")
    with time_limit(deadline):
        return case.decide(key)


def _said(verdict: Verdict) -> str:
    example = "" if verdict.counterexample is None else str(verdict.counterexample)
    return " — ".join(filter(None, (example, verdict.reason)))
