"""The little chart of a batch: its shapes and what it says to those who do not see it."""

import re

from consensus.review.small_charts import SmallMark, outcomes_counted, small_chart
from tests.rig.shapes import each, shapes


def marks(*outcomes, decisive=2):
    found = []
    for place, outcome in enumerate(outcomes):
        relevance = outcome if isinstance(outcome, int) else None
        kind = "agreed" if isinstance(outcome, int) else outcome
        found.append(SmallMark(1 - place / 10, kind, relevance, False, place >= len(outcomes) - decisive))
    return found


def tops(chart, css):
    return [float(top) for path in each(chart, css, "d") for top in re.findall(r"V([\d.]+)h", path)]


def test_a_bar_rises_with_relevance_and_none_has_a_stub():
    chart = small_chart(marks(0, 2, 4), threshold=2)
    assert tops(chart, "chart-bar") == [93.0, 52.5, 12.0]
    assert tops(small_chart(marks("discarded", "withdrawn"), threshold=2), "chart-discarded") == [93.0, 93.0]


def test_the_last_pairs_are_shaded_and_the_threshold_lies_across_them():
    chart = small_chart(marks(0, 0, 0, 4), threshold=2)
    assert (each(chart, "chart-window", "x"), each(chart, "chart-window", "width")) == ([160.0], [160.0])
    assert each(chart, "chart-threshold", "d") == ["M160.0 52.5H320"]


def test_the_similarity_is_a_line_within_the_chart():
    chart = small_chart([SmallMark(1.0, "agreed", 1), SmallMark(-0.4, "agreed", 1)], threshold=2)
    assert each(chart, "chart-line", "points") == ["80,12 240,93"]


def test_what_was_disputed_has_a_dot_and_what_has_no_relevance_a_sign():
    chart = small_chart(
        [SmallMark(1, "agreed", 3, disputed=True), SmallMark(1, "discarded", None, disputed=True)], threshold=2
    )
    assert each(chart, "chart-dot", "cx") == [80]
    assert [(glyph.at["x"], glyph.text) for glyph in shapes(chart, "chart-glyph")] == [(240, "×")]


def test_an_adjudicated_pair_stands_apart_from_the_agreed():
    pairs = [SmallMark(1, "adjudicated", 2), SmallMark(1, "agreed", 2)]
    chart = small_chart(pairs, threshold=2)
    assert (len(tops(chart, "chart-adjudicated")), len(tops(chart, "chart-bar"))) == (1, 2)
    assert chart.description.startswith("Relevances by rank: 2 adjudicated, 2.")
    assert outcomes_counted(pairs) == "1 agreed, 1 adjudicated"


def test_a_batch_without_pairs_is_empty():
    chart = small_chart([], threshold=2)
    assert (chart.shapes, chart.description) == ([], "no pairs")


def test_a_batch_without_an_agreed_pair_says_what_there_is():
    first = SmallMark(1, "discarded", None, disputed=True)
    assert outcomes_counted([first, *marks("withdrawn")]) == "1 discarded, 1 withdrawn"
