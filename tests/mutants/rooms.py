"""The rooms whose tests are tested, and the tests of each."""

from __future__ import annotations

from pathlib import Path

__all__ = ["ROOMS", "ROOT", "files_of_tests", "sources"]

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {
    "clusterings": (
        "tests/clusterings",
        "tests/engines",
        "tests/scoring",
        "tests/covers/test_covers.py",
        "src/partwise/clusterings",
        "src/partwise/lattice.py",
    ),
    "tables": (
        "tests/tables",
        "tests/every_index",
        "tests/scoring",
        "tests/covers",
        "tests/charts/test_plots.py",
        "tests/report/test_cluster_pairing.py",
        "tests/catalogue/test_families.py",
        "tests/catalogue/test_recorded_programs.py",
        "tests/clusterings/test_memberships.py",
        "tests/kernels/test_counting.py",
        "tests/kernels/test_moving.py",
        "tests/kernels/test_variance.py",
        "tests/comparison/test_cluster_outcomes.py",
        "tests/comparison/test_error_costs.py",
        "tests/comparison/test_matching.py",
        "tests/properties/test_tracing.py",
        "src/partwise/tables",
    ),
    "engines": (
        "tests/engines",
        "tests/every_engine",
        "tests/every_route",
        "tests/scoring/test_batches.py",
        "tests/scoring/test_streams.py",
        "tests/covers/test_covers.py",
        "tests/coreference/test_entity_files.py",
        "tests/comparison/test_comparison_input.py",
        "tests/cli/test_formats.py",
        "tests/cli/test_compare_input.py",
        "tests/cli/test_weights.py",
        "tests/clusterings/test_text_labels.py",
        "tests/scoring/test_shared_items.py",
        "tests/clusterings/test_memberships.py",
        "tests/comparison/test_estimating.py",
        "tests/comparison/test_judged_pairs.py",
        "tests/comparison/test_partial_truth.py",
        "tests/ensembles/test_neighbour_sweep.py",
        "tests/ensembles/test_sweep.py",
        "tests/ensembles/test_sweep_result.py",
        "src/partwise/engines",
    ),
    "catalogue": (
        "tests/catalogue",
        "tests/every_index",
        "tests/covers",
        "tests/coreference/test_coreference_scores.py",
        "tests/coreference/test_official_examples.py",
        "tests/scoring",
        "tests/tables/test_expected_table.py",
        "tests/tables/test_formula_protocol.py",
        "tests/tables/test_soft_pairs.py",
        "tests/chance/test_own_formulas.py",
        "tests/cli/test_index_names.py",
        "tests/cli/test_index_options.py",
        "tests/properties/test_own_functions.py",
        "src/partwise/catalogue",
    ),
    "chance": (
        "tests/chance",
        "tests/comparison/test_best_of_many.py",
        "tests/cli/test_baseline.py",
        "src/partwise/chance",
    ),
    "comparison": (
        "tests/comparison",
        "tests/covers/test_compare_covers.py",
        "tests/covers/test_cover_intervals.py",
        "tests/coreference/test_document_sampling.py",
        "tests/cli/test_compare.py",
        "tests/report/test_report.py",
        "src/partwise/comparison",
    ),
}
_NEED_MORE = {
    "src/partwise/engines/backends/spark.py",  # Java
    "src/partwise/engines/device_arrays.py",  # a GPU, or PyTorch, JAX or CuPy
    "src/partwise/engines/device_kernels.py",
    "src/partwise/engines/device_libraries.py",
    "src/partwise/engines/device_tables.py",
}
"""Files most of whose tests are skipped on a machine without what they need."""


def sources(room: str) -> list[Path]:
    """Return the files of a room that are mutated."""
    files = sorted((ROOT / "src" / "partwise" / room).rglob("*.py"))
    return [path for path in files if path.relative_to(ROOT).as_posix() not in _NEED_MORE]


def files_of_tests(room: str) -> list[Path]:
    """Return the files with tests of a room, doctests included."""
    files: list[Path] = []
    for name in ROOMS[room]:
        path = ROOT / name
        pattern = "test_*.py" if name.startswith("tests") else "*.py"
        files += [path] if path.is_file() else sorted(path.rglob(pattern))
    return files
