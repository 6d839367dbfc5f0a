"""Cluster trees: how clusters split and mix from one level of an ordered family to the next."""
