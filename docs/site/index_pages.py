"""A page for each index, from the registry: formula, advice, verdicts, conventions, other names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import partwise as pw
from full_names import also_known_as, full_name
from partwise.base.display import Table, as_markdown, shown
from partwise.catalogue.index_card import card
from partwise.properties.auditing import mark
from partwise.properties.known_verdicts import known
from partwise.properties.registry import PROPERTIES
from partwise.properties.verdict import Verdict
from peer_names import PeerName
from symbols import legend, with_subscripts

__all__ = ["index_page"]

_REFERENCE = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2]
_CANDIDATE = [0, 1, 0, 0, 1, 1, 1, 1, 0, 1]
_BOXES = {"Favours": "note", "Avoid when": "warning"}


def index_page(index: pw.Index, names: Iterable[PeerName]) -> str:
    """Return the page of an index in Markdown; ``names`` are those that others give it."""
    about, names = card(index), list(names)
    facts = {name: fact for name, fact in about.facts.items() if name != "also known as"}
    parts = [
        f"({_anchor(index)})=\n\n# {as_markdown(full_name(index))}",
        f":::{{div}} lead\n{with_subscripts(index.summary)}\n:::",
        also_known_as(index, names),
        _formula(index),
        *map(_paragraph, index.doc.split("\n\n")[1:]),
        _facts({**facts, **_belongs(index)}),
        "## In code\n\n" + _code(index),
        _verdicts(known(index)),
        _conventions(about.conventions),
        _elsewhere(index, names),
        _references(about.references),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _formula(index: pw.Index) -> str:
    if index.kind == "callable":
        return ""
    latex = index.latex()
    formula, *names = latex.split(r",\quad ")
    where = "where " + ", ".join(f"${name}$" for name in names) if names else ""
    said = legend(latex)
    told = f":::{{div}} legend\n{said}\n:::" if said else ""
    return "\n\n".join(filter(None, [f"$$\n{formula}\n$$", where, told]))


def _anchor(index: pw.Index) -> str:
    return f"index-{index.key}".replace("_", "-")


def _paragraph(text: str) -> str:
    """Return a paragraph of the documentation; what an index favours stands in a box."""
    title, colon, rest = text.partition(": ")
    if colon and title in _BOXES:
        said = with_subscripts(rest[:1].upper() + rest[1:])
        return f":::{{admonition}} {title}\n:class: {_BOXES[title]}\n\n{said}\n:::"
    return with_subscripts(text)


def _belongs(index: pw.Index) -> dict[str, str]:
    """Return whether the paper has the index, and whether it is among the defaults."""
    by_default = index.key in {each.key for each in pw.indices("recommended")}
    return {
        "in the paper": "yes" if index.family == "paper" else "no",
        "computed by default": "yes" if by_default else "no, only if you name it",
    }


def _facts(facts: Mapping[str, str]) -> str:
    table = Table(["fact", "value"], list(facts.items())).to_markdown()
    return f":::{{div}} facts\n{table}\n:::"


def _code(index: pw.Index) -> str:
    """Return a session whose output is computed here and now."""
    value = index(_REFERENCE, _CANDIDATE)
    lines = [
        ">>> import partwise as pw",
        f">>> reference = {_REFERENCE}",
        f">>> candidate = {_CANDIDATE}",
        f'>>> pw.score(reference, candidate, "{index.key}")',
        repr(float(value)),
    ]
    if index.is_rational:
        lines += [
            f'>>> pw.score(reference, candidate, "{index.key}", exact=True)',
            repr(index(_REFERENCE, _CANDIDATE, exact=True)),
        ]
    return "```pycon\n" + "\n".join(lines) + "\n```"


def _verdicts(verdicts: Mapping[str, Verdict]) -> str:
    if not verdicts:
        return ""
    rows = [
        f"| [{as_markdown(PROPERTIES[key].title)}](../properties/{key}.md) | {mark(verdict)} "
        f"| {_detail(verdict)} |"
        for key, verdict in verdicts.items()
    ]
    head = "| property | verdict | smallest counterexample, or why |\n| --- | --- | --- |"
    words = (
        "✓ means proved, ✓ n ≤ 10 that no clusterings of up to 10 items refute it, ✗ refuted, and "
        "– not defined for this index. In counterexamples, V is the index, `01|2` is the "
        "clustering {0, 1}, {2}, and p = (N11, N10, N01, N00) are numbers of pairs. The page of "
        "each property draws its counterexamples. To see the proofs, run `partwise audit`."
    )
    table = "\n".join([head, *rows])
    return f"## Properties\n\n{words}\n\n:::{{div}} verdicts\n{table}\n:::"


def _detail(verdict: Verdict) -> str:
    return as_markdown(str(verdict.counterexample or verdict.reason))


def _conventions(conventions: Mapping[str, str]) -> str:
    if not conventions:
        return ""
    rows = [[where, told] for where, told in conventions.items()]
    table = Table(["reference, candidate", "value"], rows).to_markdown()
    why = (
        "For these clusterings the formula has no value. The table shows the score by "
        "convention ([the rule](../undefined.md))."
    )
    return f"## Undefined values and conventions\n\n{why}\n\n{table}"


def _elsewhere(index: pw.Index, names: list[PeerName]) -> str:
    if not names:
        return ""
    rows = "\n".join(
        f"| {name.library} | {name.call} | {_from_here(name.note) or 'none known'} |"
        for name in names
    )
    return (
        f"## In other libraries\n\n| library | call | difference |\n| --- | --- | --- |\n{rows}"
        f"\n\nIn partwise, the key is `{index.key}`. See also [Migrate from another library]"
        f"(../migrate.md) and [Why does my score differ?](../peers.md)."
    )


def _from_here(text: str) -> str:
    """Return a text of docs/ with links that lead on from the folder of these pages."""
    return text.replace("](", "](../")


def _references(references: Iterable[str]) -> str:
    lines = "\n".join(f"- {as_markdown(shown(reference))}" for reference in references)
    return f"## References\n\n{lines}" if lines else ""
