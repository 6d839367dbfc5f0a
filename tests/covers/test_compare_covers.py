"""pw.compare of covers and memberships."""

from __future__ import annotations

from pathlib import Path

import pytest

import partwise as pw
from partwise.errors import InputError

REFERENCE = pw.Cover([{0, 1, 2}, {2, 3, 4}])
NEAR, FAR = pw.Cover([{0, 1}, {2, 3, 4}]), pw.Cover([{0, 4}, {1, 2, 3}])


def test_covers_are_ranked_by_their_scores() -> None:
    compared = pw.compare(REFERENCE, {"far": FAR, "near": NEAR, "same": REFERENCE})
    assert compared.names == ("far", "near")
    assert compared.left_out == ("same",)
    assert compared.decision.key == "omega"
    assert compared.ranking == ["near", "far"]
    assert compared.best == ("near",)
    for name, cover in (("near", NEAR), ("far", FAR)):
        assert compared.scores[name]["omega"] == pw.score(REFERENCE, cover, "omega")
    assert str(compared).startswith("By Ω, near has the best score; 8 of 8 indices agree.")
    assert compared.to_dict()["inputs"] == "covers"
    assert list(compared.to_frame().index) == ["near", "far"]


def test_indices_that_disagree_are_counted() -> None:
    # One cluster of all items has recall 1, and single items have precision 1.
    joined, single = pw.Cover([{0, 1, 2, 3, 4}]), pw.Cover([{i} for i in range(5)])
    compared = pw.compare(
        pw.Cover([{0, 1, 2}, {3, 4}]),
        {"joined": joined, "single": single},
        ["extended_bcubed_recall", "extended_bcubed_precision"],
    )
    assert compared.best == ("joined",)
    assert compared.preferred["extended_bcubed_precision"] == ("single",)
    assert compared.disagreement.between(*compared.indices) == [("joined", "single")]
    assert "(1 prefers single instead)" in compared.headline


def test_memberships_are_compared_with_labels() -> None:
    soft = pw.Memberships([[0.5, 0.5], [0, 1], [1, 0]])
    compared = pw.compare(soft, {"labels": [0, 1, 1], "itself": pw.Memberships(soft)})
    assert compared.best == ("itself",)
    assert [index.key for index in compared.indices] == ["adjusted_concordance", "fuzzy_rand"]


def test_candidates_of_different_items_are_refused() -> None:
    with pytest.raises(InputError, match="near and more have different items"):
        pw.compare(REFERENCE, {"near": NEAR, "more": pw.Cover([{0, 9}])}, missing="drop")


def test_kinds_of_input_are_not_mixed() -> None:
    soft = pw.Memberships([[1.0, 0.0]] * 5)
    with pytest.raises(InputError, match="covers cannot be compared with a Memberships"):
        pw.score(REFERENCE, soft, "omega")


def test_noise_of_covers_is_refused() -> None:
    with pytest.raises(InputError, match="noise= applies to labels"):
        pw.compare(REFERENCE, {"near": NEAR}, noise="singletons")


def test_the_report_escapes_names(tmp_path: Path) -> None:
    compared = pw.compare(REFERENCE, {"<b>near": NEAR, "far": FAR})
    page = compared.report(tmp_path / "covers.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;near" in page
    assert "<b>near" not in page
    assert "8 of 8 indices agree" in page
