"""A moment marked on its video: the page with the timeline, which has the video prepared where that was not done."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotator.people.selectors.access import Lead, led_grading, person_asking
from console.frame.forms import note_in, whole_number
from console.material.selectors.marking import marked_video, prepared_proxy
from moments.base.errors import BadInput
from moments.clips.services.source_proxies import order_proxy
from moments.material.selectors import place_asked
from moments.material.services.moments import add_moment, mend_moment
from moments.models import Job, Moment, Video

DIGITS = 9


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def corpus_mark(request: HttpRequest, slug: str, video_id: int) -> HttpResponse:
    """The page; a POST adds a moment, mends the one that the address names, or has the video prepared again."""
    lead, video, place = _asked(request, slug, video_id)
    moment = _moment(request, video)
    problem = ""
    if request.method == "POST":
        try:
            if "prepare" in request.POST:
                _order(lead, video, place, again=True)
                return redirect(request.get_full_path())
            done = _mend(request, lead, moment) if moment else _add(request, lead, video)
            messages.success(request, done)
            return redirect(f"{reverse('corpus-mark', args=[slug, video_id])}?{urlencode({'place': place})}")
        except BadInput as refused:
            problem = str(refused)
    job, trouble = _prepared(lead, video, place)
    context = {
        "campaign": video.campaign,
        "shown": marked_video(video, None if job else prepared_proxy(video, place), moment),
        "place": place,
        "job": job,
        "trouble": trouble,
        "problem": problem,
        "typed": request.POST,
    }
    answer = render(request, "console/material/mark.html", context, status=400 if problem else 200)
    if "HX-Request" in request.headers and not (job and job.is_live):
        answer["HX-Refresh"] = "true"  # the player's program comes with the whole page
    return answer


def _prepared(lead: Lead, video: Video, place: str) -> tuple[Job | None, str]:
    """The job that prepares the video, ordered if nobody has; None once it is ready. Or why none can be ordered."""
    try:
        return _order(lead, video, place), ""
    except BadInput as problem:
        return None, str(problem)


def _order(lead: Lead, video: Video, place: str, *, again: bool = False) -> Job | None:
    return order_proxy(
        video=video, place=place, by_admin=lead.is_admin, actor=lead.actor, now=timezone.now(), again=again
    )


def _asked(request: HttpRequest, slug: str, video_id: int) -> tuple[Lead, Video, str]:
    lead = led_grading(person_asking(request), slug)
    video = get_object_or_404(lead.campaign.videos.select_related("campaign"), pk=video_id)
    return lead, video, place_asked(lead.campaign, request.GET.get("place", ""), by_admin=lead.is_admin)


def _moment(request: HttpRequest, video: Video) -> Moment | None:
    number = request.GET.get("moment", "")
    if not number:
        return None
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise Http404("no such moment")
    return get_object_or_404(video.moments.select_related("campaign", "video"), desc_id=int(number))


def _add(request: HttpRequest, lead: Lead, video: Video) -> str:
    moment = add_moment(
        video=video,
        start_ms=whole_number(request.POST.get("start_ms", ""), "times", digits=DIGITS),
        end_ms=whole_number(request.POST.get("end_ms", ""), "times", digits=DIGITS),
        description=request.POST.get("description", ""),
        actor=lead.actor,
        now=timezone.now(),
    )
    return f"Moment {moment.desc_id} was added."


def _mend(request: HttpRequest, lead: Lead, moment: Moment) -> str:
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
        actor=lead.actor,
        now=timezone.now(),
    )
    return f"Moment {moment.desc_id} has new times. Cut its clip again on the page Clips."
