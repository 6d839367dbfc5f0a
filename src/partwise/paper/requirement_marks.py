"""The marks of the paper's two tables of requirements, as printed: data, not our findings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Marks:
    """A table of requirements as the paper prints it.

    Parameters
    ----------
    properties : tuple of str
        Keys of the columns.
    names : dict of key → str
        The paper's name of each index.
    marks : dict of key → str
        For each index, "+" for ✓ and "-" for ✗, a sign for each column.
    bias : dict of key → str
        The column "Type of bias", where the table has it: "none", "dec", "inc" or "both".
    """

    properties: tuple[str, ...]
    names: dict[str, str]
    marks: dict[str, str]
    bias: dict[str, str]

    def has(self, key: str, about: str) -> bool:
        """Whether the paper says that an index has a property.

        Examples
        --------
        >>> GENERAL.has("nmi_max", "monotonicity")
        False
        """
        return self.marks[key][self.properties.index(about)] == "+"


def _table(properties: str, rows: str) -> Marks:
    lines = [line.split() for line in rows.strip().splitlines()]
    return Marks(
        tuple(properties.split()),
        {key: name for key, name, *_ in lines},
        {key: marks for key, _, marks, *_ in lines},
        {key: bias[0] for key, _, _, *bias in lines if bias},
    )


GENERAL = _table(
    "maximal_agreement symmetry distance linear_complexity monotonicity constant_baseline",
    """
    nmi_arithmetic  NMI       ++-++-
    nmi_max         NMI_max   ++++--
    fnmi            FNMI      +--+--
    vi              VI        +++++-
    smi             SMI       -+---+
    f_measure       FMeasure  ++-+--
    bcubed          BCubed    ++-++-
    ami_geometric   AMI       ++--++
    """,
)
PAIR_COUNTING = _table(
    "maximal_agreement minimal_agreement symmetry distance linear_complexity monotonicity "
    "strong_monotonicity constant_baseline asymptotic_constant_baseline",
    """
    rand                  R    +++++++--  both
    adjusted_rand         AR   +-+-++-++  none
    jaccard               J    +-++++---  dec
    wallace_1             W    ----+----  dec
    dice                  D    +-+-++---  dec
    correlation           CC   +++-+++++  none
    sokal_sneath_1        S&S  +++-+++++  none
    correlation_distance  CD   +++++++-+  none
    """,
)
