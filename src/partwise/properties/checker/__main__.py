"""Verify certificates: ``python -m checker FILE…``; every file holds one certificate, or a list."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .algebra import NotShownError
from .certificates import verify


def main(paths: list[str]) -> int:
    """Print a line for each certificate; 0 if all are verified."""
    if not paths:
        print("usage: python -m checker FILE...", file=sys.stderr)
        return 2
    refused = 0
    for path in paths:
        for name, certificate in _certificates(path):
            try:
                verify(certificate)
            except NotShownError as error:
                refused += 1
                print(f"REFUSED   {name}: {error}")
            else:
                print(f"verified  {name}")
    return 1 if refused else 0


def _certificates(path: str) -> Iterator[tuple[str, Any]]:
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        yield f"{path} ({error})", {}
        return
    for place, certificate in enumerate(content if isinstance(content, list) else [content], 1):
        where = f"{path}[{place}]" if isinstance(content, list) else path
        yield f"{where}: {_title(certificate)}", certificate


def _title(certificate: Any) -> str:
    if not isinstance(certificate, dict):
        return "not a certificate"
    about = str(certificate.get("property", certificate.get("kind", ""))).replace("_", " ")
    return f"{about} of {certificate['formula']}" if "formula" in certificate else about


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
