"""``partwise sweep``: scores at every threshold or resolution, and the best one."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.cli.candidates import (
    add_columns,
    add_sample,
    check_compared,
    check_sample,
    read_compared,
    read_sample,
)
from partwise.cli.common import (
    add_format,
    add_index,
    add_policies,
    check_charts,
    check_output,
    check_report,
    command,
    inform,
    name_files,
    policies,
    print_json,
    print_table,
    print_text,
    printable,
    read_indices,
    tell_charts,
)
from partwise.cli.many import write_clusterings
from partwise.cli.option_values import number, read_seed
from partwise.cli.reading import FILES, add_files, read_one, read_wide

if TYPE_CHECKING:
    from partwise.ensembles import NeighbourSweep, Sweep


_EPILOG = """\
A file of scored pairs has two columns of items and one of scores, like the
predictions of Splink; two items are joined if their score is at or above the
threshold. For resolutions, pass one label file for each, or one file with a
column for each: leiden_0.4, leiden_0.6, …

examples:
  partwise sweep gold.csv pairs.parquet --score match_probability --index ARI,BCubed
  partwise sweep gold.csv pairs.csv --report sweep.html --output clusters.csv
  partwise sweep cells.csv --reference cell_type --index ARI,AMI --charts charts
  partwise sweep gold.csv pairs.csv --thresholds 0.5,0.8,0.9 --format csv
  partwise sweep pairs.csv                             # without a reference: what is stable
"""


def add_sweep(commands: Any) -> None:
    """Add the command."""
    about = "choose the best threshold, resolution or number of clusters"
    parser = command(commands, "sweep", _run, about, _EPILOG)
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="the label file of the reference, then a file of scored pairs or a label file for "
        "each resolution; or one file with a column for each clustering; without a reference, the "
        f"scored pairs or that one file alone. A label file is {FILES}",
    )
    add_columns(parser)
    for side, what in (("score", "score"), ("left", "first item"), ("right", "second item")):
        parser.add_argument(
            f"--{side}",
            metavar="COLUMN",
            help=f"the column with the {what} of each pair (default: inferred from column names)",
        )
    parser.add_argument(
        "--thresholds",
        type=_thresholds,
        metavar="N | T,T,…",
        help="try N evenly spaced thresholds, or exactly those listed (default: every score or "
        "height; without a reference, those at which the clustering changes)",
    )
    parser.add_argument(
        "--tolerance",
        type=number(0),
        default=0.01,
        metavar="X",
        help="without a reference: how much the clustering may change within a stable range "
        "(default: 0.01)",
    )
    add_index(parser, "compute (the first one chooses the best threshold)", "the recommended ones")
    _add_output(parser)
    add_files(parser)
    add_policies(parser)
    add_format(parser, "table", "json", "csv", "markdown")
    parser.set_defaults(usage_error=parser.error)


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--report",
        metavar="FILE",
        help="write an HTML report to this file (`partwise compare --sweep` adds it to its own "
        "report)",
    )
    parser.add_argument(
        "--charts", metavar="DIR", help="write the charts to this folder, as SVG and PNG"
    )
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="write the clustering at the best threshold to this CSV file, with columns item and "
        "label",
    )
    add_sample(parser)
    parser.add_argument(
        "--seed", type=read_seed, default=0, metavar="N", help="random seed (default: 0)"
    )


def _thresholds(text: str) -> int | list[float]:
    """Read how many thresholds, or which.

    Examples
    --------
    >>> _thresholds("20"), _thresholds("0.5, 0.9"), _thresholds("3,")
    (20, [0.5, 0.9], [3.0])
    """
    if re.fullmatch(r"\s*[+-]?\d+\s*", text):
        if int(text) < 2:
            raise argparse.ArgumentTypeError(
                f"{text} is not a number of thresholds, which is at least 2; for the one threshold "
                f"{text}, write {text}.0"
            )
        return int(text)
    try:
        return [float(part) for part in text.split(",") if part.strip()]
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is neither a whole number nor a list of numbers, such as 0.5,0.8"
        ) from None


def _run(options: argparse.Namespace) -> int:
    from partwise.ensembles import NeighbourSweep, sweep

    _check(options)
    chosen = read_indices(options.index) if options.index else None
    if chosen and len(chosen) > 1 and not _has_reference(options):
        options.usage_error(
            f"without a reference, name one index, which measures how similar clusterings are, not "
            f"{len(chosen)}"
        )
    reference, family = _read(options)
    result: Sweep | NeighbourSweep = sweep(
        reference,
        family,
        chosen,
        score=options.score,
        left=options.left,
        right=options.right,
        thresholds=options.thresholds,
        tolerance=options.tolerance,
        seed=options.seed,
        **policies(options),
    )
    if isinstance(result, NeighbourSweep):
        _show(result, options, result.to_dict(), "")
        _write(result, options, {})
    else:
        sample = read_sample(options)
        best = result.best(**sample)
        content = result.to_dict()
        content["best"][best.index.key] = best.to_dict()
        _show(result, options, content, str(best))
        _write(result, options, sample)
        if options.output is not None:
            clustering = result.at(best.threshold)
            numbered = {"label": clustering.regroup(clustering.codes)}
            write_clusterings(numbered, f"the clustering at {best.threshold:g} is", options)
    return 0


def _check(options: argparse.Namespace) -> None:
    """Refuse options that do not go together, before any file is read."""
    if _has_reference(options):
        check_compared(options)
    elif options.output is not None:
        options.usage_error(
            "--output writes the clustering at the best threshold, which needs a reference; name "
            "the reference file first, or leave --output out"
        )
    if options.report is not None:
        check_report(options, Path(options.report))
    check_output(options)
    check_charts(options)
    check_sample(options)


def _has_reference(options: argparse.Namespace) -> bool:
    return options.reference is not None or len(options.files) > 1


def _read(options: argparse.Namespace) -> tuple[object, object]:
    """Return the reference, None if there is none, and what is swept."""
    from partwise.engines import REFERENCE

    *before, last = options.files
    if not _are_pairs(options, last):
        if before or options.reference is not None:
            return read_compared(options)
        columns = read_wide(last, options.candidate, options)
        return None, {printable(name): labels for name, labels in columns.items()}
    if options.reference is not None or len(before) > 1:
        options.usage_error(
            "to sweep scored pairs, name the reference file and one file of pairs, without "
            "--reference"
        )
    if not before:
        return None, last
    name_files(options, {REFERENCE: before[0]})
    return read_one(before[0], options), last


def _are_pairs(options: argparse.Namespace, path: str) -> bool:
    """Tell pairs by their columns: those that are named, or the usual ones."""
    from partwise.engines import columns_in, find_files, scored_pairs_of, usual_pair

    if any((options.score, options.left, options.right)):
        return True
    if any((options.reference, options.candidate, options.layout)):
        return False
    if usual_pair(columns_in(find_files(path))) is not None:
        return True
    if options.label_column is None and options.item_column is None:
        scored_pairs_of(path)  # refuses pairs under other names
    return False


def _show(
    result: Sweep | NeighbourSweep, options: argparse.Namespace, content: dict[str, Any], title: str
) -> None:
    from partwise.ensembles import Sweep

    if options.format == "json":
        print_json(content)
    elif options.format == "csv":
        print_text(result.to_csv().rstrip("\n"))
    else:
        table = result.to_table()
        notes = [note for note in table.notes if not note.startswith("best(")]
        if len(notes) < len(table.notes) and isinstance(result, Sweep) and len(result.indices) > 1:
            other = result.indices[1].key
            notes.append(
                "the confidence interval is by the first index; for that of another, name it "
                f"first, for example --index {other}"
            )
        print_table(replace(table, title=title or table.title, notes=notes), options.format)


def _write(
    result: Sweep | NeighbourSweep, options: argparse.Namespace, sample: dict[str, Any]
) -> None:
    """Write the report and the charts, and say where they are."""
    if options.report is not None:
        path = result.report(options.report, command=options.command_line, **sample)
        inform(f"the report is in {path.resolve()}")
    if options.charts is not None:
        tell_charts(result.plot.save(options.charts), options.charts)
