"""Write golden.json: values of every index on fixed pairs of clusterings, with their source.

Run ``python tests/golden/make_golden.py`` (needs mpmath, scikit-learn and igraph). Values come from
``tests/support/oracle.py``. Where brute force over all arrangements is out of reach, the chance
model of AMI and SMI is computed exactly in another way, and every way is compared with the others
where they overlap. The script stops if scikit-learn or igraph disagree anywhere.
"""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import igraph  # type: ignore[import-untyped, unused-ignore]
import mpmath  # type: ignore[import-untyped, unused-ignore]
from mpmath import mp, mpf
from sklearn import metrics  # type: ignore[import-untyped, unused-ignore]

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.oracle import ORACLE, PAIRS_BEYOND
from support.oracle_families import FAMILIES
from support.oracle_information import (
    DIGITS,
    GUARD,
    INFORMATION,
    ZERO,
    Information,
    Labels,
    LogSum,
    Sizes,
    Value,
    rounded,
    sizes_of,
)

OUTPUT = Path(__file__).with_name("golden.json")
SIGNIFICANT = 40
TOLERANCE = 1e-12
BY_CHANCE = ("ami_geometric", "ami_arithmetic", "ami_max", "ami_min", "smi")


def from_table(table: list[list[int]]) -> tuple[list[int], list[int]]:
    """Write a contingency table out as two label sequences."""
    items = [
        (i, j) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)
    ]
    return [i for i, _ in items], [j for _, j in items]


PAIRS: dict[str, tuple[list[int], list[int]]] = {
    "six": ([0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 2, 2]),
    "seven": ([0, 0, 1, 1, 2, 2, 2], [0, 1, 0, 2, 0, 0, 1]),
    "seven_refined": ([0, 0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2, 2]),
    "six_identical": ([0, 0, 0, 1, 1, 2], [2, 2, 2, 0, 0, 1]),
    "six_one_cluster": ([0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 2]),
    "thirty": from_table([[8, 3, 1], [4, 5, 1], [2, 1, 5]]),
    "sixty": from_table([[12, 3, 2, 1], [4, 8, 2, 1], [1, 3, 6, 2], [2, 2, 2, 3], [1, 1, 1, 3]]),
}


# --- the chance model in other ways than brute force ---


def rows(total: int, room: Sizes) -> Iterator[Sizes]:
    """Yield every row of a table: counts that add up to total and fit into the room left."""
    if not room:
        if total == 0:
            yield ()
        return
    for count in range(min(total, room[0]) + 1):
        for rest in rows(total - count, room[1:]):
            yield (count, *rest)


def multinomial(row: Sizes) -> int:
    """Count the ways to spread sum(row) items over the row's cells."""
    return math.factorial(sum(row)) // math.prod(map(math.factorial, row))


def tables(sizes_a: Sizes, sizes_b: Sizes) -> Iterator[tuple[Sizes, int]]:
    """Yield the cells of every table with these margins and its number of arrangements."""
    if not sizes_a:
        yield (), 1
        return
    for row in rows(sizes_a[0], sizes_b):
        left = tuple(room - count for room, count in zip(sizes_b, row, strict=True))
        for cells, ways in tables(sizes_a[1:], left):
            yield row + cells, multinomial(row) * ways


def joint_by_tables(sizes_a: Sizes, sizes_b: Sizes) -> dict[Sizes, int]:
    """Return the distribution of the sizes of the meet, from all contingency tables."""
    joint: Counter[Sizes] = Counter()
    for cells, ways in tables(sizes_a, sizes_b):
        joint[tuple(sorted(count for count in cells if count))] += ways
    return dict(joint)


def expected_by_vinh(sizes_a: Sizes, sizes_b: Sizes) -> LogSum:
    """E[M] by the hypergeometric sum of Vinh, Epps and Bailey (2009), with exact terms."""
    n = sum(sizes_a)
    total = ZERO
    for a in sizes_a:
        for b in sizes_b:
            for x in range(max(1, a + b - n), min(a, b) + 1):
                chance = Fraction(math.comb(b, x) * math.comb(n - b, a - x), math.comb(n, a))
                log = LogSum.log(n * x) - LogSum.log(a * b)
                total += log * (chance * Fraction(x, n))
    return total


def variance_by_rows(sizes_a: Sizes, sizes_b: Sizes) -> mpf:
    """Var[M] over all tables, added up row by row.

    M is a constant plus S / n with S = sum n_ij ln n_ij. A state is the room left in every column;
    it keeps the number of arrangements that lead to it and the sums of S and of S^2 over them.
    """
    n = sum(sizes_a)
    logs = [mpf(0), *(x * mp.log(x) for x in range(1, n + 1))]
    states = {sizes_b: (1, mpf(0), mpf(0))}
    for size in sizes_a:
        after: dict[Sizes, tuple[int, mpf, mpf]] = {}
        for room, (ways, first, second) in states.items():
            for row in rows(size, room):
                left = tuple(r - x for r, x in zip(room, row, strict=True))
                s, k = mp.fsum(logs[x] for x in row), multinomial(row)
                w, f, g = after.get(left, (0, mpf(0), mpf(0)))
                f_new, g_new = first + ways * s, second + 2 * s * first + ways * s * s
                after[left] = (w + k * ways, f + k * f_new, g + k * g_new)
        states = after
    ((ways, first, second),) = states.values()
    return (second / ways - (first / ways) ** 2) / n**2


class KnownMoments(Information):
    """Information whose mean and variance under the chance model are given."""

    def __init__(self, a: Labels, b: Labels, mean: LogSum, variance: mpf) -> None:
        super().__init__(a, b)
        self.mean, self.spread = mean, variance

    def expected(self) -> LogSum:
        """Return the given mean."""
        return self.mean

    def variance(self) -> mpf:
        """Return the given variance."""
        return self.spread


def chance_model(name: str, a: Labels, b: Labels) -> tuple[Information, str]:
    """Return the entropies with their chance model, and how that was computed."""
    sizes_a, sizes_b = sizes_of(a), sizes_of(b)
    if len(a) <= 7:
        return Information(
            a, b
        ), "tests/support/oracle.py: all distinct arrangements of the candidate"
    if len(sizes_a) * len(sizes_b) <= 9:
        joint = joint_by_tables(sizes_a, sizes_b)
        return Information(a, b, joint), (
            "all contingency tables with the given margins, exact hypergeometric weights"
        )
    with mpmath.workdps(DIGITS + GUARD):
        spread = variance_by_rows(sizes_a, sizes_b)
    return KnownMoments(a, b, expected_by_vinh(sizes_a, sizes_b), spread), (
        "E[M]: hypergeometric sum of Vinh et al. 2009, exact terms; "
        "Var[M]: all contingency tables, added up row by row at 80 digits"
    )


def check_chance_models() -> None:
    """Compare the three routes with each other on every pair where they overlap."""
    for name, (a, b) in PAIRS.items():
        model, _ = chance_model(name, a, b)
        if isinstance(model, KnownMoments):
            continue
        sizes_a, sizes_b = sizes_of(a), sizes_of(b)
        if model.expected() != expected_by_vinh(sizes_a, sizes_b):
            raise SystemExit(f"{name}: two routes to E[M] differ")
        with mpmath.workdps(DIGITS + GUARD):
            if abs(model.variance() - variance_by_rows(sizes_a, sizes_b)) > mpf(10) ** -60:
                raise SystemExit(f"{name}: two routes to Var[M] differ")


# --- other people's programs ---


def sk_ami(method: str) -> Callable[[Any, Any], float]:
    """Return scikit-learn's AMI with one normalisation."""
    return lambda a, b: float(metrics.adjusted_mutual_info_score(a, b, average_method=method))


def sk_nmi(method: str) -> Callable[[Any, Any], float]:
    """Return scikit-learn's NMI with one normalisation."""
    return lambda a, b: float(metrics.normalized_mutual_info_score(a, b, average_method=method))


def ig(method: str) -> Callable[[Any, Any], float]:
    """Return igraph's comparison by one method."""
    return lambda a, b: float(igraph.compare_communities(a, b, method=method))


PEERS: list[tuple[str, str, Callable[[Any, Any], float]]] = [
    ("rand", "scikit-learn", metrics.rand_score),
    ("adjusted_rand", "scikit-learn", metrics.adjusted_rand_score),
    ("fowlkes_mallows", "scikit-learn", metrics.fowlkes_mallows_score),
    *((f"nmi_{m}", "scikit-learn", sk_nmi(m)) for m in ("arithmetic", "max", "min", "geometric")),
    *((f"ami_{m}", "scikit-learn", sk_ami(m)) for m in ("arithmetic", "max", "min", "geometric")),
    ("rand", "igraph", ig("rand")),
    ("adjusted_rand", "igraph", ig("adjusted_rand")),
    ("nmi_arithmetic", "igraph", ig("nmi")),
    ("vi", "igraph", ig("vi")),
    ("homogeneity", "scikit-learn", metrics.homogeneity_score),
    ("completeness", "scikit-learn", metrics.completeness_score),
    ("v_measure", "scikit-learn", metrics.v_measure_score),
    ("mi", "scikit-learn", metrics.mutual_info_score),
    ("split_join", "igraph", ig("split-join")),
]


def check_peers(name: str, values: dict[str, Value]) -> int:
    """Compare with the peers where the value is defined; stop at the first disagreement."""
    compared = 0
    for key, peer, function in PEERS:
        ours = values[key]
        if ours is None:
            continue
        theirs = function(*PAIRS[name])
        if not abs(float(ours) - theirs) <= TOLERANCE:
            raise SystemExit(f"{name}: {key} is {float(ours)!r}, {peer} says {theirs!r}")
        compared += 1
    return compared


# --- the file ---


def record(name: str, key: str, value: Value, source: str) -> dict[str, str | None]:
    """Return one line of the file; a null decimal says that the formula divides by zero."""
    rational = f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else None
    with mpmath.workdps(DIGITS):
        number = mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value
        decimal = None if number is None else mpmath.nstr(number, SIGNIFICANT)
    return {"pair": name, "key": key, "decimal": decimal, "rational": rational, "source": source}


def source_of(key: str) -> str:
    """Say where a value comes from."""
    if key in FAMILIES:
        return "tests/support/oracle_families.py: the definition, by sets and lists of pairs"
    if key in PAIRS_BEYOND:
        return "tests/support/oracle.py: pairs counted one by one"
    return "tests/support/oracle.py: the paper's definition"


def main() -> None:
    """Compute, compare, write."""
    check_chance_models()
    records, compared = [], 0
    for name, (a, b) in PAIRS.items():
        model, how = chance_model(name, a, b)
        values: dict[str, Value] = {}
        for key, oracle in ORACLE.items():
            if key in BY_CHANCE:
                values[key] = rounded(partial(INFORMATION[key], model))
                source = how
            else:
                values[key] = oracle(a, b)
                source = source_of(key)
            records.append(record(name, key, values[key], source))
        compared += check_peers(name, values)
    lines = ",\n".join("    " + json.dumps(line) for line in records)
    shown = ",\n".join(
        f"    {json.dumps(name)}: {json.dumps({'reference': a, 'candidate': b})}"
        for name, (a, b) in PAIRS.items()
    )
    about = "Made by make_golden.py; a null decimal: the formula divides by zero. Logs are natural."
    OUTPUT.write_text(
        f'{{\n  "about": {json.dumps(about)},\n  "significant_digits": {SIGNIFICANT},\n'
        f'  "pairs": {{\n{shown}\n  }},\n  "values": [\n{lines}\n  ]\n}}\n'
    )
    sys.stdout.write(f"{len(records)} values, {compared} compared with scikit-learn and igraph\n")


if __name__ == "__main__":
    main()
