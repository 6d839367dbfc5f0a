"""Scores of whole candidates from a reference that labels a sample of whole clusters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from partwise.base import InputError, Table, many
from partwise.catalogue import Index, as_indices
from partwise.catalogue import indices as all_indices
from partwise.comparison.answer import ByIndex, Estimates
from partwise.comparison.uncertainty.estimates import Difference
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.comparison.uncertainty.partial_truth import Design, difference_whole
from partwise.comparison.uncertainty.partial_truth import estimate_whole as of_truth
from partwise.engines import candidates_of
from partwise.scoring import Which

if TYPE_CHECKING:
    from partwise.comparison.uncertainty.partial_truth import Draws


class WholeEstimates(Estimates):
    """Estimated scores of whole candidates: a mapping candidate → key → estimate.

    Made by :func:`estimate_whole`; prints as a table.
    """

    of_the_whole = True

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
        return ByIndex(difference_whole(*pair, chosen, **self._options))

    @cached_property
    def _sizes(self) -> str:
        truth = next(iter(self._truths.values()))
        labelled = f"{truth.table.n:,} of {many(truth.n, 'item')}"
        return f"{labelled} labelled, in {many(truth.table.k_a, 'whole reference cluster')}"

    def to_table(self) -> Table:
        """Return a line for each index and candidate: the labelled part, and the whole."""
        rows: list[list[Any]] = []
        for index, name, e in self._rows():
            whole = e.value if e.corrected is None and not e.note else e.corrected
            rows.append([index.short, name, e.value, whole, e.standard_error, e.low, e.high])
        columns = ["index", "candidate", "labelled part", "whole", "standard error", "low", "high"]
        return Table(columns, rows, self._sizes, self._notes())


def estimate_whole(
    reference: object,
    candidates: object,
    indices: Iterable[Which] | Which | None = None,
    *,
    sampling: Design = "clusters",
    clusters: int | None = None,
    draws: Draws | None = None,
    level: float = 0.95,
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
        Which indices; all pair-counting ones if not given. Others have no estimate.
    sampling : {"clusters", "clusters of items"}
        Whether all clusters of the reference were equally likely to be labelled, or items were
        drawn and the whole cluster of each was labelled, which finds larger clusters more often.
    clusters : int, optional
        How many clusters the reference of the whole has, for ``sampling="clusters"``.
    draws : mapping label → int, optional
        How often each cluster was drawn, for ``sampling="clusters of items"``; once if not given.
    level : float
        Of the confidence intervals.

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
    index  candidate  labelled part     whole  standard error       low      high
    CC     found           0.817124  0.598465       0.0224115  0.553583  0.643347
    >>> import partwise as pw
    >>> round(pw.score(truth, found, "CC"), 3)  # of all items
    0.596
    """
    if indices is None:
        chosen = [index for index in all_indices() if index.kind == "pairs"]
    else:
        chosen = as_indices(indices)
    reference, by_name = candidates_of(reference, candidates)
    truths = {}
    for name, labels in by_name.items():
        try:
            truths[name] = PartialTruth.of(reference, labels)
        except InputError as error:
            raise error.about(name) from None
    options = {"level": level, "sampling": sampling, "clusters": clusters, "draws": draws}
    return WholeEstimates(truths, chosen, options)
