"""How Sphinx builds the site. The pages come from ``sources.py``; ``make docs`` runs both."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))

import partwise  # noqa: E402
from address import ADDRESS  # noqa: E402
from gallery import GALLERY  # noqa: E402
from sections import FOOTER  # noqa: E402

project = "partwise"
author = "The partwise developers"
project_copyright = author
version = release = partwise.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
    "mathml",
    "crossrefs",
    "descriptions",
    "long_names",
]
myst_enable_extensions = ["dollarmath", "colon_fence", "attrs_block"]
myst_heading_anchors = 3
myst_links_external_new_tab = False
html_math_renderer = "mathml"

templates_path = [str(HERE / "templates")]
autosummary_generate = True
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
nitpicky = True
smartquotes = False
suppress_warnings = ["config.cache"]

sphinx_gallery_conf = GALLERY

html_theme = "pydata_sphinx_theme"
html_title = "partwise"
html_logo = str(HERE / "static" / "logo.svg")
html_favicon = str(HERE / "static" / "logo.svg")
html_static_path = [str(HERE / "static"), str(ROOT / "build" / "site-source" / "_static")]
html_css_files = ["colours.css", "site.css"]
html_js_files = [("menu.js", {"defer": "defer"})]
html_show_sourcelink = False
html_copy_source = False
html_use_index = False
html_baseurl = ADDRESS
html_search_scorer = str(ROOT / "build" / "site-source" / "scorer.js")
html_show_search_summary = False  # it is fetched, which a browser refuses for files
html_domain_indices = False
html_context = {"default_mode": "auto", "project_pages": FOOTER}
html_theme_options = {
    "logo": {"text": "partwise", "alt_text": "partwise, home page"},
    "header_links_before_dropdown": 10,
    "navbar_align": "left",
    "navbar_end": ["theme-switcher"],
    "navbar_persistent": ["search-button"],
    "show_prev_next": False,
    "show_toc_level": 1,
    "secondary_sidebar_items": {"**": ["page-toc"], "properties": [], "index": []},
    "footer_start": ["copyright"],
    "footer_end": ["project-pages"],
}
html_sidebars: dict[str, list[str]] = {name: [] for name in ("index", *FOOTER.values())}
