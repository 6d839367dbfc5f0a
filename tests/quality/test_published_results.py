"""What others have published about the properties that we add, against our verdicts.

Only the abstracts were at hand, not the definitions, so these are the checks of our reading.
"""

from __future__ import annotations

import partwise as pw
from partwise.properties.known_verdicts import holds

AMIGO = ("homogeneity", "completeness", "rag_bag", "size_against_quantity")


def test_bcubed_alone_satisfies_all_four_constraints() -> None:
    """Amigó, Gonzalo, Artiles (2008), abstract: "only BCubed satisfies all formal constraints"."""
    found = [index.key for index in pw.indices("paper") if all(holds(index, key) for key in AMIGO)]
    assert found == ["bcubed"]


def test_functions_of_rand_have_ground_truth_bias() -> None:
    """Lei et al. (2017), abstract: 5 of 26 indices, all functions of Rand, exhibit GT bias.

    We refute freedom from it for others too, such as CD, whose baseline is nearly constant: one
    pair of references whose means strictly rise and fall is enough for us.
    """
    functions_of_rand = ("rand", "hubert", "mirkin", "gower_legendre", "rogers_tanimoto")
    for key in functions_of_rand:
        assert holds(pw.index(key), "lei_gt_bias") is False
