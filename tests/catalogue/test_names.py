"""Names of indices: every index by each of its names, scikit-learn's names, several meanings."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
import sklearn.metrics
import sklearn.metrics.cluster

import partwise as pw
from partwise.catalogue import ByName, SeveralMeaningsWarning
from partwise.catalogue.names import SEVERAL_MEANINGS, normalised

CATALOGUE = [index for index in pw.indices("all") if index.builtin]
SCIKIT_LEARN = [
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "completeness_score",
    "fowlkes_mallows_score",
    "homogeneity_score",
    "mutual_info_score",
    "normalized_mutual_info_score",
    "rand_score",
    "v_measure_score",
]
NOT_OF_TWO_CLUSTERINGS = {  # of data, of biclusters, or no single number
    "calinski_harabasz_score", "consensus_score", "davies_bouldin_score", "silhouette_samples",
    "silhouette_score", "contingency_matrix", "pair_confusion_matrix", "entropy",
    "expected_mutual_information", "homogeneity_completeness_v_measure",
}  # fmt: skip


def names(index: pw.Index) -> list[str]:
    return [index.key, index.label, *index.aka]


def disguised(name: str) -> list[str]:
    """Return the name as people type it; a prime at the end is a part of it."""
    core, prime = (name[:-1], name[-1]) if name.endswith("'") else (name, "")
    return [
        name,
        name.upper(),
        name.swapcase(),
        f"  {name} ",
        core.replace(" ", "_").replace("-", "_") + prime,
        core.replace("_", "-").replace("&", " and ") + prime,
        core.replace("ised", "ized") + prime,
        unicodedata.normalize("NFD", name),
        f"{name} index" if not prime else name,
        f"{name}_score" if not prime else name,
    ]


@pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)
def test_each_index_is_found_by_each_of_its_names(index: pw.Index) -> None:
    for name in names(index):
        for written in disguised(name):
            assert pw.index(written) is index, written


def test_no_two_indices_share_a_name() -> None:
    owners = Counter(name for index in CATALOGUE for name in {normalised(n) for n in names(index)})
    assert [name for name, count in owners.items() if count > 1] == []
    assert not set(owners) & {normalised(name) for name in SEVERAL_MEANINGS}


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("adjusted mutual information", "ami_arithmetic"),
        ("AMI", "ami_arithmetic"),
        ("ARI", "adjusted_rand"),
        ("Adjusted Rand Index", "adjusted_rand"),
        ("V-measure", "v_measure"),
        ("vmeasure", "v_measure"),
        ("NMI", "nmi_arithmetic"),
        ("normalised mutual information", "nmi_arithmetic"),
        ("normalized_mutual_info", "nmi_arithmetic"),
        ("pair f1", "dice"),
        ("pairwise F-score", "dice"),
        ("Sorensen-Dice coefficient", "dice"),
        ("pair precision", "wallace_2"),
        ("pairwise recall", "wallace_1"),
        ("Wallace 1", "wallace_1"),
        ("purity", "purity"),
        ("inverse purity", "inverse_purity"),
        ("homogeneity", "homogeneity"),
        ("completeness", "completeness"),
        ("B-cubed", "bcubed"),
        ("B³", "bcubed"),
        ("rand index", "rand"),
        ("Jaccard Index", "jaccard"),
        ("jaccard similarity coefficient", "jaccard"),
        ("variation of information", "vi"),
        ("VI distance", None),
        ("Kulczynski", "kulczynski"),
        ("S&S₁", "sokal_sneath_1"),
        ("CD′", "correlation_chord"),
        ("CD’", "correlation_chord"),
        ("CD", "correlation_distance"),
        ("F-measure", "f_measure"),
    ],
)
def test_names_as_people_know_them(name: str, key: str | None) -> None:
    if key is None:
        with pytest.raises(pw.errors.UnknownIndexError):
            pw.index(name)
    else:
        assert pw.index(name).key == key


def test_every_metric_of_scikit_learn_is_known_here() -> None:
    offered = {name for name in sklearn.metrics.cluster.__all__ if name.islower()}
    assert offered - NOT_OF_TWO_CLUSTERINGS == set(SCIKIT_LEARN)


@pytest.mark.parametrize("name", SCIKIT_LEARN)
def test_a_name_that_scikit_learn_has_gives_its_number(name: str) -> None:
    theirs: Callable[[Any, Any], float] = getattr(sklearn.metrics, name)
    plain = name.removesuffix("_score").replace("_", " ").replace("info", "information")
    random = np.random.default_rng(5)
    for n in (5, 20, 200):
        for k in (2, 3, 7):
            a, b = random.integers(0, k, n), random.integers(0, k + 1, n)
            expected = pytest.approx(theirs(a, b), rel=1e-9, abs=1e-12)
            assert pw.score(a, b, name) == expected
            assert pw.score(a, b, plain) == expected


# --- several meanings, none, and families


@pytest.mark.parametrize(
    ("name", "key", "other"),
    [
        ("f1", "dice", "bcubed"),
        ("F1-score", "dice", "cluster_f1"),
        ("f score", "dice", "f_measure"),
        ("precision", "wallace_2", "bcubed_precision"),
        ("Recall", "wallace_1", "inverse_purity"),
        ("Wallace", "wallace_1", "wallace_2"),
        ("Sokal and Sneath", "sokal_sneath_1", "sokal_sneath_3"),
    ],
)
def test_the_most_usual_of_several_meanings_is_taken_and_said(
    name: str, key: str, other: str
) -> None:
    with pytest.warns(SeveralMeaningsWarning, match=f"is taken as {key}, .* also mean .*{other}"):
        assert pw.index(name).key == key


def test_every_meaning_is_an_index() -> None:
    assert {key for keys in SEVERAL_MEANINGS.values() for key in keys} <= {
        index.key for index in CATALOGUE
    }


@pytest.mark.parametrize("initials", ["VI", "MI", "NMI", "AMI", "ARI", "NID", "FM", "CC", "SMI"])
@pytest.mark.parametrize("ending", ["", " index", "_score"])
def test_initials_are_one_name_however_they_are_set_apart(initials: str, ending: str) -> None:
    for between in (".", "-", "_", " ", ". "):
        for name in (between.join(initials), between.join(initials) + between.strip()):
            assert pw.index(name + ending) is pw.index(initials), name


def test_an_i_after_a_single_letter_is_a_number_where_it_is_no_initial() -> None:
    assert pw.index("S&S I") is pw.index("S&S1")
    assert pw.index("Wallace I") is pw.index("wallace_1")


@pytest.mark.parametrize(
    "name",
    [*SCIKIT_LEARN, "rand_index", "v_i", "n_m_i", "jaccard_similarity_coefficient"]
    + [name.casefold().replace("-", "_") for name in SEVERAL_MEANINGS if "&" not in name],
)
def test_no_own_index_takes_a_name_by_which_the_catalogue_is_found(name: str) -> None:
    key = name.replace(" ", "_")
    with pytest.raises(pw.errors.InputError, match=r"already|catalogue"):
        pw.define(key, "n11")
    with pytest.raises(pw.errors.InputError, match="already"):
        pw.pair_index("test_names_own", aka=(name,))(lambda counts: counts.n11)
    assert {index.key for index in pw.indices("own")}.isdisjoint({key, "test_names_own"})


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("adjsted rand", "adjusted_rand"),
        ("adjusted rnd index", "adjusted_rand"),
        ("jacard", "jaccard"),
        ("homogenity", "homogeneity"),
        ("fowlkes malows", "fowlkes_mallows"),
        ("normalised mutual informaton", "nmi_arithmetic"),
        ("variation of infomation", "vi"),
        ("corelation", "correlation"),
        ("v mesure", "v_measure"),
    ],
)
def test_misspelt_names_get_the_right_suggestion_first(name: str, key: str) -> None:
    with pytest.raises(pw.errors.UnknownIndexError, match=rf"did you mean {key}\b"):
        pw.index(name)


@pytest.mark.parametrize("name", ["silhouette", "davies_bouldin", "", "?"])
def test_what_is_like_nothing_gets_no_suggestion(name: str) -> None:
    with pytest.raises(pw.errors.UnknownIndexError) as caught:
        pw.index(name)
    assert "did you mean" not in str(caught.value)


def test_families_are_named_in_any_case() -> None:
    assert pw.indices("Recommended") == pw.indices("recommended")
    assert list(pw.scores([0, 0, 1], [0, 1, 1], "PAPER")) == [i.key for i in pw.indices("paper")]


# --- subscripts

REFERENCE = [0, 0, 0, 1, 1, 2]
CANDIDATES = {"a": [0, 0, 1, 1, 2, 2], "b": [0, 0, 0, 0, 1, 1]}


def results() -> dict[str, Mapping[str, Any]]:
    """Return what is subscripted by an index."""
    comparison = pw.compare(REFERENCE, CANDIDATES, ["CC", "ARI"])
    datasets = {"d": (REFERENCE, CANDIDATES)}
    study = pw.ensembles.study(datasets, indices=["CC", "ARI"], progress=False)
    table = pw.properties.table(["CC", "ARI"], max_n=3, properties=["symmetry"], progress=False)
    tested = pw.chance.selection_bias_test(["CC", "ARI"], n=[10], samples=20, seed=0)
    return {
        "scores": pw.scores(REFERENCE, CANDIDATES["a"], ["CC", "ARI"]),
        "score table": pw.scores(REFERENCE, CANDIDATES, ["CC", "ARI"])["a"],
        "ranks": comparison.ranks,
        "preferred": comparison.preferred,
        "opinions": comparison.opinions.preferred,
        "chance": comparison.chance["a"],
        "estimates": comparison.estimates()["a"],
        "differences": comparison.differences("a", "b"),
        "p-values": comparison.better_than_chance(samples=9)["a"],
        "study preferences": study.preference("a", "b"),
        "study wins": study.wins,
        "audits": table.audits,
        "tests": tested.results,
    }


def test_results_are_subscripted_by_every_name() -> None:
    for what, by_index in results().items():
        assert list(by_index) == ["correlation", "adjusted_rand"], what
        for name in ("CC", "Correlation coefficient", "correlation", pw.index("CC")):
            assert by_index[name] is by_index["correlation"], what  # type: ignore[index]
        assert by_index["adjusted_rand_score"] is by_index["adjusted_rand"], what
        assert "adjusted Rand index" in by_index, what
        assert "purity" not in by_index, what
        assert by_index.get("NMI") is None, what
        for absent in ("NMI", "nonsense"):
            with pytest.raises(KeyError):
                by_index[absent]


def test_a_value_of_none_is_there() -> None:
    values = ByName({"rand": None})
    assert "R" in values
    assert values.get("R", 1) is None


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("A.R.I.", "adjusted_rand"),
        ("MCC", "correlation"),
        ("Matthews correlation coefficient", "correlation"),
        ("sklearn.metrics.adjusted_rand_score", "adjusted_rand"),
        ("sklearn.metrics.cluster.v_measure_score", "v_measure"),
    ],
)
def test_names_that_people_write(name: str, key: str) -> None:
    assert pw.index(name) is pw.index(key)


def test_the_matthews_correlation_is_that_of_pairs() -> None:
    one, other = np.array([0, 0, 1, 1, 2]), np.array([0, 0, 0, 1, 1])
    pairs = np.triu_indices(5, 1)
    together = [np.equal.outer(labels, labels)[pairs] for labels in (one, other)]
    expected = sklearn.metrics.matthews_corrcoef(*together)
    assert pw.score(one, other, "MCC") == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: pw.index("F1"),
        lambda: pw.score([0, 0, 1], [0, 1, 1], "F1"),
        lambda: pw.compare([0, 0, 1], [[0, 1, 1]], ["F1"]),
        lambda: pw.scores([0, 0, 1], [0, 1, 1], ["F1"]),
        lambda: pw.properties.known("F1"),
    ],
)
def test_a_warning_points_at_the_users_line(ask: Callable[[], object]) -> None:
    with pytest.warns(SeveralMeaningsWarning) as caught:
        ask()
    assert {warning.filename for warning in caught} == {__file__}


def test_one_index_is_no_family() -> None:
    for name in ("f1", "ARI", "precision"):
        with pytest.raises(pw.errors.InputError, match=rf"pw\.index\('{name}'\) finds it"):
            pw.indices(name)
