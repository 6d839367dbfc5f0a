"""The quiz in Chromium: it leads where Python does, by mouse and by keyboard, and stands alone."""

from __future__ import annotations

import re
import shutil
from itertools import product
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import quiz as quiz_page
from partwise.charts.theme import css
from partwise.properties import Quiz
from sources import HERE, site_path
from support.browser import Browser

WAYS = [*product("ab", repeat=4), ("neither", "a", "skip", "b", "b", "a"), ("skip",) * 7]


@pytest.fixture(scope="module")
def quiz_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("quiz")
    (folder / "_static").mkdir()
    for name in ("quiz.js", "quiz.css"):
        shutil.copyfile(HERE / "static" / name, folder / "_static" / name)
    head = f'<meta charset="utf-8"><title>Quiz</title><style>{css()}</style>'
    page = (
        f'<!doctype html><html lang="en"><head>{head}</head><body>{quiz_page.quiz_block()}</body>'
    )
    (folder / "by-example.html").write_text(page, encoding="utf-8")
    return folder / "by-example.html"


def click(browser: Browser, answer: str) -> None:
    browser.run(f'document.querySelector("#quiz [data-answer={answer}]").click()')


def asks(browser: Browser) -> bool:
    return bool(browser.run('return document.querySelector("#quiz [data-answer]") !== null'))


def keys(browser: Browser, folder: str) -> list[str]:
    script = f'return [...document.querySelectorAll("#quiz .{folder} a")].map((a) => a.dataset.key)'
    return list(browser.run(script))


@pytest.mark.parametrize("way", WAYS, ids="-".join)
def test_the_page_ends_where_python_does(
    browser: Browser, quiz_file: Path, way: tuple[str, ...]
) -> None:
    browser.open(quiz_file)
    answers: list[str] = []
    for answer in way:
        if asks(browser):
            click(browser, answer)
            answers.append(answer)
    assert not asks(browser)
    quiz = Quiz.of()
    expected = quiz.result(answers)
    assert quiz.question(answers) is None
    assert keys(browser, "indices") == [index.key for index in expected.indices]
    assert keys(browser, "properties") == [*expected.shared, *expected.lacking]
    assert not browser.messages()


def test_the_keyboard_is_enough(browser: Browser, quiz_file: Path) -> None:
    browser.open(quiz_file)
    first = browser.run('return document.querySelector("#quiz h2").textContent')
    for _ in range(20):
        browser.driver.switch_to.active_element.send_keys(Keys.TAB)
        if browser.run("return document.activeElement.dataset.answer") == "b":
            break
    browser.driver.switch_to.active_element.send_keys(Keys.ENTER)
    second = browser.driver.switch_to.active_element
    assert second.tag_name == "h2"
    assert second.text != first
    back = browser.driver.find_element(By.XPATH, "//button[text()='Back']")
    back.send_keys(Keys.ENTER)
    assert browser.driver.switch_to.active_element.text == first


def test_it_is_drawn_in_the_colours_of_the_theme(browser: Browser, quiz_file: Path) -> None:
    script = 'return getComputedStyle(document.querySelector("#quiz button")).color'
    browser.open(quiz_file)
    light = browser.run(script)
    browser.open(quiz_file, scheme="dark")
    assert browser.run(script) != light


@pytest.mark.parametrize("width", [1280, 400])
def test_nothing_leaves_the_screen(browser: Browser, quiz_file: Path, width: int) -> None:
    browser.open(quiz_file, width=width)
    for _ in range(3):
        wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert browser.run(wide) <= 0
        click(browser, "b")


# Without a browser


def test_without_scripts_the_first_question_is_explained() -> None:
    block = quiz_page.quiz_block()
    shown = re.sub(r"<script.*?</script>", "", block, flags=re.DOTALL)
    assert "partwise guide --by-example" in shown
    question = Quiz.of().question([])
    assert question is not None
    for index in (*question.prefer_a, *question.prefer_b):
        assert index.label.replace("&", "&amp;") in shown
    assert shown.count('role="img"') == 3
    assert "\n\n" not in block, "Markdown would end the block"


def test_every_drawing_has_its_items_and_says_them() -> None:
    for question in Quiz.of().tree()["questions"]:
        for name, labels in zip(("reference", "a", "b"), question[:3], strict=True):
            drawing = quiz_page._drawn(question)[name]
            assert drawing.count("<use ") == len(labels)
            assert drawing.count("<rect ") == len(set(labels))
            said = re.findall(r'aria-label="[^:]+: ([^"]+)"', drawing)[0]
            assert sum(map(int, re.findall(r"\d+", said))) == len(labels)
            assert len(said.split("; ")) == len(set(labels))


def test_the_page_has_a_place_for_the_quiz() -> None:
    page = HERE.parent / "by-example.md"
    text = page.read_text(encoding="utf-8")
    assert text.count(quiz_page.MARKER) == 1
    assert quiz_page.quiz_block() in quiz_page.with_quiz(text)
    assert site_path("docs/by-example.md") == "by-example.md"
