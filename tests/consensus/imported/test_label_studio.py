"""Label Studio's JSON: whose level is what, and what cannot be one."""

import json
from pathlib import Path

import pytest

from consensus.imported.contents import Archive
from consensus.imported.files import GivenFile, read_archive
from consensus.imported.label_studio import TaskTerms, read_label_studio, terms_from
from consensus.imported.planning import planned
from moments.base.errors import BadInput
from moments.corpus.files.faults import KeptFaults

NAMES = ("Irrelevant", "Barely", "Half", "Mostly", "Perfect")


def choice(value: object, control: str = "relevance") -> dict[str, object]:
    return {"from_name": control, "type": "choices", "value": {"choices": [value]}}


def rating(value: object) -> dict[str, object]:
    return {"from_name": "stars", "type": "rating", "value": {"rating": value}}


def annotation(*result: object, by: object = 1, **more: object) -> dict[str, object]:
    return {"id": 9, "completed_by": by, "result": list(result), **more}


def task(number: int, *annotations: object, **data: object) -> dict[str, object]:
    required = {"query": "a dog runs", "video": f"clip_{number}.mp4"}
    return {"id": number, "data": required | data, "annotations": list(annotations), "predictions": []}


def read(tmp_path: Path, *tasks: object, terms: TaskTerms | None = None, archive: Archive | None = None) -> Archive:
    path = tmp_path / "export.json"
    path.write_text("[\n" + ",\n".join(json.dumps(one) for one in tasks) + "\n]")
    archive = archive or Archive()
    read_label_studio(path, archive, terms or TaskTerms(), shown="export.json")
    return archive


def refusal(tmp_path: Path, *tasks: object, terms: TaskTerms | None = None) -> str:
    with pytest.raises(BadInput) as error:
        read(tmp_path, *tasks, terms=terms)
    return str(error.value)


def test_tasks_are_pairs_and_people_become_numbers(tmp_path: Path) -> None:
    someone = {"id": 31, "email": "ann@example.org"}
    archive = read(
        tmp_path,
        task(5, annotation(choice("3"), by=someone), annotation(choice("2 half"), by=44)),
        task(6, annotation(rating(4), by=44), query_id=None, start=2, end=4.5, duration=60, caption="a dog"),
    )
    assert archive.scores == {5: [("rater-1", 3), ("rater-2", 2)], 6: [("rater-2", 4)]}
    first, second = archive.described[5], archive.described[6]
    assert (first.video, first.start_s, first.end_s, first.timed) == (
        "clip_5.mp4",
        0.0,
        1.0,
        False,
    )
    assert (second.start_s, second.end_s, second.caption, second.timed) == (
        2.0,
        4.5,
        "a dog",
        True,
    )
    (query,) = planned(archive, batch_size=20, split="test", stand_ins=False).queries
    assert (query.query_id, query.text, query.split) == (1, "a dog runs", "test")


def test_keys_control_and_scale_are_what_was_asked_for(tmp_path: Path) -> None:
    one = {"id": 1, "data": {"text": "a cat", "url": "c.mp4", "qid": 70}, "annotations": []}
    one["annotations"] = [annotation(choice("9", "other"), rating(5)), annotation(rating(1), by=2)]
    terms = terms_from({"query": "text", "video": "url", "query_id": "qid"}, control="stars", lowest=1, choices="")
    archive = read(tmp_path, one, terms=terms)
    assert archive.scores == {1: [("rater-1", 4), ("rater-2", 0)]}
    assert (archive.described[1].query, archive.described[1].query_id) == ("a cat", 70)


def test_choices_may_have_names_of_their_own(tmp_path: Path) -> None:
    terms = terms_from({}, control="", lowest=0, choices=",".join(NAMES))
    assert read(tmp_path, task(1, annotation(choice("Mostly"))), terms=terms).scores == {1: [("rater-1", 3)]}
    message = refusal(tmp_path, task(1, annotation(choice("So so"))), terms=terms)
    assert message == "export.json line 2: choices: 'So so' is not one of Irrelevant, Barely, Half, Mostly, Perfect"


def test_cancelled_and_empty_annotations_are_left_out_and_counted(tmp_path: Path) -> None:
    archive = read(
        tmp_path, task(1, annotation(choice("3"), was_cancelled=True), annotation(), annotation(choice("1")))
    )
    assert (archive.scores, archive.left_out) == ({1: [("rater-1", 1)]}, 2)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (task(1, annotation(choice("7"))), "choices: expected an integer 0 to 4, got 7"),
        (
            task(1, annotation(choice("33"))),
            "choices: '33' does not start with its level; name all of them",
        ),
        (task(1, annotation(rating(2.5))), "rating: expected a whole number of at least 0, got 2.5"),
        (task(1, annotation(rating(True))), "rating: expected a whole number of at least 0, got True"),
        (task(1, annotation(choice("1"), rating(1))), "annotation 9 gives 2 values; choose one control"),
        (task(1, annotation({"value": {"choices": ["1", "2"]}})), "choices: expected one choice"),
        (task(1, annotation(choice("1"), by=None)), "completed_by: expected the person who gave the annotation"),
        (task(1, query=""), "query: expected text, got None"),
        (task(1, video="a\nb"), "video: contains a line break or another control character"),
        (task(1, start=5, end=3), "expected 0 ≤ start < end, got 5 and 3"),
        (task(1, split="train"), "split: expected one of val, test, exam, got 'train'"),
        (
            {"id": 1, "query": "x", "relevance": 3},
            "expected a task with data and annotations; export as JSON, not JSON-MIN",
        ),
    ],
)
def test_what_is_no_level_or_task_is_refused_by_line(tmp_path: Path, given: object, message: str) -> None:
    assert refusal(tmp_path, given) == f"export.json line 2: {message}"


def test_many_faults_are_kept_and_the_other_tasks_read(tmp_path: Path) -> None:
    faults = KeptFaults()
    archive = read(tmp_path, task(1), task(1), task(2, query=""), task(3), archive=Archive(faults))
    assert ([fault.line for fault in faults.kept], sorted(archive.described)) == ([3, 4], [1, 3])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{}", "line 1: expected a JSON list"),
        (b'[{"a": }]' + b" " * 100, "line 1: is not JSON (Expecting value)"),
        (b'[\n{"a": 1}\n{"b": 2}]', "line 3: expected a comma or the end of the list"),
        (b'[\n{"a": "x', "line 2: is not JSON (Unterminated string starting at)"),
        (b"[1]", "line 1: expected a JSON object"),
        (b"[]\n[]", "line 2: there is text after the list"),
        (b"[\n\xff]", "line 2: is not UTF-8"),
        (b"[\n\n\0]", "line 3: contains a NUL character"),
        (b"<html>", "export.json: is a web page or XML; download the file itself"),
        (b"\x1f\x8b\x08", "export.json: is compressed with gzip; unpack it first"),
    ],
)
def test_files_that_are_no_list_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "export.json"
    path.write_bytes(content)
    with pytest.raises(BadInput) as error:
        read_label_studio(path, Archive(KeptFaults()), TaskTerms(), shown="export.json")
    assert message in str(error.value)


def test_an_object_over_several_stretches_of_the_file_is_read(tmp_path: Path) -> None:
    long = task(2, query="a dog " + "ä" * 9_000)
    tasks = [task(number, caption="ü" * 9_000) for number in range(3, 130)]
    archive = read(tmp_path, task(1), long, *tasks)
    assert (len(archive.described), archive.described[129].place.line) == (129, 130)


def test_unknown_keys_and_wrong_sets_of_choices_are_refused() -> None:
    with pytest.raises(BadInput, match="map: no 'clip'; there are query, video"):
        terms_from({"clip": "x"}, control="", lowest=0, choices="")
    with pytest.raises(BadInput, match="choices: expected a name for each level from 0 to 4"):
        terms_from({}, control="", lowest=0, choices="no,yes")


def test_an_export_of_label_studio_comes_alone(tmp_path: Path) -> None:
    files = [GivenFile(tmp_path / name, name) for name in ("export.json", "raw.csv")]
    with pytest.raises(BadInput, match=r"export.json: import an export of Label Studio without other files"):
        read_archive(files, terms=TaskTerms())
