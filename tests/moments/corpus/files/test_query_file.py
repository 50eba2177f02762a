"""Queries and candidates from files."""

from pathlib import Path

import pytest

from moments.base.errors import BadInput
from moments.corpus.files.query_file import read_candidates, read_queries


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "file.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_queries_are_read_with_and_without_a_moment(tmp_path: Path) -> None:
    rows = read_queries(written(tmp_path, "query_id,query,split,desc_id\n1,A dog runs.,val,\n2,A cat.,test,7\n"))
    assert [(row.query_id, row.text, row.split, row.desc_id) for row in rows] == [
        (1, "A dog runs.", "val", None),
        (2, "A cat.", "test", 7),
    ]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("x,A dog.,val,", "line 2: query_id: expected a whole number"),
        ("1,,val,", "line 2: query: expected text"),
        ("1,A dog.,train,", "line 2: split: expected one of val, test, exam, got 'train'"),
        ("1,A dog.,val,x", "line 2: desc_id: expected a whole number"),
        ("1,A dog.,val,\n1,A cat.,val,", "line 3: query_id 1 is already on line 2"),
        ("", "line 1: no queries in the file"),
    ],
)
def test_a_wrong_query_is_refused_by_line(tmp_path: Path, row: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_queries(written(tmp_path, f"query_id,query,split,desc_id\n{row}\n"))


def test_candidates_are_read(tmp_path: Path) -> None:
    rows = read_candidates(written(tmp_path, "query_id,desc_id,rank,similarity\n1,5,2,-0.5\n1,6,1,0.75\n"))
    assert [(row.query_id, row.desc_id, row.rank, row.similarity) for row in rows] == [
        (1, 5, 2, -0.5),
        (1, 6, 1, 0.75),
    ]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("1,5,1,0.5\n1,6,1,0.4", "line 3: rank 1 of query 1 is already on line 2"),
        ("1,5,1,0.5\n1,5,2,0.4", "line 3: desc_id 5 of query 1 is already on line 2"),
        ("1,5,1,1.01", "line 2: similarity: expected -1 to 1, got 1.01"),
        ("1,5,1,-2", "line 2: similarity: expected -1 to 1, got -2"),
        ("1,5,1,nan", "line 2: similarity: expected a finite number"),
        ("1,5,0,0.5", "line 2: rank: expected 1 to 1000, got 0"),
        ("1,5,2,0.5", "line 2: rank 2 of query 1 has no rank 1 before it"),
        ("1,5,1.5,0.5", "line 2: rank: expected a whole number"),
        ("", "line 1: no candidates in the file"),
    ],
)
def test_a_wrong_candidate_is_refused_by_line(tmp_path: Path, rows: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_candidates(written(tmp_path, f"query_id,desc_id,rank,similarity\n{rows}\n"))
