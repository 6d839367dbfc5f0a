"""Write what is generated from the registry: the verdicts on all indices, and pages of docs/.

``make docs`` runs this; a test fails when what is in the repository is not what it writes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import partwise as pw
from partwise.base.display import Table
from partwise.base.progress import tracked
from partwise.catalogue.index_card import SITUATIONS, card, catalogue_table, in_situations
from partwise.catalogue.names import SEVERAL_MEANINGS
from partwise.properties.auditing import mark
from partwise.properties.checker.combinations import verify
from partwise.properties.compatibility.closeness import closeness, kept_rewards, least_deviations
from partwise.properties.compatibility.minimal_sets import minimal_sets
from partwise.properties.decide import Case
from partwise.properties.equivalence import equivalences
from partwise.properties.known_orders import FILE as ORDERS_FILE
from partwise.properties.known_orders import written_orders
from partwise.properties.known_verdicts import FILE, known, written_verdicts
from partwise.properties.registry import PROPERTIES
from partwise.properties.verdict import Verdict

DOCS = Path(__file__).parent
VERDICTS = DOCS.parent / "src" / "partwise" / "properties" / FILE
ORDERS = VERDICTS.with_name(ORDERS_FILE)
HEAD = "<!-- Written by docs/generate.py from the registry; `make docs` rewrites it. -->\n\n"

CATALOGUE = """# The catalogue

Every index, from the registry. `pw.scores` and `pw.compare` show the recommended ones, below,
unless you name others: one by any of its names, a family as `"paper"` or `"matching"`, all as
`"all"`. Which one to take: [the guide](guide.md).

Names are found in any case, spelling and punctuation, with or without "index" or "score" at the
end: `"ARI"`, `"adjusted Rand index"` and `"adjusted_rand_score"` are one. A name that scikit-learn
has gives scikit-learn's number. A name with several meanings is taken as the most usual one, with a
warning:

"""

RECOMMENDED = """## Recommended

The most trustworthy first, then those that are well known: `pw.indices("recommended")`.

"""

GROUPS: dict[str, tuple[str, Callable[[pw.Index], bool]]] = {
    "The paper's: pair counting": (
        "From the four pair counts alone; linear time.",
        lambda index: index.family == "paper" and index.kind == "pairs",
    ),
    "The paper's: information and sets": (
        "From the contingency table: mutual information, plain or adjusted, and sets of items.",
        lambda index: index.family == "paper" and index.kind != "pairs",
    ),
    "Beyond the paper: information": (
        'What scikit-learn and others offer: `pw.indices("entropy")`.',
        lambda index: index.family == "entropy",
    ),
    "Beyond the paper: matching of clusters": (
        'Each cluster is held against its best partner: `pw.indices("matching")`.',
        lambda index: index.family == "matching",
    ),
    "Beyond the paper: items": (
        'Each item is asked how alike its two clusters are: `pw.indices("element")`.',
        lambda index: index.family == "element",
    ),
    "Beyond the paper: pair counting": (
        'Adjusted and standardised forms: `pw.indices("pairs_beyond")`.',
        lambda index: index.family == "pairs_beyond",
    ),
}
"""Sections of the catalogue: what they are about, and who belongs there."""

SYMBOLS = """## Symbols

A pair-counting index is a function of four counts of pairs of items: $N_{11}$ together in both
clusterings, $N_{10}$ together in the reference only, $N_{01}$ in the candidate only, $N_{00}$ in
neither. For the others, $n_{ij}$ are the cells of the contingency table, $a_i$ and $b_j$ its
margins, $H$ entropies in nats, $E[M]$ and $\\sigma[M]$ mean and standard deviation of mutual
information over random candidates with the same cluster sizes, $Var[N11]$ the variance of $N_{11}$
over these. $x_{ij}$ is 1 for the cells that an optimal one-to-one matching of the clusters chooses;
$k_{AB}$ is the number of clusters that both clusterings have, $s_{AB}$ the sum of the smaller of
the two sizes over the clusters in the order of their sizes,
$I_0 = \\frac1n \\ln(n! \\prod n_{ij}! / (\\prod a_i! \\prod b_j!))$, and $ln_\\Omega$ the logarithm
of the number of tables with the same margins.

"""

CARDS = "<!-- Each of them: -->\n\n"

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

`undefined="convention"` is the default; `undefined="nan"` gives NaN wherever the formula has no
value, and `undefined="raise"` raises `UndefinedValueError`. `pw.scores(...).notes` says which
values are conventions and why, and the printed table marks them.

## Where a formula has no value

A formula has no value where it divides by zero, whatever it divides, or takes the square root of a
negative number, the logarithm of a number that is not positive, or the angle of a cosine beyond ±1.
So dividing by zero never gives an infinite score. A score is infinite only where a convention says
so (Yule's index of identical clusterings), or where the value exists and no float is as large: then
its note says "too large for a float".

Whether a formula of your own has a value is decided exactly, and never by rounding:

```python
>>> import partwise as pw
>>> own = pw.define("root_of_the_rest", "1 - sqrt(1 - n11 / (sqrt(mA) * sqrt(mB)))", range=(0, 1))
>>> labels = [0, 0, 0, 1, 1, 2]
>>> own(labels, labels, undefined="nan")  # floats would take the root of -2e-16 here
1.0
>>> odds = pw.define("odds_of_agreement", "(n11 + n00) / (n10 + n01)")
>>> odds(labels, labels, undefined="nan")
nan

```

Counts are whole numbers, and sums, products, quotients and square roots of them, nested ones too,
are compared with zero without error. So are sums of logarithms of counts. Other numbers (products
of entropies, angles, exponentials) count as zero if 2,466 digits do not tell them from zero. What
is known to fewer digits counts as zero within these: the moments of mutual information, and sums
over more than 1,000 cells (12 digits). The score is rounded once, at the end. In a Python function,
write `x ** 0.5`, `numpy.sqrt(x)` and `numpy.log(x)`: the functions of `math` round to floats, and
so does a formula that calls other libraries or is declared `stable=True`.
Formulas of the catalogue are written so that floats have a value just where they have one.

## Which values are conventions

The table shows the value in each situation (reference, candidate); · means that the formula itself
decides. Indices that are not in the table are always decided by their formula.

"""


PROPERTIES_INTRO = """# Properties of indices, decided by machine

Which indices can one trust? The paper defines properties that a good index has; partwise decides
each of them for any index, one of your own included:

```python
>>> import partwise as pw
>>> found = pw.audit("jaccard", properties=["monotonicity", "distance"])
>>> print(found.verdicts["monotonicity"])
refuted (tie): A = 01|2, B = 02|1, B' = 0|1|2: V(A, B) = 0, V(A, B') = 0
>>> found.verdicts["distance"].status
'proved'
>>> mine = pw.audit("n11 / (n11 + n10 + n01 + sqrt(n00))", properties=["symmetry", "bias"])
>>> mine.verdicts["symmetry"].status, mine.verdicts["bias"].value
('proved', 'dec')

```

```console
$ partwise audit CC --proofs            # all about one index
$ partwise audit "n11 / (n11 + n10)"    # a formula of pair counts
$ partwise audit my_module:my_index     # a function of a contingency table
$ partwise properties                   # the first table below, decided again
```

A verdict is one of

- **proved** (✓): with a certificate, a list of steps such as "this polynomial has no negative
  coefficient on this face", which a reader can check and `certificate.recheck()` does without any
  search;
- **refuted** (✗): by the smallest counterexample. All pairs of clusterings up to renaming of
  items are tried, fewest items first; what is reported is confirmed in exact or interval
  arithmetic, ties included. A formula of your own is searched in fractions, or in so many digits
  that aV + b has the verdicts of V for every a > 0 and b; only a function that returns floats
  is compared in floats, by how far its values lie apart, and is not certified. Asymptotic baseline
  and bias speak of expected counts; for them it is the first found on a grid, and one bias that
  is found without a proof is "at least" that one. `01|2` is the clustering {0, 1}, {2};
- **held up to n** (✓ n ≤ …): nothing was found among all clusterings of up to n items (10, and 7
  for triples, unless told otherwise), nor, for a formula of your own, among some larger ones. It
  claims no more;
- **unknown** (?), with the reason; **not defined** (–), for properties of pair counts alone.

What is proved is tried all the same, also at counts that hit the numbers in your formula. A
violation, certified or not, blocks the proof: the verdict is then "unknown: the proof and the
search disagree", and has both.

"Linear complexity" is decided from the declared algorithm and confirmed by measuring. An audit
has a time limit and says what it did not get to. Where the verdicts differ from the paper's
tables, the [errata](errata.md) say why; the [ledger](paper-ledger.md) lists all of its
statements.

"""

ADDED = """
## Beyond the paper

Properties by others, and weaker forms. NCinc and NCdec are biases, not virtues: ✓ says that the
index has the bias throughout. The constraints of Amigó et al. and the biases of Lei et al. are as
we read them, in the definitions below, which need not be their authors' to the letter. Two results
of theirs come out: BCubed alone satisfies all four constraints, and the functions of Rand have
GTbias.

"""


MODELS = """
## Under other random models

A constant baseline speaks of random candidates with given cluster sizes. Gates & Ahn (2017) also
draw them among all clusterings into a fixed number of clusters, or among all clusterings; in
two-sided models the reference is drawn, too. These are the models of `pw.chance`. Since they mix
given sizes, an index with a constant baseline has the baselines below as well, and no bias. The
exception is two-sided among all clusterings, where trivial references are drawn: there an index
needs values that cancel. Those of the correlation coefficient do, 1 for identical trivial
clusterings and −1 for opposite ones; those of the adjusted Rand index do not. "At least inc" says
that more clusters are favoured somewhere, and that nothing up to 10 items favours fewer; "?" that
the index has no value on some clusterings of the model, so that there is no mean.

"""

AMI_MERGES = """
## A perfect merge can lower AMI

Two clusters of the candidate lie inside one cluster of the reference, and you merge them. That is
an improvement, yet it can lower the adjusted mutual information (AMI):

```python
>>> pairs = list(range(33))
>>> reference = [0] * 51 + [1] * 33
>>> candidate = ["a"] * 9 + ["b"] * 9 + pairs + pairs
>>> merged = ["a"] * 18 + pairs + pairs
>>> [round(pw.score(reference, labels, "ami_max"), 5) for labels in (candidate, merged)]
[-0.04765, -0.04768]

```

AMI is (M − E) / (g − E), with M the mutual information, E its mean over random candidates, and g a
mean of the two entropies. A merge leaves M as it is, and lowers E and g. A lower E raises AMI,
since M ≤ g. A lower g raises AMI if M ≥ E afterwards. So a perfect merge never lowers AMI to a
value of 0 or more; it can only happen among candidates that are worse than chance. The one above
is: its pairs say nothing about the reference, and random pairs would say much.

| normaliser | smallest merge that is known | clusters that are merged | other clusters |
| --- | --- | --- | --- |
| max | n = 84 | 9 and 9 | 33 pairs across two clusters of the reference |
| arithmetic | n = 99 | 11 and 10 | 39 pairs |
| geometric | n = 179 | 20 and 19 | 70 pairs |
| min | n = 16,728 | 1050 and 1050 | 92 of 159 items across 144 clusters |

All are certified in exact or many digits. No merge of up to 12 items lowers any of the four: all
were tried. Between these bounds `python benchmarks/ami_merges.py` improves tables step by step, and
finds nothing smaller for the first three; for min only one family was
searched.

"""


def properties_page() -> str:
    """Return the page of properties: definitions, verdicts, counterexamples, equivalences."""
    paper = [key for key, each in PROPERTIES.items() if not each.addition]
    models = [key for key in PROPERTIES if key.startswith(("fixed_number", "all_clusterings"))]
    added = [key for key, each in PROPERTIES.items() if each.addition and key not in models]
    return "\n".join(
        [
            HEAD + PROPERTIES_INTRO + "## The paper's properties\n",
            _verdict_table(paper, _of_paper()),
            "\n### Of the families beyond the paper\n",
            _verdict_table(paper, _beyond()),
            ADDED.rstrip() + "\n",
            _verdict_table(added, _of_paper()),
            "\n### Of the families beyond the paper, too\n",
            _verdict_table(added, _beyond()),
            MODELS.rstrip() + "\n",
            _verdict_table(models, _of_paper()),
            "\n### Of the families beyond the paper, under other models\n",
            _verdict_table(models, _beyond()),
            AMI_MERGES.rstrip() + "\n",
            "\n## Definitions\n",
            *(_definition(key) for key in PROPERTIES),
            "## Equivalent indices\n",
            "The paper's table, recomputed over all of its indices; all proved.\n",
            *(f"- {each}" for each in equivalences()),
            "\n## Indices that always agree\n",
            "Proved to order all candidates alike, whatever the reference; a comparison counts",
            "each line as one vote.\n",
            *(f"- {', '.join(keys)}" for keys in json.loads(ORDERS.read_text("utf-8"))),
            "\n## Smallest counterexamples\n",
            _counterexamples(paper).to_markdown(),
            "",
        ]
    )


def _verdict_table(keys: list[str], indices: list[pw.Index]) -> str:
    rows = [[index.key, *(mark(known(index)[key]) for key in keys)] for index in indices]
    return Table(["index", *(PROPERTIES[key].title for key in keys)], rows).to_markdown()


def _definition(key: str) -> str:
    about = PROPERTIES[key]
    return f"**{about.title}** (`{key}`; {about.source}). {about.definition}\n"


def _counterexamples(keys: list[str]) -> Table:
    rows = [
        [PROPERTIES[key].title, index.key, str(verdict.counterexample)]
        for key in keys
        for index in _builtin()
        if (verdict := known(index)[key]).counterexample is not None
    ]
    return Table(["property", "index", "counterexample"], rows)


def catalogue_page() -> str:
    """Return the page of all indices."""
    sections = "\n".join(card(index).to_markdown() for index in _builtin())
    meanings = Table(["name", "is", "can also mean"], _meanings()).to_markdown()
    recommended = catalogue_table(pw.indices("recommended")).to_markdown()
    tables = f"{meanings}\n\n{RECOMMENDED}{recommended}\n\n{''.join(map(_group, GROUPS))}"
    return f"{HEAD}{CATALOGUE}{tables}{SYMBOLS}{CARDS}{sections}"


def _meanings() -> list[list[str]]:
    """Return what is meant by names that several indices have."""
    return [[name, first, ", ".join(others)] for name, (first, *others) in SEVERAL_MEANINGS.items()]


def _group(title: str) -> str:
    said, belongs = GROUPS[title]
    table = catalogue_table(filter(belongs, _builtin())).to_markdown()
    return f"## {title}\n\n{said}\n\n{table}\n\n"


def undefined_page() -> str:
    """Return the page of conventions."""
    found = {index.key: in_situations(index) for index in _builtin()}
    rows = [
        [key, *("·" if told == "formula" else told for told in situations.values())]
        for key, situations in found.items()
        if set(situations.values()) != {"formula"}
    ]
    return HEAD + UNDEFINED + Table(["index", *SITUATIONS], rows).to_markdown() + "\n"


def big_data_page() -> str:
    """Return the page on engines with the table of those that the tests run on."""
    sys.path.insert(0, str(DOCS.parent / "tests"))
    from every_engine.table import engines_table

    written = (DOCS / "big-data.md").read_text(encoding="utf-8")
    head, start, rest = written.partition("from tests/every_engine -->\n")
    return f"{head}{start}\n{engines_table()}\n{rest[rest.index('<!-- /engines -->') :]}"


def command_line_page() -> str:
    """Return the reference of the command line."""
    sys.path.insert(0, str(DOCS / "site"))
    from cli_page import cli_page

    return cli_page()


CLOSENESS = ("correlation_distance", "correlation_chord", "rand", "vi")
"""Monotone metrics, to compare with what is possible."""


def theorems_page() -> str:
    """Return the page of theorems with the proof and the tables that linear programs give."""
    proof = verify(json.loads((DOCS / "theorem-1.json").read_text(encoding="utf-8")))
    sets = [
        f"{title}:\n\n{result.to_table().to_markdown()}"
        for title, result in (
            ("Pair-counting indices", minimal_sets("pairs")),
            ("All indices", minimal_sets("table")),
        )
    ]
    parts = {
        "proof": "\n".join(f"> {line}\n>" for line in proof),
        "sets": "\n\n".join(sets),
        "least": least_deviations((0.01, 0.02, 0.05, 0.1, 0.2, 0.3), (4, 5, 6)).to_markdown(),
        "closeness": closeness(CLOSENESS, (4, 5, 6)).to_table().to_markdown(),
        "kept": kept_rewards((0.9, 0.75, 0.5, 0.25), (4, 5, 6)).to_markdown(),
        "distance": closeness(sizes=range(7, 11)).to_table().to_markdown(),
    }
    written = (DOCS / "theorems.md").read_text(encoding="utf-8")
    for name, text in parts.items():
        head, start, rest = written.partition(f"<!-- {name} -->\n")
        written = f"{head}{start}\n{text}\n\n{rest[rest.index(f'<!-- /{name} -->') :]}"
    return written


PAGES = {
    "big-data.md": big_data_page,
    "cli.md": command_line_page,
    "indices.md": catalogue_page,
    "undefined.md": undefined_page,
    "properties.md": properties_page,
    "theorems.md": theorems_page,
}


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
    return [index for index in pw.indices("all") if index.builtin]


def _of_paper() -> list[pw.Index]:
    return [index for index in _builtin() if index.family == "paper"]


def _beyond() -> list[pw.Index]:
    return [index for index in _builtin() if index.family != "paper"]


def main(names: list[str]) -> None:
    """Write the pages that are named, or verdicts and orders, since pages go by them, and all."""
    if not names:
        _write(VERDICTS, verdicts_file())
        _write(ORDERS, written_orders(_builtin()))
    for name in names or PAGES:
        _write(DOCS / name, PAGES[name]())


def _write(path: Path, text: str) -> None:
    """Write a file to a temporary name first."""
    unfinished = path.with_name(f"{path.name}.tmp")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)
    sys.stdout.write(f"wrote {path.relative_to(DOCS.parent)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
