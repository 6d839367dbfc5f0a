"""What becomes of items without a label, and of items marked as noise."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, TypeAlias, get_args

import numpy as np

from partwise.base import LABEL_POLICIES, InputError, MissingLabelError
from partwise.clusterings.factorization import MISSING, Codes, Factorized
from partwise.clusterings.items import Items, MissingPolicy

NoisePolicy: TypeAlias = Literal["singletons", "drop", "cluster"]


class Lone:
    """The label of a cluster made for one item that had none; equal to no other label.

    Parameters
    ----------
    item : hashable
        The item.
    """

    __slots__ = ("item",)

    def __init__(self, item: Hashable) -> None:
        self.item = item

    def __repr__(self) -> str:
        return f"(only {self.item})"


def check_policies(noise: str | None, missing: str) -> None:
    """Refuse a policy that does not exist."""
    if noise is not None and noise not in get_args(NoisePolicy):
        raise InputError(f'noise= must be None, "singletons", "drop" or "cluster", not {noise!r}')
    if missing not in get_args(MissingPolicy):
        raise InputError(f'missing= must be "raise", "drop" or "singletons", not {missing!r}')


def settle_missing(labelled: Factorized, items: Items, policy: MissingPolicy) -> Factorized:
    """Apply the policy for items without a label."""
    where = np.flatnonzero(labelled.codes == MISSING)
    if len(where) == 0 or policy == "drop":
        return labelled
    if policy == "singletons":
        return _isolate(labelled, where, items)
    names = items.ids()
    kind = "positions" if items.names is None else "items"
    raise MissingLabelError(
        f"{len(where)} of {len(labelled.codes)} labels are missing",
        count=len(where),
        examples=[names[i] for i in where[:3].tolist()],
        what=kind,
        remedy=LABEL_POLICIES,
    )


def settle_noise(
    labelled: Factorized, items: Items, policy: NoisePolicy | None, noise_label: Hashable
) -> Factorized:
    """Apply the policy for items that carry the noise label."""
    if policy is None or policy == "cluster":
        return labelled
    codes = [code for code, label in enumerate(labelled.labels) if is_noise(label, noise_label)]
    where = np.flatnonzero(np.isin(labelled.codes, codes))
    if policy == "singletons":
        return _isolate(labelled, where, items)
    kept = labelled.codes.copy()
    kept[where] = MISSING
    return Factorized(kept, labelled.labels)


def is_noise(label: Hashable, noise_label: Hashable) -> bool:
    """Whether a label marks noise; −1 read from a file as text does too."""
    return label == noise_label or (isinstance(label, str) and label == str(noise_label))


def _isolate(labelled: Factorized, where: Codes, items: Items) -> Factorized:
    names = items.ids()
    codes = labelled.codes.copy()
    codes[where] = len(labelled.labels) + np.arange(len(where))
    lone: list[Hashable] = [Lone(names[i]) for i in where.tolist()]
    return Factorized(codes, labelled.labels + lone)
