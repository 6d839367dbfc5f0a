"""Hierarchies: read them from many sources, cut them, and compare them with clusterings."""
