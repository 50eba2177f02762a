"""`GET /clips/NAME`, `/clip-parts/NAME` and `/posters/NAME`: clips, what lies beside proxies, and stills from the
platform's own folder, to those who may see them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.core.files import File
from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.views.decorators.http import require_safe
from rest_framework.exceptions import AuthenticationFailed

from annotator.desk.api.authentication import token_user
from annotator.desk.byte_ranges import Unsatisfiable, asked_bytes
from annotator.desk.selectors.clips import is_suspended_everywhere, visible_clip, visible_part, visible_poster
from annotator.models import User
from moments.base.errors import BadInput
from moments.clips.storage import clip_file
from moments.models import Clip, ClipPart, Poster

CHUNK_BYTES = 65_536
Found = Clip | ClipPart | Poster


@require_safe
def clip(request: HttpRequest, name: str) -> HttpResponseBase:
    """The clip's bytes, or those of its `Range`; 401 for strangers, 403 for the suspended, 404 for what one
    may not know of, 416 for a range behind the end.
    """
    return _shown(request, name, visible_clip)


@require_safe
def clip_part(request: HttpRequest, name: str) -> HttpResponseBase:
    """The bytes of a file beside a proxy, likewise."""
    return _shown(request, name, visible_part)


@require_safe
def poster(request: HttpRequest, name: str) -> HttpResponseBase:
    """The bytes of a moment's still, likewise."""
    return _shown(request, name, visible_poster)


def _shown(request: HttpRequest, name: str, find: Callable[[User, str], Found | None]) -> HttpResponseBase:
    user = _user(request)
    if user is None:
        answer = JsonResponse({"detail": "sign in, or send a token"}, status=401)
        answer["WWW-Authenticate"] = "Token"
        return answer
    if is_suspended_everywhere(user):
        return JsonResponse({"detail": "suspended"}, status=403)
    found = find(user, name)
    if found is None:
        raise Http404
    try:
        file = clip_file(found.name)
    except FileNotFoundError as error:
        raise Http404 from error
    except BadInput:  # the bucket does not give it, and its log says why
        return JsonResponse({"detail": "the clip storage does not answer; try again"}, status=503)
    return _bytes_of(request, found, file)


def _bytes_of(request: HttpRequest, clip: Found, file: File[bytes]) -> HttpResponseBase:
    size, asked = file.size, request.headers.get("Range")
    response: HttpResponseBase
    try:
        # A range is valid for the copy that If-Range names; clips have no such name, so all is sent.
        part = None if "If-Range" in request.headers else asked_bytes(asked, size)
    except Unsatisfiable:
        file.close()
        response = HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}", "Cache-Control": "no-store"})
        return _with_headers(response)
    if part is None:
        response = FileResponse(file, content_type=clip.media_type)
    else:
        response = StreamingHttpResponse(_part(file, part), status=206, content_type=clip.media_type)
        response["Content-Length"] = str(len(part))
        response["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{size}"
    response["Cache-Control"] = "private, max-age=604800, immutable"
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


def _user(request: HttpRequest) -> User | None:
    try:
        asking = token_user(request)
    except AuthenticationFailed:
        return None
    if asking is not None:
        return asking
    return request.user if isinstance(request.user, User) else None
