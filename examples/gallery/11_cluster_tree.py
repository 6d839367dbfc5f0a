"""
How clusters split as their number grows
========================================

Images of digits, clustered into 2 to 14 clusters by k-means: which clusters exist for every number,
which ones split, and which ones are put together from parts of several?
"""

from sklearn.cluster import KMeans
from sklearn.datasets import load_digits

import partwise as pw

images, digits = load_digits(return_X_y=True)
runs = {f"k={k}": KMeans(k, n_init=3, random_state=0).fit_predict(images) for k in range(2, 15, 3)}
tree = pw.ensembles.tree(runs)
print(tree)

# %%
# The number of clusters grows from top to bottom, and lines show where the items of a cluster go.
# The fainter a line, the smaller its share of the cluster below. If you use R, you may know this
# picture from clustree.

picture = tree.plot()

# %%
# Here, clusters that neighbouring levels have as well are dark.

stable = tree.plot.stability("jaccard")

# %%
# To compare levels, relabel the clusters: the largest part of a cluster keeps its name.

named = tree.relabelled["k=14"]
print(pw.contingency(digits, named).to_frame(wide=True).iloc[:, :6])
