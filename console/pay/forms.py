"""Which days a request asks for."""

from __future__ import annotations

from datetime import date

from django.http import QueryDict

from annotator.pay.entries import check_range, read_day
from annotator.pay.selectors.sheet import PaySheet
from moments.base.errors import BadInput


def asked_days(asked: QueryDict, sheet: PaySheet) -> tuple[date, date]:
    """The days `from` and `to`; all that is not closed yet where they are left out.

    Raises BadInput for a day that does not exist or lies ahead, and for a range that ends before it begins.
    """
    begins, ends = asked.get("from", ""), asked.get("to", "")
    last = read_day(ends, "to") if ends else sheet.today
    if last > sheet.today:
        raise BadInput(f"to: {last} is in the future; today is {sheet.today}")
    first = read_day(begins, "from") if begins else min(sheet.open_since, last)
    if first > sheet.today:
        raise BadInput(f"from: {first} is in the future; today is {sheet.today}")
    check_range(first, last, ("from", "to"))
    return first, last
