"""What tests and the examples in docstrings share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from partwise.catalogue import registry


@pytest.fixture(scope="session", autouse=True)
def fresh_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep away from the user's cache, where an older version may have left its tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(autouse=True)
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test see the indices that another one has defined."""
    for name in ("_BY_KEY", "_KEY_OF_NAME"):
        monkeypatch.setattr(registry, name, dict(getattr(registry, name)))
