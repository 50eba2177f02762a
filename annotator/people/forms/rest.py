"""What every call of the REST API shares: the object that it must send, refusals, and the shape of an error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request

from moments.base.errors import BadInput


class Conflict(APIException):
    """Somebody else was faster, or what was asked for is no longer so."""

    status_code = 409
    default_code = "conflict"


def asked_object(request: Request) -> dict[str, Any]:
    """The request's body; 400 unless it is a JSON object."""
    if not isinstance(request.data, dict):
        raise ValidationError({"detail": "expected a JSON object"})
    return request.data


@contextmanager
def refusals() -> Iterator[None]:
    """Turn what services refuse into 400, by field."""
    try:
        yield
    except BadInput as problem:
        raise ValidationError({problem.field or "detail": [problem.message]}) from problem


class ErrorAnswer(serializers.Serializer[Any]):
    """Why a request was refused."""

    detail = serializers.CharField()
