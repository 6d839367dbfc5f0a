"""Weights of items: read, checked, and made exact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import inf, isfinite, lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Option, exact_counts, many, total
from partwise.clusterings import Clustering, Factorized, Lone, MissingPolicy, align, examples


class ExactWeights(NamedTuple):
    """Weights as whole multiples of a unit, so that their sums and products are exact."""

    units: NDArray[Any]
    unit: Fraction


def weights_of_items(
    weights: Any, reference: Clustering, candidate: Clustering, missing: MissingPolicy
) -> Any:
    """Return the weight of each item that the two clusterings share, once they are aligned.

    Weights come by name (a mapping, or a series beside items with names), or one for each item of
    the reference in the order in which it was given, those that are dropped included.
    """
    if isinstance(weights, str | bytes) or not isinstance(weights, Iterable):
        raise InputError(f"weights must be one number for each item, not {weights!r}")
    shared = align(reference, candidate, missing)[0]
    names = None if isinstance(weights, Sequence) else getattr(weights, "index", None)
    if names is not None and shared.has_names:  # a series
        weights = dict(zip(names, np.asarray(weights).tolist(), strict=True))
    if isinstance(weights, Mapping):
        lacking = [item for item in shared.items if item not in weights]
        if lacking:
            raise InputError(f"items have no weight: {examples(lacking)}")
        return [weights[item] for item in shared.items]
    numbers = weights if isinstance(weights, np.ndarray) else list(weights)
    items = reference.item_set
    if np.ndim(numbers) != 1 or len(numbers) != items.total:
        shape = len(numbers) if np.ndim(numbers) == 1 else f"an array of shape {np.shape(numbers)}"
        raise InputError(
            f"weights must be one for each of the reference's {many(items.total, 'item')}, "
            f"not {shape}"
        )
    places = items.where()[_places(reference, candidate, missing)]
    return (
        numbers[places]
        if isinstance(numbers, np.ndarray)
        else [numbers[i] for i in places.tolist()]
    )


def _places(reference: Clustering, candidate: Clustering, missing: MissingPolicy) -> NDArray[Any]:
    """Return which item of the reference each shared item is."""
    alone = Factorized(np.arange(reference.n), list(range(reference.n)))
    shared = align(Clustering.from_codes(alone, reference.item_set), candidate, missing)[0]
    lone = [label.item for label in shared.cluster_labels if isinstance(label, Lone)]
    if lone:
        raise InputError(
            f"items that only the candidate has have no weight: {examples(lone)}; give the weights "
            "as a mapping item → weight"
        )
    return np.array(shared.cluster_labels, np.int64)


def multiplicities(weights: Any) -> NDArray[Any]:
    """Check that weights are numbers of items.

    Examples
    --------
    >>> multiplicities([1, 2.0, 0])
    array([1, 2, 0])
    """
    try:
        numbers = exact_counts(weights, "multiplicity")
    except InputError as error:
        raise _no_multiplicities(weights, error) from None
    _check_total(numbers)
    return numbers


def _no_multiplicities(weights: Any, error: InputError) -> InputError:
    """Recommend weights of importance, unless these are no such weights either."""
    try:
        exact_weights(weights)
    except InputError as graver:
        return graver
    remedy = ("pass ", Option("weighting", "importance"), " for real weights")
    return InputError(error.problem, remedy=remedy)


def exact_weights(weights: Any) -> ExactWeights:
    """Check that weights are finite numbers, none negative, and return their exact values.

    Examples
    --------
    >>> exact_weights([0.5, 2, 0.75])
    ExactWeights(units=array([2, 8, 3]), unit=Fraction(1, 4))
    """
    values = weights.tolist() if isinstance(weights, np.ndarray) else list(weights)
    _check_values(values)
    are_floats = all(type(weight) is float for weight in values)
    exact = _binary(np.array(values, np.float64)) if are_floats else _fractions(values)
    _check_total(exact.units)
    return exact


def _check_total(units: NDArray[Any]) -> None:
    if len(units) and not units.any():
        raise InputError("all weights are zero, so no item is left to compare")


def _check_values(weights: list[Any]) -> None:
    for position, weight in enumerate(weights):
        if type(weight) is float and 0 <= weight < inf:
            continue
        if isinstance(weight, bool) or not isinstance(weight, int | float | Fraction | Decimal):
            raise InputError(f"weight {weight!r} at position {position} is not a number")
        if not isfinite(weight):
            raise InputError(f"weight {weight!r} at position {position} is not finite")
        if weight < 0:
            raise InputError(f"weight {weight!r} at position {position} is negative")


def _fractions(weights: list[Any]) -> ExactWeights:
    _check_values(weights)
    fractions = [Fraction(weight) for weight in weights]  # exact, also for floats and decimals
    scale = lcm(*(weight.denominator for weight in fractions))
    units = np.array([*(int(weight * scale) for weight in fractions), None], object)[:-1]
    return ExactWeights(_narrow(units), Fraction(1, scale))


def _binary(weights: NDArray[np.float64]) -> ExactWeights:
    """Return floats as multiples of the largest power of two of which all are."""
    fraction, exponent = np.frexp(weights)
    digits = (fraction * 2.0**53).astype(np.int64)
    spare = np.frexp(np.maximum(digits & -digits, 1).astype(np.float64))[1] - 1  # zeros at the end
    digits, exponent = digits >> spare, exponent - 53 + spare
    present = exponent[digits > 0]
    smallest = int(present.min()) if len(present) else 0
    shifts = np.where(digits > 0, exponent - smallest, 0)
    pairs = zip(digits.tolist(), shifts.tolist(), strict=True)
    units = np.array([*(value << shift for value, shift in pairs), None], object)[:-1]
    return ExactWeights(_narrow(units), Fraction(2) ** smallest)


def _narrow(units: NDArray[Any]) -> NDArray[Any]:
    return units.astype(np.int64) if total(units) < 2**63 else units
