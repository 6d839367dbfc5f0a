"""Scores of whole candidates from a reference that labels a sample of whole clusters."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from partwise.base import InputError, Table, many
from partwise.catalogue import Index, as_indices
from partwise.catalogue import indices as all_indices
from partwise.clusterings import NoisePolicy, Policies
from partwise.comparison.answer import Estimates
from partwise.comparison.uncertainty.estimates import Difference, Estimate
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.comparison.uncertainty.partial_truth import Design, difference_whole
from partwise.comparison.uncertainty.partial_truth import estimate_whole as of_truth
from partwise.engines import candidates_of
from partwise.scoring import ByIndex, Which, for_people

if TYPE_CHECKING:
    from partwise.comparison.uncertainty.partial_truth import Draws


class WholeEstimates(Estimates):
    """Estimated scores of whole candidates: a mapping candidate → key → estimate.

    Made by :func:`estimate_whole`; prints as a table.
    """

    def __init__(
        self, truths: Mapping[str, PartialTruth], indices: list[Index], options: dict[str, Any]
    ) -> None:
        self._truths = dict(truths)
        self._options = options
        super().__init__(
            indices, {name: of_truth(truth, indices, **options) for name, truth in truths.items()}
        )

    def differences(
        self, first: str, second: str, indices: Iterable[Which] | Which | None = None
    ) -> ByIndex[Difference]:
        """Estimate how much two whole candidates differ, from the same labelled clusters."""
        self[first], self[second]
        chosen = self.indices if indices is None else as_indices(indices)
        pair = self._truths[first], self._truths[second]
        differences = difference_whole(*pair, chosen, **self._options)
        return ByIndex(differences, pair=(first, second))

    @cached_property
    def _sizes(self) -> str:
        truth = next(iter(self._truths.values()))
        labelled = f"{truth.table.n:,} of {many(truth.n, 'item')}"
        return f"{labelled} labelled, in {many(truth.table.k_a, 'whole reference cluster')}"

    def to_table(self) -> Table:
        """Return a line for each index and candidate: the labelled part, and the whole."""
        columns = ["index", "candidate", "labelled part", "whole", "standard error", "low", "high"]
        rows: list[list[Any]] = [
            [index.short, name, e.value, _whole(e), e.standard_error, e.low, e.high, e.note]
            for index, name, e in self._rows()
        ]
        return replace(for_people(Table([*columns, "note"], rows)), title=self._sizes)

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
    return e.value if e.corrected is None and not e.note else e.corrected


def estimate_whole(
    reference: object,
    candidates: object,
    indices: Iterable[Which] | Which | None = None,
    *,
    sampling: Design = "clusters",
    clusters: int | None = None,
    draws: Draws | None = None,
    level: float = 0.95,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
) -> WholeEstimates:
    """Estimate the scores of whole candidates from a reference that labels some clusters whole.

    The candidates cluster all items; the reference covers a sample. On the labelled items alone
    scores are too good: most of what a candidate wrongly merges with a labelled item has no label.
    Since labelled clusters are complete, each labelled item is known to be together with every
    other item of its candidate cluster or not; that is what the estimates rest on.

    Parameters
    ----------
    reference : labels of some items, in whole clusters
        A mapping item → label, labels with None for the items that have none, or a frame or file.
    candidates : as in :func:`~partwise.compare`
        Each has a label for every item.
    indices : iterable of str, Index or callable, optional
        Which indices; the recommended pair-counting ones if not given. Others have no estimate.
    sampling : {"clusters", "clusters of items"}
        Whether all clusters of the reference were equally likely to be labelled, or items were
        drawn and the whole cluster of each was labelled, which finds larger clusters more often.
    clusters : int, optional
        How many clusters the reference of the whole has, for ``sampling="clusters"``.
    draws : mapping label → int, optional
        How often each cluster was drawn, for ``sampling="clusters of items"``; once if not given.
    level : float
        Of the confidence intervals.
    noise, noise_label
        As in :func:`~partwise.score`, but "drop" is refused: the candidates need all items. Items
        without a label in the reference are those not labelled, so there is no ``missing=``; nor
        are there weights, as the estimates rest on numbers of pairs.

    Returns
    -------
    WholeEstimates
        By candidate and index; ``value`` is the score of the labelled items alone, ``corrected``
        the estimate for the whole. Prints as a table.

    Examples
    --------
    >>> import numpy as np
    >>> truth, found = np.arange(3000) // 5, np.arange(3000) // 6
    >>> labelled = [int(t) if t % 7 == 0 else None for t in truth]
    >>> print(estimate_whole(labelled, {"found": found}, ["CC"]))
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
    reference, by_name = candidates_of(reference, candidates)
    policies, truths = Policies(noise, noise_label), {}
    for name, labels in by_name.items():
        try:
            truths[name] = PartialTruth.of(reference, labels, policies)
        except InputError as error:
            raise error.about(name) from None
    options = {"level": level, "sampling": sampling, "clusters": clusters, "draws": draws}
    return WholeEstimates(truths, chosen, options)
