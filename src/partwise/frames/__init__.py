"""Files and data frames → clusterings."""

from partwise.frames.label_files import read_columns, read_labels

__all__ = ["read_columns", "read_labels"]
