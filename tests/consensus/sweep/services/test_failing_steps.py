"""Exceptions of any class at every step of a sweep: others settle, the fault is marked, and all is caught up with."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

import pytest
from celery import current_app
from celery.exceptions import SoftTimeLimitExceeded
from django.core.management import CommandError, call_command
from django.db import connection
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from annotator.models import Membership, Seat, SeatState
from consensus.models import Verdict
from consensus.sweep.services import SWEEP, SweepStep, settle_campaign, settle_campaigns
from consensus.verify.selectors.invariants import breaches
from console.management.commands import run_worker
from console.management.commands.run_worker import sweep_once
from moments.jobs.services.background import BackgroundJob
from moments.jobs.services.steps import run_job
from moments.models import Campaign, CampaignStatus, StepFailure
from tests.built_once import built_once
from tests.factories import NOW, claim, opened_campaign, score_all
from tests.marking import asked, finished, mark, marking_campaign
from tests.step_faults import ERRORS, failing, fault, is_inside

pytestmark = [pytest.mark.django_db, pytest.mark.long]
LATER = NOW + timedelta(seconds=61)
PAIRS = 3
numbers = count(1)
OF_MARKING = (SweepStep.WRITINGS, SweepStep.DERIVED)  # only marking campaigns have these
STEPS = [step for step in SweepStep if step not in OF_MARKING]
# The errors go round over the steps, so that every step meets three kinds and every kind some steps.
# On PostgreSQL one error a step will do.
MET = [
    pytest.param(step, kind, id=f"{step}-{kind.__name__}", marks=[pytest.mark.once] if turn else [])
    for place, step in enumerate(STEPS)
    for turn in range(0, len(ERRORS), 4)
    for kind in [ERRORS[(place * 5 + turn) % len(ERRORS)]]
]


def scored(slug: str) -> Campaign:
    """An open campaign whose round 1 is complete, its scores past their grace; agreed, and escalated once."""
    campaign, members = opened_campaign(slug, people=4, pairs=PAIRS)
    score_all(members[:2], lambda pair, member: 4 if pair.rank == 1 and member == members[0] else 2)
    return campaign


@built_once
def scored_beside_another() -> Campaign:
    """A campaign of the slug `bad`, scored, and another of the slug `good`."""
    bad = scored("bad")
    scored("good")
    return bad


def bad_and_good() -> tuple[Campaign, Campaign]:
    return scored_beside_another(), Campaign.objects.get(slug="good")


def verdicts(campaign: Campaign) -> int:
    return Verdict.objects.filter(pair__campaign=campaign).count()


def settled(campaign: Campaign) -> tuple[int, int]:
    """Verdicts, and the seats of the second round."""
    return verdicts(campaign), Seat.objects.filter(campaign=campaign, round=2).count()


def marks() -> list[tuple[str | None, str, str, int]]:
    found = StepFailure.objects.filter(count__gt=0).order_by("pk")
    return list(found.values_list("campaign__slug", "step", "error", "count"))


def in_s(seconds: float):
    return LATER + timedelta(seconds=seconds)


@pytest.mark.parametrize(("step", "kind"), MET)
def test_a_step_that_fails_stops_no_other_is_marked_and_catches_up(step, kind):
    bad, good = bad_and_good()
    whose = None if step == SweepStep.LOCKOUTS else "bad"
    with failing(step, whose or "", kind("some words")) as met:
        settle_campaigns(now=LATER)
        assert settled(good) == (2, 2)
        assert marks() == [(whose, step, kind.__name__, 1)]
        settle_campaigns(now=in_s(5))
        assert marks() == [(whose, step, kind.__name__, 2)]
        tries = len(met)
        settle_campaigns(now=in_s(10))
        assert len(met) == tries  # its pause is not over
        settle_campaigns(now=in_s(15))
        assert marks() == [(whose, step, kind.__name__, 3)]
    settle_campaigns(now=in_s(35))
    assert marks() == []
    assert settled(bad) == settled(good) == (2, 2)
    assert [list(breaches(one, now=in_s(36), sweep_s=5)) for one in (bad, good)] == [[], []]


@pytest.mark.parametrize("step", [step for step in STEPS if step not in (SweepStep.FINALISE, SweepStep.RULE)])
def test_a_campaign_is_ruled_on_though_another_of_its_steps_fails(step):
    bad = scored("bad")
    with failing(step, "" if step == SweepStep.LOCKOUTS else "bad", ValueError()):
        settle_campaigns(now=LATER)
    assert settled(bad) == (2, 2)


@pytest.mark.parametrize("step", OF_MARKING)
def test_a_step_of_marking_that_fails_stops_no_marked_question(step):
    campaign, (author, marker, _) = marking_campaign()
    asked(author)
    finished(author)
    (seat,) = claim(marker)
    mark(marker, seat)
    with failing(step, campaign.slug, ValueError("some words")):
        settle_campaigns(now=LATER)
    assert verdicts(campaign) == 1
    assert marks() == [(campaign.slug, step, "ValueError", 1)]


@pytest.mark.django_db(transaction=True)
@given(data=st.data())
@settings(max_examples=8, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
def test_an_error_at_any_statement_of_a_sweep_is_made_good_by_the_next(data):
    StepFailure.objects.all().delete()
    Campaign.objects.update(status=CampaignStatus.ARCHIVE)  # those of earlier examples are swept no more
    campaigns = [scored(f"films-{next(numbers)}") for _ in range(2)]
    kind = data.draw(st.sampled_from(ERRORS))
    place = data.draw(st.integers(0, 90))
    left = [place]

    def when(sql: str) -> bool:
        left[0] -= 1
        return left[0] == -1

    with fault(kind("some words"), when=when) as met:
        run_job(SWEEP, settle_campaigns, now=LATER)
    assert (connection.in_atomic_block, connection.get_autocommit()) == (False, True)
    assert [mark[2:] for mark in marks()] == ([(kind.__name__, 1)] if met else [])
    if (None, SWEEP) not in {mark[:2] for mark in marks()}:
        hit = {mark[0] for mark in marks()}
        assert [settled(one) for one in campaigns if one.slug not in hit] == [(2, 2)] * (2 - len(hit - {None}))
    run_job(SWEEP, settle_campaigns, now=in_s(5))
    assert marks() == []
    assert [settled(one) for one in campaigns] == [(2, 2), (2, 2)]
    assert [list(breaches(one, now=in_s(6), sweep_s=5)) for one in campaigns] == [[], []]


def test_a_time_zone_that_is_none_stops_nobody_and_is_mended():
    """As an archive could bring it: days cannot be told there, hence no rate of today."""
    bad, good = bad_and_good()
    Campaign.objects.filter(pk=bad.pk).update(time_zone="Nowhere/Land")
    settle_campaigns(now=LATER)
    assert settled(bad) == settled(good) == (2, 2)
    assert marks() == [("bad", SweepStep.RATE, "ZoneInfoNotFoundError", 1)]
    mark = StepFailure.objects.get()
    assert mark.words == "No time zone found with key Nowhere/Land"
    assert mark.place.startswith("moments/models/campaign.py:")
    Campaign.objects.filter(pk=bad.pk).update(time_zone="Asia/Singapore")
    settle_campaigns(now=in_s(5))
    assert marks() == []


@pytest.mark.django_db(transaction=True)
def test_one_person_whose_queue_cannot_be_filled_leaves_the_others_theirs():
    campaign, members = opened_campaign("bad", people=2, pairs=3)
    Membership.objects.update(last_request_at=NOW)
    spared = []

    def when(sql: str) -> bool:
        first_try = is_inside("fill_queue") and not spared
        spared.extend([sql] * first_try)
        return first_try

    with fault(ValueError("some words"), when=when):
        settle_campaigns(now=NOW + timedelta(seconds=1))
    assert marks() == [("bad", SweepStep.QUEUES, "ValueError", 1)]
    owners = Seat.objects.filter(state=SeatState.RESERVED).values_list("annotator", flat=True)
    assert (len(owners), len(set(owners))) == (3, 1)


def test_a_time_limit_ends_the_sweep_and_the_next_begins_with_those_left():
    bad, good = bad_and_good()
    with failing(SweepStep.REVIEW, "bad", SoftTimeLimitExceeded()), pytest.raises(SoftTimeLimitExceeded):
        settle_campaigns(now=LATER)
    assert (settled(bad), settled(good)) == ((2, 2), (0, 0))
    assert marks() == [("bad", SweepStep.REVIEW, "SoftTimeLimitExceeded", 1)]
    # The one that took the time comes last now, and takes nobody else's.
    with failing(SweepStep.REVIEW, "bad", SoftTimeLimitExceeded()), pytest.raises(SoftTimeLimitExceeded):
        settle_campaigns(now=in_s(5))
    assert settled(good) == (2, 2)


def test_the_worker_and_the_task_outlive_a_campaign_that_fails():
    bad, good = bad_and_good()
    Campaign.objects.filter(pk=bad.pk).update(time_zone="Nowhere/Land")
    current_app.tasks["consensus.tasks.sweep"]()
    assert settled(bad) == settled(good) == (2, 2)
    sweep_once()
    assert {mark[:2] for mark in marks()} == {("bad", SweepStep.RATE)}


def fail(*, now):
    raise LookupError("no such thing")


def test_a_job_that_fails_stops_no_later_job(monkeypatch):
    good = scored("good")
    failing_job = BackgroundJob("a job that fails", fail, ("tests.fail",), "settle", (4, 5), 5.0)
    monkeypatch.setattr(run_worker, "BACKGROUND_JOBS", [failing_job, *run_worker.BACKGROUND_JOBS])
    sweep_once()
    assert settled(good) == (2, 2)
    assert marks() == [(None, "a job that fails", "LookupError", 1)]


def test_the_command_tries_at_once_and_says_what_failed(capsys):
    bad, good = bad_and_good()
    Campaign.objects.filter(pk=bad.pk).update(time_zone="Nowhere/Land")
    for _ in range(3):
        with pytest.raises(CommandError, match="bad: set today's rate: ZoneInfoNotFoundError: No time zone found"):
            call_command("settle")
    assert marks() == [("bad", SweepStep.RATE, "ZoneInfoNotFoundError", 3)]
    assert settled(good) == (2, 2)
    assert "good: 6 finalised" in capsys.readouterr().out


def test_whoever_sweeps_one_campaign_alone_gets_the_error_itself():
    bad = scored("bad")
    broken = fault(ValueError("some words"), when=lambda sql: "INSERT" in sql and "consensus_verdict" in sql)
    with broken, pytest.raises(ValueError, match="some words"):
        settle_campaign(campaign=bad, now=LATER)
    assert (settled(bad), marks()) == ((0, 0), [])
