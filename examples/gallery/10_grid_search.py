"""
A scorer for scikit-learn's grid search
=======================================

If you know the right clusters for some of your data, you can choose parameters by any index.
"""

from sklearn.cluster import KMeans
from sklearn.datasets import make_blobs
from sklearn.model_selection import GridSearchCV

import partwise as pw
from partwise.artifacts import Score, scores_chart

X, y = make_blobs(200, centers=5, cluster_std=1.3, random_state=4)
grid = {"n_clusters": list(range(2, 10))}
chosen = ["CC", "AMI", "NMI", "homogeneity"]
search = GridSearchCV(
    KMeans(n_init=3, random_state=0),
    grid,
    scoring={key: pw.scorer(key) for key in chosen},
    refit="CC",
)
search.fit(X, y)
print(search.best_params_)

# %%
# ``refit`` names the index that decides. The others are recorded too. Homogeneity rises with the
# number of clusters, because small clusters are pure, so it cannot choose that number.

rows = []
for key in chosen:
    means = search.cv_results_[f"mean_test_{key}"].tolist()
    rows += [
        Score(f"{k} clusters", key, mean, best=mean == max(means))
        for k, mean in zip(grid["n_clusters"], means, strict=True)
    ]
figure = scores_chart(rows, title="Five folds: mean score by number of clusters")
