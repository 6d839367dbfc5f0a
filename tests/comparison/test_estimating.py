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
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.comparison.uncertainty.partial_truth import difference_whole, estimate_whole
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
    truths = _truths(data)
    chosen = [pw.index(key) for key in KEYS]
    for name, truth in truths.items():
        for key, expected in estimate_whole(truth, chosen, sampling="clusters").items():
            assert _numbers(found[name][key]) == pytest.approx(_numbers(expected), rel=1e-9)
    pair = difference_whole(truths["found"], truths["other"], chosen, sampling="clusters")
    for key, difference in found.differences("found", "other").items():
        assert _numbers(difference) == pytest.approx(_numbers(pair[key]), rel=1e-9)


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
    assert "NMI: only pair-counting indices add up" in text


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
    told = as_json(ran(capsys, *command, "clusters-of-random-items", "--format", "json"))
    assert told["design"] == "clusters of random items"
    assert told["estimates"]["found"]["correlation"]["corrected"] < 0.99
    wrong = ran(capsys, *command, "clusters-of-random-items", "--clusters", "9")
    refused(wrong, 1, "--clusters goes with --design random-clusters")
    refused(ran(capsys, "estimate", *files), 2, "--design")


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
    with pytest.raises(pw.errors.InputError, match='noise="drop" would leave parts of clusters'):
        clustered(gold, frame, noise="drop")


def test_there_is_no_design_unless_it_is_said() -> None:
    for options in ({}, {"design": "clusters"}):
        with pytest.raises(pw.errors.InputError) as caught:
            pw.estimate([0, 0, None], [[0, 0, 1]], **options)
        for design in ("random items", "random clusters", "clusters of random items"):
            assert f'design="{design}": ' in str(caught.value)
