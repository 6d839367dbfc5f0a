"""Problems with data in words: one and several, all and some of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from partwise.engines import data_problems as problems
from partwise.engines.data_problems import DataProblem, SideCounts
from partwise.errors import AlignmentError, InputError, MissingLabelError


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        (
            lambda: problems.missing_ids("x.csv", "id", 2, 9),
            "2 of 9 item ids in column 'id' are missing",
        ),
        (lambda: problems.duplicates("x", 1, ["a"]), "1 row repeats an item with the same label"),
        (lambda: problems.duplicates("x", 2, ["a"]), "2 rows repeat an item with the same label"),
        (lambda: problems.noise("x", -1, 1), "1 item is labelled -1, which marks noise"),
        (lambda: problems.noise("x", "out", 2), "2 items are labelled 'out', which marks noise"),
        (lambda: problems.absent("x", 1, ["a"]), "1 item that others have is absent"),
        (lambda: problems.absent("x", 2, ["a", "b"]), "2 items that others have are absent"),
        (lambda: problems.fractions("x", 2, [0.5]), "2 labels are not whole numbers"),
        (
            lambda: problems.conflicts("x", 1, [("a", [1, 2])]),
            "1 item has more than one label: 'a' has 1, 2",
        ),
        (
            lambda: problems.conflicts("x", 2, [("a", [1, 2]), ("b", [3, None])], "weight"),
            "2 items have more than one weight: 'a' has 1, 2; 'b' has 3, None",
        ),
        (
            lambda: problems.conflicts("x", 5, [("a", [1, 2]), ("b", [3, 4])]),
            "5 items have more than one label: 'a' has 1, 2; 'b' has 3, 4 and 3 more",
        ),
    ],
)
def test_what_is_wrong(problem: Callable[[], DataProblem], says: str) -> None:
    assert problem().problem == says
    assert says in str(problem().as_error())


def test_the_error_has_the_fields_of_the_problem() -> None:
    error = problems.missing_labels("gold", 4, 9, ["a", "b", "c"], "items").as_error()
    assert type(error) is MissingLabelError
    assert str(error).startswith(
        "gold: 4 of 9 labels are missing (items 'a', 'b', 'c' and 1 more); pass "
    )
    assert type(problems.absent("x", 1, ["a"]).as_error()) is AlignmentError
    assert type(problems.missing_ids("x", "id", 1, 2).as_error()) is InputError
    assert "overlap" in str(problems.conflicts("x", 1, [("a", [1, 2])]).as_error())
    assert "overlap" not in str(problems.conflicts("x", 1, [("a", [1, 2])], "weight").as_error())


def test_weights_in_words() -> None:
    one = problems.weights("x, column 'w'", "negative", 1, 5, [-1])
    two = problems.weights("x, column 'w'", "negative", 2, 5, [-1, -2], "drop them")
    assert str(one) == "x, column 'w': 1 of 5 weights is negative (-1)"
    assert str(two) == "x, column 'w': 2 of 5 weights are negative (-1, -2); drop them"


def test_sources_with_different_items() -> None:
    error = problems.different_items(
        [problems.absent("x", 1, ["a"]), problems.absent("y", 5, ["b", "c", "d"])]
    )
    assert str(error).startswith(
        "the clusterings do not have the same items: x lacks 1 item that others have ('a') and "
        "y lacks 5 items that others have ('b', 'c', 'd' and 2 more); pass missing="
    )


def test_items_without_a_weight() -> None:
    one = problems.without_weight(problems.absent("x", 1, ["a"]))
    two = problems.without_weight(problems.absent("x", 2, ["a", "b"]))
    assert str(one).startswith("x: 1 item of other clusterings has no weight ('a'); give every")
    assert str(two).startswith("x: 2 items of other clusterings have no weight ('a', 'b'); give")


def test_repeated_rows_are_one_item() -> None:
    assert SideCounts(given=9, missing=0, noise=0, duplicates=2).items == 7
    assert SideCounts(given=9, missing=1, noise=1).items == 9
