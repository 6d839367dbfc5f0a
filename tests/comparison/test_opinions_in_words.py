"""What opinions, summaries and findings say, from records made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.comparison.causes import NoPreference, Reason
from partwise.comparison.explanation import Explanation, explanation, summary
from partwise.comparison.opinions import Agreement, Opinions, Votes

CC, CD, NMI, R, J = (pw.index(name) for name in ("CC", "CD", "NMI", "R", "J"))


AGREEMENTS: list[tuple[Agreement, str]] = [
    (Agreement(1, 0, {}, 0), "1 of 1 indices agrees"),
    (Agreement(2, 0, {}, 0), "2 of 2 indices agree"),
    (Agreement(0, 1, {}, 1), "0 of 2 indices agree, 1 ties, 1 is undefined"),
    (Agreement(0, 2, {}, 2), "0 of 4 indices agree, 2 tie, 2 are undefined"),
    (Agreement(3, 0, {("b",): 1}, 0), "3 of 4 indices agree (1 prefers b instead)"),
    (
        Agreement(3, 1, {("b",): 2, ("c", "d"): 1}, 0),
        "3 of 7 indices agree, 1 ties (2 prefer b and 1 prefers c and d equally instead)",
    ),
]


@pytest.mark.parametrize(("made", "words"), AGREEMENTS)
def test_agreements(made: Agreement, words: str) -> None:
    assert str(made) == words
    content = made.to_dict()
    assert content["of"] == made.of == int(words.split()[2])
    assert [tuple(each["names"]) for each in content["prefer"]] == [*made.prefer]
    assert [each["indices"] for each in content["prefer"]] == [*made.prefer.values()]


def test_opinions_are_counted_by_class() -> None:
    preferred = {"correlation": ("a",), "rand": ("a", "b"), "jaccard": ("b",), "vi": (),
                 "nmi_arithmetic": ("b",)}  # fmt: skip
    opinions = Opinions(tuple((pw.index(key),) for key in preferred), preferred)
    assert opinions.agreement(["a"]) == Agreement(1, 1, {("b",): 2}, 1)
    assert opinions.agreement(["a", "b"]) == Agreement(1, 0, {("a",): 1, ("b",): 2}, 1)
    assert opinions.agreement(["c"]) == Agreement(0, 0, {("a",): 1, ("a", "b"): 1, ("b",): 2}, 1)
    assert dict(opinions.votes("abc")) == {"a": 1, "b": 2, "c": 0}
    assert opinions.note == ""
    rows = opinions.to_table().rows
    assert [row[1] for row in rows] == ["a", "a, b", "b", None, "b"]
    votes = Votes({"a": 2, 7: 0})
    assert (len(votes), [*votes], votes[7], votes.to_dict()) == (2, ["a", 7], 0, {"a": 2, "7": 0})
    assert votes.to_table().rows == [["a", 2], ["7", 0]]


def test_classes_that_always_agree_count_once() -> None:
    keys = ("rand", "hubert", "mirkin", "jaccard", "dice", "correlation")
    preferred: dict[str, tuple[str, ...]] = dict.fromkeys(keys, ("b",))
    opinions = Opinions.of(map(pw.index, keys), preferred)
    assert [[index.key for index in members] for members in opinions.classes] == [
        ["rand", "hubert", "mirkin"], ["jaccard", "dice"], ["correlation"]
    ]  # fmt: skip
    assert (
        opinions.note
        == "Indices that always agree count once: R (with 2 others) and J (with Pair F1)."
    )
    assert opinions.agreement("b") == Agreement(3, 0, {}, 0)
    odd = Opinions.of(map(pw.index, keys), {**preferred, "hubert": ("a",), "dice": ()})
    assert [[index.key for index in members] for members in odd.classes] == [
        ["rand", "mirkin"], ["hubert"], ["jaccard", "dice"], ["correlation"]
    ]  # fmt: skip
    silent = Opinions.of(map(pw.index, keys[:3]), dict.fromkeys(keys[:3], ()))
    assert silent.agreement("b") == Agreement(0, 0, {}, 1)


# --- summaries


AGREE = Agreement(2, 0, {}, 0)
NOTE_NMI = (
    " Note that NMI has no constant baseline: the index may prefer a candidate for its cluster "
    "sizes alone."
)


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ((CC, "a", "a", AGREE), "There is only one candidate, so the indices cannot disagree."),
        ((CC, "ab", "", AGREE), "No candidate is best: CC is undefined for all of them."),
        ((CC, "ab", "a", AGREE), "By CC, a has the best score; 2 of 2 indices agree."),
        ((CC, "abc", "ab", AGREE), "By CC, a and b have the best score; 2 of 2 indices agree."),
        ((CC, "ab", "a", AGREE, "a"), "By CC, a is best; 2 of 2 indices agree."),
        ((CC, "abc", "ab", AGREE, "ab"), "By CC, a and b are best; 2 of 2 indices agree."),
        (
            (CC, "ab", "a", AGREE, "ba"),
            "By CC, b and a cannot be distinguished. a has the best score; 2 of 2 indices agree.",
        ),
        ((CC, "ab", "a", Agreement(1, 0, {}, 0)), "By CC, a has the best score."),
        ((NMI, "ab", "a", AGREE), f"By NMI, a has the best score; 2 of 2 indices agree.{NOTE_NMI}"),
        (
            (pw.index("S&S"), "ab", "a", AGREE),
            "By S&S, a has the best score; 2 of 2 indices agree.",
        ),
        (
            (CD, "ab", "a", AGREE),
            (
                "By CD, a has the best score; 2 of 2 indices agree. Note that the baseline of CD "
                "is only nearly constant: with few items, the index may prefer a candidate for its "
                "cluster sizes."
            ),
        ),
    ],
)
def test_summaries(case: tuple[Any, ...], words: str) -> None:
    assert summary(*case) == words


def reason(index: pw.Index, cause: Any, because: str = "so", numbers: str = "") -> Reason:
    return Reason(index, "b", "a", cause, because, numbers)


def found(reasons: list[Reason], against: Sequence[pw.Index] = (), siding: Any = ()) -> Explanation:
    return explanation(
        "Summary.", reasons, lambda one, _: list(siding) if one == "b" else list(against)
    )


LOOSE = "is not monotone: a better candidate may score no better."
FINDINGS: list[tuple[Explanation, str]] = [
    (
        found([reason(NMI, "size bias", numbers="n")], [CC]),
        (
            "NMI prefers b to a: so, and NMI gives higher scores even to random clusterings of "
            "these sizes. N. By CC, which has a constant baseline, a is better."
        ),
    ),
    (
        found([reason(R, "size bias in part")], [CC, pw.index("S&S")], [pw.index("AMI")]),
        (
            "R prefers b to a: so, and R gives higher scores even to random clusterings of these "
            "sizes, which explains part of the lead. By CC and S&S, which have a constant "
            "baseline, a is better; AMI, also with a constant baseline, prefers b."
        ),
    ),
    (
        found([reason(R, "trade-off"), reason(J, "trade-off")], [CC]),
        (
            "R and J prefer b to a: so, and these indices weigh the two kinds of error "
            "differently. "
            f"J {LOOSE}"
        ),
    ),
    (
        found([reason(R, "fewer errors")], [NMI], [NMI]),
        "R prefers b to a: so, and R counts only pairs.",
    ),
    (
        found([reason(pw.index("VI"), "size bias"), reason(pw.index("JD"), "size bias")]),
        (
            "VI and JD prefer b to a: so, and these indices give lower scores even to random "
            f"clusterings of these sizes. JD {LOOSE}"
        ),
    ),
    (
        found([reason(pw.index("VI"), "size bias"), reason(R, "size bias")]),
        (
            "R and VI prefer b to a: so, and these indices give better scores even to random "
            "clusterings of these sizes."
        ),
    ),
    (
        found([reason(J, "cheaper errors")]),
        f"J prefers b to a: so, and by J, neither splits nor merges cost b more. J {LOOSE}",
    ),
]


def _same_words(text: str) -> list[str]:
    return sorted(text.replace(",", "").split())


@pytest.mark.parametrize(("made", "words"), FINDINGS)
def test_findings(made: Explanation, words: str) -> None:
    (finding,) = made.findings
    assert finding.text.startswith(words.split(" prefer")[0]) or " and " in words
    assert _same_words(finding.text) == _same_words(words)
    assert str(made) == f"Summary.\n- {finding.text}"
    row = made.to_frame("polars").row(0, named=True)
    assert (row["prefers"], row["over"], row["text"]) == ("b", "a", finding.text)
    assert row["cause"] == finding.cause == finding.to_dict()["cause"]


def test_findings_about_well_known_indices_come_first() -> None:
    """Each is about the reasons with the same candidates, cause and description."""
    hubert, dice, yule = (pw.index(key) for key in ("hubert", "dice", "yule"))
    made = found([
        reason(hubert, "trade-off", "none"), reason(yule, "trade-off", "none"),
        reason(hubert, "trade-off", "one of two"), reason(R, "trade-off", "one of two"),
        reason(J, "trade-off", "one"), reason(yule, "trade-off", "no other"),
        reason(J, "trade-off", "two"), reason(dice, "trade-off", "two"),
        Reason(J, "c", "a", "trade-off", "one"), reason(J, "size bias", "one"),
    ])  # fmt: skip
    order = [(f.reasons[0].because, f.reasons[0].prefers, f.cause) for f in made.findings]
    assert order == [
        ("two", "b", "trade-off"), ("one of two", "b", "trade-off"), ("one", "b", "trade-off"),
        ("one", "c", "trade-off"), ("one", "b", "size bias"), ("none", "b", "trade-off"),
        ("no other", "b", "trade-off"),
    ]  # fmt: skip
    assert [index.key for index in made.findings[1].indices] == ["rand", "hubert"]


def test_at_most_three_numbers_are_told() -> None:
    indices = [R, J, pw.index("dice"), pw.index("hubert"), NMI]
    made = found([reason(index, "trade-off", numbers=f"n{i}") for i, index in enumerate(indices)])
    text = made.findings[0].text
    assert sum(f"N{i}" in text for i in range(5)) == 3


def test_reasons_and_preferences() -> None:
    assert str(reason(R, "trade-off")) == "R prefers b to a: so."
    assert str(reason(R, "trade-off", numbers="by R")) == "R prefers b to a: so. By R."
    assert str(NoPreference(R, "a", "b")) == "R ranks a and b equal."
    assert str(NoPreference(R, "a", "b", ("a",))) == "R is undefined for a."
    assert str(NoPreference(R, "a", "b", ("a", "b"))) == "R is undefined for a and b."


def test_of_favourites_that_tie_the_first_is_told() -> None:
    rng = np.random.default_rng(11)
    reference = np.repeat(np.arange(10), 30)
    shattered = rng.permutation(np.repeat(np.arange(150), 2))
    half = np.where(rng.random(300) < 0.45, reference, rng.integers(0, 10, 300))
    candidates = {"half": half, "one": shattered, "twin": shattered + 7}
    compared = pw.compare(reference, candidates, ["CC", "NMI"])
    assert compared.preferred["NMI"] == ("one", "twin")
    assert compared.best == ("half",)
    (finding,) = compared.explanation.findings
    assert (finding.reasons[0].prefers, finding.reasons[0].over) == ("one", "half")
