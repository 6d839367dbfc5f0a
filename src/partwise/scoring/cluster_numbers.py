"""The numbers of clusters whose labels arrive one by one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from partwise.base import LABEL_POLICIES, InputError, MissingLabelError
from partwise.clusterings import Lone, Policies, factorize, is_missing, is_noise

ALONE = -1
"""In place of a number: each item with this label is a cluster of its own."""
LEFT_OUT = -2
"""In place of a number: items with this label are left out."""

_INSTEAD = {"singletons": ALONE, "drop": LEFT_OUT}


class ClusterNumbers(dict[Hashable, int]):
    """The number of each label. A label that is new gets the next, after it was checked.

    Examples
    --------
    >>> numbers = ClusterNumbers("the candidate", Policies(noise="drop"))
    >>> [numbers[label] for label in ("a", "b", "a", -1)]
    [0, 1, 0, -2]
    """

    def __init__(self, side: str, policies: Policies) -> None:
        super().__init__()
        self.next = 0
        self._side, self._policies = side, policies
        self.may_be_alone = policies.noise in _INSTEAD or policies.missing in _INSTEAD

    def __missing__(self, label: Hashable) -> int:
        policies = self._policies
        if is_missing(label):
            if policies.missing == "raise":
                problem = f"the label of an item is missing ({label})"
                raise MissingLabelError(problem, subject=self._side, remedy=LABEL_POLICIES)
            return _INSTEAD[policies.missing]
        _check(label)
        if policies.noise in _INSTEAD and is_noise(label, policies.noise_label):
            self[label] = _INSTEAD[policies.noise]
        else:
            self[label] = self.own(ALONE)
        return self[label]

    def own(self, number: int) -> int:
        """Return the number of a cluster, which is a new one for an item that is alone."""
        if number != ALONE:
            return number
        self.next += 1
        return self.next - 1

    def labels(self, numbers: Iterable[Any]) -> list[Hashable]:
        """Return the labels that have these numbers."""
        label_of = {number: label for label, number in self.items()}
        return [label_of[number] if number in label_of else Lone(number) for number in numbers]


def _check(label: Hashable) -> None:
    if hasattr(label, "detach") or hasattr(label, "as_py"):
        raise no_label(label)  # a scalar of a library, which is not equal to others of its value
    try:
        factorize([label])
    except InputError:
        raise no_label(label) from None


def no_label(*labels: object) -> InputError:
    """Return what to say of the first label that cannot be hashed, or of the only one."""
    label = next((one for one in labels if not _is_hashable(one)), labels[0])
    return InputError(
        f"a label cannot be {label!r}, of type {type(label).__name__}",
        remedy="pass text, a whole number or another plain value that names a cluster",
    )


def _is_hashable(label: object) -> bool:
    try:
        hash(label)
    except TypeError:
        return False
    return True
