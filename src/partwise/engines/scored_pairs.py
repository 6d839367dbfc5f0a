"""Pairs with a score or a judgement beside them, of which only some are matches."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence

from partwise.base import Either, InputError, many
from partwise.engines.backends import column_names
from partwise.engines.judgements import columns_of, judgement_columns, meaning_of
from partwise.engines.label_columns import Frame
from partwise.engines.text_files import is_text_table

_ESTIMATE = Either(
    "use pw.estimate(None, candidates, pairs=…) for scores from judged pairs",
    "for scores from judged pairs, use Python: pw.estimate(None, candidates, pairs=…)",
)
_WHOLE = r"[+-]?\d+"
_NUMBER = r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?"


def check_unscored(source: str, frame: Frame, pair: Sequence[str], typed: bool) -> None:
    """Refuse pairs beside which a column has real numbers: not all of them need match.

    In text files, where nothing has a type, these are numbers of which some are not whole.
    """
    left, right = pair
    others = [column for column in column_names(frame, source) if column not in pair]
    scores = [column for column in others if has_scores(frame, column, typed)]
    if scores:
        raise InputError(
            f"pairs have a score ({', '.join(scores)}), but every pair would count as a match",
            subject=source,
            remedy=(
                "find a threshold (",
                Either("pw.sweep(reference, pairs)", "partwise sweep"),
                "), keep the pairs above it, and ",
                Either(
                    f'name their columns: pw.read(kept, layout="pairs", label_column=[{left!r}, '
                    f"{right!r}])",
                    f"save only their columns {left} and {right}",
                ),
            ),
        )


def check_judgements(source: str, frame: Frame, pair: Sequence[str]) -> None:
    """Refuse judged pairs that do not match; warn that those not judged would not either."""
    columns = judgement_columns(c for c in column_names(frame, source) if c not in pair)
    if not columns:
        return
    (values,) = columns_of(frame, columns[:1]).values()
    meanings = [meaning_of(value) for value in values]
    if None in meanings:
        return  # something else by the same name
    others = meanings.count(False)
    if others:
        are = "is" if others == 1 else "are"
        raise InputError(
            f"{others} of {many(len(values), 'pair')} {are} judged a non-match (column "
            f"{columns[0]}), but every pair would count as a match",
            subject=source,
            remedy=(_ESTIMATE, ", or keep only the matches"),
        )
    message = InputError(
        f"pairs that are not listed count as non-matches, but column {columns[0]} says that these "
        "pairs were judged",
        subject=source,
        remedy=(_ESTIMATE, " if not all pairs were judged"),
    )
    warnings.warn(str(message), UserWarning, stacklevel=4)


def has_scores(frame: Frame, column: str, typed: bool) -> bool:
    """Tell a column of real numbers; in text files, of numbers of which some are not whole."""
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
