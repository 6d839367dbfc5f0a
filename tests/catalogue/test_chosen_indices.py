"""Which index is meant: by names, families, records, formulas and functions, for each input."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import partwise as pw
from partwise.base import InputError
from partwise.catalogue import (
    CoverIndex,
    MembershipIndex,
    as_index,
    as_indices,
    index_for,
    indices_for,
    kind_of_index,
    refuse_asymmetric,
)

RAND, OMEGA, FUZZY = pw.index("rand"), pw.index("omega"), pw.index("fuzzy_rand")
ELEMENT = CoverIndex.by_key["element_centric"]


@pytest.mark.parametrize(
    ("which", "kind"),
    [
        ("covers", CoverIndex),
        ("Memberships", MembershipIndex),
        ("omega", CoverIndex),
        ("Collins & Dent", CoverIndex),
        ("ACI", MembershipIndex),
        (OMEGA, CoverIndex),
        (ELEMENT, CoverIndex),
        (FUZZY, MembershipIndex),
        ("element_centric", None),
        ("ECS", None),
        ("nmi_max", None),
        ("NMImax", None),
        ("paper", None),
        ("n11 / N", None),
        (RAND, None),
        (lambda table: table.n, None),
        (3, None),
    ],
)
def test_an_index_is_for_covers_or_memberships_where_it_is_for_nothing_else(
    which: Any, kind: type | None
) -> None:
    assert kind_of_index(which) is kind


def test_an_index_that_is_named_twice_is_meant_once() -> None:
    def function(table: pw.Contingency) -> float:
        return float(table.n)

    several: list[Any] = ["R", RAND, "rand", "n11 / N", " n11 / N ", "matching", "purity"]
    found = as_indices(several)
    assert found == [RAND, as_index("n11 / N"), *pw.indices("matching")]
    for one in ("CC", pw.index("CC")):
        assert as_indices(one) == [pw.index("correlation")]
    assert [index.key for index in as_indices(function)] == ["function"]
    assert as_indices("ALL") == list(pw.indices("all"))
    assert as_indices(["a", "b"], {"a": RAND, "b": OMEGA}.__getitem__) == [RAND, OMEGA]
    assert as_indices([]) == []


@pytest.mark.parametrize("kind", [CoverIndex, MembershipIndex])
def test_indices_for_an_input_are_all_unless_some_are_named(kind: Any) -> None:
    every = list(kind.by_key.values())
    for which in (None, "all", kind.inputs, ["all"], [kind.inputs, every[0]]):
        assert indices_for(which, kind) == every
    first, second = every[:2]
    for which in ([first.key, first.label, first, second.key], (first, second, second)):
        assert indices_for(which, kind) == [first, second]
    for one in every:
        assert indices_for(one, kind) == indices_for(one.key, kind) == [one]
        assert index_for(one, kind) is index_for(one.key, kind) is one
    assert indices_for([], kind) == []


@pytest.mark.parametrize("kind", [CoverIndex, MembershipIndex])
def test_indices_for_an_input_are_declared(kind: Any) -> None:
    asymmetric = {"extended_bcubed_precision", "extended_bcubed_recall", "fnmi", "homogeneity"}
    asymmetric |= {"completeness", "purity", "inverse_purity", "normalised_accuracy"}
    for index in indices_for("all", kind):
        assert (index.builtin, index.family, index.kind) == (True, kind.inputs, "callable")
        assert index.symmetric == (index.key not in asymmetric)
        assert index.doc
        assert index.references
        assert replace(index) != index_for(index.key, kind) == index


def test_a_record_for_partitions_stands_for_its_twin_of_the_same_key() -> None:
    assert index_for(pw.index("element_centric"), CoverIndex) is ELEMENT
    for key in ("nmi_max", "van_dongen"):
        assert index_for(pw.index(key), MembershipIndex) is MembershipIndex.by_key[key]
    for index in (RAND, OMEGA, pw.index("bcubed"), "n11 / N", lambda table: table.n):
        with pytest.raises(InputError, match="for memberships use"):
            index_for(index, MembershipIndex)


@pytest.mark.parametrize(
    ("which", "said"),
    [
        (OMEGA, "omega compares covers, but these are partitions; pass covers to pw.score"),
        (FUZZY, "fuzzy_rand compares memberships, but these are partitions"),
        ("omega", "omega compares covers, but these are partitions"),
        (3, "not int"),
        (None, "not NoneType"),
    ],
)
def test_what_is_no_index_for_partitions_is_refused(which: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        as_index(which)


def test_a_distance_is_the_same_in_both_directions() -> None:
    for index in pw.indices("all"):
        if index.symmetric is False:
            with pytest.raises(InputError, match=f"^{index.key} is not symmetric"):
                refuse_asymmetric(index)
        else:
            refuse_asymmetric(index)
    refuse_asymmetric(as_index("n11 / (n11 + n10)"))  # nobody has said whether it is


def test_an_index_is_shown_by_its_key_and_label() -> None:
    assert repr(RAND) == "<Index rand: Rand>"
    assert repr(as_index("n11 / N")) == "<Index n11 / N: n11 / N>"
