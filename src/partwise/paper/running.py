"""Run experiments, cache the finished ones, and say what matches."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from partwise.artifacts import Result, Table, stages, write_whole
from partwise.errors import InputError, PartwiseError
from partwise.paper.artifact import Artifact, Context, Experiment
from partwise.paper.writing import Finished, Settings, read_finished, write_finished

DATA_VARIABLE = "PARTWISE_DATA"
PAGE = "index.html"
_NO_DATA = (
    "needs a folder of data: name it (--data DIR, or data= in Python), or set " + DATA_VARIABLE
)

State: TypeAlias = Literal["done", "kept", "skipped", "failed"]


@dataclass(frozen=True)
class Part:
    """One experiment of a reproduction, with its result.

    Parameters
    ----------
    experiment : Experiment
        The experiment.
    state : {"done", "kept", "skipped", "failed"}
        "kept" if the result was cached, "skipped" if the experiment needs data that are missing.
    artifact : Artifact or None
        The result.
    seconds : float
        How long the experiment took.
    message : str
        Why there is no result, and what to do.
    """

    experiment: Experiment
    state: State
    artifact: Artifact | None = None
    seconds: float = 0.0
    message: str = ""

    @property
    def told(self) -> str:
        """How many cells match, in words."""
        if self.artifact is None:
            return "–"
        same, compared = self.artifact.matches
        return f"{same} of {compared}" if compared else "nothing to compare"

    @property
    def remark(self) -> str:
        """How many cells differ, or why there is no result."""
        if self.artifact is None:
            return f"{self.state}: {self.message}"
        same, compared = self.artifact.matches
        differ = compared - same
        words = [f"{differ} differ{'s' if differ == 1 else ''}"] if differ else []
        return ", ".join([*words, *(["cached"] if self.state == "kept" else [])])


@dataclass(frozen=True)
class Reproduction(Result):
    """The paper's tables and figures, reproduced; returned by :func:`reproduce`.

    Parameters
    ----------
    parts : tuple of Part
        One for each experiment, in the order of the paper.
    settings : Settings
        The settings of the run.
    out : Path or None
        The folder with the files; None if no files were written.
    """

    parts: tuple[Part, ...]
    settings: Settings
    out: Path | None = None

    def __getitem__(self, name: str) -> Artifact:
        """Return the artifact of an experiment."""
        for part in self.parts:
            if part.experiment.name == name:
                if part.artifact is None:
                    raise InputError(f"{name} ({part.state}) has no result: {part.message}")
                return part.artifact
        known = ", ".join(part.experiment.name for part in self.parts)
        raise InputError(f"{name!r} is not in this reproduction; choose from {known}")

    @property
    def artifacts(self) -> tuple[Artifact, ...]:
        """The results of all experiments that have one."""
        return tuple(part.artifact for part in self.parts if part.artifact is not None)

    @property
    def matches(self) -> tuple[int, int]:
        """How many cells match the paper's, and how many there are to compare."""
        counts = [artifact.matches for artifact in self.artifacts]
        return sum(same for same, _ in counts), sum(compared for _, compared in counts)

    @property
    def failed(self) -> tuple[Part, ...]:
        """The experiments that could not be run."""
        return tuple(part for part in self.parts if part.state == "failed")

    @property
    def page(self) -> Path | None:
        """The HTML page with all results; None if no files were written."""
        return None if self.out is None else self.out / PAGE

    def _content(self) -> dict[str, Any]:
        parts = [
            {
                "experiment": part.experiment.name,
                "state": part.state,
                "matches": None if part.artifact is None else part.artifact.matches,
                "seconds": part.seconds,
                "message": part.message,
            }
            for part in self.parts
        ]
        return {"parts": parts, "settings": self.settings, "out": self.out}

    def to_table(self) -> Table:
        """Return one row per experiment."""
        rows = [
            [
                part.experiment.name,
                part.told,
                took(part.seconds) if part.artifact else "",
                part.remark,
            ]
            for part in self.parts
        ]
        same, compared = self.matches
        total = f"{same} of {compared} cells match the paper's."
        return Table(
            ["experiment", "match", "time", "notes"], rows, "The paper, reproduced", [total]
        )


def took(seconds: float) -> str:
    """Write how long something took.

    Examples
    --------
    >>> took(0.04), took(3.21), took(754)
    ('0.0 s', '3.2 s', '12 min 34 s')
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if round(seconds, 1) >= 60 else f"{seconds:.1f} s"


def reproduce(
    names: str | Iterable[str] | None = None,
    *,
    data: str | Path | None = None,
    out: str | Path | None = None,
    quick: bool = False,
    seed: int = 0,
    again: bool = False,
    progress: bool | None = None,
) -> Reproduction:
    """Recompute tables and figures of the paper, and compare them with the published ones.

    Parameters
    ----------
    names : str or iterable of str, optional
        Which experiments to run; by default, all of them.
    data : path, optional
        Folder with the data that some experiments need; by default, the folder in the environment
        variable ``PARTWISE_DATA``. Without either, these experiments are skipped.
    out : path, optional
        Folder for the files and the page ``index.html``. Experiments that finished there with the
        same settings are cached, so an interrupted run resumes. By default, no files are written.
    quick : bool
        Whether to use smaller samples.
    seed : int
        Seed of all random numbers.
    again : bool
        Whether to ignore the cache and run everything from scratch.
    progress : bool, optional
        Whether to show a progress bar; by default, if standard error is a terminal.

    Returns
    -------
    Reproduction
        ``.matches`` has the number of matching cells and the number of compared cells.

    Examples
    --------
    >>> found = reproduce("equivalences", quick=True)
    >>> found["equivalences"].matches
    (5, 5)
    """
    from partwise import __version__
    from partwise.paper.registry import chosen

    experiments = chosen([names] if isinstance(names, str) else names)
    folder = _data_folder(data)
    target = None if out is None else _target(Path(out))
    settings = Settings(
        f"{__version__} ({_code()})",
        quick,
        _checked(seed),
        None if folder is None else _fingerprint(folder),
    )
    context = Context(folder, quick, seed, None, progress)
    parts: list[Part] = []
    try:
        for part in _run(experiments, context, settings, target, again):
            parts.append(part)  # noqa: PERF402 - what came before an interrupt is not lost
    finally:
        reproduction = Reproduction(tuple(parts), settings, target)
        if target is not None:
            _write_page(reproduction, target)
    return reproduction


def _run(
    experiments: list[Experiment],
    context: Context,
    settings: Settings,
    out: Path | None,
    again: bool,
) -> Iterator[Part]:
    by_name = {experiment.name: experiment for experiment in experiments}
    with closing(stages(list(by_name), "reproducing", context.progress)) as names:
        for name in names:
            experiment = by_name[name]
            kept = None if out is None or again else read_finished(out / name)
            if kept is not None and kept.settings.covers(settings):
                yield Part(experiment, "kept", kept.artifact, kept.seconds)
            elif experiment.needs_data and context.data is None:
                yield Part(experiment, "skipped", message=_NO_DATA)
            else:
                yield _one(experiment, context, settings, out, again)


def _one(
    experiment: Experiment, context: Context, settings: Settings, out: Path | None, again: bool
) -> Part:
    started = time.perf_counter()
    folder = None if out is None else out / experiment.name
    keep = None if folder is None else folder / "parts" / settings.key
    if again and keep is not None:
        shutil.rmtree(keep, ignore_errors=True)
    try:
        artifact = experiment.run(replace(context, keep=keep))
    except PartwiseError as error:
        return Part(experiment, "failed", message=str(error))
    seconds = time.perf_counter() - started
    if folder is not None:
        write_finished(Finished(artifact, settings, seconds), folder)
    return Part(experiment, "done", artifact, seconds)


def _write_page(reproduction: Reproduction, out: Path) -> None:
    """Write the page; what an earlier run finished there with the same settings is in it too."""
    from partwise.paper.page import page_html
    from partwise.paper.registry import EXPERIMENTS

    here = {part.experiment.name: part for part in reproduction.parts}
    parts = [
        here.get(name) or _earlier(experiment, reproduction, out)
        for name, experiment in EXPERIMENTS.items()
    ]
    shown = replace(reproduction, parts=tuple(part for part in parts if part is not None))
    if shown.parts:
        write_whole(out / PAGE, page_html(shown).encode())


def _earlier(experiment: Experiment, reproduction: Reproduction, out: Path) -> Part | None:
    kept = read_finished(out / experiment.name)
    if kept is None or not kept.settings.covers(reproduction.settings):
        return None
    return Part(experiment, "kept", kept.artifact, kept.seconds)


def _data_folder(data: str | Path | None) -> Path | None:
    chosen = data if data is not None else os.environ.get(DATA_VARIABLE) or None
    if chosen is None:
        return None
    folder = Path(chosen)
    if not folder.is_dir():
        source = "" if data is not None else f" (from {DATA_VARIABLE})"
        raise InputError(f"{folder}: this data folder does not exist{source}")
    return folder


def _target(out: Path) -> Path:
    if out.exists() and not out.is_dir():
        raise InputError(f"{out}: this is a file; name a folder")
    return out


def _checked(seed: int) -> int:
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise InputError(f"seed= must be a whole number of at least 0, not {seed!r}")
    return seed


def _fingerprint(folder: Path) -> str:
    """Tell a folder of data from what it was before: names, sizes and times of its files."""
    files = sorted(
        (path.relative_to(folder).as_posix(), stat.st_size, stat.st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
        for stat in (path.stat(),)
    )
    return hashlib.sha256(repr(files).encode()).hexdigest()[:16]


@cache
def _code() -> str:
    """Return what tells this code from an earlier state of it."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]
