"""Functions and commands are called alike: one order of arguments, one name for one thing."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

import partwise as pw
from partwise.cli.parser import build_parser
from partwise.comparison.labels_needed import plan_of
from partwise.comparison.reporting import PageOptions

PLACES = {
    **dict.fromkeys(("reference", "reference_sizes", "row_sizes", "rows"), 0),
    **dict.fromkeys(("candidate", "candidates", "candidate_sizes", "column_sizes", "columns"), 1),
    **dict.fromkeys(("index", "indices"), 2),
}


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the functions of partwise and of its subjects, and the methods of a comparison."""
    rooms = [pw, *(each for name in dir(pw) if isinstance(each := getattr(pw, name), ModuleType))]
    for room in rooms:
        for name in dir(room):
            function = getattr(room, name)
            if inspect.isfunction(function) and not name.startswith("_"):
                yield f"{room.__name__}.{name}", function
    for name, method in inspect.getmembers(pw.Comparison, inspect.isfunction):
        if not name.startswith("_"):
            yield f"Comparison.{name}", method


FUNCTIONS = dict(public_functions())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_signatures(name: str) -> None:
    parameters = inspect.signature(FUNCTIONS[name]).parameters
    places = [
        PLACES[each.name]
        for each in parameters.values()
        if each.name in PLACES and each.kind is each.POSITIONAL_OR_KEYWORD
    ]
    assert places == sorted(places), "the order is (reference, candidate, index)"
    missing = "pairwise" if name.endswith(".track") else "raise"  # snapshots have other items
    for option, default in (("seed", 0), ("noise_label", -1), ("missing", missing)):
        assert option not in parameters or parameters[option].default == default, option
    assert ("noise" in parameters) is ("noise_label" in parameters)
    assert "weighting" not in parameters or "weights" in parameters


def test_an_option_has_one_default() -> None:
    """The level of an interval is no level of a test: they would differ."""
    for option in ("level", "alpha", "undefined", "weighting", "triples_n", "max_cells"):
        defaults = {
            parameters[option].default
            for function in FUNCTIONS.values()
            if option in (parameters := inspect.signature(function).parameters)
        }
        assert len(defaults) == 1, option


OF_THE_COMMAND_LINE = {
    *("help", "format", "charts", "report", "output", "matrix", "fail_below", "proofs", "prefer"),
    *("clustering_column", "column", "whole", "family", "version"),  # reading and choosing
    *("by_example", "answers"),  # of guide: questions in a terminal
    *("by_document", "reference_field", "candidate_field"),  # of coreference: printing and reading
    "certificate",  # of compatible: where to write the proof
    "of",  # of track and tree: which table to print
    *("out", "data", "quick", "again", "list"),  # of reproduce, which is no public function
}
"""Options that no function has: about files, printing, and exit codes."""


def test_options_of_commands_are_called_as_in_python() -> None:
    (commands,) = (a for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction))
    known = {
        name for function in FUNCTIONS.values() for name in inspect.signature(function).parameters
    } | set(PageOptions.__annotations__)
    for command, parser in commands.choices.items():
        for action in parser._actions:
            if action.option_strings and action.dest not in OF_THE_COMMAND_LINE:
                several = {f"{action.dest}s", action.dest.removesuffix("y") + "ies"}
                several |= {action.dest.removesuffix("index") + "indices"}
                assert known & {action.dest, *several}, f"{command} --{action.dest}"


COMMANDS: dict[str, tuple[Callable[..., Any], ...]] = {
    "compare": (pw.compare, pw.Comparison.answer, pw.Comparison.estimates),
    "score": (pw.scores,),
    "estimate": (pw.estimate,),
    "coreference": (pw.coreference.scores,),
    "plan": (pw.Comparison.plan, plan_of),
    "sweep": (pw.sweep, pw.ensembles.Sweep.best),
    "landscape": (pw.ensembles.landscape,),
    "consensus": (pw.ensembles.consensus,),
    "tree": (pw.ensembles.tree,),
    "track": (pw.ensembles.track,),
    "study": (pw.ensembles.study,),
    "audit": (pw.audit,),
    "properties": (pw.properties.table,),
    "triplets": (pw.properties.triplets,),
    "compatible": (pw.properties.compatible,),
    "guide": (pw.recommend,),
}
IN_FILES = {
    *("reference", "candidate", "candidates", "clusterings", "datasets", "snapshots", "family"),
    "x",
}
ONLY_IN_PYTHON = {
    "threads": "commands take what there is",
    "progress": "shown in terminals, and nowhere else",
    "max_cells": "--memory limits what commands take",
    "algorithms": "objects of Python",
    "study seed": "of the algorithms",
    "direction": "a formula says so in Python: pw.define",
    "compare method": "the table, the report and the charts hold one answer",
    "estimate draws": "a mapping from the labels of clusters",
    "estimate sampling_weights": "a mapping from the labels of clusters",
    "estimate pairs": "judged pairs have columns of their own",
    "comparison": "made from the files",
    "options": "those of plan_of",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_what_functions_take_commands_take_too(command: str) -> None:
    (commands,) = (a for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction))
    options = {action.dest for action in commands.choices[command]._actions}
    taken = {name for of in COMMANDS[command] for name in inspect.signature(of).parameters}
    for name in taken - IN_FILES - ONLY_IN_PYTHON.keys() - {"self"}:
        if f"{command} {name}" in ONLY_IN_PYTHON:
            continue
        one = {name.removesuffix("s"), name.replace("indices", "index"), name[:-3] + "y"}
        assert options & {name, *one}, f"{command} has no --{name.replace('_', '-')}"
