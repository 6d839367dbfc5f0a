"""The quiz: every index that answers finds itself, soon; nothing is asked that is decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest

import partwise as pw
from partwise.base import InputError
from partwise.properties.guide.quiz import MOST_QUESTIONS, REPLIES, Quiz, QuizQuestion


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return Quiz.of()


def prefers(index: pw.Index, question: QuizQuestion) -> str:
    """What an index answers, by its scores."""
    sense = 1 if index.direction == "similarity" else -1
    a, b = (sense * pw.score(question.reference, x, index) for x in (question.a, question.b))
    assert abs(a - b) > 1e-12, f"{index.key} ties"
    return "a" if a > b else "b"


def answered_by(index: pw.Index, quiz: Quiz, before: Sequence[str] = ()) -> list[str]:
    """Let an index answer all questions after some others."""
    answers = list(before)
    while (question := quiz.question(answers)) is not None:
        answers.append(prefers(index, question))
    return answers


def everyone(quiz: Quiz) -> list[pw.Index]:
    return [index for members in quiz.classes for index in members]


def test_the_quiz_is_about_the_recommended_indices(quiz: Quiz) -> None:
    assert {index.key for index in everyone(quiz)} == {i.key for i in pw.indices("recommended")}


@pytest.mark.parametrize("index", pw.indices("recommended"), ids=lambda index: index.key)
def test_an_index_that_answers_is_left_with_those_of_its_opinion(
    quiz: Quiz, index: pw.Index
) -> None:
    """Also if the first one or two answers were no preference."""
    for unsure in ((), ("neither",), ("skip", "neither"), ("skip",) * 3):
        answers = answered_by(index, quiz, unsure)
        assert len(answers) <= MOST_QUESTIONS
        left = quiz.left(answers)
        assert index in left
        (own,) = (members for members in quiz.classes if index in members)
        if len(unsure) < 3:
            assert set(left) == set(own)
            assert len(answers) <= 4 + len(unsure)
        else:
            assert set(own) <= set(left)


@pytest.mark.parametrize("indices", [["paper"], ["ARI", "AMI", "NMI"], ["entropy"]])
def test_other_indices_find_themselves_too(indices: list[str]) -> None:
    quiz = Quiz.of(indices)
    for members in quiz.classes:
        answers: list[str] = []
        while (question := quiz.question(answers)) is not None:
            answers.append("a" if members[0] in question.prefer_a else "b")
        assert len(answers) <= MOST_QUESTIONS
        assert set(members) <= set(quiz.left(answers))


def ways(quiz: Quiz, most: int, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """All sequences of answers, of at most so many."""
    yield before
    if len(before) < most and quiz.question(before) is not None:
        for reply in REPLIES:
            yield from ways(quiz, most, (*before, reply))


def test_every_question_divides_the_indices_in_play(quiz: Quiz) -> None:
    """And what an answer has decided, or nobody could decide, is not asked again."""
    for answers in ways(quiz, 4):
        question = quiz.question(answers)
        if question is None:
            continue
        left = set(quiz.left(answers))
        yes, no = left & set(question.prefer_a), left & set(question.prefer_b)
        assert yes
        assert no
        assert yes | no == left
        assert quiz.left([*answers, "a"]) == tuple(i for i in quiz.left(answers) if i in yes)
        for unsure in ("neither", "skip"):
            assert set(quiz.left([*answers, unsure])) == left
            again = quiz.question([*answers, unsure])
            assert again is None or left & set(again.prefer_a) not in (yes, no)
        asked = [quiz.question(answers[:place]) for place in range(len(answers))]
        assert question not in asked


def test_the_split_is_the_most_even_one_there_is(quiz: Quiz) -> None:
    question = quiz.question([])
    assert question is not None
    opinions = sum(members[0] in question.prefer_a for members in quiz.classes)
    assert opinions == len(quiz.classes) // 2 == 6


def test_what_is_said_of_a_question_is_so(quiz: Quiz) -> None:
    """Every question that can be asked, by scores and by the definition of agreement."""
    for question in quiz.tree()["questions"]:
        for index in everyone(quiz):
            assert index in (question.prefer_a, question.prefer_b)[prefers(index, question) == "b"]
        assert len(question.reference) <= 6


def test_no_index_always_prefers_the_same_side(quiz: Quiz) -> None:
    questions = quiz.tree()["questions"]
    for index in everyone(quiz):
        share = sum(index in question.prefer_a for question in questions) / len(questions)
        assert 0.1 < share < 0.9


def test_the_result_is_the_ranking_of_the_judgements(quiz: Quiz) -> None:
    for answers in product(REPLIES, repeat=3):
        result, judgements = quiz.result(answers), quiz.judgements(answers)
        assert len(judgements) == sum(answer in ("a", "b") for answer in answers)
        assert not set(result.indices) & set(result.ruled_out)
        if judgements:
            ranked = pw.recommend(judgements=judgements, indices=everyone(quiz))
            assert set(ranked.consistent) == set(result.indices)
            assert ranked.best == result.best
            assert f"({result.best.key})" in str(result).splitlines()[0]
        else:
            assert result.ruled_out == ()
            assert "No index is ruled out" in str(result)


def test_shared_properties_are_those_of_all_that_are_left(quiz: Quiz) -> None:
    from partwise.properties import holds

    result = quiz.result(["a", "b"])
    for key in result.shared:
        assert all(holds(index, key) for index in result.indices)
        assert not all(holds(index, key) for index in result.ruled_out)
    for key in result.lacking:
        assert not any(holds(index, key) for index in result.indices)


def test_the_tree_has_every_way(quiz: Quiz) -> None:
    tree = quiz.tree()
    for answers in ways(quiz, 3):
        node = tree["nodes"][0]
        for answer in answers:
            node = tree["nodes"][node[1 + min(REPLIES.index(answer), 2)]]
        question = quiz.question(answers)
        if question is None:
            assert tree["results"][node[0]].indices == quiz.result(answers).indices
        else:
            assert tree["questions"][node[0]] == question


def test_what_cannot_be_asked_is_refused(quiz: Quiz) -> None:
    with pytest.raises(InputError, match="answer 2 is 'yes'; answer 'a', 'b', 'neither' or 'skip'"):
        quiz.left(["a", "yes"])
    with pytest.raises(InputError, match="there are 8 answers, but only 7 questions"):
        quiz.left(["skip"] * 8)
    for alone in (["CC"], ["CC", "CD"]):
        with pytest.raises(InputError, match="at least two indices must disagree"):
            Quiz.of(alone)
