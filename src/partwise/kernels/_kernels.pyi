import numpy as np
from numpy.typing import NDArray

_Vector = NDArray[np.float64]

def size_log_sum(sizes: _Vector, counts: _Vector) -> tuple[float, float]: ...
def compensated_sum(terms: _Vector) -> float: ...
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
) -> float: ...
