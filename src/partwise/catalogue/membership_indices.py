"""Indices for memberships: soft clusterings, in which items have shares of clusters."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from partwise.base import InputError, NotRationalError
from partwise.catalogue.beyond_partitions import (
    BeyondIndex,
    added,
    beyond_index,
    kind_of_input,
    without_meaning,
)
from partwise.catalogue.conventions import (
    SITUATION,
    UndefinedPolicy,
    Value,
    check_undefined,
    settle,
)
from partwise.catalogue.index_record import Index
from partwise.catalogue.registry import index
from partwise.clusterings import Memberships, Policies
from partwise.engines import read_memberships
from partwise.tables import Relation, SampledDisagreement, SoftTable, soft_table

_LEAST_PAIRS = 100
_OF_PAIRS = "counts pairs that are together or apart, and soft clusters have degrees between"
_REFUSED = {
    **dict.fromkeys(("lerman", "mari", "tsallis_nmi_2", "tsallis_vi_2"), _OF_PAIRS),
    **dict.fromkeys(
        ("ami_arithmetic", "ami_geometric", "ami_max", "ami_min", "smi", "rmi"),
        "compares with random tables of whole items, and memberships are shares of items",
    ),
    **dict.fromkeys(
        ("bcubed", "bcubed_precision", "bcubed_recall", "element_centric"),
        "compares each item with the items in its clusters, and soft clusters have shares of items",
    ),
    **dict.fromkeys(
        ("cluster_precision", "cluster_recall", "cluster_f1"),
        "counts clusters that have the same items, and soft clusters have shares of items",
    ),
}
"""Why indices of tables have no meaning for memberships."""


@kind_of_input
@dataclass(frozen=True, eq=False, repr=False)
class MembershipIndex(BeyondIndex):
    """An index for memberships; ``pw.indices("memberships")`` lists them.

    Examples
    --------
    >>> import partwise as pw
    >>> fuzzy = pw.index("fuzzy_rand")
    >>> fuzzy(pw.Memberships([[0.9, 0.1], [0.5, 0.5], [0, 1]]), [0, 0, 1])
    0.6666666666666666
    >>> fuzzy.partition_index
    'rand'
    """

    inputs: ClassVar[str] = "memberships"
    record: ClassVar[type] = Memberships
    usual: ClassVar[Any] = ("adjusted_concordance", "fuzzy_rand")
    situations: ClassVar[Any] = SITUATION | {
        "ordinary": "each pair of items belongs together to the same degree in both"
    }

    @classmethod
    def table(cls, reference: object, candidate: object, policies: Policies) -> SoftTable:
        """Read memberships or labels, and bring them to the same items."""
        cls.check_noise((reference, candidate), policies)
        a, b = (cls.read(own, policies) for own in (reference, candidate))
        return soft_table(a, b, policies.missing)

    @classmethod
    def read_alone(cls, data: object, policies: Policies) -> Memberships:
        """Read memberships or labels."""
        return read_memberships(data, policies)

    @classmethod
    def why_not(cls, index: Index) -> str:
        """Say why an index for partitions has no meaning for memberships."""
        return _REFUSED.get(index.key, _OF_PAIRS if index.kind == "pairs" else "")


def check_meaning(index: Index) -> None:
    """Refuse an index for partitions that has no meaning for memberships."""
    if index.key not in MembershipIndex.by_key:
        raise without_meaning(index, MembershipIndex)


def _of_partitions(key: str, table: SoftTable, exact: bool = False) -> float | Fraction:
    """Evaluate an index for partitions on the expected table; NaN where it is undefined."""
    _refuse_exact(key, exact and not table.is_hard)
    return index(key).evaluate(table.expected, exact=exact, undefined="nan").value


_membership_index = partial(beyond_index, MembershipIndex)


@_membership_index(
    "fuzzy_rand",
    label="Fuzzy Rand",
    aka=("NDC", "normalised degree of concordance", "fuzzy Rand index", "Hüllermeier"),
    symmetric=True,
    references=("hullermeier2012",),
    partition_index="rand",
    rational=True,
)
def fuzzy_rand(t: SoftTable, exact: bool) -> float | Fraction:
    """One minus the mean difference of the degrees to which pairs belong together.

    Two items belong together to the degree 1 − ½ Σ|u − v|, where u and v are their memberships and
    the sum is over clusters. On hard memberships it is the Rand index.

    Avoid when: random candidates must score 0. adjusted_concordance is adjusted for chance.
    """
    if t.is_hard:
        return _of_partitions("rand", t, exact)
    _refuse_exact("fuzzy_rand", exact)
    return (t.pairs - t.observed) / t.pairs


@_membership_index(
    "adjusted_concordance",
    label="Adjusted concordance",
    aka=("ACI", "adjusted concordance index", "fuzzy adjusted Rand", "fuzzy ARI"),
    range=(-1, 1),
    symmetric=True,
    references=("dambrosio2021", "hullermeier2012"),
    partition_index="adjusted_rand",
    rational=True,
    trivial=dict.fromkeys(("vs_other", "otherwise"), 1),
)
def adjusted_concordance(t: SoftTable, exact: bool) -> float | Fraction:
    """Fuzzy Rand index, adjusted for chance by its mean over all permutations of one side's items.

    It is 0 on average if the items of one side are permuted, and 1 if each pair belongs together to
    the same degree on both sides. The mean is exact; D'Ambrosio et al. estimate it from random
    permutations. On hard memberships it is the adjusted Rand index.

    Avoid when: both sides have very many distinct memberships, because all pairs of them are
    compared. Use pw.families.sampled_fuzzy_rand, which estimates the index.
    """
    if t.is_hard:
        return _of_partitions("adjusted_rand", t, exact)
    _refuse_exact("adjusted_concordance", exact)
    observed, expected, _ = t.disagreement
    return (expected - observed) / expected


def _refuse_exact(key: str, exact: bool) -> None:
    if exact:
        raise NotRationalError(
            f"memberships are floats, so {key} has exact values only for hard memberships"
        )


_OF_ENTROPIES = (
    *("nmi_arithmetic", "nmi_max", "nmi_min", "nmi_geometric", "nmi_joint", "fnmi", "vi", "nvi"),
    *("nid", "mi", "homogeneity", "completeness", "v_measure"),
)
_OF_MATCHES = (
    *("f_measure", "purity", "inverse_purity", "accuracy", "normalised_accuracy"),
    *("pair_sets_index", "split_join", "van_dongen"),
)


def _on_expected_tables(own: Index, rational: bool) -> MembershipIndex:
    """Return an index for partitions as one that is evaluated on the expected table."""
    return MembershipIndex(
        key=own.key,
        label=own.label,
        kind="callable",
        formula=partial(_of_partitions, own.key),
        aka=own.aka,
        direction=own.direction,
        range=own.range,
        symmetric=own.symmetric,
        conventions=own.conventions,
        references=own.references,
        builtin=True,
        family=MembershipIndex.inputs,
        doc=own.doc,
        partition_index=own.key,
        rational=rational,
    )


for _key in (*_OF_ENTROPIES, *_OF_MATCHES):
    added(_on_expected_tables(index(_key), rational=_key in _OF_MATCHES))


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SampledIndex(MembershipIndex):
    """An index for memberships that is estimated from random pairs of items."""

    pairs: int
    seed: int

    def evaluate(
        self,
        data: Any,
        *,
        exact: bool = False,
        undefined: UndefinedPolicy = "convention",
        situations: Mapping[Relation, str] | None = None,
    ) -> Value:
        """Return the estimate; its note has the standard error."""
        check_undefined(undefined)
        _refuse_exact(self.key, exact)
        said = situations or self.situations
        if data.n < 2:
            return settle(self.key, "identical", self.conventions, undefined, False, said)
        found = data.sampled(self.pairs, self.seed)
        value, error = self.formula(found)
        if math.isnan(value):
            return settle(self.key, data.relation, self.conventions, undefined, False, said)
        pairs = f"{self.pairs:,} random pairs of items"
        return Value(value, f"estimated from {pairs}, standard error {error:.2g}")


def _sampled_rand(found: SampledDisagreement) -> tuple[float, float]:
    return 1 - found.observed, found.rand_error


def _sampled_adjusted(found: SampledDisagreement) -> tuple[float, float]:
    value = 1 - found.observed / found.expected if found.expected else math.nan
    return value, found.adjusted_error


def sampled_fuzzy_rand(
    pairs: int = 10**6, *, adjusted: bool = False, seed: int = 0
) -> MembershipIndex:
    """Make an index that estimates the fuzzy Rand index from a random sample of pairs.

    Use it if there are many distinct memberships.

    Parameters
    ----------
    pairs : int
        How many pairs of items to draw, with replacement; at least 100.
    adjusted : bool
        Whether to estimate adjusted_concordance, which is adjusted for chance.
    seed : int
        Seed of the random numbers.

    Returns
    -------
    MembershipIndex
        Pass it to :func:`~partwise.score`, :func:`~partwise.scores` or :func:`~partwise.pairwise`.
        ``pw.scores(…).notes`` has the standard error.

    Examples
    --------
    >>> import partwise as pw
    >>> soft = pw.Memberships([[0.9, 0.1], [0.5, 0.5], [0, 1]])
    >>> scores = pw.scores([0, 0, 1], soft, [sampled_fuzzy_rand(10_000)])
    >>> round(scores["sampled_fuzzy_rand"], 2), scores.notes["sampled_fuzzy_rand"]
    (0.67, 'estimated from 10,000 random pairs of items, standard error 0.0017')
    """
    if isinstance(pairs, bool) or not isinstance(pairs, int) or pairs < _LEAST_PAIRS:
        raise InputError(f"pairs must be a whole number of at least {_LEAST_PAIRS}, not {pairs!r}")
    whole = adjusted_concordance if adjusted else fuzzy_rand
    return SampledIndex(
        key=f"sampled_{whole.key}",
        label=f"{whole.label} of {pairs:,} pairs",
        kind="callable",
        formula=_sampled_adjusted if adjusted else _sampled_rand,
        range=whole.range,
        symmetric=True,
        conventions=whole.conventions,
        references=whole.references,
        family=MembershipIndex.inputs,
        doc=f"{whole.label}, estimated from {pairs:,} random pairs of items.",
        pairs=pairs,
        seed=seed,
    )
