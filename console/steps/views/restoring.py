"""Restoring: an archive that an admin uploads becomes a campaign again."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import TemporaryUploadedFile, UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotator.people.selectors.access import person_asking
from archive.restoring.people_file import accounts_in
from archive.restoring.services.restoring import Restored, restore_campaign
from moments.base.errors import BadInput
from moments.base.plurals import counted

LARGEST_MIB = 200
if TYPE_CHECKING:
    Upload = UploadedFile[Any]
else:
    Upload = UploadedFile


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def restore(request: HttpRequest) -> HttpResponse:
    """The form; a POST restores all of the archive or nothing, and goes on to the campaign's corpus."""
    if not person_asking(request).is_admin:
        raise PermissionDenied("only admins can restore campaigns")
    if request.method != "POST":
        return _page(request)
    file, people = request.FILES.get("file"), request.FILES.get("people")
    if not isinstance(file, UploadedFile):
        return _page(request, problem="choose an archive")
    try:
        restored = _restored(file, people, request.POST.get("slug", "").strip())
    except BadInput as problem:
        return _page(request, problem=str(problem))
    people_restored = counted(restored.people, "person", "people")
    messages.success(request, f"{restored.campaign.slug} is restored with {people_restored}.")
    if restored.unready:
        lacking = counted(restored.unready, "clip is", "clips are")
        messages.warning(request, f"{lacking} not in the archive. Cut them again on the page Clips.")
    return redirect("corpus", restored.campaign.slug)


def _restored(file: Upload, people: object, slug: str) -> Restored:
    """Restore the upload; errors have the names that were given in place of those on this disk."""
    with _on_disk(file) as path, ExitStack() as more:
        given = more.enter_context(_on_disk(people)) if isinstance(people, UploadedFile) else None
        try:
            accounts = accounts_in(given) if given else {}
            return restore_campaign(path=path, slug=slug or None, accounts=accounts)
        except BadInput as problem:
            told = str(problem).replace(str(path), file.name or "the archive")
            raise BadInput(told.replace(str(given), "the list of people") if given else told) from problem


@contextmanager
def _on_disk(file: Upload) -> Iterator[Path]:
    """Where the upload lies; a small one, which is in memory, gets a file for as long as it is read."""
    if isinstance(file, TemporaryUploadedFile):
        yield Path(file.temporary_file_path())
        return
    with tempfile.NamedTemporaryFile() as copy:
        for part in file.chunks():
            copy.write(part)
        copy.flush()
        yield Path(copy.name)


def _page(request: HttpRequest, *, problem: str = "") -> HttpResponse:
    context = {"problem": problem, "slug": request.POST.get("slug", "")[:60], "largest_mib": LARGEST_MIB}
    return render(request, "console/steps/restore.html", context, status=400 if problem else 200)
