"""How often indices for memberships agree with labels, definitions and other libraries.

``python tests/covers/table.py`` prints these rows below those of covers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

import partwise as pw
from partwise.catalogue import MembershipIndex
from partwise.clusterings import Policies
from support import expected_tables
from support import soft_memberships as brute
from support.agreement import Row

CLOSE = 1e-12
MOST_ORDERS = 200  # cases in which every permutation is tried

Soft = tuple[brute.Rows, brute.Rows]


def drawn(cases: int, seed: int) -> list[Soft]:
    """Draw memberships of tenths, every fourth beside labels; up to five items of four clusters."""
    random = Random(seed)  # noqa: S311
    result = []
    for case in range(cases):
        n = random.randint(2, 5)
        p, q = (brute.random_rows(random, n, random.randint(1, 4)) for _ in "pq")
        if case % 4 == 0:
            p = brute.one_hot([random.randrange(3) for _ in range(n)])
        result.append((p, q))
    return result


def _of_pairs(key: str) -> Callable[[brute.Rows, brute.Rows], Any]:
    def value(p: brute.Rows, q: brute.Rows) -> Any:
        observed = brute.disagreement(p, q)
        if key == "fuzzy_rand":
            return 1 - observed / len(brute.pairs(len(p)))
        expected = brute.expected_disagreement(p, q)
        return None if expected == 0 else 1 - observed / expected

    return value


def definition(key: str) -> Callable[[brute.Rows, brute.Rows], Any]:
    if key in ("fuzzy_rand", "adjusted_concordance"):
        return _of_pairs(key)
    on_cells = expected_tables.DEFINITIONS[key]
    return lambda p, q: on_cells(expected_tables.cells_of(p, q))


def on_labels(index: MembershipIndex, cases: int, seed: int) -> Row:
    """Compare memberships of 0 and 1 with labels: to the last bit, conventions included."""
    twin = pw.index(str(index.partition_index))
    row = Row(index.key, f"{twin.key} on labels")
    random = Random(seed)  # noqa: S311
    for _ in range(cases):
        n = random.randint(1, 12)
        sides = [[random.randrange(random.choice([1, 3, n])) for _ in range(n)] for _ in "ab"]
        one, other = (pw.Memberships(np.eye(max(own) + 1)[own]) for own in sides)
        table = index.table(one, other, Policies())
        found, wanted = index.evaluate(table).value, twin.evaluate(pw.contingency(*sides)).value
        same = found == wanted or (math.isnan(found) and math.isnan(wanted))
        if same and index.is_rational and not math.isnan(found):
            same = index.evaluate(table, exact=True).value == twin(*sides, exact=True)
        row.count(same, sides)
    return row


def with_definition(index: MembershipIndex, cases: int, seed: int) -> Row:
    """Compare with the definition in fractions or in 15 digits and more."""
    row = Row(index.key, "definition")
    compute = definition(index.key)
    for p, q in drawn(min(cases, MOST_ORDERS) if "adjusted" in index.key else cases, seed):
        wanted = compute(p, q)
        table = index.table(pw.Memberships(p), pw.Memberships(q), Policies())
        value = index.evaluate(table)
        if wanted is None and value.note is not None:
            row.count_undefined()
            continue
        is_same = wanted is not None and abs(float(value.value) - float(wanted)) < CLOSE
        row.count(is_same and value.note is None, (p, q, value, wanted))
    return row


def _as_labels(p: brute.Rows, q: brute.Rows) -> list[Any]:
    """Return labels of 100 n items with the expected table: memberships here are tenths."""
    cells = np.array([[int(100 * cell) for cell in row] for row in expected_tables.cells_of(p, q)])
    places = np.indices(cells.shape).reshape(2, -1)
    return [np.repeat(codes, cells.ravel()) for codes in places]


def _sklearn(name: str, **options: str) -> Callable[[brute.Rows, brute.Rows], float]:
    def value(p: brute.Rows, q: brute.Rows) -> float:
        from sklearn import metrics

        return float(getattr(metrics, name)(*_as_labels(p, q), **options))

    return value


def _scipy_accuracy(p: brute.Rows, q: brute.Rows) -> float:
    from scipy.optimize import linear_sum_assignment

    cells = np.array(expected_tables.cells_of(p, q), float)
    return float(cells[linear_sum_assignment(cells, maximize=True)].sum() / cells.sum())


_NMI = "normalized_mutual_info_score"
PEERS: dict[str, tuple[str, Callable[[brute.Rows, brute.Rows], float]]] = {
    **{
        f"nmi_{mean}": ("scikit-learn", _sklearn(_NMI, average_method=mean))
        for mean in ("arithmetic", "max", "min", "geometric")
    },
    "mi": ("scikit-learn", _sklearn("mutual_info_score")),
    "homogeneity": ("scikit-learn", _sklearn("homogeneity_score")),
    "completeness": ("scikit-learn", _sklearn("completeness_score")),
    "v_measure": ("scikit-learn", _sklearn("v_measure_score")),
    "accuracy": ("SciPy", _scipy_accuracy),
}
"""What compares tables, here of 100 times as many items, so that cells are whole. We know of no
Python library with the fuzzy Rand index."""


def with_peer(key: str, cases: int, seed: int) -> Row:
    library, compute = PEERS[key]
    row = Row(key, library)
    for p, q in drawn(cases, seed):
        value = float(pw.score(pw.Memberships(p), pw.Memberships(q), key, undefined="nan"))
        if math.isnan(value):
            row.count_undefined()
        else:
            said = compute(p, q)
            row.count(abs(value - said) < CLOSE, (p, q, value, said))
    return row


def rows(cases: int, seed: int = 0) -> list[Row]:
    """Return all comparisons of indices for memberships."""
    found = []
    for index in MembershipIndex.by_key.values():
        found += [on_labels(index, cases, seed), with_definition(index, cases, seed)]
        if index.key in PEERS:
            found.append(with_peer(index.key, cases, seed))
    return found
