"""Scores of whole candidates from labels of a part: which design, read once, one function each."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from partwise.base import Either, InputError, Option, Table, many
from partwise.catalogue import Index, as_indices
from partwise.catalogue import indices as all_indices
from partwise.clusterings import NoisePolicy, Policies
from partwise.comparison.answer import Estimates
from partwise.comparison.uncertainty.api import difference_of
from partwise.comparison.uncertainty.api import estimate as estimate_table
from partwise.comparison.uncertainty.estimates import Difference, Estimate, check_level
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.comparison.uncertainty.partial_truth import difference_whole, estimate_whole
from partwise.engines import candidates_of, read_clusterings, three_way_of
from partwise.scoring import ByIndex, Which, for_people

if TYPE_CHECKING:
    from partwise.comparison.uncertainty.partial_truth import Draws

Design: TypeAlias = Literal["random items", "random clusters", "clusters of random items"]
Whole: TypeAlias = Literal["all", "neighbourhood"]

_DESIGNS: dict[Design, str] = {
    "random items": "items were drawn at random, and each was labelled",
    "random clusters": "whole reference clusters were drawn at random, all equally likely",
    "clusters of random items": "items were drawn at random, and the whole cluster of each was "
    "labelled, so that larger clusters were found more often",
}


class SampleEstimates(Estimates):
    """Estimated scores of whole candidates: a mapping candidate → key → estimate.

    Made by :func:`estimate`; prints as a table.
    """

    of_the_whole = True

    def __init__(
        self,
        indices: list[Index],
        estimates: Mapping[str, Mapping[str, Estimate]],
        differ: Callable[[str, str, list[Index]], Mapping[str, Difference]],
        title: str,
    ) -> None:
        super().__init__(indices, estimates)
        self._differ = differ
        self._title = title

    def differences(
        self, first: str, second: str, indices: Iterable[Which] | Which | None = None
    ) -> ByIndex[Difference]:
        """Estimate how much two whole candidates differ, from the same labels."""
        self[first], self[second]
        chosen = list(self.indices) if indices is None else as_indices(indices)
        return ByIndex(self._differ(first, second, chosen), pair=(first, second))

    def to_table(self) -> Table:
        """Return a line for each index and candidate: the labelled part, and the whole."""
        columns = ["index", "candidate", "labelled part", "whole", "standard error", "low", "high"]
        rows: list[list[Any]] = [
            [index.short, name, e.value, _whole(e), e.standard_error, e.low, e.high, e.note]
            for index, name, e in self._rows()
        ]
        return replace(for_people(Table([*columns, "note"], rows)), title=self._title)

    def _full_table(self) -> Table:
        columns = ["candidate", "index", "labelled_part", "whole", "standard_error", "low", "high"]
        rows: list[list[Any]] = [
            [name, key, e.value, _whole(e), e.standard_error, e.low, e.high, e.level, e.note]
            for name, estimates in self.items()
            for key, e in estimates.items()
        ]
        return Table([*columns, "level", "note"], rows)


def _whole(e: Estimate) -> float | None:
    """Return the estimate for the whole; None if there is none."""
    return e.value if e.corrected is None and e.low is not None else e.corrected


@dataclass(frozen=True)
class _Labels:
    """What was passed: labels of a part, candidates by name, and what to estimate."""

    reference: object
    candidates: Mapping[str, object]
    indices: list[Index]
    level: float
    policies: Policies

    def truths(self) -> dict[str, PartialTruth]:
        """Return the labelled part of each candidate."""
        truths = {}
        for name, labels in self.candidates.items():
            try:
                truths[name] = PartialTruth.of(self.reference, labels, self.policies)
            except InputError as error:
                raise error.about(name) from None
        return truths


def estimate(
    reference: object,
    candidates: object,
    indices: Iterable[Which] | Which | None = None,
    *,
    design: Design | None = None,
    clusters: int | None = None,
    draws: Draws | None = None,
    level: float = 0.95,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
) -> SampleEstimates:
    """Estimate the scores of whole candidates from a reference that labels a part of the items.

    The candidates cluster all items; the reference covers a sample. What the labels say about the
    whole depends on how they were drawn, so there is no default: say which ``design`` it was.

    Parameters
    ----------
    reference : labels of some items
        A mapping item → label, labels with None for the items that have none, or a frame or file.
    candidates : as in :func:`~partwise.compare`
        Each has a label for every item.
    indices : iterable of str, Index or callable, optional
        Which indices; the recommended pair-counting ones if not given.
    design : {"random items", "random clusters", "clusters of random items"}
        Items were drawn at random, and each was labelled; whole clusters of the reference were
        drawn, all equally likely; or items were drawn at random and the whole cluster of each was
        labelled, which finds larger clusters more often.
    clusters : int, optional
        How many clusters the reference of the whole has, for "random clusters".
    draws : mapping label → int, optional
        How often each cluster was drawn, for "clusters of random items"; once if not given.
    level : float
        Of the confidence intervals.
    noise, noise_label
        As in :func:`~partwise.score`, but "drop" is refused: the candidates need all items. Items
        without a label in the reference are those not labelled, so there is no ``missing=``; nor
        are there weights of items, as the estimates rest on numbers of pairs.

    Returns
    -------
    SampleEstimates
        By candidate and index; ``value`` is the score of the labelled items alone, ``corrected``
        the estimate for the whole where it is another number. Prints as a table.

    Examples
    --------
    >>> import numpy as np
    >>> truth, found = np.arange(3000) // 5, np.arange(3000) // 6
    >>> labelled = [int(t) if t % 7 == 0 else None for t in truth]
    >>> print(estimate(labelled, {"found": found}, ["CC"], design="random clusters"))
    430 of 3000 items labelled, in 86 whole reference clusters
    index  candidate  labelled part   whole  standard error     low    high
    CC     found             0.8171  0.5985          0.0224  0.5536  0.6433
    >>> import partwise as pw
    >>> round(pw.score(truth, found, "CC"), 3)  # of all items
    0.596
    """
    if indices is None:
        chosen = [index for index in all_indices() if index.kind == "pairs"]
    else:
        chosen = as_indices(indices)
    check_level(level)
    reference, by_name = candidates_of(reference, candidates)
    labels = _Labels(reference, by_name, chosen, level, Policies(noise, noise_label))
    if design == "random items":
        _check_unused("random items", clusters=clusters, draws=draws)
        return _of_items(labels)
    if design == "random clusters":
        _check_unused("random clusters", draws=draws)
        return _of_clusters(labels, sampling="clusters", clusters=clusters)
    if design == "clusters of random items":
        _check_unused("clusters of random items", clusters=clusters)
        return _of_clusters(labels, sampling="clusters of items", draws=draws)
    raise _no_design(design)


def _no_design(design: object) -> InputError:
    """Explain the designs where none of them was passed."""
    problem = "say how the labelled items were drawn"
    if design is not None:
        problem = f"there is no design {design!r}"
    remedy: list[str | Option | Either] = ["pass ", Option("design"), ":"]
    for name, meaning in _DESIGNS.items():
        remedy += ["\n  ", design_option(name), f": {meaning}"]
    return InputError(problem, remedy=remedy)


def design_option(design: Design) -> Either:
    """Return how a design is passed: ``design="random items"`` and ``--design random-items``."""
    option = Option("design", design)
    return Either(option.in_python, f"--design {design.replace(' ', '-')}")


def _check_unused(design: Design, **options: object) -> None:
    """Refuse what goes with another design."""
    partner: dict[str, Design] = {
        "clusters": "random clusters",
        "draws": "clusters of random items",
    }
    for name, value in options.items():
        if value is not None:
            raise InputError(
                (Option(name), " goes with ", design_option(partner[name])),
                remedy=("leave it out with ", design_option(design)),
            )


def _of_items(labels: _Labels) -> SampleEstimates:
    """Items were drawn: the labelled part is a sample, and its scores estimate those of all."""
    truths = labels.truths()
    estimates = {
        name: estimate_table(truth.table, labels.indices, labels.level)
        for name, truth in truths.items()
    }

    def differ(first: str, second: str, indices: list[Index]) -> Mapping[str, Difference]:
        both = {name: labels.candidates[name] for name in (first, second)}
        inputs = read_clusterings(labels.reference, both, replace(labels.policies, missing="drop"))
        sides = inputs.reference, inputs.candidates[first], inputs.candidates[second]
        counts = three_way_of(sides, (inputs.table(first), inputs.table(second)))
        return difference_of(counts, indices, labels.level)

    return SampleEstimates(labels.indices, estimates, differ, _sizes(truths, "drawn at random"))


def _of_clusters(labels: _Labels, **design: Any) -> SampleEstimates:
    """Whole clusters were drawn: each knows its part of the pairs of the whole."""
    truths = labels.truths()
    estimates = {
        name: estimate_whole(truth, labels.indices, labels.level, **design)
        for name, truth in truths.items()
    }

    def differ(first: str, second: str, indices: list[Index]) -> Mapping[str, Difference]:
        return difference_whole(truths[first], truths[second], indices, labels.level, **design)

    truth = next(iter(truths.values()))
    what = f"in {many(truth.table.k_a, 'whole reference cluster')}"
    return SampleEstimates(labels.indices, estimates, differ, _sizes(truths, what))


def _sizes(truths: Mapping[str, PartialTruth], what: str) -> str:
    truth = next(iter(truths.values()))
    return f"{truth.table.n:,} of {many(truth.n, 'item')} labelled, {what}"
