"""Random inputs near valid ones: seeds cut into tokens, of which a few are changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

BLOCK = 500
"""Inputs that are drawn together: the number of a block and the seed say what they are."""

_MOST_CHANGES = 4
_LONGEST_RUN = 3000  # repetitions of one token, such as an opening parenthesis
_LONGEST_INPUT = 20_000  # characters
_ODD = (
    "", " ", "\t", "\n", "\r", "\r\n", "\0", "\x1f", "\x7f", "\ufeff", "\u2028", "\U0001f600", "é",
    "ﬁ", "٣", "\udc80", "'", '"', "\\", "#", "-", "--", "0", "-0", "1", "-1", "1e308", "1e-400",
    "1e99999", "inf", "nan", "NaN", "Infinity", "0x1f", "1_000", "1j", "9" * 25, "9" * 5000,
    "9223372036854775808", "0.1", "None", "null", "true", "{}", "[]", "()", "((", "))", ",,", ";;",
    "lambda", "__import__", "a" * 300,
)  # fmt: skip


class Mutator:
    """Draw inputs near some seeds.

    Parameters
    ----------
    seeds : sequence of str
        Valid inputs.
    token : str
        The regular expression of a token of the grammar; other characters are tokens of one.
    """

    def __init__(self, seeds: Sequence[str], token: str) -> None:
        pattern = re.compile(f"{token}|.", re.DOTALL)
        self._seeds = [pattern.findall(seed) for seed in seeds]
        known = sorted({token for seed in self._seeds for token in seed})
        self._tokens = [*known, *_ODD]
        self._alike: dict[str, list[str]] = {}
        for token in known:
            self._alike.setdefault(_kind(token), []).append(token)

    def block(self, name: str, seed: int, number: int) -> Iterator[str]:
        """Yield the inputs of one block, the same whenever it is asked for."""
        rng = Random(f"{name} {seed} {number}")  # noqa: S311
        for _ in range(BLOCK):
            yield self.drawn(rng)

    def drawn(self, rng: Random) -> str:
        """Return one input."""
        tokens = list(rng.choice(self._seeds))
        for _ in range(1 + int(rng.random() * _MOST_CHANGES)):
            self._change(tokens, rng)
        return "".join(tokens)[:_LONGEST_INPUT]

    def _change(self, tokens: list[str], rng: Random) -> None:
        if not tokens:
            tokens.append(rng.choice(self._tokens))
        i, which = int(rng.random() * len(tokens)), rng.random()
        if which < 0.35:  # another token of the same kind
            tokens[i] = rng.choice(self._alike.get(_kind(tokens[i]), self._tokens))
        elif which < 0.5:
            tokens[i] = rng.choice(self._tokens)
        elif which < 0.65:
            tokens.insert(i, rng.choice(self._tokens))
        elif which < 0.77:
            del tokens[i : i + 1 + int(rng.random() * 3)]
        elif which < 0.87:  # a part of another seed
            other = rng.choice(self._seeds)
            j = int(rng.random() * len(other))
            tokens[i : i + int(rng.random() * 4)] = other[j : j + 1 + int(rng.random() * 12)]
        elif which < 0.94:  # a part once more
            tokens[i:i] = tokens[i : i + 1 + int(rng.random() * 8)]
        elif which < 0.98:  # one character
            j, text = int(rng.random() * (len(tokens[i]) + 1)), tokens[i]
            tokens[i] = text[:j] + chr(int(rng.random() * 256)) + text[j + 1 :]
        else:
            tokens[i] *= int(_LONGEST_RUN ** rng.random())


def _kind(token: str) -> str:
    """Tell numbers, names, texts and marks apart."""
    first = token[:1]
    return "digit" if first.isdigit() else "name" if first.isalpha() else first
