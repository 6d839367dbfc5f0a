"""The tables that docs print: every index is compared, and nothing is unexplained."""

from __future__ import annotations

from pathlib import Path

import pytest

import partwise as pw
from coreference import table as coreference_table
from coreference.definitions import DEFINITIONS
from covers import memberships_table
from covers import table as covers_table
from covers.peers import PEERS
from partwise.catalogue import CoverIndex, MembershipIndex
from support.agreement import Row

DOCS = Path(__file__).parents[2] / "docs"
PRINTED = {
    "covers.md": [index.key for index in pw.indices("covers")],
    "memberships.md": list(MembershipIndex.by_key),
    "coreference.md": [*DEFINITIONS, "conll"],
}


def _unexplained(rows: list[Row]) -> list[tuple[str, str, object]]:
    return [(row.index, row.compared_with, case) for row in rows for case in row.unexplained]


def test_memberships_and_coreference_agree_with_their_definitions_and_peers() -> None:
    """For covers, test_cover_indices.py has the same comparisons."""
    memberships = memberships_table.rows(8, seed=1)
    coreference = coreference_table.rows(20, seed=1)
    assert _unexplained([*memberships, *coreference]) == []
    assert {row.index for row in memberships} == set(PRINTED["memberships.md"])
    assert {row.index for row in coreference} == set(PRINTED["coreference.md"])


def test_peers_agree_on_covers_where_they_are_installed() -> None:
    rows = [
        covers_table.with_peer(index, "clusim", 20, seed=1)
        for index in CoverIndex.by_key.values()
        if (index.key, "clusim") in PEERS
    ]
    assert _unexplained(rows) == []


@pytest.mark.parametrize("page", PRINTED)
def test_a_page_prints_a_row_for_each_index(page: str) -> None:
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    tables = [row for row in cells if len(row) == 7 and row[2].isdigit()]
    for key in PRINTED[page]:
        own = [row for row in tables if row[0] == key]
        assert "definition" in {row[1] for row in own}, key
        assert all(row[-1] == "0" for row in own), key
