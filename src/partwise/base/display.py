"""One table that prints in a terminal, in a notebook and for machines."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import zip_longest
from textwrap import wrap
from typing import Any, TypeAlias

from partwise.base.json_values import as_json
from partwise.base.words import listed, many

Cell: TypeAlias = str | int | float | Fraction | None

SCREEN_WIDTH, SCREEN_LINES = 80, 24
_LONGEST_NAME, _NARROWEST_TEXT = 40, 24
"""How wide a name may be before it is cut, and how narrow a column of sentences may become."""
_MOST_TITLE_LINES, _MOST_NOTES = 4, 5
_MOST_HTML_ROWS, _MOST_HTML_COLUMNS = 60, 21


@dataclass(frozen=True)
class Table:
    """Rows and columns with a title and footnotes.

    Parameters
    ----------
    columns : sequence of str
        Headings.
    rows : sequence of sequences
        Cells: text, numbers, or None for an empty cell.
    title : str
        The text above the table.
    notes : sequence of str
        The lines below the table.
    emphasis : set of (row, column)
        Cells that stand out, where the output can show it.
    decimals : int, optional
        How many decimals to print; by default, six significant digits.
    rest : str
        Where to find the rows and columns that do not fit on the screen.

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
    decimals: int | None = None
    rest: str = "to_frame() has all of them"

    @classmethod
    def from_columns(cls, columns: Mapping[str, Any], title: str = "") -> Table:
        """Make a table from columns, which are lists or arrays.

        Examples
        --------
        >>> Table.from_columns({"index": ["CC", "VI"], "value": [0.25, None]}).rows
        [('CC', 0.25), ('VI', None)]
        """
        lists = (c.tolist() if hasattr(c, "tolist") else c for c in columns.values())
        return cls([*columns], [*zip(*lists, strict=True)], title)

    def _numeric(self, column: int) -> bool:
        values = [row[column] for row in self.rows if row[column] is not None]
        return bool(values) and all(isinstance(value, int | float | Fraction) for value in values)

    def _is_running_text(self, column: int) -> bool:
        cells = (row[column] for row in self.rows)
        return any(isinstance(cell, str) and " " in cell for cell in cells)

    def _least_width(self, texts: Sequence[str], column: int) -> int:
        """Return how much room a column needs: sentences and headings can be folded."""
        head, *cells = texts
        word = max(map(cell_len, head.split()), default=0)
        limit = _NARROWEST_TEXT if self._is_running_text(column) else _LONGEST_NAME
        return max(word, min(limit, max(map(cell_len, cells), default=0)))

    def _widths(self, rows: Sequence[Sequence[Cell]], width: int, gap: int = 2) -> list[int]:
        """Return the widths of the first columns that fit beside each other."""
        columns = list(zip(*self._texts(rows), strict=True))
        widths: list[int] = []
        for i, texts in enumerate(columns):
            least = self._least_width(texts, i)
            if widths and sum(widths) + gap * len(widths) + least > width:
                break
            widths.append(min(least, width))
        room = width - sum(widths) - gap * (len(widths) - 1)
        for i, texts in enumerate(columns[: len(widths)]):
            more = max(map(cell_len, texts)) - widths[i]
            if more > room and not self._is_running_text(i):
                continue  # a heading that stays folded needs no more
            widths[i], room = widths[i] + min(more, room), room - min(more, room)
        return widths

    def _left_out(self, rows: int, columns: int) -> list[str]:
        """Say how many rows and columns are not among those shown, and where they are."""
        rest = {"row": len(self.rows) - rows, "column": len(self.columns) - columns}
        parts = [many(count, f"more {what}") for what, count in rest.items() if count]
        return [f"… and {listed(parts)}; {self.rest}"] if parts else []

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.text import Text

        columns = len(self._widths(self.rows, options.max_width - 4, gap=3))
        yield from [Text(self.title, style="bold")] if self.title else []
        yield self._drawn(range(columns))
        notes = [*self._left_out(len(self.rows), columns), *self.notes]
        yield from (Text(note, style="dim") for note in notes)

    def _drawn(self, columns: Sequence[int]) -> Any:
        from rich.table import Table as RichTable
        from rich.text import Text

        table = RichTable()
        texts = list(zip(*self._texts(self.rows), strict=True))
        for i in columns:
            table.add_column(
                Text(str(self.columns[i])),
                justify="right" if self._numeric(i) else "left",
                overflow="fold",
                min_width=self._least_width(texts[i], i),
            )
        for i, row in enumerate(self.rows):
            styles = ("bold green" if (i, j) in self.emphasis else "" for j in columns)
            cells = zip((row[j] for j in columns), styles, strict=True)
            table.add_row(*(Text(self._shown(cell), style=style) for cell, style in cells))
        return table

    def __str__(self) -> str:
        widths = self._widths(self.rows, SCREEN_WIDTH)
        lines = self._lines(self._texts(self.rows), widths)
        notes = [*self._left_out(len(self.rows), len(widths)), *self.notes]
        return "\n".join([*wrapped(self.title), *lines, *(x for n in notes for x in wrapped(n))])

    def on_a_screen(self) -> str:
        """Return the table as text of at most 24 lines and 80 columns, and say what is left out.

        Examples
        --------
        >>> print(Table(["x"], [[i] for i in range(99)]).on_a_screen().splitlines()[-1])
        … and 77 more rows; to_frame() has all of them
        """
        title = _first(wrapped(self.title), _MOST_TITLE_LINES)
        notes = _first([line for note in self.notes for line in wrapped(note)], _MOST_NOTES)
        room = SCREEN_LINES - len(title) - len(notes)
        widths = self._widths(self.rows[:room], SCREEN_WIDTH)
        head, *texts = self._texts(self.rows[:room])
        heading = self._lines([head], widths)
        room -= len(heading)
        if len(self.rows) > room or len(widths) < len(self.columns):
            room -= 1
        columns = zip(zip(*texts, strict=True), widths, strict=False)
        rows = list(zip(*(_cut_all(cells, width) for cells, width in columns), strict=True))
        more = self._left_out(min(room, len(rows)), len(widths))
        return "\n".join([*title, *heading, *self._lines(rows[:room], widths), *more, *notes])

    def _shown(self, cell: Cell) -> str:
        return shown(cell, self.decimals)

    def _texts(self, rows: Sequence[Sequence[Cell]]) -> list[list[str]]:
        """Return the headings and some rows as text."""
        heads = [_one_line(str(name)) for name in self.columns]
        return [heads, *([_one_line(self._shown(cell)) for cell in row] for row in rows)]

    def _lines(self, texts: Iterable[Sequence[str]], widths: Sequence[int]) -> list[str]:
        """Return lines of text with aligned columns; what is too long for one goes on below."""
        right = [self._numeric(column) for column in range(len(widths))]
        lines = []
        for row in texts:
            folded = [_folded(cell, width) for cell, width in zip(row, widths, strict=False)]
            for parts in zip_longest(*folded, fillvalue=""):
                aligned = zip(parts, widths, right, strict=True)
                lines.append("  ".join(_aligned(*cell) for cell in aligned).rstrip())
        return lines

    def _repr_html_(self) -> str:
        rows = self.rows[:_MOST_HTML_ROWS]
        columns = min(len(self.columns), _MOST_HTML_COLUMNS)
        head = "".join(self._html_cell("th", str(self.columns[j]), j) for j in range(columns))
        body = "".join(
            "<tr>" + "".join(self._html_value(i, j) for j in range(columns)) + "</tr>"
            for i in range(len(rows))
        )
        title = f"<p><strong>{escape(self.title)}</strong></p>" if self.title else ""
        notes = "<br>".join(map(escape, [*self._left_out(len(rows), columns), *self.notes]))
        below = f"<p><small>{notes}</small></p>" if notes else ""
        return f"{title}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}"

    def _html_value(self, row: int, column: int) -> str:
        strong = (row, column) in self.emphasis
        return self._html_cell("td", self._shown(self.rows[row][column]), column, strong)

    def _html_cell(self, tag: str, text: str, column: int, strong: bool = False) -> str:
        inside = f"<strong>{escape(text)}</strong>" if strong else escape(text)
        side = "right" if self._numeric(column) else "left"
        return f'<{tag} style="text-align:{side}">{inside}</{tag}>'

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


def lower_half(names: Sequence[str], cells: Sequence[Sequence[Cell]], title: str) -> Table:
    """Return a symmetric matrix as its lower half, of which no row is empty, however it is cut.

    Examples
    --------
    >>> print(lower_half(["R", "J", "VI"], [[0, 1, 2], [1, 0, 3], [2, 3, 0]], "Distances"))
    Distances
        R  J
    J   1
    VI  2  3
    """
    columns = range(len(names) - 1)
    rows = [
        [names[i], *(cells[i][j] if j < i else None for j in columns)] for i in range(1, len(names))
    ]
    return Table(["", *names[:-1]], rows, title)


def cell_len(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    from rich.cells import cell_len as width

    return width(text)


def as_markdown(text: str) -> str:
    r"""Escape characters that could start HTML, a link, code or emphasis in Markdown.

    An underscore inside a word and formulas between dollar signs stay as they are.

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
    return _folded(_one_line(text), SCREEN_WIDTH) if text.strip() else []


def _folded(text: str, width: int) -> list[str]:
    """Return a text in lines of a width, at least one; wide letters take two columns."""
    if cell_len(text) <= width:
        return [text]
    narrow = cell_len(text) == len(text)
    return wrap(text, width if narrow else max(1, width // 2)) or [""]


def _first(lines: list[str], most: int) -> list[str]:
    return lines if len(lines) <= most else [*lines[: most - 1], "…"]


def _aligned(text: str, width: int, to_the_right: bool) -> str:
    space = " " * (width - cell_len(text))
    return space + text if to_the_right else text + space


def _cut_all(texts: Sequence[str], limit: int) -> list[str]:
    """Return texts that take so many columns: their starts, and their ends too if that differs.

    Examples
    --------
    >>> _cut_all(["a long name", "b"], 8), _cut_all(["a long name 1", "a long name 2"], 8)
    (['a long …', 'b'], ['a lo…e 1', 'a lo…e 2'])
    """
    starts = [_cut(text, limit) for text in texts]
    if len({*starts}) == len({*texts}):
        return starts
    return [_cut(text, limit, (limit - 1) // 2) for text in texts]


def _cut(text: str, limit: int, at_the_end: int = 0) -> str:
    """Return a text, or its start where it is too long, with so many columns of its end."""
    if cell_len(text) <= limit:
        return text
    end = text[len(text) - at_the_end :]
    while cell_len(end) > at_the_end:
        end = end[1:]
    room = limit - 1 - cell_len(end)
    start = text[:room]
    while cell_len(start) > room:
        start = start[:-1]
    return f"{start}…{end}"


def shown(cell: Cell, decimals: int | None = None) -> str:
    """Return a cell as people read it: six significant digits, or so many decimals.

    Examples
    --------
    >>> shown(0.123456789), shown(Fraction(1, 3)), shown(math.nan), shown(1.0)
    ('0.123457', '1/3', 'undefined', '1')
    >>> shown(0.123456789, 4), shown(1.0, 4), shown(1.25e-7, 4)
    ('0.1235', '1.0000', '1.2e-07')
    """
    if cell is None:
        return ""
    if not isinstance(cell, float):
        return str(cell)
    if math.isnan(cell):
        return "undefined"
    if decimals is None:
        return f"{cell:.6g}"
    if cell != 0 and abs(cell) < 10**-decimals:
        return f"{cell:.1e}"
    return f"{cell:.{decimals}f}" if abs(cell) < 10**decimals else f"{cell:.6g}"
