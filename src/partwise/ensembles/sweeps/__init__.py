"""A family of clusterings, one for each threshold or resolution, against a reference or alone."""
