"""The verdicts of the whole catalogue against what is claimed, and the parts of the search."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import partwise as pw
from partwise.properties.decide import Case
from partwise.properties.definitions.monotonicity import meets
from partwise.properties.search.enumeration import enumeration
from partwise.properties.search.index_values import table_of
from partwise.properties.search.moves import improvements, meet
from partwise.properties.search.triples import triples
from support.claims import CLAIMS, claim
from support.claims import PROPERTIES as CLAIMED
from support.oracle import set_partitions
from support.partitions import agreements

AFTER_SIX_ITEMS = {  # refuted, but not by six items: errata 1, and its variants
    ("ami_arithmetic", "monotonicity"),
    ("ami_max", "monotonicity"),
}


def canonical(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[object, ...]:
    """A table up to the order of rows and columns, for few items, by trying all orders."""
    from itertools import permutations

    dense = table_of(a, b).to_dense()
    rows, columns = dense.shape
    return min(
        tuple(
            map(
                tuple,
                dense[list(order)][
                    :, sorted(range(columns), key=lambda j: tuple(dense[list(order), j]))
                ].tolist(),
            )
        )
        for order in permutations(range(rows))
    )


OTHERS = [  # test_paper_tables.py has those of the paper's tables
    index.key
    for index in pw.indices("paper")
    if (index.key, "symmetry") in CLAIMS and claim(index.key, "symmetry").source != "paper"
]


@pytest.mark.parametrize("key", OTHERS)
def test_verdicts_agree_with_claims(key: str) -> None:
    case = Case(pw.index(key), 6, 5)
    for about in CLAIMED:
        claimed, verdict = claim(key, about), case.decide(about)
        if not claimed.applicable:
            assert verdict.status == "not_applicable"
        elif claimed.holds is not None and (key, about) not in AFTER_SIX_ITEMS:
            assert verdict.holds == claimed.holds, (about, verdict, claimed)
        if about == "bias" and claimed.value:
            assert verdict.value == claimed.value
        if verdict.counterexample is not None:
            assert verdict.counterexample.certified, (about, verdict)


@pytest.mark.parametrize("n", [3, 4])
def test_triples_know_the_table_of_every_pair(n: int) -> None:
    found, tables = triples(n), enumeration(n)
    every = [tuple(labels) for labels in set_partitions(n)]
    assert sorted(map(tuple, found.clusterings.tolist())) == sorted(every)
    known = [canonical(*tables.labels(i)) for i in range(tables.count)]
    for i, j in product(range(len(every)), repeat=2):
        assert known[found.table[i, j]] == canonical(found.labels(i), found.labels(j))


def test_triples_of_seven_items_are_as_many_as_the_weights_say() -> None:
    found, tables = triples(7), enumeration(7)
    for place in found.representatives.tolist():
        counts = np.bincount(found.table[place], minlength=tables.count)
        mine = np.flatnonzero(tables.row_margin == tables.row_margin[found.table[place, place]])
        assert (counts[mine] == tables.weight[mine]).all()
    assert (tables.transpose[found.table] == found.table.T).all()


@pytest.mark.parametrize("n", [3, 4, 5])
def test_meets_are_reached_by_splits(n: int) -> None:
    tables, found = enumeration(n), meets(enumeration(n))
    for i in range(tables.count):
        a, b = tables.labels(i)
        assert canonical(a, meet(a, b)) == canonical(*tables.labels(int(found[i])))


def test_improvements_lose_no_agreement() -> None:
    for a, b in product([tuple(labels) for labels in set_partitions(4)], repeat=2):
        for better in improvements(a, b):
            assert agreements(a, b) < agreements(a, better)
