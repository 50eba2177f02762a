"""Labels of both layouts are read as documented, and refused in one line that names the place."""

from __future__ import annotations

import gzip
import json

import pytest

from evaluation.metrics.errors import EvaluationError
from evaluation.segments.reading.clips import clip_of
from evaluation.segments.reading.labels import read_questions
from evaluation.segments.reading.tasks import task_named

CLIPS = ["v1/0.00_10.00.mp4", "v1/10.00_25.50.mp4", "v1/90_100.mp4"]
LINE = {"qid": 7, "query": "x", "duration": 150, "vid": "v1", "relevant_windows": [[0, 10], [90, 100]]}


def candidate(path):
    return {"output_path": f"/data/clips/{path}", "frame_path": f"/data/frames/{path[:-4]}.png"}


def entry(clips=CLIPS, truths=(0, 2), **others):
    return {"qry_text": "who?", "candidate_video_list": [candidate(clip) for clip in clips],
            "gt_indices": list(truths), **others}  # fmt: skip


@pytest.fixture
def pools(tmp_path):
    def write(entries, name="sports_ms.json"):
        (tmp_path / name).write_text(json.dumps(entries))
        return tmp_path / name

    return write


@pytest.fixture
def lines(tmp_path):
    def write(*entries):
        (tmp_path / "labels.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in entries))
        return tmp_path / "labels.jsonl"

    return write


def refusal(*paths, **options):
    with pytest.raises(EvaluationError) as refused:
        read_questions(paths, **options)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_sub_task_is_read_with_its_pools(pools):
    labels = read_questions([pools([entry(), entry(truths=[1], question_id="q-2", task="CA")])])
    questions = labels.questions
    assert (questions.ids, questions.tasks, labels.videos) == (["sports_ms/1", "q-2"], ["MS", "CA"], ["v1", "v1"])
    truths = questions.truths
    assert list(zip(truths.row, truths.start_s, truths.end_s, strict=True)) == [(0, 0, 10), (0, 90, 100), (1, 10, 25.5)]
    assert questions.pool.is_truth.tolist() == [True, False, True, False, True, False]
    assert labels.counts == {"questions": 2, "videos": 1, "true_segments": 3, "candidates": 6, "repeated_candidates": 0,
                             "questions_of_MS": 1, "questions_of_CA": 1}  # fmt: skip


def test_a_folder_holds_a_sub_task_a_file_and_equal_texts_stay_apart(pools, tmp_path):
    for name in ("ego_ims.json", "ego_vms.json"):
        pools([entry()], name)
    (tmp_path / "movie_ca.json.gz").write_bytes(gzip.compress(json.dumps([entry()]).encode()))
    questions = read_questions([tmp_path]).questions
    assert dict(zip(questions.ids, questions.tasks, strict=True)) == {
        "ego_ims/1": "IMS", "ego_vms/1": "VMS", "movie_ca/1": "CA"}  # fmt: skip


def test_a_clip_that_is_named_twice_is_one(pools):
    labels = read_questions([pools([entry([*CLIPS, "elsewhere/v1/0_10.mp4"], truths=[3])])])
    assert (labels.questions.pool.is_truth.tolist(), labels.counts["repeated_candidates"]) == ([True, False, False], 1)


def test_the_task_of_a_file_can_be_given(pools):
    path = pools([entry()], "ego_t2v.json")
    assert read_questions([path], tasks={"ego_t2v": "CA"}).questions.tasks == ["CA"]


@pytest.mark.parametrize(
    ("others", "covers"),
    [
        ({}, [False, False, False, True]),
        ({"ignored_indices": []}, [False] * 4),
        ({"ignored_indices": [1, 0]}, [False, True, False, False]),  # a truth is never ignored
    ],
)
def test_clips_that_cover_a_truth_are_told_by_their_times_unless_the_entry_names_them(pools, others, covers):
    labels = read_questions([pools([entry([*CLIPS, "v1/5_30.mp4"], truths=[0], **others), entry()])])
    assert labels.questions.pool.covers.tolist()[:4] == covers


@pytest.mark.parametrize(
    ("stem", "task"),
    [("sports_ims", "IMS"), ("MS", "MS"), ("1-vms-ego", "VMS"), ("films", None), ("ms_ca", None), ("ms2_MS", "MS")],
)
def test_the_task_is_a_word_of_the_files_name(stem, task):
    assert task_named(stem) == task


@pytest.mark.parametrize(
    ("path", "clip"),
    [
        ("v/0.00_3.00.mp4", ("v", 0, 3)),
        ("/a/b c/v/12_13.5.mp4", ("v", 12, 13.5)),
        ("v/0.00_3.00_mid_frame.png", ("v", 0, 3)),
        ("0.00_3.00.mp4", None),
        ("v/0.00-3.00.mp4", None),
        ("v/-1_3.mp4", None),
        ("v/1e3_3e3.mp4", None),
        ("v/0.00_nan.mp4", None),
        ("v/0_3", None),
    ],
)
def test_a_clip_is_its_video_and_its_times(path, clip):
    assert clip_of(path) == clip


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (1, "entry 2: expected an object, got 1"),
        ({}, "entry 2: candidate_video_list: is missing"),
        (entry(candidate_video_list=[]), "entry 2: candidate_video_list: expected a list that is not empty"),
        (entry(candidate_video_list=["v1/0_1.mp4"]), "entry 2 candidate 1: output_path: is missing"),
        (entry(candidate_video_list=[{"output_path": 3}]), "entry 2 candidate 1: output_path: expected text, got 3"),
        (entry([*CLIPS, "v1/x.mp4"]), "entry 2 candidate 4: output_path: expected VIDEO/START_END.mp4, got"),
        (entry([*CLIPS, "v1/9_3.mp4"]), "entry 2 candidate 4: end 3 is before start 9"),
        (entry([*CLIPS, "v1/0_99999999999.mp4"]), "entry 2 candidate 4: end 1e+11 is beyond"),
        (entry([*CLIPS, "v2/0_1.mp4"]), "entry 2 candidate 4: output_path: 'v2' is another video than 'v1'"),
        ({"candidate_video_list": [candidate(CLIPS[0])]}, "entry 2: gt_indices: is missing"),
        (entry(truths=[]), "entry 2: gt_indices: expected a list that is not empty, got []"),
        (entry(truths=[3]), "entry 2: gt_indices: expected an integer 0 to 2, got 3"),
        (entry(truths=[-1]), "got -1"),
        (entry(truths=[True]), "got True"),
        (entry(truths=[1, 1]), "entry 2: gt_indices: contains an index twice"),
        (entry(ignored_indices=None), "entry 2: ignored_indices: expected a list, got None"),
        (entry(ignored_indices=[3]), "entry 2: ignored_indices: expected an integer 0 to 2, got 3"),
        (entry(task="X"), "entry 2: task: expected one of MS, IMS, CA, VMS, got 'X'"),
        (entry(task=[]), "entry 2: task: expected one of"),
        (entry(question_id="sports_ms/1"), "entry 2: question_id: 'sports_ms/1' is already in"),
        (entry(question_id=None), "entry 2: question_id: expected an integer or text"),
        (entry(question_id="a\0"), "entry 2: question_id: contains a NUL"),
    ],
)
def test_a_wrong_question_with_a_pool_is_named_by_entry_and_field(pools, wrong, problem):
    assert problem in refusal(pools([entry(), wrong]))


@pytest.mark.parametrize(("content", "problem"), [([], "expected a list of questions"), ("", "the file is empty")])
def test_a_file_without_questions_is_refused(pools, tmp_path, content, problem):
    path = pools(content)
    if not content:
        path.write_text(content if isinstance(content, str) else "[]")
    assert problem in refusal(path)


def test_a_file_that_does_not_say_its_task_is_refused(pools):
    assert "entry 1: task: is missing, and the file's name says none of MS" in refusal(pools([entry()], "ego.json"))


def test_an_empty_folder_and_a_file_named_twice_are_refused(pools, tmp_path):
    assert "the folder has no .json file" in refusal(tmp_path)
    path = pools([entry()])
    assert "is named twice" in refusal(path, tmp_path)
    assert "No such file" in refusal(tmp_path / "none.json")


def test_lines_are_read_with_their_windows(lines):
    labels = read_questions([lines(LINE, {**LINE, "qid": "8", "relevant_windows": [[1, 2.5]], "task": "VMS"})])
    questions, truths = labels.questions, labels.questions.truths
    assert (questions.ids, questions.tasks, questions.pool) == (["7", "8"], ["MS", "VMS"], None)
    assert list(zip(truths.row, truths.start_s, truths.end_s, strict=True)) == [(0, 0, 10), (0, 90, 100), (1, 1, 2.5)]
    assert questions.duration_s.tolist() == [150, 150]
    assert labels.counts["true_segments"] == 3


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"qid": 7}, "line 2: qid: '7' is already in"),
        ({"qid": None}, "line 2: qid: expected an integer or text"),
        ({"vid": 3}, "line 2: vid: expected text, got 3"),
        ({"duration": 0}, "line 2: duration: expected seconds above 0"),
        ({"duration": "150"}, "line 2: duration: expected a finite number"),
        ({"relevant_windows": []}, "line 2: relevant_windows: expected a list that is not empty"),
        ({"relevant_windows": [[0, 1], [3, 2]]}, "line 2 window 2: end 2 is before start 3"),
        ({"relevant_windows": [[0, 1], [3]]}, "line 2 window 2: relevant_windows: expected [start, end], got [3]"),
        ({"relevant_windows": [[-1, 1]]}, "line 2 window 1: start -1 is negative"),
        ({"task": "x"}, "line 2: task: expected one of"),
    ],
)
def test_a_wrong_line_is_named_by_line_and_field(lines, change, problem):
    assert problem in refusal(lines(LINE, {**LINE, "qid": 8, **change}))


@pytest.mark.parametrize("key", ["qid", "vid", "duration", "relevant_windows"])
def test_a_missing_key_of_a_line_is_named(lines, key):
    wrong = {name: value for name, value in LINE.items() if name != key}
    assert f"line 1: {key}: is missing" in refusal(lines(wrong))


def test_labels_of_both_layouts_together_are_refused(lines, pools):
    assert "some of the questions have pools of clips and some have none" in refusal(lines(LINE), pools([entry()]))
