"""
Is it better than chance?
=========================

Compare scores with those of random clusterings that have the same cluster sizes.
"""

import partwise as pw

labels = pw.read(pw.datasets.digits())
found = pw.compare("reference", labels, ["CC", "AMI", "NMI", "R", "BCubed"], noise="singletons")

# %%
# For the correlation coefficient (CC) and adjusted mutual information (AMI), random clusterings
# score 0 on average. The Rand index of k-means with ten clusters, 0.94, looks good, but random
# clusterings with the same sizes score 0.82 on average.

chance = found.plot.chance()

# %%
# A permutation test gives a p-value.

reference, candidate = [0] * 5 + [1] * 5, [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]
test = pw.chance.significance(reference, candidate, "rand")
print(f"Rand {pw.score(reference, candidate, 'rand'):.3f}, p = {test.p_value} by {test.method}")
