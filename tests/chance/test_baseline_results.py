"""What baseline tests and curves say, export and draw, from results made by hand."""

from __future__ import annotations

import csv
import io
import math
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.catalogue import ByName
from partwise.chance.baseline_tests import (
    BaselineTest,
    TestedIndex,
    constant_baseline_test,
    selection_bias_test,
)
from partwise.chance.bias_curves import (
    bias_curve,
    equal_clusters_curve,
    one_large_cluster_curve,
    spaced,
)
from partwise.chance.bias_surfaces import bias_surface
from partwise.chance.group_tests import GroupTest, combined
from support.drawings import described, texts

NAN = math.nan
FINDINGS = {
    "rand": (GroupTest(9.0, 0.001, (0.1, 0.2)), GroupTest(16.0, 0.002, (0.3, 0.4))),
    "correlation": (GroupTest(0.5, 0.6, (0.0, 0.01)), GroupTest(1.5, 0.3, (0.02, 0.03))),
    "jaccard": (GroupTest(NAN, NAN, (NAN, NAN)), GroupTest(0.1, 0.7, (0.5, 0.6))),
    "vi": (GroupTest(NAN, 1.0, (2.0, 2.0), True), GroupTest(NAN, 1.0, (3.0, 3.0), True)),
    "dice": (GroupTest(NAN, NAN, (NAN, NAN)),) * 2,
}
OUTCOMES = {
    "rand": "rejected",
    "correlation": "not rejected",
    "jaccard": "not rejected",
    "vi": "not rejected: the index is constant",
    "dice": "undefined",
}


def made(asked: Any = "constant baseline", alpha: float = 0.05) -> BaselineTest:
    results = ByName(
        (key, TestedIndex(pw.index(key), findings)) for key, findings in FINDINGS.items()
    )
    return BaselineTest(asked, results, (20, 1000), ("2", "n^0.5"), 50, alpha)


def test_p_values_of_all_numbers_of_items_are_combined() -> None:
    result = made()
    for key, findings in FINDINGS.items():
        tested = result[key]
        assert tested.p_value == pytest.approx(combined(f.p_value for f in findings), nan_ok=True)
    assert [result[key].undefined for key in FINDINGS] == [0, 0, 1, 0, 2]
    assert [result[key].constant for key in FINDINGS] == [0, 0, 0, 2, 0]
    assert result.rejected == ("rand",)
    assert str(result["rand"]).endswith("(2 tests, by Fisher's method)")


def test_an_index_is_rejected_below_alpha() -> None:
    tested = TestedIndex(pw.index("rand"), (GroupTest(1.0, 0.25, (0.0, 1.0)),))
    assert not tested.rejected(0.25)
    assert tested.rejected(0.2500001)
    assert not tested.rejected()
    assert TestedIndex(pw.index("rand"), (GroupTest(1.0, 0.049, (0.0, 1.0)),)).rejected()
    assert made(alpha=1e-9).rejected == ()


@pytest.mark.parametrize("asked", ["constant baseline", "selection bias"])
def test_the_table_has_the_averages_at_the_largest_n(asked: str) -> None:
    table, result = made(asked).to_table(), made(asked)
    word = "mean" if asked == "constant baseline" else "wins"
    assert list(table.columns) == ["index", f"{word}, 2", f"{word}, n^0.5", "p", "outcome"]
    for row, (key, findings) in zip(table.rows, FINDINGS.items(), strict=True):
        label, *averages, p_value, outcome = row
        assert (label, outcome) == (pw.index(key).label, OUTCOMES[key])
        assert averages == pytest.approx(list(findings[-1].averages), nan_ok=True)
        assert p_value == pytest.approx(result[key].p_value, nan_ok=True)
    assert "50 random candidates of each kind" in table.title
    first, *others = table.notes
    assert "n = 20 to 1000; rejected if p < 0.05" in first
    assert "for n = 1000" in first
    assert others == [
        "Jaccard is undefined for 1 of 2 values of n.",
        f"{pw.index('vi').label} is constant for 2 of 2 values of n.",
        f"{pw.index('dice').label} is undefined for 2 of 2 values of n.",
    ]


def test_rows_are_those_of_each_n_and_candidate() -> None:
    rows = list(csv.DictReader(io.StringIO(made().to_csv())))
    expected = [
        (key, n, name, average, finding)
        for key, findings in FINDINGS.items()
        for n, finding in zip((20, 1000), findings, strict=True)
        for name, average in zip(("2", "n^0.5"), finding.averages, strict=True)
    ]
    for row, (key, n, name, average, finding) in zip(rows, expected, strict=True):
        assert (row["index"], int(row["items"]), row["candidate"]) == (key, n, name)
        for column, value in (
            ("average", average),
            ("statistic", finding.statistic),
            ("p_value", finding.p_value),
        ):
            found = float(row[column]) if row[column] else NAN
            assert found == pytest.approx(value, nan_ok=True)


def test_the_dictionary_has_every_number() -> None:
    told = made("selection bias").to_dict()
    assert (told["test"], told["samples"], told["alpha"]) == ("selection bias", 50, 0.05)
    assert list(told["candidates"]) == ["2", "n^0.5"]
    for key, findings in FINDINGS.items():
        of_index = told["indices"][key]
        assert of_index["outcome"] == OUTCOMES[key]
        assert [each["n"] for each in of_index["by_items"]] == [20, 1000]
        if key == "rand":
            assert of_index["by_items"][1] == {
                "n": 1000, "statistic": 16.0, "p": 0.002, "averages": [0.3, 0.4]
            }  # fmt: skip
            assert of_index["p"] == pytest.approx(combined(f.p_value for f in findings))


def test_an_index_that_was_not_tested_is_named() -> None:
    with pytest.raises(InputError, match="bcubed was not tested; the tested indices are rand, cor"):
        made()["bcubed"]


@pytest.mark.parametrize("asked", ["constant baseline", "selection bias"])
def test_a_panel_says_what_was_found_for_each_index(asked: str) -> None:
    figure = made(asked).plot()
    words = " ".join(mark.text for mark in texts(figure))
    for key, outcome in OUTCOMES.items():
        assert pw.index(key).label in words
        assert outcome.split(":")[0] in words
    is_mean = asked == "constant baseline"
    assert ("the mean score of 50 of them" in figure.description) == is_mean
    assert ("in 50 pools of one candidate" in figure.description) == (not is_mean)
    drawn = " ".join(mark.label for mark in described(figure))
    assert "0.3" in drawn
    assert "0.4" in drawn


@pytest.mark.parametrize("test", [constant_baseline_test, selection_bias_test])
def test_the_least_that_can_be_tested(test: Any) -> None:
    found = test("rand", n=2, samples=2, candidate_clusters=(1, 2), reference_clusters=1, alpha=0.9)
    assert (found.items, found.samples, found.alpha) == ((2,), 2, 0.9)
    assert found["rand"].findings[0].averages == (1, 0)  # of scores, and of wins
    for wrong in (
        {"n": 1},
        {"n": [5, 1]},
        {"samples": 1},
        {"candidate_clusters": (2,)},
        {"alpha": 0},
        {"alpha": 1},
    ):
        with pytest.raises(InputError, match=next(iter(wrong))):
            test("rand", **({"n": 4} | wrong))


# Curves


@pytest.mark.parametrize(("small", "xs"), [(1, [1, 2, 3]), (2, [1, 2]), (3, [1]), (5, [1])])
def test_the_last_cluster_is_not_smaller_than_the_others(small: int, xs: list[int]) -> None:
    curve = one_large_cluster_curve("R", reference_sizes=[3, 3], small=small, samples=2)
    assert [point.x for point in curve["R"]] == xs
    assert curve.x_name == "s"
    own = one_large_cluster_curve("R", reference_sizes=[3, 3], small=2, sizes=[2, 1], samples=2)
    assert [point.x for point in own["R"]] == [1, 2]


@pytest.mark.parametrize("options", [{"small": 0}, {"small": 6}, {"small": 2, "sizes": [3]},
                                     {"small": 2, "sizes": [0]}])  # fmt: skip
def test_sizes_without_a_large_cluster_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"small=|no item of"):
        one_large_cluster_curve("R", reference_sizes=[3, 3], **options)


def test_the_least_curve() -> None:
    curve = bias_curve([2], {1: [1, 1], 2: (2,)}, "R", samples=2, share=0.5)
    assert [(point.x, point.mean) for point in curve["R"]] == [(1, 0), (2, 1)]
    told = curve.to_dict()
    assert (told["n"], told["reference_clusters"], told["samples"]) == (2, 1, 2)
    assert (told["share"], told["x"]) == (0.5, "x")
    rows = curve.to_table().rows
    assert [list(row) for row in rows] == [[1, 0], [2, 1]]
    for wrong in ({"share": 0}, {"share": 1}, {"samples": 1}):
        with pytest.raises(InputError, match=next(iter(wrong))):
            bias_curve([2], {1: [2]}, "R", **wrong)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="at least 2 items"):
        bias_curve([1], {1: [1]}, "R")


def test_the_reference_of_the_paper_has_its_items_clusters_and_pairs() -> None:
    """924 items in 431 clusters; R of singletons is 1 − m_A/N, and m_A = 4406 by erratum 14."""
    curve = equal_clusters_curve("R", cluster_counts=[924], samples=2)
    assert (curve.n, curve.reference_clusters) == (924, 431)
    (point,) = curve["R"]
    assert point.mean == pytest.approx(1 - 4406 / math.comb(924, 2), rel=1e-12)
    assert one_large_cluster_curve("R", sizes=[1], samples=2).n == 924
    assert max(point.x for point in equal_clusters_curve("R", samples=2)["R"]) == 512


def test_pictures_of_each_result_are_named() -> None:
    curve = equal_clusters_curve("R", reference_sizes=[2, 2], samples=2)
    for plots, name in (
        (curve.plot, "baseline"),
        (bias_surface("rand", steps=2).plot, "bias"),
        (made().plot, "averages"),
    ):
        (picture,) = plots._pictures().items()
        figure = picture[1]()
        assert picture[0] == name
        assert figure is not None
        assert figure.description == plots().description


def test_numbers_are_evenly_spaced_on_a_logarithmic_scale() -> None:
    assert spaced(3, 3) == [3]
    assert spaced(2, 1) == [1]
    assert spaced(1, 10**6, 7) == [10**i for i in range(7)]
    default = spaced(1, 2**32)
    assert default == [2**i for i in range(33)]


def test_surfaces_are_drawn_with_their_index_and_direction() -> None:
    jaccard, vi = bias_surface("jaccard", steps=4), bias_surface("jaccard_distance", steps=4)
    words = " ".join(mark.text for mark in texts(jaccard.plot(vi)))
    assert pw.index("jaccard").label in words
    assert pw.index("jaccard_distance").label in words
    assert np.array_equal(jaccard.direction, vi.direction)
