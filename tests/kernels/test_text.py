"""Numbers for text, against a dictionary that numbers texts as they come."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from partwise.kernels import factorize_arrow, factorize_bytes, factorize_strings, integers_of

# Lengths on both sides of what is hashed at once: 4, 8 and 16 bytes, and pieces of 32.
TEXTS = st.lists(
    st.one_of(
        st.text("ab\0é\ud800", max_size=3),
        st.builds(
            lambda end, size: "x" * size + end, st.text("ab", max_size=2), st.integers(0, 70)
        ),
    ),
    max_size=60,
)


def expected(labels: list[Any]) -> tuple[list[int], list[int]]:
    """Return the numbers, −1 for None, and where each number is first."""
    number: dict[Any, int] = {}
    codes = [-1 if label is None else number.setdefault(label, len(number)) for label in labels]
    return codes, [codes.index(code) for code in range(len(number))]


def as_lists(result: tuple[NDArray[Any], ...]) -> tuple[list[int], ...]:
    return tuple(part.tolist() for part in result)


@given(TEXTS, st.integers(1, 5))
def test_texts_of_fixed_width(labels: list[str], threads: int) -> None:
    array = np.array(labels, "U75")
    items = array.view(np.uint8).reshape(len(array), array.itemsize)
    assert as_lists(factorize_bytes(items, threads)) == expected(array.tolist())


@given(TEXTS, st.data(), st.integers(1, 5), st.sampled_from([np.int32, np.int64]))
def test_texts_of_arrow(labels: list[str], data: st.DataObject, threads: int, width: Any) -> None:
    valid = data.draw(st.lists(st.booleans(), min_size=len(labels), max_size=len(labels)))
    pieces = [label.encode("utf-8", "surrogatepass") for label in labels]
    starts = np.concatenate([[0], np.cumsum([len(piece) for piece in pieces])]).astype(width)
    texts = np.frombuffer(b"".join(pieces), np.uint8)
    present = [label if is_valid else None for label, is_valid in zip(labels, valid, strict=True)]
    found = factorize_arrow(starts, texts, np.array(valid, bool), threads)
    assert as_lists(found) == expected(present)
    assert as_lists(factorize_arrow(starts, texts, None, threads)) == expected(labels)


@given(TEXTS, st.sampled_from([None, 1, 2.5, b"a", np.str_("a")]))
def test_texts_of_python(labels: list[str], other: object) -> None:
    copies = [f"{label} "[:-1] for label in labels]  # equal, and other objects
    mixed: list[Any] = [*labels, other, *copies]
    codes, first, others = as_lists(factorize_strings(mixed))
    assert (codes, first) == expected([*labels, None, *copies])
    assert others == [len(labels)]


def test_many_texts() -> None:
    """So many that tables grow, on several threads."""
    rng = np.random.default_rng(1)
    array = rng.integers(0, 30_000, 100_000).astype(str)
    items = array.view(np.uint8).reshape(len(array), -1)
    codes, first = expected(array.tolist())
    for threads in (1, 3):
        assert as_lists(factorize_bytes(items, threads)) == (codes, first)
    assert as_lists(factorize_strings(array.tolist())) == (codes, first, [])


@given(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=20))
def test_integers_of_python(labels: list[int]) -> None:
    found = integers_of(labels)
    assert found is not None
    assert found.tolist() == labels
    for other in (2**63, -(2**63) - 1, True, 1.0, "1", None, np.int64(1)):
        assert integers_of([*labels, other]) is None


@pytest.mark.parametrize("starts", [[], [-1, 2], [0, 2, 1], [0, 4]])
def test_texts_outside_their_bytes_are_refused(starts: list[int]) -> None:
    with pytest.raises(ValueError, match="starts must increase"):
        factorize_arrow(np.array(starts, np.int64), np.zeros(3, np.uint8), None, 1)


def test_validity_of_other_texts_is_refused() -> None:
    with pytest.raises(ValueError, match="of the same texts"):
        factorize_arrow(np.zeros(3, np.int64), np.zeros(0, np.uint8), np.ones(1, bool), 1)
