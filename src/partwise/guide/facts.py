"""What the guide knows about an index: the one place from which it takes facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from partwise.claims import PROPERTIES, Claim, Property, claims, weighs
from partwise.index import Index

__all__ = ["Fact", "cost_more_in", "facts_about"]

Fact = Claim
"""``holds`` (None: unknown), ``source``, ``note``, ``counterexample`` and ``applicable``."""

_NOBODY = Claim(None, "unknown", "not an index of the catalogue")


def facts_about(index: Index) -> Mapping[Property, Fact]:
    """Return what is known about each property of an index.

    Examples
    --------
    >>> import partwise as pw
    >>> facts_about(pw.index("CC"))["distance"].holds
    False
    """
    return claims(index.key) if index.builtin else dict.fromkeys(PROPERTIES, _NOBODY)


def cost_more_in(index: Index) -> Literal["large", "small"] | None:
    """Return in which clusters an error costs more, if anybody has said."""
    return weighs(index.key) if index.builtin else None
