"""What answers and plans say, from records made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

import partwise as pw
from partwise.catalogue import SITUATION
from partwise.comparison.answer import Answer, Estimates, Method
from partwise.comparison.label_plan import LabelPlan, PlanPoint, _chance, about
from partwise.comparison.uncertainty.estimates import Difference, Estimate

CC, CD, R = (pw.index(name) for name in ("CC", "CD", "R"))
CENTRE = Estimate(0.75, 0.1, 0.5, 1.0, 0.95, "way")


def apart(value: float, p_value: float | None = 0.01, note: str | None = None) -> Difference:
    if p_value is None:
        return Difference.refused(value, 0.95, note or "")
    return Difference(value, 0.1, value - 0.1, value + 0.15, p_value, 0.95, "way", note)


def answer(
    best: Sequence[str],
    contenders: Sequence[str],
    differences: dict[str, Difference],
    runner_up: str | None = None,
    *,
    estimate: Estimate | None = CENTRE,
    p_chance: float | None = None,
    method: Method = "simultaneous",
    trivial: Sequence[str] = (),
    index: pw.Index = CC,
) -> Answer:
    return Answer(
        index, tuple(best), tuple(contenders), estimate, runner_up, differences, p_chance, method,
        tuple(trivial),
    )  # fmt: skip


INTERVAL = "0.7500 (95% CI 0.5000 to 1.0000"
AMONG = f"{INTERVAL}, adjusted for choosing among"
AHEAD = "by 0.2000 (95% CI 0.1000 to 0.3500, p = 0.01)"
LONE = "cannot be judged: it is a single cluster or all singletons."
ANSWERS: dict[str, tuple[Answer, str, str]] = {
    "none": (
        answer((), (), {}, estimate=None), "No answer",
        "No candidate is best: CC is undefined for all of them.",
    ),
    "alone": (answer("a", "a", {}), "a", f"a has CC {INTERVAL})."),
    "clear": (
        answer("a", "a", {"b": apart(0.2)}, "b"), "a",
        f"a is best by CC: {AMONG} 2 candidates). It is ahead of b {AHEAD}.",
    ),
    "a distance": (
        answer("a", "a", {"b": apart(-0.2)}, "b", index=CD), "a",
        (f"a is best by CD: {AMONG} 2 candidates). It is ahead of b by 0.2000 (95% CI 0.0500 to "
        "0.3000, p = 0.01)."),
    ),
    "behind": (
        answer("a", "a", {"b": apart(-0.2)}, "b"), "a",
        (f"a is best by CC: {AMONG} 2 candidates). It is behind b by 0.2000 (95% CI 0.0500 to "
        "0.3000, p = 0.01)."),
    ),
    "a tie": (
        answer("ab", "ab", {"b": apart(0.0), "c": apart(0.2)}, "c"), "a and b tie",
        f"a and b tie for the best by CC, at 0.7500. They are ahead of c {AHEAD}.",
    ),
    "a tie among more": (
        answer("ab", "abc", {"b": apart(0.0), "c": apart(0.2, 0.2)}, "c"),
        "a, b and c cannot be distinguished",
        ("a, b and c cannot be distinguished by CC at the 95% level. a and b tie at "
        f"{AMONG} 3 candidates). They are ahead of c by 0.2000 (95% CI 0.1000 to 0.3500, "
        "p = 0.2)."),
    ),
    "undecided": (
        answer("a", "ab", {"b": apart(0.2, 0.2)}, "b"), "a and b cannot be distinguished",
        (f"a and b cannot be distinguished by CC at the 95% level. a has {AMONG} 2 candidates). It "
        "is ahead of b by 0.2000 (95% CI 0.1000 to 0.3500, p = 0.2)."),
    ),
    "clear for two alone": (
        answer("a", "ab", {"b": apart(0.2, 0.049), "c": apart(0.5)}, "b"),
        "a and b cannot be distinguished",
        (f"a and b cannot be distinguished by CC at the 95% level. a has {AMONG} 3 candidates). It "
        "is ahead of b by 0.2000 (95% CI 0.1000 to 0.3500, p = 0.049). That would distinguish the "
        "two if they were the only candidates; with 3 candidates, it does not."),
    ),
    "a tiny lead": (
        answer("a", "a", {"b": replace(apart(0.2), value=0.00004)}, "b"), "a",
        (f"a is best by CC: {AMONG} 2 candidates). It is ahead of b by less than 0.0001 (95% CI "
        "0.1000 to 0.3500, p = 0.01)."),
    ),
    "a small lead": (
        answer("a", "a", {"b": replace(apart(0.2), value=0.00005)}, "b"), "a",
        (f"a is best by CC: {AMONG} 2 candidates). It is ahead of b by 0.0001 (95% CI 0.1000 to "
        "0.3500, p = 0.01)."),
    ),
    "no lead": (
        answer("a", "ab", {"b": apart(0.0, None, "why")}, "b"), "a and b cannot be distinguished",
        (f"a and b cannot be distinguished by CC at the 95% level. a has {AMONG} 2 candidates). It "
        "is ahead of b by 0.0000; there is no confidence interval: why."),
    ),
    "nothing below 0": (
        answer("a", "a", {}, estimate=Estimate(-2e-5, 0.1, -3e-5, 0.1, 0.95, "way")), "a",
        "a has CC 0.0000 (95% CI 0.0000 to 0.1000).",
    ),
    "no reason": (
        answer("a", "a", {"b": apart(0.2, None)}, "b", estimate=replace(CENTRE, low=None)), "a",
        "a is best by CC: 0.7500. It is ahead of b by 0.2000.",
    ),
    "no upper end": (
        answer("a", "a", {"b": apart(0.2, None)}, "b", estimate=replace(CENTRE, high=None)), "a",
        "a is best by CC: 0.7500. It is ahead of b by 0.2000.",
    ),
    "corrected": (
        answer("a", "a", {"b": apart(0.2)}, "b", estimate=replace(CENTRE, corrected=0.7)), "a",
        ("a is best by CC: 0.7000 (95% CI 0.5000 to 1.0000, adjusted for choosing among 2 "
        f"candidates, uncorrected 0.7500). It is ahead of b {AHEAD}."),
    ),
    "chance": (
        answer("a", "a", {}, p_chance=0.05), "a",
        (f"a has CC {INTERVAL}). Random candidates with the same cluster sizes may do as well "
        "(p = 0.05)."),
    ),
    "no chance": (answer("a", "a", {}, p_chance=0.049), "a", f"a has CC {INTERVAL})."),
    "halves": (
        answer("a", "a", {"b": apart(0.2)}, "b", method="halves"), "a",
        ("a was chosen by CC on a random half of the sample. On the other half it has "
        f"{INTERVAL}); there, it is the best. It is ahead of b {AHEAD}."),
    ),
    "halves that tie": (
        answer("a", "ab", {"b": apart(0.2, 0.2)}, method="halves"),
        "a and b cannot be distinguished",
        ("a was chosen by CC on a random half of the sample. On the other half it has "
        f"{INTERVAL}); there, a and b cannot be distinguished."),
    ),
    "halves that differ": (
        answer("a", "bc", {"b": apart(0.2, 0.2), "c": apart(0.1, 0.2)}, method="halves"),
        "b and c cannot be distinguished",
        ("a was chosen by CC on a random half of the sample. On the other half it has "
        f"{INTERVAL}); b or c is better there."),
    ),
    "trivial": (
        answer("a", "ab", {"b": apart(0.2, None, "why")}, "b", trivial="b"), "a",
        f"a is best by CC: {AMONG} 2 candidates). b {LONE}",
    ),
    "two trivial ones": (
        answer(
            "a", "abc",
            {"b": apart(0.2, None, SITUATION["trivial"]), "c": apart(0.2, None, "why")},
            "b", trivial="bc",
        ),
        "a",
        (f"a is best by CC: {AMONG} 3 candidates). b and c cannot be judged: each is a single "
        "cluster or all singletons, and a convention gives such clusterings their CC."),
    ),
    "others that cannot be judged": (
        answer(
            "a", "abcd",
            {"b": apart(0.2, None, "one"), "c": apart(0.2, None, "two"),
             "d": apart(0.3, None, "two")},
            "b",
        ),
        "a, b, c and d cannot be distinguished",
        (f"a, b, c and d cannot be distinguished by CC at the 95% level. a has {AMONG} 4 "
        "candidates). It is ahead of b by 0.2000; there is no confidence interval: one. c and d "
        "cannot be judged: two."),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_answers(name: str) -> None:
    made, headline, text = ANSWERS[name]
    assert made.headline == headline
    assert str(made) == text
    content = made.to_dict()
    assert (content["headline"], content["text"]) == (headline, text)
    assert content["contenders"] == list(made.contenders)
    assert made.informative == tuple(c for c in made.contenders if c not in made.trivial)
    row = made.to_frame("polars").row(0, named=True)
    e = made.estimate
    assert (row["text"], row["p_chance"]) == (text, made.p_chance)
    assert (row["score"], row["low"]) == (None if e is None else e.centre, e and e.low)
    d = made.differences.get(made.runner_up or "")
    assert (row["lead"], row["p_value"]) == ((d.centre, d.p_value) if d else (None, None))
    assert row["runner_up"] == (made.runner_up if d else None)


def test_who_cannot_be_judged() -> None:
    differences = {
        "b": apart(0.2, None, "why"), "c": apart(0.2), "d": apart(0.2, None, "off"),
        "e": apart(0.0, None), "f": apart(0.0, None, "tied"),
    }  # fmt: skip
    made = answer("af", "abcef", differences, "c")
    assert made.unjudged == {"b": "why", "e": ""}


def test_estimates_are_a_line_for_each_index_and_candidate() -> None:
    corrected = replace(CENTRE, corrected=0.7, note="hm")
    made = Estimates(
        [R, CC], {"x": {"rand": CENTRE, "correlation": corrected}, "y": {
            "rand": Estimate.refused(0.5, 0.9, "why"), "correlation": CENTRE}},
    )  # fmt: skip
    rows = [tuple(row) for row in made.to_table().rows]
    assert [row[:2] for row in rows] == [("R", "x"), ("R", "y"), ("CC", "x"), ("CC", "y")]
    assert rows[2][2:] == (0.7, 0.1, 0.5, 1.0, 0.75)
    assert rows[1][2:] == (0.5, None, None, None, None)


# --- plans


POINTS = tuple(PlanPoint(size, 0.1, 0.2 + 1 / size, 0.5, 0.1, 0.9) for size in (50, 100, 4000))
PLAN = LabelPlan(
    CC, ("a", "b"), "items", 0.95, 0.8, None, None, 100, 2, 1234, 567, None,
    Difference(0.02, 0.1, -0.1, 0.14, 0.3, 0.95, ""), None, POINTS,
)  # fmt: skip
WIDTH = replace(
    PLAN, candidates=("a",), power=None, width=0.05, now=CENTRE, chosen_among=1, smallest=None
)
SURE = Difference(0.02, 0.1, 0.01, 0.14, 0.0123, 0.95, "")
ENOUGH = "100 labelled items are enough"
PLANS: dict[str, tuple[LabelPlan, str, int | None]] = {
    "more": (
        PLAN,
        ("About 1,240 items, 1,140 more than the 100 labelled, would distinguish a from b by CC "
        "with 80% power, if the observed difference, 0.02, is the true one."),
        1134,
    ),
    "corrected": (
        replace(PLAN, now=replace(SURE, p_value=0.3, corrected=-0.031)),
        ("About 1,240 items, 1,140 more than the 100 labelled, would distinguish a from b by CC "
        "with 80% power, if the observed difference, 0.031, is the true one."),
        1134,
    ),
    "no number": (
        replace(PLAN, size=None),
        ("No number of items would distinguish a from b by CC, if the observed difference, 0.02, "
        "is the true one."),
        None,
    ),
    "at most all": (
        replace(PLAN, sampling="clusters", size=1234, clusters=1234),
        ("About 1,234 clusters, 1,134 more than the 100 labelled, would distinguish a from b by CC "
        "with 80% power, if the observed difference, 0.02, is the true one."),
        1134,
    ),
    "rounded below all": (
        replace(PLAN, sampling="clusters", size=1234, clusters=5000),
        ("About 1,240 clusters, 1,140 more than the 100 labelled, would distinguish a from b by CC "
        "with 80% power, if the observed difference, 0.02, is the true one."),
        1134,
    ),
    "no more, but not sure": (
        replace(PLAN, size=90),
        ("About 90 items, no more than the 100 labelled, would distinguish a from b by CC with 80% "
        "power, if the observed difference, 0.02, is the true one."),
        0,
    ),
    "sure": (
        replace(PLAN, now=SURE, size=90),
        f"The {ENOUGH}: they distinguish a from b by CC (difference 0.02, p = 0.012).",
        0,
    ),
    "sure by luck": (
        replace(PLAN, now=SURE, chosen_among=3),
        (f"For these two alone, the {ENOUGH}: they distinguish a from b by CC (difference 0.02, "
        "p = 0.012). A new sample of about 1,240 items would do so with 80% power, if the observed "
        "difference is the true one."),
        0,
    ),
    "sure without a size": (
        replace(PLAN, now=replace(SURE, p_value=0.0009), size=None, reason="why"),
        f"The {ENOUGH}: they distinguish a from b by CC (difference 0.02, p < 0.001).",
        0,
    ),
    "a reason": (
        replace(PLAN, size=None, reason="why", now=None), "No number of items can be planned: why.",
        None,
    ),
    "unsure, with a reason": (
        replace(PLAN, size=None, reason="why"), "No number of items can be planned: why.", None
    ),
    "a width": (
        WIDTH,
        ("About 1,240 items, 1,140 more than the 100 labelled, would give a's CC a 95% confidence "
        "interval of width 0.05, which is 0.21 now."),
        1134,
    ),
    "no width": (
        replace(WIDTH, size=None),
        ("No number of items would give a's CC a 95% confidence interval of width 0.05, which is "
        "0.21 now."),
        None,
    ),
    "narrow enough": (
        replace(WIDTH, size=100),
        (f"The {ENOUGH}: the 95% confidence interval of a's CC is 0.21 wide, where 0.05 is asked "
        "for."),
        0,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANS)
def test_plans(name: str) -> None:
    plan, text, more = PLANS[name]
    assert plan.text == text
    assert plan.more == more
    assert plan.is_enough == (" enough" in text)
    content = plan.to_dict()
    assert (content["text"], content["more"], content["size"]) == (text, more, plan.size)
    assert [point["size"] for point in content["curve"]] == [50, 100, 4000]


RANGE = (
    "The plan is no more certain than the difference: its 95% confidence interval, -0.1 to 0.14, "
    "means from 567 items to no limit."
)
MANY = (
    "This ignores that you choose among 3 candidates; the answer of the comparison takes that into "
    "account, and needs more items."
)
DRAWN = "It assumes that items are drawn at random and clusterings are not refitted."


def test_notes_of_plans() -> None:
    assert PLAN.notes == (RANGE, DRAWN)
    assert replace(PLAN, size=100).notes == (DRAWN,)
    assert replace(PLAN, size=101).notes == (RANGE, DRAWN)
    assert replace(PLAN, size=None).notes == (RANGE, DRAWN)
    assert replace(PLAN, reason="why").notes == ()
    assert replace(PLAN, chosen_among=3).notes == (RANGE, MANY, DRAWN)
    limits = replace(PLAN, smallest=None, largest=5678)
    assert limits.notes[0].endswith("means from no limit to 5,680 items.")
    assert WIDTH.notes == (DRAWN,)


def test_tables_of_plans() -> None:
    table = PLAN.to_table()
    assert [row[0] for row in table.rows] == [50, 100, 4000]
    assert [len(row) for row in table.rows] == [6, 6, 6]
    assert [len(row) for row in WIDTH.to_table().rows] == [3, 3, 3]
    assert table.rows[2][2] == 0.2  # of 0.20025, three digits
    assert PLAN.to_frame("polars")["width"][2] == 0.20025
    assert replace(PLAN, size=100).to_table().emphasis == {(1, 0)}
    assert table.title == PLAN.text
    empty = replace(PLAN, curve=()).to_table()
    assert (empty.rows, empty.title) == ([], PLAN.text)


def test_sizes_are_rounded_up_to_three_digits() -> None:
    for size in (*range(1, 1300, 7), 999, 1000, 1001, 9999, 10_000, 99_901, 123_456):
        step = max(1, 10 ** (len(str(size)) - 3))
        assert about(size) == -(-size // step) * step


@pytest.mark.parametrize(
    ("p_value", "said"),
    [(0.00099, "p < 0.001"), (0.001, "p = 0.001"), (0.0437, "p = 0.044"), (0.0, "p < 0.001")],
)
def test_p_values_of_plans(p_value: float, said: str) -> None:
    assert _chance(apart(0.2, p_value)) == said
