"""Comparisons of inputs that are not partitions: covers and memberships."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from partwise.base import Either, InputError, Table, listed
from partwise.catalogue import BeyondIndex, Index, UndefinedPolicy, index_for, indices_for
from partwise.clusterings import Cover, Memberships, MissingPolicy, Policies
from partwise.comparison.answer import Estimates
from partwise.comparison.comparison_tables import (
    ranked_content,
    scores_for_reading,
    sizes_of,
    title_of,
)
from partwise.comparison.explanation import summary
from partwise.comparison.opinions import Opinions
from partwise.comparison.ranked import Ranked
from partwise.comparison.uncertainty.left_out_items import beyond_estimates
from partwise.scoring import ScoreTable, Which, named_candidates, scores

if TYPE_CHECKING:
    from partwise.comparison.beyond_plots import BeyondPlots


@dataclass(frozen=True, eq=False)
class BeyondComparison(Ranked):
    """Covers or memberships compared with a reference; made by :func:`~partwise.compare`.

    Parameters
    ----------
    inputs : {"covers", "memberships"}
        What was compared.
    reference : Cover or Memberships
        The reference.
    candidates : mapping name → Cover or Memberships
        The candidates.
    scores : ScoreTable
        Values and notes, by candidate and index.
    decision : Index
        The index by which the answer is given.
    left_out : tuple
        Names of candidates that are the reference itself.

    Examples
    --------
    >>> import partwise as pw
    >>> reference = pw.Cover([{0, 1, 2}, {2, 3, 4}])
    >>> near, far = pw.Cover([{0, 1}, {2, 3, 4}]), pw.Cover([{0, 4}, {1, 2, 3}])
    >>> comparison = pw.compare(reference, {"near": near, "far": far}, ["omega", "onmi_max"])
    >>> comparison.best, comparison.ranks["omega"]["far"]
    (('near',), 2)
    """

    inputs: Literal["covers", "memberships"]
    reference: Cover | Memberships
    candidates: Mapping[Any, Cover | Memberships]
    scores: ScoreTable
    decision: Index
    left_out: tuple[Any, ...] = ()

    @cached_property
    def opinions(self) -> Opinions:
        """Which candidates each index prefers."""
        return Opinions(tuple((index,) for index in self.indices), self.preferred)

    @cached_property
    def headline(self) -> str:
        """Which candidate has the best score, and how many indices agree."""
        return summary(self.decision, self.names, self.best, self.agreement)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.candidates)

    def __len__(self) -> int:
        return len(self.candidates)

    def __getitem__(self, name: Any) -> Cover | Memberships:
        if name not in self.candidates:
            names = ", ".join(map(str, self.names))
            raise InputError(f"there is no candidate {name!r}; the candidates are {names}")
        return self.candidates[name]

    @property
    def n(self) -> int:
        """How many items were compared."""
        return int(self.scores[self.names[0]].table.item_count)

    @property
    def notes(self) -> list[str]:
        """What a reader should know: sizes, undefined values, what was left out."""
        sizes = sizes_of(self, self.n, self.scores[self.names[0]].table.k_a)
        notes = [sizes, *scores_for_reading(self).notes]
        if self.left_out:
            are = "is" if len(self.left_out) == 1 else "are"
            names = listed(list(map(str, self.left_out)))
            notes.append(f"{names} {are} the reference itself and left out")
        return notes

    def estimates(
        self, indices: Iterable[Which] | Which | None = None, *, level: float = 0.95
    ) -> Estimates:
        """Return confidence intervals for the scores of all candidates.

        The items are taken as a sample, drawn independently of one another from many more items in
        the same clusters. The intervals come from a jackknife, which leaves out each item in turn.

        Parameters
        ----------
        indices : iterable of str or Index, optional
            Which indices; by default, all that were compared. If an index has no valid confidence
            interval, its estimate says why.
        level : float
            Confidence level of the intervals.

        Examples
        --------
        >>> import numpy as np
        >>> import partwise as pw
        >>> rng = np.random.default_rng(0)
        >>> truth = rng.random((400, 5)) < 0.3
        >>> noisy = truth ^ (rng.random((400, 5)) < 0.05)
        >>> comparison = pw.compare(pw.Cover(truth), {"noisy": pw.Cover(noisy)})
        >>> estimates = comparison.estimates(["omega", "onmi_max"])["noisy"]
        >>> print(estimates["onmi_max"].note.partition(",")[0])
        it averages the best matches of clusters
        >>> estimates["omega"].low < estimates["omega"].centre < estimates["omega"].high
        True
        """
        which = self.indices if indices is None else indices
        chosen = indices_for(which, cast("type[BeyondIndex]", type(self.decision)))
        return Estimates(
            chosen,
            {name: beyond_estimates(self.scores[name].table, chosen, level) for name in self.names},
        )

    def report(
        self, path: str | Path, *, title: str | None = None, command: str | None = None
    ) -> Path:
        """Write the report as one self-contained HTML file, and return its path.

        Parameters
        ----------
        path : str or Path
            The file to write; its name ends in .html. It is written completely or not at all.
        title, command : str, optional
            Title of the page, and the command that made it, which is shown at the end.
        """
        from partwise.comparison.beyond_plots import contents_of
        from partwise.report import write_scores

        return write_scores(path, contents_of(self, title, command))

    @property
    def plot(self) -> BeyondPlots:
        """The pictures: ``plot.scores()``, ``.ranks()`` and ``.disagreement()``."""
        from partwise.comparison.beyond_plots import BeyondPlots

        return BeyondPlots(self)

    def to_table(self) -> Table:
        """Return the answer and a table with one line per candidate, best first."""
        return replace(scores_for_reading(self), title=title_of(self), notes=self.notes)

    def _content(self) -> dict[str, Any]:
        return {
            "inputs": self.inputs,
            "headline": self.headline,
            **ranked_content(self),
            "disagreement": self.disagreement,
            "left_out": list(self.left_out),
        }


def compare_beyond(
    kind: type[BeyondIndex],
    reference: object,
    candidates: object,
    which: Iterable[Which] | Which | None,
    decide_by: Which | None,
    policies: Policies,
    undefined: UndefinedPolicy,
    progress: bool | None,
) -> BeyondComparison:
    """Compare covers or memberships with a reference by the indices that they have."""
    chosen = indices_for(kind.usual if which is None else which, kind)
    if decide_by is not None:
        decision = index_for(decide_by, kind)
        chosen = list(dict.fromkeys([*chosen, decision]))
    if not chosen:
        raise InputError("indices= is empty", remedy="name at least one index, or leave it out")
    by_name = named_candidates(candidates)
    if not by_name:
        raise InputError("there are no candidates", remedy="pass at least one")
    kind.check_noise((reference, *by_name.values()), policies)
    same = tuple(name for name, own in by_name.items() if own is reference)
    same = same if len(same) < len(by_name) else ()
    read = {
        name: kind.read(own, policies, str(name))
        for name, own in by_name.items()
        if name not in same
    }
    known = kind.read(reference, policies, "the reference")
    _check_same_items(kind, read, policies.missing)
    table = scores(
        known, read, chosen, undefined=undefined, missing=policies.missing, progress=progress
    )
    return BeyondComparison(
        kind.inputs,  # type: ignore[arg-type]  # a name that a kind of input has
        known,
        read,
        table,
        chosen[0] if decide_by is None else decision,
        same,
    )


def _check_same_items(
    kind: type[BeyondIndex], candidates: Mapping[Any, Any], missing: MissingPolicy
) -> None:
    """Refuse candidates of different items: their scores would be about different items."""
    if missing == "raise" or len(candidates) == 1:
        return
    are_text = any(own.item_set.untyped for own in candidates.values())
    items_of = {
        name: set(own.item_set.as_text().ids() if are_text else own.items)
        for name, own in candidates.items()
    }
    (first, items), *others = items_of.items()
    for name, other in others:
        differ = items.symmetric_difference(other)
        if differ:
            raise InputError(
                f"{first} and {name} have different items, so their scores would be about "
                "different items",
                count=len(differ),
                examples=sorted(differ, key=repr)[:3],
                remedy=(
                    "give all candidates the same items: ",
                    Either(
                        f"pw.{kind.record.__name__}(…, items=items)",
                        "to include an item that is in no cluster, add a row with an empty cluster",
                    ),
                ),
            )
