"""The share of mutants that tests notice, and the mutants that no test can."""

from __future__ import annotations

import tomllib
from collections.abc import Container
from pathlib import Path
from typing import NamedTuple

__all__ = ["ANY", "Explained", "Score", "explained", "wilson"]

ANY = "*"


class Explained(NamedTuple):
    """A mutant that behaves as the source does, by what identifies it: its line may move."""

    file: str
    function: str
    was: str
    now: str

    def is_among(self, known: Container[Explained]) -> bool:
        """Whether the mutant is explained, by itself or with all changes of its statement."""
        return self in known or self._replace(now=ANY) in known


class Score(NamedTuple):
    """How many mutants of a sample were killed; those that time out are."""

    killed: int
    timed_out: int
    survived: int
    equivalent: int

    def __str__(self) -> str:
        tried = self.killed + self.timed_out + self.survived
        noticed = self.killed + self.timed_out
        low, high = wilson(noticed, tried)
        return (
            f"{tried + self.equivalent} mutants: {self.killed} killed, {self.timed_out} timed out, "
            f"{self.survived} survived, {self.equivalent} equivalent; "
            f"{noticed / max(tried, 1):.1%} noticed (95% CI {low:.1%} to {high:.1%})"
        )


def wilson(successes: int, tries: int) -> tuple[float, float]:
    """Return Wilson's 95% confidence interval of a share."""
    if not tries:
        return 0.0, 1.0
    z = 1.959964
    share, denominator = successes / tries, 1 + z * z / tries
    centre = (share + z * z / (2 * tries)) / denominator
    reach = z / denominator * (share * (1 - share) / tries + z * z / (4 * tries**2)) ** 0.5
    return max(0.0, centre - reach), min(1.0, centre + reach)


def explained() -> dict[Explained, str]:
    """Read the mutants that no test can kill, each with the reason."""
    path = Path(__file__).with_name("explained.toml")
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])
    return {
        Explained(entry["file"], entry["function"], entry["was"], entry["now"]): entry["reason"]
        for entry in entries
    }
