"""Write the reference of the command line from its parser."""

from __future__ import annotations

import argparse
import re
from collections import Counter

from partwise.base.display import Table
from partwise.cli.parser import COMMANDS, EXIT_CODES, build_parser

__all__ = ["cli_page"]

_HEAD = """<!-- Written by docs/site/cli_page.py from the parser; `make docs` rewrites it. -->

# Command-line reference

Look up what a `partwise` command does, its options, its exit codes and examples to copy.
`partwise COMMAND --help` prints the same in your terminal. To try the commands, write the example
data first:

```console
$ partwise example digits
$ partwise compare digits/all.csv --reference reference --index ARI,AMI
```

Results go to standard output and messages to standard error, so you can pipe `--format json` and
`--format csv` into other programs.
"""
_OWN = ("arguments", "options")
_MORE_CODES = {
    "compare": "3 if a candidate does not reach `--fail-below`",
    "check": "1 also if a certificate does not prove what it claims",
    "reproduce": "1 also if an experiment fails",
}


def cli_page() -> str:
    """Return the page: commands by task, each with usage, options, exit codes and examples."""
    parsers = _parsers()
    names = iter(parsers)
    by_task = {task: [next(names) for _ in adders] for task, adders in COMMANDS.items()}
    shared = _shared(parsers)
    codes = [[str(code), meaning] for code, meaning in EXIT_CODES.items()]
    parts = [_HEAD, _contents(by_task, parsers)]
    for task, commands in by_task.items():
        parts += [f"## {_capital(task)}\n"]
        parts += [_command(name, parsers[name], shared) for name in commands]
    parts += ["## Options that many commands share\n"]
    parts += [f"### {_capital(title)}\n\n{table}" for title, table in shared.items()]
    parts += ["## Exit codes\n", Table(["exit code", "meaning"], codes).to_markdown(), ""]
    return "\n".join(parts)


def _shared(parsers: dict[str, argparse.ArgumentParser]) -> dict[str, str]:
    """Return the groups of options that are the same for several commands."""
    counted = Counter(group for parser in parsers.values() for group in _groups(parser).items())
    counts = ((*group, count) for group, count in counted.items() if group[0] not in _OWN)
    return {title: table for title, table, count in counts if count > 2}


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _parsers() -> dict[str, argparse.ArgumentParser]:
    found = (a for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction))
    return dict(next(found).choices)


def _contents(by_task: dict[str, list[str]], parsers: dict[str, argparse.ArgumentParser]) -> str:
    rows = [
        [task if not place else "", f"[`{name}`](#partwise-{name})", str(parsers[name].description)]
        for task, names in by_task.items()
        for place, name in enumerate(names)
    ]
    lines = ["| task | command | what it does |", "| --- | --- | --- |"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows), ""])


def _command(name: str, parser: argparse.ArgumentParser, shared: dict[str, str]) -> str:
    text, _, examples = str(parser.epilog).partition("examples:\n")
    codes = "; ".join(filter(None, ["0, 1 or 2", _MORE_CODES.get(name)]))
    parts = [
        f"### `partwise {name}`\n",
        f"{parser.description}\n",
        f"```text\npartwise {name} {_usage(parser)}\n```\n",
        *_options(parser, shared),
        _prose(text),
        f"Exit codes: {codes} ([what they mean](#exit-codes)).\n",
        f"```console\n{_console(examples)}\n```\n",
    ]
    return "\n".join(filter(None, parts))


def _usage(parser: argparse.ArgumentParser) -> str:
    forms = {"+": "{0} [{0} ...]", "*": "[{0} ...]", "?": "[{0}]"}
    words = [
        forms.get(str(action.nargs), "{0}").format(_value(action))
        for action in parser._get_positional_actions()
    ]
    return " ".join([*words, "[OPTIONS]"])


def _value(action: argparse.Action) -> str:
    """Return what follows an option, or stands for an argument."""
    if action.metavar is not None:
        return str(action.metavar)
    return "|".join(map(str, action.choices)) if action.choices else action.dest.upper()


def _prose(text: str) -> str:
    """Return what an epilog says, with its columns as they are."""
    text = text.strip("\n")
    if not text:
        return ""
    if "\n  " in text:
        return f"```text\n{text}\n```\n"
    return " ".join(text.split()) + "\n"


def _options(parser: argparse.ArgumentParser, shared: dict[str, str]) -> list[str]:
    """Return a table for each group of arguments, or a link to those that others share."""
    groups = _groups(parser)
    own = [table for title, table in groups.items() if shared.get(title) != table]
    links = [_link(title) for title, table in groups.items() if shared.get(title) == table]
    return [*own, f"It also accepts the options for {' and '.join(links)}.\n" if links else ""]


def _link(title: str) -> str:
    return f"[{title}](#{re.sub('[^a-z ]', '', title).replace(' ', '-')})"


def _groups(parser: argparse.ArgumentParser) -> dict[str, str]:
    """Return the arguments of each group as a table."""
    tables = {}
    for group in parser._action_groups:
        actions = [a for a in group._group_actions if "--help" not in a.option_strings]
        title = str(group.title).replace("positional ", "")
        rows = [f"| {_signature(action)} | {_help(action)} |" for action in actions]
        if rows:
            tables[title] = "\n".join(
                [f"| {_capital(title)} | meaning |", "| --- | --- |", *rows, ""]
            )
    return tables


def _signature(action: argparse.Action) -> str:
    if not action.option_strings:
        return f"`{_value(action)}`".replace("|", r"\|")
    names = ", ".join(f"`{option}`" for option in action.option_strings)
    if action.nargs == 0:
        return names
    values = "[{}]" if action.nargs == "?" else "{}"
    shown = values.format(_value(action)).replace(" | ", "|").replace("|", r"\|")
    return f"{names[:-1]} {shown}`"


def _help(action: argparse.Action) -> str:
    """Return the help of an option as Markdown; options and formulas in it are code."""
    text = re.sub(
        r"`[^`]*`|(?<![\w-])--[a-z-]+(?: (?:stacked|pairs|clusters|random-clusters))?",
        lambda found: f"`{found[0].strip('`')}`",
        str(action.help).replace("*", r"\*"),
    )
    return text.replace("|", r"\|").replace("<", r"\<")


def _console(examples: str) -> str:
    """Return examples with the prompt of a shell."""
    return re.sub(r"^  partwise", "$ partwise", examples.strip("\n"), flags=re.MULTILINE)
