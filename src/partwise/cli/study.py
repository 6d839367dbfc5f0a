"""``partwise study``: many datasets at once, which indices agree and what each prefers."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.cli.common import (
    add_format,
    add_index,
    add_policies,
    check_charts,
    command,
    policies,
    print_json,
    print_table,
    print_text,
    read_indices,
    tell_charts,
)

if TYPE_CHECKING:
    from partwise.ensembles import Study


_EPILOG = """\
Each file (CSV, Parquet, …) is one dataset, with a column for the reference and
one for each candidate. Columns of the same name are the same candidate in
every file.

examples:
  partwise study iris.csv wine.csv --reference class
  partwise study *.csv --index CC,AMI,VI --charts charts
  partwise study *.csv --prefer kmeans_2 kmeans_8 --format markdown
"""


def add_study(commands: Any) -> None:
    """Add the command."""
    about = "find out on many datasets which indices agree"
    parser = command(commands, "study", _run, about, _EPILOG)
    parser.add_argument("files", nargs="+", metavar="LABELS", help="one label file per dataset")
    parser.add_argument(
        "--reference",
        default="reference",
        metavar="COLUMN",
        help="the column of the reference (default: reference)",
    )
    parser.add_argument(
        "--candidate",
        action="append",
        metavar="COLUMN",
        help="the column of a candidate (repeatable; default: all other columns)",
    )
    add_index(parser, "study", "the recommended ones")
    parser.add_argument(
        "--prefer",
        nargs=2,
        metavar="CANDIDATE",
        help="two candidates: count the datasets on which each index prefers one or the other",
    )
    parser.add_argument(
        "--rule",
        choices=("definition", "signs"),
        default="definition",
        help="when two indices count as inconsistent. definition: they prefer opposite candidates "
        "(default); signs: also when only one of them sees a tie, as in the paper's tables",
    )
    parser.add_argument(
        "--charts", metavar="DIR", help="write the charts to this folder, as SVG and PNG"
    )
    parser.set_defaults(usage_error=parser.error)
    add_policies(parser)
    add_format(parser, "table", "json", "csv", "markdown")


def _run(options: argparse.Namespace) -> int:
    from partwise.ensembles import study

    check_charts(options)
    chosen = read_indices(options.index) if options.index else None
    result = study(
        options.files,
        indices=chosen,
        reference=options.reference,
        candidates=options.candidate,
        rule=options.rule,
        **policies(options),
    )
    _show(result, options)
    if options.charts is not None:
        _draw(result, options)
    return 0


def _show(result: Study, options: argparse.Namespace) -> None:
    asked = None if options.prefer is None else result.preference_table(*options.prefer)
    if options.format == "json":
        preferences = None if options.prefer is None else result.preference(*options.prefer)
        counts = {key: preference._asdict() for key, preference in (preferences or {}).items()}
        print_json(result.to_dict() | ({"preferences": counts} if counts else {}))
    elif options.format == "csv":
        print_text((asked.to_csv() if asked else result.to_csv()).rstrip("\n"))
    else:
        tables = [*result.tables.values(), *([asked] if asked else [])]
        for place, table in enumerate(tables):
            if place:
                print_text("")
            print_table(table, options.format)


def _draw(result: Study, options: argparse.Namespace) -> None:
    from partwise.charts import save

    paths = result.plot.save(options.charts)
    if options.prefer is not None:
        figure = result.plot.preferences(*options.prefer)
        paths += save(figure, Path(options.charts), "preferences")
    tell_charts(paths, options.charts)
