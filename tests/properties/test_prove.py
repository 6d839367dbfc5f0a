"""Every proof is held against the definition on all small clusterings, and against the claims."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from mpmath import mp

import partwise as pw
from partwise.base.errors import InputError
from partwise.properties.prove.certificates import ProofCertificate, ProofStep
from partwise.properties.prove.faces import FACES
from partwise.properties.prove.proving import PROVABLE, prove
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


def certificate_of(key: str, kind: Property) -> ProofCertificate:
    verdict = verdict_of(key, kind)
    assert verdict is not None
    assert isinstance(verdict.certificate, ProofCertificate)
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
    met = {tuple(c > 0 for c in counts) for n in range(1, 7) for counts in all_counts(n)}
    assert met == {face.positive for face in FACES if face.is_possible}


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


def tampered(certificate: ProofCertificate, i: int, step: ProofStep | None) -> ProofCertificate:
    steps = list(certificate.steps)
    steps[i : i + 1] = [] if step is None else [step]
    return replace(certificate, steps=tuple(steps))


@pytest.mark.parametrize(
    ("key", "kind"),
    [("rand", "monotonicity"), ("correlation", "maximal_agreement"), ("jaccard", "distance")],
)
def test_tampered_certificates_fail(key: str, kind: Property) -> None:
    certificate = certificate_of(key, kind)
    with_signs = [i for i, step in enumerate(certificate.steps) if step.found]
    for i in (with_signs[0], with_signs[len(with_signs) // 2], with_signs[-1]):
        step = certificate.steps[i]
        assert step.found is not None
        other_sign = replace(step, found=replace(step.found, sign=1 - step.found.sign))
        assert not tampered(certificate, i, other_sign).recheck()
        assert not tampered(certificate, i, None).recheck()
        assert not tampered(certificate, i, replace(step, what="something else")).recheck()
        assert not tampered(certificate, i, replace(step, found=None)).recheck()
        if step.found.numerator:
            term = step.found.numerator[0]
            twice = replace(term.polynomial, constant=2 * term.polynomial.constant)
            terms = (replace(term, polynomial=twice), *step.found.numerator[1:])
            changed = replace(step.found, numerator=terms)
            assert not tampered(certificate, i, replace(step, found=changed)).recheck()
    longer = replace(certificate, steps=(*certificate.steps, ProofStep("", "and so on")))
    assert not longer.recheck()


def test_a_certificate_is_about_one_formula() -> None:
    proof = certificate_of("rand", "maximal_agreement")
    assert not replace(proof, index=pw.index("jaccard")).recheck()
    assert not replace(certificate_of("jaccard", "bias"), value="none").recheck()


def test_certificates_can_be_read() -> None:
    """The line is checked by hand: Rand less 1 is −(N10 + N01)/N."""
    certificate = certificate_of("rand", "maximal_agreement")
    lines = str(certificate).splitlines()
    assert lines[0] == "Proof of maximal agreement of Rand"
    assert lines[1] == "V = (N00 + N11)/(N00 + N01 + N10 + N11)"
    wanted = "N11, N10, N01, N00 > 0: V − 1 = (-N01 - N10)/(N00 + N01 + N10 + N11) < 0"
    assert any(line.endswith(wanted) for line in lines), "\n".join(lines)
    told = certificate.to_dict()
    assert told["index"] == "rand"
    assert len(told["steps"]) == len(lines) - 2
    assert {step.get("sign") for step in told["steps"]} <= {-1, 0, 1, None}


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
    with pytest.raises(InputError, match="no proofs for 'beauty'"):
        prove(pw.index("rand"), "beauty")
