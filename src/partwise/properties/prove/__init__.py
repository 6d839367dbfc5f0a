"""Proofs that an index has a property, for every number of items."""
