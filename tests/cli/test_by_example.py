"""``guide --by-example`` and ``--judgements``: typed, from files, and without a terminal."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

import partwise as pw
from partwise.cli import main
from partwise.properties import Quiz
from support.commands import Run, Write, as_json, refused

COMMAND = ("guide",)
JUDGED = [
    {"reference": [0, 0, 0, 0, 1], "better": [0, 0, 0, 1, 1], "worse": [0, 0, 1, 2, 3]},
    {"reference": [0, 0, 0, 0, 1], "better": [0, 1, 1, 2, 0], "worse": [0, 0, 1, 1, 0]},
]


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def type_in(text: str, *more: str, encoding: str = "utf-8") -> tuple[int, str, str]:
        out = Terminal()
        out.encoding = encoding
        monkeypatch.setattr("sys.stdin", Terminal(text))
        monkeypatch.setattr("sys.stdout", out)
        monkeypatch.setenv("TERM", "dumb")
        code = main(["guide", "--by-example", *more])
        return code, out.getvalue(), capsys.readouterr().err

    return type_in


def test_answers_that_are_typed_lead_to_an_index(typed: Callable[..., Any]) -> None:
    code, out, err = typed("A\nwhat\nb\nNeither\nb\n")
    expected = Quiz.of().result(["a", "b", "neither", "b"])
    assert (code, err) == (0, "")
    assert out.count("Please answer a, b, neither or skip.") == 1
    assert [f"Question {place} of" in out for place in (1, 4, 5)] == [True, True, False]
    assert f"Use {expected.best.label} ({expected.best.key})." in out
    assert "You called 1 pair equally good" in out


def test_every_item_is_drawn(typed: Callable[..., Any]) -> None:
    question = Quiz.of().question([])
    assert question is not None
    _, out, _ = typed("")
    drawn = out.partition("Question 1")[2].partition("Shapes")[0]
    assert drawn.count("●") == 3 * question.reference.count(0)
    assert drawn.count("■") == 3 * question.reference.count(1)
    boxes = sum(len(set(labels)) for labels in question[:3])
    assert drawn.count("╭") == boxes


def test_an_old_terminal_gets_letters(typed: Callable[..., Any]) -> None:
    _, out, _ = typed("", encoding="ascii")
    drawn = out.partition("Question 1")[2].partition("Shapes")[0]
    assert "A" in drawn
    assert drawn.isascii()


def test_the_end_of_input_is_no_error(typed: Callable[..., Any]) -> None:
    code, out, err = typed("a\n")
    assert code == 0
    assert "Use " not in out
    assert err.startswith("partwise: stopped before the last question")


def test_without_a_terminal_it_says_what_to_do(run: Run) -> None:
    refused(run("--by-example"), 2, "--answers FILE", "--judgements FILE")


@pytest.mark.parametrize("answers", [["a", "b", "b", "a"], ["skip"], []])
def test_answers_come_from_a_file(run: Run, write: Write, answers: list[str]) -> None:
    expected = Quiz.of().result(answers)
    for content in (answers, {"answers": answers}):
        file = write("answers.json", json.dumps(content))
        result = as_json(run("--by-example", "--answers", file, "--format", "json"))
        assert result == expected.to_dict()
    text = run("--by-example", "--answers", file).out
    assert text.startswith(str(expected).splitlines()[0])
    assert run("--by-example", "--answers", file, "--format", "csv").out.startswith("answers,best,")
    assert run("--by-example", "--answers", file, "--format", "markdown").out.startswith("| field")


def test_the_indices_can_be_named(run: Run, write: Write) -> None:
    file = write("answers.json", '["a"]')
    words = ("--by-example", "--answers", file, "--index", "R,J", "--format", "json")
    assert as_json(run(*words))["best"] == Quiz.of(["R", "J"]).result(["a"]).best.key


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "this is not JSON"),
        ('"a"', 'write ["a", "b", "neither", "skip"]'),
        ('["yes"]', "answer 1 is 'yes'"),
        ('["skip", "skip", "skip", "skip", "skip", "skip", "skip", "a"]', "only 7 questions"),
        ("[1, {}]", "answer 1 is 1"),
    ],
)
def test_answers_that_are_wrong_are_named(run: Run, write: Write, text: str, words: str) -> None:
    refused(run("--by-example", "--answers", write("answers.json", text)), 1, words)


def test_judgements_of_a_file_are_those_of_python(run: Run, write: Write) -> None:
    file = write("judged.json", json.dumps(JUDGED))
    expected = pw.recommend(judgements=JUDGED, indices=["ARI", "AMI", "VI"])
    words = ("--judgements", file, "--index", "ARI,AMI,VI")
    assert as_json(run(*words, "--format", "json")) == expected.to_dict()
    assert run(*words, "--format", "csv").out == expected.to_csv()
    assert run(*words).out.rstrip("\n") == str(expected)
    strict = as_json(run(*words, "--monotonicity", "--format", "json"))
    assert "ami_arithmetic" in strict["excluded"]


def test_a_judgement_that_is_wrong_is_named(run: Run, write: Write) -> None:
    wrong = [*JUDGED, {**JUDGED[0], "worse": {"a": 1}}]
    refused(run("--judgements", write("judged.json", json.dumps(wrong))), 1, "judgement 3")
    refused(run("--judgements", "none.json"), 1, "none.json: No such file")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--by-example", "--judgements", "x.json"), "cannot be combined"),
        (("--answers", "x.json"), "--answers needs --by-example"),
        (("--by-example", "--strong-monotonicity"), "--strong-monotonicity has no effect"),
    ],
)
def test_options_that_would_be_ignored_are_refused(
    run: Run, options: tuple[str, ...], words: str
) -> None:
    refused(run(*options), 2, words)
