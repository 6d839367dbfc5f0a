"""Studies: on many datasets at once, which indices agree and what each of them prefers."""

from partwise.studies.collect import study
from partwise.studies.result import Study

__all__ = ["Study", "study"]
