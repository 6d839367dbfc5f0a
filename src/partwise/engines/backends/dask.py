"""Dask: pandas in pieces."""

from __future__ import annotations

from typing import Any

import narwhals as nw

from partwise.engines.backends.pandas_like import steady_type
from partwise.engines.backends.plain import Backend
from partwise.engines.label_columns import Frame


class Dask(Backend):
    """A Dask DataFrame."""

    def column_names(self, frame: Frame) -> list[str]:
        """Return the names of the columns, also where two are equal."""
        return list(nw.to_native(frame).columns)

    def steady(self, frame: Frame) -> Frame:
        """Give columns types that keep their values when a null comes among them."""
        native = nw.to_native(frame)
        types = {name: steady_type(dtype) for name, dtype in native.dtypes.items()}
        changed = {name: wanted for name, wanted in types.items() if wanted is not None}
        return nw.from_native(native.astype(changed)) if changed else frame

    def keep(self, frame: Frame) -> Frame:
        """Compute a frame now and hold it in the cluster."""
        kept: Frame = nw.from_native(nw.to_native(frame).persist(fuse=False))
        return kept

    def collect(self, frame: Frame) -> nw.DataFrame[Any]:
        """Bring a small frame out of the cluster.

        Steps are not fused: where frames of one and of several partitions are joined, Dask loses
        tasks when it fuses them ("Missing dependency").
        """
        return nw.from_native(nw.to_native(frame).compute(fuse=False), eager_only=True)
