"""Optional libraries as if they were not installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from partwise.base import require


@contextmanager
def without(*libraries: str) -> Iterator[None]:
    """Make imports of libraries fail, and partwise take the way that it takes without them."""
    modules: dict[str, Any] = sys.modules
    loaded = {library: modules[library] for library in libraries if library in modules}
    modules.update(dict.fromkeys(libraries))
    require.cache_clear()
    try:
        yield
    finally:
        for library in libraries:
            del modules[library]
        modules.update(loaded)
        require.cache_clear()
