"""Information-theoretic indices: clusterings are alike if knowing one tells much about the other.

M is mutual information, H entropy, in nats. M(A, B) = H(A) + H(B) − H(A, B) is not negative and at
most min(H(A), H(B)); the indices differ in what they divide it by.
"""

from functools import partial
from math import inf

from partwise.base import Number, ops
from partwise.catalogue.registry import table_index

_table_index = partial(table_index, stable=True, builtin=True, family="paper")
_nmi_index = partial(_table_index, range=(0, 1), symmetric=True)


@_nmi_index(
    "nmi_arithmetic",
    label="Normalised MI (arithmetic)",
    aka=("NMI",),
    references=("kvalseth1987", "danon2005", "vinh2010"),
)
def nmi_arithmetic(t: Number) -> Number:
    """Mutual information over the mean of the two entropies.

    The NMI of the paper and of scikit-learn, and the same number as the V-measure. Monotone.

    Favours: small clusters; the more clusters a random candidate has, the higher it scores.

    Avoid when: candidates differ in the number of clusters. AMI subtracts the bias.
    """
    return t.mutual_information / ((t.entropy_a + t.entropy_b) / 2)


@_nmi_index(
    "nmi_max",
    label="Normalised MI (max)",
    aka=("NMImax", "NMI_max"),
    references=("kvalseth1987", "vinh2010"),
)
def nmi_max(t: Number) -> Number:
    """Mutual information over the larger entropy; one less this is a metric.

    Favours: small clusters, up to the entropy of the reference.

    Avoid when: candidates differ in the number of clusters, or every improvement has to count: it
    is not monotone, since a perfect merge can leave the larger entropy as it is.
    """
    return t.mutual_information / ops.maximum(t.entropy_a, t.entropy_b)


@_nmi_index(
    "nmi_min",
    label="Normalised MI (min)",
    aka=("NMImin",),
    references=("kvalseth1987", "vinh2010"),
)
def nmi_min(t: Number) -> Number:
    """Mutual information over the smaller entropy.

    It is 1 whenever one clustering refines the other: singletons are perfect for any reference.

    Favours: small clusters, to the extreme.

    Avoid when: splitting clusters is an error.
    """
    return t.mutual_information / ops.minimum(t.entropy_a, t.entropy_b)


@_nmi_index(
    "nmi_geometric",
    label="Normalised MI (geometric)",
    aka=("NMIsqrt",),
    references=("strehl2002", "vinh2010"),
)
def nmi_geometric(t: Number) -> Number:
    """Mutual information over the geometric mean of the two entropies.

    Shaped like a correlation coefficient, but without its baseline.

    Favours: small clusters.

    Avoid when: candidates differ in the number of clusters.
    """
    return t.mutual_information / ops.sqrt(t.entropy_a * t.entropy_b)


@_nmi_index(
    "nmi_joint",
    label="Normalised MI (joint)",
    aka=("NMIjoint", "IQR"),
    references=("yao2003", "vinh2010"),
)
def nmi_joint(t: Number) -> Number:
    """Mutual information over the joint entropy: the Jaccard index of information.

    One less this is a metric.

    Favours: small clusters.

    Avoid when: candidates differ in the number of clusters.
    """
    return t.mutual_information / t.entropy_joint


@_table_index(
    "fnmi",
    label="Fair NMI",
    aka=("FNMI",),
    range=(0, 1),
    symmetric=False,
    references=("amelio2015",),
)
def fnmi(t: Number) -> Number:
    """NMI times a penalty for a number of clusters that differs from the reference's.

    The penalty e^(−|k_A − k_B| / k_A) patches NMI's bias by counting clusters. It makes the index
    asymmetric, and not monotone: a correct merge that changes k_B can lower it.

    Favours: neither small nor large clusters as such, but as many clusters as the reference has.

    Avoid when: in doubt. AMI corrects for chance without looking at the number of clusters.
    """
    penalty = ops.exp(-ops.absolute(t.k_a - t.k_b) / t.k_a)
    return penalty * (t.mutual_information / ((t.entropy_a + t.entropy_b) / 2))


@_table_index(
    "vi",
    label="Variation of Information",
    aka=("VI",),
    direction="distance",
    range=(0, inf),
    symmetric=True,
    references=("meila2007",),
)
def vi(t: Number) -> Number:
    """Information in each clustering that the other does not have; a metric, in nats.

    2H(A, B) − H(A) − H(B) = H(A|B) + H(B|A), at most ln n. Monotone.

    Favours: either, depending on the reference. Against few large clusters a random candidate
    comes closer with large clusters, against many small ones with small clusters.

    Avoid when: candidates differ in the number of clusters.
    """
    return 2 * t.entropy_joint - t.entropy_a - t.entropy_b
