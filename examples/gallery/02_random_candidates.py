"""
Which score does a random clustering get?
=========================================

A random clustering has nothing to do with the reference, so it should score the same whatever its
cluster sizes. With many indices it does not.
"""

import partwise as pw

indices = ["CC", "S&S", "AMI", "NMI", "R", "J", "VI", "BCubed"]
counts = [2, 4, 8, 16, 32, 64, 128, 256]
curve = pw.chance.equal_clusters_curve(indices, cluster_counts=counts, seed=1)

# %%
# The random candidates have from 2 to 256 clusters of equal sizes. A flat line means that the index
# does not depend on the number of clusters. A rising line means that it favours many small clusters
# even if they are random.

figure = curve.plot()
