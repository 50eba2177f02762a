"""`timesheet`: the same numbers as the pay sheet, in a file."""

import csv
import json
import stat
from datetime import UTC, datetime, time, timedelta

import pytest
from django.utils import timezone

from annotator.pay.selectors.sheet import pay_sheet
from annotator.pay.selectors.timesheet import whole_account
from annotator.pay.services.adjusting import adjust_pay
from tests.annotator.pay.scenes import minutes, money, paid_campaign, worked
from tests.commands.test_commands import refusal, run

pytestmark = pytest.mark.django_db
TODAY = timezone.now().date()
BEGUN = datetime.combine(TODAY - timedelta(days=5), time(9), UTC)
FIRST = TODAY - timedelta(days=9)


def scene(tmp_path):
    campaign, (one, two) = paid_campaign(people=2)
    worked(one, *minutes(BEGUN, 60))
    worked(two, *minutes(BEGUN + timedelta(days=1), 30))
    return campaign, one, two, ("films", "--from", FIRST, "--to", timezone.now().date(), "--out", tmp_path / "sheet")


def rows_of(path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_csv_by_day(tmp_path) -> None:
    _, one, two, arguments = scene(tmp_path)
    output = run("timesheet", *arguments)
    assert "amount: 21.00" in output
    rows = rows_of(tmp_path / "sheet")
    assert [(row["worker_id"], row["day"], row["active_s"], row["hours"], row["amount"]) for row in rows] == [
        (one.user.username, str(BEGUN.date()), "3600", "1.0000", "14.00"),
        (two.user.username, str(BEGUN.date() + timedelta(days=1)), "1800", "0.5000", "7.00"),
    ]
    assert stat.S_IMODE((tmp_path / "sheet").stat().st_mode) == 0o600


def test_csv_by_line_holds_adjustments_and_runs_no_formula(tmp_path) -> None:
    _, one, _, arguments = scene(tmp_path)
    adjust_pay(member=one, amount=money("-1.00"), reason="=1+1", now=timezone.now(), actor="admin")
    run("timesheet", *arguments, "--by", "line")
    rows = rows_of(tmp_path / "sheet")
    assert [(row["kind"], row["amount"], row["reason"]) for row in rows] == [
        ("adjustment", "-1.00", "'=1+1"),
        ("open", "14.00", ""),
        ("open", "7.00", ""),
    ]


def test_json_has_the_same_numbers(tmp_path) -> None:
    campaign, *_, arguments = scene(tmp_path)
    summary = json.loads(run("timesheet", *arguments, "--json"))
    document = json.loads((tmp_path / "sheet").read_text())
    account = whole_account(pay_sheet(campaign, now=timezone.now()))
    assert document["amount"] == summary["amount"] == str(account.total.amount) == "21.00"
    assert document["time_zone"] == "UTC"
    assert [day["active_s"] for day in document["days"]] == [3600, 1800]
    assert summary["people"] == 2


@pytest.mark.parametrize(
    ("first", "last", "message"),
    [
        ("2026-02-30", "2026-03-31", "--from: 2026-02-30 is not a day of the calendar"),
        ("2026-03-02", "2026-03-01", "--to: 1 Mar 2026 is before --from 2 Mar 2026"),
        ("2026-03-01", "2999-04-03", "--to: 2999-04-03 is in the future; today is 2"),
        ("march", "2026-03-01", "--from: expected a day such as 2026-03-31"),
    ],
)
def test_bad_days_are_refused_by_name_and_no_file_is_made(tmp_path, first: str, last: str, message: str) -> None:
    scene(tmp_path)
    out = tmp_path / "sheet"
    assert message in refusal("timesheet", "films", "--from", first, "--to", last, "--out", out)
    assert not out.exists()


def test_a_file_that_is_there_stays(tmp_path) -> None:
    *_, arguments = scene(tmp_path)
    (tmp_path / "sheet").write_text("mine")
    assert "exists already" in refusal("timesheet", *arguments)
    assert (tmp_path / "sheet").read_text() == "mine"


def test_a_folder_that_is_not_there_is_named(tmp_path) -> None:
    scene(tmp_path)
    out = tmp_path / "no" / "sheet"
    assert "--out: " in refusal("timesheet", "films", "--from", "2026-03-01", "--to", "2026-03-02", "--out", out)


def test_a_campaign_that_does_not_exist_is_named(tmp_path) -> None:
    day = str(timezone.now().date() - timedelta(days=800))
    assert "no campaign 'none'" in refusal("timesheet", "none", "--from", day, "--to", day, "--out", tmp_path / "x")
