"""Noise is a label: where no input has labels, every way to score refuses to be told of noise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import partwise as pw
from partwise.base import InputError

INPUTS: dict[str, Any] = {
    "omega": pw.Cover([{0, 1}, {1, 2}]),
    "fuzzy_rand": pw.Memberships([[0.5, 0.5], [1, 0], [0, 1]]),
}
LABELS = [0, 1, -1]
WAYS: dict[str, Callable[..., Any]] = {
    "call": lambda a, b, key, noise: pw.index(key)(a, b, noise=noise),
    "score": lambda a, b, key, noise: pw.score(a, b, key, noise=noise),
    "scores": lambda a, b, key, noise: pw.scores(a, b, [key], noise=noise)[key],
    "several": lambda a, b, key, noise: pw.scores(a, {"b": b}, [key], noise=noise)["b"][key],
    "pairwise": lambda a, b, key, noise: pw.pairwise([a, b], key, noise=noise).values[0][1],
    "compare": lambda a, b, key, noise: pw.compare(a, {"b": b}, [key], noise=noise).scores["b"][
        key
    ],
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("key", INPUTS)
def test_noise_is_refused_where_nothing_has_labels(way: str, key: str) -> None:
    data, score = INPUTS[key], WAYS[way]
    for noise in ("drop", "singletons", "cluster"):
        with pytest.raises(InputError, match=r"noise= applies to labels, but these are"):
            score(data, data, key, noise)
        score(data, LABELS, key, "singletons")
    score(data, data, key, None)
