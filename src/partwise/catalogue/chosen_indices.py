"""The index or indices that a user means: names, families, formulas, records and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from partwise.base import InputError, UnknownIndexError
from partwise.catalogue.beyond_partitions import (
    BeyondIndex,
    beyond_family,
    beyond_index_named,
    list_of,
    named_index,
    only_for,
    without_meaning,
)
from partwise.catalogue.formula import parse_formula
from partwise.catalogue.index_record import Index
from partwise.catalogue.registry import (
    IN_FORMULAS,
    Formula,
    checked_name,
    families,
    index,
    indices,
    known_by_key,
)


def as_index(which: str | Index | Formula) -> Index:
    """Return the index for a name, a formula, an index, or a function of a contingency table.

    An index for other inputs than partitions is refused.

    Examples
    --------
    >>> as_index("CC").key, as_index("n11 / N").label
    ('correlation', 'n11 / N')
    """
    known = known_by_key(which) if type(which) is str else which
    if isinstance(known, BeyondIndex):
        raise only_for(known)
    if isinstance(known, Index):
        return known
    if isinstance(which, str):
        try:
            named = index(which)
        except UnknownIndexError:
            if not IN_FORMULAS.search(which):
                raise
            return _of_formula(which.strip())
        return as_index(named)
    if callable(which) and not isinstance(which, Index):
        name = checked_name(which)
        return Index(key=name, label=name, kind="callable", formula=which)
    raise InputError(
        "an index must be a name, a formula, an Index or a function of a Contingency, not "
        f"{type(which).__name__}"
    )


def refuse_asymmetric(index: Index) -> None:
    """Refuse an index that is known not to be symmetric, where its values become distances."""
    if index.symmetric is False:
        raise InputError(
            f"{index.key} is not symmetric: the distance from A to B differs from that from B to A",
            remedy="choose a symmetric index, such as correlation_distance",
        )


@lru_cache
def _of_formula(text: str) -> Index:
    """Return one and the same index for the same text, however often it is named."""
    return Index(text, text, "pairs", parse_formula(text), doc=f"User-defined: {text}")


def as_indices(
    which: str | Index | Formula | Iterable[str | Index | Formula],
    read: Callable[[Any], Index] | None = None,
) -> list[Index]:
    """Return the indices that are meant by one name or several, each once.

    "all" or the name of a family stands for several; ``read`` finds single ones, as
    :func:`as_index` does unless something else is given.

    Examples
    --------
    >>> [each.key for each in as_indices("CC")]
    ['correlation']
    >>> [each.key for each in as_indices(["R", "element", "rand"])]
    ['rand', 'element_centric']
    """
    if isinstance(which, str | Index) or callable(which):
        which = [which]
    which, one = list(which), read or as_index
    several = ("all", *families()) if any(isinstance(x, str) for x in which) else ()
    groups = [
        indices(x) if isinstance(x, str) and x.casefold() in several else (one(x),) for x in which
    ]
    return list(dict.fromkeys(index for group in groups for index in group))


def kind_of_index(which: Any) -> type[BeyondIndex] | None:
    """Return the index class, if an index or a family exists for one kind of input alone.

    Examples
    --------
    >>> kind_of_index("omega").inputs, kind_of_index("element_centric"), kind_of_index("CC")
    ('covers', None, None)
    """
    if isinstance(which, Index):
        return type(which) if isinstance(which, BeyondIndex) else None
    if not isinstance(which, str) or known_by_key(which):
        return None
    family = beyond_family(which)
    beyond = family[0] if family else beyond_index_named(which)
    return None if beyond is None or known_by_key(beyond.key) else type(beyond)


def indices_for(which: Any, kind: type[BeyondIndex]) -> list[BeyondIndex]:
    """Return the indices for a kind of input that are meant by one name or several, each once.

    Without a name, these are all. An index without meaning for such inputs is refused, and the
    error names those that have one.

    Examples
    --------
    >>> from partwise.catalogue import CoverIndex
    >>> [each.key for each in indices_for(["ECS", "omega"], CoverIndex)]
    ['element_centric', 'omega']
    """
    if which is None:
        return list(kind.by_key.values())
    several: Sequence[Any] = [which] if isinstance(which, str | Index) or callable(which) else which
    groups = [
        tuple(kind.by_key.values()) if each in ("all", kind.inputs) else (index_for(each, kind),)
        for each in several
    ]
    return list(dict.fromkeys(each for group in groups for each in group))


def index_for(which: Any, kind: type[BeyondIndex]) -> BeyondIndex:
    """Return the one index for a kind of input that is meant.

    Examples
    --------
    >>> from partwise.catalogue import CoverIndex
    >>> index_for("ECS", CoverIndex).key
    'element_centric'
    """
    if isinstance(which, kind):
        return which
    name = which.key if isinstance(which, Index) else which
    own = named_index(kind, name) if isinstance(name, str) else None
    if own is not None and (isinstance(which, str) or own.key == which.key):
        return own
    if isinstance(which, str):
        if which in ("all", kind.inputs):
            wrong = "is a family of indices, but one index is needed"
            raise InputError(f"{which!r} {wrong}", remedy=(list_of(kind), " lists them"))
        if which.casefold() in families() or beyond_family(which):
            wrong = f"is not a family of indices for {kind.inputs}"
            raise InputError(f"{which!r} {wrong}", remedy=(list_of(kind), " lists them"))
        which = beyond_index_named(which) or which
    raise without_meaning(which if isinstance(which, Index) else as_index(which), kind)
