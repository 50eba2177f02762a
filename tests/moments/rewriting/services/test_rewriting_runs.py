"""One run a campaign, held by one process: orders, leases, stops, the worker's turns."""

import json
import os
import socket
import time
from dataclasses import replace
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import IntegrityError, InterfaceError, transaction

from config.language_model import LanguageModel
from moments.base.errors import BadInput
from moments.jobs.services.doing import cancel_job
from moments.jobs.services.leases import is_at_work, order_job, take_job
from moments.models import Job, LedgerEntry, RewriteAttempt, RewriteRun, StepFailure
from moments.rewriting.selectors.progress import newest_run, rewrite_progress
from moments.rewriting.services import jobs as rewriting_jobs
from moments.rewriting.services.jobs import REWRITING, fitted_checker, model_manner, rewrite_ordered
from moments.rewriting.services.runs import LEASE, order_run
from tests.factories import NOW, lose, make_query
from tests.llm_stub import KEY, LlmStub
from tests.llm_stub.server import says
from tests.moments.rewriting.scenes import DESCRIPTIONS, MANNER, NAMES, by_model, described, done_by, run_of
from tests.step_faults import failing

pytestmark = pytest.mark.django_db


@pytest.fixture
def stub(monkeypatch):
    """An endpoint that the settings name."""
    with LlmStub(NAMES) as served:
        model = LanguageModel(served.url, KEY, "stub", 2.0, private=True)
        monkeypatch.setattr(settings, "LANGUAGE_MODEL", model, raising=False)
        monkeypatch.setattr(rewriting_jobs, "_kept", {})
        yield served


def ordered(campaign) -> RewriteRun:
    return order_run(campaign=campaign, manner=MANNER, actor="admin", now=NOW)


def test_two_runs_never_go_on_in_one_campaign():
    campaign = described()
    run_of(campaign)
    with pytest.raises(BadInput, match="is already running"):
        run_of(campaign)
    with pytest.raises(IntegrityError), transaction.atomic():
        order_job(campaign=campaign, kind="rewriting", actor="admin", now=NOW)


def test_a_run_whose_process_is_gone_is_ended_by_the_next_one():
    campaign = described()
    lost = run_of(campaign).job
    gone = f"{socket.gethostname()[:60]}:{2**22 + 1}:abc"
    Job.objects.filter(pk=lost.pk).update(holder=gone)
    run_of(campaign)
    lost.refresh_from_db()
    assert (lost.reason, lost.finished_at, lost.holder) == ("its process was interrupted", NOW, "")
    assert (lost.state, LedgerEntry.objects.filter(kind="captions_rewritten").count()) == ("failed", 1)


def test_a_run_of_another_machine_is_ended_when_its_lease_is_over():
    campaign = described()
    lost = run_of(campaign)
    Job.objects.filter(pk=lost.job.pk).update(holder="elsewhere:1:abc")
    with pytest.raises(BadInput, match="is already running"):
        run_of(campaign)
    later = NOW + LEASE + timedelta(seconds=1)
    assert order_run(campaign=campaign, manner=MANNER, actor="test", now=later, held=True).pk != lost.pk


def test_only_one_process_takes_a_run_and_loses_it_with_its_lease(stub):
    campaign = described()
    first, late = ordered(campaign), RewriteRun.objects.get().job
    assert take_job(job=first.job, lease=LEASE, now=NOW)
    assert not take_job(job=late, lease=LEASE, now=NOW)
    assert first.job.holder.split(":")[-2] == str(os.getpid())
    late.refresh_from_db()
    assert take_job(job=late, lease=LEASE, now=NOW + LEASE + timedelta(seconds=1))
    assert done_by(first, lambda go: by_model(first, stub, go).rewrite()).state == "running"
    assert (stub.asked, RewriteAttempt.objects.count()) == ([], 0)
    second = RewriteRun.objects.get()
    assert done_by(second, lambda go: by_model(second, stub, go).rewrite()).state == "done"
    assert RewriteRun.objects.get().tokens_in == rewrite_progress(campaign).tokens_in > 0


def test_a_run_that_was_taken_over_keeps_the_answers_that_it_paid_for(stub, monkeypatch):
    monkeypatch.setattr("moments.jobs.services.doing.STORED_EVERY_S", 0)
    campaign = described(*DESCRIPTIONS)
    run = run_of(campaign)

    def late(asked, handler):
        time.sleep(0.5)
        says("In the kitchen a woman pours a glass of water.")(asked, handler)

    stub.moods["Monica"] = late

    def lose_the_run(more: int) -> None:
        if more:
            Job.objects.filter(pk=run.job.pk).update(holder="elsewhere:1:abc")

    job = done_by(run, lambda go: by_model(run, stub, go).rewrite(), watch=lose_the_run)
    progress = rewrite_progress(campaign)
    assert (job.state, job.holder, progress.accepted, progress.waiting) == ("running", "elsewhere:1:abc", 2, 2)
    assert RewriteRun.objects.get().tokens_in == progress.tokens_in > 0


@pytest.mark.parametrize(("field", "value"), [("parallel", 0), ("parallel", 65), ("rate", 0), ("rate", 6001)])
def test_a_wrong_number_is_refused(field, value):
    with pytest.raises(BadInput, match=f"^{field}: expected 1 to"):
        order_run(campaign=described(), manner=replace(MANNER, **{field: value}), actor="test", now=NOW)


def test_once_there_are_queries_nothing_is_rewritten():
    campaign = described()
    make_query(campaign, pairs=0, text="a lamp")
    with pytest.raises(BadInput, match="has queries; captions are rewritten before sampling and ranking"):
        run_of(campaign)


def test_the_worker_works_on_what_was_ordered_and_ends_it(stub):
    campaign = described()
    ordered(campaign)
    assert rewrite_ordered(now=NOW) == 1
    job = newest_run(campaign).job
    assert (job.state, job.reason, job.done, rewrite_progress(campaign).accepted) == ("done", "", 4, 4)
    assert rewrite_ordered(now=NOW) == 0


def test_the_workers_turn_is_short_and_the_next_goes_on(stub):
    campaign = described()
    ordered(campaign)
    rewrite_ordered(now=NOW, seconds=0)
    job = newest_run(campaign).job
    assert (job.state, job.holder, job.tries, is_at_work(job, NOW)) == ("waiting", "", 0, False)
    rewrite_ordered(now=NOW)
    assert rewrite_progress(campaign).accepted == 4


def test_the_worker_says_why_a_run_cannot_go_on(stub, monkeypatch):
    campaign = described()
    ordered(campaign)
    monkeypatch.setattr(settings, "LANGUAGE_MODEL", None)
    rewrite_ordered(now=NOW)
    assert newest_run(campaign).job.reason.startswith("no endpoint is set")
    assert rewrite_progress(campaign).waiting == 4


def test_another_model_than_ordered_is_not_asked(stub, monkeypatch):
    campaign = described()
    ordered(campaign)
    monkeypatch.setattr(settings, "LANGUAGE_MODEL", LanguageModel(stub.url, KEY, "larger", 2.0, private=True))
    rewrite_ordered(now=NOW)
    assert (newest_run(campaign).job.reason[:22], stub.asked) == ("the model or the promp", [])


def test_a_run_is_cancelled_at_once_if_nobody_works_on_it_and_else_soon(stub):
    campaign = described()
    job = ordered(campaign).job
    assert cancel_job(REWRITING, job, actor="admin", now=NOW)
    job.refresh_from_db()
    assert (job.state, job.finished_at, job.reason) == ("cancelled", NOW, "cancelled by admin")
    entry = LedgerEntry.objects.get(kind="captions_rewritten")
    assert json.loads(entry.payload)["ended"] == "cancelled by admin"
    held = run_of(campaign)
    assert cancel_job(REWRITING, held.job, actor="admin", now=NOW)
    assert Job.objects.get(pk=held.job.pk).state == "running"
    job = done_by(held, lambda go: by_model(held, stub, go).rewrite())
    assert (job.state, job.reason, stub.asked) == ("cancelled", "cancelled by admin", [])
    assert not cancel_job(REWRITING, job, actor="admin", now=NOW)
    assert LedgerEntry.objects.filter(kind="captions_rewritten").count() == 2


def test_a_run_that_was_interrupted_three_times_is_given_up_with_the_reason(stub):
    campaign = described()
    lose(ordered(campaign).job, tries=3, minutes=2)
    assert rewrite_ordered(now=NOW + LEASE + timedelta(seconds=1)) == 0
    job = newest_run(campaign).job
    assert (job.state, job.reason) == ("failed", "it was interrupted 3 times; see the worker's log")
    assert json.loads(LedgerEntry.objects.get(kind="captions_rewritten").payload)["ended"] == job.reason


def test_the_worker_ends_a_run_whose_list_of_names_it_does_not_have(stub):
    campaign = described()
    lose(run_of(campaign, replace(MANNER, method="names")).job, minutes=2)
    rewrite_ordered(now=NOW + LEASE + timedelta(seconds=1))
    assert newest_run(campaign).job.reason == "the command with the list of names was interrupted; run it again"


def test_without_an_endpoint_the_list_of_names_is_offered(monkeypatch):
    monkeypatch.setattr(settings, "LANGUAGE_MODEL", None)
    with pytest.raises(BadInput, match="LLM_BASE_URL, LLM_MODEL and LLM_API_KEY name one$"):
        model_manner(encoder="lexical", tagger="capitals")


@pytest.mark.parametrize(("encoder", "tagger"), [("bm25", "none"), ("nothing", "none"), ("lexical", "nobody")])
def test_an_encoder_or_tagger_that_cannot_check_is_refused(encoder, tagger):
    with pytest.raises(BadInput):
        fitted_checker(campaign=described(), encoder=encoder, tagger=tagger)


def test_a_run_whose_connection_is_cut_stops_no_other_and_goes_on_later(stub):
    bad, good = described(slug="bad"), described(slug="good")
    ordered(bad), ordered(good)
    with failing(rewriting_jobs.STEP, "bad", InterfaceError("connection already closed"), verb="SELECT"):
        assert rewrite_ordered(now=NOW) == 1
    assert (newest_run(bad).job.state, newest_run(good).job.state) == ("waiting", "done")
    mark = StepFailure.objects.get()
    assert (mark.campaign.slug, mark.step, mark.error) == ("bad", "rewrite captions", "InterfaceError")
    later = NOW + LEASE + timedelta(seconds=1)
    assert rewrite_ordered(now=later) == 1
    assert (newest_run(bad).job.state, newest_run(bad).job.reason) == ("done", "")
    assert not StepFailure.objects.filter(count__gt=0).exists()
