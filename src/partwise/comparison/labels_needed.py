"""How many labels distinguish the two best candidates, or give a narrow confidence interval."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from partwise.base import InputError, Option
from partwise.comparison.label_plan import LabelPlan, PlanPoint, about
from partwise.comparison.uncertainty.api import Sampling, difference_of, estimates_of
from partwise.comparison.uncertainty.planning import (
    Spread,
    jackknife_error,
    too_few_to_plan,
    variance_of_paired_pairs,
    variance_of_pairs,
)
from partwise.engines import three_way_of
from partwise.scoring import Which

if TYPE_CHECKING:
    from partwise.comparison.comparison import Comparison

_SIZES = 10  # of the curve, besides the size at hand and the one that is needed


class PlanOptions(TypedDict, total=False):
    """What :meth:`Comparison.plan` takes by name."""

    level: float
    index: Which | None
    sampling: Sampling
    clusters: int | None


def plan_of(
    comparison: Comparison,
    power: float,
    width: float | None,
    *,
    level: float = 0.95,
    index: Which | None = None,
    sampling: Sampling = "items",
    clusters: int | None = None,
) -> LabelPlan:
    """Plan how many labels distinguish the two best, or give a confidence interval this wide."""
    _check(comparison, power, width)
    chosen = comparison.decision
    if index is not None:
        chosen = comparison.indices[comparison._place(index)]
    ranks = comparison.ranks[chosen.key]
    defined = [name for name in comparison.names if ranks[name] is not None]
    number = 2 if width is None else 1
    names = tuple(sorted(defined, key=lambda name: ranks[name] or 0)[:number])
    plan = LabelPlan(
        chosen,
        names,
        sampling,
        level,
        power if width is None else None,
        width,
        clusters,
        comparison.reference.n if sampling == "items" else comparison.reference.k,
        len(comparison.names),
    )
    if len(names) < number:
        reason = f"{chosen.short} is undefined for all candidates{' except one' if names else ''}"
        return replace(plan, reason=reason)
    return _for_power(comparison, plan) if width is None else _for_width(comparison, plan)


def _check(comparison: Comparison, power: float, width: float | None) -> None:
    if not isinstance(power, float | int) or not 0 < power < 1:
        raise InputError((Option("power"), f" must be between 0 and 1, such as 0.8, not {power!r}"))
    if width is not None and (not isinstance(width, float | int) or not 0 < width < math.inf):
        raise InputError((Option("width"), f" must be above 0, such as 0.05, not {width!r}"))
    if width is None and len(comparison.names) < 2:
        raise InputError(
            "there is only one candidate, so there is nothing to distinguish it from",
            remedy=("pass ", Option("width", 0.05), " to plan its confidence interval"),
        )


def _for_power(comparison: Comparison, plan: LabelPlan) -> LabelPlan:
    index, (first, second) = plan.index, plan.candidates
    counts = three_way_of(
        (comparison.reference, comparison[first], comparison[second]),
        (comparison.tables[first], comparison.tables[second]),
    )
    now = difference_of(
        counts, [index], plan.level, sampling=plan.sampling, clusters=plan.clusters
    )[index.key]
    plan = replace(plan, now=now)
    if counts.same:
        return replace(plan, reason=f"{first} and {second} are the same clustering")
    if now.low is None or now.high is None or not now.standard_error:
        return replace(plan, reason=now.note or "the difference has no standard error")
    by_clusters = plan.sampling == "clusters"
    if not by_clusters and (too_few := too_few_to_plan(index, counts.tables)):
        return replace(plan, reason=too_few)
    reach = (now.high - now.low) / (2 * now.standard_error)
    spread = Spread.of(
        plan.labelled,
        now.standard_error,
        plan.level,
        reach=reach,
        pairs=0.0 if by_clusters else variance_of_paired_pairs(index, counts),
        whole=plan.clusters,
    )
    ranks = comparison.ranks[index.key]
    observed = 0.0 if ranks[first] == ranks[second] else now.value
    ends = sorted((abs(now.low), abs(now.high)))
    effects = (
        abs(observed if now.corrected is None else now.corrected),
        0.0 if now.low <= 0 <= now.high else ends[0],
        ends[1],
    )
    size, largest, smallest = (
        spread.size_for_power(plan.power or 0, effect) if effect else None for effect in effects
    )
    curve = [
        PlanPoint(
            at,
            spread.standard_error(at),
            spread.width(at),
            *(spread.power(at, effect) for effect in effects),
        )
        for at in _sizes(plan, size or smallest)
    ]
    return replace(plan, size=size, smallest=smallest, largest=largest, curve=tuple(curve))


def _for_width(comparison: Comparison, plan: LabelPlan) -> LabelPlan:
    index, table = plan.index, comparison.tables[plan.candidates[0]]
    now = estimates_of(table, [index], plan.level, sampling=plan.sampling, clusters=plan.clusters)[
        index.key
    ]
    plan = replace(plan, now=now)
    if now.low is None or now.high is None or not now.standard_error:
        return replace(plan, reason=now.note or "the score has no standard error")
    by_clusters = plan.sampling == "clusters"
    if not by_clusters and (too_few := too_few_to_plan(index, [table])):
        return replace(plan, reason=too_few)
    centre = now.value if now.corrected is None else now.corrected
    reaches = now.high - centre, centre - now.low
    is_cut_off = now.low <= index.range[0] or now.high >= index.range[1]
    reach = (max(reaches) if is_cut_off else sum(reaches) / 2) / now.standard_error
    spread = Spread.of(
        plan.labelled,
        now.standard_error,
        plan.level,
        reach=reach,
        jackknife=None if by_clusters else jackknife_error(index, table),
        pairs=0.0 if by_clusters else variance_of_pairs(index, table),
        whole=plan.clusters,
    )
    size = spread.size_for_width(plan.width or 0)
    curve = [
        PlanPoint(at, spread.standard_error(at), spread.width(at)) for at in _sizes(plan, size)
    ]
    return replace(plan, size=size, curve=tuple(curve))


def _sizes(plan: LabelPlan, size: int | None) -> list[int]:
    """Return sizes from half of that at hand to twice the one that is needed."""
    most = max(plan.labelled, size or 0)
    evenly = np.geomspace(plan.labelled / 2, 2 * most, _SIZES)
    sizes = {plan.labelled, most, *(about(round(x)) for x in evenly.tolist())}
    return sorted(x for x in sizes if plan.clusters is None or x <= plan.clusters)
