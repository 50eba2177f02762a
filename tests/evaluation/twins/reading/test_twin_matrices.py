"""Runs that are matrices are read in every way that numpy saves them, and refused before they take memory."""

from __future__ import annotations

import io
import re
import struct
import tracemalloc
import zipfile

import numpy as np
import pytest

from evaluation.metrics.errors import EvaluationError
from evaluation.twins.metrics.settings import TwinSettings
from evaluation.twins.reading.labels import read_twin_labels
from evaluation.twins.reading.run import read_twin_run
from evaluation.twins.scoring.figures import figures_of
from evaluation.twins.scoring.reference_runs import write_reference
from tests.evaluation.twins.worlds import entries, labels_file, plainly, run_file

NAMES = ["v0", "b0", "v1", "b1", "v2"]
SCORES = np.random.default_rng(5).integers(0, 9, (5, 5)).astype(np.float32)


@pytest.fixture
def labels(tmp_path):
    return read_twin_labels(labels_file(tmp_path, entries(2, 1)))


def measured(labels, path):
    run = read_twin_run(path, labels, width=10)
    found = figures_of(labels.items, run.answers, TwinSettings(), resamples=0, seed=0)
    return [{task: part["measures"] for task, part in tasks.items()} for tasks in found.values()]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("dtype", ["<f2", "<f4", ">f4"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_matrix_is_read_however_it_was_saved(tmp_path, labels, packed, dtype, order):
    texts, videos = [3, 1, 4, 0, 2], [2, 0, 1, 4, 3]
    scores = np.asarray(SCORES[np.ix_(texts, videos)], dtype=dtype, order=order)
    names = [[NAMES[at] for at in own] for own in (texts, videos)]
    found = measured(labels, run_file(tmp_path, scores, *names, packed=packed))
    assert found == [plainly(labels.items, SCORES), plainly(labels.items, SCORES.T)]


def test_names_may_be_saved_by_a_machine_of_another_byte_order(tmp_path, labels):
    names = np.array(NAMES).astype(">U5")
    assert measured(labels, run_file(tmp_path, SCORES, names))[0] == plainly(labels.items, SCORES)


def test_names_may_be_numbers(tmp_path):
    rows = [row | {"vid": at, "reverse": at ^ 1} for at, row in enumerate(entries(2))]
    labels = read_twin_labels(labels_file(tmp_path, rows))
    assert measured(labels, run_file(tmp_path, SCORES[:4, :4], range(4)))[0] == plainly(labels.items, SCORES[:4, :4])


@pytest.mark.parametrize(("kind", "accuracy"), [("oracle", 1), ("random", None)])
def test_reference_runs_of_a_published_size_are_read_by_blocks(tmp_path, kind, accuracy):
    labels = read_twin_labels(labels_file(tmp_path, entries(600)))
    write_reference(labels.items, kind, tmp_path / "run.npz", seed=2)
    read = read_twin_run(tmp_path / "run.npz", labels, width=10)
    found = figures_of(labels.items, read.answers, TwinSettings(), resamples=200, seed=1)
    for tasks in found.values():
        low, high = tasks["Binary"]["intervals"]["Accuracy"]
        assert (low <= 0.5 <= high) if accuracy is None else (low == high == tasks["Hard"]["measures"]["R@1"] == 1)
    scores = np.load(tmp_path / "run.npz")["scores"]
    written = (tmp_path / "run.npz").read_bytes()
    write_reference(labels.items, kind, tmp_path / "run.npz", seed=2)
    assert (scores.shape, written == (tmp_path / "run.npz").read_bytes()) == ((1200, 1200), True)


def changed(at, value):
    scores = SCORES.copy()
    scores[at] = value
    return {"scores": scores, "texts": NAMES, "videos": NAMES}


GOOD = changed((0, 0), 1)


@pytest.mark.parametrize(
    ("arrays", "problem"),
    [
        (changed((3, 1), np.nan), "scores: text 'b1', video 'b0': expected a finite number, got nan"),
        (changed((0, 4), -np.inf), "scores: text 'v0', video 'v2': expected a finite number, got -inf"),
        (GOOD | {"scores": np.asfortranarray(changed((3, 1), np.inf)["scores"])}, "text 'b1', video 'b0'"),
        (GOOD | {"scores": SCORES.astype(np.float64)}, "scores: expected float16 or float32, got float64"),
        (GOOD | {"scores": SCORES.astype(np.int32)}, "scores: expected float16 or float32, got int32"),
        (GOOD | {"scores": SCORES[:4]}, "scores: expected texts × videos, (5, 5), got (4, 5)"),
        (GOOD | {"scores": SCORES.ravel()}, "scores: expected texts × videos, got (25,)"),
        (GOOD | {"texts": NAMES[:4]}, "texts: 'v2' of"),
        (GOOD | {"texts": NAMES[:3]}, "texts: 'b1' of"),
        (GOOD | {"videos": [*NAMES[:4], "v9"]}, "videos: 'v9' is not in"),
        (GOOD | {"videos": [*NAMES[:4], "v1"]}, "videos: 'v1' appears twice"),
        (GOOD | {"videos": ["v0"] * 3 + ["b0"] * 2}, "videos: 'v0' appears twice, like 1 more"),
        (GOOD | {"texts": [f"t{at}" for at in range(11)]}, "texts: expected 5 names, got 11"),
        (GOOD | {"texts": [""] * 5}, "texts: '' appears twice"),
        (GOOD | {"texts": np.array([], dtype=str)}, "texts: expected 5 names, got 0"),
        (GOOD | {"texts": [1.0] * 5}, "texts: expected a list of names, got float64 of shape (5,)"),
        (GOOD | {"texts": [NAMES] * 5}, "texts: expected a list of names, got <U2 of shape (5, 5)"),
        (GOOD | {"texts": np.array(NAMES, dtype=object)}, "texts: holds Python objects, which are not read"),
        ({"scores": SCORES, "texts": NAMES}, "videos: is missing"),
    ],
)
def test_what_is_wrong_is_refused_with_the_array_and_the_names(tmp_path, labels, arrays, problem):
    path = tmp_path / "run.npz"
    np.savez(path, **arrays)
    with pytest.raises(EvaluationError, match=re.escape(problem)) as refused:
        read_twin_run(path, labels, width=10)
    assert str(refused.value).startswith(f"{path}: ")


def array_bytes(descr, shape, content=b"", *, version=b"\x01\x00", header=None):
    text = header or repr({"descr": descr, "fortran_order": False, "shape": shape}).encode()
    length = struct.pack("<H" if version == b"\x01\x00" else "<I", len(text))
    return b"\x93NUMPY" + version + length + text + content


def archive_of(path, compression=zipfile.ZIP_DEFLATED, sizes=None, **members):
    """An archive of these bytes; `sizes` are what it says that they unpack to."""
    plain = io.BytesIO()
    np.save(plain, np.array(NAMES))
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in ({"texts": plain.getvalue(), "videos": plain.getvalue()} | members).items():
            archive.writestr(f"{name}.npy", content)
        for name, size in (sizes or {}).items():
            archive.getinfo(f"{name}.npy").file_size = size


def matrix_bomb(shape, **others):
    content = array_bytes("<f4", shape)
    return {"scores": content, "sizes": {"scores": len(content) + 4 * shape[0] * shape[1]}} | others


NAMES_HEADER = array_bytes("<U107374182", (5,))
FINE = array_bytes("<f4", (5, 5), b"\0" * 100)
BOMBS = {
    "a matrix of 4 GB": (
        matrix_bomb((1 << 15, 1 << 15)),
        "scores: takes 4,294,967,296 bytes; at most 1,073,741,824 are read",
    ),
    "a matrix that is not there": (matrix_bomb((5, 5)), "scores: ends too early"),
    "a header that promises too much": (
        {"scores": array_bytes("<f4", (1 << 20, 1 << 20))},
        "scores: its header says 4,398,046,511,104 bytes of values, the archive 0",
    ),
    "a header of 2 GB": (
        {"scores": b"\x93NUMPY\x02\x00" + struct.pack("<I", 1 << 31) + b"\0" * (1 << 20)},
        "scores: its header takes 2,147,483,648 bytes; at most 1,000 can be",
    ),
    "names of 2 GB": (
        {"scores": FINE, "texts": NAMES_HEADER, "sizes": {"texts": len(NAMES_HEADER) + 20 * 107374182}},
        "texts: takes 2,147,483,640 bytes; at most 67,108,864 are read",
    ),
    "a billion empty names": (
        {"scores": FINE, "texts": array_bytes("<U0", (10**9,))},
        "texts: expected 5 names, got 1,000,000,000",
    ),
    "an unknown format": ({"scores": array_bytes("<f4", (5, 5), version=b"\x07\x00")}, "expected an array of numpy"),
    "no header": ({"scores": b"\x93NUMPY\x01\x00\x09\x00nonsense!"}, "scores: its header cannot be read"),
    "a nested header": ({"scores": array_bytes("", (), header=b"(" * 900)}, "scores: its header cannot be read"),
    "a negative length": ({"scores": array_bytes("<f4", (-5, -5), b"\0" * 100)}, "scores: its header has a negative"),
    "nothing": ({"scores": b""}, "scores: ends too early"),
    "text beyond Unicode": (
        {"scores": FINE, "texts": array_bytes("<U1", (5,), b"\xff" * 20)},
        "texts: holds text that is not Unicode",
    ),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_file_that_would_take_much_memory_is_refused_in_little(tmp_path, labels, bomb):
    members, problem = BOMBS[bomb]
    archive_of(tmp_path / "run.npz", **members)
    tracemalloc.start()
    with pytest.raises(EvaluationError, match=re.escape(problem)):
        read_twin_run(tmp_path / "run.npz", labels, width=10)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 << 20


def test_damaged_archives_are_refused(tmp_path, labels):
    path = run_file(tmp_path, SCORES, NAMES)
    whole = path.read_bytes()
    at = whole.index(SCORES.tobytes())

    def refusal(content):
        path.write_bytes(content)
        with pytest.raises(EvaluationError) as refused:
            read_twin_run(path, labels, width=10)
        return str(refused.value).removeprefix(f"{path}: ")

    assert refusal(whole[:at] + b"\0\0\0\0" + whole[at + 4 :]) == "damaged archive: Bad CRC-32 for file 'scores.npy'"
    assert refusal(whole[:-40]) == "damaged archive: its end is missing"
    assert refusal(whole[:30] + whole[-22:]).startswith("damaged archive: ")
    assert refusal(b"PK\x03\x04" + whole[-22:]) == "damaged archive: Bad offset for central directory"
    assert refusal(b"scores").startswith("expected an object")
    buffer = io.BytesIO()
    np.save(buffer, SCORES)
    assert refusal(buffer.getvalue()) == "is a single array; expected .npz with scores, texts and videos"


def test_archives_of_many_or_of_doubled_members_are_refused(tmp_path, labels):
    path = tmp_path / "run.npz"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(2000):
            archive.writestr(f"array_of_a_run_{number}.npy", b"")
    with pytest.raises(EvaluationError, match="holds more arrays than a run has"):
        read_twin_run(path, labels, width=10)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("scores.npy", b"")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("scores.npy", b"")
    with pytest.raises(EvaluationError, match="scores: appears twice"):
        read_twin_run(path, labels, width=10)


def test_a_compression_without_a_bound_is_refused(tmp_path, labels):
    archive_of(tmp_path / "run.npz", zipfile.ZIP_LZMA, scores=array_bytes("<f4", (5, 5), b"\0" * 100))
    with pytest.raises(EvaluationError, match="scores: is compressed in a way that numpy does not write"):
        read_twin_run(tmp_path / "run.npz", labels, width=10)


def test_a_file_that_is_not_there_is_refused(tmp_path, labels):
    with pytest.raises(EvaluationError, match=r"none\.npz: No such file"):
        read_twin_run(tmp_path / "none.npz", labels, width=10)
