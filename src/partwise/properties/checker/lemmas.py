"""What the checker takes for granted about clusterings, each with its proof in words.

A certificate cites these by name. A and B are clusterings of the same n ≥ 2 items with sizes a_i
and b_j, cells n_ij > 0, k_A and k_B clusters. A refines B if each cluster of A lies in one of B. A
clustering is trivial if it is a single cluster or all singletons, else it is proper. A perfect
split cuts one cluster of B into two, but no cell; a perfect merge joins two clusters of B that lie
in one cluster of A; A is proper.
"""

from __future__ import annotations

from typing import NamedTuple


class Lemma(NamedTuple):
    """A statement about all clusterings, and why it is true."""

    says: str
    why: str


LEMMAS: dict[str, Lemma] = {
    # --- where the largest values are reached
    "information": Lemma(
        "M, H(A|B) and H(B|A) are not negative. H(B|A) = 0 if and only if A refines B, H(A|B) = 0 "
        "if and only if B refines A. If A refines B, then M = H(B), which is 0 for a single "
        "cluster only; likewise if B refines A.",
        "A conditional entropy is a mean of entropies, and one of these is 0 if and only if a "
        "cluster of the condition meets one cluster only. M ≥ 0 is Jensen's inequality.",
    ),
    "expected information": Lemma(
        "If A and B are proper, then 0 ≤ E[M] < min(H(A), H(B)). If one of them is trivial, then "
        "E[M] = M.",
        "M ≤ H(A), with equality only if B refines A. A has items x, y apart and B has u, v "
        "together; after a shuffle that takes u to x and v to y, B does not refine A, so the mean "
        "is less than H(A), which no shuffle changes; likewise H(B). If one of them is trivial, "
        "every shuffle gives the same table.",
    ),
    "recall and precision": Lemma(
        "Σ n_ij²/a_i lies in (0, n], and is n if and only if A refines B. Σ n_ij²/b_j lies in (0, "
        "n], and is n if and only if B refines A.",
        "n_ij²/a_i ≤ n_ij, with equality if and only if n_ij = a_i, and the cells add up to n.",
    ),
    "maxima": Lemma(
        "Σ_i max_j n_ij lies in (0, n], and is n if and only if A refines B. Σ_j max_i n_ij lies "
        "in (0, n], and is n if and only if B refines A.",
        "max_j n_ij ≤ a_i, with equality if and only if cluster i of A lies in one of B.",
    ),
    "matching": Lemma(
        "The largest sum of cells, at most one of each row and of each column, lies in (0, n], and "
        "is n if and only if A = B.",
        "All cells add up to n, so the sum is n only if the chosen cells are all cells: then each "
        "row and each column has one cell.",
    ),
    "matched shares": Lemma(
        "The largest sum of n_ij/a_i over cells, at most one of each row and of each column, lies "
        "in (0, k_A], and is k_A if and only if A = B; that of n_ij/b_j likewise with k_B; that of "
        "n_ij/max(a_i, b_j) lies in (0, max(k_A, k_B)], and is max(k_A, k_B) if and only if A = B.",
        "No term is above 1, and at most k_A cells are chosen. The sum is k_A only if each cluster "
        "of A lies in another cluster of B, to which no item is left to add: A = B. The last sum "
        "is at most the first and the second, so it is neither k_A nor k_B unless A = B.",
    ),
    "elements": Lemma(
        "Σ n_ij²/max(a_i, b_j) lies in (0, n], and is n if and only if A = B.",
        "It is at most Σ n_ij²/a_i and at most Σ n_ij²/b_j (recall and precision).",
    ),
    "sizes in order": Lemma(
        "Σ min(a, b) over the sizes in order lies in (0, n], and is n if A = B.",
        "min(a, b) ≤ a, and the sizes add up to n; if A = B each pair of sizes is equal.",
    ),
    "numbers of clusters": Lemma(
        "If A = B, then k_A = k_B, which is 1 for a single cluster only. If A refines B and A ≠ B, "
        "then k_A > k_B. If neither refines the other, then k_A > 1 and k_B > 1.",
        "A refinement cuts at least one cluster; every clustering refines a single cluster.",
    ),
    "common clusters": Lemma(
        "The number of clusters that A and B have in common is k_A = k_B if A = B, else less than "
        "k_A and less than k_B, and 0 if one of the two is a single cluster.",
        "If all clusters of A are clusters of B, they hold all items, so B has no others.",
    ),
    # --- what improvements change
    "splits and information": Lemma(
        "A perfect split of B leaves H(A, B) and H(A) as they are and raises H(B).",
        "No cell is cut, and a cluster of B is.",
    ),
    "merges and information": Lemma(
        "A perfect merge of B leaves M and H(A) as they are and lowers H(B); and M > 0.",
        "Each of the two clusters has one cell, so H(A, B) falls as H(B) does. If M were 0, every "
        "cluster of B would meet every cluster of A, of which there are more than one.",
    ),
    "splits and items": Lemma(
        "A perfect split of B leaves Σ n_ij²/a_i and Σ_i max_j n_ij as they are and raises "
        "Σ n_ij²/b_j and Σ_j max_i n_ij. It lowers neither the largest matching of cells nor "
        "Σ n_ij²/max(a_i, b_j).",
        "Cells and rows stay as they are. The cells of the cluster that is cut stand in smaller "
        "clusters, and both parts have a largest cell. A matching has at most one cell of the "
        "cluster that is cut, and goes on with the part in which this cell is.",
    ),
    "merges and items": Lemma(
        "A perfect merge of B leaves Σ n_ij²/b_j and Σ_j max_i n_ij as they are and raises "
        "Σ n_ij²/a_i and Σ n_ij²/max(a_i, b_j). It lowers neither Σ_i max_j n_ij nor the largest "
        "matching of cells.",
        "Two cells b and c in a row of size a ≥ b + c, alone in their columns, become one: b²/b + "
        "c²/c = b + c = (b + c)²/(b + c), and b²/a + c²/a < (b + c)²/a. A matching has at most one "
        "of the two cells, since they share the row, and goes on with the larger one.",
    ),
    "rag bags": Lemma(
        "The reference A has a cluster of m ≥ 2 items, which B and B′ keep whole, and m + 1 "
        "singletons, m of which form a noisy cluster of B and B′; the last one joins the whole "
        "cluster in B and the noisy one in B′. Other items are clustered among themselves, alike "
        "in B and B′. Then V(A, B) and V(A, B′) have the same entropies, M > 0, H(A|B) > 0, the "
        "same numbers of clusters, Σ n_ij²/a_i, row maxima and column maxima, and the same largest "
        "matching of cells; Σ n_ij²/b_j, Σ n_ij²/max(a_i, b_j) and the number of common clusters "
        "are larger for B′, which has fewer clusters in common with A than either has, A by two.",
        "Sizes and cells of B and B′ are the same: m + 1 and m, m and ones. B′ has a cluster "
        "inside one of A, so M > 0. Column maxima and matchings are m + 1. The two sums are "
        "(m² + 1)/(m + 1) + 1 before and m + 1 after, so they grow by (m − 1)/(m + 1). The whole "
        "cluster is common only after.",
    ),
    "sizes and information": Lemma(
        "The reference A has a cluster of m + 1 items and m clusters of two, m ≥ 2. B cuts each of "
        "the small ones into two, B′ cuts one item off the large one. Other items are clustered "
        "among themselves, alike in B and B′. Then M(A, B) = M(A, B′) > 0, H(A, B) and H(B) fall "
        "by the same positive number from B to B′, and H(B′|A) > 0.",
        "Both refine A among these items, so cells are columns. Σ b ln b grows by m ln m + 2m ln 2 "
        "− (m + 1) ln(m + 1) > 2m ln 2 − ln(m + 1) − 1 > 0. B has a cluster of A, so M > 0.",
    ),
    "sizes and items": Lemma(
        "With A, B and B′ as in 'sizes and information', Σ n_ij²/b_j and column maxima are the "
        "same for B and B′; Σ n_ij²/a_i, row maxima, the largest matchings of n_ij and of "
        "n_ij/a_i, Σ n_ij²/max(a_i, b_j) and the number of common clusters are larger for B′, and "
        "B′ has fewer clusters than B. A has a cluster more than there are in common with B′, and "
        "B′ two.",
        "Each cell is a whole column. From B to B′ Σ n_ij²/a_i = Σ n_ij²/max(a_i, b_j) grows from "
        "2m + 1 by m(m − 1)/(m + 1), row maxima and matchings from 2m + 1 to 3m, matchings of "
        "shares from 1 + m/2 to m + m/(m + 1), and common clusters from 1 to m; B has 2m + 1 "
        "clusters and B′ m + 2.",
    ),
    # --- triangle inequalities
    "information of three": Lemma(
        "All entropies of three clusterings are sums of H(A|BC), H(B|AC), H(C|AB), I(A;B|C), "
        "I(B;C|A), I(A;C|B), none of them negative, and I(A;B;C); I(A;B;C) + I(A;B|C) = I(A;B) ≥ 0 "
        "and so on.",
        "The chain rule, and Shannon's inequalities.",
    ),
    "larger entropy": Lemma(
        "1 − M/max(H(A), H(B)), and 0 for two single clusters, is a metric (Vinh et al. 2010).",
        "It is max(H(A|B), H(B|A))/max(H(A), H(B)). Let H(A) ≥ H(C). If H(A) ≥ H(B): d(A, B) + "
        "d(B, C) ≥ (H(A|B) + H(B|C))/H(A) ≥ H(A|C)/H(A) = d(A, C). If H(B) > H(A): d(A, B) + "
        "d(B, C) = 2 − (M(A, B) + M(B, C))/H(B) ≥ 1 − M(A, C)/H(B) ≥ d(A, C), since M(A, B) + "
        "M(B, C) ≤ H(B) + M(A, C). A single cluster has M = 0 and distance 1 to all others.",
    ),
    "functions compose": Lemma(
        "f(A, B) = n − Σ_i max_j n_ij satisfies f(A, C) ≤ f(A, B) + f(B, C), and so does n − "
        "Σ_j max_i n_ij = f(B, A) in its arguments.",
        "f(A, B) is the least number of items whose cluster of B is not the one that a function of "
        "their cluster of A says. Compose the best functions from A to B and from B to C: an item "
        "that disagrees with the composition disagrees with one of the two.",
    ),
    "matchings compose": Lemma(
        "n less the largest matching of cells satisfies the triangle inequality.",
        "It is the least number of items that disagree with a one-to-one function from some "
        "clusters of A to clusters of B; one-to-one functions compose to such, and an item that "
        "agrees with both agrees with the composition.",
    ),
    "spread of items": Lemma(
        "n − Σ n_ij²/max(a_i, b_j) satisfies the triangle inequality.",
        "An item in cell ij adds 1 − n_ij/max(a_i, b_j), half the sum of absolute differences of "
        "two probabilities over items, even over its cluster of A and over its cluster of B: with "
        "a ≤ b it is (n_ij (1/a − 1/b) + (a − n_ij)/a + (b − n_ij)/b)/2 = 1 − n_ij/b.",
    ),
    "pairs that differ": Lemma(
        "N10(A, C) ≤ N10(A, B) + N10(B, C), and N01 likewise.",
        "A pair that is together in A and apart in C is either together in B, or apart.",
    ),
    # --- means over candidates of given sizes
    "mean information": Lemma(
        "Over all candidates with the sizes of B, M has the mean E[M]; E[M], σ[M], H(A) and H(B) "
        "depend on the sizes only. If σ[M] = 0, then M = E[M].",
        "By definition.",
    ),
    "mean pairs": Lemma(
        "Over all candidates with the sizes of B, N11 has the mean m_A m_B / N; N, m_A, m_B and "
        "Var[N11] depend on the sizes only. If Var[N11] = 0, then N11 = m_A m_B / N.",
        "Each of the m_B pairs is one of the m_A with probability m_A / N.",
    ),
    # --- the order of A and B, and copies
    "either is shuffled": Lemma(
        "E[M], σ[M] and Var[N11] stay as they are if A and B trade places, and so do H(A, B), N11, "
        "N00, cells, common clusters, sizes in order, the arrangement's information and the "
        "approximate number of tables.",
        "It does not matter which of the two is shuffled; the others are symmetric by definition.",
    ),
    "copies": Lemma(
        "If each item is replaced by m copies, then n, cells, sizes, their maxima and Σ min(a, b) "
        "over sizes in order are multiplied by m, N10, N01 and N00 by m²; entropies and numbers of "
        "clusters stay as they are.",
        "2 N10 = Σ a_i² − Σ n_ij², 2 N01 = Σ b_j² − Σ n_ij², 2 N00 = n² − Σ a_i² − Σ b_j² + "
        "Σ n_ij², and shares stay as they are.",
    ),
}
