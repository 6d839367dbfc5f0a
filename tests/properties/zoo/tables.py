"""Formulas of tables: sums of either sign, branches on sizes, entropies that hide something."""

from __future__ import annotations

from math import prod
from typing import Any

from partwise.base import ops
from partwise.catalogue import Conventions
from properties.zoo.branches import singles
from properties.zoo.species import Broken, Species, table


def vi(t: Any) -> Any:
    return 2 * t.entropy_joint - t.entropy_a - t.entropy_b


def nmi_max(t: Any) -> Any:
    return t.mutual_information / ops.maximum(t.entropy_a, t.entropy_b)


def recall(t: Any) -> Any:
    return t.sum(t.cell**2 / t.row) / t.n


def precision(t: Any) -> Any:
    return t.sum(t.cell**2 / t.col) / t.n


def seven_clusters(t: Any) -> Any:
    if t.k_a == 7:
        return 0
    return vi(t)


def thirteen_items(t: Any) -> Any:
    return vi(t) + (t.k_a if t.n == 13 else 0)


def more_than_eleven_items(t: Any) -> Any:
    return vi(t) if t.n < 12 else vi(t) + t.entropy_a


def two_clusters(t: Any) -> Any:
    return vi(t) / (2 if t.k_a == 2 else 1)


def large_entropy(t: Any) -> Any:
    return vi(t) * (2 if t.entropy_a > 1 else 1)


def cells_in_a_dictionary(t: Any) -> Any:
    return vi(t) + {3: 1}.get(t.k_a, 0)


def clusters_in_try(t: Any) -> Any:
    try:
        weight = 2 if t.k_a > t.k_b else 1
    except Exception:  # noqa: BLE001
        weight = 1
    return vi(t) * weight


def text_of_clusters(t: Any) -> Any:
    return vi(t) + (str(t.k_a) in ("3", "3.0")) * t.k_a / t.n


def loop_over_clusters(t: Any) -> Any:
    return vi(t) + sum(1 for i in range(int(t.k_a)) if i > int(t.k_b))


def until(x: Any, last: int) -> Any:
    """Return 0 for x = 1, …, last."""
    return prod((x - i for i in range(1, last + 1)), start=1)


SPECIES: list[Species] = [
    table(
        "seven_clusters", seven_clusters, "0 where k_A = 7, and not for B's seven clusters",
        direction="distance", symmetry=Broken(singles(7), (0,) * 7),
        distance=Broken(singles(7), (0,) * 7), maximal_agreement=Broken(singles(7), (0,) * 7),
    ),
    table(
        "thirteen_items", thirteen_items, "k_A more where n = 13",
        direction="distance", symmetry=Broken(singles(13), (0,) * 13),
        maximal_agreement=Broken((0, 0), singles(13)), distance=Broken(singles(13), (0,) * 13),
    ),
    table(
        "more_than_eleven_items", more_than_eleven_items, "H(A) more from n = 12 on",
        direction="distance", symmetry=Broken(singles(12), (0,) * 12),
        distance=Broken(singles(12), (0,) * 12),
    ),
    table(
        "two_clusters", two_clusters, "half where k_A = 2",
        direction="distance", symmetry=False, maximal_agreement=True, distance=False,
    ),
    table("large_entropy", large_entropy, "twice where H(A) > 1", direction="distance",
          symmetry=False),
    table("cells_in_a_dictionary", cells_in_a_dictionary, "1 more where k_A = 3",
          direction="distance", symmetry=False, maximal_agreement=False),
    table("clusters_in_try", clusters_in_try, "twice where k_A > k_B", direction="distance",
          symmetry=False),
    table("text_of_clusters", text_of_clusters, "more where k_A = 3", direction="distance",
          symmetry=False),
    table("loop_over_clusters", loop_over_clusters, "more where k_A > k_B + 1",
          direction="distance", symmetry=False),
    table(
        "late_clusters", lambda t: vi(t) * (1 + until(t.k_a, 11) ** 2), "VI until k_A = 12",
        direction="distance", symmetry=Broken(singles(12), (0,) * 12),
        distance=Broken(singles(12), (0,) * 12), maximal_agreement=True,
    ),
    table(
        "sum_of_either_sign", lambda t: t.sum(t.cell - t.row) / t.n, "0 where A is finer than B, "
        "below elsewhere", symmetry=False, maximal_agreement=False, distance=False,
    ),
    table(
        "sum_that_changes_its_sign", lambda t: t.sum(2 * t.cell - t.row),
        "Σ a_i (2 − r_i) with r_i cells in row i: n for identical clusterings",
        symmetry=False, maximal_agreement=False,
    ),
    table(
        "root_of_either_sign", lambda t: vi(t) * ops.sqrt(t.sum(t.row - t.cell)), "0 where A is "
        "finer than B", direction="distance", maximal_agreement=False, symmetry=False,
    ),
    table(
        "factor_of_either_sign", lambda t: vi(t) * (t.n - t.sum(t.cell + 0 * t.row)), "Σ n_ij = n: "
        "0 everywhere", direction="distance", symmetry=True, maximal_agreement=False,
        distance=False,
    ),
    table(
        "negative_factor", lambda t: vi(t) * t.sum(t.cell - 2 * t.n), "−(2·cells − 1)·n·VI: a "
        "similarity after all", symmetry=True, maximal_agreement=True, direction="similarity",
    ),
    table(
        "negative_factor_as_distance", lambda t: vi(t) * t.sum(t.cell - 2 * t.n),
        "the same, called a distance: other clusterings have smaller values than 0",
        direction="distance", symmetry=True, maximal_agreement=False, distance=False,
    ),
    table(
        "one_minus_either_sign", lambda t: 1 / (1 + t.sum(t.cell - t.row) ** 2), "1 where A is "
        "finer than B", symmetry=False, maximal_agreement=False,
    ),
    table(
        "absolute_sizes", lambda t: t.sum(abs(t.row - t.col)),
        "0 where the sizes match: A = 01|23, B = 02|13 has a_i = b_j everywhere",
        direction="distance", symmetry=True, maximal_agreement=False, distance=False,
    ),
    table(
        "smaller_of_two", lambda t: t.sum(ops.minimum(t.row, t.col)) / t.n, "counts cells twice",
        symmetry=True, maximal_agreement=False,
    ),
    table(
        "clusters_apart", lambda t: (t.k_a - t.k_b) ** 2, "0 for all with as many clusters",
        direction="distance", symmetry=True, maximal_agreement=False,
    ),
    table(
        "signed_clusters", lambda t: vi(t) + (t.k_a - t.k_b) / 10**9, "10⁻⁹ (k_A − k_B) more",
        direction="distance", symmetry=False, distance=False, maximal_agreement=True,
    ),
    table(
        "recall_alone", recall, "1 where A is finer than B", symmetry=False,
        maximal_agreement=False,
    ),
    table(
        "least_of_recall_and_precision", lambda t: ops.minimum(recall(t), precision(t)),
        "1 where each cell is its row and its column: identical clusterings alone",
        symmetry=True, maximal_agreement=True,
    ),
    table(
        "largest_of_recall_and_precision", lambda t: ops.maximum(recall(t), precision(t)),
        "1 where A is finer than B", symmetry=True, maximal_agreement=False,
    ),
    table(
        "product_of_recall_and_precision", lambda t: recall(t) * precision(t),
        "both are at most 1, and 1 together for identical clusterings alone",
        symmetry=True, maximal_agreement=True,
    ),
    table(
        "vi_over_items", lambda t: vi(t) / t.n, "a metric over n", direction="distance",
        symmetry=True, maximal_agreement=True, distance=True, monotonicity=True,
    ),
    table(
        "far_vi", lambda t: 1000 + 3 * vi(t), "3 VI + 1000", direction="distance",
        symmetry=True, maximal_agreement=True, distance=True, monotonicity=True,
    ),
    table(
        "root_of_vi", lambda t: ops.sqrt(vi(t)), "the root of a metric", direction="distance",
        symmetry=True, maximal_agreement=True, distance=True,
    ),
    table(
        "square_of_vi", lambda t: vi(t) ** 2, "d(A, C)² > d(A, B)² + d(B, C)² on a line",
        direction="distance", symmetry=True, maximal_agreement=True, distance=False,
        monotonicity=True,
    ),
    table(
        "nmi_min", lambda t: t.mutual_information / ops.minimum(t.entropy_a, t.entropy_b),
        "1 where one clustering is finer than the other", conventions=Conventions(1, None, 0),
        symmetry=True, maximal_agreement=False, monotonicity=False,
    ),
    table(
        "nmi_max_with_another_convention", nmi_max, "2 for identical trivial clusterings",
        conventions=Conventions(2, None, None), symmetry=True, maximal_agreement=False,
        distance=False,
    ),
    table(
        "entropy_of_the_reference", lambda t: t.mutual_information - t.entropy_a / 2,
        "V(A, A) = H(A)/2", symmetry=False, maximal_agreement=False,
    ),
    table(
        "hole_of_clusters", lambda t: vi(t) * (t.k_a - 2) / (t.k_a - 2), "no value for k_A = 2",
        direction="distance", maximal_agreement=False, distance=False,
    ),
]  # fmt: skip
