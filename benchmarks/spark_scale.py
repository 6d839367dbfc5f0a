"""What a comparison costs Spark: core-seconds and shuffled bytes a row, and what follows for 10¹¹.

``python benchmarks/spark_scale.py [--most 10000000]`` runs Spark in this process on Parquet files
of growing size with one core and with two; it prints what the stages of each ``pw.scores`` took,
the cost at 10¹⁰ and 10¹¹ items by the model of ``docs/speed.md``, and the plan that counts cells.
Time is the executors' processor time. It does not count waiting, but a busy machine lengthens it.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import polars as pl

import partwise as pw
from partwise.base.display import Table

BANDWIDTH = 1.25e9 / 16
"""Bytes a second for each core that the model takes: machines of 16 cores, 10 Gbit/s each."""

CORES = 1000
SHARE = 30_000_000
"""Rows that a task reads in the model: those of a Parquet split of 128 MB, at 4 bytes a row."""


@dataclass(frozen=True)
class Cost:
    """What the stages of one comparison took."""

    rows: int
    cores: int
    seconds: float
    shuffled: int
    records: int

    @property
    def rate(self) -> float:
        """Rows in a second of one core."""
        return self.rows / self.seconds


def write(folder: Path, rows: int, clusters: int, parts: int) -> Path:
    """Write items with their labels in so many files; four fifths of both labels are equal."""
    rng = np.random.default_rng(1)
    gold = rng.integers(0, clusters, rows)
    stray = rng.random(rows) < 0.2
    labels = {
        "item": rng.permutation(rows),
        "gold": gold,
        "found": np.where(stray, rng.integers(0, clusters, rows), gold),
    }
    frame = pl.DataFrame(labels)
    path = folder / f"{rows}-{clusters}-{parts}"
    path.mkdir(exist_ok=True)
    for part, piece in enumerate(frame.iter_slices(-(-rows // parts))):
        piece.write_parquet(path / f"{part}.parquet")
    return path


def one_table(spark: Any, path: Path) -> object:
    """Score two columns of one table."""
    labels = pw.read(spark.read.parquet(str(path)).select("gold", "found"))
    return pw.scores(labels["gold"], labels["found"])


def one_large_table(spark: Any, path: Path) -> object:
    """Score two columns with the cells left in Spark, as those of 10¹⁰ items must be."""
    labels = pw.read(spark.read.parquet(str(path)).select("gold", "found"))
    return pw.scores(labels["gold"], labels["found"], max_cells=0)


def two_tables(spark: Any, path: Path) -> object:
    """Score two tables that are joined on their items."""
    frame = spark.read.parquet(str(path))
    return pw.scores(frame.select("item", "gold"), frame.select("item", "found"))


@dataclass(frozen=True)
class Shape:
    """A kind of data: how it is scored, and how many clusters so many rows have.

    Where ``cells`` is a number, each task shuffles at most so many counts; else what is shuffled
    grows with the rows.
    """

    name: str
    score: Callable[[Any, Path], object]
    clusters: Callable[[int], int]
    cells: int | None = None


SHAPES = (
    Shape("one table, 100 clusters", one_table, lambda _: 100, cells=100**2),
    Shape("one table, n/10 clusters", one_large_table, lambda rows: rows // 10),
    Shape("two tables joined on items, 100 clusters", two_tables, lambda _: 100),
)


@contextmanager
def session(cores: int, folder: str) -> Iterator[Any]:
    """Start Spark with its own defaults, and one core or more of this machine."""
    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.memory": "2g",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.log.level": "ERROR",
        "spark.ui.showConsoleProgress": "false",
        "spark.local.dir": folder,
        "spark.sql.shuffle.partitions": "8",
    }
    builder = SparkSession.builder.master(f"local[{cores}]").appName("partwise")
    for key, value in settings.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    try:
        yield spark
    finally:
        spark.stop()


def stages(spark: Any) -> dict[int, Any]:
    """Return what Spark knows of all stages that have run."""
    context = spark.sparkContext
    context._jsc.sc().listenerBus().waitUntilEmpty()
    none = context._gateway.new_array(context._jvm.double, 0)
    listed = context._jsc.sc().statusStore().stageList(None, False, False, none, None)
    return {listed.apply(i).stageId(): listed.apply(i) for i in range(listed.size())}


def measured(spark: Any, shape: Shape, folder: Path, rows: int) -> Cost:
    """Score once, and add up what the stages of it took."""
    cores = spark.sparkContext.defaultParallelism
    path = write(folder, rows, shape.clusters(rows), cores)
    before = set(stages(spark))
    shape.score(spark, path)
    new = [stage for key, stage in stages(spark).items() if key not in before]
    return Cost(
        rows,
        cores,
        sum(stage.executorCpuTime() for stage in new) / 1e9,
        sum(stage.shuffleWriteBytes() for stage in new),
        sum(stage.shuffleWriteRecords() for stage in new),
    )


def counting_plan(spark: Any) -> str:
    """Return the plan of the last execution that counted cells of a file, as Spark ran it."""
    done = spark._jsparkSession.sharedState().statusStore().executionsList()
    plans = [str(done.apply(i).physicalPlanDescription()) for i in range(done.size())]
    counting = [plan for plan in plans if "HashAggregate" in plan and "Scan parquet" in plan]
    held = counting[-1].partition("InMemoryRelation")[2]  # cells are held for what is asked next
    return dedent(held.split("== Final Plan ==\n")[1].partition("+- == Initial")[0].rstrip())


def extrapolated(shape: Shape, cost: Cost) -> Iterator[list[str]]:
    """Say what more rows cost: the rate stays, and so does what is shuffled a row, or a count."""
    for rows in (10**10, 10**11):
        if shape.cells is None:
            shuffled = cost.shuffled / cost.rows * rows
        else:
            shuffled = cost.shuffled / cost.records * shape.cells * -(-rows // SHARE)
        compute, network = rows / (CORES * cost.rate), shuffled / (CORES * BANDWIDTH)
        hours = rows / cost.rate / 3600
        yield [shape.name, f"{rows:.0e}", f"{hours:,.1f}", f"{shuffled / 1e9:,.2f}",
               f"{compute:,.0f} s", f"{network:,.2f} s"]  # fmt: skip


def main(most: int) -> None:
    """Measure, extrapolate, and print the plan."""
    sizes = [10**exponent for exponent in range(5, len(str(most)))]
    costs: dict[Shape, list[Cost]] = {shape: [] for shape in SHAPES}
    plan = ""
    with tempfile.TemporaryDirectory() as folder:
        for cores in (1, 2):
            with session(cores, folder) as spark:
                for shape in SHAPES:
                    measured(spark, shape, Path(folder), sizes[0])  # compiles what the others run
                    plan = plan or counting_plan(spark)
                    costs[shape] += [measured(spark, shape, Path(folder), n) for n in sizes]
    columns = ["work", "rows", "cores", "core-seconds", "rows / core-second", "MB shuffled"]
    lines = [
        [shape.name, f"{cost.rows:,}", str(cost.cores), f"{cost.seconds:.2f}",
         f"{cost.rate:,.0f}", f"{cost.shuffled / 1e6:.2f}"]
        for shape in SHAPES for cost in costs[shape]
    ]  # fmt: skip
    print(Table(columns, lines).to_markdown())
    columns = ["work", "items", "core-hours", "GB shuffled", "computing", "network"]
    lines = [line for shape in SHAPES for line in extrapolated(shape, costs[shape][-1])]
    notes = [f"Computing and network: with {CORES:,} cores, {BANDWIDTH / 1e6:.0f} MB/s for each."]
    print(Table(columns, lines, notes=notes).to_markdown())
    print(plan)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--most", type=int, default=10**7, help="rows of the largest file")
    main(parser.parse_args().most)
