"""Score coreference resolution and entity linking, where each side may lack mentions.

The module has the metrics of the field (MUC, B³, CEAF, LEA, BLANC, the CoNLL score), their sums
over documents, and readers of CoNLL files and JSON lines. Use it if one side misses or invents
mentions. If both sides have the same items, ``pw.score`` and ``pw.compare`` work as well.
"""

from partwise.coreference.document_sampling import CoreferenceEstimates, estimate
from partwise.coreference.entity_scores import (
    CoreferenceScores,
    DocumentScores,
    MetricScore,
    score,
    scores,
)
from partwise.coreference.entity_sets import Documents
from partwise.coreference.metrics import metric_key
from partwise.coreference.reading import read

__all__ = [
    "CoreferenceEstimates",
    "CoreferenceScores",
    "DocumentScores",
    "Documents",
    "MetricScore",
    "estimate",
    "metric_key",
    "read",
    "score",
    "scores",
]
