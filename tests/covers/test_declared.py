"""What is declared of indices for covers and memberships: ends of ranges, conventions, choice."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

import partwise as pw
from covers.definitions import DEFINITIONS
from partwise.base import InputError, NotRationalError
from partwise.catalogue import CoverIndex, MembershipIndex
from partwise.clusterings import AS_THEY_ARE
from partwise.tables import cover_table

COVERS = tuple(CoverIndex.by_key.values())
SOFT = tuple(MembershipIndex.by_key.values())
EXACT = {
    "omega",
    "extended_bcubed",
    "extended_bcubed_precision",
    "extended_bcubed_recall",
    "average_f1",
}


def key(index: pw.Index) -> str:
    return index.key


@pytest.mark.parametrize("index", COVERS, ids=key)
def test_only_ratios_of_counts_have_exact_values(index: CoverIndex) -> None:
    a, b = [{0, 1}, {1, 2}], [{0, 1, 2}, {2, 3}]
    covers = (pw.Cover(a, items=range(4)), pw.Cover(b, items=range(4)))
    assert index.is_rational == (index.key in EXACT)
    if index.is_rational:
        assert isinstance(index(*covers, exact=True), Fraction)
    else:
        with pytest.raises(NotRationalError, match=f"{index.key} has no exact value for covers"):
            index(*covers, exact=True)


@pytest.mark.parametrize("index", COVERS, ids=key)
def test_a_cover_without_clusters_is_like_itself_and_unlike_others(index: CoverIndex) -> None:
    """Where the formula has nothing to divide by; omega calls agreement on all pairs perfect."""
    empty, one = pw.Cover([], items=range(4)), pw.Cover([{0, 1}], items=range(4))
    assert index.evaluate(cover_table(empty, empty)).value == 1
    for a, b in ((empty, one), (one, empty)):
        value = index.evaluate(cover_table(a, b))
        if value.note is not None:
            assert value.value == 0
    if index.key == "omega":  # all pairs are in one cluster of the one, and in two of the other
        twice = pw.Cover([{0, 1}, {0, 1}], items=range(2))
        assert index.evaluate(cover_table(twice, pw.Cover([{0, 1}]))).value == 0


@pytest.mark.parametrize("index", COVERS, ids=key)
def test_the_worst_covers_reach_the_lower_end(index: CoverIndex) -> None:
    """Three items together against each of them with the fourth: all pairs disagree, half each.

    Observed 0 and expected 1/2 give (0 − 1/2) / (1 − 1/2). Others are 0 for a cluster each that
    share no item, or nearly, for one cluster against single items.
    """
    if index.key == "omega":
        pairs = pw.Cover([{0, 3}, {1, 3}, {2, 3}], items=range(4))
        value = index(pw.Cover([{0, 1, 2}], items=range(4)), pairs, exact=True)
        assert value == -1 == index.range[0]
    elif index.key == "element_centric":
        n = 400
        value = index(pw.Cover([{*range(n)}]), pw.Cover([{i} for i in range(n)]))
        assert value == pytest.approx(0, abs=0.01)
        assert index.range[0] == 0
    else:
        a, b = (pw.Cover([part], items=range(8)) for part in ({0, 1}, {2, 3}))
        assert index(a, b) == pytest.approx(0, abs=1e-12)
        assert index.range[0] == 0
    assert index.range[1] == 1


@pytest.mark.parametrize("index", SOFT, ids=key)
def test_soft_indices_are_declared_like_their_twins(index: MembershipIndex) -> None:
    twin = pw.index(str(index.partition_index))
    assert index.symmetric == twin.symmetric
    assert index.direction == twin.direction
    low, high = twin.range
    assert index.range == ((-1, 1) if index.key == "adjusted_concordance" else (low, high))
    labels = ([0, 0, 1, 1, 2], [0, 1, 1, 1, 2])
    assert index(*labels) == twin(*labels)


def test_no_soft_clustering_is_worse_than_minus_one() -> None:
    """Two pairs of items, of which each side separates the other pair."""
    index = MembershipIndex.by_key["adjusted_concordance"]
    low = min(
        index(pw.Memberships([[p, 1 - p] for p in one]), pw.Memberships([[p, 1 - p] for p in two]))
        for one in ([0, 0, 1, 1], [0.1, 0.4, 0.6, 0.9])
        for two in ([0, 1, 0, 1], [0.4, 0.9, 0.1, 0.6])
    )
    assert index.range[0] <= low < 0


# --- the sampled fuzzy Rand index


@pytest.mark.parametrize("adjusted", [False, True])
def test_a_sample_of_the_only_pair_is_exact(adjusted: bool) -> None:
    """Degrees 1 − ½(0.5 + 0.5) = 0.5 and 1: they differ by a half."""
    index = pw.families.sampled_fuzzy_rand(100, adjusted=adjusted)
    assert index.symmetric
    found = index([[0.5, 0.5], [1.0, 0.0]], [0, 0])
    assert found == (1 if adjusted else 0.5) or (adjusted and math.isclose(found, 0, abs_tol=1e-9))
    assert index([0], [0]) == 1


def test_a_million_pairs_are_drawn_unless_another_number_is_given() -> None:
    assert pw.families.sampled_fuzzy_rand().label.endswith("of 1,000,000 pairs")
    index = pw.families.sampled_fuzzy_rand()
    assert index.pairs == 1_000_000  # type: ignore[attr-defined]
    for few in (99, 0, -5, True, 100.0):
        with pytest.raises(InputError, match="at least 100"):
            pw.families.sampled_fuzzy_rand(few)  # type: ignore[arg-type]


# --- which index is meant


@pytest.mark.parametrize("family", ["paper", "entropy", "memberships", "Pairs_Beyond"])
def test_a_family_of_other_indices_is_refused_for_covers(family: str) -> None:
    a = pw.Cover([{0, 1}, {1, 2}])
    with pytest.raises(InputError, match="is not a family of indices for covers"):
        pw.scores(a, a, family)


@pytest.mark.parametrize("family", ["all", "covers"])
def test_a_family_is_no_single_index(family: str) -> None:
    a = pw.Cover([{0, 1}, {1, 2}])
    with pytest.raises(InputError, match="is a family of indices, but one index is needed"):
        pw.score(a, a, family)
    with pytest.raises(InputError, match="is a family of indices, but one index is needed"):
        pw.pairwise({"a": a, "b": a}, family)
    for several in (["omega"], ["omega", "average_f1"], 3):
        with pytest.raises(InputError, match="an index must be a name, a formula"):
            pw.score(a, a, several)  # type: ignore[arg-type]


def test_up_to_eight_indices_are_named_instead_of_one_without_meaning() -> None:
    a, soft = pw.Cover([{0, 1}, {1, 2}]), pw.Memberships([[0.5, 0.5], [0, 1]])
    with pytest.raises(InputError) as caught:
        pw.score(a, a, "jaccard")
    assert all(each.key in str(caught.value) for each in COVERS)
    assert "lists all" not in str(caught.value)
    with pytest.raises(InputError, match="lists all") as caught:
        pw.score(soft, soft, "jaccard")
    assert sum(f" {each.key}" in str(caught.value) for each in SOFT) == 8
    with pytest.raises(InputError, match=r"for covers use omega$") as caught:
        pw.score(a, a, "adjusted_rand")
    assert "extended_bcubed" not in str(caught.value)


def test_an_input_of_another_kind_is_named() -> None:
    a, soft = pw.Cover([{0, 1}]), pw.Memberships([[0.5, 0.5], [0, 1]])
    with pytest.raises(InputError, match=r"first.*covers cannot be compared with a Memberships"):
        CoverIndex.read(soft, AS_THEY_ARE, "first")
    with pytest.raises(InputError, match=r"^memberships cannot be compared with a Cover"):
        MembershipIndex.read(a, AS_THEY_ARE)


def test_an_index_is_shown_by_its_kind_and_names() -> None:
    assert repr(CoverIndex.by_key["omega"]) == "<CoverIndex omega: Omega>"
    assert repr(MembershipIndex.by_key["vi"]) == "<MembershipIndex vi: Variation of Information>"


def test_walks_over_shared_items_by_definition() -> None:
    """Clusters {0, 1} and {1, 2} against one of all: what the equations give, in fractions."""
    a, b = [frozenset({0, 1}), frozenset({1, 2})], [frozenset({0, 1, 2})]
    expected = DEFINITIONS["element_centric"](3, a, b)
    assert expected is not None
    found = CoverIndex.by_key["element_centric"](pw.Cover(a), pw.Cover(b))
    assert found == pytest.approx(float(expected), rel=1e-12)
