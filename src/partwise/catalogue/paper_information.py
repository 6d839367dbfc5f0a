"""Information-theoretic indices: clusterings are alike if knowing one tells much about the other.

M is mutual information, H entropy, in nats. M(A, B) = H(A) + H(B) − H(A, B) is not negative and at
most min(H(A), H(B)); the indices differ in what they divide it by.
"""

from functools import partial
from math import inf

from partwise.base import Number, ops
from partwise.catalogue.registry import table_index
from partwise.tables import FormulaTable

_table_index = partial(table_index, stable=True, builtin=True, family="paper")
_nmi_index = partial(_table_index, range=(0, 1), symmetric=True)


@_nmi_index(
    "nmi_arithmetic",
    label="Normalised MI (arithmetic)",
    aka=("NMI", "Normalised MI", "symmetric uncertainty"),
    references=("kvalseth1987", "danon2005", "vinh2010"),
)
def nmi_arithmetic(t: FormulaTable) -> Number:
    """Mutual information over the mean of the two entropies.

    The NMI of the paper and of scikit-learn, and the same number as the V-measure. Monotone.

    Favours: small clusters; the more clusters a random candidate has, the higher it scores.

    Avoid when: candidates differ in the number of clusters. AMI subtracts the bias.
    """
    return t.mutual_information / ((t.entropy_a + t.entropy_b) / 2)


@_nmi_index(
    "nmi_max",
    label="Normalised MI (max)",
    aka=("NMImax",),
    references=("kvalseth1987", "vinh2010"),
)
def nmi_max(t: FormulaTable) -> Number:
    """Mutual information over the larger entropy; one minus this is a metric.

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
def nmi_min(t: FormulaTable) -> Number:
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
def nmi_geometric(t: FormulaTable) -> Number:
    """Mutual information over the geometric mean of the two entropies.

    Shaped like a correlation coefficient, but without its baseline.

    Favours: small clusters.

    Avoid when: candidates differ in the number of clusters.
    """
    return t.mutual_information / ops.sqrt(t.entropy_a * t.entropy_b)


@_nmi_index(
    "nmi_joint",
    label="Normalised MI (joint)",
    aka=("NMIjoint", "IQR", "information quality ratio"),
    references=("yao2003", "vinh2010"),
)
def nmi_joint(t: FormulaTable) -> Number:
    """Mutual information over the joint entropy: the Jaccard index of information.

    One minus this is a metric.

    Favours: small clusters.

    Avoid when: candidates differ in the number of clusters.
    """
    return t.mutual_information / t.entropy_joint


@_table_index(
    "fnmi",
    label="Fair NMI",
    aka=("FNMI", "Fair normalised MI"),
    range=(0, 1),
    symmetric=False,
    references=("amelio2015",),
)
def fnmi(t: FormulaTable) -> Number:
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
def vi(t: FormulaTable) -> Number:
    """Information in each clustering that the other does not have; a metric, in nats.

    2H(A, B) − H(A) − H(B) = H(A|B) + H(B|A), at most ln n. Monotone.

    Favours: either, depending on the reference. Against few large clusters a random candidate
    comes closer with large clusters, against many small ones with small clusters.

    Avoid when: candidates differ in the number of clusters.
    """
    return 2 * t.entropy_joint - t.entropy_a - t.entropy_b


# --- corrected for chance: E[M] and σ[M] are over all clusterings with the candidate's sizes (or,
# which is the same, with the reference's), exact for any number of items

_ami_index = partial(
    _table_index, range=(-inf, 1), symmetric=True, references=("vinh2009", "vinh2010")
)


def _adjusted(t: FormulaTable, bound: Number) -> Number:
    expected = t.expected_mutual_information
    return (t.mutual_information - expected) / (bound - expected)


@_ami_index(
    "ami_geometric",
    label="Adjusted MI (geometric)",
    aka=("AMIsqrt", "the paper's AMI"),
    trivial={"vs_other": 0},
)
def ami_geometric(t: FormulaTable) -> Number:
    """Mutual information adjusted for chance, normalised by the geometric mean: the paper's AMI.

    The one index of the paper's shortlist that does not count pairs: it weighs small clusters more
    than CC and S&S do. What most libraries call AMI is the arithmetic form.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: errors in large clusters matter most.
    """
    return _adjusted(t, ops.sqrt(t.entropy_a * t.entropy_b))


@_ami_index(
    "ami_arithmetic", label="Adjusted MI (arithmetic)", aka=("AMI", "Adjusted MI", "AMIsum")
)
def ami_arithmetic(t: FormulaTable) -> Number:
    """Mutual information adjusted for chance, normalised by the mean of the entropies.

    The AMI of scikit-learn: random candidates score 0, identical clusterings 1. It does not count
    pairs, and weighs small clusters more than CC and S&S do. The paper's AMI divides by the
    geometric mean instead (ami_geometric).

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: errors in large clusters matter most.
    """
    return _adjusted(t, (t.entropy_a + t.entropy_b) / 2)


@_ami_index("ami_max", label="Adjusted MI (max)", aka=("AMImax",))
def ami_max(t: FormulaTable) -> Number:
    """Mutual information adjusted for chance, normalised by the larger entropy.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: in doubt; the geometric and the arithmetic form treat both clusterings alike.
    """
    return _adjusted(t, ops.maximum(t.entropy_a, t.entropy_b))


@_ami_index("ami_min", label="Adjusted MI (min)", aka=("AMImin",), trivial={"vs_other": 0})
def ami_min(t: FormulaTable) -> Number:
    """Mutual information adjusted for chance, normalised by the smaller entropy.

    It is 1 whenever one clustering refines the other, and has no lower bound.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: splitting clusters is an error.
    """
    return _adjusted(t, ops.minimum(t.entropy_a, t.entropy_b))


@_table_index(
    "smi",
    label="Standardised MI",
    aka=("SMI",),
    range=(-inf, inf),
    symmetric=True,
    references=("romano2014", "romano2016"),
    trivial={"identical": 0, "vs_other": 0, "otherwise": 0},
)
def smi(t: FormulaTable) -> Number:
    """How many standard deviations the mutual information lies above that of random candidates.

    A test statistic for "better than chance", not a measure of likeness: it grows with n, and
    identical clusterings do not share one value. Where all candidates of these sizes have the same
    mutual information (one clustering is trivial, say), nothing deviates: 0 by convention, for
    identical ones too.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: candidates are compared by how good they are. It is not monotone.
    """
    return (t.mutual_information - t.expected_mutual_information) / t.sd_mutual_information
