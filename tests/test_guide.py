"""The guide recommends what the claims allow, and has a reason for everything else."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from mpmath import mp

import partwise as pw
from definitions import score_of
from claims import PROPERTIES, Property, claim, weighs
from counterexamples import labels_of
from partwise.guide import recommend
from partwise.guide.evidence import evidence, told

CATALOGUE = [index for index in pw.indices() if index.builtin]
SIMPLE: tuple[Property, ...] = PROPERTIES[:7]
NAMES = [index.key for index in CATALOGUE]


def keys(found: Any) -> list[str]:
    return [index.key for index, _ in found.admissible]


# --- requirements


def meets(key: str, required: dict[str, Any]) -> bool | None:
    """The claims, read a second time: False beats unknown beats True."""
    found: list[bool | None] = []
    for name, wanted in required.items():
        if name == "matters":
            weight = weighs(key)
            found.append(None if weight is None else weight == wanted)
        elif name == "constant_baseline":
            exact = claim(key, "constant_baseline").holds
            about = claim(key, "asymptotic_constant_baseline").holds
            found.append(exact if wanted == "exact" else bool(exact or about))
        else:
            kind: Property = next(kind for kind in PROPERTIES if kind == name)
            fact = claim(key, kind)
            found.append(fact.holds if fact.applicable else False)
    return False if False in found else None if None in found else True


@pytest.mark.parametrize("weight", [None, "large", "small"])
@pytest.mark.parametrize("baseline", [None, "exact", "asymptotic"])
def test_only_what_is_claimed_is_recommended(baseline: str | None, weight: str | None) -> None:
    """All combinations of requirements."""
    for chosen in product((None, True), repeat=len(SIMPLE)):
        asked = dict(zip(SIMPLE, chosen, strict=True), constant_baseline=baseline, matters=weight)
        required: dict[str, Any] = {name: value for name, value in asked.items() if value}
        found = recommend(**required, indices=NAMES)
        expected: dict[bool | None, set[str]] = {True: set(), False: set(), None: set()}
        for key in NAMES:
            expected[meets(key, required)].add(key)
        assert set(keys(found)) == expected[True]
        assert {index.key for index in found.rejected} == expected[False]
        assert {index.key for index in found.unknown} == expected[None]
        assert bool(found.compromises) == (not found.admissible)
        assert all(indices for _, indices in found.compromises)


def test_every_failure_has_its_reason() -> None:
    everything: dict[str, Any] = dict.fromkeys(SIMPLE, True)
    found = recommend(**everything, constant_baseline="exact", matters="large", indices=NAMES)
    assert found.best is None
    for index, answers in found.rejected.items():
        for answer in answers:
            text = answer.shown(index)
            assert text.startswith(answer.words)
            assert f"[{answer.source}" in text
            if answer.counterexample:
                assert str(answer.counterexample) in text
            else:
                assert answer.requirement.name in ("linear_complexity", "matters") or (
                    answer.source == "definition"
                )


def test_the_order_is_the_documented_one() -> None:
    def place(key: str) -> tuple[bool, bool, int]:
        held = {kind for kind in PROPERTIES[:-1] if claim(key, kind).holds}
        baseline = held & {"constant_baseline", "asymptotic_constant_baseline"}
        return "monotonicity" not in held, not baseline, -len(held)

    ordered = keys(recommend(indices=NAMES))
    assert ordered == sorted(ordered, key=place)
    assert ordered[:3] == ["correlation", "sokal_sneath_1", "correlation_distance"]


def test_the_papers_conclusion() -> None:
    """Section 6: monotonicity and constant baseline leave AR, CC, S&S and, asymptotically, CD.

    AMI is not among them (erratum 1). Peirce and Baulieu II, which its tables leave out, are.
    """
    paper = ["R", "AR", "J", "W", "D", "CC", "S&S", "CD", "NMI", "NMImax", "FNMI", "VI", "SMI"]
    paper += ["FMeasure", "BCubed", "AMI"]
    found = recommend(monotonicity=True, sizes_known=False, indices=paper)
    assert keys(found) == [
        "correlation",
        "sokal_sneath_1",
        "correlation_distance",
        "adjusted_rand",
    ]
    last = found.admissible[-1].reasons[-1]  # "AR is strictly dominated by CC and S&S"
    assert last.startswith("dominated")
    assert "correlation, sokal_sneath_1" in last
    assert {"peirce", "baulieu_2"} <= set(keys(recommend(monotonicity=True, sizes_known=False)))


def test_distance_and_exact_baseline_exclude_each_other() -> None:
    found = recommend(distance=True, constant_baseline=True, monotonicity=True, indices=NAMES)
    assert found.best is None
    weaker, *rest = found.compromises
    assert weaker.instead == "with an asymptotic constant baseline"
    assert weaker.indices[0].key == "correlation_distance"
    assert [c.instead for c in rest] == ["without constant baseline (exact)", "without distance"]
    assert "announces a proof" in str(found)


def test_compromises_give_up_as_little_as_possible() -> None:
    """AMI and SMI lack linear time, monotonicity and distance: two of these must go."""
    found = recommend(
        matters="small", constant_baseline="exact", linear_complexity=True, monotonicity=True
    )
    for instead, indices in found.compromises:
        given_up = instead.removeprefix("without ").split(" and ")
        assert len(given_up) == min(len(c.instead.split(" and ")) for c in found.compromises)
        assert indices


def test_known_sizes_make_baselines_needless() -> None:
    known = recommend(sizes_known=True, monotonicity=True, indices=NAMES)
    assert {"bcubed", "vi", "nmi_arithmetic"} <= set(keys(known))  # the paper's footnote
    reasons = {index.key: reasons for index, reasons in known.admissible}
    for key in ("bcubed", "vi", "nmi_arithmetic"):
        assert any("named by the paper" in reason for reason in reasons[key])
    assert any("all cluster sizes" in note for note in known.notes)
    unknown = recommend(sizes_known=False, monotonicity=True, indices=NAMES)
    assert not {"bcubed", "vi", "nmi_arithmetic"} & set(keys(unknown))
    assert unknown.requirements[1].words == "constant baseline (asymptotic)"


def test_an_exact_requirement_is_kept_when_sizes_are_not_known() -> None:
    found = recommend(sizes_known=False, constant_baseline="exact", indices=NAMES)
    assert "correlation_distance" not in keys(found)


def test_non_monotone_winners_come_with_a_warning() -> None:
    found = recommend(matters="small", constant_baseline="exact")
    assert found.best is pw.index("AMI")
    assert any("ami_geometric is not monotone" in note for note in found.notes)
    assert not any("not monotone" in note for note in recommend(monotonicity=True).notes)


def test_false_is_not_a_requirement() -> None:
    assert recommend(distance=False, matters=None, indices=NAMES).requirements == ()


def test_own_indices_are_unknown() -> None:
    own = pw.define("guide_test_own", "n11 / (n11 + n10 + n01)")
    found = recommend(monotonicity=True, matters="large", indices=[own, "CC"])
    assert found.best is pw.index("CC")
    assert not found.rejected
    first, second = found.unknown[own]
    assert first.words == "whether it meets “monotonicity” is unknown"
    assert "large or in small" in second.words
    assert "guide_test_own" in str(found)


def test_functions_named_like_an_index_are_unknown() -> None:
    def rand(table: pw.Contingency) -> float:
        return 0.0

    (answer,) = next(iter(recommend(symmetry=True, indices=[rand]).unknown.values()))  # type: ignore[list-item]
    assert answer.source == "unknown"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"constant_baseline": "about"}, "constant_baseline= is True, 'exact', 'asymptotic' or"),
        ({"matters": "medium"}, "matters= is 'large', 'small' or None"),
        ({"matters": True}, "matters= is 'large', 'small' or None"),
        ({"distance": "yes"}, "distance= is True or None .not required., not 'yes'"),
        ({"distance": 1}, "distance= is True or None .not required., not 1"),
        ({"sizes_known": "all"}, "sizes_known= is True, False or None, not 'all'"),
        ({"indices": []}, "indices= is empty"),
    ],
)
def test_bad_requirements(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(pw.InputError, match=message):
        recommend(**wrong)


def test_unknown_names() -> None:
    with pytest.raises(pw.UnknownIndexError, match="no index is called 'nonesuch'"):
        recommend(indices=["nonesuch"])


# --- output


def test_text_has_every_index_once() -> None:
    found = recommend(distance=True, sizes_known=False)
    lines = str(found).splitlines()
    assert lines[0] == "Required: constant baseline (asymptotic), distance"
    for index in pw.indices():
        starts = (f"  {index.key}:", f"  1. {index.key} (", f"  2. {index.key} (")
        assert sum(line.startswith(starts) for line in lines) == 1, index.key
    assert "[paper] claimed by the paper" in lines
    assert "jaccard" not in found.summary()
    assert found.summary().splitlines()[2:4] == [
        "Admissible, best first:",
        "  1. correlation_distance (Correlation Distance)",
    ]


def test_plain_data_and_tables_agree() -> None:
    found = recommend(distance=True, constant_baseline="asymptotic", indices=NAMES)
    data = json.loads(json.dumps(found.to_dict()))
    assert data["requirements"] == {"constant_baseline": "asymptotic", "distance": True}
    assert data["best"] == "correlation_distance"
    assert [each["index"] for each in data["admissible"]] == keys(found)
    table = found.to_table()
    assert [row[0] for row in table.rows] == [
        *keys(found),
        *data["unknown"],
        *data["rejected"],
    ]
    (failure, *_) = data["rejected"]["correlation"]
    assert failure["answer"] == "not a distance"
    assert failure["counterexample"].startswith("A = 01|2|3, B = 01|23, C = 0|1|23: d(A, C) = 1.2")


def test_labels_are_escaped() -> None:
    def shout(table: pw.Contingency) -> float:
        return 0.0

    shout.__name__ = "<script>"
    html = recommend(symmetry=True, indices=[shout])._repr_html_()  # type: ignore[list-item]
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


# --- the numbers in counterexamples


@pytest.mark.parametrize("key", NAMES)
def test_evidence_is_right(key: str) -> None:
    """Values of single pairs, against the oracle."""
    index, score = pw.index(key), score_of(key)
    sign = 1 if index.direction == "similarity" else -1
    checked = 0
    for kind in PROPERTIES:
        example = claim(key, kind).counterexample
        if example is None:
            continue
        values = evidence(index, example)
        assert str(example) in told(index, example)
        of = dict(zip(example.names, example.clusterings, strict=False))
        for what, value in values.items():
            checked += 1
            if what.startswith("V(") and not what.startswith("V(s)") and not example.pair_counts:
                a, b = what.removeprefix("V(").removesuffix(")").split(", ")
                known = score(of[a], of[b])
                if known is None:
                    assert value != value
                else:
                    with mp.workdps(30):
                        assert abs(mp.mpf(float(known)) * sign - float(value)) < 1e-14
    assert checked


def test_means_and_distances() -> None:
    """E[J] and d for AR, by hand (the first two by counting the 4 and 6 arrangements)."""
    jaccard = claim("jaccard", "constant_baseline").counterexample
    assert jaccard is not None
    assert jaccard.written == ("01|23", "012|3", "01|23", "01|2|3")
    # 012|3 and its like share one pair of the four with 01|23: 1/4. One pair in six is one of
    # A's two, 1/2 each: (2 × 1/2 + 4 × 0) / 6.
    assert list(map(str, evidence(pw.index("J"), jaccard).values())) == ["1/4", "1/6"]
    rand = claim("adjusted_rand", "distance").counterexample
    assert rand is not None
    # AR(A, C) = (0 − 1/6)/(1 − 1/6) = −1/5; AR(A, B) = (1 − 1/3)/(3/2 − 1/3) = 4/7.
    assert list(map(str, evidence(pw.index("AR"), rand).values())) == ["6/5", "3/7", "3/7"]


def test_clusterings_of_a_counterexample_can_be_scored() -> None:
    example = claim("jaccard", "monotonicity").counterexample
    assert example is not None
    a, b, better = example.clusterings
    assert (a, b, better) == tuple(map(labels_of, ("01|2", "02|1", "0|1|2")))
    assert pw.score(a, b, "J") == pw.score(a, better, "J") == 0
