"""What admins, and leads who may, do on the pay sheet: set a rate, close a period, adjust, pay what came in late."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.models import Membership, PayPeriod, User
from annotator.pay.entries import read_amount, read_day, read_reason
from annotator.pay.selectors.sheet import name_for
from annotator.pay.services.adjusting import adjust_pay, pay_late_work
from annotator.pay.services.closing import close_period
from annotator.pay.services.rates import set_rate
from annotator.people.selectors.access import Lead, paid_campaign, person_asking
from console.frame.forms import refusals_shown
from moments.base.dates import readable_day
from moments.base.errors import BadInput
from moments.models import Campaign

LONGEST_KEY = 18  # digits; more would not fit the database's integers


def action(act: Callable[[Lead, QueryDict, User], str]) -> Callable[[HttpRequest, str], HttpResponse]:
    """A view that carries out `act` for whoever may settle pay, and shows the outcome on the pay sheet."""

    def view(request: HttpRequest, slug: str) -> HttpResponse:
        lead = paid_campaign(person_asking(request), slug)
        with refusals_shown(request):
            messages.success(request, act(lead, request.POST, person_asking(request)))
        return redirect("pay", slug)

    return require_POST(login_required(view))


@action
def pay_rate(lead: Lead, sent: QueryDict, reader: User) -> str:
    """Set the rate from a day on."""
    rate = set_rate(
        campaign=lead.campaign,
        hourly_rate=read_amount(sent.get("hourly_rate", ""), "hourly_rate"),
        from_day=read_day(sent.get("from_day", ""), "from_day"),
        reason=read_reason(sent.get("reason", "")),
        currency=sent.get("currency", "").strip(),
        now=timezone.now(),
        actor=lead.actor,
    )
    return f"The hourly rate from {readable_day(rate.from_day)} is {rate.hourly_rate} {lead.campaign.currency}."


@action
def pay_close(lead: Lead, sent: QueryDict, reader: User) -> str:
    """Close a period."""
    period = close_period(
        campaign=lead.campaign,
        first_day=read_day(sent.get("first_day", ""), "first_day"),
        last_day=read_day(sent.get("last_day", ""), "last_day"),
        now=timezone.now(),
        actor=lead.actor,
    )
    return f"{_days(period)} is closed. Its lines no longer change."


@action
def pay_adjust(lead: Lead, sent: QueryDict, reader: User) -> str:
    """Add to somebody's pay, or take from it."""
    period = sent.get("period", "")
    made = adjust_pay(
        member=_worker(lead.campaign, sent.get("worker", ""), reader),
        amount=read_amount(sent.get("amount", ""), "amount"),
        reason=read_reason(sent.get("reason", "")),
        period=_period(lead.campaign, period) if period else None,
        now=timezone.now(),
        actor=lead.actor,
    )
    return f"{name_for(reader, made.annotator)}: {made.amount:+} {lead.campaign.currency}."


@action
def pay_late(lead: Lead, sent: QueryDict, reader: User) -> str:
    """Pay what came in after a period was closed."""
    period = _period(lead.campaign, sent.get("period", ""))
    made = pay_late_work(
        period=period,
        reason=read_reason(sent.get("reason", "")),
        expected=read_amount(sent.get("amount", ""), "amount"),
        now=timezone.now(),
        actor=lead.actor,
    )
    people = "1 person" if len(made) == 1 else f"{len(made)} people"
    return f"Late work of {_days(period)} is paid: adjustments for {people}."


def _days(period: PayPeriod) -> str:
    return f"{readable_day(period.first_day)} to {readable_day(period.last_day)}"


def _worker(campaign: Campaign, worker: str, reader: User) -> Membership:
    """The member of that name on the reader's sheet."""
    worker = worker.strip()
    members = campaign.members.select_related("user")
    found = next((member for member in members if worker and name_for(reader, member) == worker), None)
    if found is None:
        raise BadInput(f"worker: not in this campaign: {worker[:40]!r}" if worker else "worker: enter a worker ID")
    return found


def _period(campaign: Campaign, key: str) -> PayPeriod:
    known = key.isascii() and key.isdigit() and len(key) <= LONGEST_KEY
    found = campaign.pay_periods.filter(pk=int(key)).first() if known else None
    if found is None:
        raise BadInput("period: there is no such closed period")
    return found
