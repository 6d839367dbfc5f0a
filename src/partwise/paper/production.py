"""The production experiment: its data are not public, but its numbers must be consistent."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import combinations, product
from typing import TypeAlias

from partwise import PairCounts
from partwise.artifacts import Figure, listed
from partwise.paper.artifact import (
    Artifact,
    Beside,
    ComparedCell,
    Context,
    Drawing,
    Experiment,
    cell,
)
from partwise.paper.names import index

_HALF = 0.5e-4  # of the last printed digit
Interval: TypeAlias = tuple[float, float]


def _interval(key: str, partition: str) -> Interval:
    """Return between which values a printed score, with its sign, was rounded."""
    value = float(SCORES[key][partition])
    return value - _HALF, value + _HALF


def _image(formula: Callable[..., float], *intervals: Interval) -> Interval:
    """Return between which values a formula is; it is monotone on so small a box."""
    values = [formula(*corner) for corner in product(*intervals)]
    return min(values), max(values)


def _meets(one: Interval, other: Interval) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _cell(ours: Interval, key: str, partition: str) -> ComparedCell:
    """Put a computed range beside the printed value."""
    low, high = (f"{end:.4f}" for end in ours)
    same = _meets(ours, _interval(key, partition))
    return ComparedCell(low if low == high else f"{low} to {high}", SCORES[key][partition], same)


def from_pairs(key: str, partition: str) -> Interval:
    """Return where a pair-counting score has to be, by the printed Jaccard, Wallace and Rand."""

    def formula(jaccard: float, wallace: float, rand: float) -> float:
        same_a, same_b = 1 / wallace, 1 / jaccard + 1 - 1 / wallace  # in units of N11
        pairs = (same_a + same_b - 2) / (1 - rand)
        counts = PairCounts(1, same_a - 1, same_b - 1, pairs - same_a - same_b + 1)
        return float(index(key).formula(counts))

    return _image(
        formula, *(_interval(name, partition) for name in ("jaccard", "wallace_1", "rand"))
    )


def entropies(partition: str) -> tuple[Interval, Interval]:
    """Return where the larger and the smaller entropy are, by the printed NMI, NMImax and VI."""

    def larger(nmi: float, nmi_max: float, vi: float) -> float:
        return nmi * (-vi / (1 - nmi)) / 2 / nmi_max

    def smaller(nmi: float, nmi_max: float, vi: float) -> float:
        return -vi / (1 - nmi) - larger(nmi, nmi_max, vi)

    intervals = [_interval(key, partition) for key in ("nmi_arithmetic", "nmi_max", "vi")]
    return _image(larger, *intervals), _image(smaller, *intervals)


def _reference_pairs(partition: str) -> Interval:
    """Return where the share of pairs within the reference's clusters is."""

    def share(jaccard: float, wallace: float, rand: float) -> float:
        same_a, same_b = 1 / wallace, 1 / jaccard + 1 - 1 / wallace
        return same_a * (1 - rand) / (same_a + same_b - 2)

    return _image(share, *(_interval(key, partition) for key in ("jaccard", "wallace_1", "rand")))


def _reference_entropy(partition: str, known: Interval | None) -> Interval:
    """Return the one of the two entropies that agrees with what is known about the reference's."""
    both = entropies(partition)
    return next(
        (interval for interval in both if known is None or _meets(interval, known)), both[0]
    )


def _overlap(intervals: Iterable[Interval]) -> bool:
    return all(_meets(one, other) for one, other in combinations(intervals, 2))


def relations() -> Beside:
    """Compute scores from others of the same column."""

    def row(
        key: str, formula: Callable[..., float], *names: str
    ) -> tuple[str, tuple[ComparedCell, ...]]:
        cells = (
            _cell(_image(formula, *(_interval(name, p) for name in names)), key, p)
            for p in PARTITIONS
        )
        return f"{index(key).short} from {listed([index(g).short for g in names])}", tuple(cells)

    rows = [
        row("correlation_distance", lambda cc: -math.acos(cc) / math.pi, "correlation"),
        row("dice", lambda j: 2 * j / (1 + j), "jaccard"),
    ]
    for key in ("adjusted_rand", "sokal_sneath_1", "correlation"):
        cells = tuple(_cell(from_pairs(key, p), key, p) for p in PARTITIONS)
        rows.append((f"{index(key).short} from J, W and R", cells))
    return Beside("Scores that follow from others", PARTITIONS, tuple(rows))


def orders() -> Beside:
    """Check what the definitions order, whatever the clusterings."""
    pairs = (
        ("nmi_max", "nmi_arithmetic"),
        ("fnmi", "nmi_arithmetic"),
        ("adjusted_rand", "correlation"),
        ("jaccard", "dice"),
        ("jaccard", "wallace_1"),
    )
    rows = []
    for low, high in pairs:
        cells = (
            cell("yes" if _interval(low, p)[0] <= _interval(high, p)[1] else "no", "yes")
            for p in PARTITIONS
        )
        rows.append((f"{index(low).short} ≤ {index(high).short}", tuple(cells)))
    return Beside("Inequalities that hold for all clusterings", PARTITIONS, tuple(rows))


def about_the_reference() -> Beside:
    """Check what is about the reference, and so the same for all three partitions."""
    shares = [_reference_pairs(partition) for partition in PARTITIONS]
    first = entropies(PARTITIONS[0])
    options = [
        [_reference_entropy(partition, start) for partition in PARTITIONS] for start in first
    ]
    chosen = next((option for option in options if _overlap(option)), options[0])
    rows = []
    for name, intervals, digits in (
        ("H(A) from NMI, NMImax and VI", chosen, 3),
        ("share of pairs in the same cluster, from J, W and R", shares, 5),
    ):
        same = _overlap(intervals)
        texts = (f"{low:.{digits}f} to {high:.{digits}f}" for low, high in intervals)
        rows.append((name, tuple(ComparedCell(text, "the same value", same) for text in texts)))
    return Beside("Values that depend only on the reference", PARTITIONS, tuple(rows))


def possible_clusters(most: int = 1000) -> list[int]:
    """Return how many clusters the reference may have: FNMI / NMI tells |k_A − k_B| / k_A."""

    def excess(nmi: float, fnmi: float) -> float:
        return math.log(nmi / fnmi)

    intervals = [
        _image(excess, _interval("nmi_arithmetic", p), _interval("fnmi", p)) for p in PARTITIONS
    ]
    return [
        k
        for k in range(2, most + 1)
        if all(k * low <= math.floor(k * high) for low, high in intervals)
    ]


def _better(key: str, first: str, second: str) -> bool:
    return float(SCORES[key][first]) > float(SCORES[key][second])


def inconsistent() -> dict[str, set[tuple[str, str]]]:
    """Return for each index the pairs of partitions that it ranks as most others do not."""
    orders: dict[str, set[tuple[str, str]]] = {key: set() for key in SCORES}
    for first, second in combinations(PARTITIONS, 2):
        votes = {key: _better(key, first, second) for key in SCORES}
        most = sum(votes.values()) * 2 > len(votes)
        for key, vote in votes.items():
            if vote != most:
                orders[key].add((first, second))
    return orders


def bold() -> Beside:
    """Put the partitions of inconsistently ranked pairs beside those in bold."""
    rows = []
    for key, pairs in inconsistent().items():
        ours = {partition for pair in pairs for partition in pair}
        cells = (
            cell(
                "inconsistent" if p in ours else "–",
                "inconsistent" if p in BOLD.get(key, ()) else "–",
            )
            for p in PARTITIONS
        )
        rows.append((index(key).short, tuple(cells)))
    return Beside("Inconsistently ranked pairs (in bold in the paper)", PARTITIONS, tuple(rows))


def printed() -> Beside:
    """Return the table as it is printed; its data are not public."""
    rows = tuple(
        (index(key).short, tuple(ComparedCell(values[p]) for p in PARTITIONS))
        for key, values in SCORES.items()
    )
    return Beside("The paper's table, as printed", PARTITIONS, rows)


def short_table() -> Beside:
    """Compare the short table of Section 3 with the long one."""
    rows = []
    for key, values in MAIN.items():
        long = {p: SCORES[key][p].removeprefix("-") for p in values}
        better = max(values, key=lambda p: float(SCORES[key][p]))
        cells = tuple(cell(long[p], values[p]) for p in values)
        rows.append((index(key).short, (*cells, cell(better, MAIN_BOLD[key]))))
    columns = (*PARTITIONS[1:], "preferred")
    return Beside("Table 2 from the table of Appendix F.3", columns, tuple(rows))


def _figure() -> Figure:
    from partwise.artifacts import Score, scores_chart

    rows = [
        Score(
            p, index(key).short, float(values[p]), best=values[p] == max(values.values(), key=float)
        )
        for key, values in SCORES.items()
        for p in PARTITIONS
    ]
    return scores_chart(rows, title="The production experiment")


def _notes() -> list[str]:
    prefer = [index(key).short for key in SCORES if _better(key, PARTITIONS[1], PARTITIONS[2])]
    against = {key: pairs for key, pairs in inconsistent().items() if pairs}
    exceptions = [
        f"{index(key).short} ({listed([f'{a}, {b}' for a, b in sorted(pairs)])})"
        for key, pairs in against.items()
    ]
    return [
        (
            f"{len(SCORES) - len(prefer)} of {len(SCORES)} indices prefer A2 to A1, and "
            f"{listed(prefer)} prefer A1. The text of Appendix F.3 also lists NMI as one that "
            "prefers A1 (erratum 15)."
        ),
        f"These rank a pair differently from most indices: {listed(exceptions)}.",
        (
            "Numbers of clusters that FNMI and NMI allow for the reference, if it has at most 1000 "
            f"articles: {listed([str(k) for k in possible_clusters()] or ['none'])}."
        ),
        (
            "The values of a column may be consistent with each other although no integer counts "
            "give them. That is the case for A2 (erratum 14)."
        ),
    ]


def _run(_context: Context) -> Artifact:
    figure = _figure()
    wins = {p: sum(max(v.values(), key=float) == v[p] for v in SCORES.values()) for p in PARTITIONS}
    caption = (
        f"{figure.description} "
        + ", ".join(f"{p} is preferred by {count}" for p, count in wins.items())
        + f" of {len(SCORES)} indices."
    )
    tables = [printed(), short_table(), relations(), orders(), about_the_reference(), bold()]
    return EXPERIMENT.artifact(tables, [Drawing("production", figure, caption)], _notes())


EXPERIMENT = Experiment(
    "production",
    "The production experiment: is its table consistent?",
    "Table 2; Appendix F.3",
    _run,
)


PARTITIONS = ("A_prod", "A1", "A2")

_SCORES = """
nmi_arithmetic 0.9326 0.9479 0.9482
nmi_max 0.8928 0.9457 0.9298
fnmi 0.7551 0.9304 0.8722
ami_geometric 0.6710 0.7815 0.7533
vi -0.6996 -0.5662 -0.5503
f_measure 0.8675 0.8782 0.8852
bcubed 0.8302 0.8431 0.8543
rand 0.9827 0.9915 0.9901
adjusted_rand 0.4911 0.5999 0.6213
jaccard 0.3320 0.4329 0.4556
wallace_1 0.8323 0.6287 0.8010
dice 0.4985 0.6042 0.6260
sokal_sneath_1 0.7926 0.8004 0.8262
correlation 0.5376 0.6004 0.6371
correlation_distance -0.3193 -0.2950 -0.2802
"""
SCORES = {
    key: dict(zip(PARTITIONS, values, strict=True))
    for key, *values in map(str.split, _SCORES.strip().splitlines())
}
"""Table "Similarity of candidate partitions to the reference one" (Appendix F.3): the signs of
distances are flipped there, so that larger is better."""

BOLD = {
    "nmi_max": ("A1", "A2"),
    "fnmi": ("A1", "A2"),
    "ami_geometric": ("A1", "A2"),
    "rand": ("A1", "A2"),
    "wallace_1": ("A_prod", "A1"),
}
"""What the same table has in bold: "the inconsistently ranked pairs of partitions"."""

_MAIN = """
nmi_arithmetic 0.9479 0.9482 A2
fnmi 0.9304 0.8722 A1
ami_geometric 0.7815 0.7533 A1
vi 0.5662 0.5503 A2
rand 0.9915 0.9901 A1
adjusted_rand 0.5999 0.6213 A2
jaccard 0.4329 0.4556 A2
sokal_sneath_1 0.8004 0.8262 A2
correlation 0.6004 0.6371 A2
"""
_LINES = [line.split() for line in _MAIN.strip().splitlines()]
MAIN = {key: {"A1": first, "A2": second} for key, first, second, _ in _LINES}
"""Table "Comparing algorithms according to different indices" (Section 3)."""
MAIN_BOLD = {key: bold for key, *_, bold in _LINES}
"""What the same table has in bold."""
