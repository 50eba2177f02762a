"""The charts' axes are to scale, and their ticks few enough to be read."""

from dataclasses import asdict

import pytest

from annotator.text.section import Plot, share_rows
from consensus.report.charts import specification, ticks_between

EVEN = (1, 1, 1, 1, 1)


def drawn(chart: str, rows: tuple) -> dict:
    """How the chart's axes are encoded, and its rows as they are drawn."""
    made = specification(asdict(Plot("name", chart, "said", "similarity", "share", rows)))
    (values,) = made["datasets"].values()
    return {**made["encoding"], "rows": values}


@pytest.mark.parametrize(
    ("begin", "end", "least", "ticks", "form"),
    [
        (0.0, 1.0, 0.05, [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0], ".1f"),
        (0.75, 1.0, 0.05, [0.75, 0.8, 0.85, 0.9, 0.95, 1.0], ".2f"),
        (-0.05, 1.0, 0.05, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0], ".1f"),
        (0.7, 0.75, 0.05, [0.7, 0.75], ".2f"),
        (1.0, 1.0, 1, [1.0], ".0f"),
        (0.5, 4.5, 1, [1, 2, 3, 4], ".0f"),
        (0.5, 40.5, 1, [5, 10, 15, 20, 25, 30, 35, 40], ".0f"),
    ],
)
def test_ticks_are_round_and_at_most_eleven(begin, end, least, ticks, form):
    assert ticks_between(begin, end, least=least) == (ticks, form)


def test_shares_are_drawn_to_scale_with_the_bin_of_one_as_wide_as_the_others():
    found = drawn("shares", share_rows([(0.75, 0.8, EVEN), (0.85, 0.9, EVEN), (1.0, 1.0, EVEN)]))
    assert found["x"]["type"] == "quantitative"
    assert found["x"]["scale"]["domain"] == pytest.approx([0.75, 1.05])
    assert found["x"]["axis"]["values"] == [0.75, 0.8, 0.85, 0.9, 0.95, 1.0]
    assert {(row["from"], round(row["to"], 6)) for row in found["rows"]} == {(0.75, 0.8), (0.85, 0.9), (1.0, 1.05)}


def test_a_bin_of_one_alone_is_drawn():
    found = drawn("shares", share_rows([(1.0, 1.0, EVEN)]))
    assert (found["x"]["scale"]["domain"], found["x"]["axis"]["values"]) == ([1.0, 2.0], [1.0])


@pytest.mark.parametrize(
    ("chart", "rows"),
    [
        ("line", ({"x": 20, "y": 2.4}, {"x": 21, "y": 2.7})),
        ("shares", share_rows([(19.5, 20.5, EVEN), (20.5, 21.5, EVEN)])),
    ],
)
def test_a_border_is_a_rule_across_the_chart(chart, rows):
    plot = Plot("name", chart, "said", "rank", "share", rows, border=20.5)
    made = specification(asdict(plot))
    (rule,) = [layer for layer in made["layer"] if layer["mark"]["type"] == "rule"]
    assert made["datasets"][rule["data"]["name"]] == [{"x": 20.5}]


def test_a_place_that_stands_alone_is_labelled_as_it_is():
    found = drawn("line", ({"x": 0.725, "y": 3.2},))
    assert found["x"]["axis"] == {"values": [0.725], "labelExpr": "datum.value"}


def test_intervals_and_signed_values_lie_on_axes_that_hold_them():
    blocks = (
        {"x": "1–20", "mean": -0.1, "low": -0.3, "high": 0.2},
        {"x": "21–40", "mean": 0.5, "low": None, "high": None},
    )
    layers = specification(asdict(Plot("name", "intervals", "said", "pairs", "alpha", blocks)))["layer"]
    assert [layer["encoding"]["y"]["scale"]["domain"] for layer in layers] == [[-0.5, 1], [-0.5, 1]]
    assert layers[0]["encoding"]["x"]["sort"] == ["1–20", "21–40"]
    values = tuple({"x": place, "y": value} for place, value in enumerate((0.25, 0.0, -0.75), start=1))
    assert drawn("signed", values)["y"]["scale"]["domain"] == [-0.75, 0.75]
    assert drawn("signed", ({"x": 1, "y": 0.0},))["y"]["scale"]["domain"] == [-1, 1]
