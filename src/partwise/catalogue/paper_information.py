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
    """Mutual information over the mean of the two entropies: the usual NMI.

    scikit-learn and the paper call this normalised mutual information (NMI), and it is the same
    number as the V-measure. It is monotone: every improvement raises it.

    Favours: small clusters; the more clusters a random candidate has, the higher it scores.

    Avoid when: candidates differ in the number of clusters. Adjusted mutual information (AMI)
    corrects this bias.
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

    Favours: small clusters, until the entropy of the candidate reaches that of the reference.

    Avoid when: candidates differ in the number of clusters, or every improvement must raise the
    score. A perfect merge can leave the score unchanged.
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

    It is 1 whenever one clustering refines the other. So all singletons score 1 for any reference
    with several clusters.

    Favours: small clusters; all singletons score best.

    Avoid when: splits count as errors.
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

    The formula has the form of a correlation coefficient, but the index has no constant baseline.

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
    """NMI times a penalty if the number of clusters differs from that of the reference.

    The penalty e^(−|k_A − k_B| / k_A) compensates the bias of NMI. It makes the index asymmetric,
    and an improvement that moves k_B away from k_A can lower the score.

    Favours: neither small nor large clusters, but as many clusters as the reference has.

    Avoid when: in doubt. Adjusted mutual information (AMI) corrects for chance without a penalty on
    the number of clusters.
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

    It equals 2H(A, B) − H(A) − H(B) = H(A|B) + H(B|A), and is at most ln n. It is monotone: every
    improvement lowers it.

    Favours: either, depending on the reference. If the reference has a few large clusters, random
    candidates with large clusters are closer to it; if it has many small ones, candidates with
    small clusters.

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

    The only index on the paper's shortlist that does not count pairs. Small clusters weigh more in
    it than in the correlation coefficient and Sokal & Sneath I. What most libraries call AMI is the
    arithmetic form (ami_arithmetic).

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: errors in large clusters matter most.
    """
    return _adjusted(t, ops.sqrt(t.entropy_a * t.entropy_b))


@_ami_index(
    "ami_arithmetic", label="Adjusted MI (arithmetic)", aka=("AMI", "Adjusted MI", "AMIsum")
)
def ami_arithmetic(t: FormulaTable) -> Number:
    """Mutual information adjusted for chance, normalised by the mean of the entropies.

    The same number as scikit-learn's AMI. Random candidates score 0 on average, and identical
    clusterings score 1. The index does not count pairs: small clusters weigh more in it than in the
    correlation coefficient and Sokal & Sneath I. The paper's AMI divides by the geometric mean
    instead (ami_geometric).

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: errors in large clusters matter most.
    """
    return _adjusted(t, (t.entropy_a + t.entropy_b) / 2)


@_ami_index("ami_max", label="Adjusted MI (max)", aka=("AMImax",))
def ami_max(t: FormulaTable) -> Number:
    """Mutual information adjusted for chance, normalised by the larger entropy.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: in doubt. Use the arithmetic form, which most libraries call AMI (ami_arithmetic).
    """
    return _adjusted(t, ops.maximum(t.entropy_a, t.entropy_b))


@_ami_index("ami_min", label="Adjusted MI (min)", aka=("AMImin",), trivial={"vs_other": 0})
def ami_min(t: FormulaTable) -> Number:
    """Mutual information adjusted for chance, normalised by the smaller entropy.

    It is 1 whenever one clustering refines the other and neither is trivial, and it has no lower
    bound.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: splits count as errors.
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
    """How many standard deviations the mutual information is above that of random candidates.

    A test statistic for "better than chance". It grows with n, and identical clusterings have no
    common score, so it does not measure how similar the clusterings are. If all candidates of these
    sizes have the same mutual information, for example because one clustering is trivial, the score
    is 0 by convention. This holds for identical clusterings too.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: you want to know how good a candidate is. The index is not monotone.
    """
    return (t.mutual_information - t.expected_mutual_information) / t.sd_mutual_information
