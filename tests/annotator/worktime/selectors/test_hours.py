"""What people worked, as the database has it."""

from datetime import UTC, datetime, timedelta

import pytest

from annotator.models import Membership, Purpose, WorkKind
from annotator.worktime.hours import Event, millis_of
from annotator.worktime.selectors import active_seconds_today, first_worked_at, pace_s, worked_by
from tests.annotator.pay.scenes import MARCH, beside, minutes, paid_campaign, worked
from tests.factories import make_member

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def test_every_purpose_and_replaced_scores_and_other_work_count_in_order() -> None:
    campaign, (one, two) = paid_campaign(people=2)
    for place, purpose in enumerate(Purpose.values):
        worked(one, MARCH + place * SECOND, shown_ms=place, purpose=purpose)
    worked(one, MARCH + 9 * SECOND, current=False)
    for place, kind in enumerate(WorkKind.values):
        beside(one, kind, MARCH + (20 - place) * SECOND, shown_ms=None)
    ((person, events),) = worked_by([one.pk, two.pk])
    start = millis_of(MARCH)
    assert person == one.pk
    assert [Event(*event) for event in events] == [
        *[Event(start + 1000 * place, place, True, one.pk) for place in range(len(Purpose))],
        Event(start + 9000, 0, False, one.pk),
        *[Event(start + 1000 * place, None, False, one.pk) for place in range(21 - len(WorkKind.values), 21)],
    ]


def test_fractions_of_a_second_are_read_to_the_millisecond() -> None:
    _, (one,) = paid_campaign()
    moments = [MARCH.replace(microsecond=micros) for micros in (0, 400, 1_600, 123_456, 999_499)]
    worked(one, *moments)
    ((_, events),) = worked_by([one.pk])
    assert [event[0] for event in events] == [millis_of(moment) for moment in moments]


def test_those_with_nothing_but_other_work_are_there_and_idle_people_are_not() -> None:
    _, (one, two) = paid_campaign(people=2)
    beside(two, WorkKind.TUTORIAL, MARCH)
    assert [person for person, _ in worked_by([one.pk, two.pk])] == [two.pk]


def test_the_first_work_is_found() -> None:
    _, (one, two) = paid_campaign(people=2)
    assert first_worked_at([one.pk, two.pk]) is None
    worked(one, MARCH + SECOND)
    beside(two, WorkKind.GUIDELINE, MARCH)
    assert first_worked_at([one.pk, two.pk]) == MARCH
    assert first_worked_at([one.pk]) == MARCH + SECOND


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([], 0),
        ([(-500, 0)], 0),
        ([(10, 5)], 5),
        ([(-60, 0), (30, 0), (50, 0)], 110),  # the gap over midnight belongs to the later day
        ([(-100, 0), (20, 120)], 120),
        ([(-130, 0), (-20, 60), (20, 120)], 40),  # the view begins within a stretch of yesterday
        ([(-500, 0), (-20, 0), (20, 120)], 120),
        ([(-5000, 0), (20, None)], 120),  # there was an earlier event, so what is unknown fills the limit
        ([(20, None)], 0),
    ],
)
def test_active_time_of_today_looks_back_no_further_than_it_must(events, expected: float) -> None:
    campaign, (one,) = paid_campaign(zone="Asia/Singapore")
    midnight = datetime(2026, 3, 4, 16, tzinfo=UTC)
    for second, view in events:
        worked(one, midnight + second * SECOND, shown_ms=None if view is None else view * 1000)
    assert active_seconds_today(one, midnight + timedelta(hours=3)) == expected


def test_active_time_of_today_is_the_same_as_the_days_of_the_whole() -> None:
    from annotator.pay.selectors.sheet import pay_sheet

    _, (one,) = paid_campaign(zone="Asia/Singapore")
    worked(one, *minutes(datetime(2026, 3, 4, 15, 30, tzinfo=UTC), 60), shown_ms=40_000)
    beside(one, WorkKind.GUIDELINE, datetime(2026, 3, 4, 17, tzinfo=UTC), shown_ms=None)
    now = datetime(2026, 3, 4, 20, tzinfo=UTC)
    sheet = pay_sheet(one.campaign, now=now, member=one)
    assert active_seconds_today(one, now) == sheet.work[one.pk][len(sheet.days) - 1].millis / 1000


def test_pace_is_the_median_of_the_last_fifty_labels() -> None:
    _, (one,) = paid_campaign()
    start = MARCH
    worked(one, *[start + 100 * place * SECOND for place in range(30)])
    start += timedelta(hours=1)
    worked(one, *[start + 7 * place * SECOND for place in range(60)])
    assert pace_s(one) == 7.0


def test_pace_needs_five_labels_and_leaves_replaced_ones_out() -> None:
    _, (one,) = paid_campaign()
    worked(one, *[MARCH + place * SECOND for place in range(4)])
    worked(one, MARCH + 5 * SECOND, current=False)
    assert pace_s(one) is None
    worked(one, MARCH + 4 * SECOND)
    assert pace_s(one) == 1.0


def test_other_campaigns_work_is_not_counted() -> None:
    _, (one,) = paid_campaign()
    other, (elsewhere,) = paid_campaign("other")
    again: Membership = make_member(other, user=one.user)
    worked(again, *minutes(MARCH, 5))
    assert list(worked_by([one.pk])) == []
    assert active_seconds_today(one, MARCH + timedelta(hours=1)) == 0
