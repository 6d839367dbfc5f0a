"""Triplets on which indices disagree: Figure 1, and four that separate 13 indices."""

from __future__ import annotations

from itertools import combinations

from partwise.artifacts import listed
from partwise.paper.artifact import Artifact, Beside, ComparedCell, Context, Drawing, Experiment
from partwise.paper.names import index
from partwise.paper.published import FIGURE_1, FOUR_TRIPLETS, TRIPLET_INDICES
from partwise.properties import PAPER, Triplet, Triplets, triplets


def _run_figure_1(context: Context) -> Artifact:
    """Draw the triplet, and compare its captions with what is computed."""
    del context  # it takes a moment, and nothing is random
    triplet, printed = FIGURE_1.triplet(), FIGURE_1.favours()
    rows = tuple(
        (
            opinion.index.short,
            (
                ComparedCell(
                    opinion.favours,
                    printed[opinion.index.key],
                    opinion.favours == printed[opinion.index.key],
                ),
                ComparedCell(f"{opinion.left:.4f}"),
                ComparedCell(f"{opinion.right:.4f}"),
            ),
        )
        for opinion in triplet.opinions
    )
    table = Beside("Which candidate an index favours", ("favours", "left", "right"), rows)
    figure = triplet.plot(title=FIGURE_1_EXPERIMENT.title)
    return FIGURE_1_EXPERIMENT.artifact([table], [Drawing("triplet", figure, _caption(triplet))])


def _caption(triplet: Triplet) -> str:
    """Say who favours which candidate.

    Examples
    --------
    >>> _caption(FIGURE_1.triplet())[:55]
    'Left: FNMI, R, AR, J, D, W, FMeasure, BCubed. Right: NM'
    """
    return f"Left: {triplet.names('left')}. Right: {triplet.names('right')}."


FIGURE_1_EXPERIMENT = Experiment(
    "figure_1", "Inconsistency of indices: one triplet", "Figure 1", _run_figure_1
)


def _run_four_triplets(context: Context) -> Artifact:
    """Compare all captions, and find the smallest triplets that do the same."""
    published = tuple(triplet.triplet() for triplet in FOUR_TRIPLETS)
    ours = triplets(TRIPLET_INDICES, progress=context.progress)
    tables = [_captions(published), _claims(published), _smallest(ours)]
    first, *others = published
    theirs = first.plot(*others, title="The paper's four triplets")
    drawings = [
        Drawing("published", theirs, _captions_of(published)),
        Drawing("smallest", ours.plot("The smallest four"), _captions_of(ours.triplets)),
    ]
    return FOUR_TRIPLETS_EXPERIMENT.artifact(
        tables, drawings, (_summary(ours), *map(str, ours.steps))
    )


def _captions(published: tuple[Triplet, ...]) -> Beside:
    """Put what we find beside the printed captions: a row for each index."""
    printed = [triplet.favours() for triplet in FOUR_TRIPLETS]
    rows = []
    for opinions in zip(*(triplet.opinions for triplet in published), strict=True):
        one = opinions[0].index
        said = zip(opinions, printed, strict=True)
        cells = (ComparedCell(o.favours, p[one.key], o.favours == p[one.key]) for o, p in said)
        rows.append((one.short, tuple(cells)))
    columns = tuple(f"triplet {i}, n = {triplet.n}" for i, triplet in enumerate(published, start=1))
    return Beside("Which candidate an index favours", columns, tuple(rows))


def _claims(published: tuple[Triplet, ...]) -> Beside:
    """Check what the paper says about its triplets."""
    pairs = list(combinations(map(index, PAPER), 2))
    separated = sum(any(triplet.separates(*pair) for triplet in published) for pair in pairs)
    least = (len(PAPER) - 1).bit_length()
    nmi_apart = [
        str(i)
        for i, triplet in enumerate(published, start=1)
        if triplet.separates(index("nmi_arithmetic"), index("nmi_max"))
    ]
    against = [
        str(i)
        for i, triplet in enumerate(published, start=1)
        if all(triplet.separates(index("jaccard"), index(k)) for k in ("rand", "nmi_arithmetic"))
    ]
    stated = (
        ("pairs of the 13 indices that some triplet separates", str(separated), str(len(pairs))),
        ("fewest triplets that could separate 13 indices", str(least), "4"),
        ("triplets that separate NMI and NMImax", listed(nmi_apart), "3"),
        ("triplets that separate Jaccard from Rand and NMI", listed(against), "2 and 4"),
    )
    rows = tuple(
        (what, (ComparedCell(computed, said, computed == said),)) for what, computed, said in stated
    )
    return Beside("What the paper says about its triplets", ("found",), rows)


def _smallest(ours: Triplets) -> Beside:
    """Put the sizes of our triplets beside those of the paper's."""
    rows = tuple(
        (
            f"triplet {i}",
            tuple(
                map(ComparedCell, (*triplet.clusterings, str(triplet.n), str(len(old.reference))))
            ),
        )
        for i, (triplet, old) in enumerate(zip(ours, FOUR_TRIPLETS, strict=True), start=1)
    )
    columns = ("reference", "left", "right", "items", "items in the paper's triplet")
    title = "The smallest triplets that separate the 13 indices"
    return Beside(title, columns, rows, ours.notes)


def _summary(ours: Triplets) -> str:
    most = max(len(triplet.reference) for triplet in FOUR_TRIPLETS)
    return (
        f"{len(ours)} triplets of at most {ours.most_items} items separate all 13 indices, while "
        f"the paper's have up to {most}. All triplets of fewer items were tried, and ties were "
        "decided exactly:"
    )


def _captions_of(triplets: tuple[Triplet, ...]) -> str:
    return " ".join(f"{i}. {_caption(triplet)}" for i, triplet in enumerate(triplets, start=1))


FOUR_TRIPLETS_EXPERIMENT = Experiment(
    "four_triplets",
    "Inconsistency of indices: four triplets separate all of them",
    "Appendix F.1, figure of four triplets",
    _run_four_triplets,
)
