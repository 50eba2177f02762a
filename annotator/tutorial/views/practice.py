"""A practice pair of the tutorial: the page shows at once how the chosen level compares."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotator.models import Practice
from annotator.people.selectors.access import person_asking
from annotator.player.selectors import player_modules, player_texts
from annotator.tutorial.selectors import Reader, last_answer, newest_tutorial, practices_of, tutorial_reader
from annotator.tutorial.services import answer_practice
from annotator.tutorial.views.tutorial import renewed
from moments.campaign.selectors import levels_of, newest_protocol
from moments.clips.selectors.clips import ready_renditions
from moments.clips.storage import clip_url

KEYS = ("keymap", "keys")
LONGEST_SHOWN_MS = 3_600_000


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def practice(request: HttpRequest, slug: str, place: int) -> HttpResponse:
    """The practice pair, for annotators, leads and admins; nothing that leads and admins press is stored."""
    reader = tutorial_reader(person_asking(request), slug)
    if reader.must_agree:
        return redirect("start", slug)
    newest = newest_tutorial(reader.campaign)
    practices = practices_of(newest) if newest else []
    found = next((one for one in practices if one.place == place), None)
    if request.method == "POST":
        if newest is None or found is None or request.POST.get("version") != str(newest.version):
            return renewed(request, slug)
        return _answered(request, reader, practices, found)
    if found is None:
        raise Http404("no such practice pair")
    given = last_answer(reader.member, found) if reader.member else None
    return _shown(request, reader, practices, found, given)


def _answered(request: HttpRequest, reader: Reader, practices: list[Practice], found: Practice) -> HttpResponse:
    scale = reader.campaign.scale
    level = scale.by_text.get(request.POST.get("relevance", ""))
    if level is None:
        return HttpResponseBadRequest(f"relevance: expected {scale}\n", content_type="text/plain")
    if reader.member:
        shown_ms = _shown_ms(request)
        answer_practice(member=reader.member, practice=found, relevance=level, now=timezone.now(), shown_ms=shown_ms)
    return _shown(request, reader, practices, found, level)


def _shown_ms(request: HttpRequest) -> int | None:
    text = request.POST.get("shown_ms", "")
    return min(int(text), LONGEST_SHOWN_MS) if text.isdecimal() and len(text) < 10 else None


def _shown(
    request: HttpRequest, reader: Reader, practices: list[Practice], found: Practice, given: int | None
) -> HttpResponse:
    """The whole page, or for the page's program only the feedback on the given level."""
    levels = levels_of(reader.campaign)
    context: dict[str, Any] = {
        "campaign": reader.campaign,
        "practice": found,
        "count": len(practices),
        "before": found.place - 1,
        "after": found.place + 1 if found.place < len(practices) else None,
        "given": given,
        "is_equal": given == found.relevance,
        "is_near": given is not None and abs(given - found.relevance) <= newest_protocol(reader.campaign).tolerance,
        "truth": levels[found.relevance],
        "levels": levels,
        "only_reads": reader.member is None,
    }
    if request.headers.get("X-Requested-With") == "fetch":
        return render(request, "annotator/tutorial/_lesson.html", context)
    return render(request, "annotator/tutorial/practice.html", context | {"settings": _settings(found)})


def _settings(found: Practice) -> dict[str, Any]:
    """What the page's program must know; the clips smallest first, those with sound before."""
    renditions = ready_renditions([found.pair.moment_id]).get(found.pair.moment_id, [])
    renditions.sort(key=lambda clip: not clip.has_sound)
    clips = [
        {
            "url": clip_url(clip),
            "type": clip.media_type,
            "width": clip.width,
            "height": clip.height,
            "seconds": clip.seconds,
            "bytes": clip.size,
            **({"sound": True} if clip.has_sound else {}),
        }
        for clip in renditions
    ]
    modules = {name: static(f"annotator/desk/{name}.js") for name in KEYS} | player_modules()
    return {"place": found.place, "clips": clips, "modules": modules, "playerTexts": player_texts()}
