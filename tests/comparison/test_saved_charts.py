"""Which charts a result saves, under which names, and tables of disagreement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.base import InputError
from partwise.comparison import figures
from partwise.comparison.disagreement import Disagreement

REFERENCE = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]
CANDIDATES = {
    "split": [0, 0, 1, 1, 2, 2, 2, 3, 3, 4],
    "merged": [0, 0, 0, 0, 0, 0, 0, 1, 1, 2],
}
COMPARED = pw.compare(REFERENCE, CANDIDATES, ["CC", "W", "R"])


def _drawn(pictures: Mapping[str, Callable[[], Any]]) -> dict[str, str | None]:
    figures = {name: draw() for name, draw in pictures.items()}
    return {name: None if figure is None else figure.title for name, figure in figures.items()}


def test_charts_of_results() -> None:
    plan = COMPARED.plan()
    results: list[tuple[Any, list[str]]] = [
        (COMPARED.estimates(), ["estimates"]),
        (COMPARED.disagreement, ["disagreement"]),
        (Disagreement([pw.index("R")], ["a"], np.array([[0.5]])), []),
        (COMPARED.mistakes("split"), ["errors"]),
        (COMPARED.fates("split"), ["clusters"]),
        (plan, ["plan"] if plan.curve else []),
    ]
    for result, names in results:
        assert [*result.plot._pictures()] == names, type(result)
        assert all(_drawn(result.plot._pictures()).values())
    perfect = pw.compare(REFERENCE, {"same": [*REFERENCE]}, ["R"]).mistakes("same")
    assert _drawn(perfect.plot._pictures()) == {"errors": None}


def test_a_plan_without_a_curve_cannot_be_drawn() -> None:
    plan = COMPARED.plan()
    assert not plan.curve
    with pytest.raises(InputError, match="there is no curve to draw; No number of items"):
        plan.plot()


def test_all_charts_are_saved_with_the_options_that_were_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[dict[str, Any], Path, Any]] = []

    def save(pictures: Any, folder: Any, progress: Any) -> list[Path]:
        seen.append((pictures, folder, progress))
        return [tmp_path / "x.svg"]

    monkeypatch.setattr("partwise.comparison.plots.save_all", save)
    options: Any = {"level": 0.5, "sampling": None, "clusters": None}
    assert COMPARED.plot.save(tmp_path, progress=False, **options) == [tmp_path / "x.svg"]
    ((pictures, folder, progress),) = seen
    assert (folder, progress) == (tmp_path, False)
    assert [*pictures] == [*COMPARED.plot._pictures()]
    assert pictures["scores"].keywords == options
    drawn = _drawn(pictures)
    assert drawn["errors-split"] == "The most costly splits and merges of split"
    assert all(drawn.values())


def test_the_preferred_candidates_of_each_index_are_marked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draw, rows = figures._drawn, list[Any]()

    def drawn(scores: list[Any], *more: Any) -> Any:
        rows.extend(scores)
        return draw(scores, *more)

    monkeypatch.setattr(figures, "_drawn", drawn)
    COMPARED.plot.scores(sampling=None)
    for index in COMPARED.indices:
        marked = {row.candidate for row in rows if row.index == index.short and row.best}
        assert marked == set(COMPARED.preferred[index.key])
    rand = {name: pw.score(REFERENCE, labels, "rand") for name, labels in CANDIDATES.items()}
    assert COMPARED.preferred["rand"] == (max(rand, key=rand.__getitem__),)


def test_charts_of_some_indices() -> None:
    plot = COMPARED.plot
    for draw in (lambda which: plot.scores(which, sampling=None), plot.chance):
        every, one = str(draw(None).spec), str(draw("R").spec)
        assert "'CC'" in every or '"CC"' in every
        assert "'CC'" not in one
        assert "'R'" in one
    with pytest.raises(InputError, match="vi was not compared"):
        plot.scores("VI")
    many = pw.compare(REFERENCE, CANDIDATES, "all").plot
    note = "indices, recommended ones first"
    for figure in (many.scores(sampling=None), many.ranks(), many.disagreement(), many.chance()):
        assert note in str(figure.spec) + figure.description
    assert note not in str(many.scores("R", sampling=None).spec)
    assert note not in plot.ranks().description + str(plot.ranks().spec)


def test_the_lower_half_of_disagreement() -> None:
    values = np.array([[0.9, 0.8, 0.7], [0.1, 0.3, 0.2], [0.1, 0.2, 0.3]])
    found = Disagreement([pw.index(key) for key in ("R", "VI", "J")], ["a", "b", "c"], values)
    # R: a > b > c; VI: a, then c, then b; J: c > b > a
    table = found.to_table()
    assert table.title == "% of 3 pairs of candidates that two indices order differently"
    cells = {str(row[0]): list(row[1:]) for row in table.rows}
    assert cells["VI"][0] == 33.3
    assert cells["J"][:2] == [100.0, 66.7]
    one = Disagreement([pw.index("R")], ["a", "b"], values[:1, :2])
    assert one.to_table().title.startswith("% of 1 pair of candidates")


def test_disagreement_with_a_rule_about_signs() -> None:
    """Values as near as rounding errors are ordered by the rule of the paper's tables."""
    values = np.array([[0.5, 0.5 + 1e-16, 0.5 + 2e-16], [0.3, 0.2, 0.1]])
    indices = [pw.index("R"), pw.index("J")]
    plain = Disagreement(indices, "abc", values)
    signs = Disagreement(indices, "abc", values, "signs")
    assert plain.counts[0, 1] == 0
    rows = values.tolist()
    pairs = [(0, 1), (0, 2), (1, 2)]
    differ = sum(
        np.sign(rows[0][i] - rows[0][j]) != np.sign(rows[1][i] - rows[1][j]) for i, j in pairs
    )
    assert signs.counts[0, 1] == differ == 3
