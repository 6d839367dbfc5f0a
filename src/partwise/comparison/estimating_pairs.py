"""Scores of whole candidates from pairs: judged by people, or the edges of a graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isnan, nan
from typing import Any, get_args

from partwise.base import Cell, Either, InputError, Option, Table, many
from partwise.catalogue import Index
from partwise.clusterings import Policies, is_networkx
from partwise.comparison.answer import Estimates
from partwise.comparison.uncertainty.cluster_designs import design_option
from partwise.comparison.uncertainty.estimates import Estimate
from partwise.comparison.uncertainty.judged_pairs import (
    NO_CLUSTERS,
    check_draws,
    estimate_pairs,
)
from partwise.comparison.uncertainty.pair_samples import JudgedPairs, PairDesign, PairSample
from partwise.engines import PairRows, candidates_of, pairs_in, read_pairs
from partwise.scoring import Graph, graph_counts, is_adjacency
from partwise.tables import PairCounts

_DESIGNS: dict[PairDesign, str] = {
    "random pairs": "pairs were drawn one by one from all pairs of items, all equally likely, or "
    "each with the probability in a column of that name",
    "random joined pairs": "pairs were drawn from those that the candidate joins, which gives "
    "precision",
    "random blocked pairs": "pairs were drawn, with the probability in a column of that name, from "
    "those that passed blocking or a threshold, which gives precision",
    "pairs of random records": "records (in the column left) were drawn at random, and pairs with "
    "them were judged",
}
_EXACT = "counted over all edges"


class PairEstimates(Estimates):
    """Scores of candidates by pairs: a mapping candidate → key → estimate; prints as a table.

    Made by :func:`~partwise.estimate` with ``pairs=``.
    """

    about = (
        "The confidence intervals describe these candidates on all items: how much another draw of "
        "pairs would change the estimates."
    )

    def __init__(
        self, indices: list[Index], estimates: Mapping[str, Mapping[str, Estimate]], title: str
    ) -> None:
        super().__init__(indices, estimates)
        self._title = title

    def to_table(self) -> Table:
        """Return one line per index and candidate; notes below say why an estimate is missing."""
        table = super().to_table()
        rows = [[_or_none(cell) for cell in row] for row in table.rows]
        return replace(table, rows=rows, title=self._title)


def _or_none(cell: Cell) -> Cell:
    """Return None for a score that was refused."""
    return None if isinstance(cell, float) and isnan(cell) else cell


def estimate_by_pairs(
    reference: object,
    candidates: object,
    indices: list[Index],
    pairs: Any,
    design: str | None,
    policies: Policies,
    level: float,
) -> PairEstimates:
    """Estimate scores from judged pairs, or count those of two clusterings over edges."""
    are_edges = isinstance(pairs, Graph) or is_networkx(pairs) or is_adjacency(pairs)
    rows = None if are_edges else read_pairs(pairs)
    reference, by_name = candidates_of(reference, candidates)
    if rows is None or rows.match is None:
        edges = pairs if rows is None else list(zip(rows.left, rows.right, strict=True))
        return _over_edges(reference, by_name, indices, edges, design, policies, level)
    if reference is not None:
        raise InputError(
            "pairs= has judgements, but the reference also says which pairs match",
            remedy="pass None as the reference, or leave out the column of judgements",
        )
    samples = _samples(rows, by_name, _checked(design, rows, by_name), policies)
    estimates = {name: estimate_pairs(sample, indices, level) for name, sample in samples.items()}
    judged = next(iter(samples.values())).judged
    title = f"{many(len(judged), 'judged pair')}, {judged.match.sum():,} of them matches"
    return PairEstimates(indices, estimates, title)


def _checked(design: str | None, rows: PairRows, candidates: Mapping[str, object]) -> PairDesign:
    if design not in get_args(PairDesign):
        remedy: list[str | Option | Either] = ["pass ", Option("design"), ":"]
        for name, meaning in _DESIGNS.items():
            remedy += ["\n  ", design_option(name), f": {meaning}"]
        raise InputError(
            "say how the judged pairs were drawn"
            if design is None
            else f"there is no design {design!r} for judged pairs",
            remedy=remedy,
        )
    if rows.probability is None and design == "random blocked pairs":
        raise InputError(
            "the pairs have no column probability, so the number of pairs that passed blocking is "
            "unknown",
            subject="pairs=",
            remedy="add a column probability: how likely each pair was to be drawn, such as the "
            "number of judged pairs divided by the number of pairs that passed blocking",
        )
    if rows.probability is None and design == "random joined pairs" and len(candidates) > 1:
        raise InputError(
            "pairs drawn among those that one candidate joins can score that candidate only, and "
            f"there are {len(candidates)} candidates",
            remedy="pass only that candidate, or add a column probability",
        )
    return design  # type: ignore[return-value]


def _samples(
    rows: PairRows, candidates: Mapping[str, object], design: PairDesign, policies: Policies
) -> dict[str, PairSample]:
    """Look up the judged pairs in each candidate."""
    samples = {}
    for name, labels in candidates.items():
        try:
            clustering, left, right, kept = pairs_in(rows, labels, policies)
            match = rows.match_array[kept]
            probability = None if rows.probability is None else rows.probability[kept]
            judged = JudgedPairs(left, right, match, probability, design)
            samples[name] = PairSample.of(judged, clustering.codes)
            check_draws(samples[name])
        except InputError as error:
            raise error.about(name) from None
    return samples


def _over_edges(
    reference: object,
    candidates: Mapping[str, object],
    indices: list[Index],
    edges: Any,
    design: str | None,
    policies: Policies,
    level: float,
) -> PairEstimates:
    if reference is None:
        raise InputError(
            "nothing says which pairs match",
            subject="pairs=",
            remedy="add a column match with judgements, or pass a reference to count over these "
            "pairs as the edges of a graph",
        )
    if design is not None:
        raise InputError(
            (Option("design"), " is for judged pairs, but the edges of a graph are not a sample"),
            remedy="leave it out, or add a column match with judgements",
        )
    if not isinstance(edges, Graph | list):
        try:
            edges = Graph(edges)
        except InputError as error:
            raise error.about("pairs=") from None
    estimates, number = {}, 0
    for name, labels in candidates.items():
        try:
            counts = graph_counts(
                reference,
                labels,
                pairs=edges,
                noise=policies.noise,
                noise_label=policies.noise_label,
            )
        except InputError as error:
            raise error.about(name) from None
        number = int(counts.total)
        estimates[name] = {index.key: _exact(index, counts, level) for index in indices}
    return PairEstimates(indices, estimates, f"{many(number, 'edge')}, {_EXACT}: exact")


def _exact(index: Index, counts: PairCounts, level: float) -> Estimate:
    if index.kind != "pairs":
        return Estimate.refused(nan, level, NO_CLUSTERS)
    value = float(index.evaluate(counts).value)
    return Estimate(value, 0.0, value, value, level, _EXACT)
