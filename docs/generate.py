"""Write what is generated from the registry: the verdicts on all indices, and pages of docs/.

``make docs`` runs this; a test fails when what is in the repository is not what it writes.
"""

from __future__ import annotations

import json
import sys
import textwrap
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

CATALOGUE = """# Catalogue of cluster similarity indices

Look up an index: its formula, range, properties, conventions and sources. Not sure which one you
need? [Choose an index](guide.md). `pw.scores` and `pw.compare` show the recommended indices below
by default. To see others, name an index (`"ARI"`), a family (`"paper"`, `"matching"`) or `"all"`.

{counts}

The page abbreviates the adjusted Rand index (ARI), adjusted mutual information (AMI), normalised
mutual information (NMI), variation of information (VI), the correlation coefficient (CC) and
Sokal & Sneath I (S&S). The range of a pair-counting index covers all pair counts, including those
that no two clusterings have. So clusterings may not reach its lower end: ARI is never below −½.

You can write a name with any capitals, spelling and punctuation, with or without "index" or "score"
at the end: `"ARI"`, `"adjusted Rand index"` and `"adjusted_rand_score"` are the same index. A name
that scikit-learn uses gives the same number as in scikit-learn. If a name has several meanings,
partwise uses the most common one and warns you:

"""

RECOMMENDED = """## Recommended

`pw.indices("recommended")` lists these indices. The first five have a constant baseline, or nearly
one. The others are well known, but their scores depend on the cluster sizes.

"""

GROUPS: dict[str, tuple[str, Callable[[pw.Index], bool]]] = {
    "From the paper: pair counting": (
        "They use only the four pair counts, and take linear time.",
        lambda index: index.family == "paper" and index.kind == "pairs",
    ),
    "From the paper: information and sets": (
        "They use the contingency table: mutual information, plain or adjusted, and overlaps.",
        lambda index: index.family == "paper" and index.kind != "pairs",
    ),
    "Beyond the paper: information": (
        'Indices from scikit-learn and other sources: `pw.indices("entropy")`.',
        lambda index: index.family == "entropy",
    ),
    "Beyond the paper: matching of clusters": (
        'They compare each cluster with its best match: `pw.indices("matching")`.',
        lambda index: index.family == "matching",
    ),
    "Beyond the paper: items": (
        'They compare the two clusters of each item: `pw.indices("element")`.',
        lambda index: index.family == "element",
    ),
    "Beyond the paper: pair counting": (
        'Adjusted and standardised forms: `pw.indices("pairs_beyond")`.',
        lambda index: index.family == "pairs_beyond",
    ),
}
"""Sections of the catalogue: what they are about, and which indices belong there."""

SYMBOLS = """## Symbols

A pair-counting index is a function of four counts of pairs of items: $N_{11}$ pairs are together in
both clusterings, $N_{10}$ only in the reference, $N_{01}$ only in the candidate, and $N_{00}$ in
neither. $m_A$ and $m_B$ pairs are together in the reference and in the candidate, and $N$ is the
number of all pairs. For the other indices:

- $n_{ij}$ items are in cluster $i$ of the reference and cluster $j$ of the candidate. These
  clusters have $a_i$ and $b_j$ items, and $n$ is the number of all items.
- $k_A$ and $k_B$ are the numbers of clusters, and $k_{AB}$ is the number of clusters that both
  clusterings have.
- $H$ is an entropy, and $\\mathrm{MI}$ (in the text, M) is mutual information, both in nats.
- $E[\\mathrm{MI}]$ and $\\sigma[\\mathrm{MI}]$ are the mean and the standard deviation of mutual
  information over random candidates with the same cluster sizes, and
  $\\operatorname{Var}[N_{11}]$ is the variance of $N_{11}$ over these candidates.
- $\\mu$ matches clusters one to one: cluster $i$ of the reference with cluster $\\mu(i)$ of the
  candidate.
- $s_{AB}$ is the sum of $\\min(a_i, b_i)$ over $i$, with the clusters of each clustering sorted by
  size.
- $\\Omega$ is the number of contingency tables with the same cluster sizes.

"""

CARDS = "<!-- Each of them: -->\n\n"

UNDEFINED = """# Undefined values: 0/0, NaN and conventions

Look up which score you get when the formula of an index divides by zero. That happens for special
clusterings: a single cluster, all singletons, or two identical clusterings. By default
(`undefined="convention"`) one rule decides for every index:

1. Identical clusterings get the best value of the index, even if there is only one item or none.
2. One cluster against all singletons gets the worst value, if the index has minimal agreement.
3. A trivial clustering (one cluster, or all singletons) against any other carries no information.
   The index gets its baseline, which is the expected score of a random candidate, if it has one.
   Otherwise the value is undefined: NaN.

To get NaN wherever the formula has no value, pass `undefined="nan"`. To get an
`UndefinedValueError`, pass `undefined="raise"`. `pw.scores(...).notes` says which values are
conventions and why, and the printed table marks them.

The rule follows the geometry of the correlation coefficient: clusterings are points on a sphere, a
single cluster and all singletons are its poles, and every other clustering is on the equator, at
right angles to both.

Standardised mutual information (SMI) also divides by zero where all candidates of the given sizes
have the same mutual information, for example with the sizes 2, 2 against 3, 1. It then gets its
baseline, 0.

## When a formula has no value

A formula has no value if it divides by zero, or takes the square root of a negative number, the
logarithm of a number that is not positive, or the angle of a cosine beyond ±1. So dividing by zero
never gives an infinite score. A score is infinite in two cases only: if a convention says so
(Yule's index of identical clusterings), or if the value exists and is too large for a float. In the
second case the note says "too large for a float".

partwise decides exactly, without rounding, whether your own formula has a value:

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

How the comparison with zero works depends on the formula:

- Sums, products, quotients and (nested) square roots of counts are compared exactly, and so are
  sums of logarithms of counts.
- Other numbers (products of entropies, angles, exponentials) count as zero if they cannot be
  distinguished from zero in 2,466 digits.
- Moments of mutual information and sums over more than 1,000 cells are known to fewer digits
  (12 for these sums), and count as zero within them.

The score is rounded once, at the end. In a Python function, write `x ** 0.5`, `numpy.sqrt(x)` and
`numpy.log(x)`: the functions of `math` round to floats, and so does a formula that calls other
libraries or is declared `stable=True`. The formulas of the catalogue are written so that floats
have a value exactly where the exact formula has one.

## Which values are conventions

The table shows the value in each situation (reference, candidate); · means that the formula itself
decides. For an index that is not in the table, the formula always decides.

"""


PROPERTIES_INTRO = """# Properties of indices: which ones does an index have?

Look up whether an index has a constant baseline, is monotone or is a metric, or decide it for your
own index. The paper defines properties that a good index has, and partwise decides each of them for
any index, including yours:

```python
>>> import partwise as pw
>>> audit = pw.audit("jaccard", properties=["monotonicity", "distance"])
>>> print(audit.verdicts["monotonicity"])
refuted (tie): A = 01|2, B = 02|1, B' = 0|1|2: V(A, B) = 0, V(A, B') = 0
>>> audit.verdicts["distance"].status
'proved'
>>> mine = pw.audit("n11 / (n11 + n10 + n01 + sqrt(n00))", properties=["symmetry", "bias"])
>>> mine.verdicts["symmetry"].status, mine.verdicts["bias"].value
('proved', 'dec')

```

```console
$ partwise audit CC --proofs            # everything about one index
$ partwise audit "n11 / (n11 + n10)"    # a formula of pair counts
$ partwise audit my_module:my_index     # a function of a contingency table
$ partwise properties                   # the first table below, computed again
```

A verdict is one of these:

- **proved** (✓): there is a certificate, a list of steps such as "this polynomial has no negative
  coefficient on this face". You can check it yourself, and `certificate.recheck()` checks it
  without any search.
- **refuted** (✗): there is a counterexample, the smallest one. The search tries all pairs of
  clusterings up to renaming of items, fewest items first, and confirms a violation in exact or
  interval arithmetic, ties included. `01|2` is the clustering {0, 1}, {2}.
- **held up to n** (✓ n ≤ …): the search found no violation among all clusterings of up to n items
  (by default 10, and 7 for triples), nor, for your own formula, among some larger ones. It claims
  nothing beyond that.
- **unknown** (?): with the reason.
- **not defined** (–): for properties that are about pair counts alone.

Details:

- The search computes your own formula V in fractions, or with enough digits that V and aV + b have
  the same verdicts for every a > 0 and every b. Only functions that return floats are compared in
  floats, and their counterexamples are not certified.
- Asymptotic constant baseline and bias are about expected counts. Their counterexample is the first
  one on a grid. If the search finds only one bias and there is no proof, the value is "at least
  inc" or "at least dec".
- The search also runs for proved properties, including counts that hit the numbers in your formula.
  If it finds a violation, certified or not, the verdict is "unknown: the proof and the search
  disagree", and shows both.
- Linear complexity is decided from the declared algorithm and confirmed by measuring.
- An audit has a time limit, and says which properties it did not reach.

Where a verdict differs from the paper's tables, the [errata](errata.md) say why. The
[ledger](paper-ledger.md) lists all statements of the paper. Three abbreviations below are the
adjusted Rand index (ARI), adjusted mutual information (AMI) and variation of information (VI).

"""

ADDED = """
## Beyond the paper

Other authors define these properties, or they are weaker forms of the paper's. NCinc and NCdec are
biases: ✓ means that the index has the bias throughout. The constraints of Amigó et al. and the
biases of Lei et al. are stated in the definitions below as we read them, which may differ from the
authors' wording. Two of their results are confirmed: only BCubed satisfies all four constraints,
and the functions of Rand have GTbias.

"""


MODELS = """
## Under other random models

A constant baseline is about random candidates with given cluster sizes. Gates & Ahn (2017) also
draw them among all clusterings into a fixed number of clusters, or among all clusterings. In
two-sided models the reference is random as well. These are the models of `pw.chance`.

Each of these models is a mixture of models with given sizes. So an index with a constant baseline
also has the baselines below, and no bias. The exception is the two-sided model among all
clusterings, which includes trivial references: there the values of the index must cancel. Those of
the correlation coefficient do (1 for identical trivial clusterings and −1 for opposite ones); those
of the adjusted Rand index do not.

"At least inc" means that some random candidates with more clusters are favoured, and that with up
to 10 items none with fewer clusters are. "?" means that the index has no value for some clusterings
of the model, so there is no mean.

"""

AMI_MERGES = """
## A perfect merge can lower AMI

Suppose that two clusters of the candidate are inside one cluster of the reference, and you merge
them. That is an improvement, yet it can lower adjusted mutual information (AMI):

```python
>>> pairs = list(range(33))
>>> reference = [0] * 51 + [1] * 33
>>> candidate = ["a"] * 9 + ["b"] * 9 + pairs + pairs
>>> merged = ["a"] * 18 + pairs + pairs
>>> [round(pw.score(reference, labels, "ami_max"), 5) for labels in (candidate, merged)]
[-0.04765, -0.04768]

```

AMI is (M − E) / (g − E), with M the mutual information, E its mean over random candidates, and g a
mean of the two entropies. A merge leaves M unchanged, and lowers E and g. A lower E raises AMI,
since M ≤ g. A lower g raises AMI if M ≥ E afterwards. So a perfect merge can lower AMI only if the
merged candidate is worse than chance (AMI below 0). In the example above it is: its pairs say
nothing about the reference, and random pairs would say a lot.

| normaliser | smallest known merge | merged clusters | other clusters |
| --- | --- | --- | --- |
| max | n = 84 | 9 and 9 | 33 pairs across two clusters of the reference |
| arithmetic | n = 99 | 11 and 10 | 39 pairs |
| geometric | n = 179 | 20 and 19 | 70 pairs |
| min | n = 16,728 | 1050 and 1050 | 92 of 159 items across 144 clusters |

All of them are certified in exact arithmetic or in many digits. No merge of up to 12 items lowers
any of the four: we tried all. Between these bounds, `python benchmarks/ami_merges.py` improves
tables step by step, and finds no smaller merge for the first three. For min, it searches only one
family of tables.

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
            "\n### Properties of the families beyond the paper\n",
            _verdict_table(paper, _beyond()),
            ADDED.rstrip() + "\n",
            _verdict_table(added, _of_paper()),
            "\n### Further properties of the families beyond the paper\n",
            _verdict_table(added, _beyond()),
            MODELS.rstrip() + "\n",
            _verdict_table(models, _of_paper()),
            "\n### The families beyond the paper under other models\n",
            _verdict_table(models, _beyond()),
            AMI_MERGES.rstrip() + "\n",
            "\n## Definitions\n",
            *(_definition(key) for key in PROPERTIES),
            "## Equivalent indices\n",
            "These indices are linear functions of each other, which is proved for every line.\n",
            *(f"- {each}" for each in equivalences()),
            "\n## Indices that always agree\n",
            "The indices of a line are proved to rank all candidates in the same order, for every",
            "reference. A comparison counts each line as one vote.\n",
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
    return f"{HEAD}{CATALOGUE.format(counts=_counts())}{tables}{SYMBOLS}{CARDS}{sections}"


def _counts() -> str:
    """Return how many indices there are, and how they add up."""
    pairs = sum(index.kind == "pairs" for index in _of_paper())
    paper, beyond = len(_of_paper()), len(_beyond())
    said = (
        f"The catalogue has {paper + beyond} indices. {paper} are from the paper: the "
        f"{pairs - 1} pair-counting indices of its list, CD′ from a footnote, which makes {pairs}, "
        f"and {paper - pairs} that need the contingency table. {beyond} come from other sources."
    )
    return textwrap.fill(said, 100)


def _meanings() -> list[list[str]]:
    """Return the meanings of names that several indices share."""
    return [[name, first, ", ".join(others)] for name, (first, *others) in SEVERAL_MEANINGS.items()]


def _group(title: str) -> str:
    about, belongs = GROUPS[title]
    table = catalogue_table(filter(belongs, _builtin())).to_markdown()
    return f"## {title}\n\n{about}\n\n{table}\n\n"


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


def speed_page() -> str:
    """Return the page on speed with the figures of the last run of the benchmark."""
    sys.path.insert(0, str(DOCS / "site"))
    from speed_page import speed_page as page

    return page()


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
    "speed.md": speed_page,
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
