"""Cluster trees: how clusters split and mix from one level to the next."""
