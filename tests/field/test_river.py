"""An accumulator in the place of a metric of river."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import partwise as pw

metrics: Any = pytest.importorskip("river.metrics", reason="river is not installed")
utils: Any = pytest.importorskip("river.utils", reason="river is not installed")
PAGE = Path(__file__).parents[2] / "docs" / "streams.md"


@pytest.fixture
def items() -> list[tuple[int, int]]:
    chance = random.Random(0)  # noqa: S311
    return [(chance.randrange(4), chance.randrange(5)) for _ in range(300)]


def test_the_same_scores(items: list[tuple[int, int]]) -> None:
    theirs: dict[str, Any] = {
        "ARI": metrics.AdjustedRand(),
        "rand": metrics.Rand(),
        "fowlkes_mallows": metrics.FowlkesMallows(),
        "mutual_information": metrics.MutualInfo(),
        "homogeneity": metrics.Homogeneity(),
        "completeness": metrics.Completeness(),
        "v_measure": metrics.VBeta(beta=1.0),
        "AMI": metrics.AdjustedMutualInfo(average_method="arithmetic"),
    }
    ours: Any = pw.Accumulator("ARI")
    for number, item in enumerate(items):
        for metric in (ours, *theirs.values()):
            metric.update(*item)
        if number % 30 == 29:
            ours.revert(*item)
            ours.update(y_true=item[0], y_pred=item[1])
            for name, metric in theirs.items():
                assert ours.score(name) == pytest.approx(metric.get(), abs=1e-9), name


def test_a_rolling_window(items: list[tuple[int, int]]) -> None:
    rolling = utils.Rolling(pw.Accumulator, window_size=40, indices=["ARI", "VI"])
    for item in items:
        rolling.update(*item)
    gold, labels = zip(*items[-40:], strict=True)
    assert rolling.get() == pw.score(gold, labels, "ARI")
    assert rolling.n == 40


def test_several_metrics_at_once(items: list[tuple[int, int]]) -> None:
    both = metrics.base.Metrics([pw.Accumulator("ARI"), metrics.AdjustedRand()])
    for item in items:
        both.update(*item)
    both.revert(*items[0])
    assert both.get()[0] == pytest.approx(both.get()[1])
    assert both.requires_labels


def test_progressive_validation_as_on_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    (code,) = (block for block in blocks if ">>>" not in block)
    known: dict[str, Any] = {"pw": pw}
    exec(compile(code, str(PAGE), "exec"), known)  # noqa: S102
    assert known["metric"].n == 300
    assert known["metric"].get() > 0.5
    assert capsys.readouterr().out.startswith("ARI: ")


def test_model_selection_asks_which_is_better() -> None:
    good, bad = pw.Accumulator("ARI"), metrics.AdjustedRand()
    for i in range(10):
        good.update(i % 2, i % 2)
        bad.update(i % 2, i % 3)
    assert good.is_better_than(bad)
    assert bad.is_better_than(good) is False
    assert good.clone().n == 0
