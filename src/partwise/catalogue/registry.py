"""The registry of indices, the decorators that fill it, and the search in it."""

from __future__ import annotations

import copyreg
import difflib
import inspect
import math
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, get_args

from partwise.base import Either, InputError, Number, UnknownIndexError
from partwise.catalogue.conventions import Conventions
from partwise.catalogue.formula import parse_formula
from partwise.catalogue.index_record import Direction, Index, Kind

Range = tuple[float | Fraction, float | Fraction]
Formula = Callable[[Any], Number]

_BY_KEY: dict[str, Index] = {}
_KEY_OF_NAME: dict[str, str] = {}
_DEFAULT_FAMILIES = ("paper", "own")
_SETS = frozenset({"all", *get_args(Kind)})
_UNBOUNDED: Range = (-math.inf, math.inf)


def _normalised(name: str) -> str:
    """Fold case and punctuation, so that "S&S", "s&s" and "Sokal_Sneath-1" are all found."""
    return re.sub(r"[\s_\-.]+", "", name.casefold().replace("′", "'").replace("₁", "1"))


def _register(index: Index) -> Index:
    known = _BY_KEY.get(index.key)
    if known is not None and known.builtin:
        raise InputError(f"{index.key!r} is an index of the catalogue; choose another name")
    if not index.builtin and index.key in _SETS | set(families()):
        raise InputError(f"{index.key!r} names a family of indices; choose another name")
    names = {_normalised(name) for name in (index.key, index.label, *index.aka)}
    for name in names:
        owner = _KEY_OF_NAME.get(name, index.key)
        if owner != index.key:
            raise InputError(f"the name {name!r} already belongs to the index {owner!r}")
    if known is not None:
        for name in [name for name, key in _KEY_OF_NAME.items() if key == index.key]:
            del _KEY_OF_NAME[name]
    _BY_KEY[index.key] = index
    _KEY_OF_NAME.update(dict.fromkeys(names, index.key))
    return index


def _decorator(
    kind: Kind, key: str, label: str | None, **fields: Any
) -> Callable[[Formula], Index]:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", key):
        raise InputError(f"a key is lower-case letters, digits and underscores, not {key!r}")
    trivial: Mapping[str, Any] = fields.pop("trivial") or {}
    strange = set(trivial) - {"identical", "opposite", "vs_other", "otherwise"}
    if strange:
        known = "identical, opposite, vs_other and otherwise"
        raise InputError(f"trivial= knows {known}, not {', '.join(sorted(strange))}")
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
    """Find an index by its key, label or abbreviation; case and punctuation do not matter.

    Examples
    --------
    >>> import partwise as pw
    >>> pw.index("CC").key, pw.index("s&s").key
    ('correlation', 'sokal_sneath_1')
    """
    if not isinstance(name, str):
        raise InputError(f"an index is known by its name, not by a {type(name).__name__}")
    if name in _BY_KEY:
        return _BY_KEY[name]
    key = _KEY_OF_NAME.get(_normalised(name))
    if key is not None:
        return _BY_KEY[key]
    if name in {"all", *families()}:
        raise UnknownIndexError(
            f"{name!r} is a family of indices, and one index is needed here",
            remedy=(
                Either(f"pw.indices({name!r})", f"`partwise indices --family {name}`"),
                " lists them",
            ),
        )
    near = difflib.get_close_matches(_normalised(name), _KEY_OF_NAME, n=3, cutoff=0.6)
    keys = list(dict.fromkeys(_KEY_OF_NAME[match] for match in near))
    hint = f"did you mean {' or '.join(keys)}? " if keys else ""
    raise UnknownIndexError(
        f"no index is called {name!r}",
        remedy=(hint, Either("pw.indices('all')", "`partwise indices`"), " lists all of them"),
    )


def indices(which: str | None = None) -> tuple[Index, ...]:
    """Return indices: by default those of the paper, in its order, and then your own.

    These are what ``scores`` and ``compare`` show when none is named. The families beyond the
    paper, which its authors did not analyse, are included when you ask for them: by name, or all
    of them as ``indices("all")``.

    Parameters
    ----------
    which : str, optional
        "all"; "pairs", "table" or "callable" for those of this kind among the default; or a
        family: "paper", "own", "entropy", "matching", "element", "pairs_beyond".

    Examples
    --------
    >>> import partwise as pw
    >>> [i.key for i in pw.indices("pairs")][:3]
    ['rand', 'adjusted_rand', 'jaccard']
    >>> [i.key for i in pw.indices("element")]
    ['element_centric']
    """
    everything = tuple(_BY_KEY.values())
    if which == "all":
        return everything
    default = tuple(each for each in everything if each.family in _DEFAULT_FAMILIES)
    if which is None:
        return default
    if which in get_args(Kind):
        return tuple(each for each in default if each.kind == which)
    if which not in families():
        known = ", ".join(map(repr, ("all", *get_args(Kind), *families())))
        raise InputError(f"there are no indices of {which!r}; known are {known}")
    return tuple(each for each in everything if each.family == which)


def families() -> tuple[str, ...]:
    """Return the families of indices that :func:`indices` knows.

    Examples
    --------
    >>> families()
    ('paper', 'own', 'entropy', 'matching', 'element', 'pairs_beyond')
    """
    return tuple(dict.fromkeys((*_DEFAULT_FAMILIES, *(each.family for each in _BY_KEY.values()))))


def as_index(which: str | Index | Formula) -> Index:
    """Return the index for a name, an index, or a function of a contingency table."""
    if isinstance(which, Index):
        return which
    if isinstance(which, str):
        return index(which)
    if callable(which):
        name = getattr(which, "__name__", type(which).__name__)
        return Index(key=name, label=name, kind="callable", formula=which)
    raise InputError(
        f"an index is a name, an Index or a function of a Contingency, not {type(which).__name__}"
    )


def as_indices(
    which: str | Index | Formula | Iterable[str | Index | Formula],
    read: Callable[[Any], Index] | None = None,
) -> list[Index]:
    """Return the indices that are meant by one name or several, each once.

    "all" or the name of a family stands for several; ``read`` finds single ones, as
    :func:`as_index` does unless something else is given.

    Examples
    --------
    >>> [each.key for each in as_indices("CC")]
    ['correlation']
    >>> [each.key for each in as_indices(["R", "element", "rand"])]
    ['rand', 'element_centric']
    """
    if isinstance(which, str | Index) or callable(which):
        which = [which]
    several = ("all", *families())
    one = read or as_index
    found = [indices(x) if isinstance(x, str) and x in several else (one(x),) for x in which]
    return list(dict.fromkeys(each for group in found for each in group))


def _reduced(known: Index) -> str | tuple[Any, ...]:
    """Pickle an index of the registry by its key: its formula cannot be found by name."""
    if _BY_KEY.get(known.key) is known:
        return index, (known.key,)
    return known.__reduce_ex__(4)


copyreg.pickle(Index, _reduced)
