"""
The smallest examples on which indices disagree
===============================================

Four references with two candidates each are enough to tell the paper's 13 indices apart.
"""

import partwise as pw

triplets = pw.properties.triplets()
for triplet in triplets:
    print(*triplet.clusterings, "| left:", triplet.names("left"))

# %%
# Shapes are the clusters of the reference, regions those of a candidate.

figure = triplets.plot("Four triplets that tell 13 indices apart")
