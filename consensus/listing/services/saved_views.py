"""Saves views of the table under names, changes and removes them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F, Max

from consensus.listing.filters import PairView
from consensus.listing.selectors.saved import may_change
from consensus.models import SavedView
from moments.base.errors import BadInput
from moments.base.names import isolated
from moments.campaign.services import hold_campaign
from moments.models import Campaign

MOST_VIEWS = 200
LONGEST_NAME = 80


class SavedByAnother(BadInput):
    """The view is somebody else's, and not open to other leads."""


@transaction.atomic
def save_view(
    *, campaign: Campaign, name: str, view: PairView, open_to_leads: bool, actor: str, now: datetime
) -> SavedView:
    """Save a new view; raises BadInput for a name that is empty, too long or taken, and for more than fit."""
    name = _checked(name)
    hold_campaign(campaign)
    saved = SavedView.objects.filter(campaign=campaign)
    taken = saved.filter(name=name).first()
    if taken is not None:
        raise BadInput(f"{taken.owner} has already saved a view under this name", field="name")
    if saved.count() >= MOST_VIEWS:
        raise BadInput(f"there are already {MOST_VIEWS} views; remove one first")
    number = (saved.aggregate(last=Max("number"))["last"] or 0) + 1
    return SavedView.objects.create(
        campaign=campaign,
        number=number,
        name=name,
        address=view.address,
        owner=actor,
        open_to_leads=open_to_leads,
        saved_at=now,
    )


@transaction.atomic
def change_view(
    *, saved: SavedView, name: str, view: PairView, open_to_leads: bool, actor: str, now: datetime, seen_version: int
) -> None:
    """Replace what the view shows, its name and who may change it.

    Raises SavedByAnother if it is not the actor's to change, and BadInput if it was changed since `seen_version`, or
    the name cannot be taken.
    """
    name = _checked(name)
    saved = _held(saved, actor)
    if SavedView.objects.filter(campaign=saved.campaign, name=name).exclude(pk=saved.pk).exists():
        raise BadInput("another view has this name", field="name")
    kept = open_to_leads if actor == saved.owner else saved.open_to_leads
    changed = SavedView.objects.filter(pk=saved.pk, version=seen_version).update(
        name=name, address=view.address, open_to_leads=kept, version=F("version") + 1, saved_at=now
    )
    if not changed:
        raise BadInput(f"“{isolated(saved.name)}” was changed in the meantime; open it again")


@transaction.atomic
def remove_view(*, saved: SavedView, actor: str) -> None:
    """Remove the view; raises SavedByAnother if it is not the actor's to remove."""
    saved = _held(saved, actor)
    SavedView.objects.filter(pk=saved.pk).delete()


def _held(saved: SavedView, actor: str) -> SavedView:
    """The view as it is now, for who may change it."""
    hold_campaign(saved.campaign)
    held = SavedView.objects.select_related("campaign").filter(pk=saved.pk).first()
    if held is None:
        raise BadInput(f"“{isolated(saved.name)}” was removed in the meantime")
    if not may_change(held, actor):
        raise SavedByAnother(f"“{isolated(held.name)}” belongs to {held.owner}; save your own view under another name")
    return held


def _checked(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or "\0" in name:
        raise BadInput(f"expected 1 to {LONGEST_NAME} characters", field="name")
    return name
