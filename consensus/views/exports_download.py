"""Hands an export's archive to an admin, streamed from its file."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest
from django.views.decorators.http import require_safe

from annotator.views.access import person_asking
from consensus.downloads import archive_response
from consensus.selectors.exports import administered_campaign, archive_of, export_by_number


@require_safe
@login_required
def download(request: HttpRequest, slug: str, number: int) -> FileResponse:
    """The ZIP file; 404 until it is ready."""
    export = export_by_number(administered_campaign(person_asking(request), slug), number)
    return archive_response(export, archive_of(export))
