"""The published examples of the official scorer.

Entities and expected values are those of ``test/TestCases.README`` and
``test/CorefMetricTestConfig.pm`` of github.com/conll/reference-coreference-scorers (v8.01), which
accompany Pradhan, Luo, Recasens, Hovy, Ng and Strube (ACL 2014), "Scoring Coreference Partitions of
Predicted Mentions: A Reference Implementation". D and E are from Bagga and Baldwin (1998), F to L
from Vilain et al. (1995). LEA is stated with the README of LEA's authors in the same repository.
A letter is a mention. Where the sources print a fraction it stands here as such; where they print
decimals, to as many digits as they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from string import ascii_lowercase
from typing import NamedTuple

import pytest

import partwise as pw

_Rates = tuple[str | None, str | None, str | None]
"""Recall, precision and F1, where they are stated."""


class _Case(NamedTuple):
    key: str
    response: str
    expected: Mapping[str, _Rates]


def _rates(recall: object, precision: object, f1: object = None) -> _Rates:
    return str(recall), str(precision), None if f1 is None else str(f1)


ONE = _rates(1, 1, 1)
ZERO = _rates(0, 0, 0)
_A = "a bc def"
_A4 = {
    "muc": _rates("1/3", "1/3", "1/3"),
    "bcubed": _rates("5/9", "17/42"),
    "ceaf_m": _rates("4/6", "4/7", "8/13"),
    "ceaf_e": _rates("11/15", "0.55", "22/35"),
    "blanc": _rates("0.35227", "0.27206", "0.30357"),
    "lea": _rates("1/2", "2/7"),
}
CASES = {
    "A1": _Case(_A, _A, dict.fromkeys(("muc", "bcubed", "ceaf_m", "ceaf_e", "blanc", "lea"), ONE)),
    "A2": _Case(_A, "a de", {
        "muc": _rates("1/3", 1, "1/2"), "bcubed": _rates("7/18", 1, "14/25"),
        "ceaf_m": _rates("1/2", 1, "2/3"), "ceaf_e": _rates("0.6", "0.9", "0.72"),
        "blanc": _rates("0.21591", 1, "0.35385"), "lea": _rates("1/3", 1, "1/2"),
    }),
    "A3": _Case(_A, "a bcx defy z", {
        "muc": _rates(1, "3/5", "3/4"), "bcubed": _rates(1, "55/108", "110/163"),
        "ceaf_m": _rates(1, "2/3", "4/5"), "ceaf_e": _rates("0.88571", "0.66429", "0.75918"),
        "blanc": _rates(1, "0.42593", "0.59717"), "lea": _rates(1, "4/9"),
    }),
    "A4": _Case(_A, "a bcx dy z", _A4),
    "A5": _Case(_A, "a bcxB dy z", {
        "muc": _rates("1/3", "1/4", "2/7"), "bcubed": _rates("5/9", "5/16", "2/5"),
        "ceaf_m": _rates("2/3", "1/2", "4/7"), "ceaf_e": _rates("0.68889", "0.51667", "0.59048"),
        "blanc": _rates("0.35227", "0.19048", "0.24716"), "lea": _rates("1/2", "5/24"),
    }),
    "A6": _Case(_A, "a bcx dy Bz", {
        "muc": _rates("1/3", "1/4", "2/7"), "bcubed": _rates("5/9", "17/48"),
        "ceaf_m": _rates("2/3", "1/2", "4/7"), "ceaf_e": _rates("11/15", "0.55", "22/35"),
        "blanc": _rates("0.35227", "0.20870", "0.25817"), "lea": _rates("1/2", "1/4"),
    }),
    "A7": _Case(_A, "a bcxb dy z", _A4),  # the repeated mention counts once
    "A10": _Case(_A, "a b c d e f", {
        "muc": ZERO, "bcubed": _rates("1/2", 1, "2/3"),
        "blanc": _rates("1/2", "0.36667", "0.42308"), "lea": _rates("1/6", "1/6"),
    }),
    "A11": _Case(_A, "abcdef", {
        "muc": _rates(1, "3/5", "3/4"), "bcubed": _rates(1, "7/18", "14/25"),
        "blanc": _rates("1/2", "0.13333", "0.21053"), "lea": _rates("5/6", "4/15"),
    }),
    "A12": _Case(_A, "a x y c d e z", {
        "muc": ZERO, "bcubed": _rates("13/36", "4/7"),
        "blanc": _rates("0.22727", "0.11905", "0.15625"), "lea": _rates("1/6", "1/7"),
    }),
    "A13": _Case(_A, "axycdez", {
        "muc": _rates("1/3", "1/6", "2/9"), "bcubed": _rates("17/36", "6/49"),
        "blanc": _rates("0.125", "0.02381", "0.04"), "lea": _rates("1/6", "1/21"),
    }),
    "B1": _Case("ab cde", "bcx de", {
        "blanc": _rates("7/24", "7/24", "7/24"), "lea": _rates("1/5", "2/5"),
    }),
    "C1": _Case("ab cde fg", "bcx de fg", {
        "blanc": _rates("41/80", "41/80", "41/80"), "lea": _rates("3/7", "4/7"),
    }),
    "D1": _Case("12345 67 89ABC", "12345 6789ABC", {
        "muc": _rates(1, "9/10"), "bcubed": _rates(1, "16/21"), "lea": _rates(1, "13/18"),
    }),
    "E1": _Case("12345 67 89ABC", "1234589ABC 67", {
        "muc": _rates(1, "9/10"), "bcubed": _rates(1, "7/12"), "lea": _rates(1, "29/54"),
    }),
    "F1": _Case("ABCD", "AB CD", {"muc": _rates("2/3", 1, "4/5"), "lea": _rates("1/3", 1)}),
    "G1": _Case("AB CD", "ABCD", {"muc": _rates(1, "2/3", "4/5"), "lea": _rates(1, "1/3")}),
    "H1": _Case("ABCD", "ABCD", {"muc": ONE, "lea": ONE}),
    "I1": _Case("ABCD", "AB CD", {"muc": _rates("2/3", 1, "4/5"), "lea": _rates("1/3", 1)}),
    "J1": _Case("ABC", "AC", {"muc": _rates("1/2", 1, "2/3"), "lea": _rates("1/3", 1)}),
    "K1": _Case("BCDEGHJ", "ABC DEF GHI", {
        "muc": _rates("1/2", "1/2", "1/2"), "lea": _rates("1/7", "1/3"),
    }),
    "L1": _Case("ABC DEFG", "AB CD FGH", {
        "muc": _rates("2/5", "1/2", "4/9"), "lea": _rates("5/21", "3/7"),
    }),
    "M1": _Case("abcdef", "abcdef", dict.fromkeys(
        ("muc", "bcubed", "ceaf_m", "ceaf_e", "blanc", "lea"), ONE)),
    "M2": _Case("abcdef", "a b c d e f", {"muc": ZERO, "blanc": ZERO, "lea": ZERO}),
    "M3": _Case("abcdef", "ab cde f", {
        "blanc": _rates("4/15", 1), "lea": _rates("4/15", "5/6"),
    }),
    "M4": _Case("abcdef", "abcxyz", {
        "blanc": _rates("1/5", "1/5", "1/5"), "lea": _rates("1/5", "1/5", "1/5"),
    }),
    "M5": _Case("abcdef", "a b c x y z", {"muc": ZERO, "blanc": ZERO, "lea": ZERO}),
    "M6": _Case("abcdef", "ab cxy z", {
        "blanc": _rates("1/15", "1/4"), "lea": _rates("1/15", "1/3"),
    }),
    "N1": _Case("a b c d e f", "a b c d e f", {
        "muc": ZERO, **dict.fromkeys(("bcubed", "ceaf_m", "ceaf_e", "blanc", "lea"), ONE),
    }),
    "N2": _Case("a b c d e f", "abcdef", {"blanc": ZERO, "lea": ZERO}),
    "N3": _Case("a b c d e f", "ab cde f", {
        "blanc": _rates("11/15", 1), "lea": _rates("1/6", "1/6"),
    }),
    "N4": _Case("a b c d e f", "a b c x y z", {
        "muc": ZERO, "blanc": _rates("1/5", "1/5", "1/5"), "lea": _rates("1/2", "1/2", "1/2"),
    }),
    "N5": _Case("a b c d e f", "abcxyz", {"blanc": ZERO, "lea": ZERO}),
    "N6": _Case("a b c d e f", "ab cxy z", {"blanc": _rates("2/15", "2/11"), "lea": ZERO}),
}  # fmt: skip
PRINTED = 5  # digits of rounded decimals


def _check(found: pw.coreference.CoreferenceScores, expected: Mapping[str, _Rates]) -> None:
    for metric, rates in expected.items():
        for rate, text in zip(("recall", "precision", "f1"), rates, strict=True):
            if text is not None:
                is_rounded = len(text.partition(".")[2]) == PRINTED
                tolerance = Fraction(1, 2 * 10**PRINTED) if is_rounded else 0
                assert abs(getattr(found[metric], rate) - Fraction(text)) <= tolerance, (
                    metric,
                    rate,
                )


@pytest.mark.parametrize("name", CASES)
def test_the_official_scorers_examples(name: str) -> None:
    case = CASES[name]
    key, response = (list(map(list, side.split())) for side in (case.key, case.response))
    _check(pw.coreference.scores(key, response, exact=True), case.expected)


def _conll(entities: str) -> str:
    """Write entities as a file: a token for each letter of the alphabet."""
    lines = ["#begin document (LuoTestCase);"]
    for letter in ascii_lowercase:
        here = [k for k, each in enumerate(entities.split()) for m in each if m == letter]
        lines.append(f"test1\t0\t0\t{letter}\t{'|'.join(f'({k})' for k in here) or '-'}")
    return "\n".join([*lines, "#end document", ""])


@pytest.mark.parametrize(
    ("response", "repeated"),
    [("a bcx dy z", 0), ("a bbcx dy z", 0), ("a bcx dy bz", 1), (f"a bcx dy {'b' * 10}z", 1)],
    ids=["A4", "A7", "A8", "A9"],
)
def test_files_that_repeat_mentions(response: str, repeated: int, tmp_path: Path) -> None:
    """A mention that a file repeats counts once, in the first entity that has it."""
    key, answer = tmp_path / "key", tmp_path / "response"
    key.write_text(_conll(_A), encoding="utf-8")
    answer.write_text(_conll(response), encoding="utf-8")
    read = pw.coreference.read(answer)
    assert len(read.notes) == repeated
    _check(pw.coreference.scores(pw.coreference.read(key), read, exact=True), _A4)
