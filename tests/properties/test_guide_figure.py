"""The decision figure leads where the paper's does, on paper and at the command line."""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

import partwise as pw
from partwise.cli.guide import add_guide
from partwise.properties.guide.decision_tree import (
    Leaf,
    Question,
    as_table,
    as_text,
    decision,
    walk,
)
from support.claims import PROPERTIES


def paths(at: Question | Leaf, *before: str) -> Iterator[tuple[tuple[str, ...], Leaf]]:
    if isinstance(at, Leaf):
        yield before, at
        return
    for answer, then in at.answers.items():
        yield from paths(then, *before, answer)


def test_the_papers_leaves() -> None:
    """Section 6, the paragraphs that explain the decision figure; AMI as most libraries have it."""
    assert {path: leaf.keys for path, leaf in paths(decision())} == {
        ("yes",): ("correlation_distance",),
        ("no", "yes"): ("correlation", "sokal_sneath_1"),
        ("no", "no", "large"): ("correlation", "sokal_sneath_1"),
        ("no", "no", "small"): ("ami_arithmetic",),
        ("no", "no", "neither"): ("correlation", "sokal_sneath_1", "ami_arithmetic"),
    }


@pytest.mark.parametrize(("path", "leaf"), list(paths(decision())), ids=str)
def test_walking_leads_to_the_papers_choice(path: tuple[str, ...], leaf: Leaf) -> None:
    answers = iter(path)
    found = walk(lambda _: next(answers))
    assert list(answers) == []
    admitted = [index.key for index, _ in found.admissible]
    assert set(leaf.keys) <= set(admitted)
    assert admitted[: min(2, len(leaf.keys))] == list(leaf.keys[:2])


def test_a_strange_answer() -> None:
    with pytest.raises(pw.errors.InputError, match=r"need a distance\? Answer yes or no, not 'hm'"):
        walk(lambda _: "hm")


def test_the_figure_as_text_and_table() -> None:
    text = as_text()
    for path, leaf in paths(decision()):
        assert f"{path[-1]} → {leaf.indices[0].aka[0]} ({leaf.keys[0]})" in text
    assert max(map(len, text.splitlines())) <= 100
    assert [row[1] for row in as_table().rows] == [
        ", ".join(leaf.keys) for _, leaf in paths(decision())
    ]


# --- the command


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    parser = argparse.ArgumentParser()
    add_guide(parser.add_subparsers())
    options = parser.parse_args(["guide", *words])
    code = options.run(options)
    return (code, *capsys.readouterr())


def test_command_without_requirements(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys) == (0, as_text() + "\n", "")
    assert json.loads(run(capsys, "--format", "json")[1])[0]["indices"] == "correlation_distance"
    assert run(capsys, "--format", "csv")[1].startswith("answers,indices,why\n")
    assert run(capsys, "--format", "markdown")[1].startswith("| answers | indices | why |")


def test_command_with_every_requirement(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--distance --monotonicity --strong-monotonicity --constant-baseline asymptotic "
    words += (
        "--linear-complexity --symmetry --maximal-agreement --minimal-agreement --no-sizes-known "
    )
    words += "--matters large --format json"
    code, out, _ = run(capsys, *words.split())
    data = json.loads(out)
    assert code == 0
    assert data["best"] == "correlation_distance"
    assert set(data["requirements"]) == {*PROPERTIES[:7], "constant_baseline", "matters"}


@pytest.mark.parametrize(
    ("words", "best"),
    [
        ("--constant-baseline", "correlation"),
        ("--constant-baseline --distance", None),
        ("--matters small --no-sizes-known", "ami_arithmetic"),
        ("--sizes-known --index VI --index NMI", "vi"),
    ],
)
def test_command_in_all_formats(
    capsys: pytest.CaptureFixture[str], words: str, best: str | None
) -> None:
    data = json.loads(run(capsys, *words.split(), "--format", "json")[1])
    assert data["best"] == best
    text = run(capsys, *words.split())[1]
    assert (f"  1. {best} (" in text) == (best is not None)
    assert ("No index meets all requirements." in text) == (best is None)
    assert run(capsys, *words.split(), "--format", "markdown")[1].startswith("**Required: ")
    table = run(capsys, *words.split(), "--format", "csv")[1].splitlines()
    assert table[0] == "index,rank,why"
    assert (table[1].split(",")[1] == "1") == (best is not None)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def type_in(text: str) -> tuple[int, str, str]:
        out = Terminal()
        monkeypatch.setattr("sys.stdin", Terminal(text))
        monkeypatch.setattr("sys.stdout", out)
        parser = argparse.ArgumentParser()
        add_guide(parser.add_subparsers())
        options = parser.parse_args(["guide"])
        return options.run(options), out.getvalue(), capsys.readouterr().err

    return type_in


def test_questions_on_a_terminal(typed: Any) -> None:
    code, out, _ = typed("perhaps\nN\nno\n\nSmall\n")
    assert code == 0
    assert out.count("Please answer yes or no.") == 1
    assert out.count("Please answer large or small or neither.") == 1
    assert "  1. ami_arithmetic (" in out
    assert out.endswith(
        "Why not the others: partwise guide --constant-baseline exact --matters small\n"
    )


def test_the_end_of_input_is_no_error(typed: Any) -> None:
    code, out, err = typed("no\n")
    assert code == 0
    assert "Admissible" not in out
    assert err.startswith("partwise: no recommendation without answers")


def test_an_interrupt_ends_quietly(typed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    code, _, err = typed("")
    assert code == 130
    assert err.startswith("partwise: no recommendation without answers")
