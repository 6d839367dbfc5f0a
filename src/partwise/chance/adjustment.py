"""Chance-adjusted indices: rescaled so that random clusterings score 0 and the best score 1."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from partwise.base import InputError
from partwise.catalogue import Conventions, Index, as_index
from partwise.chance.expectation import expected_of_sizes, sizes_of, sorted_margins
from partwise.chance.lines import Real
from partwise.chance.models import Model, as_model
from partwise.chance.sampling import Seed, random_generator, whole_number
from partwise.chance.size_laws import Sizes
from partwise.tables import Contingency, WeightedTable

_MOST_KEPT = 10_000


@dataclass(frozen=True, eq=False)
class _Adjusted:
    """The formula (V − E[V]) / (V_best − E[V]), with the means that it has computed."""

    index: Index
    model: Model
    samples: int
    seed: int
    means: dict[tuple[Sizes, Sizes], Real] = field(default_factory=dict, repr=False)

    def __call__(self, table: Contingency | WeightedTable) -> float:
        if isinstance(table, WeightedTable):
            table.refuse_random_candidates()
        mean = self._mean(table)
        value = self.index.evaluate(table, exact=isinstance(mean, Fraction)).value
        best = Fraction(self.index.best) if isinstance(mean, Fraction) else self.index.best
        if math.isnan(value) or math.isnan(mean) or mean == best:
            return math.nan
        return float((value - mean) / (best - mean))

    def _mean(self, table: Contingency) -> Real:
        margins = sorted_margins(*sizes_of(table))
        if self.index.symmetric and self.model.name == "fixed_sizes":
            margins = (max(margins), min(margins))  # sampled or not, the mean is one
        if margins not in self.means:
            if len(self.means) >= _MOST_KEPT:
                self.means.clear()
            expected = expected_of_sizes(
                *margins, self.index, model=self.model, samples=self.samples, seed=self.seed
            )
            self.means[margins] = expected.value
        return self.means[margins]


def adjust(
    index: str | Index,
    model: str | Model = "fixed_sizes",
    *,
    samples: int = 1000,
    seed: Seed = 0,
) -> Index:
    """Adjust an index for chance: (V − E[V]) / (V_best − E[V]).

    Adjusting the Rand index gives the adjusted Rand index (ARI). Adjusting normalised mutual
    information (NMI) gives adjusted mutual information (AMI) with the same normalisation.

    Parameters
    ----------
    index : str or Index
        The index. The best end of its range must be finite.
    model : str or Model
        The random clusterings over which E[V] is the mean, such as "fixed_sizes" (the default),
        "fixed_number" or "all_clusterings".
    samples, seed
        As in :func:`~partwise.chance.expected`, if E[V] has to be sampled. The default seed is
        fixed, so that two clusterings always get the same score.

    Returns
    -------
    Index
        A similarity, even if the index is a distance: 1 is best, and random clusterings score 0 on
        average. If the index is undefined, identical clusterings get 1, and a trivial clustering
        against any other gets the baseline 0.

    Examples
    --------
    >>> import partwise as pw
    >>> a, b = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]
    >>> round(adjust("rand")(a, b), 12) == round(pw.score(a, b, "adjusted_rand"), 12)
    True
    >>> adjust("jaccard").label
    'Jaccard, adjusted for chance'
    """
    chosen, law = as_index(index), as_model(model)
    many = whole_number(samples, "samples=", least=2)
    if not math.isfinite(chosen.best):
        raise InputError(
            f"{chosen.key} has no finite best value, so it cannot be adjusted; "
            "declare range= when you define it, or choose another index"
        )
    fixed = _fixed_seed(seed)
    suffix = "" if law.name == "fixed_sizes" else f"_{law.key}"
    over = "" if law.name == "fixed_sizes" else f" (over {law})"
    return Index(
        key=f"{chosen.key}_adjusted{suffix}",
        label=f"{chosen.label}, adjusted for chance{over}",
        kind="callable",
        formula=_Adjusted(chosen, law, many, fixed),
        range=(-math.inf, 1),
        symmetric=chosen.symmetric if law.two_sided or law.name == "fixed_sizes" else None,
        conventions=Conventions(identical=1, opposite=None, vs_other=0),
        references=chosen.references,
        doc=f"{chosen.label}, rescaled so that random clusterings score 0: over {law}.",
    )


def _fixed_seed(seed: Seed) -> int:
    """Return one seed for all tables."""
    if seed is None or isinstance(seed, np.random.Generator):
        return int(random_generator(seed).integers(2**63))
    return whole_number(seed, "seed=", least=0)
