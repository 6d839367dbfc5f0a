"""Label files, labels, or data with estimators → a study."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from partwise.comparison import compare
from partwise.comparison.disagreement import Rule
from partwise.errors import InputError, PartwiseError
from partwise.policies import MissingPolicy, NoisePolicy
from partwise.progress import tracked
from partwise.registry import as_indices
from partwise.scoring import Which
from partwise.studies.result import Dropped, Study
from partwise.studies.sources import Estimator, as_pair, fitted, read_files
from partwise.undefined import UndefinedPolicy

__all__ = ["DEFAULT_INDICES", "study"]

DEFAULT_INDICES = (
    "nmi_arithmetic", "nmi_max", "vi", "fnmi", "ami_geometric", "rand", "adjusted_rand", "jaccard",
    "wallace_1", "sokal_sneath_1", "correlation", "f_measure", "bcubed",
)  # fmt: skip
"""Those of the paper's table, in its order."""


def study(
    datasets: Mapping[str, Any] | Iterable[str | Path],
    algorithms: Mapping[str, Estimator] | Sequence[Estimator] | None = None,
    indices: Iterable[Which] | None = None,
    *,
    reference: str = "reference",
    rule: Rule = "definition",
    seed: int = 0,
    progress: bool | None = None,
    undefined: UndefinedPolicy = "convention",
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
) -> Study:
    """Find out on which candidates indices disagree, and what each of them prefers.

    Parameters
    ----------
    datasets : mapping or iterable of paths
        By name, the reference's labels with a mapping of candidates' labels; or, with algorithms,
        the features with the reference's labels: ``{"iris": (X, y)}``. Or label files, each with a
        column for the reference and one for each candidate.
    algorithms : mapping name → estimator, or sequence of estimators, optional
        Objects with ``fit_predict``, as scikit-learn's, or functions of the features that return
        labels. Each dataset gets a copy, seeded if it takes ``random_state`` and has none. What
        fails or finds a single cluster is left out, and is in ``dropped``.
    indices : iterable of str or Index, optional
        The indices; those of the paper's table if not given.
    reference : str
        The reference's column in label files.
    rule : {"definition", "signs"}
        What counts as inconsistent: strictly opposite preferences or, as in the paper's tables,
        any two different signs, a tie against a preference included.
    seed : int
        Seed of the estimators.
    progress : bool, optional
        Whether to show a progress bar; by default, on a terminal.
    undefined, noise, noise_label, missing
        As in :func:`~partwise.compare`: on a dataset, all candidates are compared on the same
        items.

    Returns
    -------
    Study
        Disagreement of the indices, their preferences, and the scores.

    Examples
    --------
    >>> import partwise as pw
    >>> truth = [0, 0, 0, 1, 1, 1]
    >>> found = study(
    ...     {"toy": (truth, {"split": [0, 0, 1, 2, 2, 3], "mixed": [0, 0, 0, 0, 1, 1]})},
    ...     indices=["rand", "jaccard", "VI"],
    ... )
    >>> found.triplets, found.counts.tolist()
    (1, [[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    """
    chosen = as_indices(DEFAULT_INDICES if indices is None else indices)
    if rule not in get_args(Rule):
        raise InputError(f'rule= must be "definition" or "signs", not {rule!r}')
    dropped: tuple[Dropped, ...] = ()
    if algorithms is not None:
        labelled, dropped = fitted(datasets, algorithms, seed=seed, progress=progress)
    elif isinstance(datasets, Mapping):
        labelled = {name: as_pair(name, each) for name, each in datasets.items()}
    else:
        labelled = read_files(datasets, reference, missing)
        noise_label = "-1" if noise_label == -1 else noise_label
    if not labelled:
        raise InputError("there is no dataset to study; give at least one")
    found = {}
    for name, (truth, candidates) in tracked(
        labelled.items(), len(labelled), "scoring: ", progress
    ):
        try:
            compared = compare(
                truth, candidates, chosen, undefined=undefined, noise=noise,
                noise_label=noise_label, missing=missing, progress=False,
            )  # fmt: skip
        except PartwiseError as error:
            raise type(error)(f"{name}: {error}") from None
        if compared.reference.k == 1:
            raise InputError(f"{name}: the reference has a single cluster; leave the dataset out")
        scored = dict(zip(compared.names, compared.values.T.tolist(), strict=True))
        single = [each for each in scored if compared.candidates[each].k == 1]
        dropped += tuple(Dropped(name, each, "a single cluster") for each in single)
        found[name] = {each: values for each, values in scored.items() if each not in single}
        if single and len(found[name]) < 2:
            left = "".join(found[name]) or "none"
            raise InputError(
                f"{name}: two candidates of more than one cluster are needed, and there is {left}"
            )
    return Study(tuple(compared.indices), found, rule, dropped)
