"""Formulas in fewer signs, and what the symbols in them mean."""

from __future__ import annotations

import re

__all__ = ["legend", "shorter", "with_subscripts"]

_SHORTER = (
    (re.compile(r"\\sum_\{\\substack\{[^}]*\bj\b.*?\}\}\}"), r"\\sum_{i,j}"),
    (re.compile(r"\\sum_\{(\w)=1\}\^\{k_\{[AB]\}\}"), r"\\sum_{\1}"),
    (re.compile(r"\{\\max_\{(\w)\} n\}_\{(\w)\}"), r"\\max_{\1} n_{i j}"),
    (re.compile(r"\{(\w)\}_"), r"\1_"),
    (re.compile(r"\\operatorname\{acos\}"), r"\\arccos"),
    (re.compile(r"(?<!\\)\bsigma\b"), r"\\sigma"),
    (re.compile(r"Var\[N11\]"), r"\\operatorname{Var}[N_{11}]"),
    (re.compile(r"(?<!\\)ln_\{?\\Omega\}?"), r"\\ln\\Omega"),
)
"""What SymPy writes at length, as people write it."""

_MEANINGS = {
    r"N_": "$N_{11}$ pairs of items are together in both clusterings, $N_{10}$ in the reference "
    "alone, $N_{01}$ in the candidate alone, $N_{00}$ in neither",
    r"\bn_": "$n_{ij}$ of the $n$ items are in cluster $i$ of the reference and in $j$ of the "
    "candidate",
    r"\b[ab]_": "$a_i$ and $b_j$ are the sizes of these clusters",
    r"k_\{[AB]\}": "reference and candidate have $k_A$ and $k_B$ clusters",
    r"k_\{AB\}": "$k_{AB}$ clusters are in both",
    r"H\(": "$H(A)$, $H(B)$ and $H(A,B)$ are the entropies of reference, candidate and contingency "
    "table in nats",
    r"E\[M": "$E[M]$ is the mean of $M = H(A) + H(B) - H(A,B)$ over random candidates with the "
    "same cluster sizes",
    r"sigma\[M": "$\\sigma[M]$ is its standard deviation over these",
    r"Var": "$Var[N11]$ is the variance of $N_{11}$ over random candidates with the same sizes",
    r"\bx_": "$x_{ij}$ is 1 if the best one-to-one matching of clusters pairs $i$ with $j$, else 0",
    r"s_\{AB\}": "$s_{AB} = \\sum_i \\min(a_i, b_i)$ with the clusters of both in order of size",
    r"I_\{0\}": "$I_0 = \\frac1n \\ln(n! \\prod n_{ij}! / (\\prod a_i! \\prod b_j!))$, where "
    "$n_{ij}$ are the cells of the contingency table, and $a_i$, $b_j$ the sizes of clusters",
    r"Omega": "$\\Omega$ is the number of contingency tables with these sizes",
}
_SUBSCRIPT = re.compile(r"\b([A-Za-z])_(AB|ij|[AB2ij])(?!\w)")


def shorter(latex: str) -> str:
    r"""Return a formula of SymPy as people write it.

    Examples
    --------
    >>> shorter(r"\sum_{i=1}^{k_{A}} {a}_{i}")
    '\\sum_{i} a_{i}'
    """
    for pattern, short in _SHORTER:
        latex = pattern.sub(short, latex)
    return latex


def legend(latex: str) -> str:
    r"""Return in Markdown what the symbols of a formula mean.

    Examples
    --------
    >>> legend(r"\frac{k_{AB}}{k_{A}}")
    'Reference and candidate have $k_A$ and $k_B$ clusters; $k_{AB}$ clusters are in both.'
    """
    short = shorter(latex)
    told = "; ".join(told for sign, told in _MEANINGS.items() if re.search(sign, short))
    return f"{told[:1].upper()}{told[1:]}." if told else ""


def with_subscripts(text: str) -> str:
    """Return running text with its subscripts as formulas.

    Examples
    --------
    >>> with_subscripts("k_A clusters of sizes a_i, see nmi_max")
    '$k_{A}$ clusters of sizes $a_{i}$, see nmi_max'
    """
    return _SUBSCRIPT.sub(r"$\1_{\2}$", text)
