"""Our own run of the paper's clusterings: each is kept as soon as it is there."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from partwise.artifacts import tracked, write_whole
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
    found: dict[str, dict[str, MethodRun]]  # what the methods found

    @property
    def all(self) -> list[tuple[str, MethodRun]]:
        """All clusterings, each with its dataset."""
        return [(dataset, each) for dataset, some in self.found.items() for each in some.values()]

    @property
    def without_labels(self) -> list[tuple[str, MethodRun]]:
        """What failed today or found a single cluster, although the paper has it."""
        return [(dataset, each) for dataset, each in self.all if each.labels is None]

    @property
    def seconds(self) -> float:
        """How long it all took."""
        return sum(each.seconds for _, each in self.all)

    def study(self) -> Study:
        """Score all clusterings by the 15 indices of the published scores."""
        labelled = {
            name: (
                data.classes,
                {n: each.labels for n, each in self.found[name].items() if each.labels is not None},
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
                each
                for each in paper_methods(data.name, data.k, data.n)
                if wanted(each) and (not older or each.family in STARTED_AS_THEN)
            ]
        )
    ]
    found: dict[str, dict[str, MethodRun]] = {name: {} for name in datasets}
    for data, group in tracked(jobs, len(jobs), "clustering: ", context.progress):
        for each in _kept_or_run(data, group, context, older):
            found[data.name][each.method.name] = each
    return OwnRun(datasets, found)


def _kept_or_run(
    data: Dataset, group: list[Method], context: Context, older: bool
) -> Iterator[MethodRun]:
    """Yield what was found before, and run the rest together."""
    folder = None if context.keep is None else context.keep / _version(data, context.seed, older)
    kept = {method: _read(folder, method) for method in group}
    missing = [method for method in group if kept[method] is None]
    if missing:
        for each in run_group(
            data.features, data.k, missing, context.seed, data.name if older else None
        ):
            kept[each.method] = each
            if folder is not None:
                _write(folder, each)
    yield from (each for each in kept.values() if each is not None)


def _version(data: Dataset, seed: int, older: bool) -> str:
    """Name the folder after all that the labels depend on."""
    import sklearn

    digest = hashlib.sha256(np.ascontiguousarray(data.features).tobytes())
    digest.update("\0".join(data.classes).encode())
    start = "older" if older else "seed"
    return f"{data.name}-{digest.hexdigest()[:12]}-sklearn-{sklearn.__version__}-{start}-{seed}"


def _write(folder: Path, found: MethodRun) -> None:
    buffer = io.BytesIO()
    labels = np.empty(0, np.int32) if found.labels is None else found.labels
    np.savez_compressed(buffer, labels=labels, seconds=found.seconds, problem=found.problem)
    write_whole(folder / f"{found.method.name}.npz", buffer.getvalue())


def _read(folder: Path | None, method: Method) -> MethodRun | None:
    path = None if folder is None else folder / f"{method.name}.npz"
    if path is None or not path.is_file():
        return None
    with np.load(path) as kept:
        labels = kept["labels"] if len(kept["labels"]) else None
        return MethodRun(method, labels, float(kept["seconds"]), str(kept["problem"]))
