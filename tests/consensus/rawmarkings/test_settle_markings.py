"""`settle_markings`: what comes out of a file of markings, what is counted, what is refused."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from consensus.management.commands.settle_markings import Command
from consensus.rawmarkings.lines import LONGEST_LINE
from consensus.rawmarkings.settling import MarkingsSummary, settle_markings_file
from moments.base.errors import BadInput
from moments.marking_protocol import MarkingProtocol


def line(role: str, given: object, *, worker: str = "", question: str = "q", **changed: object) -> dict[str, Any]:
    own = "answers" if role == "third" else "segments"
    values = {"question": question, "video": "v", "duration_ms": 60_000, "role": role, "worker": worker or role}
    return {**values, own: given} | changed


AUTHOR = line("author", [[1000, 5000], [20_000, 30_000]])
MARKER = line("marker", [[1500, 5500], [40_000, 50_000]])
THIRD = line("third", [{"piece": [20_000, 30_000], "answer": True}, {"piece": [40_000, 50_000], "answer": None}])
SETTLED = {"question": "q", "video": "v", "duration_ms": 60_000}


def written(folder: Path, *lines: object) -> Path:
    path = folder / "markings.jsonl"
    path.write_text("".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in lines))
    return path


def settled(folder: Path, *lines: object, **protocol: Any) -> list[dict[str, Any]]:
    out = folder / "truths.jsonl"
    settle_markings_file(written(folder, *lines), out, protocol=MarkingProtocol(**{"extent": "outer", **protocol}))
    return [json.loads(text) for text in out.read_text().splitlines()]


def refusal(folder: Path, *lines: object) -> str:
    with pytest.raises(BadInput) as refused:
        settled(folder, *lines)
    assert sorted(path.name for path in folder.iterdir()) == ["markings.jsonl"]
    return str(refused.value).removeprefix(f"{folder}/markings.jsonl ")


def test_open_pieces_do_not_say_whose_they_are(tmp_path: Path) -> None:
    assert settled(tmp_path, AUTHOR, MARKER) == [
        {
            **SETTLED,
            "outcome": "open",
            "truth": [[1000, 5500]],
            "open": [{"piece": [20_000, 30_000], "kind": "segment"}, {"piece": [40_000, 50_000], "kind": "segment"}],
            "for_lead": [],
        }
    ]


def test_the_lead_gets_what_the_third_person_could_not_decide(tmp_path: Path) -> None:
    assert settled(tmp_path, AUTHOR, MARKER, THIRD) == [
        {
            **SETTLED,
            "outcome": "lead",
            "truth": [[1000, 5500], [20_000, 30_000]],
            "open": [],
            "for_lead": [{"piece": [40_000, 50_000], "author": [], "marker": [[40_000, 50_000]]}],
        }
    ]


def test_third_persons_can_share_the_pieces_and_mark_edges_again(tmp_path: Path) -> None:
    lines = (
        line("author", [[0, 10_000], [20_000, 30_000]]),
        line("marker", [[0, 16_000]]),
        line("third", [{"piece": [0, 16_000], "answer": [[0, 13_000]]}], worker="c"),
        line("third", [{"piece": [20_000, 30_000], "answer": False}], worker="d"),
    )
    (question,) = settled(tmp_path, *lines)
    assert (question["outcome"], question["truth"]) == ("settled", [[0, 13_000]])


def test_a_question_without_a_marker_is_unmarked_and_no_answer_here_returns_it(tmp_path: Path) -> None:
    others = line("author", [[0, 500]], question="r"), line("marker", [], question="r")
    assert [one["outcome"] for one in settled(tmp_path, AUTHOR, *others)] == ["unmarked", "returned"]


def test_the_protocol_decides_what_agrees(tmp_path: Path) -> None:
    (question,) = settled(tmp_path, AUTHOR, MARKER, edge_tolerance_ms=0, sure_iou=1.0)
    assert question["open"][0] == {"piece": [1000, 5500], "kind": "edges"}


@given(st.permutations([AUTHOR, MARKER, THIRD]))
def test_the_order_of_lines_does_not_matter(tmp_path_factory, lines: list[object]) -> None:
    folder = tmp_path_factory.mktemp("markings")
    assert settled(folder, *lines)[0]["outcome"] == "lead"


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("{", "line 2: not JSON: Expecting property name enclosed in double quotes"),
        ("[]", "line 2: expected an object, got a list"),
        ("[" * 5000, "line 2: the JSON is nested too deeply"),
        ('{"role": "marker", "role": "author"}', "line 2: a key appears twice in one object"),
        ('{"segments": [[NaN, 1]]}', "line 2: contains NaN, which is not a JSON number"),
        ({**MARKER, "role": "lead"}, "line 2: role: expected author, marker, third"),
        ({"question": "q"}, "line 2: role: expected author, marker, third (it is missing)"),
        ({**MARKER, "answers": []}, "line 2: 'answers': is not a field of the role marker"),
        ({key: value for key, value in MARKER.items() if key != "video"}, "line 2: video: is missing"),
        ({**MARKER, "worker": " "}, "line 2: worker: expected a text in one line that is not empty"),
        ({**MARKER, "question": "a\nb"}, "line 2: question: expected a text in one line that is not empty"),
        ({**MARKER, "question": "a" * 501}, "line 2: question: expected at most 500 characters, got 501"),
        (
            {**MARKER, "duration_ms": 60.0},
            "line 2: duration_ms: expected an integer of milliseconds, got a decimal number",
        ),
        ({**MARKER, "duration_ms": 0}, "line 2: duration_ms: expected 1 to 86400000, which is a day"),
        (
            {**MARKER, "segments": [[0, 500], [900, 700]]},
            "line 2: segments: segment 2: ends at 700 ms, before its start at 900 ms",
        ),
        ({**MARKER, "video": "w"}, "line 2: video: line 1 of the question has v"),
        ({**MARKER, "duration_ms": 60_001}, "line 2: duration_ms: line 1 of the question has 60000"),
        ({**MARKER, "worker": "author"}, "line 2: worker: line 1 is already this person's part in the question"),
        (line("author", [[0, 500]], worker="b"), "line 2: role: line 1 is already the question's author"),
        (line("author", [], question="r"), "line 2: segments: the author of a question marks at least one segment"),
        (line("marker", [[0, 500]], question="r"), "line 2: question: r has no line of its author"),
        (THIRD, "line 2: role: the question has no line of a marker yet"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_written(tmp_path: Path, bad: object, message: str) -> None:
    assert refusal(tmp_path, AUTHOR, bad) == message


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({}, "expected a list, got an object"),
        ([True], "answer 1: expected an object with piece and answer"),
        (
            [{"piece": [0, 100], "answer": True}],
            "answer 1: piece: segment 1: lasts 100 ms; the shortest segment lasts 200 ms",
        ),
        ([{"piece": [20_000, 30_000], "answer": "yes"}], "answer 1: expected a list of segments, got a text"),
        ([{"piece": [20_000, 30_000], "answer": []}], "the piece at [20, 30] s needs yes or no"),
        ([{"piece": [7000, 8000], "answer": True}], "there is no piece at [7, 8] s"),
        ([{"piece": [20_000, 30_000], "answer": True}] * 2, "answer 2: the piece [20, 30] s is answered twice"),
    ],
)
def test_a_bad_answer_is_named(tmp_path: Path, answers: object, message: str) -> None:
    assert refusal(tmp_path, AUTHOR, MARKER, line("third", answers)) == f"line 3: answers: {message}"


def test_two_third_persons_may_not_answer_the_same_piece(tmp_path: Path) -> None:
    message = "line 4: answers: the piece [20, 30] s already has an answer"
    assert refusal(tmp_path, AUTHOR, MARKER, THIRD, {**THIRD, "worker": "other"}) == message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ": contains no marking"),
        (b"\n \n", ": contains no marking"),
        (b"\n\xff{}", " line 2: not UTF-8: invalid start byte"),
        (b" " * LONGEST_LINE + b"{}", " line 1: is longer than 1,000,000 bytes"),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "markings.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadInput) as refused:
        settle_markings_file(path, tmp_path / "out", protocol=MarkingProtocol(extent="outer"))
    assert str(refused.value) == f"{path}{message}"


def run(*arguments: object) -> str:
    out = io.StringIO()
    call_command(Command(), *map(str, arguments), stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_the_command_prints_how_questions_ended(tmp_path: Path) -> None:
    files = written(tmp_path, AUTHOR, MARKER), "--out", tmp_path / "out.jsonl"
    expected = MarkingsSummary(lines=2, questions=1, open=1, truths=1, open_pieces=2)
    assert MarkingsSummary(**json.loads(run(*files, "--json"))) == expected
    assert run(*files).splitlines()[:4] == ["lines: 2", "questions: 1", "settled: 0", "open: 1"]


def test_the_command_reads_a_protocol(tmp_path: Path) -> None:
    files = written(tmp_path, AUTHOR, MARKER), "--out", tmp_path / "out.jsonl", "--protocol", tmp_path / "protocol"
    (tmp_path / "protocol").write_text('{"edge_tolerance_ms": 0, "sure_iou": 1}')
    assert json.loads(run(*files, "--json"))["open_pieces"] == 3
    (tmp_path / "protocol").write_text('{"tolerance": 0}')
    with pytest.raises(CommandError, match="protocol: tolerance: there is no such key"):
        run(*files)


@pytest.mark.parametrize(
    ("out", "message"), [(".", "is a directory"), ("markings.jsonl", "would overwrite"), ("no/x", "No such file")]
)
def test_an_output_that_cannot_be_is_one_line(tmp_path: Path, out: str, message: str) -> None:
    with pytest.raises(CommandError, match=message):
        run(written(tmp_path, AUTHOR, MARKER), "--out", tmp_path / out)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="none: No such file"):
        run(tmp_path / "none", "--out", tmp_path / "out")
