"""Indices ranked by judgements: held against scores and definitions, counted a second time."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

import partwise as pw
from partwise.base import InputError
from partwise.properties.guide.agreement import shared_properties
from partwise.properties.guide.judging import exact_interval
from partwise.properties.known_verdicts import holds, known

RATIONAL = ("rand", "jaccard", "dice", "adjusted_rand", "wallace_1", "wallace_2", "sokal_sneath_1")
GOLD, NEAR, FAR = [0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 2], [0, 1, 2, 0, 1, 2]


def random_judgements(count: int, seed: int, n: int = 7) -> list[tuple[list[int], ...]]:
    """Judgements of somebody who throws dice; never of two equal candidates."""
    generator = np.random.default_rng(seed)
    found: list[tuple[list[int], ...]] = []
    while len(found) < count:
        sides = tuple(generator.integers(0, generator.integers(2, 5), n).tolist() for _ in range(3))
        if pw.Clustering(sides[1]) != pw.Clustering(sides[2]):
            found.append(sides)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_agreement_is_what_scores_say(seed: int) -> None:
    """By exact scores where there are any; elsewhere by floats, equal ones up to rounding."""
    judgements = random_judgements(1 + seed % 4, seed)
    ranked = pw.recommend(judgements=judgements)
    for each in ranked.ranking:
        index = each.index
        sense = 1 if index.direction == "similarity" else -1
        exact = index.key in RATIONAL
        for view, (reference, better, worse) in zip(each.views, judgements, strict=True):
            good, bad = (pw.score(reference, x, index, exact=exact) for x in (better, worse))
            step = sense * (good - bad)
            if step != step:
                assert view == "undefined"
            elif exact or abs(step) > 1e-12:
                assert view == ("agrees" if step > 0 else "disagrees" if step < 0 else "ties")
            else:
                assert view == "ties"
        assert each.agrees_with_all == all(view == "agrees" for view in each.views)
    assert set(ranked.consistent) == {e.index for e in ranked.ranking if e.agrees_with_all}
    counts = [each.count("agrees") for each in ranked.ranking]
    assert counts == sorted(counts, reverse=True)


def pairs_agreeing(reference: list[int], labels: list[int]) -> set[tuple[int, int]]:
    return {
        (i, j)
        for i, j in combinations(range(len(labels)), 2)
        if (reference[i] == reference[j]) == (labels[i] == labels[j])
    }


def test_improvements_are_those_that_lose_no_pair() -> None:
    seen = set()
    for judgement in random_judgements(60, 1, n=4):
        reference, better, worse = judgement
        kept, lost = (pairs_agreeing(reference, x) for x in (better, worse))
        expected = True if lost <= kept else False if kept <= lost else None
        ranked = pw.recommend(judgements=[judgement])
        assert ranked.improvements == ({} if expected is None else {1: expected})
        monotone = [
            each for each in ranked.ranking if known(each.index)["monotonicity"].status == "proved"
        ]
        assert monotone
        if expected is not None:
            views = {each.views[0] for each in monotone} - {"undefined", "ties"}  # conventions
            assert views == {"agrees" if expected else "disagrees"}
            assert ("No monotone index agrees" in str(ranked)) == (not expected)
        seen.add(expected)
    assert seen == {True, False, None}


def test_a_tie_and_an_undefined_value_are_no_agreement() -> None:
    ranked = pw.recommend(judgements=[([0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 0, 0])], indices=["R"])
    assert ranked.ranking[0].views == ("ties",)
    assert ranked.ranking[0].share == 0
    assert "1 (tie)" in str(ranked)
    singles = pw.recommend(judgements=[([0, 0, 1], [0, 1, 2], [0, 0, 0])], indices=["wallace_2"])
    assert singles.ranking[0].views == ("undefined",)
    assert ranked.consistent == singles.consistent == ()


# The confidence interval


@pytest.mark.parametrize("trials", [1, 2, 5, 10, 40])
def test_the_interval_covers_as_often_as_it_claims(trials: int) -> None:
    """Exactly, by the binomial distribution: no agreement is covered less often than in 95%."""
    intervals = [exact_interval(k, trials) for k in range(trials + 1)]
    for truth in np.linspace(0, 1, 501):
        chances = binom.pmf(np.arange(trials + 1), trials, truth)
        covered = sum(
            chance
            for chance, (low, high) in zip(chances, intervals, strict=True)
            if low <= truth <= high
        )
        assert covered >= 0.95 - 1e-12


def test_an_interval_is_as_in_the_tables() -> None:
    """Each limit makes what was seen, or more of it, as likely as 2.5%."""
    for trials, successes in ((10, 9), (7, 3), (20, 1)):
        low, high = exact_interval(successes, trials)
        assert binom.sf(successes - 1, trials, low) == pytest.approx(0.025)
        assert binom.cdf(successes, trials, high) == pytest.approx(0.025)
    assert exact_interval(0, 4)[0] == 0
    assert exact_interval(4, 4)[1] == 1


# Properties and requirements


def test_properties_compare_those_who_have_them_with_the_others() -> None:
    judgements = random_judgements(5, 3)
    ranked = pw.recommend(judgements=judgements, indices=["CC", "CD", "R", "NMI", "J"])
    shares = {each.index.key: Fraction(each.count("agrees"), 5) for each in ranked.ranking}
    found = {each.key: each for each in ranked.properties}["distance"]
    having = [shares["correlation_distance"], shares["rand"], shares["jaccard"]]
    assert found.share_with == pytest.approx(float(sum(having) / 3))
    lacking = [shares["correlation"], shares["nmi_arithmetic"]]
    assert found.share_without == pytest.approx(float(sum(lacking) / 2))
    alike = pw.recommend(judgements=judgements, indices=["J", "dice", "R"])
    monotone = {each.key: each for each in alike.properties}["monotonicity"]
    assert monotone.share_without == pytest.approx(float(shares["jaccard"]))  # both as one


def test_requirements_choose_the_indices_that_are_ranked() -> None:
    asked: dict[str, Any] = {"monotonicity": True, "sizes_known": False}
    judgements = random_judgements(3, 5)
    ranked = pw.recommend(judgements=judgements, **asked)
    admissible = {each.index for each in pw.recommend(judgements=None, **asked).admissible}
    assert {each.index for each in ranked.ranking} == admissible
    assert not admissible & set(ranked.excluded)
    assert "monotonicity" in ranked.title
    with pytest.raises(InputError, match="no index meets all requirements"):
        pw.recommend(judgements=judgements, distance=True, constant_baseline="exact")


# Whatever clusterings look like


def test_labels_of_any_kind_give_one_ranking(tmp_path: Path) -> None:
    names = ["ann", "bob", "cy", "dee", "eve", "fay"]
    plain = pw.recommend(judgements=[(GOLD, NEAR, FAR)])
    by_item = [dict(zip(names, labels, strict=True)) for labels in (GOLD, NEAR, FAR)]
    shuffled = [dict(reversed(labels.items())) for labels in by_item[1:]]
    files = []
    for place, labels in enumerate(by_item):
        files.append(tmp_path / f"{place}.csv")
        rows = "".join(f"{item},{label}\n" for item, label in labels.items())
        files[-1].write_text(f"item,label\n{rows}")
    named = dict(zip(("reference", "better", "worse"), (path.name for path in files), strict=True))
    (tmp_path / "judged.json").write_text(json.dumps([named]))
    columns = [GOLD, [f"c{x}" for x in NEAR], np.array(FAR) + 7]
    rows = "".join(
        f"first,{n},{a},{b},{c}\n" for n, a, b, c in zip(names, GOLD, NEAR, FAR, strict=True)
    )
    (tmp_path / "judged.csv").write_text("judgement,item,reference,better,worse\n" + rows)
    for judgements in (
        [columns],
        [(by_item[0], *shuffled)],
        [tuple(map(pw.Clustering, (GOLD, NEAR, FAR)))],
        [tuple(map(str, files))],
        tmp_path / "judged.json",
        str(tmp_path / "judged.csv"),
    ):
        assert pw.recommend(judgements=judgements).to_dict() == plain.to_dict()


def test_policies_decide_about_noise_and_missing_items() -> None:
    noisy = ([0, 0, 0, 1, 1, 1], [0, 0, 0, 1, -1, -1], [0, 0, 0, 1, 2, 2])
    with pytest.raises(InputError, match="the same clustering"):
        pw.recommend(judgements=[noisy])
    assert pw.recommend(judgements=[noisy], noise="singletons").judgements == 1
    partial = ({"a": 1, "b": 1, "c": 2}, {"a": 1, "b": 1, "c": 2}, {"a": 1, "b": 2})
    with pytest.raises(InputError, match=r'judgement 1: .*missing="drop"'):
        pw.recommend(judgements=[partial])
    assert pw.recommend(judgements=[partial], missing="drop").best is not None


@pytest.mark.parametrize(
    ("judgements", "words"),
    [
        ([], "is empty; give at least one"),
        (7, "must be a list, not 7"),
        ([(GOLD, NEAR)], "judgement 1: there are 2 clusterings; give each judgement as"),
        ([(GOLD, NEAR, FAR), "gold"], "judgement 2: 'gold' is no triple"),
        ([(GOLD, NEAR, [5, 5, 5, 6, 6, 7])], "judgement 1: better and worse are the same"),
        ([(GOLD, NEAR, FAR), (GOLD, NEAR[:4], FAR)], "judgement 2: the better candidate: "),
        ([{"reference": GOLD, "better": NEAR}], "judgement 1: 'worse' is missing"),
    ],
)
def test_a_judgement_that_is_wrong_is_named(judgements: Any, words: str) -> None:
    with pytest.raises(InputError) as caught:
        pw.recommend(judgements=judgements)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.json", "{", "this is not JSON"),
        ("a.json", "7", "not a list of judgements; write a list of objects"),
        ("a.csv", "judgement,reference,better\n", "the column 'worse' is missing; write"),
        ("a.csv", "judgement,item,reference,better,worse\n1,a,0,0,0\n1,a,0,0,1\n", "line 3"),
        ("a.csv", "judgement,item,reference,better,worse\n", "is empty"),
    ],
)
def test_a_file_that_is_wrong_is_named(tmp_path: Path, name: str, text: str, words: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError) as caught:
        pw.recommend(judgements=tmp_path / name)
    assert words in str(caught.value)
    with pytest.raises(InputError, match=r"none\.json: No such file"):
        pw.recommend(judgements=tmp_path / "none.json")


def test_the_record_keeps_every_number() -> None:
    judgements = random_judgements(4, 8)
    ranked = pw.recommend(judgements=judgements, indices=["CC", "AMI", "VI"])
    data = json.loads(ranked.to_json())
    assert data["judgements"] == 4
    assert [each["index"] for each in data["ranking"]] == [e.index.key for e in ranked.ranking]
    frame = ranked.to_frame("polars")
    assert frame["agrees"].to_list() == [each.count("agrees") for each in ranked.ranking]
    assert (frame["low"] <= frame["share"]).all()
    assert (frame["share"] <= frame["high"]).all()


def test_every_index_has_the_properties_that_it_is_said_to_share() -> None:
    recommended = pw.indices("recommended")
    for chosen in combinations(recommended, 2):
        others = [index for index in recommended if index not in chosen]
        shared, lacking = shared_properties(chosen, others)
        assert all(holds(index, kind) is True for index in chosen for kind in shared)
        assert all(holds(index, kind) is False for index in chosen for kind in lacking)
