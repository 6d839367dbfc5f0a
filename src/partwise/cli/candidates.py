"""The files of commands that compare: a reference and its candidates."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from partwise.base import InputError, near_names
from partwise.cli.common import name_files, printable
from partwise.cli.option_values import number
from partwise.cli.reading import (
    FILES,
    add_files,
    read_covers,
    read_files,
    read_wide,
    read_wide_covers,
    short_name,
)
from partwise.engines import REFERENCE

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
        type=number(0, 1, ends=False),
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
        "reference clusters; none: they are all the items there are, so scores have no sampling "
        "error",
    )
    add_intervals(parser, "--sampling clusters")


def check_sample(options: argparse.Namespace) -> None:
    """Refuse what does not go together in the options of a sample."""
    if options.clusters is not None and options.sampling != "clusters":
        options.usage_error("--clusters K needs --sampling clusters")


def read_sample(options: argparse.Namespace) -> dict[str, Any]:
    """Return what the labelled items are a sample of, as the library takes it."""
    sampling = None if options.sampling == "none" else options.sampling
    return {"level": options.level, "sampling": sampling, "clusters": options.clusters}


def check_compared(options: argparse.Namespace) -> None:
    """Refuse files and columns that do not go together, before any file is read."""
    if options.reference is None and len(options.files) < 2:
        options.usage_error(
            "name a reference file and at least one candidate file, or one file with all "
            "clusterings and --reference COLUMN"
        )
    if options.reference is not None and len(options.files) > 1:
        options.usage_error(
            "--reference COLUMN is for one file that has all clusterings; name that file alone, "
            "or leave --reference out"
        )
    if options.reference is None and options.candidate:
        options.usage_error("--candidate COLUMN needs --reference COLUMN")
    if options.reference is not None and options.label_column and options.layout != "stacked":
        options.usage_error(
            "--label-column is for one file per clustering; with --reference, choose columns with "
            "--candidate"
        )
    if options.candidate and options.reference in options.candidate:
        options.usage_error(f"--candidate {options.reference}: this column is the reference")


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
        named = _each_once(options.candidate or [], options)
        wanted = [options.reference, *named] if named else None
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
    return first, dict(zip(_names(options.files[1:], options), others, strict=True))


def _reference_among(
    by_column: dict[str, _T], options: argparse.Namespace
) -> tuple[_T, dict[str, _T]]:
    path, reference = options.files[0], options.reference
    columns = ", ".join(by_column)
    if reference not in by_column:
        known = (
            f"the label columns are {columns}"
            if len(by_column) > 1
            else f"the only one is {columns}"
        )
        if any(getattr(labels, "item", None) == reference for labels in by_column.values()):
            raise InputError(
                f"{path}: the column {reference!r} was read as the item ids; if it has labels, "
                "name the column of item ids with --item-column"
            )
        raise InputError(
            f"{path}: there is no label column {reference!r}"
            f"{near_names(reference, [*by_column])}; {known}"
        )
    if len(by_column) == 1:
        raise InputError(
            f"{path}: there is no candidate to compare with {columns}, the only label column"
        )
    return by_column.pop(reference), by_column


def _names(paths: list[str], options: argparse.Namespace) -> list[str]:
    """Name candidates after their files, as short as tells them apart."""
    stems = [short_name(path) for path in paths]
    return stems if len(set(stems)) == len(stems) else _each_once(paths, options)


def _each_once(names: list[str], options: argparse.Namespace) -> list[str]:
    """Return names of candidates; refuse one that is there twice."""
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        options.usage_error(f"the candidate {twice} is named twice; name each candidate once")
    return names


def _name_files(options: argparse.Namespace, candidates: list[str]) -> None:
    """Let errors name files and columns where the library names clusterings."""
    names = [REFERENCE, *map(printable, candidates)]
    if options.reference is None:
        name_files(options, dict(zip(names, options.files, strict=True)))
    else:
        columns = dict(zip(names, [options.reference, *candidates], strict=True))
        name_files(options, dict.fromkeys(names, options.files[0]), columns)
