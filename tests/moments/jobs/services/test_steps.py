"""Steps fail by themselves: logged, marked, tried again with growing pauses, and cleared."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import IntegrityError, OperationalError, connection, transaction

from moments.jobs.services.steps import (
    GONE_AFTER,
    LONGEST_PAUSE,
    LONGEST_PAUSE_OF_ALL,
    Steps,
    each_in_turn,
    pause_after,
    run_job,
    try_again,
)
from moments.models import Campaign, StepFailure
from tests.factories import NOW, make_campaign
from tests.step_faults import ERRORS

pytestmark = pytest.mark.django_db
STEP = "rule on pairs"


def raising(error):
    def work(*args, **options):
        raise error

    return work


def mark_of(campaign) -> StepFailure:
    return StepFailure.objects.get(campaign=campaign, step=STEP)


def failed(campaign, *, times, error=None) -> None:
    """The step of the campaign failed so often, at NOW."""
    for _ in range(times):
        Steps(STEP, now=NOW, at_once=True).attempt(
            STEP, raising(error or ValueError("no such thing")), campaign=campaign
        )


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_of_any_class_is_marked_and_the_next_step_goes_on(kind, caplog):
    campaign, other = make_campaign(), make_campaign("plays")
    steps = Steps(STEP, now=NOW)
    assert steps.attempt(STEP, raising(kind("some words")), campaign=campaign) is None
    assert steps.attempt(STEP, lambda: 7, campaign=other) == 7
    mark = mark_of(campaign)
    assert (mark.error, mark.words, mark.count, mark.total) == (kind.__name__, "some words", 1, 1)
    assert (mark.first_at, mark.last_at, mark.retry_at) == (NOW, NOW, NOW)
    assert not StepFailure.objects.filter(campaign=other).exists()
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert caplog.records[0].fields == {"campaign": "films", "step": STEP}
    assert caplog.messages == ["films: rule on pairs failed and will be tried again"]


@pytest.mark.parametrize("kind", [SystemExit, KeyboardInterrupt, GeneratorExit])
def test_what_ends_a_process_is_not_held_up(kind):
    campaign = make_campaign()
    with pytest.raises(kind):
        Steps(STEP, now=NOW).attempt(STEP, raising(kind()), campaign=campaign)
    with pytest.raises(kind):
        run_job("sweep", raising(kind()), now=NOW)
    assert not StepFailure.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_tasks_time_limit_ends_the_turn_and_is_marked_once():
    campaign = make_campaign()

    def turn(*, now):
        steps = Steps(STEP, now=now)
        for one in [campaign, make_campaign("plays")]:
            steps.attempt(STEP, raising(SoftTimeLimitExceeded()), campaign=one)

    with pytest.raises(SoftTimeLimitExceeded):
        run_job("sweep", turn, now=NOW)
    marks = StepFailure.objects.order_by("pk").values_list("campaign__slug", "step", "error")
    assert list(marks) == [("films", STEP, "SoftTimeLimitExceeded"), (None, "sweep", "SoftTimeLimitExceeded")]


def test_the_pauses_double_up_to_the_longest():
    seconds = [pause_after(count, LONGEST_PAUSE).total_seconds() for count in (1, 2, 3, 4, 5, 6, 7, 8, 10_000)]
    assert seconds == [0, 10, 20, 40, 80, 160, 300, 300, 300]
    assert pause_after(10_000, LONGEST_PAUSE_OF_ALL) == timedelta(minutes=1)


def test_a_step_that_failed_twice_is_left_out_until_its_pause_is_over():
    campaign = make_campaign()
    failed(campaign, times=2)
    tries = []
    for after_s in (0, 9, 10):
        now = NOW + timedelta(seconds=after_s)
        Steps(STEP, now=now).attempt(STEP, lambda at=after_s: tries.append(at), campaign=campaign)
    assert tries == [10]


def test_a_success_clears_the_mark_and_keeps_the_total():
    campaign = make_campaign()
    failed(campaign, times=3)
    later = NOW + timedelta(minutes=5)
    assert Steps(STEP, now=later).attempt(STEP, lambda: "done", campaign=campaign) == "done"
    mark = mark_of(campaign)
    assert (mark.count, mark.total, mark.words, mark.place) == (0, 3, "", "")
    failed(campaign, times=1)
    mark = mark_of(campaign)
    assert (mark.count, mark.total, mark.first_at) == (1, 4, NOW)


def test_a_failure_elsewhere_meanwhile_is_not_cleared():
    campaign = make_campaign()
    failed(campaign, times=1)
    steps = Steps(STEP, now=NOW)
    failed(campaign, times=1)
    steps.attempt(STEP, lambda: None, campaign=campaign)
    assert mark_of(campaign).count == 2


def test_an_admin_has_a_step_tried_at_once():
    campaign = make_campaign()
    failed(campaign, times=8)
    soon = NOW + timedelta(seconds=1)
    assert Steps(STEP, now=soon).attempt(STEP, lambda: "done", campaign=campaign) is None
    assert try_again(mark=mark_of(campaign), now=soon)
    assert Steps(STEP, now=soon).attempt(STEP, lambda: "done", campaign=campaign) == "done"
    assert not try_again(mark=mark_of(campaign), now=soon)


def test_a_pause_that_a_wrong_clock_noted_keeps_nobody_waiting():
    campaign = make_campaign()
    failed(campaign, times=2)
    two_hours_before = NOW - timedelta(hours=2)
    assert Steps(STEP, now=two_hours_before).attempt(STEP, lambda: "done", campaign=campaign) == "done"


def test_a_mark_whose_work_is_gone_is_cleared_and_one_that_waits_is_not():
    campaign, other = make_campaign(), make_campaign("plays")
    failed(campaign, times=1)
    steps = Steps(STEP, now=NOW + GONE_AFTER)
    steps.clear_gone()
    assert mark_of(campaign).count == 1
    late = Steps(STEP, now=NOW + GONE_AFTER + timedelta(seconds=1))
    late.attempt(STEP, raising(ValueError()), campaign=other)
    late.clear_gone()
    assert (mark_of(campaign).count, mark_of(other).count) == (0, 1)


def test_a_job_of_all_campaigns_has_one_mark():
    for _ in range(2):
        run_job("sweep", raising(ValueError("no such thing")), now=NOW)
    assert list(StepFailure.objects.values_list("campaign", "step", "count")) == [(None, "sweep", 2)]
    done = []
    run_job("sweep", lambda now: done.append(now), now=NOW)
    assert done == []
    run_job("sweep", lambda now: done.append(now), now=NOW + timedelta(seconds=10))
    assert (len(done), StepFailure.objects.get().count) == (1, 0)


@pytest.mark.parametrize("campaign", [True, False], ids=["of a campaign", "of all"])
def test_the_database_keeps_one_mark_a_step(campaign):
    whose = make_campaign() if campaign else None
    fresh = {"campaign": whose, "step": STEP, "first_at": NOW, "last_at": NOW, "retry_at": NOW, "error": "ValueError"}
    StepFailure.objects.create(**fresh)
    with pytest.raises(IntegrityError), transaction.atomic():
        StepFailure.objects.create(**fresh)


def test_one_item_that_fails_stops_no_other_and_the_first_error_is_raised():
    done = []

    def work(item):
        if item in (2, 3):
            raise ValueError(f"no {item}")
        done.append(item)

    with pytest.raises(ValueError, match="no 2") as caught:
        each_in_turn(work, [1, 2, 3, 4])
    assert (done, caught.value.__notes__) == ([1, 4], ["1 more failed as well"])


def test_a_statement_that_the_database_refuses_leaves_the_transaction_around_it_whole():
    campaign = make_campaign()

    def refused():
        Campaign.objects.create(slug="half", title="half", seed=1, created_at=NOW)
        Campaign.objects.create(slug="films", title="again", seed=1, created_at=NOW)

    Steps(STEP, now=NOW).attempt(STEP, refused, campaign=campaign)
    assert list(Campaign.objects.values_list("slug", flat=True)) == ["films"]
    assert mark_of(campaign).error == "IntegrityError"


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_cut_is_opened_again_for_the_next():
    campaign = make_campaign()
    steps = Steps(STEP, now=NOW)

    def cut():
        with transaction.atomic():
            Campaign.objects.create(slug="half", title="half", seed=1, created_at=NOW)
            if connection.vendor == "postgresql":
                connection.connection.close()
            else:
                raise OperationalError("disk I/O error")
            Campaign.objects.count()

    steps.attempt(STEP, cut, campaign=campaign)
    assert steps.attempt("fill queues", lambda: Campaign.objects.count(), campaign=campaign) == 1
    assert mark_of(campaign).error in ("InterfaceError", "OperationalError")
    assert (connection.in_atomic_block, connection.get_autocommit()) == (False, True)


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_was_left_open_is_given_up():
    campaign = make_campaign()

    def leaves_it_open():
        transaction.set_autocommit(False)
        Campaign.objects.create(slug="half", title="half", seed=1, created_at=NOW)
        raise ValueError("no such thing")

    Steps(STEP, now=NOW).attempt(STEP, leaves_it_open, campaign=campaign)
    assert (connection.get_autocommit(), Campaign.objects.count(), mark_of(campaign).count) == (True, 1, 1)


@pytest.mark.django_db(transaction=True)
def test_where_the_mark_cannot_be_kept_the_turn_ends_and_the_next_does_its_work(caplog):
    campaign = make_campaign()
    done = []

    def away(execute, *args):
        raise OperationalError("the server is gone")

    def turn(*, now):
        steps = Steps(STEP, now=now)
        with connection.execute_wrapper(away):
            for one in (campaign, make_campaign):
                steps.attempt(STEP, lambda: done.append(Campaign.objects.count()), campaign=one)

    run_job("sweep", turn, now=NOW)
    assert done == []
    assert "films: the failure of rule on pairs could not be recorded: OperationalError" in caplog.messages
    marks = StepFailure.objects.values_list("campaign", "step", "error", "count")
    assert list(marks) == [(None, "sweep", "OperationalError", 1)]
