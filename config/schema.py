"""The OpenAPI document, made once by each process and then answered from memory."""

from __future__ import annotations

import hashlib
from functools import cache
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, override
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

RENDERERS = {renderer.format: renderer for renderer in (OpenApiYamlRenderer, OpenApiJsonRenderer)}
_one_at_a_time = Lock()


class SchemaView(SpectacularAPIView):
    """The document in the format that the request accepts, the same for everybody.

    What a request says beside that (a version, a language that there is no catalogue of, an indent) changes nothing:
    no client chooses what is made or kept. Caches may keep it and ask each time whether it is still the same.
    """

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """The document, or 304 if the client already has it."""
        renderer = request.accepted_renderer
        with _one_at_a_time:
            body, etag = document(renderer.format, get_language() or "en")
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        answer = HttpResponse(body, content_type=f"{renderer.media_type}{charset}")
        answer["Content-Disposition"] = f'inline; filename="Reelevance.{renderer.format}"'
        answer["ETag"] = etag
        answer["Cache-Control"] = "no-cache"
        http: HttpRequest = request._request
        return get_conditional_response(http, etag=etag, response=answer) or answer


@cache
def document(kind: str, language: str) -> tuple[bytes, str]:
    """The document as `yaml` or `json` in one of the settings' languages, and its ETag."""
    with override(language):
        generator: Any = SpectacularAPIView.generator_class()
        schema = generator.get_schema(request=None, public=True)
        body = RENDERERS[kind]().render(schema, renderer_context={})
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'
