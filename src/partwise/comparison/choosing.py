"""Which candidates may be the best by the deciding index, with confidence intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Option
from partwise.catalogue import Index
from partwise.clusterings import Clustering
from partwise.comparison.answer import Answer, Method
from partwise.comparison.uncertainty.api import Sampling, check_sample
from partwise.comparison.uncertainty.best_of_many import (
    Intervals,
    Joint,
    contenders,
    joint_of_clusters,
    joint_of_columns,
    joint_of_pairs,
    simultaneous,
)
from partwise.comparison.uncertainty.estimates import Difference, Estimate, check_level
from partwise.engines import RemoteClustering, in_memory, three_way_of
from partwise.tables import Contingency, ThreeWayCounts, with_cells

if TYPE_CHECKING:
    from partwise.comparison.comparison import Comparison


class Sample(TypedDict):
    """What the items are a sample of, as in :meth:`Comparison.answer`."""

    level: float
    sampling: Sampling
    clusters: int | None


class Choice(NamedTuple):
    """The defined candidates, best first, which of them may be the best, and estimates of all."""

    order: tuple[str, ...]
    contenders: tuple[str, ...]
    is_judged: bool  # whether the difference of any two of them is
    own: Mapping[str, Estimate]
    adjusted: Mapping[str, Estimate]
    differences: Mapping[tuple[str, str], Difference]  # that came with it


def answer_of(
    comparison: Comparison,
    level: float,
    sampling: Sampling | None,
    clusters: int | None,
    method: Method,
) -> Answer:
    """Say which candidates may be the best by the deciding index, with a confidence interval."""
    if method not in ("simultaneous", "halves"):
        raise InputError(f'method= must be "simultaneous" or "halves", not {method!r}')
    check_level(level)
    if not comparison.best:
        return Answer(comparison.decision, (), (), None, None, {}, None, method)
    if sampling is None and method == "halves":
        raise InputError(
            (
                Option("method", "halves"),
                " needs a sample, so it cannot be combined with ",
                Option("sampling", None),
            ),
            remedy="leave one of them out",
        )
    if sampling is None:
        return _of_all_there_is(comparison, level)
    sample = Sample(level=level, sampling=sampling, clusters=clusters)
    if method == "halves" and len(comparison.names) > 1:
        return _chosen_on_one_half(comparison, sample)
    choice = choose(comparison, **sample)
    return _answered(comparison, choice, choice.order[0], choice.adjusted, sample)


def _of_all_there_is(comparison: Comparison, level: float) -> Answer:
    """Return the answer for scores without an error."""
    index, names = comparison.decision, _defined(comparison)
    scores = {name: float(comparison.scores[name][index.key]) for name in names}
    best, *others = names
    known = Estimate.refused(scores[best], level, "the compared items are all there is")
    gaps = {name: Difference.refused(scores[best] - scores[name], level, "") for name in others}
    runner_up = next((name for name in others if name not in comparison.best), None)
    p_chance = comparison.better_than_chance(index, names=[best])[best][index.key]
    return Answer(index, comparison.best, comparison.best, known, runner_up, gaps, p_chance)


def _answered(
    comparison: Comparison,
    choice: Choice,
    winner: str,
    estimates: Mapping[str, Estimate],
    sample: Sample,
) -> Answer:
    index = comparison.decision
    others = [name for name in choice.order if name != winner]
    gaps = {name: _difference(comparison, choice, (winner, name), sample) for name in others}
    tied = comparison.best if winner in comparison.best else (winner,)
    runner_up = next((name for name in others if name not in tied), None)
    p_chance = comparison.better_than_chance(index, names=[winner])[winner][index.key]
    estimate = estimates[winner]
    trivial = [
        name
        for name in choice.contenders
        if name in gaps and name not in tied and _is_trivial(comparison, name, gaps[name])
    ]
    return Answer(
        index,
        tied,
        choice.contenders,
        estimate,
        runner_up,
        gaps,
        p_chance,
        trivial=tuple(trivial) if estimate.low is not None else (),  # else the best one may be
    )


def _is_trivial(comparison: Comparison, name: str, gap: Difference) -> bool:
    return gap.p_value is None and comparison.tables[name].relation == "trivial"


def informative_contenders(
    comparison: Comparison, choice: Choice, sample: Sample
) -> tuple[str, ...]:
    """Leave out trivial contenders that cannot be judged, as `Answer.informative` does."""
    winner = choice.order[0]
    if choice.adjusted[winner].low is None:  # then the best one may be trivial
        return choice.contenders

    def is_informative(name: str) -> bool:
        if name in comparison.best or comparison.tables[name].relation != "trivial":
            return True
        gap = _difference(comparison, choice, (winner, name), sample)
        return not _is_trivial(comparison, name, gap)

    return tuple(filter(is_informative, choice.contenders))


def _difference(
    comparison: Comparison, choice: Choice, between: tuple[str, str], sample: Sample
) -> Difference:
    """Return the difference of two candidates by the deciding index."""
    index = comparison.decision
    known = choice.differences.get(between)
    return known or comparison.differences(*between, [index], **sample)[index.key]


def _chosen_on_one_half(comparison: Comparison, sample: Sample) -> Answer:
    """Choose on a random half of the items or clusters, and estimate on the other half."""
    one, other = _halves(comparison, sample["sampling"])
    if not one.best or not other.best:
        raise InputError(f"{comparison.decision.short} is undefined on one half of the items")
    winner = choose(one, **sample).order[0]
    choice = choose(other, **sample)
    if winner not in choice.order:
        raise InputError(f"{comparison.decision.short} of {winner} is undefined on the other half")
    answer = _answered(other, choice, winner, choice.own, sample)
    return replace(answer, best=(winner,), method="halves")


def _halves(comparison: Comparison, sampling: Sampling) -> tuple[Comparison, Comparison]:
    from partwise.comparison.comparing import compare

    if isinstance(comparison.reference, RemoteClustering):
        raise InputError(
            "items that stay in their engine cannot be divided into halves",
            remedy="leave out method=, or pass in-memory data",
        )
    reference, columns = _codes(comparison, comparison.names)
    if not len(reference):
        raise InputError("there are no items to divide into halves")
    units = reference if sampling == "clusters" else np.arange(len(reference))
    order = np.random.default_rng(comparison.seed).permutation(int(units.max()) + 1)
    first = (order < len(order) / 2)[units]
    one, other = (
        compare(
            reference[half],
            {n: codes[half] for n, codes in zip(comparison.names, columns, strict=True)},
            [comparison.decision],
            seed=comparison.seed,
            progress=False,
        )
        for half in (first, ~first)
    )
    return one, other


def choose(comparison: Comparison, **sample: Unpack[Sample]) -> Choice:
    """Estimate all candidates by the deciding index, and find those that may be the best.

    It is done once for each kind of sample.
    """
    kind = (sample["level"], sample["sampling"], sample["clusters"])
    if kind not in comparison.choices:
        comparison.choices[kind] = _choose(comparison, sample)
    return comparison.choices[kind]


def _choose(comparison: Comparison, sample: Sample) -> Choice:
    check_sample(**sample)
    names, index, level = _defined(comparison), comparison.decision, sample["level"]
    joint, intervals = _joint(comparison, names, index, sample)
    own = intervals(level)
    adjusted = simultaneous(joint, intervals, index, level, comparison.seed)
    order = [names[place] for place in np.argsort(-joint.scores, kind="stable")]
    differences = {(names[i], names[j]): of for (i, j), of in joint.differences.items()}
    if len(names) == 2:  # as the p-value that is printed beside it says
        first, second = order
        if (first, second) not in differences:
            between = comparison.differences(first, second, [index], **sample)
            differences[first, second] = between[index.key]
        difference = differences[first, second]
        is_judged = difference.p_value is not None
        apart = difference.p_value is not None and difference.p_value < 1 - level
        remaining = order[:1] if apart else order
    else:
        is_judged = bool(joint.judged.any())
        remaining = [names[place] for place in contenders(joint, level, comparison.seed)]
    return Choice(
        tuple(order),
        tuple(remaining),
        is_judged,
        dict(zip(names, own, strict=True)),
        dict(zip(names, adjusted, strict=True)),
        differences,
    )


def _defined(comparison: Comparison) -> list[str]:
    """Return the candidates for which the deciding index is defined, best first."""
    ranks = comparison.ranks[comparison.decision.key]
    return [name for name in comparison.ranking if ranks[name] is not None]


def _joint(
    comparison: Comparison, names: Sequence[str], index: Index, sample: Sample
) -> tuple[Joint, Intervals]:
    level, known = sample["level"], [comparison.influences[name] for name in names]
    tables = [influences.table for influences in known]
    if sample["sampling"] == "clusters":
        cells = [with_cells(table) for table in tables]
        return joint_of_clusters(cells, index, level, sample["clusters"])
    if isinstance(comparison.reference, RemoteClustering):

        def three_way(i: int, j: int) -> ThreeWayCounts:
            sides = comparison.reference, comparison[names[i]], comparison[names[j]]
            return three_way_of(sides, (tables[i], tables[j]))

        return joint_of_pairs(three_way, known, index, level)
    reference, columns = _codes(comparison, names)
    is_here = type(comparison.reference) is Clustering  # so tables are numbered as the codes are
    are_here = is_here and all(type(table) is Contingency for table in tables)
    return joint_of_columns(reference, columns, index, level, known if are_here else None)


def _codes(
    comparison: Comparison, names: Sequence[str]
) -> tuple[NDArray[np.int64], list[NDArray[np.int64]]]:
    """Return the clusters of each item in the reference and in candidates."""
    columns = [in_memory(comparison[name]).codes for name in names]
    return in_memory(comparison.reference).codes, columns
