"""The paper's two tests: for a constant baseline, and for selection bias."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import Cell, InputError, Result, Table, TextResult, many, p_text, tracked
from partwise.catalogue import ByName, Index, as_index
from partwise.chance.group_tests import GroupTest, anova, combined, shares_of_wins
from partwise.chance.random_candidates import Which, random_scores, some_indices
from partwise.chance.sampling import Seed
from partwise.chance.size_laws import Power, SizeRule, rule_name, sizes_by

if TYPE_CHECKING:
    from partwise.chance.plots import BaselineTestPlots

PAPER_ITEMS = range(50, 1001, 50)
PAPER_REFERENCE = Power(0.5)
PAPER_CANDIDATES = (Power(0.25), Power(0.5), Power(0.75))

_Asked: TypeAlias = Literal["constant baseline", "selection bias"]
_Pool: TypeAlias = dict[str, NDArray[np.float64]]
"""Scores by index, with a row for each kind of candidate."""


@dataclass(frozen=True)
class TestedIndex(TextResult):
    """The result of a test for one index, for each number of items."""

    __test__ = False  # not a test to pytest

    index: Index
    findings: tuple[GroupTest, ...]

    def __str__(self) -> str:
        tests = many(len(self.findings), "test")
        return f"{self.index.label}: {p_text(self.p_value)} ({tests}, by Fisher's method)"

    @property
    def p_value(self) -> float:
        """The p-values of all numbers of items, combined by Fisher's method; NaN if none."""
        return combined(finding.p_value for finding in self.findings)

    @property
    def undefined(self) -> int:
        """For how many numbers of items the index is undefined, so that there is no p-value."""
        return sum(math.isnan(finding.p_value) for finding in self.findings)

    @property
    def constant(self) -> int:
        """For how many numbers of items the index has the same value for all candidates."""
        return sum(finding.constant for finding in self.findings)

    def rejected(self, alpha: float = 0.05) -> bool:
        """Return whether the hypothesis is rejected: p < alpha."""
        return self.p_value < alpha


@dataclass(frozen=True)
class BaselineTest(Result):
    """The results of a baseline test for several indices.

    Made by :func:`constant_baseline_test` and :func:`selection_bias_test`; prints as a table.

    Parameters
    ----------
    asked : {"constant baseline", "selection bias"}
        Which hypothesis was tested.
    results : dict of key → TestedIndex
        The result for each index.
    items : tuple of int
        The numbers of items that were tested.
    candidates : tuple of str
        The kinds of candidates, named after their numbers of clusters.
    samples : int
        How many random candidates of each kind were drawn for each number of items.
    alpha : float
        The p-value below which tables say "rejected".
    """

    asked: _Asked
    results: ByName[TestedIndex]
    items: tuple[int, ...]
    candidates: tuple[str, ...]
    samples: int
    alpha: float = 0.05

    def __getitem__(self, which: Which) -> TestedIndex:
        """Return the result for an index."""
        key = as_index(which).key
        if key not in self.results:
            raise InputError(
                f"{key} was not tested; the tested indices are {', '.join(self.results)}"
            )
        return self.results[key]

    @property
    def rejected(self) -> tuple[str, ...]:
        """Keys of the indices for which the hypothesis is rejected."""
        return tuple(key for key, tested in self.results.items() if tested.rejected(self.alpha))

    @property
    def plot(self) -> BaselineTestPlots:
        """Plot the mean score or the share of wins of each kind of candidate with ``plot()``."""
        from partwise.chance.plots import BaselineTestPlots

        return BaselineTestPlots(self)

    def to_table(self) -> Table:
        """Return a row for each index: averages at the largest n, p-value, outcome."""
        what = "mean" if self.asked == "constant baseline" else "wins"
        columns = ["index", *(f"{what}, {name}" for name in self.candidates), "p", "outcome"]
        rows: list[list[Cell]] = [
            [t.index.label, *t.findings[-1].averages, t.p_value, self._outcome(t)]
            for t in self.results.values()
        ]
        return Table(columns, rows, self._title(), self._notes(), decimals=4)

    def _full_table(self) -> Table:
        columns = ["index", "items", "candidate", "average", "statistic", "p_value"]
        rows: list[list[Cell]] = [
            [key, n, name, average, finding.statistic, finding.p_value]
            for key, tested in self.results.items()
            for n, finding in zip(self.items, tested.findings, strict=True)
            for name, average in zip(self.candidates, finding.averages, strict=True)
        ]
        return Table(columns, rows)

    def _title(self) -> str:
        question = {
            "constant baseline": "Is the baseline constant?",
            "selection bias": "Is every candidate as likely to win?",
        }[self.asked]
        return f"{question} {self.samples} random candidates of each kind"

    def _outcome(self, tested: TestedIndex) -> str:
        if math.isnan(tested.p_value):
            return "undefined"
        if tested.constant == len(self.items):
            return "not rejected: the index is constant"
        return "rejected" if tested.rejected(self.alpha) else "not rejected"

    def _notes(self) -> list[str]:
        span = f"n = {self.items[0]}" + (f" to {self.items[-1]}" if len(self.items) > 1 else "")
        last = f"The other columns are for n = {self.items[-1]}."
        notes = [f"p: Fisher's method over {span}; rejected if p < {self.alpha:g}. {last}"]
        values = many(len(self.items), "value")
        for tested in self.results.values():
            for count, why in (
                (tested.undefined, "is undefined"),
                (tested.constant, "is constant"),
            ):
                if count:
                    notes.append(f"{tested.index.label} {why} for {count} of {values} of n.")
        return notes

    def _content(self) -> dict[str, Any]:
        return {
            "test": self.asked,
            "samples": self.samples,
            "alpha": self.alpha,
            "candidates": self.candidates,
            "indices": {
                key: {
                    "p": tested.p_value,
                    "outcome": self._outcome(tested),
                    "by_items": [
                        {
                            "n": n,
                            "statistic": finding.statistic,
                            "p": finding.p_value,
                            "averages": finding.averages,
                        }
                        for n, finding in zip(self.items, tested.findings, strict=True)
                    ],
                }
                for key, tested in self.results.items()
            },
        }


def constant_baseline_test(
    indices: Which | Iterable[Which],
    *,
    n: int | Iterable[int] = PAPER_ITEMS,
    samples: int = 500,
    reference_clusters: SizeRule = PAPER_REFERENCE,
    candidate_clusters: Sequence[SizeRule] = PAPER_CANDIDATES,
    alpha: float = 0.05,
    seed: Seed = 0,
    threads: int | None = None,
    progress: bool | None = None,
) -> BaselineTest:
    """Test whether random candidates have the same mean score, whatever their cluster sizes.

    The test is a one-way analysis of variance (ANOVA) of the scores for each n, with a group for
    each kind of candidate. Fisher's method combines the p-values of all n. The defaults are those
    of the paper (Appendix D.3). The test can reject a constant baseline, but cannot prove it.

    Parameters
    ----------
    indices : str, Index, function, or several
        The indices to test. All are evaluated on the same random tables.
    n : int or iterable of int
        The numbers of items to test.
    samples : int
        How many random candidates of each kind to draw for each n, at least 2.
    reference_clusters : int or function
        The number of clusters of the reference, or a function of n that returns it. The clusters
        have equal sizes, up to one item. A function may also return cluster sizes.
    candidate_clusters : sequence of int or function
        The same for each kind of candidate. At least two kinds are needed.
    alpha : float
        The p-value below which the table says "rejected".
    seed, threads
        As in :func:`~partwise.chance.sample_sums`.
    progress : bool, optional
        Whether to show a progress bar. By default, it is shown if standard error is a terminal.

    Returns
    -------
    BaselineTest

    Examples
    --------
    >>> test = constant_baseline_test(["AR", "NMI"], n=[50, 100], samples=100, seed=1)
    >>> test.rejected
    ('nmi_arithmetic',)
    """
    chosen, items = _checked(indices, n, samples, candidate_clusters, alpha)
    pools = _pools(chosen, items, samples, reference_clusters, candidate_clusters, seed, threads)
    pools = tracked(pools, len(items), "testing for a constant baseline", progress)
    results = _results(chosen, pools, lambda _, scores: anova(scores))
    names = tuple(map(rule_name, candidate_clusters))
    return BaselineTest("constant baseline", results, items, names, samples, alpha)


def selection_bias_test(
    indices: Which | Iterable[Which],
    *,
    n: int | Iterable[int] = PAPER_ITEMS,
    samples: int = 500,
    reference_clusters: SizeRule = PAPER_REFERENCE,
    candidate_clusters: Sequence[SizeRule] = PAPER_CANDIDATES,
    alpha: float = 0.05,
    seed: Seed = 0,
    threads: int | None = None,
    progress: bool | None = None,
) -> BaselineTest:
    """Test whether all kinds of random candidates are equally likely to score best.

    For each n, the test draws ``samples`` pools with one random candidate of each kind, counts how
    many pools each kind wins, and compares the counts with a χ² test. Candidates that tie for the
    best score share the win equally. With many ties, the test rejects more rarely than ``alpha``
    says, because shared wins vary less than whole ones.

    Parameters
    ----------
    indices, n, reference_clusters, candidate_clusters, alpha, seed, threads, progress
        As in :func:`constant_baseline_test`.
    samples : int
        How many pools to draw for each n. Pools with a candidate for which the index is undefined
        are left out.

    Returns
    -------
    BaselineTest

    Examples
    --------
    >>> test = selection_bias_test("Rand", n=100, samples=100, seed=1)
    >>> test["Rand"].findings[0].averages  # the candidates with the most clusters always win
    (0.0, 0.0, 1.0)
    """
    chosen, items = _checked(indices, n, samples, candidate_clusters, alpha)
    pools = _pools(chosen, items, samples, reference_clusters, candidate_clusters, seed, threads)
    pools = tracked(pools, len(items), "testing for selection bias", progress)
    results = _results(chosen, pools, lambda index, scores: shares_of_wins(_sign(index) * scores))
    names = tuple(map(rule_name, candidate_clusters))
    return BaselineTest("selection bias", results, items, names, samples, alpha)


def _checked(
    indices: Which | Iterable[Which],
    n: int | Iterable[int],
    samples: int,
    candidates: Sequence[SizeRule],
    alpha: float,
) -> tuple[list[Index], tuple[int, ...]]:
    """Return indices and numbers of items; refuse what cannot be tested."""
    chosen = some_indices(indices)
    items = tuple(n) if isinstance(n, Iterable) else (n,)
    if not items or min(items) < 2:
        raise InputError("n= must be one or more numbers of items, each at least 2")
    if samples < 2:
        raise InputError(f"samples= must be at least 2, not {samples}")
    if len(candidates) < 2:
        raise InputError(
            f"candidate_clusters= must have at least two kinds of candidates, not {len(candidates)}"
        )
    if not 0 < alpha < 1:
        raise InputError(f"alpha= must be between 0 and 1, not {alpha}")
    return chosen, items


def _sign(index: Index) -> int:
    return 1 if index.direction == "similarity" else -1


def _results(
    chosen: Sequence[Index],
    pools: Iterable[_Pool],
    test: Callable[[Index, NDArray[np.float64]], GroupTest],
) -> ByName[TestedIndex]:
    """Test each index on each pool."""
    tests = [{index.key: test(index, pool[index.key]) for index in chosen} for pool in pools]
    return ByName(
        (index.key, TestedIndex(index, tuple(by_key[index.key] for by_key in tests)))
        for index in chosen
    )


def _pools(
    chosen: Sequence[Index],
    items: Sequence[int],
    samples: int,
    reference: SizeRule,
    candidates: Sequence[SizeRule],
    seed: Seed,
    threads: int | None,
) -> Iterable[_Pool]:
    """Yield the scores for each n; refuse sizes before the first is drawn."""
    specified = [
        (sizes_by(reference, n), [sizes_by(rule, n) for rule in candidates]) for n in items
    ]
    generator = np.random.default_rng(seed)

    def pool(sizes: tuple[Sequence[int], list[Sequence[int]]]) -> _Pool:
        rows, kinds = sizes
        by_kind = [
            random_scores(rows, columns, chosen, samples, seed=generator, threads=threads)
            for columns in kinds
        ]
        return {
            index.key: np.array([scores[index.key].values for scores in by_kind])
            for index in chosen
        }

    return map(pool, specified)
