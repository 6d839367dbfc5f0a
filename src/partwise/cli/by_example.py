"""``partwise guide --by-example``: the questions drawn, answered in a terminal or by a file."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.base import InputError, many
from partwise.cli.common import (
    add_reading,
    complain,
    policies,
    print_json,
    print_prose,
    print_table,
    print_text,
    read_indices,
)

if TYPE_CHECKING:
    from partwise.properties import AgreementRanking, Quiz, QuizQuestion, QuizResult

_SHAPES, _LETTERS = "●■▲◆★✚▼♥", "ABCDEFGH"
_COLOURS = ("cyan", "yellow", "magenta", "green", "red", "blue", "white", "bright_black")
_ASKED = "Which candidate is closer to the reference?"
_NO_TERMINAL = (
    "--by-example asks questions in a terminal; in a script, pass --answers FILE (a JSON "
    'list with "a", "b", "neither" or "skip" for each question) or --judgements FILE'
)
_NEXT = (
    "Each answer ruled out about half of the indices, so one always remains. To test the choice, "
    "judge candidates from your own data and run `partwise guide --judgements FILE`."
)


def add_by_example(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose an index by examples."""
    group = parser.add_argument_group("by example")
    group.add_argument(
        "--by-example",
        action="store_true",
        help="answer up to seven questions about small drawings: which of two candidates is "
        "better?",
    )
    group.add_argument(
        "--answers",
        metavar="FILE",
        help="answer the questions of --by-example from a JSON list of a, b, neither or skip",
    )
    group.add_argument(
        "--judgements",
        metavar="FILE",
        help="rank indices by their agreement with recorded judgements: a JSON list of objects "
        "with reference, better and worse (labels, or names of label files), or CSV with the "
        "columns judgement, item, reference, better and worse",
    )
    add_reading(group)
    parser.set_defaults(least_memory=0)  # only label files take it


def run_by_example(options: argparse.Namespace) -> int:
    """Ask, or take the answers of a file; print the indices that agree."""
    from partwise.properties import Quiz

    if options.answers is None and not (sys.stdin.isatty() and sys.stdout.isatty()):
        options.usage_error(_NO_TERMINAL)
    quiz = Quiz.of(read_indices(options.index) if options.index else None)
    if options.answers is not None:
        answers = _read_answers(options.answers)
    else:
        try:
            answers = _ask_all(quiz)
        except (EOFError, KeyboardInterrupt) as end:
            print_text("")
            complain("stopped before the last question: no recommendation")
            return 130 if isinstance(end, KeyboardInterrupt) else 0
    _show(quiz.result(answers), options.format)
    return 0


def run_judgements(options: argparse.Namespace, asked: dict[str, Any]) -> int:
    """Rank indices by their agreement with the judgements of a file."""
    from partwise.properties import recommend

    chosen = read_indices(options.index) if options.index else None
    ranking = recommend(judgements=options.judgements, indices=chosen, **asked, **policies(options))
    show_ranking(ranking, options.format)
    return 0


def show_ranking(ranking: AgreementRanking, form: str) -> None:
    """Print indices ranked by agreement."""
    if form == "json":
        print_json(ranking.to_dict())
    elif form == "csv":
        print_text(ranking.to_csv().rstrip("\n"))
    else:
        print_table(ranking.to_table(), "table" if form == "text" else form)


def _show(result: QuizResult, form: str) -> None:
    if form == "json":
        print_json(result.to_dict())
    elif form == "csv":
        print_text(result.to_csv().rstrip("\n"))
    elif form == "markdown":
        print_text(result.to_table().to_markdown())
    else:
        equal = result.answers.count("neither")
        print_prose(str(result))
        if equal:
            print_prose(f"You called {many(equal, 'pair')} equally good, which rules out no index.")
        print_prose(_NEXT)


def _read_answers(file: str) -> list[str]:
    try:
        content = json.loads(Path(file).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError("No such file", place=file) from None
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"this is not JSON ({error})", place=file) from None
    answers = content.get("answers") if isinstance(content, dict) else content
    if not isinstance(answers, list):
        raise InputError(
            "this is not a list of answers",
            place=file,
            remedy='write ["a", "b", "neither", "skip"]',
        )
    return answers


def _ask_all(quiz: Quiz) -> list[str]:
    answers: list[str] = []
    while (question := quiz.question(answers)) is not None:
        _draw(question, len(answers) + 1)
        answers.append(_ask())
        print_text(f"  Indices still in play: {len(quiz.left(answers))}")
    print_text("")
    return answers


def _ask() -> str:
    """Ask until there is an answer; its first letter is enough."""
    from partwise.properties import REPLIES

    while True:
        reply = input(f"  {_ASKED} a / b / neither / skip: ").strip().casefold()
        meant = [answer for answer in REPLIES if reply and answer.startswith(reply)]
        if len(meant) == 1:
            return meant[0]
        print_text("  Please answer a, b, neither or skip.")


def _draw(question: QuizQuestion, number: int) -> None:
    """Draw the reference and both candidates: a box for each cluster, a shape for each item."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    shapes = _SHAPES if console.encoding.startswith("utf") else _LETTERS
    console.print(Text(f"\nQuestion {number} of at most 7", style="bold"))
    for name, labels in zip(("reference", "a", "b"), question[:3], strict=True):
        clusters: dict[int, list[int]] = {}
        for label, true in zip(labels, question.reference, strict=True):
            clusters.setdefault(label, []).append(true)
        boxes = [
            Panel(
                Text(" ").join(Text(shapes[i], style=_COLOURS[i]) for i in sorted(inside)),
                expand=False,
            )
            for inside in sorted(clusters.values(), key=lambda inside: -len(inside))
        ]
        row = Table.grid(padding=(0, 1))
        row.add_row(Padding(Text(f"{name:>9}", style="bold"), (1, 0, 0, 2)), *boxes)
        console.print(row)
    console.print(Text("  Shapes and colours are the clusters of the reference.", style="dim"))
