"""The checker of proofs that no index has certain properties together."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.properties.checker import combinations as checked
from partwise.properties.checker.algebra import NotShownError
from partwise.properties.checker.certificates import FORMAT
from partwise.properties.checker.certificates import verify as verify_any
from partwise.properties.checker.combinations import AXIOMS, Values, verify
from partwise.properties.compatibility.constraints import Constraints, Kind
from support.set_partitions import set_partitions

THEOREM = ["monotonicity", "distance", "constant_baseline"]
KINDS: list[Kind] = ["table", "pairs"]
HEAD = {"format": FORMAT, "kind": "combination"}


@pytest.fixture(scope="module", params=KINDS)
def certificate(request: pytest.FixtureRequest) -> dict[str, Any]:
    result = pw.properties.compatible(THEOREM, kind=request.param)
    assert result.certificate is not None
    return json.loads(result.certificate.to_json())  # type: ignore[no-any-return]


# --- the theorem, by hand and for several n: the proof on the page in rows


def _pairs_together(n: int, *pairs: tuple[int, int]) -> list[int]:
    """Return the labels of a clustering whose only clusters of two items are these pairs."""
    labels = list(range(n))
    for i, j in pairs:
        labels[j] = labels[i]
    return labels


def _proof_in_words(n: int, kind: Kind) -> dict[str, Any]:
    """Return the general proof of docs/theorems.md for n items, row by row."""
    a = (0, 1)
    pairs = list(combinations(range(n), 2))
    disjoint = [(e, f) for e, f in combinations(pairs, 2) if not set(e) & set(f)]
    chance, half = Fraction(1, len(disjoint)), Fraction(1, 2)
    one = {"A": _pairs_together(n, a)}
    rows: list[dict[str, Any]] = [
        {"axiom": "constant_baseline", **one, "sizes": [2, 2] + [1] * (n - 4), "by": chance},
        {"axiom": "constant_baseline", **one, "sizes": [2] + [1] * (n - 2)}
        | {"by": -Fraction(1, len(pairs))},
        {"axiom": "maximal_agreement", **one, "B": one["A"], "by": Fraction(1, len(pairs))},
    ]
    for e, f in disjoint:
        both = _pairs_together(n, e, f)
        if a in (e, f):
            other = _pairs_together(n, f if e == a else e)
            rows += [
                {"axiom": "triangle_inequality", **one, "B": both, "C": other, "by": chance * half},
                {"axiom": "symmetry", "A": both, "B": other, "by": chance * half},
            ]
            continue
        rows += [
            {"axiom": "monotonicity", **one, "B": both, "B'": _pairs_together(n, left)}
            | {"first": "A", "by": chance * half}
            for left in (e, f)
        ]
    cited = [{**row, "multiplier": str(row["by"])} for row in rows]
    for row in cited:
        del row["by"]
    return {**HEAD, "vocabulary": kind, "n": n, "properties": THEOREM, "rows": cited}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_the_proof_on_the_page_holds_for_several_n(n: int, kind: Kind) -> None:
    lines = verify(_proof_in_words(n, kind))
    assert lines[0].endswith(f"There is none on {n} items.")


def test_the_proof_of_the_page_needs_no_symmetry_and_no_trivial_clustering() -> None:
    page = Path(__file__).parents[2] / "docs" / "theorem-1.json"
    certificate = json.loads(page.read_text("utf-8"))
    verify_any(certificate)
    assert (certificate["n"], certificate["vocabulary"]) == (4, "table")
    assert sorted(certificate["properties"]) == sorted(THEOREM)
    assert all(row["axiom"] != "symmetry" for row in certificate["rows"])
    for row in certificate["rows"]:
        for name in {"A", "B", "B'", "C"} & set(row):
            assert 1 < len(set(row[name])) < 4


# --- every row of the programs is what the checker derives


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [2, 3, 4])
def test_constraints_are_what_the_checker_derives(n: int, kind: Kind) -> None:
    constraints = Constraints(n, kind)
    value = Values(kind)
    names: dict[Any, set[int]] = {}
    every = {axiom for axioms in AXIOMS.values() for axiom in axioms}
    for block in constraints.of(AXIOMS):
        for i in range(block.rows.shape[0]):
            row = {"axiom": block.axiom, **block.cite(i), "multiplier": "1"}
            instance = checked._instance(row, n, value, every)
            assert instance.relation == block.relation
            entries = block.rows[[i]].tocoo()
            terms = {j: x for j, x in zip(entries.col, entries.data, strict=True) if x}
            assert sorted(terms.values()) == sorted(instance.terms.values())
            for quantity, factor in instance.terms.items():
                names.setdefault(quantity, set(range(constraints.size)))
                names[quantity] &= {j for j, x in terms.items() if x == factor}
    assert all(len(places) == 1 for places in names.values())  # one column for each quantity
    assert len({place for places in names.values() for place in places}) == len(names)
    assert len(value.names) == constraints.value_count


@pytest.mark.parametrize("n", [3, 4])
def test_all_instances_of_the_definitions_are_constraints(n: int) -> None:
    """All pairs and triples, from the definitions, against the number of distinct rows."""
    constraints, value = Constraints(n, "table"), Values("table")
    every = set_partitions(n)
    triangles = {
        tuple(sorted(terms.items(), key=repr))
        for a in every
        for b in every
        for c in every
        if b not in (a, c)
        for terms in [checked._triangle_inequality(value, a, b, c).terms]
    }
    (_, _, _, block) = constraints.of(["distance"])
    rows = block.rows.toarray()
    assert (block.axiom, len(np.unique(rows, axis=0))) == ("triangle_inequality", len(triangles))
    baselines = {
        (tuple(sorted(map(a.count, set(a)))), tuple(sorted(map(b.count, set(b)))))
        for a in every
        if 1 < len(set(a)) < n
        for b in every
    }
    (block,) = constraints.of(["constant_baseline"])
    assert block.rows.shape[0] == len(baselines)


# --- what is not a proof is refused


def _refused(certificate: dict[str, Any]) -> bool:
    try:
        verify_any(certificate)
    except NotShownError:
        return True
    return False


def test_each_change_of_a_multiplier_is_refused(certificate: dict[str, Any]) -> None:
    for i, row in enumerate(certificate["rows"]):
        factor = Fraction(row["multiplier"])
        for other in (factor + 1, factor * 2, -factor, Fraction(0), factor + Fraction(1, 10**9)):
            changed = deepcopy(certificate)
            changed["rows"][i]["multiplier"] = str(other)
            assert _refused(changed), (i, other)


def test_each_dropped_or_doubled_row_is_refused(certificate: dict[str, Any]) -> None:
    rows = certificate["rows"]
    for i, row in enumerate(rows):
        assert _refused({**certificate, "rows": rows[:i] + rows[i + 1 :]})
        assert _refused({**certificate, "rows": [*rows, row]})
    assert _refused({**certificate, "rows": []})


def test_each_other_axiom_is_refused(certificate: dict[str, Any]) -> None:
    axioms = {axiom for axioms in AXIOMS.values() for axiom in axioms}
    strict = sum(row["axiom"] == "monotonicity" for row in certificate["rows"])
    for i, row in enumerate(certificate["rows"]):
        for axiom in axioms - {row["axiom"]}:
            changed = deepcopy(certificate)
            changed["rows"][i]["axiom"] = axiom
            assert _refused(changed), (i, axiom)
            changed["properties"] = list(AXIOMS)  # weaker rows do where others are strict
            is_weaker = (row["axiom"], axiom) == ("monotonicity", "weak_monotonicity")
            is_weaker &= strict > 1
            assert _refused(changed) != is_weaker, (i, axiom)


def test_monotonicity_with_ties_does_not_prove_it(certificate: dict[str, Any]) -> None:
    changed = json.loads(json.dumps(certificate).replace('"monot', '"weak_monot'))
    with pytest.raises(NotShownError, match="strict"):
        verify(changed)


def test_each_claim_about_other_properties_is_refused(certificate: dict[str, Any]) -> None:
    for size in range(len(AXIOMS) + 1):
        for keys in combinations(AXIOMS, size):
            changed = {**certificate, "properties": list(keys)}
            assert _refused(changed) == bool(set(THEOREM) - set(keys)), keys


def test_each_other_number_of_items_is_refused(certificate: dict[str, Any]) -> None:
    for n in (2, 3, 5, 6, 4.0, "4", True, 0, -4, 10**9, None):
        assert _refused({**certificate, "n": n}), n


def test_each_other_clustering_is_refused_or_says_the_same(certificate: dict[str, Any]) -> None:
    """Where a row still proves the claim, it is the same up to the names of the items."""
    value = Values(certificate["vocabulary"])
    axioms = {axiom for key in certificate["properties"] for axiom in AXIOMS[key]}
    for i, row in enumerate(certificate["rows"]):
        before = checked._instance(row, 4, value, axioms)
        for name in {"A", "B", "B'", "C"} & set(row):
            for labels in set_partitions(4):
                changed = deepcopy(certificate)
                changed["rows"][i][name] = list(labels)
                if not _refused(changed):
                    after = checked._instance(changed["rows"][i], 4, value, axioms)
                    assert (after.terms, after.relation) == (before.terms, before.relation)


def test_a_proof_about_pair_counts_is_none_about_all_indices() -> None:
    """At six items there are different tables with equal pair counts; only "pairs" cancels them."""
    pairs, tables = Values("pairs"), Values("table")
    same: dict[Any, dict[Any, tuple[int, ...]]] = {}
    reference = (0, 0, 0, 1, 1, 2)
    for b in set_partitions(6):
        same.setdefault(pairs(reference, b), {})[tables(reference, b)] = b
    first, second, *_ = next(list(of.values()) for of in same.values() if len(of) > 1)
    claim = {**HEAD, "n": 6, "properties": ["symmetry", "maximal_agreement"]}
    rows = [
        {"axiom": "maximal_agreement", "A": list(reference), "B": list(b), "multiplier": "1"}
        for b in (first, second)
    ]
    left = {}
    for kind in KINDS:
        with pytest.raises(NotShownError) as refusal:
            verify({**claim, "vocabulary": kind, "rows": rows})
        left[kind] = str(refusal.value).count("V(")
    assert left == {"pairs": 1, "table": 2}


@pytest.mark.parametrize(
    "mutate",
    [
        lambda c: c | {"kind": "proof"},
        lambda c: c | {"format": "partwise certificate 0"},
        lambda c: c | {"claim": "none has them"},
        lambda c: {name: c[name] for name in c if name != "n"},
        lambda c: c | {"vocabulary": "everything"},
        lambda c: c | {"properties": "distance"},
        lambda c: c | {"properties": ["distance", "beauty"]},
        lambda c: c | {"rows": {}},
        lambda c: c | {"rows": [None]},
        lambda c: c | {"rows": [{**c["rows"][0], "comment": "trust me"}, *c["rows"][1:]]},
        lambda c: c | {"rows": [{**c["rows"][0], "multiplier": 0.5}, *c["rows"][1:]]},
        lambda c: c | {"rows": [{**c["rows"][0], "multiplier": "1/0"}, *c["rows"][1:]]},
        lambda c: c | {"rows": [{**c["rows"][0], "A": [0, 0, 1]}, *c["rows"][1:]]},
        lambda c: c | {"rows": [{**c["rows"][0], "A": "0012"}, *c["rows"][1:]]},
        lambda c: c | {"rows": [{**c["rows"][0], "A": [0, 0, 1.0, 2]}, *c["rows"][1:]]},
        lambda c: list(c),
    ],
)
def test_what_has_another_form_is_refused(
    certificate: dict[str, Any], mutate: Callable[[Any], Any]
) -> None:
    assert _refused(mutate(certificate))


def test_weak_inequalities_alone_prove_nothing() -> None:
    labels = [0, 0, 1]
    row = {"axiom": "symmetry", "A": labels, "B": labels, "multiplier": "1"}
    claim = {**HEAD, "vocabulary": "table", "n": 3, "properties": ["symmetry"]}
    with pytest.raises(NotShownError, match="strict"):
        verify({**claim, "rows": [row]})


# --- alone


def test_the_checker_works_alone(certificate: dict[str, Any], tmp_path: Path) -> None:
    shutil.copytree(Path(str(checked.__file__)).parent, tmp_path / "checker")
    (tmp_path / "proof.json").write_text(json.dumps(certificate), "utf-8")
    certificate["n"] = 5
    (tmp_path / "wrong.json").write_text(json.dumps(certificate), "utf-8")
    certificate["n"] = 4
    code = (
        "import sys; sys.path.insert(0, '.')\n"
        "from checker.__main__ import main\n"
        "codes = [main(['proof.json']), main(['wrong.json'])]\n"
        "assert not any(name.startswith(('partwise', 'numpy')) for name in sys.modules)\n"
        "sys.exit(codes != [0, 1])"
    )
    command = [sys.executable, "-I", "-S", "-X", "utf8", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
