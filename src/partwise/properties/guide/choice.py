"""Find the indices that meet your requirements, in order of preference, with reasons."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack, overload

from partwise.base import Either, InputError
from partwise.catalogue import Index, as_indices
from partwise.clusterings import MissingPolicy, NoisePolicy, Policies
from partwise.properties.guide.facts import facts_about
from partwise.properties.guide.recommendation import (
    Admitted,
    Compromise,
    Recommendation,
    properties_held,
)
from partwise.properties.guide.requirements import Answer, Requirement, checked, judge

if TYPE_CHECKING:
    from partwise.properties.guide.agreement import AgreementRanking
    from partwise.properties.guide.judging import Judgements

SHORTLIST = ("correlation", "sokal_sneath_1", "correlation_distance", "ami_arithmetic")
FOR_KNOWN_SIZES = ("bcubed", "vi", "nmi_arithmetic")
_BASELINE = frozenset({"constant_baseline", "asymptotic_constant_baseline"})

_IMPOSSIBLE = (
    "No index can be monotone, be a distance and have a constant baseline at once "
    "(docs/theorems.md)."
)
_SIZES_KNOWN = (
    "You can do without a constant baseline only if all cluster sizes, not just their number, are "
    "known in advance. The paper knows no application where they are."
)
_BIASED = (
    "Without a constant baseline, an index may prefer a candidate only for its cluster sizes. The "
    "paper calls the property essential unless all cluster sizes are known (sizes_known=True)."
)
_NOT_MONOTONE = (
    "{} is not monotone: it may rank a candidate no better than one that is strictly worse. The "
    "paper calls that fatal, but overlooks that AMI is not monotone."
)
_LINEAR = (
    "Linear complexity rules out AMI and SMI, because the usual algorithm takes more than linear "
    "time in the worst case. partwise computes AMI of 100 000 items in 10 000 clusters in "
    "milliseconds, so require it only if other software computes the scores."
)


class _Asked(TypedDict, total=False):
    distance: bool | None
    monotonicity: bool | None
    strong_monotonicity: bool | None
    constant_baseline: bool | Literal["exact", "asymptotic"] | None
    linear_complexity: bool | None
    symmetry: bool | None
    maximal_agreement: bool | None
    minimal_agreement: bool | None
    sizes_known: bool | None
    matters: Literal["large", "small"] | None
    indices: Iterable[str | Index] | None
    noise: NoisePolicy | None
    noise_label: Hashable
    missing: MissingPolicy


@overload
def recommend(*, judgements: None = None, **asked: Unpack[_Asked]) -> Recommendation: ...
@overload
def recommend(*, judgements: Judgements, **asked: Unpack[_Asked]) -> AgreementRanking: ...
def recommend(
    *,
    judgements: Judgements | None = None,
    distance: bool | None = None,
    monotonicity: bool | None = None,
    strong_monotonicity: bool | None = None,
    constant_baseline: bool | Literal["exact", "asymptotic"] | None = None,
    linear_complexity: bool | None = None,
    symmetry: bool | None = None,
    maximal_agreement: bool | None = None,
    minimal_agreement: bool | None = None,
    sizes_known: bool | None = None,
    matters: Literal["large", "small"] | None = None,
    indices: Iterable[str | Index] | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
) -> Recommendation | AgreementRanking:
    """Find the indices that meet your requirements or agree with your judgements.

    Parameters
    ----------
    judgements : iterable of (reference, better, worse), or a JSON or CSV file, optional
        Examples that people judged: a reference and two candidates, the better one first. The
        indices that meet the requirements are then ranked by how often they prefer the better
        candidate, with a 95% confidence interval. A tie or an undefined value counts as
        disagreement. A clustering is anything that :class:`~partwise.Clustering` accepts, including
        names of label files and columns of data frames.
    distance : bool, optional
        Require a metric, up to a linear function: the triangle inequality holds.
    monotonicity : bool, optional
        Require that the index rises whenever a candidate improves without losing an agreement. The
        paper calls this property the most crucial one.
    strong_monotonicity : bool, optional
        Require that the index rises with every agreement and falls with every disagreement, so you
        can compare scores across different numbers of items. Only for pair-counting indices.
    constant_baseline : bool or {"exact", "asymptotic"}, optional
        Require that random candidates score the same on average, whatever their cluster sizes; True
        means "exact". An index with an exact baseline also meets "asymptotic".
    linear_complexity : bool, optional
        Require that the usual algorithm takes linear time even in the worst case. This rules out
        AMI and SMI, which partwise computes in milliseconds for 100 000 items, so you rarely need
        it.
    symmetry : bool, optional
        Require that the order of the two clusterings does not matter.
    maximal_agreement, minimal_agreement : bool, optional
        Require that only equal clusterings get the best value, or that only clusterings that agree
        on no pair of items get the worst value.
    sizes_known : bool, optional
        Whether *all* cluster sizes are known in advance. False: a constant baseline is essential,
        so at least an asymptotic one is required. True: bias towards certain sizes does no harm, so
        baselines do not affect the order.
    matters : {"large", "small"}, optional
        The clusters in which errors matter more. Pair-counting indices give more weight to large
        clusters, information-theoretic ones to small clusters. This is an informal criterion.
    indices : iterable of names or Index, optional
        Which indices to consider; by default, the paper's and your own. Properties of your own
        indices are decided when they are first needed, which takes up to 20 seconds per index.
    noise, noise_label, missing
        What to do with noise points and missing labels in judgements, as in
        :class:`~partwise.Clustering`.

    Returns
    -------
    Recommendation, or AgreementRanking if there are judgements
        The admissible indices in order: monotone ones first, then those with a constant baseline
        (exact or asymptotic), then those with more of the nine properties, then the paper's
        favourites, then the catalogue's order.

    Examples
    --------
    >>> found = recommend(sizes_known=False, monotonicity=True, linear_complexity=True)
    >>> [index.key for index, reasons in found.admissible][:3]
    ['correlation', 'sokal_sneath_1', 'correlation_distance']
    >>> empty = recommend(distance=True, constant_baseline="exact")
    >>> empty.best is None
    True
    >>> empty.compromises[0].instead, empty.compromises[0].indices[0]
    ('with an asymptotic constant baseline', <Index correlation_distance: Correlation Distance>)

    Two judgements of a team, each a reference, the better candidate and the worse one:

    >>> gold = [0, 0, 0, 0, 1]
    >>> ranked = recommend(
    ...     judgements=[
    ...         (gold, [0, 0, 0, 1, 1], [0, 0, 1, 2, 3]),
    ...         (gold, [0, 1, 1, 2, 0], [0, 0, 1, 1, 0]),
    ...     ],
    ...     indices=["ARI", "AMI", "VI"],
    ... )
    >>> print(ranked)
    Use Adjusted Rand (adjusted_rand): it agrees with 2 of 2 judgements
    index           agrees with  share  95% CI          does not agree with
    adjusted_rand   2 of 2       1.000  0.158 to 1.000
    vi              1 of 2       0.500  0.013 to 0.987  2
    ami_arithmetic  0 of 2       0.000  0.000 to 0.842  1, 2
    Agree with every judgement: adjusted_rand.
    Properties that it has and some others lack: linear complexity, monotonicity,
    constant baseline.
    Properties that it lacks and some others have: distance.
    95% CI: exact (Clopper–Pearson), if the judgements are independent. A tie or an
    undefined value counts as disagreement.
    """
    asked = {
        "monotonicity": monotonicity,
        "constant_baseline": constant_baseline,
        "distance": distance,
        "linear_complexity": linear_complexity,
        "symmetry": symmetry,
        "maximal_agreement": maximal_agreement,
        "minimal_agreement": minimal_agreement,
        "strong_monotonicity": strong_monotonicity,
        "matters": matters,
    }
    requirements = checked(asked, sizes_known=sizes_known)
    policies = Policies(noise, noise_label, missing)
    considered = _considered(indices)
    order = _Order(considered, sizes_known=sizes_known is True)
    answers = {
        index: tuple(judge(index, requirement) for requirement in requirements)
        for index in order.sorted(considered)
    }
    met = {i: judged for i, judged in answers.items() if all(answer.met for answer in judged)}
    admissible = tuple(Admitted(index, order.reasons(index, met)) for index in met)
    if judgements is not None:
        return _judged(judgements, tuple(answers), tuple(met), requirements, policies)
    rejected = _those(answers, met=False)
    unknown = _those({i: judged for i, judged in answers.items() if i not in rejected}, met=None)
    compromises = () if admissible else _compromises(tuple(answers), requirements)
    notes = _notes(requirements, admissible, sizes_known)
    return Recommendation(requirements, admissible, met, rejected, unknown, compromises, notes)


def _judged(
    judgements: Judgements,
    ordered: tuple[Index, ...],
    met: tuple[Index, ...],
    requirements: tuple[Requirement, ...],
    policies: Policies,
) -> AgreementRanking:
    """Rank the indices that meet the requirements by their agreement with judgements."""
    from partwise.properties.guide.judging import rank_by_agreement

    if not met:
        wanted = " and ".join(requirement.words for requirement in requirements)
        raise InputError(
            f"no index meets all requirements ({wanted}), so there is no index to rank",
            remedy=(
                "drop a requirement; ",
                Either("recommend() without judgements=", "`partwise guide` without --judgements"),
                " lists compromises",
            ),
        )
    excluded = tuple(index for index in ordered if index not in met)
    return rank_by_agreement(judgements, met, policies, requirements, excluded)


def _considered(indices: Iterable[str | Index] | None) -> tuple[Index, ...]:
    chosen = tuple(as_indices(("paper", "own") if indices is None else indices))
    if not chosen:
        raise InputError("indices= is empty; name at least one index, or leave it out")
    return chosen


def _those(
    answers: dict[Index, tuple[Answer, ...]], *, met: bool | None
) -> dict[Index, tuple[Answer, ...]]:
    chosen = {
        index: tuple(answer for answer in judged if answer.met is met)
        for index, judged in answers.items()
    }
    return {index: judged for index, judged in chosen.items() if judged}


class _Order:
    """The order of preference among indices, and its reasons."""

    def __init__(self, considered: tuple[Index, ...], *, sizes_known: bool) -> None:
        ignored = _BASELINE if sizes_known else frozenset()
        self.sizes_known = sizes_known
        self.held = {index: properties_held(index) - ignored for index in considered}

    def sorted(self, indices: Iterable[Index]) -> list[Index]:
        return sorted(indices, key=self._rank)

    def _rank(self, index: Index) -> tuple[bool, bool, int, int]:
        held = self.held[index]
        place = SHORTLIST.index(index.key) if index.key in SHORTLIST else len(SHORTLIST)
        return ("monotonicity" not in held, not held & _BASELINE, -len(held), place)

    def reasons(self, index: Index, met: dict[Index, tuple[Answer, ...]]) -> tuple[str, ...]:
        held = self.held[index]
        facts = facts_about(index)
        names = [
            kind.replace("_", " ") + (" [held]" if facts[kind].source == "held" else "")
            for kind in sorted(held)
        ]
        count = f"{len(held)} of {7 if self.sizes_known else 9} properties"
        reasons = [*map(str, met[index]), f"has {count}: {', '.join(names) or 'none'}"]
        if index.key in SHORTLIST:
            reasons.append("one of the four that the paper recommends")
        if self.sizes_known and index.key in FOR_KNOWN_SIZES:
            reasons.append("named by the paper for the case that all cluster sizes are known")
        better = [other.key for other in met if self.held[other] > held]
        if better:
            more = f" and {len(better) - 3} more" if len(better) > 3 else ""
            some = ", ".join(better[:3]) + more
            have = "has" if len(better) == 1 else "have"
            reasons.append(f"dominated by {some}, which {have} all its properties and more")
        return tuple(reasons)


def _compromises(
    ordered: tuple[Index, ...], requirements: tuple[Requirement, ...]
) -> tuple[Compromise, ...]:
    """Weaken the baseline, or else give up as few requirements as possible."""
    exact = Requirement("constant_baseline", "exact")
    if exact in requirements:
        weaker = Requirement("constant_baseline", "asymptotic")
        softened = tuple(
            weaker if requirement == exact else requirement for requirement in requirements
        )
        left = _meeting(ordered, softened)
        if left:
            return (
                Compromise("with an asymptotic constant baseline", left),
                *_given_up(ordered, requirements, 1),
            )
    for count in range(1, len(requirements) + 1):
        compromises = tuple(_given_up(ordered, requirements, count))
        if compromises:
            return compromises
    return ()


def _given_up(
    ordered: tuple[Index, ...], requirements: tuple[Requirement, ...], count: int
) -> Iterable[Compromise]:
    for dropped in combinations(requirements, count):
        left = _meeting(
            ordered, [requirement for requirement in requirements if requirement not in dropped]
        )
        if left:
            yield Compromise(
                f"without {' and '.join(requirement.words for requirement in dropped)}", left
            )


def _meeting(ordered: tuple[Index, ...], requirements: Iterable[Requirement]) -> tuple[Index, ...]:
    requirements = tuple(requirements)
    return tuple(
        index
        for index in ordered
        if all(judge(index, requirement).met for requirement in requirements)
    )


def _notes(
    requirements: tuple[Requirement, ...],
    admissible: tuple[Admitted, ...],
    sizes_known: bool | None,
) -> tuple[str, ...]:
    names = {requirement.name for requirement in requirements}
    notes = []
    if {"distance", "monotonicity"} <= names and Requirement(
        "constant_baseline", "exact"
    ) in requirements:
        notes.append(_IMPOSSIBLE)
    if admissible and facts_about(admissible[0].index)["monotonicity"].holds is False:
        notes.append(_NOT_MONOTONE.format(admissible[0].index.key))
    if "linear_complexity" in names:
        notes.append(_LINEAR)
    if sizes_known:
        notes.append(_SIZES_KNOWN)
    elif "constant_baseline" not in names:
        notes.append(_BIASED)
    return tuple(notes)
