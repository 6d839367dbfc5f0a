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
from random import Random
from time import perf_counter
from typing import NamedTuple

from partwise.base import FormulaError, tracked
from partwise.catalogue import Index, as_index
from partwise.properties.prove.proving import prove
from properties.fuzz.bank import bank
from properties.fuzz.checks import CHECKS, Suspect, contradiction
from properties.fuzz.formulas import formula

_ALSO = {"distance": ("symmetry", "maximal_agreement")}


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
        with suppress(FormulaError):
            index = as_index(text)
            made += 1
            yield text, index


@contextmanager
def _stopped_after(seconds: float) -> Iterator[None]:
    """Stop what does not check the time: SymPy may take minutes for one polynomial."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        with suppress(TimeoutError):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def proofs(text: str, index: Index, seconds: float) -> Iterator[Proof]:
    """Yield what can be proved of a formula in so many seconds each."""
    for about in CHECKS:
        verdict = None
        with _stopped_after(seconds):
            verdict = prove(index, about, seconds)
        if verdict is not None and verdict.status == "proved":
            checks = (about, *_ALSO.get(about, ()))
            against = (contradiction(index, check, bank()) for check in checks)
            yield Proof(text, about, next(filter(None, against), None))


def main() -> int:
    """Draw formulas, prove, check, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--formulas", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each proof")
    options = parser.parse_args()
    start, proved, wrong = perf_counter(), Counter[str](), 0
    formulas = tracked(drawn(options.seed, options.formulas), options.formulas, "proving")
    for text, index in formulas:
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
