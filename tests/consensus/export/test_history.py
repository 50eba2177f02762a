"""Exports of the history: made once, by one worker, kept as an archive that is the same for the same data."""

import hashlib
import io
import json
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings
from django.db import IntegrityError, connection, transaction

from consensus.export.formats.registry import FORMATS
from consensus.export.services.card import set_dataset_card
from consensus.export.services.history import EXPORT, make_exports, request_export
from consensus.models import Export, ExportState
from consensus.pairs.services.reopening import reopen_pair
from moments.base.errors import BadInput
from moments.jobs.services.doing import cancel_job
from moments.jobs.services.leases import order_job
from moments.models import Campaign, LedgerEntry, LedgerHead
from tests.consensus.export.scenes import bytes_of, export, graded_campaign
from tests.factories import NOW, lose, made_export, make_campaign, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path / "data")


def ask(campaign: Campaign, formats=("tvr",), *, partial: bool = False) -> Export:
    return request_export(campaign=campaign, formats=formats, partial=partial, actor="admin", now=NOW)


def archive(export: Export) -> bytes:
    return (settings.DATA_DIR / export.path).read_bytes()


def test_an_export_is_made_by_the_worker_and_kept_as_an_archive(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=1)
    made = made_export(campaign, formats=FORMATS, partial=True)
    assert (made.number, made.state, made.formats) == (1, ExportState.READY, ",".join(FORMATS))
    packed = archive(made)
    assert (made.size, made.sha256) == (len(packed), hashlib.sha256(packed).hexdigest())
    head = LedgerHead.objects.get(campaign=campaign)
    assert (made.ledger_length, made.ledger_hash) == (head.length, head.hash)
    export(campaign, tmp_path / "out")
    with zipfile.ZipFile(io.BytesIO(packed)) as unpacked:
        assert {name.removeprefix("films/"): unpacked.read(name) for name in unpacked.namelist()} == bytes_of(
            tmp_path / "out"
        )
    assert json.loads((tmp_path / "out/manifest.json").read_text()) == made.manifest
    assert [path.name for path in (settings.DATA_DIR / "exports/films/1").iterdir()] == ["films-export-1.zip"]


def test_the_same_data_give_the_same_archive() -> None:
    campaign = graded_campaign(queries=1)
    one, two = (made_export(campaign, partial=True) for _ in range(2))
    assert (one.number, two.number, one.sha256) == (1, 2, two.sha256)
    set_dataset_card(campaign=campaign, fields={"licence": "MIT"}, actor="admin", now=NOW)
    assert made_export(campaign, partial=True).sha256 != one.sha256


def test_making_an_export_stands_in_no_ledger() -> None:
    campaign = graded_campaign(queries=1)
    before = LedgerEntry.objects.count()
    made_export(campaign, partial=True)
    assert LedgerEntry.objects.count() == before


def test_the_celery_task_makes_it_too() -> None:
    waiting = ask(graded_campaign(queries=1), partial=True)
    current_app.tasks["consensus.tasks.make_exports"]()
    waiting.refresh_from_db()
    assert waiting.state == ExportState.READY


def test_an_unfinished_campaign_and_a_draft_are_refused_when_they_are_asked_for() -> None:
    campaign, _ = opened_campaign(pairs=3)
    with pytest.raises(BadInput, match="^the campaign is unfinished: 3 pairs without a verdict; a partial"):
        ask(campaign)
    with pytest.raises(BadInput, match="was never opened"):
        ask(make_campaign("draft"))
    assert Export.objects.count() == 0
    assert made_export(campaign, partial=True).state == ExportState.READY


def test_a_campaign_that_is_unfinished_again_fails_with_the_reason() -> None:
    campaign, members = opened_campaign(pairs=1)
    score_all(members, 3)
    settle(campaign)
    waiting = ask(campaign)
    reopen_pair(pair=campaign.pairs.get(), reason="two films", actor="lead", now=NOW)
    assert make_exports(now=NOW) == 1
    waiting.refresh_from_db()
    assert (waiting.state, waiting.path) == (ExportState.FAILED, "")
    assert "unfinished: 1 pairs without a verdict" in waiting.job.reason


def test_a_folder_that_cannot_be_written_fails_with_the_reason() -> None:
    settings.DATA_DIR.parent.mkdir(parents=True, exist_ok=True)
    settings.DATA_DIR.write_text("a file in the way")
    made = made_export(graded_campaign(queries=1), partial=True)
    assert (made.state, made.job.reason) == (ExportState.FAILED, "Not a directory")


def test_one_export_is_made_at_a_time() -> None:
    campaign, _ = opened_campaign(pairs=3)
    ask(campaign, partial=True)
    with pytest.raises(BadInput, match="export 1 is being created; wait until it is ready"):
        ask(campaign, partial=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        order_job(campaign=campaign, kind="export", actor="admin", now=NOW)


@pytest.mark.parametrize(("formats", "message"), [(["xml"], "no format 'xml'"), ([], "name at least one of tvr")])
def test_what_is_no_format_is_refused(formats, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        ask(make_campaign(), formats)
    assert Export.objects.count() == 0


def test_an_export_that_another_worker_took_is_left_to_it() -> None:
    campaign, _ = opened_campaign(pairs=3)
    lose(ask(campaign, partial=True).job)
    assert make_exports(now=NOW + timedelta(minutes=1)) == 0
    assert Export.objects.get().state == ExportState.MAKING


def test_an_export_whose_worker_was_lost_is_made_by_another() -> None:
    campaign = graded_campaign(queries=1)
    lose(ask(campaign, partial=True).job)
    assert make_exports(now=NOW + EXPORT.lease + timedelta(seconds=1)) == 1
    assert Export.objects.get().state == ExportState.READY


def test_a_slug_that_names_another_place_is_refused(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=1)
    Campaign.objects.filter(pk=campaign.pk).update(slug="../../etc")
    made = made_export(Campaign.objects.get(), partial=True)
    assert (made.state, made.job.reason) == (ExportState.FAILED, "the slug '../../etc' cannot name a folder")
    assert not (tmp_path / "etc").exists()


def test_the_card_is_ledgered_where_it_changes_and_only_there() -> None:
    campaign = make_campaign()
    fields = {"licence": "CC0-1.0", "consent": "in writing"}
    assert set_dataset_card(campaign=campaign, fields=fields, actor="admin", now=NOW) == ["licence", "consent"]
    assert set_dataset_card(campaign=campaign, fields=fields, actor="admin", now=NOW) == []
    entries = campaign.ledger.filter(kind="dataset_card_set")
    assert [json.loads(entry.payload) for entry in entries] == [fields]


def test_an_export_whose_worker_is_lost_again_and_again_is_given_up() -> None:
    campaign, _ = opened_campaign(pairs=3)
    lose(ask(campaign, partial=True).job, tries=3)
    assert make_exports(now=NOW + EXPORT.lease + timedelta(seconds=1)) == 0
    export = Export.objects.get()
    assert (export.state, export.job.reason) == (
        ExportState.FAILED,
        "it was interrupted 3 times; see the worker's log",
    )


def test_an_export_that_is_cancelled_while_it_is_made_keeps_nothing() -> None:
    campaign = graded_campaign(queries=1)
    waiting = ask(campaign, partial=True)
    stored: list[str] = []

    def execute(go_on, sql, params, many, context):
        found = go_on(sql, params, many, context)
        if sql.startswith("UPDATE") and "moments_job" in sql:
            stored.append(sql)
            if len(stored) == 3:  # after it was taken and begun
                cancel_job(EXPORT, waiting.job, actor="admin", now=NOW)
        return found

    with connection.execute_wrapper(execute):
        assert make_exports(now=NOW) == 1
    export = Export.objects.get()
    assert (export.state, export.job.reason, export.path) == (ExportState.FAILED, "cancelled by admin", "")
    assert list((settings.DATA_DIR / "exports/films/1").iterdir()) == []
    assert made_export(campaign, partial=True).number == 2
