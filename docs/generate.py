"""Write what is generated from the registry: the verdicts on all indices, and pages of docs/.

``make docs`` runs this; a test fails when what is in the repository is not what it writes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import partwise as pw
from partwise.cards import SITUATIONS, card, catalogue_table, in_situations
from partwise.display import Table
from partwise.progress import tracked
from partwise.properties.catalogue import PROPERTIES
from partwise.properties.decide import Case
from partwise.properties.known import FILE, written_verdicts
from partwise.properties.verdict import Verdict

DOCS = Path(__file__).parent
VERDICTS = DOCS.parent / "src" / "partwise" / "properties" / FILE
HEAD = "<!-- Written by docs/generate.py from the registry; `make docs` writes it anew. -->\n\n"

CATALOGUE = """# The catalogue

Every index of the paper, from the registry. A pair-counting index is a function of four counts of
pairs of items: $N_{11}$ together in both clusterings, $N_{10}$ together in the reference only,
$N_{01}$ in the candidate only, $N_{00}$ in neither. For the others, $n_{ij}$ are the cells of the
contingency table, $a_i$ and $b_j$ its margins, $H$ entropies in nats, $E[M]$ and $\\sigma[M]$ mean
and standard deviation of mutual information over random candidates with the same cluster sizes.

"""

UNDEFINED = """# Undefined values

Formulas divide by zero on special clusterings: a single cluster, all singletons, two clusterings
that are identical. What happens then is decided in one place, by one principle:

1. Identical clusterings get the index's best value, also when there is at most one item.
2. One cluster against all singletons gets the worst value, where minimal agreement holds.
3. A trivial clustering (one cluster, or all singletons) against any other carries no information:
   the index gets its baseline, the value of random candidates, where it has one. Otherwise the
   value is undefined and stays NaN.

This follows the geometry of the correlation coefficient: clusterings are points on a sphere, a
single cluster and all singletons are its poles, and every other clustering is on the equator, at
right angles to both.

SMI divides by zero on a few other tables too: those whose sizes leave mutual information no choice
(sizes 2, 2 against 3, 1). Nothing deviates there either, and it gets its baseline 0.

`undefined="convention"` is the default; `undefined="nan"` gives NaN wherever the formula divides by
zero, and `undefined="raise"` raises `UndefinedValueError`. `pw.scores(...).notes` says which values
are conventions and why, and the printed table marks them.

The table shows the value in each situation (reference, candidate); · means that the formula itself
decides. Indices that are not in the table are always decided by their formula.

"""


def catalogue_page() -> str:
    """Return the page of all indices."""
    sections = "\n".join(card(index).to_markdown() for index in _builtin())
    return HEAD + CATALOGUE + catalogue_table(_builtin()).to_markdown() + "\n\n" + sections


def undefined_page() -> str:
    """Return the page of conventions."""
    found = {index.key: in_situations(index) for index in _builtin()}
    rows = [
        [key, *("·" if told == "formula" else told for told in situations.values())]
        for key, situations in found.items()
        if set(situations.values()) != {"formula"}
    ]
    return HEAD + UNDEFINED + Table(["index", *SITUATIONS], rows).to_markdown() + "\n"


PAGES = {"indices.md": catalogue_page, "undefined.md": undefined_page}


def verdicts_on(index: pw.Index) -> dict[str, Verdict]:
    """Decide all properties of an index, with no limit of time."""
    case = Case(index)
    return {key: case.decide(key) for key in PROPERTIES}


def verdicts_file() -> str:
    """Return the verdicts on all indices as the text of the file."""
    working = tracked(_builtin(), len(_builtin()), "deciding properties: ")
    found = {index.key: verdicts_on(index) for index in working}
    return written_verdicts(found)


def _builtin() -> list[pw.Index]:
    return [index for index in pw.indices() if index.builtin]


def main() -> None:
    """Write the verdicts first, since pages may go by them."""
    _write(VERDICTS, verdicts_file())
    for name, page in PAGES.items():
        _write(DOCS / name, page())


def _write(path: Path, text: str) -> None:
    """Write a file to a temporary name first."""
    unfinished = path.with_name(f"{path.name}.tmp")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)
    sys.stdout.write(f"wrote {path.relative_to(DOCS.parent)}\n")


if __name__ == "__main__":
    main()
