"""Pages on a corpus: a new campaign, its contents, the next step, and a search of its moments."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotator.models import User
from annotator.people.selectors.access import ADMIN, led_campaign, may_found, person_asking
from annotator.people.services.founding import found_campaign
from archive.copying.selectors import require_no_leftovers
from console.corpus.selectors.browser import CLIP_STATES, Search, moment_page, search_asked
from console.corpus.selectors.counts import corpus_counts
from console.corpus.selectors.home import corpus_road, setup_steps
from console.corpus.selectors.marking_home import marking_corpus
from moments.base.errors import BadInput
from moments.campaign.services import SLUG, create_campaign
from moments.models import Campaign, CampaignKind, CampaignStatus, MomentKind, Split
from moments.parameters import default_parameters

FIELDS = ("words", "video", "desc_id", "kind", "clip", "split")
LONGEST_TITLE, LONGEST_SLUG = 200, 60
RENDITIONS = (
    ("", "As usual: MP4 and GIF, or MP4 only for twins"),
    ("mp4,gif", "MP4 and GIF: fast, works everywhere"),
    ("gif", "GIF only: as published"),
    ("mp4", "MP4 only: a fifteenth of the space"),
    ("mp4,webp", "MP4 and WebP"),
)
KINDS = (
    (CampaignKind.GRADE, "Grade how well short clips match a text"),
    (CampaignKind.MARK, "Ask and mark: write questions about long videos and mark the segments that answer them"),
    (CampaignKind.TWIN, "Twins: watch clips forwards and backwards and describe what only time tells apart"),
)
USUAL = "mp4,gif"  # but for twins, whose clips are what create_campaign makes of them
OFFERED = {"offered": RENDITIONS, "kinds": KINDS}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def campaign_new(request: HttpRequest) -> HttpResponse:
    """The form; a POST makes a campaign in draft under the default protocol and goes on to its set-up."""
    user = person_asking(request)
    if not may_found(user):
        raise PermissionDenied("only admins and leads can create campaigns")
    if request.method != "POST":
        return render(request, "console/corpus/new.html", {**OFFERED, "kind": CampaignKind.GRADE})
    title = request.POST.get("title", "").strip()
    slug = request.POST.get("slug", "").strip() or slugify(title)[:LONGEST_SLUG].strip("-")
    renditions, kind = request.POST.get("renditions", ""), request.POST.get("kind", CampaignKind.GRADE)
    try:
        if len(title) > LONGEST_TITLE or not (title or "x").isprintable():
            raise BadInput(f"title: expected one line of at most {LONGEST_TITLE} characters")
        campaign = _made(user, slug=slug, title=title, renditions=renditions, kind=kind)
    except BadInput as problem:
        context = {
            "problem": str(problem),
            "there": _led(user, slug),
            "slug": slug,
            "title": title,
            "kind": kind,
            "renditions": renditions,
            **OFFERED,
        }
        return render(request, "console/corpus/new.html", context, status=400)
    messages.success(request, f"Campaign {campaign.slug} is created as a draft.")
    return redirect("corpus-setup", campaign.slug)


def _led(user: User, slug: str) -> Campaign | None:
    """The campaign of that name if the person leads it: after a button pressed twice it is what they wanted."""
    try:
        return led_campaign(user, slug).campaign if SLUG.fullmatch(slug) else None
    except (Http404, PermissionDenied):
        return None


@require_safe
@login_required
@never_cache
def setup(request: HttpRequest, slug: str) -> HttpResponse:
    """A step of the wizard: the one in the address, else the first that is neither done nor left for later.

    What is done is in the data, so that everybody finds the step again. A draft does not pass over steps in which
    nothing was done, although a campaign can open without them.
    """
    campaign = led_campaign(person_asking(request), slug).campaign
    steps = setup_steps(campaign, corpus_road(campaign, corpus_counts(campaign)))
    is_draft = campaign.status == CampaignStatus.DRAFT
    begin = next(
        (place for place, step in enumerate(steps) if step.is_next or (is_draft and step.is_untouched)), len(steps) - 1
    )
    keys = [step.key for step in steps]
    asked = request.GET.get("step", "")
    place = keys.index(asked) if asked in keys else begin
    context = {
        "campaign": campaign,
        "steps": steps,
        "shown": steps[place],
        "before": steps[place - 1] if place else None,
        "after": steps[place + 1] if place + 1 < len(steps) else None,
    }
    return render(request, "console/corpus/setup.html", context)


def _made(user: User, *, slug: str, kind: str, renditions: str, **settings: Any) -> Campaign:
    """The campaign with the default rules of its kind; a lead who makes it leads it."""
    offered = [one.value for one, _ in KINDS]
    if kind not in offered:
        raise BadInput(f"kind: expected one of {', '.join(offered)}")
    settings["renditions"] = renditions or (None if kind == CampaignKind.TWIN else USUAL)
    given: dict[str, Any] = {"slug": slug, "now": timezone.now(), **default_parameters(kind)._asdict(), **settings}
    if user.is_admin:
        return create_campaign(actor=ADMIN, **given)
    require_no_leftovers(slug)
    return found_campaign(user=user, **given)


@require_safe
@login_required
def corpus(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    campaign = led_campaign(person_asking(request), slug).campaign
    counts = corpus_counts(campaign)
    context = {
        "campaign": campaign,
        "corpus": counts,
        "marking": marking_corpus(campaign) if campaign.is_marked else None,
        "road": corpus_road(campaign, counts),
    }
    return render(request, "console/corpus/home.html", context)


@require_safe
@login_required
def browser(request: HttpRequest, slug: str) -> HttpResponse:
    """The moments that the address asks for, fifty a page."""
    campaign = led_campaign(person_asking(request), slug).campaign
    asked = {field: request.GET[field] for field in FIELDS if request.GET.get(field)}
    problem, search = "", Search()
    try:
        search = search_asked(asked)
    except BadInput as error:
        problem = str(error)
    page, rows = moment_page(campaign, search, request.GET.get("page"))
    context = {
        "campaign": campaign,
        "problem": problem,
        "asked": asked,
        "page": page,
        "rows": rows,
        "kept": f"{urlencode(asked)}&" if asked else "",
        "kinds": MomentKind.choices,
        "clips": CLIP_STATES.items(),
        "splits": Split.choices,
    }
    return render(request, "console/corpus/browser.html", context, status=400 if problem else 200)
