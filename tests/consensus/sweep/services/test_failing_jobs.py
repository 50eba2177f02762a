"""One bad row of a job stops no later one: exports, reports, checks, sweeps, studies, mails."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError

from config.jobs import send_inbox_mails
from consensus.digests.mail_setting import Mail
from consensus.digests.services import STEP, set_digest
from consensus.export.services import history as exporting_history
from consensus.models import LeadDigest
from consensus.report.services import orders as report_orders
from consensus.studies import services as study_orders
from consensus.upkeep import services as upkeep_orders
from moments.jobs.selectors import newest_job
from moments.jobs.services.leases import order_newest
from moments.models import Campaign, Job, StepFailure
from tests.built_once import built_once
from tests.consensus.digests.mail_server import mail_server
from tests.factories import NOW, make_lead, opened_campaign, score_all, settle
from tests.step_faults import OwnError, failing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
OUT_OF_THE_BLUE = [ValueError, KeyError, MemoryError, RecursionError, OwnError]


@built_once
def all_finished(slugs: tuple[str, ...], pairs: int) -> Campaign:
    """The first of the campaigns, whose pairs are all decided."""
    for slug in slugs:
        campaign, members = opened_campaign(slug, pairs=pairs)
        score_all(members, 3)
        settle(campaign)
    return Campaign.objects.get(slug=slugs[0])


def finished(*slugs: str, pairs: int = 2) -> list[Campaign]:
    all_finished(slugs, pairs)
    return [Campaign.objects.get(slug=slug) for slug in slugs]


def order_export(campaign):
    return exporting_history.request_export(campaign=campaign, formats=("tvr",), partial=True, actor="admin", now=NOW)


def order_report(campaign):
    report_orders.order_report(campaign=campaign, actor="admin", now=NOW)
    return newest_job(campaign, "report")


def order_check(campaign):
    upkeep_orders.order_check(campaign=campaign, actor="admin", now=NOW)
    return newest_job(campaign, "verify")


def order_sweep(campaign):
    upkeep_orders.order_sweep(campaign=campaign, actor="admin", now=NOW)
    return newest_job(campaign, "sweep")


def how(order):
    """The job, whether it is a result's or the order itself."""
    return Job.objects.get(pk=getattr(order, "job_id", order.pk))


JOBS = [
    pytest.param(exporting_history.EXPORT.step, order_export, exporting_history.make_exports, id="exports"),
    pytest.param(report_orders.REPORT.step, order_report, report_orders.make_reports, id="reports"),
    pytest.param(upkeep_orders.CHECKING.step, order_check, upkeep_orders.check_ordered, id="checks"),
    pytest.param(upkeep_orders.SWEEPING.step, order_sweep, upkeep_orders.sweep_ordered, id="sweeps"),
]
FAILED = {
    kind.step: kind.failed
    for kind in (
        exporting_history.EXPORT,
        report_orders.REPORT,
        upkeep_orders.CHECKING,
        upkeep_orders.SWEEPING,
    )
}


@pytest.mark.parametrize(("step", "order", "job"), JOBS)
def test_an_order_with_a_fault_has_failed_for_good_and_the_next_is_made(step, order, job):
    *spoilt, sound = finished(*(kind.__name__.lower() for kind in OUT_OF_THE_BLUE), "good")
    bad = {kind: order(campaign) for kind, campaign in zip(OUT_OF_THE_BLUE, spoilt, strict=True)}
    good = order(sound)
    with ExitStack() as faults:
        for kind in OUT_OF_THE_BLUE:
            faults.enter_context(failing(step, kind.__name__.lower(), kind("ada"), verb="SELECT"))
        assert job(now=NOW) == len(OUT_OF_THE_BLUE) + 1
    assert {kind: (how(one).state, how(one).reason) for kind, one in bad.items()} == {
        kind: ("failed", f"{FAILED[step]} ({kind.__name__}); see the worker's log") for kind in OUT_OF_THE_BLUE
    }
    assert how(good).state == "done"
    assert not StepFailure.objects.exists()


@pytest.mark.parametrize(("step", "order", "job"), JOBS)
def test_an_order_that_the_database_cut_off_is_marked_and_made_by_the_next_turn(step, order, job):
    bad, good = map(order, finished("bad", "good"))
    with failing(step, "bad", InterfaceError("connection already closed"), verb="SELECT"):
        assert job(now=NOW) == 1
    assert (how(bad).state, how(bad).leased_until, how(good).state) == ("waiting", None, "done")
    mark = StepFailure.objects.get()
    assert (mark.campaign.slug, mark.step, mark.error, mark.count) == ("bad", step, "InterfaceError", 1)
    assert job(now=NOW + timedelta(seconds=5)) == 1
    mark.refresh_from_db()
    assert (how(bad).state, mark.count) == ("done", 0)


@pytest.mark.parametrize(("step", "order", "job"), JOBS)
def test_a_time_limit_ends_the_turn_and_leaves_the_order_to_another(step, order, job):
    bad, good = map(order, finished("bad", "good"))
    with failing(step, "bad", SoftTimeLimitExceeded(), verb="SELECT"), pytest.raises(SoftTimeLimitExceeded):
        job(now=NOW)
    states = [(how(one).state, how(one).since) for one in (bad, good)]
    assert states == [("running", NOW), ("waiting", None)]
    assert job(now=NOW) == 1


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OwnError(), "it could not be created (OwnError); see the worker's log"),
        (InterfaceError(), study_orders.CUT_OFF),
    ],
    ids=["out of the blue", "the database"],
)  # fmt: skip
def test_a_study_with_a_fault_has_failed_and_the_next_is_tried(error, message):
    plan = {"queries": 1, "top": 1, "others": 1, "seed": 1}
    for campaign in finished("bad", "good"):
        people = [member.pseudonym for member in campaign.members.all() if campaign.slug == "bad"]
        order = {"encoder": "lexical", "plan": {**plan, "people": people}}
        order_newest(campaign=campaign, kind="study", actor="admin", now=NOW, order=order)
    with failing(study_orders.STUDY.step, "bad", error, verb="SELECT"):
        study_orders.make_studies(now=NOW)
    tried = dict(Job.objects.values_list("campaign__slug", "reason"))
    assert (tried["bad"], tried["good"]) == (message, "people: expected 1 to 20 names")


def test_a_lead_whose_mail_cannot_be_made_keeps_no_other_from_theirs(settings, caplog):
    """Days cannot be told in the first campaign's time zone; in the second one, counting fails."""
    leads = [make_lead(campaign) for campaign in finished("nowhere", "bad", "good", pairs=40)]
    Campaign.objects.filter(slug="nowhere").update(time_zone="Nowhere/Land")
    for lead in leads:
        set_digest(member=lead, address="ada@example.org", hour="7", now=NOW)
    with mail_server() as server:
        settings.MAIL = Mail("127.0.0.1", server.port, "", "", "", "labels@example.org", "https://labels.example.org")
        with failing(STEP, "bad", ValueError("to ada@example.org"), verb="SELECT"):
            assert send_inbox_mails(now=NOW) == 1
        marks = StepFailure.objects.order_by("campaign").values_list("campaign__slug", "step", "error")
        assert list(marks) == [
            ("nowhere", STEP, "ZoneInfoNotFoundError"),
            ("bad", STEP, "UnsentError"),
        ]
        assert "ada@example.org" not in caplog.text
        Campaign.objects.filter(slug="nowhere").update(time_zone="UTC")
        assert send_inbox_mails(now=NOW + timedelta(seconds=10)) == 2
    assert [mail["Subject"].split(":")[0] for mail in server.mails] == ["good", "nowhere", "bad"]
    assert not StepFailure.objects.filter(count__gt=0).exists()
    assert LeadDigest.objects.filter(sent_at=None).count() == 0
