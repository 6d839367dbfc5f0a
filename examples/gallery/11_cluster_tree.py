"""
How clusters split as their number grows
========================================

Images of digits, clustered into 2 to 14 clusters by k-means: which clusters are there at every
number, which ones split, and which ones are put together from parts of several?
"""

from sklearn.cluster import KMeans
from sklearn.datasets import load_digits

import partwise as pw

images, digits = load_digits(return_X_y=True)
runs = {f"k={k}": KMeans(k, n_init=3, random_state=0).fit_predict(images) for k in range(2, 15, 3)}
tree = pw.ensembles.tree(runs)
print(tree)

# %%
# Levels lie from top to bottom, and lines show where the items of a cluster go: the fainter a line,
# the smaller its share of the cluster below. Users of R know the picture from clustree.

picture = tree.plot()

# %%
# Clusters that neighbouring levels have as well are dark here.

stable = tree.plot.stability("jaccard")

# %%
# Names that follow the largest part of a cluster make the levels comparable.

named = tree.relabelled["k=14"]
print(pw.contingency(digits, named).to_frame(wide=True).iloc[:, :6])
