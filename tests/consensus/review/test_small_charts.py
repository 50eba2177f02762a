"""The little chart of a batch: its shapes and what it says to those who do not see it."""

import re

from consensus.review.small_charts import SmallMark, small_chart


def marks(*outcomes, decisive=2):
    found = []
    for place, outcome in enumerate(outcomes):
        relevance = outcome if isinstance(outcome, int) else None
        kind = "agreed" if isinstance(outcome, int) else outcome
        found.append(SmallMark(1 - place / 10, kind, relevance, False, place >= len(outcomes) - decisive))
    return found


def tops(path):
    return [float(top) for top in re.findall(r"V([\d.]+)h", path)]


def test_a_bar_rises_with_relevance_and_none_has_a_stub():
    chart = small_chart(marks(0, 2, 4), threshold=2)
    assert tops(chart.agreed) == [93.0, 52.5, 12.0]
    assert tops(small_chart(marks("discarded", "withdrawn"), threshold=2).missing) == [93.0, 93.0]


def test_the_last_pairs_are_shaded_and_the_threshold_lies_across_them():
    chart = small_chart(marks(0, 0, 0, 4), threshold=2)
    assert (chart.window_x, chart.window_width) == ("160.0", "160.0")
    assert chart.threshold == "M160.0 52.5H320"


def test_the_similarity_is_a_line_within_the_chart():
    line = small_chart([SmallMark(1.0, "agreed", 1), SmallMark(-0.4, "agreed", 1)], threshold=2).line
    assert line == "80.0,12.0 240.0,93.0"


def test_what_was_disputed_has_a_dot_and_what_has_no_relevance_a_sign():
    chart = small_chart(
        [SmallMark(1, "agreed", 3, disputed=True), SmallMark(1, "discarded", None, disputed=True)], threshold=2
    )
    assert ([dot.x for dot in chart.dots], [(glyph.x, glyph.sign) for glyph in chart.glyphs]) == (
        ["80.0"],
        [("240.0", "×")],
    )


def test_an_adjudicated_pair_stands_apart_from_the_agreed():
    chart = small_chart([SmallMark(1, "adjudicated", 2), SmallMark(1, "agreed", 2)], threshold=2)
    assert (len(tops(chart.adjudicated)), len(tops(chart.agreed))) == (1, 1)
    assert chart.said.startswith("Relevances by rank: 2 adjudicated, 2.")
    assert chart.counted == "1 agreed, 1 adjudicated"


def test_a_batch_without_pairs_is_empty():
    chart = small_chart([], threshold=2)
    assert (chart.agreed, chart.line, chart.threshold, chart.said) == ("", "", "", "no pairs")


def test_a_batch_without_an_agreed_pair_says_what_there_is():
    first = SmallMark(1, "discarded", None, disputed=True)
    assert small_chart([first, *marks("withdrawn")], threshold=2).counted == "1 discarded, 1 withdrawn"
