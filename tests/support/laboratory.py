"""Three small experiments to reproduce, and what tests ask of a reproduction."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from partwise.charts.figure import Figure, layer, layered, measure
from partwise.paper import registry as catalogue
from partwise.paper.artifact import (
    Artifact,
    Beside,
    ComparedCell,
    Context,
    Drawing,
    Experiment,
    cell,
)
from partwise.paper.running import Reproduction

__all__ = ["NAMES", "Lab", "figure", "files_of", "states"]

NAMES = ["alpha", "beta", "gamma"]


def figure(title: str = "A chart") -> Figure:
    rows = [{"x": 1, "y": 2}, {"x": 2, "y": 3}]
    marks = layer("circle", rows, {}, x=measure("x"), y=measure("y"))
    return Figure(layered([marks], 200, 100), title, "Two dots.")


@dataclass
class Lab:
    """Three small experiments that count how often they run."""

    runs: list[str] = field(default_factory=list)
    contexts: list[Context] = field(default_factory=list)
    trouble: dict[str, BaseException] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    drawings: list[str] = field(default_factory=lambda: ["dots"])
    needs_data: tuple[str, ...] = ()

    def experiment(self, name: str) -> Experiment:
        def run(context: Context) -> Artifact:
            if name in self.trouble:
                raise self.trouble[name]
            self.runs.append(name)
            self.contexts.append(context)
            value = self.values.get(name, "1")
            rows = (
                ("first", (cell(value, "1"), ComparedCell("n.a."))),
                ("second", (ComparedCell("x", "y", True), cell("0.5", "0.5"))),
            )
            table = Beside("Values", ("a", "b"), rows, ("A note below.",), "which")
            drawn = [Drawing(each, figure(), "A caption.") for each in self.drawings]
            return made.artifact([table], drawn, ["A note."])

        made = Experiment(name, name.title(), "Table 1", run, name in self.needs_data)
        return made

    def install(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(catalogue, "EXPERIMENTS", {name: self.experiment(name) for name in NAMES})


def states(found: Reproduction) -> list[str]:
    return [part.state for part in found.parts]


def files_of(out: Path) -> set[str]:
    return {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
