"""A comparison → its report and its charts, as files."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, TypeVar, Unpack

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, in_threads, tracked, write_whole
from partwise.charts import clean
from partwise.comparison.answer import Estimates
from partwise.comparison.figures import (
    MOST_MISTAKES,
    compared,
    described,
    detailed,
    disagreement_figure,
    rank_figure,
    shown_indices,
    size_figure,
)
from partwise.comparison.ranking import leading_first
from partwise.comparison.uncertainty.api import Sampling
from partwise.engines import RemoteClustering
from partwise.kernels import threads_for
from partwise.report import (
    Answer,
    Contents,
    Errors,
    Matched,
    Mistake,
    OrderedDifferently,
    Score,
    SweepContents,
    checked_path,
    report_html,
)
from partwise.scoring import ScoreTable
from partwise.tables import Contingency, Pairing, cluster_figure, label_text, pairing

if TYPE_CHECKING:
    from partwise.catalogue import Index
    from partwise.charts import Figure
    from partwise.comparison.comparison import Comparison
    from partwise.comparison.errors.costs import Mistake as CostlyMistake

NEARLY = 0.9
"""The overlap from which a reference cluster counts as nearly recovered."""

_EXAMPLES = 3  # of wrong pairs, for each mistake

_T = TypeVar("_T")


class Swept(Protocol):
    """A sweep, with or without a reference."""

    def report_section(
        self, *, level: float, sampling: Sampling | None, clusters: int | None
    ) -> SweepContents:
        """Return what the report shows of it."""


class PageOptions(TypedDict, total=False):
    """What one can choose about the page; see :meth:`Comparison.report`."""

    level: float
    sampling: Sampling | None
    clusters: int | None
    progress: bool | None
    title: str | None
    command: str | None
    sweep: Swept | None


def write_page(comparison: Comparison, path: str | Path, **options: Unpack[PageOptions]) -> Path:
    """Write the report of a comparison; return the file."""
    return write_whole(checked_path(Path(path)), page_of(comparison, **options).encode())


def page_of(comparison: Comparison, **options: Unpack[PageOptions]) -> str:
    """Return the report of a comparison as a self-contained HTML page.

    Examples
    --------
    >>> import partwise as pw
    >>> comparison = pw.compare([0, 0, 0, 1, 1], {"A<1>": [0, 0, 1, 2, 2], "A2": [0, 0, 0, 0, 1]})
    >>> "A&lt;1&gt;" in page_of(comparison)
    True
    """
    if not comparison.coverage.compared:
        raise InputError(
            "no items were compared, so there is nothing to report",
            remedy="pass a reference and candidates that have labels for the same items",
        )
    return report_html(contents_of(with_names(comparison), **options), options.get("progress"))


def shown_estimates(
    comparison: Comparison,
    level: float = 0.95,
    sampling: Sampling | None = "items",
    clusters: int | None = None,
) -> Estimates | None:
    """Estimate the scores that are shown; None if the compared items are all there is."""
    if sampling is None:
        return None
    chosen = shown_indices(comparison)
    return comparison.estimates(chosen, level=level, sampling=sampling, clusters=clusters)


def contents_of(
    comparison: Comparison,
    level: float = 0.95,
    sampling: Sampling | None = "items",
    clusters: int | None = None,
    progress: bool | None = None,
    title: str | None = None,
    command: str | None = None,
    sweep: Swept | None = None,
) -> Contents:
    """Return what the page shows."""
    estimates = shown_estimates(comparison, level, sampling, clusters)
    names, tables = detailed(comparison), comparison.tables
    sizes = {"the reference": tables[comparison.names[0]].row_histogram}
    return Contents(
        title=title,
        command=command,
        indices=leading_first(comparison.indices),
        shown=shown_indices(comparison),
        decision=comparison.decision,
        drawn=len(compared(comparison, comparison.decision)),
        ranking=comparison.ranking,
        scores={name: _scores(comparison, estimates, name) for name in comparison.names},
        votes=comparison.votes,
        notes=comparison.scores.notes,
        answer=_answer(comparison, level, sampling, clusters),
        summary=comparison.explanation.summary,
        findings=[(finding.cause, finding.text) for finding in comparison.explanation.findings],
        differences=_differences(comparison),
        sizes=sizes | {name: table.column_histogram for name, table in tables.items()},
        errors=list(tracked(_all_errors(comparison, names), len(names), "errors: ", progress)),
        nearly=NEARLY,
        named_items=getattr(comparison.reference, "has_names", True),
        figures=_figures(comparison),
        coverage=comparison.coverage,
        samples=comparison.samples,
        seed=str(comparison.seed),
        sampling=sampling,
        level=None if estimates is None else level,
        sweep=None
        if sweep is None
        else sweep.report_section(level=level, sampling=sampling, clusters=clusters),
    )


def _scores(comparison: Comparison, estimates: Estimates | None, name: str) -> dict[str, Score]:
    scores = {
        key: Score(
            float(value),
            name in comparison.preferred[key],
            expected=comparison.chance[name][key].mean,
        )
        for key, value in comparison.scores[name].items()
    }
    for key, estimate in {} if estimates is None else estimates[name].items():
        refused = None
        if estimate.low is None or estimate.high is None:
            refused = estimate.note or "no confidence interval is valid"
        scores[key] = replace(
            scores[key],
            value=scores[key].value if estimate.corrected is None else estimate.corrected,
            low=estimate.low,
            high=estimate.high,
            uncorrected=estimate.uncorrected,
            refused=refused,
        )
    return scores


def _figures(comparison: Comparison) -> dict[str, Figure]:
    figures = {"sizes": size_figure(comparison)}
    if len(comparison.names) > 1:
        figures["ranks"] = rank_figure(comparison)
    if comparison.disagreement.counts.any():
        figures["disagreement"] = disagreement_figure(comparison.disagreement, comparison.decision)
    return figures


def _answer(
    comparison: Comparison, level: float, sampling: Sampling | None, clusters: int | None
) -> Answer:
    answer = comparison.answer(level=level, sampling=sampling, clusters=clusters)
    agreement = comparison.agreement
    return Answer(
        headline=answer.headline,
        text=str(answer),
        contenders=answer.informative,
        p_chance=answer.p_chance,
        agreeing=agreement.agree,
        opinions=agreement.of,
    )


def _differences(comparison: Comparison) -> list[OrderedDifferently]:
    """Return which candidates each two indices order differently, the deciding index first."""
    disagreement = comparison.disagreement
    places = sorted(
        compared(comparison, comparison.decision),
        key=lambda i: disagreement.indices[i] is not comparison.decision,
    )
    differences = []
    for i, j in combinations(places, 2):
        if disagreement.counts[i, j]:
            first, second = disagreement.indices[i], disagreement.indices[j]
            pairs = disagreement.between(first.key, second.key)
            cause = _cause(comparison, first, second, pairs[0])
            share = float(disagreement.percentages[i, j])
            differences.append(OrderedDifferently(first.short, second.short, pairs, share, cause))
    return differences


def _cause(comparison: Comparison, first: Index, second: Index, pair: tuple[str, str]) -> str:
    """Say why the second index sees it otherwise, if the first is the one that decides."""
    reason = comparison.reason(second, *pair) if first is comparison.decision else None
    return "" if reason is None else reason.cause


def _all_errors(comparison: Comparison, names: Sequence[str]) -> Iterator[Errors]:
    """Find the errors of candidates, of several at once."""
    workers = min(threads_for(None, comparison.coverage.compared), max(len(names), 1))
    return in_threads(lambda name: _errors(comparison, name), names, workers)


def _errors(comparison: Comparison, name: str) -> Errors:
    table = comparison.table(name)
    mistakes, matched = comparison.mistakes(name, top=MOST_MISTAKES), pairing(table)
    shown = [
        Mistake(
            mistake.kind,
            *described(mistake),
            mistake.pairs,
            mistake.cost,
            _examples(comparison, name, mistake),
        )
        for mistake in mistakes
    ]
    return Errors(
        name=name,
        outcomes=comparison.fates(name).tally(NEARLY),
        splits=mistakes.splits,
        split_pairs=mistakes.split_pairs,
        merges=mistakes.merges,
        merge_pairs=mistakes.merge_pairs,
        matched=None if matched is None else _matched(table, matched),
        mistakes=shown,
        flows=cluster_figure(table, matched, name),
    )


def _examples(comparison: Comparison, name: str, mistake: CostlyMistake) -> list[tuple[str, str]]:
    """Return pairs of items, one of each of the two largest parts; none if items stayed away."""
    reference, candidate = comparison.reference, comparison[name]
    if isinstance(reference, RemoteClustering) or isinstance(candidate, RemoteClustering):
        return []
    whole, other = (reference, candidate) if mistake.kind == "split" else (candidate, reference)
    inside = np.flatnonzero(whole.codes == whole.cluster_labels.index(mistake.cluster))
    codes = [other.cluster_labels.index(part.label) for part in mistake.parts[:2]]
    parts = (inside[other.codes[inside] == code][:_EXAMPLES].tolist() for code in codes)
    items = reference.item_set
    known: NDArray[Any] | tuple[Hashable, ...] = (
        items.where() if items.names is None else items.names
    )
    return [
        (label_text(known[one]), label_text(known[two])) for one, two in zip(*parts, strict=False)
    ]


def _matched(table: Contingency, matched: Pairing) -> Matched:
    pairs = matched.matches
    return Matched(pairs, matched.accuracy, table.k_a - pairs, table.k_b - pairs)


def with_names(comparison: Comparison) -> Comparison:
    """Return the comparison with a name that can be read for a candidate whose name is blank.

    Examples
    --------
    >>> import partwise as pw
    >>> with_names(pw.compare([0, 0, 1], {"": [0, 1, 1], " ": [0, 0, 0], "A": [0, 0, 1]})).names
    ('(empty)', '(empty) 2', 'A')
    """
    if all(name.strip() for name in comparison.names):
        return comparison
    readable: dict[str, str] = {}
    for name in comparison.names:
        word, place = name if name.strip() else clean(name), 1
        while word in readable.values() or (word != name and word in comparison.names):
            place += 1
            word = f"{clean(name)} {place}"
        readable[name] = word

    def renamed(by_name: Mapping[str, _T]) -> dict[str, _T]:
        return {readable[name]: value for name, value in by_name.items()}

    coverage = comparison.coverage
    return replace(
        comparison,
        candidates=renamed(comparison.candidates),
        scores=ScoreTable(renamed(comparison.scores)),
        coverage=replace(coverage, candidates=renamed(coverage.candidates)),
    )
