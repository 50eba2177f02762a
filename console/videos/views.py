"""The list of a campaign's whole videos, and the map of one."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import led_marking, person_asking
from console.frame.selectors import player_settings
from console.videos.selectors.list import LONGEST_FIND, STATES, domains_of, listed_videos, state_of, video_totals
from console.videos.selectors.map import video_map
from moments.clips.selectors.cutting import active_order, last_order
from moments.models import Campaign

VIDEOS_A_PAGE = 50


@require_safe
@login_required
def video_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    lead = led_marking(person_asking(request), slug)
    find, domain = request.GET.get("find", "").strip()[:LONGEST_FIND], request.GET.get("domain", "*")[:LONGEST_FIND]
    state = request.GET.get("show", "")
    state = state if state in STATES else ""
    found = listed_videos(lead, find=find, domain=None if domain == "*" else domain, state=state)
    page = Paginator(found, VIDEOS_A_PAGE).get_page(request.GET.get("page"))
    kept = {"find": find} if find else {}
    kept |= {"domain": domain} if domain != "*" else {}
    context = {
        "campaign": lead.campaign,
        "page": page,
        "rows": [(video, state_of(video), STATES[state_of(video)]) for video in page],
        "totals": video_totals(lead),
        "domains": domains_of(lead),
        "domain": domain,
        "find": find,
        "states": list(STATES.items()),
        "shown": state,
        "kept": urlencode(kept) + "&" if kept else "",
        **_cutting(request, lead.campaign),
    }
    return render(request, "console/videos/list.html", context)


@require_safe
@never_cache
@login_required
def video(request: HttpRequest, slug: str, video_id: int) -> HttpResponse:
    """The map."""
    lead = led_marking(person_asking(request), slug)
    shown = video_map(lead, video_id)
    settings = player_settings([shown.video.pk])
    context = {
        "campaign": lead.campaign,
        "shown": shown,
        "settings": settings,
        "key": settings["keys"].get(shown.video.pk, ""),
        **_cutting(request, lead.campaign),
    }
    return render(request, "console/videos/video.html", context)


def _cutting(request: HttpRequest, campaign: Campaign) -> dict[str, object]:
    """What the form that cuts failed proxies again needs."""
    return {
        "order": last_order(campaign),
        "is_cutting": active_order(campaign) is not None,
    }
