"""
What random candidates score
============================

A random candidate knows nothing of the reference, so it should score the same whatever its cluster
sizes. For many indices it does not.
"""

import partwise as pw

indices = ["CC", "S&S", "AMI", "NMI", "R", "J", "VI", "BCubed"]
counts = [2, 4, 8, 16, 32, 64, 128, 256]
curve = pw.chance.equal_clusters_curve(indices, cluster_counts=counts, seed=1)

# %%
# The random candidates have from 2 to 256 clusters of equal sizes. A level line means that an index
# does not care; a rising one that it prefers many small clusters for nothing.

figure = curve.plot()
