"""Score many clusterings at once: each is read once, and tables are counted on several threads."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack, overload

from numpy.typing import NDArray

from partwise.base import (
    PartwiseError,
    Table,
    WideResult,
    among,
    in_threads,
    listed,
    listed_up_to,
    tracked,
)
from partwise.catalogue import UndefinedPolicy, as_indices, indices_for
from partwise.catalogue import indices as known_indices
from partwise.clusterings import (
    MOST_CELLS,
    Clustering,
    Cover,
    Memberships,
    MissingPolicy,
    NoisePolicy,
    Policies,
    Weighting,
    as_clustering,
)
from partwise.engines import (
    REFERENCE,
    are_in_frames,
    are_many,
    candidates_of,
    in_one_place,
    is_frame,
    is_on_gpu,
    opened_beside,
    table_of,
)
from partwise.kernels import threads_for
from partwise.scoring.beyond_scoring import (
    Kind,
    kind_beyond,
    several,
    together,
    values_beyond,
)
from partwise.scoring.single import Scores, Which, scores_by

if TYPE_CHECKING:
    from partwise.scoring.plots import ScoreTablePlots

_MOST_NAMES = 12

Candidates: TypeAlias = (
    Mapping[Any, Clustering | Cover | Memberships | NDArray[Any] | list[Any]]
    | Sequence[Clustering]
    | Sequence[Cover]
    | Sequence[Memberships]
    | Sequence[NDArray[Any]]
    | Sequence[list[Any]]
)


class ScoreTable(WideResult, Mapping[Any, Scores]):
    """Scores of several candidates against one reference: a mapping name → scores.

    Prints as a table with one row per candidate. The best by the first index comes first.

    Examples
    --------
    >>> import partwise as pw
    >>> s = pw.scores([0, 0, 1, 1], {"a": [0, 0, 1, 2], "b": [0, 1, 0, 1]}, ["rand", "vi"])
    >>> s["a"]["rand"]
    0.8333333333333334
    >>> print(s)
    candidate       R    VI ↓
    a          0.8333  0.3466
    b          0.3333  1.3863
    Best first by R
    ↓ lower is better
    """

    def __init__(self, scores: Mapping[str, Scores]) -> None:
        self._by_name = dict(scores)

    def __getitem__(self, name: Any) -> Scores:
        if name not in self._by_name:
            names = listed_up_to(list(map(str, self._by_name)), _MOST_NAMES)
            raise KeyError(
                f"there is no candidate {name!r}; the candidates are {names}. Write "
                "scores[candidate][index] for a score"
            )
        return self._by_name[name]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)

    @property
    def keys_of_indices(self) -> tuple[str, ...]:
        """The keys of the indices, in order."""
        return tuple(next(iter(self._by_name.values()), ()))

    @property
    def plot(self) -> ScoreTablePlots:
        """``plot()`` draws a panel for each index."""
        from partwise.scoring.plots import ScoreTablePlots

        return ScoreTablePlots(self)

    def to_table(self) -> Table:
        """Return a table with one row per candidate, best first by the first index."""
        if len(self) < 2 or not self.keys_of_indices:
            return self.table_of(list(self), self.keys_of_indices)
        first = next(iter(self._by_name.values())).indices[0]
        sign = -1 if first.direction == "similarity" else 1
        values = {name: float(scores[first.key]) for name, scores in self.items()}
        ranking = sorted(self, key=lambda name: (math.isnan(values[name]), sign * values[name]))
        table = self.table_of(ranking, self.keys_of_indices)
        return replace(table, notes=[f"Best first by {first.short}", *table.notes])

    def table_of(self, names: Sequence[str], keys: Sequence[str]) -> Table:
        """Return the scores of candidates by indices, both in this order, as people read them."""
        first = next(iter(self._by_name.values()), None)
        indices = {} if first is None else dict(zip(first, first.indices, strict=True))
        falling = [key for key in keys if indices[key].direction == "distance"]
        heads = [f"{indices[key].short}{' ↓' if key in falling else ''}" for key in keys]
        rows: list[list[Any]] = [[name, *map(self[name].get, keys)] for name in names]
        notes = [*(["↓ lower is better"] if falling else []), *self.notes]
        return Table(["candidate", *heads], rows, notes=notes, decimals=4)

    @property
    def notes(self) -> list[str]:
        """Where formulas were undefined and what was done: each note once, with its candidates."""
        about: dict[tuple[str, tuple[str, ...]], list[str]] = {}
        for name, scores in self.items():
            shorts_of: dict[str, list[str]] = {}
            shorts = {key: index.short for key, index in zip(scores, scores.indices, strict=True)}
            for key, note in scores.notes.items():
                shorts_of.setdefault(note, []).append(shorts[key])
            for note, noted in shorts_of.items():
                about.setdefault((note, tuple(noted)), []).append(str(name))
        return [
            f"{listed(noted)} of {among(names, len(self))}, {note}"
            for (note, noted), names in about.items()
        ]

    def _tidy_table(self) -> Table:
        rows: list[list[Any]] = [
            [name, key, value, scores.notes.get(key)]
            for name, scores in self.items()
            for key, value in scores.items()
        ]
        return Table(["candidate", "index", "value", "note"], rows)

    def _content(self) -> dict[str, Any]:
        return self._by_name

    def _full_table(self) -> Table:
        keys = self.keys_of_indices
        rows: list[list[Any]] = [[name, *map(of.get, keys)] for name, of in self.items()]
        return Table(["candidate", *keys], rows)


class _Options(TypedDict, total=False):
    exact: bool
    undefined: UndefinedPolicy
    threads: int | None
    progress: bool | None
    noise: NoisePolicy | None
    noise_label: Hashable
    missing: MissingPolicy
    weights: object
    weighting: Weighting
    max_cells: int


@overload
def scores(  # type: ignore[overload-overlap]
    reference: object,
    candidate: Candidates,
    indices: Iterable[Which] | None = None,
    **options: Unpack[_Options],
) -> ScoreTable: ...
@overload
def scores(
    reference: object,
    candidate: object,
    indices: Iterable[Which] | None = None,
    **options: Unpack[_Options],
) -> Scores: ...
def scores(
    reference: object,
    candidate: object,
    indices: Iterable[Which] | None = None,
    *,
    exact: bool = False,
    undefined: UndefinedPolicy = "convention",
    threads: int | None = None,
    progress: bool | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
    weights: object = None,
    weighting: Weighting = "multiplicity",
    max_cells: int = MOST_CELLS,
) -> Scores | ScoreTable:
    """Compare one candidate, or several, with a reference by several indices.

    Parameters
    ----------
    reference : Clustering, labels, or label column of a frame
        Anything that :func:`~partwise.contingency` takes, or the name of a column if the candidates
        are in a data frame.
    candidate : Clustering or labels; or several: a list, mapping name → labels, or data frame
        In memory, the reference is read once for all candidates. Frames of other libraries are
        counted where they are.
    indices : iterable of str, Index or callable, optional
        Names of indices or of families ("paper", "all"); by default, the recommended indices and
        your own.
    exact : bool
        Whether to return fractions for the indices that are rational.
    threads, progress
        As in :func:`pairwise`.
    undefined, noise, noise_label, missing
        As in :func:`~partwise.score`.
    weights, weighting
        Weights of the items and their meaning, as in :func:`~partwise.contingency`. Indices that
        are not defined for importance weights are NaN, with the reason as a note. It is an error
        if none of the indices is defined.
    max_cells : int
        How many cells of the table of a frame may be fetched, as in :func:`~partwise.contingency`.

    Returns
    -------
    Scores or ScoreTable
        A mapping key → value; for several candidates, a mapping name → such scores.

    Examples
    --------
    >>> round(scores([0, 0, 1, 1], [0, 0, 1, 2])["vi"], 6)
    0.346574
    >>> several = scores([0, 0, 1, 1], {"split": [0, 0, 1, 2], "merged": [0, 0, 0, 0]})
    >>> several["merged"]["rand"]
    0.3333333333333333
    """
    policies = Policies(noise, noise_label, missing, weights, weighting, max_cells)
    if kind := kind_beyond(together(reference, candidate), indices):
        return _beyond(kind, reference, candidate, indices, policies, exact, undefined, progress)
    chosen = known_indices() if indices is None else as_indices(indices)

    def compare(labels: object, with_reference: object, threads: int | None) -> Scores:
        table = table_of(with_reference, labels, policies, threads)
        return scores_by(chosen, table, exact=exact, undefined=undefined)

    reference, candidate = opened_beside(reference, candidate, "wide", weights)
    if not (is_frame(candidate) or are_many(candidate)):
        return compare(candidate, reference, threads)
    labels, candidates = candidates_of(reference, candidate, weights)
    if is_frame(candidate) and len(candidates) == 1 and not isinstance(reference, str):
        only = next(iter(candidates.values()))
        if is_frame(only):
            return compare(only, labels, None)
    candidates = in_one_place({REFERENCE: labels, **candidates}, policies)
    reference = candidates.pop(REFERENCE)
    if are_in_frames({REFERENCE: reference, **candidates}) or is_on_gpu(reference):
        workers, within = 1, None  # engines use all cores themselves
    else:
        reference = as_clustering(reference, policies)
        workers, within = min(threads_for(threads, 2**62), len(candidates)), 1

    def compare_named(name: str) -> Scores:
        try:
            return compare(candidates[name], reference, within)
        except PartwiseError as error:
            raise error.about(name) from None

    results = in_threads(compare_named, candidates, workers)
    results = tracked(results, len(candidates), "scoring: ", progress)
    return ScoreTable(dict(zip(candidates, results, strict=True)))


def _beyond(
    kind: Kind,
    reference: object,
    candidate: object,
    indices: Iterable[Which] | None,
    policies: Policies,
    exact: bool,
    undefined: UndefinedPolicy,
    progress: bool | None,
) -> Scores | ScoreTable:
    """Compare inputs that are no partitions: one candidate, or several by name."""
    chosen = indices_for(indices, kind)
    known = kind.read(reference, policies)
    by_name = several(candidate, known.items)
    kind.check_noise((reference, *(by_name or {0: candidate}).values()), policies)

    def compare(one: object, name: str = "") -> Scores:
        read = kind.read(one, policies, name)
        table = kind.table(known, read, Policies(missing=policies.missing))
        return Scores(table, values_beyond(chosen, table, exact=exact, undefined=undefined))

    def compare_named(name: Any, one: object) -> Scores:
        try:
            return compare(one, str(name))
        except PartwiseError as error:
            raise error.about(str(name)) from None

    if by_name is None:
        return compare(candidate)
    working = tracked(by_name.items(), len(by_name), "scoring: ", progress)
    return ScoreTable({name: compare_named(name, one) for name, one in working})
