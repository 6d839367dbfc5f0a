"""
A map of many clusterings
=========================

Seven clusterings of the same images: which of them are similar, which one is in the middle, and
which clustering do they agree on?
"""

import numpy as np

import partwise as pw

labels = pw.read(pw.datasets.digits())
found = pw.ensembles.landscape(labels, noise="singletons")
print(found)

# %%
# The map uses the correlation distance, which is a metric. The medoid is marked: it has the
# smallest mean distance to the others.

places = found.plot.map()

# %%
# A map in two dimensions distorts distances. The table above says how much of them it shows. A
# dendrogram shows all clusterings without a projection, but says less about neighbours.

# sphinx_gallery_thumbnail_number = 2
tree = found.plot.dendrogram()

# %%
# A consensus is the clustering with the smallest mean distance to all of them, and need not be one
# of them. In this example, all runs are noisy copies of a truth that none of them shows.

rng = np.random.default_rng(0)
truth = np.repeat([0, 1, 2, 3], 25)
runs = {
    f"run {i}": np.where(rng.random(100) < 0.3, rng.integers(0, 4, 100), truth) for i in range(15)
}
agreed = pw.ensembles.consensus(runs)
best_run = max(pw.score(truth, run, "CC") for run in runs.values())
print(f"CC with the truth: best run {best_run:.2f},", end=" ")
print(f"consensus {pw.score(truth, agreed.clustering, 'CC'):.2f}")

# %%
# If you add the consensus and the truth to the map, you see why: the runs are all around the two.

everything = {**runs, "consensus": agreed.clustering.labels, "truth": truth}
around = pw.ensembles.landscape(everything).plot.map()
