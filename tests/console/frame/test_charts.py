import pytest

from console.frame.charts import Frame, Mark, histogram, rank_chart

FRAME = Frame(width=100, height=50, left=10, right=10, top=5, bottom=5, stub=4)


def agreed(rank: int, relevance: int, **more: object) -> Mark:
    return Mark(rank, 0.5, "agreed", relevance, 1, **more)


def test_relevance_0_is_a_stub_and_4_reaches_the_top():
    low, high = rank_chart([agreed(1, 0), agreed(2, 4)], frame=FRAME).bars
    assert (low.y, low.height) == (41, 4)
    assert (high.y, high.height) == (5, 40)


@pytest.mark.parametrize(
    ("similarity", "y"), [(0, 41), (0.5, 23), (1, 5), (-1, 41)], ids=["none", "half", "full", "below none"]
)
def test_similarity_has_its_own_axis_from_0_to_1(similarity, y):
    chart = rank_chart([Mark(1, similarity, "undecided")], frame=FRAME)
    assert chart.points[0].y == y
    assert [(tick.at, tick.label) for tick in chart.similarities] == [(41, "0"), (23, "0.5"), (5, "1")]


def test_bars_share_the_width_between_the_margins():
    chart = rank_chart([agreed(rank, 2) for rank in range(1, 5)], frame=FRAME)
    assert [bar.centre for bar in chart.bars] == [20, 40, 60, 80]
    assert chart.line == "20.0,23.0 40.0,23.0 60.0,23.0 80.0,23.0"
    assert {bar.width for bar in chart.bars} == {15.2}


@pytest.mark.parametrize(
    ("outcome", "glyph"), [("discarded", "×"), ("withdrawn", "–"), ("undecided", "?"), ("agreed", "")]
)
def test_pairs_without_relevance_are_told_apart_without_colour(outcome, glyph):
    relevance = 0 if outcome == "agreed" else None
    assert rank_chart([Mark(1, 0.1, outcome, relevance)], frame=FRAME).bars[0].glyph == glyph


def test_the_window_of_each_batch_is_one_stretch():
    marks = [Mark(rank, 0.5, "agreed", 1, 1 if rank <= 2 else 2, decisive=rank in (1, 2, 4)) for rank in range(1, 5)]
    chart = rank_chart(marks, frame=FRAME)
    assert [(span.x, span.width) for span in chart.windows] == [(10, 40), (70, 20)]
    assert chart.boundaries == (50,)


def test_neighbouring_windows_of_two_batches_stay_two():
    marks = [Mark(rank, 0.5, "agreed", 1, rank, decisive=True) for rank in (1, 2)]
    assert len(rank_chart(marks, frame=FRAME).windows) == 2


def test_ranks_are_labelled_at_1_and_every_fifth():
    chart = rank_chart([agreed(rank, 1) for rank in range(1, 12)])
    assert [tick.label for tick in chart.ranks] == ["1", "5", "10"]


def test_nothing_to_draw_is_drawn_as_nothing():
    chart = rank_chart([])
    assert (chart.bars, chart.points, chart.windows, chart.boundaries) == ((), (), (), ())


def test_the_histogram_counts_relevances_and_discarded_pairs():
    marks = [agreed(1, 0), agreed(2, 4), agreed(3, 4), Mark(4, 0, "discarded"), Mark(5, 0, "undecided")]
    columns = histogram(marks).columns
    assert [(column.label, column.count) for column in columns] == [
        ("0", 1),
        ("1", 0),
        ("2", 0),
        ("3", 0),
        ("4", 2),
        ("discarded", 1),
    ]
    assert columns[4].height == max(column.height for column in columns)


def test_the_histogram_names_withdrawn_pairs_where_there_are_any():
    labels = [column.label for column in histogram([Mark(1, 0, "withdrawn")]).columns]
    assert labels[-1] == "withdrawn"


def test_an_empty_histogram_has_stubs():
    assert {column.height for column in histogram([]).columns} == {2}
