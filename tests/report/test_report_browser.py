"""The report in Chromium: it asks nothing of the network, sorts its tables, changes its theme."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from support.accessibility import find_axe
from support.browser import Browser, find_browser, wanted
from support.opened import (
    IN_DARK,
    IN_LIGHT,
    check_quiet,
    colours,
    every,
    heading,
    hover,
    one,
    press,
)
from support.report_pages import HOSTILE

MARKS = "figure svg [aria-label]"


# Where the browser comes from


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/apt-get" if "apt" in name else None)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("PARTWISE_INSTALL_BROWSER", raising=False)
    return monkeypatch


def test_a_missing_browser_is_a_skip_that_says_why(
    no_browser: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(pytest.skip.Exception, match="set PARTWISE_INSTALL_BROWSER=1"):
        wanted(find_browser)


@pytest.mark.parametrize("root", [True, False])
def test_a_missing_browser_fails_in_ci(
    no_browser: pytest.MonkeyPatch, tmp_path: Path, root: bool
) -> None:
    ran: list[list[str]] = []

    def refused(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 100, "", "E: no packages today")

    no_browser.setenv("CI", "true")
    no_browser.setattr("os.geteuid", lambda: 0 if root else 1000)
    no_browser.setattr("subprocess.run", refused)
    no_browser.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    with pytest.raises(pytest.fail.Exception, match="no packages today" if root else "only root"):
        wanted(find_browser)
    install = ["apt-get", "install", "-y", "--no-install-recommends", "chromium", "chromium-driver"]
    assert ran == ([["apt-get", "update"], install] if root else [])


@pytest.mark.parametrize("ci", [True, False])
def test_a_missing_axe_fails_in_ci_and_is_a_skip_elsewhere(
    no_browser: pytest.MonkeyPatch, tmp_path: Path, ci: bool
) -> None:
    no_browser.setattr("support.accessibility.FOLDER", tmp_path)
    no_browser.setenv("CI", str(ci).lower())
    outcome = pytest.fail.Exception if ci else pytest.skip.Exception
    with pytest.raises(outcome, match="no npm" if ci else "set PARTWISE_INSTALL_BROWSER=1"):
        wanted(find_axe.__wrapped__)


# Opening


def test_it_opens_without_a_word_and_asks_for_nothing(browser: Browser, page: Path) -> None:
    browser.open(page)
    one(browser, ".theme").click()
    one(browser, "table.scores thead th:nth-child(3) button").click()
    for summary in every(browser, "summary"):
        summary.click()
    assert browser.run("return document.title") == "Comparison of 4 candidates with a reference"
    check_quiet(browser, page)


def test_the_log_would_show_an_error_and_a_request(browser: Browser, tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    bad.write_text("<script>nothing.there</script><img src='other.png'>", encoding="utf-8")
    browser.open(bad)
    assert any("nothing is not defined" in message for message in browser.messages())
    assert (tmp_path / "other.png").as_uri() in browser.requests()


def test_its_policy_stops_other_scripts(browser: Browser, page: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.html"
    text = page.read_text(encoding="utf-8")
    changed.write_text(
        text.replace("</main>", "<script>window.hacked=1</script><img src=x.png></main>"),
        encoding="utf-8",
    )
    browser.open(changed)
    assert browser.run("return window.hacked") is None
    assert len([message for message in browser.messages() if "Security Policy" in message]) == 2


def test_names_are_text(browser: Browser, hostile_page: Path) -> None:
    browser.open(hostile_page)
    assert browser.run("return window.hacked") is None
    assert browser.run("return document.title") == HOSTILE[1]
    assert one(browser, "h1").text == HOSTILE[1]
    assert one(browser, "pre").text == HOSTILE[0]
    names = browser.run(
        "return [...document.querySelectorAll('.scores tbody th')].map(th => th.textContent)"
    )
    assert sorted(names) == sorted(HOSTILE)
    labels = [mark.get_attribute("aria-label") or "" for mark in every(browser, MARKS)]
    assert all(any(name in label for label in labels) for name in HOSTILE)
    for mark in every(browser, "#ranks circle[aria-label]")[:3]:
        hover(browser, mark)
        assert one(browser, "#tip").text == mark.get_attribute("aria-label")
    assert every(browser, "#tip *, main img, main script") == []
    check_quiet(browser, hostile_page)


# Sorting


def column(browser: Browser, place: int, table: str = "table.scores") -> list[str]:
    script = (
        "return [...document.querySelector(arguments[0]).tBodies[0].rows]"
        ".map(row => row.cells[arguments[1]].dataset.v ?? row.cells[arguments[1]].textContent)"
    )
    found: list[str] = browser.run(script, table, place)
    return found


@pytest.mark.parametrize(
    ("name", "place", "first"),
    [("clusters", 1, "descending"), ("CC", 2, "descending"), ("VI", 3, "ascending")],
)
def test_numbers_sort_as_numbers(
    browser: Browser, numbers_page: Path, name: str, place: int, first: str
) -> None:
    browser.open(numbers_page)
    before = column(browser, place)
    last = [""] * before.count("")
    head = heading(browser, name)
    assert head.get_attribute("aria-sort") is None
    for order in (first, "ascending" if first == "descending" else "descending", first):
        head.find_element(By.TAG_NAME, "button").click()
        assert head.get_attribute("aria-sort") == order
        numbers = sorted((float(v) for v in before if v), reverse=order == "descending")
        found = column(browser, place)
        assert [float(v) for v in found if v] == numbers
        assert found[len(numbers) :] == last
    assert len(every(browser, ".scores th[aria-sort]")) == 1


def test_counts_are_written_with_separators(browser: Browser, numbers_page: Path) -> None:
    browser.open(numbers_page)
    assert "1,000" not in column(browser, 1)
    texts = [cell.text for cell in every(browser, ".scores td:nth-child(2)")]
    assert [text.replace(",", "") for text in texts] == column(browser, 1)


def test_names_sort_by_keyboard(browser: Browser, numbers_page: Path) -> None:
    browser.open(numbers_page)
    browser.run("document.querySelector('.scores th button').focus()")
    press(browser, Keys.ENTER)
    assert column(browser, 0) == ["k7", "k90", "k950", "k1000", "k1200", "one"]
    press(browser, Keys.SPACE)
    assert column(browser, 0) == ["one", "k1200", "k1000", "k950", "k90", "k7"]
    assert heading(browser, "candidate").get_attribute("aria-sort") == "descending"


# Theme


def test_the_button_changes_the_theme_and_is_remembered(browser: Browser, page: Path) -> None:
    browser.open(page)
    button = one(browser, ".theme")
    assert (colours(browser), button.text) == (IN_LIGHT, "Dark theme")
    button.click()
    assert (colours(browser), button.text) == (IN_DARK, "Light theme")
    browser.driver.refresh()
    assert (colours(browser), one(browser, ".theme").text) == (IN_DARK, "Light theme")
    one(browser, ".theme").click()
    assert colours(browser) == IN_LIGHT


def test_the_theme_is_that_of_the_system(browser: Browser, page: Path) -> None:
    browser.open(page, scheme="dark")
    assert (colours(browser), one(browser, ".theme").text) == (IN_DARK, "Light theme")
    one(browser, ".theme").click()
    assert (colours(browser), one(browser, ".theme").text) == (IN_LIGHT, "Dark theme")
    browser.open(page)
    browser.emulate(scheme="dark")
    assert (colours(browser), one(browser, ".theme").text) == (IN_DARK, "Light theme")


def test_the_theme_needs_no_storage(browser: Browser, page: Path) -> None:
    refuse = "Object.defineProperty(window,'localStorage',{get(){throw new DOMException('off')}})"
    added = browser.command("Page.addScriptToEvaluateOnNewDocument", source=refuse)
    try:
        browser.open(page)
        one(browser, ".theme").click()
        assert colours(browser) == IN_DARK
        one(browser, ".scores th button").click()
        assert one(browser, ".scores th").get_attribute("aria-sort") == "ascending"
        check_quiet(browser, page)
    finally:
        browser.command("Page.removeScriptToEvaluateOnNewDocument", **added)
        browser.driver.get("about:blank")
