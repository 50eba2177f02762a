"""The desk, on which an annotator scores one pair after another."""

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

from annotator.desk.selectors.film_work import next_film_desk
from annotator.desk.selectors.history import scored_today
from annotator.desk.views.desk_texts import desk_texts, problem_kinds
from annotator.guideline.selectors.reading import sections_in_force
from annotator.models import Membership, Standing
from annotator.people.selectors.access import annotator_in, person_asking
from annotator.people.selectors.consents import consent_owed
from annotator.people.selectors.news import must_read_guideline, newest_version
from annotator.player.selectors import player_modules, player_texts
from moments.campaign.selectors import levels_of
from moments.models import CampaignKind

API = "/api/v1/"
FOLDER = Path(__file__).resolve().parents[3] / "static" / "annotator" / "desk"
MODULES = tuple(sorted(path.stem for path in FOLDER.glob("*.js") if path.stem != "main"))
AT_DESK = (Standing.QUALIFIED, Standing.EXAM, Standing.RELABEL)
LETTERS = "QWERTYU"  # the preset by position, as keymap.js has it
LATER = ("countdown", "exam", "keychoice", "news", "next_step", "problems")  # what the first pair does not need


@require_safe
@login_required
@never_cache
@ensure_csrf_cookie
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The empty desk, whose program fetches the work; the consent comes first where one is owed."""
    member = annotator_in(person_asking(request), slug)
    if member.campaign.kind == CampaignKind.MARK:
        return redirect(next_film_desk(member), slug)
    if member.campaign.kind == CampaignKind.TWIN:
        return redirect("twins", slug)
    if consent_owed(member):
        return redirect("consent", slug)
    if member.standing not in AT_DESK:
        return redirect("start", slug)
    settings = desk_settings(member)
    levels = levels_of(member.campaign)
    context = {
        "campaign": member.campaign,
        "levels": levels,
        "letters": LETTERS[: len(levels)],
        "sections": sections_in_force(member.campaign),
        "kinds": problem_kinds(is_graded=True),
        "settings": settings,
        "preloaded": [address for name, address in settings["modules"].items() if name not in settings["later"]],
        "in_exam": settings["texts"].get(f"mark-{member.standing}", ""),
    }
    return render(request, "annotator/desk/desk.html", context)


def desk_settings(member: Membership) -> dict[str, Any]:
    """What the desk's program must know.

    It loads its modules by these addresses, because the manifest of static files rewrites no imports.
    """
    campaign = member.campaign
    own_modules = {name: static(f"annotator/desk/{name}.js") for name in MODULES}
    return {
        "worker": member.user.username,
        "campaign": campaign.slug,
        "title": campaign.title,
        "standing": member.standing,
        "today": scored_today(member, now=timezone.now()),
        "api": API,
        "signIn": reverse("sign-in"),
        "signOut": reverse("sign-out"),
        "early_press": campaign.early_press,
        "guideline": guideline_standing(member),
        "guidelineUrl": reverse("guideline-drawer", args=[campaign.slug]),
        "guidelineStyles": static("page/guideline.css"),
        "lessonStyles": static("annotator/desk/lesson.css"),
        "modules": dict(sorted((own_modules | player_modules()).items())),
        "later": [name for name in LATER if name != "exam" or member.standing == Standing.QUALIFIED],
        "texts": desk_texts(),
        "playerTexts": player_texts(),
    }


def guideline_standing(member: Membership) -> dict[str, Any]:
    """The version in force (None if there is none), and whether the person is to read it, as in news/."""
    return {"version": newest_version(member), "read": not must_read_guideline(member)}
