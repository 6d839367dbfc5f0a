"""Triplets see the order of values: no scale changes it, and no branch is taken for algebra."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import partwise as pw
from partwise.catalogue import Index
from partwise.properties.known_orders import written_orders
from partwise.properties.triplet_search.orders import all_candidates
from partwise.properties.triplet_search.same_order import same_order
from properties.zoo import branches, disguises
from properties.zoo.species import Species, rand

SCALED: list[Callable[[Any], Any]] = [
    lambda p: 10**16 + rand(p) / 10**12,
    lambda p: rand(p) / 10**30,
    lambda p: rand(p) * 10**16 - 10**40,
]


@pytest.mark.parametrize("formula", SCALED)
def test_a_scale_changes_no_triplet(formula: Callable[[Any], Any]) -> None:
    scaled = Index("scaled", "scaled", "pairs", formula)
    plain = pw.properties.triplets(["rand", "jaccard"], max_n=5)
    other = pw.properties.triplets([scaled, "jaccard"], max_n=5)
    assert [_clusterings(triplet) for triplet in other] == [_clusterings(t) for t in plain]
    assert len(plain) > 0


def _clusterings(triplet: Any) -> tuple[Any, ...]:
    return triplet.reference, triplet.left, triplet.right


@pytest.mark.parametrize("formula", SCALED)
def test_a_scale_changes_no_rank(formula: Callable[[Any], Any]) -> None:
    scaled = Index("scaled", "scaled", "pairs", formula)
    for plain, other in zip(
        all_candidates([pw.index("rand")], 5), all_candidates([scaled], 5), strict=True
    ):
        assert plain.ranks.tolist() == other.ranks.tolist()
        assert plain.tables.tolist() == other.tables.tolist()


def test_tiny_differences_are_no_ties() -> None:
    """10⁻³⁰ N10 more parts candidates that Rand does not."""
    finer = Index("finer", "finer", "pairs", lambda p: rand(p) - p.n10 / 10**30)
    for plain, other in zip(
        all_candidates([pw.index("rand")], 4), all_candidates([finer], 4), strict=True
    ):
        assert len(plain.ranks) <= len(other.ranks)
    counts = [sum(len(c.ranks) for c in all_candidates([i], 4)) for i in (pw.index("rand"), finer)]
    assert counts[0] < counts[1]


@pytest.mark.parametrize("formula", SCALED)
def test_scaled_indices_are_proved_to_order_alike(formula: Callable[[Any], Any]) -> None:
    scaled = Index("scaled", "scaled", "pairs", formula)
    assert same_order(scaled, pw.index("rand"))
    assert same_order(pw.index("mirkin"), scaled)


LATE = (
    "equal_700", "unequal_700", "beyond_700", "late_dictionary", "late_power", "hinge",
    "hinge_by_a_root", "hinge_by_maximum", "membership", "matched",
)  # fmt: skip


@pytest.mark.parametrize(
    "species",
    [one for one in (*branches.SPECIES, *disguises.SPECIES) if one.name in LATE],
    ids=lambda one: one.name,
)
def test_late_branches_do_not_order_as_rand_does(species: Species) -> None:
    """They do up to many items, so only a proof could say so; there is none."""
    assert not same_order(species.make(), pw.index("rand"))
    assert not same_order(pw.index("rand"), species.make())


def test_classes_of_orders_are_those_of_any_scale() -> None:
    scaled = Index("scaled", "scaled", "pairs", SCALED[0])
    text = written_orders([pw.index("rand"), pw.index("jaccard"), scaled])
    assert text == '[\n ["rand", "scaled"]\n]\n'
