"""Snapshots of a clustering over time: which clusters are the same, and what became of each."""
