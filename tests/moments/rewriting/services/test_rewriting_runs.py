"""One run a campaign, held by one process: orders, leases, stops, the worker's turns."""

import os
import socket
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import IntegrityError, InterfaceError, transaction

from config.environment import LanguageModel
from moments.base.errors import BadInput
from moments.models import RewriteRun, StepFailure
from moments.rewriting.selectors.progress import newest_run, rewrite_progress
from moments.rewriting.services import jobs as rewriting_jobs
from moments.rewriting.services.jobs import fitted_checker, model_manner, rewrite_ordered
from moments.rewriting.services.runs import LEASE, ask_to_stop, end_run, keep_run, order_run, run_goes_on, take_run
from tests.factories import NOW, make_query
from tests.llm_stub import KEY, LlmStub
from tests.moments.rewriting.scenes import MANNER, NAMES, described, run_of
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
        RewriteRun.objects.create(campaign=campaign, method="names", ordered_at=NOW)


def test_a_run_whose_process_is_gone_is_ended_by_the_next_one():
    campaign = described()
    lost = run_of(campaign)
    gone = f"{socket.gethostname()[:60]}:{2**22 + 1}:abc"
    RewriteRun.objects.filter(pk=lost.pk).update(holder=gone)
    run_of(campaign)
    lost.refresh_from_db()
    assert (lost.reason, lost.ended_at, lost.holder) == ("its process was interrupted", NOW, "")


def test_a_run_of_another_machine_is_ended_when_its_lease_is_over():
    campaign = described()
    lost = run_of(campaign)
    RewriteRun.objects.filter(pk=lost.pk).update(holder="elsewhere:1:abc")
    with pytest.raises(BadInput, match="is already running"):
        run_of(campaign)
    later = NOW + LEASE + timedelta(seconds=1)
    assert order_run(campaign=campaign, manner=MANNER, actor="test", now=later, held=True).pk != lost.pk


def test_one_process_alone_takes_a_run_and_loses_it_with_its_lease():
    campaign = described()
    first, second = ordered(campaign), RewriteRun.objects.get()
    assert (take_run(run=first, now=NOW), take_run(run=second, now=NOW)) == (True, False)
    assert first.holder.split(":")[-2] == str(os.getpid())
    assert keep_run(run=first, now=NOW) == ""
    assert take_run(run=second, now=NOW + LEASE + timedelta(seconds=1))
    assert keep_run(run=first, tokens_in=3, now=NOW) == "another process took the run over"
    assert not end_run(run=first, reason="", now=NOW)
    assert end_run(run=second, reason="", now=NOW)
    assert RewriteRun.objects.get().tokens_in == 3


@pytest.mark.parametrize(("field", "value"), [("parallel", 0), ("parallel", 65), ("rate", 0), ("rate", 6001)])
def test_a_wrong_number_is_refused(field, value):
    from dataclasses import replace

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
    assert rewrite_ordered(now=NOW, clock=lambda: NOW) == 1
    run = newest_run(campaign)
    assert (run.ended_at, run.reason, rewrite_progress(campaign).accepted) == (NOW, "", 4)
    assert rewrite_ordered(now=NOW, clock=lambda: NOW) == 0


def test_the_workers_turn_is_short_and_the_next_goes_on(stub):
    campaign = described()
    ordered(campaign)
    rewrite_ordered(now=NOW, seconds=0, clock=lambda: NOW)
    run = newest_run(campaign)
    assert (run.ended_at, run.holder, run_goes_on(run, NOW)) == (None, "", False)
    rewrite_ordered(now=NOW, clock=lambda: NOW)
    assert rewrite_progress(campaign).accepted == 4


def test_the_worker_says_why_a_run_cannot_go_on(stub, monkeypatch):
    campaign = described()
    ordered(campaign)
    monkeypatch.setattr(settings, "LANGUAGE_MODEL", None)
    rewrite_ordered(now=NOW, clock=lambda: NOW)
    assert newest_run(campaign).reason.startswith("no endpoint is set")
    assert rewrite_progress(campaign).waiting == 4


def test_another_model_than_ordered_is_not_asked(stub, monkeypatch):
    campaign = described()
    ordered(campaign)
    monkeypatch.setattr(settings, "LANGUAGE_MODEL", LanguageModel(stub.url, KEY, "larger", 2.0, private=True))
    rewrite_ordered(now=NOW, clock=lambda: NOW)
    assert (newest_run(campaign).reason[:22], stub.asked) == ("the model or the promp", [])


def test_a_run_is_stopped_at_once_where_nobody_works_on_it_and_else_soon(stub):
    campaign = described()
    run = ordered(campaign)
    assert ask_to_stop(campaign=campaign, now=NOW)
    run.refresh_from_db()
    assert (run.ended_at, run.reason) == (NOW, "stopped by an admin")
    held = run_of(campaign)
    assert ask_to_stop(campaign=campaign, now=NOW)
    held.refresh_from_db()
    assert (held.ended_at, keep_run(run=held, now=NOW)) == (None, "stopped by an admin")
    end_run(run=held, reason="stopped by an admin", now=NOW)
    assert not ask_to_stop(campaign=campaign, now=NOW)


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
        assert rewrite_ordered(now=NOW, clock=lambda: NOW) == 1
    assert (newest_run(bad).ended_at, newest_run(good).ended_at) == (None, NOW)
    mark = StepFailure.objects.get()
    assert (mark.campaign.slug, mark.step, mark.error) == ("bad", "rewrite captions", "InterfaceError")
    later = NOW + LEASE + timedelta(seconds=1)
    assert rewrite_ordered(now=later, clock=lambda: later) == 1
    assert (newest_run(bad).ended_at, newest_run(bad).reason) == (later, "")
    assert not StepFailure.objects.filter(count__gt=0).exists()
