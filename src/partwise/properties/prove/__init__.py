"""Proofs that an index has a property, for every number of items."""

from __future__ import annotations

from partwise.properties.prove.proving import prove

__all__ = ["prove"]
