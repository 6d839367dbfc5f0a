"""Scores at every threshold against recomputation, and the best threshold against a comparison."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from io import StringIO
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from scipy.cluster.hierarchy import fcluster, linkage

import partwise as pw
from partwise.base.display import SCREEN_LINES
from partwise.base.errors import InputError
from partwise.ensembles.sweeps.best_threshold import MOST_COMPARED
from partwise.ensembles.sweeps.figures import plateau_of
from support.scored_pairs import clusters_at, linked

EVERY = [index.key for index in pw.indices("all")]


def same(one: float, other: float) -> bool:
    return one == pytest.approx(other, rel=1e-10, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("seed", range(3))
def test_every_index_at_every_threshold_is_that_of_the_labels(seed: int) -> None:
    reference, pairs = linked(n=24, clusters=5, pairs=40, seed=seed)
    result = pw.sweep(reference, pairs, "all")
    thresholds = sorted({score for *_, score in pairs}, reverse=True)
    assert result.thresholds.tolist() == [math.inf, *thresholds]
    for place, threshold in enumerate(result.thresholds.tolist()):
        scores = pw.scores(reference, clusters_at(pairs, threshold, 24), "all")
        for key in EVERY:
            assert same(result.scores[key][place], float(scores[key])), (key, threshold)


def test_a_narrow_screen_says_where_the_other_columns_are() -> None:
    """They are of the best thresholds; frames have a row for each threshold."""
    reference, pairs = linked(n=60, clusters=9, pairs=200, seed=1)
    for result in (pw.sweep(reference, pairs, ["ARI", "CC"]), pw.sweep(None, pairs)):
        console = Console(width=30, file=StringIO())
        console.print(result.to_table())
        text = console.file.getvalue()  # type: ignore[attr-defined]
        (rest,) = re.findall(r"more columns;\s+(\w+)\s+has all", text)
        assert len(getattr(result, rest)) == len(result.to_table().rows)


def test_an_index_that_needs_tables_has_values_for_all_clusterings_of_a_short_sweep() -> None:
    reference, pairs = linked(n=30, clusters=5, pairs=60, seed=1)
    result = pw.sweep(reference, pairs, ["AMI", "SMI"])
    assert not np.isnan(result.scores["AMI"]).any()
    assert result.on_grid == result.notes == ()


@pytest.mark.parametrize("seed", range(3))
def test_sizes_precision_and_recall_are_those_of_pairs(seed: int) -> None:
    reference, pairs = linked(n=20, clusters=4, pairs=30, seed=seed)
    frame = pw.sweep(reference, pairs, "ARI").to_frame()
    assert [*frame.columns[:5]] == ["threshold", "clusters", "largest", "precision", "recall"]
    for row in frame.itertuples():
        labels = clusters_at(pairs, row.threshold, 20)
        sizes = Counter(labels)
        assert (row.clusters, row.largest) == (len(sizes), max(sizes.values()))
        together = [labels[i] == labels[j] for i, j in combinations(range(20), 2)]
        belong = [reference[i] == reference[j] for i, j in combinations(range(20), 2)]
        both = sum(map(int.__and__, map(int, together), map(int, belong)))
        assert same(row.precision, both / sum(together) if any(together) else math.nan)
        assert same(row.recall, both / sum(belong))


def test_items_without_a_reference_join_others_and_are_not_counted() -> None:
    pairs = [("a", "x", 0.9), ("x", "b", 0.8), ("c", "d", 0.7)]
    result = pw.sweep({"a": 1, "b": 1, "c": 2, "d": 3}, pairs, ["rand"])
    assert result.n == 4
    assert result.clusters.tolist() == [4, 4, 3, 2]
    assert result.scores["R"].round(3).tolist() == [0.833, 0.833, 1.0, 0.833]
    assert result.at(0.8).n == 5
    assert result.table(0.8).n == 4
    assert result.compare([0.8, 0.7]).scores[0.8]["R"] == 1.0


@pytest.mark.parametrize(("key", "best"), [("CC", max), ("VI", min), ("mirkin", min)])
def test_the_best_threshold_follows_the_direction_of_the_index(key: str, best: object) -> None:
    reference, pairs = linked(n=40, clusters=8, pairs=80, seed=4)
    result = pw.sweep(reference, pairs, [key])
    assert callable(best)
    assert result.best(key).score == best(result.scores[key].tolist())
    place = result.thresholds.tolist().index(result.best(key).threshold)
    assert result.best(key).score == result.scores[key][place]
    assert result.best(key).clusters == result.clusters[place]


def test_of_thresholds_that_tie_the_first_is_the_best_and_the_last_is_told() -> None:
    pairs = [(0, 1, 0.9), (2, 3, 0.8), (0, 1, 0.7), (1, 0, 0.6), (0, 2, 0.5)]
    best = pw.sweep([0, 0, 1, 1], pairs, ["rand"]).best(sampling=None)
    assert (best.threshold, best.tied, best.score) == (0.8, (0.8, 0.6), 1.0)
    assert best.plateau == (0.8, 0.7, 0.6)
    assert best.low is None
    assert "3 thresholds, from 0.6 to 0.8, have this score" in str(best)


def test_undefined_scores_are_never_the_best() -> None:
    result = pw.sweep([0, 0, 1, 1], [(0, 1, 0.9), (0, 2, 0.5)], ["wallace_2"])
    assert np.isnan(result.scores["wallace_2"][0])
    assert result.best().threshold == 0.9
    never = pw.sweep([0, 1, 2], [(0, 1, 0.9)], ["wallace_1"], undefined="nan")
    assert never.best_by_index == {}
    with pytest.raises(InputError, match="undefined at every threshold"):
        never.best()
    assert "undefined" in repr(never)


# --- indices that need tables


def own(table: pw.Contingency) -> float:
    return table.k_b / table.n


def test_indices_that_need_tables_are_evaluated_on_a_grid() -> None:
    reference, pairs = linked(n=400, clusters=40, pairs=900, seed=2, digits=4)
    result = pw.sweep(reference, pairs, ["ARI", "AMI", own])
    assert result.on_grid == ("ami_arithmetic", "own")
    known = np.flatnonzero(~np.isnan(result.scores["AMI"]))
    assert known.tolist() == result.grid.tolist()
    assert 50 < len({*result.clusters[known].tolist()}) <= 100 < len(result)
    for place in known[:: len(known) // 15]:
        labels = clusters_at(pairs, result.thresholds[place], 400)
        assert same(result.scores["AMI"][place], float(pw.score(reference, labels, "AMI")))
        assert result.scores["own"][place] == len({*labels}) / 400
    assert f"evaluated at only {len(known)} of {len(result)} thresholds" in result.notes[-1]
    assert result.best("AMI").threshold in result.thresholds[known]


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_frames_have_nulls_where_an_index_was_not_evaluated(backend: str) -> None:
    reference, pairs = linked(n=400, clusters=40, pairs=900, seed=2, digits=4)
    result = pw.sweep(reference, pairs, ["ARI", "AMI"])
    frame = result.to_frame(backend)  # type: ignore[arg-type]
    column = frame["ami_arithmetic"]
    nulls = column.isna().sum() if backend == "pandas" else column.null_count
    count = nulls() if callable(nulls) else nulls
    assert (len(frame), count) == (len(result), len(result) - len(result.grid))


def test_an_index_may_have_the_name_of_a_column() -> None:
    def precision(table: pw.Contingency) -> float:
        return table.k_b

    frame = pw.sweep([0, 0, 1], [(0, 1, 0.5)], [precision, "ARI", "adjusted_rand"]).to_frame()
    assert frame["precision 2"].tolist() == [3.0, 2.0]
    assert [*frame][-2:] == ["precision 2", "adjusted_rand"]

    def adjusted_rand(table: pw.Contingency) -> float:
        return table.k_b

    with pytest.raises(InputError, match="two different indices have the key 'adjusted_rand'"):
        pw.sweep([0, 0, 1], [(0, 1, 0.5)], ["ARI", adjusted_rand])


# --- intervals and plateaus


def test_best_is_what_a_comparison_of_the_same_thresholds_answers() -> None:
    reference, pairs = linked(n=600, clusters=30, pairs=1500, seed=5, digits=3)
    result = pw.sweep(reference, pairs, ["ARI"])
    best = result.best("ARI")
    assert 10 < len(best.compared) <= MOST_COMPARED
    answer = result.compare(best.compared).answer()
    assert best.estimate is not None
    assert answer.estimate is not None
    assert [*map(float, answer.best)] == [best.threshold]
    assert (best.low, best.high) == (answer.estimate.low, answer.estimate.high)
    assert {*best.plateau, *best.unjudged} == {float(name) for name in answer.contenders}
    alone = result.compare([best.threshold]).estimates()[best.threshold]["ARI"]
    ends = [best.low, alone.low, best.score, alone.high, best.high]
    assert ends == sorted({end for end in ends if end is not None})


def test_the_compared_thresholds_have_different_clusterings() -> None:
    reference, pairs = linked(n=300, clusters=20, pairs=2000, seed=6, digits=3)
    result = pw.sweep(reference, pairs, ["ARI"])
    labels = [result.at(threshold) for threshold in result.best().compared]
    assert all(one != other for one, other in pairwise(labels))
    assert not any(clustering.is_trivial for clustering in labels)


def test_whole_clusters_may_be_what_was_drawn() -> None:
    reference, pairs = linked(n=900, clusters=300, pairs=900, seed=7, digits=3)
    best = pw.sweep(reference, pairs, ["wallace_1"]).best(sampling="clusters", level=0.9)
    assert best.low is not None
    assert best.high is not None
    assert best.low < best.score < best.high
    assert best.threshold in best.plateau
    assert "90% CI" in str(best)


def test_a_plateau_is_not_claimed_where_nothing_can_be_judged() -> None:
    best = pw.sweep([0, 0, 1, 1], [(0, 1, 0.9), (2, 3, 0.4)], ["CC"]).best()
    assert (best.low, best.plateau) == (None, ())
    assert "There is no confidence interval" in str(best)


# --- labels for each value


def test_labels_for_each_value() -> None:
    reference, pairs = linked(n=200, clusters=10, pairs=500, seed=8)
    labels = {t: clusters_at(pairs, t, 200) for t in (0.2, 0.4, 0.6, 0.8)}
    result = pw.sweep(reference, labels, "all")
    assert result.thresholds.tolist() == [0.2, 0.4, 0.6, 0.8]
    merged = pw.sweep(reference, pairs, "all", thresholds=[0.8, 0.6, 0.4, 0.2])
    for name in ("clusters", "largest", "precision", "recall"):
        assert np.allclose(getattr(result, name), getattr(merged, name)[:0:-1])
    for key in EVERY:
        assert same(result.scores[key].tolist(), merged.scores[key][:0:-1].tolist())
    assert result.at(0.4) == merged.at(0.4)
    answer = result.compare([0.2, 0.4, 0.6, 0.8], "ARI").answer()
    best = result.best("ARI")
    assert [*map(float, answer.best)] == [best.threshold]
    assert best.compared == (0.2, 0.4, 0.6, 0.8)


def test_names_that_are_no_numbers_have_a_column() -> None:
    result = pw.sweep([0, 0, 1, 1], {"louvain": [0, 0, 1, 2], "leiden": [0, 0, 1, 1]}, ["ARI"])
    assert result.to_frame()["name"].tolist() == ["louvain", "leiden"]
    assert result.at("leiden") == result.at(1) == pw.Clustering([0, 0, 1, 1])
    assert result.table("louvain").k_b == 3
    assert "name" not in pw.sweep([0, 0, 1], {0.5: [0, 0, 1], 1: [0, 1, 2]}, ["ARI"]).to_frame()


@pytest.mark.parametrize(
    ("names", "word"),
    [(("r_0", "r_1"), "1"), (("r_1", "r_1.0"), "r_1.0"), (("a", "b"), "b"), ((0, 1), "1")],
)
def test_a_threshold_that_only_counts_is_not_taken_for_a_value(names: Any, word: str) -> None:
    family = dict(zip(names, ([0, 0, 1, 2], [0, 0, 1, 1]), strict=True))
    best = pw.sweep([0, 0, 1, 1], family, ["ARI"]).best()
    assert (best.threshold, best.word) == (1.0, word)


@pytest.mark.parametrize("family", [{0.5: [0, 0, 1], 1: [0, 1, 2]}, [(0, 1, 0.5)]])
@pytest.mark.parametrize("wrong", ["x", None, math.nan, [0.5]])
def test_what_is_no_threshold_is_an_error(family: Any, wrong: Any) -> None:
    with pytest.raises(InputError, match=r"choose one of 0.5 and 1|must be a number, not"):
        pw.sweep([0, 0, 1], family, ["ARI"]).at(wrong)


# --- manners


def test_prints_on_a_screen_and_leaves_as_a_dictionary() -> None:
    reference, pairs = linked(n=2000, clusters=200, pairs=6000, seed=9, digits=6)
    result = pw.sweep(reference, pairs, ["VI", "ARI", "CC"])
    assert len(repr(result).splitlines()) <= SCREEN_LINES
    assert len(result) > 1000
    content = json.loads(result.to_json())
    assert content["thresholds"] == len(result)
    curve = content["curve"]
    assert len(curve["threshold"]) == content["curve_rows"] <= 1000
    assert (curve["threshold"][0], curve["threshold"][-1]) == ("inf", result.thresholds[-1])
    for key in ("vi", "adjusted_rand", "correlation"):
        assert content["best"][key]["threshold"] in curve["threshold"]
        assert len(curve[key]) == content["curve_rows"]
    assert len(result.to_frame()) == len(result)
    assert len(result.to_csv().splitlines()) == len(result) + 1


def test_a_large_sweep_prints_without_intervals() -> None:
    reference, pairs = linked(n=60_000, clusters=20_000, pairs=1000, seed=9, digits=6)
    text = repr(pw.sweep(reference, pairs, ["ARI"]))
    assert "low" not in text
    assert "best('adjusted_rand') adds a confidence interval" in text


@pytest.mark.parametrize("seed", range(20))
def test_the_printed_threshold_gives_the_best_clustering(seed: int) -> None:
    """A threshold rounded to the nearest six digits may leave out the pair that it comes from."""
    reference, pairs = linked(n=60, clusters=12, pairs=200, seed=seed, digits=16)
    best = pw.sweep(reference, pairs, ["ARI"]).best()
    printed = float(best.word)
    assert clusters_at(pairs, printed, 60) == clusters_at(pairs, best.threshold, 60)
    heights = linkage(np.random.default_rng(seed).normal(size=(40, 2)))
    cut = pw.sweep(np.arange(40) // 8, heights, ["ARI"]).best()
    printed_cut, exact = (
        fcluster(heights, t, "distance") for t in (float(cut.word), cut.threshold)
    )
    assert printed_cut.tolist() == exact.tolist()


@pytest.mark.parametrize(
    ("names", "noun"),
    [
        (["leiden_0.2", "leiden_1.0"], "resolution"),
        (["louvain_r0.2", "louvain_r1.0"], "resolution"),
        (["RNA_snn_res.0.2", "RNA_snn_res.1"], "resolution"),
        ([0.2, 1.0], "value"),
        (["k=2", "k=3"], "value"),
        (["ward", "single"], "clustering"),
    ],
)
def test_thresholds_are_called_what_they_are(names: list[object], noun: str) -> None:
    result = pw.sweep([0, 0, 1, 1], {name: [0, 0, 1, 1] for name in names}, ["ARI"])
    assert f"is the best {noun}:" in str(result.best())
    assert f"Best of 2 {noun}s" in str(result)
    assert result.to_frame().columns[0] == "threshold"


@pytest.mark.parametrize(("labels", "is_warned"), [((1, 2, 3), True), ((1, 1, 3), False)])
def test_labels_that_are_all_different_show_nothing_to_join(
    labels: tuple[int, ...], is_warned: bool
) -> None:
    reference = dict(zip("abc", labels, strict=True))
    result = pw.sweep(reference, [("a", "b", 0.9), ("b", "z", 0.8)], ["ARI"])
    assert ("also label items that belong together" in " ".join(result.notes)) == is_warned


def test_shading_goes_on_as_long_as_the_clustering_is_the_same() -> None:
    """A dendrogram cut anywhere between two merges has the clusters of the lower one."""
    rng = np.random.default_rng(0)
    centres = np.repeat([0.0, 4.0, 30.0], 60)
    heights = (tree := linkage((centres + rng.normal(size=180))[:, None], "average"))[:, 2]
    result = pw.sweep(centres, tree, ["ARI"])
    best = result.best()
    stretches = plateau_of(result, best).stretches
    assert len(best.plateau) > 0
    for threshold in best.compared:
        between = (threshold + min(heights[heights > threshold], default=threshold)) / 2
        is_shaded = any(start <= between <= end for start, end in stretches)
        assert is_shaded == (threshold in best.plateau)


def test_cuts_of_a_dendrogram_are_heights() -> None:
    result = pw.sweep([0, 0, 1], np.array([[0, 1, 1, 2], [2, 3, 2, 3]], float), ["ARI"])
    assert str(result.best()).startswith("By ARI, 1 is the best height: 1.0000")


def test_an_index_that_is_not_there_is_an_error() -> None:
    result = pw.sweep([0, 0, 1], [(0, 1, 0.5)], ["ARI"])
    with pytest.raises(InputError, match="not among the indices"):
        result.best("VI")
    with pytest.raises(InputError, match="thresholds= is empty; name at least one"):
        result.compare([])
    with pytest.raises(InputError, match="level= must be"):
        result.best(level=95)
    with pytest.raises(InputError, match="sampling= must be"):
        result.best(sampling="rows")  # type: ignore[arg-type]
