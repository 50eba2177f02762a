"""Scales, the shapes of columns, rows and lines, and that no text of a chart becomes markup."""

import pytest
from django.template import Context, Template

from moments.base.charts import Chart, Column, DotRow, Frame
from tests.rig.shapes import each, shapes, words

FRAME = Frame(width=100, height=50, left=10, right=10, top=5, bottom=5, stub=4, high=4)


@pytest.mark.parametrize(("value", "y", "x"), [(0, 41, 10), (2, 23, 50), (4, 5, 90), (-1, 41, 10), (9, 5, 90)])
def test_a_value_has_its_place_and_one_outside_is_drawn_at_the_end(value, y, x):
    assert (FRAME.y(value), FRAME.x(value)) == (y, x)


def test_columns_share_the_width_and_stand_on_the_floor():
    chart = Chart(FRAME)
    chart.columns([Column(0, "low"), Column(4, over="4", label="b"), Column(None)])
    assert each(chart, "chart-bar", "x") == [13.2, 39.87]
    assert each(chart, "chart-bar", "width") == [20.27, 20.27]
    assert [one.at["y"] + one.at["height"] for one in shapes(chart, "chart-bar")] == [45, 45]
    assert each(chart, "low", "height") == [4]
    assert (each(chart, "chart-middle", "x"), words(chart, "chart-middle")) == ([50, 50], ["4", "b"])


def test_a_row_without_a_value_or_an_interval_draws_none():
    chart = Chart(FRAME)
    chart.rows([DotRow("a", 2, 1, 3, "2"), DotRow("b", None, None, None, "–", variant="x")], [(0, "0")], middle=4)
    assert (each(chart, "plot-whisker", "x"), each(chart, "plot-whisker", "width")) == ([30], [40])
    assert (each(chart, "plot-dot", "cx"), each(chart, "plot-dot", "cy")) == ([50], [15])
    assert [one.css for one in shapes(chart, "plot-name")] == [
        "plot-name plot-end",
        "plot-name plot-name-x plot-end",
    ]
    assert (words(chart, "plot-value"), each(chart, "plot-mean", "x1")) == (["2", "–"], [90])


def test_a_line_has_gaps_and_a_dot_wherever_it_has_a_place():
    chart = Chart(FRAME)
    chart.line("way", [(1, 2.5), (3, 4), None, (5, 6)], dots="stop")
    assert (each(chart, "way", "points"), each(chart, "stop", "cx")) == (["1,2.5 3,4"], [1, 3, 5])


def test_a_template_writes_the_shapes_and_escapes_their_words():
    chart = Chart(FRAME)
    chart.add("text", "chart-text", "<b> & 'c'", title='"d"', x=1 / 3, y=20.0, points='"')
    page = Template("<svg viewBox='{{ chart.view_box }}'>{{ chart }}</svg>").render(Context({"chart": chart}))
    assert page == (
        '<svg viewBox=\'0 0 100 50\'><text class="chart-text" x="0.33" y="20" points="&quot;">'
        "&lt;b&gt; &amp; &#x27;c&#x27;<title>&quot;d&quot;</title></text></svg>"
    )
