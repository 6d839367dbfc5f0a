"""Files and data frames → clusterings, or tables that are counted where the data are."""
