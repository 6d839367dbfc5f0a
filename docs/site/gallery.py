"""How sphinx-gallery runs the examples, and how their figures come into the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from partwise.artifacts import Figure, adaptive_svg, inline

__all__ = ["GALLERY", "figures_drawn"]

_EXAMPLES = Path(__file__).parents[2] / "examples" / "gallery"
_RAW = '.. raw:: html\n\n    <figure class="drawn">{drawing}</figure>\n\n'


def figures_drawn(block: Any, variables: dict[str, Any], settings: Any, **options: Any) -> str:
    """Return the figures that a block of an example made; sphinx-gallery calls this.

    The page shows them in the colours of its theme. The thumbnail is the drawing without its
    title, which would be too small to read, and follows the theme too.
    """
    del block, settings, options
    names = variables["example_globals"]
    seen = names.setdefault("_drawn", [])
    parts = []
    for value in list(names.values()):
        if isinstance(value, Figure) and not any(value is other for other in seen):
            seen.append(value)
            path = Path(next(variables["image_path_iterator"])).with_suffix(".svg")
            path.write_text(adaptive_svg(value, titled=False), encoding="utf-8")
            drawing = inline(value, path.stem.replace("_", "-")).svg.replace("\n", " ")
            parts.append(_RAW.format(drawing=drawing))
    return "".join(parts)


GALLERY = {
    "examples_dirs": str(_EXAMPLES),
    "gallery_dirs": "gallery",
    "filename_pattern": r"\.py$",
    "image_scrapers": ("gallery.figures_drawn",),
    "capture_repr": (),
    "reset_modules": (),
    "abort_on_example_error": True,
    "default_thumb_file": str(Path(__file__).parent / "static" / "audit.svg"),
    "thumbnail_size": (480, 320),
    "download_all_examples": False,
    "show_signature": False,
    "min_reported_time": 1e9,
    "remove_config_comments": True,
    "within_subsection_order": "FileNameSortKey",
    "write_computation_times": False,
}
