"""Curves of random scores: the paper's two experiments (Appendix D.4), and any reference."""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.chance.bias_curves import (
    PAPER_REFERENCE_SIZES,
    bias_curve,
    equal_clusters_curve,
    one_large_cluster_curve,
    spaced,
)
from partwise.chance.size_laws import balanced_sizes
from partwise.tables.contingency_table import Contingency
from support.drawings import described, points, texts

Z = 5  # standard errors: one of 200 comparisons fails by chance once in 10 000 runs


def pairs(sizes: tuple[int, ...]) -> int:
    return sum(math.comb(size, 2) for size in sizes)


def expected_rand(a: tuple[int, ...], b: tuple[int, ...]) -> Fraction:
    """E[R] = 1 - (m_A + m_B)/N + 2 m_A m_B / N², since E[N11] = m_A m_B / N."""
    every, m_a, m_b = math.comb(sum(a), 2), pairs(a), pairs(b)
    return 1 - Fraction(m_a + m_b, every) + Fraction(2 * m_a * m_b, every**2)


def test_the_reference_is_what_the_paper_states() -> None:
    """n = 924 items in 431 clusters, 305 of them singletons; m_A as erratum 14 has it."""
    assert sum(PAPER_REFERENCE_SIZES) == 924
    assert len(PAPER_REFERENCE_SIZES) == 431
    assert Counter(PAPER_REFERENCE_SIZES)[1] == 305
    assert pairs(PAPER_REFERENCE_SIZES) == 4406


def test_equal_clusters_against_exact_means() -> None:
    curve = equal_clusters_curve(["R", "AR", "CC", "AMI", "wallace_2"], seed=1)
    assert [point.x for point in curve["R"]] == spaced(2, 512)
    for point in curve["R"]:
        exact = expected_rand(PAPER_REFERENCE_SIZES, balanced_sizes(924, point.x))
        assert point.mean == pytest.approx(float(exact), abs=Z * point.standard_error)
    for key in ("AR", "CC", "AMI"):
        for point in curve[key]:
            assert abs(point.mean) < Z * point.standard_error
    for point in curve["wallace_2"]:  # N11 / m_B, of which the mean is m_A / N
        exact = Fraction(4406, math.comb(924, 2))
        assert point.mean == pytest.approx(float(exact), abs=Z * point.standard_error)


def test_one_large_cluster_against_exact_means() -> None:
    curve = one_large_cluster_curve(["R", "AR"], seed=2)
    assert [point.x for point in curve["R"]] == list(range(1, 29))
    for point in curve["R"]:
        sizes = (924 - 31 * point.x, *(point.x,) * 31)
        exact = expected_rand(PAPER_REFERENCE_SIZES, sizes)
        assert point.mean == pytest.approx(float(exact), abs=Z * point.standard_error)
    assert all(abs(point.mean) < Z * point.standard_error for point in curve["AR"])


def test_the_directions_that_the_paper_sees() -> None:
    """D.4: NMI and Rand increase with the number of clusters, Jaccard and VI decrease."""
    curve = equal_clusters_curve(
        ["NMI", "R", "J", "VI"], cluster_counts=[2**i for i in range(1, 10)]
    )
    for key, sign in (("NMI", 1), ("R", 1), ("J", -1), ("VI", -1)):
        means = [point.mean for point in curve[key]]
        assert all(sign * (after - before) > 0 for before, after in pairwise(means)), key


def test_bands_hold_their_share_of_a_known_law() -> None:
    """Of 2 × 2 against 2 × 2, a third of the tables agree wholly: Rand is 1, otherwise 1/3."""
    for share, low in ((0.2, 1 / 3), (0.9, 1 / 3)):
        (point,) = bias_curve([2, 2], {2: [2, 2]}, "R", samples=3000, share=share, seed=1)["R"]
        assert point.low == pytest.approx(low)
        assert point.high == pytest.approx(1 if share > 1 / 3 else 1 / 3)
        assert point.mean == pytest.approx(5 / 9, abs=Z * point.standard_error)


def test_a_reference_of_one_s_own_goes_to_all_singletons() -> None:
    curve = equal_clusters_curve(
        ["R", "CC"], reference_sizes=pw.Clustering(list("aabbcc")).sizes, seed=1
    )
    assert [point.x for point in curve["R"]] == [2, 3, 4, 5, 6]
    last = curve["R"][-1]
    assert [last.low, last.mean, last.high] == pytest.approx([12 / 15] * 3)
    assert (curve.n, curve.reference_clusters) == (6, 3)


def test_numbers_survive_as_csv_and_json() -> None:
    curve = equal_clusters_curve(["R", "VI"], reference_sizes=[4, 4], samples=20, seed=3)
    rows = list(csv.DictReader(io.StringIO(curve.to_csv())))
    assert [(row["index"], int(row["x"]), float(row["mean"])) for row in rows] == [
        (key, point.x, point.mean) for key in ("rand", "vi") for point in curve[key]
    ]
    told = json.loads(json.dumps(curve.to_dict(), allow_nan=False))
    assert told["indices"]["vi"][0]["high"] == curve["VI"][0].high
    assert str(curve).splitlines()[1].split() == [
        "clusters",
        "R",
        "VI",
    ]


def test_seeds_repeat_a_curve() -> None:
    first, again = (
        equal_clusters_curve("NMI", reference_sizes=[5, 5], seed=4, threads=i) for i in (1, 2)
    )
    assert (
        first.points
        == again.points
        != equal_clusters_curve("NMI", reference_sizes=[5, 5], seed=5).points
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"cluster_counts": [2, 11]}, "10 items cannot be in 11 clusters"),
        ({"cluster_counts": []}, "at least one kind"),
        ({"samples": 1}, "samples= must be at least 2"),
        ({"share": 1.0}, "share= must be between 0 and 1"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        equal_clusters_curve("CC", reference_sizes=[5, 5], **options)  # type: ignore[arg-type]


def test_other_mistakes_are_told() -> None:
    with pytest.raises(InputError, match="with 31 clusters of size 30, no item of 924 is left"):
        one_large_cluster_curve("CC", sizes=[30])
    with pytest.raises(InputError, match="small= must be from 1 to 5"):
        one_large_cluster_curve("CC", reference_sizes=[3, 3], small=6)
    with pytest.raises(InputError, match="has 6 items, but the candidates for x = 1 have 5"):
        bias_curve([3, 3], {1: [5]}, "CC")
    with pytest.raises(InputError, match="vi is not in this curve; the indices are correlation"):
        equal_clusters_curve("CC", reference_sizes=[3, 3])["VI"]


# Charts


def test_lines_stand_where_the_means_are() -> None:
    curve = equal_clusters_curve(["R", "VI"], cluster_counts=[2, 8, 32, 128, 512], seed=1)
    lines = described(curve.plot())
    assert len(lines) == 2
    for line, key in zip(lines, ("R", "VI"), strict=True):
        corners = points(line)
        assert len(corners) == 5
        steps = [after[0] - before[0] for before, after in pairwise(corners)]
        assert steps == pytest.approx([steps[0]] * 4, abs=0.3)  # a logarithmic axis
        means = [point.mean for point in curve[key]]
        shares = [(mean - means[0]) / (means[-1] - means[0]) for mean in means]
        heights = [(y - corners[0][1]) / (corners[-1][1] - corners[0][1]) for _, y in corners]
        assert heights == pytest.approx(shares, abs=0.003)
    words = [mark.text for mark in texts(curve.plot())]
    assert {"higher is better", "lower is better", "clusters", "Rand"} <= set(words)


def test_lines_are_told_in_words() -> None:
    curve = bias_curve([2, 2], {1: [4], 4: [1] * 4}, "R", x_name="clusters", samples=5, seed=1)
    (line,) = described(curve.plot())
    assert line.label == (
        "Rand: 0.333 (90% from 0.333 to 0.333) at clusters = 1; "
        "0.667 (90% from 0.667 to 0.667) at clusters = 4"
    )


def test_undefined_scores_are_left_out_of_the_chart() -> None:
    def at_times(table: Contingency) -> float:
        return math.nan if len(table.column_sizes) == 2 else 0.5

    curve = equal_clusters_curve(
        [at_times], reference_sizes=[4, 4], cluster_counts=[2, 3, 4], samples=5, seed=1
    )
    assert math.isnan(curve[at_times][0].mean)
    (line,) = described(curve.plot())
    assert len(points(line)) == 2
    assert (
        equal_clusters_curve([at_times], reference_sizes=[4, 4], cluster_counts=[2])
        .plot()
        .description
    )
