"""Debian's Chromium for tests: found, installed where that is allowed, and driven by Selenium."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

__all__ = ["Browser", "MissingToolError", "find_browser", "started", "wanted"]

Found = TypeVar("Found")

PROGRAMS = ("chromium", "chromedriver")
PACKAGES = ("chromium", "chromium-driver")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
)
_INSTALL_SECONDS = 600


class MissingToolError(Exception):
    """There is no browser, or no axe-core; says why."""


def find_browser() -> tuple[str, str]:
    """Return the paths of Chromium and its driver; install them if they are missing and we may."""
    if not _all_there():
        reason = _why_not_install()
        if reason:
            raise MissingToolError(f"Chromium and its driver are not installed, and {reason}")
        _install()
    browser, driver = map(shutil.which, PROGRAMS)
    if browser is None or driver is None:
        raise MissingToolError("apt-get installed the packages, but not chromium or its driver")
    return browser, driver


def wanted(find: Callable[[], Found]) -> Found:
    """Return what is found; where it is missing, fail in CI and skip elsewhere."""
    try:
        return find()
    except MissingToolError as error:
        if in_ci():
            pytest.fail(f"pages cannot be checked in CI: {error}", pytrace=False)
        pytest.skip(f"pages are not checked: {error}")


def in_ci() -> bool:
    """Tell whether a missing browser is a failure."""
    return os.environ.get("CI") == "true"


def may_install() -> bool:
    """Tell whether tests may install what they lack."""
    return in_ci() or os.environ.get("PARTWISE_INSTALL_BROWSER") == "1"


def _all_there() -> bool:
    return all(map(shutil.which, PROGRAMS))


def _why_not_install() -> str | None:
    if not may_install():
        return "nobody allowed to install them: set PARTWISE_INSTALL_BROWSER=1"
    if shutil.which("apt-get") is None:
        return "there is no apt-get to install them with"
    return None if os.geteuid() == 0 else "only root can install them"


def _install() -> None:
    """Install the packages once, whichever of the test processes comes first."""
    install = ["apt-get", "install", "-y", "--no-install-recommends", *PACKAGES]
    with Path(tempfile.gettempdir(), "partwise-browser.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _all_there():
            return
        for command in (["apt-get", "update"], install):
            try:
                done = subprocess.run(
                    command,
                    env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
                    capture_output=True,
                    text=True,
                    timeout=_INSTALL_SECONDS,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                raise MissingToolError(f"{' '.join(command)}: took too long") from None
        if done.returncode:
            raise MissingToolError(f"{' '.join(install)}: {done.stderr.strip()[-500:]}")


class Browser:
    """A browser with what the tests ask of it."""

    def __init__(self, driver: webdriver.Chrome):
        self.driver = driver

    def open(self, path: Path | str, *, width: int = 1280, **media: str) -> None:
        """Open a file or an address; ``media`` as in `emulate`."""
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=width < 500,
        )
        self.emulate(**media)
        if self.driver.current_url.startswith("file:"):
            self.run("localStorage.clear()")
        self.drain()
        self.run("window.isOld = true")
        self.driver.get(path.as_uri() if isinstance(path, Path) else path)
        # The driver returns early now and then, with the page that was open before.
        is_loaded = "return !window.isOld && document.readyState === 'complete'"
        loading = WebDriverWait(self.driver, 30, 0.05, [WebDriverException])
        loading.until(lambda _: self.run(is_loaded))

    def emulate(self, *, media: str = "screen", scheme: str = "light") -> None:
        """Emulate a medium and a preferred colour scheme."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.command("Emulation.setEmulatedMedia", media=media, features=features)
        self.settle()

    def settle(self) -> None:
        """Wait until the page is drawn with what was changed."""
        self.driver.execute_async_script(
            "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"
        )

    def command(self, name: str, **parameters: Any) -> Any:
        """Send a command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(name, parameters)

    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of a function in the page."""
        return self.driver.execute_script(script, *arguments)

    def drain(self) -> None:
        """Forget what was logged."""
        for kind in ("browser", "performance"):
            self.driver.get_log(kind)

    def messages(self) -> list[str]:
        """Return what the page logged since it was opened: errors, warnings, violations."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Return the addresses that were asked for since the page was opened."""
        events = [
            json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")
        ]
        return [
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        ]


@contextmanager
def started(chromium: str, chromedriver: str, profile: Path) -> Iterator[Browser]:
    """Start a browser with a profile of its own."""
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(executable_path=chromedriver))
    try:
        yield Browser(driver)
    finally:
        driver.quit()
