"""Settling a file of raw scores: what comes out, what is counted, what is refused."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consensus.rawscores.reading import RawPair, RawScoresError
from consensus.rawscores.settling import Summary, settle_file, settle_pairs
from consensus.rules.ruling import Outcome, rule_on
from moments.protocol import ProtocolError

HEADER = "pair_id,worker,relevance\n"


def settle(folder: Path, content: str | bytes, tolerance: int = 1) -> tuple[Summary, str]:
    raw, out = folder / "raw.csv", folder / "labels.csv"
    raw.write_bytes(content if isinstance(content, bytes) else content.encode())
    summary = settle_file(raw, out, tolerance=tolerance)
    return summary, out.read_bytes().decode()


def refusal_of(folder: Path, content: str | bytes) -> str:
    with pytest.raises(RawScoresError) as refused:
        settle(folder, content)
    assert sorted(path.name for path in folder.iterdir()) == ["raw.csv"]
    return str(refused.value).removeprefix(f"{folder}/")


def rows_of(scores: dict[str, list[int]]) -> str:
    lines = [f"{pair},w{at},{score}\n" for pair, given in scores.items() for at, score in enumerate(given)]
    return HEADER + "".join(lines)


@pytest.mark.parametrize(
    ("scores", "relevance"),
    [
        ([2, 3], 3),
        ([4, 4], 4),
        ([0, 1], 1),
        ([1, 3, 2, 2], 2),
        ([0, 4, 1, 2], 2),
        ([0, 2, 2, 4], 2),
    ],
)
def test_an_agreed_pair_is_written_with_its_consensus(tmp_path: Path, scores: list[int], relevance: int) -> None:
    summary, labels = settle(tmp_path, rows_of({"p": scores}))
    assert labels == f"pair_id,relevance\np,{relevance}\n"
    assert summary == Summary(rows=len(scores), pairs=1, agreed=1)


@pytest.mark.parametrize(
    ("scores", "counted"),
    [
        ([1, 3], {"discarded": 1, "undecided": 1}),
        ([0, 2, 4, 4], {"discarded": 1}),
        ([0, 3, 1, 3], {"discarded": 1}),
        ([2], {"other_row_counts": 1}),
        ([2, 2, 2], {"other_row_counts": 1}),
        ([2, 2, 2, 2, 2], {"other_row_counts": 1}),
    ],
)
def test_a_pair_without_consensus_is_counted_and_left_out(
    tmp_path: Path, scores: list[int], counted: dict[str, int]
) -> None:
    summary, labels = settle(tmp_path, rows_of({"p": scores}))
    assert labels == "pair_id,relevance\n"
    assert summary == Summary(rows=len(scores), pairs=1, **counted)


@pytest.mark.parametrize(("tolerance", "labels"), [(0, ""), (1, "p,2\n"), (4, "p,2\n")])
def test_the_tolerance_decides_what_agrees(tmp_path: Path, tolerance: int, labels: str) -> None:
    assert settle(tmp_path, rows_of({"p": [1, 2]}), tolerance)[1] == "pair_id,relevance\n" + labels


def test_a_tolerance_out_of_range_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="tolerance: expected 0 to 4, got 5"):
        settle(tmp_path, rows_of({"p": [1, 2]}), tolerance=5)


def test_rows_of_a_pair_may_be_apart_and_pairs_keep_their_first_appearance(tmp_path: Path) -> None:
    _, labels = settle(tmp_path, HEADER + "b,1,4\na,1,2\na,2,2\nb,2,4\n")
    assert labels == "pair_id,relevance\nb,4\na,2\n"


def test_other_columns_pass_on_with_the_first_rows_values(tmp_path: Path) -> None:
    content = 'query,worker,relevance,pair_id,note\n"a, b",1,3,p,"one\ntwo"\nother,2,4,p,late\n'
    assert settle(tmp_path, content)[1] == 'query,relevance,pair_id,note\n"a, b",4,p,"one\ntwo"\n'


def test_a_worker_twice_counts_its_pair_once(tmp_path: Path) -> None:
    content = HEADER + "p,1,2\np,1,2\np,1,2\np,1,2\nq,1,3\nq,2,3\n"
    assert settle(tmp_path, content)[0] == Summary(rows=6, pairs=2, pairs_with_a_worker_twice=1, agreed=2)


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbfpair_id,worker,relevance\np,1,2\np,2,2\n",
        b"pair_id,worker,relevance\r\np,1,2\r\np,2,2\r\n",
        b"pair_id,worker,relevance\np,1,2\n\np,2,2",
        b'"pair_id","worker","relevance"\n"p","1","2"\n"p","2","2"\n',
    ],
    ids=["byte-order mark", "CRLF", "empty line, no last newline", "quoted"],
)
def test_the_usual_shapes_of_csv_are_read(tmp_path: Path, content: bytes) -> None:
    assert settle(tmp_path, content)[1] == "pair_id,relevance\np,2\n"


def test_a_header_alone_gives_a_header(tmp_path: Path) -> None:
    assert settle(tmp_path, HEADER) == (Summary(), "pair_id,relevance\n")


@pytest.mark.parametrize("value", ["3.0", "", "true", "5", "-1", "+3", " 3", "03", "３", "nan"])
def test_a_relevance_that_is_no_integer_0_to_4_is_refused(tmp_path: Path, value: str) -> None:
    message = refusal_of(tmp_path, HEADER + f"p,1,2\np,2,{value}\n")
    assert message == f"raw.csv line 3: relevance: expected an integer 0 to 4, got {value!r}"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "raw.csv line 1: the file is empty"),
        ("\n", "raw.csv line 1: the column pair_id is missing; required are pair_id, worker, relevance"),
        (
            "pair_id,relevance\n",
            "raw.csv line 1: the column worker is missing; required are pair_id, worker, relevance",
        ),
        ("pair_id,worker,relevance,x,x\n", "raw.csv line 1: the column x appears twice"),
        (HEADER + "p,1\n", "raw.csv line 2: expected 3 fields as in the header, got 2"),
        (HEADER + "p,1,2,3\n", "raw.csv line 2: expected 3 fields as in the header, got 4"),
        (HEADER + ",1,2\n", "raw.csv line 2: pair_id is empty"),
        (HEADER + "p,,2\n", "raw.csv line 2: worker is empty"),
        (HEADER + "p,1,2\np,2,\0\n", "raw.csv line 3: contains a NUL byte"),
        (HEADER.encode() + b"p,1,2\np,\xff,2\n", "raw.csv line 3: not UTF-8: invalid start byte"),
        (b"\xef\xbb\xbf\xff", "raw.csv line 1: not UTF-8: invalid start byte"),
        (HEADER + 'p,1,2\n"p,2,2\n', "raw.csv line 3: not CSV: unexpected end of data"),
    ],
)
def test_a_file_that_cannot_be_trusted_is_refused_by_line(tmp_path: Path, content: str | bytes, message: str) -> None:
    assert refusal_of(tmp_path, content) == message


def test_the_line_named_is_where_a_row_with_quoted_newlines_starts(tmp_path: Path) -> None:
    content = 'pair_id,worker,relevance,note\np,1,2,"a\nb\nc"\np,2,9,"d\ne"\n'
    message = refusal_of(tmp_path, content)
    assert message == "raw.csv line 5: relevance: expected an integer 0 to 4, got '9'"


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RawScoresError, match=r"gone\.csv: No such file or directory"):
        settle_file(tmp_path / "gone.csv", tmp_path / "labels.csv", tolerance=1)


@pytest.mark.parametrize(
    ("out", "problem"),
    [
        ("raw.csv", "would overwrite the raw scores"),
        (".", "is a directory"),
        ("no/labels.csv", "No such file"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path, out: str, problem: str) -> None:
    raw = tmp_path / "raw.csv"
    raw.write_text(rows_of({"p": [2, 2]}))
    with pytest.raises(RawScoresError, match=problem):
        settle_file(raw, tmp_path / out, tolerance=1)
    assert raw.read_text() == rows_of({"p": [2, 2]})
    assert [path.name for path in tmp_path.iterdir()] == ["raw.csv"]


def test_a_refused_file_leaves_earlier_labels_as_they_were(tmp_path: Path) -> None:
    _, before = settle(tmp_path, rows_of({"p": [2, 2]}))
    with pytest.raises(RawScoresError):
        settle(tmp_path, HEADER + "p,1,7\n")
    assert (tmp_path / "labels.csv").read_text() == before


FIELDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1)


@given(note=FIELDS, pair=FIELDS)
def test_any_text_passes_through_unchanged(tmp_path_factory: pytest.TempPathFactory, note: str, pair: str) -> None:
    rows = [["note", "pair_id", "worker", "relevance"], [note, pair, "1", "2"], ["", pair, "2", "3"]]
    stream = io.StringIO(newline="")
    csv.writer(stream, quoting=csv.QUOTE_ALL).writerows(rows)
    _, labels = settle(tmp_path_factory.mktemp("any"), stream.getvalue())
    read = list(csv.reader(io.StringIO(labels, newline=""), strict=True))
    assert read == [["note", "pair_id", "relevance"], [note, pair, "3"]]


SCORES = st.lists(st.integers(0, 4), min_size=1, max_size=5)


@given(st.lists(SCORES), st.integers(0, 4))
def test_every_pair_is_agreed_or_discarded_or_left_out(scores: list[list[int]], tolerance: int) -> None:
    pairs = [RawPair([], given, [str(at) for at in range(len(given))]) for given in scores]
    summary, agreed = settle_pairs(pairs, tolerance=tolerance)
    assert summary.agreed + summary.discarded + summary.other_row_counts == summary.pairs == len(scores)
    assert [(pair.scores, relevance) for pair, relevance in agreed] == [
        (given, ruling.relevance)
        for given in scores
        if len(given) in (2, 4) and (ruling := rule_on(given, tolerance=tolerance)).outcome is Outcome.AGREED
    ]
