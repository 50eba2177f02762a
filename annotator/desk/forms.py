"""Answers with the bytes of a file, or with those of the range that was asked for."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.files import File
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from annotator.desk.byte_ranges import Unsatisfiable, asked_bytes

CHUNK_BYTES = 65_536


def answer_bytes(request: HttpRequest, file: File[bytes], media_type: str, *, cache: str) -> HttpResponseBase:
    """The file, which the answer closes: all of it, its `Range`, or 416 for a range behind the end."""
    size, asked = file.size, request.headers.get("Range")
    response: HttpResponseBase
    try:
        # A range is valid for the copy that If-Range names; files here have no such name, so all is sent.
        part = None if "If-Range" in request.headers else asked_bytes(asked, size)
    except Unsatisfiable:
        file.close()
        response = HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}", "Cache-Control": "no-store"})
        return _with_headers(response)
    if part is None:
        response = FileResponse(file, content_type=media_type)
    else:
        response = StreamingHttpResponse(_part(file, part), status=206, content_type=media_type)
        response["Content-Length"] = str(len(part))
        response["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{size}"
    response["Cache-Control"] = cache
    return _with_headers(response)


def _with_headers(response: HttpResponseBase) -> HttpResponseBase:
    response["Accept-Ranges"] = "bytes"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _part(file: File[bytes], part: range) -> Iterator[bytes]:
    with file:
        file.seek(part.start)
        left = len(part)
        while left and (chunk := file.read(min(CHUNK_BYTES, left))):
            left -= len(chunk)
            yield chunk
