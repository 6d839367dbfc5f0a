"""The outcome of the paper's two tests for each index of its tables: ``docs/baseline-tests.md``.

``python benchmarks/baselines.py [seed] [runs]`` runs both tests with the paper's defaults, and
prints Markdown; then it runs the first test ``runs`` times (0 unless told), and counts how often
it rejects each index that has a constant baseline.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from partwise.base.display import Cell, Table
from partwise.base.progress import tracked
from partwise.catalogue.registry import index
from partwise.chance.baseline_tests import constant_baseline_test, selection_bias_test
from partwise.chance.size_laws import Power

CONSTANT = {  # the column "Const. baseline" of the paper's tables
    "NMI": False,
    "nmi_max": False,
    "FNMI": False,
    "VI": False,
    "SMI": True,
    "FMeasure": False,
    "BCubed": False,
    "AMI": True,
    "R": False,
    "AR": True,
    "J": False,
    "W": False,
    "D": False,
    "CC": True,
    "S&S": True,
    "CD": False,
}


def outcome(seed: int) -> Table:
    """Run both tests."""
    started = time.perf_counter()
    baseline = constant_baseline_test(CONSTANT, seed=seed)
    took = time.perf_counter() - started
    selection = selection_bias_test(CONSTANT, seed=seed)
    rows: list[list[Cell]] = []
    for key, constant in CONSTANT.items():
        tested, won = baseline[key], selection[key]
        rows.append(
            [
                tested.index.label,
                "constant" if constant else "not constant",
                *(f"{mean:.4f}" for mean in tested.findings[-1].averages),
                f"{tested.p_value:.2g}",
                "rejected" if tested.rejected() else "not rejected",
                f"{won.p_value:.2g}",
                "rejected" if won.rejected() else "not rejected",
            ]
        )
    columns = ["index", "paper", *baseline.candidates, "p", "baseline", "p of wins", "selection"]
    notes = [f"The first test took {took:.1f} s. Means are those at n = 1000. Seed {seed}."]
    return Table(columns, rows, notes=notes)


def false_alarms(runs: int) -> Table:
    """Count how often constant baselines are rejected, and how often if candidates are alike."""
    keys = [key for key, constant in CONSTANT.items() if constant]
    rejected: dict[str, Counter[str]] = {"different": Counter(), "alike": Counter()}
    for seed in tracked(range(runs), runs, "counting false alarms"):
        rejected["different"].update(constant_baseline_test(keys, seed=seed).rejected)
        alike = constant_baseline_test(keys, seed=seed, candidate_clusters=[Power(0.5)] * 3)
        rejected["alike"].update(alike.rejected)
    chosen = map(index, keys)
    rows: list[list[Cell]] = [
        [one.label, *(f"{100 * each[one.key] / runs:.1f} %" for each in rejected.values())]
        for one in chosen
    ]
    return Table(["index", *(f"rejected, sizes {name}" for name in rejected)], rows)


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    sys.stdout.write(outcome(given[0] if given else 1).to_markdown() + "\n")
    if len(given) > 1:
        sys.stdout.write("\n" + false_alarms(given[1]).to_markdown() + "\n")
