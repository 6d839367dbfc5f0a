"""Label files, labels, or data with estimators → a study."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, get_args

import numpy as np

from partwise.base import InputError, Option, PartwiseError, listed, tracked
from partwise.catalogue import UndefinedPolicy, as_indices
from partwise.clusterings import MissingPolicy, NoisePolicy
from partwise.comparison import Comparison, Rule, compare
from partwise.engines import clusterings, read
from partwise.ensembles.study_result import Dropped, Study
from partwise.scoring import Which


def study(
    datasets: Mapping[str, Any] | Iterable[str | Path],
    algorithms: Mapping[str, Estimator] | Sequence[Estimator] | None = None,
    indices: Iterable[Which] | None = None,
    *,
    reference: str = "reference",
    candidates: Sequence[str] | None = None,
    rule: Rule = "definition",
    seed: int = 0,
    progress: bool | None = None,
    undefined: UndefinedPolicy = "convention",
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
) -> Study:
    """Find out how often indices disagree on several datasets, and which candidates each prefers.

    Parameters
    ----------
    datasets : mapping or iterable of paths
        For each dataset name, a pair: the labels of the reference and a mapping of candidates'
        labels. With ``algorithms``, the features and the labels of the reference instead:
        ``{"iris": (X, y)}``. Or label files, each with a column for the reference and one for each
        candidate.
    algorithms : mapping name → estimator, or sequence of estimators, optional
        Objects with ``fit_predict``, such as those of scikit-learn, or functions that take the
        features and return labels. Each dataset gets a copy; if ``random_state`` is None, it is set
        from ``seed``. An algorithm that fails or finds a single cluster is left out and listed in
        ``dropped``.
    indices : iterable of str or Index, optional
        The indices; by default, the recommended ones.
    reference : str
        The column of the reference in label files.
    candidates : sequence of str, optional
        The columns of the candidates in label files; by default, all others.
    rule : {"definition", "signs"}
        What counts as disagreement. "definition": the indices strictly prefer opposite candidates.
        "signs": also a tie by one index and a preference by the other, as in the paper's tables.
    seed : int
        Seed of the estimators.
    progress : bool, optional
        Whether to show a progress bar; by default, on a terminal.
    undefined, noise, noise_label, missing
        As in :func:`~partwise.compare`: all candidates of a dataset are compared on the same items.

    Returns
    -------
    Study
        How often indices disagree, which candidates they prefer, and the scores.

    Examples
    --------
    >>> import partwise as pw
    >>> truth = [0, 0, 0, 1, 1, 1]
    >>> result = study(
    ...     {"toy": (truth, {"split": [0, 0, 1, 2, 2, 3], "mixed": [0, 0, 0, 0, 1, 1]})},
    ...     indices=["rand", "jaccard", "VI"],
    ... )
    >>> result.triplets, result.counts.tolist()
    (1, [[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    """
    chosen = as_indices("recommended" if indices is None else indices)
    if rule not in get_args(Rule):
        raise InputError(f'rule= must be "definition" or "signs", not {rule!r}')
    dropped: tuple[Dropped, ...] = ()
    if algorithms is not None:
        labelled, dropped = fitted(datasets, algorithms, seed=seed, progress=progress)
    elif isinstance(datasets, Mapping):
        labelled = {name: as_pair(name, pair) for name, pair in datasets.items()}
    else:
        labelled = read_files(datasets, reference, candidates, missing)
    if not labelled:
        raise InputError("there are no datasets", remedy="pass at least one")
    scores = {}
    for name, (truth, labels) in tracked(labelled.items(), len(labelled), "scoring: ", progress):
        try:
            compared = compare(
                truth, labels, chosen, undefined=undefined, noise=noise,
                noise_label=noise_label, missing=missing, progress=False,
            )  # fmt: skip
        except PartwiseError as error:
            raise error.within(name) from None
        scores[name], single = _scores_of(name, compared)
        dropped += tuple(Dropped(name, candidate, "a single cluster") for candidate in single)
    return Study(tuple(compared.indices), scores, rule, dropped)


def _scores_of(name: str, compared: Comparison) -> tuple[dict[str, list[float]], list[str]]:
    """Return the scores of a dataset's candidates, and those of a single cluster, left out."""
    if compared.reference.k == 1:
        raise InputError(f"{name}: the reference has a single cluster; leave the dataset out")
    single = [
        candidate for candidate, clustering in compared.candidates.items() if clustering.k == 1
    ]
    scored = zip(compared.names, compared.values.T.tolist(), strict=True)
    kept = {candidate: values for candidate, values in scored if candidate not in single}
    if single and len(kept) < 2:
        raise InputError(
            f"{name}: at least two candidates with more than one cluster are needed, but there is "
            f"{''.join(kept) or 'none'}"
        )
    return kept, single


Estimator: TypeAlias = Any
"""Has ``fit_predict``, as the clusterers of scikit-learn; or is a function of the features."""
Labelled: TypeAlias = tuple[object, object]
"""The labels of the reference, and those of the candidates by name."""


def as_pair(name: str, pair: Any, what: str = "the reference and its candidates") -> Labelled:
    """Return the two parts of a dataset."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise InputError(f"the dataset {name!r} must be a pair: {what}")
    return pair[0], pair[1]


def read_files(
    paths: Iterable[str | Path],
    reference: str,
    candidates: Sequence[str] | None,
    missing: MissingPolicy,
) -> dict[str, Labelled]:
    """Read label files, each with a column for the reference and one for each candidate."""
    chosen = [paths] if isinstance(paths, str | Path) else list(paths)
    if not all(isinstance(path, str | Path) for path in chosen):
        raise InputError(
            "datasets must be label files or a mapping from names to (reference, candidates); with "
            "algorithms, a mapping from names to (features, labels)"
        )
    files = [Path(path) for path in chosen]
    stems = [path.stem for path in files]
    names = stems if len(set(stems)) == len(stems) else [str(path) for path in files]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{twice}: two files have this name", remedy="rename one of them")
    return {
        name: _read_file(path, reference, candidates, missing)
        for name, path in zip(names, files, strict=True)
    }


def _read_file(
    path: Path, reference: str, candidates: Sequence[str] | None, missing: MissingPolicy
) -> Labelled:
    columns = None if candidates is None else [reference, *candidates]
    read_columns = read(path, label_column=columns, layout="wide")
    labels: dict[str, Any] = {**clusterings(read_columns, missing=missing)}
    if reference not in labels:
        raise InputError(
            f"there is no label column {reference!r}, only {listed([*map(repr, labels)])}",
            subject=str(path),
            remedy=["name the column of the reference with ", Option("reference")],
        )
    if len(labels) < 3:
        others = ", ".join(name for name in labels if name != reference)
        raise InputError(f"{path}: at least two candidates are needed, but there is only {others}")
    return labels.pop(reference), labels


def fitted(
    datasets: Any,
    algorithms: Mapping[str, Estimator] | Sequence[Estimator],
    *,
    seed: int,
    progress: bool | None,
) -> tuple[dict[str, Labelled], tuple[Dropped, ...]]:
    """Cluster each dataset by each algorithm; what gives no clustering is told apart."""
    if not isinstance(datasets, Mapping):
        raise InputError(
            "with algorithms, datasets must be a mapping from names to (features, labels)"
        )
    named = _named(algorithms)
    parts = {
        name: as_pair(name, pair, "the features and the labels of the reference")
        for name, pair in datasets.items()
    }
    jobs = [(name, method) for name in parts for method in named]
    labelled: dict[str, dict[str, Any]] = {name: {} for name in parts}
    dropped = []
    for name, method in tracked(jobs, len(jobs), "clustering: ", progress):
        labels, why = _labels(named[method], parts[name][0], seed)
        if why:
            dropped.append(Dropped(name, method, why))
        else:
            labelled[name][method] = labels
    labelled = {name: by_method for name, by_method in labelled.items() if by_method}
    return {name: (parts[name][1], labels) for name, labels in labelled.items()}, tuple(dropped)


def _named(algorithms: Mapping[str, Estimator] | Sequence[Estimator]) -> dict[str, Estimator]:
    if not isinstance(algorithms, Mapping):
        unnamed = list(algorithms)
        names = [str(one) if hasattr(one, "fit_predict") else one.__name__ for one in unnamed]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError(f"two algorithms are called {twice}; pass a mapping name → algorithm")
        algorithms = dict(zip(names, unnamed, strict=True))
    for name, algorithm in algorithms.items():
        if not hasattr(algorithm, "fit_predict") and not callable(algorithm):
            raise InputError(
                f"the algorithm {name!r} is neither an estimator with fit_predict nor a function"
            )
    if not algorithms:
        raise InputError("algorithms= is empty", remedy="pass at least one, or leave it out")
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
