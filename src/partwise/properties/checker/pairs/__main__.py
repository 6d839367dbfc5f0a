"""Verify proofs about pair counts: ``python -m pairs certificates.json``; others are left out."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

from .certificates import is_for, verify
from .refusals import NotShownError


def main(path: str) -> int:
    """Print a line for each certificate that this program is for; 0 if all are verified."""
    data = Path(path).read_bytes()
    content: Any = json.loads(gzip.decompress(data) if path.endswith(".gz") else data)
    certificates = content if isinstance(content, list) else [content]
    said = [_said(certificate) for certificate in certificates if is_for(certificate)]
    sys.stdout.write("".join(f"{line}\n" for line in said))
    others = len(certificates) - len(said)
    sys.stdout.write(
        f"proofs about pair counts: {len(said)}; other certificates, left out: {others}\n"
    )
    return int(any(line.startswith("REFUSED") for line in said))


def _said(certificate: dict[str, Any]) -> str:
    name = f"{certificate.get('property')} of {certificate.get('formula')}"
    try:
        verify(certificate)
    except NotShownError as error:
        return f"REFUSED   {name}: {error}"
    return f"verified  {name}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
