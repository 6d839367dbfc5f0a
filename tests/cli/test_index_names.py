"""Indices as they are named on the command line: separated by commas, by families, by any name."""

from __future__ import annotations

import json

import pytest

import partwise as pw
from support.commands import Result, Run, Write, refused

REFERENCE = {"ann": "x", "bob": "x", "cy": "y", "dee": "y", "eve": "z"}
CANDIDATE = {"ann": "1", "bob": "1", "cy": "2", "dee": "3", "eve": "3"}


@pytest.fixture
def pair(write: Write) -> tuple[str, str]:
    return write("reference.csv", REFERENCE), write("candidate.csv", CANDIDATE)


def keys(result: Result) -> list[str]:
    assert result.code == 0
    return list(json.loads(result.out)["scores"])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["CC,AMI"], ["correlation", "ami_arithmetic"]),
        (
            ["CC, adjusted Rand index", "element"],
            ["correlation", "adjusted_rand", "element_centric"],
        ),
        (["adjusted_mutual_info_score,"], ["ami_arithmetic"]),
        (["S&S,Paper"], ["sokal_sneath_1", *(i.key for i in pw.indices("paper"))]),
        (["ALL"], [i.key for i in pw.indices("all")]),
    ],
)
def test_names_are_separated_by_commas(
    run: Run, pair: tuple[str, str], words: list[str], expected: list[str]
) -> None:
    options = [option for word in words for option in ("--index", word)]
    assert keys(run("score", *pair, *options, "--format", "json")) == list(dict.fromkeys(expected))


def test_by_default_the_recommended_ones_are_shown(run: Run, pair: tuple[str, str]) -> None:
    shown = keys(run("score", *pair, "--format", "json"))
    assert shown == [index.key for index in pw.indices()]
    assert shown[:4] == ["correlation", "sokal_sneath_1", "ami_arithmetic", "adjusted_rand"]


def test_a_name_with_several_meanings_is_explained_once(run: Run, pair: tuple[str, str]) -> None:
    bars = ("--fail-below", "precision=0.2,adjusted rand score=0.9")
    result = run("compare", *pair, "--index", "f1,F1", "--decide-by", "f1", *bars)
    said = result.err.splitlines()
    assert len([line for line in said if line.startswith("partwise: 'f1' is taken as dice")]) == 1
    assert any(line.startswith("partwise: 'precision' is taken as wallace_2") for line in said)
    assert result.code == 3
    assert any("adjusted_rand is" in line for line in said)
    assert "candidate has Pair F1" in result.out


def test_a_bar_may_be_about_an_index_that_is_not_shown_by_default(
    run: Run, pair: tuple[str, str]
) -> None:
    assert run("compare", *pair, "--fail-below", "purity=0.99").code == 3
    assert run("compare", *pair, "--fail-below", "purity=0.1").code == 0


def test_a_misspelt_name_gets_a_suggestion(run: Run, pair: tuple[str, str]) -> None:
    result = run("score", *pair, "--index", "CC,adjsted rand")
    assert result.code == 2
    assert "did you mean adjusted_rand?" in result.err


def test_commas_of_a_formula_stay(run: Run) -> None:
    result = run("triplets", "--index", "CC,min(n11, n00) / N", "--max-n", "3")
    assert result.code == 0


def test_a_function_of_two_clusterings_is_refused(run: Run, pair: tuple[str, str]) -> None:
    told = run("score", *pair, "--index", "sklearn.metrics:adjusted_rand_score")
    refused(told, 2, "must take one Contingency", "pass 'adjusted_rand'")
