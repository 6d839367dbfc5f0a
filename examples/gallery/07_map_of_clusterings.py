"""
A map of many clusterings
=========================

Seven clusterings of the same images: which of them are alike, which one is in the middle, and what
would they agree on?
"""

import numpy as np

import partwise as pw

labels = pw.read(pw.datasets.digits())
found = pw.ensembles.landscape(labels, noise="singletons")
print(found)

# %%
# Distances are correlation distances, a metric, so that nearness can be drawn. On the map, the
# medoid is marked: its mean distance to the others is least.

places = found.plot.map()

# %%
# A map in two dimensions cannot show all of it; the table above says how much it shows. A
# dendrogram leaves nothing out but says less about neighbours.

# sphinx_gallery_thumbnail_number = 2
tree = found.plot.dendrogram()

# %%
# The clustering with the smallest mean distance to all of them need not be one of them: for example
# if they are all noisy copies of a truth that none of them shows.

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
# With the consensus and the truth among them, the map shows why: the runs lie around the two.

everything = {**runs, "consensus": agreed.clustering.labels, "truth": truth}
around = pw.ensembles.landscape(everything).plot.map()
