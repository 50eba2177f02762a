"""What both desks of long videos have in common: who may open them, and what their programs must know."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone

from annotator.desk.selectors.history import scored_today
from annotator.desk.selectors.shortest import shortest_segment_ms
from annotator.desk.views.desk import API, guideline_standing
from annotator.models import Membership
from annotator.people.selectors.consents import consent_owed
from annotator.player.selectors import player_modules
from moments.models import CampaignKind

STATIC = Path(__file__).resolve().parents[3] / "static" / "annotator"
# What these desks share with the one for grades: how work is kept and sent, and what the page says about it. The first
# one is needed first.
SHARED = (
    "api", "account", "buttons", "countdown", "later", "news", "next_step", "outbox", "problems", "status", "store",
    "sync", "tabs", "wake", "wire",
)  # fmt: skip
STARTS = "start"  # the page's own script, which loads the others


def sent_elsewhere(member: Membership, *, standings: Collection[str]) -> HttpResponse | None:
    """Where somebody without work on this desk goes: to another desk, consent or training; None if they may stay."""
    slug = member.campaign.slug
    if member.campaign.kind != CampaignKind.MARK:
        return redirect("desk", slug)
    if consent_owed(member):
        return redirect("consent", slug)
    return None if member.standing in standings else redirect("start", slug)


def film_settings(
    member: Membership, *, desk: str, folders: Collection[str], texts: Mapping[str, str]
) -> dict[str, Any]:
    """What the program of the desk `desk` must know; it loads its modules by addresses, as the grading desk does."""
    shortest = shortest_segment_ms(member.campaign)
    return program_settings(member, desk=desk, modules=film_modules(folders), texts=texts) | {"shortest": shortest}


def program_settings(
    member: Membership, *, desk: str, modules: Mapping[str, str], texts: Mapping[str, str]
) -> dict[str, Any]:
    """What the program of every desk but the grading desk must know: addresses by name, and words by name."""
    campaign = member.campaign
    return {
        "desk": desk,
        "worker": member.user.username,
        "campaign": campaign.slug,
        "standing": member.standing,
        "today": scored_today(member, now=timezone.now()),
        "api": API,
        "signIn": reverse("sign-in"),
        "signOut": reverse("sign-out"),
        "start": reverse("start", args=[campaign.slug]),
        "guideline": guideline_standing(member),
        "guidelineUrl": reverse("guideline-drawer", args=[campaign.slug]),
        "guidelineStyles": static("page/guideline.css"),
        "modules": dict(modules),
        "texts": dict(texts),
    }


def film_modules(folders: Collection[str]) -> dict[str, str]:
    """The addresses of the modules by name: those of the folders below static/annotator, and the shared ones."""
    paths = [path for folder in folders for path in sorted((STATIC / folder).glob("*.js")) if path.stem != STARTS]
    own = {path.stem: static(f"annotator/{path.parent.name}/{path.name}") for path in paths}
    return shared_modules() | own | {"player_support": player_modules()["player_support"]}


def shared_modules() -> dict[str, str]:
    """The addresses of the modules that every desk has."""
    return {name: static(f"annotator/desk/{name}.js") for name in SHARED}
