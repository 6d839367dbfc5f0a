"""
Score items with weights
========================

A weight can have two meanings: a number of identical items, or the importance of one item. Here ten
customers are put into segments, and some of them buy more than others.
"""

import partwise as pw

reference = ["shop", "shop", "shop", "shop", "web", "web", "web", "web", "fair", "fair"]
candidates = {
    "wrong about small ones": [0, 0, 0, 1, 1, 1, 1, 0, 2, 2],
    "wrong about large ones": [1, 0, 0, 0, 0, 1, 1, 1, 2, 2],
}
revenue = [9, 3, 2, 1, 8, 3, 2, 1, 2, 2]

# %%
# Both candidates put two customers into the wrong segment, so without weights they are equally
# good. If customers count by their revenue, it matters which two.

indices = ["CC", "BCubed"]
equal = pw.scores(reference, candidates, indices)
unweighted = equal.plot(title="Each customer counts 1")

# %%
# Now the candidate that is wrong about small customers scores better.

# sphinx_gallery_thumbnail_number = 2
by_revenue = pw.scores(reference, candidates, indices, weights=revenue, weighting="importance")
weighted = by_revenue.plot(title="Customers count by their revenue")

# %%
# For indices that average over items, such as BCubed, the two meanings give the same value. For
# pair-counting indices they do not: three copies of an item form three pairs, but one item of
# weight three forms none.

labels = candidates["wrong about small ones"]
for key in ("BCubed", "CC"):
    for weighting in ("multiplicity", "importance"):
        value = pw.score(reference, labels, key, weights=revenue, weighting=weighting)
        print(f"{key:8}{weighting:14}{value:.4f}")
