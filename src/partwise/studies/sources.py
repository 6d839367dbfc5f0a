"""Where the labels of a study come from: files, mappings, or estimators that are fitted."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from partwise.errors import InputError
from partwise.frames.load import clusterings
from partwise.frames.read import read
from partwise.policies import MissingPolicy
from partwise.progress import tracked
from partwise.studies.result import Dropped

__all__ = ["Estimator", "Labelled", "as_pair", "fitted", "read_files"]

Estimator: TypeAlias = Any
"""Has ``fit_predict``, as the clusterers of scikit-learn; or is a function of the features."""
Labelled: TypeAlias = tuple[Any, Any]
"""The labels of the reference, and those of the candidates by name."""


def as_pair(name: str, given: Any, what: str = "the reference and its candidates") -> Labelled:
    """Return the two parts of a dataset."""
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise InputError(f"the dataset {name!r} has to be a pair: {what}")
    return given[0], given[1]


def read_files(
    paths: Iterable[str | Path], reference: str, missing: MissingPolicy
) -> dict[str, Labelled]:
    """Read label files, each with a column for the reference and one for each candidate."""
    given = [paths] if isinstance(paths, str | Path) else list(paths)
    if not all(isinstance(path, str | Path) for path in given):
        raise InputError(
            "datasets are label files, or a mapping of names to (reference, candidates); with "
            "algorithms, of names to (features, labels)"
        )
    files = [Path(path) for path in given]
    stems = [path.stem for path in files]
    names = stems if len(set(stems)) == len(stems) else [str(path) for path in files]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{twice}: the file is named twice")
    return {
        name: _read_file(path, reference, missing) for name, path in zip(names, files, strict=True)
    }


def _read_file(path: Path, reference: str, missing: MissingPolicy) -> Labelled:
    found: dict[str, Any] = {**clusterings(read(path, layout="wide"), missing=missing)}
    columns = ", ".join(found)
    if reference not in found:
        raise InputError(
            f"{path}: there is no column {reference!r} of labels; those are {columns}; name "
            "that of the reference (--reference on the command line)"
        )
    if len(found) < 3:
        others = ", ".join(name for name in found if name != reference)
        raise InputError(f"{path}: two candidates or more are needed, and there is {others}")
    return found.pop(reference), found


def fitted(
    datasets: Any,
    algorithms: Mapping[str, Estimator] | Sequence[Estimator],
    *,
    seed: int,
    progress: bool | None,
) -> tuple[dict[str, Labelled], tuple[Dropped, ...]]:
    """Cluster each dataset by each algorithm; what gives no clustering is told apart."""
    if not isinstance(datasets, Mapping):
        raise InputError("with algorithms, datasets are a mapping of names to (features, labels)")
    named = _named(algorithms)
    parts = {
        name: as_pair(name, given, "the features and the labels of the reference")
        for name, given in datasets.items()
    }
    jobs = [(name, method) for name in parts for method in named]
    found: dict[str, dict[str, Any]] = {name: {} for name in parts}
    dropped = []
    for name, method in tracked(jobs, len(jobs), "clustering: ", progress):
        labels, why = _labels(named[method], parts[name][0], seed)
        if why:
            dropped.append(Dropped(name, method, why))
        else:
            found[name][method] = labels
    for name in [name for name in found if not found[name]]:
        del found[name]
    return {name: (parts[name][1], each) for name, each in found.items()}, tuple(dropped)


def _named(algorithms: Mapping[str, Estimator] | Sequence[Estimator]) -> dict[str, Estimator]:
    if not isinstance(algorithms, Mapping):
        given = list(algorithms)
        names = [str(each) if hasattr(each, "fit_predict") else each.__name__ for each in given]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError(f"two algorithms are called {twice}; give a mapping with names")
        algorithms = dict(zip(names, given, strict=True))
    for name, each in algorithms.items():
        if not hasattr(each, "fit_predict") and not callable(each):
            raise InputError(
                f"the algorithm {name!r} is neither an estimator with fit_predict nor a function"
            )
    if not algorithms:
        raise InputError("there is no algorithm to cluster with; give at least one")
    return dict(algorithms)


def _labels(algorithm: Estimator, features: Any, seed: int) -> tuple[Any, str]:
    """Return the labels, or why there are none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of scikit-learn, about convergence
        try:
            labels = _predicted(algorithm, features, seed)
        except (ValueError, ArithmeticError, MemoryError) as error:
            return None, f"failed: {(str(error) or repr(error)).splitlines()[0]}"
    if len(np.unique(np.asarray(labels))) < 2:
        return None, "a single cluster"
    return labels, ""


def _predicted(algorithm: Estimator, features: Any, seed: int) -> Any:
    if not hasattr(algorithm, "fit_predict"):
        return algorithm(features)
    estimator = copy.deepcopy(algorithm)
    settings = estimator.get_params() if hasattr(estimator, "get_params") else {}
    if "random_state" in settings and settings["random_state"] is None:
        estimator.set_params(random_state=seed)
    return estimator.fit_predict(features)
