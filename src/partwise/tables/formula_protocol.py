"""The vocabulary of formulas: what a formula ``f(t)`` sees of a table, whoever evaluates it.

Floats, fractions, arrays of tables, samples, symbols and proofs are all views of the same kind, and
each inherits :class:`FormulaTable`. What a view can derive is derived here; what it does not give
raises :class:`NotGivenError`. A pair-counting formula ``f(p)`` sees
:class:`~partwise.PairCounts`, which is one class for all kinds of numbers.
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, NoReturn, Protocol

from partwise.base import Number
from partwise.tables.pairs import PairCounts


class NotGivenError(Exception):
    """A formula asks for a member of the vocabulary that this view of a table does not give.

    Examples
    --------
    >>> print(NotGivenError("matched", "sums over random tables"))
    sums over random tables do not give t.matched
    """

    def __init__(self, member: str, whose: str) -> None:
        super().__init__(member, whose)
        self.member = member
        self.whose = whose

    def __str__(self) -> str:
        return f"{self.whose} do not give t.{self.member}"


class FormulaTable(Protocol):
    """A table as formulas see it: one table, many tables, or symbols.

    Numbers are of whatever kind the view works in; a view of many tables has arrays with an entry
    for each table. A and B are the reference and the candidate.

    Examples
    --------
    >>> class Entropies(FormulaTable):
    ...     whose = "three entropies"
    ...     entropy_a, entropy_b, entropy_joint = 1.0, 2.0, 2.5
    >>> Entropies().mutual_information
    0.5
    >>> Entropies().n
    Traceback (most recent call last):
        ...
    partwise.tables.formula_protocol.NotGivenError: three entropies do not give t.n
    """

    whose: ClassVar[str] = "these tables"
    """What this is a view of, in the plural, for the error."""

    def not_given(self, member: str) -> NoReturn:
        """Refuse a member of the vocabulary."""
        raise NotGivenError(member, self.whose)

    # --- items, clusters and cells

    @cached_property
    def n(self) -> Number:
        """Number of items."""
        self.not_given("n")

    @cached_property
    def k_a(self) -> Number:
        """Number of clusters of the reference."""
        self.not_given("k_a")

    @cached_property
    def k_b(self) -> Number:
        """Number of clusters of the candidate."""
        self.not_given("k_b")

    @cached_property
    def cell(self) -> Number:
        """Count n_ij of each non-zero cell."""
        self.not_given("cell")

    @cached_property
    def row(self) -> Number:
        """Size a_i of the reference's cluster, for each non-zero cell."""
        self.not_given("row")

    @cached_property
    def col(self) -> Number:
        """Size b_j of the candidate's cluster, for each non-zero cell."""
        self.not_given("col")

    def sum(self, terms: Number) -> Number:  # noqa: ARG002
        """Sum of an expression over the non-zero cells."""
        self.not_given("sum")

    def matched(self, terms: Number) -> Number:  # noqa: ARG002
        """Largest sum of an expression over cells, at most one of each row and of each column."""
        self.not_given("matched")

    @cached_property
    def row_maxima(self) -> Number:
        """Σ_i max_j n_ij."""
        self.not_given("row_maxima")

    @cached_property
    def column_maxima(self) -> Number:
        """Σ_j max_i n_ij."""
        self.not_given("column_maxima")

    @cached_property
    def same_clusters(self) -> Number:
        """Number of clusters that both clusterings have, to the last item."""
        self.not_given("same_clusters")

    @cached_property
    def size_overlap(self) -> Number:
        """Σ_i min(a_(i), b_(i)) over the sizes in order, the largest first."""
        self.not_given("size_overlap")

    # --- pairs of items

    @cached_property
    def pairs(self) -> PairCounts:
        """The counts of pairs."""
        self.not_given("pairs")

    @cached_property
    def n11_variance(self) -> Number:
        """Variance of N11 over all candidates with the sizes of B."""
        self.not_given("n11_variance")

    @cached_property
    def linked_pairs(self) -> Number:
        """Σ n_ij ((a_i − 1)(b_j − 1) − (n_ij − 1)): pairs of A and of B that share one item."""
        return self.sum(self.cell * ((self.row - 1) * (self.col - 1) - (self.cell - 1)))

    # --- information, in nats

    @cached_property
    def entropy_a(self) -> Number:
        """H(A)."""
        self.not_given("entropy_a")

    @cached_property
    def entropy_b(self) -> Number:
        """H(B)."""
        self.not_given("entropy_b")

    @cached_property
    def entropy_joint(self) -> Number:
        """H(A, B)."""
        self.not_given("entropy_joint")

    @cached_property
    def mutual_information(self) -> Number:
        """M(A, B) = H(A) + H(B) − H(A, B)."""
        return self.entropy_a + self.entropy_b - self.entropy_joint

    @cached_property
    def expected_mutual_information(self) -> Number:
        """Mean of M(A, B') over all candidates B' with the sizes of B."""
        self.not_given("expected_mutual_information")

    @cached_property
    def sd_mutual_information(self) -> Number:
        """Standard deviation of M(A, B') over all candidates B' with the sizes of B."""
        self.not_given("sd_mutual_information")

    @cached_property
    def arrangement_information(self) -> Number:
        """Ln(n! Π n_ij! / (Π a_i! Π b_j!)) / n."""
        self.not_given("arrangement_information")

    @cached_property
    def log_table_count(self) -> Number:
        """Ln of the number of tables with the same sizes, as Diaconis and Efron approximate it."""
        self.not_given("log_table_count")
