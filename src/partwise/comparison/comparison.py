"""Candidates × indices: values, ranks, and which candidate each index prefers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.batches import ScoresOfMany
from partwise.chance import RandomScores, Seed, random_scores
from partwise.clustering import Clustering
from partwise.comparison.causes import Evidence, Reason, find_reason
from partwise.comparison.coverage import Coverage, read_side
from partwise.comparison.disagreement import Disagreement
from partwise.comparison.explanation import Explanation, explanation
from partwise.comparison.ranking import ranks
from partwise.contingency import Contingency, counted
from partwise.counting import threads_for
from partwise.display import Printable, Table
from partwise.errors import InputError
from partwise.index import Index
from partwise.parallel import in_threads
from partwise.policies import MissingPolicy, NoisePolicy, check_policies
from partwise.progress import tracked
from partwise.registry import as_index, indices
from partwise.scoring import Scores, Which, scores_of_table
from partwise.several import aligned, are_many, named, told_whose
from partwise.undefined import UndefinedPolicy, check_undefined

__all__ = ["Comparison", "compare"]

_REFERENCE = "the reference"
_SAMPLES = 200


@dataclass(frozen=True, eq=False)
class Comparison(Printable):
    """Candidates compared with a reference; made by :func:`compare`.

    Parameters
    ----------
    reference : Clustering
        The reference, on the items that were compared.
    candidates : mapping name → Clustering
        The candidates, on the same items in the same order.
    scores : ScoresOfMany
        Values and notes, by candidate and index.
    decision : Index
        The index by which the answer is given.
    coverage : Coverage
        Which items were compared.
    seed : int, Generator or None
        Seed of everything random.
    """

    reference: Clustering
    candidates: Mapping[str, Clustering]
    scores: ScoresOfMany
    decision: Index
    coverage: Coverage
    seed: Seed = 0

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the candidates."""
        return tuple(self.candidates)

    @cached_property
    def indices(self) -> tuple[Index, ...]:
        """The indices."""
        return next(iter(self.scores.values())).indices

    @cached_property
    def tables(self) -> dict[str, Contingency]:
        """Contingency table of each candidate."""
        return {name: scores.table for name, scores in self.scores.items()}

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """Value of each index (row) for each candidate (column)."""
        columns = [[float(value) for value in each.values()] for each in self.scores.values()]
        return np.array(columns, np.float64).T

    @cached_property
    def ranks(self) -> dict[str, dict[str, int | None]]:
        """Rank of each candidate by each index: 1 is best, ties share a rank, None is undefined."""
        return {
            index.key: dict(zip(self.names, ranks(index, row), strict=True))
            for index, row in zip(self.indices, self.values.tolist(), strict=True)
        }

    @cached_property
    def preferred(self) -> dict[str, tuple[str, ...]]:
        """The candidate that each index prefers; several if they tie."""
        return {
            key: tuple(name for name, rank in found.items() if rank == 1)
            for key, found in self.ranks.items()
        }

    @property
    def best(self) -> tuple[str, ...]:
        """The best candidate by the deciding index; several if they tie."""
        return self.preferred[self.decision.key]

    @cached_property
    def ranking(self) -> list[str]:
        """The candidates from best to worst by the deciding index; undefined ones come last."""
        found = self.ranks[self.decision.key]
        last = len(found) + 1
        return sorted(found, key=lambda name: found[name] or last)

    @cached_property
    def votes(self) -> dict[str, int]:
        """How many indices prefer each candidate to all others."""
        alone = [names[0] for names in self.preferred.values() if len(names) == 1]
        return {name: alone.count(name) for name in self.names}

    @cached_property
    def disagreement(self) -> Disagreement:
        """Which indices order which candidates differently."""
        return Disagreement(self.indices, self.names, self.values)

    @cached_property
    def chance(self) -> dict[str, dict[str, RandomScores]]:
        """What random candidates with each candidate's sizes score: name → key → scores."""
        sizes = {name: each.sizes for name, each in self.candidates.items()}
        generator = np.random.default_rng(self.seed)
        drawn = (
            random_scores(self.indices, self.reference.sizes, each, _SAMPLES, seed=generator)
            for each in sizes.values()
        )
        return dict(zip(sizes, tracked(drawn, len(sizes), "random candidates: "), strict=True))

    def why(self, index: Which, first: str, second: str) -> Reason | None:
        """Tell why an index prefers one of two candidates to the other; None if it does not."""
        chosen = as_index(index)
        place = [each.key for each in self.indices].index(chosen.key)
        prefers = self.disagreement.prefers(place, first, second)
        if prefers == 0:
            return None
        pair = (first, second) if prefers > 0 else (second, first)
        liked, other = (
            Evidence(
                name,
                self.tables[name],
                float(self.values[place, self.names.index(name)]),
                self.chance[name][chosen.key],
            )
            for name in pair
        )
        return find_reason(self.indices[place], liked, other)

    @cached_property
    def explanation(self) -> Explanation:
        """Which candidate is best, and why some indices prefer another."""
        best = self.ranking[0]
        reasons, others = [], {}
        for index in self.indices:
            favourites = self.preferred[index.key]
            if favourites and best not in favourites:
                reasons.append(self.why(index, favourites[0], best))
                others[favourites[0], best] = [
                    each
                    for i, each in enumerate(self.indices)
                    if self.disagreement.prefers(i, best, favourites[0]) > 0
                ]
        return explanation(self._summary(), [r for r in reasons if r is not None], others)

    def _summary(self) -> str:
        best = " and ".join(self.best) or "no candidate"
        agree = sum(set(found) & set(self.best) != set() for found in self.preferred.values())
        others = {name: votes for name, votes in self.votes.items() if name not in self.best}
        rest = ", ".join(f"{votes} {name}" for name, votes in others.items() if votes)
        told = f"By {self.decision.short}, {best} is best; {agree} of {len(self.indices)} indices "
        told += "agree" if agree != 1 else "agrees"
        return f"{told} ({rest} instead)." if rest else f"{told}."

    def to_table(self) -> Table:
        """Return a line per index, with the preferred candidate standing out."""
        rows: list[list[Any]] = []
        emphasis = set()
        for i, (index, row) in enumerate(zip(self.indices, self.values.tolist(), strict=True)):
            better = "higher" if index.direction == "similarity" else "lower"
            prefers = self.preferred[index.key]
            rows.append([index.key, index.short, better, *row, ", ".join(prefers)])
            emphasis |= {(i, 3 + self.names.index(name)) for name in prefers}
        title = (
            f"{self.coverage.compared} items, {self.reference.k} reference clusters, "
            f"{len(self.names)} candidates"
        )
        notes = [*self.scores.to_table().notes, *self.coverage.notes()]
        columns = ["index", "short", "better", *self.names, "prefers"]
        return Table(columns, rows, title, notes, emphasis)

    def to_plain(self) -> dict[str, Any]:
        """Return everything as JSON can hold it."""
        return {
            "decision": {"index": self.decision.key, "best": list(self.best)},
            "ranking": self.ranking,
            "candidates": {name: scores.to_plain() for name, scores in self.scores.items()},
            "ranks": self.ranks,
            "preferred": {key: list(names) for key, names in self.preferred.items()},
            "votes": self.votes,
            "explanation": self.explanation.to_plain(),
            "disagreement": self.disagreement.to_plain(),
            "coverage": self.coverage.to_plain(),
        }

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.names)} candidates by {len(self.indices)} indices>"


def compare(
    reference: object,
    candidates: object,
    indices: Iterable[Which] | Which | None = None,
    *,
    decide_by: Which | None = None,
    undefined: UndefinedPolicy = "convention",
    seed: Seed = 0,
    threads: int | None = None,
    progress: bool | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
) -> Comparison:
    """Compare candidate clusterings with a reference by several indices, by default all.

    Parameters
    ----------
    reference : Clustering or labels
        What :class:`~partwise.Clustering` takes; or the name of a column, if the candidates come
        in a data frame that has it.
    candidates : mapping name → labels, data frame with a column each, or list
        The candidates. All are compared on the same items.
    indices : iterable of str, Index or callable, optional
        Which indices; all if not given.
    decide_by : str, Index or callable, optional
        The index by which the answer is given: the correlation coefficient, unless it is not among
        the chosen ones; then the first of these.
    seed : int or numpy.random.Generator, optional
        Seed of everything random (what random candidates score, for one). The same seed gives the
        same results; None gives others each time.
    undefined, noise, noise_label, missing
        As in :func:`~partwise.score`. ``missing="drop"`` leaves out an item that any clustering
        lacks, so that all scores are about the same items.
    threads, progress
        As in :func:`~partwise.pairwise`.

    Returns
    -------
    Comparison
        Prints as a table with a line per index.

    Examples
    --------
    >>> import partwise as pw
    >>> found = pw.compare([0, 0, 0, 1, 1], {"A1": [0, 0, 1, 2, 2], "A2": [0, 0, 0, 0, 1]},
    ...                    ["CC", "R", "W"])
    >>> found.best, found.preferred["wallace_1"]
    (('A1',), ('A2',))
    >>> print(found)
    5 items, 2 reference clusters, 2 candidates
    index        short  better        A1    A2  prefers
    correlation  CC     higher  0.612372  0.25  A1
    rand         R      higher       0.8   0.6  A1
    wallace_1    W      higher       0.5  0.75  A2
    """
    check_policies(noise, missing)
    check_undefined(undefined)
    chosen, decision = _chosen(indices, decide_by)
    found = _named_candidates(reference, candidates)
    sides, read = {}, {}
    for name, labels in found.items():
        read[name], sides[name] = told_whose(
            name, lambda each: read_side(each, noise, noise_label, missing), labels
        )
    read = aligned(read, missing)
    sides = {
        name: replace(side, compared=read[name].n, clusters=read[name].k)
        for name, side in sides.items()
    }
    ours = read.pop(_REFERENCE)
    coverage = Coverage(sides.pop(_REFERENCE), sides, noise, noise_label, missing)

    def score(candidate: Clustering) -> Scores:
        table = counted(ours.codes, candidate.codes, 1)
        sizes = (table.row_sizes, table.column_sizes)
        labelled = Contingency(table.cells, ours.cluster_labels, candidate.cluster_labels, sizes)
        return scores_of_table(labelled, chosen, undefined=undefined)

    workers = min(threads_for(threads, 2**62), len(read))
    results = tracked(in_threads(score, read.values(), workers), len(read), "comparing: ", progress)
    scores = ScoresOfMany(dict(zip(read, results, strict=True)))
    return Comparison(ours, read, scores, decision, coverage, seed)


def _chosen(
    wanted: Iterable[Which] | Which | None, decide_by: Which | None
) -> tuple[list[Index], Index]:
    """Return the indices, each once, and the one that decides."""
    if isinstance(wanted, str | Index) or callable(wanted):
        wanted = [wanted]
    found = indices() if wanted is None else [as_index(each) for each in wanted]
    if decide_by is not None:
        found = [*found, as_index(decide_by)]
    by_key: dict[str, Index] = {}
    for index in found:
        if by_key.setdefault(index.key, index) is not index:
            raise InputError(f"two indices are called {index.key!r}; give each a key of its own")
    if not by_key:
        raise InputError("there is no index to compare by; name at least one")
    if decide_by is not None:
        return list(by_key.values()), found[-1]
    return list(by_key.values()), by_key.get("correlation", found[0])


def _named_candidates(reference: object, candidates: Any) -> dict[str, object]:
    """Return the reference and the candidates by name, the reference first."""
    is_empty = isinstance(candidates, Mapping | list | tuple) and not candidates
    several = is_empty or are_many(candidates)
    found = named(candidates) if several else {"candidate": candidates}
    if isinstance(reference, str):
        if reference not in found or not hasattr(candidates, "columns"):
            raise InputError(
                f"the reference {reference!r} is text; pass labels, or a data frame of candidates "
                "that has a column of this name"
            )
        reference = found.pop(reference)
    if not found:
        raise InputError("there is no candidate to compare with the reference")
    if _REFERENCE in found:
        raise InputError(f"a candidate cannot be called {_REFERENCE!r}")
    return {_REFERENCE: reference, **found}
