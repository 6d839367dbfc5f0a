"""What the symbols in formulas mean, and subscripts in running text."""

from __future__ import annotations

import re

__all__ = ["legend", "with_subscripts"]

_MEANINGS = {
    r"N_": "$N_{11}$ pairs of items are together in both clusterings, $N_{10}$ in the reference "
    "alone, $N_{01}$ in the candidate alone, $N_{00}$ in neither",
    r"\bn_": "$n_{ij}$ of the $n$ items are in cluster $i$ of the reference and in $j$ of the "
    "candidate",
    r"\b[ab]_": "$a_i$ and $b_j$ are the sizes of these clusters",
    r"k_\{[AB]\}": "reference and candidate have $k_A$ and $k_B$ clusters",
    r"k_\{AB\}": "$k_{AB}$ clusters are in both",
    r"MI\}": "$\\mathrm{MI} = H(A) + H(B) - H(A,B)$ is the mutual information of reference and "
    "candidate in nats, and $H(A)$, $H(B)$, $H(A,B)$ are the entropies of the reference, the "
    "candidate and both together",
    r"^(?!.*MI\}).*H\(": "$H(A)$, $H(B)$ and $H(A,B)$ are the entropies of the reference, the "
    "candidate and both together, in nats",
    r"E\[\\mathrm": "$E[\\mathrm{MI}]$ is the mean of $\\mathrm{MI}$ over random candidates with "
    "the same cluster sizes",
    r"sigma\[": "$\\sigma[\\mathrm{MI}]$ is its standard deviation over the same candidates",
    r"Var": "$\\operatorname{Var}[N_{11}]$ is the variance of $N_{11}$ over random candidates with "
    "the same cluster sizes",
    r"mu\(i\)": "$\\mu$ matches the clusters one to one: cluster $i$ of the reference with cluster "
    "$\\mu(i)$ of the candidate",
    r"s_\{AB\}": "$s_{AB} = \\sum_i \\min(a_i, b_i)$ with the clusters of each sorted by size",
    r"Omega": "$\\Omega$ is the number of contingency tables with these cluster sizes",
}
_SUBSCRIPT = re.compile(r"\b([A-Za-z])_(AB|ij|[AB2ij])(?!\w)")


def legend(latex: str) -> str:
    r"""Return in Markdown what the symbols of a formula mean.

    Examples
    --------
    >>> legend(r"\frac{k_{AB}}{k_{A}}")
    'Reference and candidate have $k_A$ and $k_B$ clusters; $k_{AB}$ clusters are in both.'
    """
    told = "; ".join(told for sign, told in _MEANINGS.items() if re.search(sign, latex))
    return f"{told[:1].upper()}{told[1:]}." if told else ""


def with_subscripts(text: str) -> str:
    """Return running text with its subscripts as formulas.

    Examples
    --------
    >>> with_subscripts("k_A clusters of sizes a_i, see nmi_max")
    '$k_{A}$ clusters of sizes $a_{i}$, see nmi_max'
    """
    return _SUBSCRIPT.sub(r"$\1_{\2}$", text)
