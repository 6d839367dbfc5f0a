"""Scores: one index or many, two clusterings or all pairs of them, graphs, streams, scorers."""

from partwise.scoring.batches import ScoreTable, scores
from partwise.scoring.beyond_scoring import kind_beyond, named_candidates, together
from partwise.scoring.by_index import ABOUT_INTERVALS, ByCandidate, ByIndex, for_people
from partwise.scoring.graph import Graph
from partwise.scoring.graph_edges import is_adjacency
from partwise.scoring.graph_pairs import graph_counts
from partwise.scoring.graph_scoring import GraphScores, graph_score, graph_scores
from partwise.scoring.pairwise_scores import PairwiseScores, shared_notes
from partwise.scoring.pairwise_scoring import index_matrix, pairwise, scores_on_shared
from partwise.scoring.preference import better
from partwise.scoring.scorers import scorer
from partwise.scoring.single import Scores, Which, score, scores_of_table
from partwise.scoring.sklearn_checks import (
    as_integers,
    check_clusterings,
    check_option,
    check_weight,
    integer_columns,
    label_columns,
    ranks,
)
from partwise.scoring.streams import Accumulator

__all__ = [
    "ABOUT_INTERVALS",
    "Accumulator",
    "ByCandidate",
    "ByIndex",
    "Graph",
    "GraphScores",
    "PairwiseScores",
    "ScoreTable",
    "Scores",
    "Which",
    "as_integers",
    "better",
    "check_clusterings",
    "check_option",
    "check_weight",
    "for_people",
    "graph_counts",
    "graph_score",
    "graph_scores",
    "index_matrix",
    "integer_columns",
    "is_adjacency",
    "kind_beyond",
    "label_columns",
    "named_candidates",
    "pairwise",
    "ranks",
    "score",
    "scorer",
    "scores",
    "scores_of_table",
    "scores_on_shared",
    "shared_notes",
    "together",
]
