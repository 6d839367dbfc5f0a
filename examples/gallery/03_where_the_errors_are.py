"""
Which mistakes cost most
========================

A score says how alike two clusterings are. The next questions are what became of each cluster, and
which mistakes cost most.
"""

import partwise as pw

labels = pw.read(pw.datasets.digits())
found = pw.compare("reference", labels, ["CC"], noise="singletons")

# %%
# Birch made five clusters of ten digits. Rows are digits, columns are clusters of the candidate.

flows = found.plot.clusters("birch_5")

# %%
# Which splits and merges cost most? A cost is what repairing that one mistake would gain.

print(found.mistakes("birch_5"))
costs = found.plot.errors("birch_5")
