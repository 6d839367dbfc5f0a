"""Coreference and entity linking: entities of mentions, where each side may lack mentions.

The metrics of the field (MUC, B³, CEAF, LEA, BLANC, the CoNLL score), their sums over documents,
and readers of the files in which annotators and toolkits write entities. Scores of clusterings that
have the same items live in `scoring`; this room is for mentions that one side missed or invented.
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
