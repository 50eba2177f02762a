"""The marking desk, on which people mark the segments of a long video that answer questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from annotator.desk.selectors.history import scored_today
from annotator.desk.selectors.shortest import shortest_segment_ms
from annotator.desk.views.desk import API, AT_DESK, guideline_standing
from annotator.desk.views.desk_texts import problem_kinds
from annotator.desk.views.marking_texts import judged_questions, marking_texts
from annotator.models import Membership
from annotator.people.selectors.access import annotator_in, person_asking
from annotator.people.selectors.consents import consent_owed
from annotator.player.selectors import player_modules
from moments.models import CampaignKind

FOLDER = Path(__file__).resolve().parents[3] / "static" / "annotator" / "marking"
MODULES = tuple(sorted(path.stem for path in FOLDER.glob("*.js") if path.stem != "mark"))
# What both desks are made of: how work is kept and sent, and what the page says about it.
SHARED = (
    "account", "api", "buttons", "later", "news", "outbox", "problems", "status", "store", "sync", "tabs", "wake",
    "wire",
)  # fmt: skip


@require_safe
@login_required
@never_cache
@ensure_csrf_cookie
def mark(request: HttpRequest, slug: str) -> HttpResponse:
    """The empty desk, whose program fetches the work; a campaign of another kind has its own desk."""
    member = annotator_in(person_asking(request), slug)
    if member.campaign.kind != CampaignKind.MARK:
        return redirect("desk", slug)
    if consent_owed(member):
        return redirect("consent", slug)
    if member.standing not in AT_DESK:
        return redirect("start", slug)
    context = {
        "campaign": member.campaign,
        "kinds": problem_kinds(),
        "judged": judged_questions(),
        "settings": marking_settings(member),
    }
    return render(request, "annotator/marking/mark.html", context)


def marking_settings(member: Membership) -> dict[str, Any]:
    """What the desk's program must know; it loads its modules by these addresses, as the grading desk does."""
    campaign = member.campaign
    return {
        "worker": member.user.username,
        "campaign": campaign.slug,
        "standing": member.standing,
        "today": scored_today(member, now=timezone.now()),
        "api": API,
        "signIn": reverse("sign-in"),
        "signOut": reverse("sign-out"),
        "shortest": shortest_segment_ms(campaign),
        "guideline": guideline_standing(member),
        "guidelineUrl": reverse("guideline-drawer", args=[campaign.slug]),
        "guidelineStyles": static("page/guideline.css"),
        "modules": marking_modules(),
        "texts": marking_texts(),
    }


def marking_modules() -> dict[str, str]:
    """The addresses of the modules by name."""
    own = {name: static(f"annotator/marking/{name}.js") for name in MODULES}
    shared = {name: static(f"annotator/desk/{name}.js") for name in SHARED}
    return own | shared | {"player_support": player_modules()["player_support"]}
