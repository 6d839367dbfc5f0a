"""
ARI and NMI disagree about the best clustering
==============================================

The same 1797 images of digits were clustered by k-means into 10 and into 20 clusters. The adjusted
Rand index (ARI) prefers 10 clusters, normalised mutual information (NMI) prefers 20. Here you see
why, and which of the two to use.
"""

from textwrap import fill

import partwise as pw

digits = pw.read(pw.datasets.digits())
candidates = {name: digits[name] for name in ("kmeans_10", "kmeans_20")}
comparison = pw.compare(digits["reference"], candidates, ["ARI", "NMI", "AMI"])
print(comparison)

# %%
# The comparison says why they disagree. NMI rewards small clusters, partly by chance, and penalises
# splits less than ARI does.

print(fill(str(comparison.explanation.findings[0]), 90))

# %%
# The tick is the expected score of a random clustering with the same cluster sizes. All panels
# have the same axis. For ARI and adjusted mutual information (AMI) it is 0, whatever the sizes. For
# NMI it is higher with 20 clusters than with 10.

chance = comparison.plot.chance()

# %%
# Use ARI if each digit should be one cluster. Use AMI if a digit in two pieces does little harm.
# With all six clusterings, the ranks show which indices agree with each other.

everything = pw.compare("reference", digits, noise="singletons")
ranks = everything.plot.ranks()
