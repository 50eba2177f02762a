"""Saved views of the table of all pairs: each has an address, and leads there to the view's own."""

from __future__ import annotations

from urllib.parse import parse_qsl

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import led_grading, person_asking
from consensus.listing.selectors.saved import saved_view
from consensus.listing.services.saved_views import change_view, remove_view, save_view
from consensus.models import SavedView
from console.frame.forms import note_in, refusals_shown, table_of_pairs, whole_number
from console.queries.selectors.table import view_asked
from moments.base.names import isolated


@require_safe
@login_required
def view_open(request: HttpRequest, slug: str, view: int) -> HttpResponse:
    """On to the table with the view."""
    return redirect(_address(saved_view(led_grading(person_asking(request), slug), view)))


@require_POST
@login_required
def view_save(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the view that the form was shown with: as a new one, or in place of the one that is named by `saved`."""
    lead = led_grading(person_asking(request), slug)
    with refusals_shown(request, "The view was not saved"):
        view = view_asked(lead.campaign, dict(parse_qsl(request.POST.get("view", ""))))
        name, open_to_leads = note_in(request, "name"), request.POST.get("open_to_leads") == "1"
        if request.POST.get("saved"):
            saved = saved_view(lead, whole_number(request.POST["saved"], "saved"))
            change_view(
                saved=saved,
                name=name,
                view=view,
                open_to_leads=open_to_leads,
                actor=lead.actor,
                now=timezone.now(),
                seen_version=whole_number(request.POST.get("seen_version", ""), "seen_version"),
            )
            saved.refresh_from_db()
        else:
            saved = save_view(
                campaign=lead.campaign,
                name=name,
                view=view,
                open_to_leads=open_to_leads,
                actor=lead.actor,
                now=timezone.now(),
            )
        messages.success(request, f"The view “{isolated(saved.name)}” is saved.")
        return redirect(_address(saved))
    return redirect(table_of_pairs(request, slug))


@require_POST
@login_required
def view_remove(request: HttpRequest, slug: str, view: int) -> HttpResponse:
    """Remove the view; the pairs stay as they are."""
    lead = led_grading(person_asking(request), slug)
    saved = saved_view(lead, view)
    with refusals_shown(request):
        remove_view(saved=saved, actor=lead.actor)
        messages.success(request, f"The view “{isolated(saved.name)}” is removed.")
    return redirect(table_of_pairs(request, slug))


def _address(saved: SavedView) -> str:
    return (
        f"{reverse('pairs', args=[saved.campaign.slug])}?{saved.address}{'&' * bool(saved.address)}view={saved.number}"
    )
