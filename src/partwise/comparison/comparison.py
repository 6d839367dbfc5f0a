"""Candidates × indices: values, ranks, and which candidate each index prefers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, Unpack

from partwise.base import InputError, Table
from partwise.catalogue import Index, as_index, as_indices
from partwise.chance import (
    RandomScores,
    Seed,
    p_values_against_chance,
    samples_worthwhile,
    scores_of_chance,
)
from partwise.clusterings import Clustering
from partwise.comparison.answer import Answer, Estimates, Method
from partwise.comparison.causes import NoPreference, Reason, preference
from partwise.comparison.choosing import Choice, answer_of
from partwise.comparison.comparison_tables import Tables, content, for_reading
from partwise.comparison.errors.cluster_outcomes import ClusterOutcomes, fates
from partwise.comparison.errors.costs import Mistakes, mistakes
from partwise.comparison.errors.matching import Matching, carry_over, matching_of
from partwise.comparison.explanation import Explanation, explanation_of, headline_of
from partwise.comparison.labels_needed import PlanOptions, plan_of
from partwise.comparison.ranked import Ranked
from partwise.comparison.uncertainty.api import Sampling, difference_of, estimates_of
from partwise.comparison.uncertainty.dispatch import Influences
from partwise.comparison.uncertainty.estimates import Difference
from partwise.engines import Coverage, RemoteClustering, in_memory, three_way_of
from partwise.scoring import ByCandidate, ByIndex, ScoreTable, Which
from partwise.tables import Contingency, with_cells

if TYPE_CHECKING:
    from partwise.comparison.label_plan import LabelPlan
    from partwise.comparison.plots import ComparisonPlots
    from partwise.comparison.reporting import PageOptions


@dataclass(frozen=True, eq=False)
class Comparison(Ranked):
    """Candidates compared with a reference; made by :func:`~partwise.compare`.

    Parameters
    ----------
    reference : Clustering or RemoteClustering
        The reference, on the items that were compared.
    candidates : mapping name → Clustering or RemoteClustering
        The candidates, on the same items in the same order.
    scores : ScoreTable
        Values and notes, by candidate and index.
    decision : Index
        The index by which the answer is given.
    coverage : Coverage
        Which items were compared.
    seed : int, Generator or None
        Seed of all random numbers.
    """

    reference: Clustering | RemoteClustering
    candidates: Mapping[str, Clustering | RemoteClustering]
    scores: ScoreTable
    decision: Index
    coverage: Coverage
    seed: Seed = 0

    def close(self) -> None:
        """Release what an engine holds, such as a temporary table; leaving ``with`` does so too."""
        if isinstance(self.reference, RemoteClustering):
            self.reference.joined.forget()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @cached_property
    def tables(self) -> Tables:
        """Contingency table of each candidate, or a summary if its cells stayed in the engine."""
        return Tables({name: scores.table for name, scores in self.scores.items()})

    def has_cells(self, name: Any) -> bool:
        """Return whether the cells of a candidate's table were fetched, and not only a summary."""
        return isinstance(self.tables[name], Contingency)

    def table(self, name: Any) -> Contingency:
        """Return the contingency table of a candidate, with its cells."""
        self[name]
        return with_cells(self.tables[name])

    @cached_property
    def influences(self) -> dict[Any, Influences]:
        """How much each item changes the scores of each candidate."""
        return {name: Influences(table) for name, table in self.tables.items()}

    @cached_property
    def choices(self) -> dict[tuple[float, Sampling, int | None], Choice]:
        """Candidates that may be the best, by level, sampling and clusters; filled when needed."""
        return {}

    @cached_property
    def samples(self) -> int:
        """How many random candidates are drawn for each candidate: fewer for larger tables."""
        return samples_worthwhile(self.tables.values())

    @cached_property
    def chance(self) -> ByCandidate[RandomScores]:
        """Scores of random candidates with each candidate's cluster sizes: name → key → scores."""
        return scores_of_chance(self.tables, self.indices, self.samples, self.seed)

    def why(self, index: Which, first: Any, second: Any) -> Reason | NoPreference:
        """Explain why an index prefers one of two candidates, or say that it prefers neither."""
        self[first], self[second]
        return preference(self, self._place(index), first, second)

    def reason(self, index: Which, first: Any, second: Any) -> Reason | None:
        """Return why an index prefers one of two candidates to the other; None if it does not."""
        reason = self.why(index, first, second)
        return reason if isinstance(reason, Reason) else None

    def _place(self, index: Which) -> int:
        """Return the place of an index among those that were compared."""
        keys = [index.key for index in self.indices]
        key = as_index(index).key
        if key not in keys:
            raise InputError(f"{key} was not compared; the compared indices are {', '.join(keys)}")
        return keys.index(key)

    @cached_property
    def explanation(self) -> Explanation:
        """Which candidate has the best score, and why some indices prefer another."""
        return explanation_of(self)

    @cached_property
    def headline(self) -> str:
        """Which candidates may be the best at the 95% level, and how many indices agree."""
        return headline_of(self)

    def estimates(
        self,
        indices: Iterable[Which] | Which | None = None,
        *,
        level: float = 0.95,
        sampling: Sampling = "items",
        clusters: int | None = None,
    ) -> Estimates:
        """Return confidence intervals for the scores of all candidates.

        Parameters
        ----------
        indices : iterable of str, Index or callable, optional
            Which indices; by default, all that were compared. If an index has no valid confidence
            interval, its estimate says why.
        level : float
            Confidence level.
        sampling : {"items", "clusters"}
            Whether items were drawn at random, or whole clusters of the reference.
        clusters : int, optional
            How many clusters the whole reference has, for ``sampling="clusters"``.

        Examples
        --------
        >>> import partwise as pw
        >>> reference, a = [0] * 60 + [1] * 60 + [2] * 60, [0] * 40 + [1] * 70 + [2] * 70
        >>> e = pw.compare(reference, {"a": a}, ["CC"]).estimates()["a"]["correlation"]
        >>> e.low < e.value < e.high
        True
        """
        chosen = self.indices if indices is None else as_indices(indices)
        return Estimates(
            chosen,
            {
                name: estimates_of(of, chosen, level, sampling=sampling, clusters=clusters)
                for name, of in self.influences.items()
            },
        )

    def differences(
        self,
        first: Any,
        second: Any,
        indices: Iterable[Which] | Which | None = None,
        *,
        level: float = 0.95,
        sampling: Sampling = "items",
        clusters: int | None = None,
    ) -> ByIndex[Difference]:
        """Return confidence intervals and p-values for the difference between two candidates.

        For each index, it is the score of the first minus that of the second. The test is paired,
        because both are scored on the same items.

        Parameters
        ----------
        first, second : str
            Names of the candidates.
        indices, level, sampling, clusters
            As in :meth:`estimates`.
        """
        chosen = self.indices if indices is None else as_indices(indices)
        counts = three_way_of(
            (self.reference, self[first], self[second]), (self.tables[first], self.tables[second])
        )
        differences = difference_of(counts, chosen, level, sampling=sampling, clusters=clusters)
        return ByIndex(differences, pair=(first, second))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.candidates)

    def __len__(self) -> int:
        return len(self.candidates)

    def __getitem__(self, name: Any) -> Clustering | RemoteClustering:
        if name not in self.candidates:
            names = ", ".join(map(str, self.names))
            raise InputError(f"there is no candidate {name!r}; the candidates are {names}")
        return self.candidates[name]

    def answer(
        self,
        *,
        level: float = 0.95,
        sampling: Sampling | None = "items",
        clusters: int | None = None,
        method: Method = "simultaneous",
    ) -> Answer:
        """Say which candidates may be the best by the deciding index, with a confidence interval.

        Parameters
        ----------
        level, sampling, clusters
            As in :meth:`estimates`. ``level`` is also the probability that all candidates that are
            truly best are among the contenders. Pass ``sampling=None`` if the compared items are
            the whole population: scores then have no sampling error.
        method : {"simultaneous", "halves"}
            How the confidence interval allows for the choice of the best candidate.
            "simultaneous": the intervals of all candidates hold at the same time. "halves": the
            best candidate is chosen on a random half of the items and estimated on the other half.

        Examples
        --------
        >>> import numpy as np
        >>> import partwise as pw
        >>> reference = np.repeat([0, 1, 2, 3], 50)
        >>> near, other, far = (np.where(np.arange(200) % k, reference, 9) for k in (7, 6, 2))
        >>> candidates = {"near": near, "other": other, "far": far}
        >>> pw.compare(reference, candidates, ["CC"]).answer().contenders
        ('near', 'other')
        """
        return answer_of(self, level, sampling, clusters, method)

    def plan(
        self, power: float = 0.8, width: float | None = None, **options: Unpack[PlanOptions]
    ) -> LabelPlan:
        """Plan how many labels are needed to distinguish the two best candidates.

        Parameters
        ----------
        power : float
            Probability that the labels distinguish the two, if the observed difference is true.
        width : float, optional
            Plan a confidence interval of this width for the best candidate instead.
        level, sampling, clusters
            As in :meth:`estimates`. The two-sided test has the significance level 1 − level.
        index : str, Index or callable, optional
            One of the compared indices; by default, the deciding index.
        """
        return plan_of(self, power, width, **options)

    def better_than_chance(
        self,
        indices: Iterable[Which] | Which | None = None,
        *,
        names: Sequence[Any] | None = None,
        samples: int | None = None,
    ) -> ByCandidate[float]:
        """Test whether candidates are better than chance: name → key → p-value.

        The p-value is the probability that a random candidate with the same cluster sizes scores at
        least as well; see :func:`partwise.chance.significance`.

        Parameters
        ----------
        indices : iterable of str, Index or callable, optional
            Which indices; by default, all that were compared.
        names : sequence of str, optional
            Which candidates; by default, all.
        samples : int, optional
            How many random candidates to draw where there is no exact p-value.
        """
        chosen = self.indices if indices is None else as_indices(indices)
        tables = {name: self.tables[name] for name in (self.names if names is None else names)}
        return p_values_against_chance(tables, chosen, samples, self.seed)

    def mistakes(self, name: Any, index: Which | None = None, top: int = 20) -> Mistakes:
        """Rank the splits and merges of a candidate by what they cost in the deciding index."""
        chosen = self.decision if index is None else as_index(index)
        return mistakes(self.table(name), chosen, top=top)

    def carry_over(self, name: Any, how: Literal["match", "majority"] = "match") -> Clustering:
        """Return a candidate with the reference's labels; see :func:`~partwise.carry_over`."""
        return carry_over(in_memory(self.reference), in_memory(self[name]), how)

    def fates(self, name: Any, tolerance: float = 0) -> ClusterOutcomes:
        """Say whether each reference cluster was recovered, split or merged; see :func:`fates`."""
        return fates(self.table(name), tolerance)

    def matching(self, name: Any) -> Matching:
        """Match clusters of the reference and of a candidate one to one."""
        return matching_of(self.table(name))

    def report(self, path: str | Path, **options: Unpack[PageOptions]) -> Path:
        """Write the report as one self-contained HTML file, and return its path.

        Parameters
        ----------
        path : str or Path
            The file to write; its name ends in .html. It is written completely or not at all.
        level, sampling, clusters
            As in :meth:`answer`: the confidence level, and what the items are a sample of.
        title, command : str, optional
            Title of the page, and the command that made it, which is shown at the end.
        progress : bool, optional
            Whether to show a progress bar; by default, if standard error is a terminal.
        sweep : Sweep or NeighbourSweep, optional
            Result of :func:`partwise.sweep` to show in a section of its own.
        """
        from partwise.comparison.reporting import write_page

        return write_page(self, path, **options)

    @property
    def plot(self) -> ComparisonPlots:
        """The pictures: ``plot.scores()``, ``.ranks()``, ``.errors(name)`` and others."""
        from partwise.comparison.plots import ComparisonPlots

        return ComparisonPlots(self)

    def to_table(self) -> Table:
        """Return the answer and a table with one line per candidate, best first."""
        return for_reading(self)

    def _content(self) -> dict[str, Any]:
        return content(self)
