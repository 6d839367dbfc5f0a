"""NCdec (Lei et al. 2017), an addition: the mean over random candidates falls with their k.

For every reference A with 1 < k_A < n, the mean of V over all candidates with k clusters falls
strictly from each k to the next, 1 < k < n. It is a bias: "refuted" means that the index does not
have it.
"""

from __future__ import annotations

from collections.abc import Iterator

from partwise.properties.definitions.lei import FIRST_N, always
from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.index_values import Study
from partwise.properties.verdict import Verdict

KEY = "lei_nc_dec"


def decide(study: Study) -> Verdict:
    """Look for a reference and a k from which the mean does otherwise."""
    return search(study, KEY, _exceptions, first_n=FIRST_N)


def _exceptions(study: Study, n: int) -> Iterator[Finding]:
    return always(study, n, -1)
