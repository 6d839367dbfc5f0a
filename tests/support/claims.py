"""What is claimed about each index, to hold the verdicts against: the paper's tables, corrected.

Every claim names its source. The paper's word stands unless ``docs/errata.md`` refutes it. Beyond
its tables there are only claims with a reason: a counterexample, a linear equivalence, or an
argument that fits in a line. They were worked out before any machine decided these properties.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, product
from typing import Literal, TypeAlias, cast, get_args

from partwise.base.errors import InputError
from partwise.paper.index_list import EQUIVALENT
from partwise.paper.requirements import GENERAL, PAIR_COUNTING
from support.counterexamples import Counterexample, counterexample

__all__ = [
    "PROPERTIES",
    "SOURCES",
    "Claim",
    "Property",
    "Source",
    "claim",
    "claims",
    "favours",
    "weighs",
]

Property: TypeAlias = Literal[
    "maximal_agreement",
    "minimal_agreement",
    "symmetry",
    "distance",
    "linear_complexity",
    "monotonicity",
    "strong_monotonicity",
    "constant_baseline",
    "asymptotic_constant_baseline",
    "bias",
]
PROPERTIES: tuple[Property, ...] = get_args(Property)

Source: TypeAlias = Literal[
    "paper", "errata", "equivalence", "formula", "counterexample", "definition", "unknown"
]
SOURCES: dict[Source, str] = {
    "paper": "claimed by the paper",
    "errata": "against the paper, see docs/errata.md",
    "equivalence": "claimed by the paper for a linearly equivalent index",
    "formula": "follows from the formula",
    "counterexample": "shown by a counterexample; the paper's tables leave the index out",
    "definition": "the property is defined for pair-counting indices only",
    "unknown": "nobody has said",
}


@dataclass(frozen=True, slots=True)
class Claim:
    """Whether an index has a property, and who says so.

    Parameters
    ----------
    holds : bool or None
        None if nobody knows. For "bias": whether there is none.
    source : str
        Who says so: a key of ``SOURCES``.
    note : str
        The reason or the reservation.
    value : {"none", "dec", "inc", "both"} or None
        For "bias": whether fewer ("dec") or more ("inc") inter-cluster pairs are favoured.
    counterexample : Counterexample or None
        Clusterings that show that the property fails.
    """

    holds: bool | None
    source: Source
    note: str = ""
    value: str | None = None
    counterexample: Counterexample | None = None

    @property
    def applicable(self) -> bool:
        """Whether the property is defined for the index at all."""
        return self.source != "definition"


_EQUIVALENT = {  # where the first is in the table of requirements
    twin: key for key, twins in EQUIVALENT.items() for twin in twins if key in PAIR_COUNTING.marks
}

_BIAS = {
    "none": "adjusted_rand wallace_2 correlation correlation_distance sokal_sneath_1 yule peirce "
    "baulieu_2 goodman_kruskal correlation_chord",
    "dec": "jaccard jaccard_distance wallace_1 dice fowlkes_mallows sokal_sneath_2 kulczynski "
    "mcconnaughey russell_rao fager_mcgowan",
    "both": "rand minkowski hubert mirkin baulieu_1 sokal_sneath_3 gower_legendre rogers_tanimoto",
}
_BIAS_OF = {key: value for value, keys in _BIAS.items() for key in keys.split()}

_FAVOURS_OF_BIAS = {"none": "no cluster sizes", "dec": "large clusters", "both": "either"}
_FAVOURS = {  # indices that do not count pairs: seen in random candidates, not proved
    "small clusters": "nmi_arithmetic nmi_max nmi_min nmi_geometric nmi_joint",
    "no cluster sizes": "ami_geometric ami_arithmetic ami_max ami_min smi",
    "either": "vi f_measure bcubed",
    "neither": "fnmi",
}
_FAVOURS_OF = {key: told for told, keys in _FAVOURS.items() for key in keys.split()}

_INFORMATION = set(_FAVOURS_OF) - {"f_measure", "bcubed"}

_CONVENTION = "where the candidate is trivial the formula is 0/0 and a convention decides"
_ERRATA: dict[tuple[str, Property], tuple[bool, str]] = {
    ("ami_geometric", "monotonicity"): (False, "the proof in Appendix C.4 fails (erratum 1)"),
    ("jaccard", "monotonicity"): (False, "it may stay at 0, not increase (erratum 2)"),
    ("jaccard_distance", "monotonicity"): (False, "it may stay at 1, not decrease (erratum 2)"),
    ("dice", "monotonicity"): (False, "it may stay at 0, not increase (erratum 2)"),
    ("smi", "constant_baseline"): (True, "only by convention, where it is 0/0 (erratum 5)"),
    ("yule", "maximal_agreement"): (False, "as printed in the paper (erratum 18)"),
    ("yule", "minimal_agreement"): (False, "as printed in the paper (erratum 18)"),
    ("wallace_2", "bias"): (True, "bias changes when A and B are swapped (erratum 4)"),
}
_RESERVATIONS: dict[tuple[str, Property], str] = {
    ("correlation", "constant_baseline"): f"{_CONVENTION} (erratum 5)",
    ("sokal_sneath_1", "constant_baseline"): f"{_CONVENTION} (erratum 5)",
    ("ami_geometric", "constant_baseline"): (
        "where the candidate is one cluster the formula is 0/0 and a convention decides"
    ),
    ("sokal_sneath_1", "asymptotic_constant_baseline"): (
        "by definition; values need not converge to it when A or B has few pairs (erratum 3)"
    ),
    ("ami_geometric", "linear_complexity"): "the usual algorithm takes O(n max(kA, kB)) steps",
    ("smi", "linear_complexity"): "the usual algorithm takes more than O(n max(kA, kB)) steps",
}

_OF_RAND = "a strictly increasing function of Rand, which has it"
_OF_CC = "a strictly monotone function of CC, which has it"
_UNIQUE_BEST = "the formula reaches its best value only where N10 = N01 = 0"
_LARGEST = "mutual information reaches this bound for equal clusterings alone"
_CENTRED = "the numerator is 0 on average and the denominator depends on the sizes only"
_ZERO_AT_EXPECTED = "the numerator N11 N00 − N10 N01 is 0 at the expected pair counts"
_FORMULA: dict[Property, dict[str, str]] = {
    "maximal_agreement": {
        _UNIQUE_BEST: "minkowski fowlkes_mallows sokal_sneath_2 kulczynski mcconnaughey peirce "
        "sokal_sneath_3 gower_legendre rogers_tanimoto",
        _OF_CC: "correlation_chord",
        _LARGEST: "nmi_geometric nmi_joint ami_arithmetic ami_max",
    },
    "minimal_agreement": {
        _OF_RAND: "gower_legendre rogers_tanimoto",
        _OF_CC: "correlation_chord",
        "N11/mB − N10/(N − mB) is −1 only where N11 = N00 = 0": "peirce",
    },
    "symmetry": {
        "the formula treats both clusterings alike": "fowlkes_mallows sokal_sneath_2 kulczynski "
        "mcconnaughey baulieu_1 russell_rao baulieu_2 sokal_sneath_3 gower_legendre "
        "rogers_tanimoto goodman_kruskal correlation_chord nmi_min nmi_geometric nmi_joint "
        "ami_arithmetic ami_max ami_min",
    },
    "distance": {
        "1 − V = 2d/(1 + d) is concave in d = Mirkin, which is one": "rogers_tanimoto",
        "1 − V = 2d/(1 + d) is concave in d = Jaccard distance, which is one": "sokal_sneath_2",
    },
    "monotonicity": {
        _OF_RAND: "gower_legendre rogers_tanimoto",
        _OF_CC: "correlation_chord",
        "a split adds d > 0 to M and to H(B) ≥ M, a merge keeps M > 0 and lowers H(B)": (
            "nmi_geometric"
        ),
        "a split raises M and keeps H(A, B), a merge keeps M > 0 and lowers H(A, B)": "nmi_joint",
        "a split adds mA, a merge N − mA, to N11 N00 − N10 N01 for each pair changed": "baulieu_2",
        "N11/mB − N10/(N − mB) rises with each perfect split and merge": "peirce",
    },
    "strong_monotonicity": {
        _OF_RAND: "gower_legendre rogers_tanimoto",
        _OF_CC: "correlation_chord",
    },
    "constant_baseline": {
        _CENTRED: "baulieu_2 ami_arithmetic ami_max",
        f"{_CENTRED}; {_CONVENTION}": "peirce ami_min",
    },
    "asymptotic_constant_baseline": {
        _ZERO_AT_EXPECTED: "yule peirce baulieu_2 goodman_kruskal",
        "a function of CC, which is 0 at the expected pair counts": "correlation_chord",
    },
}
_PAPER_IN_PASSING: dict[tuple[str, Property], tuple[bool, str]] = {
    ("correlation_chord", "distance"): (True, "in a footnote on CD'"),
    ("nmi_min", "monotonicity"): (False, "in Appendix C.4"),
    ("ami_max", "monotonicity"): (False, "in Appendix A"),
    **{
        (key, "linear_complexity"): (True, "entropies take O(n) steps (Appendix C.2)")
        for key in ("nmi_min", "nmi_geometric", "nmi_joint")
    },
    **{
        (key, "linear_complexity"): (False, "the usual algorithm takes O(n max(kA, kB)) steps")
        for key in ("ami_arithmetic", "ami_max", "ami_min")
    },
    **{
        (key, "constant_baseline"): (False, "as all variants of NMI (Appendix C.5)")
        for key in ("nmi_min", "nmi_geometric", "nmi_joint")
    },
}

_PAIRS_ONLY = ("minimal_agreement", "strong_monotonicity", "asymptotic_constant_baseline", "bias")


def claim(key: str, kind: Property) -> Claim:
    """Return what is claimed about a property of an index of the catalogue.

    Parameters
    ----------
    key : str
        Key of the index. About keys that are not in the catalogue nothing is known.
    kind : str
        One of ``PROPERTIES``.

    Examples
    --------
    >>> claim("correlation", "constant_baseline").holds
    True
    >>> jaccard = claim("jaccard", "monotonicity")
    >>> jaccard.holds, jaccard.source, str(jaccard.counterexample)
    (False, 'errata', "A = 01|2, B = 02|1, B' = 0|1|2")
    >>> claim("jaccard", "bias").value
    'dec'
    """
    if kind not in PROPERTIES:
        raise InputError(f"no property is called {kind!r}; there are {', '.join(PROPERTIES)}")
    return CLAIMS.get((key, kind), Claim(None, "unknown", "the paper does not say"))


def claims(key: str) -> dict[Property, Claim]:
    """Return all that is claimed about an index, by property.

    Examples
    --------
    >>> [kind for kind, fact in claims("correlation").items() if not fact.holds]
    ['distance']
    """
    return {kind: claim(key, kind) for kind in PROPERTIES}


def favours(key: str) -> str | None:
    """Return which clusters of random candidates an index of the catalogue favours.

    Returns
    -------
    str or None
        "no cluster sizes", "large clusters", "small clusters", "either" (it depends), or "neither"
        (as many as the reference has); None if nobody knows.

    Examples
    --------
    >>> favours("nmi_arithmetic"), favours("jaccard"), favours("correlation")
    ('small clusters', 'large clusters', 'no cluster sizes')
    """
    if key in _BIAS_OF:
        return _FAVOURS_OF_BIAS[_BIAS_OF[key]]
    return _FAVOURS_OF.get(key)


def weighs(key: str) -> Literal["large", "small"] | None:
    """Return in which clusters an error costs more, by the paper's informal rule (Section 6).

    Pair-counting indices weigh large clusters more: an item misplaced in a cluster of k costs k − 1
    pairs. Information-theoretic ones are known, empirically, to weigh small clusters more. The
    paper says nothing of F-measure and BCubed.

    Examples
    --------
    >>> weighs("correlation"), weighs("ami_geometric"), weighs("bcubed")
    ('large', 'small', None)
    """
    if key in _BIAS_OF:
        return "large"
    return "small" if key in _INFORMATION else None


def _bias(key: str) -> Claim:
    value = _BIAS_OF[key]
    source: Source = "formula"
    if key in PAIR_COUNTING.marks:
        source = "paper"
    elif key in _EQUIVALENT:
        source = "errata" if key == "wallace_2" else "equivalence"
    note = _ERRATA.get((key, "bias"), (True, ""))[1]
    return Claim(value == "none", source, note, value, counterexample(key, "bias"))


Found: TypeAlias = Iterator[tuple[str, Property, Claim]]


def _claim(key: str, kind: Property, holds: bool, source: Source, note: str = "") -> Claim:
    return Claim(holds, source, note, None, None if holds else counterexample(key, kind))


def _from_counterexamples() -> Found:
    for key, kind in product((*_BIAS_OF, *_FAVOURS_OF), PROPERTIES):
        if counterexample(key, kind):
            yield key, kind, _claim(key, kind, False, "counterexample")
        elif key in _FAVOURS_OF and kind in _PAIRS_ONLY:
            yield key, kind, Claim(None, "definition", SOURCES["definition"])


def _from_formulas() -> Found:
    for kind, reasons in _FORMULA.items():
        for reason, keys in reasons.items():
            for key in keys.split():
                yield key, kind, _claim(key, kind, True, "formula", reason)


def _from_the_papers_text() -> Found:
    for key in _BIAS_OF:
        note = "as for all pair-counting indices"
        yield key, "linear_complexity", _claim(key, "linear_complexity", True, "paper", note)
        yield key, "bias", _bias(key)
    for (key, kind), (holds, note) in _PAPER_IN_PASSING.items():
        yield key, kind, _claim(key, kind, holds, "paper", note)


def _from_the_papers_tables() -> Found:
    for table in (GENERAL, PAIR_COUNTING):
        for key, about in product(table.marks, table.properties):
            kind = cast(Property, about)
            holds, note = table.has(key, kind), _RESERVATIONS.get((key, kind), "")
            yield key, kind, _claim(key, kind, holds, "paper", note)
            for twin in (twin for twin, known in _EQUIVALENT.items() if known == key):
                note = f"linearly equivalent to {key}"
                yield twin, kind, _claim(twin, kind, holds, "equivalence", note)


def _from_errata() -> Found:
    for (key, kind), (holds, note) in _ERRATA.items():
        if kind != "bias":
            yield key, kind, _claim(key, kind, holds, "errata", note)


CLAIMS = {
    (key, kind): found
    for key, kind, found in chain(  # the later ones override
        _from_counterexamples(),
        _from_formulas(),
        _from_the_papers_text(),
        _from_the_papers_tables(),
        _from_errata(),
    )
}
