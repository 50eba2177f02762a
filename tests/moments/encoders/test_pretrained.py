"""Vectors are kept by model and text, whole or not at all."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from moments.base.errors import BadInput
from moments.encoders import PretrainedEncoder
from tests.moments.encoders.letters import Letters

ROOT = Path(__file__).resolve().parents[3]
TEXTS = ["a bad cab", "a deaf hag", "a bad cab", "egg", ""]


@pytest.fixture(autouse=True)
def _small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moments.encoders.pretrained.AT_ONCE", 2)


def the_file(folder: Path) -> Path:
    return sorted(folder.rglob("*.vectors"))[0]


def test_a_text_goes_through_the_model_once(tmp_path: Path) -> None:
    model = Letters()
    rows = PretrainedEncoder(model, tmp_path).encode(TEXTS)
    assert sorted(model.seen) == ["", "a bad cab", "a deaf hag", "egg"]
    assert rows.dtype == np.float32
    assert rows.tolist() == [Letters().encode([text])[0].tolist() for text in TEXTS]


def test_the_longest_texts_go_first(tmp_path: Path) -> None:
    model = Letters()
    PretrainedEncoder(model, tmp_path).encode(["a", "aaa", "aa"])
    assert model.seen == ["aaa", "aa", "a"]


def test_what_is_kept_is_not_encoded_again(tmp_path: Path) -> None:
    rows = PretrainedEncoder(Letters(), tmp_path).encode(TEXTS[:3])
    model = Letters()
    again = PretrainedEncoder(model, tmp_path)
    assert again.missing(TEXTS) == 2
    assert again.encode(TEXTS)[:3].tolist() == rows.tolist()
    assert sorted(model.seen) == ["", "egg"]
    assert again.missing(TEXTS) == 0


def test_without_a_folder_nothing_is_kept() -> None:
    model = Letters()
    encoder = PretrainedEncoder(model, None)
    assert encoder.encode(TEXTS).tolist() == encoder.encode_queries(TEXTS).tolist()
    assert len(model.seen) == 8


def test_progress_counts_every_text_once(tmp_path: Path) -> None:
    for _ in range(2):
        counts: list[int] = []
        PretrainedEncoder(Letters(), tmp_path).encode(TEXTS, counts.append)
        assert sum(counts) == len(TEXTS)


def test_no_texts_give_no_rows(tmp_path: Path) -> None:
    assert PretrainedEncoder(Letters(), tmp_path).encode([]).shape[0] == 0


def test_other_weights_are_another_model(tmp_path: Path) -> None:
    PretrainedEncoder(Letters("1"), tmp_path).encode(TEXTS)
    model = Letters("2")
    PretrainedEncoder(model, tmp_path).encode(TEXTS)
    assert len(model.seen) == 4


def test_vectors_of_another_model_in_the_folder_are_refused_by_name(tmp_path: Path) -> None:
    PretrainedEncoder(Letters("1"), tmp_path).encode(TEXTS[:1])
    stranger = the_file(tmp_path)
    PretrainedEncoder(Letters("2"), tmp_path).encode(TEXTS[3:4])
    mine = next(path for path in tmp_path.rglob("*.vectors") if path != stranger)
    moved = stranger.rename(mine.with_name(stranger.name))
    with pytest.raises(BadInput) as refused:
        PretrainedEncoder(Letters("2"), tmp_path).encode(TEXTS)
    assert str(refused.value) == f"{moved}: contains vectors of another model, letters 1; move it elsewhere"


@pytest.mark.parametrize("change", ["cut", "flip", "header", "empty", "other"])
def test_a_damaged_file_is_put_aside_and_its_texts_encoded_again(
    tmp_path: Path, change: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("reelevance"), "propagate", True)
    rows = PretrainedEncoder(Letters(), tmp_path).encode(TEXTS[:2])
    damaged = the_file(tmp_path)
    content = damaged.read_bytes()
    changed = {
        "cut": content[:-5],
        "flip": content[:-1] + bytes([content[-1] ^ 1]),
        "header": content.replace(b'"rows"', b'"wors"'),
        "empty": b"",
        "other": b"PK\3\4" + content,
    }
    damaged.write_bytes(changed[change])
    with caplog.at_level(logging.WARNING, logger="reelevance.vectors"):
        assert PretrainedEncoder(Letters(), tmp_path).encode(TEXTS[:2]).tolist() == rows.tolist()
    assert str(damaged) in caplog.text
    assert damaged.with_suffix(".damaged").is_file()
    model = Letters()
    PretrainedEncoder(model, tmp_path).encode(TEXTS[:2])
    assert model.seen == []


def test_after_a_kill_the_rest_alone_is_encoded(tmp_path: Path) -> None:
    child = [sys.executable, "-m", "tests.moments.encoders.killed_child", str(tmp_path)]
    ended = subprocess.run(child, cwd=ROOT, capture_output=True, timeout=60)
    assert ended.returncode == -9, ended.stderr
    model = Letters()
    texts = ["abc" * n for n in range(1, 13)]
    rows = PretrainedEncoder(model, tmp_path).encode(texts)
    assert sorted(model.seen, key=len) == texts[:4]
    assert rows.tolist() == [Letters().encode([text])[0].tolist() for text in texts]


class Wrong(Letters):
    """Gives what no encoder should."""

    def __init__(self, rows: object) -> None:
        super().__init__()
        self.rows = rows

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        return np.array(self.rows, dtype=np.float32)


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([[np.nan, 0]], "encoder letters: the model gave no unit vector for the text 'egg'"),
        ([[0, 0]], "encoder letters: the model gave no unit vector for the text 'egg'"),
        ([[3, 4]], "encoder letters: the model gave no unit vector for the text 'egg'"),
        ([[1, 0], [0, 1]], "encoder letters: 1 texts gave an array of shape (2, 2)"),
        ([1, 0], "encoder letters: 1 texts gave an array of shape (2,)"),
    ],
)
def test_what_is_no_unit_vector_is_refused_and_not_kept(tmp_path: Path, rows: object, problem: str) -> None:
    with pytest.raises(BadInput) as refused:
        PretrainedEncoder(Wrong(rows), tmp_path).encode(["egg"])
    assert str(refused.value) == problem
    assert not list(tmp_path.rglob("*.vectors"))


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "vectors").write_text("a file where the folder should be")
    with pytest.raises(BadInput, match="vectors/[0-9a-f]{24}: Not a directory; what was already encoded is stored"):
        PretrainedEncoder(Letters(), tmp_path / "vectors").encode(["egg"])


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    PretrainedEncoder(Letters(), tmp_path).encode(TEXTS[:1])
    path = the_file(tmp_path)
    path.unlink()
    path.mkdir()
    with pytest.raises(BadInput, match=r"\.vectors: Is a directory; make it readable or move it elsewhere"):
        PretrainedEncoder(Letters(), tmp_path).encode(TEXTS)
