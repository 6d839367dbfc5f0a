"""What the page shows, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from partwise.catalogue import Index
from partwise.charts import Figure
from partwise.engines import Coverage
from partwise.report.sweep_page import SweepContents
from partwise.tables import SizeHistogram


@dataclass(frozen=True)
class Score:
    """A score of a candidate, and its interval if one was asked for."""

    value: float
    best: bool  # whether no candidate is better by this index
    low: float | None = None  # the confidence interval; None if none is valid
    high: float | None = None
    uncorrected: float | None = None  # the score of the sample, where the value is corrected
    refused: str | None = None  # why no interval is valid
    expected: float | None = None  # mean score of random clusterings with the same cluster sizes


@dataclass(frozen=True)
class Answer:
    """Which candidates may be the best, with a confidence interval."""

    headline: str  # the name of one, or those that cannot be distinguished
    text: str  # the answer in sentences, with the score, the lead and their intervals
    contenders: Sequence[str]  # those that may be the best; one if it is distinguished
    p_chance: float | None
    # agreeing, opinions: how many indices agree, of how many; those that always do count once
    agreeing: int
    opinions: int


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
    """A split or merge, what it costs, and items to look at."""

    kind: Literal["split", "merge"]
    cluster: str  # of the reference if it was split, of the candidate if it merges
    parts: Sequence[str]  # clusters of the other side, the largest part first
    sizes: str  # how many items the parts have, such as "95 + 56"
    pairs: int
    cost: float
    examples: Sequence[tuple[str, str]]  # items of the two largest parts: pairs that are wrong


@dataclass(frozen=True)
class Errors:
    """Where a candidate errs."""

    name: str
    outcomes: Mapping[str, tuple[int, int]]  # clusters of the reference and items, by outcome
    splits: int
    split_pairs: int  # that they get wrong
    merges: int
    merge_pairs: int
    matched: Matched | None  # None if matching would take long
    mistakes: Sequence[Mistake]  # the costliest first
    flows: Figure  # the chart of matched clusters


@dataclass(frozen=True)
class Contents:
    """Everything that the page shows."""

    title: str | None
    command: str | None  # the one that made the page
    indices: Sequence[Index]  # all, the best-known first
    shown: Sequence[Index]  # those with intervals
    decision: Index  # by which the answer is given
    drawn: int  # how many indices the charts of ranks and disagreement show
    ranking: Sequence[str]  # the candidates, best first
    scores: Mapping[str, Mapping[str, Score]]  # by candidate and key
    votes: Mapping[str, int]  # how many indices prefer each candidate; copies count once
    notes: Sequence[str]  # where formulas were undefined
    answer: Answer
    summary: str  # why indices disagree
    findings: Sequence[tuple[str, str]]  # the same one by one: cause and text
    differences: Sequence[OrderedDifferently]  # about which candidates they disagree
    sizes: Mapping[str, SizeHistogram]  # by clustering, the reference first
    errors: Sequence[Errors]  # of the best candidates whose cells are known
    nearly: float  # the overlap from which a cluster counts as nearly recovered
    named_items: bool  # whether items have names; if not, examples are positions in the input
    figures: Mapping[str, Figure]  # sizes; ranks and disagreement if there are any
    coverage: Coverage  # which items were compared
    samples: int  # how many random candidates were drawn for each
    seed: str
    sampling: str | None  # "items" or "clusters"; None if the compared items are all there is
    level: float | None  # of the intervals; None if there are none
    sweep: SweepContents | None = None  # one more section
