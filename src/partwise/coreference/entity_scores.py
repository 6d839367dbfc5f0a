"""Scores of entities against a reference, over all documents and for each document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from partwise.base import Cell, InputError, Result, Table, listed, many, tracked
from partwise.coreference.entity_sets import Documents, as_documents
from partwise.coreference.metrics import CONLL, METRICS, OF_CONLL, Rates, Sums, metric_key
from partwise.coreference.overlaps import Overlap, overlap_of

Rate: TypeAlias = Literal["recall", "precision", "f1"]
RATES: tuple[Rate, ...] = ("recall", "precision", "f1")
"""The rates of a metric, in their order."""


@dataclass(frozen=True)
class MetricScore:
    """Recall, precision and F1 of a metric, as floats, or as fractions if ``exact=True``."""

    recall: float | Fraction
    precision: float | Fraction
    f1: float | Fraction


@dataclass(frozen=True)
class DocumentScores(Result, Mapping[str, Mapping[str, MetricScore]]):
    """The scores of each document.

    Look up a score by document, then by metric. The overall scores are not means of these scores:
    they are computed from counts that are summed over documents.
    """

    documents: Mapping[str, Mapping[str, MetricScore]]

    def __getitem__(self, document: str) -> Mapping[str, MetricScore]:
        return self.documents[document]

    def __iter__(self) -> Iterator[str]:
        return iter(self.documents)

    def __len__(self) -> int:
        return len(self.documents)

    def to_table(self) -> Table:
        """Return the F1 of each document and metric."""
        rows = [
            [document, *(by_metric[key].f1 for key in METRICS)]
            for document, by_metric in self.documents.items()
        ]
        labels = [metric.label for metric in METRICS.values()]
        return Table(["document", *labels], rows, "F1 of each document", decimals=4)

    def _full_table(self) -> Table:
        rows = [
            [document, key, *(getattr(by_metric[key], rate) for rate in RATES)]
            for document, by_metric in self.documents.items()
            for key in METRICS
        ]
        return Table(["document", "metric", *RATES], rows)


@dataclass(frozen=True)
class CoreferenceScores(Result):
    """Coreference scores by every metric, over all documents and for each document.

    Parameters
    ----------
    conll : float or Fraction
        The CoNLL score: the mean F1 of MUC, B³ and CEAF-e.
    metrics : mapping of str to MetricScore
        Recall, precision and F1 by metric: `mentions` (detection of mentions), `muc`, `bcubed`,
        `ceaf_m`, `ceaf_e`, `lea`, `blanc`.
    by_document : DocumentScores
        The same for each document.
    mentions : mapping of str to int
        Numbers of mentions in the reference and in the candidate, and of mentions in both.
    notes : tuple of str
        Notes about the input, such as documents that one side lacks.
    """

    conll: float | Fraction
    metrics: Mapping[str, MetricScore]
    by_document: DocumentScores
    mentions: Mapping[str, int]
    notes: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> MetricScore:
        """Return a metric by its key, or by a name such as "B3" or "CEAF-e"."""
        key = metric_key(name)
        if key == CONLL:
            raise InputError("the CoNLL score has no recall and precision", remedy="use .conll")
        return self.metrics[key]

    def to_table(self, metric: str | None = None) -> Table:
        """Return a row for each metric and for the CoNLL score, or for one of them."""
        labels = {key: known.label for key, known in METRICS.items()} | {CONLL: "CoNLL score"}
        keys = labels if metric is None else [metric_key(metric)]
        counts = self.mentions
        title = (
            f"{many(len(self.by_document), 'document')}: {counts['reference']} "
            f"mentions in the reference, {counts['candidate']} in the candidate, "
            f"{counts['shared']} in both"
        )
        columns = ["metric", "recall", "precision", "F1"]
        rows = [[labels[key], *self._rates(key)] for key in keys]
        return Table(columns, rows, title, notes=self.notes, decimals=4)

    def _rates(self, key: str) -> tuple[Cell, Cell, Cell]:
        """Return recall, precision and F1; the CoNLL score is a mean of F1 alone."""
        if key == CONLL:
            return None, None, self.conll
        found = self.metrics[key]
        return found.recall, found.precision, found.f1

    def of_metric(self, metric: str) -> dict[str, Any]:
        """Return the scores of one metric as JSON holds them.

        Examples
        --------
        >>> scores([["a", "b"]], [["a", "b"]]).of_metric("CoNLL")
        {'metric': 'conll', 'f1': 1.0}
        """
        key = metric_key(metric)
        rates = dict(zip(RATES, map(_plain, self._rates(key)), strict=True))
        return {"metric": key} | {name: rate for name, rate in rates.items() if rate is not None}

    def _full_table(self) -> Table:
        rows = [[key, *self._rates(key)] for key in (*METRICS, CONLL)]
        return Table(["metric", *RATES], rows)


def score(
    reference: Any,
    candidate: Any,
    metric: str = CONLL,
    *,
    of: Rate = "f1",
    exact: bool = False,
) -> float | Fraction:
    """Score the entities of a candidate by one coreference metric.

    Parameters
    ----------
    reference, candidate : list, mapping or Documents
        Entities: a list of them, each a list of mentions; a mapping from mentions to entities; a
        mapping from documents to either; or what `pw.coreference.read` returns. A mention is
        anything that can be compared, such as ``(start, end)``. Each side may have mentions that
        the other lacks.
    metric : str
        "conll" (the mean F1 of MUC, B³ and CEAF-e), "muc", "bcubed", "ceaf_m", "ceaf_e", "lea",
        "blanc", or "mentions" for the detection of mentions.
    of : {"f1", "recall", "precision"}
        Which rate to return. The CoNLL score has F1 only.
    exact : bool
        Whether to return an exact fraction.

    Returns
    -------
    float or Fraction
        From 0 to 1, higher is better.

    Examples
    --------
    >>> import partwise as pw
    >>> reference = [["Ann", "she"], ["the cat", "it", "Tom"]]
    >>> pw.coreference.score(reference, [["Ann", "she", "it"], ["the cat", "Tom"]], "bcubed")
    0.7333333333333333
    >>> pw.coreference.score(reference, [["Ann", "she"]], "muc", of="recall", exact=True)
    Fraction(1, 3)
    """
    key = metric_key(metric)
    if of not in RATES:
        raise InputError(f"of= must be {listed(list(map(repr, RATES)), 'or')}, not {of!r}")
    if key == CONLL and of != "f1":
        raise InputError(
            f"the CoNLL score has no {of}: it is a mean of F1",
            remedy="choose a metric such as 'muc'",
        )
    overlaps = list(overlaps_of(reference, candidate)[0].values())
    keys = OF_CONLL if key == CONLL else (key,)
    rates = [METRICS[name].rates(summed(METRICS[name].count(overlaps))) for name in keys]
    value = sum((rate[RATES.index(of)] for rate in rates), Fraction(0)) / len(rates)
    return value if exact else float(value)


def scores(reference: Any, candidate: Any, *, exact: bool = False) -> CoreferenceScores:
    """Score the entities of a candidate by every coreference metric.

    Parameters
    ----------
    reference, candidate : list, mapping or Documents
        Entities, as :func:`score` takes them.
    exact : bool
        Whether to return exact fractions.

    Returns
    -------
    CoreferenceScores
        Scores over all documents and for each document.

    Examples
    --------
    >>> import partwise as pw
    >>> reference = [["Ann", "she"], ["the cat", "it", "Tom"]]
    >>> pw.coreference.scores(reference, [["Ann", "she", "it"], ["the cat", "Tom"]])
    1 document: 5 mentions in the reference, 5 in the candidate, 5 in both
    metric             recall  precision      F1
    Mention detection  1.0000     1.0000  1.0000
    MUC                0.6667     0.6667  0.6667
    B³                 0.7333     0.7333  0.7333
    CEAF-m             0.8000     0.8000  0.8000
    CEAF-e             0.8000     0.8000  0.8000
    LEA                0.6000     0.6000  0.6000
    BLANC              0.5833     0.5833  0.5833
    CoNLL score                           0.7333
    """
    overlaps, notes = overlaps_of(reference, candidate)
    tables = list(overlaps.values())
    totals: dict[str, Rates] = {}
    by_document: dict[str, dict[str, MetricScore]] = {name: {} for name in overlaps}
    for key, metric in METRICS.items():
        counts = metric.count(tables)
        totals[key] = metric.rates(summed(counts))
        for scored, sums in zip(by_document.values(), counts, strict=True):
            scored[key] = _shown(metric.rates(sums), exact)
    conll = sum((totals[key][2] for key in OF_CONLL), Fraction(0)) / len(OF_CONLL)
    return CoreferenceScores(
        conll if exact else float(conll),
        {key: _shown(rates, exact) for key, rates in totals.items()},
        DocumentScores(by_document),
        {
            "reference": sum(sum(table.rows) for table in tables),
            "candidate": sum(sum(table.columns) for table in tables),
            "shared": sum(count for table in tables for _, _, count in table.cells),
        },
        notes,
    )


def _plain(rate: Cell) -> Cell:
    return str(rate) if isinstance(rate, Fraction) else rate


def _shown(rates: Rates, exact: bool) -> MetricScore:
    return MetricScore(*(rates if exact else map(float, rates)))


def summed(counts: Sequence[Sums]) -> Sums:
    """Add up what a metric counted in each document."""
    return tuple(sum(column) for column in zip(*counts, strict=True))


def overlaps_of(reference: Any, candidate: Any) -> tuple[dict[str, Overlap], tuple[str, ...]]:
    """Return the overlap of each document of either side, and notes."""
    ours = as_documents(reference, "the reference")
    theirs = as_documents(candidate, "the candidate")
    notes = [*ours.notes, *theirs.notes, *_one_sided(ours, theirs)]
    names = dict.fromkeys([*ours, *theirs])
    work = tracked(names, len(names), "comparing documents")
    overlaps = {
        name: overlap_of(ours.entities.get(name, ()), theirs.entities.get(name, ()))
        for name in work
    }
    return overlaps, tuple(notes)


def _one_sided(ours: Documents, theirs: Documents) -> list[str]:
    """Say which documents one side lacks; refuse sides that share none."""
    only_ours = [name for name in ours if name not in theirs.entities]
    only_theirs = [name for name in theirs if name not in ours.entities]
    if len(only_ours) == len(ours) or len(only_theirs) == len(theirs):
        raise InputError(
            "the reference and the candidate share no documents",
            examples=[*only_ours[:1], *only_theirs[:1]],
            what="such as",
            remedy="give each document the same name on both sides",
        )
    sides = (("candidate lacks", only_ours, "missed"), ("reference lacks", only_theirs, "spurious"))
    return [
        f"the {side} {many(len(names), 'document')}, such as {names[0]!r}; its mentions are {kind}"
        for side, names, kind in sides
        if names
    ]
