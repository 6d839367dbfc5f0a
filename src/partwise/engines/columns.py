"""Which columns are the items and the labels: found when obvious, asked for when not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from partwise.base import Either, InputError, Option, near_names

Layout: TypeAlias = Literal["wide", "long", "pairs", "stacked"]

_LABEL_NAMES = ("label", "labels", "cluster", "cluster_id", "class", "community", "group")
_ITEM_NAMES = ("item", "item_id", "id", "name", "key", "unique_id", "record", "record_id")
UNNAMED = "Unnamed: 0"
"""What pandas calls a first column without a name: the index that it wrote before."""
_CLUSTERING_NAMES = ("clustering", "algorithm", "method", "model", "run", "partition")
_PAIR_NAMES = (
    ("left", "right"),
    ("source", "target"),
    ("from", "to"),
    *((f"{stem}{one}", f"{stem}{two}") for one, two in ("12", "ab", ("_1", "_2"), ("_a", "_b"),
      ("_l", "_r"), ("_left", "_right")) for stem in ("item", "id", "node", "record", "unique_id")),
)  # fmt: skip
KNOWN_NAMES = frozenset(
    (
        *_LABEL_NAMES,
        *_ITEM_NAMES,
        *_CLUSTERING_NAMES,
        *(name for pair in _PAIR_NAMES for name in pair),
    )
)
"""Names, in lower case, by which columns are found."""

_LABEL = Option("label_column")
_ITEM = Option("item_column")
_OF_READ = Either(" of pw.read", "")


class Choice(NamedTuple):
    """The columns to read.

    For pairs the labels are the two columns of items; for stacked clusterings, the column with
    the clustering's name and that of the cluster.
    """

    layout: Layout
    item: str | None
    labels: tuple[str, ...]


def check_layout(layout: str | None) -> None:
    """Refuse a layout that does not exist."""
    if layout is not None and layout not in get_args(Layout):
        raise InputError(
            f'layout= must be "wide", "long", "pairs" or "stacked", not {layout!r}',
            remedy="without it, the names of the columns determine the layout",
        )


def choose_columns(
    source: str,
    names: Sequence[str],
    label: str | Sequence[str] | None = None,
    item: str | None = None,
    layout: Layout | None = None,
    otherwise: Layout | None = None,
) -> Choice:
    """Choose the columns of a table, as specified or by their names.

    A layout that is neither specified nor obvious is ``otherwise``.

    Examples
    --------
    >>> choose_columns("x.csv", ["id", "gold", "mine"])
    Choice(layout='wide', item='id', labels=('gold', 'mine'))
    >>> choose_columns("x.csv", ["left", "right", "score"]).layout
    'pairs'
    """
    check_layout(layout)
    wanted = () if label is None else (label,) if isinstance(label, str) else tuple(label)
    for column in (*wanted, *(() if item is None else (item,))):
        check_column(source, names, column)
    twice = [column for column in wanted if wanted.count(column) > 1]
    if twice:
        raise InputError(f"the column {twice[0]!r} is named twice", subject=source)
    if item in wanted:
        raise InputError(
            f"the column {item!r} cannot hold both the items and the labels", subject=source
        )
    layout = layout or _found_layout(names, wanted, item) or otherwise
    if layout == "pairs":
        return Choice("pairs", None, _pair(source, names, wanted))
    if item is None:
        item = _usual_item(names, wanted)
    rest = tuple(name for name in names if name != item and not (item and name in _index(names)))
    if layout == "stacked":
        return Choice("stacked", *_stacked(source, rest, wanted, item))
    if layout == "long":
        return Choice("long", item, (_one_label(source, rest, wanted, item),))
    if layout == "wide" or wanted or len(rest) <= 1:
        return Choice("wide", item, wanted or _some(source, rest))
    return Choice("wide", item, _found_labels(source, rest, item))


def find_item(source: str, names: Sequence[str]) -> str:
    """Choose the column of items in a table that only lists items."""
    item = names[0] if len(names) == 1 else _usual_item(names, ())
    if item is None:
        raise InputError(
            f"it is not clear which of the columns {', '.join(names)} has the items",
            subject=source,
            remedy="pass a table with only that column, or rename it to item",
        )
    return item


def check_column(source: str, names: Sequence[str], column: str) -> None:
    """Refuse a column that does not exist."""
    if column not in names:
        raise InputError(
            f"there is no column {column!r}{near_names(column, names)}",
            subject=source,
            remedy=f"the columns are {', '.join(names)}",
        )


def check_names(source: str, names: Iterable[str], *, ignores_case: bool = True) -> None:
    """Refuse names that are equal, or that differ only in case if an engine ignores it."""
    seen: dict[str, str] = {}
    for name in names:
        spelling = name.lower() if ignores_case else name
        other = seen.get(spelling)
        if other is not None:
            problem = (
                f"two columns are called {name!r}"
                if other == name
                else f"columns {other!r} and {name!r} differ only in case"
            )
            raise InputError(problem, subject=source, remedy="rename one of them")
        seen[spelling] = name


def _usual_item(names: Sequence[str], labels: Sequence[str]) -> str | None:
    if len(names) == 1:
        return None
    usual = (*_usual(names, _ITEM_NAMES), *_index(names))
    return next((name for name in usual if name not in labels), None)


def _index(names: Sequence[str]) -> Sequence[str]:
    """Return the first column if it is an index that pandas wrote; Polars leaves its name empty."""
    return names[:1] if names and names[0] in ("", UNNAMED) else ()


def has_item_name(names: Iterable[str]) -> bool:
    """Tell whether a column has a usual name for a column of items."""
    return any(name.lower() in _ITEM_NAMES for name in names)


def _usual(names: Sequence[str], among: Sequence[str]) -> list[str]:
    return [name for name in names if name.lower() in among]


def _found_layout(names: Sequence[str], wanted: Sequence[str], item: str | None) -> Layout | None:
    """Return a layout that the names of the columns tell."""
    if wanted:
        return None
    if item is None and usual_pair(names):
        return "pairs"
    if len(names) == 3 and (item or _usual_item(names, ())):
        rest = [name for name in names if name != (item or _usual_item(names, ()))]
        if _usual(rest, _CLUSTERING_NAMES) and _usual(rest, _LABEL_NAMES):
            return "stacked"
    return None


def usual_pair(names: Sequence[str]) -> tuple[str, str] | None:
    """Return the two columns that have usual names for the items of pairs."""
    known = {name.lower(): name for name in names}
    usual = (pair for pair in _PAIR_NAMES if pair[0] in known and pair[1] in known)
    pair = next(usual, None)
    return None if pair is None else (known[pair[0]], known[pair[1]])


def _pair(source: str, names: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
    if len(wanted) == 2:
        return tuple(wanted)
    if wanted:
        raise InputError(
            "pairs need two columns of items", subject=source, remedy=["name both in ", _LABEL]
        )
    pair = usual_pair(names) or (tuple(names) if len(names) == 2 else None)
    if pair is None:
        raise InputError(
            f"it is not clear which two of the columns {', '.join(names)} hold the pairs",
            subject=source,
            remedy=["name both in ", _LABEL],
        )
    return pair


def _stacked(
    source: str, rest: tuple[str, ...], wanted: Sequence[str], item: str | None
) -> tuple[str, tuple[str, str]]:
    """Return the item's column, and those of the clustering's name and of the cluster."""
    if item is None:
        raise no_item_column(source, rest)
    if len(wanted) == 2:
        return item, (wanted[0], wanted[1])
    clusters = list(wanted) or _usual(rest, _LABEL_NAMES)
    left = [name for name in rest if name not in clusters]
    clusterings = _usual(left, _CLUSTERING_NAMES) or left
    if len(clusters) == 1 and len(clusterings) == 1:
        return item, (clusterings[0], clusters[0])
    raise InputError(
        f"it is not clear which of the columns {', '.join(rest)} hold the names of the "
        "clusterings and the clusters",
        subject=source,
        remedy=["name both in ", _LABEL, ", in this order"],
    )


def no_item_column(source: str, names: Sequence[str]) -> InputError:
    """Return the error for a layout that needs to know which column has the items."""
    return InputError(
        f"it is not clear which of the columns {', '.join(names)} has the items",
        subject=source,
        remedy=["name it in ", _ITEM, _OF_READ],
    )


def _some(source: str, rest: tuple[str, ...]) -> tuple[str, ...]:
    if not rest:
        raise InputError("there is no column of labels", subject=source)
    return rest


def _one_label(source: str, rest: tuple[str, ...], wanted: Sequence[str], item: str | None) -> str:
    if len(wanted) > 1:
        raise InputError(
            f"this layout has one label column, but you named {len(wanted)}", subject=source
        )
    labels = list(wanted) or (list(rest) if len(rest) == 1 else _usual(rest, _LABEL_NAMES))
    if len(labels) == 1:
        return labels[0]
    raise InputError(
        "it is not clear which column has the labels",
        subject=source,
        remedy=[
            f"choose one of {', '.join(rest)} with ",
            _LABEL,
            *((" and that of the items with ", _ITEM) if item is None else ()),
            _OF_READ,
            ", or add a header if these are data",
        ],
    )


def _found_labels(source: str, rest: tuple[str, ...], item: str | None) -> tuple[str, ...]:
    """Return all columns besides the items if it is obvious that each is a clustering."""
    columns = ", ".join(rest)
    usual = _usual(rest, _LABEL_NAMES)
    if len(usual) == 1:
        label = Option("label_column", usual[0])
        raise InputError(
            f"it is not clear whether {usual[0]} is the label column, or whether each of {columns} "
            "is a clustering",
            subject=source,
            remedy=["pass ", label, ", or ", Option("layout", "wide")],
        )
    if item is None:
        pairs: list[str | Option] = [
            ", ",
            Option("layout", "pairs"),
            " if a row is a pair of matched items",
        ]
        raise InputError(
            f"it is not clear what the columns {columns} are",
            subject=source,
            remedy=["pass ", Option("layout", "wide"), " if each is a clustering",
                    *(pairs if len(rest) == 2 else []), ", or name the item and label columns in ",
                    _ITEM, " and ", _LABEL],
        )  # fmt: skip
    return rest
