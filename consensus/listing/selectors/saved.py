"""The views of the table that leads of a campaign saved."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404

from annotator.people.selectors.access import ADMIN, Lead
from consensus.models import SavedView


def saved_views(lead: Lead) -> QuerySet[SavedView]:
    """All of the campaign, by name."""
    return SavedView.objects.filter(campaign=lead.campaign).order_by("name")


def saved_view(lead: Lead, number: int) -> SavedView:
    """The view of that number; raises Http404 if the campaign has none."""
    view = saved_views(lead).filter(number=number).first()
    if view is None:
        raise Http404("no such view")
    return view


def may_change(view: SavedView, actor: str) -> bool:
    """Whether who decides under that name may change or remove the view."""
    return view.open_to_leads or actor in (view.owner, ADMIN)
