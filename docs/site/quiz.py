"""The quiz of the page "Choose an index by example": its questions drawn, and all ways through."""

from __future__ import annotations

import json
from functools import cache
from html import escape

import partwise as pw
from partwise.base import listed, many
from partwise.properties import Quiz, QuizQuestion
from partwise.properties.registry import PROPERTIES

__all__ = ["quiz_block", "with_quiz"]

MARKER = "<!-- The quiz stands here on the site. -->"
_STEP, _INSET, _GAP = 26, 18, 8
_SHAPES = {
    "circle": '<circle r="9"/>',
    "square": '<rect x="-8" y="-8" width="16" height="16"/>',
    "triangle": '<path d="M0-10 10 8H-10z"/>',
    "diamond": '<path d="M0-11 11 0 0 11-11 0z"/>',
    "cross": '<path d="M-3.5-9h7v5.5H9v7H3.5V9h-7V3.5H-9v-7h5.5z"/>',
    "turned triangle": '<path d="M0 10 10-8H-10z"/>',
    "star": '<path d="M0-11 3-4l8 1-6 5 2 8-7-4-7 4 2-8-6-5 8-1z"/>',
    "ring": '<circle r="7" fill="none" stroke-width="4"/>',
}


def with_quiz(text: str) -> str:
    """Return the page with the quiz."""
    return text.replace(MARKER, quiz_block(), 1)


@cache
def quiz_block() -> str:
    """Return the quiz as HTML without blank lines: shapes, its data, and what shows without it."""
    tree = Quiz.of().tree()
    indices = tree["results"][0].indices + tree["results"][0].ruled_out
    data = {
        "questions": [_drawn(question) for question in tree["questions"]],
        "nodes": tree["nodes"],
        "results": [
            {
                "indices": [index.key for index in result.indices],
                "shared": result.shared,
                "lacking": result.lacking,
            }
            for result in tree["results"]
        ],
        "names": {index.key: _name(index) for index in indices},
        "titles": {key: each.title for key, each in PROPERTIES.items()},
    }
    plain = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return "\n".join(
        [
            '<link rel="stylesheet" href="_static/quiz.css">',
            _symbols(),
            f'<div id="quiz" class="quiz">{_without_script(tree["questions"][0])}</div>',
            f'<script type="application/json" id="quiz-data">{plain}</script>',
            '<script src="_static/quiz.js" defer></script>',
        ]
    )


def _name(index: pw.Index) -> str:
    return (
        index.label if index.short in (index.label, index.key) else f"{index.label} ({index.short})"
    )


def _symbols() -> str:
    shapes = "".join(
        f'<symbol id="quiz-{place}" overflow="visible"><g fill="var(--series-{place + 1})" '
        f'stroke="var(--series-{place + 1})" stroke-width="0">{shape}</g></symbol>'
        for place, shape in enumerate(_SHAPES.values())
    )
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{shapes}</svg>'


def _drawn(question: QuizQuestion) -> dict[str, str]:
    """Return the drawings of the reference and both candidates."""
    sides = {"reference": question.reference, "a": question.a, "b": question.b}
    return {name: _svg(name, labels, question.reference) for name, labels in sides.items()}


def _svg(name: str, labels: tuple[int, ...], reference: tuple[int, ...]) -> str:
    """Draw a clustering: a box for each cluster, a shape for each item."""
    clusters: dict[int, list[int]] = {}
    for label, true in zip(labels, reference, strict=True):
        clusters.setdefault(label, []).append(true)
    parts, x = list[str](), 1
    boxes = sorted(
        (sorted(inside) for inside in clusters.values()), key=lambda box: (-len(box), box)
    )
    for inside in boxes:
        width = (len(inside) - 1) * _STEP + 2 * _INSET
        parts.append(f'<rect x="{x}" y="1" width="{width}" height="{2 * _INSET}" rx="{_INSET}"/>')
        for place, true in enumerate(inside):
            parts.append(
                f'<use href="#quiz-{true}" x="{x + _INSET + place * _STEP}" y="{_INSET + 1}"/>'
            )
        x += width + _GAP
    width = x - _GAP + 1
    title = escape(f"{_called(name)}: {_said(boxes)}")
    return (
        f'<svg viewBox="0 0 {width} {2 * _INSET + 2}" width="{width}" role="img" '
        f'aria-label="{title}">{"".join(parts)}</svg>'
    )


def _called(name: str) -> str:
    return "Reference" if name == "reference" else f"Candidate {name.upper()}"


def _said(boxes: list[list[int]]) -> str:
    """Say in words what is drawn."""
    words = list(_SHAPES)
    inside = [
        listed([many(box.count(true), words[true]) for true in dict.fromkeys(box)]) for box in boxes
    ]
    return "; ".join(inside)


def _without_script(question: QuizQuestion) -> str:
    """Return the first question with what each answer means, for readers without JavaScript."""
    drawings = _drawn(question)
    rows = [f"<p>Reference</p>{drawings['reference']}"]
    for name, favoured in (("a", question.prefer_a), ("b", question.prefer_b)):
        names = escape(listed([_name(index) for index in favoured]))
        rows.append(f"<p>Candidate {name.upper()}</p>{drawings[name]}<p>Preferred by {names}.</p>")
    return (
        "<p>The quiz needs JavaScript. Without it, run <code>partwise guide --by-example</code> "
        "in a terminal. The first question is: which candidate is closer to the reference?</p>"
        + "".join(rows)
    )
