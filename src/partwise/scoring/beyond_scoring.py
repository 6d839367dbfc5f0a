"""Scores of inputs that are no partitions, such as covers: the one place that tells them apart."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Set
from numbers import Number
from os import PathLike
from typing import Any

import numpy as np

from partwise.base import PartwiseError, TableError, tracked
from partwise.catalogue import (
    KINDS,
    BeyondIndex,
    Index,
    UndefinedPolicy,
    Value,
    index_for,
    kind_of_index,
)
from partwise.clusterings import Clustering, Policies, as_text, is_field_object
from partwise.engines import are_files, is_frame, named
from partwise.scoring.pairwise_scores import PairwiseScores

Kind = type[BeyondIndex]

_LABELS = (str, Number, np.generic, type(None))


def kind_beyond(inputs: Iterable[object], which: Any = None) -> Kind | None:
    """Tell which kind of input needs indices of its own here; None: all are partitions.

    One input of that kind is enough, or an index that exists for that kind alone.

    Examples
    --------
    >>> import partwise as pw
    >>> kind_beyond([[0, 1], pw.Cover([0, 1])]).inputs
    'covers'
    >>> kind_beyond([[0, 1]]), kind_beyond([[0, 1]], "omega").inputs
    (None, 'covers')
    """
    records = {type(data) for data in inputs}
    for kind in KINDS:
        if any(issubclass(record, kind.record) for record in records):
            return kind
    if isinstance(which, str | Index) or which is None or callable(which):
        return kind_of_index(which)
    return next((known for one in which if (known := kind_of_index(one))), None)


def together(reference: object, candidate: object) -> list[object]:
    """Return a reference and one candidate, or the candidates of a list or mapping."""
    return [reference, candidate, *(_with_records(candidate) or {}).values()]


def _with_records(candidate: object) -> dict[Any, object] | None:
    """Return candidates by name if one of them is a record beyond partitions."""
    if not isinstance(candidate, Mapping | list | tuple):
        return None
    inside = candidate.values() if isinstance(candidate, Mapping) else candidate
    if isinstance(next(iter(inside), None), _LABELS):
        return None  # labels, of which there may be many
    if not any(isinstance(one, _records()) for one in inside):
        return None
    return _by_name(candidate)


def _by_name(candidates: Any) -> dict[Any, object]:
    return dict(candidates if isinstance(candidates, Mapping) else enumerate(candidates))


def several(candidate: object, items: Iterable[Hashable] = ()) -> dict[Any, object] | None:
    """Return candidates by name if there are several; None: it is one.

    They are several if what is inside cannot be labels of items or items of clusters; and in a
    mapping, if no key is among the reference's items.

    Examples
    --------
    >>> several({"a": [{0, 1}, {1, 2}], "b": [{0}, {1, 2}]})
    {'a': [{0, 1}, {1, 2}], 'b': [{0}, {1, 2}]}
    >>> several({"ann": ["x"], "bob": ["x", "y"]}, ["ann", "bob"]) is None
    True
    >>> several({"one": [0, 0], "other": [0, 1]}, ["ann", "bob"])
    {'one': [0, 0], 'other': [0, 1]}
    """
    if not isinstance(candidate, Mapping | list | tuple) or not candidate:
        return None
    is_mapping = isinstance(candidate, Mapping)
    inside = list(candidate.values() if isinstance(candidate, Mapping) else candidate)
    if isinstance(inside[0], str | PathLike):
        return _by_name(candidate) if are_files(inside, by_name=is_mapping) else None
    if isinstance(inside[0], _LABELS):
        return None
    if any(isinstance(one, _records()) for one in inside) or all(map(_is_whole, inside)):
        return _by_name(candidate)
    known = set(map(as_text, items))
    if is_mapping and known and known.isdisjoint(map(as_text, candidate)):
        return _by_name(candidate)
    return None


def _records() -> tuple[type, ...]:
    return tuple(kind.record for kind in KINDS)


def _is_whole(data: Any) -> bool:
    """Tell what cannot be the labels of an item, nor the items of a cluster."""
    if isinstance(data, Clustering | Mapping | Iterator):
        return True
    if isinstance(data, list | tuple | Set):
        return bool(data) and all(isinstance(part, Set | list | np.ndarray) for part in data)
    is_known = is_frame(data) or is_field_object(data) or hasattr(data, "tocsr")
    return is_known or getattr(data, "ndim", 1) == 2


def named_candidates(candidates: object) -> dict[Any, object]:
    """Return candidates by name: of a mapping, of several in a list, or the only one.

    Examples
    --------
    >>> named_candidates({"a": [0, 1], "b": [0, 0]})
    {'a': [0, 1], 'b': [0, 0]}
    >>> named_candidates([{0, 1}, {1, 2}])
    {0: [{0, 1}, {1, 2}]}
    """
    if isinstance(candidates, Mapping):
        return dict(candidates)
    by_name = several(candidates)
    return {0: candidates} if by_name is None else by_name


def values_beyond(
    chosen: Iterable[BeyondIndex], table: Any, *, exact: bool, undefined: UndefinedPolicy
) -> dict[Index, Value]:
    """Evaluate indices on one table; one that refuses it is NaN with the reason as a note."""
    chosen = list(chosen)

    def evaluated(index: BeyondIndex) -> Value:
        try:
            return index.evaluate(table, exact=exact and index.is_rational, undefined=undefined)
        except TableError as error:
            if undefined == "raise" or len(chosen) == 1:
                raise error.about(index.key) from None
            return Value(math.nan, f"undefined: {error}")

    return {index: evaluated(index) for index in chosen}


def pairwise_beyond(
    kind: Kind,
    inputs: Any,
    which: Any,
    policies: Policies,
    undefined: UndefinedPolicy,
    progress: bool | None,
) -> PairwiseScores:
    """Compare each input with each other by one index."""
    index = index_for(which, kind)
    inputs = named(inputs)
    kind.check_noise(inputs.values(), policies)
    by_name = {name: kind.read(own, policies, str(name)) for name, own in inputs.items()}
    as_read = Policies(missing=policies.missing)
    names = tuple(by_name)
    jobs = [
        (i, j) for i in range(len(names)) for j in range(i if index.symmetric else 0, len(names))
    ]
    matrix = np.full((len(names),) * 2, math.nan)
    for i, j in tracked(jobs, len(jobs), f"{index.label}: ", progress):
        try:
            table = kind.table(by_name[names[i]], by_name[names[j]], as_read)
        except PartwiseError as error:
            raise error.about(f"{names[i]} and {names[j]}") from None
        matrix[i, j] = float(index.evaluate(table, undefined=undefined).value)
        if index.symmetric:
            matrix[j, i] = matrix[i, j]
    return PairwiseScores(index, names, matrix)
