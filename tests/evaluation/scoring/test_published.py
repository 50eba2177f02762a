"""The published rows of TVR-Ranking."""

from evaluation.scoring.published import PUBLISHED, published_at, published_figures, published_lines


def test_every_line_of_the_table_has_three_thresholds():
    assert len(PUBLISHED) == 15 * 3
    assert {row.iou for row in PUBLISHED} == {0.3, 0.5, 0.7}
    assert {(row.system, row.k) for row in PUBLISHED} == {
        ("XML", 20), ("CONQUER", 20), ("ReLoCLNet", 10), ("ReLoCLNet", 20), ("ReLoCLNet", 40),
    }  # fmt: skip


def test_a_row_has_val_and_test_of_its_threshold():
    (row,) = (row for row in published_at(20, 0.5) if (row.system, row.top) == ("ReLoCLNet", 40))
    assert (row.measure, row.val, row.test) == ("NDCG@20,IoU>=0.5", 0.4060, 0.4059)
    assert [row.system for row in published_at(10, 0.7)] == ["ReLoCLNet"] * 3


def test_only_rows_of_the_reports_measures_are_lines_and_the_source_is_named():
    lines = list(published_lines(published_figures(), ["NDCG@10,IoU>=0.3"]))
    assert lines[:2] == [
        "published on TVR-Ranking: system, trained on top, val, test",
        "NDCG@10,IoU>=0.3  ReLoCLNet   1  0.1575  0.1525",
    ]
    assert lines[4] == "similarity order as printed: NDCG@10 0.785, NDCG@20 0.838, NDCG@40 0.905"
    assert "commit 0b9cf42" in lines[5]
