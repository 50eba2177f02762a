"""The desk of twins, on which people judge, describe and match clips that run forwards and backwards."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from annotator.desk.views.desk import AT_DESK
from annotator.desk.views.film_desk import STATIC, program_settings, shared_modules
from annotator.desk.views.twin_texts import kinds_of_time, looks, twin_problem_kinds, twin_texts
from annotator.people.selectors.access import annotator_in, person_asking
from annotator.people.selectors.consents import consent_owed
from annotator.player.selectors import player_modules, player_texts
from moments.models import CampaignKind

CLAIMED = 3  # in view and the next two: what one person keeps, others wait for
OF_FILMS = (
    "commands",
    "drafts",
    "element",
    "exam_mark",
    "keyboard",
    "keylist",
    "shell",
    "wire_marking",
)  # what this desk shares


@require_safe
@login_required
@never_cache
@ensure_csrf_cookie
def twins(request: HttpRequest, slug: str) -> HttpResponse:
    """The empty desk, whose program fetches the work; a campaign of another kind has its own desk."""
    member = annotator_in(person_asking(request), slug)
    if member.campaign.kind != CampaignKind.TWIN:
        return redirect("desk", slug)
    if consent_owed(member):
        return redirect("consent", slug)
    if member.standing not in AT_DESK:
        return redirect("start", slug)
    settings = program_settings(member, desk="twins", modules=twin_modules(), texts=twin_texts())
    settings |= {"claims": CLAIMED, "playerTexts": player_texts()}
    context = {
        "campaign": member.campaign,
        "kinds": twin_problem_kinds(),
        "kinds_of_time": kinds_of_time(),
        "looks": looks(),
        "settings": settings,
        "in_exam": settings["texts"].get(f"mark-{member.standing}", ""),
    }
    return render(request, "annotator/twins/twins.html", context)


def twin_modules() -> dict[str, str]:
    """The addresses of this desk's modules by name: its own, the player's, and what it shares with other desks."""
    own = {path.stem: static(f"annotator/twins/{path.name}") for path in sorted((STATIC / "twins").glob("*.js"))}
    films = {name: static(f"annotator/marking/{name}.js") for name in OF_FILMS}
    return shared_modules() | films | player_modules() | own
