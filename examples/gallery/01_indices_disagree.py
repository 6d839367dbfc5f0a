"""
Indices disagree about the best clustering
==========================================

Six clusterings of 1797 images of digits are held against the digits themselves. Which one is best
depends on whom you ask.
"""

from textwrap import fill

import partwise as pw

labels = pw.read(pw.datasets.digits())
indices = ["CC", "S&S", "AMI", "NMI", "R", "J", "W", "FMeasure", "BCubed"]
found = pw.compare("reference", labels, indices, noise="singletons")
print(found)

# %%
# Most indices agree that Ward's clustering is best. Wallace prefers the candidate with the largest
# clusters: it counts pairs that are kept together, and a candidate with five clusters keeps many.

ranks = found.plot.ranks()

# %%
# How often do two indices order two candidates differently?

disagreement = found.plot.disagreement()

# %%
# The comparison says why, in words.

for finding in found.explanation.findings[:2]:
    print(fill(finding.text, 90), end="\n\n")
