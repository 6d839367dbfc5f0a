"""The chart of the benchmark: how many times faster than each peer."""

from __future__ import annotations

from pathlib import Path

import altair as alt

from measure import Row


def save_chart(rows: list[Row], where: dict[str, str], folder: Path) -> None:
    """Write speed.svg and speed.png: one bar for each comparison with a peer."""
    values = [
        {"work": f"{row.work} — {row.against}", "times": row.figure, "bar": row.bar}
        for row in rows
        if row.unit == "× faster"
    ]
    order = [str(value["work"]) for value in values]
    data = alt.Data(values=values)  # type: ignore[no-untyped-call]
    base = alt.Chart(data).encode(
        y=alt.Y("work:N", sort=order, title=None, axis=alt.Axis(labelLimit=420))
    )
    bars = base.mark_bar(color="#2a6f97").encode(
        x=alt.X(
            "times:Q",
            scale=alt.Scale(type="log", domainMin=0.5),
            title="times faster than the peer (logarithmic)",
        )
    )
    numbers = base.mark_text(align="left", dx=4).encode(
        x="times:Q", text=alt.Text("times:Q", format=".3~s")
    )
    marks = base.mark_tick(color="#e76f51", thickness=2).encode(x="bar:Q")
    title = alt.Title(
        "partwise side by side with other libraries",
        subtitle=[
            f"{where['processor']}, {where['cores']} cores; the mark is the bar we set ourselves"
        ],
    )
    chart = (bars + numbers + marks).properties(title=title, width=520)
    for suffix in ("svg", "png"):
        unfinished = folder / f"speed.tmp.{suffix}"
        chart.save(str(unfinished), scale_factor=2 if suffix == "png" else 1)
        unfinished.replace(folder / f"speed.{suffix}")
