"""The appendix's four triplets that separate 13 indices, and the smallest four that do."""

from __future__ import annotations

from itertools import combinations

from partwise import index
from partwise.artifacts import listed
from partwise.paper.artifact import Artifact, Beside, ComparedCell, Context, Drawing, Experiment
from partwise.paper.figure_1 import caption
from partwise.paper.published import FOUR_TRIPLETS, TRIPLET_INDICES
from partwise.properties import PAPER, Triplet, Triplets, draw, triplets


def run(context: Context) -> Artifact:
    """Compare all captions, and find the smallest triplets that do the same."""
    published = tuple(each.triplet() for each in FOUR_TRIPLETS)
    ours = triplets(TRIPLET_INDICES, progress=context.progress)
    tables = [_captions(published), _claims(published), _smallest(ours)]
    drawings = [
        Drawing("published", draw(published, "The paper's four triplets"), _captions_of(published)),
        Drawing("smallest", draw(ours.triplets, "The smallest four"), _captions_of(ours.triplets)),
    ]
    return EXPERIMENT.artifact(tables, drawings, (_found(ours), *map(str, ours.steps)))


def _captions(published: tuple[Triplet, ...]) -> Beside:
    """Put what we find beside the printed captions: a row for each index."""
    printed = [each.favours() for each in FOUR_TRIPLETS]
    rows = []
    for opinions in zip(*(each.opinions for each in published), strict=True):
        one = opinions[0].index
        said = zip(opinions, printed, strict=True)
        cells = (ComparedCell(o.favours, p[one.key], o.favours == p[one.key]) for o, p in said)
        rows.append((one.short, tuple(cells)))
    columns = tuple(f"triplet {i}, n = {each.n}" for i, each in enumerate(published, start=1))
    return Beside("Which candidate an index favours", columns, tuple(rows))


def _claims(published: tuple[Triplet, ...]) -> Beside:
    """Check what the paper says about its triplets."""
    pairs = list(combinations(map(index, PAPER), 2))
    separated = sum(any(each.separates(*pair) for each in published) for pair in pairs)
    least = (len(PAPER) - 1).bit_length()
    nmi_apart = [
        str(i)
        for i, each in enumerate(published, start=1)
        if each.separates(index("nmi_arithmetic"), index("nmi_max"))
    ]
    against = [
        str(i)
        for i, each in enumerate(published, start=1)
        if all(each.separates(index("jaccard"), index(k)) for k in ("rand", "nmi_arithmetic"))
    ]
    stated = (
        ("pairs of the 13 indices that some triplet separates", str(separated), str(len(pairs))),
        ("fewest triplets that could separate 13 indices", str(least), "4"),
        ("triplets that separate NMI and NMImax", listed(nmi_apart), "3"),
        ("triplets that separate Jaccard from Rand and NMI", listed(against), "2 and 4"),
    )
    rows = tuple(
        (what, (ComparedCell(found, said, found == said),)) for what, found, said in stated
    )
    return Beside("What the paper says of its triplets", ("found",), rows)


def _smallest(ours: Triplets) -> Beside:
    """Put the sizes of our triplets beside those of the paper's."""
    rows = tuple(
        (
            f"triplet {i}",
            tuple(map(ComparedCell, (*each.clusterings, str(each.n), str(len(old.reference))))),
        )
        for i, (each, old) in enumerate(zip(ours, FOUR_TRIPLETS, strict=True), start=1)
    )
    columns = ("reference", "left", "right", "items", "items of the paper's")
    title = "The smallest triplets that separate the 13 indices"
    return Beside(title, columns, rows, ours.notes)


def _found(ours: Triplets) -> str:
    return (
        f"{len(ours)} triplets of at most {ours.most_items} items separate all 13 indices; the "
        f"paper's have up to {max(len(each.reference) for each in FOUR_TRIPLETS)}. All triplets "
        "of fewer items were tried, ties decided exactly:"
    )


def _captions_of(triplets: tuple[Triplet, ...]) -> str:
    return " ".join(f"{i}. {caption(each)}" for i, each in enumerate(triplets, start=1))


EXPERIMENT = Experiment(
    "four_triplets",
    "Inconsistency of indices: four triplets separate all of them",
    "Appendix F.1, figure of four triplets",
    run,
)
