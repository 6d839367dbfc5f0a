"""Freedom from ground-truth bias (Lei et al. 2017), an addition.

An index has GTbias if the reference decides which way the mean over random candidates moves with
their number of clusters: it rises strictly with k for some reference A, and falls strictly for
another, A′, of as many items (1 < k < n, both references not trivial). "Refuted" means that there
are such references.
"""

from __future__ import annotations

from partwise.properties.definitions.lei import FIRST_N, turns
from partwise.properties.search.candidates import search
from partwise.properties.search.index_values import Study
from partwise.properties.verdict import Verdict

KEY = "lei_gt_bias"


def decide(study: Study) -> Verdict:
    """Look for two references with opposite directions."""
    return search(study, KEY, turns, first_n=FIRST_N)
