"""The changes of a C++ source: operators, comparisons, numbers, and statements that are removed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Change", "changed_text", "changes_of"]

_RULES = (
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" == ", " != "), (r" != ", " == "), (r" \+ ", " - "), (r" - ", " + "),
    (r" \* ", " / "), (r" / ", " * "), (r" % ", " / "), (r" \+= ", " -= "), (r" -= ", " += "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" & ", " | "), (r" >> ", " << "), (r" << ", " >> "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"!(?=[\w(])", ""),
    (r"(?<![\w.])\d+(?=\.\d|(?![\w.']))", "more"), (r"(?<![\w.])\d+(?=\.\d|(?![\w.']))", "less"),
)  # fmt: skip
_STATEMENT = re.compile(r"\s+[\w.\[\]()>-]+(\(.*\)| ([-+*/|&^]|<<|>>)?= .*|\+\+);")
_SKIPPED = re.compile(r"\s*(#|//|\*|/\*|template|using|static_assert|include|namespace)")
_CHANGED = re.compile(r" |(inline )?const(expr)? ")  # what is inside of functions, and constants


class Change(NamedTuple):
    """A line of a file, as it was and as it is now."""

    file: str
    line: int
    function: str
    was: str
    now: str


def changes_of(name: str, text: str) -> Iterator[Change]:
    """Yield every change of a file."""
    function = ""
    for number, line in enumerate(text.splitlines(), 1):
        if named := re.match(r"[\w:<>&*, ]*?\b(\w+)\(", line):
            function = named[1]
        if _SKIPPED.match(line) or not _CHANGED.match(line):
            continue
        code = re.sub(r'//.*|"[^"]*"', lambda found: "\0" * len(found[0]), line)
        for now in dict.fromkeys(_changed(line, code)):
            yield Change(name, number, function, line.strip(), now.strip())


def _changed(line: str, code: str) -> Iterator[str]:
    for pattern, other in _RULES:
        for found in re.finditer(pattern, code):
            steps = {"more": 1, "less": -1}
            new = str(int(found[0]) + steps[other]) if other in steps else other
            yield line[: found.start()] + new + line[found.end() :]
    if _STATEMENT.fullmatch(code.rstrip("\0 ")):
        yield ""


def changed_text(change: Change, text: str) -> str:
    """Return the text of a file with a change, in as many lines."""
    lines = text.splitlines(keepends=True)
    line = lines[change.line - 1]
    indent = line[: len(line) - len(line.lstrip())]
    lines[change.line - 1] = f"{indent}{change.now}\n"
    return "".join(lines)
