"""Hierarchies of items: read from any source, cut, and compared with clusterings and each other."""
