"""Routes on which labels are stored: frames of every engine and files of every format."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa

import partwise as pw
from every_engine.engines import ENGINES, MakeFrame
from every_route.policies import Case, Policies, is_noise
from every_route.routes import Opened, Route, arrow_column, as_text
from support.label_tables import WRITERS

Names: TypeAlias = tuple[str, ...]

WITHOUT_DUCKDB = "csv without duckdb"
OF_TEXT = ("csv", "tsv", "csv.gz", WITHOUT_DUCKDB)
FILES = (*OF_TEXT, "jsonl", "ndjson.gz", "parquet", "feather", "arrow stream")


@dataclass
class Engines:
    """Engines, each started when it is first used and stopped at the end."""

    stack: ExitStack = field(default_factory=ExitStack)
    started: dict[str, MakeFrame] = field(default_factory=dict)

    def frame(self, key: str, table: pa.Table) -> Any:
        if key not in self.started:
            self.started[key] = self.stack.enter_context(ENGINES[key].start())
        return self.started[key](table)


ENGINES_IN_USE = Engines()


def _store(container: str, columns: dict[str, Any], folder: Path) -> Any:
    """Return a frame of the engine, or the path of the file that was written."""
    if container in ENGINES:
        if ENGINES[container].is_spark:  # it has no categories
            columns = {name: _without_categories(values) for name, values in columns.items()}
        return ENGINES_IN_USE.frame(container, pa.table(columns))
    folder.mkdir(parents=True)
    if container in OF_TEXT or "json" in container:
        columns = {name: values.to_pylist() for name, values in columns.items()}
    return str(WRITERS[container.removesuffix(" without duckdb")](columns, folder))


def _without_categories(column: Any) -> Any:
    return column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column


def _ids(items: Sequence[Hashable]) -> Any:
    return pa.array(items, pa.string() if isinstance(items[0], str) else pa.int64())


def _weights(case: Case, items: Sequence[Hashable]) -> Any:
    return pa.array([case.weights.get(item, 0) for item in items])


def _called(container: str) -> Any:
    """Return how a label is called that was read from there."""
    return str if container in OF_TEXT else lambda label: label


# --- layouts


def _wide(container: str, case: Case, policies: Policies, names: Names, folder: Path) -> Opened:
    """A column for each clustering."""
    item, *labels, weight = names
    columns = {item: _ids(case.items)}
    for name, side, kind in zip(labels, case.sides, case.kinds, strict=True):
        columns[name] = arrow_column([side.get(each) for each in case.items], kind)
    if policies.weighting:
        columns[weight] = _weights(case, case.items)
    source = _store(container, columns, folder)
    read = pw.read(source, item_column=item, label_column=labels, layout="wide")
    options = [f"--item-column={item}", "--layout=wide"]
    found = [read[name] for name in labels]
    return Opened(found, weight, [source], options, labels, _called(container))


def _stacked(container: str, case: Case, policies: Policies, names: Names, folder: Path) -> Opened:
    """A row for each item and clustering; clusterings are called as columns are elsewhere."""
    item, *labels = names[:-1]
    rows = [(n, i, s[i]) for n, s in zip(labels, case.sides, strict=True) for i in s]
    clusterings, items, clusters = map(list, zip(*rows, strict=True))
    columns = {
        item: _ids(items),
        "its clustering": pa.array(clusterings),
        "its cluster": arrow_column(clusters, case.kinds[0]),
    }
    source = _store(container, columns, folder)
    read = pw.read(
        source, item_column=item, label_column=["its clustering", "its cluster"], layout="stacked"
    )
    options = [f"--item-column={item}", "--layout=stacked"]
    options += ["--clustering-column=its clustering", "--label-column=its cluster"]
    found = [read[name] for name in labels]
    return Opened(found, None, [source], options, labels, _called(container))


def _of_each(
    container: str, case: Case, policies: Policies, names: Names, folder: Path
) -> Iterator[Any]:
    """A table for each clustering, the weights beside the reference's labels."""
    item, label, *_, weight = names
    for number, (side, kind) in enumerate(zip(case.sides, case.kinds, strict=True)):
        columns = {item: _ids(list(side)), label: arrow_column([*side.values()], kind)}
        if policies.weighting and number == 0:
            columns[weight] = _weights(case, list(side))
        yield _store(container, columns, folder / str(number))


def _long(container: str, case: Case, policies: Policies, names: Names, folder: Path) -> Opened:
    """A table for each clustering, whose columns are named."""
    item, label, *_, weight = names
    sources = list(_of_each(container, case, policies, names, folder))
    options = [f"--item-column={item}", f"--label-column={label}", "--layout=long"]
    found = [pw.read(each, item_column=item, label_column=label, layout="long") for each in sources]
    return Opened(found, weight, sources, options, (), _called(container))


def _bare(container: str, case: Case, policies: Policies, names: Names, folder: Path) -> Opened:
    """A table for each clustering, whose usual names tell what is what; frames as they are."""
    usual = ("item", "label", "weight")
    sources = list(_of_each(container, case, policies, usual, folder))
    found = [
        pw.read(each, label_column="label") if container in FILES else each for each in sources
    ]
    options = ["--label-column=label"] if policies.weighting else []
    return Opened(found, "weight", sources, options, (), _called(container))


def _pairs(container: str, case: Case, policies: Policies, names: Names, folder: Path) -> Opened:
    """Pairs of matched items, a table for each clustering; labels have no names."""
    found = []
    for number, side in enumerate(case.sides):
        first: dict[Any, Hashable] = {}
        left = [first.setdefault(label, item) for item, label in side.items()]
        columns = {names[0]: _ids(left), names[1]: _ids(list(side))}
        source = _store(container, columns, folder / str(number))
        every = list(map(str, case.items)) if container in OF_TEXT else case.items
        found.append(pw.read(source, label_column=list(names[:2]), layout="pairs", items=every))
    return Opened(found, name=lambda _: None)


LAYOUTS = {"wide": _wide, "stacked": _stacked, "long": _long, "bare": _bare, "pairs": _pairs}


def _carries(container: str, layout: str, case: Case, policies: Policies) -> bool:
    if container in ENGINES and "unsigned" in case.kinds and not ENGINES[container].unsigned:
        return False
    if container in OF_TEXT and len({as_text(item) for item in case.items}) < len(case.items):
        return False  # two items become one
    if layout == "pairs":
        same_items = all(len(side) == len(case.items) for side in case.sides)
        labels = {label for side in case.sides for label in side.values()}
        nameless = None in labels or any(is_noise(x, policies.noise_label) for x in labels)
        return policies == Policies() and same_items and not nameless
    if layout == "stacked":
        return policies.weighting is None and len(set(case.kinds)) == 1
    return True


STORED = [
    Route(
        f"{container}, {layout}",
        partial(opened, container),
        partial(_carries, container, layout),
        container in OF_TEXT,
        container in FILES,
        layout,
        ("duckdb",) if container == WITHOUT_DUCKDB else (),
    )
    for container in (*ENGINES, *FILES)
    for layout, opened in LAYOUTS.items()
]
