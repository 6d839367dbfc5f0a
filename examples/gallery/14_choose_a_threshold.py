"""
Choose a match-probability threshold
====================================

Entity resolution gives pairs of records a score, and a threshold decides which of them are the same
person. Here 500 people have two to six records each. Pairs of the same person mostly score high,
and pairs of different people mostly score low.
"""

from textwrap import fill

import numpy as np
import pandas as pd

import partwise as pw

rng = np.random.default_rng(0)
person = np.repeat(np.arange(500), rng.integers(2, 7, 500))
first, second = np.nonzero(np.triu(person[:, None] == person, 1))
strangers = rng.integers(0, len(person), (2, 4000))
left, right = np.append(first, strangers[0]), np.append(second, strangers[1])
weight = np.append(rng.normal(4, 3.5, len(first)), rng.normal(-6, 2.5, 4000))
predictions = pd.DataFrame(
    {"unique_id_l": left, "unique_id_r": right, "match_probability": 1 / (1 + 2.0**-weight)}
)

result = pw.sweep(person, predictions, ["ARI", "BCubed"])
print(fill(str(result.best("ARI")), 90))

# %%
# Every threshold is scored, not only round ones. The shaded thresholds cannot be distinguished from
# the best one with these records.

curves = result.plot()

# %%
# A strict threshold misses matches (low recall); a lax one joins different people (low precision).

precision_recall = result.plot.precision_recall()

# %%
# If the threshold is too low, clusters of different people merge into one.

sizes = result.plot.sizes()
