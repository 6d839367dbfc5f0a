"""
Compare two dendrograms
=======================

Flowers of three species, clustered by average and by complete linkage: are the two dendrograms
similar, and where should you cut them?
"""

import numpy as np
from scipy.cluster.hierarchy import linkage
from sklearn.datasets import load_iris

import partwise as pw

iris = load_iris()
rows = np.random.default_rng(3).choice(150, 36, replace=False)
names = [f"{iris.target_names[iris.target[row]]} {row}" for row in rows]
average, complete = (
    pw.Hierarchy(linkage(iris.data[rows], method), items=names)
    for method in ("average", "complete")
)
print(f"cophenetic correlation {average.cophenetic_correlation(complete):.3f}")
print(f"Baker's gamma          {average.bakers_gamma(complete):.3f}")

# %%
# A line leads from each flower's place in one dendrogram to its place in the other. Branches are
# turned so that few lines cross; colours are three clusters of the left dendrogram.

tangle = average.plot.tanglegram(
    complete, names=("average linkage", "complete linkage"), clusters=3
)

# %%
# How similar are the two if you cut them into the same number of clusters? The grey band shows what
# you would get after shuffling the flowers.

curve = average.bk_curve(complete).plot()

# %%
# Compare with the species: the best cut, and the purity of the whole dendrogram.

species = {name: name.split()[0] for name in names}
print(average.best_cut(species, "ARI"))
print(f"dendrogram purity {average.dendrogram_purity(species):.3f}")
