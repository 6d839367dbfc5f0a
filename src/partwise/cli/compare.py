"""``partwise compare``: candidates against a reference, with the report."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.cli.common import (
    add_format,
    add_policies,
    command,
    complain,
    in_options,
    inform,
    print_json,
    print_table,
    print_text,
)
from partwise.errors import InputError, PartwiseError, UnknownIndexError
from partwise.index import Index
from partwise.registry import index

if TYPE_CHECKING:
    from partwise.clustering import Clustering
    from partwise.comparison import Comparison

__all__ = ["add_compare"]

_EPILOG = """examples:
  partwise compare reference.csv a.csv b.csv
  partwise compare all.csv --reference gold --report report.html
  partwise compare gold.csv new.csv --index CC --fail-below CC=0.8   # exit code 3 if worse
"""


@dataclass(frozen=True)
class Bar:
    """A value that every candidate has to reach."""

    index: Index
    value: float


def _bar(text: str) -> Bar:
    """Read KEY=VALUE."""
    key, _, value = text.rpartition("=")
    try:
        return Bar(index(key.strip()), float(value))
    except UnknownIndexError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not of the form KEY=VALUE, such as correlation=0.8"
        ) from None


def add_compare(commands: Any) -> None:
    """Add the command."""
    about = "compare candidate clusterings with a reference, and explain where indices disagree"
    parser = command(commands, "compare", _run, about, _EPILOG)
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="the reference's label file and one for each candidate; or, with --reference, one "
        ".csv or .tsv file with a column for each",
    )
    parser.add_argument(
        "--reference", metavar="COLUMN", help="the reference's column in a file of all clusterings"
    )
    parser.add_argument(
        "--candidate",
        action="append",
        metavar="COLUMN",
        help="a candidate's column in a file of all clusterings (repeatable; all others)",
    )
    parser.add_argument("--label-column", metavar="NAME", help="column of the labels")
    parser.add_argument("--item-column", metavar="NAME", help="column of the item names")
    parser.add_argument(
        "--index", action="append", metavar="KEY", help="an index to compute (repeatable; all)"
    )
    parser.add_argument(
        "--decide-by", metavar="KEY", help="the index that gives the answer (correlation)"
    )
    parser.add_argument(
        "--fail-below",
        action="append",
        default=[],
        type=_bar,
        metavar="KEY=VALUE",
        help="exit with code 3 if a candidate scores worse (for a distance: higher) or undefined",
    )
    parser.add_argument("--report", metavar="FILE", help="write an HTML report")
    parser.add_argument("--charts", metavar="DIR", help="write the charts, as SVG and PNG")
    parser.add_argument(
        "--sampling",
        choices=("items", "clusters", "none"),
        default="items",
        help="how the labelled items were sampled: item by item (default), by whole reference "
        "clusters, or not at all: they are everything there is, and scores have no error",
    )
    parser.add_argument(
        "--level", type=float, default=0.95, metavar="P", help="confidence level (0.95)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="random seed (0)")
    parser.set_defaults(usage_error=parser.error)
    add_policies(parser)
    add_format(parser, "table", "json", "csv", "markdown", "html")


def _run(options: argparse.Namespace) -> int:
    from partwise.comparison import compare

    _check(options)
    chosen = [index(key) for key in options.index] if options.index else None
    if chosen is not None:
        chosen += [bar.index for bar in options.fail_below]
    decide_by = options.decide_by and index(options.decide_by)
    reference, candidates = _read(options)
    try:
        found = compare(
            reference,
            candidates,
            chosen,
            decide_by=decide_by,
            seed=options.seed,
            undefined=options.undefined,
            noise=options.noise,
            noise_label=options.noise_label,
            missing=options.missing,
        )
    except PartwiseError as error:
        raise in_options(error) from None
    _show(found, options)
    _write(found, options)
    return _judge(found, options.fail_below)


def _check(options: argparse.Namespace) -> None:
    """Refuse options that do not go together, before any file is read."""
    if options.reference is None and len(options.files) < 2:
        options.usage_error(
            "name the reference's file and at least one candidate's, or one file of all "
            "clusterings with --reference COLUMN"
        )
    if options.reference is not None and len(options.files) > 1:
        options.usage_error("--reference COLUMN goes with one file that has all clusterings")
    if options.reference is None and options.candidate:
        options.usage_error("--candidate COLUMN goes with --reference COLUMN")
    if options.reference is not None and options.label_column:
        options.usage_error("--label-column goes with a file for each clustering")
    if options.report is not None:
        _check_place(options, "--report", Path(options.report))
    if options.charts is not None and Path(options.charts).is_file():
        options.usage_error(f"--charts {options.charts}: this is a file; name a folder")
    if not 0 < options.level < 1:
        options.usage_error(f"--level must be between 0 and 1, not {options.level}")


def _check_place(options: argparse.Namespace, option: str, path: Path) -> None:
    """Refuse a file that would overwrite an input or is a folder."""
    if path.is_dir():
        options.usage_error(f"{option} {path}: this is a folder; name a file")
    if any(path.resolve() == Path(file).resolve() for file in options.files):
        options.usage_error(f"{option} {path}: this is one of the label files; name another")


def _read(options: argparse.Namespace) -> tuple[Clustering, dict[str, Clustering]]:
    """Return the reference and the candidates by name."""
    from partwise.frames import read_columns, read_labels

    if options.reference is not None:
        wanted = [options.reference, *options.candidate] if options.candidate else None
        found = read_columns(
            options.files[0], wanted, item_column=options.item_column, missing=options.missing
        )
        if options.reference not in found:
            columns = ", ".join(found)
            raise InputError(
                f"{options.files[0]}: there is no column {options.reference!r}; the columns are "
                f"{columns}"
            )
        return found.pop(options.reference), found
    first, *others = (
        read_labels(
            path,
            label_column=options.label_column,
            item_column=options.item_column,
            missing=options.missing,
        )
        for path in options.files
    )
    return first, dict(zip(_names(options.files[1:]), others, strict=True))


def _names(paths: list[str]) -> list[str]:
    """Name candidates after their files, as short as tells them apart."""
    stems = [Path(path).stem for path in paths]
    names = stems if len(set(stems)) == len(stems) else paths
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"the candidate {twice} is named twice")
    return names


def _show(found: Comparison, options: argparse.Namespace) -> None:
    sample = _sample(options)
    if options.format == "json":
        answer, estimates = found.answer(**sample), None
        if sample["sampling"] is not None:
            estimates = found.estimates(**sample).to_plain()
        print_json({"answer": answer.to_plain(), **found.to_plain(), "estimates": estimates})
    elif options.format == "html":
        print_text(found.to_table()._repr_html_())
    elif options.format == "table":
        print_table(found.to_table(), "table")
        print_text(f"\n{found.answer(**sample)}\n{found.explanation}")
    else:
        print_table(found.to_table(), options.format)


def _write(found: Comparison, options: argparse.Namespace) -> None:
    """Write the report and the charts, and say where they are."""
    if options.report is None and options.charts is None:
        return
    from partwise.report import save_charts, write_report

    sample = _sample(options)
    if options.report is not None:
        path = write_report(found, options.report, command=options.command_line, **sample)
        inform(f"the report is in {path.resolve()}")
    if options.charts is not None:
        paths = save_charts(found, options.charts, **sample)
        inform(f"{len(paths)} charts are in {Path(options.charts).resolve()}")


def _sample(options: argparse.Namespace) -> dict[str, Any]:
    sampling = None if options.sampling == "none" else options.sampling
    return {"level": options.level, "sampling": sampling}


def _judge(found: Comparison, bars: list[Bar]) -> int:
    """Return 3 if a candidate does not reach a bar, and say which."""
    failed = 0
    for bar in bars:
        for name, scores in found.scores.items():
            value = float(scores[bar.index.key])
            if not (value == bar.value or bar.index.prefers(value, bar.value)):
                side = "below" if bar.index.direction == "similarity" else "above"
                complain(f"{name}: {bar.index.key} is {value:.6g}, {side} {bar.value:g}")
                failed += 1
    return 3 if failed else 0
