"""`GET /clips/NAME`: a clip from the platform's own folder, to those who may see it."""

from __future__ import annotations

from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.views.decorators.http import require_safe
from rest_framework.exceptions import AuthenticationFailed

from annotator.authentication import token_user
from annotator.models import User
from annotator.selectors.clips import is_suspended_everywhere, visible_clip
from moments.storage import clip_file


@require_safe
def clip(request: HttpRequest, name: str) -> HttpResponseBase:
    """The clip's bytes; 401 for strangers, 403 for the suspended, 404 for what one may not know of."""
    user = _user(request)
    if user is None:
        answer = JsonResponse({"detail": "sign in, or send a token"}, status=401)
        answer["WWW-Authenticate"] = "Token"
        return answer
    if is_suspended_everywhere(user):
        return JsonResponse({"detail": "suspended"}, status=403)
    found = visible_clip(user, name)
    if found is None:
        raise Http404
    try:
        file = clip_file(found.name)
    except FileNotFoundError as error:
        raise Http404 from error
    response = FileResponse(file, content_type=found.media_type)
    response["Cache-Control"] = "private, max-age=604800, immutable"
    return response


def _user(request: HttpRequest) -> User | None:
    try:
        asking = token_user(request)
    except AuthenticationFailed:
        return None
    if asking is not None:
        return asking
    return request.user if isinstance(request.user, User) else None
