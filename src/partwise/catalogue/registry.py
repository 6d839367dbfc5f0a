"""The registry of indices, the decorators that fill it, and the search in it."""

from __future__ import annotations

import copyreg
import inspect
import math
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, get_args

from partwise.base import Either, InputError, Number, UnknownIndexError
from partwise.catalogue.beyond_partitions import beyond_family, beyond_index_named
from partwise.catalogue.conventions import Conventions
from partwise.catalogue.formula import check_takes_a_table, parse_formula
from partwise.catalogue.index_list import Indices
from partwise.catalogue.index_record import Direction, Index, Kind
from partwise.catalogue.names import (
    SEVERAL_MEANINGS,
    nearest,
    normalised,
    readings,
    warn_of_meanings,
)

Range = tuple[float | Fraction, float | Fraction]
Formula = Callable[[Any], Number]

_BY_KEY: dict[str, Index] = {}
_KEY_OF_NAME: dict[str, str] = {}
_SETS = frozenset({"all", *get_args(Kind)})
_UNBOUNDED: Range = (-math.inf, math.inf)
IN_FORMULAS = re.compile(r"[+*/]|\b(n[01][01]|m[ab]|n)\b", re.IGNORECASE)

RECOMMENDED = (
    # with a constant baseline, or nearly
    "correlation", "sokal_sneath_1", "ami_arithmetic", "adjusted_rand", "correlation_distance",
    # well known, with a bias towards cluster sizes
    "nmi_arithmetic", "vi", "rand", "jaccard", "wallace_2", "wallace_1", "dice",
    "f_measure", "bcubed",
)  # fmt: skip
"""Keys of the family "recommended", the most trustworthy first: shown where none is named."""

_MEANINGS = {normalised(name): keys for name, keys in SEVERAL_MEANINGS.items()}


def _register(index: Index) -> Index:
    known = _BY_KEY.get(index.key)
    if known is not None and known.builtin:
        raise InputError(f"{index.key!r} is an index of the catalogue; choose another name")
    if not index.builtin and index.key in _SETS | set(families()):
        raise InputError(f"{index.key!r} names a family of indices; choose another name")
    names = {normalised(name) for name in (index.key, index.label, *index.aka)}
    for name in names:
        owner = _KEY_OF_NAME.get(name, index.key)
        if owner != index.key:
            raise InputError(f"the name {name!r} already belongs to the index {owner!r}")
    if not index.builtin:
        _refuse_names_of_the_catalogue(index)
    if known is not None:
        for name in [name for name, key in _KEY_OF_NAME.items() if key == index.key]:
            del _KEY_OF_NAME[name]
    _BY_KEY[index.key] = index
    _KEY_OF_NAME.update(dict.fromkeys(names, index.key))
    return index


def _refuse_names_of_the_catalogue(own: Index) -> None:
    """Refuse names by which :func:`index` finds an index of the catalogue."""
    for name in (own.key, own.label, *own.aka):
        for reading in readings(name):
            owners = _MEANINGS.get(reading, (_KEY_OF_NAME.get(reading, own.key),))
            if owners[0] != own.key and _BY_KEY[owners[0]].builtin:
                meant = " or ".join(map(repr, owners))
                raise InputError(f"the name {name!r} already means {meant}; choose another name")


def _decorator(
    kind: Kind, key: str, label: str | None, **fields: Any
) -> Callable[[Formula], Index]:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", key):
        raise InputError(
            f"a key may have lower-case letters, digits and underscores only, unlike {key!r}"
        )
    trivial: Mapping[str, Any] = fields.pop("trivial") or {}
    strange = set(trivial) - {"identical", "opposite", "vs_other", "otherwise"}
    if strange:
        known = "identical, opposite, vs_other and otherwise"
        raise InputError(f"trivial= takes {known}, not {', '.join(sorted(strange))}")
    direction, bounds = fields["direction"], fields["range"]
    if direction not in ("similarity", "distance"):
        raise InputError(f'direction= must be "similarity" or "distance", not {direction!r}')
    best = bounds[1] if direction == "similarity" else bounds[0]
    conventions = Conventions(
        identical=trivial.get("identical", best if math.isfinite(best) else None),
        opposite=trivial.get("opposite"),
        vs_other=trivial.get("vs_other"),
        otherwise=trivial.get("otherwise"),
    )
    fields |= {"key": key, "label": label or key, "kind": kind, "conventions": conventions}
    return lambda formula: _register(
        Index(formula=formula, doc=inspect.getdoc(formula) or "", **fields)
    )


def pair_index(
    key: str,
    *,
    label: str | None = None,
    aka: tuple[str, ...] = (),
    direction: Direction = "similarity",
    range: Range = _UNBOUNDED,  # noqa: A002
    symmetric: bool | None = None,
    references: tuple[str, ...] = (),
    trivial: Mapping[str, Any] | None = None,
    stable: bool = False,
    builtin: bool = False,
    family: str = "own",
) -> Callable[[Formula], Index]:
    """Make a pair-counting index of a formula on :class:`~partwise.PairCounts`.

    Parameters
    ----------
    key, label, aka
        Its names.
    direction, range, symmetric, references, stable
        As in :class:`~partwise.Index`.
    trivial : mapping, optional
        Values where the formula divides by zero: "identical" (the best value, if there is one),
        "opposite", "vs_other" and "otherwise"; see :mod:`partwise.catalogue.conventions`.
    builtin, family
        For the catalogue itself.

    Examples
    --------
    >>> import partwise as pw
    >>> @pw.pair_index("share_of_agreement", range=(0, 1))
    ... def share_of_agreement(p):
    ...     return p.agree / p.total
    >>> pw.score([0, 0, 1], [0, 1, 1], "share_of_agreement")
    0.3333333333333333
    """
    fields = {name: value for name, value in locals().items() if name not in ("key", "label")}
    return _decorator("pairs", key, label, **fields)


def table_index(
    key: str,
    *,
    label: str | None = None,
    aka: tuple[str, ...] = (),
    direction: Direction = "similarity",
    range: Range = _UNBOUNDED,  # noqa: A002
    symmetric: bool | None = None,
    references: tuple[str, ...] = (),
    trivial: Mapping[str, Any] | None = None,
    stable: bool = False,
    builtin: bool = False,
    family: str = "own",
) -> Callable[[Formula], Index]:
    """Make an index of a formula on a view of a table (:mod:`partwise.tables.formula_protocol`).

    The parameters are those of :func:`pair_index`.

    Examples
    --------
    >>> import partwise as pw
    >>> @pw.table_index("purity_of_candidate", range=(0, 1))
    ... def purity_of_candidate(t):
    ...     return t.column_maxima / t.n
    >>> pw.score([0, 0, 1], [0, 1, 1], "purity_of_candidate", exact=True)
    Fraction(2, 3)
    """
    fields = {name: value for name, value in locals().items() if name not in ("key", "label")}
    return _decorator("table", key, label, **fields)


def define(
    name: str,
    formula: str | Formula,
    *,
    direction: Direction = "similarity",
    range: Range = _UNBOUNDED,  # noqa: A002
    trivial: Mapping[str, Any] | None = None,
) -> Index:
    """Make your own index, from a formula or from a function.

    Parameters
    ----------
    name : str
        Its key: lower-case letters, digits and underscores. Your own index may be defined again.
    formula : str or callable
        A formula in n11, n10, n01, n00, n, N, mA and mB with ``+ - * / **``, sqrt, log, min and
        max; or any function that takes a :class:`~partwise.Contingency` and returns a number.
    direction, range, trivial
        As in :func:`pair_index`.

    Examples
    --------
    >>> import partwise as pw
    >>> own = pw.define("tversky", "n11 / (n11 + 0.5*n10 + 2*n01)", range=(0, 1))
    >>> own([0, 0, 1, 1], [0, 0, 0, 1])
    0.18181818181818182
    >>> own.from_counts(1, 1, 2, 2, exact=True)
    Fraction(2, 11)
    """
    if isinstance(formula, str):
        kind: Kind = "pairs"
        function: Formula = parse_formula(formula)
        doc = f"User-defined: {formula.strip()}"
    elif callable(formula):
        checked_name(formula)
        kind, function = "callable", formula
        doc = inspect.getdoc(formula) or "User-defined function of the contingency table"
    else:
        raise InputError(
            f"formula must be text or a function of a Contingency, not {type(formula).__name__}"
        )
    wrapped: Formula = lambda data: function(data)  # noqa: E731
    wrapped.__doc__ = doc
    return _decorator(kind, name, None, direction=direction, range=range, trivial=trivial)(wrapped)


def index(name: str) -> Index:
    """Find an index by its key, label, abbreviation or any other common name.

    Case, punctuation and accents do not matter, and neither does "index" or "score" at the end.
    A name that scikit-learn uses gives scikit-learn's number. A name with several meanings, such as
    "precision", finds the most common one, with a warning that lists the others.

    Examples
    --------
    >>> import partwise as pw
    >>> pw.index("CC").key, pw.index("s&s").key, pw.index("adjusted_rand_score").key
    ('correlation', 'sokal_sneath_1', 'adjusted_rand')
    """
    if not isinstance(name, str):
        raise InputError(f"pass the name of an index, not a {type(name).__name__}")
    if name in _BY_KEY:
        return _BY_KEY[name]
    for reading in readings(name):
        if reading in _KEY_OF_NAME:
            return _BY_KEY[_KEY_OF_NAME[reading]]
        if reading in _MEANINGS:
            return _most_usual(name, _MEANINGS[reading])
    beyond = beyond_index_named(name)
    if beyond is not None:
        return beyond
    family = name.casefold()
    if family in {"all", *families()}:
        raise UnknownIndexError(
            f"{name!r} is a family of indices, but one index is needed",
            remedy=(
                Either(f"pw.indices({family!r})", f"`partwise indices --family {family}`"),
                " lists them",
            ),
        )
    keys = list(dict.fromkeys(_KEY_OF_NAME[match] for match in nearest(name, _KEY_OF_NAME)))
    hint = f"did you mean {' or '.join(keys)}? " if keys else ""
    if IN_FORMULAS.search(name):
        hint = "pw.define makes an index of a formula; "
    raise UnknownIndexError(
        f"no index is called {name!r}",
        remedy=(hint, Either("pw.indices('all')", "`partwise indices`"), " lists all of them"),
    )


def known_by_key(key: str) -> Index | None:
    """Return the index for partitions that has this key; None if there is none."""
    return _BY_KEY.get(key)


def _most_usual(name: str, keys: tuple[str, ...]) -> Index:
    """Return the most usual meaning of a name, and warn that there are others."""
    first, *others = keys
    *most, last = others
    rest = f"{', '.join(most)} or {last}" if most else last
    warn_of_meanings(
        f"{name!r} is taken as {first}, {_BY_KEY[first].label}; it can also mean {rest}"
    )
    return _BY_KEY[first]


def indices(which: str | None = None) -> Indices:
    """Return indices: by default those that are recommended, and then your own.

    ``scores`` and ``compare`` show these by default: the most trustworthy first,
    then those that are well known. All others are included when you name them.

    Parameters
    ----------
    which : str, optional
        "all"; "pairs", "table" or "callable" for all of this kind; or a family: "recommended",
        "paper" (all that the paper analyses, in its order), "own", "entropy", "matching",
        "element", "pairs_beyond"; or "covers", for clusters that overlap.

    Examples
    --------
    >>> import partwise as pw
    >>> [i.short for i in pw.indices("recommended")][:4]
    ['CC', 'S&S', 'AMI', 'ARI']
    >>> [i.key for i in pw.indices("element")]
    ['element_centric']
    """
    if which is None:
        return Indices((*indices("recommended"), *indices("own")))
    beyond = beyond_family(which) if isinstance(which, str) else None
    if beyond is not None:
        return Indices(beyond)
    if not isinstance(which, str) or which.casefold() not in _SETS | set(families()):
        known = ", ".join(map(repr, ("all", *get_args(Kind), *families())))
        if isinstance(which, str) and not {*_KEY_OF_NAME, *_MEANINGS}.isdisjoint(readings(which)):
            raise InputError(
                f"{which!r} is an index, not a family of indices",
                remedy=f"pw.index({which!r}) finds it; families are {known}",
            )
        raise InputError(f"no family of indices is called {which!r}; the families are {known}")
    which = which.casefold()
    if which == "recommended":
        return Indices(_BY_KEY[key] for key in RECOMMENDED)
    kinds = ((index, ("all", index.kind, index.family)) for index in _BY_KEY.values())
    return Indices(index for index, sets in kinds if which in sets)


def families() -> tuple[str, ...]:
    """Return the families of indices that :func:`indices` knows.

    Examples
    --------
    >>> families()
    ('recommended', 'paper', 'own', 'entropy', 'matching', 'element', 'pairs_beyond')
    """
    first = ("recommended", "paper", "own")
    return tuple(dict.fromkeys((*first, *(index.family for index in _BY_KEY.values()))))


def checked_name(function: Formula) -> str:
    """Return the name of a function; refuse one that does not take one argument."""
    name: str = getattr(function, "__name__", type(function).__name__)
    ours = next((_KEY_OF_NAME[r] for r in readings(name) if r in _KEY_OF_NAME), None)
    remedy = f"pass {ours!r}, our index of this name" if ours else "compute it from the table"
    check_takes_a_table(function, remedy)
    return name


def _reduced(known: Index) -> str | tuple[Any, ...]:
    """Pickle an index of the registry by its key: its formula cannot be found by name."""
    if _BY_KEY.get(known.key) is known:
        return index, (known.key,)
    return known.__reduce_ex__(4)


copyreg.pickle(Index, _reduced)
