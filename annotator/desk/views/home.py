"""Sends people to their work, or lets those with several campaigns choose."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from annotator.checks.selectors import pause_words
from annotator.models import Membership, Role, Standing
from annotator.people.selectors.access import listed_campaigns, may_found, page_of, person_asking
from annotator.people.selectors.memberships import memberships


@require_safe
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """The one campaign of the person, or a page to choose from."""
    user = person_asking(request)
    members = list(memberships(user))
    if not user.is_admin and len(members) == 1 and members[0].standing != Standing.SUSPENDED:
        return redirect(page_of(members[0]), members[0].campaign.slug)
    shown = [(member, page_of(member), words_for(member)) for member in members]
    founds = not user.is_admin and bool(members) and may_found(user)
    context = {"campaigns": listed_campaigns(user), "memberships": shown, "founds": founds}
    return render(request, "annotator/desk/home.html", context)


def words_for(member: Membership) -> list[str]:
    """The message to an annotator who is suspended; nothing for others."""
    is_paused = member.role == Role.ANNOTATOR and member.standing == Standing.SUSPENDED
    return pause_words(member) if is_paused else []
