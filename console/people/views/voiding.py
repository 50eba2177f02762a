"""Where leads void a person's scores, after a page that shows the consequences."""

from __future__ import annotations

from dataclasses import fields

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotator.asking.selectors.work_time import kept_time_spent
from annotator.models import Membership
from annotator.people.selectors.access import led_campaign, person_asking
from consensus.people.selectors.voiding import Voiding, requeueing_of
from consensus.people.selectors.voiding_marked import VoidedAnswers
from consensus.people.selectors.voiding_twins import VoidedTwins
from consensus.people.services.voiding import Voided, void_person, voiding_of
from console.frame.forms import note_in
from console.people.selectors.person import person_in
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.models import CampaignKind

KINDS: dict[str, type[Voided]] = {
    CampaignKind.GRADE: Voiding,
    CampaignKind.MARK: VoidedAnswers,
    CampaignKind.TWIN: VoidedTwins,
}
COUNTS = {kind: [field.name for field in fields(kind)] for kind in KINDS.values()}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def person_void(request: HttpRequest, slug: str, pseudonym: str) -> HttpResponse:
    """The consequences; a POST that carries the figures shown voids the scores."""
    lead = led_campaign(person_asking(request), slug)
    member = person_in(lead, pseudonym)
    if request.method != "POST":
        return _page(request, member)
    reason, suspends = note_in(request, "reason"), bool(request.POST.get("suspend"))
    seen = _seen(request, KINDS[lead.campaign.kind])
    try:
        done = void_person(
            member=member, now=timezone.now(), actor=lead.actor, reason=reason, seen=seen, suspends=suspends
        )
    except BadInput as problem:
        return _page(request, member, reason=reason, problem=str(problem), suspends=suspends)
    messages.success(request, _outcome(done) + " They are suspended, and their queue goes to other people." * suspends)
    return redirect("person", slug, pseudonym)


def _outcome(done: Voided) -> str:
    if isinstance(done, VoidedTwins):
        voided = counted(done.scores, "answer is", "answers are")
        return f"{voided} voided; other people will do {counted(done.places, 'task')} again."
    if isinstance(done, VoidedAnswers):
        voided = counted(done.scores, "answer is", "answers are")
        return f"{voided} voided; {counted(done.questions, 'question', 'questions')} will be marked again."
    voided, waiting = counted(done.scores, "score is", "scores are"), counted(done.replacements, "seat is", "seats are")
    return f"{voided} voided; {waiting} open for others."


def _seen(request: HttpRequest, kind: type[Voided]) -> Voided:
    counts = {name: request.POST.get(name, "") for name in COUNTS[kind]}
    wrong = next((name for name, count in counts.items() if not (count.isdecimal() and len(count) < 10)), None)
    if wrong:
        raise BadRequest(f"{wrong}: expected the number shown on the page")
    return kind(**{name: int(count) for name, count in counts.items()})


def _page(
    request: HttpRequest, member: Membership, *, reason: str = "", problem: str = "", suspends: bool = False
) -> HttpResponse:
    does = voiding_of(member)
    opened = does.replacements if isinstance(does, Voiding) else does.places
    context = {
        "campaign": member.campaign,
        "member": member,
        "does": does,
        "counts": [(name, getattr(does, name)) for name in COUNTS[type(does)]],
        "worked_s": 0 if member.campaign.is_graded else kept_time_spent(member.campaign).of_person(member.pk) / 1000,
        "requeueing": requeueing_of(member, opened),
        "suspends": suspends,
        "reason": reason,
        "problem": problem,
    }
    return render(request, "console/people/void.html", context, status=409 if problem else 200)
