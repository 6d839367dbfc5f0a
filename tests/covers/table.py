"""Print, for each index, how often it was compared with what, and with which result.

    python tests/covers/table.py [CASES]

Columns are the index for partitions that it equals there, the definition over all pairs of items,
and other libraries where they are installed. A case is two random covers, or two partitions.
Below follow the same tables of memberships and of coreference.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import partwise as pw
from coreference import table as coreference_table
from covers import memberships_table
from covers.definitions import DEFINITIONS, Clusters, random_cover, random_partition
from covers.peers import PEERS, reason, value_of
from partwise.catalogue import CoverIndex
from partwise.tables import CoverTable, cover_table
from support.agreement import Row, printed

CLOSE = 1e-10


def table_of(n: int, a: Clusters, b: Clusters) -> CoverTable:
    return cover_table(pw.Cover(a, items=range(n)), pw.Cover(b, items=range(n)))


def on_partitions(index: CoverIndex, cases: int, seed: int) -> Row:
    """Compare with the index for partitions: equal to the last bit, conventions included."""
    twin = pw.index(str(index.partition_index))
    row = Row(index.key, f"{twin.key} on partitions")
    random = Random(seed)  # noqa: S311
    for _ in range(cases):
        n = random.randint(1, 30)
        a, b = random_partition(random, n), random_partition(random, n)
        table = cover_table(a, b)
        same = index.evaluate(table).value == twin(a, b)
        if index.is_rational:
            same &= index.evaluate(table, exact=True).value == twin(a, b, exact=True)
        row.count(same, (a, b))
    return row


def with_definition(index: CoverIndex, cases: int, seed: int) -> Row:
    """Compare with the definition: exactly if it is rational, else to ten digits."""
    row = Row(index.key, "definition")
    for n, a, b in drawn(cases, seed):
        expected = DEFINITIONS[index.key](n, a, b)
        table = table_of(n, a, b)
        value = index.evaluate(table)
        if expected is None and value.note is not None:
            row.count_undefined()
            continue
        same = False
        if expected is not None and value.note is None:
            same = abs(float(value.value) - float(expected)) < CLOSE
        if same and index.is_rational:
            same = index.evaluate(table, exact=True).value == expected
        row.count(same, (n, a, b))
    return row


def with_peer(index: CoverIndex, library: str, cases: int, seed: int) -> Row:
    """Compare with another library; a difference counts as explained if its reason is known."""
    row = Row(index.key, library)
    for n, a, b in drawn(cases, seed):
        value = index.evaluate(table_of(n, a, b), undefined="nan")
        if value.note is not None:
            row.count_undefined()
            continue
        said = value_of(PEERS[index.key, library], n, a, b)
        same = not isinstance(said, str) and abs(said - float(value.value)) < CLOSE
        why = None if same else reason(index.key, library, n, a, b, said)
        row.count(same, (n, a, b, said, value.value), why)
    return row


def drawn(cases: int, seed: int) -> list[tuple[int, Clusters, Clusters]]:
    """Draw covers of 1 to 8 items; in half of the cases each item is in a cluster."""
    random = Random(seed)  # noqa: S311
    result: list[tuple[int, Clusters, Clusters]] = []
    for case in range(cases):
        n = random.randint(1, 8)
        a, b = random_cover(random, n), random_cover(random, n)
        if case % 2:
            a, b = (_completed(random, n, cover) for cover in (a, b))
        result.append((n, a, b))
    return result


def _completed(random: Random, n: int, cover: Clusters) -> list[frozenset[int]]:
    """Leave out clusters of all items, and put the items in no cluster into two more."""
    kept = [part for part in cover if len(part) < n]
    rest = set(range(n)).difference(*kept)
    half = {item for item in rest if random.random() < 0.5}
    return [*kept, *(frozenset(part) for part in (half, rest - half) if part)]


def rows(cases: int, seed: int = 0) -> list[Row]:
    """Return all comparisons that can be made here."""
    found = []
    for index in CoverIndex.by_key.values():
        if index.partition_index:
            found.append(on_partitions(index, cases, seed))
        found.append(with_definition(index, cases, seed))
        found += [
            with_peer(index, library, cases, seed)
            for key, library in PEERS
            if key == index.key and find_spec(library.partition(",")[0])
        ]
    return found


def main() -> None:
    cases = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    parts = {
        "Covers": rows,
        "Memberships": memberships_table.rows,
        "Coreference": coreference_table.rows,
    }
    for title, rows_of in parts.items():
        sys.stdout.write(f"## {title}\n\n{printed(rows_of(cases))}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
