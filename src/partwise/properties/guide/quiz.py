"""Choose an index by example: each question halves the indices that agree with you so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, get_args

from partwise.base import InputError, TextResult, listed
from partwise.catalogue import Index, as_indices
from partwise.properties.guide.agreement import property_words, shared_properties
from partwise.properties.guide.choice import recommend
from partwise.properties.known_orders import order_classes
from partwise.properties.triplet_search.cover import alike
from partwise.properties.triplet_search.same_order import MOST_INDICES, Signs, signs

Reply: TypeAlias = Literal["a", "b", "neither", "skip"]
"""The replies: the better candidate, neither if both are equally good, skip if you cannot tell."""

REPLIES: tuple[Reply, ...] = get_args(Reply)
MOST_QUESTIONS = 7
_ENOUGH_ITEMS, _MOST_ITEMS = 6, 8
_Labels: TypeAlias = tuple[int, ...]


class QuizQuestion(NamedTuple):
    """A reference and two candidates, and the indices that prefer each of them.

    ``reference``, ``a`` and ``b`` have one label per item. No index of the quiz scores a and b the
    same.
    """

    reference: _Labels
    a: _Labels
    b: _Labels
    prefer_a: tuple[Index, ...]
    prefer_b: tuple[Index, ...]


@dataclass(frozen=True)
class QuizResult(TextResult):
    """The indices that agree with every answer of a quiz, from ``Quiz.result``.

    Parameters
    ----------
    answers : tuple of {"a", "b", "neither", "skip"}
        The answers.
    indices : tuple of Index
        The indices that agree with all of them, in the order in which
        :func:`~partwise.recommend` prefers them for their properties.
    ruled_out : tuple of Index
        The others.

    Examples
    --------
    >>> print(Quiz.of(["rand", "jaccard", "dice"]).result(["a"]))
    Use Jaccard (jaccard).
    It agrees with your answer, and so does dice.
    Properties that all of them lack and some others have: minimal agreement, \
monotonicity, strong monotonicity.
    """

    answers: tuple[str, ...]
    indices: tuple[Index, ...]
    ruled_out: tuple[Index, ...]
    has_layout: ClassVar[bool] = True

    @property
    def best(self) -> Index:
        """The index to use: the preferred one of those that agree with every answer."""
        return self.indices[0]

    @property
    def shared(self) -> tuple[str, ...]:
        """Properties that all remaining indices have and some excluded ones lack."""
        return shared_properties(self.indices, self.ruled_out)[0]

    @property
    def lacking(self) -> tuple[str, ...]:
        """Properties that all remaining indices lack and some excluded ones have."""
        return shared_properties(self.indices, self.ruled_out)[1]

    def __str__(self) -> str:
        if not self.ruled_out:
            return "No index is ruled out: you preferred no candidate."
        best, *others = self.indices
        preferred = sum(answer in ("a", "b") for answer in self.answers)
        answers = "your answer" if preferred == 1 else f"all {preferred} preferences"
        also = listed([index.key for index in others]) if others else ""
        too = f", and so {'does' if len(others) == 1 else 'do'} {also}" if others else ""
        lines = [f"Use {best.label} ({best.key}).", f"It agrees with {answers}{too}."]
        return "\n".join([*lines, *property_words(self.indices, self.ruled_out)])

    def _content(self) -> dict[str, Any]:
        return {
            "answers": self.answers,
            "best": self.best,
            "indices": self.indices,
            "ruled_out": self.ruled_out,
            "shared": self.shared,
            "lacking": self.lacking,
        }


class _State(NamedTuple):
    """Which classes of indices are in play, and the codes of questions that nobody decided.

    ``undecided`` are those since the last answer that ruled out an index, ``earlier`` the others.
    """

    left: int
    undecided: frozenset[int] = frozenset()
    earlier: frozenset[int] = frozenset()
    asked: int = 0

    def split(self, code: int) -> frozenset[int]:
        """Return the two parts into which a question divides what is in play."""
        return frozenset((self.left & code, self.left & ~code))


@dataclass(frozen=True)
class Quiz:
    """Questions by example, each chosen for the indices that agree with all answers so far.

    Make a quiz with ``Quiz.of``. A question shows a reference and two candidates of at most eight
    items, on which no index ties. The next question is the one that splits the remaining indices
    most evenly, and among several the one with the fewest items. No question separates indices that
    rank all candidates in the same order. After "neither" or "skip" no index is excluded, and the
    next question splits them in another way. No question is asked twice, and there are at most
    seven.

    Examples
    --------
    >>> quiz = Quiz.of(["rand", "jaccard", "dice"])
    >>> question = quiz.question([])
    >>> question.reference, question.a, question.b
    ((0, 0, 1), (0, 0, 0), (0, 1, 2))
    >>> [index.key for index in quiz.left(["a"])]
    ['jaccard', 'dice']
    >>> quiz.question(["a"]) is None
    True
    """

    classes: tuple[tuple[Index, ...], ...]
    triplets: tuple[Signs, ...]

    @classmethod
    def of(cls, indices: Iterable[str | Index] | None = None) -> Quiz:
        """Prepare the questions for some indices; by default, those that partwise recommends."""
        classes = order_classes(as_indices(("recommended",) if indices is None else indices))
        if len(classes) < 2:
            named = listed([index.key for members in classes for index in members] or ["no index"])
            raise InputError(
                f"there is nothing to ask about {named}: at least two indices must disagree",
                remedy="name more indices",
            )
        if len(classes) > MOST_INDICES:
            raise InputError(f"at most {MOST_INDICES} indices, not {len(classes)}")
        first, found = [members[0] for members in classes], list[Signs]()
        for n in range(3, _MOST_ITEMS + 1):
            found.append(signs(first, n))
            codes = [code for each in found for code in each.codes]
            if n >= _ENOUGH_ITEMS and len(alike(codes, len(first))) == len(first):
                break
        return cls(classes, tuple(found))

    @cached_property
    def _items(self) -> Mapping[int, int]:
        """Each code, in which bit i is set if class i prefers candidate a, and its fewest items."""
        fewest: dict[int, int] = {}
        for each in self.triplets:
            for code in sorted(each.codes):
                fewest.setdefault(self._turned(code), each.n)
        return fewest

    @property
    def _everyone(self) -> int:
        return (1 << len(self.classes)) - 1

    def _turned(self, code: int) -> int:
        """Swap the candidates of every other code, so that no index always prefers the same one."""
        return self._everyone ^ code if code.bit_count() % 2 else code

    def question(self, answers: Sequence[str]) -> QuizQuestion | None:
        """Return the question that follows after some answers; None if there is none."""
        code = self._next(self._after(answers))
        return None if code is None else self._question(code)

    def left(self, answers: Sequence[str]) -> tuple[Index, ...]:
        """Return the indices that agree with every answer."""
        return self._members(self._after(answers).left)

    def judgements(self, answers: Sequence[str]) -> list[tuple[_Labels, _Labels, _Labels]]:
        """Return the answers that prefer a candidate as (reference, better, worse)."""
        judged = []
        for place, answer in enumerate(answers):
            question = self.question(answers[:place])
            if question is not None and answer in ("a", "b"):
                better, worse = (question.a, question.b)[:: 1 if answer == "a" else -1]
                judged.append((question.reference, better, worse))
        return judged

    def result(self, answers: Sequence[str]) -> QuizResult:
        """Return the indices that agree with some answers, and those that do not."""
        return self._result(self._after(answers).left, tuple(answers))

    def _result(self, left: int, answers: tuple[str, ...] = ()) -> QuizResult:
        preferred = recommend(indices=self._members(left)).admissible
        others = self._members(self._everyone & ~left)
        return QuizResult(answers, tuple(each.index for each in preferred), others)

    def tree(self) -> dict[str, Any]:
        """Return all ways through the questions, as plain data for other programs.

        ``nodes`` are lists: the number of a question and of the nodes after a, after b, and after
        neither or skip; or, at the end of the questions, the number of a result.

        Examples
        --------
        >>> tree = Quiz.of(["rand", "jaccard"]).tree()
        >>> tree["nodes"], [result.best.key for result in tree["results"]]
        ([[0, 1, 2, 3], [0], [1], [2]], ['jaccard', 'rand', 'rand'])
        """
        codes: dict[int, int] = {}
        left: dict[int, int] = {}
        numbers: dict[_State, int] = {}
        nodes: list[list[int]] = []

        def number(state: _State) -> int:
            if state not in numbers:
                numbers[state] = len(nodes)
                nodes.append([])
                code = self._next(state)
                if code is None:
                    nodes[numbers[state]].append(left.setdefault(state.left, len(left)))
                else:
                    ways = [number(_moved(state, code, reply)) for reply in REPLIES[:3]]
                    nodes[numbers[state]] += [codes.setdefault(code, len(codes)), *ways]
            return numbers[state]

        number(_State(self._everyone))
        return {
            "questions": [self._question(code) for code in codes],
            "nodes": nodes,
            "results": [self._result(bits) for bits in left],
        }

    def _members(self, bits: int) -> tuple[Index, ...]:
        return tuple(i for place, own in enumerate(self.classes) if bits >> place & 1 for i in own)

    def _after(self, answers: Sequence[str]) -> _State:
        state = _State(self._everyone)
        for place, answer in enumerate(answers, 1):
            if answer not in REPLIES:
                known = listed([repr(reply) for reply in REPLIES], "or")
                raise InputError(f"answer {place} is {answer!r}", remedy=f"answer {known}")
            code = self._next(state)
            if code is None:
                raise InputError(
                    f"there are {len(answers)} answers, but only {place - 1} questions",
                    remedy="leave the others out",
                )
            state = _moved(state, code, answer)
        return state

    def _next(self, state: _State) -> int | None:
        """Return the code that splits the classes in play most evenly, with the fewest items."""
        if state.asked == MOST_QUESTIONS:
            return None
        done = {state.split(code) for code in state.undecided}
        choices = []
        for code, items in self._items.items():
            parts = state.split(code)
            if 0 not in parts and parts not in done and code not in state.earlier:
                choices.append((max(part.bit_count() for part in parts), items, code))
        return min(choices)[2] if choices else None

    @cached_property
    def _drawn_up(self) -> dict[int, QuizQuestion]:
        """The questions that were asked so far, by their codes."""
        return {}

    def _question(self, code: int) -> QuizQuestion:
        if code not in self._drawn_up:
            self._drawn_up[code] = self._draw_up(code)
        return self._drawn_up[code]

    def _draw_up(self, code: int) -> QuizQuestion:
        each = next(each for each in self.triplets if each.n == self._items[code])
        stored = code if code & 1 else self._everyone ^ code  # there, the first index prefers left
        reference, left, right = each.simplest(stored).labels()
        a, b = (left, right) if stored == code else (right, left)
        sides = (self._members(code), self._members(self._everyone & ~code))
        return QuizQuestion(reference, a, b, *sides)


def _moved(state: _State, code: int, answer: str) -> _State:
    """Return what is in play after an answer."""
    left, undecided, earlier, asked = state
    if answer in ("neither", "skip"):
        return _State(left, undecided | {code}, earlier, asked + 1)
    left = left & code if answer == "a" else left & ~code
    return _State(left, earlier=earlier | undecided, asked=asked + 1)
