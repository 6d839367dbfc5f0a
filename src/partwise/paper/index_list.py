"""The paper's 27 pair-counting indices: formulas as printed, and which are equivalent."""

from __future__ import annotations

from partwise.artifacts import require, tracked
from partwise.paper.artifact import Artifact, Beside, ComparedCell, Context, Experiment, cell
from partwise.paper.names import index

_ALL = r"N_{11}+N_{10}+N_{01}+N_{00}"
_ROOT = r"\sqrt{(N_{11}+N_{10})(N_{11}+N_{01})(N_{00}+N_{10})(N_{00}+N_{01})}"
_CC = r"\frac{N_{11}N_{00}-N_{10}N_{01}}{" + _ROOT + "}"
_EXPECTED = r"\frac{(N_{11}+N_{10})(N_{11}+N_{01})}{" + _ALL + "}"

FORMULAS: dict[str, tuple[str, str]] = {
    "rand": ("Rand (R)", r"\frac{N_{11}+N_{00}}{" + _ALL + "}"),
    "adjusted_rand": (
        "Adjusted Rand (AR)",
        r"\frac{N_{11}-" + _EXPECTED + "}"
        r"{\frac{(N_{11}+N_{10})+(N_{11}+N_{01})}{2}-" + _EXPECTED + "}",
    ),
    "jaccard": ("Jaccard (J)", r"\frac{N_{11}}{N_{11}+N_{10}+N_{01}}"),
    "jaccard_distance": (
        "Jaccard Distance (JD)",
        r"\frac{N_{10}+N_{01}}{N_{11}+N_{10}+N_{01}}",
    ),
    "wallace_1": ("Wallace1 (W)", r"\frac{N_{11}}{N_{11}+N_{10}}"),
    "wallace_2": ("Wallace2", r"\frac{N_{11}}{N_{11}+N_{01}}"),
    "dice": ("Dice", r"\frac{2N_{11}}{2N_{11}+N_{10}+N_{01}}"),
    "correlation": ("Correlation Coefficient (CC)", _CC),
    "correlation_distance": (
        "Correlation Distance (CD)",
        r"\frac{1}{\pi}\arccos\left(" + _CC + r"\right)",
    ),
    "sokal_sneath_1": (
        "Sokal&Sneath-I (S&S)",
        (
            r"\frac{1}{4}\left(\frac{N_{11}}{N_{11}+N_{10}}+\frac{N_{11}}{N_{11}+N_{01}}"
            r"+\frac{N_{00}}{N_{00}+N_{10}}+\frac{N_{00}}{N_{00}+N_{01}}\right)"
        ),
    ),
    "minkowski": ("Minkowski", r"\sqrt{\frac{N_{10}+N_{01}}{N_{11}+N_{10}}}"),
    "hubert": ("Hubert (H)", r"\frac{N_{11}+N_{00}-N_{10}-N_{01}}{" + _ALL + "}"),
    "fowlkes_mallows": (
        "Fowlkes&Mallow",
        r"\frac{N_{11}}{\sqrt{(N_{11}+N_{10})(N_{11}+N_{01})}}",
    ),
    "sokal_sneath_2": (
        "Sokal&Sneath-II",
        r"\frac{\frac{1}{2}N_{11}}{\frac{1}{2}N_{11}+N_{10}+N_{01}}",
    ),
    "mirkin": ("Normalized Mirkin", r"\frac{N_{10}+N_{01}}{" + _ALL + "}"),
    "kulczynski": (
        "Kulczynski",
        r"\frac{1}{2}\left(\frac{N_{11}}{N_{11}+N_{10}}+\frac{N_{11}}{N_{11}+N_{01}}\right)",
    ),
    "mcconnaughey": (
        "McConnaughey",
        r"\frac{N_{11}^2-N_{10}N_{01}}{(N_{11}+N_{10})(N_{11}+N_{01})}",
    ),
    "yule": ("Yule", r"\frac{N_{11}N_{00}-N_{10}N_{01}}{N_{11}N_{10}+N_{01}N_{00}}"),
    "baulieu_1": (
        "Baulieu-I",
        r"\frac{(" + _ALL + r")(N_{11}+N_{00})+(N_{10}-N_{01})^2}{(" + _ALL + ")^2}",
    ),
    "russell_rao": ("Russell&Rao", r"\frac{N_{11}}{" + _ALL + "}"),
    "fager_mcgowan": (
        "Fager&McGowan",
        r"\frac{N_{11}}{\sqrt{(N_{11}+N_{10})(N_{11}+N_{01})}}-\frac{1}{2\sqrt{N_{11}+N_{10}}}",
    ),
    "peirce": (
        "Peirce",
        r"\frac{N_{11}N_{00}-N_{10}N_{01}}{(N_{11}+N_{01})(N_{00}+N_{10})}",
    ),
    "baulieu_2": ("Baulieu-II", r"\frac{N_{11}N_{00}-N_{10}N_{01}}{(" + _ALL + ")^2}"),
    "sokal_sneath_3": ("Sokal&Sneath-III", r"\frac{N_{11}N_{00}}{" + _ROOT + "}"),
    "gower_legendre": (
        "Gower&Legendre",
        r"\frac{N_{11}+N_{00}}{N_{11}+\frac{1}{2}(N_{10}+N_{01})+N_{00}}",
    ),
    "rogers_tanimoto": (
        "Rogers&Tanimoto",
        r"\frac{N_{11}+N_{00}}{N_{11}+2(N_{10}+N_{01})+N_{00}}",
    ),
    "goodman_kruskal": (
        "Goodman&Kruskal",
        r"\frac{N_{11}N_{00}-N_{10}N_{01}}{N_{11}N_{00}+N_{10}N_{01}}",
    ),
}
"""By key: the paper's name of the index, and its formula as the paper's source has it."""


def _run_index_list(context: Context) -> Artifact:
    """Compare each formula with that of the registry, by algebra."""
    keys = tracked(FORMULAS, len(FORMULAS), "comparing formulas", context.progress)
    rows = tuple((FORMULAS[key][0], (_compared(key),)) for key in keys)
    note = (
        "If two formulas look different, they are the same function nevertheless: SymPy "
        "simplifies their difference to zero."
    )
    table = Beside(INDEX_LIST.title, ("formula",), rows, (note,), "index")
    yule = (
        "Yule is as printed in the paper, which is probably a misprint (erratum 18). Yule's Q has "
        "the denominator N11·N00 + N10·N01, and the list calls that index Goodman & Kruskal."
    )
    return INDEX_LIST.artifact([table], notes=[yule])


def _compared(key: str) -> ComparedCell:
    from partwise.paper.formulas import same_formula

    ours, paper = index(key).expression(), FORMULAS[key][1]
    printed = require("sympy").latex(ours)
    return ComparedCell(f"${printed}$", f"${paper}$", same_formula(paper, ours))


INDEX_LIST = Experiment(
    "index_list", "A selection of pair-counting indices", "Table 5, Appendix B", _run_index_list
)


EQUIVALENT: dict[str, tuple[str, ...]] = {
    "rand": ("mirkin", "hubert"),
    "jaccard": ("jaccard_distance",),
    "wallace_1": ("wallace_2",),
    "kulczynski": ("mcconnaughey",),
}
"""The paper's table: its representatives, and the indices that are equivalent to each."""


def _run_equivalences(context: Context) -> Artifact:
    """Look for equivalences among all indices of the catalogue, and prove them."""
    from partwise.properties import equivalences

    del context
    computed = {equivalence.first: equivalence for equivalence in equivalences()}
    printed = {twin: first for first, twins in EQUIVALENT.items() for twin in twins}
    rows = []
    for key in [*printed, *(key for key in computed if key not in printed)]:
        ours = computed.get(key)
        same = cell(_name(ours.second) if ours else "none", _name(printed.get(key, "none")))
        by = ComparedCell(str(ours) if ours else "")
        rows.append((_name(key), (same, by, ComparedCell("yes" if ours and ours.proved else "no"))))
    complete = (
        "We compared all pairs of indices of the paper, including information-theoretic ones. No "
        "equivalence is missing from the paper's table."
    )
    columns = ("equivalent to", "by", "proved")
    notes = (complete,) if set(computed) <= set(printed) else ()
    return EQUIVALENCES.artifact([Beside(EQUIVALENCES.title, columns, tuple(rows), notes, "index")])


def _name(key: str) -> str:
    return FORMULAS[key][0] if key in FORMULAS else key


EQUIVALENCES = Experiment(
    "equivalences", "Equivalent pair-counting indices", "Table 6, Appendix B.2", _run_equivalences
)
