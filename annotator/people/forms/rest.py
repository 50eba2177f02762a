"""What every call of the REST API shares: the object that it must send, and the shape of an error."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request


def asked_object(request: Request) -> dict[str, Any]:
    """The request's body; 400 unless it is a JSON object."""
    if not isinstance(request.data, dict):
        raise ValidationError({"detail": "expected a JSON object"})
    return request.data


class ErrorAnswer(serializers.Serializer[Any]):
    """Why a request was refused."""

    detail = serializers.CharField()
