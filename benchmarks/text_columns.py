"""Text labels in every usual container, against what pandas takes to number them alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

import partwise as pw
from measure import Row, Work, at_most

N, K = 10**6, 1000

Make = Callable[[np.ndarray], Any]

CONTAINERS: dict[str, tuple[Make, Make]] = {  # ours, and the array or series that pandas numbers
    "text array": (np.asarray, np.asarray),
    "object array": (lambda text: text.astype(object), lambda text: text.astype(object)),
    "list": (np.ndarray.tolist, lambda text: text.astype(object)),
    "StringDType": (lambda text: text.astype("T"), lambda text: text.astype("T")),
    "pandas object": (partial(pd.Series, dtype=object), partial(pd.Series, dtype=object)),
    "pandas str": (partial(pd.Series, dtype="str"), partial(pd.Series, dtype="str")),
    "pandas category": (
        partial(pd.Series, dtype="category"),
        partial(pd.Series, dtype="category"),
    ),
    "Polars": (pl.Series, partial(pd.Series, dtype="str")),
    "PyArrow": (pa.array, partial(pd.Series, dtype="str")),
}


def text_columns() -> Iterator[Row]:
    """Score two columns of text; pandas.factorize has only numbered them by then."""
    rng = np.random.default_rng(K)
    columns = [rng.integers(0, K, N).astype(str) for _ in range(2)]
    for name, (ours, theirs) in CONTAINERS.items():
        a, b = map(ours, columns)
        c, d = map(theirs, columns)
        works: dict[str, Work] = {
            "partwise": partial(pw.score, a, b, "adjusted_rand"),
            "pandas.factorize": lambda c=c, d=d: (pd.factorize(c), pd.factorize(d)),  # type: ignore[misc]
        }
        yield at_most(f"ARI, n=10⁶, k=10³, {name}", works, 1.5)


ALL: tuple[Callable[[], Iterator[Row]], ...] = (text_columns,)
