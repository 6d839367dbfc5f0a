"""Nothing is declared that nothing checks; an index that nobody classified fails here."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

import partwise as pw
from every_index.catalogue import ALWAYS_DEFINED, CATALOGUE, PAIRS, TABLES, all_tables, name
from partwise.catalogue.index_card import SITUATIONS, bibliography, cite

# DESIGN of the project: the keys, in order, and the paper's abbreviations.
KEYS = [
    "rand",
    "adjusted_rand",
    "jaccard",
    "jaccard_distance",
    "wallace_1",
    "wallace_2",
    "dice",
    "correlation",
    "correlation_distance",
    "sokal_sneath_1",
    "minkowski",
    "hubert",
    "fowlkes_mallows",
    "sokal_sneath_2",
    "mirkin",
    "kulczynski",
    "mcconnaughey",
    "yule",
    "baulieu_1",
    "russell_rao",
    "fager_mcgowan",
    "peirce",
    "baulieu_2",
    "sokal_sneath_3",
    "gower_legendre",
    "rogers_tanimoto",
    "goodman_kruskal",
    "correlation_chord",
    "nmi_arithmetic",
    "nmi_max",
    "nmi_min",
    "nmi_geometric",
    "nmi_joint",
    "fnmi",
    "vi",
    "ami_geometric",
    "ami_arithmetic",
    "ami_max",
    "ami_min",
    "smi",
    "f_measure",
    "bcubed",
]
ABBREVIATIONS = {
    "R": "rand",
    "AR": "adjusted_rand",
    "ARI": "adjusted_rand",
    "J": "jaccard",
    "JD": "jaccard_distance",
    "W": "wallace_1",
    "D": "dice",
    "CC": "correlation",
    "CD": "correlation_distance",
    "S&S": "sokal_sneath_1",
    "SS1": "sokal_sneath_1",
    "H": "hubert",
    "NMI": "nmi_arithmetic",
    "FNMI": "fnmi",
    "VI": "vi",
    "AMI": "ami_arithmetic",
    "SMI": "smi",
    "FMeasure": "f_measure",
    "BCubed": "bcubed",
    "B3": "bcubed",
}
GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "golden.json").read_text())

every_index = pytest.mark.parametrize("index", CATALOGUE, ids=name)


def test_the_keys_and_their_order() -> None:
    """The paper's list is closed; families beyond it follow, each in one piece."""
    assert [index.key for index in CATALOGUE if index.family == "paper"] == KEYS
    assert [i.key for i in pw.indices("paper")] == KEYS
    families = [family for family, _ in groupby(index.family for index in CATALOGUE)]
    assert families[0] == "paper"
    assert len(families) == len(set(families))


@pytest.mark.parametrize(("short", "key"), ABBREVIATIONS.items())
def test_abbreviations(short: str, key: str) -> None:
    assert pw.index(short).key == key
    assert pw.index(short.lower()).key == key


@every_index
def test_every_name_finds_its_index(index: pw.Index) -> None:
    for each in (index.key, index.label, *index.aka):
        assert pw.index(each) is index


@every_index
def test_references_can_be_shown(index: pw.Index) -> None:
    for key in index.references:
        assert bibliography()[key]["year"] in cite(key)


def test_every_entry_of_the_bibliography_is_complete() -> None:
    for key, fields in bibliography().items():
        assert re.fullmatch(r"[a-z]+\d{4}", key)
        assert key.endswith(fields["year"])
        assert fields["title"]
        assert fields.get("author") or fields.get("editor")
    text = (Path(pw.__file__).parent / "catalogue" / "references.bib").read_text(encoding="utf-8")
    assert len(bibliography()) == Counter(line[:1] for line in text.splitlines())["@"]


def test_golden_values_have_a_source_and_an_index() -> None:
    assert all(record["source"] for record in GOLDEN["values"])
    assert {record["key"] for record in GOLDEN["values"]} <= {index.key for index in CATALOGUE}


@every_index
def test_range_holds_for_all_clusterings(index: pw.Index) -> None:
    low, high = (float(bound) for bound in index.range)
    for n in range(1, 8):
        values = index.values(all_tables(n), undefined="nan")
        defined = values[~np.isnan(values)]
        assert (defined >= low - 1e-12).all()
        assert (defined <= high + 1e-12).all()


@pytest.mark.parametrize("index", PAIRS, ids=name)
def test_range_is_tight_over_pair_counts(index: pw.Index) -> None:
    """Both ends are reached, or approached, by pair counts of graphs."""
    some = [0, 1, 2, 10**6]
    grid = np.array(np.meshgrid(some, some, some, some)).reshape(4, -1)
    values = index.from_counts(*grid[:, grid.sum(axis=0) > 0], undefined="nan")
    low, high = (float(bound) for bound in index.range)
    assert np.nanmin(values) <= (low + 0.001 if math.isfinite(low) else -1e5)
    assert np.nanmax(values) >= (high - 0.001 if math.isfinite(high) else 1e3)
    assert np.nanmin(values) >= low
    assert np.nanmax(values) <= high


# The extreme values of the other indices, by the argument beside each; for n large enough.
EXTREMES: dict[str, tuple[list[int], list[int]]] = {
    "low": ([0] * 2000, list(range(2000))),  # one cluster, singletons: shares nothing
    "high": ([0, 0, 1, 1], [0, 0, 1, 1]),  # identical
}


UNBOUNDED = {"vi": math.log(2000), "split_join": 1999}  # ln n, and n − 1
OTHER_LOWS = {
    "homogeneity": ([0, 0, 1, 1], [0, 1, 0, 1]),  # 0/0 on the extreme pair; independent
    "nmi_min": ([0, 0, 1, 1], [0, 1, 0, 1]),
    "nmi_geometric": ([0, 0, 1, 1], [0, 1, 0, 1]),
    "purity": ([*range(2000)], [0] * 2000),  # not symmetric: the other way round
    "bcubed_precision": ([*range(2000)], [0] * 2000),
    "normalised_accuracy": ([0, 1] * 1000, [*range(2000)]),
}
OTHER_HIGHS = {"van_dongen": ([*range(200)] * 200, np.repeat(range(200), 200))}  # independent


@pytest.mark.parametrize("index", TABLES, ids=name)
def test_range_is_tight_over_tables(index: pw.Index) -> None:
    low, high = (float(bound) for bound in index.range)
    if index.key in UNBOUNDED:  # at their largest for one cluster against singletons
        assert index(*EXTREMES["low"]) == pytest.approx(UNBOUNDED[index.key], rel=1e-14)
        assert index(*EXTREMES["high"]) == low == 0
        return
    if index.key in {"mi", "rmi"}:  # they grow with the logarithm of the number of clusters
        few, many = [0, 1] * 4000, [*range(40)] * 200
        assert float(index(many, many)) > float(index(few, few)) + 1.5
        assert index([0, 0, 1, 1], [0, 1, 0, 1]) <= max(low, 0)
        return
    if index.direction == "distance":
        assert index(*EXTREMES["high"]) == low == 0
        assert float(index(*OTHER_HIGHS.get(index.key, EXTREMES["low"]))) >= high - 0.01
        return
    if math.isfinite(high):
        assert index(*EXTREMES["high"]) == high
    else:  # SMI grows with n for identical clusterings
        assert float(index([0, 1] * 2000, [0, 1] * 2000)) > 1000
    if math.isfinite(low):
        pair = OTHER_LOWS.get(index.key, EXTREMES["low"])
        assert float(index(*pair, undefined="nan")) <= low + 0.01


def test_adjusted_mi_with_the_smaller_entropy_has_no_lower_bound() -> None:
    """A = one item apart from the rest, B = one pair: the pair is split with probability 2/n.

    If it is split, M − E[M] = −(1 − 2/n)·c and H(A) − E[M] = (2/n)·c, hence AMI_min = −(n − 2)/2.
    """
    for n in (4, 10, 1000):
        reference, candidate = [0] * (n - 1) + [1], [*range(n - 1), n - 2]
        found = pw.score(reference, candidate, "ami_min")
        assert found == pytest.approx(-(n - 2) / 2, rel=1e-13)


@every_index
def test_symmetry_is_as_declared(index: pw.Index) -> None:
    assert index.symmetric is not None
    same = all(
        np.allclose(
            index.values(all_tables(n)),
            index.values([table.T for table in all_tables(n)]),
            rtol=1e-13,
            atol=1e-14,
            equal_nan=True,
        )
        for n in range(1, 7)
    )
    assert same == index.symmetric


@every_index
def test_direction_is_as_declared(index: pw.Index) -> None:
    """The reference itself is better than a random guess, on a table where nothing is trivial."""
    reference, guess = [0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 1, 2, 0, 1, 2, 0, 1, 2]
    itself, random = (float(index(reference, other)) for other in (reference, guess))
    assert index.prefers(itself, random)


@every_index
def test_every_declared_convention_is_needed(index: pw.Index) -> None:
    """A value declared for undefined cases is used in at least one of them."""
    used = {
        (table.relation, float(value.value))
        for tables in SITUATIONS.values()
        for table in tables
        if (value := index.evaluate(table)).note
    }
    relations = {relation for relation, _ in used}
    if index.conventions.opposite is not None:
        assert ("opposite", float(index.conventions.opposite)) in used
    if index.conventions.vs_other is not None:
        assert ("trivial", float(index.conventions.vs_other)) in used
    assert "identical" in relations or index.key in ALWAYS_DEFINED
