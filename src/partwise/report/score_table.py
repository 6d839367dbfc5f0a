"""The scores as one table that is also their chart: in every bar, longer is better."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from partwise.base import listed, percent
from partwise.catalogue import Index, scale_of
from partwise.charts import shorten_all
from partwise.report.cells import Cell, Head, Rows, number, sort_key
from partwise.report.contents import Contents, Score

_LONGEST_HEAD = 24


def scores_section(contents: Contents) -> dict[str, Any]:
    """Return the section: the table with its bars, all indices, and the scores of chance."""
    columns = [
        {
            "short": index.short + ("" if index.direction == "similarity" else " ↓"),
            "scale": "{} to {}".format(*map(_end, _ends(contents, index))),
            "first": "descending" if index.direction == "similarity" else "ascending",
            "tip": f"{index.label}: {index.summary} {better(index).capitalize()} is better.",
        }
        for index in contents.shown
    ]
    rows = [
        {
            "name": name,
            "clusters": contents.coverage.candidates[name].clusters,
            "cells": [_cell(contents, index, name) for index in contents.shown],
        }
        for name in contents.ranking
    ]
    return {
        "text": "For every index, a longer bar is better"
        + ("; the best candidate is blue." if len(contents.ranking) > 1 else ".")
        + " Below the name of each index are the scores of an empty and of a full bar.",
        "legend": " ".join(_legend(contents)),
        "corrected": _corrected(contents),
        "columns": columns,
        "rows": rows,
        "all": _all_scores(contents),
        "chance": _chance(contents),
        "samples": contents.samples,
        "notes": contents.notes,
    }


def _legend(contents: Contents) -> Iterator[str]:
    if any(index.direction == "distance" for index in contents.shown):
        yield "A ↓ marks indices whose lower scores are better."
    if contents.level is not None:
        level = percent(contents.level)
        line = f"The line at the end of a bar is the {level} confidence interval (CI)"
        several = len(contents.ranking) > 1
        yield (
            f"{line}; only the one in the answer is adjusted for the choice."
            if several
            else f"{line}."
        )
    yield (
        "The vertical tick is the expected score of a random clustering with the candidate's "
        "cluster sizes."
    )
    corrected = _corrected(contents)
    if corrected:
        yield (
            f"Scores of {listed(corrected)} are corrected for their bias in samples; candidates "
            "are ranked by the uncorrected ones, which are in the table of all indices."
        )


def _corrected(contents: Contents) -> list[str]:
    """Return the indices whose scores are not those of the sample itself."""
    return [
        index.short
        for index in contents.shown
        if any(contents.scores[n][index.key].uncorrected is not None for n in contents.ranking)
    ]


def _cell(contents: Contents, index: Index, name: str) -> dict[str, Any]:
    score = contents.scores[name][index.key]
    worst, best = _ends(contents, index)

    def length(value: float | None) -> float | None:
        """Return how long a bar to this value is, in per cent."""
        if value is None or not math.isfinite(value) or worst == best:
            return None
        return round(100 * min(max((value - worst) / (best - worst), 0.0), 1.0), 1)

    ends = [end for end in map(length, (score.low, score.high)) if end is not None]
    interval, tip = _interval(score)
    return {
        "text": number(score.value),
        "sort": sort_key(score.value),
        "length": length(score.value) or 0.0,
        "whisker": (min(ends), round(max(ends) - min(ends), 1)) if len(ends) == 2 else None,
        "tick": length(score.expected),
        "interval": interval,
        "tip": tip,
        "best": score.best,
    }


def _ends(contents: Contents, index: Index) -> tuple[float, float]:
    """Return the scores of an empty and of a full bar.

    They are the ends of the index's range, from 0 where scores below are worse than chance. Where
    the range has no end, it is the most extreme of the scores and of their expected values.
    """
    low, high = scale_of(index)
    scores = [contents.scores[name][index.key] for name in contents.ranking]
    known = [x for s in scores for x in (s.value, s.expected) if x is not None and math.isfinite(x)]
    low = low if math.isfinite(low) else min(known)
    high = high if math.isfinite(high) else max([*known, low])
    return (low, high) if index.direction == "similarity" else (high, low)


def _end(value: float) -> str:
    """Write the score of an empty or a full bar, as short as it can be."""
    return f"{value:.3g}".replace("-", "−")


def _interval(score: Score) -> tuple[str, str]:
    """Return the interval of a score, and what is said about it."""
    if score.refused is not None:
        return "no CI", score.refused
    if score.low is None or score.high is None:
        return "", ""
    return f"{number(score.low, 3)}–{number(score.high, 3)}", ""


def _all_scores(contents: Contents) -> Rows:
    names = shorten_all(contents.ranking, _LONGEST_HEAD)
    heads = [Head("index"), Head("better"), *(Head(name, True) for name in names)]
    rows = []
    for index in contents.indices:
        scores = [contents.scores[name][index.key] for name in contents.ranking]
        values = [s.value if s.uncorrected is None else s.uncorrected for s in scores]
        cells = [Cell(number(v), v, s.best) for v, s in zip(values, scores, strict=True)]
        rows.append([Cell(named(index)), Cell(better(index)), *cells])
    return Rows(heads, rows)


def _chance(contents: Contents) -> Rows:
    """Return the expected scores of random clusterings, an index a row."""
    names = shorten_all(contents.ranking, _LONGEST_HEAD)
    rows = []
    for index in contents.shown:
        expected = [contents.scores[name][index.key].expected for name in contents.ranking]
        cells = [Cell("") if x is None else Cell(number(x), x) for x in expected]
        rows.append([Cell(named(index)), *cells])
    return Rows([Head("index"), *(Head(name, True) for name in names)], rows)


def named(index: Index) -> str:
    """Return the short and the full name of an index."""
    return index.label if index.short == index.key else f"{index.short} · {index.label}"


def better(index: Index) -> str:
    """Say which scores are better."""
    return "higher" if index.direction == "similarity" else "lower"
