"""
Which mistakes cost most
========================

A score says how similar two clusterings are. Here you see where the items of each cluster went, and
which mistakes cost most.
"""

import partwise as pw

labels = pw.read(pw.datasets.digits())
found = pw.compare("reference", labels, ["CC"], noise="singletons")

# %%
# Birch put ten digits into five clusters. Rows are digits, and columns are clusters of Birch.

flows = found.plot.clusters("birch_5")

# %%
# Which splits and merges cost most? The cost of a mistake is the score that you would gain by
# repairing it.

print(found.mistakes("birch_5"))
costs = found.plot.errors("birch_5")
