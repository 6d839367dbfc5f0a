"""Where a candidate errs: what became of clusters, splits and merges, matching, label transfer."""
