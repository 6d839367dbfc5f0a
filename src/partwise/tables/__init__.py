"""Contingency tables and everything that is counted from them.

Tables with their cells, aggregated ones without, weighted ones; counts of pairs; entropies and the
moments of mutual information; optimal matchings; and the views through which formulas see them.
"""

from partwise.base import precise
from partwise.clusterings import Weighting
from partwise.tables.aggregated import AggregatedTable, Blocks, size_overlap
from partwise.tables.assignment import MOST_WORK, best_cells
from partwise.tables.cells import Cells, gathered, margin, matrix_cells
from partwise.tables.contingency_table import (
    Contingency,
    contingency,
    counted,
    pair_counts,
    table_of_clusterings,
    with_cells,
)
from partwise.tables.cover_entropies import Unexplained, unexplained
from partwise.tables.cover_pairs import PairLevels, groups_of_rows
from partwise.tables.cover_walks import SharedWalks, shared_walks
from partwise.tables.expected import ExpectedTable, expected_table
from partwise.tables.figures import (
    Pairing,
    cluster_figure,
    label_text,
    pairing,
    sizes_figure,
)
from partwise.tables.formula_protocol import FormulaTable, NotGivenError
from partwise.tables.formula_views import (
    ExactTable,
    FloatTable,
    OneTable,
    SymbolicTable,
)
from partwise.tables.information import Information, SizeHistogram, log_table_count
from partwise.tables.kept_sums import KeptSums
from partwise.tables.moving import MovingSums, MovingTable, MovingTables, sweep_merges
from partwise.tables.pairs import PairCounts, Relation, n11_mean_and_variance
from partwise.tables.programs import RecordedTable, program_of, value_of, values_of
from partwise.tables.real_view import RealTable
from partwise.tables.shown_cells import as_cell
from partwise.tables.soft_comparison import SoftTable, soft_table
from partwise.tables.soft_pairs import (
    SampledDisagreement,
    disagreement,
    observed_disagreement,
    sampled_disagreement,
)
from partwise.tables.three_way_counts import ThreeWayCounts, cell_positions, three_way
from partwise.tables.traced_numbers import NotTraceableError, Trace, Traced
from partwise.tables.two_covers import CoverTable, Overlaps, cover_table
from partwise.tables.weighted import WeightedTable, weighted_contingency, weighted_table_of
from partwise.tables.weights import weights_of_items

__all__ = [
    "MOST_WORK",
    "AggregatedTable",
    "Blocks",
    "Cells",
    "Contingency",
    "CoverTable",
    "ExactTable",
    "ExpectedTable",
    "FloatTable",
    "FormulaTable",
    "Information",
    "KeptSums",
    "MovingSums",
    "MovingTable",
    "MovingTables",
    "NotGivenError",
    "NotTraceableError",
    "OneTable",
    "Overlaps",
    "PairCounts",
    "PairLevels",
    "Pairing",
    "RealTable",
    "RecordedTable",
    "Relation",
    "SampledDisagreement",
    "SharedWalks",
    "SizeHistogram",
    "SoftTable",
    "SymbolicTable",
    "ThreeWayCounts",
    "Trace",
    "Traced",
    "Unexplained",
    "WeightedTable",
    "Weighting",
    "as_cell",
    "best_cells",
    "cell_positions",
    "cluster_figure",
    "contingency",
    "counted",
    "cover_table",
    "disagreement",
    "expected_table",
    "gathered",
    "groups_of_rows",
    "label_text",
    "log_table_count",
    "margin",
    "matrix_cells",
    "n11_mean_and_variance",
    "observed_disagreement",
    "pair_counts",
    "pairing",
    "precise",
    "program_of",
    "sampled_disagreement",
    "shared_walks",
    "size_overlap",
    "sizes_figure",
    "soft_table",
    "sweep_merges",
    "table_of_clusterings",
    "three_way",
    "unexplained",
    "value_of",
    "values_of",
    "weighted_contingency",
    "weighted_table_of",
    "weights_of_items",
    "with_cells",
]
