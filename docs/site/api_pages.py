"""The API reference: every public name of the package and of the modules that people use."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

import partwise as pw

__all__ = ["MODULES", "api_pages"]

MODULES = (
    "partwise.artifacts",
    "partwise.chance",
    "partwise.coreference",
    "partwise.datasets",
    "partwise.properties",
    "partwise.ensembles",
    "partwise.lattice",
    "partwise.graphs",
    "partwise.families",
    "partwise.sklearn",
    "partwise.errors",
    "partwise.comparison",
    "partwise.paper",
)
"""Those of them that exist; their public names are in ``__all__``."""

_KINDS: dict[str, Callable[[Any], bool]] = {
    "Functions": inspect.isroutine,
    "Errors": lambda value: inspect.isclass(value) and issubclass(value, Exception),
    "Classes": inspect.isclass,
}


_INTRO = (
    "Start with ``import partwise as pw``. The names for everyday use are in ``pw`` itself, and "
    "the others are in the modules below, such as ``pw.chance``. Import ``partwise.sklearn`` and "
    "``partwise.paper`` separately.\n"
)


def api_pages() -> dict[str, str]:
    """Return the sources of the reference, by their names."""
    modules = [name for name in MODULES if _found(name)]
    listed = "\n".join(f"   {name}" for name in modules)
    parts = [
        _heading("API reference", "="),
        _INTRO,
        ".. currentmodule:: partwise\n",
        *_tables(pw, "names"),
        _heading("Modules", "-"),
        f".. toctree::\n   :maxdepth: 1\n\n{listed}\n",
    ]
    pages = {"api/index.rst": "\n".join(parts)}
    return pages | {f"api/{name}.rst": _module_page(import_module(name)) for name in modules}


def _found(name: str) -> bool:
    try:
        return hasattr(import_module(name), "__all__")
    except ModuleNotFoundError:
        return False


def _module_page(module: ModuleType) -> str:
    name = module.__name__
    head = [_heading(name, "="), f".. automodule:: {name}\n", f".. currentmodule:: {name}\n"]
    return "\n".join([*head, *_tables(module, "names", without=pw)])


def _tables(module: ModuleType, folder: str, without: ModuleType | None = None) -> list[str]:
    """Return a table for each kind of names; those that ``without`` has as well are only named."""
    names = {name: getattr(module, name) for name in module.__all__}
    shared = [name for name in names if without and name in without.__all__]
    parts, left = [], {name: names[name] for name in names if name not in shared}
    for title, belongs in _KINDS.items():
        chosen = sorted(name for name, value in left.items() if belongs(value))
        left = {name: value for name, value in left.items() if name not in chosen}
        if chosen:
            parts += [_heading(title, "-"), _summary(chosen, folder)]
    if shared:
        linked = ", ".join(f":obj:`partwise.{name}`" for name in sorted(shared))
        parts.append(f"Also available in ``partwise`` itself: {linked}.\n")
    return parts


def _summary(names: list[str], folder: str) -> str:
    listed = "\n".join(f"   {name}" for name in names)
    return f".. autosummary::\n   :toctree: {folder}\n   :nosignatures:\n\n{listed}\n"


def _heading(title: str, sign: str) -> str:
    return f"{title}\n{sign * len(title)}\n"
