"""One random run: a command, a format and a fault, drawn with a seed."""

from __future__ import annotations

import hashlib
import random
import shutil
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from faults.commands import FORMATS, Command, write_inputs
from faults.injections import FAULTS, command_named, input_folder
from faults.running import (
    OLD,
    Expected,
    Seen,
    Setup,
    files_in,
    left_behind,
    new_setup,
    perform,
    problems,
)

OUTCOMES = {0: "whole", 1: "refused", 2: "refused", 130: "interrupted", 143: "interrupted"}


class Trial(NamedTuple):
    """A run, its outcome, and what is wrong with it."""

    fault: str
    command: str
    outcome: str
    wrong: list[str]
    told: str


@dataclass
class _Reference:
    seen: Seen
    seconds: float


class Trials:
    """Random runs in a folder, beside undisturbed ones of the same commands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.inputs = folder / "inputs"
        self.inputs.mkdir()
        write_inputs(self.inputs)
        self._references: dict[str, _Reference] = {}
        self._lock = threading.Lock()
        self._locks: dict[str, threading.Lock] = {}

    def run(self, number: int, seed: int, fault: str | None = None) -> Trial:
        """Draw a run and judge it; the fault is drawn, too, unless it is named."""
        draw = random.Random(f"{seed}/{number}")  # noqa: S311 - not for secrets
        fault = fault or draw.choice([*FAULTS])
        inject, names = FAULTS[fault]
        command, form = command_named(draw.choice(names)), draw.choice(FORMATS)
        undisturbed = self._reference(command, form, {})
        setup = new_setup(self.folder / f"run {number}", self.inputs, command, form)
        was_there = draw.random() < 0.5
        if was_there:
            for name in command.outputs:
                (setup.work / "out" / name).write_bytes(OLD)
        change = dict(inject(setup, draw, undisturbed.seconds))
        wholes = [undisturbed.seen]
        if "input" in change:
            wholes.append(self._reference(command, form, change.pop("input")).seen)
        delay = change.pop("rival", None)
        before = files_in(setup.folder)
        if delay is not None:
            wholes.append(self._reference(command.rival, form, {}).seen)
            self._race(setup, command.rival, form, delay)
        seen = perform(setup)
        usual = {"was_there": was_there, "too_early": setup.too_early}
        expected = Expected(command.name, tuple(wholes), **{**usual, **change})
        wrong = problems(seen, expected) + left_behind(setup, before)
        shutil.rmtree(setup.folder, ignore_errors=True)
        outcome = "WRONG" if wrong else OUTCOMES.get(seen.code, "interrupted")
        return Trial(fault, f"{command.name} of {form}", outcome, wrong, seen.told)

    def _race(self, setup: Setup, command: Command, form: str, delay: float) -> None:
        """Run a rival that writes the same file, once the run has begun."""
        rival = Setup(setup.folder, command, form, setup.env)
        rival.argv = [*setup.argv[:3], *command.arguments(form)]

        def write(_: object) -> None:
            time.sleep(delay)
            perform(rival)

        setup.meanwhile.append(write)

    def _reference(self, command: Command, form: str, changed: Mapping[str, bytes]) -> _Reference:
        """Return what a command gives undisturbed, with some of its input changed."""
        content = b"".join(name.encode() + data for name, data in changed.items())
        key = f"{command.name} {form} {hashlib.sha256(content).hexdigest()[:16]}"
        with self._lock:
            lock = self._locks.setdefault(key, threading.Lock())
        with lock:
            if key not in self._references:
                inputs = input_folder(self.folder / f"input of {key}", self.inputs, changed)
                setup = new_setup(self.folder / f"reference {key}", inputs, command, form)
                begin = time.monotonic()
                seen = perform(setup)
                self._references[key] = _Reference(seen, time.monotonic() - begin)
                assert changed or seen.code == 0, seen.told
            return self._references[key]
