"""The documentation is true: pages are up to date, code blocks run, links lead somewhere."""

from __future__ import annotations

import doctest
import importlib.util
import re
import subprocess
import sys
from html import escape
from pathlib import Path
from types import ModuleType

import pytest

import partwise as pw
from partwise.charts.theme import DARK, LIGHT

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").glob("*.md")]
)


def _script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "page",
    [
        *("big-data.md", "cli.md", "indices.md", "undefined.md", "properties.md", "speed.md"),
        "theorems.md",
    ],
)
def test_generated_pages_are_up_to_date(page: str) -> None:
    written = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert written == _script("generate").PAGES[page](), "run make docs"


def test_images_show_what_the_code_of_their_pages_draws() -> None:
    """By their descriptions, which have the numbers."""
    script = _script("make_images")
    for name, (page, line) in script.IMAGES.items():
        image = (ROOT / "docs" / "images" / name).read_text(encoding="utf-8")
        figure = script.figure_of(page, line)
        assert f'<desc id="desc">{escape(figure.description)}</desc>' in image, "run make images"


DRAWINGS = [*(ROOT / "docs" / "images").glob("*.svg"), ROOT / "benchmarks/results/speed.svg"]


@pytest.mark.parametrize("image", DRAWINGS, ids=lambda image: image.name)
def test_drawings_have_a_dark_colour_for_each_light_one(image: Path) -> None:
    drawn = image.read_text(encoding="utf-8")
    style = drawn.partition("<style>@media (prefers-color-scheme:dark){")[2].partition("</style>")[
        0
    ]
    body = drawn.partition("</style>")[2]
    assert body
    for attribute, value in set(re.findall(r'\b(fill|stroke)="([^"]*)"', body)) - {
        ("fill", "none")
    }:
        name = next(name for name, light in LIGHT.items() if light == value)
        assert f'[{attribute}="{value}"]{{{attribute}:{DARK[name]}}}' in style


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_in_pages_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # as users do: without the repository
    result = doctest.testfile(str(page), module_relative=False, verbose=False)
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?://|#)([^)#\s]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_demo_writes_its_report(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    code = [sys.executable, str(ROOT / "examples" / "demo.py"), str(report)]
    done = subprocess.run(code, capture_output=True, check=True, text=True)
    assert "ward_10 is best by CC" in done.stdout
    assert str(report) in done.stderr
    assert "<title>Comparison of 6 candidates" in report.read_text(encoding="utf-8")


def test_every_public_name_is_documented() -> None:
    for public in pw.__all__:
        assert getattr(pw, public).__doc__, public


def test_importing_is_cheap() -> None:
    """0.3 s beyond NumPy, whatever else the machine does. Best of three fresh interpreters."""
    code = (
        "import time, numpy; start = time.process_time(); import partwise; partwise.score; "
        "print(time.process_time() - start)"
    )
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(3)
    ]
    assert min(times) < 0.3


def test_heavy_libraries_are_not_imported() -> None:
    code = (
        "import sys, partwise; partwise.score; "
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    heavy = {"altair", "duckdb", "jinja2", "mpmath", "narwhals", "pandas", "polars", "rich"}
    heavy |= {"scipy", "sympy"}
    assert not heavy & set(done.stdout.split())
