"""A comparison → its charts."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, many, total
from partwise.catalogue import Index
from partwise.charts import clean
from partwise.comparison.ranking import LEADING, leading_first
from partwise.tables import Contingency, best_cells

if TYPE_CHECKING:
    from partwise.charts import Cluster, Figure
    from partwise.comparison.answer import Estimates
    from partwise.comparison.comparison import Comparison
    from partwise.comparison.errors.costs import Mistakes
    from partwise.tables import SizeHistogram

_MOST_WORK = 10**10
"""As the limit of :func:`partwise.match_clusters`: some seconds."""

MOST_INDICES = 8
MOST_COMPARED = 20
MOST_CLUSTERS = 12
MOST_MISTAKES = 10
MOST_CANDIDATES = 12
"""How many candidates are shown in detail, the best ones."""


def label_text(label: Hashable) -> str:
    """Return the label of a cluster as text that can be read."""
    return clean(str(label))


def shown_indices(comparison: Comparison, most: int = MOST_INDICES) -> list[Index]:
    """Return the deciding index and the best-known others."""
    others = [index for index in comparison.indices if index is not comparison.decision]
    return [comparison.decision, *leading_first(others)][:most]


def compared(comparison: Comparison) -> list[int]:
    """Return the places of the indices to set side by side: all if they are not too many."""
    if len(comparison.indices) <= MOST_COMPARED:
        return list(range(len(comparison.indices)))
    wanted = {*LEADING, comparison.decision.key}
    return [place for place, index in enumerate(comparison.indices) if index.key in wanted]


def all_figures(
    comparison: Comparison, estimates: Estimates | None
) -> dict[str, Callable[[], Figure | None]]:
    """Return how each chart is drawn, by the name of its file; some turn out to be empty."""
    several = len(comparison.names) > 1
    figures: dict[str, Callable[[], Figure | None]] = {}
    figures["scores"] = partial(score_figure, comparison, estimates)
    if several:
        figures["ranks"] = partial(rank_figure, comparison)
    if several and len(comparison.indices) > 1:
        figures["disagreement"] = partial(disagreement_figure, comparison)
    figures["chance"] = partial(chance_figure, comparison)
    figures["sizes"] = partial(size_figure, comparison)
    for place, name in enumerate(detailed(comparison), start=1):
        figures[f"clusters-{place}"] = partial(_matched_flows, comparison, name)
        figures[f"errors-{place}"] = partial(_errors_of, comparison, name)
    return figures


def detailed(comparison: Comparison) -> list[str]:
    """Return the candidates whose errors are shown: the best ones, if their cells are here."""
    return [name for name in comparison.ranking[:MOST_CANDIDATES] if comparison.has_cells(name)]


@dataclass(frozen=True, eq=False)
class Pairing:
    """An optimal one-to-one matching of the rows and columns of a table.

    ``partner`` is the column that is matched with each row, −1 if there is none; ``accuracy`` the
    share of items that are in matched clusters of both.
    """

    partner: NDArray[Any]
    accuracy: float

    @property
    def matches(self) -> int:
        """How many clusters are matched."""
        return int((self.partner >= 0).sum())


def pairing(table: Contingency) -> Pairing | None:
    """Match clusters one to one; None if that would take long.

    Examples
    --------
    >>> matched = pairing(Contingency.from_matrix([[5, 0], [1, 0], [1, 3]]))
    >>> matched.partner.tolist(), matched.accuracy
    ([0, -1, 1], 0.8)
    """
    try:
        chosen = best_cells(*table.cells, _MOST_WORK)
    except InputError:
        return None
    rows, columns, counts = (array[chosen] for array in table.cells)
    partner = np.full(table.k_a, -1)
    partner[rows] = columns
    return Pairing(partner, float(Fraction(total(counts), table.n)) if table.n else 1.0)


def _matched_flows(comparison: Comparison, name: str) -> Figure:
    """Match the clusters of a candidate and draw them."""
    table = comparison.table(name)
    return flow_figure(table, pairing(table), name)


def _errors_of(comparison: Comparison, name: str) -> Figure | None:
    return cost_figure(comparison.mistakes(name), name)


def score_figure(comparison: Comparison, estimates: Estimates | None = None) -> Figure:
    """Draw the scores by the best-known indices, with their intervals."""
    from partwise.charts import Score, scores

    chosen = shown_indices(comparison)
    rows = []
    for index in chosen:
        for name in comparison.ranking:
            e = None if estimates is None else estimates[name][index.key]
            value = float(comparison.scores[name][index.key])
            low, high = (None, None) if e is None else (e.low, e.high)
            best = name in comparison.preferred[index.key]
            rows.append(Score(name, index.short, value, low, high, best))
    lower = {index.short for index in chosen if index.direction == "distance"}
    level = 0.95
    if estimates is not None:
        level = estimates[comparison.names[0]][chosen[0].key].level
    return scores(rows, lower_is_better=lower, confidence=level)


def rank_figure(comparison: Comparison) -> Figure:
    """Draw the ranks of the candidates by each index; indices that agree stand together."""
    from partwise.charts import Rank, ranks

    chosen = compared(comparison)
    ordered = [comparison.indices[p] for p in comparison.disagreement.order if p in chosen]
    rows = [
        Rank(name, index.short, math.nan if rank is None else rank)
        for index in ordered
        for name, rank in comparison.ranks[index.key].items()
    ]
    return ranks(rows, emphasised=comparison.ranking[:MOST_CANDIDATES])


def disagreement_figure(comparison: Comparison) -> Figure:
    """Draw how often two indices order two candidates differently."""
    from partwise.charts import Disagreement, disagreement

    result = comparison.disagreement
    shorts = [index.short for index in result.indices]
    chosen = compared(comparison)
    rows = [
        Disagreement(shorts[i], shorts[j], int(result.counts[i, j]), len(result.pairs))
        for i, j in combinations(chosen, 2)
    ]
    return disagreement(rows, [shorts[place] for place in result.order if place in chosen])


def chance_figure(comparison: Comparison) -> Figure:
    """Draw the scores beside those of random candidates with the same cluster sizes."""
    from partwise.charts import Baseline, baselines

    chosen = shown_indices(comparison)
    rows = []
    for index in chosen:
        for name in comparison.ranking:
            random = comparison.chance[name][index.key]
            value = float(comparison.scores[name][index.key])
            rows.append(Baseline(name, index.short, value, random.mean, *random.band(0.9)))
    lower = {index.short for index in chosen if index.direction == "distance"}
    return baselines(rows, lower_is_better=lower, band=0.9)


def size_figure(comparison: Comparison) -> Figure:
    """Draw the distributions of cluster sizes."""
    from partwise.charts import Sizes, sizes

    def of(name: str, histogram: SizeHistogram) -> Sizes:
        return Sizes(name, dict(zip(*(array.tolist() for array in histogram), strict=True)))

    tables = comparison.tables
    candidates = [of(name, tables[name].column_histogram) for name in comparison.ranking]
    return sizes(of("reference", tables[comparison.names[0]].row_histogram), candidates)


def flow_figure(table: Contingency, matched: Pairing | None, name: str) -> Figure:
    """Draw the largest clusters of the reference against those of a candidate, matched."""
    from partwise.charts import flows

    rows = np.argsort(-table.row_sizes, kind="stable")[:MOST_CLUSTERS].tolist()
    partners = {} if matched is None else {row: int(matched.partner[row]) for row in rows}
    partner = {row: column for row, column in partners.items() if column >= 0}
    columns = [partner[row] for row in rows if row in partner]
    columns += _largest_others(table, rows, columns)
    sides = [
        _side(rows, table.row_labels, table.row_sizes),
        _side(columns, table.column_labels, table.column_sizes),
    ]
    outlined = {
        (place, columns.index(partner[row])) for place, row in enumerate(rows) if row in partner
    }
    counts = _with_others(table, rows, columns)
    return flows(sides[0], sides[1], counts.tolist(), matched=outlined, name=name)


def _largest_others(table: Contingency, rows: list[int], columns: list[int]) -> list[int]:
    """Return the columns that share most items with some rows, besides those already chosen."""
    cells = table.cells
    in_rows = np.isin(cells.rows, rows)
    shared = np.bincount(cells.columns[in_rows], cells.counts[in_rows], table.k_b)
    shared[columns] = 0
    order = np.argsort(-shared, kind="stable")[: MOST_CLUSTERS - len(columns)]
    return [int(column) for column in order if shared[column] > 0]


def _side(chosen: list[int], labels: Sequence[Hashable], sizes: NDArray[Any]) -> list[Cluster]:
    """Return the chosen clusters of one clustering, and one that stands for all others."""
    from partwise.charts import Cluster

    side = [Cluster(label_text(labels[i]), int(sizes[i])) for i in chosen]
    others = len(sizes) - len(chosen)
    if others:
        rest = total(sizes) - sum(cluster.size for cluster in side)
        side.append(Cluster("others", rest, other=True))
    return side


def _with_others(table: Contingency, rows: list[int], columns: list[int]) -> NDArray[Any]:
    """Return the cells of some rows and columns, with the others added up at the end."""
    cells = table.cells
    places = []
    for chosen, size in ((rows, table.k_a), (columns, table.k_b)):
        place = np.full(size, len(chosen))
        place[chosen] = np.arange(len(chosen))
        places.append(place)
    counts = np.zeros((len(rows) + 1, len(columns) + 1), cells.counts.dtype)
    np.add.at(counts, (places[0][cells.rows], places[1][cells.columns]), cells.counts)
    return counts[
        : len(rows) + (table.k_a > len(rows)), : len(columns) + (table.k_b > len(columns))
    ]


def cost_figure(mistakes: Mistakes, name: str) -> Figure | None:
    """Draw what the most costly splits and merges of a candidate cost; None if it has none."""
    from partwise.charts import Cost, costs

    rows = []
    for mistake in mistakes[:MOST_MISTAKES]:
        whose = "reference" if mistake.kind == "split" else name
        parts = ", ".join(f"{label_text(part.label)} ({part.items})" for part in mistake.parts[:4])
        more = ", …" if len(mistake.parts) > 4 else ""
        what = f"{label_text(mistake.cluster)} {'into' if mistake.kind == 'split' else 'of'} "
        what += " + ".join(label_text(part.label) for part in mistake.parts[:3])
        what += " + …" if len(mistake.parts) > 3 else ""
        detail = f"{many(mistake.pairs, 'wrong pair')}; parts of {whose}'s cluster: {parts}{more}"
        rows.append(Cost(mistake.kind, what, mistake.cost, detail))
    title = f"The most costly splits and merges of {name}"
    return costs(rows, index=mistakes.ranked_by.short, title=title) if rows else None
