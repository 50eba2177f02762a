"""Hands an export's archive to an admin, streamed from its file."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import administered_campaign, person_asking
from consensus.export.selectors.download import archive_response
from consensus.export.selectors.exports import archive_of, export_by_number


@require_safe
@login_required
def download(request: HttpRequest, slug: str, number: int) -> FileResponse:
    """The ZIP file; 404 until it is ready."""
    export = export_by_number(administered_campaign(person_asking(request), slug), number)
    return archive_response(export, archive_of(export))
