"""A restore as a job: a worker does it, the page shows it, and one that is cut off or cancelled leaves nothing."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction

from archive.restoring.services import orders
from archive.restoring.services.orders import order_restore, restore_ordered, upload_path
from archive.writing.services import archive_campaign
from moments.base.errors import BadInput
from moments.jobs.services.doing import Stopped, cancel_job
from moments.jobs.services.leases import take_job
from moments.models import Campaign, Clip, Job
from tests.archive.scenes import full_campaign
from tests.factories import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def archive(tmp_path, settings) -> bytes:
    """A campaign with files of every kind, as one file; the campaign stays."""
    settings.DATA_DIR = tmp_path / "data"
    settings.STORAGES = {
        **settings.STORAGES,
        "clips": {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": str(tmp_path / "clips")},
        },
    }
    campaign = full_campaign()
    archive_campaign(campaign=campaign, out=tmp_path / "films.reelevance")
    return (tmp_path / "films.reelevance").read_bytes()


def order(content: bytes, slug: str = "again", people: bytes | None = None) -> Job:
    given = {"archive": [content], "given_name": "mine.reelevance", "people": [people] if people else None}
    return order_restore(slug=slug, actor="admin", now=NOW, **given)


def left_behind(settings, slug: str = "again") -> list[str]:
    """Whatever an archive could leave: rows, files of runs and exports, uploads."""
    folders = [path for name in ("runs", "exports") for path in (settings.DATA_DIR / name / slug).rglob("*")]
    uploads = list((settings.DATA_DIR / orders.FOLDER).glob("*"))
    rows = list(Campaign.objects.filter(slug=slug).values_list("slug", flat=True))
    return [*map(str, folders), *map(str, uploads), *rows]


def test_a_worker_restores_it_counts_and_forgets_the_upload(
    archive, settings, django_capture_on_commit_callbacks
) -> None:
    job = order(archive)
    assert (upload_path(job.order["file"]).stat().st_mode & 0o777, job.order["slug"]) == (0o600, "again")
    with pytest.raises(BadInput, match="already being restored"):
        order(archive, "other")
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(kind="restore", actor="admin", ordered_at=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(kind="copy", actor="admin", ordered_at=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        assert restore_ordered(now=NOW) == 1
    job.refresh_from_db()
    assert (job.state, job.done, "again is restored with" in job.outcome) == ("done", job.total, True)
    assert Campaign.objects.get(slug="again").pairs.count() == Campaign.objects.get(slug="films").pairs.count()
    assert not list((settings.DATA_DIR / orders.FOLDER).glob("*"))
    with pytest.raises(BadInput, match="already exists"):
        order(archive)


@pytest.mark.parametrize("cut", [0.2, 0.9])
def test_an_archive_that_is_cut_off_is_refused_at_once(archive, settings, cut: float) -> None:
    with pytest.raises(BadInput, match=r"^mine\.reelevance"):
        order(archive[: int(len(archive) * cut)])
    assert (left_behind(settings), Job.objects.filter(kind="restore").count()) == ([], 0)


def test_a_damaged_one_fails_and_nothing_of_it_stays(
    archive, settings, tmp_path, django_capture_on_commit_callbacks
) -> None:
    files = sorted((tmp_path / "clips").iterdir())
    at = archive.index(b"clip 1 of films") + 30
    clips = Clip.objects.count()
    job = order(archive[:at] + b"X" + archive[at + 1 :])
    with django_capture_on_commit_callbacks(execute=True):
        restore_ordered(now=NOW)
    job.refresh_from_db()
    assert (job.state, "mine.reelevance: is damaged" in job.reason) == ("failed", True)
    assert (left_behind(settings), Clip.objects.count()) == ([], clips)
    assert sorted((tmp_path / "clips").iterdir()) == files


def test_one_that_the_database_refuses_leaves_no_files(archive, settings, django_capture_on_commit_callbacks) -> None:
    people = b"worker_id,account\nnobody,w-1\n"
    job = order(archive, people=people)
    with django_capture_on_commit_callbacks(execute=True):
        restore_ordered(now=NOW)
    job.refresh_from_db()
    assert (job.state, "not a worker ID in the archive" in job.reason) == ("failed", True)
    assert left_behind(settings) == []
    with pytest.raises(BadInput, match="the list of people line 1"):
        order(archive, people=b"nonsense\n")
    assert left_behind(settings) == []


def test_one_that_is_cancelled_while_rows_are_stored_leaves_nothing(
    archive, settings, tmp_path, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    files = sorted((tmp_path / "clips").iterdir())
    monkeypatch.setattr("moments.jobs.services.doing.STORED_EVERY_S", 0.0)
    job = order(archive)
    restored = orders.restore_campaign

    def cancelled_meanwhile(*, storing, **given):
        def store(rows: int) -> None:
            cancel_job(orders.RESTORING, Job.objects.get(pk=job.pk), actor="admin", now=NOW)
            with pytest.raises(Stopped):
                storing(rows)
            raise Stopped("cancelled by admin")  # the order of another connection would outlive the transaction

        return restored(storing=store, **given)

    monkeypatch.setattr(orders, "restore_campaign", cancelled_meanwhile)
    with django_capture_on_commit_callbacks(execute=True):
        restore_ordered(now=NOW)
    job.refresh_from_db()
    assert (job.state, left_behind(settings)) == ("cancelled", [])
    assert sorted((tmp_path / "clips").iterdir()) == files


def test_a_worker_that_was_lost_is_followed_by_another(archive, settings) -> None:
    job = order(archive)
    assert take_job(job=job, lease=timedelta(hours=1), now=NOW)
    assert restore_ordered(now=NOW + timedelta(minutes=59)) == 0
    assert restore_ordered(now=NOW + timedelta(minutes=61)) == 1
    assert Campaign.objects.filter(slug="again").exists()


def test_one_whose_upload_is_gone_says_so(archive) -> None:
    job = order(archive)
    Path(upload_path(job.order["file"])).unlink()
    restore_ordered(now=NOW)
    job.refresh_from_db()
    assert (job.state, job.reason) == ("failed", "the uploaded file is gone; upload it again")
