"""Compiled hot loops; their Python twins live in the tests, as oracles.

For moments, sizes and multiplicities are float64 vectors that hold integers: every count below 2^53
is exact in them, and above that the moments lose nothing that a float result could show. The
sampling kernel takes the size of every cluster as an int64. The enumeration of all pairs of
clusterings holds tables of at most 12 items.
"""

from partwise.kernels._kernels import (
    MEMBERS,
    PLAIN_ERROR,
    MatrixScorer,
    MovingTable,
    MovingTables,
    Program,
    are_plain,
    best_assignment,
    cell_positions,
    compensated_sum,
    difference_of_products,
    enumerate_moves,
    enumerate_tables,
    expected_mutual_information,
    factorize_arrow,
    factorize_bytes,
    factorize_strings,
    integers_of,
    sample_cells,
    sample_sums,
    score_cells,
    score_labels,
    size_log_sum,
    sizes_if_numbered,
    sweep_merges,
    variance_of_mutual_information,
)
from partwise.kernels.counting import (
    MOST_AT_ONCE,
    count_cells,
    factorize,
    square_sums,
    threads_for,
)

__all__ = [
    "MEMBERS",
    "MOST_AT_ONCE",
    "PLAIN_ERROR",
    "MatrixScorer",
    "MovingTable",
    "MovingTables",
    "Program",
    "are_plain",
    "best_assignment",
    "cell_positions",
    "compensated_sum",
    "count_cells",
    "difference_of_products",
    "enumerate_moves",
    "enumerate_tables",
    "expected_mutual_information",
    "factorize",
    "factorize_arrow",
    "factorize_bytes",
    "factorize_strings",
    "integers_of",
    "sample_cells",
    "sample_sums",
    "score_cells",
    "score_labels",
    "size_log_sum",
    "sizes_if_numbered",
    "square_sums",
    "sweep_merges",
    "threads_for",
    "variance_of_mutual_information",
]
