"""Measure labels on a GPU against PyTorch's sums and torchmetrics there; print a table.

``make bench-gpu`` installs PyTorch, torchmetrics and CuPy in an environment of their own and runs
this. Name groups to run only some: ``python benchmarks/gpu.py counting``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import torch

import partwise as pw
from measure import Row, Work, as_table, at_most, best_times, faster

N = 10**9
SUMS = "PyTorch's sums of both"
PEER = "torchmetrics"


def labels(n: int, k: int, agreement: float = 0.0) -> tuple[Any, Any]:
    """Draw two columns of labels 0 … k − 1 on the GPU, of which a share is equal."""
    torch.manual_seed(0)
    one, other = (torch.randint(k, (n,), dtype=torch.int32, device="cuda") for _ in range(2))
    if agreement:
        other = torch.where(torch.rand(n, device="cuda") < agreement, one, other)
    return one, other


def counting() -> list[Row]:
    """10⁹ labels of 32 bits: pair counts for the ARI, and the table with its cells."""
    rows = []
    for k, bar in ((10, 2.0), (1000, 2.0), (3000, 12.0), (10**5, 12.0)):
        a, b = labels(N, k)
        works: dict[str, Work] = {"ARI": partial(pw.score, a, b, "ARI")}
        if k < 10**5:  # so many clusters have 10⁹ cells, which do not leave the GPU
            works["table"] = partial(pw.contingency, a, b)
        for name, work in works.items():
            what = f"{name}, n=10^9, k={k}"
            rows.append(at_most(what, {name: work, SUMS: partial(_sums, a, b)}, bar))
        del a, b, works
        torch.cuda.empty_cache()
    return rows


def _sums(a: Any, b: Any) -> int:
    return int(a.sum()) + int(b.sum())


def adjusted_rand() -> list[Row]:
    """ARI against torchmetrics."""
    from torchmetrics.functional.clustering import adjusted_rand_score

    rows = []
    for n, bar in ((10**4, 1.0), (10**6, 3.0), (10**7, 3.0)):
        a, b = labels(n, 10, 0.8)
        works: dict[str, Work] = {"ours": partial(pw.score, a, b, "ARI")}
        works[PEER] = _finished(adjusted_rand_score, b, a)
        rows += faster(f"ARI, n={n:.0e}, k=10", works, {PEER: bar})
    return rows


def adjusted_mi() -> list[Row]:
    """AMI against torchmetrics, whose time at n = 10⁴ stands for all n: it takes a minute there."""
    from torchmetrics.functional.clustering import adjusted_mutual_info_score

    a, b = labels(10**4, 10, 0.8)
    taken = best_times({PEER: _finished(adjusted_mutual_info_score, b, a)}, rounds=1)[PEER]
    rows = []
    for n in (10**4, 10**6, 10**7):
        a, b = labels(n, 10, 0.8)
        ours = best_times({"ours": partial(pw.score, a, b, "AMI")})["ours"]
        detail = f"{ours * 1e3:.3g} ms / {taken:.3g} s at n=1e+04"
        rows.append(
            Row(f"AMI, n={n:.0e}, k=10", PEER, taken / ours, "× faster", 1000, True, detail)
        )
    return rows


def _finished(function: Callable[..., Any], *arguments: Any) -> Work:
    """Wait for the number: a GPU returns before it has computed."""
    return lambda: float(function(*arguments))


ALL = (counting, adjusted_rand, adjusted_mi)


def main(chosen: list[str]) -> None:
    """Run the groups that were named, or all."""
    if not torch.cuda.is_available():
        sys.exit("there is no GPU that PyTorch finds: this measures labels on one")
    rows: list[Row] = []
    for group in ALL:
        if not chosen or group.__name__ in chosen:
            print(f"measuring {group.__name__} …", file=sys.stderr, flush=True)
            rows += group()
    print(as_table(rows, _where()))


def _where() -> str:
    versions = [f"{name} {_version(name)}" for name in ("torch", PEER, "cupy", "partwise")]
    return ", ".join([torch.cuda.get_device_name(), *versions])


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:  # CuPy is called after the version of CUDA
        module = sys.modules.get(name)
        return getattr(module, "__version__", "is not installed")


if __name__ == "__main__":
    main(sys.argv[1:])
