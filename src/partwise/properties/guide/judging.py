"""Rank indices by how often they agree with judgements, with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, TypeAlias

import numpy as np

from partwise.base import InputError
from partwise.catalogue import Index
from partwise.clusterings import Clustering, Policies
from partwise.engines import Inputs, read_clusterings
from partwise.properties.guide.agreement import (
    LEVEL,
    Agreement,
    AgreementRanking,
    PropertySupport,
    View,
)
from partwise.properties.guide.facts import KINDS, facts_about
from partwise.properties.guide.judgement_files import SIDES, read_judgements
from partwise.properties.guide.requirements import Requirement
from partwise.properties.known_orders import order_classes
from partwise.scoring import better
from partwise.tables import AggregatedTable, three_way

Judgements: TypeAlias = Iterable[Sequence[object] | Mapping[str, object]] | str | PathLike[str]
"""Triples (reference, better, worse) or mappings with these keys; or a JSON or CSV file of them."""

_BETTER, _WORSE = "the better candidate", "the worse candidate"
_SHAPE = "give each judgement as (reference, better, worse)"


@dataclass(frozen=True)
class Judged:
    """One judgement, counted: the table of each candidate with the reference."""

    better: AggregatedTable
    worse: AggregatedTable
    # whether the better candidate keeps all agreements of the worse one (True), or the reverse
    # (False); None if each has agreements of its own, or where items are out of reach
    improves: bool | None


def rank_by_agreement(
    judgements: Judgements,
    ordered: Sequence[Index],
    policies: Policies,
    requirements: tuple[Requirement, ...] = (),
    excluded: tuple[Index, ...] = (),
) -> AgreementRanking:
    """Rank indices, given in order of preference, by how often they agree with judgements.

    Examples
    --------
    >>> import partwise as pw
    >>> judgements = [([0, 0, 1], [0, 1, 2], [0, 0, 0])]
    >>> found = rank_by_agreement(judgements, [pw.index("J"), pw.index("R")], Policies())
    >>> [(each.index.key, each.count("agrees")) for each in found.ranking]
    [('rand', 1), ('jaccard', 0)]
    """
    judged = [_judged(*judgement, policies) for judgement in _triples(judgements)]
    agreements = [_agreement(index, judged) for index in ordered]
    ranking = tuple(sorted(agreements, key=lambda each: -each.count("agrees")))
    improvements = {
        place: each.improves for place, each in enumerate(judged, 1) if each.improves is not None
    }
    properties = tuple(_support(kind, ranking) for kind in KINDS)
    return AgreementRanking(ranking, properties, improvements, requirements, excluded)


def _triples(judgements: Judgements) -> list[tuple[str, Sequence[object]]]:
    """Return each judgement as three clusterings, with what it is called in errors."""
    if isinstance(judgements, str | PathLike):
        judgements = read_judgements(judgements)
    if not isinstance(judgements, Iterable):
        raise InputError(f"judgements= must be a list, not {judgements!r}", remedy=_SHAPE)
    listed = list(judgements)
    if not listed:
        raise InputError(
            "judgements= is empty", remedy="give at least one (reference, better, worse)"
        )
    return [(f"judgement {place}", _sides(each, place)) for place, each in enumerate(listed, 1)]


def _sides(judgement: Any, place: int) -> Sequence[object]:
    if isinstance(judgement, Mapping):
        absent = [side for side in SIDES if side not in judgement]
        if absent:
            raise InputError(
                f"{absent[0]!r} is missing",
                subject=f"judgement {place}",
                remedy="give clusterings by the keys 'reference', 'better' and 'worse'",
            )
        return [judgement[side] for side in SIDES]
    if isinstance(judgement, str) or not isinstance(judgement, Sequence) or len(judgement) != 3:
        many = isinstance(judgement, Sequence) and not isinstance(judgement, str)
        said = f"there are {len(judgement)} clusterings" if many else f"{judgement!r} is no triple"
        raise InputError(said, subject=f"judgement {place}", remedy=_SHAPE)
    return judgement


def _judged(name: str, sides: Sequence[object], policies: Policies) -> Judged:
    reference, *candidates = sides
    by_name = dict(zip((_BETTER, _WORSE), candidates, strict=True))
    try:
        with read_clusterings(reference, by_name, policies) as inputs:
            counts = inputs.pair_counts(_BETTER, _WORSE)
            if counts.n10 == counts.n01 == 0:
                raise InputError(
                    "better and worse are the same clustering",
                    remedy="leave this judgement out: no index can prefer one of them",
                )
            better, worse = (inputs.table(side) for side in by_name)
            return Judged(better, worse, _improves(inputs, better, worse))
    except InputError as error:
        raise error.within(name) from None


def _improves(inputs: Inputs, better: AggregatedTable, worse: AggregatedTable) -> bool | None:
    """Tell which candidate keeps every agreement of the other with the reference, if one does."""
    sides = [inputs.reference, *inputs.candidates.values()]
    clusterings = [side for side in sides if isinstance(side, Clustering)]
    if len(clusterings) < len(sides):
        return None
    counts = three_way(*(side.codes for side in clusterings)).counts.tolist()
    all_three = sum(count * (count - 1) // 2 for count in counts)
    both = inputs.pair_counts(_BETTER, _WORSE).n11
    if _loses_nothing(worse, better, both, all_three):
        return True
    return False if _loses_nothing(better, worse, both, all_three) else None


def _loses_nothing(
    before: AggregatedTable, after: AggregatedTable, both: int, all_three: int
) -> bool:
    """Whether each pair on which ``before`` agrees with the reference agrees in ``after`` too.

    ``both`` are the pairs together in the two candidates, ``all_three`` those together everywhere.
    """
    parted = before.pair_counts.n11 - all_three
    joined = after.pair_counts.n01 - (both - all_three)
    return bool(parted == 0 and joined == 0)


def _agreement(index: Index, judged: Sequence[Judged]) -> Agreement:
    values = [
        np.array([float(index.evaluate(table).value) for table in tables])
        for tables in ([each.better for each in judged], [each.worse for each in judged])
    ]
    undefined = np.isnan(values[0]) | np.isnan(values[1])
    signs = better(index, *values).tolist()
    words: dict[int, View] = {1: "agrees", 0: "ties", -1: "disagrees"}
    views = tuple(
        "undefined" if unknown else words[sign]
        for sign, unknown in zip(signs, undefined.tolist(), strict=True)
    )
    return Agreement(index, views, *exact_interval(views.count("agrees"), len(views)))


def exact_interval(successes: int, trials: int, level: float = LEVEL) -> tuple[float, float]:
    """Return the confidence interval of a proportion by Clopper and Pearson (1934).

    It contains the true proportion with at least this probability, whatever that proportion is.

    Examples
    --------
    >>> [round(end, 4) for end in exact_interval(9, 10)]
    [0.555, 0.9975]
    """
    from scipy.special import betaincinv

    tail, failures = (1 - level) / 2, trials - successes
    low = float(betaincinv(successes, failures + 1, tail)) if successes else 0.0
    high = float(betaincinv(successes + 1, failures, 1 - tail)) if failures else 1.0
    return low, high


def _support(kind: str, ranking: Sequence[Agreement]) -> PropertySupport:
    facts = {each.index: facts_about(each.index)[kind] for each in ranking}
    shares = {each.index: each.share for each in ranking if facts[each.index].applicable}
    having = [index for index in shares if facts[index].holds]
    lacking = [index for index in shares if not facts[index].holds]
    return PropertySupport(kind, _mean(having, shares), _mean(lacking, shares))


def _mean(indices: list[Index], shares: Mapping[Index, float]) -> float | None:
    """Return the mean agreement; indices that order all candidates alike count once."""
    distinct = [members[0] for members in order_classes(indices)]
    return sum(shares[index] for index in distinct) / len(distinct) if distinct else None
