"""The fewest sign vectors that separate all indices, against all sets of them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from partwise.properties.triplet_search.cover import TooHardError, alike, fewest, greedy, lightest
from partwise.properties.triplet_search.search import triplets


class TestCover:
    @pytest.mark.parametrize("seed", range(25))
    def test_is_the_smallest(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        count = int(random.integers(2, 7))
        codes = {int(c) | 1 for c in random.integers(1, 2**count, 6)} - {2**count - 1}
        codes |= {1} | {1 | 1 << i for i in range(1, count - 1)}  # these separate all
        weights = {code: int(random.integers(3, 7)) for code in codes}
        covers = [
            chosen
            for size in range(1, len(weights) + 1)
            for chosen in combinations(weights, size)
            if len({tuple(code >> i & 1 for code in chosen) for i in range(count)}) == count
        ]
        least = len(covers[0])
        assert len(fewest(weights, count)) == least
        best = lightest(weights, count, least)
        smallest = [sum(weights[c] for c in each) for each in covers if len(each) == least]
        assert sum(weights[c] for c in best) == min(smallest)
        assert len(alike(best, count)) == len(alike(greedy(weights, count), count)) == count

    def test_one_index_needs_nothing(self) -> None:
        assert fewest({}, 1) == lightest({}, 1, 0) == []

    def test_too_few_vectors_are_refused(self) -> None:
        with pytest.raises(LookupError, match="no 1 vectors"):
            lightest({0b011: 1, 0b001: 1}, 3, 1)

    def test_a_search_without_end_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("partwise.properties.triplet_search.cover._MOST_STEPS", 2)
        with pytest.raises(TooHardError):
            fewest({0b0011: 1, 0b0101: 1, 0b1001: 1}, 4)
        given_up = triplets(["rand", "jaccard", "vi", "nmi_max", "wallace_1"], max_n=5)
        assert not given_up.proved
        assert "There may be a smaller set" in str(given_up)
        for pair in combinations(given_up.indices, 2):
            assert any(each.separates(*pair) for each in given_up)
