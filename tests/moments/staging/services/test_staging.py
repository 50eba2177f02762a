"""Files that wait: kept for the owner alone, imported once, cleared away."""

import json
import os
import stat
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings

from moments.base.errors import BadInput
from moments.models import LedgerEntry, Moment, Query
from moments.models.staging import StagedFile
from moments.staging import services as staging
from moments.staging.selectors import staged_path
from moments.staging.services import ImportedAlready, clear_staged, import_staged, put_away, stage_file
from tests.factories import NOW, make_campaign

pytestmark = pytest.mark.django_db
MOMENTS = b"vid_name,duration,start_s,end_s,desc,type,desc_id\nfilm,60,1,2,A dog.,v,1\nfilm,60,3,4,A cat.,v,2\n"
QUERIES = b"query_id,query,split,desc_id\n1,A dog.,val,\n"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    return tmp_path / "staged"


def staged(
    content: bytes = MOMENTS, *, kind: str = "moments", name: str = "m.csv", campaign=None, now=NOW
) -> StagedFile:
    parts = [content[:10], content[10:]]
    return stage_file(
        campaign=campaign or make_campaign(), kind=kind, given_name=name, parts=parts, actor="admin", now=NOW
    )


def test_a_file_lies_under_a_random_name_for_its_owner_alone(data: Path) -> None:
    one = staged(name="../../etc/pass\x1bwd.csv")
    path = staged_path(one)
    assert (path.parent, path.read_bytes()) == (data, MOMENTS)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert (one.given_name, one.size, len(one.sha256)) == ("passwd.csv", len(MOMENTS), 64)
    assert Moment.objects.count() == 0


def test_a_confirmed_file_is_imported_once_and_its_bytes_go(data: Path, django_capture_on_commit_callbacks) -> None:
    one = staged()
    with django_capture_on_commit_callbacks(execute=True):
        assert import_staged(staged=one, actor="admin", now=NOW) == {"added": 2, "already_there": 0}
    assert (Moment.objects.count(), list(data.iterdir())) == (2, [])
    with pytest.raises(ImportedAlready):
        import_staged(staged=one, actor="admin", now=NOW)
    entry = LedgerEntry.objects.get(kind="corpus_imported")
    payload = {"kind": "moments", "sha256": one.sha256, "added": 2, "already_there": 0}
    assert json.loads(entry.payload) == payload


def test_a_file_that_contradicts_the_campaign_meanwhile_changes_nothing(data: Path) -> None:
    one, campaign = staged(), make_campaign("second")
    other = staged(MOMENTS.replace(b"A cat.", b"A cow."), campaign=one.campaign)
    import_staged(staged=one, actor="admin", now=NOW)
    with pytest.raises(BadInput, match="line 3: desc_id 2 is already in the campaign with different content"):
        import_staged(staged=other, actor="admin", now=NOW)
    other.refresh_from_db()
    assert (other.imported_at, staged_path(other).is_file(), campaign.moments.count()) == (None, True, 0)


def test_queries_and_candidates_are_imported_by_their_own_services() -> None:
    campaign = make_campaign()
    candidates = b"query_id,desc_id,rank,similarity\n1,2,1,0.5\n"
    figures = [
        import_staged(staged=staged(content, kind=kind, campaign=campaign), actor="admin", now=NOW)
        for kind, content in (("moments", MOMENTS), ("queries", QUERIES), ("candidates", candidates))
    ]
    assert figures[1:] == [{"added": 1, "already_there": 0}, {"queries": 1, "pairs": 1}]


@pytest.mark.parametrize(
    ("content", "kind", "problem"),
    [
        (b"", "moments", "the file is empty"),
        (b"x" * 40, "moments", "larger than 0 MiB"),
        (b"x", "runs", "kind: expected"),
    ],
)
def test_what_cannot_be_kept_leaves_nothing(data: Path, monkeypatch, content: bytes, kind: str, problem: str) -> None:
    monkeypatch.setattr(staging, "LARGEST_BYTES", 30)
    with pytest.raises(BadInput, match=problem):
        staged(content, kind=kind)
    assert (StagedFile.objects.count(), list(data.glob("*"))) == (0, [])


def test_no_more_than_twenty_wait() -> None:
    campaign = make_campaign()
    for _ in range(20):
        staged(campaign=campaign)
    with pytest.raises(BadInput, match="20 files are already waiting"):
        staged(campaign=campaign)


def test_what_is_put_away_is_gone(data: Path, django_capture_on_commit_callbacks) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        put_away(staged=staged())
    assert (StagedFile.objects.count(), list(data.iterdir())) == (0, [])


def test_files_of_yesterday_and_files_without_a_row_are_cleared_away(data: Path) -> None:

    old, new = staged(), staged(campaign=make_campaign("new"))
    StagedFile.objects.filter(pk=old.pk).update(staged_at=NOW - timedelta(days=2))
    orphan = data / "orphan"
    orphan.write_bytes(b"x")
    for path in (staged_path(old), orphan, staged_path(new)):
        os.utime(path, (NOW.timestamp() - 2 * 86400,) * 2)
    assert clear_staged(now=NOW) == 2
    assert [path.name for path in data.iterdir()] == [new.name]


def test_nothing_is_added_to_an_archive() -> None:
    one = staged(QUERIES, kind="queries")
    one.campaign.status = "archive"
    with pytest.raises(BadInput, match="is an archive"):
        import_staged(staged=one, actor="admin", now=NOW)
    assert Query.objects.count() == 0
