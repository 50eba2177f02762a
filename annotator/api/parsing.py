"""Reads JSON bodies: what cannot be read is the sender's error, never the server's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.core.exceptions import RequestDataTooBig
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.response import Response
from rest_framework.views import exception_handler


class BoundedJSONParser(JSONParser):
    """JSON that is not nested too deeply."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The decoded body; raises ParseError, which answers 400."""
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError("JSON is nested too deeply") from error


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """The API's answer to an error; a body over Django's limit is 400 in JSON too."""
    if isinstance(error, RequestDataTooBig):
        return Response({"detail": "the body is too long"}, status=400)
    return exception_handler(error, context)
