"""`GET /clips/NAME`, `/clip-parts/NAME`, `/posters/NAME` and `/illustrations/NAME`: clips, what lies beside proxies,
stills, and what texts show, from the platform's own folder, to those who may see them.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.views.decorators.http import require_safe
from rest_framework.exceptions import AuthenticationFailed

from annotator.desk.api.authentication import token_user
from annotator.desk.forms import answer_bytes
from annotator.desk.selectors.clips import (
    is_suspended_everywhere,
    visible_clip,
    visible_illustration,
    visible_part,
    visible_poster,
    visible_sample,
    visible_source,
    visible_source_part,
)
from annotator.models import User
from moments.base.errors import BadInput
from moments.clips.storage import clip_file
from moments.models import Clip, ClipPart, Illustration, Poster, SampleClip, SourceProxy

KEPT = "private, max-age=604800, immutable"
Found = Clip | ClipPart | Poster | SampleClip | Illustration | SourceProxy


@require_safe
def clip(request: HttpRequest, name: str) -> HttpResponseBase:
    """The clip's bytes, or those of its `Range`; 401 for strangers, 403 for the suspended, 404 for what one
    may not know of, 416 for a range behind the end.
    """
    return _shown(request, name, _film)


@require_safe
def clip_part(request: HttpRequest, name: str) -> HttpResponseBase:
    """The bytes of a file beside a proxy, likewise."""
    return _shown(request, name, lambda user, name: visible_part(user, name) or visible_source_part(user, name))


@require_safe
def poster(request: HttpRequest, name: str) -> HttpResponseBase:
    """The bytes of a moment's still, likewise."""
    return _shown(request, name, visible_poster)


@require_safe
def illustration(request: HttpRequest, name: str) -> HttpResponseBase:
    """The bytes of a picture or clip of a text, likewise."""
    return _shown(request, name, visible_illustration)


def _film(user: User, name: str) -> Found | None:
    return visible_clip(user, name) or visible_sample(user, name) or visible_source(user, name)


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
    return answer_bytes(request, file, found.media_type, cache=KEPT)


def _user(request: HttpRequest) -> User | None:
    try:
        asking = token_user(request)
    except AuthenticationFailed:
        return None
    if asking is not None:
        return asking
    return request.user if isinstance(request.user, User) else None
