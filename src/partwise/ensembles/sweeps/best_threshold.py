"""The best threshold by an index, with an interval that allows for the choice."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import Table, TextResult, ci_text, listed_up_to, many, shown
from partwise.catalogue import Index
from partwise.clusterings import Codes
from partwise.comparison import Comparison, Estimate, Sample, choose
from partwise.ensembles.sweeps.grids import Places, around_best, spread

MOST_COMPARED = 40
"""How many thresholds are compared with each other."""


@dataclass(frozen=True)
class BestThreshold(TextResult):
    """The best threshold of a sweep by one index; prints as text.

    Parameters
    ----------
    index : Index
        The index by which it is best.
    threshold : float
        The threshold with the best score. If several tie, it is the first in the order of the
        sweep; in a sweep of merges, this is the strictest, with the fewest items joined.
    score : float
        The score at this threshold.
    clusters : int
        The number of clusters at this threshold.
    tied : pair of float
        The first and the last of the consecutive thresholds with this score.
    estimate : Estimate or None
        The best score, with a confidence interval adjusted for choosing among all compared
        thresholds.
    plateau : tuple of float
        The compared thresholds that cannot be distinguished from the best one, in the order of the
        sweep. With probability ``level``, all thresholds that are truly best among the compared
        ones are in it or in ``unjudged``.
    unjudged : tuple of float
        Thresholds that cannot be distinguished from any other, because very few items decide their
        scores. Mostly, these are thresholds at which hardly anything or almost everything is
        joined.
    compared : tuple of float
        The thresholds that were compared with each other, in the order of the sweep.
    notes : tuple of str
        Caveats.
    names : mapping threshold → str
        The names of the clusterings if their thresholds only number them; otherwise empty.
    noun : str
        What the thresholds are: "threshold", "height", "resolution", "value" or "clustering".
    until : float, optional
        The next threshold of a sweep of merges: any number before it gives the same clustering.
    """

    index: Index
    threshold: float
    score: float
    clusters: int
    tied: tuple[float, float]
    estimate: Estimate | None = None
    plateau: tuple[float, ...] = ()
    unjudged: tuple[float, ...] = ()
    compared: tuple[float, ...] = ()
    notes: tuple[str, ...] = ()
    names: Mapping[float, str] = field(default_factory=dict)
    noun: str = "threshold"
    until: float | None = None

    @property
    def low(self) -> float | None:
        """Lower end of the confidence interval; None if there is none."""
        return None if self.estimate is None else self.estimate.low

    @property
    def high(self) -> float | None:
        """Upper end of the confidence interval; None if there is none."""
        return None if self.estimate is None else self.estimate.high

    @property
    def plateau_ends(self) -> tuple[float, float] | None:
        """The lowest and the highest threshold of the plateau; None if nothing was compared."""
        return (min(self.plateau), max(self.plateau)) if self.plateau else None

    @property
    def word(self) -> str:
        """The best threshold as text: its name if it has one, or digits that give its clusters."""
        return self.names.get(self.threshold) or threshold_text(self.threshold, self.until)

    @property
    def plateau_words(self) -> str:
        """The plateau as text: names, or its lowest and its highest threshold."""
        if self.names and self.plateau:
            return listed_up_to([self.names[threshold] for threshold in self.plateau])
        if self.plateau == (self.threshold,):
            return self.word
        joins_from = (
            None if self.until is None else math.copysign(math.inf, self.until - self.threshold)
        )
        ends = sorted({*(self.plateau_ends or ())})
        return " to ".join(threshold_text(end, joins_from) for end in ends)

    def __str__(self) -> str:
        first = f"By {self.index.short}, {self.word} is the best {self.noun}: {self._score()}."
        return " ".join([first, *self._plateau(), *(f"{note}." for note in self.notes)])

    def _score(self) -> str:
        score = f"{self.score:z.4f} with {many(self.clusters, 'cluster')}"
        e = self.estimate
        if e is None or e.low is None or e.high is None:
            return score
        corrected = "" if e.corrected is None else f"{e.corrected:z.4f} corrected for its bias, "
        return (
            f"{score} ({corrected}{ci_text(e.level, e.low, e.high)}, "
            f"adjusted for choosing among {many(len(self.compared), self.noun)})"
        )

    def _plateau(self) -> list[str]:
        if not self.plateau:
            return []
        ends = self.plateau_words if self.names else f"from {self.plateau_words}"
        number, compared = len(self.plateau), f"{len(self.compared)} compared {self.noun}s"
        if self.estimate is None:
            return [f"{number} {self.noun}s, {ends}, have this score."] if number > 1 else []
        if self.plateau == (self.threshold,):
            others = len(self.compared) - 1
            of_all = "the other one" if others == 1 else f"all {others} others"
            text = f"It is distinguished from {of_all}"
        else:
            text = f"{number} of {compared}, {ends}, cannot be distinguished from the best one"
        unjudged = f"; {len(self.unjudged)} cannot be judged" if self.unjudged else ""
        return [f"{text}{unjudged}."]

    def _content(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "threshold": self.threshold,
            **({"name": self.word} if self.names else {}),
            "score": self.score,
            "low": self.low,
            "high": self.high,
            "level": None if self.estimate is None else self.estimate.level,
            "clusters": self.clusters,
            "tied": self.tied,
            "plateau": self.plateau,
            "unjudged": self.unjudged,
            "compared": self.compared,
            "notes": self.notes,
        }

    def _full_table(self) -> Table:
        content = {**self._content(), "index": self.index.key, "notes": "; ".join(self.notes)}
        for name in ("tied", "plateau", "unjudged", "compared"):
            ends = content.pop(name)
            content[f"{name}_low"] = min(ends, default=None)
            content[f"{name}_high"] = max(ends, default=None)
        return Table([*content], [[*content.values()]])


def best_place(index: Index, scores: NDArray[np.float64]) -> int | None:
    """Return the first place with the best score; None if there is none.

    Examples
    --------
    >>> import partwise as pw
    >>> scores = np.array([np.nan, 0.2, 0.7, 0.7, 0.1])
    >>> best_place(pw.index("CC"), scores), best_place(pw.index("VI"), scores)
    (2, 4)
    """
    known = ~np.isnan(scores)
    if not known.any():
        return None
    sign = 1.0 if index.direction == "similarity" else -1.0
    return int(np.argmax(np.where(known, sign * scores, -np.inf)))


def best_of_curve(
    index: Index,
    thresholds: NDArray[np.float64],
    clusters: Codes,
    scores: NDArray[np.float64],
    place: int,
) -> BestThreshold:
    """Return the best threshold, which is at a place of the curve, without an interval."""
    others = np.flatnonzero(scores[place:] != scores[place])
    last = place + int(others[0]) - 1 if len(others) else len(scores) - 1
    ends = float(thresholds[place]), float(thresholds[last])
    return BestThreshold(index, ends[0], float(scores[place]), int(clusters[place]), ends)


def threshold_text(threshold: float, until: float | None) -> str:
    """Return a threshold in six digits, or as many more as give the same clustering.

    Rounded to the nearest number, a score may leave out the very pair that it comes from. So a
    threshold is rounded towards the next one, and stays before it.

    Examples
    --------
    >>> threshold_text(0.98765432, until=0.97), threshold_text(0.98765432, until=0.987654319)
    ('0.987654', '0.98765432')
    >>> threshold_text(6.39940623, until=12.3), threshold_text(6.39940623, until=None)
    ('6.39941', '6.39941')
    >>> threshold_text(6.3994012, until=12.3), threshold_text(0.7, until=0.6)
    ('6.39941', '0.7')
    """
    if until is None or math.isinf(threshold):
        return shown(threshold)
    low, high = sorted((threshold, until))
    rounding = ROUND_FLOOR if until < threshold else ROUND_CEILING
    for digits in range(6, 17):
        rounded = float(Context(prec=digits, rounding=rounding).create_decimal(repr(threshold)))
        if rounded == threshold or low < rounded < high:
            return f"{rounded:.{digits}g}"
    return repr(threshold)


def places_to_compare(
    index: Index,
    clusters: Codes,
    scores: NDArray[np.float64],
    best: int,
    is_trivial: NDArray[np.bool_],
    are_nested: bool,
) -> Places:
    """Return the places of a few thresholds to compare with the best one, itself among them.

    Trivial clusterings are no contenders unless they are the best: their scores have no law.
    """
    is_known = ~np.isnan(scores) & ~is_trivial
    is_known[best] = True
    known = np.flatnonzero(is_known)
    place = int(np.searchsorted(known, best))
    if are_nested:
        sign = 1.0 if index.direction == "similarity" else -1.0
        return known[around_best(clusters[known], sign * scores[known], place, MOST_COMPARED)]
    steps = np.arange(len(known), dtype=np.float64)
    return known[spread(steps, min(MOST_COMPARED, len(known)), [place])]


def with_interval(
    best: BestThreshold, comparison: Comparison, thresholds: NDArray[np.float64], sample: Sample
) -> BestThreshold:
    """Return the best threshold with its interval and its plateau, from a comparison with others.

    ``thresholds`` are those of the candidates, in their order.
    """
    threshold_of = dict(zip(comparison.names, thresholds.tolist(), strict=True))
    name = next(name for name, value in threshold_of.items() if value == best.threshold)
    choice = choose(comparison, **sample)
    estimate = choice.adjusted[name]
    remaining = [known for known in threshold_of if known in choice.contenders]
    judged = [known for known in remaining if choice.adjusted[known].low is not None]
    notes = []
    if estimate.low is None:
        judged = []
        notes.append(f"There is no confidence interval: {estimate.note}")
    elif name not in remaining:
        ahead = shown(threshold_of[choice.order[0]])
        notes.append(f"Corrected for the bias of {best.index.short} in samples, {ahead} is better")
    return replace(
        best,
        estimate=estimate,
        plateau=tuple(threshold_of[known] for known in judged),
        unjudged=tuple(threshold_of[known] for known in remaining if known not in judged),
        compared=tuple(threshold_of.values()),
        notes=tuple(notes),
    )
