"""Names and sums in formulas of tables: which trade places with A and B, and which are the same."""

from __future__ import annotations

from fractions import Fraction

from .algebra import LARGEST_POWER, NotShownError, Number, Polynomial
from .formulas import Tree, number, parse

_PAIRS = (
    ("entropy_a", "entropy_b"),
    ("row_maxima", "column_maxima"),
    ("row", "col"),
    ("k_a", "k_b"),
    ("n10", "n01"),
)
_PARTNER = dict(_PAIRS) | {b: a for a, b in _PAIRS}
_OF_BOTH = (
    "n", "cell", "n11", "n00", "entropy_joint", "same_clusters", "size_overlap", "n11_variance",
    "expected_mutual_information", "sd_mutual_information", "arrangement_information",
    "log_table_count",
)  # fmt: skip

RECALL, PRECISION = "sum(cell*cell/row)", "sum(cell*cell/col)"
ELEMENTS = "sum(cell*cell/max(row, col))"
MATCHED = "matched(cell)"
MATCHED_RECALL, MATCHED_PRECISION = "matched(cell/row)", "matched(cell/col)"
MATCHED_SHARES = "matched(cell/max(row, col))"
_KNOWN = (RECALL, PRECISION, ELEMENTS, MATCHED, MATCHED_RECALL, MATCHED_PRECISION, MATCHED_SHARES)


def swapped(tree: Tree) -> Tree:
    """Return the formula of V(B, A).

    Examples
    --------
    >>> print(swapped(parse("sum(cell/row) - entropy_a/k_b")))
    sum(cell/col) - entropy_b/k_a
    """
    if tree.parts:
        return Tree(tree.does, tuple(map(swapped, tree.parts)))
    name = tree.does
    if name.isidentifier() and name not in _PARTNER and name not in (*_OF_BOTH, "pi"):
        raise NotShownError(f"nothing is known about {name}")
    return Tree(_PARTNER.get(name, name))


def expanded(tree: Tree) -> Polynomial:
    """Multiply a formula out; what is not a polynomial stands for itself, expanded inside.

    Equal results are equal wherever both have a value; see :func:`conditions` for where.

    Examples
    --------
    >>> print(expanded(parse("x*(y + 1)/max(y, x)")))
    over(max(x, y))*x*y + over(max(x, y))*x
    """
    does, parts = tree
    if not parts:
        return Polynomial.constant(int(does)) if does.isdigit() else Polynomial.variable(does)
    if does == "given":
        return expanded(parts[0])
    first, *others = map(expanded, parts)
    if does == "+":
        return first + others[0]
    if does == "-":
        return first - others[0] if others else -first
    if does == "*":
        return first * others[0]
    if does == "/":
        return first * _over(others[0])
    power = others[0].as_number if does == "**" else None
    if isinstance(power, int) and 0 <= power <= LARGEST_POWER:
        return first**power
    inside = [str(part) for part in (first, *others)]
    return Polynomial.variable(
        f"{does}({', '.join(sorted(inside) if does in ('max', 'min') else inside)})"
    )


def _over(divisor: Polynomial) -> Polynomial:
    value = divisor.as_number
    if value:
        return Polynomial.constant(Fraction(1) / value)
    return Polynomial.variable(f"over({divisor})")


def conditions(tree: Tree) -> set[str]:
    """Return all steps of a formula that have a value in some places only, expanded inside.

    Examples
    --------
    >>> sorted(conditions(parse("sqrt(x)/(y + x)")))
    ['/ x + y', 'sqrt x']
    """
    hinges = ((step.does, [expanded(part) for part in _hinge(step)]) for step in tree.subtrees)
    return {
        f"{does} {', '.join(map(str, parts))}"
        for does, parts in hinges
        if parts and not _is_harmless(does, parts[-1].as_number)
    }


def _hinge(step: Tree) -> tuple[Tree, ...]:
    """Return the parts of a step on which it depends whether it has a value."""
    if step.does == "/":
        return step.parts[1:]
    return step.parts if step.does in ("**", "sqrt", "log", "acos") else ()


def _is_harmless(does: str, last: Number | None) -> bool:
    if last is None:
        return False
    return last != 0 if does == "/" else does == "**" and isinstance(last, int) and last >= 0


_NAMED = {str(expanded(parse(text))): parse(text) for text in _KNOWN}
_IN_CELLS = {str(expanded(parse(text).parts[0])): parse(text) for text in _KNOWN if "sum" in text}
_IN_CELLS["cell"] = Tree("n")
_ALWAYS = conditions(parse("1/row + 1/col + 1/cell + 1/max(row, col)"))


def with_known_sums(tree: Tree) -> Tree:
    """Write sums and matchings about which something is known in one way.

    Examples
    --------
    >>> print(with_known_sums(parse("sum(2*cell**2/row - cell)/n")))
    (0 + 2*sum(cell*cell/row) + -1*n)/n
    """
    if tree.does in ("sum", "matched"):
        has_value = conditions(tree.parts[0]) <= _ALWAYS
        return _known_sum(tree) if has_value else tree
    return Tree(tree.does, tuple(map(with_known_sums, tree.parts)))


def _known_sum(tree: Tree) -> Tree:
    """Take a sum of several terms apart, if each of them is known."""
    if tree.does == "matched":
        return _NAMED.get(str(expanded(tree)), tree)
    total = Tree("0")
    for monomial, factor in expanded(tree.parts[0]).terms.items():
        known = _IN_CELLS.get(str(Polynomial({monomial: 1})))
        if known is None:
            return tree
        total = Tree("+", (total, Tree("*", (number(factor), known))))
    return total


def names_in(tree: Tree) -> set[str]:
    """Return the names in a formula, and its sums and matchings as they stand.

    Examples
    --------
    >>> sorted(names_in(parse("sum(cell/row)/n - k_a")))
    ['k_a', 'n', 'sum(cell/row)']
    """
    if tree.does in ("sum", "matched"):
        return {str(tree)}
    if tree.parts:
        return set().union(*map(names_in, tree.parts))
    return tree.symbols
