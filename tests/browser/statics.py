"""Static files as the tests' server gives them: each is found and read once, and no page asks for one twice."""

from __future__ import annotations

import mimetypes
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.http import Http404, HttpRequest, HttpResponse

KEPT = {"Cache-Control": "max-age=86400, immutable"}  # as in production, where names change with what they hold


def serve_kept(handler: StaticFilesHandler, request: HttpRequest) -> HttpResponse:
    """In place of `StaticFilesHandler.serve`, which looks in every app for every request."""
    content, kind = _read(handler.file_path(request.path))
    return HttpResponse(content, content_type=kind, headers=KEPT)


@cache
def _read(path: str) -> tuple[bytes, str]:
    found = finders.find(path)
    if found is None:
        raise Http404(path)
    return Path(found).read_bytes(), mimetypes.guess_type(path)[0] or "application/octet-stream"
