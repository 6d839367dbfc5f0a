"""Readers of CoNLL-2012 files and JSON lines: what they read, and how they refuse."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import partwise as pw

# TC-O of github.com/conll/reference-coreference-scorers writes brackets like these without "|".
NESTED = """\
#begin document (bc/cctv/00/cctv_0000); part 003
bc 3 0 a (0
bc 3 1 b 0)
bc 3 2 c (1(2

bc 3 0 d -
bc 3 1 e (7|(7)
bc 3 2 f 2)1)|7)
#end document
# a comment
#begin document (bc/cctv/00/cctv_0000); part 004
bc 4 0 a _
#end document
"""


def _read(folder: Path, text: str, name: str = "key.conll") -> pw.coreference.Documents:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return pw.coreference.read(path)


def test_nested_brackets(tmp_path: Path) -> None:
    documents = _read(tmp_path, NESTED)
    assert dict(documents) == {
        "bc/cctv/00/cctv_0000; part 3": (
            frozenset({(0, 1)}),
            frozenset({(2, 5)}),  # the second entity of this span has nothing else
            frozenset({(4, 4), (4, 5)}),
        ),
        "bc/cctv/00/cctv_0000; part 4": (),
    }
    assert "1 mention in several entities" in documents.notes[0]
    assert len(documents.to_frame("polars")) == 2
    assert json.loads(documents.to_json())["notes"] == list(documents.notes)


def _conll(entities: list[list[tuple[int, int]]], tokens: int, rng: random.Random) -> str:
    column: list[list[str]] = [[] for _ in range(tokens)]
    for number, entity in enumerate(entities):
        for start, end in sorted(entity, key=lambda span: (span[0], -span[1])):
            if start == end:
                column[start].append(f"({number})")
            else:
                column[start].append(f"({number}")
                column[end].insert(0, f"{number})")
    lines = [
        f"d 0 {k} w {rng.choice(['|', '']).join(each) or '-'}" for k, each in enumerate(column)
    ]
    return "\n".join(["#begin document (d); part 000", *lines, "#end document"])


def test_files_of_both_kinds_hold_the_same(tmp_path: Path) -> None:
    rng = random.Random(0)  # noqa: S311
    for _ in range(100):
        spans = list({(k, k + rng.choice([0, 0, 3])) for k in range(0, 40, 4) for _ in range(2)})
        entities: list[list[tuple[int, int]]] = [[] for _ in range(4)]
        for span in spans:
            rng.choice(entities).append(span)
        kept = [entity for entity in entities if entity]
        conll = _read(tmp_path, _conll(kept, 44, rng))
        lines = json.dumps({"doc_key": "d; part 0", "clusters": kept})
        jsonl = _read(tmp_path, lines + "\n\n", "key.jsonl")
        assert set(conll["d; part 0"]) == set(jsonl["d; part 0"]) == set(map(frozenset, kept))
        assert pw.coreference.score(conll, jsonl) in (1, pytest.approx(2 / 3))  # MUC of singletons


def test_parts_of_documents_in_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "parts.jsonl"
    rows = [
        f'{{"document_id": "a", "part_id": {part}, "span_clusters": [[[0, 2], [3, 4]]]}}'
        for part in range(2)
    ]
    path.write_text("\n".join(rows), encoding="utf-8")
    assert list(pw.coreference.read(path)) == ["a; part 0", "a; part 1"]


def test_fields_of_json_lines(tmp_path: Path) -> None:
    line = {"document_id": 7, "clusters": [[[0, 1]]], "predicted_clusters": [[[2, 3]]]}
    path = tmp_path / "out.jsonl"
    path.write_text(json.dumps(line), encoding="utf-8")
    found = pw.coreference.read(path, field="predicted_clusters")
    assert dict(found) == {"7": (frozenset({(2, 3)}),)}
    with pytest.raises(pw.errors.InputError, match='field="predicted_clusters"'):
        pw.coreference.read(path)
    del line["clusters"]
    path.write_text(json.dumps(line), encoding="utf-8")
    assert pw.coreference.read(path) == found
    del line["document_id"]
    path.write_text(json.dumps(line), encoding="utf-8")
    assert list(pw.coreference.read(path)) == ["document 1"]


BEGIN = "#begin document (d); part 000\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no documents"),
        ("a b -\n", "line 1: a token is outside of all documents"),
        (BEGIN + "w 3)\n#end document\n", r"line 2: '3\)' ends a mention that does not begin"),
        (BEGIN + "w (3\nw -\n#end document\n", r"line 2: '\(3' begins a mention that does not end"),
        (BEGIN + "w 3\n#end document\n", "line 2: the last column, '3', has no"),
        (BEGIN + "w ()\n#end document\n", "line 2: the last column"),
        (BEGIN + "w -\n", "end of the file: the document 'd; part 0', which begins in line 1"),
        (BEGIN + BEGIN, "line 2: the document"),
        ((BEGIN + "#end document\n") * 2, "line 3: .* begins twice"),
        ("#end document\n", "line 1: '#end document' has no '#begin document'"),
        ("{", "line 1: this is not JSON"),
        ("[]", "line 1: this is not a JSON object"),
        ('{"doc_key": "a"}', "line 1: the document has no 'clusters'"),
        ('{"doc_key": "a", "clusters": [3]}', "line 1: 'clusters' is not a list of clusters"),
        ('{"doc_key": "a", "clusters": [[{}]]}', "line 1: a mention is a dict"),
        ('{"id": 1, "clusters": []}\n{"id": 1, "clusters": []}', "line 2: .* appears twice"),
        ('{"a":' + "[" * 100_000, "line 1: this is not JSON"),
    ],
)
def test_wrong_files_say_where(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(pw.errors.InputError, match=f"key.conll.*{words}"):
        _read(tmp_path, text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(pw.errors.InputError, match="No such file"):
        pw.coreference.read(tmp_path / "none")
    with pytest.raises(pw.errors.InputError, match="cannot read"):
        pw.coreference.read(tmp_path)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe(")
    with pytest.raises(pw.errors.InputError, match="UTF-8"):
        pw.coreference.read(tmp_path / "bytes")


PIECES = st.sampled_from(
    ["#begin document (d); part 000\n", "#begin document (e)\n", "#end document\n", "w ", "(1",
     "1)", "(2)", "|", "-", "\n", "(", ")", '{"clusters":', "[", "]", "}", ",", "0",
     '"doc_key": "x"']
)  # fmt: skip


@settings(
    max_examples=500, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.one_of(st.lists(PIECES, max_size=40).map("".join).map(str.encode), st.binary()))
def test_garbage_is_read_or_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "garbage"
    path.write_bytes(content)
    try:
        documents = pw.coreference.read(path)
    except pw.errors.InputError as error:
        assert "garbage" in str(error)  # noqa: PT017 - either is right
    else:
        assert pw.coreference.scores(documents, documents)["mentions"].f1 in (0, 1)
