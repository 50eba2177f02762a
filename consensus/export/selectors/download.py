"""An export's archive as the answer to a request, for the page and the API alike."""

from __future__ import annotations

from pathlib import Path

from django.http import FileResponse

from consensus.models import Export


def archive_response(export: Export, archive: Path) -> FileResponse:
    """The archive under its name, with the checksum that the history tells."""
    response = FileResponse(archive.open("rb"), as_attachment=True, filename=export.file_name)
    response["Content-Type"] = "application/zip"
    response["Cache-Control"] = "private, no-store"
    response["ETag"] = f'"{export.sha256}"'
    return response
