"""The family "entropy": shares of information, distances, and other entropies."""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Literal, TypeAlias

from partwise.base import InputError, Number, ops
from partwise.catalogue.conventions import Conventions
from partwise.catalogue.index_record import Direction, Index
from partwise.catalogue.registry import table_index
from partwise.tables import FormulaTable

_table_index = partial(table_index, stable=True, builtin=True, family="entropy")


@_table_index(
    "homogeneity",
    label="Homogeneity",
    aka=("asymmetric NMI", "ANMI", "uncertainty coefficient"),
    range=(0, 1),
    symmetric=False,
    references=("rosenberg2007",),
)
def homogeneity(t: FormulaTable) -> Number:
    """Share of the reference's information that the candidate has: M / H(A).

    M is mutual information. The index is 1 if each cluster of the candidate lies inside one cluster
    of the reference. A reference with one cluster has no information, so the score is undefined
    unless the candidate is identical; scikit-learn returns 1.

    Favours: small clusters; all singletons score best.

    Avoid when: it is the only index. Report it with completeness: low homogeneity means that the
    candidate merges clusters, and low completeness that it splits them.
    """
    return t.mutual_information / t.entropy_a


@_table_index(
    "completeness",
    label="Completeness",
    range=(0, 1),
    symmetric=False,
    references=("rosenberg2007",),
)
def completeness(t: FormulaTable) -> Number:
    """Share of the candidate's information that the reference has: M / H(B).

    M is mutual information. The index is 1 if each cluster of the reference lies inside one cluster
    of the candidate. It is undefined if only the candidate is a single cluster; scikit-learn
    returns 1.

    Favours: small clusters on average. With more clusters, the information that random candidates
    share with the reference grows faster than their own information.

    Avoid when: it is the only index. Report it with homogeneity.
    """
    return t.mutual_information / t.entropy_b


def _v_measure(t: FormulaTable, beta: Number) -> Number:
    # (1 + β)·h·c / (β·h + c) with h = M / H(A) and c = M / H(B), defined for M = 0 too.
    return (1 + beta) * t.mutual_information / (t.entropy_a + beta * t.entropy_b)


@_table_index(
    "v_measure",
    label="V-measure",
    aka=("V1", "V-score"),
    range=(0, 1),
    symmetric=True,
    references=("rosenberg2007",),
)
def v_measure(t: FormulaTable) -> Number:
    """Harmonic mean of homogeneity and completeness: the same number as NMI (arithmetic).

    `pw.families.v_measure_beta(β)` gives completeness β times the weight.

    Favours: small clusters; the more clusters a random candidate has, the higher it scores.

    Avoid when: candidates differ in the number of clusters. Adjusted mutual information (AMI)
    corrects this bias.
    """
    return _v_measure(t, 1)


def v_measure_beta(beta: float) -> Index:
    """Make the V-measure in which completeness has β times the weight of homogeneity.

    Parameters
    ----------
    beta : float
        At least 0: 0 gives homogeneity, 1 the V-measure, and large values approach completeness.

    Examples
    --------
    >>> import partwise as pw
    >>> index = v_measure_beta(0.5)
    >>> index.key, round(index([0, 0, 1, 1], [0, 0, 1, 2]), 6)
    ('v_measure_beta_0.5', 0.857143)
    """
    if isinstance(beta, bool) or not isinstance(beta, int | float) or not 0 <= beta < inf:
        raise InputError(f"beta must be a number of at least 0, not {beta!r}")
    return Index(
        key=f"v_measure_beta_{beta:g}",
        label=f"V-measure (β = {beta:g})",
        kind="table",
        formula=partial(_v_measure, beta=beta),
        range=(0, 1),
        symmetric=beta == 1,
        conventions=Conventions(1, None, None),
        references=v_measure.references,
        stable=True,
        family=v_measure.family,
        doc=f"Mean of homogeneity and completeness, which has {beta:g} times the weight.",
    )


@_table_index(
    "nvi",
    label="Normalised VI",
    aka=("NVI",),
    direction="distance",
    range=(0, 1),
    symmetric=True,
    references=("vinh2010", "kraskov2005"),
)
def nvi(t: FormulaTable) -> Number:
    """VI over the joint entropy, 1 − M / H(A, B): a metric, the Jaccard distance of information.

    VI is variation of information, and M mutual information. The index is one minus NMI (joint).
    Some authors use the same name for VI over ln n, its largest value.

    Favours: small clusters.

    Avoid when: candidates differ in the number of clusters.
    """
    return (2 * t.entropy_joint - t.entropy_a - t.entropy_b) / t.entropy_joint


@_table_index(
    "nid",
    label="Normalised information distance",
    aka=("NID",),
    direction="distance",
    range=(0, 1),
    symmetric=True,
    references=("vinh2010", "kraskov2005"),
)
def nid(t: FormulaTable) -> Number:
    """Share of the larger entropy that is not shared: 1 − M / max(H(A), H(B)), a metric.

    M is mutual information. The index is one minus NMI (max).

    Favours: small clusters, until the entropy of the candidate reaches that of the reference.

    Avoid when: candidates differ in the number of clusters, or every improvement must lower the
    distance. A perfect merge can leave it unchanged.
    """
    larger = ops.maximum(t.entropy_a, t.entropy_b)
    return (larger - t.mutual_information) / larger


@_table_index(
    "mi",
    label="Mutual information",
    aka=("MI",),
    range=(0, inf),
    symmetric=True,
    references=("shannon1948", "vinh2010"),
)
def mi(t: FormulaTable) -> Number:
    """Information that the two clusterings share, in nats; at most the smaller entropy.

    Normalised and adjusted mutual information (NMI and AMI) are computed from it. The score of
    identical clusterings is their entropy, so the index has no fixed best value.

    Favours: small clusters; splitting a cluster never lowers the score.

    Avoid when: you compare candidates. NMI has a fixed best value, and AMI is also adjusted for
    chance.
    """
    return t.mutual_information


@_table_index(
    "rmi",
    label="Reduced mutual information",
    aka=("RMI",),
    range=(-inf, inf),
    symmetric=True,
    references=("newman2020", "diaconis1985"),
)
def rmi(t: FormulaTable) -> Number:
    """Mutual information minus the cost of encoding the table: what the candidate saves, per item.

    In nats per item, it is (ln(n! Π n_ij! / (Π a_i! Π b_j!)) − ln Ω) / n, where Ω is the number of
    tables with the same cluster sizes. Factorials are exact. ln Ω is the approximation by Diaconis
    and Efron that Newman, Cantwell and Young use; it is good if the clusters have more items than
    there are clusters. A candidate with many small clusters can have a negative score, and
    identical clusterings have no common score.

    Favours: large clusters; random candidates cost more than they save, and those with few clusters
    lose least.

    Avoid when: you need a fixed best score or a fixed baseline. Adjusted mutual information (AMI)
    has both.
    """
    return t.arrangement_information - t.log_table_count / t.n


# --- Tsallis entropies of order q in the place of Shannon's: from counts of pairs to information.
# H_q = (1 − Σ p^q) / (q − 1) is Shannon's entropy in the limit q → 1 and, up to a factor, the share
# of pairs that are apart for q = 2, where these indices become functions of pair counts.

Form: TypeAlias = Literal["nmi", "vi"]

_tsallis_index = partial(_table_index, symmetric=True, references=("romano2016", "simovici2007"))


def _apart(t: FormulaTable) -> tuple[Number, Number, Number]:
    """H_2(A), H_2(B) and H_2(A, B), each times n²: ordered pairs that are apart."""
    p = t.pairs
    return 2 * p.diff_a, 2 * p.diff_b, 2 * (p.n10 + p.n01 + p.n00)


# Other orders are sums over cells. Their terms are 0, and not just nearly so, if one clustering is
# trivial (NMI), or if a cluster is the same in both (VI).


def _nmi(t: FormulaTable, q: Number) -> Number:
    if q == 1:
        return 2 * t.mutual_information / (t.entropy_a + t.entropy_b)
    if q == 2:
        a, b, joint = _apart(t)
        return 2 * (a + b - joint) / (a + b)
    a, b = (t.row / t.n) ** (q - 1), (t.col / t.n) ** (q - 1)
    lift = (t.cell * t.n / (t.row * t.col)) ** (q - 1)
    shared = t.sum(t.cell * ((1 - a) * (1 - b) + a * b * (lift - 1)))
    return 2 * shared / t.sum(t.cell * ((1 - a) + (1 - b)))


def _vi(t: FormulaTable, q: Number) -> Number:
    if q == 1:
        return 2 * t.entropy_joint - t.entropy_a - t.entropy_b
    if q == 2:
        a, b, joint = _apart(t)
        return (2 * joint - a - b) / ((q - 1) * t.n**q)
    a, b = (t.row / t.n) ** (q - 1), (t.col / t.n) ** (q - 1)
    only_a, only_b = (1 - (t.cell / size) ** (q - 1) for size in (t.row, t.col))
    return t.sum(t.cell * (a * only_a + b * only_b)) / ((q - 1) * t.n)


_FORMS: dict[str, tuple[str, Callable[..., Number], Direction, float, Conventions]] = {
    "nmi": ("Normalised MI", _nmi, "similarity", 1, Conventions(1, None, None)),
    "vi": ("VI", _vi, "distance", 0, Conventions(0, None, None)),
}


def tsallis(q: float, form: Form = "nmi") -> Index:
    """Make an index from Tsallis entropies of order q.

    Parameters
    ----------
    q : float
        Above 0. The larger q is, the more weight large clusters have; 1 gives Shannon's entropy.
    form : {"nmi", "vi"}
        "nmi" is mutual information over the mean entropy, which can be negative for q < 1. "vi" is
        variation of information, which is a metric for q ≥ 1.

    Examples
    --------
    >>> import partwise as pw
    >>> a, b = [0, 0, 1, 1], [0, 0, 1, 2]
    >>> pw.score(a, b, tsallis(1)) == pw.score(a, b, "NMI")
    True
    >>> tsallis(2)(a, b, exact=True)
    Fraction(8, 9)
    """
    if form not in _FORMS:
        raise InputError(f'form= must be "nmi" or "vi", not {form!r}')
    if isinstance(q, bool) or not isinstance(q, int | float) or not 0 < q < inf:
        raise InputError(f"q must be a number above 0, not {q!r}")
    name, formula, direction, best, conventions = _FORMS[form]
    order: int | float = int(q) if float(q).is_integer() else q
    bounds = (-inf, best) if form == "nmi" else (best, inf)
    return Index(
        key=f"tsallis_{form}_{order:g}",
        label=f"{name} of order {order:g}",
        kind="table",
        formula=partial(formula, q=order),
        direction=direction,
        range=bounds,
        symmetric=True,
        conventions=conventions,
        references=("romano2016", "simovici2007"),
        stable=order in (1, 2),
        family="entropy",
        doc=f"{name} from Tsallis entropies of order {order:g}.",
    )


@_tsallis_index("tsallis_nmi_2", label="Normalised MI of order 2", range=(0, 1))
def tsallis_nmi_2(t: FormulaTable) -> Number:
    """NMI from Tsallis entropies of order 2, which count pairs that are apart.

    The entropy of order 2 is the probability that two items drawn with replacement are in different
    clusters. `pw.families.tsallis` makes indices of other orders.

    Favours: small clusters; with small clusters, most pairs are apart in both clusterings.

    Avoid when: candidates differ in the number or sizes of clusters.
    """
    return _nmi(t, 2)


@_tsallis_index("tsallis_vi_2", label="VI of order 2", direction="distance", range=(0, 1))
def tsallis_vi_2(t: FormulaTable) -> Number:
    """VI from Tsallis entropies of order 2: disagreeing pairs, as a share of all n² ordered pairs.

    A metric, (n − 1)/n times the normalised Mirkin metric.

    Favours: small clusters, unless the reference has more than half of its pairs together, as the
    Rand index does.

    Avoid when: candidates differ in the number or sizes of clusters, as for the Rand index.
    """
    return _vi(t, 2)
