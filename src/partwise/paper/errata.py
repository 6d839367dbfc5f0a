"""The paper's mistakes: those that one number shows are computed here, from their examples."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from partwise import Clustering, contingency
from partwise.paper.artifact import Artifact, Beside, ComparedCell, Context, Experiment, cell
from partwise.paper.index_list import FORMULAS
from partwise.paper.names import index
from partwise.properties import holds, known

_DECIMALS = 6


def run(context: Context) -> Artifact:
    """Compute what the paper states otherwise, and list all of its mistakes."""
    del context
    rows = []
    for number, (what, check) in CHECKS.items():
        ours, paper = check()
        rows.append((f"{number}. {ERRATA[number].title}", (ComparedCell(what), cell(ours, paper))))
    shown = Beside(
        "Errata that one number shows",
        ("what", "value"),
        tuple(rows),
        ("Every cell should differ here, because each one disproves a statement of the paper.",),
        "erratum",
    )
    listed = Beside(
        "All errata",
        ("in the paper", "shown here"),
        tuple(
            (
                f"{number}. {erratum.title}",
                (ComparedCell(erratum.where), ComparedCell(_shown(number))),
            )
            for number, erratum in ERRATA.items()
        ),
        ("docs/errata.md in partwise's repository explains each erratum and names its test.",),
        "erratum",
    )
    return EXPERIMENT.artifact([shown, listed])


def _shown(number: int) -> str:
    return "above" if number in CHECKS else ""


def _ami_falls() -> tuple[str, str]:
    return _way("ami_geometric", "01|2|3|4|5|6|7|8", "0|1|23|45678", "0|1|2|3|45678"), "rises"


def _jaccard_stays() -> tuple[str, str]:
    return _way("jaccard", "01|2", "02|1", "0|1|2"), "rises"


def _bias_of_wallace() -> tuple[str, str]:
    first, second = (str(known(index(key))["bias"].value) for key in ("wallace_1", "wallace_2"))
    return f"{first}, {second}", f"{first}, {first}"


def _smi_of_example() -> tuple[str, str]:
    return _values("smi", "01234|5", "01|23|4|5", "0123|4|5"), "2 → 2"


def _mean_of_nmi() -> tuple[str, str]:
    n = 4
    printed = 1 - Fraction(math.comb(n, 2) - 1, math.comb(n, 2)) * Fraction(
        2 * 2, n * 2 - 2
    )  # its formula with logarithms to base 2
    return _mean("nmi_arithmetic", n), _number(float(printed))


def _mean_of_bcubed() -> tuple[str, str]:
    n = 3
    pairs = math.comb(n, 2)
    return _mean("bcubed", n), _number(float(1 - Fraction(pairs - 1, pairs) * Fraction(3, 2 * n)))


def _wallace_of_example() -> tuple[str, str]:
    return _values("wallace_1", "012", "01|2", "012"), "1 → 1"


def _bound_for_ar() -> tuple[str, str]:
    n11, n10, n01, n00 = 1, 2, 2, 0
    n = n11 + n10 + n01 + n00
    p_a, p_b, p_ab = Fraction(n11 + n10, n), Fraction(n11 + n01, n), Fraction(n11, n)
    numerator = p_a * (1 - p_a) + (1 - 2 * p_a) * (p_b - p_ab)
    return str(numerator), f"at least {(1 - p_a) * (3 * p_a - 1)}"


def _kendall() -> tuple[str, str]:
    from scipy.stats import kendalltau

    a, b = _clustering("012|34|5"), _clustering("01|23|45")
    tau = float(kendalltau(_incidence(a), _incidence(b)).statistic)
    return _number(tau), _number(float(index("hubert")(a, b)))


def _pairs_within() -> tuple[str, str]:
    large, single = 6, 3  # one cluster of 2ℓ items and ℓ singletons, ℓ = 3
    within = math.comb(large, 2)
    return str(within), str(math.comb(large + single, 2) - within)


def _constant_baselines() -> tuple[str, str]:
    constant = [key for key in FORMULAS if holds(index(key), "constant_baseline")]
    printed = ("adjusted_rand", "correlation", "sokal_sneath_1")
    return _named(constant), _named(printed)


def _geometric_mean_grows() -> tuple[str, str]:
    a, before, after = map(_clustering, ("01|2|3", "0123", "01|23"))
    grown = _geometric(a, after) - _geometric(a, before)
    return _number(grown), f"at most {_number(_entropy(after) - _entropy(before))}"


def _quadruples() -> tuple[str, str]:
    every = [_clustering(text) for text in ("012", "01|2", "02|1", "0|12", "0|1|2")]
    counts = {contingency(a, b).pair_counts for a in every for b in every}
    return str(len({(p.n11, p.n10, p.n01, p.n00) for p in counts})), str(math.comb(3 + 3, 3))


CHECKS: dict[int, tuple[str, Callable[[], tuple[str, str]]]] = {
    1: ("AMI after a perfect split, nine items", _ami_falls),
    2: ("Jaccard after a perfect split, three items", _jaccard_stays),
    4: ("types of bias of Wallace 1 and of Wallace 2, its mirror image", _bias_of_wallace),
    6: ("SMI before and after the merge", _smi_of_example),
    7: ("E[NMI], n = 4", _mean_of_nmi),
    8: ("E[BCubed], n = 3", _mean_of_bcubed),
    9: ("Wallace before and after a merge, k_A = 1, n = 3", _wallace_of_example),
    11: ("the numerator at counts (1, 2, 2, 0)", _bound_for_ar),
    12: ("Kendall's τ of incidence vectors; the paper's: Hubert", _kendall),
    16: ("intra-cluster pairs of B′, ℓ = 3", _pairs_within),
    20: ("pair-counting indices with a constant baseline", _constant_baselines),
    24: ("by how much √(H(A)H(B)) grows in a perfect split", _geometric_mean_grows),
    30: ("quadruples of pair counts for n = 3, of clusterings and of graphs", _quadruples),
}
"""By number: what is computed, and how; each check returns our value and the paper's."""


def _clustering(text: str) -> Clustering:
    """Read a clustering such as 01|2."""
    clusters = text.split("|")
    label = {item: place for place, items in enumerate(clusters) for item in items}
    return Clustering([label[item] for item in sorted(label)])


def _values(key: str, a: str, before: str, after: str) -> str:
    reference = _clustering(a)
    values = (float(index(key)(reference, _clustering(candidate))) for candidate in (before, after))
    return " → ".join(map(_number, values))


def _way(key: str, a: str, before: str, after: str) -> str:
    reference = _clustering(a)
    first, then = (
        float(index(key)(reference, _clustering(candidate))) for candidate in (before, after)
    )
    moved = "stays" if math.isclose(first, then, abs_tol=1e-12) else "rises"
    moved = "falls" if moved == "rises" and then < first else moved
    return f"{moved}: {_number(first)} → {_number(then)}" if moved != "rises" else moved


def _mean(key: str, n: int) -> str:
    """E[V] over random candidates of one pair and singletons, and so the reference."""
    from partwise.chance import expected_of_sizes

    sizes = (2, *(1,) * (n - 2))
    return _number(float(expected_of_sizes(sizes, sizes, key).value))


def _number(value: float) -> str:
    """Write a number; undefined where it is none.

    Examples
    --------
    >>> _number(0.5), _number(2 ** 0.5), _number(-1e-9), _number(-0.5), _number(math.nan)
    ('0.5', '1.414214', '0', '−0.5', 'undefined')
    """
    if math.isnan(value):
        return "undefined"
    text = f"{round(value, _DECIMALS) + 0.0:.{_DECIMALS}f}".rstrip("0").rstrip(".")
    return text.replace("-", "−")


def _incidence(clustering: Clustering) -> list[int]:
    return [int(a == b) for a, b in combinations(clustering.codes.tolist(), 2)]


def _entropy(clustering: Clustering) -> float:
    n = len(clustering)
    return -math.fsum(size / n * math.log(size / n) for size in clustering.sizes.tolist())


def _geometric(a: Clustering, b: Clustering) -> float:
    return math.sqrt(_entropy(a) * _entropy(b))


def _named(keys: Sequence[str]) -> str:
    return ", ".join(index(key).short for key in keys)


EXPERIMENT = Experiment("errata", "Mistakes of the paper", "throughout", run)


class Erratum(NamedTuple):
    """A mistake: its title, and where it is in the paper."""

    title: str
    where: str


ERRATA: dict[int, Erratum] = {
    1: Erratum("AMI is not monotone", "Table 3, C.4"),
    2: Erratum("Jaccard and Dice are not strictly monotone", "Table 4, C.4"),
    3: Erratum("Theorem 3 does not cover W and S&S", "D.2"),
    4: Erratum("Bias is not invariant under swapping A and B", "Section 4"),
    5: Erratum('SMI has no constant baseline "by construction"', "C.5"),
    6: Erratum("SMI's counterexample", "C.4"),
    7: Erratum("E[NMI] for k_A = k_B = n − 1", "C.5"),
    8: Erratum("E[BCubed]", "C.5"),
    9: Erratum("Wallace's counterexample", "C.4"),
    10: Erratum("FMeasure's counterexample", "C.4"),
    11: Erratum("The bound in the proof for AR", "C.4"),
    12: Erratum("Footnote on Kendall", "Section 2"),
    13: Erratum("Section 3", "Section 3"),
    14: Erratum("Production table, A₂", "Table 9"),
    15: Erratum("Text against tables (Appendix F)", "Appendix F"),
    16: Erratum("Appendix E.3", "E.3"),
    17: Erratum("Appendix D.2, last display", "D.2"),
    18: Erratum("Yule", "Table 5"),
    19: Erratum("Constant baseline is not symmetric", "Section 4.6, D.1"),
    20: Erratum('"The only indices" with a constant baseline', "Section 4.6"),
    21: Erratum("The tests that Appendix C calls trivial are not sufficient", "C"),
    22: Erratum("Minimal agreement of CC and S&S", "Section 4.1"),
    23: Erratum("Amigó's constraints", "Section 4.5"),
    24: Erratum("NMI's denominator", "C.4"),
    25: Erratum("AMI and perfect merges", "C.4"),
    26: Erratum("The argument of C.5", "C.5"),
    27: Erratum("Complexity", "C.2"),
    28: Erratum('"The proofs for all entries"', "Section 4"),
    29: Erratum("The theorem of E.2", "E.2"),
    30: Erratum("The lemma of B.3", "B.3"),
    31: Erratum("The tables of inconsistency", "Section 3, F.2"),
    32: Erratum('"11 out of 16 datasets"', "F.2"),
    33: Erratum("Production table, W", "F.3"),
    34: Erratum("The last remark of Section 6", "Section 6"),
}

_OF_MARKS = {
    ("ami_geometric", "monotonicity"): 1,
    ("jaccard", "monotonicity"): 2,
    ("dice", "monotonicity"): 2,
}


def erratum_of(key: str, about: str) -> int | None:
    """Return the number of the erratum about a mark of the tables of requirements.

    Examples
    --------
    >>> erratum_of("dice", "monotonicity"), erratum_of("dice", "symmetry")
    (2, None)
    """
    return _OF_MARKS.get((key, about))
