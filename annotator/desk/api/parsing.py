"""Reads JSON bodies: what cannot be read is the sender's error, never the server's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import JSONParser

HALF = "contains half a surrogate pair"


class BoundedJSONParser(JSONParser):
    """JSON that is not nested too deeply and whose strings are text: answers repeat parts of it, and rows keep them."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The decoded body; raises ParseError or ValidationError by field, which answer 400."""
        try:
            found = super().parse(stream, media_type, parser_context)
            if _is_text(found):
                return found
        except RecursionError as error:
            raise ParseError("JSON is nested too deeply") from error
        fields = found.items() if isinstance(found, dict) else ()
        for name, value in fields:
            if _is_text(name) and not _is_text(value):
                raise ValidationError({name: [HALF]})
        raise ParseError(f"JSON {HALF}")


def _is_text(found: object) -> bool:
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
