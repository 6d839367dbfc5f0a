"""Labels, items, names of columns and policies to draw from, hostile ones included."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from hypothesis import strategies as st

from every_route.policies import Case, Policies

TEXTS = [
    "x", "X", "-1", "1", "01", "noise", " x", "x ", "é", "e\u0301", "ß", "ss", "a,b", 'q"q', "it's",
    "new\nline", "tab\there", "\\", "NULL", "nan", "NA", "None", "true", "1e5", "2020-01-01", "🦆",
    "\u200b", "", "%s", "{x}", "#x", "=1+1",
]  # fmt: skip
POOLS: dict[str, list[Any]] = {
    "integers": [-1, 0, 1, 2, -7],
    "64 bits": [2**53, 2**53 + 1, 2**63 - 1, -(2**63), -1, 2**62],
    "unsigned": [2**64 - 1, 2**64 - 2, 2**63, 2**53 + 1, 0],
    "floats": [-1.0, 0.0, 1.0, -3.0, 2.0**53, 2.0**60],
    "texts": TEXTS,
    "booleans": [True, False],
    "categories": [text for text in TEXTS if text],
}
ITEM_POOLS: dict[str, list[Any]] = {
    "words": [f"i{i}" for i in range(9)],
    "hostile words": [text for text in TEXTS if text],
    "numbers": list(range(9)),
    "64-bit numbers": [2**53 + i for i in range(4)] + [2**63 - 1, -(2**63), -1, 0, 2**62],
}
NAMES = [
    "*", "^x$", '"', "'", "a.b", "`", "`a`", "select", "group", "order", "i", "w", "c0", "mc0",
    "c1", "other", "item", "id", "label", "cluster", "weight", "n", "rows", "a b", "a,b", "é", "x",
    "X", "Label", "ID", "0", "1", "[x]", "$1", "?", ":x", "\\", "%s", "{x}", "a;b", "--", "index",
    "row", "reference", "candidate", "the reference", "the candidate", "count", "left", "right",
    "source",
]  # fmt: skip
PLAIN_NAMES = ("item", "first", "second", "third", "seen")


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw two or three clusterings and weights of the reference's items."""
    pool = draw(st.sampled_from(list(ITEM_POOLS.values())))
    items = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=9, unique=True))
    same = draw(st.booleans())
    kinds = tuple(draw(st.lists(st.sampled_from(list(POOLS)), min_size=2, max_size=3)))
    sides = tuple(
        {item: draw(_labels(kind)) for item in _order(draw, items, same)} for kind in kinds
    )
    numbers = st.sampled_from([1, 1, 2, 0, 3])
    if draw(st.booleans()):
        numbers = st.sampled_from([0.25, 0.5, 0.75, 0.0])
    return Case(sides, kinds, {item: draw(numbers) for item in sides[0]})


def _order(draw: st.DrawFn, items: Sequence[Hashable], same: bool) -> Sequence[Hashable]:
    if same:
        return items
    some = draw(st.permutations(items))
    return some[: draw(st.integers(max(1, len(some) - 2), len(some)))]


def _labels(kind: str) -> st.SearchStrategy[Any]:
    few = POOLS[kind]
    often = [label for label in few if label in (-1, "-1", "x", 1, "noise")]
    return st.one_of(
        st.sampled_from(few), st.sampled_from(often or few), st.just(few[0]), st.none()
    )


def policies_for(case: Case) -> st.SearchStrategy[Policies]:
    """Draw policies that say the same on every route: text does not stand for a number."""
    noise_labels: list[Any] = [-1, -1, "x", "noise"]
    if "booleans" not in case.kinds:
        noise_labels += [0, 2**53 + 1]
    fractions = any(weight != int(weight) for weight in case.weights.values())
    weightings = [None, None, "importance"] + ([] if fractions else ["multiplicity"])
    return st.builds(
        Policies,
        st.sampled_from([None, "singletons", "drop", "cluster"]),
        st.sampled_from(noise_labels),
        st.sampled_from(["raise", "drop", "drop", "singletons", "singletons"]),
        st.sampled_from(weightings),
    )


def column_names(count: int) -> st.SearchStrategy[tuple[str, ...]]:
    """Draw names for the items, the clusterings and the weights."""
    hostile = st.lists(st.sampled_from(NAMES), min_size=count, max_size=count, unique=True)
    plain = (*PLAIN_NAMES[: count - 1], PLAIN_NAMES[-1])
    return st.one_of(st.just(plain), hostile.map(tuple))
