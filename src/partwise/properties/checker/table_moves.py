"""What moves from one candidate to a better one change, in positive variables.

A perfect split moves δ from H(A|B) to M, a perfect merge takes δ from H(B|A). The two cases of
Amigó et al. (2009) are moves as well: from a candidate that spoils a clean cluster to one that
spoils a noisy one, and from many small errors to a large one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from .algebra import Quotient
from .table_names import ELEMENTS, MATCHED, MATCHED_RECALL, PRECISION, RECALL
from .table_places import EQUAL, ONE, REFINED, REFINING, N, Place, below, quotient

SPLIT, MERGE, RAG_BAG, SIZES = "perfect split", "perfect merge", "rag bag", "sizes"

LEMMAS_OF = {
    SPLIT: ("splits and information", "splits and items"),
    MERGE: ("merges and information", "merges and items"),
    RAG_BAG: ("rag bags",),
    SIZES: ("sizes and information", "sizes and items"),
}
_RAISED = {
    SPLIT: (PRECISION, "column_maxima"),
    MERGE: (RECALL, ELEMENTS),
    RAG_BAG: (PRECISION, ELEMENTS),
    SIZES: (RECALL, "row_maxima", MATCHED, ELEMENTS),
}
_RAISED_OR_NOT = {
    SPLIT: (MATCHED, ELEMENTS),
    MERGE: ("row_maxima", MATCHED),
    RAG_BAG: (),
    SIZES: (),
}


class Move(NamedTuple):
    """Where A and B are before and after B is improved; A is proper."""

    kind: str
    before: Place
    after: Place

    def __str__(self) -> str:
        return f"{self.kind} from {self.before} to {self.after}"


class _Step(NamedTuple):
    """What is moved: M before, H(A|B) and H(B|A) after, and what is taken from one of them."""

    shared: str
    only_a: str
    only_b: str
    taken: str

    @property
    def ends_equal(self) -> bool:
        return self.only_a == self.only_b == "0"


# what is left of one, the other, and what is taken from the first: all orders of these
_ORDERS = tuple(
    order
    for z in ("z", "0")
    for order in (
        (f"{z} + r", z, "d"),
        (z, z, "d"),
        (z, f"{z} + o", "o + r"),
        (z, f"{z} + d", "d"),
        (z, f"{z} + d + r", "d"),
    )
)
_MERGES = tuple(_Step("m", other, left, taken) for left, other, taken in _ORDERS)
_STEPS = {
    SPLIT: tuple(_Step(m, *order) for m in "m0" for order in _ORDERS),
    MERGE: _MERGES,
    RAG_BAG: tuple(
        _Step("m", a, b, "0") for a, b in (("x", "0"), ("x", "x"), ("x + d", "x"), ("x", "x + d"))
    ),
    SIZES: tuple(step for step in _MERGES if step.only_b != "0"),
}


def moves(kind: str, names: set[str]) -> list[Move]:
    """Return all moves of a kind, as far as these names tell them apart.

    Examples
    --------
    >>> for move in moves(MERGE, {"n", "column_maxima"}):
    ...     print(move)
    perfect merge from n = n, column_maxima = n/(p2 + 1) to n = n, column_maxima = n/(p2 + 1)
    perfect merge from n = n, column_maxima = n to n = n, column_maxima = n
    """
    return list(_told_apart(kind, frozenset(names)))


@cache
def _told_apart(kind: str, names: frozenset[str]) -> tuple[Move, ...]:
    result: dict[tuple[str, str], Move] = {}
    for move in _all_moves(kind):
        before, after = (
            Place({name: v for name, v in place.values.items() if name in names}, place.relations)
            for place in (move.before, move.after)
        )
        key = (str(before), str(after))
        if key in result:
            before = before._replace(relations=before.relations | result[key].before.relations)
            after = after._replace(relations=after.relations | result[key].after.relations)
        result[key] = Move(kind, before, after)
    return tuple(result.values())


@cache
def _all_moves(kind: str) -> tuple[Move, ...]:
    return tuple(_generated(kind))


def _generated(kind: str) -> Iterator[Move]:
    unsure = _RAISED_OR_NOT[kind]
    for step in _STEPS[kind]:
        for choice in product((False, True), repeat=len(unsure)):
            chosen = (name for name, is_raised in zip(unsure, choice, strict=True) if is_raised)
            sums = _sums(kind, step, {*_RAISED[kind], *chosen})
            if sums is None:
                continue
            for numbers, numbers_after in _numbers(kind):
                before, after = _entropies(kind, step)
                yield Move(
                    kind,
                    Place({"n": N, **before, **sums[0], **numbers}, _relations(kind, step)),
                    Place({"n": N, **after, **sums[1], **numbers_after}, _new(kind, step)),
                )


def _entropies(kind: str, step: _Step) -> tuple[dict[str, Quotient], dict[str, Quotient]]:
    m, x, y, taken = map(quotient, step)
    if kind == SPLIT:
        a, b, joint = m + x + taken, m + y, m + x + y + taken
        b_after, joint_after = b + taken, joint
    else:
        a, b_after, joint_after = m + x, m + y, m + x + y
        b, joint = b_after + taken, joint_after + taken
    return (
        {"entropy_a": a, "entropy_b": b, "entropy_joint": joint},
        {"entropy_a": a, "entropy_b": b_after, "entropy_joint": joint_after},
    )


def _sums(
    kind: str, step: _Step, raised: set[str]
) -> tuple[dict[str, Quotient], dict[str, Quotient]] | None:
    """Return sums before and after; None if what is largest only now would have been before."""
    before: dict[str, Quotient] = {}
    after: dict[str, Quotient] = {}
    for sums, is_largest, is_new in (
        (REFINED, step.only_b == "0", kind == MERGE),
        (REFINING, step.only_a == "0", kind == SPLIT),
        (EQUAL, step.ends_equal, True),
    ):
        for name, variable in sums.items():
            if is_largest and is_new and name not in raised:
                return None
            least = "0" if is_largest else variable
            more = f" + {variable}_" if name in raised else ""
            before[name], after[name] = below(N, least + more), below(N, least)
    return before, after


def _numbers(kind: str) -> Iterator[tuple[dict[str, Quotient], dict[str, Quotient]]]:
    """Yield numbers of clusters, and matched shares, for the two cases in which they are known.

    After the move there are s + c clusters in common; A and B have one more at least.
    """
    if kind not in (RAG_BAG, SIZES):
        yield {}, {}
        return
    for s, more in product("s0", ("", " + w")):
        common, some = quotient(f"{s} + c"), quotient("v")
        least = common + ONE
        k_a, k_b = least + quotient(f"0{more}"), least + some
        if kind == RAG_BAG:
            k_a, k_b = k_b, k_a
        before = {"k_a": k_a, "k_b": k_b, "same_clusters": quotient(s)}
        after = before | {"same_clusters": common}
        if kind == SIZES:
            before |= {"k_b": k_b + quotient("g"), MATCHED_RECALL: quotient("h")}
            after |= {MATCHED_RECALL: quotient("h + f")}
        yield before, after


def _relations(kind: str, step: _Step) -> frozenset[str]:
    """Before a move A ≠ B; single clusters can be split, singletons (which refine A) be merged."""
    if kind == SPLIT and step.shared == step.only_b == "0":
        return frozenset(["trivial"])
    has_singletons = kind == MERGE and step.only_a == "0"
    return frozenset(["ordinary", "trivial"] if has_singletons else ["ordinary"])


def _new(kind: str, step: _Step) -> frozenset[str]:
    """After a move A and B may be equal; a split may have left singletons, which refine A."""
    if step.ends_equal:
        return frozenset(["identical"])
    has_singletons = kind == SPLIT and step.only_a == "0"
    return frozenset(["ordinary", "trivial"] if has_singletons else ["ordinary"])
