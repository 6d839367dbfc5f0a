"""Where a candidate errs: outcomes of clusters, splits and merges, matching, label transfer."""
