"""Help that helps: every option is explained, and every command that we show can be typed."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import pytest

from partwise.cli.parser import EXIT_CODES, build_parser

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").glob("*.md")]
)


def parsers() -> dict[str, argparse.ArgumentParser]:
    (commands,) = (a for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction))
    return dict(commands.choices)


def assert_can_be_typed(line: str) -> None:
    command = re.sub(r"<\(.*?\)", "pipe", line).partition(" > ")[0].partition(" | ")[0]
    words = shlex.split(command, comments=True)[1:]
    if "--help" not in words and "--version" not in words:
        build_parser().parse_args(words)  # exits where it cannot be read


@pytest.mark.parametrize("name", parsers())
def test_every_option_is_explained(name: str) -> None:
    for action in parsers()[name]._actions:
        assert action.help, action.dest
        choices = [str(choice) for choice in action.choices or ()]
        if "default" not in action.help and action.option_strings and choices:
            assert action.required or action.default is None, f"{action.dest}: name the default"


@pytest.mark.parametrize("name", parsers())
def test_every_command_has_examples_that_can_be_typed(name: str) -> None:
    text = str(parsers()[name].epilog).replace("\\\n", "")
    examples = re.findall(r"^  (partwise .+)$", text, re.MULTILINE)
    assert examples
    for example in examples:
        assert_can_be_typed(example)


def test_all_commands_and_exit_codes_are_listed() -> None:
    text = build_parser().format_help()
    for name, parser in parsers().items():
        about = str(parser.description)
        assert re.search(rf"^  {name} +{re.escape(about[0].lower() + about[1:-1])}$", text, re.M)
    assert all(f"  {code} " in text for code in EXIT_CODES)
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_on_pages_can_be_typed(page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("\\\n", "")
    for line in re.findall(r"^ *\$ (partwise [a-z].*)$", text, re.MULTILINE):
        assert_can_be_typed(line)
