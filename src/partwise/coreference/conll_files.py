"""CoNLL-2011/2012 files: a token a line, its coreference brackets in the last column."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from partwise.base import InputError

_BEGIN = re.compile(r"#\s*begin document\s*(.*)")
_END = re.compile(r"#\s*end document")
_PART = re.compile(r"\((?P<name>.*)\)\s*(?:;\s*)?(?:part\s*(?P<part>\d+)\s*)?")
_BRACKET = re.compile(r"\((?P<opened>[^()|]+)(?P<at_once>\))?|(?P<closed>[^()|]+)\)")
_NOTHING = ("-", "_", "*")


@dataclass
class _Document:
    """A document while it is read."""

    name: str
    line: int
    tokens: int = 0
    entities: dict[str, list[Hashable]] = field(default_factory=dict)
    opened: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """The tokens and lines where mentions began that have no end yet, by entity."""


def read_conll(lines: Iterable[str], place: str) -> dict[str, list[list[Hashable]]]:
    """Return the entities of each document; a mention is its first and last token, from 0.

    Examples
    --------
    >>> lines = ["#begin document (a); part 000", "Ann (1)", "saw -", "her (1|(2)", "cat 1)"]
    >>> read_conll([*lines, "#end document"], "a.conll")
    {'a; part 0': [[(0, 0), (2, 3)], [(2, 2)]]}
    """
    documents: dict[str, list[list[Hashable]]] = {}
    current: _Document | None = None
    for number, text in enumerate(lines, 1):
        line = text.strip()
        where = f"{place}, line {number}"
        if begin := _BEGIN.match(line):
            if current is not None:
                raise _not_ended(current, where)
            current = _Document(_name(begin[1]), number)
            if current.name in documents:
                raise InputError(
                    f"the document {current.name!r} begins twice",
                    place=where,
                    remedy="give each document, or part of a document, a unique name",
                )
        elif _END.match(line):
            if current is None:
                raise InputError("'#end document' has no '#begin document' before it", place=where)
            documents[current.name] = _finished(current, place)
            current = None
        elif line and not line.startswith("#"):
            if current is None:
                raise InputError(
                    "a token is outside of all documents",
                    place=where,
                    remedy="start each document with '#begin document (name); part 000'",
                )
            _read_token(current, line.split()[-1], number, where)
    if current is not None:
        raise _not_ended(current, f"{place}, at the end of the file")
    return documents


def _name(header: str) -> str:
    """Return the name of a document, with its part if it has one.

    Examples
    --------
    >>> _name("(bc/cnn_0001); part 003"), _name("(news);"), _name("plain")
    ('bc/cnn_0001; part 3', 'news', 'plain')
    """
    matched = _PART.fullmatch(header)
    if matched is None:
        return header.strip()
    part = matched["part"]
    return matched["name"] if part is None else f"{matched['name']}; part {part.lstrip('0') or 0}"


def _read_token(document: _Document, brackets: str, line: int, where: str) -> None:
    token = document.tokens
    document.tokens += 1
    if brackets in _NOTHING:
        return
    position = 0
    while position < len(brackets):
        if brackets[position] == "|":
            position += 1
            continue
        bracket = _BRACKET.match(brackets, position)
        if bracket is None:
            raise InputError(
                f"the last column, {brackets[:80]!r}, has no coreference brackets",
                place=where,
                remedy="write '-', or brackets such as '(12', '12)', '(12)' and '(3|(12)'",
            )
        position = bracket.end()
        if (entity := bracket["closed"]) is not None:
            _close(document, entity, token, where)
            continue
        entity = bracket["opened"]
        mentions = document.entities.setdefault(entity, [])
        if bracket["at_once"]:
            mentions.append((token, token))
        else:
            document.opened.setdefault(entity, []).append((token, line))


def _close(document: _Document, entity: str, token: int, where: str) -> None:
    """End the mention of an entity that began last: mentions of one entity are nested."""
    if not document.opened.get(entity):
        raise InputError(
            f"'{entity[:40]})' ends a mention that does not begin in {document.name!r}",
            place=where,
            remedy=f"add '({entity[:40]}' to the line of its first token",
        )
    start, _ = document.opened[entity].pop()
    document.entities[entity].append((start, token))


def _finished(document: _Document, place: str) -> list[list[Hashable]]:
    for entity, starts in document.opened.items():
        if starts:
            raise InputError(
                f"'({entity[:40]}' begins a mention that does not end in {document.name!r}",
                place=f"{place}, line {starts[-1][1]}",
                remedy=f"add '{entity[:40]})' to the line of its last token",
            )
    return list(document.entities.values())


def _not_ended(document: _Document, where: str) -> InputError:
    return InputError(
        f"the document {document.name!r}, which begins in line {document.line}, does not end",
        place=where,
        remedy="check that the file is complete, and end each document with '#end document'",
    )
