"""The chart of the benchmark: how many times faster than each peer."""

from __future__ import annotations

from pathlib import Path

import altair as alt

from measure import Row
from partwise.charts import colour
from partwise.charts.render import adaptive

_PADDING = {"left": 70, "top": 5, "right": 5, "bottom": 5}  # for fonts that are wider


def save_chart(rows: list[Row], where: dict[str, str], folder: Path) -> None:
    """Write speed.svg and speed.png: one bar for each comparison with a peer."""
    values = [
        {
            "work": row.work,
            "peer": row.against,
            "line": f"{row.work} — {row.against}",
            "same": 1,
            "times": row.figure,
            "end": max(row.figure, row.bar),
            "bar": row.bar,
            "text": f"{row.figure:.3g} ×" if row.figure < 1000 else f"{row.figure:,.0f} ×",
        }
        for row in rows
        if row.unit == "× faster"
    ]
    order = [str(value["line"]) for value in values]
    data = alt.Data(values=values)
    axis = alt.Axis(values=[1, 10, 100, 1000], format=",", gridColor=colour("grid"))
    times = alt.Scale(type="log", domain=[1, 10_000], clamp=True)
    base = alt.Chart(data).encode(
        y=alt.Y("line:N", sort=order, title=None, axis=alt.Axis(labelLimit=520, ticks=False))
    )
    bars = base.mark_bar(height=13, color=colour("series-1")).encode(
        x=alt.X("same:Q", scale=times, axis=axis, title="times faster (logarithmic scale)"),
        x2="times:Q",
    )
    numbers = base.mark_text(align="left", dx=5, color=colour("ink")).encode(
        x=alt.X("end:Q", scale=times), text="text:N"
    )
    marks = (
        base.transform_filter("datum.bar > 1")
        .mark_tick(color=colour("series-8"), thickness=3, height=18)
        .encode(x=alt.X("bar:Q", scale=times))
    )
    title = alt.Title(
        "How many times faster partwise is than other libraries",
        subtitle=[f"{where['processor']}, {where['cores']} cores; red line: our target"],
    )
    chart = _coloured((bars + numbers + marks).properties(title=title, width=520, padding=_PADDING))
    for suffix in ("svg", "png"):
        unfinished = folder / f"speed.tmp.{suffix}"
        chart.save(str(unfinished), scale_factor=2 if suffix == "png" else 1)
        if suffix == "svg":
            unfinished.write_text(adaptive(unfinished.read_text("utf-8")), encoding="utf-8")
        unfinished.replace(folder / f"speed.{suffix}")


def _coloured(chart: alt.LayerChart) -> alt.LayerChart:
    """Return the chart in the colours of all others, which have dark ones beside them."""
    ink, faint = colour("ink"), colour("faint")
    return (
        chart.configure(background=colour("surface"))
        .configure_axis(labelColor=ink, titleColor=ink, domainColor=faint, tickColor=faint)
        .configure_title(color=ink, subtitleColor=ink)
        .configure_view(stroke=colour("grid"))
    )
