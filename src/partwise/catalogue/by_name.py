"""A dictionary by index, in which every name of an index finds its value."""

from __future__ import annotations

from typing import Any, TypeVar

from partwise.base import PartwiseError
from partwise.catalogue.chosen_indices import as_index
from partwise.catalogue.index_record import Index
from partwise.catalogue.registry import index

_T = TypeVar("_T")


class ByName(dict[str, _T]):
    """Values by key of the index; other names of the index, and the index itself, find them too.

    Examples
    --------
    >>> values = ByName({"correlation": 0.5})
    >>> values["CC"], "correlation coefficient" in values, values.get("ARI")
    (0.5, True, None)
    """

    def __missing__(self, name: Any) -> _T:
        try:
            named = index(name) if isinstance(name, str) else name
            key = named.key if isinstance(named, Index) else as_index(named).key
        except PartwiseError as error:
            raise KeyError(f"{name!r}: {error}") from error
        if not super().__contains__(key):
            raise KeyError(f"there is no value for {key}; there are {', '.join(map(str, self))}")
        return self[key]

    def __contains__(self, name: object) -> bool:
        try:
            self[name]  # type: ignore[index]
        except KeyError:
            return False
        return True

    def get(self, name: Any, default: Any = None) -> Any:
        """Return the value for a key or another name of an index, or the default."""
        try:
            return self[name]
        except KeyError:
            return default
