"""Linear complexity: decided from the formula, or measured."""

from __future__ import annotations

import builtins
import dis
import math
import types
from dataclasses import dataclass
from fractions import Fraction
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import TextResult
from partwise.catalogue import Index
from partwise.properties.deadline import OutOfTimeError, check_time
from partwise.properties.search.index_values import IndexValues
from partwise.properties.verdict import Counterexample, Verdict
from partwise.tables import contingency

_SHORT_MODULES = ("partwise.", "math", "fractions")  # whose functions take a few numbers
_SHORT = (abs, min, max, float, int, pow, bool, isinstance)

_COSTLY = {"E[M]": "the mean of mutual information", "sigma[M]": "its standard deviation"}

_MATCHING = {"x": "an optimal matching of the clusters"}

_SIZES = tuple(1000 * 2**i for i in range(9))

_SLOWEST = 0.2  # seconds; larger inputs are not tried after that

_SHORTEST = 0.002  # seconds; shorter times say nothing

_FITTED = 4  # of the largest sizes

_SUPERLINEAR = 1.5

_LINEAR = 1.3


@dataclass(frozen=True)
class DeclaredAlgorithm(TextResult):
    """The counts and sums that a formula uses, as a certificate of its complexity."""

    has_layout = True

    index: Index

    def recheck(self) -> bool:
        """Read the formula again."""
        return costly_parts(self.index) == []

    def __str__(self) -> str:
        made_of = (
            "the four pair counts"
            if self.index.kind == "pairs"
            else ("sums over the non-zero cells and over the sizes of clusters")
        )
        return "\n".join(
            (
                f"Linear complexity of {self.index.label}",
                *([f"V = {formula}"] if (formula := formula_text(self.index)) else []),
                "1. The non-zero cells of the table, at most n, are counted in O(n) steps.",
                f"2. The formula uses {made_of}: O(n) steps.",
                "3. From these, V takes O(1) steps.",
            )
        )

    def _content(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "property": "linear_complexity",
            "steps": str(self).splitlines(),
        }


def linear_complexity(index_values: IndexValues) -> Verdict:
    """Linear complexity: the worst-case running time is O(n) (Section 4, Property 3).

    The verdict follows from what the formula uses. The non-zero cells and both margins take O(n)
    steps (Appendix C.2), and so do pair counts, sums and maxima over cells, and entropies. The mean
    and the standard deviation of mutual information over random candidates take
    O(n·max(k_A, k_B)) steps or more with the usual algorithms. partwise computes these in nearly
    linear time at fixed precision, but the verdict follows the paper.

    The steps of your own function are unknown, so partwise measures how its running time grows: the
    exponent e in time ~ nᵉ. "Held" then means that it grew linearly up to n items.
    """
    index = index_values.index
    costly = costly_parts(index)
    if costly is None:
        return _only_measured(index)
    if costly:
        usual = "for which the usual algorithms take"
        steps = (
            "more than O(n) steps where many clusters overlap"
            if costly == list(_MATCHING.values())
            else "O(n·max(k_A, k_B)) steps or more; ours is nearly linear at fixed precision"
        )
        needs = f"it needs {' and '.join(costly)}, {usual} {steps}"
        return Verdict("linear_complexity", "refuted", reason=f"by the declared algorithm: {needs}")
    certificate = DeclaredAlgorithm(index)
    reason = "by the declared algorithm"
    return Verdict("linear_complexity", "proved", certificate=certificate, reason=reason)


def formula_text(index: Index) -> str | None:
    """Write the formula; None if it does not run on symbols."""
    try:
        return str(index.expression())
    except Exception:  # noqa: BLE001 - a user's formula may do anything with symbols
        return None


def costly_parts(index: Index) -> list[str] | None:
    """Return what the formula uses that takes more than O(n) steps; None if it cannot be read.

    Examples
    --------
    >>> import partwise as pw
    >>> costly_parts(pw.index("AMI")), costly_parts(pw.index("NMI"))
    (['the mean of mutual information'], [])
    """
    if not index.builtin and may_take_long(index.formula):
        return None
    try:
        symbols = {str(symbol) for symbol in index.expression().free_symbols}
    except Exception:  # noqa: BLE001 - a user's formula may do anything with symbols
        return None
    return [what for name, what in (_COSTLY | _MATCHING).items() if name in symbols]


def may_take_long(formula: Any) -> bool:
    """Whether a function may do more than a fixed number of steps: it loops, or calls what may.

    Functions that cannot be looked into may, but for those of partwise, and a few of Python's that
    take numbers.

    Examples
    --------
    >>> import partwise as pw
    >>> may_take_long(pw.index("rand").formula), may_take_long(sum)
    (False, True)
    """
    return _may_take_long(formula, ())


def _may_take_long(function: Any, callers: tuple[Any, ...]) -> bool:
    if isinstance(function, types.ModuleType):
        return not function.__name__.startswith(_SHORT_MODULES)
    if str(getattr(function, "__module__", "")).startswith(_SHORT_MODULES):
        return False
    if not isinstance(function, types.FunctionType):
        return callable(function) and function not in _SHORT
    if function in callers:  # it calls itself
        return True
    names, callers = function.__code__.co_names, (*callers, function)
    inner = [function.__globals__.get(name, getattr(builtins, name, None)) for name in names]
    inner += [cell.cell_contents for cell in function.__closure__ or ()]
    return _loops(function.__code__) or any(_may_take_long(part, callers) for part in inner)


def _loops(code: types.CodeType) -> bool:
    """Whether there is a loop in a function, or a function within it, such as a comprehension."""
    jumps = dis.hasjrel + dis.hasjabs
    goes_back = any(
        step.opcode in jumps and isinstance(step.argval, int) and step.argval <= step.offset
        for step in dis.get_instructions(code)
    )
    return goes_back or any(isinstance(part, types.CodeType) for part in code.co_consts)


def _labels(n: int) -> NDArray[np.int64]:
    """Return two clusterings with clusters of about ten items."""
    return np.random.default_rng(n).integers(0, n // 10, (2, n))


def _measured(index: Index) -> tuple[list[int], list[float]]:
    """Return the seconds of the processor from labels to a value, for ever more items."""
    sizes, times = [], []
    for n in (_SIZES[0], *_SIZES):  # the first time warms up
        check_time()
        labels = _labels(n)
        start = process_time()
        table = contingency(*labels)
        try:
            index.formula(table) if index.kind == "callable" else index.evaluate(table)
        except Exception:  # noqa: BLE001 - of a user's function
            break
        sizes.append(n)
        times.append(process_time() - start)
        if len(sizes) > 1 and times[-1] > _SLOWEST:
            break
    return sizes[1:], times[1:]


def _timing(sizes: list[int], times: list[float]) -> tuple[str, float | None]:
    largest = list(zip(sizes, times, strict=True))[-_FITTED:]
    long = [(n, seconds) for n, seconds in largest if seconds > _SHORTEST]
    if len(long) < 2:
        if not sizes:
            return "nothing was measured", None
        return f"took {1000 * times[-1]:.2g} ms for n = {sizes[-1]}", None
    logs = np.log(np.array(long))
    exponent = float(np.polyfit(logs[:, 0], logs[:, 1], 1)[0])
    most = sizes[-1]
    return f"grew like n^{exponent:.2f} up to n = {most} when measured", exponent


def _only_measured(index: Index) -> Verdict:
    try:
        sizes, times = _measured(index)
    except OutOfTimeError:
        sizes, times = [], []
    timing, exponent = _timing(sizes, times)
    reason = f"measured, not proved: it {timing}"
    if not sizes:
        return Verdict("linear_complexity", "unknown", reason="it could not be measured")
    if exponent is None and times[-1] < _SLOWEST:
        return Verdict("linear_complexity", "held", sizes[-1], reason=reason)
    if exponent is None or _LINEAR < exponent < _SUPERLINEAR or math.isnan(exponent):
        return Verdict("linear_complexity", "unknown", reason=reason)
    if exponent <= _LINEAR:
        return Verdict("linear_complexity", "held", sizes[-1], reason=reason)
    shown: dict[str, Fraction | float | str] = {
        f"seconds for n = {n}": round(t, 4) for n, t in list(zip(sizes, times, strict=True))[-3:]
    }
    example = Counterexample({}, shown, "the time grows faster than n", certified=False)
    return Verdict("linear_complexity", "refuted", None, example, reason=reason)
