"""Ready questions are read from three kinds of files; every error names file, line and field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.asking.files.question_file import GivenQuestion, read_questions
from moments.base.errors import BadInput, BadLine
from moments.corpus.files.faults import KeptFaults


def lines_file(folder: Path, *records: Any) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("\n".join(one if isinstance(one, str) else json.dumps(one) for one in records))
    return path


def csv_file(folder: Path, text: str) -> Path:
    path = folder / "questions.csv"
    path.write_text(text)
    return path


def plain(question: GivenQuestion) -> tuple[Any, ...]:
    return question.video_name, question.task, question.text, question.origin, question.windows, question.condition


def test_csv_may_leave_columns_out_and_cells_empty(tmp_path):
    (one,) = read_questions(csv_file(tmp_path, "vid_name,task,query\nfilm,ms, When  is it? \n"))
    assert plain(one) == ("film", "ms", "When is it?", "person", (), None)
    text = (
        "vid_name,task,query,origin,windows,condition_video,condition_s\n"
        'film,ims,Where?,model,"[[1.5, 4], [6, 7]]",other,2.25\n'
        "film,ms,When?,,,,\n"
    )
    first, second = read_questions(csv_file(tmp_path, text))
    assert plain(first) == ("film", "ims", "Where?", "model", ((1.5, 4.0), (6.0, 7.0)), ("other", 2.25))
    assert plain(second) == ("film", "ms", "When?", "person", (), None)
    assert (first.place.line, second.place.line) == (2, 3)


def test_json_lines_have_the_same_names(tmp_path):
    record = {"vid_name": "film", "task": "ims", "query": "Where?", "condition_video": "film", "condition_s": 3}
    path = lines_file(tmp_path, record, "", {**record, "windows": [[0, 2]], "origin": "model"})
    one, two = read_questions(path)
    assert plain(one) == ("film", "ims", "Where?", "person", (), ("film", 3.0))
    assert plain(two) == ("film", "ims", "Where?", "model", ((0.0, 2.0),), ("film", 3.0))
    assert two.place.line == 3


def test_a_line_of_qvhighlights_is_a_question_with_its_windows(tmp_path):
    record = {
        "qid": 8737,
        "query": "A family is playing basketball together on a green court outside.",
        "duration": 126,
        "vid": "bP5KfdFJzC4_660.0_810.0",
        "relevant_windows": [[0, 16], [20, 126]],
        "relevant_clip_ids": [0, 1],
        "saliency_scores": [[4, 1, 1]],
    }
    (one,) = read_questions(lines_file(tmp_path, record))
    assert plain(one) == (record["vid"], "ms", record["query"], "person", ((0.0, 16.0), (20.0, 126.0)), None)
    assert one.slack_s == 2


GOOD = {"vid_name": "film", "task": "ms", "query": "When?"}


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ("{", "is not JSON"),
        ("[1]", "expected a JSON object"),
        ({"vid_name": "film", "query": "?"}, "task: is missing"),
        ({**GOOD, "task": "ca"}, "task: expected one of ms, ims, got 'ca'"),
        ({**GOOD, "query": " "}, "query: expected text, got ' '"),
        ({**GOOD, "query": "x" * 1001}, "query: expected at most 1,000 characters, got 1,001"),
        ({**GOOD, "vid_name": 3}, "vid_name: expected text, got 3"),
        ({**GOOD, "origin": "cat"}, "origin: expected one of person, model, got 'cat'"),
        ({**GOOD, "origin": 0}, "origin: expected one of person, model, got 0"),
        ({**GOOD, "windows": {}}, "windows: expected a list of pairs [start, end] in seconds"),
        ({**GOOD, "windows": 0}, "windows: expected a list of pairs [start, end] in seconds"),
        ({**GOOD, "windows": "x"}, "windows: expected a list of pairs [start, end] in seconds"),
        ({**GOOD, "windows": [[1]]}, "windows: window 1: expected a pair [start, end] in seconds"),
        ({**GOOD, "windows": [[1, 2], [1, "2"]]}, "windows: window 2: expected a pair [start, end] in seconds"),
        ({**GOOD, "windows": [[1, 1e308]]}, "windows: window 1: expected 0 to 1000000 seconds, got 1e+308"),
        ('{"vid_name": "film", "task": "ms", "query": "?", "windows": [[NaN, 1]]}', "expected a finite number"),
        ({**GOOD, "condition_video": "film"}, "condition_video and condition_s: expected both or neither"),
        ({**GOOD, "condition_video": "film", "condition_s": 1}, "only a question of task ims has a picture"),
        ({**GOOD, "task": "ims", "condition_video": "film", "condition_s": -1}, "condition_s: expected 0 to 1000000"),
        ({"qid": 1, "query": "?", "vid": "film"}, "relevant_windows: is missing"),
    ],
)
def test_a_bad_line_is_named_with_its_field(tmp_path, record, problem):
    path = lines_file(tmp_path, GOOD, record)
    with pytest.raises(BadLine) as caught:
        read_questions(path)
    assert str(caught.value).startswith(f"{path} line 2: ")
    assert problem in str(caught.value)


def test_bad_csv_is_named_likewise(tmp_path):
    with pytest.raises(BadLine, match="line 1: column 'query' is missing"):
        read_questions(csv_file(tmp_path, "vid_name,task\nfilm,ms\n"))
    with pytest.raises(BadLine, match="line 2: windows: expected JSON such as"):
        read_questions(csv_file(tmp_path, "vid_name,task,query,windows\nfilm,ms,?,1-2\n"))
    with pytest.raises(BadLine, match="line 2: windows: expected a list of pairs"):
        read_questions(csv_file(tmp_path, "vid_name,task,query,windows\nfilm,ms,?,0\n"))


def test_all_faults_can_be_kept(tmp_path):
    faults = KeptFaults()
    assert len(read_questions(lines_file(tmp_path, GOOD, "{", GOOD, "[]"), faults=faults)) == 2
    assert [fault.line for fault in faults.kept] == [2, 4]


def test_a_file_without_questions_is_refused(tmp_path):
    with pytest.raises(BadInput, match="no questions in the file"):
        read_questions(lines_file(tmp_path, ""))
