"""The source distribution, and the wheel that is built from it without the network."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from email import message_from_bytes
from email.message import Message
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "partwise"
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]

pytestmark = [
    pytest.mark.xdist_group("packaging"),  # what is built once is used by all
    pytest.mark.skipif(
        any(find_spec(name) is None for name in ("scikit_build_core", "nanobind", "pip")),
        reason="needs the build requirements",
    ),
]


def package_files() -> set[str]:
    """Paths in the folder of the package, but for what tools have left there."""
    found = (path for path in PACKAGE.rglob("*") if path.is_file())
    kept = (path for path in found if path.suffix not in {".pyc", ".so", ".pyd"})
    return {path.relative_to(PACKAGE).as_posix() for path in kept}


def run(command: list[str | Path], **more: object) -> str:
    """Run a command, and show all it said if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, **more)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    build = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    run([sys.executable, "-c", build, folder], cwd=ROOT)
    (found,) = folder.iterdir()
    return found


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as pip does, but without optimisation, which takes most of the time."""
    folder = tmp_path_factory.mktemp("wheel")
    offline = ["--no-index", "--no-build-isolation", "--no-deps", "--no-cache-dir"]
    quick = "--config-settings=cmake.define.CMAKE_CXX_FLAGS_RELEASE=-O0"
    run([*PIP, "wheel", *offline, quick, "--wheel-dir", folder, sdist], cwd=folder)
    (found,) = folder.iterdir()
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of scripts of an environment with the wheel, which borrows the dependencies."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / "python"
    run([*PIP, "--python", python, "install", "--no-index", "--no-deps", wheel])
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    own = Path(run([python, "-c", where]).strip())
    borrowed = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
    # Plain folders, so that the editable installation among them is not activated.
    numpy_home = Path(str(find_spec("numpy").origin)).parents[1]  # type: ignore[union-attr]
    own.joinpath("borrowed.pth").write_text("\n".join([*borrowed, str(numpy_home)]) + "\n")
    return scripts


def wheel_metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name))


def test_sdist_has_what_the_build_needs_and_no_more(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {PurePosixPath(*PurePosixPath(name).parts[1:]) for name in archive.getnames()}
    inside = {name.as_posix() for name in names}
    package = {f"src/partwise/{name}" for name in package_files()}
    top = {"CHANGELOG.md", "CITATION.cff", "CMakeLists.txt", "LICENSE", "PKG-INFO", "README.md"}
    examples = {name for name in inside if name.startswith("examples/")}
    assert inside - examples == package | top | {"pyproject.toml"}
    assert "examples/make_entities.py" in examples
    assert {Path(name).suffix for name in examples} == {".md", ".py"}
    assert sdist.stat().st_size < 2_000_000


def test_wheel_has_the_package_without_its_sources(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        licences = [name for name in archive.namelist() if name.endswith("/licenses/LICENSE")]
    compiled = {name for name in names if name.endswith((".so", ".pyd"))}
    sources = {name for name in package_files() if name.endswith((".cpp", ".hpp"))}
    assert names - compiled == {f"partwise/{name}" for name in package_files() - sources}
    assert len(compiled) == 1
    assert next(iter(compiled)).startswith("partwise/kernels/_kernels.")
    assert {"partwise/py.typed", "partwise/catalogue/references.bib"} <= names
    assert len(licences) == 1


def test_tag_of_the_wheel_is_that_of_the_stable_abi_where_there_is_one(wheel: Path) -> None:
    own = f"cp3{sys.version_info.minor}"
    tag = "cp312-abi3" if sys.version_info >= (3, 12) else f"{own}-{own}"
    assert wheel.name.startswith(f"partwise-{version('partwise')}-{tag}-")


def test_record_names_every_file_with_its_digest(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (record,) = (name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
        rows = list(csv.reader(io.StringIO(archive.read(record).decode())))
        assert sorted(name for name, _, _ in rows) == sorted(set(archive.namelist()))
        for name, digest, size in rows:
            if name == record:
                assert (digest, size) == ("", "")
                continue
            content = archive.read(name)
            sha = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            assert (digest, int(size)) == (f"sha256={sha}", len(content))


def test_metadata_say_what_an_index_shows(wheel: Path) -> None:
    metadata = wheel_metadata(wheel)
    assert metadata["License-Expression"] == "BSD-3-Clause"
    assert metadata["License-File"] == "LICENSE"
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["Description-Content-Type"] == "text/markdown"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert str(metadata.get_payload()).strip().splitlines()[0] == readme.splitlines()[0]
    classifiers = metadata.get_all("Classifier", [])
    assert "Typing :: Typed" in classifiers
    assert not any(name.startswith("License ::") for name in classifiers)


def test_installed_command_scores_the_examples(installed: Path, tmp_path: Path) -> None:
    command = installed / "partwise"
    assert run([command, "--version"], cwd=tmp_path).split() == ["partwise", version("partwise")]
    run([command, "example", "digits"], cwd=tmp_path)
    files = ["digits/reference.csv", "digits/kmeans_10.csv"]
    options = ["--index", "adjusted_rand", "--format", "json"]
    said = json.loads(run([command, "score", *files, *options], cwd=tmp_path))
    # scikit-learn 1.9.1: adjusted_rand_score of these files is 0.6679174521089348
    assert said["scores"]["adjusted_rand"] == pytest.approx(0.6679174521089348, rel=1e-12)


def test_installed_package_is_the_one_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    code = "import partwise, partwise.kernels._kernels as k; print(partwise.__file__, k.__file__)"
    for found in run([installed / "python", "-c", code], cwd=tmp_path).split():
        assert installed.parent in Path(found).parents
    run([installed / "python", Path(__file__).parents[1] / "smoke.py"], cwd=tmp_path)


def test_wheel_works_on_its_core_dependencies_alone(wheel: Path, tmp_path: Path) -> None:
    """What a user does: nothing is borrowed, and the dependencies come from the package index."""
    venv.create(tmp_path / "empty", with_pip=False)
    python = tmp_path / "empty" / ("Scripts" if os.name == "nt" else "bin") / "python"
    command = [*PIP, "--python", str(python), "install", "--quiet", "--no-compile", str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True)
    is_offline = "No matching distribution found" in done.stderr
    if is_offline and os.environ.get("CI") != "true":
        pytest.skip("the package index cannot be reached")
    assert done.returncode == 0, done.stderr
    for script, says in {
        "smoke.py": "works on Python",
        "bare.py": "core dependencies alone",
    }.items():
        assert says in run([python, "-I", Path(__file__).parents[1] / script], cwd=tmp_path)
    listed = run([*PIP, "--python", python, "list", "--format=freeze"]).lower().split()
    installed = {line.partition("==")[0].replace("_", "-") for line in listed}
    ours = {"partwise", "numpy", "scipy", "narwhals", "rich", "mpmath"}
    assert installed - {"pip", "setuptools"} == ours | {"markdown-it-py", "mdurl", "pygments"}
