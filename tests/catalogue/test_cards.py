"""Cards of indices: on the screen, in Markdown and as data, each has all that is known."""

from __future__ import annotations

from itertools import product

import pytest

import partwise as pw
from partwise.catalogue import CoverIndex, MembershipIndex
from partwise.catalogue.index_card import SITUATIONS, bibliography, card, catalogue_table, cite

KEYS = ["correlation", "wallace_1", "rand", "vi", "smi", "mari", "ami_max", "mi"]
each_key = pytest.mark.parametrize("key", KEYS)
CATALOGUE = pw.indices("all")


def test_situations_are_what_they_are_called() -> None:
    for where, tables in SITUATIONS.items():
        for table in tables:
            sides = [
                "one cluster" if k == 1 else "singletons" if k == table.n else "other"
                for k in (table.k_a, table.k_b)
            ]
            if where == "at most one item":
                assert table.n <= 1
                continue
            assert table.n >= 3
            assert (table.relation == "identical") == (where.split()[0] in ("identical", "both"))
            if where == "identical":
                assert sides == ["other", "other"]
            elif where.startswith("both "):
                assert sides == [where.removeprefix("both ")] * 2
            else:
                assert ", ".join(sides) == where
    sizes = {where: sorted(table.n for table in tables) for where, tables in SITUATIONS.items()}
    assert sizes.pop("at most one item") == [0, 1]
    assert all(each == [3, 4] for each in sizes.values())
    pairs = {f"{a}, {b}" for a, b in product(("one cluster", "singletons", "other"), repeat=2)}
    same = {"one cluster, one cluster", "singletons, singletons", "other, other"}
    assert pairs - same <= SITUATIONS.keys()


@each_key
def test_a_card_has_a_line_for_each_fact_convention_and_reference(key: str) -> None:
    index = pw.index(key)
    shown = card(index)
    lines = str(shown).splitlines()
    assert lines[:3] == [index.label, "=" * len(index.label), ""]
    assert index.doc in str(shown)
    width = max(map(len, shown.facts))
    for name, fact in shown.facts.items():
        assert f"{name:{width}}  {fact}" in lines
    width = max(map(len, shown.conventions), default=0)
    for where, value in shown.conventions.items():
        assert f"  {where:{width}}  {value}" in lines
    assert lines[-len(shown.references) :] == [f"  {each}" for each in shown.references]


@each_key
def test_a_card_in_markdown_has_the_same(key: str) -> None:
    index = pw.index(key)
    shown = card(index)
    text = shown.to_markdown()
    assert text.startswith(f"## {index.label}\n\n$$\n{index.latex()}\n$$\n\n{index.doc}\n\n|")
    for name, fact in shown.facts.items():
        assert f"| {name} | {fact} |\n" in text
    for where, value in shown.conventions.items():
        sides = " (reference, candidate)" if "," in where else ""
        assert f"\n- {where}{sides}: {value}\n" in text
    assert ("Where the formula divides by zero:" in text) == bool(shown.conventions)
    assert text.endswith("".join(f"- {each}\n" for each in shown.references))


@each_key
def test_a_card_as_data_has_the_same(key: str) -> None:
    index = pw.index(key)
    shown = card(index)
    data = shown.to_dict()
    assert {name: data[name] for name in shown.facts} == shown.facts
    assert (data["label"], data["description"]) == (index.label, index.doc)
    assert (data["formula"], data["latex"]) == (str(index.expression()), index.latex())
    assert (data["conventions"], data["references"]) == (shown.conventions, shown.references)


def test_facts_are_those_of_the_index() -> None:
    said = {True: "yes", False: "no"}
    for index in CATALOGUE:
        facts = card(index).facts
        better = {"similarity": "higher is more alike", "distance": "lower is more alike"}
        assert facts["direction"] == f"{index.direction} ({better[index.direction]})"
        assert facts["symmetric"] == said[bool(index.symmetric)]
        assert facts["also known as"] == (", ".join(index.aka) or "—")
    own = pw.define("cards_own", "n11")
    assert (card(own).facts["symmetric"], card(own).facts["range"]) == ("not stated", "−∞ to ∞")


def test_conventions_say_what_decides_in_each_situation() -> None:
    for index in CATALOGUE:
        conventions = card(index).conventions
        for where, tables in SITUATIONS.items():
            values = [index.evaluate(table) for table in tables]
            assert (where in conventions) == any(value.note for value in values), where
            if where in conventions and index.key != "rmi":
                [said] = {str(float(value.value)).removesuffix(".0") for value in values}
                shown = "undefined" if said == "nan" else said
                assert conventions[where][:4] == shown[:4], (index.key, where)


@pytest.mark.parametrize("kind", [CoverIndex, MembershipIndex])
def test_a_card_of_another_input_has_no_situations_of_partitions(
    kind: type[CoverIndex] | type[MembershipIndex],
) -> None:
    for index in kind.by_key.values():
        assert card(index).conventions == {}
        assert index.label in str(card(index))


def test_without_sympy_a_card_says_what_its_formula_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = card(pw.index("rand"))
    with_formula = (str(whole), whole.to_markdown(), whole.to_dict())
    monkeypatch.setattr("partwise.catalogue.index_card.is_installed", lambda _: False)
    shown = (str(whole), whole.to_markdown(), whole.to_dict())
    assert "need SymPy, which is not installed" in shown[0].splitlines()[3]
    assert shown[0].splitlines()[3][:4] == "    "
    assert ("$$" in with_formula[1], "$$" in shown[1]) == (True, False)
    assert (shown[2]["formula"], shown[2]["latex"]) == (None, None)
    assert {**with_formula[2], "formula": None, "latex": None} == shown[2]


# --- the table of indices


@pytest.mark.parametrize("family", [False, True])
def test_the_table_of_indices_has_a_line_for_each(family: bool) -> None:
    table = catalogue_table(CATALOGUE, family=family)
    head = ["key", "short", "family", "range", "better", "what it is"]
    assert list(table.columns) == [name for name in head if family or name != "family"]
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [row["key"] for row in rows] == [index.key for index in CATALOGUE]
    for row, index in zip(rows, CATALOGUE, strict=True):
        assert row["short"] == ("" if index.short == index.key else index.short)
        assert row.get("family", index.family) == index.family
        assert row["range"] == card(index).facts["range"]
        assert row["better"] == ("higher" if index.direction == "similarity" else "lower")
        assert row["what it is"] == index.summary


# --- references


def test_a_reference_says_who_when_what_and_where() -> None:
    for key, fields in bibliography().items():
        text = cite(key)
        assert f"({fields['year']}). {fields['title']}." in text
        places = [fields[name] for name in ("journal", "booktitle", "publisher") if name in fields]
        rest = text.partition(f"{fields['title']}.")[2]
        details = ", ".join(fields[name] for name in ("volume", "pages") if name in fields)
        where = " ".join(part for part in (*places[:1], details) if part)
        assert rest == (f" {where}." if where else ""), key
        assert not set(text) & set("{}\\")
