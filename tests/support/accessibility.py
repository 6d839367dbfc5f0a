"""axe-core for tests: fetched from the npm registry where that is allowed, and run in a page."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from support.browser import Browser, MissingToolError, may_install, wanted

__all__ = ["find_axe", "violations"]

VERSION = "4.14.0"
FOLDER = Path(__file__).parents[2] / "build" / "axe"
_INSTALL_SECONDS = 120
_RUN = """
    document.querySelectorAll('details').forEach((each) => { each.open = true });
    const said = (node) => [...node.any, ...node.all, ...node.none].map((check) => check.message);
    axe.run(document, { resultTypes: ['violations'] }).then((found) => arguments[0](
        found.violations.flatMap((rule) => rule.nodes.map(
            (node) => `${rule.id}: ${node.html.slice(0, 160)}: ${said(node).join('; ')}`))))"""


def violations(
    browser: Browser, url: str | Path, *, width: int = 1280, scheme: str = "light"
) -> list[str]:
    """Open a page and return what axe-core holds against it, all that can be folded unfolded."""
    browser.open(url, width=width, scheme=scheme)
    # The policy of a page stops scripts that are put into it, but not the debugger.
    browser.command("Runtime.evaluate", expression=wanted(find_axe))
    browser.driver.set_script_timeout(120)
    found: list[str] = browser.driver.execute_async_script(_RUN)
    return found


@cache
def find_axe() -> str:
    """Return axe-core as a script; install it if it is missing and we may."""
    script = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
    reason = None if script.exists() else _install()
    if reason is not None:
        raise MissingToolError(f"axe-core is not installed: {reason}")
    return script.read_text("utf-8")


def _install() -> str | None:
    """Install axe-core once, whichever of the test processes comes first; say why not."""
    if not may_install():
        return "nobody allowed to install it: set PARTWISE_INSTALL_BROWSER=1"
    if shutil.which("npm") is None:
        return "there is no npm to install it with"
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = ["npm", "install", "--prefix", str(FOLDER), "--ignore-scripts", "--no-audit"]
    with Path(tempfile.gettempdir(), "partwise-axe.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(
            [*command, f"axe-core@{VERSION}"],
            capture_output=True,
            text=True,
            timeout=_INSTALL_SECONDS,
            check=False,
        )
    return f"npm: {done.stderr.strip()[-500:]}" if done.returncode else None
