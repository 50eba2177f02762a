"""The page behind an invite link: people read the consent, choose a password and join."""

from __future__ import annotations

from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth import authenticate, login
from django.contrib.auth.hashers import make_password
from django.core import signing
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from annotator.joining.forms import asked_version
from annotator.joining.selectors.invites import invite_of, state_of
from annotator.joining.services.invites import InviteClosed
from annotator.joining.services.joining import join_as_newcomer, join_with_account
from annotator.models import Invite, User
from annotator.people.forms.new_password import NewPassword
from annotator.people.selectors.consents import newest_consent
from annotator.people.services.people import free_worker_id
from annotator.text.prose import safe_html
from moments.base.errors import BadInput

BACKEND = "annotator.people.selectors.sessions.Accounts"
SALT = "a worker ID for a newcomer"
FORM_GOOD_FOR_S = 24 * 3600


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters()
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Join the campaign whose invite this is; 404 if the link is made up, 410 if it is no longer valid."""
    invite = invite_of(token)
    if invite is None:
        return _closed(request, "unknown", 404)
    if isinstance(request.user, User):
        return _known(request, invite, request.user)
    return _stranger(request, invite)


def _known(request: HttpRequest, invite: Invite, user: User) -> HttpResponse:
    is_member = user.memberships.filter(campaign=invite.campaign_id).exists()
    if is_member or user.is_superuser:
        return _page(request, invite, is_member=is_member, status=409 if request.method == "POST" else 200)
    if state_of(invite, timezone.now()) != "open":
        return _closed(request, state_of(invite, timezone.now()), 410)
    if request.method != "POST":
        return _page(request, invite)
    try:
        join_with_account(user=user, invite=invite, consent_version=_agreed(request), now=timezone.now())
    except InviteClosed:
        invite.refresh_from_db()
        return _closed(request, state_of(invite, timezone.now()), 410)
    except IntegrityError:  # sent twice at once: the other request let them in
        return redirect("welcome", invite.campaign.slug)
    except BadInput as problem:
        return _page(request, invite, problems=[f"{problem}."], status=400)
    return redirect("welcome", invite.campaign.slug)


def _stranger(request: HttpRequest, invite: Invite) -> HttpResponse:
    worker_id = _worker_id(request, invite)
    if User.objects.filter(username=worker_id).exists():
        return _again(request, invite, worker_id)
    if state_of(invite, timezone.now()) != "open":
        return _closed(request, state_of(invite, timezone.now()), 410)
    if request.method != "POST":
        return _page(request, invite)
    if not worker_id:
        return _page(request, invite, problems=[_("The page was open for too long. Please try again.")], status=400)
    form = NewPassword(worker_id, request.POST)
    if not form.is_valid():
        return _page(request, invite, problems=form.problems, worker_id=worker_id, status=400)
    return _admitted(request, invite, worker_id, form.cleaned_data["new_password1"])


def _admitted(request: HttpRequest, invite: Invite, worker_id: str, password: str) -> HttpResponse:
    secret = make_password(password)  # slow by intent, hence before the transaction
    agreed = _agreed(request)
    try:
        member = join_as_newcomer(
            invite=invite, worker_id=worker_id, secret=secret, consent_version=agreed, now=timezone.now()
        )
    except (InviteClosed, IntegrityError):  # perhaps the same form, sent twice at once
        return _again(request, invite, worker_id)
    except BadInput as problem:
        return _page(request, invite, problems=[f"{problem}."], worker_id=worker_id, status=400)
    login(request, member.user, backend=BACKEND)
    return redirect("welcome", invite.campaign.slug)


def _again(request: HttpRequest, invite: Invite, worker_id: str) -> HttpResponse:
    """The answer to a form whose worker ID or place is taken; the owner of the account is signed in."""
    if _is_back(request, worker_id):
        return redirect("welcome", invite.campaign.slug)
    invite.refresh_from_db()
    state = state_of(invite, timezone.now())
    if state != "open":
        return _closed(request, state, 410)
    return _page(request, invite, problems=[_("This page was already used. Please try again.")], status=409)


def _worker_id(request: HttpRequest, invite: Invite) -> str:
    """The worker ID that the form was given; empty if the form is not ours or too old."""
    try:
        known = signing.loads(request.POST.get("form", ""), salt=SALT, max_age=FORM_GOOD_FOR_S)
    except signing.BadSignature:
        return ""
    return str(known["worker_id"]) if known["invite"] == invite.pk else ""


def _is_back(request: HttpRequest, worker_id: str) -> bool:
    """Whether this form made its account before, with the same password; the person is then signed in.

    A form holds the worker ID that it will give, so that sending it twice makes one account. A wrong password counts
    as on the sign-in page; after too many, the answer is 429 whatever the view returns.
    """
    if not User.objects.filter(username=worker_id, is_active=True).exists():
        return False
    AxesProxyHandler.update_request(request)
    # Axes keeps the path with a wrong password; the whole of it holds the invite's secret.
    request.axes_path_info = "/join/"  # type: ignore[attr-defined]
    user = authenticate(request, username=worker_id, password=request.POST.get("new_password1", ""))
    if user is None:
        return False
    login(request, user)
    return True


def _agreed(request: HttpRequest) -> int | None:
    return asked_version(request) if "agree" in request.POST else None


def _page(
    request: HttpRequest, invite: Invite, *, worker_id: str = "", status: int = 200, **shown: Any
) -> HttpResponse:
    consent = newest_consent(invite.campaign)
    given = {"invite": invite.pk, "worker_id": worker_id or free_worker_id()}
    context = {
        "campaign": invite.campaign,
        "consent": consent,
        "consent_html": safe_html(consent.text) if consent else "",
        "form": signing.dumps(given, salt=SALT),
        "agreed": _agreed(request),
        **shown,
    }
    return render(request, "annotator/joining/join.html", context, status=status)


def _closed(request: HttpRequest, why: str, status: int) -> HttpResponse:
    return render(request, "annotator/people/link_closed.html", {"why": why, "kind": "invite"}, status=status)
