"""Errors as fields: their words in Python and on the command line, pickled and copied."""

from __future__ import annotations

import copy
import importlib
import inspect
import multiprocessing
import pickle
import pkgutil
import traceback
from collections.abc import Iterator
from typing import Any

import pytest

import partwise
import partwise as pw
from partwise.base import Either, FormulaError, InputError, Option, PartwiseError, examples


def subclasses(kind: type[BaseException]) -> Iterator[type[BaseException]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def own_errors() -> list[type[BaseException]]:
    """All exceptions that a module of partwise defines, those that are not public too."""
    for module in pkgutil.walk_packages(partwise.__path__, "partwise."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found = {each for each in subclasses(BaseException) if each.__module__.startswith("partwise")}
    return sorted(found, key=lambda each: each.__name__)


def made(kind: type[BaseException]) -> Any:
    if issubclass(kind, FormulaError):
        return kind("no such name", "n11 / x", 6)
    if issubclass(kind, PartwiseError):
        return kind(
            ("wrong with ", Option("noise")),
            subject="mine",
            place="line 3",
            count=9,
            examples=["a", 2**70, None],
            what="items",
            remedy=["pass ", Option("missing", "drop"), Either("", " FILE")],
        )
    own = vars(kind).get("__init__")  # without one of its own it takes a message
    return kind(*["why"] * (1 if own is None else len(inspect.signature(own).parameters) - 1))


OWN = own_errors()


def test_the_family_is_whole() -> None:
    names = {kind.__name__ for kind in OWN}
    assert {"InputError", "FormulaError", "ParameterError", "NotProvedError"} <= names
    assert names >= set(pw.errors.__all__)


@pytest.mark.parametrize("kind", OWN, ids=lambda kind: kind.__name__)
def test_every_error_survives_pickling_and_copying(kind: type[BaseException]) -> None:
    error = made(kind)
    error.add_note("seen in a test")
    copies: list[Any] = [copy.copy(error), copy.deepcopy(error)]
    copies += [
        pickle.loads(pickle.dumps(error, protocol))  # noqa: S301
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ]
    for other in copies:
        assert (type(other), str(other)) == (kind, str(error))
        assert other.args == error.args
        assert other.__dict__ == error.__dict__
        if issubclass(kind, PartwiseError):
            assert other.for_command_line() == error.for_command_line()


def fail(kind: type[BaseException]) -> None:
    raise made(kind)


def test_errors_leave_worker_processes() -> None:
    """An error that cannot be unpickled makes a pool wait for ever."""
    kinds = [kind for kind in OWN if issubclass(kind, Exception)]
    with multiprocessing.get_context("fork").Pool(1) as pool:
        for kind in kinds:
            with pytest.raises(kind) as caught:
                pool.apply_async(fail, (kind,)).get(timeout=60)
            assert str(caught.value) == str(made(kind))


def test_a_bad_formula_leaves_a_worker_process() -> None:
    with (
        multiprocessing.get_context("fork").Pool(1) as pool,
        pytest.raises(FormulaError) as caught,
    ):
        pool.apply_async(pw.define, ("mine", "n11 / x")).get(timeout=60)
    assert (caught.value.formula, caught.value.position) == ("n11 / x", 6)


def test_a_subclass_of_a_user_keeps_its_module() -> None:
    class OwnError(InputError):
        pass

    assert OwnError.__module__ == __name__


@pytest.mark.parametrize("name", pw.errors.__all__)
def test_tracebacks_show_the_public_name(name: str) -> None:
    kind = getattr(pw.errors, name)
    told = "".join(traceback.format_exception_only(made(kind)))
    assert told.startswith(f"partwise.errors.{name}: ")


def test_the_four_parts_in_order() -> None:
    error = made(InputError)
    assert str(error) == (
        "mine: line 3: wrong with noise= (items 'a', 1180591620717411303424, None and 6 more); "
        'pass missing="drop"'
    )
    assert error.for_command_line({"mine": "my.csv"}) == (
        "my.csv: line 3: wrong with --noise (items 'a', 1180591620717411303424, None and 6 more); "
        "pass --missing drop FILE"
    )


def test_only_a_problem() -> None:
    assert str(InputError("no")) == InputError("no").for_command_line() == "no"


@pytest.mark.parametrize(
    ("option", "python", "command"),
    [
        (Option("missing"), "missing=", "--missing"),
        (Option("missing", "drop"), 'missing="drop"', "--missing drop"),
        (Option("noise_label", -1), "noise_label=-1", "--noise-label -1"),
        (Option("item_column"), "item_column=", "--item-column"),
        (Option("label_column", "x"), 'label_column="x"', "--label-column x"),
    ],
)
def test_options(option: Option, python: str, command: str) -> None:
    assert (option.in_python, option.on_command_line) == (python, command)


def test_about_says_whose_once() -> None:
    error = InputError("there are no labels", remedy="add some")
    named = error.about("the reference")
    assert error.subject is None
    assert named.about("another") is named
    assert type(named) is InputError
    assert str(named) == "the reference: there are no labels; add some"
    assert str(named.within("iris")) == "iris: the reference: there are no labels; add some"
    assert str(error.within("iris")) == "iris: there are no labels; add some"


@pytest.mark.parametrize("place", ["all.csv", "all.csv, line 3", "all.csv, column 'x'"])
def test_a_file_is_named_once(place: str) -> None:
    files, columns = {"x": "all.csv"}, {"x": "x"}
    for error in (InputError("bad", place=place), InputError(f"{place}: bad")):
        assert error.about("x").for_command_line(files, columns) == f"{place}: bad"
    error = InputError("bad", subject="x")
    assert error.for_command_line(files, columns) == "all.csv, column 'x': bad"


def test_clusterings_that_do_not_match_name_both_files() -> None:
    files = {"the reference": "gold.csv", "mine": "mine.csv"}
    error = pw.errors.AlignmentError("different items")
    assert error.about("mine").for_command_line(files) == "gold.csv and mine.csv: different items"
    assert error.about("the reference").for_command_line(files) == "gold.csv: different items"
    assert error.for_command_line(files) == "different items"


@pytest.mark.parametrize("count", range(7))
def test_three_examples_at_most(count: int) -> None:
    things = list(range(100, 100 + count))
    told = str(InputError("bad", examples=things))
    assert [thing for thing in things if str(thing) in told] == things[:3]
    assert told.endswith(f" and {count - 3} more)") == (count > 3)
    assert told == (f"bad ({examples(things)})" if things else "bad")


def test_a_long_example_is_cut() -> None:
    told = str(InputError("bad", examples=["x" * 3_000_000]))
    assert len(told) < 100
    assert told.endswith("xx…)")


@pytest.mark.parametrize(
    ("examples", "count", "said"),
    [
        (["a"], None, "(item 'a')"),
        (["a"], 1, "(item 'a')"),
        (["a"], 2, "(items 'a' and 1 more)"),
        (["a", "b"], None, "(items 'a', 'b')"),
    ],
)
def test_one_example_is_named_in_the_singular(
    examples: list[str], count: int | None, said: str
) -> None:
    error = pw.errors.InputError("wrong", examples=examples, count=count, what="items")
    assert str(error) == f"wrong {said}"


def test_words_before_one_example_that_are_no_noun_stay() -> None:
    assert str(pw.errors.InputError("wrong", examples=[1], what="such as")) == "wrong (such as 1)"
    assert str(pw.errors.InputError("wrong", examples=[1])) == "wrong (1)"
