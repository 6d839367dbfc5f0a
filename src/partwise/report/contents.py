"""What the page shows, as plain data: whoever compares fills it in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from partwise.catalogue import Index
from partwise.charts import Figure
from partwise.engines import Coverage
from partwise.tables import SizeHistogram


@dataclass(frozen=True)
class Score:
    """A score of a candidate, and its interval if one was asked for.

    Parameters
    ----------
    value : float
        The score.
    best : bool
        Whether no candidate is better by this index.
    low, high : float or None
        The confidence interval; None if none is valid.
    corrected : float or None
        What the interval is around, where that is not the score.
    refused : str or None
        Why no interval is valid.
    """

    value: float
    best: bool
    low: float | None = None
    high: float | None = None
    corrected: float | None = None
    refused: str | None = None


@dataclass(frozen=True)
class Answer:
    """Which candidate is best, with its confidence interval.

    Parameters
    ----------
    best : sequence of str
        The best candidates.
    text : str
        The answer in sentences.
    score : Score or None
        Score of the best; None if it is undefined for all.
    runner_up : str or None
        The next one.
    lead, p_lead : float or None
        How far it is behind, and the p-value of that.
    p_chance, least_p : float or None
        The p-value against chance, and the least that so many random candidates can give.
    agreeing : int
        How many indices agree.
    """

    best: Sequence[str]
    text: str
    score: Score | None
    runner_up: str | None
    lead: float | None
    p_lead: float | None
    p_chance: float | None
    least_p: float | None
    agreeing: int


@dataclass(frozen=True)
class OrderedDifferently:
    """Pairs of candidates that two indices order differently, and the cause for the first pair."""

    first: str
    second: str
    pairs: Sequence[tuple[str, str]]
    percentage: float
    cause: str


@dataclass(frozen=True)
class Matched:
    """How clusters are matched one to one, and the share of items that matched ones share."""

    pairs: int
    accuracy: float
    unmatched_reference: int
    unmatched_candidate: int


@dataclass(frozen=True)
class Mistake:
    """A split or merge, what it costs, and its parts in words."""

    kind: str
    cluster: str
    size: int
    pairs: int
    cost: float
    parts: str


@dataclass(frozen=True)
class Errors:
    """Where a candidate errs.

    Parameters
    ----------
    name : str
        The candidate.
    outcomes : mapping outcome → (clusters, items)
        What became of the clusters of the reference.
    splits, split_pairs, merges, merge_pairs : int
        How many there are, and how many pairs they get wrong.
    matched : Matched or None
        None if matching would take long.
    mistakes : sequence of Mistake
        The costliest, first.
    flows, costs : Figure
        The chart of matched clusters, and that of costs if there are any.
    """

    name: str
    outcomes: Mapping[str, tuple[int, int]]
    splits: int
    split_pairs: int
    merges: int
    merge_pairs: int
    matched: Matched | None
    mistakes: Sequence[Mistake]
    flows: Figure
    costs: Figure | None


@dataclass(frozen=True)
class Contents:
    """Everything that the page shows.

    Parameters
    ----------
    title, command : str or None
        Title of the page, and the command that made it.
    indices, shown : sequence of Index
        All indices, the best-known first, and those that are shown with intervals.
    decision : Index
        The one by which the answer is given.
    drawn : int
        How many of the indices the charts of ranks and disagreement show.
    ranking : sequence of str
        The candidates, best first.
    scores : mapping candidate → key → Score
        All scores.
    notes : sequence of str
        Where formulas were undefined.
    answer : Answer
        The answer.
    summary, findings : str and sequence of (cause, text)
        Why indices disagree.
    differences : sequence of OrderedDifferently
        About which candidates they do.
    sizes : mapping clustering → SizeHistogram
        Cluster sizes, of the reference first.
    errors : sequence of Errors
        Of the best candidates whose cells are known.
    figures : mapping name → Figure
        The charts "scores", "chance", "sizes", and "ranks" and "disagreement" if there are any.
    coverage : Coverage
        Which items were compared.
    samples : int
        How many random candidates were drawn for each.
    seed : str
        Seed of everything random.
    sampling : {"items", "clusters", None}
        How the compared items were sampled; None if they are all there is.
    level : float or None
        Level of the intervals; None if there are none.
    """

    title: str | None
    command: str | None
    indices: Sequence[Index]
    shown: Sequence[Index]
    decision: Index
    drawn: int
    ranking: Sequence[str]
    scores: Mapping[str, Mapping[str, Score]]
    notes: Sequence[str]
    answer: Answer
    summary: str
    findings: Sequence[tuple[str, str]]
    differences: Sequence[OrderedDifferently]
    sizes: Mapping[str, SizeHistogram]
    errors: Sequence[Errors]
    figures: Mapping[str, Figure]
    coverage: Coverage
    samples: int
    seed: str
    sampling: str | None
    level: float | None
