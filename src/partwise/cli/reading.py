"""Label files on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from partwise.base import InputError
from partwise.cli.common import as_utf8, inform, option_group
from partwise.clusterings import Policies, missing_in_each

if TYPE_CHECKING:
    from partwise.clusterings import Clustering, Cover, MissingPolicy, Weighting
    from partwise.engines import Files, LabelColumns, Layout


FILES = (
    "CSV, TSV, Parquet, Arrow or JSON Lines with a column of items and one of labels, or plain "
    "text with one label per line; compressed (.gz, .zst), or split into part files (a folder or "
    "a glob)"
)
_SUFFIXES = (
    *(".gz", ".zst", ".csv", ".tsv", ".tab", ".txt", ".jsonl", ".ndjson", ".json", ".parquet"),
    *(".pq", ".arrow", ".feather", ".ipc"),
)


def add_files(parser: argparse.ArgumentParser, *, draws: bool = False) -> None:
    """Add the options that tell how label files are read, and if candidates are drawn at random."""
    parser.set_defaults(draws=draws)
    group = option_group(parser, "label files")
    group.add_argument("--label-column", metavar="NAME", help="the column with the cluster labels")
    group.add_argument("--item-column", metavar="NAME", help="the column with the item ids")
    group.add_argument(
        "--layout",
        choices=("wide", "long", "pairs", "stacked"),
        help="how files are laid out. wide: one column per clustering; long: columns item and "
        "cluster; pairs: two columns of matched items; stacked: columns item, clustering and "
        "cluster (default: inferred from the column names)",
    )
    group.add_argument(
        "--clustering-column",
        metavar="NAME",
        help="the column with the names of the clusterings, for --layout stacked",
    )
    group.add_argument(
        "--items",
        metavar="FILE",
        help="a file with all items, for --layout pairs: items in no pair become singletons",
    )
    group.add_argument(
        "--memory",
        type=_size,
        metavar="SIZE",
        help="use at most this much memory, such as 2GB; the rest goes to temporary files on disk",
    )


def add_weights(parser: argparse.ArgumentParser, where: str) -> None:
    """Add the options for weights of items, which are in a column of a file."""
    parser.add_argument(
        "--weights", metavar="NAME", help=f"the column of {where} with the weights of the items"
    )
    parser.add_argument(
        "--weighting",
        choices=("multiplicity", "importance"),
        help="what a weight of w means. multiplicity: the item stands for w identical items "
        "(default); importance: it is one item that counts w times as much",
    )


def read_weighting(options: argparse.Namespace) -> Weighting:
    """Return what weights mean."""
    if options.weighting and options.weights is None:
        options.usage_error("--weighting needs --weights NAME")
    weighting: Weighting = options.weighting or "multiplicity"
    return weighting


Given: TypeAlias = "Clustering | LabelColumns"


def read_policies(options: argparse.Namespace) -> Policies:
    """Return what was decided about noise and missing labels."""
    return Policies(options.noise, options.noise_label, options.missing)


def _missing(options: argparse.Namespace) -> MissingPolicy:
    """Return what becomes of items without a label in one file."""
    return missing_in_each(options.missing)[0]


def read_files(
    paths: list[str], options: argparse.Namespace, weights: str | None = None
) -> list[Given]:
    """Point at files with a clustering each; what has no item ids is read into memory.

    With ``weights``, a column of the first file, all of them need item ids.
    """
    read = _one_in_each(paths, options, weights)
    nameless = [labels.source for labels in read if labels.item is None]
    if weights is not None and nameless:
        raise InputError(
            f"{nameless[0]}: --weights needs item ids in all files; name their column with "
            "--item-column"
        )
    if len(read) > 1 and not nameless:
        _check_small(read, _missing(options))
        return list(read)
    mixed = _are_mixed(read)
    return [_clusterings(labels, _missing(options), mixed)[labels.column] for labels in read]


def read_covers(paths: list[str], options: argparse.Namespace) -> list[Cover]:
    """Read files with a cover each, in which an item has a row for each of its clusters."""
    from partwise.engines import cover_of_rows

    read = _one_in_each(paths, options)
    return [cover_of_rows(labels, _are_mixed(read)) for labels in read]


def _one_in_each(
    paths: list[str], options: argparse.Namespace, weights: str | None = None
) -> list[LabelColumns]:
    """Point at files with a clustering each."""
    from partwise.engines import find_files

    files = [find_files(path) for path in paths]  # once: a pipe cannot be read again
    chosen = _label_columns(files, options.label_column)
    read = [_labels(files[0], options, "long", chosen[0], weights)]
    read += [
        _labels(file, options, "long", column)
        for file, column in zip(files[1:], chosen[1:], strict=True)
    ]
    _check_items(read, options)
    for path, labels in zip(paths, read, strict=True):
        _check_one(path, labels)
    return read


def _are_mixed(files: list[LabelColumns]) -> bool:
    """Tell whether items are text in some files only, as they are in a CSV file."""
    return len({labels.typed for labels in files}) > 1


def read_one(path: str, options: argparse.Namespace) -> LabelColumns:
    """Point at a file with one clustering."""
    from partwise.engines import find_files

    labels = _labels(find_files(path), options, "long", options.label_column)
    _check_items([labels], options)
    _check_one(path, labels)
    _check_small([labels], options.missing)
    return labels[labels.columns[0]]


def _check_one(path: str, labels: LabelColumns) -> None:
    if len(labels.columns) > 1:
        raise InputError(
            f"{path}: there are {len(labels.columns)} clusterings ({', '.join(labels.columns)})"
            "; choose one with --label-column, or compare them with each other: partwise "
            "compare FILE --reference NAME"
        )


def _label_columns(files: list[Files], column: str | None) -> list[str | None]:
    """Return which column to take of each file: the one that was named, where there is such a one.

    If no file has it, that is an error which reading the first one will tell.
    """
    if column is None or len(files) == 1:
        return [column] * len(files)
    from partwise.engines import columns_in

    have = [column in columns_in(file) for file in files]
    return [column if has_it or not any(have) else None for has_it in have]


def read_wide(
    path: str, columns: list[str] | None, options: argparse.Namespace, weights: str | None = None
) -> Mapping[str, Given]:
    """Point at a file with several clusterings, those named or all but the column of weights."""
    labels = _several_in_one(path, columns, options, weights)
    _check_small([labels], _missing(options))
    return {name: labels[name] for name in labels.columns}


def read_wide_covers(
    path: str, columns: list[str] | None, options: argparse.Namespace
) -> Mapping[str, Cover]:
    """Read a file with several covers, those named or all."""
    from partwise.engines import cover_of_rows

    labels = _several_in_one(path, columns, options)
    return {name: cover_of_rows(labels[name]) for name in labels.columns}


def _several_in_one(
    path: str, columns: list[str] | None, options: argparse.Namespace, weights: str | None = None
) -> LabelColumns:
    from partwise.engines import columns_in, find_files

    files = find_files(path)
    if columns and any("*" in column for column in columns):
        columns = _matching(columns, columns_in(files))
    labels = _labels(files, options, "wide", columns, weights)
    _check_items([labels], options)
    return labels


def _matching(wanted: list[str], columns: list[str]) -> list[str]:
    """Replace patterns by the columns that match them, each column once.

    Examples
    --------
    >>> _matching(["gold", "leiden_*"], ["id", "gold", "leiden_0.4", "leiden_1.0"])
    ['gold', 'leiden_0.4', 'leiden_1.0']
    """
    names = (
        [column]
        if column in columns
        else [name for name in columns if fnmatchcase(name, column)] or [column]
        for column in wanted
    )
    return list(dict.fromkeys(chain.from_iterable(names)))


def _check_items(files: list[LabelColumns], options: argparse.Namespace) -> None:
    if options.items is not None and all(labels.layout != "pairs" for labels in files):
        raise InputError(
            f"{options.items}: --items is for pairs of matched items; pass --layout pairs if a "
            "file has them, or leave --items out"
        )


def _check_small(files: list[LabelColumns], missing: MissingPolicy) -> None:
    """Look for missing labels and the like in small files of text: there lines can be told."""
    for labels in files:
        if labels.where is not None and labels.is_small:
            _clusterings(labels, missing)


def _clusterings(
    labels: LabelColumns, missing: MissingPolicy, text_items: bool = False
) -> dict[str, Clustering]:
    from partwise.engines import clusterings

    return clusterings(labels, text=True, text_items=text_items, missing=missing)


def _labels(
    files: Files,
    options: argparse.Namespace,
    otherwise: Layout,
    label: str | list[str] | None,
    besides: str | None = None,
) -> LabelColumns:
    from partwise.engines import read_as

    stacked = otherwise == "wide" and options.layout == "stacked"
    named = [options.clustering_column, options.label_column] if stacked else None
    chosen = {
        "label": (named if named and all(named) else None) if stacked else label,
        "item": options.item_column,
        "layout": options.layout,
        "memory": options.memory,
        "besides": besides,
    }
    labels = read_as(files, otherwise, **chosen)
    if options.items is not None and labels.layout == "pairs":
        labels = read_as(files, otherwise, **chosen, items=options.items)
    if options.draws and options.memory is not None:
        from partwise.chance import memory_of_random_candidates
        from partwise.engines import limit_memory

        limit_memory(options.memory, memory_of_random_candidates(labels.rows))
    if labels.sniffed is not None:
        inform(labels.description)
    if stacked and label is not None:
        return replace(labels, columns=tuple(labels[column].column for column in label))
    return labels


def short_name(path: str) -> str:
    """Name a clustering after its file.

    Examples
    --------
    >>> short_name("found/kmeans.csv.gz"), short_name("found/ward/*.parquet")
    ('kmeans', 'ward')
    """
    name = Path(path).name
    if "*" in name and not Path(path).exists():
        return Path(path).parent.name or name
    while name.lower().endswith(_SUFFIXES) and Path(name).stem:
        name = Path(name).stem
        if "." not in name:
            break
    return as_utf8(name)


def _size(size: str) -> int:
    from partwise.engines import parse_size

    try:
        return parse_size(size)
    except InputError as error:
        raise argparse.ArgumentTypeError(error.for_command_line()) from None
