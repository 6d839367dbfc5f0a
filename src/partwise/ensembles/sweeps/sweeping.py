"""Score a family of clusterings at every threshold."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import overload

import numpy as np

from partwise.base import InputError
from partwise.catalogue import Index, UndefinedPolicy, as_indices, check_undefined, indices as listed_indices
from partwise.chance import Seed
from partwise.clusterings import MissingPolicy, NoisePolicy, Policies
from partwise.ensembles.sweeps.families import Family, MergeFamily
from partwise.ensembles.sweeps.family_reading import PairColumns, read_family
from partwise.ensembles.sweeps.sweep_result import Sweep
from partwise.ensembles.sweeps.sweep_scores import sweep_of
from partwise.ensembles.sweeps.threshold_comparison import Options
from partwise.scoring import Which
from partwise.tables import NotGivenError, sweep_merges
