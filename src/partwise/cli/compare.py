"""``partwise compare``: candidates against a reference, with the report."""

from __future__ import annotations

import argparse
import math
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.base import InputError, PartwiseError, require
from partwise.catalogue import Index, index, indices
from partwise.cli.common import (
    add_format,
    add_index,
    add_policies,
    check_charts,
    check_folder,
    command,
    complain,
    inform,
    name_files,
    print_json,
    print_prose,
    print_table,
    print_text,
    printable,
    read_index,
    read_indices,
    read_seed,
    separated,
    tell_charts,
)
from partwise.cli.reading import FILES, add_files, read_files, read_wide, short_name
from partwise.engines import REFERENCE
from partwise.scoring import ABOUT_INTERVALS

if TYPE_CHECKING:
    from partwise.cli.reading import Given
    from partwise.comparison import Answer, Comparison, WholeEstimates


_EPILOG = """examples:
  partwise compare reference.csv a.csv b.csv
  partwise compare all.csv --reference gold --report report.html
  partwise compare gold.csv new.csv --index CC --fail-below CC=0.8   # exit code 3 if worse
"""


def add_compare(commands: Any) -> None:
    """Add the command."""
    about = "compare candidate clusterings with a reference, and explain where indices disagree"
    parser = command(commands, "compare", _run, about, _EPILOG)
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="the reference's label file and one for each candidate; or, with --reference, one "
        f"file with a column for each. Label files: {FILES}",
    )
    parser.add_argument(
        "--reference", metavar="COLUMN", help="the reference's column in a file of all clusterings"
    )
    parser.add_argument(
        "--candidate",
        action="append",
        metavar="COLUMN",
        help="a candidate's column in a file of all clusterings (repeatable; default: all others)",
    )
    add_files(parser, draws=True)
    add_index(parser, "compute")
    parser.add_argument(
        "--decide-by",
        metavar="INDEX",
        help="the index that gives the answer (default: correlation, or the first --index if that "
        "is not among them)",
    )
    parser.add_argument(
        "--fail-below",
        action="extend",
        default=[],
        type=lambda text: [read_bar(part) for part in separated(text)],
        metavar="INDEX=VALUE",
        help="exit with code 3 if a candidate scores worse (for a distance: higher), or "
        "is undefined (repeatable, or separated by commas)",
    )
    _add_output(parser)
    parser.set_defaults(usage_error=parser.error)
    add_policies(parser)
    add_format(parser, "table", "json", "csv", "markdown", "html")


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--report", metavar="FILE", help="write an HTML report")
    parser.add_argument(
        "--charts",
        metavar="DIR",
        help="write the charts into a folder, as SVG and PNG named after candidates",
    )
    parser.add_argument(
        "--sampling",
        choices=("items", "clusters", "none"),
        default="items",
        help="how the labelled items were sampled: item by item (default), by whole reference "
        "clusters, or not at all: they are everything there is, and scores have no error",
    )
    parser.add_argument(
        "--clusters",
        type=int,
        metavar="K",
        help="how many clusters the whole reference has, for --sampling clusters and --whole",
    )
    parser.add_argument(
        "--whole",
        choices=("clusters", "items"),
        help="the reference labels whole clusters of some items and the candidates have all: also "
        "estimate the scores of all items; clusters were drawn alike, or found through drawn items "
        "(each once)",
    )
    parser.add_argument(
        "--level", type=float, default=0.95, metavar="P", help="confidence level (default: 0.95)"
    )
    parser.add_argument(
        "--seed", type=read_seed, default=0, metavar="N", help="random seed (default: 0)"
    )


def _run(options: argparse.Namespace) -> int:
    from partwise.comparison import compare

    _check(options)
    chosen, decide_by = _indices(options)
    if options.whole is not None:
        options.missing, options.sampling = "drop", "clusters"  # items without a label are no error
    reference, by_name = _read(options)
    candidates = {printable(name): labels for name, labels in by_name.items()}
    _name_files(options, list(by_name))
    comparison = compare(
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
    answer = comparison.answer(**_sample(options))
    compared = {name: candidates[name] for name in comparison.names}
    whole = _whole(reference, compared, comparison, options)
    _show(comparison, answer, whole, options)
    _write(comparison, options)
    return _judge(comparison, options.fail_below)


def _whole(
    reference: Given,
    candidates: dict[str, Given],
    comparison: Comparison,
    options: argparse.Namespace,
) -> WholeEstimates | None:
    if options.whole is None:
        return None
    from partwise.comparison import estimate_whole

    pairs = [index for index in comparison.indices if index.kind == "pairs"]
    return estimate_whole(
        reference,
        candidates,
        pairs,
        sampling="clusters" if options.whole == "clusters" else "clusters of items",
        clusters=options.clusters,
        level=options.level,
        noise=options.noise,
        noise_label=options.noise_label,
    )


def _indices(options: argparse.Namespace) -> tuple[list[Index], Index | None]:
    """Return the indices to compute, and the one that decides, None for the usual."""
    decide_by = read_index(options.decide_by) if options.decide_by else None
    chosen = read_indices(options.index) if options.index else list(indices())
    if decide_by is None and index("correlation") not in chosen:
        decide_by = chosen[0]  # also if a bar adds correlation
    return chosen + [bar.index for bar in options.fail_below], decide_by


def _name_files(options: argparse.Namespace, candidates: list[str]) -> None:
    """Let errors name files and columns where the library names clusterings."""
    names = [REFERENCE, *map(printable, candidates)]
    if options.reference is None:
        name_files(options, dict(zip(names, options.files, strict=True)))
    else:
        columns = dict(zip(names, [options.reference, *candidates], strict=True))
        name_files(options, dict.fromkeys(names, options.files[0]), columns)


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
    if options.reference is not None and options.label_column and options.layout != "stacked":
        options.usage_error("--label-column goes with a file for each clustering")
    if options.candidate and options.reference in options.candidate:
        options.usage_error(f"--candidate {options.reference}: this is the reference")
    if options.report is not None:
        _check_report(options, Path(options.report))
    check_charts(options)
    _check_sample(options)


def _check_sample(options: argparse.Namespace) -> None:
    if options.clusters is not None and "clusters" not in (options.sampling, options.whole):
        options.usage_error("--clusters K goes with --sampling clusters or --whole clusters")
    if options.whole is not None and options.missing == "singletons":
        options.usage_error("--whole leaves out what is not labelled; leave out --missing")
    if not 0 < options.level < 1:
        options.usage_error(f"--level must be between 0 and 1, not {options.level}")


def _check_report(options: argparse.Namespace, path: Path) -> None:
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


def _read(options: argparse.Namespace) -> tuple[Given, dict[str, Given]]:
    """Return the reference and the candidates by name."""
    if options.reference is not None:
        return _read_wide(options)
    files: dict[str, str] = {}
    for path in options.files:
        files.setdefault(os.path.realpath(path), path)  # a file that is named twice is read once
    read = dict(zip(files, read_files(list(files.values()), options), strict=True))
    first, *others = (read[os.path.realpath(path)] for path in options.files)
    return first, dict(zip(_names(options.files[1:]), others, strict=True))


def _read_wide(options: argparse.Namespace) -> tuple[Given, dict[str, Given]]:
    path, reference = options.files[0], options.reference
    wanted = [reference, *_each_once(options.candidate)] if options.candidate else None
    by_column = dict(read_wide(path, wanted, options))
    columns = ", ".join(by_column)
    if reference not in by_column:
        raise InputError(
            f"{path}: there is no column {reference!r} of labels; those are {columns} (the item "
            "names have a column of their own, which --item-column tells)"
        )
    if len(by_column) == 1:
        raise InputError(f"{path}: there is no column of labels besides {columns}")
    return by_column.pop(reference), by_column


def _each_once(names: list[str]) -> list[str]:
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"the candidate {twice} is named twice")
    return names


def _names(paths: list[str]) -> list[str]:
    """Name candidates after their files, as short as tells them apart."""
    stems = [short_name(path) for path in paths]
    return stems if len(set(stems)) == len(stems) else _each_once(paths)


def _show(
    comparison: Comparison,
    answer: Answer,
    whole: WholeEstimates | None,
    options: argparse.Namespace,
) -> None:
    sample = _sample(options)
    if options.format == "json":
        estimates = None
        if sample["sampling"] is not None:
            estimates = comparison.estimates(**sample).to_dict()
        content = {"answer": answer.to_dict(), **comparison.to_dict(), "estimates": estimates}
        content["about_intervals"] = None if estimates is None else ABOUT_INTERVALS
        print_json({**content, "whole": None if whole is None else whole.to_dict()})
    elif options.format == "html":
        print_text(replace(comparison.to_table(), title=str(answer))._repr_html_())
    elif options.format == "table":
        print_table(replace(comparison.to_table(), title=str(answer)), "table")
        print_prose(f"\n{comparison.explanation}")
        if answer.estimate is not None and answer.estimate.low is not None:
            print_prose(f"\n{ABOUT_INTERVALS}")
        if whole is not None:
            print_text("\nEstimated for all items, from the labelled clusters:")
            print_table(whole.to_table(), "table")
    elif options.format == "csv":
        print_text(comparison.to_csv().rstrip("\n"))
    else:
        print_table(replace(comparison.to_table(), title=str(answer)), options.format)


def _write(comparison: Comparison, options: argparse.Namespace) -> None:
    """Write the report and the charts, and say where they are."""
    if options.report is None and options.charts is None:
        return
    sample = _sample(options)
    if options.report is not None:
        path = comparison.report(options.report, command=options.command_line, **sample)
        inform(f"the report is in {path.resolve()}")
    if options.charts is not None:
        tell_charts(comparison.plot.save(options.charts, **sample), options.charts)


def _sample(options: argparse.Namespace) -> dict[str, Any]:
    sampling = None if options.sampling == "none" else options.sampling
    return {"level": options.level, "sampling": sampling, "clusters": options.clusters}


def _judge(comparison: Comparison, bars: list[Bar]) -> int:
    """Return 3 if a candidate does not reach a bar, and say which."""
    failed = 0
    for bar in bars:
        for name, scores in comparison.scores.items():
            problem = bar.problem(float(scores[bar.index.key]))
            if problem:
                complain(f"{name}: {bar.index.key} is {problem}")
                failed += 1
    return 3 if failed else 0


@dataclass(frozen=True)
class Bar:
    """A value that every candidate has to reach."""

    index: Index
    value: float

    def problem(self, value: float) -> str | None:
        """Say why a value does not reach the bar; None if it does, if only up to rounding.

        Examples
        --------
        >>> read_bar("VI=0.5").problem(0.6)
        '0.6, above 0.5'
        >>> read_bar("CC=0.3").problem(0.1 + 0.2 - 1e-16)
        """
        from partwise.comparison import ranks

        if math.isnan(value):
            return f"undefined, where {self.value:g} is asked for"
        if ranks(self.index, [value, self.value])[0] == 1:
            return None
        side = "below" if self.index.direction == "similarity" else "above"
        ours, asked = f"{value:.6g}", f"{self.value:.6g}"
        return f"{ours}, {side} {asked}" if ours != asked else f"{value}, {side} {self.value}"


def read_bar(text: str) -> Bar:
    """Read INDEX=VALUE; what cannot be reached is an error, too."""
    key, _, value = text.rpartition("=")
    try:
        bar = float(value)
    except ValueError:
        bar = math.nan
    if not key.strip() or math.isnan(bar):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not of the form INDEX=VALUE, such as correlation=0.8"
        )
    try:
        chosen = read_index(key.strip())
    except PartwiseError as error:
        raise argparse.ArgumentTypeError(error.for_command_line()) from None
    if chosen.prefers(bar, float(chosen.best)):
        low, high = chosen.range
        raise argparse.ArgumentTypeError(
            f"no candidate can reach {text}: {chosen.key} is between {low} and {high}"
        )
    return Bar(chosen, bar)
