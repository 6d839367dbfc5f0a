"""An index has all of its parts; what is missing is one failure that says what to write, and where.

``make index KEY=…`` writes those that follow from the others.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import partwise as pw
from every_index.catalogue import CATALOGUE, name
from support.index_parts import BY_HAND, GENERATED, PHRASES, Part
from support.oracle import ORACLE


@pytest.mark.parametrize("part", [*BY_HAND, *GENERATED], ids=lambda part: part.__name__)
@pytest.mark.parametrize("index", CATALOGUE, ids=name)
def test_has(index: pw.Index, part: Part) -> None:
    assert list(part(index)) == []


def test_nobody_else_has_a_definition_in_the_oracle() -> None:
    assert set(ORACLE) <= {index.key for index in CATALOGUE}


def test_an_index_without_its_parts_is_told_all_that_it_lacks() -> None:
    bare = pw.Index("bare", "bare", "pairs", lambda p: p.n11, references=("nobody1900",))
    for part in (*BY_HAND, *GENERATED):
        assert list(part(bare)), part.__name__
        assert all(said for said in part(bare))


def test_contributing_lists_the_phrases_of_favours() -> None:
    page = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text("utf-8")
    assert [phrase for phrase in PHRASES if f"`{phrase}`" not in page] == []
