"""The datasets of the paper's experiment: from ARFF files, scikit-learn or OpenML."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.artifacts import listed, require
from partwise.errors import InputError

_COLLECTION = "https://github.com/deric/clustering-benchmark"


class _Elsewhere(NamedTuple):
    """Where a dataset is found without its ARFF file."""

    sklearn: str | None
    openml: str
    version: int = 1
    names: tuple[str, ...] = ()  # columns that name the items


_ELSEWHERE = {
    "arrhythmia": _Elsewhere(None, "arrhythmia"),
    "balance-scale": _Elsewhere(None, "balance-scale"),
    "ecoli": _Elsewhere(None, "ecoli"),
    "heart-statlog": _Elsewhere(None, "heart-statlog"),
    "letter": _Elsewhere(None, "letter"),
    "segment": _Elsewhere(None, "segment"),
    "vehicle": _Elsewhere(None, "vehicle"),
    "wdbc": _Elsewhere("load_breast_cancer", "wdbc"),
    "wine": _Elsewhere("load_wine", "wine"),
    "wisc": _Elsewhere(None, "breast-w"),
    "cpu": _Elsewhere(None, "machine_cpu"),
    "iono": _Elsewhere(None, "ionosphere"),
    "iris": _Elsewhere("load_iris", "iris"),
    "sonar": _Elsewhere(None, "sonar"),
    "thy": _Elsewhere(None, "thyroid-new"),
    "zoo": _Elsewhere(None, "zoo", 1, ("animal",)),
}
PAPER_DATASETS = tuple(_ELSEWHERE)
"""Names of the 16 datasets, in the paper's order."""


@dataclass(frozen=True, eq=False)
class Dataset:
    """Items with features and classes."""

    name: str
    features: NDArray[np.float64]  # numbers, as they are in the file
    classes: NDArray[np.str_]  # class of each item: the reference
    source: str  # where it comes from

    @property
    def n(self) -> int:
        """How many items there are."""
        return len(self.classes)

    @property
    def k(self) -> int:
        """How many classes there are."""
        return len(np.unique(self.classes))


def read_arff(path: str | Path) -> Dataset:
    r"""Read a dataset from an ARFF file.

    Its column ``class``, in any case, is the reference; all others are features, and have to be
    numbers.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "tiny.arff")
    ...     lines = ["@relation tiny", "@attribute 'a b' real", "@attribute Class {x, y}", "@data"]
    ...     _ = path.write_text("\n".join([*lines, "1.5,x", "2,y"]))
    ...     found = read_arff(path)
    >>> found.name, found.features.tolist(), found.classes.tolist()
    ('tiny', [[1.5], [2.0]], ['x', 'y'])
    """
    from scipy.io import arff

    path = Path(path)
    try:
        with path.open(encoding="utf-8") as lines:
            rows, about = arff.loadarff(lines)
    except OSError as error:
        raise InputError(f"{path}: cannot read the file ({error.strerror})") from None
    except (arff.ArffError, NotImplementedError, ValueError, IndexError, StopIteration) as error:
        raise InputError(f"{path}: cannot read this as an ARFF file: {error}") from None
    names = list(about.names())
    class_columns = [name for name in names if name.lower() == "class"]
    if len(class_columns) != 1:
        raise InputError(
            f"{path}: exactly one column must be called class, not {len(class_columns)}"
        )
    texts = [name for name in names if name not in class_columns and about[name][0] != "numeric"]
    if texts:
        raise InputError(f"{path}: features must be numbers; convert or remove {listed(texts)}")
    columns = [rows[name].astype(np.float64) for name in names if name not in class_columns]
    features = np.column_stack(columns) if columns else np.empty((len(rows), 0))
    _check_features(features, str(path))
    return Dataset(path.stem, features, _texts(rows[class_columns[0]]), str(path))


def data_file(name: str, folder: Path) -> Path | None:
    """Return the ARFF file of a dataset in a folder, or in its folder `real-world`."""
    places = (folder / f"{name}.arff", folder / "real-world" / f"{name}.arff")
    return next((place for place in places if place.is_file()), None)


def load_datasets(names: Iterable[str], folder: Path | None) -> dict[str, Dataset]:
    """Load datasets from a folder of ARFF files or, without one, from scikit-learn and OpenML."""
    names = list(names)
    unknown = [name for name in names if name not in _ELSEWHERE]
    if unknown:
        raise InputError(
            f"there is no dataset {unknown[0]!r}; choose from {listed(PAPER_DATASETS)}"
        )
    if folder is None:
        return _without_files(names)
    missing = [name for name in names if data_file(name, folder) is None]
    if missing:
        raise InputError(
            f"{folder}: there is no ARFF file of {listed(missing)}; copy NAME.arff from "
            f"{_COLLECTION} (src/main/resources/datasets/real-world) to this folder, or leave out "
            "the folder to use the datasets of scikit-learn and OpenML"
        )
    return {name: load_dataset(name, folder) for name in names}


def load_dataset(name: str, folder: Path | None) -> Dataset:
    """Load one dataset, as :func:`load_datasets` does."""
    path = None if folder is None else data_file(name, folder)
    return load_datasets([name], folder)[name] if path is None else read_arff(path)


def _without_files(names: list[str]) -> dict[str, Dataset]:
    """Load what scikit-learn has, and the rest from OpenML; without network, give up at once."""
    datasets = {name: _built_in(name) for name in names if _ELSEWHERE[name].sklearn}
    elsewhere = [name for name in names if name not in datasets]
    for place, name in enumerate(elsewhere):
        try:
            datasets[name] = _from_openml(name)
        except (OSError, ValueError) as error:  # no network; or no such dataset there
            left = elsewhere[place:] if isinstance(error, OSError) else [name]
            raise InputError(
                f"cannot load {listed(left)} from OpenML ({error}); download NAME.arff from "
                f"{_COLLECTION} (src/main/resources/datasets/real-world) and name the folder with "
                "--data"
            ) from None
    return {name: datasets[name] for name in names}


def _built_in(name: str) -> Dataset:
    sklearn = _sklearn_datasets()
    function = str(_ELSEWHERE[name].sklearn)
    data = getattr(sklearn, function)()
    return Dataset(name, np.asarray(data.data, np.float64), _texts(data.target), function)


def _from_openml(name: str) -> Dataset:
    """Fetch from OpenML: categories become numbers, what is missing becomes the column's mean."""
    where = _ELSEWHERE[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of each retry
        data = _sklearn_datasets().fetch_openml(
            where.openml, version=where.version, as_frame=False, parser="liac-arff", n_retries=1
        )
    keep = [i for i, column in enumerate(data.feature_names) if column not in where.names]
    features = np.asarray(data.data, np.float64)[:, keep]
    features = np.where(np.isnan(features), np.nanmean(features, axis=0), features)
    source = f"OpenML {where.openml}, version {where.version}"
    _check_features(features, source)
    return Dataset(name, features, _texts(data.target), source)


def _sklearn_datasets() -> Any:
    return require("sklearn.datasets", "datasets without a folder of ARFF files (--data)")


def _check_features(features: NDArray[np.float64], source: str) -> None:
    if features.shape[1] == 0 or len(features) == 0:
        raise InputError(f"{source}: there are no items, or no features")
    rows, columns = np.nonzero(~np.isfinite(features))
    if len(rows):
        raise InputError(
            f"{source}: {len(rows)} values are missing, the first in row {rows[0] + 1}, feature "
            f"{columns[0] + 1}; fill them in or drop those rows"
        )


def _texts(labels: Any) -> NDArray[np.str_]:
    labels = np.asarray(labels)
    return np.char.decode(labels, "utf-8") if labels.dtype.kind == "S" else labels.astype(np.str_)
