"""The report in Chromium: nothing is asked of the network, and all that moves works."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

import browser as chromium
import partwise as pw
from browser import Browser, MissingBrowserError, find_browser, started
from partwise.report import write_report
from partwise.report.theme import DARK, LIGHT

INDICES = ["CC", "S&S", "NMI", "VI", "R", "W", "J", "SMI", "FMeasure"]
HOSTILE = [
    "<script>window.hacked=1;alert(1)</script>",
    "\"><img src=x onerror='window.hacked=2;alert(2)'>",
    "</style><svg onload=alert(3)>",
    "{{ 7*7 }} ' &amp; ${window.hacked=4}",
    "W" * 300,
]
MARKS = "figure svg [aria-label]"


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser; CI has to have one, others may do without."""
    with started_or_stopped(tmp_path_factory.mktemp("profile")) as found:
        yield found


def started_or_stopped(profile: Path) -> Any:
    try:
        find_browser()
    except MissingBrowserError as error:
        if chromium.in_ci():
            pytest.fail(f"the report cannot be opened in CI: {error}", pytrace=False)
        pytest.skip(f"the report is not opened in a browser: {error}")
    return started(profile)


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of four candidates that the indices disagree about."""
    random = np.random.default_rng(1)
    reference = random.integers(0, 8, 600)
    candidates = {
        "coarse": reference // 2,
        "fine": reference * 4 + random.integers(0, 4, 600),
        "mixed": np.where(random.random(600) < 0.25, random.integers(0, 8, 600), reference),
        "random": random.integers(0, 12, 600),
    }
    found = pw.compare(reference, candidates, INDICES)
    assert found.disagreement.counts.any()
    return write_report(found, tmp_path_factory.mktemp("page") / "report.html")


@pytest.fixture(scope="session")
def numbers_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report whose numbers are not in the order of their text, and one undefined."""
    n, reference = 1500, np.arange(1500) % 40
    candidates = {f"k{k}": np.arange(n) // 3 * 3 % k for k in (1200, 950, 90, 1000, 7)}
    found = pw.compare(
        reference, {**candidates, "one": np.zeros(n, int)}, ["CC", "VI"], undefined="nan"
    )
    return write_report(found, tmp_path_factory.mktemp("page") / "numbers.html")


@pytest.fixture(scope="session")
def hostile_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    random = np.random.default_rng(0)
    reference = [HOSTILE[i] for i in random.integers(0, len(HOSTILE), 100)]
    candidates = {
        name: [HOSTILE[i] for i in random.integers(0, place + 1, 100)]
        for place, name in enumerate(HOSTILE)
    }
    folder = tmp_path_factory.mktemp("page")
    found = pw.compare(reference, candidates, ["CC", "NMI", "R"])
    return write_report(
        found, folder / "<img src=x> & 'q'.html", title=HOSTILE[1], command=HOSTILE[0]
    )


# Where the browser comes from


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/apt-get" if "apt" in name else None)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("PARTWISE_INSTALL_BROWSER", raising=False)
    return monkeypatch


def test_a_missing_browser_is_a_skip_that_says_why(
    no_browser: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(pytest.skip.Exception, match="set PARTWISE_INSTALL_BROWSER=1"):
        started_or_stopped(tmp_path)


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
        started_or_stopped(tmp_path)
    wanted = ["apt-get", "install", "-y", "--no-install-recommends", "chromium", "chromium-driver"]
    assert ran == ([["apt-get", "update"], wanted] if root else [])


# Opening


def every(browser: Browser, selector: str) -> list[WebElement]:
    return browser.driver.find_elements(By.CSS_SELECTOR, selector)


def one(browser: Browser, selector: str) -> WebElement:
    return browser.driver.find_element(By.CSS_SELECTOR, selector)


def press(browser: Browser, *keys: str) -> None:
    ActionChains(browser.driver).send_keys(*keys).perform()


def hover(browser: Browser, element: WebElement) -> None:
    """Scroll to an element, wait until that is over, and move the mouse there."""
    browser.run("arguments[0].scrollIntoView({ block: 'center', inline: 'center' })", element)
    browser.settle()
    ActionChains(browser.driver).move_to_element(element).perform()


def check_quiet(browser: Browser, path: Path) -> None:
    assert browser.messages() == []
    assert [url for url in browser.requests() if not url.startswith("data:")] == [path.as_uri()]


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
    for mark in every(browser, MARKS)[:3]:
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


def heading(browser: Browser, name: str) -> WebElement:
    (found,) = [th for th in every(browser, ".scores thead th") if th.text.split()[0] == name]
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


def rgb(value: str) -> str:
    return f"rgb({', '.join(str(int(value[i : i + 2], 16)) for i in (1, 3, 5))})"


def colours(browser: Browser) -> list[str]:
    """Return the colours of the page, of text and of the first mark."""
    found: list[str] = browser.run(
        "const page = getComputedStyle(document.documentElement);"
        "const mark = getComputedStyle(document.querySelector(arguments[0]));"
        "return [page.backgroundColor, page.color, mark.fill]",
        "#chance svg circle[aria-label]",
    )
    return found


IN_LIGHT = [rgb(LIGHT[name]) for name in ("surface", "ink", "accent")]
IN_DARK = [rgb(DARK[name]) for name in ("surface", "ink", "accent")]


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


# Tooltips


def tip(browser: Browser) -> str | None:
    """Return the text of the tooltip, if it is shown; it lies within the window."""
    shown = one(browser, "#tip")
    if not shown.is_displayed():
        return None
    assert browser.run(
        "const box = document.getElementById('tip').getBoundingClientRect();"
        "return box.left >= 0 && box.top >= 0 && box.right <= innerWidth"
        " && box.bottom <= innerHeight"
    )
    return shown.text


@pytest.mark.parametrize(
    "marks",
    [
        "#scores circle",
        "#ranks circle",
        "#disagreement path",
        "#chance circle",
        "#errors details[open] figure:first-of-type path",
    ],
)
def test_marks_say_what_they_show(browser: Browser, page: Path, marks: str) -> None:
    browser.open(page)
    found = every(browser, f"{marks}[aria-label]")
    for mark in (found[0], found[-1]):
        hover(browser, mark)
        assert tip(browser) == mark.get_attribute("aria-label")
    hover(browser, one(browser, "h1"))
    assert tip(browser) is None


def test_tooltips_stay_within_a_narrow_window(browser: Browser, hostile_page: Path) -> None:
    browser.open(hostile_page, width=390)
    for mark in every(browser, "#scores svg circle[aria-label]")[::4]:
        hover(browser, mark)
        assert tip(browser) == mark.get_attribute("aria-label")


def test_headings_and_refused_intervals_explain_themselves(browser: Browser, page: Path) -> None:
    browser.open(page)
    head = heading(browser, "CC")
    hover(browser, head)
    assert tip(browser) == head.get_attribute("data-tip")
    press(browser, Keys.ESCAPE)
    assert tip(browser) is None
    refused = every(browser, ".ci.none")
    assert refused
    hover(browser, refused[0])
    assert tip(browser) == refused[0].get_attribute("data-tip")


def test_charts_by_keyboard(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.run("document.querySelector('#scores details summary').focus()")
    press(browser, Keys.TAB)
    focused = browser.driver.switch_to.active_element
    assert focused.tag_name == "svg"
    assert focused.get_attribute("aria-label")
    marks = [
        mark.get_attribute("aria-label")
        for mark in focused.find_elements(By.CSS_SELECTOR, "[aria-label]")
    ]
    seen = []
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_LEFT, Keys.ARROW_UP):
        press(browser, key)
        seen.append(tip(browser))
        assert browser.driver.switch_to.active_element.get_attribute("aria-label") == seen[-1]
    assert seen == [marks[0], marks[1], marks[0], marks[-1]]
    press(browser, Keys.ESCAPE)
    assert tip(browser) is None
    press(browser, Keys.TAB)
    assert tip(browser) is None


def test_headings_explain_themselves_by_keyboard(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.run("document.querySelectorAll('.scores th button')[1].focus()")
    press(browser, Keys.TAB)
    focused = browser.driver.switch_to.active_element
    assert tip(browser) == heading(browser, "CC").get_attribute("data-tip")
    assert focused.get_attribute("aria-describedby") == "tip"


# Print


def test_print_is_light_and_shows_everything(browser: Browser, page: Path) -> None:
    browser.open(page, scheme="dark")
    one(browser, ".theme").click()
    one(browser, ".theme").click()
    assert colours(browser) == IN_DARK
    browser.emulate(media="print", scheme="dark")
    assert colours(browser) == IN_LIGHT
    assert not one(browser, ".theme").is_displayed()
    closed = "return document.querySelectorAll('details:not([open])').length"
    before = browser.run(closed)
    assert before > 0
    browser.run(
        f"addEventListener('beforeprint', () => {{ window.left = (() => {{{closed}}})() }})"
    )
    assert browser.command("Page.printToPDF")["data"]
    assert browser.run("return window.left") == 0
    assert browser.run(closed) == before


# Layout and access


@pytest.mark.parametrize("width", [1280, 800, 390])
def test_the_page_is_as_wide_as_the_window(
    browser: Browser, page: Path, hostile_page: Path, width: int
) -> None:
    for path in (page, hostile_page):
        browser.open(path, width=width)
        browser.run("document.querySelectorAll('details').forEach(each => { each.open = true })")
        assert browser.run("return document.documentElement.scrollWidth") <= width
        widest = browser.run(
            "return Math.max(...[...document.querySelectorAll('main *')]"
            ".filter(each => !each.closest('.scroll'))"
            ".map(each => each.getBoundingClientRect().right))"
        )
        assert widest <= width


def test_focus_is_seen(browser: Browser, page: Path) -> None:
    browser.open(page)
    tags = set()
    for _ in range(45):
        press(browser, Keys.TAB)
        tag, style, width = browser.run(
            "const style = getComputedStyle(document.activeElement);"
            "return [document.activeElement.tagName, style.outlineStyle, style.outlineWidth]"
        )
        tags.add(tag)
        assert (style, width) == ("solid", "2px"), tag
    assert tags >= {"A", "BUTTON", "SUMMARY", "svg", "SPAN"}


def test_everything_has_a_name(browser: Browser, page: Path) -> None:
    browser.open(page)
    unnamed = browser.run("""
        const name = (node) => node.getAttribute('aria-label')
            || (node.tagName !== 'svg' && node.textContent.trim());
        return [...document.querySelectorAll('a, button, summary, svg, th, nav, h1, h2, h3')]
            .filter((node) => !name(node))
            .map((node) => node.outerHTML.slice(0, 80))""")
    assert unnamed == []
    levels = browser.run(
        "return [...document.querySelectorAll('h1,h2,h3,h4')].map(h => Number(h.tagName[1]))"
    )
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(b <= a + 1 for a, b in pairwise(levels))
    assert browser.run("return document.querySelectorAll('main').length") == 1
    targets = browser.run("return [...document.querySelectorAll('a')].map(a => a.hash.slice(1))")
    assert all(browser.run("return !!document.getElementById(arguments[0])", t) for t in targets)


CONTRASTS = """
    const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const linear = (x) => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    const light = ([r, g, b]) =>
        0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
    const behind = (node) => {
        for (; node; node = node.parentElement) {
            const found = channels(getComputedStyle(node).backgroundColor);
            if (found.length < 4 || found[3] === 1) return found;
        }
    };
    return [...document.querySelectorAll('body *')]
        .filter((node) => !node.closest('svg') && node.checkVisibility()
            && [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
        .map((node) => {
            const pair = [light(channels(getComputedStyle(node).color)), light(behind(node))];
            return [(Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05), node.outerHTML];
        })"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read(browser: Browser, page: Path, scheme: str) -> None:
    browser.open(page, scheme=scheme)
    found = browser.run(CONTRASTS)
    assert len(found) > 100
    contrast, where = min(found)
    assert contrast >= 4.5, where
