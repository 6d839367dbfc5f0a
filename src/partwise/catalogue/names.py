"""How names of indices are compared: case, punctuation, accents and spelling do not matter."""

from __future__ import annotations

import difflib
import re
import sys
import unicodedata
import warnings
from collections.abc import Iterable
from functools import lru_cache

SEVERAL_MEANINGS = {
    "F1": ("dice", "bcubed", "cluster_f1", "f_measure"),
    "F-score": ("dice", "bcubed", "cluster_f1", "f_measure"),
    "precision": ("wallace_2", "bcubed_precision", "cluster_precision", "purity"),
    "recall": ("wallace_1", "bcubed_recall", "cluster_recall", "inverse_purity"),
    "Wallace": ("wallace_1", "wallace_2"),
    "Adjusted Wallace": ("adjusted_wallace_1", "adjusted_wallace_2"),
    "Sokal & Sneath": ("sokal_sneath_1", "sokal_sneath_2", "sokal_sneath_3"),
    "Baulieu": ("baulieu_1", "baulieu_2"),
}
"""Names that several indices go by: their keys, the most usual meaning first."""


class SeveralMeaningsWarning(UserWarning):
    """A name that several indices go by was taken as the most usual of them."""


def warn_of_meanings(message: str) -> None:
    """Warn that a name has several meanings, at the user's line."""
    frame, level = sys._getframe(1), 2
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == "partwise":
        frame, level = frame.f_back, level + 1
    warnings.warn(message, SeveralMeaningsWarning, stacklevel=level)


_OTHER_LETTERS = str.maketrans({"ø": "o", "ł": "l", "′": "'", "’": "'"})
_SAME_WORDS = {
    "and": "",
    "the": "",
    "i": "1",
    "ii": "2",
    "iii": "3",
    "info": "information",
    "mi": "mutualinformation",
    "vi": "variationofinformation",
    "pairs": "pair",
    "pairwise": "pair",
}
_INITIALS = re.compile(r"(?<![^\W_])[^\W\d_](?:[\W_]+[^\W\d_](?![^\W_]))+")
_SAYS_NOTHING = ("index", "score", "coefficient", "similarity", "measure", "metric")
_NEAR = 0.6
_NEARLY_AS_NEAR = 0.04


def normalised(name: str) -> str:
    """Return what names that mean the same have in common.

    A prime at the end counts: CD′ is not CD.

    Examples
    --------
    >>> normalised("Sokal & Sneath I"), normalised("sokal_sneath-1"), normalised("CD′")
    ('sokalsneath1', 'sokalsneath1', 'cdprime')
    >>> normalised("Normalised MI") == normalised("normalized_mutual_info")
    True
    >>> normalised("N.M.I."), normalised("V-I") == normalised("VI")
    ('nmi', True)
    """
    return "".join(_words(_plain(name, join_initials=True)))


def _plain(name: str, *, join_initials: bool) -> str:
    """Return the name without capitals and accents; initials such as V.I. are one word or not."""
    decomposed = unicodedata.normalize("NFKD", name).casefold().translate(_OTHER_LETTERS)
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    plain = re.sub(r"'\s*$", "prime", plain.replace("ised", "ized")).replace("'", "")
    if join_initials:
        plain = _INITIALS.sub(lambda initials: re.sub(r"[\W_]+", "", initials[0]), plain)
    return plain


def _words(plain: str) -> list[str]:
    return [_SAME_WORDS.get(word, word) for word in re.findall(r"[^\W_]+", plain)]


@lru_cache(1024)
def readings(name: str) -> tuple[str, ...]:
    """Return the name as it is, then without "index" or "score" at its end.

    Modules of scikit-learn before a name say nothing. Single letters are initials first; only then
    is an I among them a number.

    Examples
    --------
    >>> readings("sklearn.metrics.adjusted_rand_score")
    ('adjustedrandscore', 'adjustedrand')
    >>> readings("S&S I")
    ('ssi', 'ss1')
    """
    name = re.sub(r"^sklearn\.([a-z_]+\.)*", "", name)
    names = []
    for join_initials in (True, False):
        words = _words(_plain(name, join_initials=join_initials))
        names.append("".join(words))
        while len(words) > 1 and words[-1] in _SAYS_NOTHING:
            words.pop()
            names.append("".join(words))
    return tuple(dict.fromkeys(names))


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names, normalised, that a misspelt one is close to: at most three.

    Those much less close than the first are left out.

    Examples
    --------
    >>> nearest("adjsted rand", ["adjustedrand", "rand", "adjustedwallace1"])
    ['adjustedrand']
    """
    wanted = readings(name)[-1]
    near = difflib.get_close_matches(wanted, known, n=3, cutoff=_NEAR)
    closeness = [difflib.SequenceMatcher(None, other, wanted).ratio() for other in near]
    return [
        other
        for other, ratio in zip(near, closeness, strict=True)
        if ratio > closeness[0] - _NEARLY_AS_NEAR
    ]
