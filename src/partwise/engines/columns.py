"""Which columns are the items and the labels: found when obvious, asked for when not."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Literal, NamedTuple, TypeAlias, get_args

from partwise.base import InputError

Layout: TypeAlias = Literal["wide", "long", "pairs", "stacked"]

_LABEL_NAMES = ("label", "labels", "cluster", "cluster_id", "class", "community", "group")
_ITEM_NAMES = ("item", "item_id", "id", "name", "key")
_CLUSTERING_NAMES = ("clustering", "algorithm", "method", "model", "run", "partition")
_PAIR_NAMES = (
    ("left", "right"),
    ("source", "target"),
    ("from", "to"),
    *((f"{stem}{one}", f"{stem}{two}") for one, two in ("12", "ab", ("_1", "_2"), ("_a", "_b"),
      ("_l", "_r"), ("_left", "_right")) for stem in ("item", "id", "node", "record")),
)  # fmt: skip
_LABEL_ARGUMENT = "label= (--label-column on the command line)"


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
            f'layout= must be "wide", "long", "pairs" or "stacked", not {layout!r}; without it, '
            "the layout is found from the columns' names"
        )


def choose_columns(
    source: str,
    names: Sequence[str],
    label: str | Sequence[str] | None = None,
    item: str | None = None,
    layout: Layout | None = None,
    otherwise: Layout | None = None,
) -> Choice:
    """Choose the columns of a table, as told or by their names.

    A layout that is neither told nor obvious is ``otherwise``.

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
        raise InputError(f"{source}: the column {twice[0]!r} is asked for twice")
    if item in wanted:
        raise InputError(f"{source}: the column {item!r} cannot have both the items and the labels")
    layout = layout or _found_layout(names, wanted, item) or otherwise
    if layout == "pairs":
        return Choice("pairs", None, _pair(source, names, wanted))
    if item is None:
        item = _usual_item(names, wanted)
    rest = tuple(name for name in names if name != item)
    if layout == "stacked":
        return Choice("stacked", *_stacked(source, rest, wanted, item))
    if layout == "long":
        return Choice("long", item, (_one_label(source, rest, wanted),))
    if layout == "wide" or wanted or len(rest) == 1:
        return Choice("wide", item, wanted or _some(source, rest))
    return Choice("wide", item, _found_labels(source, rest, item))


def find_item(source: str, names: Sequence[str], item: str | None) -> str:
    """Choose the column of items in a table that is about items only."""
    if item is not None:
        check_column(source, names, item)
        return item
    found = names[0] if len(names) == 1 else _usual_item(names, ())
    if found is None:
        raise InputError(
            f"{source}: which column has the items? Pass a table with one column, or call it "
            f"item; there are {', '.join(names)}"
        )
    return found


def check_column(source: str, names: Sequence[str], column: str) -> None:
    """Refuse a column that does not exist."""
    if column not in names:
        close = get_close_matches(column, names, 1)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        raise InputError(
            f"{source}: there is no column {column!r}{hint}; the columns are {', '.join(names)}"
        )


def _usual_item(names: Sequence[str], labels: Sequence[str]) -> str | None:
    if len(names) == 1:
        return None
    usual = (name for name in names if name.lower() in _ITEM_NAMES and name not in labels)
    return next(usual, None)


def _usual(names: Sequence[str], among: Sequence[str]) -> list[str]:
    return [name for name in names if name.lower() in among]


def _found_layout(names: Sequence[str], wanted: Sequence[str], item: str | None) -> Layout | None:
    """Return a layout that the names of the columns tell."""
    if wanted:
        return None
    if item is None and _usual_pair(names):
        return "pairs"
    if len(names) == 3 and (item or _usual_item(names, ())):
        rest = [name for name in names if name != (item or _usual_item(names, ()))]
        if _usual(rest, _CLUSTERING_NAMES) and _usual(rest, _LABEL_NAMES):
            return "stacked"
    return None


def _usual_pair(names: Sequence[str]) -> tuple[str, str] | None:
    known = {name.lower(): name for name in names}
    found = (pair for pair in _PAIR_NAMES if pair[0] in known and pair[1] in known)
    pair = next(found, None)
    return None if pair is None else (known[pair[0]], known[pair[1]])


def _pair(source: str, names: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
    if len(wanted) == 2:
        return tuple(wanted)
    if wanted:
        raise InputError(f"{source}: pairs have two columns of items; name both in label=")
    found = _usual_pair(names) or (tuple(names) if len(names) == 2 else None)
    if found is None:
        raise InputError(
            f"{source}: which two columns have the pairs? Name them in label=; there are "
            f"{', '.join(names)}"
        )
    return found


def _stacked(
    source: str, rest: tuple[str, ...], wanted: Sequence[str], item: str | None
) -> tuple[str, tuple[str, str]]:
    """Return the item's column, and those of the clustering's name and of the cluster."""
    if item is None:
        raise InputError(
            f"{source}: which column has the items? Name it in item= (--item-column on the "
            f"command line); there are {', '.join(rest)}"
        )
    if len(wanted) == 2:
        return item, (wanted[0], wanted[1])
    clusters = list(wanted) or _usual(rest, _LABEL_NAMES)
    left = [name for name in rest if name not in clusters]
    clusterings = _usual(left, _CLUSTERING_NAMES) or left
    if len(clusters) == 1 and len(clusterings) == 1:
        return item, (clusterings[0], clusters[0])
    raise InputError(
        f"{source}: which columns have the clustering's name and the cluster? Name both in "
        f"label=, in this order; there are {', '.join(rest)}"
    )


def _some(source: str, rest: tuple[str, ...]) -> tuple[str, ...]:
    if not rest:
        raise InputError(f"{source}: there is no column of labels")
    return rest


def _one_label(source: str, rest: tuple[str, ...], wanted: Sequence[str]) -> str:
    if len(wanted) > 1:
        raise InputError(f"{source}: one column has the labels in this layout, not {len(wanted)}")
    found = list(wanted) or (list(rest) if len(rest) == 1 else _usual(rest, _LABEL_NAMES))
    if len(found) == 1:
        return found[0]
    raise InputError(
        f"{source}: which column has the labels? Choose one of {', '.join(rest)} with "
        f"{_LABEL_ARGUMENT}, or add a header if these are data"
    )


def _found_labels(source: str, rest: tuple[str, ...], item: str | None) -> tuple[str, ...]:
    """Return all columns besides the items if it is obvious that each is a clustering."""
    columns = ", ".join(rest)
    usual = _usual(rest, _LABEL_NAMES)
    if len(usual) == 1:
        raise InputError(
            f"{source}: is {usual[0]} the column of labels, or is each of {columns} a clustering? "
            f'Pass label="{usual[0]}", or layout="wide"'
        )
    if item is None:
        pairs = ', layout="pairs" if a row is a pair of matched items' if len(rest) == 2 else ""
        raise InputError(
            f'{source}: what are the columns {columns}? Pass layout="wide" if each is a '
            f"clustering{pairs}, or item= (--item-column on the command line) with the column of "
            f"items and {_LABEL_ARGUMENT} with that of labels"
        )
    return rest
