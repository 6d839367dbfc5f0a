"""One table that prints in a terminal, in a notebook and for machines."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import accumulate
from textwrap import wrap
from typing import Any, TypeAlias

from partwise.base.json_values import as_json

Cell: TypeAlias = str | int | float | Fraction | None

SCREEN_WIDTH, SCREEN_LINES = 100, 24
_LONGEST_CELL, _MOST_NOTES = 40, 5


@dataclass(frozen=True)
class Table:
    """Rows and columns with a title and footnotes.

    Parameters
    ----------
    columns : sequence of str
        Headings.
    rows : sequence of sequences
        Cells: text, numbers, or None for nothing.
    title : str
        Shown above.
    notes : sequence of str
        Shown below.
    emphasis : set of (row, column)
        Cells that stand out, where the output can show it.

    Examples
    --------
    >>> print(Table(["index", "value"], [["CC", 0.25], ["VI", None]]))
    index  value
    CC      0.25
    VI
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    title: str = ""
    notes: Sequence[str] = ()
    emphasis: Collection[tuple[int, int]] = ()

    def _numeric(self, column: int) -> bool:
        values = [row[column] for row in self.rows if row[column] is not None]
        return bool(values) and all(isinstance(value, int | float | Fraction) for value in values)

    def _word(self, column: int) -> int:
        """Width of a short column, so that no name is cut; nothing for running text."""
        texts = [shown(row[column]) for row in self.rows]
        return 0 if any(" " in text for text in texts) else max(map(cell_len, texts), default=0)

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.text import Text

        for place, part in enumerate(self._parts(options.max_width)):
            yield self._drawn(part, "" if place else self.title)
        yield from (Text(note, style="dim") for note in self.notes)

    def _parts(self, width: int) -> list[list[int]]:
        """Share the columns out among tables that fit; each starts with the first column."""
        needed = [max(self._word(i), cell_len(name)) + 3 for i, name in enumerate(self.columns)]
        if sum(needed) + 1 <= width or len(self.columns) < 3:
            return [list(range(len(self.columns)))]
        parts, room = [[0]], width - 1 - needed[0]
        for column in range(1, len(self.columns)):
            if needed[column] > room and len(parts[-1]) > 1:
                parts.append([0])
                room = width - 1 - needed[0]
            parts[-1].append(column)
            room -= needed[column]
        return parts

    def _drawn(self, columns: Sequence[int], title: str) -> Any:
        from rich.table import Table as RichTable
        from rich.text import Text

        table = RichTable(title=Text(title) if title else None, title_justify="left")
        for i in columns:
            table.add_column(
                Text(self.columns[i]),
                justify="right" if self._numeric(i) else "left",
                overflow="fold",
                min_width=self._word(i),
            )
        for i, row in enumerate(self.rows):
            styles = ("bold green" if (i, j) in self.emphasis else "" for j in columns)
            cells = zip((row[j] for j in columns), styles, strict=True)
            table.add_row(*(Text(shown(cell), style=style) for cell, style in cells))
        return table

    def __str__(self) -> str:
        lines = self._aligned(self._texts(self.rows))
        return "\n".join([*([self.title] if self.title else []), *lines, *self.notes])

    def _texts(self, rows: Sequence[Sequence[Cell]]) -> list[list[str]]:
        """Return the headings and some rows as text."""
        heads = [_one_line(str(name)) for name in self.columns]
        return [heads, *([_one_line(shown(cell)) for cell in row] for row in rows)]

    def _aligned(self, texts: Sequence[Sequence[str]]) -> list[str]:
        """Return lines of text with aligned columns, all of the table's or the first ones."""
        widths = [max(map(cell_len, column)) for column in zip(*texts, strict=True)]
        right = [self._numeric(column) for column in range(len(widths))]
        return [
            "  ".join(
                " " * (width - cell_len(cell)) + cell
                if numeric
                else cell + " " * (width - cell_len(cell))
                for cell, width, numeric in zip(row, widths, right, strict=True)
            ).rstrip()
            for row in texts
        ]

    def on_a_screen(self) -> str:
        """Return the table as text of 24 lines of 100 columns at most, and say what is left out.

        Examples
        --------
        >>> print(Table(["x"], [[i] for i in range(99)]).on_a_screen().splitlines()[-1])
        … and 77 more rows
        """
        title = wrapped(self.title)[:2]
        notes = [line for note in self.notes for line in wrapped(note)]
        if len(notes) > _MOST_NOTES:
            notes = [*notes[: _MOST_NOTES - 1], "…"]
        rows = self.rows[: SCREEN_LINES - len(title) - len(notes) - 2]
        texts = _fitting(self._texts(rows))
        rest = {"row": len(self.rows) - len(rows), "column": len(self.columns) - len(texts[0])}
        left_out = [many(count, f"more {what}") for what, count in rest.items() if count]
        more = [f"… and {listed(left_out)}"] if left_out else []
        return "\n".join([*title, *self._aligned(texts), *more, *notes])

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join(
            "<tr>" + "".join(self._html_cell(i, j) for j in range(len(row))) + "</tr>"
            for i, row in enumerate(self.rows)
        )
        caption = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        notes = "".join(f"<p><small>{escape(note)}</small></p>" for note in self.notes)
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{notes}"

    def _html_cell(self, row: int, column: int) -> str:
        text = escape(shown(self.rows[row][column]))
        text = f"<strong>{text}</strong>" if (row, column) in self.emphasis else text
        return f'<td style="text-align:{"right" if self._numeric(column) else "left"}">{text}</td>'

    def to_markdown(self) -> str:
        r"""Return the table in Markdown.

        Examples
        --------
        >>> print(Table(["a|b"], [[1]]).to_markdown())
        | a\|b |
        | ---: |
        | 1 |
        """

        def line(cells: Iterable[str]) -> str:
            return "| " + " | ".join(cells) + " |"

        rule = ["---:" if self._numeric(i) else "---" for i in range(len(self.columns))]
        lines = [line(map(as_markdown, self.columns)), line(rule)]
        for i, row in enumerate(self.rows):
            marks = ("**" if (i, j) in self.emphasis else "" for j in range(len(row)))
            cells = zip(row, marks, strict=True)
            lines.append(line(f"{mark}{as_markdown(shown(cell))}{mark}" for cell, mark in cells))
        title = [f"**{as_markdown(self.title)}**", ""] if self.title else []
        notes = ["", *(as_markdown(note) + "  " for note in self.notes)] if self.notes else []
        return "\n".join([*title, *lines, *notes])

    def to_csv(self) -> str:
        """Return the table as CSV; numbers keep all their digits.

        Examples
        --------
        >>> print(Table(["x"], [[0.1]]).to_csv(), end="")
        x
        0.1
        """
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\r\n")  # so that both are quoted in cells
        rows = (["" if cell is None else str(cell) for cell in row] for row in self.rows)
        lines = []
        for row in (self.columns, *rows):
            writer.writerow(row)
            lines.append(text.getvalue().removesuffix("\r\n"))
            text.seek(0)
            text.truncate()
        return "\n".join([*lines, ""])

    def to_json(self) -> str:
        """Return the rows as a JSON list of objects; NaN and infinities become null and text."""
        rows = [
            {name: as_json(cell) for name, cell in zip(self.columns, row, strict=True)}
            for row in self.rows
        ]
        return json.dumps(rows, indent=2, ensure_ascii=False)


def cell_len(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    from rich.cells import cell_len as width

    return width(text)


def as_markdown(text: str) -> str:
    r"""Escape what could start HTML, a link, code or emphasis; `_` inside a word does not.

    Formulas between dollar signs stay as they are: none of their characters could.

    Examples
    --------
    >>> print(as_markdown(r"$\frac{N_{11}}{2}$ of *all* a_b $_x_$"))
    $\frac{N_{11}}{2}$ of \*all\* a_b $\_x\_$
    """
    parts = re.split(r"(\$(?:[-+A-Za-z0-9\\{}^(). ]|_\{)+\$)", text)
    return "".join(part if place % 2 else _escaped(part) for place, part in enumerate(parts))


def _escaped(text: str) -> str:
    return re.sub(r"[\\<*`|\[\]]|(?<!\w)_|_(?!\w)", r"\\\g<0>", _one_line(text))


def _one_line(text: str) -> str:
    return re.sub(r"\r\n|[\r\n\t]", " ", text)


def wrapped(text: str) -> list[str]:
    """Return a text in lines that fit on a screen; wide letters take two columns."""
    narrow = cell_len(text) == len(text)
    return wrap(text, SCREEN_WIDTH if narrow else SCREEN_WIDTH // 2)


def _fitting(texts: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the first columns that fit beside each other; the last takes what room is left."""
    limits = [min(_LONGEST_CELL, max(map(cell_len, column))) for column in zip(*texts, strict=True)]
    ends = list(accumulate(limits, lambda end, limit: end + 2 + limit))
    limits = limits[: sum(end <= SCREEN_WIDTH for end in ends)]
    limits[-1] += SCREEN_WIDTH - ends[len(limits) - 1]
    return [[_cut(cell, limit) for cell, limit in zip(row, limits, strict=False)] for row in texts]


def _cut(text: str, limit: int) -> str:
    """Return a text, or its start where it takes more columns of a terminal."""
    if cell_len(text) <= limit:
        return text
    text = text[: limit - 1]
    while cell_len(text) >= limit:
        text = text[:-1]
    return f"{text}…"


def shown(cell: Cell) -> str:
    """Return a cell as people read it: six significant digits.

    Examples
    --------
    >>> shown(0.123456789), shown(Fraction(1, 3)), shown(math.nan), shown(1.0)
    ('0.123457', '1/3', 'undefined', '1')
    """
    if cell is None:
        return ""
    if isinstance(cell, float):
        return "undefined" if math.isnan(cell) else f"{cell:.6g}"
    return str(cell)


def many(count: int, thing: str) -> str:
    """Count things in words.

    Examples
    --------
    >>> many(1, "merge"), many(2, "merge")
    ('1 merge', '2 merges')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"


def percent(level: float) -> str:
    """Write a level in per cent, with as many digits as it has.

    Examples
    --------
    >>> percent(0.95), percent(0.999)
    ('95%', '99.9%')
    """
    return f"{100 * level:.6g}%"


def listed(words: Sequence[str]) -> str:
    """Join words as a list in a sentence.

    Examples
    --------
    >>> listed(["a", "b", "c"]), listed(["a"])
    ('a, b and c', 'a')
    """
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
