"""The files of an export of twins, from moments with captions."""

import json

import pyarrow.parquet as pq
import pytest

from consensus.export.folder import Folder
from consensus.export.twins.msrvtt import msrvtt_writer
from consensus.export.twins.parquet import twins_writer
from consensus.export.twins.raw import assignments_writer, judgements_writer, write_dropped
from consensus.export.twins.rtime import rtime_writer
from consensus.export.twins.tally import TwinTally
from consensus.labels.twin_rows import AssignmentRow, ClipCaption, DescribedMoment, DroppedMoment, JudgementRow
from evaluation.twins.reading.labels import read_twin_labels

LINE_END = "a man sits\u2028down"


def moment(number: int, split: str, *, single: bool = False, rewrites: tuple[str, ...] = ()) -> DescribedMoment:
    """A moment of three seconds whose captions name it."""
    forward = ClipCaption(str(number), "forward", f"a man sits down {number}", rewrites)
    backward = ClipCaption(str(number + 100), "backward", f"a man stands up {number}", ())
    return DescribedMoment(
        video_name="film",
        start_s=1.0,
        end_s=4.0,
        duration_s=10.0,
        split=split,
        criterion="position",
        forward=forward,
        backward=None if single else backward,
        adjudicated=single,
    )


MOMENTS = [moment(1, "test"), moment(2, "train", rewrites=("he sits", LINE_END)), moment(3, "train", single=True)]
SPLITS = ["train", "test"]


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path)


def written(folder, writer):
    with writer(folder, SPLITS) as take:
        for one in MOMENTS:
            take(one)
    return folder


def test_the_list_of_a_split_has_each_clip_with_its_twin(folder):
    written(folder, rtime_writer)
    test = json.loads((folder.path / "rtime/test.json").read_text())
    assert test[0] == {
        "vid": "1",
        "caption": "a man sits down 1",
        "rewrites": [],
        "temporal": "position",
        "reverse": "101",
        "direction": "forward",
        "split": "test",
        "video_name": "film",
        "timestamp": [1.0, 4.0],
    }
    assert [(one["vid"], one["reverse"], one["direction"]) for one in test] == [
        ("1", "101", "forward"),
        ("101", "1", "backward"),
    ]
    assert folder.rows == {"rtime/test.json": 2, "rtime/train.json": 3}


def test_a_rewrite_with_a_line_end_stays_one_line(folder):
    written(folder, rtime_writer)
    text = (folder.path / "rtime/train.json").read_text()
    assert len(text.splitlines()) == 2 + 3
    assert json.loads(text)[0]["rewrites"] == ["he sits", LINE_END]


def test_the_evaluation_reads_the_list(folder):
    written(folder, rtime_writer)
    labels = read_twin_labels(folder.path / "rtime/test.json", split="test")
    assert labels.items.names == ["1", "101"]
    assert labels.items.forward.tolist() == [True, False]
    assert labels.items.twin.tolist() == [1, 0]


def test_msrvtt_has_a_sentence_for_each_caption_and_rewrite(folder):
    written(folder, msrvtt_writer)
    found = json.loads((folder.path / "msrvtt/videodatainfo.json").read_text())
    assert [(one["video_id"], one["split"], one["twin"]) for one in found["videos"]] == [
        ("1", "test", "101"),
        ("101", "test", "1"),
        ("2", "train", "102"),
        ("102", "train", "2"),
        ("3", "train", None),
    ]
    assert [one["video_id"] for one in found["sentences"]] == ["1", "101", "2", "2", "2", "102", "3"]
    assert [one["sen_id"] for one in found["sentences"]] == list(range(7))


def test_the_table_of_a_split_loads_with_its_rewrites(folder):
    written(folder, twins_writer)
    table = pq.read_table(folder.path / "parquet/train.parquet").to_pylist()
    assert [(one["vid"], one["reverse"], one["rewrites"], one["adjudicated"]) for one in table] == [
        ("2", "102", ["he sits", LINE_END], False),
        ("102", "2", [], False),
        ("3", None, [], True),
    ]


def test_answers_are_one_object_a_line(folder):
    with judgements_writer(folder) as take:
        take(JudgementRow("1", 1, "A7", True, "state", "neither"))
        take(JudgementRow("1", 1, "B2", False, None, None))
    with assignments_writer(folder) as take:
        take(AssignmentRow("101", 2, "twins", "A7", "cannot tell"))
    lines = [json.loads(line) for line in (folder.path / "judgements.jsonl").read_text().splitlines()]
    assert lines == [
        {"vid": "1", "round": 1, "worker": "A7", "temporal": True, "criterion": "state", "unreal": "neither"},
        {"vid": "1", "round": 1, "worker": "B2", "temporal": False, "criterion": None, "unreal": None},
    ]
    assert json.loads((folder.path / "assignments.jsonl").read_text()) == {
        "vid": "101",
        "attempt": 2,
        "among": "twins",
        "worker": "A7",
        "answer": "cannot tell",
    }


def test_moments_without_a_caption_are_counted_by_outcome(folder):
    dropped = [DroppedMoment("4", "film", "dropped", "why"), DroppedMoment("5", "film", "withdrawn", "x")]
    assert write_dropped(folder, dropped) == {"dropped": 1, "withdrawn": 1}
    assert folder.rows == {"unjudged.jsonl": 2}


def test_the_tally_counts_clips_words_and_seconds():
    tally = TwinTally()
    for one in MOMENTS:
        tally.add(one)
    assert tally.as_dict() == {
        "clips": {"train": 3, "val": 0, "test": 2},
        "twins": 2,
        "singles": 1,
        "criteria": {"position": 3},
        "rewrites": 2,
        "adjudicated": 1,
        "mean_words": 5.0,
        "mean_seconds": 3.0,
    }
