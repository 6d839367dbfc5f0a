"""How a certificate is refused."""

from __future__ import annotations


class NotShownError(Exception):
    """The certificate does not show what it claims."""


def demand(truth: bool, otherwise: str) -> None:
    """Give up unless something is true."""
    if not truth:
        raise NotShownError(otherwise)
