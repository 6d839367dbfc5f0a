"""The report in Chromium: tooltips, keyboard, print, layout, names and contrast."""

from __future__ import annotations

import base64
import re
from itertools import pairwise
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import partwise as pw
from support.accessibility import violations
from support.browser import Browser
from support.opened import IN_DARK, IN_LIGHT, colours, every, heading, hover, one, press, tip
from support.report_pages import five_report

# Tooltips


@pytest.mark.parametrize(
    "marks",
    [
        "#ranks circle",
        "#disagreement path",
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
    for mark in every(browser, "#ranks svg circle[aria-label]")[::4]:
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
    browser.run("[...document.querySelectorAll('#scores summary')].at(-1).focus()")
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


def test_print_is_light(browser: Browser, page: Path) -> None:
    browser.open(page, scheme="dark")
    one(browser, ".theme").click()
    one(browser, ".theme").click()
    assert colours(browser) == IN_DARK
    browser.emulate(media="print", scheme="dark")
    assert colours(browser) == IN_LIGHT
    assert not one(browser, ".theme").is_displayed()


def test_print_shows_what_is_unfolded(browser: Browser, page: Path) -> None:
    browser.open(page, media="print")
    folded, *_ = every(browser, "#scores details")
    assert not folded.is_displayed()
    assert one(browser, "#errors details[open] svg").is_displayed()
    browser.run("arguments[0].open = true", folded)
    assert folded.is_displayed()


@pytest.mark.parametrize("paper", [(8.27, 11.69), (8.5, 11.0)], ids=["A4", "Letter"])
def test_five_candidates_are_printed_on_four_pages(
    browser: Browser, tmp_path: Path, paper: tuple[float, float]
) -> None:
    browser.open(five_report(tmp_path), media="print")
    width, height = paper
    printed = browser.command("Page.printToPDF", paperWidth=width, paperHeight=height)
    pages = re.findall(rb"/Type\s*/Page\b", base64.b64decode(printed["data"]))
    assert 1 < len(pages) <= 4


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


def test_nothing_is_cut_off_in_a_narrow_window(
    browser: Browser, page: Path, hostile_page: Path
) -> None:
    """Rows of tables become lists; only charts may be wider, and they scroll."""
    for path in (page, hostile_page):
        browser.open(path, width=400)
        browser.run("document.querySelectorAll('details').forEach(each => { each.open = true })")
        cut = browser.run("""
            return [...document.querySelectorAll('main *')].filter((node) => {
                const style = getComputedStyle(node);
                const scrolls = style.overflowX === 'auto' && node.querySelector('svg');
                return !node.closest('svg') && !scrolls && style.display !== 'inline'
                    && node.scrollWidth > node.clientWidth + 1;
            }).map((node) => node.outerHTML.slice(0, 120))""")
        assert cut == []


def test_axe_finds_a_flaw(browser: Browser, tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    bad.write_text("<html><body><img src='data:,'><p>text</p></body></html>", encoding="utf-8")
    assert any(found.startswith("image-alt:") for found in violations(browser, bad))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400])
def test_axe_finds_nothing(
    browser: Browser, tmp_path: Path, hostile_page: Path, scheme: str, width: int
) -> None:
    swept = pw.sweep([0, 0, 1, 1], {"a": [0, 0, 0, 1], "b": [0, 0, 1, 1]}, "ARI")
    pages = (five_report(tmp_path), hostile_page, swept.report(tmp_path / "sweep.html"))
    for path in pages:
        assert violations(browser, path, width=width, scheme=scheme) == []


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
