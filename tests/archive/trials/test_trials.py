"""Trials: a copy that synthetic annotators score, that says so wherever it is exported, and that can be removed."""

from __future__ import annotations

import io
import json
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from annotator.guideline.services import add_example, save_guideline
from annotator.messages.services import send_message
from annotator.models import MarkedAnswer, MarkedSegment, Membership, User
from annotator.pay.services.rates import set_rate
from annotator.tutorial.services import save_tutorial
from archive.trials.services.trials import copy_ordered, order_copy, order_trial, remove_trial
from consensus.export.services.exporting import export_labels
from consensus.export.services.history import make_exports, request_export
from consensus.models import Export, TruthSegment
from consensus.verify.selectors.whole import all_breaches
from moments.base.errors import BadInput
from moments.clips.storage import store_bytes, stored_bytes
from moments.jobs.selectors import newest_job
from moments.models import Campaign, Clip, ClipPart, Illustration, LedgerEntry
from tests.factories import NOW, make_campaign, make_query, opened_campaign
from tests.marking import marking_campaign

pytestmark = pytest.mark.django_db
TRIAL = "films-trial-1"


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def tried(*, share: int = 100) -> tuple[Campaign, Campaign]:
    """A campaign in draft, and its trial."""
    source = make_campaign()
    for _ in range(2):
        make_query(source, pairs=6)
    assert order_trial(campaign=source, annotators=6, share=share, seed=1, actor="admin", now=NOW) == TRIAL
    assert copy_ordered(now=NOW) == 1
    job = newest_job(source, "copy")
    assert job.state == "done", job.reason
    return source, Campaign.objects.get(slug=TRIAL)


def test_a_trial_is_scored_in_a_copy_and_the_campaign_stays_as_it_is() -> None:
    source, trial = tried()
    assert (trial.is_trial, trial.status, trial.title) == (True, "open", "Trial of films")
    assert {member.user.username[:4] for member in trial.members.select_related("user")} == {"sim-"}
    assert trial.pairs.filter(verdicts__superseded=False).count() == 12
    source.refresh_from_db()
    assert (source.status, source.members.count(), source.batches.count()) == ("draft", 0, 0)
    assert list(all_breaches(trial, now=NOW, sweep_s=5)) == []


def test_its_exports_say_that_they_are_no_labels(tmp_path) -> None:
    _, trial = tried()
    exported = export_labels(campaign=trial, out=tmp_path / "out", formats=["tvr"], partial=True)
    assert exported.manifest["trial"] == "All scores of a trial come from synthetic annotators; these are not labels."
    card = (tmp_path / "out" / "README.md").read_text()
    assert "**This is a trial: all scores come from synthetic annotators. These are not labels.**" in card
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["trial"]
    request_export(campaign=trial, formats=["tvr"], partial=True, actor="admin", now=NOW)
    make_exports(now=NOW)
    assert Export.objects.get().file_name == "trial-no-labels-films-trial-1-export-1.zip"


def test_exports_of_others_do_not_speak_of_trials(tmp_path) -> None:
    campaign, _ = opened_campaign(pairs=1)
    exported = export_labels(campaign=campaign, out=tmp_path / "out", formats=["tvr"], partial=True)
    assert "trial" not in exported.manifest


def test_one_order_removes_a_trial_with_all_that_is_in_it(django_capture_on_commit_callbacks) -> None:
    source, trial = tried()
    request_export(campaign=trial, formats=["tvr"], partial=True, actor="admin", now=NOW)
    make_exports(now=NOW)
    shown = Illustration.objects.create(
        campaign=trial, number=1, suffix="png", description="A field", actor="lead",
        width=4, height=3, size=7, sha256="0" * 64, created_at=NOW,
    )  # fmt: skip
    store_bytes(shown, io.BytesIO(b"picture"))
    save_guideline(campaign=trial, text="![](picture:1)", renewed=True, actor="a", now=NOW, seen_version=None)
    add_example(pair=trial.pairs.order_by("pk")[0], relevance=3, note="", actor="a", now=NOW)
    save_tutorial(campaign=trial, text="Watch.", practices=[], actor="a", now=NOW, seen_version=None)
    send_message(campaign=trial, text="Well done.", pseudonyms=None, actor="a", now=NOW)
    set_rate(campaign=trial, hourly_rate=Decimal("14"), from_day=NOW.date(), actor="admin", now=NOW, reason="x")
    before = LedgerEntry.objects.filter(campaign=source).count()
    with django_capture_on_commit_callbacks(execute=True):
        remove_trial(campaign=trial)
    assert stored_bytes(shown.name) is None
    assert list(Campaign.objects.values_list("slug", flat=True)) == ["films"]
    assert (Membership.objects.count(), User.objects.filter(username__startswith="sim-").count()) == (0, 0)
    assert LedgerEntry.objects.filter(campaign=source).count() == LedgerEntry.objects.count() == before
    assert source.pairs.count() == 12


def test_nothing_else_can_be_removed_and_nothing_becomes_a_trial() -> None:
    campaign, _ = opened_campaign(pairs=1)
    with pytest.raises(BadInput, match="only trials can be removed"):
        remove_trial(campaign=campaign)
    with pytest.raises(IntegrityError, match="a trial stays a trial"), transaction.atomic():
        Campaign.objects.filter(pk=campaign.pk).update(is_trial=True)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        LedgerEntry.objects.filter(campaign=campaign)._raw_delete("default")
    assert Campaign.objects.get().status == "open"


def test_a_trial_stops_at_the_share_and_an_interrupted_one_continues() -> None:
    source, trial = tried(share=30)
    some = trial.pairs.filter(verdicts__superseded=False).count()
    assert some < 12
    job = newest_job(source, "copy")
    type(job).objects.filter(pk=job.pk).update(state="waiting", finished_at=None, outcome="")
    assert copy_ordered(now=NOW) == 1
    assert Campaign.objects.count() == 2


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"annotators": 3}, "annotators: expected 4 to 100, got 3"),
        ({"share": 0}, "share: expected 1 to 100, got 0"),
        ({"share": 101}, "share: expected 1 to 100, got 101"),
    ],
)
def test_a_trial_that_cannot_be_is_not_ordered(changed: dict[str, int], problem: str) -> None:
    source = make_campaign()
    make_query(source, pairs=2)
    with pytest.raises(BadInput, match=problem):
        order_trial(campaign=source, **{"annotators": 6, "share": 100, "seed": 1} | changed, actor="admin", now=NOW)


ASKED = {"annotators": 6, "share": 100, "seed": 1, "actor": "admin", "now": NOW}


def test_without_candidates_or_videos_that_can_be_shown_there_is_no_trial() -> None:
    with pytest.raises(BadInput, match="no query has candidates yet"):
        order_trial(campaign=make_campaign(), **ASKED)
    marking, _ = marking_campaign(videos=0, opened=False)
    with pytest.raises(BadInput, match="no video can be shown yet"):
        order_trial(campaign=marking, **ASKED)


def test_where_segments_are_marked_people_ask_and_mark_in_a_trial_and_all_of_it_goes(
    settings, tmp_path, django_capture_on_commit_callbacks
) -> None:
    backend = "django.core.files.storage.FileSystemStorage"
    stored = {"BACKEND": backend, "OPTIONS": {"location": str(tmp_path / "clips")}}
    settings.STORAGES = {**settings.STORAGES, "clips": stored}
    source, _ = marking_campaign(videos=2, people=0, opened=False)
    for row in (*Clip.objects.all(), *ClipPart.objects.all()):
        store_bytes(row, io.BytesIO(b"a film"))
    before = sorted((tmp_path / "clips").iterdir())
    slug = order_trial(campaign=source, **ASKED)
    copy_ordered(now=NOW)
    job = newest_job(source, "copy")
    assert (job.state, job.outcome) == ("done", f"{slug} has 2 decided questions by 6 synthetic annotators")
    trial = Campaign.objects.get(slug=slug)
    assert (trial.is_trial, trial.asks.filter(state="accepted").count() > 0, source.asks.count()) == (True, True, 0)
    assert MarkedSegment.objects.filter(answer__score__seat__campaign=trial).count() > 2
    assert list(all_breaches(trial, now=NOW, sweep_s=5)) == []
    assert len(list((tmp_path / "clips").iterdir())) == 2 * len(before)
    with django_capture_on_commit_callbacks(execute=True):
        remove_trial(campaign=trial)
    assert (list(Campaign.objects.all()), sorted((tmp_path / "clips").iterdir())) == ([source], before)
    assert (TruthSegment.objects.count(), MarkedAnswer.objects.count(), User.objects.count()) == (0, 0, 0)


def test_a_copy_is_ordered_once_and_made_by_a_worker() -> None:
    source = make_campaign()
    order_copy(campaign=source, slug="again", title="Again", with_corpus=True, actor="admin", now=NOW)
    with pytest.raises(BadInput, match="already being made"):
        order_copy(campaign=source, slug="more", title="", with_corpus=False, actor="admin", now=NOW)
    make_campaign("again")
    copy_ordered(now=NOW)
    assert newest_job(source, "copy").reason == "campaign 'again' already exists"
