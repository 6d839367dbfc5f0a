"""scikit-learn's own tests of these functions, from the installed package, run against ours.

docs/sklearn.md has the numbers and each exception; what is asserted here is that they are true.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sklearn

ROOT = Path(__file__).parents[2]
MODULES = ("test_supervised", "test_common")
PAGE = (ROOT / "docs" / "sklearn.md").read_text(encoding="utf-8")

EXCEPTIONS: dict[str, str] = {}
"""Tests of scikit-learn that ours do not pass, and why; the page lists the same."""

NOT_OURS = re.compile(r"generalized_average|non_symmetric_union|silhouette|calinski|davies")
"""Tests that call none of our functions: of scores that need the data, of scikit-learn's own
private mean, and of the test module's own lists."""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("own")
    result = folder / "result.json"
    environment = {
        **os.environ,
        "DROP_IN_RESULT": str(result),
        "PYTHONPATH": str(ROOT / "tests"),
        "SCIPY_ARRAY_API": "1",
    }
    tests = [f"sklearn.metrics.cluster.tests.{module}" for module in MODULES]
    options = [
        "-p",
        "support.drop_in",
        "-p",
        "no:cacheprovider",
        "-c",
        os.devnull,
        f"--rootdir={Path(sklearn.__file__).parent}",
    ]
    command = [sys.executable, "-m", "pytest", "-q", *options, "--pyargs", *tests]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert result.exists(), done.stdout + done.stderr
    return json.loads(result.read_text(encoding="utf-8"))


def _named(found: Any, outcome: str) -> set[str]:
    return {test for test, each in found["tests"].items() if each["outcome"] == outcome}


def test_the_names_were_ours(found: Any) -> None:
    assert "adjusted_rand_score" in found["replaced"]["test_common"]
    assert len(found["replaced"]["test_supervised"]) == 16
    called = {test for test, each in found["tests"].items() if each["calls"]}
    assert called == {test for test in _ran(found) if not NOT_OURS.search(test)}


def _ran(found: Any) -> set[str]:
    return _named(found, "passed") | _named(found, "failed")


def test_all_pass_but_the_exceptions(found: Any) -> None:
    assert _named(found, "failed") == set(EXCEPTIONS)
    assert all(test in PAGE and reason in PAGE for test, reason in EXCEPTIONS.items())


def test_only_array_libraries_that_are_not_installed_are_skipped(found: Any) -> None:
    assert all("array_api" in test for test in _named(found, "skipped"))


def test_the_page_has_the_numbers(found: Any) -> None:
    version = re.search(r"scikit-learn (\d+(?:\.\d+)+)", PAGE)
    assert version is not None
    if version[1] != sklearn.__version__:
        pytest.skip(f"the numbers are those of scikit-learn {version[1]}")
    for module in MODULES:
        tests = {t: each for t, each in found["tests"].items() if t.startswith(f"{module}.py")}
        ran = [each for each in tests.values() if each["outcome"] != "skipped"]
        ours = [each for each in ran if each["calls"]]
        passed = [each for each in ours if each["outcome"] == "passed"]
        numbers = [len(tests), len(ours), len(passed), len(ran) - len(ours), len(tests) - len(ran)]
        assert f"| `{module}.py` | {' | '.join(map(str, numbers))} |" in PAGE
