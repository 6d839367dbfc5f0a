"""Agreement of replicates, against the definition of the jackknife."""

from __future__ import annotations

import json
import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats
from sklearn.cluster import KMeans

import partwise as pw
from partwise.base.errors import InputError, UndefinedValueError
from partwise.ensembles import stability


def replicates(m: int, n: int = 20, seed: int = 0) -> list[list[int]]:
    rng = np.random.default_rng(seed)
    truth = np.arange(n) % 3
    noisy = [np.where(rng.random(n) < 0.2, rng.integers(0, 3, n), truth) for _ in range(m)]
    return [each.tolist() for each in noisy]


def mean(given: Any, index: str = "CC") -> float:
    values = [float(pw.score(a, b, index)) for a, b in combinations(given, 2)]
    return math.fsum(values) / len(values)


@pytest.mark.parametrize("index", ["CC", "AMI", "VI"])
@pytest.mark.parametrize("m", [3, 4, 8])
def test_mean_and_jackknife(m: int, index: str) -> None:
    given = replicates(m)
    point = stability(given, index, level=0.9)[None]
    left_out = [mean(given[:i] + given[i + 1 :], index) for i in range(m)]
    error = math.sqrt((m - 1) / m * sum((x - sum(left_out) / m) ** 2 for x in left_out))
    reach = stats.t.ppf(0.95, m - 1) * error
    assert point.mean == pytest.approx(mean(given, index))
    assert point.standard_error == pytest.approx(error)
    assert point.low == pytest.approx(max(float(pw.index(index).range[0]), point.mean - reach))
    assert point.high == pytest.approx(min(float(pw.index(index).range[1]), point.mean + reach))


def test_two_replicates_have_no_interval() -> None:
    found = stability(replicates(2))
    assert math.isnan(found[None].standard_error)
    assert json.loads(json.dumps(found.to_dict()))["points"][0]["low"] is None


def test_a_curve_over_numbers_of_clusters() -> None:
    given = {3: replicates(6), 2: [[0, 1] * 10] * 6, 5: replicates(6, seed=1)}
    found = stability(given)
    assert [point.clusters for point in found.points] == [3, 2, 5]
    assert found.best.clusters == 2
    assert found.best.mean == 1
    assert "most stable: 2" in str(found)
    assert {point.clusters for point in stability(given).close} == {2}
    assert "constant baseline" in stability(given, "rand").notes[-1]
    assert len(found.notes) == 1
    assert stability(given, "VI").best.clusters == 2


def test_replicates_of_samples_are_compared_on_what_they_share() -> None:
    given = [{"a": 0, "b": 0, "c": 1}, {"b": 0, "c": 1, "d": 1}, {"a": 0, "c": 1, "d": 1}]
    with pytest.raises(InputError, match="do not have the same items"):
        stability(given)
    # shared: b c, both apart; a c, both apart; c d, both together
    assert stability(given, "rand", missing="pairwise")[None].mean == 1
    with pytest.raises(InputError, match="share none"):
        stability([*given[:2], {"a": 0, "d": 1}], "rand", missing="drop")


def test_a_function_makes_replicates() -> None:
    rng = np.random.default_rng(0)
    data = np.concatenate([rng.normal(centre, 0.1, 20) for centre in (0, 5, 10)])[:, None]
    calls: list[tuple[int, Any, int]] = []

    def fit(rows: Any, k: Any, seed: int) -> Any:
        calls.append((len(rows), k, seed))
        if k == 3:
            return np.round(rows[:, 0] / 5).astype(int)
        return np.random.default_rng(seed).integers(0, k, len(rows))

    found = stability(fit, data=data, cluster_counts=[2, 3, 4], repeats=5, seed=1)
    assert len(calls) == 15
    assert {size for size, _, _ in calls} == {48}
    assert len({seed for _, _, seed in calls}) == 5
    assert found.best.clusters == 3
    assert found[3].mean == 1
    again = stability(fit, data=data, cluster_counts=[2, 3, 4], repeats=5, seed=1)
    assert again.points == found.points
    assert stability(fit, data=data, cluster_counts=[2], repeats=5, seed=2)[2] != found[2]


def test_values_of_samples() -> None:
    """With all rows, it is as if the replicates had been given."""
    data = list(range(20))
    made = replicates(4)
    turn = iter(made)
    found = stability(lambda *_: next(turn), data=data, repeats=4, subsample=1)
    assert found[None].mean == pytest.approx(mean(made))


def test_policies_hold_for_what_a_function_returns() -> None:
    """As if its replicates had been given: noise is left out, or undefined values are refused."""
    data, made = list(range(6)), [[0, 0, 1, 1, -1, -1], [0, 0, 1, 1, -1, 1], [0, 0, 1, -1, 2, 1]]
    for noise in ("drop", "singletons", None):
        turn = iter(made)
        found = stability(lambda *_, turn=turn: next(turn), data=data, repeats=3, subsample=1,
                          noise=noise)  # fmt: skip
        given = stability(made, noise=noise, missing="pairwise")
        assert found[None].mean == given[None].mean
    with pytest.raises(UndefinedValueError):
        stability([[0, 0], [0, 1]], undefined="raise")


def test_items_without_an_order_of_their_own() -> None:
    frame = pytest.importorskip("pandas").DataFrame({"x": [0, 0, 9, 9]})
    found = stability(lambda rows, *_: (rows["x"] > 5).tolist(), data=frame, subsample=1, repeats=3)
    assert found[None].mean == 1


@pytest.mark.parametrize(
    ("given", "options", "told"),
    [
        ([[0, 1]], {}, "at least two replicates, not 1"),
        ({2: [[0, 1]], 3: [[0, 1], [0, 1]]}, {}, "replicates for 2, not 1"),
        ([[0, 1], [0, 1]], {"level": 1}, "level="),
        ([[0, 1], [0, 1]], {"cluster_counts": [2]}, "for a function"),
        (lambda rows, *_: rows, {}, "pass data="),
        (lambda rows, *_: rows, {"data": [1, 2], "subsample": 0}, "subsample="),
        (lambda rows, *_: rows, {"data": [1, 2], "repeats": 1}, "repeats="),
        (lambda *_: [0], {"data": [1, 2, 3]}, "got 2 rows but returned 1 label; "),
        ([{"a": 1}, {"b": 1}], {"missing": "pairwise"}, "no items in common"),
        (3, {}, "as a list, a mapping by name"),
        (KMeans(3), {"data": [[1.0], [2.0]]}, "a function, not an estimator"),
    ],
)
def test_bad_input(given: Any, options: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        stability(given, **options)
