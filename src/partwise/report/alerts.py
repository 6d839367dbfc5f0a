"""What to watch out for before you rely on the answer, and where that is explained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import metadata

from partwise.base import listed_up_to, many
from partwise.report.contents import Contents

FEW_ITEMS = 100
"""Below so many items the page warns that they are few."""


@dataclass(frozen=True)
class Alert:
    """A warning, and a link to what explains it."""

    text: str
    link: str
    about: str  # the words of the link


def alerts_of(contents: Contents) -> list[Alert]:
    """Return the warnings, the most important first."""
    warnings = (
        ("ties", _ties(contents)),
        ("unique", _unique(contents)),
        ("identical", _identical(contents)),
        ("few", _few_items(contents)),
        ("noise", _noise(contents)),
        ("coverage", _coverage(contents)),
        ("conventions", _conventions(contents)),
    )
    site = site_address()
    return [
        Alert(text, f"{site}/{page}.html" if site else f"#read-{key}", about)
        for key, texts in warnings
        for page, about in [_PAGES[key]]
        for text in texts
    ]


def explanations() -> dict[str, tuple[str, str]]:
    """Return the explanations on the page itself: by id, what they explain and their text."""
    return {f"read-{key}": (_PAGES[key][1], text) for key, text in _EXPLANATIONS.items()}


def site_address() -> str:
    """Return where the documentation is, as the package's metadata has it; empty if nowhere yet."""
    urls = [url.partition(", ") for url in metadata("partwise").get_all("Project-URL") or ()]
    return next((url for name, _, url in urls if name == "Documentation"), "").rstrip("/")


def _ties(contents: Contents) -> Iterator[str]:
    contenders = contents.answer.contenders
    if len(contenders) > 1:
        yield (
            f"{listed_up_to(contenders)} cannot be distinguished on these items. Choose one for "
            "another reason, or label more items."
        )


def _unique(contents: Contents) -> Iterator[str]:
    names = contents.coverage.all_unique
    if names:
        looks = "it looks like an id column" if len(names) == 1 else "they look like id columns"
        yield f"Every label of {listed_up_to(names)} is different: {looks}, not like a clustering."


def _identical(contents: Contents) -> Iterator[str]:
    names = _perfect(contents)
    if names:
        few = len(names) == 1
        yield (
            f"{listed_up_to(names)} {'has' if few else 'have'} the same clusters as the reference. "
            f"Check that {'it is not a copy' if few else 'they are not copies'} of it."
        )


def _perfect(contents: Contents) -> list[str]:
    """Return the candidates without errors, of those whose errors are known."""
    return [each.name for each in contents.errors if not each.splits and not each.merges]


def _few_items(contents: Contents) -> Iterator[str]:
    best = contents.scores[contents.ranking[0]][contents.decision.key]
    compared = contents.coverage.compared
    if compared < FEW_ITEMS:
        are = "item was" if compared == 1 else "items were"
        yield f"Only {compared} {are} compared: a few of them decide the answer."
    elif contents.level is not None and best.refused is not None and not _perfect(contents):
        short, name = contents.decision.short, contents.ranking[0]
        yield f"There is no confidence interval for the {short} of {name}: {best.refused}."


def _noise(contents: Contents) -> Iterator[str]:
    sides = contents.coverage.sides
    shares = {name: side.noise / side.given for name, side in sides.items() if side.noise}
    if not shares:
        return
    most = max(shares, key=lambda name: shares[name])
    label = str(contents.coverage.noise_label).replace("-", "−")
    points = f"{share(shares[most])} of the items are noise points (label {label})"
    others = len(shares) - 1
    has = "other candidate has" if others == 1 else "others have"
    also = f"; {others} {has} some" if others else ""
    yield f"In {most}, {points}{also}. {_NOISE[contents.coverage.noise]}"


def _coverage(contents: Contents) -> Iterator[str]:
    coverage = contents.coverage
    most = max(side.given - side.duplicates for side in coverage.sides.values())
    if coverage.compared < most:
        noise = "are noise points, " if coverage.noise == "drop" else ""
        yield (
            f"{share(coverage.compared / most)} of the items were compared ({coverage.compared:,} "
            f"of {most:,}). The others {noise}lack a label or are missing from a clustering."
        )
    elif coverage.missing == "singletons" and any(s.missing for s in coverage.sides.values()):
        yield "Some items have no label. Each of them counts as a cluster of its own."


def _conventions(contents: Contents) -> Iterator[str]:
    if contents.notes:
        more = len(contents.notes) - 1
        rest = f" The list of all indices has {many(more, 'more note')}." if more else ""
        yield f"Some formulas are undefined here. {contents.notes[0].rstrip('.')}.{rest}"


def share(of: float) -> str:
    """Write a share in per cent, never as 0% or 100% if it is not.

    Examples
    --------
    >>> share(0.142), share(0.0001), share(0.9999), share(1)
    ('14%', 'less than 1%', 'more than 99%', '100%')
    """
    if 0 < of < 0.01:
        return "less than 1%"
    return "more than 99%" if 0.99 < of < 1 else f"{of:.0%}"


_NOISE = {
    None: "They count as one cluster; to treat them differently, pass noise= (--noise).",
    "cluster": "They count as one cluster.",
    "singletons": "Each of them counts as a cluster of its own.",
    "drop": "They were left out of all clusterings.",
}
_PAGES = {
    "ties": ("confidence-intervals", "When candidates can be distinguished"),
    "unique": ("data", "Which columns are clusterings"),
    "identical": ("data", "Perfect candidates"),
    "few": ("confidence-intervals", "How many items it takes"),
    "noise": ("hdbscan-noise", "What noise points do to scores"),
    "coverage": ("data", "Which items are compared"),
    "conventions": ("undefined", "What undefined scores get"),
}
"""By kind of warning: the page of the documentation that explains it, and what it explains."""

_EXPLANATIONS = {
    "ties": "Candidates that cannot be distinguished may be equally good on new items: with "
    "another sample of items, their order could change. If you label more items, the confidence "
    "intervals become narrower.",
    "unique": "If all labels of a column are different, each item is in its own cluster. Such a "
    "candidate joins no pairs, so some of its scores are set by conventions. If the column has "
    "item ids, leave it out: name the candidates that you want to compare.",
    "identical": "A candidate without errors is often a copy of the reference, or was computed "
    "from it. If it is neither, its confidence interval is missing because items without errors do "
    "not show how rare errors are: label more items.",
    "few": "With few items, a score changes visibly when a single item moves. The report "
    "gives a confidence interval only if enough items decide the score.",
    "noise": "Noise points are items that DBSCAN, HDBSCAN and other methods leave unclustered. "
    "Counted as one cluster, they look like a large cluster that mixes everything. Counted as "
    "clusters of their own, they lower recall. Left out, they favour candidates that leave out "
    "the hard items. If the policies disagree about the best candidate, report more than one.",
    "coverage": "All clusterings are compared on the same items. The section What was compared "
    "says how many items each clustering lacks. If the missing items are the hard ones, scores "
    "are too good.",
    "conventions": "Some formulas divide 0 by 0 if a clustering is trivial: one cluster, or "
    "singletons only. By convention, identical clusterings get the best value and a trivial "
    "clustering gets the index's baseline, if it has one. Other scores stay undefined.",
}
