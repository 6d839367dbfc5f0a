"""Mutual information corrected for chance.

E[M] and σ[M] are over all clusterings with the candidate's sizes (or, which is the same, with the
reference's): exact, for any number of items.
"""

from functools import partial
from math import inf

from partwise.base import Number, ops
from partwise.catalogue.registry import table_index

_table_index = partial(table_index, symmetric=True, stable=True, builtin=True, family="paper")
_ami_index = partial(
    _table_index,
    range=(-inf, 1),
    references=("vinh2009", "vinh2010"),
)


def _adjusted(t: Number, bound: Number) -> Number:
    expected = t.expected_mutual_information
    return (t.mutual_information - expected) / (bound - expected)


@_ami_index("ami_geometric", label="Adjusted MI (geometric)", aka=("AMI",), trivial={"vs_other": 0})
def ami_geometric(t: Number) -> Number:
    """Mutual information rescaled so that random candidates score 0: the paper's AMI.

    Normalised by the geometric mean of the entropies. The one index of the paper's shortlist that
    does not count pairs: it weighs small clusters more than CC and S&S do.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: errors in large clusters matter most. Note that scikit-learn's default AMI is the
    arithmetic one.
    """
    return _adjusted(t, ops.sqrt(t.entropy_a * t.entropy_b))


@_ami_index("ami_arithmetic", label="Adjusted MI (arithmetic)", aka=("AMIsum",))
def ami_arithmetic(t: Number) -> Number:
    """Mutual information adjusted for chance, normalised by the mean of the entropies.

    scikit-learn's default.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: errors in large clusters matter most.
    """
    return _adjusted(t, (t.entropy_a + t.entropy_b) / 2)


@_ami_index("ami_max", label="Adjusted MI (max)", aka=("AMImax",))
def ami_max(t: Number) -> Number:
    """Mutual information adjusted for chance, normalised by the larger entropy.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: in doubt; the geometric and the arithmetic form treat both clusterings alike.
    """
    return _adjusted(t, ops.maximum(t.entropy_a, t.entropy_b))


@_ami_index("ami_min", label="Adjusted MI (min)", aka=("AMImin",), trivial={"vs_other": 0})
def ami_min(t: Number) -> Number:
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
    references=("romano2014", "romano2016"),
    trivial={"identical": 0, "vs_other": 0, "otherwise": 0},
)
def smi(t: Number) -> Number:
    """How many standard deviations the mutual information lies above that of random candidates.

    A test statistic for "better than chance", not a measure of likeness: it grows with n, and
    identical clusterings do not share one value. Where all candidates of these sizes have the same
    mutual information (one clustering is trivial, say), nothing deviates: 0 by convention, for
    identical ones too.

    Favours: no cluster sizes; random candidates score 0 on average.

    Avoid when: candidates are compared by how good they are. It is not monotone.
    """
    return (t.mutual_information - t.expected_mutual_information) / t.sd_mutual_information
