"""The report's figures, from counts that were reckoned by hand."""

from dataclasses import replace

import pytest

from consensus.report.counts import BatchBorder, Counts, MomentLine, QueryLine
from consensus.report.dataset import histogram, of_size, round_step
from consensus.report.relevance import by_rank
from consensus.report.services.reporting import sections_of
from consensus.report.tables import as_csv, as_html, as_latex

COUNTS = Counts(
    by_rank={(1, 4): 2, (1, 3): 1, (2, 0): 1, (2, 1): 1},
    by_bin={(20, 4): 2, (20, 3): 1, (-1, 0): 1, (7, 1): 1},
    ended={"agreed": 5, "discarded": 2, "withdrawn": 1},
    ranges={(4, 4): 2, (3, 4): 1, (0, 0): 1, (0, 4): 1, (1, 3): 2},
    queries=[
        QueryLine("test", "A man leaves home.", (1, 0, 0, 0, 1)),
        QueryLine("val", "A man at home doesn't leave the house now.", (0, 1, 0, 1, 1)),
    ],
    moments=[
        MomentLine("test", 1, 5.0, 7, 20.0),
        MomentLine("val", 1, 5.0, 7, 20.0),
        MomentLine("val", 2, 10.0, 7, 20.0),
        MomentLine("val", 3, 4.0, 8, 40.0),
    ],
)
SECTIONS = {section.name: section for section in sections_of(COUNTS)}


def test_verdicts_are_shares_of_all_decided_pairs():
    assert SECTIONS["verdicts"].rows == (
        ("0", 1, 12.5),
        ("1", 1, 12.5),
        ("2", 0, 0.0),
        ("3", 1, 12.5),
        ("4", 2, 25.0),
        ("discarded", 2, 25.0),
        ("withdrawn", 1, 12.5),
    )


def test_relevance_is_averaged_and_shared_out_by_similarity():
    assert SECTIONS["relevance_by_similarity"].rows == (
        (-0.05, 0.0, 1, 0.0, 100.0, 0.0, 0.0, 0.0, 0.0),
        (0.35, 0.4, 1, 1.0, 0.0, 100.0, 0.0, 0.0, 0.0),
        (1.0, 1.0, 3, 3.67, 0.0, 0.0, 0.0, 33.33, 66.67),
    )
    drawn = {row["x"]: row["y"] for row in SECTIONS["relevance_by_similarity"].plots[0].rows}
    assert (len(drawn), drawn[-0.025], drawn[0.025], drawn[0.375], drawn[1.0]) == (22, 0.0, None, 1.0, 3.67)


def test_bars_of_shares_stand_where_their_bins_do_and_leave_empty_ones_empty():
    shares = SECTIONS["relevance_by_similarity"].plots[1].rows
    assert sorted({(row["from"], row["to"]) for row in shares}) == [(-0.05, 0.0), (0.35, 0.4), (1.0, 1.0)]
    shares = SECTIONS["relevance_by_rank"].plots[1].rows
    assert sorted({(row["from"], row["to"]) for row in shares}) == [(0.5, 1.5), (1.5, 2.5)]


def test_relevance_is_averaged_and_shared_out_by_rank():
    assert SECTIONS["relevance_by_rank"].rows == (
        (1, 3, 3.67, 0.0, 0.0, 0.0, 33.33, 66.67),
        (2, 2, 0.5, 50.0, 50.0, 0.0, 0.0, 0.0),
    )


def test_pairs_of_similarity_one_that_are_not_perfect_are_counted():
    assert (
        SECTIONS["similarity_one"].sentence == "Of 3 agreed pairs with a similarity of 1, 1 (33.33%) are not perfect."
    )
    none = {key: count for key, count in COUNTS.by_bin.items() if key[0] != 20}
    section = next(
        one
        for one in sections_of(
            Counts(COUNTS.by_rank, none, COUNTS.ended, COUNTS.ranges, COUNTS.queries, COUNTS.moments)
        )
        if one.name == "similarity_one"
    )
    assert (section.sentence, section.plots) == ("No agreed pair has a similarity of 1.", ())


def test_score_ranges_are_percentages_of_pairs():
    assert SECTIONS["score_ranges"].rows == (
        (0, 14.29, 0.0, 0.0, 0.0, 14.29),
        (1, None, 0.0, 0.0, 28.57, 0.0),
        (2, None, None, 0.0, 0.0, 0.0),
        (3, None, None, None, 0.0, 14.29),
        (4, None, None, None, None, 28.57),
    )
    assert "42.86% got the same score" in SECTIONS["score_ranges"].sentence
    assert "42.86% got scores more than one level apart" in SECTIONS["score_ranges"].sentence


def test_dataset_statistics_count_a_moment_and_a_video_once_over_all_and_by_split():
    rows = SECTIONS["dataset"].rows
    assert [row for row in rows if row[0] == "all"] == [
        ("all", "query length (words)", 2, 4, 6.5, 9),
        ("all", "moment duration (s)", 3, 4.0, 6.33, 10.0),
        ("all", "video duration (s)", 2, 20.0, 30.0, 40.0),
        ("all", "moment / video duration (%)", 3, 10.0, 28.33, 50.0),
        ("all", "moments of relevance ≥ 1 per query", 2, 1, 2.0, 3),
        ("all", "moments of relevance ≥ 2 per query", 2, 1, 1.5, 2),
        ("all", "moments of relevance ≥ 3 per query", 2, 1, 1.5, 2),
        ("all", "moments of relevance ≥ 4 per query", 2, 1, 1.0, 1),
    ]
    assert ("test", "moment duration (s)", 1, 5.0, 5.0, 5.0) in rows
    assert ("val", "moment duration (s)", 3, 4.0, 6.33, 10.0) in rows
    assert len(rows) == 3 * 8


def test_the_dataset_size_counts_words_once_and_adds_up_hours():
    section = SECTIONS["dataset_size"]
    assert section.header[2] == "vocabulary (words)"
    assert section.rows == (
        ("all", 2, 10, 3, 0.01, 2, 0.02),
        ("test", 1, 4, 1, 0.0, 1, 0.01),
        ("val", 1, 9, 3, 0.01, 2, 0.02),
    )
    assert section.sentence == (
        "The queries (2) use 10 different words. The moments (3) last 0.01 hours in all, and their videos (2) 0.02 "
        "hours."
    )


def test_moments_that_overlap_are_explained_where_they_last_longer_than_their_videos():
    moments = [MomentLine("val", number, 1500.0, 7, 2000.0) for number in (1, 2)]
    sentence = of_size([QueryLine("val", "A dog runs.", (0, 0, 0, 0, 2))], moments).sentence
    assert sentence.endswith(" hours. Moments can overlap, so they add up to more than their videos.")


@pytest.mark.parametrize(
    ("border", "sentence"),
    [
        (None, "extended queries."),
        (BatchBorder(2, 5, None, 3.0, 4, 4), "extended queries."),
        (BatchBorder(2, 5, 2.0, 3.0, 0, 0), "mean relevance is 2.00 at rank 1 and 3.00 at rank 2."),
        (
            BatchBorder(2, 5, 2.0, 3.0, 4, 3),
            "In 75.00% of these queries, the two people who gave most scores differ between the batches. "
            "Probably, relevance rises because other people, who are less severe, scored the second batch.",
        ),
        (
            BatchBorder(2, 5, 3.0, 2.0, 4, 3),
            "In 75.00% of these queries, the two people who gave most scores differ between the batches.",
        ),
        (
            BatchBorder(2, 5, 2.0, 3.0, 4, 1),
            "In 25.00% of these queries, the two people who gave most scores differ between the batches.",
        ),
    ],
)
def test_relevance_by_rank_says_what_changes_between_the_batches(border, sentence):
    section = by_rank(COUNTS.by_rank, border)
    assert section.sentence.endswith(sentence)
    assert {plot.border for plot in section.plots} == {1.5 if border else None}


@pytest.mark.parametrize(("least", "step"), [(0, 1), (1, 1), (1.1, 2), (0.03, 0.05), (6, 10), (20, 20)])
def test_histograms_go_in_round_steps(least: float, step: float) -> None:
    assert round_step(least) == pytest.approx(step)


def test_a_histogram_counts_every_value_once():
    assert histogram([0.0, 0.5, 1.0, 20.0]) == (
        {"from": 0.0, "to": 1.0, "count": 2},
        {"from": 1.0, "to": 2.0, "count": 1},
        {"from": 20.0, "to": 21.0, "count": 1},
    )


def test_tables_are_csv_html_and_latex():
    section = SECTIONS["score_ranges"]
    assert as_csv(section).splitlines()[1:3] == ["0,14.29,0.00,0.00,0.00,14.29", "1,,0.00,0.00,28.57,0.00"]
    assert "<tr><td>1</td><td></td><td>0.00</td>" in as_html(section)
    tex = as_latex(SECTIONS["dataset"])
    assert tex.startswith("\\begin{tabular}{llrrrr}\n\\toprule\nsplit & measure & n & minimum & mean & maximum \\\\\n")
    assert "moments of relevance $\\geq$ 4 per query & 2 & 1 & 1.00 & 1 \\\\" in tex
    assert "moment / video duration (\\%)" in tex


def test_what_others_wrote_runs_in_no_spreadsheet_and_in_no_paper():
    section = replace(SECTIONS["dataset"], header=("domain", "n"), rows=(("=1+1", -2), (r"a\b{c}^~ 5%", -2.5)))
    assert as_csv(section).splitlines()[1:] == ["'=1+1,-2", r"a\b{c}^~ 5%,-2.50"]
    assert r"a\textbackslash{}b\{c\}\^{}\~{} 5\% & -2.50" in as_latex(section)
    assert "&lt;" in as_html(replace(section, rows=(("<b>", 1),)))
