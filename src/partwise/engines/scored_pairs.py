"""Pairs with a score beside them: predictions, of which only some are matches."""

from __future__ import annotations

import re
from collections.abc import Sequence

from partwise.base import Either, InputError
from partwise.engines.backends import column_names
from partwise.engines.label_columns import Frame
from partwise.engines.text_files import is_text_table

_WHOLE = r"[+-]?\d+"
_NUMBER = r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?"


def check_unscored(source: str, frame: Frame, pair: Sequence[str], typed: bool) -> None:
    """Refuse pairs beside which a column has real numbers: not all of them need match.

    In text files, where nothing has a type, these are numbers of which some are not whole.
    """
    left, right = pair
    others = [column for column in column_names(frame, source) if column not in pair]
    scores = [column for column in others if _has_scores(frame, column, typed)]
    if scores:
        raise InputError(
            f"pairs have a score ({', '.join(scores)}), and each of them would count as a match",
            subject=source,
            remedy=(
                "keep those above a threshold, and ",
                Either(
                    f'name their columns: pw.read(kept, layout="pairs", label_column=[{left!r}, '
                    f"{right!r}])",
                    f"of these only the columns {left} and {right}",
                ),
            ),
        )


def _has_scores(frame: Frame, column: str, typed: bool) -> bool:
    if typed:
        dtype = frame.collect_schema()[column]
        return dtype.is_float() or dtype.is_decimal()
    if is_text_table(frame):
        texts = [text for text in frame[column] if text is not None]
        are_numbers = all(re.fullmatch(_NUMBER, text) for text in texts)
        return are_numbers and not all(re.fullmatch(_WHOLE, text) for text in texts)
    from partwise.engines.duck import as_relation, name, run, text

    number, whole = (
        f"bool_and(regexp_full_match({name(column)}, {text(pattern)}))"
        for pattern in (_NUMBER, _WHOLE)
    )
    return bool(run(as_relation(frame).aggregate(f"{number} AND NOT {whole}").fetchall)[0][0])
