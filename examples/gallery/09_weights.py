"""
Items that count more than others
=================================

Weights have two meanings: so many items that are alike, or one item that counts so much. Ten
customers are put into segments; some of them buy more than others.
"""

import partwise as pw
from partwise.charts.score_chart import Score, scores

reference = ["shop", "shop", "shop", "shop", "web", "web", "web", "web", "fair", "fair"]
candidates = {
    "wrong about small ones": [0, 0, 0, 1, 1, 1, 1, 0, 2, 2],
    "wrong about large ones": [1, 0, 0, 0, 0, 1, 1, 1, 2, 2],
}
revenue = [9, 3, 2, 1, 8, 3, 2, 1, 2, 2]

# %%
# Both candidates swap two customers between the same segments, so without weights they are equally
# good. By revenue, it matters which two.

rows = []
for key in ("CC", "BCubed"):
    for weights, said in ((None, "each counts 1"), (revenue, "by revenue")):
        values = {
            name: pw.score(reference, labels, key, weights=weights, weighting="importance")
            for name, labels in candidates.items()
        }
        best = max(values.values())
        rows += [
            Score(name, f"{key}, {said}", value, best=value == best)
            for name, value in values.items()
        ]
figure = scores(rows, title="Two candidates, with and without weights")

# %%
# For indices of cells, such as BCubed, the two meanings give the same value. For indices of pairs
# they do not: three copies of an item are three pairs that are together, one item of weight three
# is none.

labels = candidates["wrong about small ones"]
for key in ("BCubed", "CC"):
    for weighting in ("multiplicity", "importance"):
        value = pw.score(reference, labels, key, weights=revenue, weighting=weighting)
        print(f"{key:8}{weighting:14}{value:.4f}")
