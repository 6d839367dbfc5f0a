"""
Clusters over time
==================

Customers are clustered every month, and the labels change each time. Tracking gives clusters
persistent ids, and says which ones split, merged, appeared and ended.
"""

import numpy as np

import partwise as pw

# %%
# Six months of 500 customers: some come and go, and a few change their cluster each month. In March
# the largest cluster splits, in April two clusters merge, and in May one cluster ends and a few
# customers form a new one.

rng = np.random.default_rng(4)
cluster = rng.choice(6, 500, p=[0.3, 0.22, 0.18, 0.14, 0.1, 0.06])
is_customer = rng.random(500) < 0.8
snapshots = {}
for month in ("January", "February", "March", "April", "May", "June"):
    cluster = np.where(rng.random(500) < 0.03, rng.integers(0, 6, 500), cluster)
    if month == "March":
        cluster = np.where((cluster == 0) & (rng.random(500) < 0.4), 7, cluster)
    if month == "April":
        cluster = np.where(cluster == 4, 3, cluster)
    is_customer = is_customer ^ (rng.random(500) < 0.06)
    if month in ("May", "June"):
        is_customer &= cluster != 5
    shuffled = rng.permutation(10)  # labels that mean something else each month
    members = np.flatnonzero(is_customer).tolist()
    snapshots[month] = {f"customer {i}": int(shuffled[cluster[i]]) for i in members}

tracking = pw.ensembles.track(snapshots)
print(tracking)

# %%
# Each column is a month, each colour is one persistent id, and ribbons are customers who stayed.

figure = tracking.plot()

# %%
# All events, except clusters that simply continue:

for event in tracking.events:
    if event.kind != "continue":
        print(f"{event.after}: {event.kind} {event.sources} -> {event.targets}")
