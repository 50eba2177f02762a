"""Charts of runs and measures as SVG files of their own, for papers."""

from __future__ import annotations

from html import escape

from moments.base.charts import Chart

MARK, OTHER = "#2f8f9d", "#c8553d"
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
TITLE_HEIGHT = 24
STYLE = {
    "text": f"font-family:{FONT};font-size:12px;fill:currentColor",
    ".plot-value": "font-weight:bold",
    ".plot-name-reference": "font-style:italic",
    ".plot-middle": "text-anchor:middle",
    ".plot-end": "text-anchor:end",
    ".plot-start": "text-anchor:start",
    ".plot-grid": "stroke:currentColor;stroke-opacity:.18",
    ".plot-zero": "stroke:currentColor",
    ".plot-whisker,.plot-dot,.plot-gain,.plot-dot-disjoint,.plot-dot-moved,.heat,.plot-band": f"fill:{MARK}",
    ".plot-whisker": "opacity:.35",
    ".plot-band": "opacity:.18",
    ".plot-loss,.plot-dot-overlapping,.heat-against": f"fill:{OTHER}",
    ".plot-whisker-reference": "fill:currentColor",
    ".plot-dot-reference": "fill:none;stroke:currentColor;stroke-width:2.5",
    ".plot-dot-same": "fill:currentColor;fill-opacity:.5",
    ".heat-none": "fill:none;stroke:currentColor;stroke-opacity:.3",
    ".plot-line": "fill:none;stroke-width:2",
    ".plot-line-disjoint,.plot-line-moved": f"stroke:{MARK}",
    ".plot-line-overlapping": f"stroke:{OTHER};stroke-dasharray:5 4",
    ".plot-line-same": "stroke:currentColor;stroke-opacity:.5",
}


def as_svg(chart: Chart) -> str:
    """The chart in the colour of what is around it, with its title above and its description as its name."""
    frame, above = chart.frame, TITLE_HEIGHT if chart.title else 0
    width, height = f"{frame.width:g}", f"{frame.height + above:g}"
    name = f' role="img" aria-label="{escape(chart.description)}"' if chart.description else ""
    title = f'<text x="8" y="16" font-weight="bold">{escape(chart.title)}</text>' if chart.title else ""
    style = "".join(f"{selector}{{{rules}}}" for selector, rules in STYLE.items())
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}{name}>'
        f'<style>{style}</style>{title}<g transform="translate(0 {above})">{chart}</g></svg>\n'
    )
