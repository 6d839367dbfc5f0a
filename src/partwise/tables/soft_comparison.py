"""Two soft clusterings of the same items → what indices for memberships need."""

from __future__ import annotations

from functools import cached_property

from partwise.clusterings import Memberships, MissingPolicy, align_memberships
from partwise.tables.aggregated import AggregatedTable
from partwise.tables.expected import expected_table
from partwise.tables.pairs import Relation
from partwise.tables.soft_pairs import (
    Disagreement,
    SampledDisagreement,
    disagreement,
    observed_disagreement,
    sampled_disagreement,
)


class SoftTable:
    """Everything that an index for memberships sees of two soft clusterings of the same items.

    Made by :func:`soft_table`. What takes longer is computed when it is first asked for.

    Parameters
    ----------
    reference, candidate : Memberships
        Memberships of the same items in the same order.

    Examples
    --------
    >>> t = soft_table(Memberships([[1, 0], [0.5, 0.5], [0, 1]]), Memberships([0, 1, 1]))
    >>> t.n, t.is_hard, t.observed, t.expected.to_dense().tolist()
    (3, False, 1.0, [[1.0, 0.5], [0.0, 1.5]])
    """

    def __init__(self, reference: Memberships, candidate: Memberships) -> None:
        self.reference = reference
        self.candidate = candidate

    @property
    def n(self) -> int:
        """Number of items."""
        return self.reference.n

    @property
    def item_count(self) -> int:
        """Number of items."""
        return self.n

    @property
    def k_a(self) -> int:
        """Number of clusters of the reference."""
        return self.reference.k

    @property
    def k_b(self) -> int:
        """Number of clusters of the candidate."""
        return self.candidate.k

    @cached_property
    def is_hard(self) -> bool:
        """Whether both sides put each item into one cluster."""
        return self.reference.is_hard and self.candidate.is_hard

    @cached_property
    def expected(self) -> AggregatedTable:
        """The expected contingency table; if both sides are hard, the table of their labels."""
        return expected_table(self.reference, self.candidate)

    @property
    def pairs(self) -> int:
        """Number of pairs of items."""
        return self.n * (self.n - 1) // 2

    @cached_property
    def observed(self) -> float:
        """Sum of the absolute differences of the degrees to which pairs belong together."""
        return observed_disagreement(self.reference, self.candidate)

    @cached_property
    def disagreement(self) -> Disagreement:
        """The same sum, and its mean over all permutations of one side's items."""
        return disagreement(self.reference, self.candidate)

    def sampled(self, pairs: int, seed: int) -> SampledDisagreement:
        """Estimate both from random pairs of items."""
        return sampled_disagreement(self.reference, self.candidate, pairs, seed)

    @property
    def relation(self) -> Relation:
        """How the two clusterings stand to each other; up to one item, there is only one."""
        return self.expected.relation if self.n > 1 else "identical"


def soft_table(
    reference: Memberships, candidate: Memberships, missing: MissingPolicy = "raise"
) -> SoftTable:
    """Bring memberships to the same items, for indices that compare them."""
    return SoftTable(*align_memberships(reference, candidate, missing))
