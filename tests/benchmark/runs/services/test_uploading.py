import gzip
import hashlib
import os
import time

import pytest

from benchmark.models import Run, RunKind
from benchmark.runs.files import remove_orphans, store_file
from benchmark.runs.services import uploading
from benchmark.runs.services.scoring import score_due_runs
from benchmark.runs.services.uploading import SentFile, run_folder, shown_name, upload_run
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.document import read_document
from moments.base.errors import BadInput
from tests.benchmark.scenes import as_bytes, labelled_campaign, run_document, sent, uploaded
from tests.factories import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def files(campaign):
    folder = run_folder(campaign)
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def refusal(campaign, file, corpus=None, name="mine"):
    with pytest.raises(BadInput) as refused:
        upload_run(campaign=campaign, name=name, file=file, corpus=corpus, actor="admin", now=NOW)
    assert not Run.objects.exists()
    assert files(campaign) == []
    return str(refused.value)


def test_a_run_is_kept_as_sent_under_a_random_name():
    campaign = labelled_campaign()
    content = as_bytes(run_document(campaign), packed=True)
    run = uploaded(campaign, document=content)
    assert (run.number, run.state, run.kind, run.size) == (1, "waiting", RunKind.UPLOADED, len(content))
    assert run.sha256 == hashlib.sha256(content).hexdigest()
    assert files(campaign) == [f"{run.stored}.run"]
    assert (run_folder(campaign) / f"{run.stored}.run").read_bytes() == content


def test_a_run_by_video_index_brings_its_corpus():
    campaign = labelled_campaign()
    listed = [{"query_id": 1, "predictions": [[0, 0.0, 5.0, 1.0]]}]
    run = uploaded(campaign, document=listed, corpus=sent({"video": [10.0, 0]}, "corpus.json"))
    assert run.has_corpus
    assert files(campaign) == sorted([f"{run.stored}.run", f"{run.stored}.corpus"])
    other = labelled_campaign("other")
    Run.objects.all().delete()
    message = refusal(other, sent(listed), sent({"video": [10.0]}, "corpus.json"))
    assert message == "corpus.json video 'video': expected [duration, index], got [10.0]"


def test_an_upload_that_is_cut_off_leaves_nothing():
    campaign = labelled_campaign()

    def broken():
        yield b'{"1": ['
        raise ConnectionResetError("the client went away")

    with pytest.raises(BadInput, match="cannot be stored"):
        upload_run(campaign=campaign, name="m", file=SentFile("r.json", broken()), corpus=None, actor="a", now=NOW)
    assert (Run.objects.count(), files(campaign)) == (0, [])


def test_what_a_killed_process_left_is_removed_once_it_is_a_day_old():
    campaign = labelled_campaign()
    kept = uploaded(campaign)
    folder = run_folder(campaign)
    for name in ("A" * 24 + ".run.partial", "B" * 24 + ".run", "notes.txt"):
        (folder / name).write_bytes(b"x")
    assert remove_orphans(folder, {kept.stored}) == 0
    old = time.time() - 100_000
    for path in folder.iterdir():
        os.utime(path, (old, old))
    uploaded(campaign, "again")
    assert "notes.txt" in files(campaign)
    assert len(files(campaign)) == 3


def test_a_file_that_another_upload_renames_meanwhile_is_no_trouble():
    campaign = labelled_campaign()
    uploaded(campaign)
    listed = run_folder(campaign) / ("C" * 24 + ".run.partial")
    listed.symlink_to("gone")  # listed, but not found when it is looked at
    uploaded(campaign, "again")
    assert Run.objects.count() == 2


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "run.json: the file is empty"),
        (b"{}" + b" " * 200, "run.json: is larger than 100 bytes"),
        (gzip.compress(b"{}" + b" " * 100_000, mtime=0), "run.json: is larger than 1,000 bytes when unpacked"),
        (gzip.compress(b"{}", mtime=0)[:-4], "run.json: incomplete gzip: it ends too early"),
        (gzip.compress(b"{}", mtime=0) + b"rest", "run.json: damaged gzip"),
    ],
    ids=["empty", "too large", "a bomb", "cut short", "with a rest"],
)
def test_a_file_too_large_or_no_whole_gzip_is_refused_while_it_comes(tmp_path, content, problem):
    parts = [content[at : at + 5] for at in range(0, len(content), 5)]
    limit = 1000 if content.startswith(b"\x1f") else 100
    with pytest.raises(ValueError, match=problem):
        store_file(tmp_path / "new" / "a.run", parts, shown="run.json", sent_limit=10_000, limit=limit)
    assert list((tmp_path / "new").iterdir()) == []


def test_several_gzip_members_are_counted_together(tmp_path):
    content = gzip.compress(b"a" * 3_000_000) + gzip.compress(b"b" * 5)
    assert store_file(tmp_path / "a.run", [content], shown="r").unpacked == 3_000_005
    assert store_file(tmp_path / "b.run", [b"x"], shown="r").unpacked == 1


def test_a_run_of_which_no_query_is_labelled_is_refused_once_there_are_labels():
    campaign = labelled_campaign()
    assert uploaded(campaign, "before", {"77": []}).state == "waiting"
    score_due_runs(now=NOW)
    kept = files(campaign)
    with pytest.raises(BadInput) as refused:
        uploaded(campaign, "after", {"77": [], "78": []})
    length = campaign.ledger_head.length
    message = f"none of its 2 queries has a label in the campaign's labels (as of ledger entry {length})"
    assert str(refused.value) == f"run.json: {message}"
    assert (Run.objects.filter(name="after").exists(), files(campaign)) == (False, kept)
    assert uploaded(campaign, "some", {"77": [], "1": []}).state == "waiting"


def test_a_run_without_queries_is_refused():
    campaign = labelled_campaign()
    assert refusal(campaign, sent({})) == "run.json: there are no queries"
    assert refusal(campaign, sent([])) == "run.json: the list is empty: there are no queries"


def test_zeros_behind_a_gzip_member_are_padding_as_for_the_command(tmp_path):
    member = gzip.compress(b'{"7": ', mtime=0)
    content = member + b"\0" * 600 + gzip.compress(b"[]}", mtime=0) + b"\0" * 900
    parts = [content[at : at + 50] for at in range(0, len(content), 50)]
    stored = store_file(tmp_path / "a.run", parts, shown="r")
    assert (stored.unpacked, read_document(stored.path)) == (9, {"7": []})
    with pytest.raises(EvaluationError, match="damaged gzip"):
        store_file(tmp_path / "b.run", [member + b"\0" * 9 + b"rest"], shown="r")


def test_a_large_file_is_left_to_the_worker(monkeypatch):
    campaign = labelled_campaign()
    monkeypatch.setattr(uploading, "CHECKED_AT_ONCE_BYTES", 10)
    assert uploaded(campaign, document=b'{"1": "no list of predictions"}').state == "waiting"


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "a\nb", "reference: oracle", "Reference: mine"])
def test_a_name_that_cannot_be_one_is_refused(name):
    campaign = labelled_campaign()
    assert refusal(campaign, sent(run_document(campaign)), name=name).startswith("name: ")


def test_names_are_unique_within_a_campaign_alone():
    uploaded(labelled_campaign(), "mine")
    assert uploaded(labelled_campaign("other"), "mine").number == 1


def test_file_names_are_shown_without_folders_and_controls():
    assert shown_name("C:\\runs\\a\x00b\u202e.json") == "ab.json"
    assert shown_name("../../etc/passwd") == "passwd"
