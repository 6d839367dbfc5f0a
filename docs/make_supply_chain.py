"""Write what partwise depends on: ``make sbom`` and ``make lock``.

``licences`` writes LICENSES-DEPENDENCIES.md, ``sbom`` a CycloneDX bill of materials of what is
installed, ``lock REPORT`` pins what pip's report chose, with hashes, of what ``needed`` prints.
"""

from __future__ import annotations

import json
import platform
import re
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
_HEAD = """# Licences of dependencies

The table lists every library that partwise depends on, with its licence. "Needed by" names the part
of partwise that needs the library: `pip install partwise` installs only `core`, and the other names
are [extras](docs/install.md). "Indirect" libraries are dependencies of these. `make sbom` writes
this page.
"""


def direct() -> dict[str, str]:
    """Return the dependencies that pyproject.toml names, and which part needs each."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    parts = {"core": project["dependencies"], **project["optional-dependencies"]}
    return {
        name: part
        for part, lines in reversed(list(parts.items()))
        for line in lines
        if (name := plain(line)) != "partwise"
    }


def plain(requirement: str) -> str:
    """Return the name of a requirement, as indices write it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\s\[<>=!~;(]", requirement, maxsplit=1)[0]).lower()


def installed(names: list[str]) -> dict[str, Distribution]:
    """Return these distributions and all that they require, as far as they are installed."""
    known: dict[str, Distribution] = {}
    while names:
        name = names.pop()
        if name in known:
            continue
        try:
            known[name] = distribution(name)
        except PackageNotFoundError:
            continue
        names += [plain(line) for line in known[name].requires or () if "extra ==" not in line]
    return dict(sorted(known.items()))


def licence(package: Distribution) -> str:
    """Return the licence that the metadata name."""
    about = package.metadata
    classifiers = [c for c in about.get_all("Classifier") or () if c.startswith("License ::")]
    [expression] = about.get_all("License-Expression") or [""]
    [text] = about.get_all("License") or [""]
    named = expression or ", ".join(c.split(" :: ")[-1] for c in classifiers)
    return named or (text.strip() or "not stated").splitlines()[0][:60]


def licences() -> str:
    """Return the page of licences: every direct dependency, then what these bring along."""
    parts = direct()
    rows = [
        f"| {name} | {parts.get(name, 'indirect')} | {licence(package)} |"
        for name, package in installed(list(parts)).items()
    ]
    return "\n".join([_HEAD, "| library | needed by | licence |", "| --- | --- | --- |", *rows, ""])


def sbom() -> str:
    """Return a bill of materials in CycloneDX 1.6."""
    packages = installed(["partwise", *direct()])
    components = [
        {
            "type": "library",
            "bom-ref": f"pkg:pypi/{name}@{package.version}",
            "name": name,
            "version": package.version,
            "purl": f"pkg:pypi/{name}@{package.version}",
            "licenses": [{"license": {"name": licence(package)}}],
        }
        for name, package in packages.items()
        if name != "partwise"
    ]
    about = {"type": "library", "name": "partwise", "version": version("partwise")}
    content = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1}
    return (
        json.dumps({**content, "metadata": {"component": about}, "components": components}) + "\n"
    )


def lock(report: dict[str, Any]) -> str:
    """Return the pins of pip's report, for the Python and the platform that made it."""
    python = ".".join(platform.python_version_tuple()[:2])
    lines = [f"# For Python {python} on {platform.system()} {platform.machine()} only: make lock"]
    chosen = sorted(report["install"], key=lambda one: plain(one["metadata"]["name"]))
    for one in chosen:
        name, pinned = plain(one["metadata"]["name"]), one["metadata"]["version"]
        digest = one["download_info"]["archive_info"]["hashes"]["sha256"]
        lines.append(f"{name}=={pinned} --hash=sha256:{digest}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write what the command line asks for."""
    what = sys.argv[1]
    if what == "needed":
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        extras, build = project["project"]["optional-dependencies"], project["build-system"]
        lines = [*project["project"]["dependencies"], *build["requires"], "cmake>=3.18", "ninja"]
        for extra in re.findall(r"[a-z]+", extras["all"][0].partition("[")[2]):
            lines += extras[extra]
        print(*sorted(set(lines)))
    elif what == "licences":
        (ROOT / "LICENSES-DEPENDENCIES.md").write_text(licences(), encoding="utf-8")
    elif what == "sbom":
        (ROOT / "build").mkdir(exist_ok=True)
        (ROOT / "build" / "sbom.cdx.json").write_text(sbom(), encoding="utf-8")
    else:
        report = json.loads(Path(sys.argv[2]).read_text("utf-8"))
        (ROOT / "requirements" / "ci.lock").write_text(lock(report), encoding="utf-8")


if __name__ == "__main__":
    main()
