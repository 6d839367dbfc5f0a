"""The paper's decision figure: three questions that lead to CD, CC, S&S or AMI (Section 6).

The paper's source has the caption of that figure but not the drawing, so the questions come from
the text that explains it. The second question adds that AMI, which the paper calls too slow, is
fast in partwise.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from partwise.base import InputError, Table, TextResult
from partwise.catalogue import Index, index
from partwise.properties.guide.choice import recommend
from partwise.properties.guide.recommendation import Recommendation

if TYPE_CHECKING:
    from partwise.properties.plots import DecisionPlots


@dataclass(frozen=True)
class Leaf:
    """The indices at the end of the questions.

    Parameters
    ----------
    keys : tuple of str
        The indices that the paper names here.
    why : str
        The paper's reason.
    requirements : mapping
        The same requirements as arguments of :func:`~partwise.recommend`.
    """

    keys: tuple[str, ...]
    why: str
    requirements: Mapping[str, Any]

    @property
    def indices(self) -> tuple[Index, ...]:
        """The indices that the paper names here."""
        return tuple(map(index, self.keys))


@dataclass(frozen=True)
class Question(TextResult):
    """A question, why it is asked, and where each answer leads; prints as text."""

    text: str
    why: str
    answers: Mapping[str, Question | Leaf]
    has_layout: ClassVar[bool] = True

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def _full_table(self) -> Table:
        return Table(["answers", "indices", "why"], list(_ways(self)))

    @property
    def plot(self) -> DecisionPlots:
        """``plot()`` draws the questions from here on."""
        from partwise.properties.plots import DecisionPlots

        return DecisionPlots(self)


_BASELINE = {"sizes_known": False, "constant_baseline": "exact"}
_CC_OR_SS = ("correlation", "sokal_sneath_1")
_EQUALLY_GOOD = "they have the same properties and usually agree"

_FIGURE = Question(
    "Do you need a distance?",
    "You need a metric to cluster clusterings, or to bound the distance from a candidate to an "
    "unknown truth that the reference approximates.",
    {
        "yes": Leaf(
            ("correlation_distance",),
            "it is a distance, and its baseline deviates from a constant less and less as n grows",
            {"sizes_known": False, "monotonicity": True, "distance": True},
        ),
        "no": Question(
            "Do you need guaranteed linear running time?",
            "A yes rules out AMI, because the usual algorithm takes up to n × k steps. With "
            "partwise, answer no: AMI takes milliseconds for 100 000 items in 10 000 clusters, "
            "and a fraction of a second for ten million items.",
            {
                "yes": Leaf(
                    _CC_OR_SS,
                    _EQUALLY_GOOD,
                    {**_BASELINE, "monotonicity": True, "linear_complexity": True},
                ),
                "no": Question(
                    "Do errors in large or in small clusters matter more?",
                    "If an item of a cluster of k is misplaced, a pair-counting index loses k − 1 "
                    "pairs. Information-theoretic indices give more weight to small clusters.",
                    {
                        "large": Leaf(
                            _CC_OR_SS,
                            _EQUALLY_GOOD,
                            {**_BASELINE, "monotonicity": True, "matters": "large"},
                        ),
                        "small": Leaf(
                            ("ami_arithmetic",),
                            "it has a constant baseline and does not count pairs. Contrary to the "
                            "paper, it is not monotone (docs/errata.md): six items show it. "
                            "The paper's own form, ami_geometric, has the same properties",
                            {**_BASELINE, "matters": "small"},
                        ),
                        "neither": Leaf(
                            (*_CC_OR_SS, "ami_arithmetic"),
                            "all three are suitable by the paper's criteria. Contrary to the "
                            "paper, AMI is not monotone (docs/errata.md)",
                            _BASELINE,
                        ),
                    },
                ),
            },
        ),
    },
)

_ASSUMED = """Which index? The paper's decision figure (Section 6)

It assumes that you do not know all cluster sizes in advance, so that you need a constant baseline.
If you know them all, use recommend(sizes_known=True) or `partwise guide --sizes-known`.
"""


def decision() -> Question:
    """Return the first question of the paper's decision figure.

    Examples
    --------
    >>> first = decision()
    >>> first.text, list(first.answers)
    ('Do you need a distance?', ['yes', 'no'])
    >>> first.answers["yes"].keys
    ('correlation_distance',)
    """
    return _FIGURE


def walk(answer: Callable[[Question], str]) -> Recommendation:
    """Go through the decision figure, and return the recommendation at the end.

    Parameters
    ----------
    answer : callable
        A function that takes a :class:`Question` and returns one of its answers.

    Examples
    --------
    >>> walk(lambda question: "yes").best
    <Index correlation_distance: Correlation Distance>
    >>> replies = iter(["no", "no", "small"])
    >>> walk(lambda question: next(replies)).best
    <Index ami_arithmetic: Adjusted MI (arithmetic)>
    """
    at: Question | Leaf = decision()
    while isinstance(at, Question):
        reply = answer(at)
        if reply not in at.answers:
            known = " or ".join(at.answers)
            raise InputError(f"{at.text} Answer {known}, not {reply!r}")
        at = at.answers[reply]
    return recommend(judgements=None, **at.requirements)


def as_text() -> str:
    """Return the decision figure as text.

    Examples
    --------
    >>> print(as_text().splitlines()[5])
    Do you need a distance?
    """
    return "\n".join([_ASSUMED, *_lines(decision())])


def as_table() -> Table:
    """Return one row per way through the decision figure.

    Examples
    --------
    >>> print(as_table().to_csv().splitlines()[1].partition(",")[0])
    Do you need a distance? yes
    """
    return Table(["answers", "indices", "why"], list(_ways(decision())))


def _ways(at: Question | Leaf, *before: str) -> Iterator[list[str]]:
    if isinstance(at, Leaf):
        yield [" · ".join(before), ", ".join(at.keys), at.why]
        return
    for reply, then in at.answers.items():
        yield from _ways(then, *before, f"{at.text} {reply}")


def _lines(at: Question) -> list[str]:
    lines = [at.text, *_wrapped(at.why, "  ")]
    for reply, then in at.answers.items():
        if isinstance(then, Leaf):
            named = " or ".join(f"{index.aka[0]} ({index.key})" for index in then.indices)
            lines += [f"  {reply} → {named}", *_wrapped(then.why, "      ")]
        else:
            first, *rest = _lines(then)
            lines += [f"  {reply} → {first}", *(f"      {line}" for line in rest)]
    return lines


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, 68, initial_indent=indent, subsequent_indent=indent)
