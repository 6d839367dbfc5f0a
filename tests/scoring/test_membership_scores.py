"""Scores of soft clusterings: definitions in fractions, the limit of labels, what is read."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.base import InputError, NotRationalError, UndefinedValueError
from partwise.catalogue import MembershipIndex
from partwise.tables import ExpectedTable, disagreement
from support import soft_memberships as brute

SOFT = [[0.9, 0.1], [0.5, 0.5], [0.0, 1.0]]
TWINS = {key: own.partition_index or "" for key, own in MembershipIndex.by_key.items()}


def _index(key: str) -> MembershipIndex:
    return MembershipIndex.by_key[key]  # type: ignore[no-any-return]


def _both(p: brute.Rows, q: brute.Rows) -> tuple[pw.Memberships, pw.Memberships]:
    return pw.Memberships(p), pw.Memberships(q)


def _partitions(count: int, seed: int) -> list[tuple[list[int], list[int]]]:
    """Draw labels of few items, often trivial ones: one cluster, or nothing but singletons."""
    rng = Random(seed)  # noqa: S311
    found = []
    for _ in range(count):
        n = rng.randint(1, 9)
        found.append(
            tuple(
                rng.choice([[0] * n, list(range(n)), [rng.randrange(4) for _ in range(n)]])
                if rng.random() < 0.3
                else [rng.randrange(rng.randint(1, n)) for _ in range(n)]
                for _ in "ab"
            )
        )
    return found  # type: ignore[return-value]


def _dense(labels: list[int], rng: Random) -> list[list[float]]:
    """Return a matrix of 0 and 1 whose columns stand in any order."""
    names = list(set(labels))
    rng.shuffle(names)
    return [[float(own == name) for name in names] for own in labels]


def test_on_labels_every_index_is_its_twin_to_the_last_bit() -> None:
    """2,000 pairs of partitions, values by convention and their notes included."""
    rng = Random(1)  # noqa: S311
    assert set(TWINS.values()) >= {"rand", "adjusted_rand", "nmi_arithmetic", "vi", "purity"}
    for a, b in _partitions(2000, seed=2):
        sides = pw.Memberships(_dense(a, rng)), pw.Memberships(_dense(b, rng))
        found = pw.scores(*sides)
        expected = pw.scores(a, b, list(TWINS.values()))
        for key, twin in TWINS.items():
            same = found[key] == expected[twin] or (
                math.isnan(found[key]) and math.isnan(expected[twin])
            )
            assert same, (key, a, b, found[key], expected[twin])
            assert found.notes.get(key) == expected.notes.get(twin), (key, a, b)


def test_without_the_shortcut_for_labels_it_is_rand_and_adjusted_rand() -> None:
    """The sums over pairs that soft memberships take, on labels."""
    for a, b in _partitions(1000, seed=3):
        observed, expected, pairs = disagreement(pw.Memberships(a), pw.Memberships(b))
        counts = pw.contingency(a, b).pair_counts
        assert observed == counts.n10 + counts.n01
        assert pairs == counts.total
        if expected:
            value = pw.score(a, b, "adjusted_rand")
            assert 1 - observed / expected == pytest.approx(float(value), abs=1e-13)


def test_both_indices_are_those_of_the_definitions() -> None:
    """In fractions; the expectation over every permutation of up to five items."""
    rng = Random(4)  # noqa: S311
    for case in range(200):
        n = rng.randint(2, 5)
        p, q = (brute.random_rows(rng, n, rng.randint(1, 4)) for _ in "pq")
        if case % 4 == 0:
            p = brute.one_hot([rng.randrange(3) for _ in range(n)])
        observed = brute.disagreement(p, q)
        expected = brute.expected_disagreement(p, q)
        rand = 1 - observed / len(brute.pairs(n))
        assert pw.score(*_both(p, q), "fuzzy_rand") == pytest.approx(float(rand), abs=1e-14)
        adjusted = 1 if expected == 0 else 1 - observed / expected
        found = pw.score(*_both(p, q), "ACI", undefined="convention")
        assert found == pytest.approx(float(adjusted), abs=1e-12)


def test_the_adjusted_index_is_zero_on_average_over_all_permutations() -> None:
    rng = Random(5)  # noqa: S311
    p, q = (brute.random_rows(rng, 5, 3) for _ in "pq")
    values = [float(pw.score(*_both(p, other), "ACI")) for other in brute.permuted(q)]
    assert np.mean(values) == pytest.approx(0, abs=1e-13)
    assert min(values) < -0.01 < 0.01 < max(values)


def test_the_best_value_is_that_of_a_soft_clustering_with_itself() -> None:
    soft = pw.Memberships(SOFT)
    swapped = pw.Memberships(np.array(SOFT)[:, ::-1])
    for key in ("fuzzy_rand", "adjusted_concordance"):
        assert pw.score(soft, soft, key) == pw.score(soft, swapped, key) == 1
    assert pw.score(soft, soft, "NMI") < 1  # docs/memberships.md says why


def test_declared_symmetry_direction_and_range_hold() -> None:
    rng = np.random.default_rng(6)
    for _ in range(100):
        a, b = (pw.Memberships(rng.dirichlet([0.5] * rng.integers(1, 5), 8)) for _ in "ab")
        there, back = pw.scores(a, b), pw.scores(b, a)
        for key in TWINS:
            low, high = (float(bound) for bound in _index(key).range)
            value = float(there[key])
            assert math.isnan(value) or low - 1e-12 <= value <= high + 1e-12, key
            if _index(key).symmetric and not math.isnan(value):
                assert value == pytest.approx(float(back[key]), abs=1e-12), key


@pytest.mark.parametrize(
    "other",
    [
        [0, 0, 1],
        ("x", "x", "y"),
        np.array([7, 7, 8]),
        pw.Clustering([0, 0, 1]),
        pw.Memberships([0, 0, 1]),
        [[1, 0], [1, 0], [0, 1]],
        np.array([[1.0, 0], [1, 0], [0, 1]]),
    ],
)
def test_the_other_side_may_be_labels_or_a_matrix(other: Any) -> None:
    soft = pw.Memberships(SOFT)
    # |E_P − E_Q| of the three pairs is 0.4, 0.1 and 0.5, by hand
    assert pw.score(soft, other, "fuzzy_rand") == pytest.approx(2 / 3, abs=1e-15)
    assert pw.score(other, soft, "fuzzy_rand") == pytest.approx(2 / 3, abs=1e-15)
    table: Any = pw.contingency(other, soft)
    assert isinstance(table, ExpectedTable)
    assert table.to_dense() == pytest.approx(np.array([[1.4, 0.6], [0, 1]]), abs=1e-15)


def test_labels_of_frames_and_files_are_read_and_items_matched(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    soft = pw.Memberships(SOFT, items=["ann", "bob", "cy"])
    by_name = {"cy": 1, "ann": 0, "bob": 0}
    file = tmp_path / "gold.csv"
    file.write_text("id,label\ncy,1\nann,0\nbob,0\n", encoding="utf-8")
    for labels in (by_name, pandas.Series(by_name), file, pw.read(file)):
        assert pw.score(labels, soft, "fuzzy_rand") == pytest.approx(2 / 3, abs=1e-15)
    assert pw.score({"ann": 0, "bob": 0}, soft, "fuzzy_rand", missing="drop") == pytest.approx(0.6)


def test_items_of_text_files_are_matched_with_numbers(tmp_path: Path) -> None:
    file = tmp_path / "gold.csv"
    file.write_text("id,label\n3,1\n1,0\n2,0\n", encoding="utf-8")
    soft = pw.Memberships(SOFT, items=[1, 2, 3])
    assert pw.score(file, soft, "fuzzy_rand") == pytest.approx(2 / 3, abs=1e-15)
    assert pw.compare(file, {"soft": soft}).scores["soft"]["NDC"] == pytest.approx(2 / 3, abs=1e-15)


def test_several_matrices_are_told_from_one() -> None:
    matrices = {"soft": np.array(SOFT), "hard": np.array([[1, 0], [1, 0], [0, 1]])}
    table = pw.scores([0, 0, 1], matrices, ["ACI"])
    assert {name: own["ACI"] for name, own in table.items()} == {
        name: pw.score([0, 0, 1], matrix, "ACI") for name, matrix in matrices.items()
    }
    by_item = dict(zip("xyz", SOFT, strict=True))
    named = pw.Memberships(SOFT, items="xyz")
    only: Any = pw.scores(named, by_item, ["ACI"])
    assert only["ACI"] == 1


def test_policies_for_noise_are_about_the_labels() -> None:
    soft = pw.Memberships([*SOFT, [0.5, 0.5]])
    dropped = pw.score([0, 0, 1, -1], soft, "ACI", noise="drop")
    assert dropped == pw.score([0, 0, 1], pw.Memberships(SOFT), "ACI")


def test_several_candidates_and_all_pairs() -> None:
    soft, labels = pw.Memberships(SOFT), [0, 0, 1]
    table = pw.scores(labels, {"soft": soft, "hard": labels}, ["ACI", "vi"])
    assert table["hard"]["ACI"] == 1
    assert table["soft"]["adjusted_concordance"] == pw.score(labels, soft, "ACI")
    matrix = pw.pairwise({"soft": soft, "hard": labels}, "fuzzy_rand")
    assert matrix["hard", "soft"] == matrix["soft", "hard"] == pw.score(soft, labels, "NDC")
    assert [own.key for own in pw.indices("memberships")] == list(TWINS)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("ARI", r"counts pairs.*for memberships use adjusted_concordance$"),
        ("rand", r"counts pairs.*use fuzzy_rand$"),
        ("jaccard", r"counts pairs.*fuzzy_rand, adjusted_concordance"),
        ("mari", r"counts pairs.*fuzzy_rand"),
        ("AMI", r"random tables of whole items.*adjusted_concordance"),
        ("bcubed", r"each item with the items in its clusters.*fuzzy_rand"),
        ("cluster_f1", r"clusters that have the same items.*fuzzy_rand"),
        ("omega", r"is defined for covers; for memberships use fuzzy_rand"),
    ],
)
def test_an_index_without_meaning_says_why_and_which_has_one(key: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        pw.score([0, 0, 1], pw.Memberships(SOFT), key)


def test_every_index_for_partitions_has_a_value_or_a_reason() -> None:
    """A new index of the catalogue must be decided about: the reason is what the error says."""
    for own in pw.indices("all"):
        if own.builtin and own.key not in TWINS:
            assert MembershipIndex.why_not(own), own.key


def test_weights_are_refused() -> None:
    soft = pw.Memberships(SOFT)
    with pytest.raises(InputError, match="do not support weights; leave out weights="):
        pw.score(soft, soft, "ACI", weights=[1, 1, 1])
    with pytest.raises(InputError, match="cannot have weights; leave out weights="):
        pw.contingency(soft, soft, weights=[1, 1, 1])


def test_exact_values_are_those_of_labels_alone() -> None:
    hard = pw.Memberships([[1, 0], [1, 0], [0, 1]])
    assert pw.score([0, 1, 1], hard, "fuzzy_rand", exact=True) == Fraction(1, 3)
    assert pw.score([0, 1, 1], hard, "purity", exact=True) == Fraction(2, 3)
    one = pw.Memberships([[1.0], [1.0]])
    assert math.isnan(pw.score(one, [0, 1], "normalised_accuracy", exact=True))
    for key in ("fuzzy_rand", "ACI", "purity", "NMI"):
        with pytest.raises(NotRationalError):
            pw.score([0, 1, 1], pw.Memberships(SOFT), key, exact=True)


def test_where_all_pairs_belong_together_equally_it_is_one_by_convention() -> None:
    same = pw.Memberships([[0.3, 0.7]] * 4)
    scores = pw.scores(same, same, ["ACI", "fuzzy_rand"])
    assert list(scores.values()) == [1, 1]
    assert "same degree in both" in scores.notes["ACI"]
    with pytest.raises(UndefinedValueError):
        pw.score(same, same, "ACI", undefined="raise")
    assert math.isnan(pw.score(same, same, "ACI", undefined="nan"))
    one = pw.Memberships([[0.3, 0.7]])
    assert pw.score(one, one, "fuzzy_rand") == pw.score(one, one, "ACI") == 1


def test_a_sample_of_pairs_estimates_both_with_its_error() -> None:
    rng = np.random.default_rng(7)
    soft, labels = pw.Memberships(rng.dirichlet([0.3] * 3, 200)), rng.integers(3, size=200)
    for adjusted, key in ((False, "fuzzy_rand"), (True, "adjusted_concordance")):
        sampled = pw.families.sampled_fuzzy_rand(20_000, adjusted=adjusted)
        again: Any = pickle.loads(pickle.dumps(sampled))  # noqa: S301
        scores = pw.scores(labels, soft, [again])
        error = float(scores.notes[sampled.key].rpartition(" ")[2])
        assert 0 < error < 0.02
        assert float(scores[sampled.key]) == pytest.approx(
            float(pw.score(labels, soft, key)), abs=4 * error
        )
        assert pw.score(labels, soft, sampled) == scores[sampled.key]  # the same seed
        others = pw.families.sampled_fuzzy_rand(20_000, adjusted=adjusted, seed=1)
        assert pw.score(labels, soft, others) != scores[sampled.key]
    one = pw.Memberships([[0.3, 0.7]])
    assert pw.score(one, one, pw.families.sampled_fuzzy_rand()) == 1
    with pytest.raises(InputError, match="at least 100"):
        pw.families.sampled_fuzzy_rand(10)


def test_indices_are_found_by_their_names_and_pickled() -> None:
    assert (
        pw.index("ACI") is pw.index("adjusted concordance index") is _index("adjusted_concordance")
    )
    assert pw.index("NDC").key == "fuzzy_rand"
    assert pw.index("NMI").family == "paper"  # names of partitions' indices keep their meaning
    for own in MembershipIndex.by_key.values():
        assert pickle.loads(pickle.dumps(own)) is own  # noqa: S301


def test_a_direct_call_refuses_what_score_refuses() -> None:
    soft = pw.Memberships([[0.5, 0.5], [1, 0], [0, 1]])
    for key in ("bcubed", "bcubed_precision", "bcubed_recall", "element_centric"):
        for compare in (pw.index(key), lambda a, b, key=key: pw.score(a, b, key)):
            with pytest.raises(pw.errors.InputError, match=f"{key} compares each item with"):
                compare(soft, soft)
    assert pw.index("nmi_arithmetic")(soft, soft) == pw.score(soft, soft, "nmi_arithmetic")
