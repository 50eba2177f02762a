"""Restoring: an archive that an admin uploads becomes a campaign again; the page shows how far the worker is."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotator.people.selectors.access import ADMIN, person_asking
from archive.restoring.services.orders import RESTORING, order_restore
from console.frame.forms import waiting_page
from moments.base.errors import BadInput
from moments.jobs.services.doing import cancel_job
from moments.models import Campaign, Job

LARGEST_MIB = 200
LISTED = 10


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def restore(request: HttpRequest) -> HttpResponse:
    """The form and what became of archives; a POST keeps the archive and has a worker restore it."""
    _require_admin(request)
    if request.method != "POST":
        return _page(request)
    file, people = request.FILES.get("file"), request.FILES.get("people")
    if not isinstance(file, UploadedFile):
        return _page(request, problem="choose an archive")
    try:
        order_restore(
            archive=file.chunks(),
            given_name=file.name or "",
            people=people.chunks() if isinstance(people, UploadedFile) else None,
            slug=request.POST.get("slug", "").strip(),
            actor=ADMIN,
            now=timezone.now(),
        )
    except BadInput as problem:
        return _page(request, problem=str(problem))
    messages.success(request, "Restoring has been ordered. The result appears on this page.")
    return redirect("restore")


@require_POST
@login_required
def restore_cancel(request: HttpRequest, number: int) -> HttpResponse:
    """End the restore if nobody is working on it; otherwise have it stop soon, with nothing left of it."""
    _require_admin(request)
    job = get_object_or_404(Job, kind=RESTORING.name, pk=number)
    if cancel_job(RESTORING, job, actor=ADMIN, now=timezone.now()):
        messages.success(request, "You cancelled it. Work that is under way stops soon, and nothing of it is kept.")
    else:
        messages.error(request, "Nothing was changed: it has already ended.")
    return redirect("restore")


def _require_admin(request: HttpRequest) -> None:
    if not person_asking(request).is_admin:
        raise PermissionDenied("only admins can restore campaigns")


def _page(request: HttpRequest, *, problem: str = "") -> HttpResponse:
    jobs = list(Job.objects.filter(kind=RESTORING.name).order_by("-pk")[:LISTED])
    slugs = {job.order["slug"] for job in jobs}
    there = set(Campaign.objects.filter(slug__in=slugs).values_list("slug", flat=True))
    live = next((job for job in jobs if job.is_live), None)
    context = {
        "job": live,
        "done": [(job, job.order["slug"] in there) for job in jobs if not job.is_live],
        "slug": request.POST.get("slug", "")[:60],
        "largest_mib": LARGEST_MIB,
    }
    return waiting_page(request, "console/steps/restore.html", context, live, problem=problem)
