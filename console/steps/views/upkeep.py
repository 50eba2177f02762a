"""Upkeep: settle now, check the data, write an archive and download it."""

from __future__ import annotations

import shutil

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import ADMIN, administered_campaign, led_campaign, person_asking
from archive.writing.selectors import archive_download, clip_bytes, newest_archive
from archive.writing.services import ARCHIVING, order_archive
from consensus.upkeep.selectors import newest_check
from consensus.upkeep.services import CHECKING, SWEEPING, order_check, order_sweep
from console.frame.forms import refusals_shown, waiting_page
from moments.jobs.selectors import newest_job

SHOWN = 100
ARCHIVE_REFUSAL = "an archive holds accounts, password hashes and pay; only admins order and download it"


@require_safe
@login_required
@never_cache
def upkeep(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    campaign = led_campaign(person_asking(request), slug).campaign
    jobs = [newest_job(campaign, kind.name) for kind in (SWEEPING, CHECKING, ARCHIVING)]
    check = newest_check(campaign)
    context = {
        "campaign": campaign,
        "sweep": jobs[0],
        "verify": jobs[1],
        "archive": jobs[2],
        "check": check,
        "shown": check.breaches[:SHOWN] if check else [],
        "file": newest_archive(campaign),
        "clip_bytes": clip_bytes(campaign),
        "free_bytes": shutil.disk_usage(settings.DATA_DIR).free if settings.DATA_DIR.is_dir() else None,
    }
    return waiting_page(request, "console/steps/upkeep.html", context, *jobs)


@require_POST
@login_required
def upkeep_settle(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the campaign swept without waiting for the next sweep."""
    lead = led_campaign(person_asking(request), slug)
    with refusals_shown(request, "Nothing was ordered"):
        order_sweep(campaign=lead.campaign, actor=lead.actor, now=timezone.now())
        messages.success(request, "Settling has been ordered.")
    return redirect("corpus-upkeep", slug)


@require_POST
@login_required
def upkeep_verify(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the campaign's data checked."""
    lead = led_campaign(person_asking(request), slug)
    with refusals_shown(request, "Nothing was ordered"):
        order_check(campaign=lead.campaign, actor=lead.actor, now=timezone.now())
        messages.success(request, "The check has been ordered. Its report appears on this page.")
    return redirect("corpus-upkeep", slug)


@require_POST
@login_required
def upkeep_archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Have an archive written in place of the one before; it holds accounts and pay, so only admins may."""
    campaign = administered_campaign(person_asking(request), slug, refusal=ARCHIVE_REFUSAL)
    wanted = {name: request.POST.get(name) == "on" for name in ("clips", "passwords")}
    with refusals_shown(request, "Nothing was ordered"):
        order_archive(campaign=campaign, **wanted, actor=ADMIN, now=timezone.now())
        messages.success(request, "The archive has been ordered. You can download it here once it is written.")
    return redirect("corpus-upkeep", slug)


@require_safe
@login_required
@never_cache
def upkeep_download(request: HttpRequest, slug: str) -> FileResponse:
    """The newest archive."""
    return archive_download(administered_campaign(person_asking(request), slug, refusal=ARCHIVE_REFUSAL))
