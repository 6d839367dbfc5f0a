"""Verify certificates: ``python -m checker FILE…``; every file holds one certificate, or a list."""

from __future__ import annotations

import sys

from .algebra import NotShownError
from .certificates import verify
from .files import certificates_in


def main(paths: list[str]) -> int:
    """Print a line for each certificate; 0 if all are verified."""
    if not paths or "-h" in paths or "--help" in paths:
        print("usage: python -m checker FILE...", file=sys.stderr)
        return 2
    refused = 0
    for path in paths:
        for name, certificate in certificates_in(path):
            try:
                verify(certificate)
            except NotShownError as error:
                refused += 1
                print(f"REFUSED   {name}: {error}")
            else:
                print(f"verified  {name}")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
