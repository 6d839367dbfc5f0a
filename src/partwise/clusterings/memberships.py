"""Soft clusterings: how much each item belongs to each cluster."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, many
from partwise.clusterings.alignment import matched_items
from partwise.clusterings.clustering import Clustering, items_of_labels
from partwise.clusterings.factorization import Codes, Factorized
from partwise.clusterings.items import ABSENT, Items, MissingPolicy, alike, named_items

TOLERANCE = 1e-6
"""How far the memberships of an item may be from a sum of 1; they are divided by their sum."""

SOFT = (
    "use pw.score, pw.scores, pw.compare, pw.pairwise or pw.contingency, or choose the cluster "
    "of largest membership for each item: memberships.to_clustering()"
)
"""What to do with soft memberships where labels are needed."""


class Memberships:
    """A soft clustering: how much each item belongs to each cluster. Immutable.

    Parameters
    ----------
    memberships : array, sparse matrix, data frame, Clustering or labels
        A row per item and a column per cluster: what ``predict_proba`` returns, a SciPy sparse
        matrix, a frame of any library that Narwhals knows, or a mapping item → row. One label per
        item, in any form that :class:`~partwise.Clustering` takes, gives memberships of 0 and 1.
    items : sequence of hashable, or name of a column, optional
        Unique names of the items or, for a data frame, the column that holds them. By default, the
        index of a pandas frame names the items, and others are identified by position.
    clusters : sequence of hashable, optional
        Names of the clusters; by default, the columns of a frame, or 0, 1, 2, ….

    Notes
    -----
    Memberships must be finite and not negative. Each row must sum to 1 within 1e-6, which allows
    for models in single precision. Rows are divided by their sums.

    Examples
    --------
    >>> soft = Memberships([[0.9, 0.1], [0.5, 0.5], [0.0, 1.0]])
    >>> soft.n, soft.k, soft.is_hard, soft.sizes.tolist()
    (3, 2, False, [1.4, 1.6])
    >>> soft.to_clustering().labels
    (0, 0, 1)
    >>> Memberships(["x", "y", "x"]).to_array().tolist()
    [[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]
    """

    __slots__ = ("_cluster_labels", "_items", "_rows")
    _rows: Any  # a dense array, or a sparse one by rows
    _items: Items

    def __init__(
        self,
        memberships: object,
        *,
        items: Iterable[Hashable] | str | None = None,
        clusters: Iterable[Hashable] | None = None,
    ) -> None:
        if isinstance(memberships, Memberships):
            self._rows, self._items = memberships._rows, memberships._items
            names: Sequence[Hashable] = memberships.cluster_labels
            if items is not None:
                self._items = named_items(items, self.n)
        elif _is_hard_form(memberships):
            clustering = Clustering(memberships, items=items)
            self._rows, self._items = _one_hot(clustering), clustering.item_set
            names = clustering.cluster_labels
        else:
            read, names, known = _read(memberships, items)
            items_there = items_of_labels(memberships, known, read.shape[0])
            self._rows, self._items = _checked(read, items_there), items_there
        self._cluster_labels = _cluster_names(clusters, names)

    @classmethod
    def _of(cls, rows: Any, names: Sequence[Hashable], items: Items) -> Memberships:
        """Make memberships from checked rows."""
        result = cls.__new__(cls)
        result._rows, result._cluster_labels, result._items = _frozen(rows), tuple(names), items
        return result

    def __reduce__(self) -> tuple[Callable[..., Memberships], tuple[Any, ...]]:
        return Memberships._of, (self._rows, self._cluster_labels, self._items)

    @property
    def n(self) -> int:
        """Number of items."""
        return int(self._rows.shape[0])

    @property
    def k(self) -> int:
        """Number of clusters, those without members included."""
        return int(self._rows.shape[1])

    @property
    def cluster_labels(self) -> tuple[Hashable, ...]:
        """Names of the clusters, in the order of the columns."""
        return self._cluster_labels

    @property
    def sizes(self) -> NDArray[np.float64]:
        """Expected sizes of the clusters: sums of memberships."""
        return np.asarray(self._rows.sum(axis=0), np.float64).reshape(-1)

    @property
    def items(self) -> tuple[Hashable, ...]:
        """Names of the items; their positions in the input when they have no names."""
        return self._items.ids()

    @property
    def has_names(self) -> bool:
        """Whether the items have names; otherwise they are identified by position."""
        return self._items.keyed

    @property
    def item_set(self) -> Items:
        """What is known about the items: names, positions, what was left out."""
        return self._items

    @property
    def is_hard(self) -> bool:
        """Whether each item belongs to one cluster alone."""
        return bool((self.entries()[2] == 1).all())

    @property
    def matrix(self) -> Any:
        """The memberships as they are kept: a dense array, or a SciPy sparse array by rows."""
        return self._rows

    def to_array(self) -> NDArray[np.float64]:
        """Return the memberships as a dense array, a row per item."""
        return self.rows(slice(None)).copy()

    def entries(self) -> tuple[Codes, Codes, NDArray[np.float64]]:
        """Return the memberships that are not zero: their rows, columns and values."""
        return _entries(self._rows)

    def rows(self, places: Any) -> NDArray[np.float64]:
        """Return the memberships of the items at these places as a dense array."""
        chosen = self._rows[places]
        return chosen if isinstance(chosen, np.ndarray) else chosen.toarray()

    def to_clustering(self) -> Clustering:
        """Return the clustering that puts each item into the cluster with its largest membership.

        If several memberships are equal, the first column is chosen.

        Examples
        --------
        >>> Memberships([[0.5, 0.5], [0.2, 0.8]], clusters=["a", "b"]).to_clustering().labels
        ('a', 'b')
        """
        codes = np.asarray(self._rows.argmax(axis=1), np.int64).reshape(-1)
        return Clustering.from_codes(Factorized(codes, list(self._cluster_labels)), self._items)

    def require_clustering(self) -> Clustering:
        """Return the clustering of hard memberships, for what compares labels alone."""
        if not self.is_hard:
            raise InputError("soft memberships are not one label per item", remedy=SOFT)
        return self.to_clustering()

    def distinct(self) -> tuple[Codes, Codes]:
        """Return where distinct rows are first, and for each item which of these rows it has.

        Examples
        --------
        >>> places, codes = Memberships([[0.9, 0.1], [0.5, 0.5], [0.9, 0.1]]).distinct()
        >>> places.tolist(), codes.tolist()
        ([0, 1], [0, 1, 0])
        """
        number: dict[bytes, int] = {}
        codes = np.array([number.setdefault(row, len(number)) for row in self._row_bytes()], int)
        return np.unique(codes, return_index=True)[1], codes

    def _row_bytes(self) -> Iterator[bytes]:
        """Iterate over the rows, equal ones as equal bytes."""
        if isinstance(self._rows, np.ndarray):
            yield from map(np.ndarray.tobytes, self._rows)
            return
        starts, columns, values = self._rows.indptr, self._rows.indices, self._rows.data
        for start, stop in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
            yield columns[start:stop].tobytes() + values[start:stop].tobytes()

    def placed(self, where: Codes, items: Items) -> Memberships:
        """Return the memberships of the items at these places, under these names."""
        return Memberships._of(self._rows[where], self._cluster_labels, items)

    def __eq__(self, other: object) -> bool:
        """Whether both give the same items the same memberships, column by column."""
        if not isinstance(other, Memberships):
            return NotImplemented
        if self.items != other.items or self.k != other.k:
            return False
        return bool((self._rows != other._rows).sum() == 0)

    def __hash__(self) -> int:
        return hash((self.n, self.k))

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Memberships of {many(self.n, 'item')} in {many(self.k, 'cluster')}>"


def align_memberships(
    reference: Memberships, candidate: Memberships, missing: MissingPolicy = "raise"
) -> tuple[Memberships, Memberships]:
    """Bring memberships to the same items in the same order.

    Items are matched as :func:`partwise.clusterings.align` does. An item that only one side has
    cannot become a cluster of its own beside soft memberships.

    Examples
    --------
    >>> a = Memberships([[1, 0], [0.5, 0.5]], items=["x", "y"])
    >>> b = Memberships([[0.3, 0.7], [0, 1]], items=["y", "x"])
    >>> align_memberships(a, b)[1].to_array().tolist()
    [[0.0, 1.0], [0.3, 0.7]]
    """
    mine, theirs = alike(reference.item_set, candidate.item_set)
    if mine.is_whole and theirs.is_whole and mine.total == theirs.total:
        return reference, candidate
    in_reference, in_candidate, items = matched_items(mine, theirs, missing)
    if (in_reference == ABSENT).any() or (in_candidate == ABSENT).any():
        raise InputError(
            'missing="singletons" works only with labels: an item without memberships has no '
            "cluster",
            remedy='pass missing="drop" to compare the items that both sides have',
        )
    return reference.placed(in_reference, items), candidate.placed(in_candidate, items)


def _is_hard_form(data: Any) -> bool:
    """Tell labels from a matrix, a frame, or a mapping item → row."""
    if isinstance(data, Clustering):
        return True
    if hasattr(data, "tocsr") or getattr(data, "columns", None) is not None:
        return False
    if isinstance(data, Mapping):
        return not (data and all(_is_row(row) for row in data.values()))
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return not (data and _is_row(data[0]))
    return getattr(data, "ndim", 1) == 1


def _is_row(data: Any) -> bool:
    return isinstance(data, list | tuple) or getattr(data, "ndim", 0) == 1


def _one_hot(clustering: Clustering) -> Any:
    from scipy.sparse import csr_array

    n = clustering.n
    entries = (np.ones(n), clustering.codes, np.arange(n + 1))
    return _frozen(csr_array(entries, shape=(n, clustering.k)))


def _read(data: Any, items: Any) -> tuple[Any, Sequence[Hashable], Any]:
    """Return a matrix of floats, dense or sparse, the names of its columns, and of the items."""
    if hasattr(data, "tocsr"):
        sparse = data.tocsr().astype(np.float64)
        sparse.sum_duplicates()  # which also sorts the columns of each row
        sparse.eliminate_zeros()
        return sparse, range(sparse.shape[1]), items
    if isinstance(data, Mapping):
        rows = _floats(list(data.values()))
        return rows, range(rows.shape[1]), tuple(data) if items is None else items
    if getattr(data, "columns", None) is None:
        rows = _floats(data)
        return rows, range(rows.shape[1]), items
    return _of_frame(data, items)


def _of_frame(data: Any, items: Any) -> tuple[Any, Sequence[Hashable], Any]:
    """Return what a data frame has: a column for each cluster, and maybe one of items."""
    import narwhals as nw

    frame: Any = nw.from_native(data, eager_only=True)
    if isinstance(items, str):
        if items not in frame.columns:
            raise InputError(
                f"the frame has no column {items!r} of items",
                examples=frame.columns,
                what="columns",
            )
        items, frame = frame.get_column(items).to_list(), frame.drop(items)
    names = list(frame.columns)
    columns = [_floats(frame.get_column(name).to_list(), 1) for name in names]
    return np.stack(columns, axis=1) if columns else np.zeros((len(frame), 0)), names, items


def _floats(data: Any, dimensions: int = 2) -> NDArray[np.float64]:
    if np.ma.isMaskedArray(data):
        raise InputError("memberships are masked", remedy="fill them in, or remove these items")
    try:
        values = np.array(data, np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(
            f"memberships must be numbers, with a row per item and a column per cluster ({error})"
        ) from None
    if values.ndim != dimensions:
        raise InputError(
            f"memberships must have two dimensions, items and clusters, not shape {values.shape}"
        )
    return np.ascontiguousarray(values + 0.0)  # no negative zeros, so that equal rows look equal


def _checked(rows: Any, items: Items) -> Any:
    """Refuse what are no memberships; return rows whose sums are 1 but for rounding."""
    if rows.shape[1] == 0 and rows.shape[0]:
        raise InputError("there are no clusters: memberships need a column for each")
    of_entry, _, entries = _entries(rows)
    for is_bad, problem in ((~np.isfinite(entries), "not finite"), (entries < 0, "negative")):
        if is_bad.any():
            _refuse(np.unique(of_entry[is_bad]), items, f"memberships are {problem}", "")
    sums = np.asarray(rows.sum(axis=1)).reshape(-1)
    off = np.flatnonzero(np.abs(sums - 1) > TOLERANCE)
    if len(off):
        of_columns = np.asarray(rows.sum(axis=0)).reshape(-1)
        remedy = (
            "the columns do: pass the transpose, with a row per item"
            if (np.abs(of_columns - 1) <= TOLERANCE).all()
            else "if these are weights, divide each row by its sum: u / u.sum(axis=1)[:, None]"
        )
        first = ", ".join(f"{total:.9g}" for total in sums[off[:3]].tolist())
        _refuse(
            off,
            items,
            f"memberships do not sum to 1 (within {TOLERANCE:g}), but to {first}",
            remedy,
        )
    if isinstance(rows, np.ndarray):
        return _frozen(rows / sums[:, None])
    rows.data /= np.repeat(sums, np.diff(rows.indptr))
    return _frozen(rows)


def _entries(rows: Any) -> tuple[Codes, Codes, NDArray[np.float64]]:
    if isinstance(rows, np.ndarray):
        items, columns = np.nonzero(rows)
        return items, columns, rows[items, columns]
    return np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr)), rows.indices, rows.data


def _refuse(places: Codes, items: Items, problem: str, remedy: str) -> None:
    ids = items.ids()
    raise InputError(
        problem,
        count=len(places),
        examples=[ids[place] for place in places[:3].tolist()],
        what="items" if items.names is not None else "rows",
        remedy=remedy,
    )


def _frozen(rows: Any) -> Any:
    arrays = [rows] if isinstance(rows, np.ndarray) else [rows.data, rows.indices, rows.indptr]
    for array in arrays:
        array.flags.writeable = False
    return rows


def _cluster_names(
    clusters: Iterable[Hashable] | None, names: Sequence[Hashable]
) -> tuple[Hashable, ...]:
    chosen = tuple(names if clusters is None else clusters)
    if len(chosen) != len(names):
        are = "is" if len(names) == 1 else "are"
        counts = f"{many(len(names), 'cluster')} but {many(len(chosen), 'name')}"
        raise InputError(f"there {are} {counts} in clusters=")
    if len(set(chosen)) < len(chosen):
        raise InputError("clusters= names a cluster twice; each needs a unique name")
    return chosen
