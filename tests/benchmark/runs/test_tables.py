"""Tables of figures for pages, spreadsheets and papers; charts as files of their own."""

from __future__ import annotations

import csv
import io
from xml.etree import ElementTree

import pytest

from benchmark.runs.chart_files import as_svg
from benchmark.runs.charts import RunMean, interval_plot
from benchmark.runs.tables import Column, Table, as_csv, as_latex, estimates, shown

TABLE = Table(
    "Runs",
    [Column("Run", "text"), Column("No."), *estimates(["NDCG@20,IoU>=0.5"]), Column("τ-b ± sd", "spread")],
    [
        ["=mine & others_1", 1000, (0.44181, 0.4, 0.5), (0.1, 0.01)],
        ["none", None, None, None],
        ["half", 2, (-0.00001, None, None), (-0.25, None)],
    ],
    decimals=4,
)


def test_a_table_is_read_by_people_with_intervals_in_brackets():
    assert TABLE.header == ["Run", "No.", "NDCG@20,IoU>=0.5", "τ-b ± sd"]
    assert TABLE.texts == [
        ["=mine & others_1", "1,000", "0.4418 [0.4000, 0.5000]", "0.1000 ± 0.0100"],
        ["none", "–", "–", "–"],
        ["half", "2", "0.0000", "−0.2500"],
    ]


def test_a_spreadsheet_gets_every_figure_in_a_column_and_no_formula():
    header, *rows = csv.reader(io.StringIO(as_csv(TABLE)))
    assert header == [
        "Run", "No.", "NDCG@20,IoU>=0.5", "NDCG@20,IoU>=0.5 low", "NDCG@20,IoU>=0.5 high",
        "τ-b ± sd", "τ-b ± sd deviation"]  # fmt: skip
    assert rows == [
        ["'=mine & others_1", "1000", "0.441810", "0.400000", "0.500000", "0.100000", "0.010000"],
        ["none", "", "", "", "", "", ""],
        ["half", "2", "-0.000010", "", "", "-0.250000", ""],
    ]


def test_latex_has_the_signs_that_papers_need():
    assert as_latex(TABLE).splitlines() == [
        r"\begin{tabular}{lrrr}",
        r"\toprule",
        r"Run & No. & NDCG@20,IoU$\geq$0.5 & $\tau$-b $\pm$ sd \\",
        r"\midrule",
        r"=mine \& others\_1 & 1,000 & 0.4418 [0.4000, 0.5000] & 0.1000 $\pm$ 0.0100 \\",
        r"none & -- & -- & -- \\",
        r"half & 2 & 0.0000 & $-$0.2500 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_a_chart_is_a_whole_file_that_names_itself():
    chart = interval_plot([RunMean("<mine> & yours", 0.4, 0.3, 0.5)])
    chart.title = "NDCG <1>"
    root = ElementTree.fromstring(as_svg(chart))
    assert (root.attrib["viewBox"], root.attrib["height"]) == ("0 0 400 84", "84")
    assert root.attrib["aria-label"] == "<mine> & yours 0.4000, from 0.3000 to 0.5000"
    texts = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert (texts[0], "<mine> & yours" in texts) == ("NDCG <1>", True)


@pytest.mark.parametrize(
    ("cell", "text"),
    [((None, None, None), "–"), ((0.5, None, None), "0.500"), ((-0.0001, -0.25, 1), "0.000 [−0.250, 1.000]")],
)
def test_a_figure_is_shown_with_its_interval(cell, text):
    assert shown(cell) == text
