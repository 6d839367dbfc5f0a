"""Several datasets with candidates: how often indices disagree, and what they prefer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Result, Table, listed, lower_half, many
from partwise.catalogue import ByName, Index
from partwise.comparison import Disagreement, Rule, agreeing_order, ranks
from partwise.scoring import better

if TYPE_CHECKING:
    from partwise.ensembles.plots import StudyPlots


_ALIKE = 10.0


class Dropped(NamedTuple):
    """A candidate that was left out of the study, and why."""

    dataset: str
    candidate: str
    why: str


class Preference(NamedTuple):
    """The numbers of datasets on which an index prefers one candidate, the other, or neither."""

    first: int
    second: int
    neither: int


@dataclass(frozen=True, eq=False)
class Study(Result):
    """The scores of candidates on several datasets; made by :func:`~partwise.ensembles.study`.

    A triplet consists of the reference and two candidates of a dataset.

    Parameters
    ----------
    indices : tuple of Index
        The indices.
    scores : mapping dataset → candidate → values
        The values of all indices, in their order.
    rule : {"definition", "signs"}
        What counts as disagreement: the paper's definition of inconsistency, or the counts in its
        tables (:class:`~partwise.comparison.disagreement.Disagreement`).
    dropped : tuple of Dropped
        The candidates that were left out.

    Examples
    --------
    >>> import partwise as pw
    >>> scores = {"d": {"a": [0.9, 0.1], "b": [0.8, 0.3], "c": [0.7, 0.2]}}
    >>> found = Study((pw.index("rand"), pw.index("VI")), scores)
    >>> print(found)
    % of 3 triplets on which two indices disagree
           R
    VI  33.3
    >>> found.preference("b", "c")["vi"]
    Preference(first=0, second=1, neither=0)
    """

    indices: tuple[Index, ...]
    scores: Mapping[str, Mapping[str, Sequence[float]]]
    rule: Rule = "definition"
    dropped: tuple[Dropped, ...] = ()

    def __post_init__(self) -> None:
        for dataset, candidates in self.scores.items():
            for name, values in candidates.items():
                if len(values) != len(self.indices):
                    raise InputError(
                        f"{dataset}, {name}: there are {len(values)} values for "
                        f"{len(self.indices)} indices"
                    )

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names of the datasets."""
        return tuple(self.scores)

    @cached_property
    def candidates(self) -> tuple[str, ...]:
        """Names of all candidates, each once."""
        return tuple(dict.fromkeys(name for scores in self.scores.values() for name in scores))

    @cached_property
    def disagreements(self) -> dict[str, Disagreement]:
        """The disagreement of the indices on each dataset."""
        return {
            name: Disagreement(self.indices, tuple(scores), self._values(scores), self.rule)
            for name, scores in self.scores.items()
        }

    def _values(self, scores: Mapping[str, Sequence[float]]) -> NDArray[np.float64]:
        return np.array(list(scores.values()), np.float64).reshape(-1, len(self.indices)).T

    @cached_property
    def triplets(self) -> int:
        """How many triplets there are on all datasets."""
        return sum(len(disagreement.pairs) for disagreement in self.disagreements.values())

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How many triplets each two indices disagree on."""
        none = np.zeros((len(self.indices), len(self.indices)), np.int64)
        return sum((disagreement.counts for disagreement in self.disagreements.values()), none)

    @property
    def percentages(self) -> NDArray[np.float64]:
        """`counts` as percentages of all triplets."""
        return 100 * self.counts / max(self.triplets, 1)

    @cached_property
    def order(self) -> list[int]:
        """Places of the indices in an order that puts indices that agree next to each other."""
        return agreeing_order(self.percentages)

    def groups(self, most: float = _ALIKE) -> list[tuple[str, ...]]:
        """Group indices that disagree, on average, on at most ``most`` percent of the triplets.

        Returns
        -------
        list of tuples of str
            Keys of the indices of each group (by average linkage), largest group first.
        """
        if len(self.indices) < 2:
            return [tuple(index.key for index in self.indices)]
        from scipy.cluster.hierarchy import fcluster, linkage
        from scipy.spatial.distance import squareform

        tree = linkage(squareform(self.percentages, checks=False), "average")
        by_group: dict[int, list[str]] = {}
        for index, group in zip(self.indices, fcluster(tree, most, "distance"), strict=True):
            by_group.setdefault(int(group), []).append(index.key)
        return [tuple(keys) for keys in sorted(by_group.values(), key=len, reverse=True)]

    @cached_property
    def fully_inconsistent(self) -> tuple[str, ...]:
        """Datasets on which every pair of indices disagrees on some pair of candidates."""
        upper = np.triu_indices(len(self.indices), 1)
        return tuple(
            n for n, disagreement in self.disagreements.items() if disagreement.counts[upper].all()
        )

    def preference(self, first: str, second: str) -> ByName[Preference]:
        """Count how many datasets each index prefers one of two candidates on.

        Only datasets that have both candidates count.

        Returns
        -------
        dict key → Preference
            The counts of each index.
        """
        for name in (first, second):
            if name not in self.candidates:
                raise InputError(f"there is no candidate {name!r}; {_known(self.candidates)}")
        both = [scores for scores in self.scores.values() if first in scores and second in scores]
        ones, others = (
            self._values({str(i): scores[name] for i, scores in enumerate(both)})
            for name in (first, second)
        )
        preferences: ByName[Preference] = ByName()
        for index, one, other in zip(self.indices, ones, others, strict=True):
            signs = better(index, one, other, exact=self.rule == "signs").tolist()
            preferences[index.key] = Preference(*(signs.count(sign) for sign in (1, -1, 0)))
        return preferences

    @cached_property
    def wins(self) -> ByName[dict[str, int]]:
        """How many datasets each candidate is best on, by index; ties count for each candidate."""
        wins = ByName((index.key, dict.fromkeys(self.candidates, 0)) for index in self.indices)
        for scores in self.scores.values():
            for index, row in zip(self.indices, self._values(scores).tolist(), strict=True):
                for name, rank in zip(scores, ranks(index, row), strict=True):
                    wins[index.key][name] += rank == 1
        return wins

    def to_table(self) -> Table:
        """Return the lower half of the matrix of percentages."""
        return self._matrix(self.percentages.round(1), "% of ")

    def count_table(self) -> Table:
        """Return the lower half of the matrix of counts."""
        return self._matrix(self.counts, "How many of ")

    def _matrix(self, cells: NDArray[Any], what: str) -> Table:
        shorts = [index.short for index in self.indices]
        title = f"{what}{many(self.triplets, 'triplet')} on which two indices disagree"
        return lower_half(shorts, cells.tolist(), title)

    def preference_table(self, first: str, second: str) -> Table:
        """Return how many datasets each index prefers one of two candidates on, as a table."""
        preferences = self.preference(first, second)
        rows: list[list[Any]] = [
            [first, *(preference.first for preference in preferences.values())],
            [second, *(preference.second for preference in preferences.values())],
        ]
        if any(preference.neither for preference in preferences.values()):
            rows.append(["neither", *(preference.neither for preference in preferences.values())])
        shared = sum(next(iter(preferences.values()))) if preferences else 0
        title = f"The candidate preferred by each index on {many(shared, 'dataset')}"
        return Table(["", *(index.short for index in self.indices)], rows, title)

    def win_table(self) -> Table:
        """Return how many datasets each candidate is best on, by each index, as a table."""
        rows: list[list[Any]] = [
            [name, *(self.wins[index.key][name] for index in self.indices)]
            for name in self.candidates
            if any(self.wins[index.key][name] for index in self.indices)
        ]
        title = f"On how many of {many(len(self.scores), 'dataset')} a candidate is best"
        never = len(self.candidates) - len(rows)
        notes = [f"never best by any index: {many(never, 'candidate')}"] if never else []
        return Table(["candidate", *(index.short for index in self.indices)], rows, title, notes)

    def agreement_table(self) -> Table:
        """Return which other index agrees most, and which least, with each index, as a table."""
        rows: list[list[Any]] = []
        for i, index in enumerate(self.indices):
            others = sorted((float(x), j) for j, x in enumerate(self.percentages[i]) if j != i)
            if others:
                (least, near), (most, far) = others[0], others[-1]
                names = self.indices[near].short, self.indices[far].short
                rows.append([index.short, names[0], round(least, 1), names[1], round(most, 1)])
        groups = [[self._short(key) for key in group] for group in self.groups() if len(group) > 1]
        alike = "; ".join(listed(group) for group in groups) or "none"
        note = f"indices that disagree on {_ALIKE:g}% or less, on average: {alike}"
        return Table(
            ["index", "nearest", "%", "farthest", "% "], rows, "Which indices agree", [note]
        )

    def dataset_table(self) -> Table:
        """Return how many candidates each dataset has, and which indices disagree most on it."""
        rows: list[list[Any]] = []
        upper = list(combinations(range(len(self.indices)), 2))
        for name, disagreement in self.disagreements.items():
            shares = [float(disagreement.percentages[pair]) for pair in upper]
            most = max(range(len(upper)), key=lambda i: shares[i], default=None)
            row = [name, len(disagreement.names), len(disagreement.pairs)]
            if most is None:
                rows.append([*row, None, None, None, None])
                continue
            pair = " and ".join(self.indices[place].short for place in upper[most])
            agreeing = sum(share == 0 for share in shares)
            mean = round(sum(shares) / len(shares), 1)
            rows.append([*row, mean, pair, round(shares[most], 1), agreeing])
        columns = ["dataset", "candidates", "triplets", "mean %", "most", "%", "never"]
        note = "never: pairs of indices that never disagree on candidates of the dataset"
        return Table(columns, rows, "Disagreement on each dataset", [note, *self._dropped_notes()])

    def _dropped_notes(self) -> list[str]:
        return [
            f"{dropped.dataset}, {dropped.candidate}: {dropped.why}" for dropped in self.dropped
        ]

    def _short(self, key: str) -> str:
        return next(index.short for index in self.indices if index.key == key)

    @property
    def tables(self) -> dict[str, Table]:
        """All tables by name."""
        return {
            "disagreement": self.to_table(),
            "counts": self.count_table(),
            "agreement": self.agreement_table(),
            "best": self.win_table(),
            "datasets": self.dataset_table(),
        }

    @property
    def plot(self) -> StudyPlots:
        """The charts: ``plot.disagreement()``, ``.wins()``, ``.preferences(first, second)``."""
        from partwise.ensembles.plots import StudyPlots

        return StudyPlots(self)

    def to_markdown(self) -> str:
        """Return all tables in Markdown."""
        return "\n\n".join(table.to_markdown() for table in self.tables.values()) + "\n"

    def _full_table(self) -> Table:
        rows: list[list[Any]] = [
            [
                self.indices[i].key,
                self.indices[j].key,
                int(self.counts[i, j]),
                self.triplets,
                float(self.percentages[i, j]),
            ]
            for i, j in combinations(range(len(self.indices)), 2)
        ]
        return Table(["first", "second", "disagree", "triplets", "percent"], rows)

    def _content(self) -> dict[str, Any]:
        return {
            "indices": self.indices,
            "rule": self.rule,
            "triplets": self.triplets,
            "counts": self.counts,
            "percentages": self.percentages,
            "groups": self.groups(),
            "wins": self.wins,
            "datasets": {
                name: {
                    "scores": self.scores[name],
                    "triplets": len(disagreement.pairs),
                    "counts": disagreement.counts,
                }
                for name, disagreement in self.disagreements.items()
            },
            "dropped": self.dropped,
        }


def _known(names: Sequence[str]) -> str:
    shown = ", ".join(names[:20])
    return f"the candidates are {shown}{' and more' if len(names) > 20 else ''}"
