"""The admin's pages on a corpus: a new campaign, its contents, the next step, and a search of its moments."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from annotator.people.selectors.access import ADMIN, administered_campaign, person_asking
from console.corpus.selectors.browser import CLIP_STATES, Search, moment_page, search_asked
from console.corpus.selectors.home import corpus_counts, corpus_road
from console.corpus.selectors.marking_home import marking_corpus
from moments.base.errors import BadInput
from moments.campaign.services import create_campaign
from moments.models import MomentKind, Split
from moments.protocol import Protocol

FIELDS = ("words", "video", "desc_id", "kind", "clip", "split")
LONGEST_TITLE = 200
RENDITIONS = (
    ("mp4,gif", "MP4 and GIF: loads quickly at the desk and works in every browser"),
    ("gif", "GIF only: as in the published campaign"),
    ("mp4", "MP4 only: takes a fifteenth of the space"),
    ("mp4,webp", "MP4 and WebP"),
)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def campaign_new(request: HttpRequest) -> HttpResponse:
    """The form; a POST makes a campaign in draft under the default protocol and goes on to its corpus."""
    if not person_asking(request).is_admin:
        raise PermissionDenied("only admins can create campaigns")
    if request.method != "POST":
        return render(request, "console/corpus/new.html", {"offered": RENDITIONS})
    slug, title = request.POST.get("slug", "").strip(), request.POST.get("title", "").strip()
    renditions = request.POST.get("renditions", "gif")
    try:
        if len(title) > LONGEST_TITLE or not (title or "x").isprintable():
            raise BadInput(f"title: expected one line of at most {LONGEST_TITLE} characters")
        campaign = create_campaign(
            slug=slug, title=title, protocol=Protocol(), now=timezone.now(), actor=ADMIN, renditions=renditions
        )
    except BadInput as problem:
        context = {
            "problem": str(problem),
            "slug": slug,
            "title": title,
            "offered": RENDITIONS,
            "renditions": renditions,
        }
        return render(request, "console/corpus/new.html", context, status=400)
    messages.success(request, f"Campaign {campaign.slug} is created as a draft. Add its corpus next.")
    return redirect("corpus", campaign.slug)


@require_safe
@login_required
def corpus(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    campaign = administered_campaign(person_asking(request), slug)
    counts = corpus_counts(campaign)
    context = {
        "campaign": campaign,
        "corpus": counts,
        "marking": None if campaign.is_graded else marking_corpus(campaign),
        "road": corpus_road(campaign, counts),
    }
    return render(request, "console/corpus/home.html", context)


@require_safe
@login_required
def browser(request: HttpRequest, slug: str) -> HttpResponse:
    """The moments that the address asks for, fifty a page."""
    campaign = administered_campaign(person_asking(request), slug)
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
