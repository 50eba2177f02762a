import pytest

from consensus.studies.figures import StudiedPair, of_study, study_figures, wilson


def pair(rank, mean, *, query=1, is_top=True, similarity=0.5):
    return StudiedPair(query, rank, similarity, is_top, mean)


@pytest.mark.parametrize(
    ("part", "whole", "bounds"),
    [(0, 60, (0.0, 0.0, 6.02)), (30, 60, (50.0, 37.74, 62.26)), (1, 20, (5.0, 0.89, 23.61)), (0, 0, (None,) * 3)],
)
def test_wilsons_interval(part, whole, bounds):
    share = wilson(part, whole)
    assert (share.value, share.low, share.high) == bounds


def test_what_lies_beyond_the_cut_is_scaled_up_from_what_was_drawn():
    # 4 ranks studied of 104 moments, cut at 2: 2 relevant before, 1 of 2 between, 1 of 10 others relevant → 10 of 100.
    pairs = [pair(1, 4), pair(2, 2), pair(3, 3), pair(4, 1)]
    pairs += [pair(10 * n + 5, 2.0 if n == 3 else 0.0, is_top=False) for n in range(10)]
    figures = study_figures(pairs, top=4, cut=2, moments=104, threshold=2.0)
    assert figures.beyond.value == pytest.approx(100 * 11 / 13, abs=0.01)
    assert figures.beyond_top.value == pytest.approx(100 * 10 / 13, abs=0.01)
    assert (figures.beyond.low, figures.others.share.value) == (None, 10.0)


def test_the_interval_is_the_same_each_time_and_holds_the_value():
    pairs = [
        pair(rank, 4 if rank <= 2 + query % 2 else 0, query=query, is_top=rank <= 4)
        for query in range(1, 6)
        for rank in range(1, 9)
    ]
    first = study_figures(pairs, top=4, cut=2, moments=8, threshold=2.0).beyond
    assert first == study_figures(pairs, top=4, cut=2, moments=8, threshold=2.0).beyond
    assert first.low < first.value < first.high


def test_unscored_pairs_count_as_nothing_and_their_query_waits():
    pairs = [pair(1, 4), pair(2, None), pair(3, None), pair(9, None, is_top=False)]
    figures = study_figures(pairs, top=3, cut=2, moments=9, threshold=2.0)
    assert (figures.scored, figures.beyond.in_words, figures.strata[0].scored) == (1, "not known yet", 1)


def test_the_section_draws_top_and_others():
    pairs = [pair(1, 4, similarity=1.0), pair(2, 3, similarity=0.81), pair(30, 1, similarity=0.2, is_top=False)]
    section = of_study(2, study_figures(pairs, top=2, cut=2, moments=40, threshold=2.0))
    by_rank, by_similarity = section.plots
    assert [row["x"] for row in by_rank.rows] == ["1–2", "others"]
    assert [(row["x"], row["group"]) for row in by_similarity.rows] == [(0.825, "top"), (1.0, "top"), (0.225, "others")]
    assert [len(row) for row in section.rows] == [len(section.header)] * 2
