"""Why indices disagree about candidates, in words drawn from facts and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from partwise.base import Table, TextResult, listed, listed_up_to
from partwise.catalogue import BeyondIndex, Index
from partwise.comparison.answer import not_distinguishable
from partwise.comparison.causes import Cause, Reason
from partwise.comparison.choosing import Sample, choose, informative_contenders
from partwise.comparison.opinions import Agreement
from partwise.comparison.ranking import LEADING, leading_first
from partwise.comparison.size_bias import has_constant_baseline
from partwise.engines import RemoteClustering
from partwise.properties import holds

if TYPE_CHECKING:
    from partwise.comparison.comparison import Comparison

_MOST_NUMBERS = 3
_MOST_NAMES = 5

_SIZES = "even to random clusterings of these sizes"
_PART = f"{_SIZES}, which explains part of the lead"
_IT, _THEM = "{index}", "these indices"
_GIVES, _GIVE = f"{_IT} gives {{better}} scores", f"{_THEM} give {{better}} scores"
_MEANING: dict[Cause, tuple[str, str]] = {  # of one index, and of several
    "size bias": (f"{_GIVES} {_SIZES}", f"{_GIVE} {_SIZES}"),
    "size bias in part": (f"{_GIVES} {_PART}", f"{_GIVE} {_PART}"),
    "size bias and trade-off": (f"{_GIVES} {_PART}", f"{_GIVE} {_PART}"),
    "one-sided": (
        f"{_IT} ignores one kind of error",
        f"{_THEM} ignore one kind of error",
    ),
    "best value too easily": (
        f"that is enough for the best value of {_IT}",
        f"that is enough for the best value of {_THEM}",
    ),
    "small clusters weigh more": (
        f"{_IT} gives more weight to errors in small clusters",
        f"{_THEM} give more weight to errors in small clusters",
    ),
    "large clusters weigh more": (
        f"{_IT} gives more weight to errors in large clusters",
        f"{_THEM} give more weight to errors in large clusters",
    ),
    "trade-off": (
        f"{_IT} weighs the two kinds of error differently",
        f"{_THEM} weigh the two kinds of error differently",
    ),
    "fewer errors": (f"{_IT} counts only pairs", f"{_THEM} count only pairs"),
    "cheaper errors": (
        f"by {_IT}, neither splits nor merges cost {{liked}} more",
        f"by {_THEM}, neither splits nor merges cost {{liked}} more",
    ),
}


@dataclass(frozen=True)
class Finding(TextResult):
    """Indices that prefer the same candidate to the same other one, for the same cause.

    Among the indices with a constant baseline, those ``against`` prefer the other candidate, and
    those ``siding`` the same one.
    """

    reasons: Sequence[Reason]
    against: Sequence[Index]
    siding: Sequence[Index] = ()

    @property
    def cause(self) -> Cause:
        """The cause."""
        return self.reasons[0].cause

    @property
    def indices(self) -> list[Index]:
        """The indices."""
        return [reason.index for reason in self.reasons]

    @property
    def text(self) -> str:
        """The finding in sentences."""
        first = self.reasons[0]
        several = len(self.reasons) > 1
        names = _names(self.indices)
        verb = "prefer" if several else "prefers"
        lead = f"{names} {verb} {first.prefers} to {first.over}"
        sentences = [f"{lead}: {first.because}, and {self._meaning(several)}"]
        numbers = [reason.numbers for reason in self.reasons if reason.numbers]
        sentences += [number[0].upper() + number[1:] for number in numbers[:_MOST_NUMBERS]]
        return ". ".join([*sentences, *self._against(), *self._reservations()]) + "."

    def __str__(self) -> str:
        return self.text

    def _content(self) -> dict[str, Any]:
        return {
            "cause": self.cause,
            "indices": self.indices,
            "prefers": self.reasons[0].prefers,
            "over": self.reasons[0].over,
            "text": self.text,
        }

    def _meaning(self, several: bool) -> str:
        directions = {index.direction for index in self.indices}
        better = "higher" if directions == {"similarity"} else "lower"
        better = better if len(directions) == 1 else "better"
        first = self.reasons[0]
        return _MEANING[self.cause][several].format(
            better=better, liked=first.prefers, index=first.index.short
        )

    def _against(self) -> list[str]:
        """Say which indices with a constant baseline see it the other way."""
        if not self.against or self.cause not in ("size bias", "size bias in part"):
            return []
        first = self.reasons[0]
        have = "has" if len(self.against) == 1 else "have"
        text = f"By {_names(self.against)}, which {have} a constant baseline, "
        text += f"{first.over} is better"
        if self.siding:
            verb = "prefers" if len(self.siding) == 1 else "prefer"
            text += (
                f"; {_names(self.siding)}, also with a constant baseline, {verb} {first.prefers}"
            )
        return [text]

    def _reservations(self) -> list[str]:
        """Say which of the indices lack a property that matters for any choice."""
        reservations = []
        loose = [i for i in self.indices if holds(i, "monotonicity") is False]
        blind = [i for i in self.indices if holds(i, "maximal_agreement") is False]
        if loose:
            verb = "are" if len(loose) > 1 else "is"
            reservations.append(
                f"{_names(loose)} {verb} not monotone: a better candidate may score no better"
            )
        if blind:
            give = "give their" if len(blind) > 1 else "gives its"
            reservations.append(
                f"{_names(blind)} {give} best value to some candidates that differ from the "
                "reference"
            )
        return reservations


@dataclass(frozen=True)
class Explanation(TextResult):
    """Which candidate scores best, how many indices agree, and why not all; prints as text."""

    summary: str
    findings: Sequence[Finding]

    def __str__(self) -> str:
        return "\n".join([self.summary, *(f"- {finding.text}" for finding in self.findings)])

    def _full_table(self) -> Table:
        columns = ["prefers", "over", "cause", "indices", "text"]
        rows = [
            [
                finding.reasons[0].prefers,
                finding.reasons[0].over,
                finding.cause,
                ", ".join(index.key for index in finding.indices),
                finding.text,
            ]
            for finding in self.findings
        ]
        return Table(columns, rows)


Preferring: TypeAlias = Callable[[str, str], Sequence[Index]]
"""Gives the indices that prefer the first of two candidates."""


def explanation(summary: str, reasons: Iterable[Reason], preferring: Preferring) -> Explanation:
    """Gather reasons with the same candidates and cause into findings, the most common first."""
    grouped: dict[tuple[str, str, Cause, str], list[Reason]] = {}
    for reason in reasons:
        key = (reason.prefers, reason.over, reason.cause, reason.because)
        grouped.setdefault(key, []).append(reason)
    findings = [
        Finding(
            _leading_reasons_first(group),
            [index for index in preferring(over, prefers) if has_constant_baseline(index)],
            [index for index in preferring(prefers, over) if has_constant_baseline(index)],
        )
        for (prefers, over, _, _), group in grouped.items()
    ]
    return Explanation(summary, sorted(findings, key=_importance))


def summary(
    decision: Index,
    names: Sequence[Any],
    best: Sequence[Any],
    of: Agreement,
    contenders: Sequence[Any] = (),
) -> str:
    """Say which candidate has the best score, and how many indices agree.

    If it is known which candidates may be the best of all, say so first.

    Examples
    --------
    >>> import partwise as pw
    >>> agreement = Agreement(1, 1, {("b",): 1}, 0)
    >>> summary(pw.index("CC"), ["a", "b"], ["a"], agreement)
    'By CC, a has the best score; 1 of 3 indices agrees, 1 ties (1 prefers b instead).'
    >>> summary(pw.index("CC"), ["a", "b"], ["a"], agreement, ["a", "b"]).split(". ")[0]
    'By CC, a and b cannot be distinguished'
    """
    if len(names) == 1:
        return "There is only one candidate, so the indices cannot disagree."
    if not best:
        return f"No candidate is best: {decision.short} is undefined for all of them."
    have = "has" if len(best) == 1 else "have"
    text = f"{listed(list(map(str, best)))} {have} the best score"
    if list(contenders) == list(best):
        text = f"{listed(list(map(str, best)))} {'is' if len(best) == 1 else 'are'} best"
    elif contenders:
        text = f"{not_distinguishable(contenders)}. {text}"
    text = f"By {decision.short}, {text}"
    if of.of == 1:
        return f"{text}."
    return f"{text}; {of}.{_mind_the_baseline(decision)}"


def headline_of(comparison: Comparison) -> str:
    """Say which candidates may be the best, and how many indices agree, in a sentence or two.

    For items that stay in their engine it says which has the best score: judging all candidates
    takes a query for each pair of them.
    """
    names, best = comparison.names, comparison.best
    if len(names) == 1 or not best:
        return summary(comparison.decision, names, best, comparison.agreement)
    contenders: Sequence[str] = ()
    if not isinstance(comparison.reference, RemoteClustering):
        sample = Sample(level=0.95, sampling="items", clusters=None)
        choice = choose(comparison, **sample)
        if choice.is_judged:
            contenders = informative_contenders(comparison, choice, sample)
    headline = summary(comparison.decision, names, best, comparison.agreement, contenders)
    return f"{headline} {comparison.opinions.note}".rstrip()


def explanation_of(comparison: Comparison) -> Explanation:
    """Say which candidate has the best score, and why some indices prefer another."""
    best = comparison.best
    text = summary(comparison.decision, comparison.names, best, comparison.agreement)
    if len(comparison.names) > 1 and best:
        text = f"{text} {comparison.opinions.note}".rstrip()
    return explanation(
        text, dissent(comparison) if best else (), comparison.disagreement.preferring
    )


def _mind_the_baseline(decision: Index) -> str:
    """Warn of an index that may prefer a candidate for its sizes."""
    if isinstance(decision, BeyondIndex) or holds(decision, "constant_baseline") is not False:
        return ""
    if holds(decision, "asymptotic_constant_baseline"):
        return (
            f" Note that the baseline of {decision.short} is only nearly constant: with few items, "
            "the index may prefer a candidate for its cluster sizes."
        )
    return (
        f" Note that {decision.short} has no constant baseline: the index may prefer a candidate "
        "for its cluster sizes alone."
    )


def _importance(finding: Finding) -> tuple[int, int]:
    """Order findings by how many well-known indices they concern, and then by how many at all."""
    well_known = sum(index.key in LEADING for index in finding.indices)
    return -well_known, -len(finding.indices)


def _leading_reasons_first(reasons: list[Reason]) -> list[Reason]:
    by_index = {reason.index: reason for reason in reasons}
    return [by_index[index] for index in leading_first(by_index)]


def _names(indices: Sequence[Index]) -> str:
    """Join the names of indices as a list in a sentence.

    Examples
    --------
    >>> import partwise as pw
    >>> _names([pw.index("R"), pw.index("CC")])
    'CC and R'
    """
    words = [index.short for index in leading_first(indices)]
    return listed_up_to(words, _MOST_NAMES)


def dissent(comparison: Comparison) -> Iterator[Reason]:
    """Tell why indices prefer another candidate, or why the deciding one should not be trusted.

    Where its sizes account for the lead of the best candidate, that is the reason, and not one
    of the indices whose baseline is constant.
    """
    best = comparison.ranking[0]
    biased: dict[str, Reason] = {}
    for index in comparison.indices:
        favourites = comparison.preferred[index.key]
        if not favourites or set(favourites) & set(comparison.best):
            continue
        favourite = favourites[0]
        deciding = comparison.reason(comparison.decision, best, favourite)
        is_biased = deciding is not None and deciding.cause == "size bias"
        if deciding is not None and is_biased and has_constant_baseline(index):
            biased[favourite] = deciding
            continue
        reason = comparison.reason(index, favourite, best)
        if reason is not None:
            yield reason
    yield from biased.values()
