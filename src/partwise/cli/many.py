"""``partwise landscape``, ``consensus`` and ``tree``: many clusterings of the same items."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from partwise.base import many
from partwise.cli.common import (
    ONE_INDEX,
    about_command,
    add_format,
    add_policies,
    add_reading,
    check_charts,
    check_output,
    command,
    name_files,
    policies,
    print_json,
    print_table,
    printable,
    read_index,
    tell_charts,
    write_output,
)
from partwise.cli.option_values import read_seed, whole_number
from partwise.cli.reading import (
    FILES,
    add_files,
    add_weights,
    read_files,
    read_weighting,
    read_wide,
    short_name,
)

if TYPE_CHECKING:
    from partwise.catalogue import Index
    from partwise.clusterings import Clustering


_LINKAGES = ("average", "complete", "single", "weighted")
_LANDSCAPE_EPILOG = """examples:
  partwise landscape all.csv
  partwise landscape run1.csv run2.csv run3.csv --charts charts
  partwise landscape all.csv --weights count
  partwise landscape all.csv --matrix --format csv > distances.csv
"""
_CONSENSUS_EPILOG = """\
The consensus is the clustering with the smallest mean distance to yours. For
up to nine items (seven for an index that does not count pairs) every
clustering is tried, so the result is the best one; for more items it is the
best one that the search found.

examples:
  partwise consensus all.csv --output consensus.csv
  partwise consensus run1.csv run2.csv run3.csv --index CC --clustering-weight 1 \\
    --clustering-weight 1 --clustering-weight 2
"""
_TREE_EPILOG = """\
Levels whose names differ only in a number, such as leiden_0.2 and leiden_0.4,
are sorted by that number. Others stay in the order of your columns or files.

examples:
  partwise tree resolutions.csv --charts charts
  partwise tree resolutions.csv --column leiden_0.2 --column leiden_0.4 --of edges --format csv
  partwise tree resolutions.csv --output consistent.csv
"""


def add_landscape(commands: Any) -> None:
    """Add the command that shows how far clusterings are from each other."""
    about = "compare many clusterings with each other: dendrogram and map"
    parser = command(commands, "landscape", _run_landscape, about, _LANDSCAPE_EPILOG)
    add_clusterings(parser)
    parser.add_argument(
        "--linkage",
        choices=_LINKAGES,
        default="average",
        help="the linkage method of the dendrogram (default: average)",
    )
    parser.add_argument(
        "--matrix",
        action="store_true",
        help="print the matrix of distances, with similar clusterings next to each other",
    )
    parser.add_argument(
        "--charts",
        metavar="DIR",
        help="write the map, the dendrogram and the matrix to this folder, as SVG and PNG",
    )
    add_weights(parser, "the (first) file")
    add_policies(parser, in_pairs=True)
    add_format(parser, "table", "json", "csv", "markdown")


def add_consensus(commands: Any) -> None:
    """Add the command that finds one clustering for many."""
    about = "combine many clusterings into one consensus clustering"
    parser = command(commands, "consensus", _run_consensus, about, _CONSENSUS_EPILOG)
    add_clusterings(parser)
    parser.add_argument(
        "--clustering-weight",
        action="append",
        type=_weight,
        metavar="W",
        help="the weight of a clustering (repeat once for each clustering, in order; default: all "
        "equal)",
    )
    parser.add_argument(
        "--starts",
        type=whole_number(1),
        default=5,
        metavar="N",
        help="the number of starting points for the search (default: 5)",
    )
    parser.add_argument(
        "--seed", type=read_seed, default=0, metavar="N", help="random seed (default: 0)"
    )
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="write the consensus to this CSV file, with columns item and label",
    )
    add_policies(parser)
    add_format(parser, "table", "json", "csv", "markdown")


def add_tree(commands: Any) -> None:
    """Add the command that follows clusters from level to level."""
    about = "show how clusters split as the resolution grows (clustree)"
    parser = command(commands, "tree", _run_tree, about, _TREE_EPILOG)
    _add_files(parser)
    parser.add_argument(
        "--sort",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="sort levels by the numbers in their names (default), or keep them in your order",
    )
    parser.add_argument(
        "--of",
        choices=("nodes", "edges"),
        help="the table to print. nodes: one row per cluster; edges: one row per pair of clusters "
        "of neighbouring levels that share items (default: a summary of the levels)",
    )
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="write labels that stay the same from level to level to this CSV file, with a "
        "column for each level",
    )
    parser.add_argument(
        "--charts",
        metavar="DIR",
        help="write the tree, coloured by level and by stability, to this folder, as SVG and PNG",
    )
    add_reading(parser)
    add_format(parser, "table", "json", "csv", "markdown")


def add_clusterings(
    parser: argparse.ArgumentParser,
    index: str = "correlation_distance",
    what: str = "the distance of two clusterings",
) -> None:
    """Add the files of several clusterings, and the index by which they are compared."""
    _add_files(parser)
    parser.add_argument(
        "--index",
        default=index,
        metavar="INDEX",
        help=f"the index that measures {what}: {ONE_INDEX} (default: {index})",
    )


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="one file with a column for each clustering, or one label file for each. A label file "
        f"is {FILES}",
    )
    parser.add_argument(
        "--column",
        action="append",
        metavar="NAME",
        help="the column of a clustering, in a file with all of them; * stands for any text, as in "
        "'leiden_*' (repeatable; default: all columns)",
    )
    add_files(parser)
    parser.set_defaults(usage_error=parser.error)


def _weight(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def read_clusterings(options: argparse.Namespace, weights: str | None = None) -> dict[str, Any]:
    """Read the clusterings by name."""
    paths: list[str] = options.files
    if len(paths) == 1:
        by_column = read_wide(paths[0], options.column, options, weights)
        columns = {printable(name): name for name in by_column}
        name_files(options, dict.fromkeys(columns, paths[0]), columns)
        return {printable(name): labels for name, labels in by_column.items()}
    if options.column is not None:
        options.usage_error("--column is for one file with all clusterings; name that file alone")
    names = [short_name(path) for path in paths]
    if len(set(names)) < len(names):
        names = list(paths)
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        options.usage_error(f"{twice} is named twice; name each file once")
    name_files(options, {printable(name): path for name, path in zip(names, paths, strict=True)})
    read = read_files(paths, options, weights)
    return {printable(name): labels for name, labels in zip(names, read, strict=True)}


def _read_symmetric(text: str) -> Index:
    from partwise.catalogue import refuse_asymmetric

    chosen = read_index(text)
    with about_command():
        refuse_asymmetric(chosen)
    return chosen


def _run_landscape(options: argparse.Namespace) -> int:
    from partwise.ensembles import landscape

    check_charts(options)
    chosen = _read_symmetric(options.index)
    weighting = read_weighting(options)
    result = landscape(
        read_clusterings(options, options.weights),
        chosen,
        linkage=options.linkage,
        weights=options.weights,
        weighting=weighting,
        **policies(options),
    )
    if options.format == "json":
        print_json(result.to_dict())
    else:
        print_table(result.to_matrix() if options.matrix else result.to_table(), options.format)
    if options.charts is not None:
        tell_charts(result.plot.save(options.charts), options.charts)
    return 0


def _run_consensus(options: argparse.Namespace) -> int:
    from partwise.ensembles import consensus

    check_output(options)
    chosen = _read_symmetric(options.index)
    clusterings = read_clusterings(options)
    if options.clustering_weight is not None and len(options.clustering_weight) != len(clusterings):
        options.usage_error(
            f"there are {len(clusterings)} clusterings, but you passed --clustering-weight "
            f"{many(len(options.clustering_weight), 'time')}; pass it once for each clustering"
        )
    result = consensus(
        clusterings,
        chosen,
        clustering_weights=options.clustering_weight,
        starts=options.starts,
        seed=options.seed,
        **policies(options),
    )
    if options.format == "json":
        print_json(result.to_dict())
    else:
        print_table(result.to_table(), options.format)
    numbered = {"label": result.clustering.regroup(result.clustering.codes)}
    write_clusterings(numbered, "the consensus is", options)
    return 0


def _run_tree(options: argparse.Namespace) -> int:
    from partwise.ensembles import tree

    check_charts(options)
    check_output(options)
    result = tree(read_clusterings(options), sort=options.sort, **policies(options))
    if options.format == "json":
        print_json(result.to_dict())
    else:
        tables = {None: result.to_table, "nodes": result.to_nodes, "edges": result.to_edges}
        print_table(tables[options.of](), options.format)
    write_clusterings(result.relabelled, "the consistent labels are", options)
    if options.charts is not None:
        tell_charts(result.plot.save(options.charts), options.charts)
    return 0


def write_clusterings(
    clusterings: Mapping[str, Clustering], what: str, options: argparse.Namespace
) -> None:
    """Write clusterings of the same items, in the same order, as CSV with a column for each."""
    from partwise.base import Table

    if options.output is None:
        return
    first = next(iter(clusterings.values()))
    columns = zip(first.items, *(c.labels for c in clusterings.values()), strict=True)
    rows = [[str(item), *labels] for item, *labels in columns]
    write_output(Table(["item", *clusterings], rows), what, options)
