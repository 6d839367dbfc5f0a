"""``partwise coreference``: what it prints and refuses."""

from __future__ import annotations

import csv

import pytest

import partwise as pw
from support.commands import Run, Write, as_json, refused

COMMAND = ("coreference",)
KEY = "#begin document (d);\na (1)\nb (2)\nc (2)\nd (3\ne (3)\nf 3)\n#end document\n"
RESPONSE = "#begin document (d);\na (1)\nb (2)\nc (2)\nd (2)\ne -\nf (4)\n#end document\n"


@pytest.fixture
def both(write: Write) -> tuple[str, str]:
    return write("key.conll", KEY), write("response.conll", RESPONSE)


def test_a_table_and_json(run: Run, both: tuple[str, str]) -> None:
    expected = pw.coreference.scores(*map(pw.coreference.read, both))
    assert run(*both).out == f"{expected}\n"
    content = as_json(run(*both, "--format", "json"))
    assert content == {"reference": both[0], "candidate": both[1], **expected.to_dict()}
    rows = list(csv.reader(run(*both, "--format", "csv").out.splitlines()))
    assert rows[-1] == ["conll", "", "", str(expected.conll)]


def test_one_metric(run: Run, both: tuple[str, str]) -> None:
    """MUC: b and c are linked, of 2 links of the key and of the response."""
    content = as_json(run(*both, "--metric", "MUC", "--exact", "--format", "json"))
    assert {key: content[key] for key in ("metric", "recall", "precision", "f1")} == {
        "metric": "muc", "recall": "1/2", "precision": "1/2", "f1": "1/2",
    }  # fmt: skip
    assert "MUC" in run(*both, "--metric", "muc").out
    assert "LEA" not in run(*both, "--metric", "muc").out
    assert "conll" in as_json(run(*both, "--metric", "conll", "--format", "json"))["metric"]


def test_documents(run: Run, both: tuple[str, str]) -> None:
    rows = list(csv.DictReader(run(*both, "--by-document", "--format", "csv").out.splitlines()))
    assert [row["metric"] for row in rows if row["document"] == "d"][1:3] == ["muc", "bcubed"]
    refused(run(*both, "--by-document", "--metric", "muc"), 2, "leave --metric out")


def test_fields_of_one_file(run: Run, write: Write) -> None:
    line = '{"doc_key": "d", "clusters": [[[0, 0], [1, 1]]], "predicted_clusters": [[[0, 0]]]}'
    path = write("out.jsonl", line)
    refused(run(path, path), 1, "out.jsonl, line 1", "field")
    fields = ("--reference-field", "clusters", "--candidate-field", "predicted_clusters")
    content = as_json(run(path, path, *fields, "--format", "json"))
    assert content["mentions"] == {"reference": 2, "candidate": 1, "shared": 1}


def test_wrong_files_and_metrics(run: Run, both: tuple[str, str], write: Write) -> None:
    refused(run(both[0], write("bad.conll", KEY.replace("f 3)", "f -"))), 1, "bad.conll, line 5")
    refused(run(both[0], "none.conll"), 1, "none.conll", "No such file")
    refused(run(*both, "--metric", "rand"), 2, "no coreference metric 'rand'")
