"""
Items that count more than others
=================================

Weights have two meanings: so many items that are alike, or one item that counts so much. Ten
customers are put into segments; some of them buy more than others.
"""

import partwise as pw

reference = ["shop", "shop", "shop", "shop", "web", "web", "web", "web", "fair", "fair"]
candidates = {
    "wrong about small ones": [0, 0, 0, 1, 1, 1, 1, 0, 2, 2],
    "wrong about large ones": [1, 0, 0, 0, 0, 1, 1, 1, 2, 2],
}
revenue = [9, 3, 2, 1, 8, 3, 2, 1, 2, 2]

# %%
# Both candidates swap two customers between the same segments, so without weights they are equally
# good. By revenue, it matters which two.

indices = ["CC", "BCubed"]
equal = pw.scores(reference, candidates, indices)
unweighted = equal.plot(title="Each customer counts 1")

# %%

by_revenue = pw.scores(reference, candidates, indices, weights=revenue, weighting="importance")
weighted = by_revenue.plot(title="Customers count by their revenue")

# %%
# For indices of cells, such as BCubed, the two meanings give the same value. For indices of pairs
# they do not: three copies of an item are three pairs that are together, one item of weight three
# is none.

labels = candidates["wrong about small ones"]
for key in ("BCubed", "CC"):
    for weighting in ("multiplicity", "importance"):
        value = pw.score(reference, labels, key, weights=revenue, weighting=weighting)
        print(f"{key:8}{weighting:14}{value:.4f}")
