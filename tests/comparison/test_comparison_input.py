"""What compare() takes, what it refuses, and how its results are asked for."""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import partwise as pw

REFERENCE = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]
SPLIT = [0, 0, 1, 1, 2, 2, 2, 3, 3, 4]
MERGED = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2]
ITEMS = list("abcdefghij")
FEW = ["CC", "R", "NMI", "VI"]


@pytest.fixture(scope="module")
def found() -> pw.Comparison:
    return pw.compare(REFERENCE, {"split": SPLIT, "merged": MERGED}, FEW)


def serialised(found: pw.Comparison) -> dict[str, Any]:
    """Print it in every way, and through strict JSON."""
    for shown in (found, found.answer(), found.explanation, found.coverage, found.estimates()):
        assert str(shown)
    assert "<table>" in found._repr_html_()
    everything = [found.to_dict(), found.answer().to_dict(), found.estimates().to_dict()]
    return json.loads(json.dumps(everything, allow_nan=False))[0]  # type: ignore[no-any-return]


CANDIDATES: dict[str, Callable[[], object]] = {
    "pyarrow table": lambda: pa.table({"split": SPLIT, "merged": MERGED}),
    "pyarrow arrays": lambda: {"split": pa.array(SPLIT), "merged": pa.array(MERGED)},
    "polars series": lambda: {"split": pl.Series(SPLIT), "merged": pl.Series(MERGED)},
    "pandas series": lambda: {"split": pd.Series(SPLIT), "merged": pd.Series(MERGED)},
    "tuples": lambda: {"split": tuple(SPLIT), "merged": tuple(MERGED)},
    "generators": lambda: {"split": (x for x in SPLIT), "merged": iter(MERGED)},
    "dicts": lambda: {"split": dict(enumerate(SPLIT)), "merged": dict(enumerate(MERGED))},
    "text labels": lambda: {"split": [f"c{x}" for x in SPLIT], "merged": list(map(str, MERGED))},
    "mixed": lambda: {"split": np.array(SPLIT), "merged": pw.Clustering(MERGED)},
}


@pytest.mark.parametrize("form", CANDIDATES)
def test_candidates_come_in_many_forms(form: str, found: pw.Comparison) -> None:
    same = pw.compare(REFERENCE, CANDIDATES[form](), FEW)
    assert same.names == ("split", "merged")
    np.testing.assert_array_equal(same.values, found.values)
    assert serialised(same) == serialised(found)


@pytest.mark.parametrize(
    "candidates",
    [
        [tuple(SPLIT), tuple(MERGED)],
        (SPLIT, MERGED),
        (each for each in (SPLIT, MERGED)),
        [pd.Series(SPLIT), pl.Series(MERGED)],
        list(np.array([SPLIT, MERGED])),
    ],
    ids=["tuples", "a tuple", "generator", "series", "rows"],
)
def test_candidates_without_names_are_numbered(candidates: object, found: pw.Comparison) -> None:
    same = pw.compare(REFERENCE, candidates, FEW)
    assert same.names == (0, 1)
    np.testing.assert_array_equal(same.values, found.values)


DAY = pd.Timestamp("2024-02-29")
KEYED: dict[str, Callable[[], object]] = {
    "mapping": lambda: {10: SPLIT, DAY: MERGED, ("a", 1): REFERENCE[::-1]},
    "pandas": lambda: pd.DataFrame({10: SPLIT, DAY: MERGED, ("a", 1): REFERENCE[::-1]}),
    "mapping of frames": lambda: {
        key: pd.DataFrame({"id": ITEMS, "label": labels})
        for key, labels in ((10, SPLIT), (DAY, MERGED), (("a", 1), REFERENCE[::-1]))
    },
}


@pytest.mark.parametrize("form", KEYED)
def test_candidates_keep_their_keys(form: str) -> None:
    gold = pd.DataFrame({"id": ITEMS, "gold": REFERENCE}) if "frames" in form else REFERENCE
    found = pw.compare(gold, KEYED[form](), FEW)
    assert found.names == (10, DAY, ("a", 1))
    for key, labels in zip(found.names, (SPLIT, MERGED, REFERENCE[::-1]), strict=True):
        assert found.scores[key]["rand"] == pw.score(REFERENCE, labels, "rand")
        assert found[key].k == len(set(labels))
    assert found.best[0] in {10: "split", DAY: "merged"}  # the user's own mapping has it
    assert found.estimates()[10]["CC"].value == found.scores[10]["CC"]
    assert found.differences(10, DAY)["R"].value == pytest.approx(
        found.scores[10]["rand"] - found.scores[DAY]["rand"]
    )
    assert set(found.ranks["rand"]) == {10, DAY, ("a", 1)}
    told = serialised(found)
    assert list(told["candidates"]) == ["10", "2024-02-29 00:00:00", "('a', 1)"]
    assert pickle.loads(pickle.dumps(found)).names == found.names  # noqa: S301
    with pytest.raises(
        pw.errors.InputError, match="no candidate '10'; the candidates are 10, 2024"
    ):
        found["10"]


def test_other_results_keep_keys_too() -> None:
    frame = pd.DataFrame({"id": ITEMS, "gold": REFERENCE, 2019: SPLIT, 2024: MERGED})
    assert pw.compare("gold", frame, FEW).names == (2019, 2024)
    assert list(pw.scores("gold", frame, FEW)) == [2019, 2024]
    assert pw.scores(REFERENCE, {7: SPLIT}, FEW)[7]["rand"] == pw.score(REFERENCE, SPLIT, "rand")
    by_key = {1: REFERENCE, 2: SPLIT, 3: MERGED}
    order: tuple[Any, ...] = pw.ensembles.landscape(by_key).order
    assert set(order) == {1, 2, 3}
    weights = {1: 1.0, 2: 5.0, 3: 1.0}
    consensus = pw.ensembles.consensus(by_key, clustering_weights=weights)
    assert consensus.clustering == pw.Clustering(SPLIT)
    square = {8: [0, 0, 1, 1], 9: [0, 1, 0, 1]}
    assert list(pw.graphs.scores([(0, 1), (2, 3)], square, ["CC"])) == [8, 9]


def test_keys_that_read_alike_are_refused() -> None:
    for candidates in ({1: SPLIT, "1": MERGED}, pd.DataFrame({1: SPLIT, "1": MERGED})):
        with pytest.raises(pw.errors.InputError, match=r"two (clusterings|columns) are called '1'"):
            pw.compare(REFERENCE, candidates)


_FRAME = {"gold": REFERENCE, "split": SPLIT}
_ARROW, _GOLD = pa.table(_FRAME), pw.Clustering(REFERENCE)
_TEXT = pd.DataFrame(_FRAME).astype({"gold": "category"})
_IDS = pl.DataFrame({"id": ITEMS, **_FRAME})
REFERENCE_AMONG_CANDIDATES: dict[str, tuple[object, object]] = {
    "list": (REFERENCE, {"gold": REFERENCE, "split": SPLIT}),
    "clustering": (_GOLD, {"gold": _GOLD, "split": SPLIT}),
    "pandas column": (pd.DataFrame(_FRAME)["gold"], pd.DataFrame(_FRAME)),
    "pandas categories": (_TEXT["gold"], _TEXT),
    "polars column": (pl.DataFrame(_FRAME)["gold"], pl.DataFrame(_FRAME)),
    "pyarrow column": (_ARROW["gold"], _ARROW),
    "label columns": (pw.read(_ARROW)["gold"], pw.read(_ARROW)),
    "name of a column": ("gold", pd.DataFrame(_FRAME)),
    "columns of a frame": (_IDS[["id", "gold"]], _IDS),
    "lazy columns": (_IDS.lazy().select("id", "gold"), _IDS.lazy()),
}


@pytest.mark.parametrize("form", REFERENCE_AMONG_CANDIDATES)
def test_the_reference_is_no_candidate(form: str) -> None:
    found = pw.compare(*REFERENCE_AMONG_CANDIDATES[form], FEW)
    assert found.names == ("split",)
    assert list(found.coverage.candidates) == ["split"]
    named = form != "name of a column"  # which is taken out of the frame from the start
    assert ("gold is the reference itself and was not compared with it." in str(found)) is named


def test_a_candidate_that_is_right_is_a_candidate() -> None:
    """Equal clusters alone do not make it the reference, nor does the name."""
    assert pw.compare(REFERENCE, {"a": list(REFERENCE), "b": SPLIT}, FEW).best == ("a",)
    series = pd.Series(REFERENCE, name="label")
    assert pw.compare(series, pd.DataFrame({"label": REFERENCE}), FEW).names == ("label",)
    others = pd.DataFrame({"label": SPLIT, "b": MERGED})
    assert pw.compare(series, others, FEW).names == ("label", "b")


@pytest.mark.parametrize("labels", [iter(SPLIT), tuple(SPLIT), pd.Series(SPLIT), pa.array(SPLIT)])
def test_the_labels_of_a_single_candidate_will_do(labels: object, found: pw.Comparison) -> None:
    alone = pw.compare(REFERENCE, labels, FEW)
    assert alone.names == ("candidate",)
    np.testing.assert_array_equal(alone.values[:, 0], found.values[:, 0])


def test_items_are_matched_by_the_index_of_a_frame(found: pw.Comparison) -> None:
    frame = pd.DataFrame({"split": SPLIT, "merged": MERGED}, index=ITEMS)
    shuffled = frame.sample(frac=1, random_state=1)
    same = pw.compare(pd.Series(REFERENCE, ITEMS), shuffled, FEW)
    np.testing.assert_array_equal(same.values, found.values)
    by_column = pw.compare("gold", frame.assign(gold=REFERENCE).iloc[::-1], FEW)
    np.testing.assert_allclose(by_column.values, found.values, rtol=1e-15)
    by_mapping = pw.compare(dict(zip(ITEMS, REFERENCE, strict=True)), dict(shuffled.items()), FEW)
    np.testing.assert_array_equal(by_mapping.values, found.values)


@pytest.mark.parametrize(
    ("reference", "candidates", "says"),
    [
        (REFERENCE, np.array([SPLIT, MERGED]), r"shape \(2, 10\), .*; pass list\(candidates\) if"),
        (
            REFERENCE,
            pl.LazyFrame({"split": SPLIT}),
            "split is in a frame or file, but the reference is in memory",
        ),
        (REFERENCE, {"a": SPLIT, "b": 5}, "^b: labels must be"),
        (REFERENCE, {"a": set(SPLIT)}, "^a:.*no order"),
        (REFERENCE, "aabb", "not a single string"),
        (REFERENCE, None, "not NoneType"),
        (None, {"a": SPLIT}, "^the reference:.*not NoneType"),
        ("gold", pd.DataFrame({"a": SPLIT, "b": MERGED}), "no column 'gold'; the columns are a, b"),
        ("a", pd.DataFrame({"a": SPLIT}), "no candidate"),
        (REFERENCE, {"a": tuple(SPLIT[:-1])}, "^a:.*10 items and the candidate has 9"),
        (REFERENCE, pd.DataFrame([SPLIT[:2]] * 10, columns=["a", "a"]), "two .* called 'a'"),
    ],
)
def test_what_is_refused(reference: object, candidates: object, says: str) -> None:
    with pytest.raises(pw.errors.InputError, match=says):
        pw.compare(reference, candidates)


@pytest.mark.parametrize("seed", [-1, "x", 1.5, [1, -2]])
def test_bad_seeds_are_refused_before_the_work(seed: Any) -> None:
    with pytest.raises(pw.errors.InputError, match="seed= must be a whole number"):
        pw.compare(REFERENCE, {"a": SPLIT}, seed=seed)


def test_seeds() -> None:
    def chance(seed: Any) -> float:
        found = pw.compare(REFERENCE, {"a": SPLIT}, ["NMI"], seed=seed)
        return found.chance["a"]["nmi_arithmetic"].mean

    assert chance(1) == chance(1) == chance(np.int64(1)) == chance(np.random.default_rng(1))
    assert chance(1) != chance(2)
    assert math.isfinite(chance(None))


def test_threads_and_progress_change_nothing(found: pw.Comparison) -> None:
    candidates = {"split": SPLIT, "merged": MERGED}
    for options in ({"threads": 1}, {"threads": 3}, {"progress": True}, {"progress": False}):
        same = pw.compare(REFERENCE, candidates, FEW, **options)
        np.testing.assert_array_equal(same.values, found.values)
    with pytest.raises(pw.errors.InputError, match="threads="):
        pw.compare(REFERENCE, candidates, threads=0)


def half(table: pw.Contingency) -> Any:
    return np.float32(0.5)


def undefined(table: pw.Contingency) -> float:
    return math.nan


def broken(table: pw.Contingency) -> float:
    raise RuntimeError("my own mistake")


def test_indices_of_ones_own() -> None:
    shared = pw.define("own_share_of_pairs", "n11 / (n11 + n10 + n01)")
    candidates = {"split": SPLIT, "merged": MERGED}
    found = pw.compare(REFERENCE, candidates, ["J", shared, half, undefined])
    jaccard, own, constant, nothing = found.values
    np.testing.assert_allclose(own, jaccard, rtol=1e-15)
    assert constant.tolist() == [0.5, 0.5]
    assert np.isnan(nothing).all()
    assert found.preferred["half"] == ("split", "merged")
    assert found.preferred["undefined"] == ()
    serialised(found)
    assert found.estimates(half)["split"]["half"].low is None
    with pytest.raises(RuntimeError, match="my own mistake"):
        pw.compare(REFERENCE, candidates, broken)


def test_an_index_of_ones_own_may_decide() -> None:
    candidates = {"split": SPLIT, "merged": MERGED}
    found = pw.compare(REFERENCE, candidates, [half], decide_by=half)
    assert found.best == ("split", "merged")
    assert "split and merged tie for the best by half, at 0.5000" in str(found.answer())
    nothing = pw.compare(REFERENCE, candidates, [undefined, "CC", "R"], decide_by=undefined)
    assert nothing.best == ()
    assert nothing.explanation.findings == []
    assert "undefined for all" in str(nothing.answer())
    serialised(nothing)


@pytest.mark.parametrize("policy", ["convention", "nan"])
@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_few_items(n: int, policy: Any) -> None:
    candidates = {"one": [0] * n, "lone": list(range(n))}
    found = pw.compare([0] * n, candidates, undefined=policy)
    plain = serialised(found)
    assert plain["coverage"]["compared"] == n
    assert ("\n1 item, 1 reference cluster, 2" if n == 1 else f"\n{n} items, ") in str(found)


def test_undefined_may_be_an_error() -> None:
    with pytest.raises(pw.errors.UndefinedValueError, match="wallace_1 is undefined"):
        pw.compare([0, 1, 2], {"a": [0, 0, 1]}, ["W"], undefined="raise")


def test_many_clusters() -> None:
    items = np.arange(20_000)
    found = pw.compare(items // 2, {"lone": items, "triples": items // 3})
    # of 10,000 pairs, triples keep 2 of every 3 (those that do not cross a border)
    assert found.scores["triples"]["wallace_1"] == pytest.approx(2 / 3, abs=1e-4)
    serialised(found)


def test_a_comparison_can_be_pickled(found: pw.Comparison) -> None:
    again = pickle.loads(pickle.dumps(found))  # noqa: S301 - our own
    assert again.decision is found.decision
    assert again.to_dict() == found.to_dict()
    assert again.why("NMI", "split", "merged") == found.why("NMI", "split", "merged")


@pytest.mark.parametrize(
    "ask",
    [
        lambda found: found["nobody"],
        lambda found: found.why("CC", "split", "nobody"),
        lambda found: found.why("CC", "nobody", "split"),
        lambda found: found.differences("split", "nobody"),
        lambda found: found.mistakes("nobody"),
        lambda found: found.fates("nobody"),
        lambda found: found.matching("nobody"),
        lambda found: found.estimates()["nobody"],
    ],
)
def test_a_wrong_name_is_told_with_the_right_ones(
    ask: Callable[[pw.Comparison], object], found: pw.Comparison
) -> None:
    with pytest.raises((pw.errors.InputError, KeyError), match=r"'nobody'.*are split, merged"):
        ask(found)


def test_indices_are_asked_for_by_any_name(found: pw.Comparison) -> None:
    assert found.why("cc", "split", "merged") == found.why("correlation", "split", "merged")
    one, several = found.estimates("CC"), found.estimates(["cc", "nmi"])
    assert list(one["split"]) == ["correlation"]
    assert list(several["split"]) == ["correlation", "nmi_arithmetic"]
    assert one["split"]["CC"] == several["split"]["correlation"]
    gap = found.differences("split", "merged", "R")
    assert list(gap) == ["rand"]
    split, merged = (float(found.scores[name]["rand"]) for name in found.names)
    assert gap["R"].value == pytest.approx(split - merged)
    assert found.disagreement.between("CC", "nmi") == found.disagreement.between(
        "correlation", "nmi_arithmetic"
    )
    with pytest.raises(pw.errors.UnknownIndexError, match="nonsense"):
        found.why("nonsense", "split", "merged")


def test_an_index_that_was_not_compared(found: pw.Comparison) -> None:
    """Reasons and disagreements are about compared indices; the rest can be computed."""
    says = "jaccard was not compared; the .*indices are correlation, rand"
    with pytest.raises(pw.errors.InputError, match=says):
        found.why("J", "split", "merged")
    with pytest.raises(pw.errors.InputError, match=says):
        found.disagreement.between("J", "CC")
    with pytest.raises(KeyError, match="no value for jaccard; there are correlation"):
        found.estimates()["split"]["J"]
    value = pw.score(REFERENCE, SPLIT, "J")
    assert found.estimates("J")["split"]["jaccard"].value == value
    assert len(found.mistakes("split", "J")) == 1


def test_bad_levels_and_samplings(found: pw.Comparison) -> None:
    for ask in (found.estimates, found.answer):
        with pytest.raises(pw.errors.InputError, match="level="):
            ask(level=95)
        with pytest.raises(pw.errors.InputError, match="sampling="):
            ask(sampling="some")  # type: ignore[arg-type]


def test_nothing_left_to_compare() -> None:
    with pytest.raises(
        pw.errors.AlignmentError, match="the reference has none, the candidate 0, 1"
    ):
        pw.compare([-1, -1], {"a": [0, 0]}, noise="drop")


def test_a_comparison_is_a_collection_of_its_candidates() -> None:
    candidates = {"split": [0, 0, 1, 2], 7: [0, 0, 0, 0]}
    comparison = pw.compare([0, 0, 1, 1], candidates, ["CC", "VI"])
    assert list(comparison) == list(candidates)
    assert len(comparison) == 2
    assert "split" in comparison
    assert "CC" not in comparison


def test_differences_say_which_candidate_is_taken_from_which() -> None:
    """In print, in frames and in pictures; distances are marked, as less is better by them."""
    comparison = pw.compare([0, 0, 1, 1], {"a": [0, 0, 1, 2], "b": [0, 1, 0, 1]}, ["R", "VI"])
    differences = comparison.differences("b", "a")
    shown = str(differences)
    assert shown.startswith("b minus a")
    assert "confidence interval" not in shown.splitlines()[0]  # four items have none
    assert "VI ↓" in shown
    assert "↓ lower is better" in shown
    for html_or_picture in (differences._repr_html_(), str(differences.plot().spec)):
        assert "b minus a" in html_or_picture
    frame = differences.to_frame("polars")
    assert frame["first"].unique().to_list() == ["b"]
    assert frame["second"].unique().to_list() == ["a"]
    rand = comparison.scores["b"]["R"] - comparison.scores["a"]["R"]
    assert frame.filter(frame["index"] == "rand")["value"].item() == rand


def test_a_note_is_said_once_with_the_candidates_it_is_about() -> None:
    trivial = {f"one {i}": [i] * 4 for i in range(40)}
    notes = pw.scores([0, 0, 1, 1], trivial, ["CC"]).notes
    assert len(notes) == 1
    assert notes[0].startswith("CC of all candidates, by convention: ")
    comparison = pw.compare([0, 0, 1, None], trivial, ["CC"], missing="drop")
    lines = str(comparison).splitlines()
    assert sum("another clustering lacks" in line for line in lines) == 1
    some = pw.scores([0, 0, 1, 1], {**trivial, "good": [0, 0, 1, 2]}, ["CC"]).notes
    assert some[0].startswith("CC of one 0, one 1, one 2, one 3, one 4 and 35 others, by ")


@pytest.mark.parametrize("name", ["R", "VI"])
def test_score_tables_print_the_best_first_by_the_first_index(name: str) -> None:
    candidates = {"bad": [0, 1, 0, 1], "same": [1, 1, 0, 0], "split": [0, 0, 1, 2]}
    table = pw.scores([0, 0, 1, 1], candidates, [name, "CC"])
    assert [line.split()[0] for line in str(table).splitlines()[1:4]] == ["same", "split", "bad"]
    assert f"Best first by {name}" in str(table)
    assert list(table) == list(candidates)
    with pytest.raises(KeyError, match=r"no candidate 'ARI'.*scores\[candidate\]\[index\]"):
        table["ARI"]
