"""JSON lines as coreference toolkits write them: an object per document, with its clusters."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable
from typing import Any

from partwise.base import Either, InputError, listed
from partwise.coreference.entity_sets import as_mention

_NAMES = ("doc_key", "document_id", "doc_id", "doc_name", "id")
_PARTS = ("part_id", "part")
_CLUSTERS = ("clusters", "predicted_clusters", "span_clusters")


def read_json_lines(
    lines: Iterable[str], place: str, field: str | None = None
) -> dict[str, list[list[Hashable]]]:
    """Return the entities of each document; spans become tuples.

    Examples
    --------
    >>> read_json_lines(['{"doc_key": "a", "clusters": [[[0, 0], [2, 3]]]}'], "a.jsonl")
    {'a': [[(0, 0), (2, 3)]]}
    """
    documents: dict[str, list[list[Hashable]]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{place}, line {number}"
        document = _parsed(line, where)
        name = _name(document) or f"document {len(documents) + 1}"
        if name in documents:
            raise InputError(f"the document {name!r} appears twice", place=where)
        try:
            documents[name] = _clusters(document, field)
        except InputError as error:
            error.place = where
            raise
    return documents


def _name(document: dict[str, Any]) -> str:
    """Return the name of a document, with its part if that is a number beside the name.

    Examples
    --------
    >>> _name({"document_id": "bc/cnn_0001", "part_id": 3}), _name({"doc_key": "bc/cnn_0001_3"})
    ('bc/cnn_0001; part 3', 'bc/cnn_0001_3')
    """
    name = next((str(document[key]) for key in _NAMES if key in document), "")
    part = next((document[key] for key in _PARTS if key in document), None)
    return f"{name}; part {part}" if name and isinstance(part, int) else name


def _parsed(line: str, where: str) -> dict[str, Any]:
    try:
        document = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"this is not JSON ({error})", place=where, remedy="write one JSON object per line"
        ) from None
    if not isinstance(document, dict):
        raise InputError(
            "this is not a JSON object",
            place=where,
            remedy='write {"doc_key": …, "clusters": [[[start, end], …], …]} in each line',
        )
    return document


def _clusters(document: dict[str, Any], field: str | None) -> list[list[Hashable]]:
    present = [key for key in _CLUSTERS if key in document]
    if field is None and len(present) > 1:
        raise InputError(
            f"the document has {listed([repr(key) for key in present])}",
            remedy=(
                "choose one: ",
                Either(
                    'pw.coreference.read(path, field="predicted_clusters")',
                    "--reference-field clusters --candidate-field predicted_clusters",
                ),
            ),
        )
    key = field if field is not None else next(iter(present), _CLUSTERS[0])
    if key not in document:
        raise InputError(
            f"the document has no {key!r}",
            examples=list(document),
            what="but",
            remedy=("pass ", Either("field=", "--reference-field or --candidate-field")),
        )
    clusters = document[key]
    if not isinstance(clusters, list) or not all(isinstance(each, list) for each in clusters):
        raise InputError(
            f"{key!r} is not a list of clusters", remedy="write [[[start, end], …], …]"
        )
    return [[as_mention(mention) for mention in cluster] for cluster in clusters]
