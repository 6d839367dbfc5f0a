"""Which index? From requirements to indices, with reasons and counterexamples."""

from partwise.guide.choice import recommend
from partwise.guide.decision import Leaf, Question, as_table, as_text, decision, walk
from partwise.guide.recommendation import Recommendation

__all__ = [
    "Leaf",
    "Question",
    "Recommendation",
    "as_table",
    "as_text",
    "decision",
    "recommend",
    "walk",
]
