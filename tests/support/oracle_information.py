"""Exact entropies, and the information-theoretic part of the oracle.

Every entropy of a clustering of n items is a rational combination of logarithms of integers, hence
of logarithms of primes. Those are linearly independent over the rationals, so two such numbers
are equal exactly if their coefficients are: whether a denominator vanishes is decided without a
tolerance. Numbers are turned into 50 digits only at the very end.

Written from the paper's definitions (Appendix B, "General Indices"); it never imports partwise.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, NoReturn, TypeAlias, TypeVar

import mpmath  # type: ignore[import-untyped, unused-ignore]
from mpmath import mp, mpf

Labels: TypeAlias = Sequence[Hashable]
Sizes: TypeAlias = tuple[int, ...]
Value: TypeAlias = Fraction | mpf | None
"""A rational number, an irrational one to 50 digits, or None where the formula divides by zero."""

Function = TypeVar("Function", bound=Callable[..., Any])


class Definitions(dict[str, Any]):
    """Definitions by the key of their index; ``@definitions.add`` takes one in by its name."""

    def add(self, function: Function) -> Function:
        """Take a definition in."""
        self[function.__name__] = function
        return function

    def __missing__(self, key: str) -> NoReturn:
        raise LookupError(f"tests/support/oracle*.py: there is no definition of {key}")


DIGITS = 50
GUARD = 30
MOST_ARRANGEMENTS = 50_000


class LogSum:
    """An exact number sum(c_p * ln p) over primes p, with rational coefficients c_p."""

    def __init__(self, terms: Mapping[int, Fraction]) -> None:
        self.terms = {prime: c for prime, c in sorted(terms.items()) if c}

    @classmethod
    def log(cls, integer: int) -> LogSum:
        """Return ln(integer), by trial division."""
        if integer < 1:
            raise ValueError(f"no logarithm of {integer}")
        terms: Counter[int] = Counter()
        divisor = 2
        while integer > 1:
            while integer % divisor == 0:
                terms[divisor] += 1
                integer //= divisor
            divisor += 1
        return cls({prime: Fraction(c) for prime, c in terms.items()})

    def __add__(self, other: LogSum) -> LogSum:
        primes = self.terms.keys() | other.terms.keys()
        zero = Fraction(0)
        return LogSum({p: self.terms.get(p, zero) + other.terms.get(p, zero) for p in primes})

    def __sub__(self, other: LogSum) -> LogSum:
        return self + other * Fraction(-1)

    def __mul__(self, factor: Fraction | int) -> LogSum:
        return LogSum({p: c * factor for p, c in self.terms.items()})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LogSum) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(tuple(self.terms.items()))

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __repr__(self) -> str:
        return " + ".join(f"{c}*ln({p})" for p, c in self.terms.items()) or "0"

    def value(self) -> mpf:
        """Return the number at the working precision; exactly 0 if it is 0."""
        return mp.fsum(mpf(c.numerator) / c.denominator * mp.log(p) for p, c in self.terms.items())


ZERO = LogSum({})
Chances: TypeAlias = tuple[tuple[LogSum, Fraction], ...]


def rounded(compute: Callable[[], Value]) -> Value:
    """Evaluate with guard digits, round to 50, and return None for a division by zero."""
    with mpmath.workdps(DIGITS + GUARD):
        try:
            value = compute()
        except ZeroDivisionError:
            return None
    with mpmath.workdps(DIGITS):
        return value if value is None or isinstance(value, Fraction) else +value


def sizes_of(labels: Iterable[Hashable]) -> Sizes:
    """Return the multiset of cluster sizes, as a sorted tuple."""
    return tuple(sorted(Counter(labels).values()))


def entropy(sizes: Iterable[int]) -> LogSum:
    """H(p_1, ..., p_l) = -sum p_i ln p_i with p_i = size_i / n."""
    sizes = tuple(sizes)
    n = sum(sizes)
    total = ZERO
    for size in sizes:
        total += (LogSum.log(n) - LogSum.log(size)) * Fraction(size, n)
    return total


def arrangements(labels: Labels) -> Iterator[tuple[Hashable, ...]]:
    """Yield every distinct arrangement of the labels once."""
    left = Counter(labels)
    if not left:
        yield ()
    for label in list(left):
        rest = list((left - Counter([label])).elements())
        for tail in arrangements(rest):
            yield (label, *tail)


@cache
def joint_sizes(sizes_a: Sizes, sizes_b: Sizes) -> dict[Sizes, int]:
    """Count the arrangements of B's labels against a fixed A, by the sizes of the meet of both.

    The mutual information depends on nothing else once the sizes of A and B are given.
    """
    count = math.factorial(sum(sizes_b)) // math.prod(map(math.factorial, sizes_b))
    if count > MOST_ARRANGEMENTS:
        raise ValueError(f"{count} arrangements are too many for brute force")
    a = [i for i, size in enumerate(sizes_a) for _ in range(size)]
    b = [j for j, size in enumerate(sizes_b) for _ in range(size)]
    tally = Counter(sizes_of(zip(a, arrangement, strict=True)) for arrangement in arrangements(b))
    if tally.total() != count:
        raise AssertionError("arrangements were missed or repeated")
    return dict(tally)


def chances_of(sizes_a: Sizes, sizes_b: Sizes, joint: Mapping[Sizes, int]) -> Chances:
    """Return the exact distribution of M, given that of the sizes of the meet."""
    total = sum(joint.values())
    chances: dict[LogSum, Fraction] = {}
    for sizes, weight in joint.items():
        mutual = entropy(sizes_a) + entropy(sizes_b) - entropy(sizes)
        chances[mutual] = chances.get(mutual, Fraction(0)) + Fraction(weight, total)
    return tuple(chances.items())


@cache
def brute_force_chances(sizes_a: Sizes, sizes_b: Sizes) -> Chances:
    """Return the exact distribution of M(A, B') for B' uniform over C(S(B))."""
    return chances_of(sizes_a, sizes_b, joint_sizes(sizes_a, sizes_b))


@cache
def mean_of(chances: Chances) -> LogSum:
    """Return the exact expectation of a distribution."""
    mean = ZERO
    for mutual, chance in chances:
        mean += mutual * chance
    return mean


class Information:
    """Entropies and mutual information of two clusterings, and its distribution by chance.

    Parameters
    ----------
    a, b : sequence of labels
    joint : mapping from sizes of the meet to a weight, optional
        The distribution of the meet when B's labels are permuted; brute force by default.
    """

    def __init__(self, a: Labels, b: Labels, joint: Mapping[Sizes, int] | None = None) -> None:
        self.sizes_a, self.sizes_b = sizes_of(a), sizes_of(b)
        self.h_a, self.h_b = entropy(self.sizes_a), entropy(self.sizes_b)
        self.h_ab = entropy(sizes_of(zip(a, b, strict=True)))
        self.mutual = self.h_a + self.h_b - self.h_ab
        self.joint = joint

    @cached_property
    def chances(self) -> Chances:
        """The distribution of M(A, B') for B' uniform over C(S(B))."""
        if self.joint is None:
            return brute_force_chances(self.sizes_a, self.sizes_b)
        return chances_of(self.sizes_a, self.sizes_b, self.joint)

    def expected(self) -> LogSum:
        """E[M(A, B')], exactly."""
        return mean_of(self.chances)

    def variance(self) -> mpf:
        """Var[M(A, B')]; exactly 0 if M takes a single value."""
        mean = self.expected()
        return mp.fsum(
            mpf(chance.numerator) / chance.denominator * (mutual - mean).value() ** 2
            for mutual, chance in self.chances
        )

    def larger(self) -> LogSum:
        """max{H(A), H(B)}."""
        return max(self.h_a, self.h_b, key=LogSum.value)

    def smaller(self) -> LogSum:
        """min{H(A), H(B)}."""
        return min(self.h_a, self.h_b, key=LogSum.value)

    def average(self) -> LogSum:
        """(H(A) + H(B)) / 2."""
        return (self.h_a + self.h_b) * Fraction(1, 2)


def ratio(numerator: LogSum, denominator: LogSum) -> mpf:
    """Divide two exact numbers; ZeroDivisionError exactly if the denominator is 0."""
    return numerator.value() / denominator.value()


def nmi_geometric(t: Information) -> mpf:
    """M / sqrt(H(A) H(B))."""
    return t.mutual.value() / mp.sqrt(t.h_a.value() * t.h_b.value())


def fnmi(t: Information) -> mpf:
    """exp(-|k_A - k_B| / k_A) * NMI."""
    k_a, k_b = len(t.sizes_a), len(t.sizes_b)
    return mp.exp(-mpf(abs(k_a - k_b)) / k_a) * ratio(t.mutual, t.average())


def adjusted(t: Information, norm: LogSum) -> mpf:
    """(M - E[M]) / (norm - E[M])."""
    expected = t.expected()
    return ratio(t.mutual - expected, norm - expected)


def ami_geometric(t: Information) -> mpf:
    """AMI as the paper defines it: normalised by sqrt(H(A) H(B)).

    E[M] <= min H <= sqrt(H(A) H(B)), so the denominator vanishes exactly if E[M] is the smaller
    entropy and that is 0 or equal to the larger one.
    """
    expected = t.expected()
    if expected == t.smaller() and (not expected or t.h_a == t.h_b):
        raise ZeroDivisionError
    norm = mp.sqrt(t.h_a.value() * t.h_b.value())
    return (t.mutual - expected).value() / (norm - expected.value())


def smi(t: Information) -> mpf:
    """(M - E[M]) / sigma[M]."""
    return (t.mutual - t.expected()).value() / mp.sqrt(t.variance())


INFORMATION: dict[str, Callable[[Information], mpf]] = {
    "nmi_arithmetic": lambda t: ratio(t.mutual, t.average()),
    "nmi_max": lambda t: ratio(t.mutual, t.larger()),
    "nmi_min": lambda t: ratio(t.mutual, t.smaller()),
    "nmi_geometric": nmi_geometric,
    "nmi_joint": lambda t: ratio(t.mutual, t.h_ab),
    "fnmi": fnmi,
    "vi": lambda t: (t.h_ab * 2 - t.h_a - t.h_b).value(),
    "ami_geometric": ami_geometric,
    "ami_arithmetic": lambda t: adjusted(t, t.average()),
    "ami_max": lambda t: adjusted(t, t.larger()),
    "ami_min": lambda t: adjusted(t, t.smaller()),
    "smi": smi,
}
