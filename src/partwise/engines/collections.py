"""Several clusterings of the same items: a list, a mapping by name, or a data frame."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from partwise.base import InputError
from partwise.clusterings import Clustering, MissingPolicy, NoisePolicy, align, as_clustering
from partwise.engines.inputs import is_engine_frame

Several: TypeAlias = Mapping[str, object] | Sequence[object]
Result = TypeVar("Result")


def read_all(
    clusterings: Several,
    noise: NoisePolicy | None,
    noise_label: Hashable,
    missing: MissingPolicy,
) -> list[Clustering]:
    """Read each clustering once, and bring all to the same items in the same order."""
    found = named(clusterings)
    read = {
        name: told_whose(
            name,
            lambda each: as_clustering(each, noise=noise, noise_label=noise_label, missing=missing),
            labels,
        )
        for name, labels in found.items()
    }
    return list(aligned(read, missing).values())


def aligned(clusterings: Mapping[str, Clustering], missing: MissingPolicy) -> dict[str, Clustering]:
    """Bring clusterings to the same items in the same order: what all of them have.

    With ``missing="singletons"`` it is what any of them has.

    Examples
    --------
    >>> found = aligned({"a": Clustering({"x": 0, "y": 1}), "b": Clustering({"y": 0})}, "drop")
    >>> [each.items for each in found.values()]
    [('y',), ('y',)]
    """
    read = dict(clusterings)
    first, *others = read or [""]

    def with_first(name: str) -> tuple[Clustering, Clustering]:
        return align(read[first], read[name], missing)

    for _ in range(2):  # the first round finds the common items, the second applies them to all
        for name in others:
            read[first], read[name] = told_whose(name, with_first, name)
    return read


def told_whose(name: str, work: Callable[[Any], Result], data: Any) -> Result:
    """Do work on a clustering's data; an error says whose they are."""
    try:
        return work(data)
    except InputError as error:
        raise error.about(name) from None


def named(clusterings: Any) -> dict[str, object]:
    """Return clusterings by name; those in a list are called 0, 1, 2, ….

    Examples
    --------
    >>> named([[0, 0], [0, 1]])
    {'0': [0, 0], '1': [0, 1]}
    """
    if isinstance(clusterings, str):
        raise InputError(
            f"several clusterings come as a list, a mapping or a frame, not as text; if "
            f"{clusterings!r} is a file: pw.read({clusterings!r})"
        )
    if is_engine_frame(clusterings):
        from partwise.engines.label_columns import LabelColumns
        from partwise.engines.reading import read

        clusterings = clusterings if isinstance(clusterings, LabelColumns) else read(clusterings)
    if hasattr(clusterings, "columns"):
        # In a pyarrow table, "columns" are the columns themselves.
        names = getattr(clusterings, "column_names", clusterings.columns)
        pairs = [(name, clusterings[name]) for name in names]
    elif isinstance(clusterings, Mapping):
        pairs = list(clusterings.items())
    elif isinstance(clusterings, Iterable):
        pairs = list(enumerate(clusterings))
    else:
        raise InputError(
            "several clusterings come as a list of them, a mapping by name or a data frame, not as "
            f"{type(clusterings).__name__}"
        )
    found = {str(name): labels for name, labels in pairs}
    if len(found) < len(pairs):
        names = [str(name) for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"two clusterings are called {twice!r}; give each a name of its own")
    return found


def are_many(candidate: object) -> bool:
    """Tell whether this is a collection of clusterings, and not one."""
    if hasattr(candidate, "columns") and hasattr(candidate, "__getitem__"):
        return True  # a data frame with a column for each
    if isinstance(candidate, Mapping):
        values = list(candidate.values())
    elif isinstance(candidate, list | tuple):
        values = list(candidate)
    else:
        return False
    return bool(values) and all(_is_clustering_like(value) for value in values)


def _is_clustering_like(value: object) -> bool:
    if isinstance(value, Clustering | list | Mapping):
        return True
    return hasattr(value, "__array__") and getattr(value, "ndim", 0) == 1
