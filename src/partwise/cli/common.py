"""What the commands share: options, indices, and printing."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import re
import shutil
import sys
import tempfile
import textwrap
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.base import InputError, MissingExtraError, PartwiseError, require, write_whole
from partwise.catalogue import Index, SeveralMeaningsWarning, as_index, as_indices, families
from partwise.cli import write_out
from partwise.cli.option_values import separated

if TYPE_CHECKING:
    from partwise.base import Table


ONE_INDEX = (
    "a name such as ARI or AMI, a formula of the pair counts n11, n10, n01 and n00, or "
    "module:function"
)
"""How an index is named on the command line; :func:`read_index` reads it."""

_LEAST_MEMORY = 2 * 2**30
"""Bytes of virtual memory that it takes to read label files."""


def command(
    commands: Any,
    name: str,
    run: Callable[[argparse.Namespace], int],
    about: str,
    epilog: str | None = None,
) -> argparse.ArgumentParser:
    """Add a command."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def add_format(parser: argparse.ArgumentParser, *formats: str) -> None:
    """Add --format; the first is the default."""
    parser.add_argument(
        "--format",
        choices=formats,
        default=formats[0],
        help=f"output format (default: {formats[0]})",
    )


def add_index(
    parser: argparse.ArgumentParser, to: str, default: str = "the recommended ones and your own"
) -> None:
    """Add --index, which takes several names and can be repeated."""
    parser.add_argument(
        "--index",
        action="extend",
        type=separated,
        metavar="NAMES",
        help=f"indices to {to}, separated by commas: {ONE_INDEX}; or a whole family: all, "
        f"{', '.join(families())} (repeatable; default: {default})",
    )


class CommandError(Exception):
    """The command is wrong, whatever is in the files: exit code 2."""


@contextmanager
def about_command() -> Iterator[None]:
    """Exit with code 2 if the library refuses what the command says.

    Examples
    --------
    >>> with about_command():
    ...     raise InputError("there is no such index")
    Traceback (most recent call last):
    partwise.cli.common.CommandError: there is no such index
    """
    try:
        yield
    except MissingExtraError:
        raise
    except PartwiseError as error:
        raise CommandError(error.for_command_line()) from None


def read_indices(texts: Iterable[str]) -> list[Index]:
    """Return the indices that are named, families among them."""
    with about_command():
        return as_indices(texts, _index)


def read_index(text: str) -> Index:
    """Return the index that is named: by its key, as a formula, or as module:function.

    Examples
    --------
    >>> [read_index(text).label for text in ("CC", "n11 / N", "builtins:len")]
    ['Correlation Coefficient', 'n11 / N', 'len']
    """
    with about_command():
        return _index(text)


def _index(text: str) -> Index:
    return as_index(_function(text) if ":" in text else text)


def _function(text: str) -> Callable[..., Any]:
    """Import a function that is named as module:function, also from the current folder."""
    module, _, name = text.partition(":")
    sys.path.insert(0, str(Path.cwd()))
    try:
        function = getattr(importlib.import_module(module), name)
    except (ImportError, ValueError) as error:
        raise InputError(f"{text}: the module {module!r} cannot be imported ({error})") from None
    except AttributeError:
        raise InputError(f"{text}: the module {module!r} has no function {name!r}") from None
    finally:
        sys.path.pop(0)
    if not callable(function):
        raise InputError(f"{text}: this is a {type(function).__name__}; name a function")
    return function  # type: ignore[no-any-return]


@contextmanager
def meanings_explained() -> Iterator[None]:
    """Say on standard error, once for each name, in which of several meanings it was taken."""
    explained: set[str] = set()

    def explain(message: Warning | str, category: type[Warning], *args: Any, **more: Any) -> None:
        if not issubclass(category, SeveralMeaningsWarning):
            show_others(message, category, *args, **more)
        elif str(message) not in explained:
            explained.add(str(message))
            complain(message)

    with warnings.catch_warnings():
        warnings.simplefilter("always", SeveralMeaningsWarning)
        show_others, warnings.showwarning = warnings.showwarning, explain
        yield


def add_policies(
    parser: argparse.ArgumentParser, *, in_pairs: bool = False, missing: str = "raise"
) -> None:
    """Add the options that decide about undefined values, noise and missing labels.

    ``in_pairs`` says whether clusterings are compared two by two, each two on items of their own.
    """
    add_reading(parser, in_pairs=in_pairs, missing=missing)
    _decisions(parser).add_argument(
        "--undefined",
        choices=("convention", "nan", "raise"),
        default="convention",
        help="what to do where the formula of an index divides by zero. convention: give the "
        "documented score (default); nan: give no score; raise: stop with an error",
    )


def policies(options: argparse.Namespace) -> dict[str, Any]:
    """Return what these options decide, as functions take it."""
    names = ("undefined", "noise", "noise_label", "missing")
    return {name: getattr(options, name) for name in names if hasattr(options, name)}


def add_reading(
    parser: argparse._ActionsContainer, *, in_pairs: bool = False, missing: str = "raise"
) -> None:
    """Add the options that decide about noise and missing labels."""
    add_noise(parser)
    meanings = {
        "raise": "stop with an error",
        "drop": "leave them out",
        "singletons": "make each a cluster of its own",
    }
    if in_pairs:
        meanings["pairwise"] = "compare any two clusterings on the items that both have"
    listed = "; ".join(f"{choice}: {meaning}" for choice, meaning in meanings.items())
    _decisions(parser).add_argument(
        "--missing",
        choices=[*meanings],
        default=missing,
        help="what to do with items that have no label or are missing from a file. "
        f"{listed} (default: {missing})",
    )


def add_noise(parser: argparse._ActionsContainer, *, drop: bool = True) -> None:
    """Add the options that decide about noise points, which cannot always be dropped."""
    parser.set_defaults(least_memory=_LEAST_MEMORY)
    group = _decisions(parser)
    group.add_argument(
        "--noise",
        choices=("singletons", *(["drop"] if drop else []), "cluster"),
        help="what to do with noise points. singletons: make each a cluster of its own; "
        f"{'drop: leave them out; ' if drop else ''}cluster: count them as one cluster (default)",
    )
    group.add_argument(
        "--noise-label",
        default="-1",
        metavar="LABEL",
        help="the label that marks noise points (default: -1)",
    )


def _decisions(parser: argparse._ActionsContainer) -> argparse._ActionsContainer:
    return option_group(parser, "noise points, missing labels and undefined scores")


def option_group(parser: argparse._ActionsContainer, title: str) -> argparse._ActionsContainer:
    """Return the group of options with this title, added if there is none; a group stays itself."""
    if isinstance(parser, argparse._ArgumentGroup):
        return parser
    groups = {group.title: group for group in parser._action_groups}
    return groups.get(title) or parser.add_argument_group(title)


def name_files(
    options: argparse.Namespace, files: Mapping[str, str], columns: Mapping[str, str] | None = None
) -> None:
    """Remember the file, and the column if it has several, of each clustering: for errors."""
    options.named = (files, columns or {})


def check_target(options: argparse.Namespace, folder: Path, option: str = "--charts") -> None:
    """Refuse a folder that is a file, or that cannot be made or written into."""
    if folder.exists() and not folder.is_dir():
        options.usage_error(f"{option} {folder}: this is a file; name a folder")
    there = next(path for path in (folder, *folder.resolve().parents) if path.exists())
    problem = check_folder(there)
    if problem:
        options.usage_error(f"{option} {folder}: {problem}")


def check_charts(options: argparse.Namespace) -> None:
    """Refuse charts that cannot be drawn or written, before any work."""
    if options.charts is not None:
        check_target(options, Path(options.charts))
        require("altair")
        require("vl_convert")


def check_report(options: argparse.Namespace, path: Path) -> None:
    """Refuse a file that would overwrite an input, is a folder, or cannot be written."""
    if path.is_dir():
        options.usage_error(f"--report {path}: this is a folder; name a file")
    if str(path) == "-":
        options.usage_error("--report -: name a file; the report is not printed")
    if any(path.resolve() == Path(file).resolve() for file in options.files):
        options.usage_error(f"--report {path}: this is one of the label files; name another")
    problem = check_folder(path.parent)
    if problem:
        options.usage_error(f"--report {path}: {problem}")
    for library in ("jinja2", "altair", "vl_convert"):
        require(library, "reports")


def check_output(options: argparse.Namespace) -> None:
    """Refuse a file that cannot be written, before any work."""
    if options.output is not None:
        problem = check_folder(Path(options.output).parent)
        if problem:
            options.usage_error(f"--output {options.output}: {problem}")


def write_output(table: Table, what: str, options: argparse.Namespace) -> None:
    """Write a table into the file of --output, as CSV, and say so."""
    path = write_whole(Path(options.output), table.to_csv().encode())
    inform(f"{what} in {path.resolve()}")


def check_folder(folder: Path) -> str | None:
    """Say why no file can be written into a folder; None if one can."""
    if not folder.exists():
        return f"there is no folder {folder}; make it first"
    try:
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return f"cannot write into {folder} ({error.strerror})"


def tell_charts(paths: Sequence[Path], folder: str) -> None:
    """Say where charts were written, each as SVG and PNG."""
    drawings = [path for path in paths if path.suffix == ".svg"]
    if len(drawings) == 1:
        inform(f"the chart is in {drawings[0].resolve()}, and next to it as PNG")
    else:
        inform(f"{len(drawings)} charts are in {Path(folder).resolve()}, as SVG and PNG")


def print_table(table: Table, form: str) -> None:
    """Print a table: for people ("table"), or in another form."""
    if form != "table":
        print_text(getattr(table, f"to_{form}")().rstrip("\n"))
        return
    from dataclasses import replace

    table = replace(table, rest="--format csv has all of them")
    if not sys.stdout.isatty():
        print_text(str(table))
        return
    from rich.console import Console

    Console().print(table)


def print_json(data: Any) -> None:
    """Print plain data as JSON."""
    print_text(json.dumps(data, indent=2, ensure_ascii=False))


def print_text(text: str) -> None:
    """Print a text."""
    write_out(text + "\n")


def print_prose(text: str) -> None:
    """Print sentences, wrapped on a terminal."""
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        text = "\n".join(textwrap.fill(line, width) for line in text.split("\n"))
    print_text(text)


def as_utf8(name: str) -> str:
    r"""Read the name of a file as UTF-8, whatever the locale; what is none becomes U+FFFD.

    Examples
    --------
    >>> as_utf8("caf\udce9")
    'caf\ufffd'
    """
    return os.fsencode(name).decode("utf-8", "replace")


def printable(name: str) -> str:
    r"""Replace what a terminal would obey and not show.

    Examples
    --------
    >>> printable("a\x1b[2Jb")
    'a\ufffd[2Jb'
    """
    return re.sub(r"[\x00-\x1f\x7f-\x9f]", "\ufffd", name)


def complain(problem: object) -> None:
    """Print to standard error."""
    lines = (printable(line) for line in str(problem).split("\n"))
    sys.stderr.write("\n".join(["partwise: " + next(lines), *lines]) + "\n")


def inform(news: str) -> None:
    """Print to standard error what was done, so that standard output has the result alone."""
    sys.stderr.write(f"{news}\n")
