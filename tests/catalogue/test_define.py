"""Indices of one's own: text, functions, decorators; names; undefined values; careful numbers."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf

import partwise as pw
from partwise.base import ops
from partwise.catalogue import as_index, registry
from partwise.catalogue.conventions import UndefinedPolicy
from partwise.catalogue.index_card import card

A, B = [0, 0, 1, 1], [0, 0, 0, 1]  # pairs together: {01, 23} and {01, 02, 12}
CATALOGUE = list(pw.indices("paper"))


@pytest.fixture(autouse=True)
def own_registry() -> Iterator[None]:
    """Leave the registry as it was."""
    keys, names = dict(registry._BY_KEY), dict(registry._KEY_OF_NAME)
    yield
    registry._BY_KEY.clear()
    registry._BY_KEY.update(keys)
    registry._KEY_OF_NAME.clear()
    registry._KEY_OF_NAME.update(names)


def brute_force_counts(a: list[int], b: list[int]) -> tuple[int, int, int, int]:
    counts = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for i, j in combinations(range(len(a)), 2):
        counts[a[i] == a[j], b[i] == b[j]] += 1
    return tuple(counts.values())  # type: ignore[return-value]


def test_a_formula_as_text() -> None:
    own = pw.define("own_index", "n11 / (n11 + 0.5*n10 + 2*n01)", range=(0, 1))
    assert own(A, B) == 2 / 11  # n11, n10, n01, n00 = 1, 1, 2, 2
    assert own(A, B, exact=True) == Fraction(2, 11)
    assert own(B, A, exact=True) == Fraction(1, 4)
    assert pw.score(A, B, "own_index") == pw.score(A, B, own) == 2 / 11
    assert pw.scores(A, B, ["own_index", own])["Own Index"] == 2 / 11
    assert (own.kind, own.direction, own.range, own.builtin) == (
        "pairs",
        "similarity",
        (0, 1),
        False,
    )
    assert own in pw.indices()
    assert own.values([pw.contingency(A, B), pw.contingency(B, A)]).tolist() == [2 / 11, 1 / 4]


PAPER = {
    "rand": "(n11 + n00) / (n11 + n10 + n01 + n00)",
    "adjusted_rand": "(n11 - mA*mB/N) / ((mA + mB)/2 - mA*mB/N)",
    "jaccard": "n11 / (n11 + n10 + n01)",
    "jaccard_distance": "1 - n11 / (n11 + n10 + n01)",
    "dice": "2*n11 / (2*n11 + n10 + n01)",
    "correlation": "(n11*n00 - n10*n01) / sqrt(mA*mB*(N - mA)*(N - mB))",
    "sokal_sneath_1": "1/4*(n11/mA + n11/mB + n00/(N - mA) + n00/(N - mB))",
    "fowlkes_mallows": "n11 / sqrt(mA * mB)",
    "fager_mcgowan": "n11/sqrt(mA*mB) - 1/(2*sqrt(mA))",
    "gower_legendre": "(n11 + n00) / (n11 + 1/2*(n10 + n01) + n00)",
    "minkowski": "sqrt((n10 + n01) / (n11 + n10))",
    "hubert": "2*(n11 + n00)/(n*(n - 1)/2) - 1",
}


@pytest.mark.parametrize("key", PAPER)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=12))
def test_the_papers_own_forms_give_the_catalogues_values(
    key: str, labels: list[tuple[int, int]]
) -> None:
    a, b = [x for x, _ in labels], [y for _, y in labels]
    own, known = pw.define("own_index", PAPER[key]), pw.index(key)
    counts = brute_force_counts(a, b)
    value, expected = own(a, b, undefined="nan"), known(a, b, undefined="nan")
    assert own.from_counts(*counts, undefined="nan") == pytest.approx(value, nan_ok=True)
    if math.isnan(expected):
        assert math.isnan(value)
    else:
        assert value == pytest.approx(expected, rel=1e-14, abs=1e-15)
    assert own.is_rational == known.is_rational
    if own.is_rational and not math.isnan(expected):
        assert own(a, b, exact=True) == known(a, b, exact=True)


CANCELLING: dict[str, Callable[[Any], Any]] = {
    PAPER["adjusted_rand"]: lambda c: (c.n11 - c.m**2 / c.N) / (c.m - c.m**2 / c.N),
    PAPER["correlation"]: lambda c: (c.n11 * c.n00 - c.n10**2) / (c.m * (c.N - c.m)),
    PAPER["fager_mcgowan"]: lambda c: c.n11 / c.m - 1 / (2 * mp.sqrt(c.m)),
    "n11 - mA*mB/N": lambda c: c.n11 - c.m**2 / c.N,
    "n/(n - 1) - 1": lambda c: 1 / (c.n - 1),
    "(1/3)*sqrt(n11 + 1) - sqrt(n11)/3": lambda c: (mp.sqrt(c.n11 + 1) - mp.sqrt(c.n11)) / 3,
    "log(2*n11 + 1) - log(n11) - log(2)": lambda c: mp.log(1 + 1 / (2 * c.n11)),
    "sqrt(2)*sqrt(n11) - sqrt(2*n11 - 1)": lambda c: mp.sqrt(2 * c.n11) - mp.sqrt(2 * c.n11 - 1),
    "max(n11/mA, 1/N) - min(n11, N)/(mA + 1)": lambda c: c.n11 / c.m / (c.m + 1),
    "1/3*n11/mA - n11/mB/3 + 1/N": lambda c: 1 / c.N,
    "0.1*n11 - n11/10 + n**-2": lambda c: 1 / c.n**2,
}


@pytest.mark.parametrize("formula", CANCELLING)
def test_cancelling_formulas_lose_no_digits_at_a_trillion_items(formula: str) -> None:
    """10^12 items in all but independent clusterings; expected values in 80 digits."""
    q, n = 250_000_000_000, 10**12
    cells = [q + 3, q - 3, q - 3, q + 3]
    table = pw.Contingency.from_cells([0, 0, 1, 1], [0, 1, 0, 1], cells)
    n11 = (q + 3) * (q + 2) + (q - 3) * (q - 4)
    same, total = n // 2 * (n // 2 - 1), n * (n - 1) // 2
    counts = (n11, same - n11, same - n11, total - 2 * same + n11)
    assert tuple(table.pair_counts) == counts
    with mp.workdps(80):
        names = dict(zip(("n11", "n10", "n01", "n00"), map(mpf, counts), strict=True))
        exact = SimpleNamespace(**names, n=mpf(n), N=mpf(total), m=mpf(same))
        expected = pytest.approx(float(CANCELLING[formula](exact)), rel=1e-15, abs=0)
    own = pw.define("own_index", formula)
    assert own.evaluate(table).value == expected
    assert own.values([table])[0] == expected
    assert own.from_counts(*([count] for count in counts))[0] == expected


def test_fractions_stay_fractions() -> None:
    thirds = pw.define("own_index", "n11/3 + 1/3 - 1/n")
    assert thirds.from_counts(1, 1, 2, 2, exact=True) == Fraction(5, 12)
    assert pw.define("own_index", "0.1*n11").from_counts(3, 0, 0, 0, exact=True) == Fraction(3, 10)


@pytest.mark.parametrize("formula", ["sqrt(2)", "sqrt(n)", "log(n)*n11", "log(2) + n11"])
def test_irrational_formulas_are_never_fractions(formula: str) -> None:
    own = pw.define("own_index", formula)
    assert not own.is_rational
    with pytest.raises(pw.errors.NotRationalError, match="exact=False"):
        own(A, B, exact=True)
    assert isinstance(pw.scores(A, B, [own], exact=True)["own_index"], float)


@pytest.mark.parametrize(
    "formula",
    [lambda p: p.n11**0.5 / p.total, lambda p: 0.1 * p.n11, lambda p: math.log(p.total)],
    ids=["power", "float", "math"],
)
def test_a_decorated_formula_that_leaves_fractions_is_not_exact(
    formula: Callable[[Any], Any],
) -> None:
    own = pw.pair_index("own_index")(formula)
    with pytest.raises(pw.errors.NotRationalError):
        own(A, B, exact=True)


def test_functions_of_a_table() -> None:
    seen: list[object] = []

    def clusters(table: pw.Contingency) -> float:
        """Difference in the number of clusters."""
        seen.append(table)
        return abs(table.k_a - table.k_b)

    own = pw.define("own_index", clusters, direction="distance", range=(0, math.inf))
    assert own([0, 1, 2], [0, 0, 0]) == 2.0
    assert isinstance(own([0, 1, 2], [0, 0, 0]), float)
    assert seen[-1] == pw.contingency([0, 1, 2], [0, 0, 0])
    assert (own.kind, own.best, own.summary) == (
        "callable", 0, "Difference in the number of clusters.",
    )  # fmt: skip
    with pytest.raises(pw.errors.NotRationalError):
        own(A, B, exact=True)
    with pytest.raises(pw.errors.InputError):
        own.from_counts(1, 1, 1, 0)
    with pytest.raises(pw.errors.InputError):
        own.expression()
    assert own.values([pw.contingency([0, 1, 2], [0, 0, 0])]).tolist() == [2.0]
    for strange in (3, None, ["n11"]):
        with pytest.raises(pw.errors.InputError, match="text or a function"):
            pw.define("own_index", strange)  # type: ignore[arg-type]


class Counter:
    def __call__(self, table: pw.Contingency) -> float:
        return float(table.n)


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda table: table.n, 4.0),
        (lambda table: np.float32(0.5), 0.5),  # noqa: ARG005
        (lambda table: Fraction(1, 4), 0.25),  # noqa: ARG005
        (functools.partial(lambda factor, table: factor * table.n, 3), 12.0),
        (Counter(), 4.0),
    ],
)
def test_any_function_can_be_scored(
    function: Callable[[pw.Contingency], float], expected: float
) -> None:
    assert pw.score(A, B, function) == expected
    assert list(pw.scores(A, B, ["rand", function]).values()) == [0.5, expected]
    assert len(pw.indices()) == len({each.key for each in pw.indices()})


def test_no_function_is_lost_when_two_have_the_same_name() -> None:
    def rand(table: pw.Contingency) -> float:
        return float(table.n)

    both = pw.scores(A, B, [lambda _: 1.0, lambda _: 2.0])
    assert sorted(both.values()) == [1.0, 2.0]
    assert sorted(pw.scores(A, B, ["rand", rand]).values()) == [0.5, 4.0]


def test_an_own_index_may_be_defined_again() -> None:
    first = pw.define("own_index", "n11")
    second = pw.define("own_index", "n10 + n01", direction="distance")
    assert pw.index("OWN-index") is second
    assert [each for each in pw.indices() if each.key == "own_index"] == [second]
    assert (first(A, B), second(A, B)) == (1.0, 3.0)
    pw.pair_index("own_index", label="Mine", aka=("MN",))(lambda p: p.total)
    assert pw.index("mn")(A, B) == pw.index("Mine")(A, B) == 6.0
    pw.define("own_index", "n00")
    assert pw.index("own_index")(A, B) == 2.0
    for gone in ("mn", "Mine"):
        with pytest.raises(pw.errors.UnknownIndexError):
            pw.index(gone)


@pytest.mark.parametrize("taken", CATALOGUE, ids=lambda each: str(each.key))
def test_the_catalogue_cannot_be_overridden_and_no_name_stolen(taken: pw.Index) -> None:
    before = pw.indices()
    with pytest.raises(pw.errors.InputError, match="catalogue"):
        pw.define(taken.key, "n11")
    for name in (taken.label, *taken.aka, taken.key.upper(), taken.key.replace("_", "-")):
        with pytest.raises(pw.errors.InputError, match=taken.key):
            pw.pair_index("own_index", label=name)(lambda p: p.n11)
        with pytest.raises(pw.errors.InputError, match=taken.key):
            pw.table_index("own_index", aka=("fine", name))(lambda t: t.n)
        assert pw.index(name) is taken
    assert pw.indices() == before
    for name in ("own_index", "fine"):
        with pytest.raises(pw.errors.UnknownIndexError):
            pw.index(name)


@pytest.mark.parametrize(
    "name",
    ["", "Own", "own index", "1own", "_own", "own-index", "öwn", "own\n", "own.index", "a&b"],
)
def test_strange_keys_are_refused(name: str) -> None:
    with pytest.raises(pw.errors.InputError, match="lower-case"):
        pw.define(name, "n11")


def test_strange_declarations_are_refused() -> None:
    with pytest.raises(pw.errors.InputError, match="similarity"):
        pw.define("own_index", "n11", direction="up")  # type: ignore[arg-type]
    with pytest.raises(pw.errors.InputError, match="vs_other"):
        pw.define("own_index", "n11", trivial={"same": 1})
    with pytest.raises(pw.errors.FormulaError):
        pw.define("own_index", "n11 +")
    assert all(each.builtin or each.key != "own_index" for each in pw.indices())


UNDEFINED = [
    ("n11 / n10", (0, 0, 1, 2)),
    ("n11 / n10", (1, 0, 1, 4)),
    ("n11 / (n10 - n01)", (2, 1, 1, 2)),
    ("n10**-2", (1, 0, 1, 1)),
    ("log(n11)", (0, 1, 1, 1)),
    ("log(n11) / n10", (0, 1, 1, 1)),
    ("log(1 - 1) * n11", (1, 1, 1, 0)),
    ("log(n - 3)", (1, 1, 1, 0)),
    ("log(n - 5)", (1, 1, 1, 0)),
    ("log(n11 - n10)", (1, 2, 2, 1)),
    ("log(0 - 1)", (1, 2, 2, 1)),
    ("sqrt(n11 - n10)", (1, 2, 2, 1)),
    ("sqrt(n - 5)", (1, 1, 1, 0)),
    ("sqrt(0 - 1) + n11", (1, 1, 1, 0)),
    ("sqrt(n11 - n10)**2", (1, 2, 2, 1)),
    ("min(1, sqrt(n11 - n10))", (1, 2, 2, 1)),
    ("max(log(n11 - n10), n11)", (1, 2, 2, 1)),
]


@pytest.mark.parametrize(("formula", "counts"), UNDEFINED)
def test_undefined_values_of_own_indices(formula: str, counts: tuple[int, int, int, int]) -> None:
    own = pw.define("own_index", formula, range=(0, 1))
    assert math.isnan(own.from_counts(*counts, undefined="nan"))
    value = own.evaluate(pw.PairCounts(*counts), undefined="nan")
    assert math.isnan(value.value)
    assert value.note is not None
    with pytest.raises(pw.errors.UndefinedValueError, match="own_index is undefined"):
        own.from_counts(*counts, undefined="raise")
    arrays = [np.array([count, count]) for count in counts]
    assert np.isnan(own.from_counts(*arrays, undefined="nan")).tolist() == [True, True]


@pytest.mark.parametrize("policy", ["", "Raise", "ignore", None])
def test_unknown_policies_are_refused(policy: UndefinedPolicy) -> None:
    with pytest.raises(pw.errors.InputError, match="undefined="):
        pw.define("own_index", "n11")(A, B, undefined=policy)


def test_conventions_of_own_indices() -> None:
    trivial = {"identical": 9, "opposite": Fraction(1, 3), "vs_other": 7}
    own = pw.define("own_index", "n11 / (n11 - n11)", trivial=trivial)
    one, singletons, other = [0, 0, 0], [0, 1, 2], [0, 0, 1]
    for a, b, expected in [
        (other, other, 9), (one, one, 9), ([], [], 9), ([5], [7], 9),
        (one, singletons, 1 / 3), (singletons, one, 1 / 3), (one, other, 7), (other, singletons, 7),
    ]:  # fmt: skip
        assert own(a, b) == expected
        assert pw.scores(a, b, [own]).notes["own_index"].startswith("by convention")
        assert math.isnan(own(a, b, undefined="nan"))
    assert own(one, singletons, exact=True) == Fraction(1, 3)
    assert math.isnan(own(A, B))
    assert "divides by zero" in pw.scores(A, B, [own]).notes["own_index"]


@pytest.mark.parametrize("direction", ["similarity", "distance"])
def test_an_unknown_best_value_is_not_infinity(direction: Any) -> None:
    """Without a range nobody knows the best value, so 0/0 stays undefined."""
    own = pw.define("own_index", "n11 / (n11 + n10)", direction=direction)
    assert math.isnan(own([0, 1, 2], [0, 1, 2]))


def test_too_large_for_a_float_is_not_undefined() -> None:
    own = pw.define("own_index", "N**16", direction="distance", range=(0, math.inf))
    assert own.from_counts(10**24, 0, 0, 0, exact=True) == 10**384
    assert own.from_counts(10**24, 0, 0, 0) == math.inf


def test_formulas_of_tables() -> None:
    ratio = pw.table_index("own_index")(lambda t: t.k_b / t.k_a + 1 / t.n)
    assert ratio([0, 1, 2], [0, 0, 0]) == pytest.approx(2 / 3, rel=1e-15)
    assert ratio([0, 1, 2], [0, 0, 0], exact=True) == Fraction(2, 3)
    decay = pw.table_index("own_index")(lambda t: t.sum(ops.exp(-t.cell)))
    assert decay([0, 1, 1], [0, 1, 1]) == pytest.approx(math.exp(-1) + math.exp(-2), rel=1e-15)
    assert not decay.is_rational
    pole = pw.table_index("own_index")(lambda t: t.sum(t.cell / (t.row - t.cell)))
    assert math.isnan(pole([0, 1, 1], [0, 1, 1], undefined="nan"))  # and no RuntimeWarning


@pytest.mark.parametrize("each", pw.indices("pairs"), ids=lambda each: str(each.key))
def test_numbers_and_arrays_of_counts_may_be_mixed(each: pw.Index) -> None:
    many = ([7 * 10**11 + 1], 3 * 10**12, 5 * 10**12, 10**13)  # products beyond 2^63
    expected = each.from_counts(many[0][0], *many[1:])
    assert each.from_counts(*many)[0] == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("each", pw.indices("pairs"), ids=lambda each: str(each.key))
def test_small_and_large_arrays_of_counts_may_be_mixed(each: pw.Index) -> None:
    for counts in [(0, 0, 0, 10**20), (3, 1, 2, 10**20), (10**20, 0, 1, 0)]:
        expected = pytest.approx(each.from_counts(*counts), nan_ok=True)
        assert each.from_counts(*([count] for count in counts))[0] == expected


def test_lookup_and_suggestions() -> None:
    names = {"Adjusted Rand": "adjusted_rand", "ari": "adjusted_rand", "CD′": "correlation_chord"}
    names |= {" SOKAL-sneath 1 ": "sokal_sneath_1", "s&s": "sokal_sneath_1", "vi": "vi"}
    for name, key in names.items():
        assert pw.index(name).key == as_index(name).key == key
    for typo, key in {"corelation": "correlation", "jacard": "jaccard", "mirkn": "mirkin"}.items():
        with pytest.raises(pw.errors.UnknownIndexError, match=f"{typo}.*did you mean.*{key}"):
            pw.index(typo)
    for nonsense in ("", "zzzzqqq", "🙂", "n11 / N"):
        with pytest.raises(pw.errors.UnknownIndexError) as caught:
            pw.index(nonsense)
        assert "did you mean" not in str(caught.value)
        assert "indices" in str(caught.value)
    own = pw.index("rand")
    assert as_index(own) is own
    for strange in (3, None, ["rand"]):
        with pytest.raises(pw.PartwiseError):
            as_index(strange)  # type: ignore[arg-type]
        with pytest.raises(pw.PartwiseError):
            pw.index(strange)  # type: ignore[arg-type]


def test_an_own_index_has_a_card() -> None:
    own = pw.define("own_index", "1/3 * n11 / (n11 + 2*n10)", range=(0, 1))
    shown = card(own).to_dict()
    assert shown["key"] == "own_index"
    assert "1/3 * n11 / (n11 + 2*n10)" in shown["description"]
    assert "." not in shown["formula"]  # 1/3, not 0.333
    for text in (str(card(own)), card(own).to_markdown()):
        assert "own_index" in text
    assert card(pw.define("own_two", "7")).to_dict()["latex"] == "7"
    assert card(pw.define("own_three", lambda t: t.n)).to_dict()["formula"] is None


def test_a_formula_is_an_index_wherever_one_is_named() -> None:
    formula = "n11 / (n11 + n10)"
    expected = 1 / 2  # of the pairs {01, 23}, B has the first
    assert pw.score(A, B, formula) == expected
    assert pw.scores(A, B, formula)[formula] == expected
    assert pw.compare(A, {"b": B}, [formula]).scores["b"][formula] == expected
    assert as_index(formula) is as_index(f" {formula} ")
    with pytest.raises(pw.errors.FormulaError, match="n12"):
        pw.score(A, B, "n11 / n12")
    with pytest.raises(pw.errors.UnknownIndexError, match="did you mean adjusted_rand"):
        pw.score(A, B, "adjusted-rnd")
    with pytest.raises(
        pw.errors.UnknownIndexError, match=r"pw\.define makes an index of a formula"
    ):
        pw.index(formula)


def test_a_function_takes_one_table() -> None:
    two: Any = lambda one, other: float(one == other)  # noqa: E731
    adjusted_rand_score: Any = lambda labels_true, labels_pred: float(labels_true == labels_pred)  # noqa: E731
    two.__name__, adjusted_rand_score.__name__ = "two", "adjusted_rand_score"
    ours = r"one Contingency, but adjusted_rand_score takes .*; pass 'adjusted_rand'"
    with pytest.raises(pw.errors.InputError, match=ours):
        pw.score(A, B, adjusted_rand_score)
    for ask in (lambda: pw.score(A, B, two), lambda: pw.define("two", two)):
        with pytest.raises(pw.errors.InputError, match="must take one Contingency, but two takes"):
            ask()
    assert pw.score(A, B, functools.partial(two, other=2)) == 0
