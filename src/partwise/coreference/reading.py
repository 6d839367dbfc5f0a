"""The reader of files with entities."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path

from partwise.base import InputError
from partwise.coreference.conll_files import read_conll
from partwise.coreference.entity_sets import Documents, repetition_note, without_repetitions
from partwise.coreference.json_lines import read_json_lines


def read(path: str | Path, *, field: str | None = None) -> Documents:
    r"""Read entities from a CoNLL-2012 file or JSON lines.

    Parameters
    ----------
    path : str or Path
        A file in the CoNLL-2011/2012 format, with brackets such as ``(12``, ``12)`` and ``(12)`` in
        the last column, or JSON lines with ``clusters`` or ``predicted_clusters``. The first
        character of the file decides which.
    field : str, optional
        The field with the clusters, if JSON lines have both.

    Returns
    -------
    Documents
        The entities of each document. If a file gives one mention to several entities, the first
        keeps it, as in the official scorer, and `notes` says so.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import partwise as pw
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "a.jsonl")
    ...     _ = file.write_text('{"doc_key": "a", "clusters": [[[0, 0], [2, 3]], [[5, 5]]]}\n')
    ...     pw.coreference.read(file)
    document  entities  mentions
    a                2         3
    """
    place = str(path)
    text = _text(Path(path), place)
    lines = text.split("\n")
    if text.lstrip()[:1] in ("{", "["):
        documents = read_json_lines(lines, place, field)
    else:
        documents = read_conll(lines, place)
    if not documents:
        raise InputError(
            "the file has no documents",
            place=place,
            remedy="pass a CoNLL-2012 file, or JSON lines with clusters",
        )
    return _without_repetitions(documents, place)


def _text(path: Path, place: str) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError("No such file", place=place) from None
    except UnicodeDecodeError as error:
        raise InputError(
            f"this is not UTF-8 text (byte {error.start})", place=place, remedy="save it as UTF-8"
        ) from None
    except OSError as error:
        raise InputError(f"cannot read this ({error.strerror})", place=place) from None


def _without_repetitions(documents: dict[str, list[list[Hashable]]], place: str) -> Documents:
    entities, count = {}, 0
    for name, clusters in documents.items():
        entities[name], repeated = without_repetitions(clusters)
        count += len(repeated)
    return Documents(entities, (repetition_note(count, place),) if count else ())
