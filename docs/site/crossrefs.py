"""Links to names that are documented elsewhere than where they are defined.

A docstring may name ``partwise.chance.expectation.expected`` or ``expected``, and the reference has
it as ``partwise.chance.expected``. What exists but is not in the reference becomes plain code; what
does not exist stays a warning, and so an error.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from docutils import nodes

__all__ = ["exists", "setup"]


def exists(name: str) -> bool:
    """Tell whether a dotted name can be imported.

    Examples
    --------
    >>> exists("partwise.tables.SymbolicTable"), exists("fractions.Fraction")
    (True, True)
    >>> exists("partwise.x")
    False
    """
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part, None)
        return found is not None
    return False


def _resolve(app: Any, env: Any, node: Any, content: nodes.Node) -> nodes.Node | None:
    if node.get("refdomain") != "py":
        return None
    target, domain = node["reftarget"], env.get_domain("py")
    last = target.rpartition(".")[2]
    inside = node.get("py:class") or ""
    for full in (f"partwise.{last}", f"partwise.{inside}.{last}"):
        if full in domain.objects:
            found: nodes.Node | None = domain.resolve_xref(
                env, node["refdoc"], app.builder, "obj", full, node, content
            )
            return found
    module = node.get("py:module") or "partwise"
    return content if exists(target) or exists(f"{module}.{target}") else None


def setup(app: Any) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("missing-reference", _resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
