"""How far Correlation Distance is from a constant baseline: the paper's numbers and its series."""

from __future__ import annotations

import math

from partwise.paper.artifact import Artifact, Beside, ComparedCell, Context, Experiment, cell

_PRINTED = {3: "0.44", 4: "0.47"}  # C.5
_SIZES = (  # of the reference and of the candidate: unequal ones and equal ones, all counted
    ((6, 4), (5, 3, 2)),
    ((4, 2, 1, 1), (3, 3, 2)),
    ((5, 3, 2), (4, 4, 2)),
    ((8, 2, 1, 1), (6, 3, 2, 1)),
)


def run(context: Context) -> Artifact:
    """Count all candidates, and sum up the paper's series."""
    del context
    return EXPERIMENT.artifact([_one_pair_each(), _series()])


def _one_pair_each() -> Beside:
    """k_A = k_B = n − 1: the expectation is (N − 1)/(Nπ) · arccos(−1/(N − 1))."""
    from partwise.chance import correlation_deviation

    rows = []
    for n in (3, 4, 5, 10, 20, 50):
        sizes = (2, *(1,) * (n - 2))
        mean = 0.5 + correlation_deviation(sizes, sizes).distance.mean.value
        pairs = math.comb(n, 2)
        formula = (pairs - 1) / (pairs * math.pi) * math.acos(-1 / (pairs - 1))
        rows.append(
            (
                str(n),
                (
                    cell(f"{mean:.2f}", _PRINTED.get(n)),
                    cell(f"{mean:.10f}", f"{formula:.10f}"),
                ),
            )
        )
    title = "E[CD] for clusterings of one pair and singletons (Appendix C.5)"
    return Beside(title, ("as printed", "by the paper's formula"), tuple(rows), (), "items")


def _series() -> Beside:
    """Compare E[CD] − ½ with its series in odd moments of CC, the theorem of E.2."""
    from partwise.chance import correlation_deviation

    rows = []
    for a, b in _SIZES:
        deviation = correlation_deviation(a, b)
        ours, series = deviation.distance.mean.value, deviation.series()
        agree = abs(ours - series) <= deviation.series_error() + 1e-15
        rows.append(
            (
                f"{_written(a)} against {_written(b)}",
                (
                    ComparedCell(
                        _number(ours), f"{_number(series)} ± {deviation.series_error():.9f}", agree
                    ),
                    cell("worse" if deviation.chord_is_worse else "not worse", "worse"),
                ),
            )
        )
    note = (
        "The paper's value is the sum of the first four terms of its series; ± bounds the other "
        "terms. A footnote of Section 4.6 says that CD′ = √(2(1 − CC)) approximates a constant "
        "baseline less well. Worse means a larger deviation, both as a share of the range and as a "
        "share of the baseline."
    )
    title = "E[CD] − ½ over all random candidates (Appendix E.2)"
    return Beside(title, ("E[CD] − ½", "CD′"), tuple(rows), (note,), "sizes")


def _number(value: float) -> str:
    return f"{value:.9f}".replace("-", "−")


def _written(sizes: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, sizes))})"


EXPERIMENT = Experiment(
    "deviation_of_cd",
    "Deviation of Correlation Distance from a constant baseline",
    "Appendices C.5 and E.2",
    run,
)
