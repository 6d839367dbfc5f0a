"""Scores of whole candidates from labels of some of the items."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypedDict, Unpack, cast, get_args, overload

from partwise.base import Either, InputError, Option, Table, many
from partwise.catalogue import Index, as_indices
from partwise.catalogue import indices as all_indices
from partwise.clusterings import NoisePolicy, Policies
from partwise.comparison.answer import Estimates
from partwise.comparison.estimating_pairs import PairEstimates, estimate_by_pairs
from partwise.comparison.uncertainty.api import difference_of, estimates_of
from partwise.comparison.uncertainty.cluster_designs import (
    ClusterDesign,
    Design,
    Draws,
    SamplingWeights,
    Whole,
    design_option,
)
from partwise.comparison.uncertainty.design_checks import NOT_CHECKED, check_clusters, check_items
from partwise.comparison.uncertainty.estimates import Difference, Estimate, check_level
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.comparison.uncertainty.labelled_items import of_finite_whole
from partwise.comparison.uncertainty.pair_samples import PairDesign
from partwise.comparison.uncertainty.partial_truth import difference_clusters, estimate_clusters
from partwise.engines import Inputs, candidates_of, read_clusterings, three_way_of
from partwise.scoring import ByIndex, Which, for_people

_DESIGNS: dict[Design, str] = {
    "random items": "items were drawn at random, and each was labelled",
    "random clusters": "whole reference clusters were drawn at random, all equally likely",
    "clusters of random items": "items were drawn at random, and the whole cluster of each was "
    "labelled, so that larger clusters were found more often",
}
_GOES_WITH: dict[str, Design] = {"clusters": "random clusters", "draws": "clusters of random items"}


class Sample(Protocol):
    """Labels of a part, read for one design: what it says about whole candidates."""

    @property
    def title(self) -> str:
        """How much is labelled."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What to know about the labels."""

    @property
    def names(self) -> tuple[str, ...]:
        """The candidates."""

    def estimates(self, name: str, indices: list[Index]) -> Mapping[str, Estimate]:
        """Estimate scores of a candidate."""

    def differences(
        self, first: str, second: str, indices: list[Index]
    ) -> Mapping[str, Difference]:
        """Estimate how much two candidates differ."""


class SampleEstimates(Estimates):
    """Estimated scores of whole candidates: a mapping candidate → key → estimate.

    Made by :func:`estimate`; prints as a table.
    """

    of_the_whole = True
    about = (
        "The confidence intervals describe these candidates on all items: how much another draw of "
        "labels would change the estimates."
    )

    def __init__(self, indices: list[Index], sample: Sample) -> None:
        super().__init__(indices, {name: sample.estimates(name, indices) for name in sample.names})
        self._sample = sample

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the labels, for example that they could not be checked."""
        return self._sample.notes

    def differences(
        self, first: str, second: str, indices: Iterable[Which] | Which | None = None
    ) -> ByIndex[Difference]:
        """Estimate the score of one whole candidate minus that of another, from the same labels."""
        self[first], self[second]
        chosen = list(self.indices) if indices is None else as_indices(indices)
        differences = self._sample.differences(first, second, chosen)
        return ByIndex(differences, pair=(first, second), about=self.about)

    def to_table(self) -> Table:
        """Return one line per index and candidate: the labelled part's score, and the estimate."""
        columns = ["index", "candidate", "labelled part", "whole", "standard error", "low", "high"]
        rows: list[list[Any]] = [
            [index.short, name, e.value, _whole(e), e.standard_error, e.low, e.high, e.note]
            for index, name, e in self._rows()
        ]
        table = for_people(Table([*columns, "note"], rows), self.about)
        return replace(table, title=self._sample.title, notes=[*self.notes, *table.notes])

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
class _Part:
    """The labelled part of each candidate."""

    truths: Mapping[str, PartialTruth]
    level: float
    notes: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.truths)

    def _sizes(self, what: str) -> str:
        truth = next(iter(self.truths.values()))
        return f"{truth.table.n:,} of {truth.n:,} items labelled, {what}"


@dataclass(frozen=True)
class _Items(_Part):
    """Items were drawn: the labelled part is a sample, and its scores estimate those of all."""

    inputs: Inputs
    whole: Whole

    @property
    def title(self) -> str:
        return self._sizes("drawn at random")

    def estimates(self, name: str, indices: list[Index]) -> Mapping[str, Estimate]:
        estimates = estimates_of(self.truths[name].table, indices, self.level)
        return {key: of_finite_whole(e, self._share) for key, e in estimates.items()}

    def differences(
        self, first: str, second: str, indices: list[Index]
    ) -> Mapping[str, Difference]:
        inputs = self.inputs
        sides = inputs.reference, inputs.candidates[first], inputs.candidates[second]
        counts = three_way_of(sides, (inputs.table(first), inputs.table(second)))
        differences = difference_of(counts, indices, self.level)
        return {key: of_finite_whole(d, self._share) for key, d in differences.items()}

    @property
    def _share(self) -> float:
        """The share of items that are labelled; 0 if only a neighbourhood is at hand."""
        truth = next(iter(self.truths.values()))
        return truth.table.n / truth.n if self.whole == "all" else 0.0


@dataclass(frozen=True)
class _Clusters(_Part):
    """Whole clusters were drawn: each knows its part of the pairs of the whole."""

    design: ClusterDesign

    @property
    def title(self) -> str:
        truth = next(iter(self.truths.values()))
        return self._sizes(f"in {many(truth.table.k_a, 'whole reference cluster')}")

    def estimates(self, name: str, indices: list[Index]) -> Mapping[str, Estimate]:
        return estimate_clusters(self.truths[name], indices, self.design, self.level)

    def differences(
        self, first: str, second: str, indices: list[Index]
    ) -> Mapping[str, Difference]:
        pair = self.truths[first], self.truths[second]
        return difference_clusters(*pair, indices, self.design, self.level)


class _Options(TypedDict, total=False):
    design: Design | PairDesign | None
    clusters: int | None
    draws: Draws | None
    sampling_weights: SamplingWeights | None
    whole: Whole
    level: float
    noise: NoisePolicy | None
    noise_label: Hashable


@overload
def estimate(
    reference: object,
    candidates: object,
    indices: Iterable[Which] | Which | None = None,
    *,
    pairs: None = None,
    **options: Unpack[_Options],
) -> SampleEstimates: ...
@overload
def estimate(
    reference: object,
    candidates: object,
    indices: Iterable[Which] | Which | None = None,
    *,
    pairs: object,
    **options: Unpack[_Options],
) -> PairEstimates: ...
def estimate(
    reference: object,
    candidates: object,
    indices: Iterable[Which] | Which | None = None,
    *,
    design: Design | PairDesign | None = None,
    clusters: int | None = None,
    draws: Draws | None = None,
    sampling_weights: SamplingWeights | None = None,
    whole: Whole = "all",
    pairs: object = None,
    level: float = 0.95,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
) -> SampleEstimates | PairEstimates:
    """Estimate the scores of whole candidates from a reference that labels only some of the items.

    The candidates cluster all items, and the reference covers a sample of them. The estimates
    depend on how the sample was drawn, so ``design`` has no default.

    Parameters
    ----------
    reference : labels of some items
        A mapping item → label, labels with None for unlabelled items, or a frame or file.
    candidates : as in :func:`~partwise.compare`
        Each has a label for every item.
    indices : iterable of str, Index or callable, optional
        Which indices; by default, the recommended pair-counting ones.
    design : {"random items", "random clusters", "clusters of random items"}
        How the sample was drawn. "random items": items at random. "random clusters": whole clusters
        of the reference, all equally likely. "clusters of random items": items at random, and then
        the whole cluster of each was labelled, so that larger clusters were found more often.
    clusters : int, optional
        How many clusters the complete reference has, for "random clusters".
    draws : mapping label → int, optional
        How often each cluster was drawn, for "clusters of random items". By default, the number
        expected for a cluster of its size; once if ``whole="neighbourhood"``.
    sampling_weights : mapping label → float, optional
        Inverse inclusion probabilities of the labelled clusters, for any other design of whole
        clusters. Pass it instead of ``design``.
    whole : {"all", "neighbourhood"}
        "all": the candidates have all items. "neighbourhood": they have at least all items of the
        candidate clusters that contain labelled items; indices that need the total number of items
        are then refused.
    pairs : frame, file, list of tuples, or graph, optional
        With None as the reference: pairs of items that people judged, with columns left, right and
        match, and also probability if some pairs were more likely to be drawn than others. The
        design is then "random pairs" (from all pairs), "random joined pairs" (from those that the
        candidate joins), "random blocked pairs" (from those that blocking left; with
        probabilities) or "pairs of random records" (of records in the column left). With a
        reference: the edges of a graph, over which to count pairs, for graph-aware indices.
    level : float
        Confidence level of the intervals.
    noise, noise_label
        As in :func:`~partwise.score`, except that the candidates need all items, so you cannot pass
        "drop". There is no ``missing=``, because items without a label in the reference count as
        not labelled, and no ``weights=``, because the estimates need numbers of pairs.

    Returns
    -------
    SampleEstimates
        An estimate per candidate and index; prints as a table. ``value`` is the score of the
        labelled items alone, and ``corrected`` the estimate for all items if it differs.

    Examples
    --------
    >>> import numpy as np
    >>> truth, found = np.arange(3000) // 5, np.arange(3000) // 6
    >>> labelled = [int(t) if t % 7 == 0 else None for t in truth]
    >>> print(estimate(labelled, {"found": found}, ["CC"], design="random clusters"))
    430 of 3,000 items labelled, in 86 whole reference clusters
    index  candidate  labelled part   whole  standard error     low    high
    CC     found             0.8171  0.5985          0.0224  0.5522  0.6410
    The confidence intervals describe ...
    >>> import partwise as pw
    >>> round(pw.score(truth, found, "CC"), 3)  # of all items
    0.596
    """
    if indices is None:
        chosen = [index for index in all_indices() if index.kind == "pairs"]
    else:
        chosen = as_indices(indices)
    check_level(level)
    options = {"clusters": clusters, "draws": draws, "sampling_weights": sampling_weights}
    if pairs is not None:
        _check_alone(options, whole)
        policies = Policies(noise, noise_label)
        return estimate_by_pairs(reference, candidates, chosen, pairs, design, policies, level)
    _check_design(design, whole, options)
    reference, by_name = candidates_of(reference, candidates)
    labels = reference, by_name, Policies(noise, noise_label)
    if design == "random items":
        return SampleEstimates(chosen, _of_items(*labels, level, whole))
    of_clusters = cast("Design | None", design)  # as was checked
    drawn = ClusterDesign(of_clusters, whole, clusters, draws, sampling_weights)
    return SampleEstimates(chosen, _of_clusters(*labels, level, drawn))


def _check_alone(options: Mapping[str, object], whole: object) -> None:
    """Refuse beside pairs= what is about labelled items."""
    passed = [name for name, value in options.items() if value is not None]
    if passed or whole != "all":
        name = passed[0] if passed else "whole"
        raise InputError((Option(name), " is for labelled items, but these are pairs"))


def _check_design(design: object, whole: object, options: Mapping[str, object]) -> None:
    """Refuse what is no design, and what goes with another one."""
    passed = [name for name, value in options.items() if value is not None]
    if design is None and passed != ["sampling_weights"]:
        raise InputError("say how the labelled items were drawn", remedy=_all_designs())
    if design is not None and design not in _DESIGNS:
        raise InputError(f"there is no design {design!r}", remedy=_all_designs())
    if whole not in get_args(Whole):
        raise InputError(f'whole= must be "all" or "neighbourhood", not {whole!r}')
    for name in passed:
        partner = _GOES_WITH.get(name)
        if design != partner:
            other = "another design" if partner is None else design_option(partner)
            raise InputError(
                (Option(name), " goes with ", other),
                remedy=f"leave out one of {name}= and design=",
            )


def _all_designs() -> list[str | Option | Either]:
    """Explain the designs."""
    remedy: list[str | Option | Either] = ["pass ", Option("design"), ":"]
    for name, meaning in _DESIGNS.items():
        remedy += ["\n  ", design_option(name), f": {meaning}"]
    return remedy


def _of_items(
    reference: object,
    candidates: Mapping[str, object],
    policies: Policies,
    level: float,
    whole: Whole,
) -> _Items:
    def check(truth: PartialTruth) -> str | None:
        return check_items(truth) if whole == "all" else NOT_CHECKED

    truths, notes = _read(reference, candidates, policies, check)
    inputs = read_clusterings(reference, candidates, replace(policies, missing="drop"))
    return _Items(truths, level, notes, inputs, whole)


def _of_clusters(
    reference: object,
    candidates: Mapping[str, object],
    policies: Policies,
    level: float,
    design: ClusterDesign,
) -> _Clusters:
    def check(truth: PartialTruth) -> str | None:
        design.check(truth)
        return check_clusters(truth, design)

    truths, notes = _read(reference, candidates, policies, check)
    return _Clusters(truths, level, notes, design)


def _read(
    reference: object,
    candidates: Mapping[str, object],
    policies: Policies,
    check: Callable[[PartialTruth], str | None],
) -> tuple[dict[str, PartialTruth], tuple[str, ...]]:
    """Read the labelled part of each candidate; return notes if none tells the design."""
    truths, notes = {}, set()
    for name, labels in candidates.items():
        try:
            truths[name] = PartialTruth.of(reference, labels, policies)
            if not truths[name].n:
                raise InputError("there are no items")
            notes.add(check(truths[name]))
        except InputError as error:
            raise error.about(name) from None
    return truths, tuple(note for note in notes if note is not None and None not in notes)
