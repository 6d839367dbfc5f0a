"""Every parser that reads what others wrote, with valid inputs to start from: one line adds one."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

import partwise as pw
from partwise.catalogue.formula import parse_formula
from partwise.cli.by_example import _read_answers
from partwise.engines.dialects import find_dialect
from partwise.engines.loading import clusterings
from partwise.engines.text_files import read_table
from partwise.properties.guide.judging import _triples
from partwise.tables import PairCounts

CERTIFICATES = Path(__file__).parents[2] / "docs" / "certificates.json.gz"

_JSON = r"[A-Za-z_]\w*|-?\d+(?:\.\d+)?|\s+"
_NUMBERS = r"-?\d+(?:\.\d*)?(?:e-?\d+)?|[a-z]+\d*"
_WORDS = r"\w+|[ \t]+"


class Target(NamedTuple):
    """A parser: valid inputs, its tokens, and how many of all inputs it gets (in parts)."""

    read: Callable[[str], object]
    seeds: Sequence[str]
    token: str
    share: int
    seconds: float = 1.0  # of computing, for one input


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="partwise-fuzz-")


def _file(text: str, name: str) -> Path:
    """Write an input to a file; a lone surrogate is a byte that is no UTF-8."""
    path = Path(_folder().name, name)
    path.write_bytes(text.encode("utf-8", "surrogateescape" if _has_bytes(text) else "replace"))
    return path


def _has_bytes(text: str) -> bool:
    return all(not "\ud800" <= character <= "\udfff" or character >= "\udc80" for character in text)


def _formula_value(text: str) -> None:
    """Define an index by a formula and evaluate it, exactly and as floats."""
    index = pw.define("fuzzed", text)
    pw.score([0, 0, 1, 1, 2], [0, 1, 1, 1, 0], index, undefined="nan")


def _counts_value(text: str) -> None:
    formula = parse_formula(text)
    with suppress(ArithmeticError):  # the value is undefined, which an index decides
        formula(PairCounts(3, 2, 1, 4))


def _dialect(text: str) -> None:
    form, _, rest = text.partition("\n")
    find_dialect("a file", rest.split("\n")[:100], form if form in ("csv", "tsv") else "text")


def _text_file(text: str) -> None:
    form, _, rest = text.partition("\n")
    form = form if form in ("csv", "tsv") else "text"
    read_table("a file", [_file(rest, "labels.csv")], form)


def _duckdb_file(text: str) -> None:
    form, _, rest = text.partition("\n")
    path = _file(rest, f"labels.{form if form in ('csv', 'tsv') else 'txt'}")
    clusterings(pw.read(path), missing="drop")


def _json_table(text: str) -> None:
    form, _, rest = text.partition("\n")
    path = _file(rest, f"labels.{form if form == 'json' else 'jsonl'}")
    clusterings(pw.read(path), missing="drop")


def _newick(text: str) -> None:
    _ = pw.Hierarchy(text).n


def _linkage(text: str) -> None:
    """Read a matrix whose first line is its type."""
    kind, *lines = text.split("\n")
    try:
        rows = [[float(cell) for cell in line.split()] for line in lines]
        with np.errstate(all="ignore"):
            matrix = np.array(rows, np.dtype(kind))
    except (ValueError, TypeError, OverflowError, SyntaxError, DeprecationWarning):
        return  # NumPy makes no array of it
    _ = pw.Hierarchy(matrix).n


def _nested(text: str) -> None:
    """Read nested lists, as JSON writes them."""
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError):
        return
    _ = pw.Hierarchy(tree).n


def _entities(text: str) -> None:
    pw.coreference.read(_file(text, "entities.txt"))


def _certificate(text: str) -> None:
    pw.properties.check(_file(text, "certificate.json"))


def _judgements(text: str) -> None:
    _triples(_file(text, "judgements.json"))


def _judgement_rows(text: str) -> None:
    _triples(_file(text, "judgements.csv"))


def _judged_scores(text: str) -> None:
    pw.recommend(judgements=_file(text, "judgements.json"), indices=["rand", "jaccard"])


def _answers(text: str) -> None:
    _read_answers(str(_file(text, "answers.json")))


@cache
def _certificates() -> tuple[str, ...]:
    """Return short certificates of every kind and property."""
    known: list[dict[str, Any]] = json.loads(gzip.decompress(CERTIFICATES.read_bytes()))
    Random(0).shuffle(known)  # noqa: S311
    chosen: dict[tuple[str, str], str] = {}
    for one in sorted(known, key=lambda one: len(json.dumps(one)) // 500):
        chosen.setdefault((one["kind"], str(one.get("property"))), json.dumps(one))
    return tuple(chosen.values())


_FORMULAS = (
    "n11 / (n11 + n10 + n01)",
    "2*(n11*n00 - n10*n01) / (mA*(N - mB) + mB*(N - mA))",
    "(n11/mA + n11/mB + n00/(N - mA) + n00/(N - mB)) / 4",
    "sqrt(n11**2 / ((n11 + n10)*(n11 + n01)))",
    "min(n11, n00) / max(mA, mB, 1) - -3.5e-2",
    "-log(1 + n11) ** 2 / N ** -3 + .5",
    "((n11 + n00) - sqrt(n10*n01)) / (n**16 - 1.25E+3)",
)
_TABLES = (
    "csv\nitem,gold,mine\nann,1,x\nbob,1,y\ncid,2,y\n",
    "csv\nid;cluster\n1;a\n2;b\n3;a\n",
    'csv\nitem,cluster\n"smith, ann",1\n"the ""best""",2\n',
    "tsv\nitem\tlabel\na\t0\nb\t-1\nc\t0\n",
    "txt\n1\n1\n2\n2\n",
    "txt\nitem cluster\nann 1\nbob 2\n",
    "txt\nitem|cluster\nann|1\nbob|\n",
    "csv\n,leiden\r\ncell1,3\r\ncell2,3\r\n",
    "csv\nleft,right,match\na,b,1\nb,c,0\n",
    "csv\nitem,clustering,cluster\na,one,1\na,two,2\nb,one,1\nb,two,1\n",
)
_TREES = (
    "((a:1,b:2)x:1,'c d':3)[a comment];",
    "(a,(b,(c,d)));",
    "('it''s':1e-3,b:0.5,c:2)root:0;",
    "(((((a,b),c),d),e),f,g,h);",
    "\ufeff( [one [two]] alpha:1 ,\n beta:1 );\n",
)
_MATRICES = (
    "f8\n0 1 0.5 2\n2 3 1.5 2\n4 5 2.5 4",
    "i8\n0 1\n3 2",
    "f4\n0 1 1\n2 4 1\n3 5 0.5",
    "u1\n1 0\n2 3\n4 5",
    "f8\n0 2 0.1 2\n1 3 0.1 2\n5 6 0.1 4\n4 7 1e3 5",
)
_LISTS = ('[["a", "b"], "c"]', "[1, [2, 3, [4, 5]], [[6]], 7.5]", '[["x", ["y", true]], null]')
_JSON_LINES = (
    'jsonl\n{"item": "ann", "gold": 1, "mine": "x"}\n{"item": "bob", "gold": 1, "mine": "y"}\n',
    'jsonl\n{"id": 1, "label": 2}\n{"id": 2, "label": null}\n',
    'json\n[{"item": "a", "cluster": 9007199254740993}, {"item": "b", "cluster": 1}]',
    'jsonl\n{"item": "a", "day": "2020-01-01", "ok": true}\n{"item": "b", "ok": false}\n',
    'jsonl\n{"item": "a", "cluster": {"x": [1, 2]}, "label": -1}\n{"item": "b", "label": 9e18}\n',
)
_JUDGEMENTS = (
    '[{"reference": [0, 0, 1], "better": [0, 1, 1], "worse": [0, 1, 2]}]',
    '{"judgements": [[[0, 0, 1], [0, 1, 2], [0, 0, 0]], [["a", "b"], ["a", "a"], ["b", "c"]]]}',
    '[{"reference": {"x": 1, "y": 1}, "better": {"x": 1, "y": 2}, "worse": {"x": 1, "y": 1}}]',
    '[{"reference": "gold.csv", "better": "one.csv", "worse": "two.csv"}]',
)
_JUDGEMENT_ROWS = (
    "judgement,item,reference,better,worse\n1,a,x,x,x\n1,b,y,y,x\n2,a,x,y,x\n",
    "judgement,reference,better,worse\n1,0,0,0\n1,0,1,2\n1,1,1,3\n",
)
_CONLL = (
    "#begin document (bc/cctv); part 003\nbc 3 0 a (0\nbc 3 1 b 0)\n\nbc 3 2 c -\n#end document\n",
    "#begin document (bc); part 004\nbc 4 0 a _\n#end document\n#begin document b\n#end document",
    "#begin document (d);\nd 0 a (1(2\nd 1 b (7|(7)\nd 2 c 2)1)|7)\n#end document",
    "#begin document plain\nAnn\t(1)\nsaw\t-\nher\t(1|(2)\n# note\ncat\t1)\n#end document\n",
)
_ENTITY_LINES = (
    '{"doc_key": "a", "clusters": [[[0, 0], [2, 3]], [[5]]]}\n{"doc_key": "b", "clusters": []}\n',
    '{"id": 7, "predicted_clusters": [[[0, 1], [0, 1]], [[0, 1], [4, 9]]], "tokens": ["a", "b"]}',
    '{"clusters": [["ann", "she"], [1, null, [2, [3]]]]}\n\n{"clusters": [[]]}\n',
)
_ANSWERS = ('["a", "b", "neither", "skip"]', '{"answers": ["a", "b"]}')

TARGETS: dict[str, Target] = {
    "formula": Target(_counts_value, _FORMULAS, _NUMBERS + r"|\*\*|\s+", 300),
    "dialect": Target(_dialect, _TABLES, _WORDS, 200),
    "newick": Target(_newick, _TREES, _WORDS, 150),
    "CoNLL": Target(_entities, _CONLL, _WORDS, 150),
    "linkage": Target(_linkage, _MATRICES, _NUMBERS, 100),
    "nested lists": Target(_nested, _LISTS, _JSON, 100),
    "text file": Target(_text_file, _TABLES, _WORDS, 60),
    "entities (JSON)": Target(_entities, _ENTITY_LINES, _JSON, 40),
    "judgements": Target(_judgements, _JUDGEMENTS, _JSON, 40),
    "judgement rows": Target(_judgement_rows, _JUDGEMENT_ROWS, _WORDS, 20),
    "answers": Target(_answers, _ANSWERS, _JSON, 20),
    "certificate": Target(_certificate, _certificates(), _JSON, 10, 60.0),
    "formula value": Target(_formula_value, _FORMULAS, _NUMBERS + r"|\*\*|\s+", 2),
    "judged scores": Target(_judged_scores, _JUDGEMENTS, _JSON, 1),
    "JSON table": Target(_json_table, _JSON_LINES, _JSON, 2),
    "table in DuckDB": Target(_duckdb_file, _TABLES, _WORDS, 2),
}
"""By name. Errors of partwise may leave them, and nothing else.

Checking a certificate is no reading: those of the catalogue take up to 6 seconds.
"""
