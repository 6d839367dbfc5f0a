"""``partwise compare``: candidates against a reference, with the report."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.catalogue import BeyondIndex, Index, index, indices
from partwise.cli.candidates import (
    add_compared,
    add_sample,
    check_compared,
    check_sample,
    read_compared,
    read_compared_covers,
    read_sample,
)
from partwise.cli.common import (
    CommandError,
    add_format,
    add_index,
    add_policies,
    check_charts,
    check_report,
    command,
    complain,
    inform,
    policies,
    print_json,
    print_prose,
    print_table,
    print_text,
    read_indices,
    tell_charts,
)
from partwise.cli.covers import COVERS, cover_indices, read_any_index
from partwise.cli.option_values import read_seed, separated
from partwise.scoring import ABOUT_INTERVALS

if TYPE_CHECKING:
    from partwise.comparison import Answer, BeyondComparison, Comparison
    from partwise.ensembles import NeighbourSweep, Sweep


_EPILOG = """examples:
  partwise compare reference.csv a.csv b.csv
  partwise compare all.csv --reference gold --report report.html
  partwise compare gold.csv a.csv b.csv --report report.html --sweep pairs.parquet
  partwise compare gold.csv a.csv b.csv --index omega,ECS            # clusters that overlap
  partwise compare gold.csv new.csv --index CC --fail-below CC=0.8   # exit code 3 if CC is lower
"""


def add_compare(commands: Any) -> None:
    """Add the command."""
    about = "find the best of several clusterings, and why indices disagree"
    parser = command(commands, "compare", _run, about, _EPILOG)
    add_compared(parser, draws=True, more=f"; {COVERS}")
    add_index(parser, "compute")
    parser.add_argument(
        "--decide-by",
        metavar="INDEX",
        help="the index that decides which candidate is best (default: correlation; or the first "
        "--index, if correlation is not among them)",
    )
    parser.add_argument(
        "--fail-below",
        action="extend",
        default=[],
        type=lambda text: [read_bar(part) for part in separated(text)],
        metavar="INDEX=VALUE",
        help="exit with code 3 if the score of any candidate is worse than VALUE (lower, or higher "
        "for a distance) or undefined (repeatable, or separated by commas)",
    )
    _add_output(parser)
    add_policies(parser)
    add_format(parser, "table", "json", "csv", "markdown", "html")


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--report", metavar="FILE", help="write an HTML report to this file")
    parser.add_argument(
        "--sweep",
        metavar="PAIRS",
        help="a file of scored pairs: adds a section on the best threshold to the report "
        "(`partwise sweep` writes its own report)",
    )
    parser.add_argument(
        "--charts",
        metavar="DIR",
        help="write the charts to this folder, as SVG and PNG",
    )
    add_sample(parser)
    parser.add_argument(
        "--seed", type=read_seed, default=0, metavar="N", help="random seed (default: 0)"
    )


def _run(options: argparse.Namespace) -> int:
    from partwise.comparison import compare

    _check(options)
    decide_by = read_any_index(options.decide_by) if options.decide_by else None
    covers = cover_indices(options, [decide_by, *(bar.index for bar in options.fail_below)])
    if covers is not None:
        return _run_covers(options, covers, decide_by)
    chosen, decide_by = _indices(options, decide_by)
    reference, candidates = read_compared(options)
    comparison = compare(
        reference,
        candidates,
        chosen,
        decide_by=decide_by,
        seed=options.seed,
        **policies(options),
    )
    answer = comparison.answer(**read_sample(options))
    chosen_by_default = options.reference is not None and not options.candidate
    for name in comparison.coverage.all_unique if chosen_by_default else ():
        inform(
            f"every label of {name} is different: it looks like an id column. If it is one, name "
            "it with --item-column, or choose the candidates with --candidate"
        )
    _show(comparison, answer, options)
    _write(comparison, options, reference)
    return _judge(comparison, options.fail_below)


def _run_covers(
    options: argparse.Namespace, chosen: list[BeyondIndex], decide_by: Index | None
) -> int:
    from partwise.comparison import compare

    reference, candidates = read_compared_covers(options)
    comparison = compare(
        reference,
        candidates,
        chosen,
        decide_by=decide_by,
        undefined=options.undefined,
        missing=options.missing,
    )
    form = options.format
    if form == "json":
        print_json(comparison.to_dict())
    elif form == "csv":
        print_text(comparison.to_csv().rstrip("\n"))
    elif form == "html":
        print_text(comparison.to_table()._repr_html_())
    else:
        print_table(comparison.to_table(), form)
    if options.report is not None:
        path = comparison.report(options.report, command=options.command_line)
        inform(f"the report is in {path.resolve()}")
    if options.charts is not None:
        tell_charts(comparison.plot.save(options.charts), options.charts)
    return _judge(comparison, options.fail_below)


def _indices(
    options: argparse.Namespace, decide_by: Index | None
) -> tuple[list[Index], Index | None]:
    """Return the indices to compute, and the one that decides, None for the usual."""
    chosen = read_indices(options.index) if options.index else list(indices())
    if decide_by is None and index("correlation") not in chosen:
        decide_by = chosen[0]  # also if a bar adds correlation
    return chosen + [bar.index for bar in options.fail_below], decide_by


def _check(options: argparse.Namespace) -> None:
    """Refuse options that do not go together, before any file is read."""
    check_compared(options)
    if options.report is not None:
        check_report(options, Path(options.report))
    elif options.sweep is not None:
        options.usage_error("--sweep adds a section to the report; pass --report FILE as well")
    check_charts(options)
    check_sample(options)


def _show(comparison: Comparison, answer: Answer, options: argparse.Namespace) -> None:
    sample = read_sample(options)
    if options.format == "json":
        estimates = None
        if sample["sampling"] is not None:
            estimates = comparison.estimates(**sample).to_dict()
        content = {"answer": answer.to_dict(), **comparison.to_dict(), "estimates": estimates}
        about = None if estimates is None else ABOUT_INTERVALS
        print_json({**content, "about_intervals": about})
    elif options.format == "html":
        print_text(replace(comparison.to_table(), title=str(answer))._repr_html_())
    elif options.format == "table":
        print_table(replace(comparison.to_table(), title=str(answer)), "table")
        print_prose(f"\n{comparison.explanation}")
        if answer.estimate is not None and answer.estimate.low is not None:
            print_prose(f"\n{ABOUT_INTERVALS}")
    elif options.format == "csv":
        print_text(comparison.to_csv().rstrip("\n"))
    else:
        print_table(replace(comparison.to_table(), title=str(answer)), options.format)


def _write(comparison: Comparison, options: argparse.Namespace, reference: object) -> None:
    """Write the report and the charts, and say where they are."""
    if options.report is None and options.charts is None:
        return
    sample = read_sample(options)
    if options.report is not None:
        swept = None if options.sweep is None else _swept(comparison, options, reference)
        path = comparison.report(
            options.report, command=options.command_line, sweep=swept, **sample
        )
        inform(f"the report is in {path.resolve()}")
    if options.charts is not None:
        tell_charts(comparison.plot.save(options.charts, **sample), options.charts)


def _swept(
    comparison: Comparison, options: argparse.Namespace, reference: object
) -> Sweep | NeighbourSweep:
    """Sweep the thresholds of the scored pairs; the index that gives the answer does so here."""
    from partwise.ensembles import sweep

    decision = comparison.decision
    others = read_indices(options.index) if options.index else []
    chosen = {index.key: index for index in (decision, *others)}
    return sweep(
        reference, options.sweep, [*chosen.values()], seed=options.seed, **policies(options)
    )


def _judge(comparison: Comparison | BeyondComparison, bars: list[Bar]) -> int:
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
            return f"undefined, but --fail-below requires {self.value:g}"
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
        chosen = read_any_index(key.strip())
    except CommandError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if chosen.prefers(bar, float(chosen.best)):
        low, high = chosen.range
        raise argparse.ArgumentTypeError(
            f"no candidate can reach {text}: {chosen.key} is between {low} and {high}"
        )
    return Bar(chosen, bar)
