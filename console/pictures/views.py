"""Pictures and clips for texts: uploaded, taken from a moment, removed. The pages on which texts are written show them
as a card, which answers with itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.guideline.selectors.illustrations import listed_illustrations
from annotator.guideline.services import add_shown_clip, remove_unplaced
from annotator.people.selectors.access import Lead, led_campaign, led_grading, person_asking
from console.frame.forms import whole_number, with_label
from moments.base.errors import BadInput
from moments.illustrations.services import add_illustration
from moments.models import Illustration

LABELS = {"file": "The file", "description": "What it shows", "moment": "The moment"}


@require_safe
@login_required
@never_cache
def pictures(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; for a program of a page only the card."""
    return _page(request, led_campaign(person_asking(request), slug))


@require_POST
@login_required
def picture_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep an uploaded picture or clip."""
    lead = led_campaign(person_asking(request), slug)

    def add() -> str:
        file = request.FILES.get("file")
        if not isinstance(file, UploadedFile):
            raise BadInput("choose one", field="file")
        return _added(
            add_illustration(
                campaign=lead.campaign,
                file=cast(IO[bytes], file),
                description=request.POST.get("description", ""),
                actor=lead.actor,
                now=timezone.now(),
            )
        )

    return _done(request, lead, add)


@require_POST
@login_required
def picture_clip(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep a copy of a moment's clip."""
    lead = led_grading(person_asking(request), slug)

    def add() -> str:
        desc_id = whole_number(request.POST.get("moment", "").strip(), "moment", digits=12)
        moment = lead.campaign.moments.select_related("campaign").filter(desc_id=desc_id).first()
        if moment is None:
            raise BadInput(f"there is no moment {desc_id}", field="moment")
        description = request.POST.get("description", "")
        return _added(add_shown_clip(moment=moment, description=description, actor=lead.actor, now=timezone.now()))

    return _done(request, lead, add)


@require_POST
@login_required
def picture_remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Forget a picture or clip that no text shows."""
    lead = led_campaign(person_asking(request), slug)
    found = get_object_or_404(lead.campaign.illustrations.select_related("campaign"), number=number)

    def remove() -> str:
        remove_unplaced(illustration=found, actor=lead.actor, now=timezone.now())
        return f"{_kind(found)} {number} is removed."

    return _done(request, lead, remove)


def _done(request: HttpRequest, lead: Lead, do: Callable[[], str]) -> HttpResponse:
    try:
        done = do()
    except BadInput as problem:
        refusal = with_label(problem, LABELS)
        return _page(request, lead, problem=f"{refusal[:1].upper()}{refusal[1:]}.")
    if request.headers.get("HX-Request"):
        return _page(request, lead, done=done)
    messages.success(request, done)
    return redirect("pictures", lead.campaign.slug)


def _page(request: HttpRequest, lead: Lead, *, done: str = "", problem: str = "") -> HttpResponse:
    """The card alone where a page's program asks, which swaps in no answer that is an error."""
    is_part = bool(request.headers.get("HX-Request"))
    context = {
        "campaign": lead.campaign,
        "pictures": listed_illustrations(lead.campaign),
        "pictures_done": done,
        "pictures_problem": problem,
        "description": request.POST.get("description", "") if problem else "",
        "moment": request.POST.get("moment", "") if problem else "",
    }
    template = "console/pictures/_pictures.html" if is_part else "console/pictures/pictures.html"
    return render(request, template, context, status=400 if problem and not is_part else 200)


def _added(made: Illustration) -> str:
    return f"{_kind(made)} {made.number} is added. Write {made.reference} where the text should show it."


def _kind(row: Illustration) -> str:
    return "Clip" if row.moves else "Picture"
