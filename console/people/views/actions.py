"""What leads can do about one person: suspend, resume, qualify, unlock, reset the password.

Admins can also let leads settle pay, and delete accounts.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotator.exam.selectors.admission import waiting_for_lead
from annotator.joining.selectors.leaving import leaving_terms, terms_mark
from annotator.joining.services.admitting import qualify_people, qualify_person, resume_person, suspend_person
from annotator.models import Membership
from annotator.people.selectors.access import ADMIN, Lead, led_campaign, person_asking
from annotator.people.services.lockouts import unlock_person
from annotator.people.services.resets import make_reset_link
from annotator.people.services.rights import grant_pay, revoke_pay
from consensus.people.services.leaving import TermsChanged, leave_study
from console.frame.forms import is_local, keep_done, note_in, refusals_shown, was_done
from console.people.selectors.people import MemberRow, member_row
from moments.base.errors import BadInput
from moments.base.plurals import counted

Act = Callable[[Membership, str, datetime, str], str]


def _suspend(member: Membership, reason: str, now: datetime, actor: str) -> str:
    suspend_person(member=member, reason=reason, now=now, actor=actor)
    return "is suspended, and the pairs in their queue went to others"


def _resume(member: Membership, reason: str, now: datetime, actor: str) -> str:
    standing = resume_person(member=member, reason=reason, now=now, actor=actor)
    return f"has resumed as {standing.label}"


def _qualify(member: Membership, reason: str, now: datetime, actor: str) -> str:
    qualify_person(member=member, reason=reason, now=now, actor=actor)
    return "is now qualified"


def _unlock(member: Membership, reason: str, now: datetime, actor: str) -> str:
    was_locked = unlock_person(member=member, now=now, actor=actor)
    return "can try the password again" if was_locked else "was not locked out"


def _grant_pay(member: Membership, now: datetime, actor: str) -> str:
    grants = grant_pay(member=member, now=now, actor=actor)
    return "can now see and settle pay" if grants else "could already see and settle pay"


def _revoke_pay(member: Membership, now: datetime, actor: str) -> str:
    revokes = revoke_pay(member=member, now=now, actor=actor)
    return "can no longer see pay" if revokes else "could not see pay before"


PAY_ACTS: dict[str, Callable[[Membership, datetime, str], str]] = {"1": _grant_pay, "0": _revoke_pay}
ACTS: dict[str, Act] = {"suspend": _suspend, "resume": _resume, "qualify": _qualify, "unlock": _unlock}


@require_POST
@login_required
def person_act(request: HttpRequest, slug: str, pseudonym: str) -> HttpResponse:
    """Carry out the action that `do` names."""
    lead, row = _asked(request, slug, pseudonym)
    if not row.acts:
        raise PermissionDenied("only admins can decide about leads")
    reason = note_in(request, "reason")
    with refusals_shown(request):
        act = ACTS.get(request.POST.get("do", ""))
        if act is None:
            raise BadInput("do: expected suspend, resume, qualify or unlock")
        messages.success(request, f"{pseudonym} {act(row.member, reason, timezone.now(), lead.actor)}.")
    return redirect("people", slug)


@require_POST
@login_required
def people_qualify(request: HttpRequest, slug: str) -> HttpResponse:
    """Qualify everybody whom the page listed as waiting; people who joined since then wait on."""
    lead = led_campaign(person_asking(request), slug)
    listed = set(request.POST.getlist("person"))
    shown = [member for member in waiting_for_lead(lead.campaign) if member.pseudonym in listed]
    with refusals_shown(request):
        count = qualify_people(members=shown, reason=note_in(request, "reason"), now=timezone.now(), actor=lead.actor)
        if count:
            messages.success(request, f"{counted(count, 'person is', 'people are')} qualified now.")
        else:
            messages.info(request, "Nobody on that list is waiting any longer.")
    return redirect("people", slug)


@require_POST
@login_required
def person_pay(request: HttpRequest, slug: str, pseudonym: str) -> HttpResponse:
    """Let a lead see and settle pay where `settles_pay` is 1; take that back where it is 0."""
    lead, row = _asked(request, slug, pseudonym)
    if lead.actor != ADMIN:
        raise PermissionDenied("only admins decide who settles pay")
    with refusals_shown(request):
        act = PAY_ACTS.get(request.POST.get("settles_pay", ""))
        if act is None:
            raise BadInput("settles_pay: expected 0 or 1")
        messages.success(request, f"{pseudonym} {act(row.member, timezone.now(), lead.actor)}.")
    return redirect("people", slug)


@require_POST
@login_required
@never_cache
def person_reset(request: HttpRequest, slug: str, pseudonym: str) -> HttpResponse:
    """Create a password reset link; only this response shows it, even if the page is reloaded."""
    lead, row = _asked(request, slug, pseudonym)
    if not row.resets:
        raise PermissionDenied(
            "only open accounts can get a link; a lead can create one only if the account has access to no other "
            "campaign"
        )
    if was_done(request):
        messages.error(request, "That link was already created and shown once. If you lost it, create another.")
        return redirect("people", slug)
    with refusals_shown(request):
        token = make_reset_link(member=row.member, issuer=person_asking(request), now=timezone.now(), actor=lead.actor)
        keep_done(request)
        link = request.build_absolute_uri(reverse("reset", args=[token]))
        context = {"campaign": lead.campaign, "link": link, "worker_id": row.worker_id, "is_local": is_local(request)}
        return render(request, "console/people/link.html", context)
    return redirect("people", slug)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def person_remove(request: HttpRequest, slug: str, pseudonym: str) -> HttpResponse:
    """The consequences of deleting somebody's account, for admins; a POST deletes it."""
    lead, row = _asked(request, slug, pseudonym)
    if lead.actor != ADMIN:
        raise PermissionDenied("only admins can delete accounts")
    user = row.member.user
    if request.method != "POST":
        return _remove_page(request, lead, row)
    try:
        gone = leave_study(user=user, now=timezone.now(), actor=lead.actor, seen=request.POST.get("terms", ""))
        messages.success(request, f"The account of {pseudonym} is deleted. The pay sheet lists it as {gone}.")
    except TermsChanged as problem:
        messages.error(request, f"No changes were made: {problem}.")
        return _remove_page(request, lead, row, status=409)
    except BadInput as problem:
        messages.error(request, f"No changes were made: {problem}.")
    return redirect("people", slug)


def _remove_page(request: HttpRequest, lead: Lead, row: MemberRow, *, status: int = 200) -> HttpResponse:
    terms = leaving_terms(row.member.user)
    context = {"campaign": lead.campaign, "row": row, "terms": terms, "mark": terms_mark(terms)}
    return render(request, "console/people/remove.html", context, status=status)


def _asked(request: HttpRequest, slug: str, pseudonym: str) -> tuple[Lead, MemberRow]:
    lead = led_campaign(person_asking(request), slug)
    return lead, member_row(lead, pseudonym)
