"""The paper's statistical tests for a constant baseline, repeated with draws of our own."""

from __future__ import annotations

from partwise.chance import PAPER_ITEMS, BaselineTest
from partwise.paper.artifact import Artifact, Beside, ComparedCell, Context, Experiment, cell
from partwise.paper.baseline_figures import LEVEL, NAMES

_SAMPLES, _FEW = 500, 100
_STATED = (
    "The paper: the results agree with Tables 3 and 4, except for Correlation Distance, which is "
    "so close to a constant baseline that the tests are unable to detect it."
)
_SELECTION = (
    "Of this test the paper prints no results of its own. An index with a constant baseline may "
    "have a selection bias nevertheless, as AMI has (Romano et al. 2014): scores of one kind of "
    "candidate vary more than those of another."
)


def run(context: Context) -> Artifact:
    """Run both tests."""
    from partwise.chance import constant_baseline_test, selection_bias_test

    items = PAPER_ITEMS[1::4] if context.quick else PAPER_ITEMS
    samples = _FEW if context.quick else _SAMPLES
    means, wins = (
        test(list(NAMES), n=items, samples=samples, seed=context.seed, progress=context.progress)
        for test in (constant_baseline_test, selection_bias_test)
    )
    return EXPERIMENT.artifact([_means(means), _wins(wins)])


def _means(found: BaselineTest) -> Beside:
    rows = tuple(
        (name, (cell(_outcome(found, key), _stated(key)), ComparedCell(_p(found[key].p_value))))
        for key, name in NAMES.items()
    )
    title = "Is the baseline constant? (analysis of variance)"
    return Beside(title, ("constant baseline", "p"), rows, (_STATED, _how(found)), "index")


def _wins(found: BaselineTest) -> Beside:
    rows = tuple(
        (name, (ComparedCell(_outcome(found, key)), ComparedCell(_p(found[key].p_value))))
        for key, name in NAMES.items()
    )
    title = "Is every candidate as likely to win? (χ² test)"
    return Beside(title, ("no selection bias", "p"), rows, (_SELECTION, _how(found)), "index")


def _stated(key: str) -> str:
    return "not rejected" if key in LEVEL else "rejected"


def _outcome(found: BaselineTest, key: str) -> str:
    return "rejected" if key in found.rejected else "not rejected"


def _p(value: float) -> str:
    return "< 0.0001" if value < 1e-4 else f"{value:.4f}"


def _how(found: BaselineTest) -> str:
    first, last = found.items[0], found.items[-1]
    return (
        f"{found.samples} random candidates of each kind ({', '.join(found.candidates)} clusters) "
        f"for each of {len(found.items)} numbers of items from {first} to {last}; Fisher's method "
        f"makes one p of all. Rejected if p < {found.level:g}: of a constant baseline, that "
        f"happens by chance once in {round(1 / found.level)} times."
    )


EXPERIMENT = Experiment(
    "statistical_tests", "Statistical tests for constant baseline", "Appendix D.3", run
)
