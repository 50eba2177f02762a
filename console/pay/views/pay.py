"""The pay sheet, for admins and leads who may settle pay: who worked how long, what it is worth, what is paid."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.pay.currencies import currencies_offered
from annotator.pay.entries import check_range, read_day
from annotator.pay.selectors.day_matrix import day_matrix
from annotator.pay.selectors.periods import adjustment_rows, period_cards, rate_rows
from annotator.pay.selectors.sheet import PaySheet, pay_sheet
from annotator.pay.selectors.timesheet import timesheet, whole_account
from annotator.pay.selectors.timesheet_rows import table_of
from annotator.people.selectors.access import paid_campaign, person_asking
from annotator.text.spreadsheet import csv_text
from annotator.worktime.paydays import ONE_DAY
from moments.base.dates import readable_day
from moments.base.errors import BadInput


@require_safe
@login_required
@never_cache
def pay(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet of the requested days; if they are wrong, the sheet of all open days with a message."""
    campaign = paid_campaign(person_asking(request), slug).campaign
    sheet = pay_sheet(campaign, now=timezone.now(), reader=person_asking(request))
    try:
        first, last = asked_days(request.GET, sheet)
    except BadInput as problem:
        first, last = min(sheet.open_since, sheet.today), sheet.today
        context = _context(sheet, first, last) | {"problem": str(problem)}
        return render(request, "console/pay/pay.html", context, status=400)
    return render(request, "console/pay/pay.html", _context(sheet, first, last))


@require_safe
@login_required
@never_cache
def pay_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The same days as a file, by day or by line."""
    campaign = paid_campaign(person_asking(request), slug).campaign
    sheet = pay_sheet(campaign, now=timezone.now(), reader=person_asking(request))
    try:
        first, last = asked_days(request.GET, sheet)
        header, rows = table_of(timesheet(sheet, first, last), request.GET.get("by", "day"))
    except BadInput as problem:
        return HttpResponse(f"{problem}\n", status=400, content_type="text/plain; charset=utf-8")
    attached = {"Content-Disposition": f'attachment; filename="{campaign.slug}-pay-{first}-{last}.csv"'}
    return HttpResponse(csv_text(header, rows), content_type="text/csv; charset=utf-8", headers=attached)


def _context(sheet: PaySheet, first: date, last: date) -> dict[str, Any]:
    shown, account = timesheet(sheet, first, last), whole_account(sheet)
    return {
        "campaign": sheet.campaign,
        "sheet": sheet,
        "shown": shown,
        "matrix": day_matrix(shown),
        "account": account,
        "periods": period_cards(sheet, account),
        "rates": rate_rows(sheet),
        "currencies": currencies_offered(sheet.campaign.currency),
        "rate_today": sheet.rates.on(sheet.today),
        "adjustments": adjustment_rows(account),
        "workers": list(account.workers.values()),
        "yesterday": sheet.today - ONE_DAY,
    }


def asked_days(asked: QueryDict, sheet: PaySheet) -> tuple[date, date]:
    """The days `from` and `to`; all that is not closed yet if they are left out.

    Raises BadInput for a day that does not exist or lies ahead, and for a range that ends before it begins.
    """
    begins, ends = asked.get("from", ""), asked.get("to", "")
    last = read_day(ends, "to") if ends else sheet.today
    if last > sheet.today:
        raise BadInput(f"to: {readable_day(last)} is in the future; today is {readable_day(sheet.today)}")
    first = read_day(begins, "from") if begins else min(sheet.open_since, last)
    if first > sheet.today:
        raise BadInput(f"from: {readable_day(first)} is in the future; today is {readable_day(sheet.today)}")
    check_range(first, last, ("from", "to"))
    return first, last
