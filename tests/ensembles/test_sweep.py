"""Sweeps: every way to name a family, against labels from an independent union-find."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.cluster.hierarchy import fcluster, is_monotonic, linkage

import partwise as pw
from partwise.clusterings.policies import NoisePolicy
from partwise.ensembles.sweeps.merges import stable_order
from partwise.errors import AlignmentError, InputError
from support.label_tables import WRITERS, write_csv

INDICES = ["ARI", "CC", "VI", "NMI", "BCubed", "wallace_1", "wallace_2", "purity"]
Pair = tuple[Any, Any, float]


def components(items: Iterable[Hashable], pairs: Iterable[Pair], threshold: float) -> list[int]:
    """Label items by the pairs with score ≥ threshold: the definition, by union-find."""
    parent = {item: item for item in items}

    def root(item: Any) -> Any:
        while parent[item] != item:
            item = parent[item]
        return item

    for left, right, score in pairs:
        for side in (left, right):
            parent.setdefault(side, side)
        if score >= threshold:
            parent[root(left)] = root(right)
    number: dict[Any, int] = {}
    return [number.setdefault(root(item), len(number)) for item in items]


def random_pairs(seed: int, n: int = 30, m: int = 60) -> list[Pair]:
    """Pairs of text ids with ties, duplicates and pairs of an item with itself."""
    rng = np.random.default_rng(seed)
    pairs = [
        (f"i{a}", f"i{b}", int(s) / 8)
        for a, b, s in zip(*rng.integers(0, n, (2, m)), rng.integers(0, 9, m), strict=True)
    ]
    return [*pairs, *pairs[:3], ("i0", "i0", 2.0)]


def assert_is_definition(
    swept: Any, reference: Mapping[Any, Any], pairs: Sequence[Pair], counted: Sequence[Any]
) -> None:
    """Compare a sweep with scores at each threshold, one by one."""
    distinct = sorted({score for a, b, score in pairs if a != b}, reverse=True)
    assert swept.thresholds.tolist() == [np.inf, *distinct]
    for place, threshold in enumerate(swept.thresholds.tolist()):
        labels = components(counted, pairs, threshold)
        gold = [reference[item] for item in counted]
        assert swept.clusters[place] == len(set(labels))
        assert swept.largest[place] == max(map(labels.count, labels))
        for key, scores in swept.scores.items():
            expected = pw.score(gold, labels, key)
            assert scores[place] == pytest.approx(expected, rel=1e-11, abs=1e-12, nan_ok=True), key


def assert_same(one: Any, other: Any) -> None:
    assert one.thresholds.tolist() == other.thresholds.tolist()
    assert one.clusters.tolist() == other.clusters.tolist()
    for key, scores in other.scores.items():
        np.testing.assert_array_equal(one.scores[key], scores)


def columns_of(pairs: Sequence[Pair]) -> dict[str, list[Any]]:
    left, right, score = (list(side) for side in zip(*pairs, strict=True))
    return {"left": left, "right": right, "score": score}


# --- scored pairs


@pytest.mark.parametrize("seed", range(4))
def test_every_threshold_is_what_its_clustering_scores(seed: int) -> None:
    rng = np.random.default_rng(seed)
    reference = {f"i{i}": int(label) for i, label in enumerate(rng.integers(0, 8, 30))}
    pairs = random_pairs(seed)
    swept = pw.sweep(reference, pairs, INDICES)
    assert_is_definition(swept, reference, pairs, list(reference))
    assert swept.clusters[0] == len(reference)
    assert swept.largest[0] == 1
    for threshold in (2.5, 0.5, 0.51, 0.0, -1.0):
        labels = components(reference, pairs, threshold)
        at = swept.at(threshold)
        assert at.items == tuple(reference)
        assert at == pw.Clustering(labels, items=reference)


@pytest.mark.parametrize("seed", range(4))
def test_a_labelled_sample(seed: int) -> None:
    """Records without a label join others, but only labelled ones are counted."""
    rng = np.random.default_rng(seed)
    sample = [f"i{i}" for i in rng.permutation(35)[:15]]
    reference = dict(zip(sample, rng.integers(0, 4, 15).tolist(), strict=True))
    pairs = random_pairs(seed)
    swept = pw.sweep(reference, pairs, INDICES)
    assert_is_definition(swept, reference, pairs, sample)
    paired = {item for a, b, _ in pairs for item in (a, b)}
    unlabelled = len(paired - set(sample))
    notes = " ".join(swept.notes)
    assert f"the pairs contain {unlabelled} items without a label" in notes
    lone = len(set(sample) - paired)
    assert (f"in no pair, so always a cluster of one item: {lone} item" in notes) == (lone > 0)
    assert f"ignored: {sum(a == b for a, b, _ in pairs)} pair" in notes
    alone = pw.sweep(reference, pairs, INDICES, missing="singletons")
    whole = {item: reference.get(item, item) for item in [*sample, *sorted(paired)]}
    assert_is_definition(alone, whole, pairs, list(whole))


def test_a_chain_over_items_without_a_label() -> None:
    swept = pw.sweep({"a": 0, "b": 0}, [("a", "x", 0.9), ("x", "b", 0.7)], ["ARI", "rand"])
    assert swept.clusters.tolist() == [2, 2, 1]
    assert swept.scores["rand"].tolist() == [0.0, 0.0, 1.0]


def test_equal_scores_are_one_step() -> None:
    pairs = [("a", "b", 0.5), ("c", "d", 0.5), ("b", "c", 0.5)]
    swept = pw.sweep(dict.fromkeys("abcd", 0), pairs, ["rand"])
    assert swept.thresholds.tolist() == [np.inf, 0.5]
    assert swept.clusters.tolist() == [4, 1]


def test_policies_apply_to_the_reference() -> None:
    pairs = [("a", "b", 0.9), ("b", "c", 0.8), ("c", "d", 0.7)]
    noisy = {"a": 0, "b": -1, "c": 0, "d": -1}
    kept_items: dict[NoisePolicy, str] = {"drop": "ac", "singletons": "abcd", "cluster": "abcd"}
    for noise, kept in kept_items.items():
        gold = {"a": 0, "b": 1, "c": 0, "d": 2 if noise == "singletons" else 1}
        swept = pw.sweep(noisy, pairs, INDICES, noise=noise)
        assert_is_definition(swept, gold, pairs, kept)
    partial = {"a": 0, "b": None, "c": 0, "d": 1}
    with pytest.raises(pw.errors.MissingLabelError, match="the reference"):
        pw.sweep(partial, pairs)
    assert_is_definition(pw.sweep(partial, pairs, INDICES, missing="drop"), partial, pairs, "acd")
    whole = {**partial, "b": 2}
    swept = pw.sweep(partial, pairs, INDICES, missing="singletons")
    assert_is_definition(swept, whole, pairs, "abcd")


FORMS: dict[str, Callable[[list[Pair]], Any]] = {
    "list of tuples": list,
    "generator": lambda pairs: (pair for pair in pairs),
    "zip": lambda pairs: zip(*columns_of(pairs).values(), strict=True),
    "array of objects": lambda pairs: np.array(pairs, object),
    "pandas": lambda pairs: pd.DataFrame(columns_of(pairs)),
    "pandas categories": lambda pairs: pd.DataFrame(columns_of(pairs)).astype(
        {"left": "category", "right": "category"}
    ),
    "pandas series by pairs": lambda pairs: pd.DataFrame(columns_of(pairs)).set_index(
        ["left", "right"]
    )["score"],
    "pandas frame by pairs": lambda pairs: pd.DataFrame(columns_of(pairs)).set_index(
        ["left", "right"]
    ),
    "polars": lambda pairs: pl.DataFrame(columns_of(pairs)),
    "pyarrow": lambda pairs: pa.table(columns_of(pairs)),
    "splink": lambda pairs: _splink(pairs),
}


def _splink(pairs: list[Pair]) -> Any:
    """A table as Splink's ``linker.inference.predict`` returns it."""
    columns = columns_of(pairs)
    frame = pd.DataFrame(
        {
            "match_weight": np.log2(np.array(columns["score"]) + 1) * 3,
            "match_probability": columns["score"],
            "unique_id_l": columns["left"],
            "unique_id_r": columns["right"],
            "gamma_name": 1,
            "bf_name": 0.25,
        }
    )

    class SplinkDataFrame:
        def as_pandas_dataframe(self) -> Any:
            return frame

    return SplinkDataFrame()


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_pairs_is_the_same_sweep(form: str) -> None:
    pairs = random_pairs(7)
    reference = {f"i{i}": i // 4 for i in range(30)}
    swept = pw.sweep(reference, FORMS[form](pairs), INDICES)
    assert_is_definition(swept, reference, pairs, list(reference))


@pytest.mark.parametrize("form", WRITERS)
def test_every_file_is_the_same_sweep(form: str, tmp_path: Path) -> None:
    pairs = random_pairs(8)
    reference = {f"i{i}": i // 4 for i in range(30)}
    path = WRITERS[form](columns_of(pairs), tmp_path)
    assert_same(pw.sweep(reference, path, INDICES), pw.sweep(reference, pairs, INDICES))
    assert_same(pw.sweep(reference, str(path), INDICES), pw.sweep(reference, pairs, INDICES))


def test_text_is_read_without_duckdb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = random_pairs(8)
    reference = {f"i{i}": i // 4 for i in range(30)}
    path = write_csv(columns_of(pairs), tmp_path)
    monkeypatch.setattr("partwise.engines.reading.is_installed", lambda _: False)
    assert_same(pw.sweep(reference, path, INDICES), pw.sweep(reference, pairs, INDICES))
    path = write_csv({**columns_of(pairs), "score": ["high"] * len(pairs)}, tmp_path)
    with pytest.raises(InputError, match=f"{len(pairs)} of {len(pairs)} pairs are missing"):
        pw.sweep(reference, path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    pairs = random_pairs(8)
    reference = {f"i{i}": i // 4 for i in range(30)}
    text = write_csv(columns_of(pairs), tmp_path).read_text()
    pipe = tmp_path / "pairs.csv"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(pipe.write_text, text)
        swept = pw.sweep(reference, pipe, INDICES)
    assert_same(swept, pw.sweep(reference, pairs, INDICES))


REFERENCES: dict[str, Callable[[dict[str, int]], Any]] = {
    "mapping": dict,
    "series": pd.Series,
    "clustering": pw.Clustering,
    "frame": lambda labels: pd.DataFrame({"id": [*labels], "gold": [*labels.values()]}),
    "polars": lambda labels: pl.DataFrame({"id": [*labels], "gold": [*labels.values()]}),
    "lazy": lambda labels: pl.LazyFrame({"id": [*labels], "gold": [*labels.values()]}),
    "clusters": lambda labels: [
        {item for item, label in labels.items() if label == each}
        for each in sorted(set(labels.values()))
    ],
}


@pytest.mark.parametrize("form", REFERENCES)
def test_every_form_of_a_reference_is_the_same_sweep(form: str) -> None:
    pairs = random_pairs(9)
    reference = {f"i{i}": i // 4 for i in range(30)}
    swept = pw.sweep(REFERENCES[form](reference), pairs, INDICES)
    assert_same(swept, pw.sweep(reference, pairs, INDICES))


def test_ids_that_are_integers_stand_for_positions() -> None:
    named = random_pairs(10)
    pairs = [(int(a[1:]), int(b[1:]), score) for a, b, score in named]
    labels = [i // 4 for i in range(30)]
    expected = pw.sweep({f"i{i}": label for i, label in enumerate(labels)}, named, INDICES)
    for reference in (labels, np.array(labels), pd.Series(labels), dict(enumerate(labels))):
        for form in (
            pairs,
            np.array(pairs),
            pd.DataFrame(columns_of(pairs)),
            pl.DataFrame(
                columns_of(pairs), schema_overrides={"left": pl.Int32, "right": pl.UInt64}
            ),
        ):
            assert_same(pw.sweep(reference, form, INDICES), expected)


def test_text_files_have_ids_as_text(tmp_path: Path) -> None:
    pairs = [(1, 2, 0.75), (2, 3, 0.5), (4, 4, 0.25)]
    labels = {1: "x", 2: "x", 3: "y", 4: "y"}
    expected = pw.sweep(labels, pairs, INDICES)
    scored = write_csv(columns_of(pairs), tmp_path, "pairs.csv")
    gold = write_csv({"id": [*labels], "gold": [*labels.values()]}, tmp_path, "gold.csv")
    assert_same(pw.sweep(labels, scored, INDICES), expected)
    assert_same(pw.sweep(gold, pairs, INDICES), expected)
    assert_same(pw.sweep(gold, scored, INDICES), expected)
    zero = [(a - 1, b - 1, score) for a, b, score in pairs]
    from_zero = write_csv(columns_of(zero), tmp_path, "zero.csv")
    assert_same(pw.sweep([*labels.values()], from_zero, INDICES), expected)


def test_records_of_several_datasets_are_told_apart() -> None:
    """Splink numbers the records of each dataset; 1 of one is not 1 of the other."""
    frame = pd.DataFrame(
        {
            "source_dataset_l": ["A", "A", "A"],
            "unique_id_l": [1, 2, 1],
            "source_dataset_r": ["B", "B", "B"],
            "unique_id_r": [1, 2, 2],
            "match_probability": [0.9, 0.8, 0.1],
        }
    )
    reference = {"A-__-1": 0, "B-__-1": 0, "A-__-2": 1, "B-__-2": 1}
    swept = pw.sweep(reference, frame, ["rand"])
    assert swept.clusters.tolist() == [4, 3, 2, 1]
    assert swept.scores["rand"].tolist() == pytest.approx([4 / 6, 5 / 6, 1, 2 / 6])


def test_columns_are_found_or_named() -> None:
    reference = dict.fromkeys("abc", 0)
    pairs = [("a", "b", 0.5), ("b", "c", 0.25)]
    left, right, score = columns_of(pairs).values()
    expected = pw.sweep(reference, pairs, ["rand"])

    def swept(columns: Mapping[str, Any], **named: Any) -> Any:
        return pw.sweep(reference, pl.DataFrame(columns), ["rand"], **named)

    found: list[Mapping[str, Any]] = [
        {"id_l": left, "id_r": right, "p": score},
        {"Source": left, "Target": right, "Weight": score, "other": [0.1, 0.2]},
        {"id_1": left, "id_2": right, "rank": [1, 2], "p": score},
    ]
    for columns in found:
        assert_same(swept(columns), expected)
    assert_same(swept({"x": left, "y": right, "p": score}, score="p"), expected)
    both = {"x": left, "p": score, "y": right, "q": [1.0, 1.0], "n": [1, 1]}
    assert_same(swept(both, score="p", left="x", right="y"), expected)
    whole = {"left": left, "right": right, "rank": [2, 1]}
    assert swept(whole).thresholds.tolist() == [np.inf, 2, 1]


@pytest.mark.parametrize(
    ("columns", "named", "message"),
    [
        ({"left": ["a"], "right": ["b"]}, {}, "no column of scores"),
        (
            {"left": ["a"], "right": ["b"], "p": [0.1], "q": [0.2]},
            {},
            'which of the columns p, q holds the scores; name it: score="p"',
        ),
        ({"left": ["a"], "right": ["b"], "prob": [0.1]}, {"score": "probe"}, "mean 'prob'"),
        (
            {"x": ["a"], "y": ["b"], "z": ["c"], "p": [0.1]},
            {"score": "p"},
            'which two of the columns x, y, z .* left="x" and right="y"',
        ),
        ({"x": ["a"], "y": ["b"], "p": [0.1]}, {"left": "x"}, "left= and right= both"),
        ({"left": ["a"], "right": ["b"], "p": [0.1]}, {"score": "left"}, "both items and scores"),
        ({"left": ["a"], "right": ["b"], "distance": [0.1]}, {}, "distances negated"),
        (
            {"left": ["a"], "right": [1], "p": [0.1]},
            {},
            "different types: text on the left, numbers",
        ),
        ({"left": ["a"], "right": ["b"], "score": ["high"]}, {}, "1 of 1 pairs are missing"),
        ({"left": ["a"], "right": ["b"], "score": [np.inf]}, {}, "1 of 1 pairs are missing"),
    ],
)
def test_columns_that_cannot_be_told(
    columns: Mapping[str, Any], named: Mapping[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        pw.sweep({"a": 0, "b": 0}, pd.DataFrame(columns), **named)


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([("a", "b", 0.5), ("a", "b")], r"row 1 is \('a', 'b'\), but each row must be"),
        ([("a", "b", float("nan")), ("b", "a", 0.5)], r"1 of 2 pairs .*\('a', 'b'\).*remove these"),
        ([("a", None, 0.5)], "1 of 1 pairs have no item in column right"),
        ([("a", 1.5, 0.5)], "column right has values that cannot be item ids"),
        (np.zeros((3, 2)), "array of shape"),
    ],
)
def test_rows_that_are_no_pairs(pairs: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        pw.sweep({"a": 0, "b": 0}, pairs)


def test_ids_that_the_reference_does_not_have() -> None:
    with pytest.raises(AlignmentError, match=r"positions 0 … 2.*pass the reference as a mapping"):
        pw.sweep([0, 0, 1], [(1, 2, 0.5), (2, 3, 0.4)])
    with pytest.raises(AlignmentError, match="positions 0 … 2"):
        pw.sweep([0, 0, 1], [("a", "b", 0.5)])
    with pytest.raises(AlignmentError, match=r"which has '1', '2' \(items 1, 2\)"):
        pw.sweep({"1": 0, "2": 0}, [(1, 2, 0.5)])
    dropped = pw.sweep([0, None, 0, 1], [(0, 1, 0.5), (1, 2, 0.5)], ["rand"], missing="drop")
    assert dropped.clusters.tolist() == [3, 2]


def test_no_pairs_join_nothing() -> None:
    empty = pl.DataFrame(
        {"left": [], "right": [], "score": []}, schema_overrides={"score": pl.Float64}
    )
    swept = pw.sweep(
        {"a": 0, "b": 0}, empty.cast({"left": pl.String, "right": pl.String}), ["rand"]
    )
    assert swept.thresholds.tolist() == [np.inf]
    assert swept.scores["rand"].tolist() == [0.0]


def test_a_grid_of_thresholds() -> None:
    pairs = random_pairs(11)
    reference = {f"i{i}": i // 4 for i in range(30)}
    grid = [0.7, 0.2, 0.45]
    swept = pw.sweep(reference, pairs, INDICES, thresholds=grid)
    assert swept.thresholds.tolist() == [np.inf, 0.7, 0.45, 0.2]
    for place, threshold in enumerate(swept.thresholds.tolist()):
        labels = components(reference, pairs, threshold)
        for key, scores in swept.scores.items():
            expected = pw.score(list(reference.values()), labels, key)
            assert scores[place] == pytest.approx(expected, rel=1e-11, abs=1e-12, nan_ok=True)
    for between in (0.9, 0.6, 0.3, 0.1):  # of the grid, at which something is joined
        labels = components(reference, pairs, between)
        assert pw.score(swept.at(between).codes, labels, "Rand") == 1
        assert swept.table(between).k_b == len(set(labels))
    assert pw.sweep(reference, pairs, thresholds=5).thresholds.tolist() == [
        np.inf, 1.0, 0.75, 0.5, 0.25, 0.0,
    ]  # fmt: skip
    whole = pw.sweep(reference, pairs, thresholds=np.int64(5))  # type: ignore[call-overload]
    assert len(whole) == 6
    for wrong in (1, "x", [], [[1.0]], [np.nan], True):
        with pytest.raises(InputError, match="thresholds="):
            pw.sweep(reference, pairs, thresholds=wrong)  # type: ignore[arg-type]


# --- dendrograms


def points(seed: int, n: int = 40) -> Any:
    return np.random.default_rng(seed).random((n, 2)).round(2)


@pytest.mark.parametrize("method", ["single", "complete", "average", "ward", "centroid", "median"])
def test_a_linkage_is_cut_as_scipy_cuts_it(method: str) -> None:
    data = points(3)
    tree = linkage(data, method)
    gold = np.random.default_rng(4).integers(0, 5, 40)
    swept = pw.sweep(gold, tree, INDICES)
    assert swept.thresholds[0] == -np.inf
    assert (np.diff(swept.thresholds[1:]) > 0).all()
    assert swept.clusters[0] == 40
    assert swept.clusters[-1] == 1
    for place, height in enumerate(swept.thresholds.tolist()[1:], 1):
        labels = fcluster(tree, height, "distance")
        assert swept.at(height) == pw.Clustering(labels)
        for key, scores in swept.scores.items():
            assert scores[place] == pytest.approx(pw.score(gold, labels, key), rel=1e-11, abs=1e-12)
    inverted = any("inversions" in note for note in swept.notes)
    assert inverted == (not is_monotonic(tree))


def test_a_linkage_in_lists_is_the_same_and_labels_in_lists_are_labels() -> None:
    tree, labels = linkage(points(1), "average"), np.arange(len(points(1))) % 3
    expected = pw.sweep(labels, tree, "ARI")
    for form in (tree.tolist(), [tuple(row) for row in tree.tolist()]):
        listed = pw.sweep(labels, form, "ARI")
        np.testing.assert_array_equal(listed.thresholds, expected.thresholds)
        np.testing.assert_array_equal(listed.scores["ARI"], expected.scores["ARI"])
    runs = [[0, 1, 0, 2], [0, 1, 1, 1], [0.0, 1.0, 1.0, 1.0]]
    assert len(pw.sweep([0, 0, 1, 1], runs, "ARI")) == 3


def test_some_linkage_has_inversions() -> None:
    assert not is_monotonic(linkage(points(3), "centroid"))


def test_estimators_with_children() -> None:
    cluster = pytest.importorskip("sklearn.cluster")
    data = points(5)
    gold = np.random.default_rng(6).integers(0, 5, 40)
    fitted = cluster.AgglomerativeClustering(3, linkage="average", compute_distances=True).fit(data)
    swept = pw.sweep(gold, fitted, INDICES)
    rows = np.c_[fitted.children_, fitted.distances_, np.zeros(39)]
    assert_same(swept, pw.sweep(gold, rows, INDICES))
    assert not swept.notes
    place = int(np.flatnonzero(swept.clusters == 3)[0])
    assert swept.scores["ARI"][place] == pytest.approx(pw.score(gold, fitted.labels_, "ARI"))
    by_steps = pw.sweep(gold, cluster.AgglomerativeClustering(3).fit(data), ["ARI"])
    assert by_steps.thresholds.tolist() == [-np.inf, *range(1, 40)]
    assert by_steps.clusters.tolist() == list(range(40, 0, -1))
    assert "compute_distances=True" in " ".join(by_steps.notes)
    connected = cluster.AgglomerativeClustering(
        30, connectivity=np.eye(40, k=1) + np.eye(40, k=-1), compute_full_tree=False
    ).fit(data)
    part = pw.sweep(gold, connected, ["ARI"])
    assert part.clusters[-1] == 30
    assert part.scores["ARI"][-1] == pytest.approx(pw.score(gold, connected.labels_, "ARI"))


def test_an_estimator_that_is_not_fitted() -> None:
    class Agglomerative:
        def fit(self, data: object) -> None: ...

    with pytest.raises(InputError, match="Agglomerative is not fitted; fit it first"):
        pw.sweep([0, 0, 1], Agglomerative())


def test_single_linkage_tree_of_hdbscan() -> None:
    tree = linkage(points(7), "single")

    class SingleLinkageTree:
        def get_clusters(self) -> None: ...

        def to_numpy(self) -> Any:
            return tree

    fitted = SimpleNamespace(single_linkage_tree_=SingleLinkageTree(), labels_=[0] * 40)
    gold = [i // 5 for i in range(40)]
    for form in (fitted, SingleLinkageTree()):
        assert_same(pw.sweep(gold, form, INDICES), pw.sweep(gold, tree, INDICES))
        np.testing.assert_array_equal(pw.Hierarchy(form).to_linkage(), tree)


def test_a_dendrogram_has_the_reference_s_items_in_order() -> None:
    tree = np.array([[0, 1, 1, 2], [2, 3, 2, 3]], float)
    named = pw.Clustering([0, 0, 1], items=["x", "y", "z"])
    swept = pw.sweep(named, tree, ["rand"])
    assert swept.at(1).items == ("x", "y", "z")
    assert swept.scores["rand"].tolist() == pytest.approx([2 / 3, 1, 1 / 3])
    noisy = pw.sweep([0, -1, 0], tree, ["rand"], noise="drop")
    assert noisy.clusters.tolist() == [2, 2, 1]
    with pytest.raises(AlignmentError, match="reference has 2 items and the candidate has 3"):
        pw.sweep([0, 1], tree)
    with pytest.raises(AlignmentError, match="no particular order"):
        pw.sweep({"x": 0, "y": 0, "z": 1}, tree)


def test_a_hierarchy_with_names() -> None:
    """Items are matched by name; leaves that the reference lacks join, but are not counted."""

    rows = np.array([[0, 1, 1, 2], [4, 2, 2, 3], [5, 3, 3, 4]], float)
    tree = pw.Hierarchy(rows, items="wxyz")
    whole = pw.sweep({"z": 0, "y": 1, "x": 2, "w": 2}, tree, ["rand"])
    assert whole.scores["rand"].tolist() == pytest.approx([5 / 6, 1, 4 / 6, 1 / 6])
    assert whole.at(1).items == tuple("wxyz")
    some = {"y": 0, "w": 0, "z": 1}
    with pytest.raises(AlignmentError, match="do not have the same items"):
        pw.sweep(some, tree)
    shared = pw.sweep(some, tree, ["rand"], missing="drop")
    assert shared.clusters.tolist() == [3, 3, 2, 1]
    assert shared.scores["rand"].tolist() == pytest.approx([2 / 3, 2 / 3, 1, 1 / 3])
    with pytest.raises(InputError, match=r'pass missing="drop"'):
        pw.sweep(some, tree, missing="singletons")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0, 1, 1, 2], [0, 2, 2, 2]], r"row 1 joins \[0.0, 2.0\]"),
        ([[0, 4, 1, 2], [2, 3, 2, 3]], r"row 0 joins \[0.0, 4.0\]"),
        ([[0, 0.5, 1, 2], [2, 3, 2, 3]], "row 0 joins"),
        ([[0, -1, 1, 2], [2, 3, 2, 3]], "row 0 joins"),
        ([[0, 1, np.nan, 2], [2, 3, 2, 3]], "finite"),
    ],
)
def test_rows_that_are_no_dendrogram(rows: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        pw.sweep([0, 0, 1], np.array(rows, float))


# --- labels for each value


def test_labels_by_value() -> None:
    rng = np.random.default_rng(1)
    gold = rng.integers(0, 4, 60)
    labels = {k / 10: rng.integers(0, k, 60) for k in (9, 3, 6)}
    swept = pw.sweep(gold, labels)
    assert swept.thresholds.tolist() == [0.3, 0.6, 0.9]
    assert [index.key for index in swept.indices] == [index.key for index in pw.indices()]
    for place, value in enumerate((0.3, 0.6, 0.9)):
        assert swept.clusters[place] == len(set(labels[value]))
        assert swept.largest[place] == np.bincount(labels[value]).max()
        for key, scores in swept.scores.items():
            assert scores[place] == pytest.approx(pw.score(gold, labels[value], key), rel=1e-12)
    assert swept.at(0.6) == pw.Clustering(labels[0.6])
    with pytest.raises(InputError, match=r"at 0\.5; choose one of 0\.3, 0\.6 and 0\.9"):
        swept.at(0.5)
    text = {f"leiden_{key}": value for key, value in labels.items()}
    for family in (text, pd.DataFrame(text), pl.DataFrame(text), pd.DataFrame(labels)):
        assert_same(pw.sweep(gold, family, INDICES), pw.sweep(gold, labels, INDICES))
    for frame in (pd.DataFrame({"gold": gold, **text}), pa.table({"gold": gold, **text})):
        assert_same(pw.sweep("gold", frame, INDICES), pw.sweep(gold, labels, INDICES))


def test_labels_in_a_file(tmp_path: Path) -> None:
    columns: dict[str, list[Any]] = {
        "id": ["a", "b", "c"],
        "gold": [0, 0, 1],
        "res_1": [0, 0, 0],
        "res_0.5": [0, 0, 1],
    }
    swept = pw.sweep("gold", write_csv(columns, tmp_path), ["rand"])
    assert swept.thresholds.tolist() == [0.5, 1.0]
    assert swept.scores["rand"].tolist() == pytest.approx([1, 1 / 3])


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["b", "a"], [0, 1]),
        (["k10", "k9"], [9, 10]),
        (["res-0.5", "res-0.25"], [0.25, 0.5]),
        (["RNA_snn_res.1", "RNA_snn_res.0.8"], [0.8, 1]),
        (["r_.5", "r_.25"], [0.25, 0.5]),
        (["1.", "0.5"], [0.5, 1]),
        (["w_-3", "w_2"], [-3, 2]),
        (["-3", "2"], [-3, 2]),
        (["r=1e-3", "r=1e-4"], [0.0001, 0.001]),
        (["leiden_1", "louvain_1"], [0, 1]),
        (["a_1", "a_01"], [0, 1]),
        (["a_2", "b_1"], [0, 1]),
        ([7, 3], [3, 7]),
        ([True, False], [0, 1]),
    ],
)
def test_thresholds_from_names(names: list[Any], expected: list[float]) -> None:
    family = {name: [0, 0, place] for place, name in enumerate(names)}
    assert pw.sweep([0, 0, 1], family, ["rand"]).thresholds.tolist() == expected


def test_the_reference_itself_is_left_out() -> None:
    frame = pd.DataFrame({"gold": [0, 0, 1], "res_1": [0, 0, 0], "res_2": [0, 1, 2]})
    gold = frame["gold"]
    swept = pw.sweep(gold, {"gold": gold, "res_2": frame["res_2"], "res_1": frame["res_1"]}, "rand")
    assert swept.thresholds.tolist() == [1, 2]
    assert "left out, because it is the reference: gold" in swept.notes


@pytest.mark.parametrize(
    ("family", "options", "message"),
    [
        ([0, 1, 1], {}, "several clusterings, but this is one"),
        ({0.1: [0, 1, 1]}, {"thresholds": 5}, "thresholds= is for scored pairs"),
        (np.array([[0, 1, 1, 2], [2, 3, 2, 3]]), {"score": "p"}, "dendrogram has no columns"),
        ({0.1: [0, 1, 1]}, {"indices": []}, "indices= is empty"),
        ({0.1: [0, 1, 1]}, {"undefined": "maybe"}, "undefined="),
        ({0.1: [0, 1, 1]}, {"noise": "maybe"}, "noise="),
    ],
)
def test_what_cannot_be_swept(family: Any, options: Mapping[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        pw.sweep([0, 0, 1], family, **options)


def test_usual_indices_are_those_that_can_be_updated() -> None:
    swept = pw.sweep([0, 0, 1], [(0, 1, 0.5)])
    keys = [index.key for index in swept.indices]
    assert "ami_arithmetic" not in keys
    assert set(keys) < {index.key for index in pw.indices()}
    assert not swept.on_grid
    named = pw.sweep([0, 0, 1], [(0, 1, 0.5)], ["AMI"])
    assert named.scores["AMI"].tolist() == [0.0, 1.0]


# --- without a reference


def neighbours(clusterings: Sequence[Sequence[int]], index: str) -> list[float]:
    return [float(pw.score(one, two, index)) for one, two in pairwise(clusterings)]


@pytest.mark.parametrize("form", FORMS)
def test_pairs_without_a_reference(form: str) -> None:
    pairs = random_pairs(12)
    items = list(dict.fromkeys(item for a, b, _ in pairs for item in (a, b)))
    swept = pw.sweep(None, FORMS[form](pairs))
    assert set(swept.thresholds) <= {np.inf, *(score for _, _, score in pairs)}
    assert len(swept) > 4
    clusterings = [components(items, pairs, threshold) for threshold in swept.thresholds]
    assert swept.clusters.tolist() == [len(set(labels)) for labels in clusterings]
    assert swept.similarity[:-1].tolist() == pytest.approx(neighbours(clusterings, "CC"))
    assert swept.at(0.5) == pw.Clustering(components(items, pairs, 0.5), items=items)
    assert set(swept.at(0.5).items) == set(items)


def test_dendrograms_and_labels_without_a_reference() -> None:
    tree = linkage(points(8, 12))
    swept = pw.sweep(None, tree, "rand")
    clusterings = [fcluster(tree, max(height, 0), "distance") for height in swept.thresholds]
    assert swept.similarity[:-1].tolist() == pytest.approx(neighbours(clusterings, "rand"))
    labels = {2: [0, 1, 2, 2], 0: [0, 0, 0, 0], 1: [0, 0, 1, 1]}
    by_value = pw.sweep(None, labels, "rand")
    assert by_value.thresholds.tolist() == [0, 1, 2]
    assert by_value.similarity[:-1].tolist() == pytest.approx(
        neighbours([labels[key] for key in range(3)], "rand")
    )
    with pytest.raises(InputError, match="without a reference, name one index"):
        pw.sweep(None, labels, ["rand", "jaccard"])


@pytest.mark.parametrize("different", [1, 2, 50, 10**9])
def test_ties_keep_their_order(different: int) -> None:
    rng = np.random.default_rng(different)
    for n in (0, 1, 2, 3, 20, 5000):
        values = rng.integers(-different, different, n) / 7
        assert stable_order(values).tolist() == np.argsort(values, kind="stable").tolist()
