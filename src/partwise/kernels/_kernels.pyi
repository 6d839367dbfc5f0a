from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

_Vector = NDArray[np.float64]
_Labels = NDArray[Any]
_Numbers = NDArray[np.int64]
_Codes = NDArray[np.int32]

def count_cells(
    a: _Labels, b: _Labels, threads: int
) -> tuple[
    _Labels, _Labels, _Numbers, _Numbers, NDArray[np.int32], NDArray[np.int32], _Numbers
]: ...
def square_sums(a: _Labels, b: _Labels, threads: int) -> tuple[int, int, int]: ...
def are_plain(first: object, *others: object) -> bool: ...
def score_labels(first: object, second: object, program: Program) -> float: ...
def score_cells(
    rows: _Labels,
    columns: _Labels,
    counts: _Labels,
    row_sizes: _Labels,
    column_sizes: _Labels,
    programs: Sequence[Program | None],
) -> list[float]: ...

class MatrixScorer:
    def __init__(self, codes: list[_Labels], program: Program, threads: int) -> None: ...
    def row(self, first: int, start: int) -> _Vector: ...

def factorize(labels: _Labels, threads: int) -> tuple[_Numbers, _Numbers]: ...
def cell_positions(
    first_of_row: _Numbers,
    cell_columns: _Codes,
    rows: _Numbers,
    columns: _Numbers,
    threads: int,
) -> _Codes: ...
def best_assignment(
    rows: _Codes,
    columns: _Codes,
    gains: _Numbers,
    height: int,
    width: int,
    report: Callable[[int], object],
) -> tuple[_Codes, _Numbers, _Numbers]: ...
def factorize_bytes(items: NDArray[np.uint8], threads: int) -> tuple[_Numbers, _Numbers]: ...
def factorize_arrow(
    starts: NDArray[Any], texts: NDArray[np.uint8], valid: NDArray[np.bool_] | None, threads: int
) -> tuple[_Numbers, _Numbers]: ...
def factorize_strings(items: list[Any]) -> tuple[_Numbers, _Numbers, _Numbers]: ...
def integers_of(items: list[Any]) -> _Numbers | None: ...
def size_log_sum(sizes: _Vector, counts: _Vector) -> tuple[float, float]: ...
def difference_of_products(a: _Vector, b: _Vector, c: _Vector, d: _Vector) -> _Vector: ...
def compensated_sum(terms: _Vector) -> float: ...

PLAIN_ERROR: float

def expected_mutual_information(
    n: float,
    row_sizes: _Vector,
    row_counts: _Vector,
    column_sizes: _Vector,
    column_counts: _Vector,
    extended: bool,
) -> tuple[float, float]: ...
def variance_of_mutual_information(
    n: float,
    row_sizes: _Vector,
    row_counts: _Vector,
    column_sizes: _Vector,
    column_counts: _Vector,
    interpolate: Literal["never", "if_faster", "always"] = "if_faster",
) -> float: ...
def sample_sums(
    row_sizes: NDArray[np.int64],
    column_sizes: NDArray[np.int64],
    samples: int,
    key: Sequence[int],
    threads: int,
    method: str,
) -> tuple[
    NDArray[np.uint64],
    NDArray[np.uint64],
    _Vector,
    NDArray[np.int64],
    NDArray[np.int64],
    _Vector,
    _Vector,
]: ...
def sample_cells(
    row_sizes: NDArray[np.int64],
    column_sizes: NDArray[np.int64],
    samples: int,
    key: Sequence[int],
    threads: int,
    method: str,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]: ...
def enumerate_tables(
    items: int,
) -> tuple[
    NDArray[np.int64],
    NDArray[np.int8],
    NDArray[np.int8],
    NDArray[np.int8],
    NDArray[np.int32],
    NDArray[np.int64],
]: ...
def enumerate_moves(
    items: int,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int8]]: ...

class MovingTable:
    def __init__(self, logs: bool = ..., quotients: bool = ...) -> None: ...
    def change(self, row: int, column: int, items: int) -> None: ...
    def change_many(self, rows: _Codes, columns: _Codes, items: int) -> None: ...
    def move(self, row: int, source: int, target: int, items: int) -> None: ...
    def count(self, row: int, column: int) -> int: ...
    def merge(self, first: int, second: int) -> int: ...
    def sums(self) -> dict[str, Any]: ...
    def histograms(self) -> tuple[dict[int, int], dict[int, int]]: ...
    def squares(self) -> tuple[int, int, int, int]: ...
    def cells(self) -> tuple[_Codes, _Codes, _Numbers]: ...

class MovingTables:
    def __init__(self, others: _Codes, sizes: _Numbers, labels: _Codes) -> None: ...
    @property
    def clusters(self) -> int: ...
    @property
    def labels(self) -> _Codes: ...
    def pairs_after_move(self, group: _Codes) -> tuple[_Numbers, _Numbers]: ...
    def move(self, group: _Codes, target: int) -> None: ...

MEMBERS: list[str]
_Step = tuple[str, int, int]
_Enclosed = tuple[float, float, float]

class Program:
    def __init__(
        self, main: list[_Step], terms: list[list[_Step]], constants: list[_Enclosed]
    ) -> None: ...
    @property
    def members(self) -> list[str]: ...
    @property
    def needs_cells(self) -> bool: ...
    @property
    def needs_places(self) -> bool: ...
    def enclosed(self, members: list[_Enclosed], cells: list[_Vector]) -> _Enclosed: ...
    def value(self, members: list[_Enclosed], cells: list[_Vector]) -> float: ...
    def of_counts(self, n11: float, n10: float, n01: float, n00: float) -> float: ...
    def values(self, high: list[_Vector], low: list[_Vector], threads: int) -> _Vector: ...

def sweep_merges(
    rows: _Codes, left: _Codes, right: _Codes, ends: _Numbers, logs: bool, quotients: bool
) -> dict[str, Any]: ...
