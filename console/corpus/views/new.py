"""Where an admin makes a campaign; its corpus comes next."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from annotator.people.selectors.access import ADMIN, person_asking
from moments.base.errors import BadInput
from moments.campaign.services import create_campaign
from moments.protocol import Protocol

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
