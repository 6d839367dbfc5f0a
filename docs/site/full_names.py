"""Names of indices spelled out, and every other name under which people look for them."""

from __future__ import annotations

import re
from collections.abc import Iterable

import partwise as pw
from partwise.base.display import as_markdown
from peer_names import PeerName

__all__ = ["also_known_as", "full_name"]

_SPELLED = {
    r"\bMI\b": "mutual information",
    r"\bVI\b": "variation of information",
    r"\bNMI\b": "normalised mutual information",
    r" \((arithmetic|geometric)\)": r" (\1 mean)",
    r" \((max|min)\)": r" (\1imum)",
}
_HAS_NOUN = re.compile(r"\(|coefficient|distance|chord|mean of", re.IGNORECASE)
_ABBREVIATION = re.compile(r"[A-Z]{2,}(sqrt|max|min|joint|\d)?")
_BRITISH = re.compile(r"(?i)(normal|general|standard)ise")
_NAMES = {"mari": "Modified adjusted Rand index", "van_dongen": "van Dongen distance"}
_MORE = {
    "adjusted_rand": ("adjusted Rand score",),
    "ami_arithmetic": ("AMI score",),
    "f_measure": ("F1 of best-matching clusters", "F1 score", "F-score"),
    "rand": ("Rand score",),
    "v_measure": ("V measure", "NMI with the arithmetic mean"),
    "wallace_1": ("pairwise recall", "pair-counting recall"),
    "wallace_2": ("pairwise precision", "pair-counting precision"),
    "dice": ("pairwise F1", "F1 of pairs"),
}
"""What else people type, which would not name one index without its page."""


def full_name(index: pw.Index) -> str:
    """Return the name of an index in full, with its abbreviation.

    Examples
    --------
    >>> full_name(pw.index("ARI")), full_name(pw.index("nmi_max"))
    ('Adjusted Rand index (ARI)', 'Normalised mutual information (NMImax, maximum)')
    """
    name = _NAMES.get(index.key, index.label)
    for short, full in _SPELLED.items():
        name = re.sub(short, full, name)
    if index.kind == "pairs" and not _HAS_NOUN.search(name):
        name = f"{name} index"
    name = name[:1].upper() + name[1:] if index.label[0].isupper() else name
    short = next((each for each in index.aka[:1] if _ABBREVIATION.fullmatch(each)), "")
    if not short:
        return name
    return name.replace(" (", f" ({short}, ") if "(" in name else f"{name} ({short})"


def also_known_as(index: pw.Index, peers: Iterable[PeerName]) -> str:
    """Return in Markdown all other names of an index, those of other libraries last."""
    title = full_name(index)
    names = [index.label, *index.aka, *_MORE.get(index.key, ())]
    names += [_BRITISH.sub(r"\1ize", name) for name in (title.partition(" (")[0], *names)]
    unsaid = [name for name in dict.fromkeys(names) if not _is_in(name, title)]
    others = [as_markdown(name) for name in unsaid]
    calls = [f"{peer.call} in {peer.library}" for peer in peers]
    listed = ", ".join([*others, f"`{index.key}` in partwise", *dict.fromkeys(calls)])
    return f"**Also known as:** {listed}."


def _is_in(name: str, title: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", title))
