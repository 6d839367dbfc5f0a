"""The indices: the record of one, the registry of all, formulas, and one file a family.

Importing this room registers every index of the paper, in its order, then the families beyond it.
What an undefined value becomes is decided here too (`conventions`).
"""

# In the order of the catalogue: the paper's list first.
# isort: off
from partwise.catalogue import pairs_leading as _pairs_leading  # noqa: F401
from partwise.catalogue import pairs_further as _pairs_further  # noqa: F401
from partwise.catalogue import mutual_information as _mutual_information  # noqa: F401
from partwise.catalogue import adjusted as _adjusted  # noqa: F401
from partwise.catalogue import set_matching as _set_matching  # noqa: F401
from partwise.catalogue import entropies as _entropies  # noqa: F401
from partwise.catalogue import tsallis_entropies as _tsallis_entropies  # noqa: F401
from partwise.catalogue import matched_sets as _matched_sets  # noqa: F401
from partwise.catalogue import elements as _elements  # noqa: F401
from partwise.catalogue import pairs_beyond as _pairs_beyond  # noqa: F401

# isort: on
from partwise.catalogue import adjusted, mutual_information
from partwise.catalogue.conventions import (
    SITUATION,
    Conventions,
    UndefinedPolicy,
    Value,
    check_undefined,
    settle,
)
from partwise.catalogue.entropies import v_measure_beta
from partwise.catalogue.formula import parse_formula
from partwise.catalogue.index_card import card, catalogue_table
from partwise.catalogue.index_record import Direction, Index
from partwise.catalogue.pairs_beyond import generalised_mean
from partwise.catalogue.pairs_leading import adjusted_rand, rand
from partwise.catalogue.registry import (
    as_index,
    as_indices,
    define,
    families,
    index,
    indices,
    pair_index,
    table_index,
)
from partwise.catalogue.tsallis_entropies import tsallis

__all__ = [
    "SITUATION",
    "Conventions",
    "Direction",
    "Index",
    "UndefinedPolicy",
    "Value",
    "adjusted",
    "adjusted_rand",
    "as_index",
    "as_indices",
    "card",
    "catalogue_table",
    "check_undefined",
    "define",
    "families",
    "generalised_mean",
    "index",
    "indices",
    "mutual_information",
    "pair_index",
    "parse_formula",
    "rand",
    "settle",
    "table_index",
    "tsallis",
    "v_measure_beta",
]
