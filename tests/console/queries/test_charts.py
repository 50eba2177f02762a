import pytest

from console.queries.charts import Mark, histogram, rank_chart
from moments.base.charts import Frame
from tests.rig.shapes import each, shapes, words

FRAME = Frame(width=100, height=50, left=10, right=10, top=5, bottom=5, stub=4)


def agreed(rank: int, relevance: int, **more: object) -> Mark:
    return Mark(rank, 0.5, "agreed", relevance, 1, **more)


def test_relevance_0_is_a_stub_and_4_reaches_the_top():
    chart = rank_chart([agreed(1, 0), agreed(2, 4)], frame=FRAME)
    assert (each(chart, "chart-bar", "y"), each(chart, "chart-bar", "height")) == ([41, 5], [4, 40])


@pytest.mark.parametrize(
    ("similarity", "y"), [(0, 41), (0.5, 23), (1, 5), (-1, 41)], ids=["none", "half", "full", "below none"]
)
def test_similarity_has_its_own_axis_from_0_to_1(similarity, y):
    chart = rank_chart([Mark(1, similarity, "undecided")], frame=FRAME)
    assert each(chart, "chart-point", "cy") == [y]
    ticks = [(tick.at["y"], tick.text) for tick in shapes(chart, "chart-text-line")]
    assert ticks == [(41, "0"), (23, "0.5"), (5, "1")]


def test_bars_share_the_width_between_the_margins():
    chart = rank_chart([agreed(rank, 2) for rank in range(1, 5)], frame=FRAME)
    assert each(chart, "chart-point", "cx") == [20, 40, 60, 80]
    assert each(chart, "chart-line", "points") == ["20,23 40,23 60,23 80,23"]
    assert each(chart, "chart-bar", "width") == [15.2] * 4


@pytest.mark.parametrize(
    ("outcome", "glyph"), [("discarded", "×"), ("withdrawn", "–"), ("undecided", "?"), ("agreed", "")]
)
def test_pairs_without_relevance_are_distinct_without_colour(outcome, glyph):
    relevance = 0 if outcome == "agreed" else None
    chart = rank_chart([Mark(1, 0.1, outcome, relevance)], frame=FRAME)
    assert "".join(words(chart, "chart-glyph")) == glyph


def test_the_window_of_each_batch_is_one_stretch():
    marks = [Mark(rank, 0.5, "agreed", 1, 1 if rank <= 2 else 2, decisive=rank in (1, 2, 4)) for rank in range(1, 5)]
    chart = rank_chart(marks, frame=FRAME)
    assert (each(chart, "chart-window", "x"), each(chart, "chart-window", "width")) == ([10, 70], [40, 20])
    assert each(chart, "chart-boundary", "x1") == [50]


def test_neighbouring_windows_of_two_batches_stay_two():
    marks = [Mark(rank, 0.5, "agreed", 1, rank, decisive=True) for rank in (1, 2)]
    assert len(shapes(rank_chart(marks, frame=FRAME), "chart-window")) == 2


def test_a_pair_that_is_not_opened_has_its_place_and_no_bar():
    chart = rank_chart([agreed(1, 4), Mark(2, 0.4, "unopened")], frame=FRAME)
    assert (len(shapes(chart, "chart-bar")), len(shapes(chart, "chart-point"))) == (1, 2)


def test_a_bar_says_its_rank_and_what_became_of_the_pair():
    chart = rank_chart([agreed(1, 4), Mark(2, 0.4, "discarded"), Mark(3, 0.4, "adjudicated", 2)], frame=FRAME)
    assert [bar.title for bar in shapes(chart, "chart-bar")] == [
        "Rank 1: relevance 4",
        "Rank 2: discarded",
        "Rank 3: relevance 2, adjudicated",
    ]


def test_ranks_are_labelled_at_1_and_every_fifth():
    chart = rank_chart([agreed(rank, 1) for rank in range(1, 12)])
    assert [one.text for one in shapes(chart, "chart-middle")] == ["1", "5", "10"]


def test_nothing_to_draw_is_drawn_as_nothing():
    assert {shape.css for shape in rank_chart([]).shapes} == {
        "chart-grid",
        "chart-text chart-end",
        "chart-text chart-text-line",
    }


def test_the_histogram_counts_relevances_and_discarded_pairs():
    marks = [agreed(1, 0), agreed(2, 4), agreed(3, 4), Mark(4, 0, "discarded"), Mark(5, 0, "undecided")]
    chart = histogram(marks)
    assert chart.description == "0: 1, 1: 0, 2: 0, 3: 0, 4: 2, discarded: 1"
    assert words(chart, "chart-count") == ["1", "0", "0", "0", "2", "1"]
    heights = each(chart, "chart-bar", "height")
    assert heights[4] == max(heights)


def test_the_histogram_names_withdrawn_pairs_where_there_are_any():
    assert words(histogram([Mark(1, 0, "withdrawn")]), "chart-text")[-1] == "withdrawn"


def test_an_empty_histogram_has_stubs():
    assert each(histogram([]), "chart-bar", "height") == [2] * 6
