"""
The smallest examples on which indices disagree
===============================================

Four examples, each with a reference and two candidates, are enough to distinguish the paper's 13
indices: any two of them disagree about at least one example.
"""

import partwise as pw

triplets = pw.properties.triplets()
for triplet in triplets:
    print(*triplet.clusterings, "| left:", triplet.names("left"))

# %%
# Shapes show the clusters of the reference, and regions show those of a candidate.

figure = triplets.plot("Four examples that distinguish 13 indices")
