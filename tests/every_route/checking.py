"""One example: labels on a route, through an entry, against the definition."""

from __future__ import annotations

import math
import tempfile
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from every_route import policies as definition
from every_route.entries import ENTRIES, Answer, Entry
from every_route.labels import cases, column_names, policies_for
from every_route.policies import Case, Policies, Refused, Settled, settle
from every_route.routes import MEMORY, Opened, Route
from every_route.stored import STORED
from partwise import PartwiseError
from partwise.engines import REFERENCE
from support.libraries import without

ROUTES = [*MEMORY, *STORED]


@dataclass(frozen=True)
class Example:
    """All that is drawn."""

    route: Route
    entry: Entry
    index: str
    case: Case
    policies: Policies
    names: tuple[str, ...]

    def __repr__(self) -> str:
        sides = "; ".join(map(str, self.case.sides))
        weights = f", weights {self.case.weights}" if self.policies.weighting else ""
        return (
            f"{self.entry.key} of {self.index} by way of {self.route.key}: {sides}{weights}; "
            f"{self.policies}, columns {self.names}, kinds {self.case.kinds}"
        )


@st.composite
def examples(draw: st.DrawFn, session: str | None = None) -> Example:
    """Draw labels and policies, and then a route and an entry that take them."""
    case = draw(cases())
    policies = draw(policies_for(case))
    routes = [each for each in ROUTES if _session(each) == session]
    open_routes = [each for each in routes if each.carries(case, policies)]
    assume(open_routes)
    # A container first, so that those with many layouts are not drawn more often.
    containers = sorted({each.key.partition(",")[0] for each in open_routes})
    container = draw(st.sampled_from(containers))
    route = draw(st.sampled_from([r for r in open_routes if r.key.partition(",")[0] == container]))
    entry = draw(st.sampled_from([each for each in ENTRIES if each.takes(route, policies)]))
    index = draw(st.sampled_from([x for x in entry.indices if entry.may_use(x, policies)]))
    if not entry.many:
        case = Case(case.sides[:2], case.kinds[:2], case.weights)
    names = draw(column_names(len(case.sides) + 2))
    return Example(route, entry, index, case, policies, names)


def _session(route: Route) -> str | None:
    container = route.key.partition(",")[0]
    return container if "spark" in container else None


def check(example: Example) -> None:
    """Demand the number of the definition, or a clear error where there is none."""
    with tempfile.TemporaryDirectory() as folder, without(*example.route.lacks):
        _check(example, Path(folder, "labels"))


def _check(example: Example, folder: Path) -> None:
    settled = _settled(example)
    try:
        opened = example.route.open(example.case, example.policies, example.names, folder)
        answer = example.entry.call(opened, example.policies, example.index)
    except PartwiseError as error:
        _check_message(error)
        if settled is None or example.route.may_refuse(example.names):
            return
        if REFERENCE in example.names and "cannot be called" in str(error):
            return
        if example.entry.key.endswith("landscape") and _is_undefined(example, settled):
            return
        raise AssertionError(f"{example}\nrefused: {error}") from error
    assert settled is not None, f"{example}\nby definition there is no number, but: {answer}"
    _compare(example, settled, opened, answer)


def _check_message(error: PartwiseError) -> None:
    message = str(error)
    assert message, "an error without words"
    for foreign in ("Traceback", "duckdb.", "narwhals.", "polars.exceptions", "AnalysisException"):
        assert foreign not in message, message


def _settled(example: Example) -> Settled | None:
    seen = example.route.seen(example.case)
    try:
        return settle(seen.sides, seen.weights, example.policies)
    except Refused:
        return None


def _is_undefined(example: Example, settled: Settled) -> bool:
    numbers = range(len(settled.labels))
    pairs = [(i, j) for i in numbers for j in numbers]
    return any(definition.score(example.index, settled, i, j) is None for i, j in pairs)


def _compare(example: Example, settled: Settled, opened: Opened, answer: Answer) -> None:
    if answer.cells is not None:
        cells = definition.cells(settled, 0, 1, opened.name)
        if opened.name("") is None:  # pairs have no names of clusters
            _equal(example, _sizes(cells), _sizes(answer.cells))
        else:
            _equal(example, cells, answer.cells)
    if answer.pair_counts is not None:
        _equal(example, definition.pair_counts(settled, 0, 1), answer.pair_counts)
    if answer.coverage is not None:
        _equal(example, settled.sides, answer.coverage)
    if answer.mean is not None:
        _near(example, definition.expected_rand(settled), answer.mean)
    for (i, j), found in answer.scores.items():
        _near(example, definition.score(example.index, settled, i, j), found)


def _equal(example: Example, expected: Any, found: Any) -> None:
    assert found == expected, f"{example}\nexpected {expected}\nfound {found}"


def _sizes(cells: Any) -> list[Any]:
    return sorted(count for cell, times in cells.items() for count in [cell[2]] * times)


def _near(example: Example, expected: float | None, found: float | Fraction | None) -> None:
    if expected is None:
        return  # a convention, or NaN: tests/every_index
    near = found is not None and math.isclose(expected, found, rel_tol=1e-12, abs_tol=1e-12)
    assert near, f"{example}\nexpected {expected}\nfound {found}"
