"""
The smallest examples on which indices disagree
===============================================

Four references with two candidates each are enough to tell the paper's 13 indices apart.
"""

from partwise.properties.triplets.drawing import draw

import partwise as pw

found = pw.properties.triplets()
for each in found:
    print(*each.clusterings, "| left:", each.names("left"))

# %%
# Shapes are the clusters of the reference, regions those of a candidate.

figure = draw(list(found), "Four triplets that tell 13 indices apart")
