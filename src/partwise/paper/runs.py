"""Our own run of the paper's clusterings: each is kept as soon as it is there."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from partwise.artifacts import require, tracked, write_whole
from partwise.ensembles import Study, study
from partwise.paper.algorithms import (
    Method,
    MethodRun,
    groups,
    paper_methods,
    require_sklearn,
    run_group,
)
from partwise.paper.artifact import Context
from partwise.paper.datasets import PAPER_DATASETS, Dataset, load_datasets
from partwise.paper.published import KEYS

STARTED_AS_THEN = ("kmeans", "gmm")
"""The algorithms whose random starts can be drawn as in the paper's run."""
_LARGE = ("arrhythmia", "letter", "segment")


@dataclass(frozen=True, eq=False)
class OwnRun:
    """The clusterings of our own run."""

    datasets: dict[str, Dataset]
    runs: dict[str, dict[str, MethodRun]]  # by dataset and name of the method

    @property
    def all(self) -> list[tuple[str, MethodRun]]:
        """All clusterings, each with its dataset."""
        return [(dataset, run) for dataset, some in self.runs.items() for run in some.values()]

    @property
    def without_labels(self) -> list[tuple[str, MethodRun]]:
        """What failed today or found a single cluster, although the paper has it."""
        return [(dataset, run) for dataset, run in self.all if run.labels is None]

    @property
    def seconds(self) -> float:
        """How long it all took."""
        return sum(run.seconds for _, run in self.all)

    def study(self) -> Study:
        """Score all clusterings by the 15 indices of the published scores."""
        labelled = {
            name: (
                data.classes,
                {n: run.labels for n, run in self.runs[name].items() if run.labels is not None},
            )
            for name, data in self.datasets.items()
        }
        return study(labelled, indices=list(KEYS.values()), rule="signs", progress=False)

    def scores(self) -> dict[str, dict[str, dict[str, float]]]:
        """Return the scores in the form of the published ones."""
        return {
            dataset: {
                name: dict(zip(KEYS.values(), row, strict=True)) for name, row in some.items()
            }
            for dataset, some in self.study().scores.items()
        }


def own_run(
    context: Context, wanted: Callable[[Method], bool] = lambda _: True, *, older: bool = False
) -> OwnRun:
    """Cluster the datasets by the methods of which there are published scores."""
    require_sklearn()
    names = [name for name in PAPER_DATASETS if not (context.quick and name in _LARGE)]
    datasets = load_datasets(names, context.data)
    jobs = [
        (data, group)
        for data in datasets.values()
        for group in groups(
            [
                method
                for method in paper_methods(data.name, data.k, data.n)
                if wanted(method) and (not older or method.family in STARTED_AS_THEN)
            ]
        )
    ]
    runs: dict[str, dict[str, MethodRun]] = {name: {} for name in datasets}
    for data, group in tracked(jobs, len(jobs), "clustering: ", context.progress):
        for method in _kept_or_run(data, group, context, older):
            runs[data.name][method.method.name] = method
    return OwnRun(datasets, runs)


def _kept_or_run(
    data: Dataset, group: list[Method], context: Context, older: bool
) -> Iterator[MethodRun]:
    """Yield what was found before, and run the rest together."""
    folder = None if context.keep is None else context.keep / _version(data, context.seed, older)
    kept = {method: _read(folder, method) for method in group}
    missing = [method for method in group if kept[method] is None]
    if missing:
        for run in run_group(
            data.features, data.k, missing, context.seed, data.name if older else None
        ):
            kept[run.method] = run
            if folder is not None:
                _write(folder, run)
    yield from (run for run in kept.values() if run is not None)


def _version(data: Dataset, seed: int, older: bool) -> str:
    """Name the folder after all that the labels depend on."""
    sklearn = require("sklearn")

    digest = hashlib.sha256(np.ascontiguousarray(data.features).tobytes())
    digest.update("\0".join(data.classes).encode())
    start = "older" if older else "seed"
    return f"{data.name}-{digest.hexdigest()[:12]}-sklearn-{sklearn.__version__}-{start}-{seed}"


def _write(folder: Path, run: MethodRun) -> None:
    buffer = io.BytesIO()
    labels = np.empty(0, np.int32) if run.labels is None else run.labels
    np.savez_compressed(buffer, labels=labels, seconds=run.seconds, problem=run.problem)
    write_whole(folder / f"{run.method.name}.npz", buffer.getvalue())


def _read(folder: Path | None, method: Method) -> MethodRun | None:
    path = None if folder is None else folder / f"{method.name}.npz"
    if path is None or not path.is_file():
        return None
    with np.load(path) as kept:
        labels = kept["labels"] if len(kept["labels"]) else None
        return MethodRun(method, labels, float(kept["seconds"]), str(kept["problem"]))
