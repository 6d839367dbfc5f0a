"""The indices that have a page: all on which there are verdicts."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

import partwise as pw
from partwise.properties.known_verdicts import FILE

__all__ = ["catalogue"]


@cache
def catalogue() -> tuple[pw.Index, ...]:
    """Return the whole catalogue, with those indices that are included only when you name them.

    Examples
    --------
    >>> catalogue()[0].key
    'rand'
    """
    text = (resources.files("partwise.properties") / FILE).read_text("utf-8")
    return tuple(map(pw.index, json.loads(text)))
