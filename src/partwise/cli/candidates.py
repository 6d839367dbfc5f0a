"""The files of commands that compare: a reference and its candidates."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from partwise.base import InputError
from partwise.cli.common import name_files, printable
from partwise.cli.reading import (
    FILES,
    add_files,
    read_covers,
    read_files,
    read_wide,
    read_wide_covers,
    short_name,
)
from partwise.engines import REFERENCE, near_names

if TYPE_CHECKING:
    from partwise.cli.reading import Given
    from partwise.clusterings import Cover

_T = TypeVar("_T")

USUAL_LEVEL = 0.95
"""The confidence level, unless another is asked for."""


def add_compared(parser: argparse.ArgumentParser, *, draws: bool, more: str = "") -> None:
    """Add the options that tell where clusterings are; candidates may be drawn at random too.

    ``more`` is what else there is to say about files.
    """
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="the label file of the reference, then one for each candidate; or, with --reference, "
        f"one file with a column for each clustering. A label file is {FILES}{more}",
    )
    add_columns(parser)
    add_files(parser, draws=draws)
    parser.set_defaults(usage_error=parser.error)


def add_columns(parser: argparse.ArgumentParser) -> None:
    """Add the options that name columns of a file of all clusterings."""
    parser.add_argument(
        "--reference",
        metavar="COLUMN",
        help="the column of the reference, in a file with all clusterings",
    )
    parser.add_argument(
        "--candidate",
        action="append",
        metavar="COLUMN",
        help="the column of a candidate, in a file with all clusterings; * stands for any text, as "
        "in 'leiden_*' (repeatable; default: all other columns)",
    )


def add_intervals(parser: argparse.ArgumentParser, whole_clusters: str) -> None:
    """Add the options of confidence intervals; another option says that clusters were drawn."""
    parser.add_argument(
        "--clusters",
        type=int,
        metavar="K",
        help=f"for {whole_clusters}: the number of clusters in the whole reference, of which "
        "yours are a sample",
    )
    parser.add_argument(
        "--level",
        type=float,
        default=USUAL_LEVEL,
        metavar="P",
        help=f"confidence level (default: {USUAL_LEVEL})",
    )


def add_sample(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what the labelled items are a sample of."""
    parser.add_argument(
        "--sampling",
        choices=("items", "clusters", "none"),
        default="items",
        help="how the labelled items were drawn. items: one by one (default); clusters: whole "
        "reference clusters; none: they are all the items there are, so that scores have no "
        "sampling error",
    )
    add_intervals(parser, "--sampling clusters")


def check_sample(options: argparse.Namespace) -> None:
    """Refuse what does not go together in the options of a sample."""
    if options.clusters is not None and options.sampling != "clusters":
        options.usage_error("--clusters K goes with --sampling clusters")
    if not 0 < options.level < 1:
        options.usage_error(f"--level must be between 0 and 1, not {options.level}")


def read_sample(options: argparse.Namespace) -> dict[str, Any]:
    """Return what the labelled items are a sample of, as the library takes it."""
    sampling = None if options.sampling == "none" else options.sampling
    return {"level": options.level, "sampling": sampling, "clusters": options.clusters}


def check_compared(options: argparse.Namespace) -> None:
    """Refuse files and columns that do not go together, before any file is read."""
    if options.reference is None and len(options.files) < 2:
        options.usage_error(
            "name the reference's file and at least one candidate's, or one file of all "
            "clusterings with --reference COLUMN"
        )
    if options.reference is not None and len(options.files) > 1:
        options.usage_error("--reference COLUMN goes with one file that has all clusterings")
    if options.reference is None and options.candidate:
        options.usage_error("--candidate COLUMN goes with --reference COLUMN")
    if options.reference is not None and options.label_column and options.layout != "stacked":
        options.usage_error("--label-column goes with a file for each clustering")
    if options.candidate and options.reference in options.candidate:
        options.usage_error(f"--candidate {options.reference}: this is the reference")


def read_compared(options: argparse.Namespace) -> tuple[Given, dict[str, Given]]:
    """Return the reference and the candidates by name, as names can be printed."""
    return _read(options, read_files, read_wide)


def read_compared_covers(options: argparse.Namespace) -> tuple[Cover, dict[str, Cover]]:
    """Return the reference and the candidates of files with several rows per item."""
    return _read(options, read_covers, read_wide_covers)


def _read(
    options: argparse.Namespace,
    read_files: Callable[[list[str], argparse.Namespace], list[_T]],
    read_wide: Callable[[str, list[str] | None, argparse.Namespace], Mapping[str, _T]],
) -> tuple[_T, dict[str, _T]]:
    if options.reference is None:
        reference, candidates = _read_each(options, read_files)
    else:
        wanted = [options.reference, *_each_once(options.candidate)] if options.candidate else None
        by_column = read_wide(options.files[0], wanted, options)
        reference, candidates = _reference_among(dict(by_column), options)
    _name_files(options, list(candidates))
    return reference, {printable(name): labels for name, labels in candidates.items()}


def _read_each(
    options: argparse.Namespace,
    read_files: Callable[[list[str], argparse.Namespace], list[_T]],
) -> tuple[_T, dict[str, _T]]:
    files: dict[str, str] = {}
    for path in options.files:
        files.setdefault(os.path.realpath(path), path)  # a file that is named twice is read once
    read = dict(zip(files, read_files(list(files.values()), options), strict=True))
    first, *others = (read[os.path.realpath(path)] for path in options.files)
    return first, dict(zip(_names(options.files[1:]), others, strict=True))


def _reference_among(
    by_column: dict[str, _T], options: argparse.Namespace
) -> tuple[_T, dict[str, _T]]:
    path, reference = options.files[0], options.reference
    columns = ", ".join(by_column)
    if reference not in by_column:
        raise InputError(
            f"{path}: there is no column {reference!r} of labels"
            f"{near_names(reference, [*by_column])}; those are {columns} (if it was taken for the "
            "item names, name their column with --item-column)"
        )
    if len(by_column) == 1:
        raise InputError(f"{path}: there is no column of labels besides {columns}")
    return by_column.pop(reference), by_column


def _names(paths: list[str]) -> list[str]:
    """Name candidates after their files, as short as tells them apart."""
    stems = [short_name(path) for path in paths]
    return stems if len(set(stems)) == len(stems) else _each_once(paths)


def _each_once(names: list[str]) -> list[str]:
    """Return names of candidates; refuse one that is there twice."""
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"the candidate {twice} is named twice")
    return names


def _name_files(options: argparse.Namespace, candidates: list[str]) -> None:
    """Let errors name files and columns where the library names clusterings."""
    names = [REFERENCE, *map(printable, candidates)]
    if options.reference is None:
        name_files(options, dict(zip(names, options.files, strict=True)))
    else:
        columns = dict(zip(names, [options.reference, *candidates], strict=True))
        name_files(options, dict.fromkeys(names, options.files[0]), columns)
