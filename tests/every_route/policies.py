"""The definition of what policies do, in plain dictionaries, and the numbers that follow from it.

Nothing here comes from partwise: scores are those of the oracle, which counts pairs one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, TypeAlias

from support import oracle
from support.oracle_information import rounded

Labelled: TypeAlias = Mapping[Hashable, Any]
Cells: TypeAlias = Counter[tuple[Any, Any, Any]]
LONE = "(a cluster of one item that had no label, or was noise)"


@dataclass(frozen=True)
class Policies:
    """What to do with noise, with missing labels and with weights."""

    noise: str | None = None
    noise_label: Any = -1
    missing: str = "raise"
    weighting: str | None = None

    def of_labels(self) -> dict[str, Any]:
        """Return those of noise and missing labels, as arguments."""
        return {"noise": self.noise, "noise_label": self.noise_label, "missing": self.missing}


@dataclass(frozen=True)
class Case:
    """Clusterings, each a mapping item → label (None: missing); the first is the reference.

    Kinds name the sorts of labels; weights are those of the reference's items.
    """

    sides: tuple[Labelled, ...]
    kinds: tuple[str, ...]
    weights: Mapping[Hashable, Any]

    @property
    def items(self) -> list[Hashable]:
        """All items, in order of appearance."""
        return list(dict.fromkeys(item for side in self.sides for item in side))

    @property
    def by_position(self) -> bool:
        """Whether all sides have the same items in the same order."""
        return all(list(side) == self.items for side in self.sides)


class Refused(Exception):  # noqa: N818 - it is an answer
    """By definition there is no number."""


@dataclass(frozen=True)
class Settled:
    """What is compared: the labels of the same items, and what each side brought."""

    labels: tuple[tuple[Any, ...], ...]
    weights: tuple[Fraction, ...]
    sides: tuple[dict[str, int], ...]
    weighting: str | None

    @property
    def n(self) -> int:
        return len(self.weights)


def settle(sides: Sequence[Labelled], weights: Labelled, policies: Policies) -> Settled:
    """Apply the policies as docs/data.md defines them."""
    read = [_one_side(side, policies) for side in sides]
    gone = {
        item for side, kept in zip(sides, read, strict=True) for item in side if item not in kept
    }
    present = [{item for item in kept if item not in gone} for kept in read]
    everywhere, anywhere = set.intersection(*present), set.union(*present)
    if policies.missing == "raise" and everywhere != anywhere:
        raise Refused("an item is absent from one side")
    chosen = anywhere if policies.missing == "singletons" else everywhere
    if not chosen:
        raise Refused("no item is left")
    order = [item for item in dict.fromkeys(x for side in sides for x in side) if item in chosen]
    counts = _weights(order, read, weights, policies)
    order = [item for item in order if counts[item]]
    labels = tuple(tuple(kept.get(item, _Lone()) for item in order) for kept in read)
    told = tuple(
        {
            "given": len(side),
            "missing": sum(label is None for label in side.values()),
            "noise": sum(is_noise(label, policies.noise_label) for label in side.values()),
            "compared": len(order),
            "clusters": len(set(names)),
        }
        for side, names in zip(sides, labels, strict=True)
    )
    return Settled(labels, tuple(counts[item] for item in order), told, policies.weighting)


class _Lone:
    """The label of one item alone: equal to no other."""


def is_noise(label: Any, noise_label: Any) -> bool:
    """Whether a label is the noise label, or its spelling."""
    if label is None:
        return False
    return bool(label == noise_label) or (isinstance(label, str) and label == str(noise_label))


def _one_side(side: Labelled, policies: Policies) -> dict[Hashable, Any]:
    kept: dict[Hashable, Any] = {}
    for item, label in side.items():
        if label is None:
            action = policies.missing
        elif is_noise(label, policies.noise_label):
            action = policies.noise or "cluster"
        else:
            action = "cluster"
        if action == "raise":
            raise Refused("a label is missing")
        if action != "drop":
            kept[item] = _Lone() if action == "singletons" else label
    return kept


def _weights(
    order: list[Hashable],
    read: Sequence[Mapping[Hashable, Any]],
    weights: Labelled,
    policies: Policies,
) -> dict[Hashable, Fraction]:
    if policies.weighting is None:
        return dict.fromkeys(order, Fraction(1))
    if not any(weights.values()):
        raise Refused("all weights are zero")
    if any(item not in read[0] for item in order):
        raise Refused("an item has no weight")
    found = {item: Fraction(weights[item]) for item in order}
    lone = [item for item in order if any(isinstance(kept.get(item), _Lone) for kept in read)]
    lone += [item for item in order if any(item not in kept for kept in read)]
    if policies.weighting == "multiplicity" and any(found[item] > 1 for item in lone):
        raise Refused("an item alone stands for several")
    if not any(found.values()):
        raise Refused("no weight is left")
    return found


def cells(settled: Settled, first: int, second: int, name: Any) -> Cells:
    """Return the named cells of the table; ``name`` is how a label is called on this route."""
    found: Counter[tuple[Any, Any]] = Counter()
    rows = zip(settled.labels[first], settled.labels[second], settled.weights, strict=True)
    for a, b, weight in rows:
        found[(a, b)] += weight  # type: ignore[assignment]
    return Counter((_named(a, name), _named(b, name), count) for (a, b), count in found.items())


def _named(label: Any, name: Any) -> Any:
    return LONE if isinstance(label, _Lone) else name(label)


def pair_counts(settled: Settled, first: int, second: int) -> tuple[Fraction, ...]:
    """Count pairs of items; copies are items, and a pair of weighted items weighs the product."""
    a, b = settled.labels[first], settled.labels[second]
    counts = dict.fromkeys(((True, True), (True, False), (False, True), (False, False)), Fraction())
    for i, j in combinations(range(settled.n), 2):
        weight = settled.weights[i] * settled.weights[j]
        counts[(a[i] == a[j], b[i] == b[j])] += weight
    if settled.weighting != "importance":
        counts[(True, True)] += sum(w * (w - 1) / 2 for w in settled.weights)
    return tuple(counts.values())


def score(key: str, settled: Settled, first: int, second: int) -> float | None:
    """Return the exact value of an index, None where the formula divides by zero."""
    counts = oracle.Pairs(*pair_counts(settled, first, second))
    if key in oracle.ALL_PAIR_COUNTING:
        value = rounded(lambda: oracle.ALL_PAIR_COUNTING[key](*counts))
    else:
        value = oracle.value(key, settled.labels[first], settled.labels[second])
    return None if value is None else float(value)


def expected_rand(settled: Settled) -> float | None:
    """Return the mean of Rand over random candidates of the same cluster sizes."""
    n11, n10, n01, n00 = pair_counts(settled, 0, 1)
    total = n11 + n10 + n01 + n00
    if not total:
        return None
    together = (n11 + n10) * (n11 + n01) / total
    return float((2 * together + total - (n11 + n10) - (n11 + n01)) / total)
