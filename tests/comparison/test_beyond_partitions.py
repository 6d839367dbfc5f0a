"""What is no partition is scored, and not compared: the error says so."""

from __future__ import annotations

import pytest

import partwise as pw


@pytest.mark.parametrize(
    ("data", "inputs"),
    [(pw.Cover([{1, 2}, {2, 3}]), "covers"), (pw.Memberships([[0.5, 0.5]]), "memberships")],
)
def test_compare_names_what_scores_these(data: object, inputs: str) -> None:
    with pytest.raises(pw.PartwiseError, match=rf"here are {inputs}.*pw\.scores"):
        pw.compare(data, {"one": data})
