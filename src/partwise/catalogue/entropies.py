"""Further indices from entropies: shares of information, distances, and information itself."""

from functools import partial
from math import inf

from partwise.base import InputError, Number, ops
from partwise.catalogue.conventions import Conventions
from partwise.catalogue.index_record import Index
from partwise.catalogue.registry import table_index

_table_index = partial(table_index, stable=True, builtin=True, family="entropy")


@_table_index(
    "homogeneity",
    label="Homogeneity",
    aka=("asymmetric NMI", "ANMI", "uncertainty coefficient"),
    range=(0, 1),
    symmetric=False,
    references=("rosenberg2007",),
)
def homogeneity(t: Number) -> Number:
    """Share of the reference's information that the candidate has: M / H(A).

    It is 1 when each cluster of the candidate lies inside one of the reference. Also known as
    NMI normalised by the reference alone. scikit-learn calls it 1 when the reference is one
    cluster; here such a reference has no information to share, and the value is undefined.

    Favours: small clusters, to the extreme: singletons are perfect.

    Avoid when: it is the only index. Together with completeness it shows which kind of error,
    merges or splits, a candidate makes.
    """
    return t.mutual_information / t.entropy_a


@_table_index(
    "completeness",
    label="Completeness",
    range=(0, 1),
    symmetric=False,
    references=("rosenberg2007",),
)
def completeness(t: Number) -> Number:
    """Share of the candidate's information that the reference has: M / H(B).

    It is 1 when each cluster of the reference lies inside one of the candidate, and undefined when
    the candidate is one cluster (scikit-learn says 1).

    Favours: small clusters on average, although large ones reach 1: what random candidates share
    with the reference grows faster with the number of clusters than their own information.

    Avoid when: it is the only index; see homogeneity.
    """
    return t.mutual_information / t.entropy_b


def _v_measure(t: Number, beta: Number) -> Number:
    # (1 + β)·h·c / (β·h + c) with h = M / H(A) and c = M / H(B), defined for M = 0 too.
    return (1 + beta) * t.mutual_information / (t.entropy_a + beta * t.entropy_b)


@_table_index(
    "v_measure",
    label="V-measure",
    aka=("V1",),
    range=(0, 1),
    symmetric=True,
    references=("rosenberg2007",),
)
def v_measure(t: Number) -> Number:
    """Harmonic mean of homogeneity and completeness: the same number as NMI (arithmetic).

    `pw.families.v_measure_beta(β)` weighs completeness β times as much.

    Favours: small clusters; the more clusters a random candidate has, the higher it scores.

    Avoid when: candidates differ in the number of clusters. AMI subtracts the bias.
    """
    return _v_measure(t, 1)


def v_measure_beta(beta: float) -> Index:
    """Make the V-measure in which completeness weighs β times as much as homogeneity.

    Parameters
    ----------
    beta : float
        Not negative; 0 is homogeneity, 1 the V-measure, and large values tend to completeness.

    Examples
    --------
    >>> import partwise as pw
    >>> index = v_measure_beta(0.5)
    >>> index.key, round(index([0, 0, 1, 1], [0, 0, 1, 2]), 6)
    ('v_measure_beta_0.5', 0.857143)
    """
    if isinstance(beta, bool) or not isinstance(beta, int | float) or not 0 <= beta < inf:
        raise InputError(f"beta must be a number, not negative, not {beta!r}")
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
        doc=f"Mean of homogeneity and completeness, which weighs {beta:g} times as much.",
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
def nvi(t: Number) -> Number:
    """VI over the joint entropy, 1 − M / H(A, B): a metric, the Jaccard distance of information.

    One less NMI (joint). VI over its largest value, ln n, is sometimes called by the same name.

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
def nid(t: Number) -> Number:
    """Information in the richer clustering that the other lacks: 1 − M / max(H(A), H(B)).

    A metric; one less NMI (max).

    Favours: small clusters, up to the entropy of the reference.

    Avoid when: candidates differ in the number of clusters, or every improvement has to count: a
    perfect merge can leave it as it is.
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
def mi(t: Number) -> Number:
    """Information that the two clusterings share, in nats; at most the smaller entropy.

    The raw material of NMI and AMI. Identical clusterings share all they have, which differs from
    one clustering to the next, so it has no fixed best value.

    Favours: small clusters, to the extreme: splitting never lowers it.

    Avoid when: candidates are compared at all. NMI bounds it, AMI corrects it for chance.
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
def rmi(t: Number) -> Number:
    """Mutual information less the cost of telling the table: what the candidate saves, per item.

    In nats per item: (ln(n! Π n_ij! / (Π a_i! Π b_j!)) − ln Ω) / n, where Ω tables have the sizes
    of this one. Factorials are exact; ln Ω is the approximation of Diaconis and Efron that Newman,
    Cantwell and Young use, good where clusters are larger than their number. A candidate of many
    small clusters can be worth less than nothing, and identical clusterings do not share one
    value.

    Favours: large clusters; random candidates cost more than they save, and least where they have
    few clusters.

    Avoid when: a fixed best value or a fixed baseline is needed; AMI has both.
    """
    return t.arrangement_information - t.log_table_count / t.n
