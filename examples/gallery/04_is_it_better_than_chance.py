"""
Is it better than chance?
=========================

Scores beside those of random candidates with the same cluster sizes.
"""

import partwise as pw

labels = pw.read(pw.datasets.digits())
found = pw.compare("reference", labels, ["CC", "AMI", "NMI", "R", "BCubed"], noise="singletons")

# %%
# For CC and AMI chance is 0. The Rand index of k-means with ten clusters, 0.94, sounds good, but
# random candidates with its sizes score 0.82 on average.

chance = found.plot.chance()

# %%
# A permutation test needs no picture.

reference, candidate = [0] * 5 + [1] * 5, [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]
test = pw.chance.significance(reference, candidate, "rand")
print(f"Rand {pw.score(reference, candidate, 'rand'):.3f}, p = {test.p_value} by {test.method}")
