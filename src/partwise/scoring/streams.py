"""Scores of labels that arrive one by one, and change."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from fractions import Fraction
from operator import index as index_of
from typing import Any

from partwise.base import InNotebooks, InputError, NothingLeftError, many
from partwise.catalogue import Index, UndefinedPolicy, Value, as_index, as_indices, check_undefined
from partwise.catalogue import indices as recommended
from partwise.clusterings import MissingPolicy, NoisePolicy, Policies
from partwise.engines import table_of
from partwise.scoring.single import Scores, Which
from partwise.scoring.stream_tables import ALONE, MOST_ITEMS, StreamTable, no_label, too_many
from partwise.tables import Contingency, NotGivenError, with_cells


class Accumulator(InNotebooks, StreamTable):
    """Scores of a stream: items arrive, leave and change their cluster, and scores follow.

    It keeps the contingency table, so you can ask for any index at any time. Adding or moving an
    item takes the same short time however many items and clusters there are, and so does a
    pair-counting score (ARI, Rand, Fowlkes–Mallows, …). Scores by entropies (NMI, V-measure) and
    BCubed are as fast if one of ``indices`` needs more than pairs. Indices that need all cluster
    sizes or a matching, such as AMI, are computed from the table.

    The methods have the names and arguments of a metric of `river <https://riverml.xyz>`_, so you
    can use it in ``evaluate.progressive_val_score`` and ``utils.Rolling``. Accumulators of
    different workers can be pickled and added. Use each in one thread at a time.

    Parameters
    ----------
    indices : str, Index, callable, or several of them, optional
        The indices that :meth:`scores` evaluates; by default, the recommended indices. :meth:`get`
        returns the value of the first.
    undefined : {"convention", "nan", "raise"}
        What to do where a formula divides by zero.
    noise, noise_label, missing
        Policies for noise and missing labels, as in :class:`~partwise.Clustering`.

    Examples
    --------
    >>> import partwise as pw
    >>> stream = pw.Accumulator(["ARI", "NMI"])
    >>> for y_true, y_pred in zip([1, 1, 2, 2, 3, 3], [1, 1, 1, 2, 2, 2]):
    ...     stream.update(y_true, y_pred)
    >>> stream
    ARI: 0.242424, NMI: 0.515804 (6 items)
    >>> stream.merge(1, 2)
    >>> stream.score("Rand")
    0.2
    """

    def __init__(
        self,
        indices: Which | Iterable[Which] | None = None,
        *,
        undefined: UndefinedPolicy = "convention",
        noise: NoisePolicy | None = None,
        noise_label: Hashable = -1,
        missing: MissingPolicy = "raise",
    ) -> None:
        check_undefined(undefined)
        self.indices: tuple[Index, ...] = tuple(
            recommended() if indices is None else as_indices(indices)
        )
        if not self.indices:
            raise InputError("there is no index to score; name at least one")
        self._undefined = undefined
        self._policies = Policies(noise, noise_label, missing)
        self._keeps_all = any(index.kind != "pairs" for index in self.indices)
        self._fill(Contingency.from_cells([], [], []))

    # --- items

    def update(self, y_true: Hashable, y_pred: Hashable, weight: int = 1) -> None:
        """Add an item by its reference label and its candidate label.

        Parameters
        ----------
        y_true, y_pred : hashable
            The cluster of the item in the reference, and in the candidate.
        weight : int
            How many such items to add.

        Examples
        --------
        >>> stream = Accumulator("ARI")
        >>> stream.update("a", 1)
        >>> stream.update("b", 2, weight=3)
        >>> stream.n
        4
        """
        if type(weight) is not int or not 0 <= weight <= MOST_ITEMS:
            weight = _whole(weight)
        try:
            self._change(self._rows[y_true], self._columns[y_pred], weight)
        except (TypeError, ValueError) as error:
            raise _explained(error, y_true, y_pred, weight) from None

    def revert(self, y_true: Hashable, y_pred: Hashable, weight: int = 1) -> None:
        """Remove an item that was added before; an error if there is no such item.

        Examples
        --------
        >>> stream = Accumulator("ARI")
        >>> stream.update("a", 1)
        >>> stream.revert("a", 1)
        >>> stream.n
        0
        """
        self._make_room()
        if type(weight) is not int or not 0 <= weight <= MOST_ITEMS:
            weight = _whole(weight)
        try:
            self._change(self._rows[y_true], self._columns[y_pred], -weight)
        except (TypeError, ValueError) as error:
            raise _explained(error, y_true, y_pred, -weight) from None

    def update_many(self, reference: object, candidate: object, weights: object = None) -> None:
        """Add all items of two clusterings, in any form that :func:`score` takes.

        Parameters
        ----------
        reference, candidate : Clustering, labels, or label columns of a frame
            The labels of the same items.
        weights : array, optional
            How many items each of them stands for.

        Examples
        --------
        >>> stream = Accumulator("ARI")
        >>> stream.update_many(["a", "a", "b"], [1, 1, 2])
        >>> stream.update_many(["a", "b"], [1, 1])
        >>> stream.n, stream.score()
        (5, 0.23076923076923078)
        """
        settings = self._policies
        policies = Policies(settings.noise, settings.noise_label, settings.missing, weights)
        try:
            table = table_of(reference, candidate, policies)
        except NothingLeftError:  # of this part of the stream; others have what to count
            return
        self._add_table(with_cells(table))

    def move(self, y_true: Hashable, source: Hashable, target: Hashable, weight: int = 1) -> None:
        """Move an item from one candidate cluster to another.

        Examples
        --------
        >>> stream = Accumulator("Rand")
        >>> stream.update_many(["a", "a"], [1, 2])
        >>> stream.move("a", source=2, target=1)
        >>> stream.table.column_labels
        (1,)
        """
        self._make_room()
        if type(weight) is not int or not 0 <= weight <= MOST_ITEMS:
            weight = _whole(weight)
        try:
            row, column = self._rows[y_true], self._columns[target]
            self._change(row, self._columns[source], -weight)
        except (TypeError, ValueError) as error:
            raise _explained(error, y_true, source, -weight, target) from None
        self._change(row, column, weight)

    def merge(self, first: Hashable, second: Hashable) -> None:
        """Join two candidate clusters under the name of the first; the second is then empty.

        Examples
        --------
        >>> stream = Accumulator("Rand")
        >>> stream.update_many(["a", "a", "b"], [1, 2, 3])
        >>> stream.merge(1, 2)
        >>> stream.score()
        1.0
        """
        self._make_room()
        try:
            columns = self._columns[first], self._columns[second]
        except TypeError:
            raise no_label(first, second) from None
        if min(columns) < 0:
            raise InputError(
                "noise points and items without a label cannot be merged: each is its own cluster "
                "or left out",
                examples=[first, second],
                what="labels",
            )
        if columns[0] == columns[1]:
            return
        try:
            kept = self._table.merge(*columns)
        except ValueError:  # the cluster of the larger number never had an item
            kept = min(columns)
        del self._columns[second]
        self._columns[first] = kept
        lone = [place for column in columns for place in self._lone.pop((ALONE, column), [])]
        self._lone[ALONE, kept] = [(row, kept) for row, _ in lone]

    # --- scores

    def score(self, index: Which | None = None, *, exact: bool = False) -> float | Fraction:
        """Return the current value of an index; by default, of the first.

        Examples
        --------
        >>> stream = Accumulator("ARI")
        >>> stream.update_many([0, 0, 1, 1], [0, 0, 1, 2])
        >>> stream.score(), stream.score(exact=True), stream.score("purity")
        (0.5714285714285714, Fraction(4, 7), 1.0)
        """
        return self._value(self.indices[0] if index is None else as_index(index), exact).value

    def scores(self) -> Scores:
        """Return the current values of all indices, as :func:`partwise.scores` does."""
        return Scores(self.table, {index: self._value(index) for index in self.indices})

    def _value(self, index: Index, exact: bool = False) -> Value:
        if index.kind == "pairs":
            return index.evaluate(self.pair_counts, exact=exact, undefined=self._undefined)
        if index.kind == "table" and not exact:
            try:
                value = float(index.values(self._table.sums(), undefined="nan")[0])
            except NotGivenError:
                value = math.nan
            if math.isfinite(value):
                return Value(value)
        return index.evaluate(self.table, exact=exact, undefined=self._undefined)

    # --- several accumulators

    def __iadd__(self, other: Accumulator) -> Accumulator:
        """Add the items of another accumulator."""
        if not isinstance(other, Accumulator):
            return NotImplemented
        self._check_alike(other)
        self._add_table(other.table)
        return self

    def __add__(self, other: Accumulator) -> Accumulator:
        """Return an accumulator of the items of both."""
        if not isinstance(other, Accumulator):
            return NotImplemented
        result = self.copy()
        result += other
        return result

    def __radd__(self, other: object) -> Accumulator:
        return self.copy() if other == 0 else NotImplemented  # so that sum(accumulators) works

    def __sub__(self, other: Accumulator) -> Accumulator:
        """Return an accumulator of the items without those of the other."""
        if not isinstance(other, Accumulator):
            return NotImplemented
        self._check_alike(other)
        result, part = self.copy(), other.table
        try:
            result._take(part, -1)
        except ValueError:
            raise InputError(
                "the accumulator to subtract has items that this one does not have",
                remedy="subtract an accumulator of items that were added here",
            ) from None
        return result

    def copy(self) -> Accumulator:
        """Return an accumulator with the same items."""
        result = self.clone()
        result._fill(self.table)
        return result

    def __getstate__(self) -> dict[str, Any]:
        return {
            "indices": self.indices,
            "_undefined": self._undefined,
            "_policies": self._policies,
            "_keeps_all": self._keeps_all,
            "table": self.table,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        table = state.pop("table")
        self.__dict__.update(state)
        self._fill(table)

    def _check_alike(self, other: Accumulator) -> None:
        mine, theirs = (
            (of._policies.noise, of._policies.noise_label, of._policies.missing)
            for of in (self, other)
        )
        if mine != theirs:
            raise InputError(
                "the accumulators treat noise or missing labels differently",
                remedy="create both with the same noise=, noise_label= and missing=",
            )

    # --- the manners of river's metrics

    def get(self) -> float:
        """Return the current value of the first index."""
        return float(self.score())

    @property
    def bigger_is_better(self) -> bool:
        """Whether larger values of the first index mean that the clusterings are more alike."""
        return self.indices[0].direction == "similarity"

    def is_better_than(self, other: Any) -> bool:
        """Whether the first index prefers this accumulator to another metric of its kind."""
        return self.indices[0].prefers(self.get(), other.get())

    def clone(self) -> Accumulator:
        """Return an accumulator with the same settings and without items."""
        result = type(self).__new__(type(self))
        result.__setstate__({**self.__getstate__(), "table": Contingency.from_cells([], [], [])})
        return result

    def works_with(self, model: object) -> bool:
        """Whether it can judge a model of river: any that predicts labels."""
        return hasattr(model, "predict_one")

    requires_labels = works_with_weights = True

    def __repr__(self) -> str:
        values = ", ".join(
            f"{index.short}: {self._value(index).value:.6g}" for index in self.indices
        )
        return f"{values} ({many(self.n, 'item')})"


def _whole(weight: Any) -> int:
    number = int(weight) if isinstance(weight, float) and weight.is_integer() else weight
    try:
        number = index_of(number)
    except TypeError:
        number = -1
    if number < 0:
        raise InputError(f"weight= must be a whole number of at least 0, not {weight!r}")
    if number > MOST_ITEMS:
        raise too_many()
    return number


def _explained(
    error: Exception, y_true: Hashable, y_pred: Hashable, items: int, *others: Hashable
) -> Exception:
    """Return what to say where an item could not be added, or taken away if ``items`` < 0."""
    if isinstance(error, InputError):
        return error
    if isinstance(error, TypeError):
        return no_label(y_true, y_pred, *others)
    if items > 0:
        return too_many()
    number = "is no item" if items == -1 else f"are fewer than {-items} items"
    return InputError(
        f"there {number} of reference cluster {y_true!r} in candidate cluster {y_pred!r}",
        remedy="remove only items that were added, from the cluster that they are in now",
    )
