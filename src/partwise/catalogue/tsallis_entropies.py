"""Tsallis entropies of order q in the place of Shannon's: from counts of pairs to information.

H_q = (1 − Σ p^q) / (q − 1) is Shannon's entropy in the limit q → 1 and, up to a factor, the share
of pairs that are apart for q = 2, where these indices become functions of pair counts.
"""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Literal, TypeAlias

from partwise.base import InputError, Number
from partwise.catalogue.conventions import Conventions
from partwise.catalogue.index_record import Direction, Index
from partwise.catalogue.registry import table_index

Form: TypeAlias = Literal["nmi", "vi"]

_table_index = partial(
    table_index,
    symmetric=True,
    stable=True,
    builtin=True,
    family="entropy",
    references=("romano2016", "simovici2007"),
)


def _entropies(t: Number, q: Number) -> tuple[Number, Number, Number]:
    """H_q(A), H_q(B) and H_q(A, B), each times (q − 1) n^q: whole numbers if q is one."""
    if q == 2:  # pairs that are apart, each in both orders: nothing cancels
        p = t.pairs
        return 2 * p.diff_a, 2 * p.diff_b, 2 * (p.n10 + p.n01 + p.n00)
    whole = t.n**q
    a, b, joint = (whole - t.sum(t.cell * size ** (q - 1)) for size in (t.row, t.col, t.cell))
    return a, b, joint


def _nmi(t: Number, q: Number) -> Number:
    if q == 1:
        return 2 * t.mutual_information / (t.entropy_a + t.entropy_b)
    a, b, joint = _entropies(t, q)
    return 2 * (a + b - joint) / (a + b)


def _vi(t: Number, q: Number) -> Number:
    if q == 1:
        return 2 * t.entropy_joint - t.entropy_a - t.entropy_b
    a, b, joint = _entropies(t, q)
    return (2 * joint - a - b) / ((q - 1) * t.n**q)


_FORMS: dict[str, tuple[str, Callable[..., Number], Direction, float, Conventions]] = {
    "nmi": ("Normalised MI", _nmi, "similarity", 1, Conventions(1, None, None)),
    "vi": ("VI", _vi, "distance", 0, Conventions(0, None, None)),
}


def tsallis(q: float, form: Form = "nmi") -> Index:
    """Make an index from Tsallis entropies of order q.

    Parameters
    ----------
    q : float
        Above 0. The larger, the more large clusters count; 1 is Shannon's entropy.
    form : {"nmi", "vi"}
        Mutual information over the mean entropy, or variation of information, for q ≥ 1 a metric.
        Below 1, H_q(A) + H_q(B) − H_q(A, B) can be negative.

    Notes
    -----
    For orders other than 1 and 2, floats lose digits where one cluster has nearly all items;
    ``exact=True`` has them if q is whole.

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
        stable=True,
        family="entropy",
        doc=f"{name} from Tsallis entropies of order {order:g}.",
    )


@_table_index("tsallis_nmi_2", label="Normalised MI of order 2", range=(0, 1))
def tsallis_nmi_2(t: Number) -> Number:
    """NMI from Tsallis entropies of order 2: logical information about pairs that are apart.

    H_2 is the chance that two items drawn with replacement are in different clusters.
    `pw.families.tsallis` makes the other orders.

    Favours: small clusters; most pairs are apart in both clusterings then.

    Avoid when: candidates differ in the number or sizes of clusters.
    """
    return _nmi(t, 2)


@_table_index("tsallis_vi_2", label="VI of order 2", direction="distance", range=(0, 1))
def tsallis_vi_2(t: Number) -> Number:
    """VI from Tsallis entropies of order 2: disagreeing pairs, as a share of all n² ordered pairs.

    A metric, (n − 1)/n times the Mirkin metric.

    Favours: small clusters, unless the reference has more than half of its pairs together; Rand
    does the same.

    Avoid when: Rand is to be avoided.
    """
    return _vi(t, 2)
