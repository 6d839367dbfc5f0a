"""
ARI and NMI disagree about the best clustering
==============================================

The same 1797 images of digits were clustered by k-means into 10 and into 20 clusters. The adjusted
Rand index (ARI) prefers 10 clusters, normalised mutual information (NMI) prefers 20. Here you see
why, and which of the two to go by.
"""

from textwrap import fill

import partwise as pw

digits = pw.read(pw.datasets.digits())
candidates = {name: digits[name] for name in ("kmeans_10", "kmeans_20")}
comparison = pw.compare(digits["reference"], candidates, ["ARI", "NMI", "AMI"])
print(comparison)

# %%
# The comparison says why they disagree: NMI rewards small clusters, a part of which is chance, and
# penalises splits less than ARI does.

print(fill(str(comparison.explanation.findings[0]), 90))

# %%
# The tick is the expected score of a random clustering with the same cluster sizes. All panels
# have the same axis. ARI and adjusted mutual information (AMI) expect 0 whatever the sizes, and
# NMI expects more of 20 clusters than of 10.

chance = comparison.plot.chance()

# %%
# Go by ARI if each digit should be one cluster. Go by AMI if a digit in two pieces does little
# harm. With all six clusterings, the ranks show which indices agree with each other.

everything = pw.compare("reference", digits, noise="singletons")
ranks = everything.plot.ranks()
