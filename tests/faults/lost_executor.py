"""Score in Spark on two executors, processes of their own, of which one is killed in the middle.

Run by ``test_faults.py`` with ``python -m faults.lost_executor``, as the session has settings of
its own. It fails unless the score is that of an undisturbed run.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

_SETTINGS = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.executor.memory": "512m",
    "spark.sql.shuffle.partitions": "4",
    "spark.ui.enabled": "false",
}


def executors() -> list[int]:
    """Return the processes of executors below this one."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
        except OSError:  # it has ended
            continue
        if b"CoarseGrainedExecutorBackend" in command and _is_below(int(folder.name)):
            found.append(int(folder.name))
    return found


def _is_below(process: int) -> bool:
    while process > 1:
        stat = Path(f"/proc/{process}/stat").read_text()
        process = int(stat.rpartition(")")[2].split()[1])
        if process == os.getpid():
            return True
    return False


def _kill_one(context: Any, killed: list[int]) -> None:
    """Kill an executor that is at work."""
    tracker = context.statusTracker()
    while not killed:
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        if any(stage is not None and stage.numActiveTasks == 2 for stage in stages):
            killed.append(executors()[0])
            os.kill(killed[0], signal.SIGKILL)
        time.sleep(0.01)


def main() -> None:
    """Score the same twice, the second time with a loss."""
    import pyspark
    from pyspark.sql import SparkSession

    import partwise as pw

    os.environ["SPARK_HOME"] = str(Path(pyspark.__file__).parent)  # where executors find Spark
    builder = SparkSession.builder.master("local-cluster[2,1,512]")
    for key, value in _SETTINGS.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    rows = session.range(0, 4_000_000, 1, 8).selectExpr(
        "id", "pmod(hash(id), 30) AS gold", "pmod(hash(id), 7) AS mine"
    )
    labels = pw.read(rows, item_column="id")
    before = pw.score(labels["gold"], labels["mine"], "AMI")
    killed: list[int] = []
    thread = threading.Thread(target=_kill_one, args=(session.sparkContext, killed), daemon=True)
    thread.start()
    after = pw.score(labels["gold"], labels["mine"], "AMI")
    assert killed, "no task was running"
    assert killed[0] not in executors()
    assert before == after, (before, after)
    session.stop()


if __name__ == "__main__":
    main()
