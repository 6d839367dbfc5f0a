"""The ledger of the paper names tests and errata that exist, and the tests here are all in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEDGER = (ROOT / "docs" / "paper-ledger.md").read_text(encoding="utf-8")
ERRATA = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in LEDGER.splitlines()
    if line.startswith("| ") and not line.startswith("| Where")
]


def defined_in(pattern: str) -> set[str]:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").glob(pattern))
    return set(re.findall(r"^def (test_\w+)", text, re.MULTILINE))


def named() -> set[str]:
    return set(re.findall(r"`(test_\w+)`", LEDGER))


def test_named_tests_exist() -> None:
    assert named() <= defined_in("**/test_*.py")


def test_tests_of_the_paper_are_named() -> None:
    """But for helpers of an erratum, which the erratum's row implies, and this file."""
    of_sections = defined_in("paper/test_section_*.py") | defined_in("paper/test_appendix_*.py")
    unnamed = of_sections - named()
    assert unnamed == {
        "test_four_items_concentrate_less",
        "test_adjusted_rand_is_between_0_and_correlation",
        "test_no_smaller_merge_has_less_than_expected_information",
    }


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}: {row[1]}")
def test_rows_have_a_result_and_a_test(row: list[str]) -> None:
    _, _, result, tests = row
    assert bool(tests) != result.startswith("not checked: ")
    assert re.match(r"\d|true|excluded|not checked: ", result)


def test_errata_are_numbered_and_in_the_ledger() -> None:
    numbers = [int(number) for number in re.findall(r"^(\d+)\. \*\*", ERRATA, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    parts = [part.strip() for row in ROWS for part in re.split("[;,]", row[2])]
    cited = {int(part) for part in parts if part.isdigit()}
    assert cited <= set(numbers)
    # Sections 3 and 6, Appendix F, and a misprint in the table of indices
    elsewhere = {13, 14, 15, 18, 31, 32, 33, 34}
    assert set(numbers) - cited == elsewhere
