"""Triplets of clusterings on which indices disagree: a reference and two candidates."""
