"""Write the certificates of all verdicts on the catalogue, and of the theorems, into one file.

``make certificates`` runs this, and ``make check-certificates`` has a copy of the checker, alone in
a folder, verify them all.
"""

from __future__ import annotations

import gzip
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import partwise as pw
from partwise.base.progress import tracked
from partwise.properties.auditing import Audit
from partwise.properties.checking import written_certificates
from partwise.properties.compatibility.minimal_sets import minimal_sets
from partwise.properties.known_verdicts import known
from partwise.properties.prove.proving import PROVABLE, prove
from partwise.properties.verdict import Certificate, Verdict

FILE = Path(__file__).with_name("certificates.json.gz")
_SECONDS = 60.0  # for a proof


def of_index(index: pw.Index) -> dict[str, Certificate]:
    """Return the certificates of an index; proofs are found again."""
    verdicts = {about: _with_proof(index, verdict) for about, verdict in known(index).items()}
    return Audit(index, verdicts).certificates


def _with_proof(index: pw.Index, verdict: Verdict) -> Verdict:
    may_have_one = verdict.status == "proved" or verdict.about == "bias"
    if not may_have_one or verdict.about not in PROVABLE:
        return verdict
    return prove(index, verdict.about, _SECONDS) or verdict


def of_theorems() -> Iterator[Certificate]:
    """Yield the proofs that properties exclude each other."""
    for kind in ("pairs", "table"):
        for result in minimal_sets(kind).impossible:
            if result.certificate is not None:
                yield result.certificate


def main() -> None:
    """Write the file, and say which verdicts have no certificate."""
    certificates: list[Certificate] = []
    missing: Counter[str] = Counter()
    indices = pw.indices("all")
    for index in tracked(indices, len(indices), "certificates"):
        checkable = of_index(index)
        certificates += checkable.values()
        missing.update(
            about
            for about, verdict in known(index).items()
            if verdict.status in ("proved", "refuted") and about not in checkable
        )
    certificates += of_theorems()
    text = written_certificates(certificates)
    FILE.write_bytes(gzip.compress(text.encode(), mtime=0))
    sys.stdout.write(f"{len(certificates)} certificates in {FILE.name}\n")
    for about, count in missing.most_common():
        sys.stdout.write(f"without one: {about} of {count}\n")


if __name__ == "__main__":
    main()
