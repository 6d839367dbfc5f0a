"""The indices: the record of one, the registry of all, formulas, and one file a family.

Importing this room registers every index of the paper, in its order, then the families beyond it.
What an undefined value becomes is decided here too (`conventions`).
"""

# In the order of the catalogue: the paper's list first.
# isort: off
from partwise.catalogue import paper_pairs as _paper_pairs  # noqa: F401
from partwise.catalogue import paper_pairs_further as _paper_pairs_further  # noqa: F401
from partwise.catalogue import paper_information
from partwise.catalogue import paper_sets as _paper_sets  # noqa: F401
from partwise.catalogue import entropy as _entropy  # noqa: F401
from partwise.catalogue import matching as _matching  # noqa: F401
from partwise.catalogue import pairs_beyond as _pairs_beyond  # noqa: F401
from partwise.catalogue.cover_indices import CoverIndex
from partwise.catalogue.membership_indices import MembershipIndex, sampled_fuzzy_rand

# isort: on
from partwise.catalogue.beyond_partitions import (
    KINDS,
    BeyondIndex,
    beyond_index,
    beyond_index_named,
    kind_of_input,
)
from partwise.catalogue.by_name import ByName
from partwise.catalogue.chosen_indices import (
    as_index,
    as_indices,
    index_for,
    indices_for,
    kind_of_index,
    refuse_asymmetric,
)
from partwise.catalogue.conventions import (
    SITUATION,
    Conventions,
    UndefinedPolicy,
    Value,
    check_undefined,
    settle,
)
from partwise.catalogue.entropy import tsallis, v_measure_beta
from partwise.catalogue.formula import parse_formula
from partwise.catalogue.index_card import card, catalogue_table
from partwise.catalogue.index_record import Direction, Index
from partwise.catalogue.kernel_values import decided_values
from partwise.catalogue.names import SeveralMeaningsWarning
from partwise.catalogue.pairs_beyond import generalised_mean
from partwise.catalogue.paper_pairs import adjusted_rand, rand
from partwise.catalogue.registry import (
    define,
    families,
    index,
    indices,
    known_by_key,
    pair_index,
    table_index,
)
from partwise.catalogue.scales import scale_of, shared_scales
from partwise.catalogue.straight_line import is_straight_line

__all__ = [
    "KINDS",
    "SITUATION",
    "BeyondIndex",
    "ByName",
    "Conventions",
    "CoverIndex",
    "Direction",
    "Index",
    "MembershipIndex",
    "SeveralMeaningsWarning",
    "UndefinedPolicy",
    "Value",
    "adjusted_rand",
    "as_index",
    "as_indices",
    "beyond_index",
    "beyond_index_named",
    "card",
    "catalogue_table",
    "check_undefined",
    "decided_values",
    "define",
    "families",
    "generalised_mean",
    "index",
    "index_for",
    "indices",
    "indices_for",
    "is_straight_line",
    "kind_of_index",
    "kind_of_input",
    "known_by_key",
    "pair_index",
    "paper_information",
    "parse_formula",
    "rand",
    "refuse_asymmetric",
    "sampled_fuzzy_rand",
    "scale_of",
    "settle",
    "shared_scales",
    "table_index",
    "tsallis",
    "v_measure_beta",
]
