"""The doors through which clusterings are compared, each giving what it can of one answer."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from fractions import Fraction
from inspect import signature
from typing import Any, TypeAlias

import partwise as pw
from every_route.policies import LONE, Cells, Policies
from every_route.routes import Opened, Route
from partwise.cli import main
from partwise.clusterings import Lone

Pair: TypeAlias = tuple[int, int]
FACTS = ("given", "missing", "noise", "compared", "clusters")


@dataclass(frozen=True)
class Answer:
    """What an entry tells; what it does not tell is left empty."""

    scores: Mapping[Pair, float | Fraction] = field(default_factory=dict)
    cells: Cells | None = None
    pair_counts: tuple[Fraction, ...] | None = None
    coverage: tuple[dict[str, int], ...] | None = None
    mean: float | None = None


@dataclass(frozen=True)
class Entry:
    """One entry: how it is called, and with what it can be asked."""

    key: str
    call: Callable[[Opened, Policies, str], Answer]
    indices: Sequence[str]
    weighted: bool = False
    many: bool = False
    layouts: tuple[str, ...] | None = None
    plain: bool = False

    def takes(self, route: Route, policies: Policies) -> bool:
        """Whether it can be asked on this route, with these policies."""
        if policies.weighting and not (self.weighted and route.layout not in ("pairs", "stacked")):
            return False
        if self.plain and policies != Policies():
            return False
        return self.layouts is None or (route.in_file and route.layout in self.layouts)

    def may_use(self, index: str, policies: Policies) -> bool:
        return policies.weighting is None or index in PAIRS


class Complaint(pw.PartwiseError):
    """What the command line complains about."""


PAIRS = ("rand", "jaccard", "adjusted_rand", "wallace_1", "correlation")
INDICES = (*PAIRS, "bcubed", "vi")
DISTANCES = ("correlation_distance", "jaccard_distance", "vi")


def _weights(opened: Opened, policies: Policies) -> dict[str, Any]:
    if policies.weighting is None:
        return {}
    return {"weights": opened.weights, "weighting": policies.weighting}


def _score(opened: Opened, policies: Policies, index: str) -> Answer:
    first, second = opened.clusterings[:2]
    asked = {**policies.of_labels(), **_weights(opened, policies)}
    return Answer({(0, 1): pw.score(first, second, index, **asked)})


def _call(opened: Opened, policies: Policies, index: str) -> Answer:
    first, second = opened.clusterings[:2]
    asked = {**policies.of_labels(), **_weights(opened, policies)}
    return Answer({(0, 1): pw.index(index)(first, second, **asked)})


def _scores(opened: Opened, policies: Policies, index: str) -> Answer:
    first, second = opened.clusterings[:2]
    asked = {**policies.of_labels(), **_weights(opened, policies)}
    found = pw.scores(first, second, [index, "rand"], **asked)
    return Answer({(0, 1): found[index]}, pair_counts=tuple(found.table.pair_counts))


def _contingency(opened: Opened, policies: Policies, index: str) -> Answer:
    first, second = opened.clusterings[:2]
    asked = {**policies.of_labels(), **_weights(opened, policies)}
    table = pw.contingency(first, second, **asked)
    rows, columns, counts = (array.tolist() for array in table.cells)
    cells = Counter(
        (_called(table.row_labels[i]), _called(table.column_labels[j]), count)
        for i, j, count in zip(rows, columns, counts, strict=True)
    )
    return Answer(cells=cells, pair_counts=tuple(table.pair_counts))


def _called(label: Any) -> Any:
    return LONE if isinstance(label, Lone) else label


def _aggregated(opened: Opened, policies: Policies, index: str) -> Answer:
    first, second = opened.clusterings[:2]
    asked = {**policies.of_labels(), **_weights(opened, policies)}
    table = pw.contingency(first, second, max_cells=0, **asked)
    return Answer(pair_counts=tuple(table.pair_counts))


def _compare(opened: Opened, policies: Policies, index: str) -> Answer:
    reference, *others = opened.clusterings
    candidates = {f"candidate {i}": each for i, each in enumerate(others)}
    found = pw.compare(reference, candidates, [index], decide_by=index, **policies.of_labels())
    scores = {(0, i + 1): found.scores[name][index] for i, name in enumerate(candidates)}
    sides = [found.coverage.reference, *found.coverage.candidates.values()]
    coverage = tuple({fact: getattr(side, fact) for fact in FACTS} for side in sides)
    return Answer(scores, coverage=coverage)


def _matrix(values: Any) -> dict[Pair, float]:
    return {(i, j): x for i, row in enumerate(values) for j, x in enumerate(row) if i != j}


def _pairwise(opened: Opened, policies: Policies, index: str) -> Answer:
    return Answer(_matrix(pw.pairwise(opened.clusterings, index, **policies.of_labels())))


def _landscape(opened: Opened, policies: Policies, index: str) -> Answer:
    found = pw.ensembles.landscape(opened.clusterings, index, **policies.of_labels())
    return Answer(_matrix(found.distances))


def _expected(opened: Opened, policies: Policies, index: str) -> Answer:
    first, second = opened.clusterings[:2]
    asked = policies.of_labels() if EXPECTED_TAKES_POLICIES else {}
    return Answer(mean=float(pw.chance.expected(first, second, "rand", **asked)))


EXPECTED_TAKES_POLICIES = "noise" in signature(pw.chance.expected).parameters


# --- the command line, in this process


def _run(*arguments: str) -> Any:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(list(arguments))
        except SystemExit as stop:
            code = int(stop.code or 0)
    if code:
        assert not out.getvalue()
        assert err.getvalue().splitlines()[-1].startswith("partwise")
        raise Complaint(err.getvalue())
    return json.loads(out.getvalue())


def _options(opened: Opened, policies: Policies, index: str) -> list[str]:
    found = [*opened.options, f"--index={index}", "--format=json", f"--missing={policies.missing}"]
    found.append(f"--noise-label={policies.noise_label}")
    return found if policies.noise is None else [*found, f"--noise={policies.noise}"]


def _sides(coverage: Any) -> tuple[dict[str, int], ...]:
    sides = [coverage["reference"], *coverage["candidates"].values()]
    return tuple({fact: side[fact] for fact in FACTS} for side in sides)


def _command_score(opened: Opened, policies: Policies, index: str) -> Answer:
    options = _options(opened, policies, index)
    if policies.weighting:
        options += [f"--weights={opened.weights}", f"--weighting={policies.weighting}"]
    told = _run("score", *opened.files[:2], *options)
    coverage = None if policies.weighting else _sides(told["coverage"])
    return Answer({(0, 1): told["scores"][index]}, coverage=coverage)


def _command_compare(opened: Opened, policies: Policies, index: str) -> Answer:
    options = [*_options(opened, policies, index), "--sampling=none"]
    if opened.columns:
        options.append(f"--reference={opened.columns[0]}")
        options += [f"--candidate={column}" for column in opened.columns[1:]]
    told = _run("compare", *opened.files, *options)
    scores = [each["scores"][index] for each in told["candidates"].values()]
    found = {(0, i + 1): score for i, score in enumerate(scores)}
    return Answer(found, coverage=_sides(told["coverage"]))


def _command_landscape(opened: Opened, policies: Policies, index: str) -> Answer:
    columns = [f"--column={column}" for column in opened.columns]
    told = _run("landscape", *opened.files, *columns, *_options(opened, policies, index))
    return Answer(_matrix(told["distances"]))


ENTRIES = [
    Entry("score", _score, INDICES, weighted=True),
    Entry("call of an index", _call, INDICES, weighted=True),
    Entry("scores", _scores, INDICES, weighted=True),
    Entry("contingency", _contingency, INDICES, weighted=True),
    Entry("contingency without cells", _aggregated, INDICES, weighted=True),
    Entry("compare", _compare, INDICES, many=True),
    Entry("pairwise", _pairwise, INDICES, many=True),
    Entry("landscape", _landscape, DISTANCES, many=True),
    Entry("expected", _expected, INDICES, plain=not EXPECTED_TAKES_POLICIES),
    Entry("command score", _command_score, INDICES, weighted=True, layouts=("long", "bare")),
    Entry(
        "command compare", _command_compare, INDICES, many=True,
        layouts=("wide", "stacked", "long", "bare"),
    ),
    Entry(
        "command landscape", _command_landscape, DISTANCES, many=True,
        layouts=("wide", "stacked", "long", "bare"),
    ),
]  # fmt: skip
