"""``pw.Cover``: the forms that it reads, and what it refuses."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import coo_matrix, csc_array, csr_array

import partwise as pw
from covers.definitions import random_cover
from partwise.clusterings import align_covers
from partwise.errors import AlignmentError, InputError, MissingLabelError

NAMES = ["ann", "bob", "cy", "dee"]
MATRIX = np.array([[1, 0], [1, 1], [0, 1], [0, 0]])
COVER = pw.Cover([{"ann", "bob"}, {"bob", "cy"}], items=NAMES)
ROWS: dict[str, list[str | None]] = {
    "item": ["bob", "ann", "bob", "cy", "dee"],
    "cluster": ["x", "x", "y", "y", None],
}

FORMS: dict[str, Callable[[], pw.Cover]] = {
    "lists": lambda: pw.Cover([["bob", "ann", "bob"], ("cy", "bob")], items=NAMES),
    "arrays": lambda: pw.Cover([np.array(["bob", "ann"]), np.array(["cy", "bob"])], items=NAMES),
    "series": lambda: pw.Cover([pd.Series(NAMES[:2]), pd.Index(NAMES[1:3])], items=NAMES),
    "iterators": lambda: pw.Cover([iter(NAMES[:2]), (x for x in NAMES[1:3])], items=NAMES),
    "frozensets": lambda: pw.Cover({frozenset(NAMES[:2]), frozenset(NAMES[1:3])}, items=NAMES),
    "generator": lambda: pw.Cover((set(NAMES[i : i + 2]) for i in range(2)), items=NAMES),
    "empty cluster": lambda: pw.Cover([{"ann", "bob"}, set(), {"bob", "cy"}], items=NAMES),
    "by name": lambda: pw.Cover.from_clusters({"x": NAMES[:2], "y": NAMES[1:3]}, NAMES),
    "labels of items": lambda: pw.Cover({"ann": "x", "bob": ["x", "y"], "cy": {"y"}, "dee": None}),
    "labels, with items": lambda: pw.Cover({"ann": [0], "bob": (0, 1), "cy": [1]}, items=NAMES),
    "matrix": lambda: pw.Cover(MATRIX, items=NAMES),
    "booleans": lambda: pw.Cover(MATRIX.astype(bool), items=NAMES),
    "floats": lambda: pw.Cover(MATRIX.astype(float), items=NAMES),
    "matrix class": lambda: pw.Cover(MATRIX.view(np.matrix), items=NAMES),
    "sparse array": lambda: pw.Cover(csr_array(MATRIX), items=NAMES),
    "sparse columns": lambda: pw.Cover(csc_array(MATRIX), items=NAMES),
    "sparse matrix": lambda: pw.Cover(coo_matrix(MATRIX), items=NAMES),
    "rows": lambda: pw.Cover.from_rows(ROWS["item"], ROWS["cluster"]),
    "rows, universe": lambda: pw.Cover.from_rows(
        ROWS["item"][:4], np.array(ROWS["cluster"][:4]), universe=NAMES
    ),
    "pandas": lambda: pw.Cover(pw.read(pd.DataFrame(ROWS))),
    "polars": lambda: pw.Cover(pw.read(pl.DataFrame(ROWS))),
    "cdlib": lambda: pw.Cover(
        SimpleNamespace(
            communities=[["ann", "bob"], ["bob", "cy"]],
            overlap=True,
            graph=SimpleNamespace(nodes=NAMES),
        )
    ),
    "igraph": lambda: pw.Cover(SimpleNamespace(membership=[[0], [0, 1], [1], []]), items=NAMES),
    "a cover": lambda: pw.Cover(COVER),
    "a cover, other items": lambda: pw.Cover(
        pw.Cover([{"ann", "bob"}, {"bob", "cy"}]), items=NAMES
    ),
    "pickle": lambda: pickle.loads(pickle.dumps(COVER)),  # noqa: S301
}


@pytest.mark.parametrize("form", FORMS)
def test_a_cover_is_read(form: str) -> None:
    cover = FORMS[form]()
    assert cover == COVER
    assert hash(cover) == hash(COVER)
    assert pw.score(COVER, cover, "omega") == 1
    assert (cover.n, cover.k, len(cover)) == (4, 2, 4)
    assert sorted(cover.sizes.tolist()) == [2, 2]
    by_name = dict(zip(cover.items, cover.memberships.tolist(), strict=True))
    assert by_name == {"ann": 1, "bob": 2, "cy": 1, "dee": 0}


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_file_with_several_rows_for_an_item(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"cover{suffix}"
    frame = pd.DataFrame({"item": ROWS["item"][:4], "cluster": ROWS["cluster"][:4]})
    frame.to_csv(path, index=False) if suffix == ".csv" else frame.to_parquet(path, index=False)
    cover = pw.Cover(pw.read(path), items=NAMES)
    assert cover == COVER
    three = pw.Cover(pw.read(path))
    assert pw.score(three, str(path), "omega") == 1
    assert pw.score(three, frame, "average_f1") == 1


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "text": (lambda: pw.Cover("ann"), "a collection of clusters, not text.*pw.read"),
    "cluster of text": (lambda: pw.Cover.from_clusters(["ann"]), "cluster 0 must be a list"),
    "frame": (lambda: pw.Cover(pd.DataFrame(ROWS)), "data frame.*pw.Cover\\(pw.read"),
    "soft": (lambda: pw.Cover(MATRIX * 0.5), "must hold 0 and 1, but row 0, column 0 has 0.5"),
    "not in items": (lambda: pw.Cover([{"eve"}], items=NAMES), "not in items= \\('eve'\\)"),
    "labels not in items": (lambda: pw.Cover({"eve": [1]}, items=NAMES), "not in items="),
    "rows of a matrix": (lambda: pw.Cover(MATRIX.tolist()), "may be a matrix.*np.array"),
    "masked": (lambda: pw.Cover(np.ma.masked_equal(MATRIX, 0)), "the matrix is masked"),
    "too few items": (lambda: pw.Cover(MATRIX, items="ab"), "4 labels but 2 items"),
    "missing item": (lambda: pw.Cover([[None, 1]]), "cluster 0 has a missing item"),
    "unhashable item": (lambda: pw.Cover([[[1], 2]]), "cannot name an item"),
    "unhashable label": (lambda: pw.Cover({"ann": [[1]]}), "cannot name a cluster"),
    "rows without item": (lambda: pw.Cover.from_rows(["a", None], [1, 2]), "no item.*row 1"),
    "uneven rows": (lambda: pw.Cover.from_rows(["a"], [1, 2]), "1 item but 2 clusters"),
    "no item column": (lambda: pw.Cover(pw.read(pl.DataFrame({"x": [1, 2]}))), "column of items"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    make, message = REFUSED[name]
    with pytest.raises(InputError, match=message):
        make()


def test_partitions_and_covers_become_each_other() -> None:
    labels = ["x", "y", "x", "x"]
    cover = pw.Cover(labels)
    assert cover.is_partition
    assert cover.to_clustering() == pw.Clustering(labels)
    assert pw.Clustering(cover).labels == tuple(labels)
    assert pw.Cover(pw.Clustering(labels)) == cover
    assert not pw.Cover(["x", None]).is_partition
    with pytest.raises(MissingLabelError, match="1 item of this cover is in no cluster"):
        pw.Cover(["x", None]).to_clustering()
    assert pw.Cover(["x", None]).to_clustering(missing="drop").n == 1
    with pytest.raises(InputError, match=r"1 item of this cover is in several.*'bob'.*omega"):
        COVER.to_clustering()


def test_ranges_are_clusters() -> None:
    assert pw.Cover([range(3), range(2, 5)]) == pw.Cover([{0, 1, 2}, {2, 3, 4}])
    assert pw.Cover({"ann": range(2), "bob": [1]}) == pw.Cover({"ann": [0, 1], "bob": 1})


def test_a_cluster_that_is_listed_twice_counts_twice() -> None:
    once, twice = pw.Cover([{0, 1}], items=range(3)), pw.Cover([{0, 1}, {1, 0}], items=range(3))
    assert (once.k, twice.k) == (1, 2)
    assert once != twice
    assert pw.score(once, twice, "omega") < 1


def test_items_are_matched_by_name_whatever_their_order() -> None:
    random = Random(3)  # noqa: S311
    for _ in range(50):
        a, b = random_cover(random, 6), random_cover(random, 6)
        shuffled = random.sample(range(6), 6)
        one, other = pw.Cover(a, items=range(6)), pw.Cover(b, items=range(6))
        moved = pw.Cover(b, items=shuffled)
        assert other == moved
        for index in ("omega", "average_f1", "element_centric"):
            assert pw.score(one, moved, index) == pytest.approx(pw.score(one, other, index))


def test_covers_of_different_items() -> None:
    a, b = pw.Cover([{"x", "y"}, {"y", "z"}]), pw.Cover([{"x", "y"}, {"w"}])
    with pytest.raises(
        AlignmentError, match=r"1 only in the reference \('z'\).*pw.Cover\(clusters"
    ):
        pw.score(a, b, "omega")
    dropped = align_covers(a, b, "drop")
    assert [sorted(map(len, cover.clusters())) for cover in dropped] == [[1, 2], [2]]
    alone = align_covers(a, b, "singletons")
    assert [cover.n for cover in alone] == [4, 4]
    assert [sorted(map(len, cover.clusters())) for cover in alone] == [[1, 2, 2], [1, 1, 2]]
    with pytest.raises(AlignmentError, match="same length"):
        pw.score(pw.Cover([0, 1]), pw.Cover([0, 1, 1]), "omega")


def test_scores_of_several_candidates() -> None:
    candidates: dict[str, Any] = {"same": COVER, "labels": dict.fromkeys(NAMES, 0)}
    table = pw.scores(COVER, candidates)
    assert list(table) == ["same", "labels"]
    assert set(table["same"].values()) == {1}
    assert table.keys_of_indices == tuple(index.key for index in pw.indices("covers"))
    assert table["labels"]["Ω"] == pw.score(COVER, candidates["labels"], "omega")
    only = pw.scores(COVER, candidates["labels"], ["omega", "ECS"], exact=True)
    assert [index.key for index in only.indices] == ["omega", "element_centric"]
    assert only.to_dict()["n"] == 4
    matrix = pw.pairwise(candidates, "extended_bcubed_precision")
    assert matrix["labels", "same"] != matrix["same", "labels"]
    assert matrix["same", "same"] == 1


A, B = [{0, 1}, {1, 2}], [{0, 1, 2}, {2}]
SEVERAL: dict[str, Callable[[Path], Any]] = {
    "sets": lambda _: {"a": A, "b": B},
    "lists": lambda _: {"a": [[0, 1], [1, 2]], "b": B},
    "frozensets": lambda _: {"a": [*map(frozenset, A)], "b": {*map(frozenset, B)}},
    "generators": lambda _: {"a": iter(A), "b": (part for part in B)},
    "mappings": lambda _: {"a": {0: 0, 1: [0, 1], 2: 1}, "b": B},
    "matrices": lambda _: {
        "a": np.array([[1, 0], [1, 1], [0, 1]]),
        "b": csr_array([[1], [1], [1]]),
    },
    "cdlib": lambda _: {"a": SimpleNamespace(communities=A, overlap=True), "b": pw.Cover(B)},
    "labels": lambda _: {"a": [0, 0, 1], "b": np.array([0, 1, 1])},
    "files": lambda folder: {"a": folder / "rows.csv", "b": str(folder / "rows.csv")},
}


@pytest.mark.parametrize("form", SEVERAL)
def test_several_candidates_are_told_from_one(form: str, tmp_path: Path) -> None:
    """In a mapping and in a list; each has the score that it has alone."""
    (tmp_path / "rows.csv").write_text("item,cluster\n0,x\n1,x\n1,y\n2,y\n", encoding="utf-8")
    reference = pw.Cover([[0, 2], [1, 2]], items=None if form != "labels" else range(3))
    if form == "labels":
        reference = pw.Cover(np.array([[1, 0], [0, 1], [1, 1]]))
    alone = {
        name: pw.score(reference, one, "omega") for name, one in SEVERAL[form](tmp_path).items()
    }
    table = pw.scores(reference, SEVERAL[form](tmp_path), ["omega"])
    assert {name: own["omega"] for name, own in table.items()} == alone
    compared = pw.compare(reference, SEVERAL[form](tmp_path), "omega")
    assert {name: own["omega"] for name, own in compared.scores.items()} == alone
    matrix = pw.pairwise({"r": reference, **SEVERAL[form](tmp_path)}, "omega")
    assert {name: matrix["r", name] for name in alone} == alone
    if form not in ("labels", "frozensets", "files"):  # which in a list are clusters, or one file
        in_a_list = pw.scores(reference, [*SEVERAL[form](tmp_path).values()], ["omega"])
        assert [own["omega"] for own in in_a_list.values()] == [*alone.values()]


def test_a_generator_is_read_once() -> None:
    reference = pw.Cover(A)
    table = pw.scores(iter(A), {"a": A, "b": B}, ["omega"])
    for name, own in {"a": A, "b": B}.items():
        assert table[name]["omega"] == pw.score(reference, own, "omega")


def test_one_mapping_from_items_to_labels_is_one_candidate() -> None:
    known = pw.Cover({"ann": ["x"], "bob": ["x", "y"]})
    only: Any = pw.scores(known, {"ann": ["x"], "bob": ["x", "y"]}, ["omega", "ECS"])
    assert only["ECS"] == 1


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_items_of_text_files_are_matched_with_numbers(tmp_path: Path, suffix: str) -> None:
    """As for labels: in a text file everything is text, also what other inputs have as numbers."""
    path, gap = tmp_path / f"rows{suffix}", "," if suffix == ".csv" else "\t"
    rows = ["item,cluster", "1,x", "2,x", "2,y", "3,y"]
    path.write_text("\n".join(rows).replace(",", gap) + "\n", encoding="utf-8")
    frame = pl.DataFrame({"item": [1, 2, 2, 3], "cluster": [1, 1, 2, 2]})
    frame.write_parquet(tmp_path / "rows.parquet")
    others = [pw.Cover([{1, 2}, {2, 3}]), [{2, 1}, {3, 2}], frame, tmp_path / "rows.parquet"]
    for other in others:
        assert pw.score(path, other, "omega") == pw.score(other, path, "onmi_max") == 1
    assert pw.compare(path, {"other": others[0]}).scores["other"]["omega"] == 1
    read = pw.Cover(pw.read(path), items=range(1, 5))
    assert read == pw.Cover([{1, 2}, {2, 3}], items=range(1, 5))
    assert pw.score(path, pw.Cover([{1, 2}, {2, 3}, {3, 9}]), "average_f1", missing="drop") < 1
    with pytest.raises(InputError, match="the same when written as text"):
        pw.score(path, pw.Cover([{1, "1"}]), "omega", missing="drop")


def test_an_index_for_covers_reads_anything_as_a_cover() -> None:
    assert pw.score([{0, 1}, {1, 2}], [0, 0, 1], "omega") == pw.score(
        pw.Cover([{0, 1}, {1, 2}]), pw.Cover([0, 0, 1]), "omega"
    )
    assert pw.score([0, 0, 1], [0, 1, 1], "omega") == pw.score([0, 0, 1], [0, 1, 1], "ARI")


@pytest.mark.parametrize(
    ("index", "message"),
    [
        ("ARI", "adjusted_rand is defined for partitions; for covers use omega$"),
        ("BCubed", "bcubed is defined for partitions; for covers use extended_bcubed$"),
        ("VI", "vi is defined for partitions; for covers use omega, .* or element_centric"),
        ("n11 / N", "is defined for partitions"),
        ("recommended", "not a family of indices for covers"),
    ],
)
def test_an_index_without_meaning_names_those_that_have_one(index: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        pw.score(COVER, COVER, index)
    with pytest.raises(InputError, match=message):
        pw.scores(COVER, COVER, [index])
    with pytest.raises(InputError, match=message):
        pw.pairwise([COVER, COVER], index)


def test_partitions_are_not_compared_by_indices_for_covers_elsewhere() -> None:
    with pytest.raises(InputError, match=r"omega compares covers.*adjusted_rand"):
        pw.chance.expected([2, 2], [2, 2], "omega")


def test_weights_are_refused() -> None:
    with pytest.raises(InputError, match="do not support weights; leave out weights="):
        pw.score(COVER, COVER, "omega", weights=[1, 1, 1, 1])


def test_noise_points_are_labels() -> None:
    labels = dict(zip(NAMES, [0, 0, -1, -1], strict=True))
    alone = pw.score(COVER, labels, "omega", noise="singletons")
    assert alone == pw.score(COVER, dict(zip(NAMES, [0, 0, 1, 2], strict=True)), "omega")
    with pytest.raises(InputError, match="noise= applies to labels"):
        pw.score(COVER, [{"ann"}], "omega", noise="drop", missing="drop")
