"""The guide recommends what the verdicts allow, and has a reason for everything else."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

import partwise as pw
from partwise.properties.guide import facts
from partwise.properties.guide.choice import recommend
from partwise.properties.known_verdicts import holds, known
from support.claims import PROPERTIES, weighs
from support.clocks import FakeClock

pytestmark = pytest.mark.usefixtures("still_clock")

CATALOGUE = list(pw.indices("paper"))
SIMPLE = PROPERTIES[:7]
NAMES = [index.key for index in CATALOGUE]


def keys(found: Any) -> list[str]:
    return [index.key for index, _ in found.admissible]


# --- requirements


def meets(key: str, required: dict[str, Any]) -> bool | None:
    """The verdicts, read a second time: False beats unknown beats True."""
    index = pw.index(key)
    found: list[bool | None] = []
    for name, wanted in required.items():
        if name == "matters":
            weight = weighs(key)
            found.append(None if weight is None else weight == wanted)
        elif name == "constant_baseline":
            exact = holds(index, "constant_baseline")
            about = holds(index, "asymptotic_constant_baseline")
            found.append(exact if wanted == "exact" else bool(exact or about))
        else:
            verdict = known(index)[name]
            found.append(False if verdict.status == "not_applicable" else verdict.holds)
    return False if False in found else None if None in found else True


@pytest.mark.parametrize("weight", [None, "large", "small"])
@pytest.mark.parametrize("baseline", [None, "exact", "asymptotic"])
def test_only_what_the_verdicts_allow_is_recommended(
    baseline: str | None, weight: str | None
) -> None:
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
    for answers in found.rejected.values():
        for answer in answers:
            text = answer.shown()
            assert text.startswith(answer.words)
            assert f"[{answer.source}" in text
            if answer.counterexample:
                assert str(answer.counterexample) in text
            else:
                assert answer.requirement.name in ("linear_complexity", "matters") or (
                    answer.source == "not_applicable"
                )


def test_the_order_is_the_documented_one() -> None:
    def place(key: str) -> tuple[bool, bool, int]:
        held = {kind for kind in PROPERTIES[:-1] if holds(pw.index(key), kind)}
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
    paper += ["FMeasure", "BCubed", "ami_geometric"]
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
    assert "No index can be monotone" in str(found)


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
    assert any("ami_arithmetic is not monotone" in note for note in found.notes)
    assert not any("not monotone" in note for note in recommend(monotonicity=True).notes)


def test_linear_time_comes_with_a_warning_that_ami_is_fast() -> None:
    slow = "Linear complexity rules out AMI and SMI"
    assert any(note.startswith(slow) for note in recommend(linear_complexity=True).notes)
    assert not any(note.startswith(slow) for note in recommend(monotonicity=True).notes)


def test_false_is_not_a_requirement() -> None:
    assert recommend(distance=False, matters=None, indices=NAMES).requirements == ()


def test_own_indices_are_decided() -> None:
    """The Jaccard index under another name; without its convention, nothing is proved of it."""
    own = pw.define("guide_test_own", "n11 / (n11 + n10 + n01)")
    found = recommend(monotonicity=True, matters="large", indices=[own, "CC"])
    assert found.best is pw.index("CC")
    ((answer,),) = found.rejected.values()
    assert answer.words == "not monotone: an improvement may leave it unchanged"
    assert str(answer.counterexample) == str(known(pw.index("J"))["monotonicity"].counterexample)
    assert "guide_test_own: not monotone" in str(found)


def test_own_indices_can_be_recommended() -> None:
    """CC by its formula, and by a function: of the latter nothing can be proved."""
    formula = "(n11*n00 - n10*n01) / sqrt(mA*mB*(N - mA)*(N - mB))"
    own = pw.define(
        "guide_test_cc", formula, range=(-1, 1), trivial={"vs_other": 0, "opposite": -1}
    )

    def by_function(table: pw.Contingency) -> float:
        return float(pw.index("CC").evaluate(table).value)

    asked: dict[str, Any] = {"monotonicity": True, "constant_baseline": "exact"}
    found = recommend(**asked, indices=[own, by_function])  # type: ignore[list-item]
    assert keys(found) == ["guide_test_cc", "by_function"]
    sources = [answers[0].source for answers in found.answers.values()]
    assert sources == ["proved", "held"]
    note = "no counterexample among all clusterings of up to n = 8 items"
    assert f"monotone [held: {note}]" in str(found)
    assert any("symmetry [held]" in reason for reason in found.admissible[1].reasons)


def test_where_errors_cost_more() -> None:
    def rand(table: pw.Contingency) -> float:
        return 0.0

    own = pw.define("guide_test_rand", "(n11 + n00) / N")
    found = recommend(matters="large", indices=[own, rand])  # type: ignore[call-overload]
    assert keys(found) == ["guide_test_rand"]
    ((unknown,),) = found.unknown.values()
    assert unknown.words == "it is unknown whether errors in large or in small clusters cost more"
    for index in CATALOGUE:
        assert facts.cost_more_in(index) == weighs(index.key)


def test_functions_named_like_an_index_are_not_that_index() -> None:
    def rand(table: pw.Contingency) -> float:
        return 0.0

    found = recommend(maximal_agreement=True, symmetry=True, indices=[rand])  # type: ignore[list-item]
    ((answer,),) = found.rejected.values()
    assert answer.requirement.name == "maximal_agreement"
    assert answer.counterexample is not None
    assert answer.counterexample.n == 2


def test_what_raises_is_not_recommended() -> None:
    def picky(table: pw.Contingency) -> float:
        if table.n > 4:
            raise ValueError("too many for me")
        return float(pw.index("CC").evaluate(table).value)

    found = recommend(symmetry=True, indices=[picky])  # type: ignore[list-item]
    ((answer,),) = found.unknown.values()
    assert answer.source == "unknown"
    assert "too many for me" in answer.note


def test_slow_indices_are_given_up(still_clock: FakeClock) -> None:
    def slow(table: pw.Contingency) -> float:
        still_clock.time += 1
        return float(table.n)

    found = recommend(symmetry=True, indices=[slow])  # type: ignore[list-item]
    ((answer,),) = found.unknown.values()
    assert answer.met is None
    assert answer.note


def test_own_indices_are_decided_once(monkeypatch: pytest.MonkeyPatch) -> None:
    own = pw.define("guide_test_once", "n11 / N")
    first = recommend(symmetry=True, indices=[own])
    monkeypatch.setattr(facts, "_decided", None)
    assert keys(recommend(symmetry=True, indices=[own])) == keys(first) == ["guide_test_once"]
    again = pw.define("guide_test_once", "n10 / N")  # another index of the same name
    with pytest.raises(TypeError):
        recommend(symmetry=True, indices=[again])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            {"constant_baseline": "about"},
            "constant_baseline= must be True, 'exact', 'asymptotic' or",
        ),
        ({"matters": "medium"}, "matters= must be 'large', 'small' or None"),
        ({"matters": True}, "matters= must be 'large', 'small' or None"),
        ({"distance": "yes"}, "distance= must be True or None .not required., not 'yes'"),
        ({"distance": 1}, "distance= must be True or None .not required., not 1"),
        ({"sizes_known": "all"}, "sizes_known= must be True, False or None, not 'all'"),
        ({"indices": []}, "indices= is empty"),
    ],
)
def test_bad_requirements(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(pw.errors.InputError, match=message):
        recommend(**wrong)


def test_unknown_names() -> None:
    with pytest.raises(pw.errors.UnknownIndexError, match="no index is called 'nonesuch'"):
        recommend(indices=["nonesuch"])


# --- output


def test_text_has_every_index_once() -> None:
    found = recommend(distance=True, sizes_known=False)
    lines = str(found).splitlines()
    assert lines[0] == "Required: constant baseline (asymptotic), distance"
    for index in pw.indices("paper"):
        starts = (f"  {index.key}:", f"  1. {index.key} (", f"  2. {index.key} (")
        assert sum(line.startswith(starts) for line in lines) == 1, index.key
    assert "[proved] proved; `partwise audit KEY` shows the proof" in lines
    assert sum(line.startswith("In counterexamples, V is the index") for line in lines) == 1
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
    # CC is 0, 2/√10 and −1/√5: 1 − 0 and 1 − 0.632 are less than 1 + 0.447 in all.
    assert failure["counterexample"].startswith("A = 012|3, B = 01|23, C = 0|1|23: V(A, B) = 0, ")


def test_labels_are_escaped() -> None:
    def shout(table: pw.Contingency) -> float:
        return 0.0

    shout.__name__ = "<script>"
    html = recommend(symmetry=True, indices=[shout])._repr_html_()  # type: ignore[list-item]
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_compromises_come_before_rejections() -> None:
    text = str(recommend(distance=True, constant_baseline="exact", indices=NAMES))
    assert text.index("No index meets all requirements.") < text.index("Compromise: ")
    assert text.rindex("Compromise: ") < text.index("Fails a requirement:")
