"""What tests see and do in a page that is open in a browser."""

from __future__ import annotations

from pathlib import Path

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from partwise.charts.theme import DARK, LIGHT
from support.browser import Browser


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


def heading(browser: Browser, name: str) -> WebElement:
    (found,) = [th for th in every(browser, ".scores thead th") if th.text.split()[0] == name]
    return found


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


def rgb(value: str) -> str:
    return f"rgb({', '.join(str(int(value[i : i + 2], 16)) for i in (1, 3, 5))})"


def colours(browser: Browser) -> list[str]:
    """Return the colours of the page, of text and of the best score."""
    found: list[str] = browser.run(
        "const page = getComputedStyle(document.documentElement);"
        "const best = getComputedStyle(document.querySelector(arguments[0]));"
        "return [page.backgroundColor, page.color, best.color]",
        "td.best .value",
    )
    return found


IN_LIGHT = [rgb(LIGHT[name]) for name in ("surface", "ink", "accent")]
IN_DARK = [rgb(DARK[name]) for name in ("surface", "ink", "accent")]
