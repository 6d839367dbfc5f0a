"""What a wheel must do with its core dependencies alone, and what must name an extra.

``python bare.py`` runs in an environment without any optional library.
"""

from __future__ import annotations

import math
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import partwise as pw
from partwise.base import OPTIONAL, is_installed

GOLD = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2]
MINE = [0, 0, 1, 1, 1, 1, 2, 2, 0, 2]
OTHER = [0, 0, 0, 1, 1, 1, 1, 1, 1, 1]


def check(holds: bool, what: str) -> None:
    """Stop at what does not hold."""
    if not holds:
        raise SystemExit(f"bare install: {what}")


def refuses(call: Callable[[], Any], extra: str) -> None:
    """Check that something names the extra that it needs, in one line."""
    try:
        call()
    except pw.errors.MissingExtraError as error:
        check(str(error).endswith(f'; pip install "partwise[{extra}]"'), str(error))
        return
    raise SystemExit(f"bare install: something worked that needs the extra {extra}")


def check_library() -> None:
    """Scores, comparisons, intervals, explanations and expected values."""
    check(not any(map(is_installed, OPTIONAL)), "there are optional libraries")
    scores = pw.scores(GOLD, MINE, "all")
    check(len(scores) == len(pw.indices("all")) >= 70, "there are not all scores")
    # 45 pairs: 12 are together in GOLD and 12 in MINE, 7 in both; so 5 + 5 are in one only.
    check(math.isclose(scores["rand"], 35 / 45), "the Rand index is wrong")
    check(math.isclose(scores["jaccard"], 7 / 17), "the Jaccard index is wrong")
    found = pw.compare(GOLD, {"mine": MINE, "other": OTHER})
    check("mine" in str(found), "a comparison does not print")
    check(bool(str(found.answer())), "there is no answer")
    check(bool(str(found.explanation)), "there is no explanation")
    rand = pw.compare(20 * GOLD, {"mine": 20 * MINE}).estimates()["mine"]["rand"]
    bounded = rand.low is not None and rand.high is not None and rand.low < rand.value < rand.high
    check(bounded, "there are no intervals")
    mean = float(pw.chance.expected(GOLD, MINE, "rand"))
    check(math.isclose(mean, (45 - 24 + 2 * 12 * 12 / 45) / 45), "expected Rand is wrong")
    check(np.shape(pw.pairwise([GOLD, MINE, OTHER], "rand")) == (3, 3), "pairwise fails")


def check_extras() -> None:
    """Each feature that needs an optional library says which extra installs it."""
    found = pw.compare(GOLD, {"mine": MINE, "other": OTHER})
    refuses(lambda: pw.audit("rand"), "proofs")
    refuses(lambda: pw.index("rand").expression(), "proofs")
    refuses(found.to_frame, "frames")
    refuses(pw.datasets.digits, "frames")
    with tempfile.TemporaryDirectory() as folder:
        refuses(lambda: found.report(Path(folder, "report.html")), "report")
        parquet, lines = Path(folder, "a.parquet"), Path(folder, "a.jsonl")
        parquet.write_bytes(b"PAR1")
        lines.write_text('{"item": 1, "label": 2}\n')
        for file in (parquet, lines):
            refuses(lambda file=file: pw.read(file), "files")  # type: ignore[misc]


def run(*arguments: str, fails: bool = False) -> str:
    """Run the command line."""
    command = [sys.executable, "-m", "partwise", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    check((done.returncode != 0) == fails, f"{' '.join(arguments)}: {done.stderr}")
    return done.stderr if fails else done.stdout


def check_command_line() -> None:
    """Example data, scores and comparisons of CSV files."""
    with tempfile.TemporaryDirectory() as folder:
        run("example", "digits", folder)
        files = [str(Path(folder, f"{name}.csv")) for name in ("reference", "kmeans_10", "ward_10")]
        told = run("score", *files[:2], "--index", "adjusted_rand", "--format", "csv")
        # scikit-learn 1.9.1: adjusted_rand_score of these files is 0.6679174521089348
        values = [float(x) for x in re.findall(r"0\.\d{6,}", told)]
        check(any(math.isclose(x, 0.6679174521089348) for x in values), told)
        check("ward_10 is best" in run("compare", *files), "compare does not answer")
        wide = run("compare", str(Path(folder, "all.csv")), "--reference", "reference")
        check("ward_10 is best" in wide, "compare does not answer")
        report = ("--report", str(Path(folder, "report.html")))
        check("partwise[report]" in run("compare", *files, *report, fails=True), "report")
        check("partwise[proofs]" in run("audit", "rand", fails=True), "audit")


if __name__ == "__main__":
    check_library()
    check_extras()
    check_command_line()
    sys.stdout.write(f"partwise {pw.__version__} works on its core dependencies alone\n")
