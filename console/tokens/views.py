"""API tokens: everybody sees their own, leads see those of their members, admins see all."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.models import TokenScope
from annotator.people.selectors.access import ADMIN, led_campaign, person_asking
from annotator.people.selectors.tokens import leads_all_of, live_tokens, pseudonyms, tokens_of, tokens_of_campaign
from annotator.people.services.tokens import make_token, revoke_token
from console.frame.forms import keep_done, new_mark, was_done
from moments.base.errors import BadInput

TOKENS_A_PAGE = 50
DAYS = [("30", "30 days"), ("90", "90 days"), ("365", "a year"), ("", "until it is revoked")]


@require_safe
@login_required
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """Your own tokens and a form to create one; for admins, everybody's tokens too."""
    return _page(request)


@require_POST
@login_required
@never_cache
def token_make(request: HttpRequest) -> HttpResponse:
    """Create a token; only this response shows it, even if the page is reloaded."""
    person = person_asking(request)
    if was_done(request):
        messages.error(request, "That token was already created and shown once. If you lost it, create another.")
        return redirect("tokens")
    sent = {field: request.POST.get(field, "").strip() for field in ("label", "scope", "days")}
    try:
        made = make_token(
            user=person,
            label=sent["label"],
            scope=sent["scope"],
            days=_days(sent["days"]),
            now=timezone.now(),
            actor=person.username,
        )
    except BadInput as problem:
        return _page(
            request, problem=f"Token not created. {str(problem)[0].upper()}{str(problem)[1:]}.", sent=sent, status=400
        )
    keep_done(request)
    return render(request, "console/tokens/token_made.html", {"token": made.row, "secret": made.secret})


@require_POST
@login_required
def token_revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke one's own token; admins can revoke any."""
    person = person_asking(request)
    found = live_tokens(timezone.now()) if person.is_admin else tokens_of(person, timezone.now())
    token = get_object_or_404(found.select_related("user"), pk=token_id)
    actor = person.username if token.user_id == person.pk else ADMIN
    if revoke_token(token=token, now=timezone.now(), actor=actor):
        messages.success(request, "The token is revoked. Programs that use it are refused from now on.")
    return redirect("tokens")


@require_safe
@login_required
@never_cache
def campaign_tokens(request: HttpRequest, slug: str) -> HttpResponse:
    """The tokens of a campaign's members, by pseudonym."""
    lead = led_campaign(person_asking(request), slug)
    listed = tokens_of_campaign(lead.campaign, timezone.now()).select_related("user")
    page = Paginator(listed, TOKENS_A_PAGE).get_page(request.GET.get("page"))
    names = pseudonyms(lead.campaign, list(page))
    rows = [{"token": token, "whose": names[token.user_id]} for token in page]
    shown = {"campaign": lead.campaign, "page": page, "rows": rows, "shown": "tokens", "kept": ""}
    return render(request, "console/tokens/campaign_tokens.html", {**shown, "is_admin": lead.actor == ADMIN})


@require_POST
@login_required
def campaign_token_revoke(request: HttpRequest, slug: str, token_id: int) -> HttpResponse:
    """Revoke a member's token if the lead leads every campaign that it opens."""
    lead = led_campaign(person_asking(request), slug)
    token = get_object_or_404(tokens_of_campaign(lead.campaign, timezone.now()).select_related("user"), pk=token_id)
    if not leads_all_of(person_asking(request), token.user):
        messages.error(request, "The token opens a campaign that you do not lead. Only an admin can revoke it.")
    elif revoke_token(token=token, now=timezone.now(), actor=lead.actor):
        messages.success(request, "The token is revoked. Programs that use it are refused from now on.")
    return redirect("campaign-tokens", slug)


def _days(text: str) -> int | None:
    if text in {days for days, _ in DAYS}:
        return int(text) if text else None
    raise BadInput("days: choose one from the list")


def _page(request: HttpRequest, *, status: int = 200, **shown: Any) -> HttpResponse:
    person, now = person_asking(request), timezone.now()
    context = {
        "own_rows": [{"token": token} for token in tokens_of(person, now)],
        "scopes": TokenScope.choices,
        "days": DAYS,
        "once": new_mark(),
        "sent": {"label": "", "scope": TokenScope.READ.value, "days": "90"},
        **shown,
    }
    if person.is_admin:
        others = live_tokens(now).exclude(user=person).select_related("user")
        page = Paginator(others, TOKENS_A_PAGE).get_page(request.GET.get("page"))
        rows = [{"token": token, "whose": token.user.username} for token in page]
        context |= {"page": page, "other_rows": rows, "shown": "tokens", "kept": ""}
    return render(request, "console/tokens/tokens.html", context, status=status)
