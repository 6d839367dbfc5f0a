"""Every proof is held against the definition on all small clusterings, and against the claims."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from mpmath import mp

import partwise as pw
from partwise.base import ops
from partwise.base.errors import InputError
from partwise.properties import PROPERTIES as DEFINITIONS
from partwise.properties import checker
from partwise.properties.checker.algebra import NotShownError
from partwise.properties.checker.certificates import verify
from partwise.properties.checker.faces import FACES
from partwise.properties.prove.certificate import Certificate
from partwise.properties.prove.proving import PROVABLE, prove
from partwise.properties.search.index_values import IndexValues
from partwise.properties.verdict import Verdict
from support.claims import PROPERTIES, Property, claim
from support.small_checks import (
    CHECKS,
    EPSILON,
    holds_constant_baseline,
    holds_distance,
    holds_maximal_agreement,
    holds_minimal_agreement,
    holds_monotonicity,
    holds_strong_monotonicity,
    holds_symmetry,
    slopes,
    towards,
)
from support.small_counts import all_counts

PAIRS = [each.key for each in pw.indices("paper") if each.kind == "pairs"]
DECIDABLE: list[Property] = [kind for kind in PROPERTIES if kind != "linear_complexity"]
CELLS = list(product(PAIRS, DECIDABLE))
UNCLAIMED = {("yule", "monotonicity")}  # proved here; the paper and our claims say nothing
CLAIMED = [cell for cell in CELLS if claim(*cell).holds or cell in UNCLAIMED]


@cache
def verdict_of(key: str, kind: Property) -> Verdict | None:
    return prove(pw.index(key), kind)


def certificate_of(key: str, kind: Property) -> Certificate:
    verdict = verdict_of(key, kind)
    assert verdict is not None
    assert isinstance(verdict.certificate, Certificate)
    return verdict.certificate


# --- what is proved


@pytest.mark.parametrize(("key", "kind"), CELLS)
def test_proofs_agree_with_the_claims(key: str, kind: Property) -> None:
    verdict, claimed = verdict_of(key, kind), claim(key, kind)
    if verdict is None:
        assert claimed.holds is not True
        return
    assert verdict.holds == claimed.holds or (key, kind) in UNCLAIMED
    if kind == "bias":
        assert verdict.value == claimed.value


@pytest.mark.parametrize("key", PAIRS)
def test_properties_of_pair_counts_are_always_decided(key: str) -> None:
    kinds: list[Property] = [
        "minimal_agreement",
        "strong_monotonicity",
        "asymptotic_constant_baseline",
        "bias",
    ]
    assert all(verdict_of(key, kind) for kind in kinds)


# --- properties of single moves, which Jaccard and its like have

OF_MOVES = ("weak_monotonicity", "meila_monotonicity", "homogeneity", "completeness")
ALL_PAIRS = [index.key for index in pw.indices("all") if index.kind == "pairs" and index.builtin]


@pytest.mark.parametrize("key", ALL_PAIRS)
def test_what_is_proved_of_moves_is_not_refuted_by_search(key: str) -> None:
    values = IndexValues(pw.index(key), 5)
    for about in OF_MOVES:
        if prove(pw.index(key), about):
            assert DEFINITIONS[about].decide(values).status == "held", about


@pytest.mark.parametrize(
    "key",
    [
        "jaccard",
        "wallace_1",
        "dice",
        "fowlkes_mallows",
        "kulczynski",
        "sokal_sneath_2",
        "russell_rao",
    ],
)
def test_jaccard_and_its_like_never_worsen(key: str) -> None:
    index = pw.index(key)
    proved = {about for about in OF_MOVES if prove(index, about)}
    assert proved == {"weak_monotonicity", "meila_monotonicity", "completeness"}


def test_ties_keep_an_index_from_being_strictly_monotone() -> None:
    """Where N11 = 0 Jaccard is 0, whatever is split."""
    assert prove(pw.index("jaccard"), "monotonicity") is None
    assert prove(pw.index("jaccard"), "homogeneity") is None


# --- independent checks, on all small clusterings or counts


@pytest.mark.parametrize(("key", "kind"), [c for c in CLAIMED if c[1] in CHECKS])
def test_what_is_proved_holds_on_all_small_cases(key: str, kind: Property) -> None:
    verdict = verdict_of(key, kind)
    assert verdict is not None
    assert verdict.status == "proved"
    with mp.workdps(60):
        assert CHECKS[kind](pw.index(key))


@pytest.mark.parametrize("key", PAIRS)
def test_bias_is_what_the_values_at_expected_counts_show(key: str) -> None:
    verdict = verdict_of(key, "bias")
    assert verdict is not None
    with mp.workdps(60):
        signs = slopes(pw.index(key)) - {0}
    assert {"none": set(), "dec": {1}, "inc": {-1}, "both": {1, -1}}[str(verdict.value)] == signs


def test_checks_do_find_faults() -> None:
    jaccard = pw.index("jaccard")
    assert not holds_monotonicity(jaccard)
    assert not holds_constant_baseline(jaccard)
    assert not holds_minimal_agreement(jaccard)
    assert not holds_distance(pw.index("dice"))
    assert not holds_maximal_agreement(pw.index("wallace_1"))
    assert not holds_symmetry(pw.index("wallace_1"))
    with mp.workdps(60):
        assert not holds_strong_monotonicity(pw.index("adjusted_rand"))


def test_the_possible_faces_are_those_of_clusterings() -> None:
    met = {tuple(c > 0 for c in counts) for n in range(2, 7) for counts in all_counts(n)}
    assert met == {tuple(face) for face in FACES if face.is_possible}


# --- refutations by pair counts


BY_COUNTS = ("minimal_agreement", "strong_monotonicity")


@pytest.mark.parametrize(
    ("key", "kind"), [c for c in CELLS if c[1] in BY_COUNTS and not claim(*c).holds]
)
def test_refuting_counts_do_refute(key: str, kind: Property) -> None:
    verdict = verdict_of(key, kind)
    assert verdict is not None
    assert verdict.status == "refuted"
    assert verdict.counterexample is not None
    assert verdict.counterexample.pair_counts is not None
    p, q = verdict.counterexample.pair_counts.values()
    index = pw.index(key)
    first, second = towards(index, p), towards(index, q)
    if kind == "minimal_agreement":
        assert p[0] == p[3] == 0
        apart = abs(first - second) > EPSILON
        assert apart if q[0] == q[3] == 0 else second <= first + EPSILON
    else:
        gained = [y - x for x, y in zip(p, q, strict=True)]
        assert sorted(gained)[:3] == [0, 0, 0] < sorted(gained)[1:]
        should_rise = gained[0] or gained[3]
        assert second <= first + EPSILON if should_rise else second >= first - EPSILON


def test_the_papers_example_against_strong_monotonicity_is_of_the_found_kind() -> None:
    """Appendix C.3: AR(1,2,1,0) < AR(1,3,1,0), although a disagreeing pair was added."""
    verdict = verdict_of("adjusted_rand", "strong_monotonicity")
    assert verdict is not None
    assert verdict.status == "refuted"
    adjusted = pw.index("AR")
    assert adjusted.from_counts(1, 2, 1, 0, exact=True) < adjusted.from_counts(
        1, 3, 1, 0, exact=True
    )


# --- certificates


@pytest.mark.parametrize("key", PAIRS)
def test_certificates_hold_when_read_again(key: str) -> None:
    for kind in DECIDABLE:
        verdict = verdict_of(key, kind)
        if verdict is not None and verdict.certificate is not None:
            assert verdict.certificate.recheck(), kind


def is_refused(certificate: Certificate, **changes: Any) -> bool:
    """Whether the checker alone refuses a certificate after some changes."""
    content = copy.deepcopy(certificate.content) | changes
    assert content != certificate.content
    try:
        verify(content)
    except NotShownError:
        return True
    return False


MUTATED: list[tuple[str, Property]] = [
    ("rand", "monotonicity"),
    ("correlation", "maximal_agreement"),
    ("jaccard", "distance"),
    ("correlation_chord", "distance"),
    ("adjusted_rand", "constant_baseline"),
    ("sokal_sneath_1", "strong_monotonicity"),
]


@pytest.mark.parametrize(("key", "kind"), MUTATED)
def test_certificates_with_other_steps_are_refused(key: str, kind: Property) -> None:
    certificate = certificate_of(key, kind)
    steps = list(certificate.steps)
    for i in (0, len(steps) // 2, len(steps) - 1):
        assert is_refused(certificate, steps=steps[:i] + steps[i + 1 :])
        assert is_refused(certificate, steps=[*steps[:i], steps[i] + " ", *steps[i + 1 :]])
    assert is_refused(certificate, steps=[*steps, "and so on"])
    assert is_refused(certificate, steps=steps[::-1])


@pytest.mark.parametrize(("key", "kind"), MUTATED)
def test_certificates_are_bound_to_what_they_claim(key: str, kind: Property) -> None:
    certificate = certificate_of(key, kind)
    for other in set(PROVABLE) - {kind}:
        assert is_refused(certificate, property=other)
        assert is_refused(certificate, property=other, method=other)
    other_way = {"similarity": "distance", "distance": "similarity"}
    turned = other_way[certificate.content["direction"]]
    assert is_refused(certificate, direction=turned) or kind == "constant_baseline"
    assert is_refused(certificate, formula="n11/(n11 + n10)")
    assert is_refused(certificate, formula=f"{certificate.content['formula']} + n10")
    assert is_refused(certificate, value="1/7")
    assert is_refused(certificate, format="partwise certificate 2")
    assert is_refused(certificate, kind="gossip")
    assert is_refused(certificate, vocabulary="table")
    assert is_refused(certificate, remark="believe me")


def test_certificates_are_bound_to_their_conventions() -> None:
    """Identical trivial clusterings of CC are worth 1, its other trivial ones 0 and −1."""
    certificate = certificate_of("correlation", "maximal_agreement")
    conventions = certificate.content["conventions"]
    for relation, value in (("identical", "2"), ("opposite", "1"), ("vs_other", "1")):
        assert is_refused(certificate, conventions={**conventions, relation: value})
    assert is_refused(certificate, conventions={"identical": "1"})
    chord = certificate_of("correlation_chord", "distance")
    sphere = chord.content["conventions"]
    for other in ("1", "3/2", "inf", None):
        assert is_refused(chord, conventions={**sphere, "vs_other": other})


@pytest.mark.parametrize(("key", "kind"), [c for c in MUTATED if c[0] != "rand"])
def test_wrong_factors_are_refused(key: str, kind: Property) -> None:
    """Every factor that is doubled, raised, or given the power 0 or −1 is noticed, or unused."""
    certificate = certificate_of(key, kind)
    factors = certificate.content["factors"]
    for i, entry in enumerate(factors):
        (text, power), *others = entry["factors"]
        for changed in ([f"2*({text})", power], [text, power + 1], [text, 0], [text, -1]):
            mutated = [*factors[:i], {**entry, "factors": [changed, *others]}, *factors[i + 1 :]]
            assert is_refused(certificate, factors=mutated), (entry, changed)


@pytest.mark.parametrize(
    "changes",
    [
        {"formula": "(" * 5000 + "n11" + ")" * 5000},
        {"formula": "+".join(["n11"] * 3000)},
        {"formula": "(n11 + n10)**99**99"},
        {"formula": ["n11"]},
        {
            "conventions": {
                "identical": "1/0",
                "opposite": None,
                "vs_other": None,
                "otherwise": None,
            }
        },
        {"factors": [{"polynomial": "n11", "factors": [["n11", "1"]]}]},
        {"steps": None},
    ],
    ids=["deep", "long", "high", "no text", "no number", "no power", "no steps"],
)
def test_hostile_certificates_are_refused_at_once(changes: dict[str, Any]) -> None:
    assert is_refused(certificate_of("rand", "maximal_agreement"), **changes)


@pytest.mark.parametrize("content", [[], None, 3, "proof", {}])
def test_what_is_no_certificate_is_refused(content: Any) -> None:
    with pytest.raises(NotShownError):
        verify(content)


def test_a_certificate_is_about_one_formula() -> None:
    proof = certificate_of("rand", "maximal_agreement")
    assert not Certificate(pw.index("jaccard"), proof.content).recheck()
    bias = certificate_of("jaccard", "bias")
    assert not Certificate(bias.index, bias.content | {"value": "none"}).recheck()


def test_certificates_can_be_read() -> None:
    """The line is checked by hand: Rand less 1 is −(N10 + N01)/N."""
    certificate = certificate_of("rand", "maximal_agreement")
    lines = str(certificate).splitlines()
    assert lines[0] == "Proof of maximal agreement of Rand"
    assert lines[1] == "V = (n11 + n00)/(n11 + n10 + n01 + n00)"
    wanted = "N11, N10, N01, N00 > 0: V − 1 = (-n01 - n10)/(n00 + n01 + n10 + n11) < 0"
    assert any(line.endswith(wanted) for line in lines), "\n".join(lines)
    assert json.loads(certificate.to_json()) == certificate.content
    assert len(certificate.steps) == len(lines) - 2


def test_the_checker_alone_verifies_certificates(tmp_path: Path) -> None:
    """Copied to an empty folder it needs nothing but the standard library."""
    folder = Path(checker.__file__).parent
    shutil.copytree(folder, tmp_path / "checker", ignore=shutil.ignore_patterns("__pycache__"))
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    certificate = certificate_of("correlation_distance", "distance")
    good.write_text(json.dumps([certificate.content, certificate_of("rand", "symmetry").content]))
    bad.write_text(json.dumps(certificate.content | {"property": "monotonicity"}))
    for paths, code, words in (
        ([good], 0, ["verified", "verified"]),
        ([bad, good], 1, ["REFUSED", "verified", "verified"]),
        ([tmp_path / "none.json"], 1, ["REFUSED"]),
    ):
        command = [sys.executable, "-S", "-m", "checker", *map(str, paths)]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert run.returncode == code, run.stderr
        assert [line.split()[0] for line in run.stdout.splitlines()] == words


def test_a_proof_names_the_counts_without_a_value() -> None:
    verdict = verdict_of("kulczynski", "maximal_agreement")
    assert verdict is not None
    assert "no value where" in verdict.reason
    assert "N10, N00 > 0 = N11, N01" in verdict.reason


# --- indices with a defect, and indices of one's own

CC = "(n11*n00 - n10*n01) / sqrt(mA*mB*(N - mA)*(N - mB))"
SPHERE = {"opposite": -1, "vs_other": 0}


def test_own_formulas_are_proved_like_built_in_ones() -> None:
    own = pw.define("own_cc", CC, range=(-1, 1), trivial=SPHERE)
    for kind in DECIDABLE:
        mine, known = prove(own, kind), verdict_of("correlation", kind)
        assert (mine and mine.status) == (known and known.status), kind


def cosine(p: pw.PairCounts) -> Any:
    within, across = (p.n11 + p.n10) * (p.n01 + p.n00), (p.n11 + p.n01) * (p.n10 + p.n00)
    return (p.n11 * p.n00 - p.n10 * p.n01) / ops.sqrt(within * across)


def logistic(p: pw.PairCounts) -> Any:
    return 1 / (1 + ops.exp(-cosine(p)))


TRANSFORMS: list[tuple[Any, dict[str, Any]]] = [
    (f"({CC})**3", {"identical": 1, **SPHERE}),
    (f"2*({CC})**5 - 7", {"identical": -5, "opposite": -9, "vs_other": -7}),
    (f"log(2 + ({CC}))", {"opposite": 0}),
    (f"1 - sqrt(1 - ({CC}))", {"identical": 1, "opposite": 1 - 2**0.5, "vs_other": 0}),
    (logistic, {"vs_other": Fraction(1, 2)}),
]


@pytest.mark.parametrize(("formula", "trivial"), TRANSFORMS)
@pytest.mark.parametrize(
    "about",
    ["symmetry", "monotonicity", "strong_monotonicity", "asymptotic_constant_baseline", "bias"],
)
def test_monotone_transforms_have_the_proofs_of_what_is_inside(
    formula: Any, trivial: dict[str, Any], about: str
) -> None:
    if callable(formula):
        own = pw.pair_index("transformed", trivial=trivial)(formula)
    else:
        own = pw.define("transformed", formula, trivial=trivial)
    verdict = prove(own, about)
    assert verdict is not None
    assert verdict.status == "proved"
    assert verdict.certificate is not None
    assert verdict.certificate.recheck()


@pytest.mark.parametrize(
    ("formula", "best"), [("(n11 + n00)/N", 1), ("(n11 + n00)/(n11 + n10 + n01 + n00)", 1)]
)
def test_rand_as_a_user_types_it_is_a_metric(formula: str, best: int) -> None:
    """No convention for a single item is needed: of one item no property says anything."""
    own = pw.define("typed_rand", formula)
    for about in ("maximal_agreement", "minimal_agreement", "distance", "monotonicity"):
        assert prove(own, about), about
    assert own.from_counts(1, 0, 0, 2, exact=True) == best


@pytest.mark.parametrize(
    ("formula", "is_metric"),
    [
        ("sqrt((n10 + n01)/N)", True),
        ("sqrt(1 + n10 + n01) - 1", True),
        ("log(1 + n10 + n01)", True),
        ("1 - log((2*n10 + 2*n01 + N)/N)", True),
        ("(n10 + n01)/n", True),
        ("sqrt(((n10 + n01)/N)**2)", True),
        ("((n10 + n01)/N)**2", False),  # d = 1/4 + 1/4 < 1
        ("log((N + n11 + n00)/N)", False),  # convex
    ],
)
def test_concave_functions_of_a_metric_are_metrics(formula: str, is_metric: bool) -> None:
    direction: Any = "similarity" if "1 - " in formula or "n11" in formula else "distance"
    own = pw.define("concave", formula, direction=direction)
    assert bool(prove(own, "distance")) == is_metric
    if is_metric:
        assert holds_distance(own)


@pytest.mark.parametrize(
    ("trivial", "is_metric"),
    [
        ({"identical": 0, "opposite": 2, "vs_other": 2**0.5}, True),
        ({"identical": 0, "opposite": 2, "vs_other": 1}, False),
        ({"identical": 0, "opposite": 1, "vs_other": 2**0.5}, False),
    ],
)
def test_a_chord_is_a_metric_with_the_right_conventions_only(
    trivial: dict[str, Any], is_metric: bool
) -> None:
    chord = pw.define("chord", f"sqrt(2*(1 - ({CC})))", direction="distance", trivial=trivial)
    assert bool(prove(chord, "distance")) == is_metric


def test_a_chord_with_a_gap_and_another_convention_is_no_metric() -> None:
    """Where N10 = 0 the formula is undefined, and `otherwise` decides."""
    gap = f"sqrt(2*(1 - ({CC}))) * n10/n10"
    trivial = {"identical": 0, "opposite": 2, "vs_other": 2**0.5, "otherwise": 3}
    assert prove(pw.define("gap", gap, direction="distance", trivial=trivial), "distance") is None


@pytest.mark.parametrize(
    ("formula", "trivial", "lost"),
    [
        (f"{CC} + 0.000001*n10/N", SPHERE, "symmetry"),
        (f"{CC} + 0.000001*n10*n01/N**2", SPHERE, "constant_baseline"),
        (f"{CC} + 0.000001*n10*n01/N**2", SPHERE, "asymptotic_constant_baseline"),
        (f"{CC} + 0.000001*n11/N", SPHERE, "maximal_agreement"),
        (f"{CC} + 0.000001*n11/N", SPHERE, "bias"),
        (CC, {"opposite": -1, "vs_other": Fraction(1, 2)}, "constant_baseline"),
        (CC, {"opposite": -1, "vs_other": Fraction(1, 2)}, "monotonicity"),
        (CC, {"opposite": -1, "vs_other": 1}, "maximal_agreement"),
        (CC, {"opposite": 0, "vs_other": 0}, "minimal_agreement"),
        ("(n11 + n00)/N * (n11 - n10)/(n11 - n10)", {}, "maximal_agreement"),
        ("(n11 + n00)/N * (n11 - n10)/(n11 - n10)", {}, "monotonicity"),
        ("(n11 + n00)/N - 0.001*n11*n10*n01*n00/N**4*N", {}, "distance"),
        ("log(1 + n11) - log(1 + n10)", {}, "monotonicity"),
        ("min(n11, n00)/N", {}, "strong_monotonicity"),
    ],
)
def test_planted_defects_are_not_proved(
    formula: str, trivial: dict[str, int], lost: Property
) -> None:
    planted = pw.define("planted", formula, range=(-1, 1), trivial=trivial)
    verdict = prove(planted, lost)
    assert verdict is None or verdict.status == "refuted"


NEAR = [  # near kin of good indices: whatever is proved of them must be true
    f"{CC} + 0.2*n11*n00/N**2",
    f"{CC} - (n10 - n01)**2/N**2",
    "(n11 + n00)/(n11 + 3*n10 + 2*n01 + n00)",
    "(n11 + n00 - 0.5*n10)/N",
    "n11/(n11 + n10 + n01) + 0.5*n00/N",
    "2*n11/(2*n11 + n10 + n01) - n10*n01/N**2",
    "(n11*n00 - n10*n01)/(mA*(N - mB))",
    "sqrt((n11 + n00)/N)",
]


@pytest.mark.parametrize(
    ("formula", "trivial"),
    [(formula, SPHERE) for formula in NEAR] + [(CC, {"opposite": 0, "vs_other": 1})],
)
def test_whatever_is_proved_of_other_formulas_is_true(
    formula: str, trivial: dict[str, int]
) -> None:
    own = pw.define("near_kin", formula, range=(-1, 1), trivial=trivial)
    of_oracle = {"strong_monotonicity", "asymptotic_constant_baseline"}
    verdicts = {kind: prove(own, kind) for kind in CHECKS if kind not in of_oracle}
    proved = [kind for kind, found in verdicts.items() if found and found.status == "proved"]
    wrong = [kind for kind in proved if not CHECKS[kind](own)]
    assert wrong == []


def test_formulas_that_symbols_cannot_run_are_left_alone() -> None:
    @pw.pair_index("branching")
    def branching(p: pw.PairCounts) -> object:
        return p.n11 if p.n11 > p.n10 else p.n10

    def table(t: pw.Contingency) -> float:
        return float(t.n)

    for kind in PROVABLE:
        verdict = prove(branching, kind)
        assert verdict is None or verdict.status == "refuted"
        assert prove(pw.define("size", table), kind) is None


def test_no_time_no_proof() -> None:
    assert prove(pw.index("rand"), "monotonicity", seconds=0) is None


def test_unknown_properties_are_refused() -> None:
    with pytest.raises(InputError, match="cannot prove 'beauty'"):
        prove(pw.index("rand"), "beauty")
