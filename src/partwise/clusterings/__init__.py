"""Clusterings: labels of any kind, the items they belong to, and the policies for both.

Labels become codes here, items are matched by name or position, noise and missing labels are
settled, and clusterings are joined, met, split and merged (`lattice`). Everything is in memory.
"""

from partwise.clusterings.alignment import (
    align,
    align_covers,
    in_both,
    matched_items,
    on_all_items,
    placed,
)
from partwise.clusterings.clustering import Clustering, as_clustering
from partwise.clusterings.cover import Cover, as_cover
from partwise.clusterings.factorization import (
    MISSING,
    Codes,
    Factorized,
    factorize,
    is_missing,
    is_networkx,
    renumber,
)
from partwise.clusterings.field_objects import as_list, is_field_object, is_list_of_labels
from partwise.clusterings.items import (
    Items,
    MissingPolicy,
    as_text,
    checked_pair,
    correspond,
    examples,
    item_pairs,
    named_items,
)
from partwise.clusterings.lattice import (
    Step,
    improvement_path,
    is_consistent_improvement,
    is_perfect_merge,
    is_perfect_split,
    perfect_merges,
    perfect_splits,
)
from partwise.clusterings.measurements import (
    FIRST_LABELS,
    are_nearly_all,
    kind_of_measurement,
    measured,
    refuse_measurements,
)
from partwise.clusterings.memberships import Memberships, align_memberships
from partwise.clusterings.policies import (
    AS_THEY_ARE,
    MOST_CELLS,
    Lone,
    MissingInPairs,
    NoisePolicy,
    Policies,
    Weighting,
    is_noise,
    missing_in_each,
    noise_marks,
    settle_missing,
    settle_noise,
)
from partwise.clusterings.text_numbers import is_text, numbers_of_text, with_numbers

__all__ = [
    "AS_THEY_ARE",
    "FIRST_LABELS",
    "MISSING",
    "MOST_CELLS",
    "Clustering",
    "Codes",
    "Cover",
    "Factorized",
    "Items",
    "Lone",
    "Memberships",
    "MissingInPairs",
    "MissingPolicy",
    "NoisePolicy",
    "Policies",
    "Step",
    "Weighting",
    "align",
    "align_covers",
    "align_memberships",
    "are_nearly_all",
    "as_clustering",
    "as_cover",
    "as_list",
    "as_text",
    "checked_pair",
    "correspond",
    "examples",
    "factorize",
    "improvement_path",
    "in_both",
    "is_consistent_improvement",
    "is_field_object",
    "is_list_of_labels",
    "is_missing",
    "is_networkx",
    "is_noise",
    "is_perfect_merge",
    "is_perfect_split",
    "is_text",
    "item_pairs",
    "kind_of_measurement",
    "matched_items",
    "measured",
    "missing_in_each",
    "named_items",
    "noise_marks",
    "numbers_of_text",
    "on_all_items",
    "perfect_merges",
    "perfect_splits",
    "placed",
    "refuse_measurements",
    "renumber",
    "settle_missing",
    "settle_noise",
    "with_numbers",
]
