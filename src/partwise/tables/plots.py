"""The pictures of a contingency table."""

from __future__ import annotations

from partwise.charts import Figure, Pictures, Plots
from partwise.tables.aggregated import AggregatedTable
from partwise.tables.contingency_table import Contingency, with_cells
from partwise.tables.figures import cluster_figure, pairing, sizes_figure


class TablePlots(Plots[AggregatedTable]):
    """``table.plot()`` and the other pictures of a contingency table.

    Examples
    --------
    >>> import partwise as pw
    >>> pw.contingency([0, 0, 1, 1], [0, 0, 0, 1]).plot()
    <Figure 'Reference clusters against those of the candidate'>
    """

    def clusters(self, name: str = "the candidate") -> Figure:
        """Draw the largest clusters of the reference against those of the candidate.

        Colours show the share of the reference cluster; matched clusters are outlined.
        """
        table = with_cells(self._result)
        return cluster_figure(table, pairing(table), name)

    def sizes(self, name: str = "the candidate") -> Figure:
        """Draw how many items are in clusters of at most each size."""
        table = self._result
        return sizes_figure(table.row_histogram, {name: table.column_histogram})

    __call__ = clusters

    def _pictures(self) -> Pictures:
        cells = {"clusters": self.clusters} if isinstance(self._result, Contingency) else {}
        return {**cells, "sizes": self.sizes}
