"""Names of clusters and the order of items do not matter; identical clusterings are perfect."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import partwise as pw
from every_index.catalogue import CATALOGUE, NOT_CONSTANT, name

every_index = pytest.mark.parametrize("index", CATALOGUE, ids=name)

two_labelings = st.integers(1, 40).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, 6), min_size=n, max_size=n)] * 2)
)


@every_index
@given(labels=two_labelings, seed=st.integers(0, 2**32 - 1))
def test_relabelling_and_order_do_not_matter(
    index: pw.Index, labels: tuple[list[int], list[int]], seed: int
) -> None:
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(labels[0]))
    names = rng.permutation(100)[:7]
    a, b = (np.array(each) for each in labels)
    before = float(index(a, b))
    after = float(index(names[a][order], [f"cluster {c}" for c in b[order]]))
    assert before == after or (math.isnan(before) and math.isnan(after))


@every_index
@given(labels=st.lists(st.integers(0, 9), min_size=2, max_size=60))
def test_identical_clusterings(index: pw.Index, labels: list[int]) -> None:
    """Exactly the best value, for those that promise one; nothing is better for any index."""
    itself = float(index(labels, labels))
    if index.key not in NOT_CONSTANT:
        assert itself == index.best
    else:
        assert not index.prefers(itself, float(index.best))


@every_index
@given(labels=two_labelings)
def test_values_stay_in_range(index: pw.Index, labels: tuple[list[int], list[int]]) -> None:
    """Not even rounding leads out of the range: nothing is negative that should not be."""
    value = float(index(*labels, undefined="nan"))
    low, high = index.range
    assert math.isnan(value) or low <= value <= high


@pytest.mark.parametrize("key", ["nmi_arithmetic", "nmi_max", "nmi_geometric", "nmi_joint", "fnmi",
                                 "ami_geometric", "ami_arithmetic", "ami_max"])  # fmt: skip
@pytest.mark.parametrize("n", [2, 10, 1000, 10**5, 10**12, 10**18, 10**30])
def test_identical_clusterings_score_exactly_one_at_any_size(key: str, n: int) -> None:
    sizes = [n - n // 3, n // 3 - n // 7, n // 7] if n > 2 else [1, 1]
    table = pw.Contingency.from_cells(range(len(sizes)), range(len(sizes)), sizes)
    assert pw.index(key).evaluate(table).value == 1
    assert pw.index("vi").evaluate(table).value == 0
    assert pw.index("correlation").evaluate(table).value == 1
    assert pw.index("correlation_distance").evaluate(table).value == 0


@pytest.mark.parametrize("n", [4, 100, 10**6, 10**12])
def test_independent_clusterings_share_exactly_nothing(n: int) -> None:
    cells = pw.Contingency.from_cells([0, 0, 1, 1], [0, 1, 0, 1], [n // 4] * 4)
    assert cells.information.mutual_information == 0
    for key in ("nmi_arithmetic", "nmi_max", "nmi_min", "nmi_geometric", "nmi_joint", "fnmi"):
        assert pw.index(key).evaluate(cells).value == 0
