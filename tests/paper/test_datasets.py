"""The datasets of the paper's experiment: ARFF files, scikit-learn and OpenML."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import URLError

import numpy as np
import pytest

from partwise.base.errors import InputError
from partwise.paper import datasets
from partwise.paper.datasets import PAPER_DATASETS, load_datasets, read_arff

HEAD = ["% a comment", "@RELATION 'two words'"]


def _arff(folder: Path, lines: list[str], name: str = "iris") -> Path:
    path = folder / f"{name}.arff"
    path.write_text("\n".join([*HEAD, *lines]) + "\n")
    return path


def test_quoted_names_ranges_and_a_class_in_the_middle(tmp_path: Path) -> None:
    lines = [
        "@ATTRIBUTE IDNumber integer",
        "@attribute 'Class' {'M', B}",
        "@attribute 'PR.AXIS ASPECT RATIO' REAL [1.00, 10.00]",
        "@DATA",
        "842302, M, 1.5",
        "842517,B,2",
        "% another comment",
        "842518,B,-3e2",
    ]
    found = read_arff(_arff(tmp_path, lines))
    assert (found.name, found.n, found.k) == ("iris", 3, 2)
    assert found.classes.tolist() == ["M", "B", "B"]
    assert found.features.tolist() == [[842302, 1.5], [842517, 2], [842518, -300]]


def test_numeric_classes(tmp_path: Path) -> None:
    lines = ["@attribute a real", "@attribute class numeric", "@data", "1,198", "2,269", "3,198"]
    assert read_arff(_arff(tmp_path, lines)).k == 2


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["@attribute a real", "@data", "1"], "one column must be called class, not 0"),
        (
            ["@attribute a {x,y}", "@attribute class {c,d}", "@data", "x,c"],
            "features must be numbers; convert or remove a",
        ),
        (
            ["@attribute a real", "@attribute class {c}", "@data", "1,c", "?,c"],
            "1 values are missing, the first in row 2, feature 1",
        ),
        (["@attribute class {c}", "@data", "c"], "no items, or no features"),
        (
            ["@attribute a real", "@attribute class {c}", "@data", "one,c"],
            "cannot read this as an ARFF file",
        ),
        (
            ["@attribute a real", "@attribute class {c}", "@data", "1,zzz"],
            "cannot read this as an ARFF file",
        ),
        (
            ["@attribute a string", "@attribute class {c}", "@data", "1,c"],
            "cannot read this as an ARFF file",
        ),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, lines: list[str], words: str) -> None:
    path = _arff(tmp_path, lines)
    with pytest.raises(InputError, match=words) as error:
        read_arff(path)
    assert str(path) in str(error.value)


def test_a_text_that_is_no_arff_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.arff"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="cannot read this as an ARFF file"):
        read_arff(path)
    with pytest.raises(InputError, match="cannot read the file"):
        read_arff(tmp_path / "none.arff")


def test_both_shapes_of_folders_are_found(tmp_path: Path) -> None:
    lines = ["@attribute a real", "@attribute class {c,d}", "@data", "1,c", "2,d"]
    (tmp_path / "real-world").mkdir()
    _arff(tmp_path, lines)
    _arff(tmp_path / "real-world", lines, "zoo")
    assert list(load_datasets(["zoo", "iris"], tmp_path)) == ["zoo", "iris"]
    with pytest.raises(InputError, match=r"there is no ARFF file of letter and wine"):
        load_datasets(["iris", "letter", "wine"], tmp_path)
    with pytest.raises(InputError, match="there is no dataset 'digits'"):
        load_datasets(["digits"], tmp_path)


def test_scikit_learn_has_some_without_network() -> None:
    pytest.importorskip("sklearn")
    found = load_datasets(["iris", "wine", "wdbc"], None)
    sizes = {name: (data.n, data.features.shape[1], data.k) for name, data in found.items()}
    assert sizes == {"iris": (150, 4, 3), "wine": (178, 13, 3), "wdbc": (569, 30, 2)}


def _sklearn(monkeypatch: pytest.MonkeyPatch, fetch: Any) -> None:
    monkeypatch.setattr(datasets, "_sklearn_datasets", lambda: SimpleNamespace(fetch_openml=fetch))


def test_without_network_it_names_the_datasets_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fetch(*_: Any, **__: Any) -> Any:
        raise URLError("no route to host")

    _sklearn(monkeypatch, fetch)
    with pytest.raises(InputError, match=r"sonar and zoo.*no route to host.*--data"):
        load_datasets(["sonar", "zoo"], None)


def test_openml_data_become_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def fetch(name: str, **options: Any) -> Any:
        asked.append((name, options["version"]))
        rows = np.array([[0, 1, np.nan], [1, 5, 2], [2, 3, 4]], object)
        target = np.array(["mammal", "bird", "bird"], object)
        return SimpleNamespace(data=rows, target=target, feature_names=["animal", "legs", "tail"])

    _sklearn(monkeypatch, fetch)
    zoo = load_datasets(["zoo"], None)["zoo"]
    assert asked == [("zoo", 1)]
    assert zoo.features.tolist() == [[1, 3], [5, 2], [3, 4]]  # without names; 3 = (2 + 4) / 2
    assert zoo.classes.tolist() == ["mammal", "bird", "bird"]


def test_there_are_sixteen() -> None:
    assert len(PAPER_DATASETS) == 16
