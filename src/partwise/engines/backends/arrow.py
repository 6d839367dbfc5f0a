"""PyArrow tables."""

from __future__ import annotations

import narwhals as nw

from partwise.engines.backends.plain import Backend
from partwise.engines.label_columns import Frame


class Arrow(Backend):
    """A table of PyArrow."""

    def steady(self, frame: Frame) -> Frame:
        """Write dictionaries out, whose values need not be text."""
        table = nw.to_native(frame)
        for place, field in enumerate(table.schema):
            if hasattr(field.type, "index_type"):
                column = table.column(place).cast(field.type.value_type)
                table = table.set_column(place, field.name, column)
        steady: Frame = nw.from_native(table)
        return steady
