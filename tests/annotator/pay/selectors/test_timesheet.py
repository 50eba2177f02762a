"""The timesheet: everything reconciles, by person, by day and over all."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from annotator.pay.money import amount_of
from annotator.pay.selectors.day_matrix import day_matrix
from annotator.pay.selectors.sheet import pay_sheet
from annotator.pay.selectors.timesheet import timesheet, whole_account
from annotator.pay.selectors.timesheet_rows import document_of, table_of
from annotator.pay.services.adjusting import adjust_pay
from annotator.pay.services.rates import set_rate
from moments.base.errors import BadInput
from tests.annotator.pay.scenes import NOW, close, minutes, money, paid_campaign, work_an_hour, worked

pytestmark = pytest.mark.django_db


def scene():
    """Two people over two closed periods, late work, open days, two rates and an adjustment."""
    campaign, (one, two) = paid_campaign(people=2, rate="13.37")
    for day in (2, 5, 9, 12):
        worked(one, *minutes(datetime(2026, 3, day, 9, tzinfo=UTC), 17 * day), shown_ms=7_350)
    work_an_hour(two, 6)
    close(campaign, 1, 3)
    close(campaign, 4, 7)
    set_rate(campaign=campaign, hourly_rate=money("15.55"), from_day=date(2026, 3, 10), reason="r", now=NOW, actor="a")
    work_an_hour(two, 3, saved_at=NOW)
    adjust_pay(member=one, amount=money("-2.50"), reason="=paid in cash", now=NOW, actor="admin")
    return campaign, one, two


def test_total_is_closed_and_late_and_open_and_adjusted_for_everybody_and_overall() -> None:
    campaign, one, two = scene()
    account = whole_account(pay_sheet(campaign, now=NOW))
    assert [total.member for total in account.totals] == [one, two]
    for field in ("closed_s", "late_s", "open_s", "labels", "closed", "late", "open", "adjusted", "amount", "active_s"):
        assert sum(getattr(total, field) for total in account.totals) == getattr(account.total, field)
    overall = account.total
    assert overall.amount == overall.closed + overall.late + overall.open + overall.adjusted
    assert overall.late == amount_of(3600, money("13.37"))


def test_days_add_up_to_lines() -> None:
    campaign, one, _ = scene()
    account = whole_account(pay_sheet(campaign, now=NOW))
    mine = [row for row in account.days if row.member == one]
    lines = [line for line in account.lines if line.member == one]
    assert sum(row.amount for row in mine) == sum(line.amount for line in lines)
    assert sum(row.active_s for row in mine) == sum(line.active_s for line in lines)
    assert [(row.day.day, row.state, str(row.hourly_rate)) for row in mine] == [
        (2, "closed", "13.37"),
        (5, "closed", "13.37"),
        (9, "open", "13.37"),
        (12, "open", "15.55"),
    ]


def test_lines_of_open_days_are_what_closing_them_would_freeze() -> None:
    campaign, *_ = scene()
    before = [
        (line.member, line.hourly_rate, line.active_s, line.labels, line.amount)
        for line in timesheet(pay_sheet(campaign, now=NOW), date(2026, 3, 8), date(2026, 3, 19)).lines
    ]
    period = close(campaign, 8, 19)
    assert [
        (line.annotator, line.hourly_rate, line.active_s, line.scores, line.amount)
        for line in period.lines.order_by("hourly_rate")
    ] == before


def test_a_range_cuts_open_days_and_days_but_no_closed_line() -> None:
    campaign, *_ = scene()
    shown = timesheet(pay_sheet(campaign, now=NOW), date(2026, 3, 6), date(2026, 3, 9))
    assert [(line.state, line.first_day.day, line.last_day.day) for line in shown.lines] == [
        ("closed", 4, 7),
        ("open", 9, 9),
        ("closed", 4, 7),
    ]
    assert [row.day.day for row in shown.days] == [9, 6]
    assert shown.total.adjusted == money("0.00")


def test_one_persons_sheet_is_their_part_of_the_whole() -> None:
    campaign, one, _ = scene()
    own = whole_account(pay_sheet(campaign, now=NOW, member=one))
    (whole,) = [total for total in whole_account(pay_sheet(campaign, now=NOW)).totals if total.member == one]
    assert own.totals == [whole]


def test_the_matrix_has_a_row_a_person_and_a_column_a_day() -> None:
    campaign, one, two = scene()
    matrix = day_matrix(timesheet(pay_sheet(campaign, now=NOW), date(2026, 3, 2), date(2026, 3, 6)))
    assert [day.day for day in matrix.days] == [2, 3, 4, 5, 6]
    assert [row.seconds for row in matrix.rows][1] == [None, 3600, None, None, 3600]
    assert matrix.total_s == sum(matrix.sums) == sum(row.total_s for row in matrix.rows)


def test_more_than_a_month_or_nothing_has_no_matrix() -> None:
    campaign, (one,) = paid_campaign()
    sheet = pay_sheet(campaign, now=NOW)
    assert day_matrix(whole_account(sheet)) is None
    for day in (1, 2):
        work_an_hour(one, day)
    worked(one, datetime(2026, 4, 3, tzinfo=UTC))
    sheet = pay_sheet(campaign, now=NOW + timedelta(days=60))
    assert day_matrix(whole_account(sheet)) is None


def test_the_file_by_line_adds_up_to_the_total() -> None:
    campaign, *_ = scene()
    account = whole_account(pay_sheet(campaign, now=NOW))
    columns, rows = table_of(account, "line")
    amounts = [row[columns.index("amount")] for row in rows]
    assert sum(amounts) == account.total.amount
    assert {row[columns.index("kind")] for row in rows} == {"closed", "open", "late", "adjustment"}
    seconds = [row[columns.index("active_s")] or 0 for row in rows]
    assert sum(seconds) == account.total.active_s


def test_the_file_by_day_adds_up_to_time_known_now() -> None:
    campaign, *_ = scene()
    account = whole_account(pay_sheet(campaign, now=NOW))
    columns, rows = table_of(account, "day")
    assert sum(row[columns.index("amount")] for row in rows) == account.total.amount - account.total.adjusted


def test_the_document_has_the_same_numbers_without_losing_a_cent() -> None:
    campaign, *_ = scene()
    account = whole_account(pay_sheet(campaign, now=NOW))
    document = document_of(account)
    assert Decimal(document["amount"]) == account.total.amount
    assert sum(Decimal(line["amount"]) for line in document["lines"]) == account.total.amount
    assert sum(day["active_s"] for day in document["days"]) == account.total.active_s


def test_another_kind_of_rows_is_refused() -> None:
    campaign, _ = paid_campaign()
    with pytest.raises(BadInput, match="by: expected one of day, line, got 'week'"):
        table_of(whole_account(pay_sheet(campaign, now=NOW)), "week")


@pytest.mark.parametrize("number", [1, 3])
def test_the_number_of_queries_does_not_grow(number: int, django_assert_num_queries) -> None:
    campaign, people = paid_campaign(people=number)
    for member in people:
        for day in range(2, 2 + number):
            work_an_hour(member, day)
    for day in range(2, 2 + number):
        close(campaign, day, day)
    for member in people:
        adjust_pay(member=member, amount=money("1.00"), reason="x", now=NOW, actor="admin")
    with django_assert_num_queries(9):
        whole_account(pay_sheet(campaign, now=NOW))
