"""Prove properties of random formulas, and hold every proof against random clusterings.

``make fuzz N=5000 SEED=0`` runs it; it ends with the number of proofs that something contradicts.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from random import Random
from time import perf_counter, process_time
from typing import NamedTuple
from unittest.mock import patch

import sympy  # noqa: F401 - now: an import that a time limit interrupts leaves half a module

from partwise.base import PartwiseError, tracked
from partwise.catalogue import Index, as_index
from partwise.properties.checker.algebra import NotShownError
from partwise.properties.checker.goals import GOALS
from partwise.properties.deadline import Deadline, OutOfTimeError, time_limit
from partwise.properties.prove import proving
from partwise.properties.prove.faithful import is_faithful
from properties.fuzz.bank import bank
from properties.fuzz.checks import CHECKS, Suspect, contradiction
from properties.fuzz.formulas import formula

_IMPLIED = {"distance": ("distance", "symmetry", "maximal_agreement")}
_TOLD = 250  # formulas


class Proof(NamedTuple):
    """A property that was proved of a formula, and what contradicts it, if anything."""

    formula: str
    about: str
    against: Suspect | None


def drawn(seed: int, many: int) -> Iterator[tuple[str, Index]]:
    """Yield random formulas that have the form of an index."""
    draw, made = Random(seed), 0  # noqa: S311
    while made < many:
        text = formula(draw)
        with suppress(PartwiseError):  # such as a formula without counts
            index = as_index(text)
            made += 1
            yield text, index


@contextmanager
def _stopped_after(seconds: float) -> Iterator[None]:
    """Stop what does not check the time: SymPy may take minutes for one polynomial."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 0.1)
    try:
        with suppress(TimeoutError):
            yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def proofs(text: str, index: Index, seconds: float) -> Iterator[Proof]:
    """Yield what can be proved of a formula in so many seconds each."""
    checked_once = lru_cache(maxsize=8)(is_faithful)  # for each formula, not for each property
    with patch.object(proving, "is_faithful", checked_once):
        for about, claim in _claims(index, seconds):
            against = (
                contradiction(index, check, bank()) for check in _IMPLIED.get(claim, (claim,))
            )
            yield Proof(text, about, next(filter(None, against), None))


def _claims(index: Index, seconds: float) -> Iterator[tuple[str, str]]:
    """Yield the properties that are proved, and which check that is."""
    for about, goals in GOALS["pairs"].items():
        for goal in goals if about in CHECKS else ():
            certificate = None
            with (
                _stopped_after(seconds),
                suppress(NotShownError, OutOfTimeError),
                time_limit(Deadline(seconds, process_time)),
            ):
                certificate = proving.certificate_of(index, about, goal.__name__)
            if certificate is not None:
                value = certificate.value if about == "bias" else None
                yield about, f"bias_{value}" if value in ("dec", "inc") else about
                break


def main() -> int:
    """Draw formulas, prove, check, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--formulas", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.5, help="of computing, for each proof")
    options = parser.parse_args()
    start, proved, wrong = perf_counter(), Counter[str](), 0
    formulas = tracked(drawn(options.seed, options.formulas), options.formulas, "proving")
    for i, (text, index) in enumerate(formulas):
        if i and i % _TOLD == 0 and not sys.stderr.isatty():
            sys.stdout.write(f"{i} formulas, {proved.total()} proofs, {wrong} contradicted\n")
            sys.stdout.flush()
        for proof in proofs(text, index, options.seconds):
            proved[proof.about] += 1
            if proof.against is not None:
                wrong += 1
                sys.stdout.write(f"FALSE: {proof.about} of {text}: {proof.against}\n")
    took = perf_counter() - start
    for about, many in proved.most_common():
        sys.stdout.write(f"{about}: {many} proofs\n")
    sys.stdout.write(
        f"{options.formulas} formulas (seed {options.seed}), {proved.total()} proofs, "
        f"{wrong} contradicted, {took:.0f} s\n"
    )
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
