"""Indices for inputs that are no partitions, such as covers: their record and their lists.

Each kind of input has an index class of its own, which reads such inputs and makes the table that
its formulas see. The catalogue of indices for partitions knows nothing of them.
"""

from __future__ import annotations

import copyreg
import inspect
import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from partwise.base import Either, InputError, NotRationalError, Option, PartwiseError, listed
from partwise.catalogue.conventions import (
    Conventions,
    UndefinedPolicy,
    Value,
    check_undefined,
    settle,
)
from partwise.catalogue.index_record import Index
from partwise.catalogue.names import normalised, readings
from partwise.clusterings import MissingPolicy, NoisePolicy, Policies, Weighting
from partwise.tables import Relation

_MOST_NAMED = 8  # indices that an error names

_T = TypeVar("_T", bound="type[BeyondIndex]")


@dataclass(frozen=True, eq=False, repr=False)
class BeyondIndex(Index):
    """An index whose inputs are no partitions; :class:`~partwise.Index` has the other fields.

    A subclass for a kind of input has ``inputs``, what the inputs are called; ``record``, their
    class; ``usual``, the keys by which they are compared unless indices are named (None: all);
    ``commands``, those of the command line that take them; and :meth:`read_alone` and
    :meth:`table`, which read one and two of them. Its formulas take that table, and, where they are
    rational, whether the value is to be exact. The table has ``n``, ``item_count``, ``k_a`` and
    ``k_b`` for titles, and ``relation`` for values by convention.

    Parameters
    ----------
    partition_index : str or None
        Key of the index for partitions that it equals where the inputs are partitions.
    rational : bool
        Whether ``exact=True`` works.
    """

    partition_index: str | None = None
    rational: bool = False

    inputs: ClassVar[str] = ""
    record: ClassVar[type] = object
    usual: ClassVar[Sequence[str] | None] = None
    commands: ClassVar[str] = ""
    situations: ClassVar[Mapping[Relation, str]] = {}
    by_key: ClassVar[dict[str, Any]] = {}
    by_name: ClassVar[dict[str, Any]] = {}

    @classmethod
    def why_not(cls, index: Index) -> str:  # noqa: ARG003
        """Say why an index for partitions has no meaning for these inputs; "" if it is plain."""
        return ""

    @classmethod
    def table(cls, reference: object, candidate: object, policies: Policies) -> Any:
        """Read two inputs, bring them to the same items, and return what formulas see."""
        raise NotImplementedError

    @classmethod
    def check_noise(cls, inputs: Iterable[object], policies: Policies) -> None:
        """Refuse a policy for noise where no input has labels."""
        if policies.noise is not None and all(isinstance(data, cls.record) for data in inputs):
            raise InputError(
                (Option("noise"), f" applies to labels, but these are {cls.inputs}"),
                remedy=("leave out ", Option("noise")),
            )

    @classmethod
    def read_alone(cls, data: object, policies: Policies) -> Any:
        """Read one input."""
        raise NotImplementedError

    @classmethod
    def read(cls, data: object, policies: Policies, name: str = "") -> Any:
        """Read one input; refuse one of another kind, and weights."""
        if policies.weights is not None:
            raise InputError(
                f"indices for {cls.inputs} do not support weights",
                remedy=("leave out ", Option("weights")),
            )
        for other in KINDS:
            if other is not cls and isinstance(data, other.record):
                raise InputError(
                    f"{cls.inputs} cannot be compared with a {other.record.__name__}",
                    subject=name or None,
                    remedy=(
                        f"compare {other.inputs} with {other.inputs} or labels, by an index that ",
                        list_of(other),
                        " lists",
                    ),
                )
        try:
            return cls.read_alone(data, policies)
        except PartwiseError as error:
            raise error.about(name) if name else error from None

    def __call__(
        self,
        reference: object,
        candidate: object,
        *,
        exact: bool = False,
        undefined: UndefinedPolicy = "convention",
        noise: NoisePolicy | None = None,
        noise_label: Hashable = -1,
        missing: MissingPolicy = "raise",
        weights: object = None,
        weighting: Weighting = "multiplicity",
    ) -> float | Fraction:
        """Compare two inputs; see :func:`partwise.score`."""
        policies = Policies(noise, noise_label, missing, weights, weighting)
        data = self.table(reference, candidate, policies)
        return self.evaluate(data, exact=exact, undefined=undefined).value

    def evaluate(
        self,
        data: Any,
        *,
        exact: bool = False,
        undefined: UndefinedPolicy = "convention",
        situations: Mapping[Relation, str] | None = None,
    ) -> Value:
        """Return the value for a table, and whether a convention was used."""
        check_undefined(undefined)
        if exact and not self.rational:
            raise NotRationalError(f"{self.key} has no exact value for {self.inputs}")
        try:
            value = self._of(data, exact)
        except ZeroDivisionError:
            value = math.nan
        if type(value) is Fraction or math.isfinite(value):
            return Value(value)
        said = situations or self.situations
        return settle(self.key, data.relation, self.conventions, undefined, exact, said)

    def _of(self, data: Any, exact: bool) -> float | Fraction:
        formula: Callable[..., Any] = self.formula
        value = formula(data, exact) if self.rational else formula(data)
        return Fraction(value) if exact and value == value else float(value)  # not NaN

    @cached_property
    def is_rational(self) -> bool:
        """Whether ``exact=True`` works."""
        return self.rational

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.key}: {self.label}>"


KINDS: list[type[BeyondIndex]] = []
"""The index classes, one for each kind of input, in the order in which they were made."""


def kind_of_input(kind: _T) -> _T:
    """Add an index class, whose indices are found by name from now on."""
    kind.by_key, kind.by_name = {}, {}
    KINDS.append(kind)
    copyreg.pickle(kind, _reduced)
    return kind


def _reduced(known: BeyondIndex) -> tuple[Any, ...]:
    return _restored, (known.inputs, known.key)


def _restored(inputs: str, key: str) -> BeyondIndex:
    return next(kind for kind in KINDS if kind.inputs == inputs).by_key[key]  # type: ignore[no-any-return]


def beyond_index(
    kind: type[BeyondIndex],
    key: str,
    *,
    trivial: Mapping[str, Any] | None = None,
    range: tuple[float, float] = (0, 1),  # noqa: A002
    **fields: Any,
) -> Callable[[Callable[..., Any]], Any]:
    """Make an index of a formula on the table of this kind of input, and add it to the list."""
    given = dict(trivial or {})
    conventions = Conventions(
        given.get("identical", range[1]),
        given.get("opposite"),
        given.get("vs_other"),
        given.get("otherwise"),
    )

    def made(formula: Callable[..., Any]) -> Any:
        own = kind(
            key=key,
            kind="callable",
            formula=formula,
            range=range,
            conventions=conventions,
            builtin=True,
            family=kind.inputs,
            doc=inspect.getdoc(formula) or "",
            **fields,
        )
        return added(own)

    return made


def added(own: BeyondIndex) -> BeyondIndex:
    """Add an index to the list of its kind of input, where all its names find it."""
    own.by_key[own.key] = own
    own.by_name.update({normalised(name): own for name in (own.key, own.label, *own.aka)})
    return own


def named_index(kind: type[BeyondIndex], name: str) -> BeyondIndex | None:
    """Find an index for a kind of input by any of its names; None if there is none."""
    names: dict[str, BeyondIndex] = kind.by_name
    return next((names[reading] for reading in readings(name) if reading in names), None)


def beyond_index_named(name: str) -> BeyondIndex | None:
    """Find an index for any kind of input that is no partition, by any of its names."""
    return next((known for kind in KINDS if (known := named_index(kind, name))), None)


def beyond_family(name: str) -> tuple[BeyondIndex, ...] | None:
    """Return all indices for a kind of input, by what the inputs are called; None if unknown."""
    return next((tuple(k.by_key.values()) for k in KINDS if k.inputs == name.casefold()), None)


def without_meaning(index: Index, kind: type[BeyondIndex]) -> InputError:
    """Say that an index is not defined for a kind of input, and which are."""
    twins = [each.key for each in kind.by_key.values() if each.partition_index == index.key]
    known = twins or list(kind.by_key)
    theirs = "partitions"
    if isinstance(index, BeyondIndex) and index.partition_index != index.key:
        theirs = index.inputs
    all_of_them = ("; ", list_of(kind), " lists all") if len(known) > _MOST_NAMED else ()
    return InputError(
        f"{index.key} {kind.why_not(index) or f'is defined for {theirs}'}",
        remedy=(f"for {kind.inputs} use {listed(known[:_MOST_NAMED], 'or')}", *all_of_them),
    )


def list_of(kind: type[BeyondIndex]) -> Either:
    """Return what lists the indices for a kind of input."""
    return Either(f"pw.indices({kind.inputs!r})", f"`partwise indices --family {kind.inputs}`")


def only_for(index: BeyondIndex) -> InputError:
    """Say that an index needs other inputs than partitions."""
    twin = f", or use {index.partition_index}, which it equals on partitions"
    takers = f"pass {index.inputs} to pw.score, pw.scores, pw.pairwise or pw.compare"
    commands = index.commands or f"in Python, {takers}"
    return InputError(
        f"{index.key} compares {index.inputs}, but these are partitions",
        remedy=(Either(takers, commands), twin if index.partition_index else ""),
    )
