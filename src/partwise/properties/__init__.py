"""Properties of indices, decided by machine: proved, refuted, or tried up to a stated n.

`definitions/` says what each property means, `search/` looks for the smallest counterexample, and
`prove/` looks for a proof. Verdicts, audits, equivalence and triplets use these, and `guide/`
recommends indices by their properties.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from partwise.properties.auditing import Audit, audit, mark
    from partwise.properties.checking import Checks, check
    from partwise.properties.compatibility.together import Compatibility, compatible
    from partwise.properties.equivalence import Equivalence, equivalences, equivalent
    from partwise.properties.guide.agreement import Agreement, AgreementRanking
    from partwise.properties.guide.choice import recommend
    from partwise.properties.guide.decision_tree import (
        Leaf,
        Question,
        as_table,
        as_text,
        decision,
        walk,
    )
    from partwise.properties.guide.quiz import REPLIES, Quiz, QuizQuestion, QuizResult
    from partwise.properties.guide.recommendation import Recommendation
    from partwise.properties.known_orders import order_classes
    from partwise.properties.known_verdicts import holds, known
    from partwise.properties.property_table import PropertyTable, table
    from partwise.properties.prove.zero import NotProvedError, is_zero
    from partwise.properties.registry import PROPERTIES
    from partwise.properties.triplet_search.example import Opinion, Preference, Triplet
    from partwise.properties.triplet_search.result import Inseparable, Triplets
    from partwise.properties.triplet_search.search import PAPER, triplets
    from partwise.properties.verdict import Verdict

_IMPORTED_WHEN_USED = {
    "Agreement": "guide.agreement",
    "AgreementRanking": "guide.agreement",
    "Audit": "auditing",
    "Checks": "checking",
    "Compatibility": "compatibility.together",
    "Equivalence": "equivalence",
    "Inseparable": "triplet_search.result",
    "Leaf": "guide.decision_tree",
    "NotProvedError": "prove.zero",
    "Opinion": "triplet_search.example",
    "PAPER": "triplet_search.search",
    "PROPERTIES": "registry",
    "Preference": "triplet_search.example",
    "PropertyTable": "property_table",
    "Quiz": "guide.quiz",
    "QuizQuestion": "guide.quiz",
    "QuizResult": "guide.quiz",
    "Question": "guide.decision_tree",
    "REPLIES": "guide.quiz",
    "Recommendation": "guide.recommendation",
    "Triplet": "triplet_search.example",
    "Triplets": "triplet_search.result",
    "Verdict": "verdict",
    "as_table": "guide.decision_tree",
    "as_text": "guide.decision_tree",
    "audit": "auditing",
    "check": "checking",
    "compatible": "compatibility.together",
    "decision": "guide.decision_tree",
    "equivalences": "equivalence",
    "equivalent": "equivalence",
    "holds": "known_verdicts",
    "is_zero": "prove.zero",
    "known": "known_verdicts",
    "mark": "auditing",
    "order_classes": "known_orders",
    "table": "property_table",
    "recommend": "guide.choice",
    "triplets": "triplet_search.search",
    "walk": "guide.decision_tree",
}


def __getattr__(name: str) -> Any:
    if name not in _IMPORTED_WHEN_USED:
        raise AttributeError(f"module 'partwise.properties' has no attribute {name!r}")
    return getattr(import_module(f"partwise.properties.{_IMPORTED_WHEN_USED[name]}"), name)


__all__ = [
    "PAPER",
    "PROPERTIES",
    "REPLIES",
    "Agreement",
    "AgreementRanking",
    "Audit",
    "Checks",
    "Compatibility",
    "Equivalence",
    "Inseparable",
    "Leaf",
    "NotProvedError",
    "Opinion",
    "Preference",
    "PropertyTable",
    "Question",
    "Quiz",
    "QuizQuestion",
    "QuizResult",
    "Recommendation",
    "Triplet",
    "Triplets",
    "Verdict",
    "as_table",
    "as_text",
    "audit",
    "check",
    "compatible",
    "decision",
    "equivalences",
    "equivalent",
    "holds",
    "is_zero",
    "known",
    "mark",
    "order_classes",
    "recommend",
    "table",
    "triplets",
    "walk",
]


def __dir__() -> list[str]:
    return sorted(__all__)
