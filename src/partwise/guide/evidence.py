"""The numbers behind a counterexample: what the index makes of it."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any, TypeAlias

from partwise.contingency import contingency
from partwise.counterexamples import Counterexample, Labels
from partwise.display import shown
from partwise.index import Index
from partwise.pairs import PairCounts

__all__ = ["evidence", "told"]

Value: TypeAlias = float | Fraction


def evidence(index: Index, example: Counterexample) -> dict[str, Value]:
    """Evaluate an index on a counterexample, exactly where its formula is rational.

    Returns
    -------
    dict
        From what was evaluated to its value: V is the index, E[V] its mean over all clusterings
        with the sizes of the second, V(s) its value at the expected pair counts, and d how far it
        is from its best value.

    Examples
    --------
    >>> import partwise as pw
    >>> from partwise.claims import claim
    >>> evidence(pw.index("W"), claim("wallace_1", "symmetry").counterexample)
    {'V(A, B)': Fraction(1, 3), 'V(B, A)': Fraction(1, 1)}
    """
    if example.pair_counts:
        return {
            f"V({name})": index.from_counts(*counts, exact=index.is_rational, undefined="nan")
            for name, counts in zip(example.names, example.pair_counts, strict=True)
        }
    by_name = dict(zip(example.names, example.clusterings, strict=True))
    return _ANSWERS[example.kind](index, by_name)


def told(index: Index, example: Counterexample) -> str:
    """Return a counterexample with its values, as a sentence.

    Examples
    --------
    >>> import partwise as pw
    >>> from partwise.claims import claim
    >>> told(pw.index("W"), claim("wallace_1", "symmetry").counterexample)
    'A = 012, B = 01|2: V(A, B) = 1/3, V(B, A) = 1'
    """
    values = (f"{what} = {shown(value)}" for what, value in evidence(index, example).items())
    return f"{example}: {', '.join(values)}"


def _value(index: Index, a: Labels, b: Labels) -> Value:
    return index(a, b, exact=index.is_rational, undefined="nan")


def _asked(index: Index, of: dict[str, Labels], *pairs: tuple[str, str]) -> dict[str, Value]:
    return {f"V({a}, {b})": _value(index, of[a], of[b]) for a, b in pairs}


def _symmetry(index: Index, of: dict[str, Labels]) -> dict[str, Value]:
    return _asked(index, of, ("A", "B"), ("B", "A"))


def _maximal_agreement(index: Index, of: dict[str, Labels]) -> dict[str, Value]:
    return _asked(index, of, ("A", "A"), ("A", "B"), ("B", "B"))


def _minimal_agreement(index: Index, of: dict[str, Labels]) -> dict[str, Value]:
    return _asked(index, of, ("A", "B"), ("C", "D"))


def _distance(index: Index, of: dict[str, Labels]) -> dict[str, Value]:
    if len(of) == 2:
        return _asked(index, of, ("A", "A"), ("A", "B"), ("B", "A"), ("B", "B"))
    best: Any = _value(index, of["A"], of["A"])
    sides = (("A", "C"), ("A", "B"), ("B", "C"))
    return {f"d({a}, {b})": abs(best - _value(index, of[a], of[b])) for a, b in sides}


def _monotonicity(index: Index, of: dict[str, Labels]) -> dict[str, Value]:
    forth = _asked(index, of, ("A", "B"), ("A", "B'"))
    before, after = map(float, forth.values())
    return _asked(index, of, ("B", "A"), ("B'", "A")) if index.prefers(after, before) else forth


def _constant_baseline(index: Index, of: dict[str, Labels]) -> dict[str, Value]:
    return {f"E[V({a}, {b})]": _mean(index, of[a], of[b]) for a, b in (("A", "B"), ("A'", "B'"))}


def _mean(index: Index, a: Labels, b: Labels) -> Value:
    values = [_value(index, a, shuffled) for shuffled in set(permutations(b))]
    return sum(values) / len(values)


def _at_expected_counts(index: Index, of: dict[str, Labels]) -> dict[str, Value]:
    def value(a: Labels, b: Labels) -> Value:
        p = contingency(a, b).pair_counts
        m_a, m_b, total = p.n11 + p.n10, p.n11 + p.n01, p.n11 + p.n10 + p.n01 + p.n00
        n11 = m_a * m_b / total
        counts = PairCounts(n11, m_a - n11, m_b - n11, total - m_a - m_b + n11)
        return index.evaluate(counts, undefined="nan").value

    return {f"V(s)({a}, {b})": value(of[a], of[b]) for a, b in (("A", "B"), ("A'", "B'"))}


_ANSWERS = {
    "symmetry": _symmetry,
    "maximal_agreement": _maximal_agreement,
    "minimal_agreement": _minimal_agreement,
    "distance": _distance,
    "monotonicity": _monotonicity,
    "constant_baseline": _constant_baseline,
    "asymptotic_constant_baseline": _at_expected_counts,
    "bias": _at_expected_counts,
}
