"""What the API answers to an error."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from rest_framework.response import Response
from rest_framework.views import exception_handler


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """The API's answer to an error; a body over Django's limit is 400 in JSON too."""
    if isinstance(error, RequestDataTooBig):
        return Response({"detail": "the body is too long"}, status=400)
    return exception_handler(error, context)
