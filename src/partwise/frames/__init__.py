"""Files and data frames → clusterings."""

from partwise.frames.label_files import read_columns, read_labels
from partwise.frames.labels import Labels
from partwise.frames.load import clusterings
from partwise.frames.read import read

__all__ = ["Labels", "clusterings", "read", "read_columns", "read_labels"]
