"""Static files as the tests' server gives them: each is found and read once, and no tab asks for one twice."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.handlers.wsgi import get_path_info

KEPT = ("Cache-Control", "max-age=86400, immutable")  # as in production, where names change with what they hold
answer_anew = StaticFilesHandler.__call__


def answer_kept(handler: StaticFilesHandler, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """In place of `StaticFilesHandler.__call__`, which looks in every app, and sees to the database, at each request.

    What is no static file it answers as before.
    """
    path = get_path_info(environ)
    found = _read(handler.file_path(path)) if handler._should_handle(path) else None
    if found is None:
        return answer_anew(handler, environ, start)
    content, kind = found
    start("200 OK", [("Content-Type", kind), ("Content-Length", str(len(content))), KEPT])
    return [content]


@cache
def _read(path: str) -> tuple[bytes, str] | None:
    found = finders.find(path)
    return (Path(found).read_bytes(), mimetypes.guess_type(path)[0] or "application/octet-stream") if found else None
