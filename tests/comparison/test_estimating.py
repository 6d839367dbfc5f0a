"""Scores of whole candidates from labelled clusters, whatever the data are in."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

import partwise as pw
from partwise.comparison.uncertainty.api import difference, estimates_of
from partwise.comparison.uncertainty.cluster_designs import ClusterDesign
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.comparison.uncertainty.partial_truth import difference_clusters, estimate_clusters
from support.commands import as_json, ran, refused

KEYS = ["correlation", "wallace_2", "jaccard"]


def _data() -> pd.DataFrame:
    rng = np.random.default_rng(5)
    truth = np.repeat(np.arange(900), rng.integers(1, 6, 900))
    found = np.where(rng.random(len(truth)) < 0.2, truth // 2 * 2, truth)
    other = np.where(rng.random(len(truth)) < 0.3, truth // 3 * 3, truth)
    labels = np.where(truth % 5 == 0, truth, -1)
    frame = pd.DataFrame({"id": np.arange(len(truth)), "gold": labels, "found": found})
    return frame.assign(other=other, gold=frame["gold"].astype("Int64").mask(labels < 0))


def _truths(data: pd.DataFrame) -> dict[str, PartialTruth]:
    gold = data.dropna(subset="gold")
    sampled = dict(zip(gold["id"], gold["gold"], strict=True))
    return {
        name: PartialTruth.of(sampled, dict(zip(data["id"], data[name], strict=True)))
        for name in ("found", "other")
    }


def _given(form: str, data: pd.DataFrame) -> tuple[object, Any]:
    names = ["found", "other"]
    if form == "lists":
        gold = [None if pd.isna(label) else int(label) for label in data["gold"]]
        return gold, {name: data[name].to_numpy() for name in names}
    if form == "one frame":
        return "gold", data
    sides = {name: data[["id", name]].rename(columns={name: "label"}) for name in ("gold", *names)}
    sides["gold"] = sides["gold"].dropna()
    made = {
        "pandas": lambda frame: frame,
        "polars": pl.from_pandas,
        "polars lazy": lambda frame: pl.from_pandas(frame).lazy(),
        "duckdb": duckdb.from_df,
    }[form]
    return made(sides["gold"]), {name: made(sides[name]) for name in names}


def _numbers(found: Any) -> list[float]:
    return [found.value, found.corrected, found.standard_error, found.low, found.high]


@pytest.mark.parametrize(
    "form", ["lists", "one frame", "pandas", "polars", "polars lazy", "duckdb"]
)
def test_the_whole_is_estimated_from_any_data(form: str) -> None:
    data = _data()
    found = pw.estimate(*_given(form, data), KEYS, design="random clusters")
    truths, design = _truths(data), ClusterDesign("random clusters")
    chosen = [pw.index(key) for key in KEYS]
    for name, truth in truths.items():
        for key, expected in estimate_clusters(truth, chosen, design).items():
            assert _numbers(found[name][key]) == pytest.approx(_numbers(expected), rel=1e-9)
    pair = difference_clusters(truths["found"], truths["other"], chosen, design)
    for key, gap in found.differences("found", "other").items():
        assert _numbers(gap) == pytest.approx(_numbers(pair[key]), rel=1e-9)


def test_the_estimate_is_near_the_truth_and_the_labelled_part_is_not() -> None:
    rng = np.random.default_rng(5)
    truth = np.repeat(np.arange(900), rng.integers(1, 6, 900))
    data = _data()
    found = pw.estimate(
        "gold", data[["id", "gold", "found"]], ["wallace_2"], design="random clusters"
    )
    estimate = found["found"]["wallace_2"]
    whole = float(pw.score(truth, data["found"].to_numpy(), "wallace_2"))
    assert estimate.corrected is not None
    assert estimate.standard_error is not None
    assert abs(estimate.corrected - whole) < 3 * estimate.standard_error
    assert estimate.value - whole > 3 * estimate.standard_error


def test_it_prints_as_a_table() -> None:
    text = str(pw.estimate("gold", _data(), ["CC", "NMI"], design="random clusters"))
    assert "whole reference clusters" in text.splitlines()[0]
    assert "NMI: labelled clusters give no estimate of this index for all items" in text


def test_a_candidate_must_have_all_labelled_items() -> None:
    with pytest.raises(pw.errors.InputError, match=r"^mine: the candidate lacks 1 labelled"):
        pw.estimate({"a": 0, "b": 0}, {"mine": {"a": 1, "c": 2}}, design="random clusters")


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = _data()
    data[["id", "gold"]].dropna().to_csv(tmp_path / "gold.csv", index=False)
    data[["id", "found"]].to_parquet(tmp_path / "found.parquet")
    files = [str(tmp_path / "gold.csv"), str(tmp_path / "found.parquet")]
    command = ["estimate", *files, "--index", "CC", "--design"]
    result = ran(capsys, *command, "random-clusters")
    assert result.code == 0
    assert "whole reference clusters" in result.out
    told = as_json(ran(capsys, *command, "random-clusters", "--format", "json"))
    assert told["design"] == "random clusters"
    assert told["estimates"]["found"]["correlation"]["corrected"] < 0.99
    found = "clusters-of-random-items"
    refused(ran(capsys, *command, found), 1, "pass --design random-clusters or --whole neighbour")
    near = as_json(ran(capsys, *command, found, "--whole", "neighbourhood", "--format", "json"))
    assert "were not checked" in near["notes"][0]
    wrong = ran(capsys, *command, found, "--clusters", "9")
    refused(wrong, 2, "--clusters K needs --design random-clusters")
    refused(ran(capsys, "estimate", *files), 2, "--design")
    wide = tmp_path / "wide.csv"
    data[["id", "gold", "found"]].to_csv(wide, index=False)
    columns = ("estimate", str(wide), "--reference", "gold", "--index", "CC", "--format", "json")
    assert as_json(ran(capsys, *columns, "--design", "random-clusters")) == told


def test_noise_of_candidates() -> None:
    """Singletons are as if each noise point had its own label; dropping would break the whole."""
    data = _data()
    noisy = data["found"].where(data["id"] % 4 > 0, -1)
    alone = noisy.where(noisy >= 0, 10**6 + data["id"])
    gold, ids = data[["id", "gold"]].dropna(), data["id"]
    labelled = dict(zip(gold["id"], gold["gold"], strict=True))
    clustered = partial(pw.estimate, indices=KEYS, design="random clusters")
    expected = clustered(labelled, dict(zip(ids, alone, strict=True)))["candidate"]
    frame = pd.DataFrame({"id": ids, "candidate": noisy})
    for reference, candidates in (
        (labelled, dict(zip(ids, noisy, strict=True))),
        (gold, frame),
        (pl.from_pandas(gold).lazy(), pl.from_pandas(frame).lazy()),
    ):
        found = clustered(reference, candidates, noise="singletons")["candidate"]
        for key in KEYS:
            assert found[key].corrected == pytest.approx(expected[key].corrected, rel=1e-12)
            assert found[key].high == pytest.approx(expected[key].high, rel=1e-12)
    with pytest.raises(pw.errors.InputError, match='noise="drop" would leave clusters incomplete'):
        clustered(gold, frame, noise="drop")


def test_there_is_no_design_unless_it_is_said() -> None:
    for options in ({}, {"design": "clusters"}, {"clusters": 3}, {"draws": {0: 1}}):
        with pytest.raises(pw.errors.InputError) as caught:
            pw.estimate([0, 0, None], [[0, 0, 1]], **options)
        for design in ("random items", "random clusters", "clusters of random items"):
            assert f'design="{design}": ' in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"design": "random items", "clusters": 3}, 'clusters= goes with design="random clusters"'),
        ({"design": "random clusters", "draws": {0: 1}}, "draws= goes with design="),
        ({"design": "random items", "sampling_weights": {0: 1.0}}, "goes with another design"),
        ({"sampling_weights": {0: 1.0}, "clusters": 3}, "say how the labelled items were drawn"),
        ({"design": "random items", "whole": "some"}, "whole="),
        ({"design": "random items", "level": 95}, "level="),
    ],
)
def test_what_does_not_go_together_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(pw.errors.InputError, match=message):
        pw.estimate([0, 0, None], [[0, 0, 1]], **options)


def test_random_items_are_a_sample_of_a_finite_whole() -> None:
    """The labelled part is the estimate; its error shrinks by √(1 − share), to nothing at last."""
    rng = np.random.default_rng(1)
    truth = np.repeat(np.arange(40), 30)
    one, two = (
        np.where(rng.random(1200) < p, truth, rng.integers(0, 40, 1200)) for p in (0.8, 0.7)
    )
    known = rng.random(1200) < 0.5
    reference = {int(i): int(truth[i]) for i in np.flatnonzero(known)}
    both = {"one": dict(enumerate(one.tolist())), "two": dict(enumerate(two.tolist()))}
    of_items = partial(pw.estimate, reference, both, ["CC", "J"], design="random items")
    result = of_items()
    indices = [pw.index("CC"), pw.index("J")]
    left = np.sqrt(1 - known.mean())
    expected = estimates_of(pw.contingency(truth[known], one[known]), indices)
    gap = difference(truth[known], one[known], two[known], indices)
    for index in indices:
        e, d = result["one"][index.key], result.differences("one", "two")[index.key]
        for narrow, usual in ((e, expected[index.key]), (d, gap[index.key])):
            assert narrow.value == usual.value
            assert narrow.low is not None
            assert narrow.high is not None
            assert usual.low is not None
            assert usual.high is not None
            assert usual.standard_error is not None
            assert narrow.standard_error == pytest.approx(left * usual.standard_error, rel=1e-12)
            assert narrow.high - narrow.low == pytest.approx(left * (usual.high - usual.low))
    assert "drawn at random" in str(result)
    near = of_items(whole="neighbourhood")["one"]["CC"]  # of how many items is not known
    usual = expected["correlation"]
    assert (near.low, near.high) == pytest.approx((usual.low, usual.high), rel=1e-12)
    assert near.standard_error == pytest.approx(usual.standard_error, rel=1e-12)
    frames = [pl.DataFrame({"id": list(x), "label": list(x.values())}) for x in both.values()]
    gold = pl.DataFrame({"id": list(reference), "label": list(reference.values())})
    by_frame = pw.estimate(
        gold, dict(zip(both, frames, strict=True)), ["CC"], design="random items"
    )
    assert by_frame["one"]["CC"].low == pytest.approx(result["one"]["CC"].low, rel=1e-12)
    gaps = by_frame.differences("one", "two"), result.differences("one", "two")
    assert gaps[0]["CC"].low == pytest.approx(gaps[1]["CC"].low, rel=1e-12)


def test_a_sample_of_items_is_not_taken_for_whole_clusters() -> None:
    """A fifth of the items, said to be whole clusters, once gave a third of the score."""
    rng = np.random.default_rng(2)
    truth = np.repeat(np.arange(300), 10)
    mine = np.where(rng.random(3000) < 0.88, truth, rng.integers(0, 300, 3000))
    some = [int(t) if rng.random() < 0.2 else None for t in truth]
    for design in ("random clusters", "clusters of random items"):
        with pytest.raises(pw.errors.InputError, match='pass design="random items"'):
            pw.estimate(some, {"mine": mine}, ["CC"], design=design)
    e = pw.estimate(some, {"mine": mine}, ["CC"], design="random items")["mine"]["CC"]
    assert e.standard_error is not None
    assert abs(e.value - float(pw.score(truth, mine, "CC"))) < 3 * e.standard_error


def test_weights_of_equal_probability_are_random_clusters() -> None:
    data = _data()
    gold = {i: int(c) for i, c in zip(data["id"], data["gold"], strict=True) if not pd.isna(c)}
    mine = dict(zip(data["id"].tolist(), data["found"].tolist(), strict=True))
    weights = dict.fromkeys(gold.values(), 5.0)
    by_weights = pw.estimate(gold, {"m": mine}, KEYS, sampling_weights=weights)["m"]
    by_design = pw.estimate(gold, {"m": mine}, KEYS, design="random clusters", clusters=900)["m"]
    for key in KEYS:
        assert by_weights[key].corrected == pytest.approx(by_design[key].corrected, rel=1e-12)
        error = by_design[key].standard_error
        assert by_weights[key].standard_error == pytest.approx(error, rel=1e-12)


def test_a_candidate_of_the_neighbourhood_alone() -> None:
    """What touches labelled items is enough for precision, and gives it without bias."""
    data = _data()
    gold = {i: int(c) for i, c in zip(data["id"], data["gold"], strict=True) if not pd.isna(c)}
    touched = set(data.loc[data["id"].isin(gold), "found"])
    near = data[data["found"].isin(touched)]
    mine, all_of_it = (
        dict(zip(part["id"].tolist(), part["found"].tolist(), strict=True)) for part in (near, data)
    )
    assert len(mine) < len(all_of_it)
    options: dict[str, Any] = {"design": "random clusters", "clusters": 900}
    some = pw.estimate(gold, {"m": mine}, KEYS, whole="neighbourhood", **options)
    whole = pw.estimate(gold, {"m": all_of_it}, KEYS, **options)["m"]
    assert some["m"]["wallace_2"].corrected == pytest.approx(
        whole["wallace_2"].corrected, rel=1e-12
    )
    assert some["m"]["CC"].corrected is None
    assert "were not checked" in some.notes[0]


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_p_values_of_random_items_agree_with_the_interval(share: float) -> None:
    """Also where much of the whole is labelled, which narrows the interval."""
    rng, seen = np.random.default_rng(7), set()
    for p in (0.1, 0.11, 0.12, 0.13, 0.14, 0.15, 0.17, 0.2):
        truth = rng.integers(0, 12, 1500)
        one, two = (
            np.where(rng.random(1500) < q, rng.integers(0, 12, 1500), truth) for q in (0.1, p)
        )
        gold = [int(t) if u < share else None for t, u in zip(truth, rng.random(1500), strict=True)]
        sample = pw.estimate(
            gold, {"one": one, "two": two}, ["CC", "bcubed"], design="random items"
        )
        for d in sample.differences("one", "two").values():
            assert d.low is not None
            assert d.high is not None
            assert d.p_value is not None
            assert (d.low > 0 or d.high < 0) == (d.p_value < 0.05)
            seen.add(d.p_value < 0.05)
    assert seen == {False, True}


def test_random_items_that_are_nearly_all_have_the_score_of_the_whole() -> None:
    """Scores that are biased in samples, too: the whole has its own bias."""
    rng = np.random.default_rng(8)
    truth = rng.integers(0, 5, 2000)
    found = np.where(rng.random(2000) < 0.3, rng.integers(0, 5, 2000), truth)
    indices = ["NMI", "VI", "bcubed", "CC"]
    for lacking in (0, 1):
        gold = [None] * lacking + truth[lacking:].tolist()
        sample = pw.estimate(gold, {"found": found}, indices, design="random items")
        for key, e in sample["found"].items():
            assert e.low is not None
            assert e.centre == pytest.approx(
                pw.score(truth, found, key), abs=1e-3 * lacking + 1e-15
            )


@pytest.mark.parametrize("design", ["random items", "random clusters", "clusters of random items"])
def test_no_items_are_refused(design: Any) -> None:
    with pytest.raises(pw.errors.InputError, match="no items"):
        pw.estimate([], {"found": []}, ["CC"], design=design)


def test_every_table_says_that_the_whole_is_these_items() -> None:
    """The estimates, those of one candidate, and differences: all are about a finite whole."""
    gold, candidates = _given("lists", _data())
    estimates = pw.estimate(gold, candidates, KEYS, design="random clusters")
    for table in (estimates, estimates["found"], estimates.differences("found", "other")):
        assert list(table.to_table().notes)[-1] == estimates.about
