"""The pay sheet: what it shows, to whom, and its files."""

import csv
import io
from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.utils import timezone

from annotator.models import Standing
from annotator.pay.selectors.sheet import pay_sheet
from annotator.pay.selectors.timesheet import whole_account
from annotator.pay.services.adjusting import adjust_pay
from annotator.pay.services.closing import close_period
from tests.annotator.pay.scenes import minutes, money, paid_campaign, worked
from tests.factories import make_admin, make_lead, make_member

pytestmark = pytest.mark.django_db
PAY, FILE = "/c/films/pay/", "/c/films/pay.csv"


def today() -> date:
    """Of the test that asks, also in a run that begins the day before."""
    return timezone.now().date()


def work(member, days_ago: int, count: int = 60, saved_at=None) -> None:
    begun = datetime.combine(today() - timedelta(days=days_ago), time(9), UTC)
    worked(member, *minutes(begun, count), saved_at=saved_at)


def close(campaign, first_ago: int, last_ago: int):
    return close_period(
        campaign=campaign,
        first_day=today() - timedelta(days=first_ago),
        last_day=today() - timedelta(days=last_ago),
        now=timezone.now(),
        actor="admin",
    )


def scene(people: int = 2):
    campaign, members = paid_campaign(people=people)
    for member in members:
        work(member, 8)
        work(member, 2, 30)
    close(campaign, 9, 5)
    work(members[0], 7, 15, saved_at=timezone.now())
    adjust_pay(member=members[0], amount=money("-3.00"), reason="a <b>taxi</b>", now=timezone.now(), actor="admin")
    return campaign, members


def test_everything_reconciles_on_the_page(client):
    campaign, (one, two) = scene()
    client.force_login(make_admin())
    answer = client.get(PAY)
    assert answer.status_code == 200
    total = answer.context["account"].total
    assert (total.closed, total.late, total.open, total.adjusted, total.amount) == tuple(
        map(money, ("28.00", "3.50", "14.00", "-3.00", "42.50"))
    )
    page = answer.content.decode()
    for text in (one.user.username, two.user.username, "42.50", "a &lt;b&gt;taxi&lt;/b&gt;", "Pay 3.50 SGD"):
        assert text in page


def test_by_default_the_days_that_are_not_closed_are_shown(client):
    scene()
    client.force_login(make_admin())
    shown = client.get(PAY).context["shown"]
    assert (shown.first, shown.last) == (today() - timedelta(days=4), today())
    assert {line.state for line in shown.lines} == {"open"}


def test_a_range_is_shown(client):
    scene()
    client.force_login(make_admin())
    shown = client.get(PAY, {"from": str(today() - timedelta(days=9)), "to": str(today() - timedelta(days=5))}).context[
        "shown"
    ]
    assert {line.state for line in shown.lines} == {"closed"}
    assert (shown.total.closed, shown.total.late) == (money("28.00"), money("3.50"))


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"from": "2026-02-30"}, "From: 2026-02-30 is not a day of the calendar"),
        ({"to": "soon"}, "To: expected a day such as 2026-03-31"),
        ({"to": "2999-01-01"}, "To: 1 Jan 2999 is in the future"),
        ({"from": "2999-01-01"}, "From: 1 Jan 2999 is in the future"),
        ({"from": "2020-02-02", "to": "2020-02-01"}, "To: 1 Feb 2020 is before from 2 Feb 2020"),
        ({"from": "0001-01-01"}, "From: 0001-01-01 is before 2000-01-01"),
    ],
)
def test_bad_days_are_refused_by_the_fields_name(client, asked, problem):
    paid_campaign()
    client.force_login(make_admin())
    answer = client.get(PAY, asked)
    assert answer.status_code == 400
    assert problem in answer.content.decode()
    file = client.get(FILE, asked)
    assert (file.status_code, file["Content-Type"]) == (400, "text/plain; charset=utf-8")
    assert problem.lower()[:20] in file.content.decode().lower()


def test_an_empty_campaign_says_so(client):
    paid_campaign()
    client.force_login(make_admin())
    page = client.get(PAY).content.decode()
    assert "No work on these days" in page


def test_leads_annotators_and_strangers_see_no_pay(client):
    campaign, (one, *_) = paid_campaign()
    assert client.get(PAY).url.startswith("/sign-in/")
    people = [(one, 403), (make_lead(campaign), 403), (make_member(campaign, standing=Standing.SUSPENDED), 403)]
    other, (elsewhere,) = paid_campaign("other")
    for member, status in [*people, (elsewhere, 404)]:
        client.force_login(member.user)
        assert [client.get(address).status_code for address in (PAY, FILE)] == [status, status]


@pytest.mark.parametrize("by", ["line", "day"])
def test_the_file_has_the_pages_numbers_and_worker_ids_alone(client, by):
    campaign, (one, two) = scene()
    adjust_pay(member=two, amount=money("1.00"), reason="=cmd|' /C calc'!A0", now=timezone.now(), actor="admin")
    client.force_login(make_admin())
    answer = client.get(FILE, {"from": "2026-01-01", "to": str(today()), "by": by})
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="films-pay-2026-01-01-{today()}.csv"'
    text = answer.content.decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    account = whole_account(pay_sheet(campaign, now=timezone.now()))
    adjusted = account.total.adjusted if by == "day" else 0
    assert sum(money(row["amount"]) for row in rows) == account.total.amount - adjusted
    assert {row["worker_id"] for row in rows} == {one.user.username, two.user.username}
    assert one.pseudonym not in text
    if by == "line":
        assert "'=cmd|' /C calc'!A0" in text


def test_another_kind_of_rows_is_refused(client):
    paid_campaign()
    client.force_login(make_admin())
    assert client.get(FILE, {"by": "week"}).content.decode() == "by: expected one of day, line, got 'week'\n"


@pytest.mark.parametrize("people", [1, 3])
def test_the_number_of_queries_does_not_grow_with_people(client, people, django_assert_num_queries):
    scene(people)
    client.force_login(make_admin())
    with django_assert_num_queries(13):
        client.get(PAY)
