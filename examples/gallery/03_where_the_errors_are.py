"""
Which mistakes cost most
========================

A score says how alike two clusterings are. The next questions are what became of each cluster, and
which mistakes cost most.
"""

import partwise as pw
from partwise.comparison.figures import cost_figure, flow_figure, pairing

labels = pw.read(pw.datasets.digits())
found = pw.compare("reference", labels, ["CC"], noise="singletons")
table = found.table("birch_5")

# %%
# Birch made five clusters of ten digits. Rows are digits, columns are clusters of the candidate.

flows = flow_figure(table, pairing(table), "birch_5")

# %%
# Which splits and merges cost most? A cost is what repairing that one mistake would gain.

mistakes = found.mistakes("birch_5")
print(mistakes)
costs = cost_figure(mistakes, "birch_5")
