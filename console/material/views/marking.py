"""A moment marked on its video: the page with the timeline, the video's own file, the times of its frames."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files import File
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotator.desk.forms import answer_bytes
from annotator.people.selectors.access import ADMIN, administered_grading, person_asking
from console.frame.forms import note_in, whole_number
from console.material.selectors.marking import frames_of, marked_video, source_file
from moments.base.errors import BadInput
from moments.clips.cutting.failures import CutError
from moments.material.selectors import place_asked
from moments.material.services.moments import add_moment, mend_moment
from moments.models import Moment, Video

DIGITS = 9


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def corpus_mark(request: HttpRequest, slug: str, video_id: int) -> HttpResponse:
    """The page; a POST adds a moment, or mends the one that the address names."""
    video, place = _asked(request, slug, video_id)
    moment = _moment(request, video)
    problem = ""
    if request.method == "POST":
        try:
            done = _mend(request, moment) if moment else _add(request, video)
            messages.success(request, done)
            return redirect(f"{reverse('corpus-mark', args=[slug, video_id])}?{urlencode({'place': place})}")
        except BadInput as refused:
            problem = str(refused)
    context = {
        "campaign": video.campaign,
        "shown": marked_video(video, place, moment),
        "place": place,
        "problem": problem,
        "typed": request.POST,
    }
    return render(request, "console/material/mark.html", context, status=400 if problem else 200)


@require_safe
@login_required
def corpus_mark_source(request: HttpRequest, slug: str, video_id: int) -> HttpResponseBase:
    """The bytes of the video's own file, or of their range."""
    video, place = _asked(request, slug, video_id)
    try:
        with source_file(video, place) as (path, media_type):
            return answer_bytes(request, File(path.open("rb")), media_type, cache="private, no-cache")
    except (BadInput, CutError, OSError) as problem:
        raise Http404("no such video") from problem


@require_safe
@login_required
def corpus_mark_frames(request: HttpRequest, slug: str, video_id: int) -> HttpResponse:
    """The times of the file's frames."""
    video, place = _asked(request, slug, video_id)
    try:
        return JsonResponse(frames_of(video, place))
    except (BadInput, CutError) as problem:
        raise Http404("no such video") from problem


def _asked(request: HttpRequest, slug: str, video_id: int) -> tuple[Video, str]:
    campaign = administered_grading(person_asking(request), slug)
    video = get_object_or_404(campaign.videos.select_related("campaign"), pk=video_id)
    return video, place_asked(campaign, request.GET.get("place", ""))


def _moment(request: HttpRequest, video: Video) -> Moment | None:
    number = request.GET.get("moment", "")
    if not number:
        return None
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise Http404("no such moment")
    return get_object_or_404(video.moments.select_related("campaign", "video"), desc_id=int(number))


def _add(request: HttpRequest, video: Video) -> str:
    moment = add_moment(
        video=video,
        start_ms=whole_number(request.POST.get("start_ms", ""), "times", digits=DIGITS),
        end_ms=whole_number(request.POST.get("end_ms", ""), "times", digits=DIGITS),
        description=request.POST.get("description", ""),
        actor=ADMIN,
        now=timezone.now(),
    )
    return f"Moment {moment.desc_id} was added."


def _mend(request: HttpRequest, moment: Moment) -> str:
    try:
        seen = float(request.POST.get("seen_start", "")), float(request.POST.get("seen_end", ""))
    except ValueError:
        raise BadInput("the form is incomplete; open the page again") from None
    mend_moment(
        moment=moment,
        start_ms=whole_number(request.POST.get("start_ms", ""), "times", digits=DIGITS),
        end_ms=whole_number(request.POST.get("end_ms", ""), "times", digits=DIGITS),
        seen=seen,
        reason=note_in(request, "reason"),
        actor=ADMIN,
        now=timezone.now(),
    )
    return f"Moment {moment.desc_id} has other times. Cut its clip again on the page Clips."
