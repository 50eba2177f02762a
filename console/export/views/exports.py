"""Exports: their history, orders and downloads, and what the dataset card says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import Lead, led_campaign, person_asking
from consensus.export.formats.registry import COMPARED, FORMATS_BY_KIND
from consensus.export.marking.momentseeker import MOMENTSEEKER
from consensus.export.selectors.contents import still_open
from consensus.export.selectors.exports import LISTED, archive_response, export_by_number, exports_of
from consensus.export.services.card import set_dataset_card
from consensus.export.services.history import request_export
from consensus.models import DatasetCard, ExportState
from moments.base.errors import BadInput
from moments.clips.selectors.video_places import video_places
from moments.models import Campaign

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[DatasetCard]
else:
    ModelForm = forms.ModelForm


class CardForm(ModelForm):
    """What the card states; every field may stay empty."""

    licence_url = forms.URLField(label="Licence URL", max_length=300, required=False, assume_scheme="https")
    homepage = forms.URLField(max_length=300, required=False, assume_scheme="https")

    class Meta:
        model = DatasetCard
        fields = (
            "licence",
            "licence_url",
            "version",
            "published_on",
            "creators",
            "homepage",
            "description",
            "citation",
            "collection",
            "consent",
            "video_access",
            "limits",
        )
        widgets = {
            name: forms.Textarea(attrs={"rows": 4})
            for name in ("citation", "description", "video_access", "collection", "consent", "limits")
        } | {"published_on": forms.TextInput(attrs={"placeholder": "2026-03-31"})}


@require_safe
@login_required
def exports(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    lead = led_campaign(person_asking(request), slug)
    card = DatasetCard.objects.filter(campaign=lead.campaign).first()
    return _page(request, lead, CardForm(instance=card))


@require_safe
@login_required
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Only the history, for a page that waits for an export."""
    campaign = led_campaign(person_asking(request), slug).campaign
    return render(request, "console/export/history.html", _history(campaign))


@require_POST
@login_required
def order(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for an export, and say what happens now."""
    lead = led_campaign(person_asking(request), slug)
    formats = request.POST.getlist("formats")
    wanted: dict[str, Any] = {"formats": formats, "partial": request.POST.get("partial") == "on"}
    wanted["by_admin"] = lead.is_admin
    if request.POST.get("cut") == "on":
        wanted["clips_from"] = request.POST.get("clips_from", "")
    try:
        export = request_export(campaign=lead.campaign, **wanted, actor=lead.actor, now=timezone.now())
        expected = f" {export.expected}." if export.expected else ""
        messages.success(
            request, f"Export {export.number} is being created.{expected} It appears below once it is ready."
        )
    except BadInput as problem:
        messages.error(request, f"The export was not started: {problem.message}.")
    return redirect("exports", slug)


@require_safe
@login_required
def download(request: HttpRequest, slug: str, number: int) -> FileResponse:
    """The ZIP file; 404 until it is ready."""
    export = export_by_number(led_campaign(person_asking(request), slug).campaign, number)
    return archive_response(export)


@require_POST
@login_required
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """Save what the card states, or show the page again with what is wrong."""
    lead = led_campaign(person_asking(request), slug)
    form = CardForm(request.POST, instance=DatasetCard(campaign=lead.campaign))
    if not form.is_valid():
        messages.error(request, "The dataset card was not saved. Correct the marked fields.")
        return _page(request, lead, form, status=400)
    changed = set_dataset_card(campaign=lead.campaign, fields=form.cleaned_data, actor=lead.actor, now=timezone.now())
    messages.success(request, "The dataset card is saved." if changed else "The dataset card has not changed.")
    return redirect("exports", slug)


def _page(request: HttpRequest, lead: Lead, form: CardForm, status: int = 200) -> HttpResponse:
    campaign = lead.campaign
    has_clips = MOMENTSEEKER.name in FORMATS_BY_KIND[campaign.kind]
    context = {
        "campaign": campaign,
        "formats": list(FORMATS_BY_KIND[campaign.kind].values()),
        "places": video_places(campaign, by_admin=lead.is_admin) if has_clips else None,
        "card": form,
        "missing": still_open(campaign),
        **_history(campaign),
    }
    return render(request, "console/export/exports.html", context, status=status)


def _history(campaign: Campaign) -> dict[str, Any]:
    listed = list(exports_of(campaign)[:LISTED])
    compared = COMPARED.get(campaign.kind, "")
    comparable = [one for one in listed if one.state == ExportState.READY and compared in one.format_names]
    making = next((one.job for one in listed if one.job.is_live), None)
    return {
        "campaign": campaign,
        "exports": listed,
        "compared": compared,
        "comparable": comparable,
        "job": making,
    }
